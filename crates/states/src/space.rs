//! What a puzzle must tell about its states and moves.

use std::fmt::Debug;

use crate::blocks::BlockMoves;

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

    /// The same moves, a block of states at a time, if the space has that form.
    fn blocks(&self) -> Option<&dyn BlockMoves> {
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
    /// The block form of a move and its plain form disagree.
    #[error("move {mv} of state {state}: by blocks it leads elsewhere")]
    BlocksDisagree {
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
        if let Some(blocks) = space.blocks() {
            inspect_blocks(space, blocks, rank, &state)?;
        }
    }
    Ok(())
}

fn inspect_blocks<S: StateSpace>(
    space: &S,
    blocks: &dyn BlockMoves,
    rank: u64,
    state: &S::State,
) -> Result<(), SpaceFault> {
    let block = (rank >> blocks.cell_bits()) as usize;
    let cell = rank & ((1 << blocks.cell_bits()) - 1);
    let (group, from) = (block / blocks.group_len(), block % blocks.group_len());
    let mut targets = Vec::new();
    for mv in 0..space.moves() {
        targets.clear();
        blocks.targets(group, mv, &mut targets);
        let found: Vec<u64> = targets
            .iter()
            .filter(|t| t.from as usize == from)
            .map(|t| u64::from(t.to) << blocks.cell_bits() | (cell ^ u64::from(t.flip)))
            .collect();
        let expected: Vec<u64> = space
            .apply(state, mv)
            .iter()
            .map(|next| space.rank(next))
            .collect();
        if found != expected {
            return Err(SpaceFault::BlocksDisagree { state: rank, mv });
        }
    }
    Ok(())
}
