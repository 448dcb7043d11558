//! Which constraints an engine takes, told by what it has.
//!
//! An engine has a trait of its own for constraints that it takes as they are, and a file for each of them with the `impl`.
//! [`native_constraints!`](crate::native_constraints) makes of that the two things that the engine needs: the
//! constraint at hand as that trait, if it has it, and whether constraints of a kind have it at all. Nothing is declared
//! beside.
//!
//! The idea: of two methods of one name, Rust takes the one that needs no further reference. The first is there only for
//! types that have the trait, so that it wins where it can, and the second one, which says "no", is left for the rest.

/// `native_constraints!(Trait)` defines `native`, which casts a constraint to `dyn Trait`, `takes`, which tells whether
/// that can be, and `support`, which tells how constraints of a kind are taken, from the constraints for which `Trait` is implemented. With
/// `native_constraints!(Trait, consistency)` the support tells the consistency that `Trait::consistency()` promises.
#[macro_export]
macro_rules! native_constraints {
    ($Trait:ident) => {
        $crate::for_each_constraint!([$crate::native_constraints] $Trait { None });
    };
    ($Trait:ident, $consistency:ident) => {
        $crate::for_each_constraint!(
            [$crate::native_constraints] $Trait { Some(<T as $Trait>::$consistency()) }
        );
    };
    ($Trait:ident $consistency:block $($Name:ident)*) => {
        /// The constraint as one that this engine takes, if there is a file for it.
        pub(crate) fn native(constraint: &$crate::Constraint) -> Option<&dyn $Trait> {
            use probe::{Other as _, Probe, Taken as _};
            match constraint {
                $($crate::Constraint::$Name(constraint) => (&Probe(Some(constraint))).cast(),)*
            }
        }

        /// Whether this engine takes the constraint, and one that it reifies, as it is; the rest is rewritten.
        #[allow(dead_code)] // an engine may look at more than that
        pub(crate) fn takes(constraint: &$crate::Constraint) -> bool {
            let inner_too = match constraint {
                $crate::Constraint::Reified(reified) => takes(&reified.constraint),
                _ => true,
            };
            inner_too && native(constraint).is_some()
        }

        /// How constraints of this kind are taken.
        pub(crate) fn support(kind: $crate::ConstraintKind) -> $crate::Support {
            use probe::{Other as _, Probe, Taken as _};
            match kind {
                $($crate::ConstraintKind::$Name => {
                    (&Probe::<$crate::constraints::$Name>(None)).support()
                })*
            }
        }

        #[allow(dead_code)] // an engine that takes everything has nothing left for `Other`
        mod probe {
            use super::$Trait;
            use $crate::Support;

            pub(super) struct Probe<'a, T>(pub(super) Option<&'a T>);

            pub(super) trait Taken<'a> {
                fn cast(&self) -> Option<&'a dyn $Trait>;
                fn support(&self) -> Support;
            }

            impl<'a, T: $Trait> Taken<'a> for Probe<'a, T> {
                fn cast(&self) -> Option<&'a dyn $Trait> {
                    self.0.map(|constraint| constraint as &dyn $Trait)
                }

                fn support(&self) -> Support {
                    Support::Native($consistency)
                }
            }

            pub(super) trait Other<'a> {
                fn cast(&self) -> Option<&'a dyn $Trait>;
                fn support(&self) -> Support;
            }

            impl<'a, T> Other<'a> for &Probe<'a, T> {
                fn cast(&self) -> Option<&'a dyn $Trait> {
                    None
                }

                fn support(&self) -> Support {
                    Support::Rewritten
                }
            }
        }
    };
}
