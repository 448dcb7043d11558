//! A guide through one puzzle: hints and explanations from any position, prepared once.

use tantalizer_model::{ConstraintId, Fact, Limit, Model, Solution, Status, Var};
use tantalizer_sat::{Clash, Reply};

use crate::clash::{Clashing, clashing_clues, every_clash};
use crate::steps::Explainer;
use crate::{Difficulty, ExplainError, Explanation, Link, Options, Told};

/// What helps a player on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hint {
    /// Something that is filled in cannot be right.
    Wrong(Wrong),
    /// The next deduction.
    Next(Box<Told>),
    /// Everything is filled in as it should be.
    Solved,
    /// Nothing more is forced: there are several solutions. The variables in which two of them differ, with both values.
    Several(Vec<(Var, i32, i32)>),
    /// There is no solution, whatever is filled in: the clues that clash, and the rules that they clash with.
    Hopeless(Clashing),
}

/// Why something that is filled in cannot be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// Values that cannot all be right; any one of them might be.
    pub entries: Vec<(Var, i32)>,
    /// How they lead to a contradiction, each link by one rule; a single link is a rule that they break on sight. Empty if that
    /// takes more than following one rule after another.
    pub links: Vec<Link>,
    /// The rules that they clash with.
    pub because: Vec<ConstraintId>,
}

/// How many questions a hint may cost on being the smallest.
const QUESTIONS: u64 = 100;

/// Helps through one puzzle. It is prepared once and stays warm while the position changes.
///
/// ```
/// use tantalizer_explain::{Guide, Hint, Options};
/// use tantalizer_model::{Model, Rel};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut model = Model::new("in order");
/// let [x, y, z] = ["x", "y", "z"].map(|name| model.int(name, 1..=3));
/// model.compare(x, Rel::Less, y)?;
/// model.compare(y, Rel::Less, z)?;
/// let mut guide = Guide::new(&model, &Options::default())?;
/// let Ok(Hint::Next(told)) = guide.hint(&[(x, 1)], &Options::default()) else { panic!("something follows") };
/// assert!(!told.sets.is_empty());
/// let Ok(Hint::Wrong(wrong)) = guide.hint(&[(x, 2), (y, 1)], &Options::default()) else { panic!("2 is not below 1") };
/// assert_eq!(wrong.links.len(), 1);
/// # Ok(())
/// # }
/// ```
pub struct Guide<'m> {
    explainer: Explainer<'m>,
}

