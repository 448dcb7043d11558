//! What a puzzle must tell about its states and moves.

use std::fmt::Debug;

use crate::signed::SignedForm;

/// A finite set of states, numbered `0..len`, with moves between them.
///
/// The space must be *undirected*: if a move leads from `a` to `b`, some move
/// leads from `b` to `a`. Distances modulo 3 mean nothing otherwise.
/// [`inspect`] looks for violations of this and of the other promises below.
pub trait StateSpace: Sync {
    /// One position of the puzzle.
    type State: Clone + PartialEq + Debug + Send;

    /// Names the space, with every parameter that changes its states, moves or
    /// ranking. Stored tables carry it: a table is never used for another space.
    fn name(&self) -> String;

    /// The number of states.
    fn len(&self) -> u64;

    /// Whether there are no states at all.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The states at distance 0.
    fn goals(&self) -> Vec<Self::State>;

    /// The number of a state, below [`len`](Self::len).
    fn rank(&self, state: &Self::State) -> u64;

    /// The state of a number: the inverse of [`rank`](Self::rank).
    fn unrank(&self, rank: u64) -> Self::State;

    /// How many moves there are.
    fn moves(&self) -> usize;

    /// The state after a move, or `None` where the move is not possible.
    fn apply(&self, state: &Self::State, mv: usize) -> Option<Self::State>;

    /// How many distance-preserving symmetries are known, the identity (number
    /// 0) among them.
    fn symmetries(&self) -> usize {
        1
    }

    /// The image of a state under a symmetry; it has the same distance.
    fn image(&self, state: &Self::State, symmetry: usize) -> Self::State {
        debug_assert_eq!(symmetry, 0, "only the identity is known");
        state.clone()
    }

    /// What a stored table of this space says of its moves and its numbers, for a checker; nothing if no checker
    /// would understand it.
    fn statement(&self) -> Vec<u8> {
        Vec::new()
    }

    /// The same space as signed permutations, if it has that form: then its table
    /// is built by rows, many states at a time, and takes far less memory. The
    /// number of a state must be that of its permutation, in any order, shifted by
    /// the number of tiles, plus the set of its turned tiles.
    fn signed_form(&self) -> Option<&dyn SignedForm<Self::State>> {
        None
    }
}

/// A promise of [`StateSpace`] that a space does not keep.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SpaceFault {
    /// `rank(unrank(r))` is not `r`.
    #[error("state {0} is ranked {1} when ranked again")]
    RankNotInverse(u64, u64),
    /// A move that no move undoes.
    #[error("move {mv} leads from state {from} to {to}, and no move leads back")]
    NoWayBack {
        /// The state before the move.
        from: u64,
        /// The move.
        mv: usize,
        /// The state after it.
        to: u64,
    },
    /// A symmetry that does not carry neighbours to neighbours.
    #[error("symmetry {symmetry} separates state {state} from a neighbour")]
    NotASymmetry {
        /// The symmetry.
        symmetry: usize,
        /// The state.
        state: u64,
    },
    /// A symmetry that moves the goals elsewhere.
    #[error("symmetry {0} does not keep the goals")]
    GoalsMoved(usize),
    /// A state is another one, or has another number, as a signed permutation.
    #[error("state {0} is not what its signed form says")]
    WrongForm(u64),
    /// A move of signed permutations and its plain form disagree.
    #[error("move {mv} of state {state}: as signed permutations it leads elsewhere")]
    FormsDisagree {
        /// The state.
        state: u64,
        /// The move.
        mv: usize,
    },
}

/// Checks every promise of [`StateSpace`] for the given states. The conformance
/// test of a new space is one call of this.
pub fn inspect<S: StateSpace>(
    space: &S,
    ranks: impl IntoIterator<Item = u64>,
) -> Result<(), SpaceFault> {
    let mut goals: Vec<u64> = space.goals().iter().map(|g| space.rank(g)).collect();
    goals.sort_unstable();
    for symmetry in 0..space.symmetries() {
        let mut images: Vec<u64> = space
            .goals()
            .iter()
            .map(|g| space.rank(&space.image(g, symmetry)))
            .collect();
        images.sort_unstable();
        if images != goals {
            return Err(SpaceFault::GoalsMoved(symmetry));
        }
    }
    let neighbours = |state: &S::State| -> Vec<u64> {
        (0..space.moves())
            .filter_map(|mv| space.apply(state, mv))
            .map(|next| space.rank(&next))
            .collect()
    };
    for rank in ranks {
        let state = space.unrank(rank);
        let again = space.rank(&state);
        if again != rank {
            return Err(SpaceFault::RankNotInverse(rank, again));
        }
        for mv in 0..space.moves() {
            let Some(next) = space.apply(&state, mv) else {
                continue;
            };
            if !neighbours(&next).contains(&rank) {
                let to = space.rank(&next);
                return Err(SpaceFault::NoWayBack { from: rank, mv, to });
            }
        }
        for symmetry in 1..space.symmetries() {
            let mut here: Vec<u64> = (0..space.moves())
                .filter_map(|mv| space.apply(&state, mv))
                .map(|next| space.rank(&space.image(&next, symmetry)))
                .collect();
            let mut there = neighbours(&space.image(&state, symmetry));
            here.sort_unstable();
            there.sort_unstable();
            if here != there {
                return Err(SpaceFault::NotASymmetry {
                    symmetry,
                    state: rank,
                });
            }
        }
        if let Some(form) = space.signed_form() {
            inspect_form(space, form, rank, &state)?;
        }
    }
    Ok(())
}

fn inspect_form<S: StateSpace>(
    space: &S,
    form: &dyn SignedForm<S::State>,
    rank: u64,
    state: &S::State,
) -> Result<(), SpaceFault> {
    let (puzzle, board) = (form.puzzle(), form.signed(state));
    let n = puzzle.tiles();
    let turned = rank & ((1 << n) - 1);
    if form.state(&board) != *state || u64::from(board.turned) != turned {
        return Err(SpaceFault::WrongForm(rank));
    }
    for mv in 0..space.moves().max(puzzle.moves().len()) {
        let next = space.apply(state, mv).map(|next| form.signed(&next));
        if next.is_none() || next != puzzle.moves().get(mv).map(|mv| board.then(mv, n)) {
            return Err(SpaceFault::FormsDisagree { state: rank, mv });
        }
    }
    Ok(())
}
