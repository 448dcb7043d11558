//! The solution, one deduction after another, with the names of its puzzle.

use crate::{OwnExplanation, Puzzle, PuzzleError, Sentence, View};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;
use tantalizer_ask::{AskError, Inquiry, Judge};
use tantalizer_draw::{Accent, Drawing, TextStyle};
use tantalizer_explain::{
    Clashing, ExplainError, Explanation, Guide, Hint, Options, Technique, Told, Words,
};
use tantalizer_model::{
    Answer, Collect, ConstraintId, EngineId, Limit, Model, Question, Request, Solution, Status, Var,
};

/// An explanation of either kind.
pub enum Explained<'a> {
    /// In the puzzle's own way.
    Own(Box<OwnExplanation>),
    /// As a chain of deductions.
    Steps(Box<Steps<'a>>),
    /// Stopped before there was anything to explain.
    Nothing(Limit),
}

/// What is wanted of an explanation.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// The next step only.
    pub hint: bool,
    /// What is filled in so far, right or wrong.
    pub entries: Vec<(Var, i32)>,
    /// Everything that clashes, where there is no solution, and not only the first.
    pub every_clash: bool,
}

/// Explains a puzzle, in its own way if it has one.
pub fn explain<'a>(
    puzzle: &'a dyn Puzzle,
    inquiry: &mut Inquiry,
    request: &Request,
    asked: &Asked,
) -> Result<Explained<'a>, PuzzleError> {
    let step_wanted = asked.hint || asked.every_clash || !asked.entries.is_empty();
    if inquiry.problem().model().is_none() {
        return by_moves(puzzle, inquiry, request, asked.hint);
    }
    if !step_wanted && let Some(own) = puzzle.explanation(request)? {
        let judge = Judge::new(inquiry.problem());
        let refused = own.solutions.iter().find_map(|found| judge.refuses(found));
        return match refused {
            None => Ok(Explained::Own(Box::new(own))),
            Some(violation) => Err(PuzzleError::Ask(AskError::WrongSolution {
                engine: EngineId::Own("explanation"),
                violation,
            })),
        };
    }
    let Some(model) = inquiry.model(request)? else {
        let limit = request.limits.expired().unwrap_or(Limit::Time);
        return Ok(Explained::Nothing(limit));
    };
    let options = Options {
        limits: request.limits.clone(),
        every_clash: asked.every_clash,
        ..Options::default()
    };
    let mut guide = match Guide::new(&model, &options) {
        Ok(guide) => guide,
        Err(ExplainError::Stopped(limit)) => return Ok(Explained::Nothing(limit)),
        Err(ExplainError::TooLarge(what)) => {
            let stopped = request.limits.expired();
            let limit = stopped.unwrap_or(Limit::Unsupported(what));
            return Ok(Explained::Nothing(limit));
        }
    };
    let mut hint = None;
    let explanation = if asked.hint {
        match guide.hint(&asked.entries, &options) {
            Ok(found) => {
                let explanation = hinted(&model, &asked.entries, &found);
                hint = Some(found);
                explanation
            }
            Err(limit) => return Ok(Explained::Nothing(limit)),
        }
    } else {
        guide.explain(&asked.entries, &options)
    };
    drop(guide);
    Ok(Explained::Steps(Box::new(Steps {
        puzzle,
        model,
        explanation,
        hint,
        every_clash: asked.every_clash,
    })))
}

/// A shortest way, move by move, and why none is shorter; of a hint its first move.
fn by_moves<'a>(
    puzzle: &'a dyn Puzzle,
    inquiry: &mut Inquiry,
    request: &Request,
    hint: bool,
) -> Result<Explained<'a>, PuzzleError> {
    let mut found = Collect::default();
    let answer = inquiry.ask(&request.with_question(Question::One), &mut found)?;
    let Some(way) = found.solutions.pop() else {
        if let Some(limit) = answer.stopped_by {
            return Ok(Explained::Nothing(limit));
        }
        let none = "No way leads there: everything that the moves reach was looked at.";
        let sentence = Sentence {
            under: 0,
            text: none.into(),
        };
        let drawing = Drawing::Label(none.into());
        let own = OwnExplanation::in_sentences(answer.status, Vec::new(), &[sentence], drawing);
        return Ok(Explained::Own(Box::new(own)));
    };
    let (length, bound) = (way.0.len(), answer.bound.unwrap_or(0));
    let told = if hint { length.min(1) } else { length };
    let moves = way.0[..told].iter().enumerate();
    let mut sentences: Vec<String> = moves
        .map(|(position, &value)| format!("{}.", puzzle.value_word(position, value)))
        .collect();
    if !hint {
        sentences.push(why_not_shorter(length, bound, &answer));
    }
    let sentences = sentences
        .into_iter()
        .map(|text| Sentence { under: 0, text });
    let sentences: Vec<Sentence> = sentences.collect();
    let way = Solution(way.0[..told].to_vec());
    let drawing = puzzle.draw(&View::solution(&way));
    let mut own = OwnExplanation::in_sentences(answer.status, vec![way], &sentences, drawing);
    own.below = Some(own.drawing.clone());
    own.json.insert("length".into(), length.into());
    own.json.insert("lower_bound".into(), bound.into());
    own.stopped_by = answer.stopped_by.filter(|_| bound < length as i64);
    Ok(Explained::Own(Box::new(own)))
}

