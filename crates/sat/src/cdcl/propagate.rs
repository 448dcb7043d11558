//! Unit propagation: a clause is looked at only when one of the two literals it watches becomes false.

use super::clauses::{Code, Place};
use super::{Cdcl, Watcher};

impl Cdcl {
    /// Keeps a clause of at least two literals, of which it watches the first two.
    pub(super) fn attach(&mut self, codes: &[Code], levels: u32) -> Place {
        let place = self.clauses.keep(codes, levels);
        self.watch(place, codes[0], codes[1]);
        place
    }

    fn watch(&mut self, place: Place, one: Code, two: Code) {
        for (watched, other) in [(one, two), (two, one)] {
            self.watchers[watched as usize].push(Watcher { place, other });
        }
    }

    /// Draws all conclusions; gives a clause that is false, if there is one.
    pub(super) fn propagate(&mut self) -> Option<Place> {
        let mut conflict = None;
        while let Some(&code) = self.trail.get(self.propagated) {
            self.propagated += 1;
            self.pace.propagated += 1;
            conflict = self.look_at(code ^ 1);
            if conflict.is_some() {
                break;
            }
        }
        conflict
    }

    /// Looks at all clauses that watch a literal which is false now.
    fn look_at(&mut self, false_one: Code) -> Option<Place> {
        let mut watchers = std::mem::take(&mut self.watchers[false_one as usize]);
        let (mut kept, mut conflict) = (0, None);
        let mut at = 0;
        while at < watchers.len() {
            let watcher = watchers[at];
            at += 1;
            if self.values[watcher.other as usize] == 1 {
                watchers[kept] = watcher;
                kept += 1;
                continue;
            }
            let literals = self.clauses.literals_mut(watcher.place);
            if literals[0] == false_one {
                literals.swap(0, 1);
            }
            let other = literals[0];
            if other != watcher.other && self.values[other as usize] == 1 {
                watchers[kept] = Watcher { other, ..watcher };
                kept += 1;
                continue;
            }
            let values = &self.values;
            let open = (2..literals.len()).find(|&k| values[literals[k] as usize] >= 0);
            if let Some(k) = open {
                literals.swap(1, k);
                let next = literals[1] as usize;
                self.watchers[next].push(Watcher { other, ..watcher });
                continue;
            }
            watchers[kept] = Watcher { other, ..watcher };
            kept += 1;
            if self.values[other as usize] < 0 {
                conflict = Some(watcher.place);
                break;
            }
            self.assign(other, watcher.place);
        }
        let rest = watchers.len() - at;
        watchers.copy_within(at.., kept);
        watchers.truncate(kept + rest);
        self.watchers[false_one as usize] = watchers;
        conflict
    }

    /// Lets all clauses be watched anew, after they were moved. On any level: the first two literals of a clause are the watched ones.
    pub(super) fn watch_all_again(&mut self) {
        self.watchers.iter_mut().for_each(Vec::clear);
        let lists = [&self.clauses.given, &self.clauses.learned];
        let places: Vec<Place> = lists.into_iter().flatten().copied().collect();
        for place in places {
            let literals = self.clauses.literals(place);
            let (one, two) = (literals[0], literals[1]);
            self.watch(place, one, two);
        }
    }
}
