//! What nobody uses is left out: definitions that no constraint speaks of, and variables without any constraint.

use tantalizer_model::Var;

use super::work::{Meaning, Undo, Work};
use crate::RewriteError;

/// Lets all unused variables leave; what they stood for may then be unused as well.
pub(super) fn drop(work: &mut Work) -> Result<(), RewriteError> {
    let mut uses = work.uses();
    let mut idle: Vec<Var> = work.model.vars().collect();
    idle.retain(|var| uses[var.index()] == 0);
    while let Some(var) = idle.pop() {
        if work.stays[var.index()] || work.gone[var.index()] {
            continue;
        }
        if let Some(meaning) = work.definitions.remove(&var) {
            let still_used: &[Var] = match &meaning {
                Meaning::Number { scope, values, .. }
                    if work.leave_to_others(var, scope, values)? =>
                {
                    scope
                }
                _ => &[],
            };
            let others = meaning.vars().into_iter();
            for other in others.filter(|other| !still_used.contains(other)) {
                uses[other.index()] -= 1;
                if uses[other.index()] == 0 {
                    idle.push(other);
                }
            }
            work.leave(Undo::Meant { var, meaning });
        } else if let Some(value) = work.domain(var).min() {
            work.leave(Undo::Free { var, value });
        }
    }
    Ok(())
}