fn why_not_shorter(length: usize, bound: i64, answer: &Answer) -> String {
    if length == 0 {
        return "Nothing is to be done.".into();
    }
    if bound < length as i64 {
        return format!(
            "Whether a way of {bound} to {} moves exists is not known.",
            length - 1
        );
    }
    let nodes = answer.statistics.nodes;
    let looked_at = nodes.map(|nodes| format!(" ({nodes} states were looked at)"));
    let looked_at = looked_at.unwrap_or_default();
    format!(
        "No way is shorter: {} went through all that fewer moves lead to{looked_at}. `solve --certificate FILE` writes a proof.",
        answer.engine
    )
}

/// An explanation that is no more than a hint.
fn hinted(model: &Model, entries: &[(Var, i32)], hint: &Hint) -> Explanation {
    let mut explanation = Explanation {
        given: [&tantalizer_explain::given(model)[..], entries].concat(),
        ..Explanation::default()
    };
    match hint {
        Hint::Next(told) => {
            explanation.status = Status::Satisfiable;
            explanation.told.push((**told).clone());
        }
        Hint::Solved => explanation.status = Status::Satisfiable,
        Hint::Several(differ) => {
            explanation.status = Status::Satisfiable;
            explanation.differ = differ.clone();
        }
        Hint::Wrong(wrong) => {
            explanation.status = Status::Unsatisfiable;
            explanation.clashes.push(Clashing {
                clues: Vec::new(),
                entries: wrong.entries.clone(),
                rules: wrong.because.clone(),
            });
        }
        Hint::Hopeless(clashing) => {
            explanation.status = Status::Unsatisfiable;
            explanation.clashes.push(clashing.clone());
        }
    }
    explanation
}

impl Explained<'_> {
    /// The JSON object.
    pub fn object(&self, puzzle: &dyn Puzzle) -> Result<Value, serde_json::Error> {
        match self {
            Explained::Steps(steps) => serde_json::to_value(steps.object()),
            Explained::Own(own) => {
                let mut object = Map::new();
                object.insert("puzzle".into(), puzzle.name().into());
                for (name, value) in &own.json {
                    object.insert(name.clone(), value.clone());
                    if name == "status" {
                        object.insert("complete".into(), own.stopped_by.is_none().into());
                    }
                }
                Ok(Value::Object(object))
            }
            Explained::Nothing(_) => serde_json::to_value(ExplainObject {
                puzzle: puzzle.name(),
                status: Status::Unknown.name(),
                complete: false,
                difficulty: None,
                techniques: Map::new(),
                steps: Vec::new(),
                hint: None,
                clash: Clash::default(),
                clashes: None,
                differ: Vec::new(),
            }),
        }
    }

    /// As a picture.
    pub fn picture(&self) -> Drawing {
        match self {
            Explained::Own(own) => own.drawing.clone(),
            Explained::Steps(steps) => steps.picture(),
            Explained::Nothing(limit) => Drawing::Label(unfinished(Status::Unknown, limit)),
        }
    }

    /// As text for people.
    pub fn text(&self, style: TextStyle) -> String {
        match self {
            Explained::Own(own) => {
                let mut text = own.text.clone();
                if let Some(below) = &own.below {
                    text.push('\n');
                    text.push_str(&below.to_text(style));
                }
                if let Some(limit) = &own.stopped_by {
                    let _ = writeln!(text, "\nNot finished: {limit}.");
                }
                text
            }
            Explained::Steps(steps) => steps.text(style),
            Explained::Nothing(limit) => unfinished(Status::Unknown, limit) + "\n",
        }
    }

    /// Whether nothing at all was found out.
    pub fn is_empty(&self) -> bool {
        match self {
            Explained::Own(_) => false,
            Explained::Nothing(_) => true,
            Explained::Steps(steps) => {
                steps.explanation.status == Status::Unknown || steps.explanation.told.is_empty()
            }
        }
    }

    /// What stopped the work early.
    pub fn stopped_by(&self) -> Option<&Limit> {
        match self {
            Explained::Own(own) => own.stopped_by.as_ref(),
            Explained::Nothing(limit) => Some(limit),
            Explained::Steps(steps) => steps.explanation.stopped_by.as_ref(),
        }
    }
}

