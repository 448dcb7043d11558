//! What a conflict teaches: the clause of its first unique implication point, without literals that follow from the others; when to begin again; what to
//! forget.

use super::Cdcl;
use super::clauses::{Code, NONE, Place, literal};

/// Learned clauses whose literals come from so few levels are never forgotten.
const FEW_LEVELS: u32 = 2;

/// Conflicts between two restarts, at least.
const BETWEEN_RESTARTS: u64 = 50;

/// Conflicts before clauses are forgotten for the first time, and how many more each time after.
const FIRST_FORGETTING: u64 = 2000;
const MORE_EACH_TIME: u64 = 300;

/// The activity of clauses grows by this factor, and is scaled down beyond that.
const CLAUSE_GROWTH: f32 = 1.0 / 0.999;
const CLAUSE_MOST: f32 = 1e20;

/// When to begin again and when to forget.
pub(super) struct Pace {
    pub(super) conflicts: u64,
    pub(super) propagated: u64,
    since_restart: u64,
    /// The number of levels in what is learned: lately, and on the whole.
    lately: f64,
    on_the_whole: f64,
    next_forgetting: u64,
    forgotten: u64,
    step: f32,
}

impl Default for Pace {
    fn default() -> Self {
        Pace {
            conflicts: 0,
            propagated: 0,
            since_restart: 0,
            lately: 0.0,
            on_the_whole: 0.0,
            next_forgetting: FIRST_FORGETTING,
            forgotten: 0,
            step: 1.0,
        }
    }
}

impl Pace {
    fn learned(&mut self, levels: u32) {
        self.conflicts += 1;
        self.since_restart += 1;
        let levels = f64::from(levels);
        let whole = (self.conflicts as f64).recip().max(1.0 / 8192.0);
        self.on_the_whole += (levels - self.on_the_whole) * whole;
        self.lately += (levels - self.lately) * whole.max(1.0 / 32.0);
    }

    /// Whether what is learned of late is worse than usual.
    pub(super) fn must_restart(&mut self) -> bool {
        let must = self.since_restart >= BETWEEN_RESTARTS && self.lately > 1.15 * self.on_the_whole;
        if must {
            self.since_restart = 0;
        }
        must
    }

    pub(super) fn must_forget(&self) -> bool {
        self.conflicts >= self.next_forgetting
    }
}

impl Cdcl {
    /// Learns from a clause that is false, and goes back to where what was learned tells something new.
    pub(super) fn learn_from(&mut self, conflict: Place) {
        let mut learned: Vec<Code> = vec![0];
        let mut open = 0;
        let mut place = conflict;
        let mut at = self.trail.len();
        let now = self.decision_level();
        let asserting = loop {
            self.use_clause(place);
            for at in 0..self.clauses.literals(place).len() {
                let code = self.clauses.literals(place)[at];
                let variable = code as usize / 2;
                if self.seen[variable] || self.level[variable] == 0 {
                    continue;
                }
                // The literal that the clause made true is on the trail, and seen when its turn comes.
                if self.values[code as usize] == 1 {
                    continue;
                }
                self.seen[variable] = true;
                self.order.bump(variable);
                if self.level[variable] == now {
                    open += 1;
                } else {
                    learned.push(code);
                }
            }
            loop {
                at -= 1;
                if self.seen[self.trail[at] as usize / 2] {
                    break;
                }
            }
            let code = self.trail[at];
            open -= 1;
            if open == 0 {
                break code ^ 1;
            }
            self.seen[code as usize / 2] = false;
            place = self.reason[code as usize / 2];
        };
        learned[0] = asserting;
        self.seen[asserting as usize / 2] = true;
        self.shorten(&mut learned);
        if let Some(listener) = &mut self.listener {
            listener(
                &learned
                    .iter()
                    .map(|&code| literal(code))
                    .collect::<Vec<_>>(),
            );
        }
        let levels = self.level_count(&learned);
        self.pace.learned(levels);
        self.order.decay();
        self.pace.step *= CLAUSE_GROWTH;
        if learned.len() == 1 {
            self.back_to(0);
            self.assign(asserting, NONE);
            return;
        }
        let latest = (1..learned.len()).max_by_key(|&k| self.level_of(learned[k]));
        learned.swap(1, latest.unwrap_or(1));
        self.back_to(self.level_of(learned[1]));
        let place = self.attach(&learned, levels);
        self.assign(asserting, place);
    }