impl<'m> Guide<'m> {
    /// Prepares a guide.
    pub fn new(model: &'m Model, options: &Options) -> Result<Guide<'m>, ExplainError> {
        let explainer = Explainer::new(model, options)?;
        Ok(Guide { explainer })
    }

    /// What to do next where these values are filled in, right or wrong.
    pub fn hint(&mut self, entries: &[(Var, i32)], options: &Options) -> Result<Hint, Limit> {
        let options = Options {
            questions_per_step: options.questions_per_step.min(QUESTIONS),
            ..options.clone()
        };
        let explainer = &mut self.explainer;
        explainer.limit(&options);
        if let Some(wrong) = explainer.against_a_clue(entries)? {
            return Ok(Hint::Wrong(wrong));
        }
        explainer.begin(entries);
        if let Some(wrong) = explainer.broken(entries)? {
            return Ok(Hint::Wrong(wrong));
        }
        let facts = explainer.state.facts();
        let first = match explainer.reasons.solve(&facts) {
            Reply::Unknown(limit) => return Err(limit),
            Reply::Clash(_) => return explainer.clash(entries),
            Reply::Solution(first) => first,
        };
        let mut so_far = Explanation::default();
        explainer.find_open(&first, &mut so_far)?;
        loop {
            if let Some(told) = explainer.tell()? {
                return Ok(Hint::Next(Box::new(told)));
            }
            if explainer.open.is_empty() {
                break;
            }
            // What single rules say was looked at already; what they do not say takes another step.
            while !explainer.open.is_empty() && explainer.step()?.size == 1 {}
        }
        match explainer.tell_the_rest()?.into_iter().next() {
            Some(told) => Ok(Hint::Next(Box::new(told))),
            None if so_far.differ.is_empty() => Ok(Hint::Solved),
            None => Ok(Hint::Several(so_far.differ)),
        }
    }

    /// The whole explanation from a position.
    pub fn explain(&mut self, entries: &[(Var, i32)], options: &Options) -> Explanation {
        self.explainer.limit(options);
        let mut explanation = Explanation::default();
        let filled = self
            .explainer
            .fill(entries, options.every_clash, &mut explanation);
        if let Err(limit) = filled {
            explanation.stopped_by = Some(limit);
        }
        explanation
    }

    /// How many wrong values are open after deductions of at most so many rules, for each of these sizes, small ones first, on the way from a position
    /// to `solution`, which must be the only one; up to the first size that leaves none.
    pub fn left_by_size(
        &mut self,
        entries: &[(Var, i32)],
        solution: &Solution,
        sizes: &[usize],
        options: &Options,
    ) -> Result<Vec<usize>, Limit> {
        self.explainer.limit(options);
        self.explainer.left_by_size(entries, solution, sizes)
    }

    /// Whether a puzzle of these rules, whatever is given, may need a deduction of this level and none that is harder.
    pub fn may_be(&self, level: Difficulty) -> bool {
        self.explainer.may_be(level)
    }
}

impl Explainer<'_> {
    fn fill(
        &mut self,
        entries: &[(Var, i32)],
        every_clash: bool,
        explanation: &mut Explanation,
    ) -> Result<(), Limit> {
        let first = match self.reasons.solve(&facts(entries)) {
            Reply::Unknown(limit) => return Err(limit),
            Reply::Clash(_) => {
                explanation.status = Status::Unsatisfiable;
                if !every_clash {
                    explanation.clashes.push(self.clashing(entries));
                    return Ok(());
                }
                return self.every_clashing(entries, &mut explanation.clashes);
            }
            Reply::Solution(solution) => solution,
        };
        explanation.status = Status::Satisfiable;
        explanation.solution = Some(first.clone());
        self.begin(entries);
        for &var in &self.state.vars {
            if let Some(value) = self.state.left(var).fixed() {
                explanation.given.push((var, value));
            }
        }
        self.find_open(&first, explanation)?;
        self.explain(explanation)?;
        if explanation.differ.is_empty() {
            explanation.difficulty = self.level_anew(entries)?;
        }
        Ok(())
    }

    /// Explains as much as follows from a position that has a solution, and tells it on the way.
    fn explain(&mut self, explanation: &mut Explanation) -> Result<(), Limit> {
        while !self.open.is_empty() {
            explanation.steps.push(self.step()?);
            while self.is_ahead_of_the_board() {
                match self.tell()? {
                    Some(told) => explanation.told.extend(self.in_parts(told)),
                    None => break,
                }
            }
        }
        while let Some(told) = self.tell()? {
            explanation.told.extend(self.in_parts(told));
        }
        explanation.told.extend(self.tell_the_rest()?);
        Ok(())
    }

    /// A value where a clue says something else.
    fn against_a_clue(&mut self, entries: &[(Var, i32)]) -> Result<Option<Wrong>, Limit> {
        self.begin(&[]);
        let against = entries
            .iter()
            .copied()
            .find(|&(var, value)| !self.state.left(var).contains(value));
        Ok(against.map(|entry| Wrong {
            entries: vec![entry],
            links: Vec::new(),
            because: Vec::new(),
        }))
    }