/// What is said of an explanation that ended early.
fn unfinished(status: Status, limit: &Limit) -> String {
    let open = match status {
        Status::Unknown => "it is not known whether there is a solution",
        _ => "more may follow from the clues",
    };
    format!("Not finished: {limit}; {open}.")
}

/// A chain of deductions about a puzzle.
pub struct Steps<'a> {
    puzzle: &'a dyn Puzzle,
    model: Arc<Model>,
    explanation: Explanation,
    /// What was found, if only a hint was asked for.
    hint: Option<Hint>,
    /// Whether everything that clashes was asked for.
    every_clash: bool,
}

/// The object of `explain --json`.
#[derive(Serialize)]
pub struct ExplainObject<'a> {
    puzzle: &'a str,
    status: &'a str,
    /// Whether everything that follows is told.
    complete: bool,
    difficulty: Option<&'a str>,
    /// How often each technique that people have a name for was needed.
    techniques: Map<String, Value>,
    steps: Vec<StepObject>,
    /// What a hint says.
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    #[serde(flatten)]
    clash: Clash,
    /// All of them, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    clashes: Option<Vec<Clash>>,
    differ: Vec<String>,
}

/// What clashes, by name.
#[derive(Serialize, Default)]
struct Clash {
    /// The clues, and what is filled in and clashes with them.
    #[serde(rename = "clash")]
    clues: Vec<String>,
    /// The rules that these clash with.
    #[serde(rename = "clash_with")]
    rules: Vec<String>,
}

/// One deduction in JSON.
#[derive(Serialize)]
pub struct StepObject {
    sets: Map<String, Value>,
    removes: Map<String, Value>,
    because: Vec<String>,
    /// The known values that are used, by place.
    known: Map<String, Value>,
    /// The places that the constraints of the step speak of.
    places: Vec<String>,
    size: usize,
    smallest: bool,
    /// What people call it.
    technique: Option<&'static str>,
    /// What leads to it, one sentence a link.
    chain: Vec<String>,
    sentence: String,
}