    /// A clause took part in a conflict.
    fn use_clause(&mut self, place: Place) {
        if self.clauses.levels(place) == 0 {
            return;
        }
        let activity = self.clauses.activity(place) + self.pace.step;
        self.clauses.set_activity(place, activity);
        if activity > CLAUSE_MOST {
            for at in 0..self.clauses.learned.len() {
                let place = self.clauses.learned[at];
                let activity = self.clauses.activity(place) / CLAUSE_MOST;
                self.clauses.set_activity(place, activity);
            }
            self.pace.step /= CLAUSE_MOST;
        }
    }

    /// Takes literals out that follow from the others; leaves nothing seen.
    fn shorten(&mut self, learned: &mut Vec<Code>) {
        let mut touched: Vec<usize> = learned.iter().map(|&code| code as usize / 2).collect();
        let levels: u64 = learned[1..]
            .iter()
            .map(|&code| level_bit(self.level_of(code)))
            .fold(0, |bits, bit| bits | bit);
        let mut kept = 1;
        for at in 1..learned.len() {
            if !self.follows(learned[at], levels, &mut touched) {
                learned[kept] = learned[at];
                kept += 1;
            }
        }
        learned.truncate(kept);
        for variable in touched {
            self.seen[variable] = false;
        }
    }

    /// Whether a false literal follows from others that are seen. What is found out on the way is noted as seen, too.
    fn follows(&mut self, code: Code, levels: u64, touched: &mut Vec<usize>) -> bool {
        if self.reason[code as usize / 2] == NONE {
            return false;
        }
        let begun = touched.len();
        let mut stack = vec![code];
        while let Some(code) = stack.pop() {
            let reason = self.reason[code as usize / 2];
            for &other in self.clauses.literals(reason) {
                let variable = other as usize / 2;
                if self.seen[variable] || self.level[variable] == 0 || variable == code as usize / 2
                {
                    continue;
                }
                let may_follow =
                    self.reason[variable] != NONE && level_bit(self.level[variable]) & levels != 0;
                if !may_follow {
                    for variable in touched.drain(begun..) {
                        self.seen[variable] = false;
                    }
                    return false;
                }
                self.seen[variable] = true;
                touched.push(variable);
                stack.push(other);
            }
        }
        true
    }

    fn level_count(&self, codes: &[Code]) -> u32 {
        let mut levels: Vec<u32> = codes.iter().map(|&code| self.level_of(code)).collect();
        levels.sort_unstable();
        levels.dedup();
        levels.len() as u32
    }

    /// Forgets half of what was learned, the least useful half, and what is true anyway.
    pub(super) fn forget(&mut self) {
        self.pace.forgotten += 1;
        self.pace.next_forgetting =
            self.pace.conflicts + FIRST_FORGETTING + MORE_EACH_TIME * self.pace.forgotten;
        let is_reason = |place: Place, solver: &Cdcl| {
            let first = solver.clauses.literals(place)[0];
            solver.value(first) == 1 && solver.reason[first as usize / 2] == place
        };
        let holds = |place: Place, solver: &Cdcl| {
            let mut literals = solver.clauses.literals(place).iter();
            literals.any(|&code| solver.value(code) == 1 && solver.level_of(code) == 0)
        };
        let given = std::mem::take(&mut self.clauses.given);
        let mut learned = std::mem::take(&mut self.clauses.learned);
        let used = |place: &Place| is_reason(*place, self) || !holds(*place, self);
        let given: Vec<Place> = given.into_iter().filter(used).collect();
        learned.retain(used);
        let (mut kept, mut doubtful): (Vec<Place>, Vec<Place>) = learned
            .into_iter()
            .partition(|&place| self.clauses.levels(place) <= FEW_LEVELS || is_reason(place, self));
        let clauses = &self.clauses;
        doubtful.sort_by(|&one, &other| {
            let levels = clauses.levels(one).cmp(&clauses.levels(other));
            levels.then(clauses.activity(other).total_cmp(&clauses.activity(one)))
        });
        doubtful.truncate(doubtful.len() / 2);
        kept.append(&mut doubtful);
        self.clauses.given = given;
        self.clauses.learned = kept;
        let mut reasons: Vec<(Place, Place)> = Vec::new();
        self.clauses.pack(|old, new| reasons.push((old, new)));
        reasons.sort_unstable();
        for &code in &self.trail {
            let reason = &mut self.reason[code as usize / 2];
            if *reason != NONE {
                let found = reasons.binary_search_by_key(reason, |pair| pair.0);
                // What is true from the start needs no reason.
                *reason = found.map_or(NONE, |at| reasons[at].1);
            }
        }
        self.watch_all_again();
    }
}

/// Levels as a set of 64, for a quick "certainly not".
fn level_bit(level: u32) -> u64 {
    1 << (level % 64)
}