    /// A rule that cannot hold, whatever else is filled in: the one with which the fewest values clash.
    fn broken(&mut self, entries: &[(Var, i32)]) -> Result<Option<Wrong>, Limit> {
        let mut nearest: Option<Link> = None;
        for rule in self.reasons.rules.clone() {
            self.look()?;
            let (vars, mut left) = self.left_of(rule);
            if !vars
                .iter()
                .any(|var| entries.iter().any(|entry| entry.0 == *var))
            {
                continue;
            }
            for (&var, left) in vars.iter().zip(&mut left) {
                if left.fixed().is_none() {
                    *left = self.state.start(var).clone();
                }
            }
            if self.narrowed(rule, &left).is_some() {
                continue;
            }
            let uses = self.uses(&[rule], &vars, &left, &[])?;
            if nearest
                .as_ref()
                .is_none_or(|link| uses.len() < link.uses.len())
            {
                nearest = Some(Link {
                    rules: vec![rule],
                    uses,
                    ..Link::default()
                });
            }
        }
        let wrong = nearest.map(|link| self.wrong(entries, vec![link]));
        Ok(wrong.filter(|wrong| !wrong.entries.is_empty()))
    }

    /// Why a position without a solution has none.
    fn clash(&mut self, entries: &[(Var, i32)]) -> Result<crate::Hint, Limit> {
        if let Some(way) = self.follow(&[], None, &mut Default::default())
            && let Some(rules) = self.needed_rules(&[], &way, usize::MAX)
            && let Some(links) = self.chain(&[], &rules)?
        {
            let wrong = self.wrong(entries, links);
            if !wrong.entries.is_empty() {
                return Ok(Hint::Wrong(wrong));
            }
        }
        let clashing = self.clashing(entries);
        self.look()?;
        Ok(if clashing.entries.is_empty() {
            Hint::Hopeless(clashing)
        } else {
            Hint::Wrong(Wrong {
                entries: clashing.entries,
                links: Vec::new(),
                because: clashing.rules,
            })
        })
    }

    /// Clues and entries that cannot all be, and the rules with which they clash.
    fn clashing(&mut self, entries: &[(Var, i32)]) -> Clashing {
        let reasons = &mut self.reasons;
        let rules = reasons.grouped.constraints(&reasons.rules);
        let facts = facts(entries);
        let clash = clashing_clues(&mut reasons.solver, &rules, &reasons.clues, &facts);
        self.with_rules(clash)
    }

    /// All that clash. Where the rules have no solution by themselves that is one, without clues.
    fn every_clashing(
        &mut self,
        entries: &[(Var, i32)],
        clashes: &mut Vec<Clashing>,
    ) -> Result<(), Limit> {
        let reasons = &mut self.reasons;
        let rules = reasons.grouped.constraints(&reasons.rules);
        let all = Clash {
            constraints: reasons.clues.clone(),
            facts: facts(entries),
        };
        let limits = &self.options.limits;
        let mut found = every_clash(&mut reasons.solver, &rules, &all, limits);
        if found.is_empty() {
            found.push(Clash::default());
        }
        clashes.extend(found.into_iter().map(|clash| self.with_rules(clash)));
        self.look()
    }

    fn with_rules(&mut self, clash: Clash) -> Clashing {
        Clashing {
            rules: self.reasons.clashing_rules(&clash),
            entries: values(&clash.facts),
            clues: clash.constraints,
        }
    }

    fn wrong(&self, entries: &[(Var, i32)], links: Vec<Link>) -> Wrong {
        let used = |entry: &(Var, i32)| {
            let mut facts = links.iter().flat_map(|link| &link.uses);
            facts.any(|&fact| fact == Fact::Is(entry.0, entry.1))
        };
        let mut because: Vec<ConstraintId> =
            links.iter().flat_map(|link| &link.rules).copied().collect();
        because.sort_unstable();
        because.dedup();
        Wrong {
            entries: entries.iter().copied().filter(used).collect(),
            because,
            links,
        }
    }
}

/// Entries as facts.
pub(crate) fn facts(entries: &[(Var, i32)]) -> Vec<Fact> {
    let fact = |&(var, value): &(Var, i32)| Fact::Is(var, value);
    entries.iter().map(fact).collect()
}

/// The values that facts say.
fn values(facts: &[Fact]) -> Vec<(Var, i32)> {
    let value = |fact: &Fact| match *fact {
        Fact::Is(var, value) => Some((var, value)),
        _ => None,
    };
    facts.iter().filter_map(value).collect()
}