impl Steps<'_> {
    /// The explanation itself.
    pub fn explanation(&self) -> &Explanation {
        &self.explanation
    }

    fn place(&self, var: Var) -> String {
        self.puzzle.places(&self.model, var.index()).join(", ")
    }

    fn value(&self, var: Var, value: i32) -> String {
        self.puzzle.value_word(var.index(), value)
    }

    /// Does something with the words of the puzzle.
    fn worded<T>(&self, say: impl FnOnce(&Words<'_>) -> T) -> T {
        let place = |var| self.place(var);
        let value = |var, value| self.value(var, value);
        say(&Words {
            model: &self.model,
            place: &place,
            value: &value,
        })
    }

    fn sentence(&self, told: &Told) -> String {
        self.worded(|words| words.told(told))
    }

    fn clash(&self, clashing: &Clashing) -> Clash {
        let mut clues = self.names(&clashing.clues);
        let entries = clashing.entries.iter();
        clues.extend(
            entries
                .map(|&(var, value)| format!("{} = {}", self.place(var), self.value(var, value))),
        );
        Clash {
            clues,
            rules: self.names(&clashing.rules),
        }
    }

    fn clashes(&self) -> impl Iterator<Item = Clash> {
        let clashes = self.explanation.clashes.iter();
        clashes.map(|clashing| self.clash(clashing))
    }

    /// What a hint says.
    fn hint(&self) -> Option<String> {
        Some(match self.hint.as_ref()? {
            Hint::Next(told) => self.sentence(told),
            Hint::Wrong(wrong) => self.worded(|words| words.wrong(wrong)),
            Hint::Solved => "Everything is as it should be.".to_string(),
            Hint::Several(_) => format!("Nothing more is forced: {}", self.several()),
            Hint::Hopeless { .. } => self.no_solution(),
        })
    }

    fn several(&self) -> String {
        let places = self.differ().join(", ");
        format!("there are several solutions. Two of them differ in {places}.")
    }

    /// Why there is none.
    fn no_solution(&self) -> String {
        let mut text = String::from("There is no solution.");
        for (number, Clash { clues, rules }) in self.clashes().enumerate() {
            let (clues, rules) = (clues.join("\n  "), rules.join("\n  "));
            text.push_str(if number == 0 { " " } else { "\n" });
            text.push_str(&if clues.is_empty() {
                format!("These rules clash:\n  {rules}")
            } else if rules.is_empty() {
                format!("These clues clash:\n  {clues}")
            } else {
                format!("These clues clash:\n  {clues}\nwith\n  {rules}")
            });
        }
        text
    }

    fn names(&self, constraints: &[ConstraintId]) -> Vec<String> {
        let constraints = constraints.iter();
        constraints
            .map(|&id| self.model.constraint_name(id))
            .collect()
    }

    fn differ(&self) -> Vec<String> {
        let differ = self.explanation.differ.iter();
        differ.map(|&(var, ..)| self.place(var)).collect()
    }

    /// The places that the constraints of a step speak of, each once.
    fn places(&self, told: &Told) -> Vec<String> {
        let mut places = Vec::new();
        let said = told.because().into_iter();
        let said = said.flat_map(|id| self.model.constraint(id).constraint.vars());
        let used = told
            .links
            .iter()
            .flat_map(|link| &link.uses)
            .map(|fact| fact.var());
        for var in said.chain(used) {
            if self.model.is_constant(var) {
                continue;
            }
            for place in self.puzzle.places(&self.model, var.index()) {
                if !places.contains(&place) {
                    places.push(place);
                }
            }
        }
        places
    }

    /// The JSON object.
    pub fn object(&self) -> ExplainObject<'_> {
        let json_value = |var: Var, value: i32| self.puzzle.value_json(var.index(), value);
        let values = |pairs: &[(Var, i32)]| {
            let named = |&(var, value): &(Var, i32)| (self.place(var), json_value(var, value));
            pairs.iter().map(named).collect()
        };
        let step = |step: &Told| StepObject {
            sets: values(&step.sets),
            removes: step
                .removes
                .iter()
                .map(|(var, values)| {
                    let values = values.iter().map(|&value| json_value(*var, value));
                    (self.place(*var), Value::Array(values.collect()))
                })
                .collect(),
            because: self.names(&step.because()),
            known: values(&step.known()),
            places: self.places(step),
            size: step.size,
            smallest: step.smallest,
            technique: step.technique.map(Technique::name),
            chain: self.worded(|words| words.links(step)),
            sentence: self.sentence(step),
        };
        ExplainObject {
            puzzle: self.puzzle.name(),
            status: self.explanation.status.name(),
            complete: self.explanation.stopped_by.is_none(),
            difficulty: self.explanation.difficulty.map(|level| level.name()),
            techniques: self
                .techniques()
                .into_iter()
                .map(|(name, times)| (name.to_string(), times.into()))
                .collect(),
            steps: self.explanation.told.iter().map(step).collect(),
            hint: self.hint(),
            clash: self.clashes().next().unwrap_or_default(),
            clashes: self.every_clash.then(|| self.clashes().collect()),
            differ: self.differ(),
        }
    }

    fn techniques(&self) -> Vec<(&'static str, usize)> {
        let times = self.explanation.techniques().into_iter();
        times
            .map(|(technique, times)| (technique.name(), times))
            .collect()
    }

    /// As text for people.
    pub fn text(&self, style: TextStyle) -> String {
        let explanation = &self.explanation;
        if let Some(hint) = self.hint() {
            return hint + "\n";
        }
        if explanation.status == Status::Unsatisfiable {
            let mut text = self.no_solution() + "\n";
            if let Some(limit) = &explanation.stopped_by {
                let _ = writeln!(text, "Not finished: {limit}; there may be other clashes.");
            }
            return text;
        }
        let mut text = String::new();
        for (number, told) in explanation.told.iter().enumerate() {
            let _ = writeln!(text, "{}. {}", number + 1, self.sentence(told));
        }
        text.push('\n');
        let last = self.view_after(explanation.told.len()).with_coordinates();
        let last = self.puzzle.draw(&last);
        text.push_str(&last.to_text(style));
        if let Some(limit) = &explanation.stopped_by {
            text.push('\n');
            if !explanation.differ.is_empty() {
                let _ = writeln!(text, "So far: {}", self.several());
            }
            let _ = writeln!(text, "{}", unfinished(explanation.status, limit));
        } else if let Some(level) = explanation.difficulty {
            let _ = writeln!(text, "\nDifficulty: {}.", level.name());
            let needed = self.techniques().into_iter();
            let needed: Vec<String> = needed
                .map(|(name, times)| format!("{name} ({times})"))
                .collect();
            if !needed.is_empty() {
                let _ = writeln!(text, "Techniques: {}.", needed.join(", "));
            }
        } else if !explanation.differ.is_empty() {
            let _ = writeln!(text, "\nNothing more is forced: {}", self.several());
        }
        text
    }

    /// What is known after so many steps.
    fn view_after(&self, steps: usize) -> View {
        let positions = self.model.answer().into_iter().map(Var::index);
        let mut values = vec![None; positions.max().map_or(0, |last| last + 1)];
        let known = self.explanation.told[..steps].iter();
        let sets = known.flat_map(|told| &told.sets);
        for &(var, value) in self.explanation.given.iter().chain(sets) {
            if let Some(place) = values.get_mut(var.index()) {
                *place = Some(value);
            }
        }
        View::partial(values)
    }

    /// The board after each step, with its sentence: what is set is framed, what it hangs on is marked, and values that were excluded on the
    /// way stand small in their cells.
    pub fn picture(&self) -> Drawing {
        let first = self.view_after(0).with_coordinates();
        let mut parts = vec![self.puzzle.draw(&first)];
        for (number, told) in self.explanation.told.iter().enumerate() {
            let mut view = self.view_after(number + 1).with_coordinates();
            self.mark(told, &mut view);
            let sentence = format!("{}. {}", number + 1, self.sentence(told));
            parts.push(Drawing::Label(in_lines(&sentence)));
            parts.push(self.puzzle.draw(&view));
        }
        match &self.hint {
            Some(Hint::Wrong(wrong)) => {
                let mut view = self.view_after(0).with_coordinates();
                for fact in wrong.links.iter().flat_map(|link| &link.uses) {
                    view.accentuate(fact.var().index(), Accent::Reason);
                }
                for &(var, _) in &wrong.entries {
                    view.accentuate(var.index(), Accent::Differs);
                }
                let sentence = self.worded(|words| words.wrong(wrong));
                parts = vec![Drawing::Label(in_lines(&sentence)), self.puzzle.draw(&view)];
            }
            Some(_) if parts.len() > 1 => drop(parts.remove(0)),
            _ => {}
        }
        if let Some(limit) = &self.explanation.stopped_by {
            let status = self.explanation.status;
            parts.push(Drawing::Label(unfinished(status, limit)));
        }
        Drawing::down(parts)
    }

    /// Marks what a step sets, excludes and uses.
    fn mark(&self, told: &Told, view: &mut View) {
        let mut gone: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        let is_set = |var: Var| told.sets.iter().any(|set| set.0 == var);
        for link in &told.links {
            for fact in &link.uses {
                view.accentuate(fact.var().index(), Accent::Reason);
            }
            for &(var, value) in link.gone.iter().filter(|goal| !is_set(goal.0)) {
                let marks = gone.entry(var.index()).or_default();
                marks.push(self.puzzle.value_mark(var.index(), value));
            }
        }
        for (position, marks) in gone {
            view.accentuate(position, Accent::Reason);
            view.annotate(position, format!("×{}", marks.concat()));
        }
        for &(var, _) in &told.sets {
            view.accentuate(var.index(), Accent::Focus);
        }
        for (var, _) in &told.removes {
            view.accentuate(var.index(), Accent::Focus);
        }
    }
}

/// A sentence in lines that fit below a board.
fn in_lines(sentence: &str) -> String {
    const WIDTH: usize = 90;
    let mut lines = vec![String::new()];
    for word in sentence.split_whitespace() {
        let line = lines.last_mut().expect("there is one");
        if !line.is_empty() && line.chars().count() + word.chars().count() > WIDTH {
            lines.push(word.to_string());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n")
}
