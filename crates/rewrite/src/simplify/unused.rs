//! What nobody uses is left out: definitions of truth values that no constraint speaks of, and variables without any constraint.

use tantalizer_model::Var;

use super::work::{Undo, Work};

/// Lets all unused variables leave; what they stood for may then be unused as well.
pub(super) fn drop(work: &mut Work) {
    let mut uses = work.uses();
    let mut idle: Vec<Var> = work.model.vars().collect();
    idle.retain(|var| uses[var.index()] == 0);
    while let Some(var) = idle.pop() {
        if work.stays[var.index()] || work.gone[var.index()] {
            continue;
        }
        if let Some(meaning) = work.definitions.remove(&var) {
            for other in meaning.vars() {
                uses[other.index()] -= 1;
                if uses[other.index()] == 0 {
                    idle.push(other);
                }
            }
            work.leave(Undo::Truth { var, meaning });
        } else if let Some(value) = work.domain(var).min() {
            work.leave(Undo::Free { var, value });
        }
    }
}
