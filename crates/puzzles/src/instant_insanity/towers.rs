//! Towers of cubes without a colour twice on a side, found side by side instead of cube by cube.
//!
//! A tower is made of two facings, one for the first and third side and one for the second and fourth, with
//! different pairs on each cube. Take the pairs of a facing as links between their two colours: no colour has more than two links,
//! so the links form open and closed chains. Along a chain, each colour that is in front on one cube is at the
//! back on the next, so a chain can stand in exactly two ways, whatever the others do. Two facings with `c` chains between them therefore
//! are 2^c towers, which are counted without being looked at.

use super::facing::{ALL_PAIRS, Cubes, Listener, PAIRS, Pair, Pairs, facings};
use super::{Instance, Rule, Shape};
use std::ops::ControlFlow;
use tantalizer_model::{Limit, Limits, Progress, Solution, Watch};
use tantalizer_puzzle::own_way::{Ended, Teller};

/// The faces of each pair, numbered as in [`Shape::orientations`].
const FACES: [[usize; 2]; PAIRS] = [[0, 2], [1, 3], [4, 5]];

/// How many decisions lie between two looks at the clock.
const NODES_BETWEEN_LOOKS: u64 = 1 << 12;

/// How often progress is told, in seconds.
const PROGRESS_SECONDS: f64 = 0.25;

/// An instance as this module sees it.
pub(super) struct Stack<'a> {
    instance: &'a Instance,
    cubes: Cubes,
    /// The number of the orientation that has one pair on the first and third side and another on the second and fourth;
    /// each with its first face in front, or its second.
    orientations: [[[[i32; 2]; PAIRS]; 2]; PAIRS],
}

/// Two facings with different pairs on each cube.
pub(super) type Facings<'a> = [&'a [Pair]; 2];

impl<'a> Stack<'a> {
    /// Cubes of which no side may show a colour twice; other instances are not for this module.
    pub fn new(instance: &'a Instance) -> Option<Stack<'a>> {
        if instance.shape != Shape::Cube || instance.rule != Rule::AllDifferent {
            return None;
        }
        let ends = |piece: &Vec<u8>| FACES.map(|faces| faces.map(|face| piece[face]));
        let ends = instance.pieces.iter().map(ends).collect();
        let mut orientations = [[[[0; 2]; PAIRS]; 2]; PAIRS];
        for (faces, number) in Shape::Cube.orientations().iter().zip(1..) {
            let [(front, front_turned), (side, side_turned)] =
                [0, 1].map(|place| stands(faces[place]));
            orientations[front][front_turned][side][side_turned] = number;
        }
        Some(Stack {
            instance,
            cubes: Cubes::new(ends, instance.colours.len()),
            orientations,
        })
    }

    /// The cubes as pairs of opposite colours.
    pub fn cubes(&self) -> &Cubes {
        &self.cubes
    }

    /// Finds all pairs of facings.
    pub fn find(
        &self,
        limits: &Limits,
        teller: &mut Teller<'_>,
        found: &mut dyn FnMut(Facings<'_>, &mut Teller<'_>) -> ControlFlow<()>,
    ) -> Ended {
        let mut search = Search {
            cubes: &self.cubes,
            watch: limits.start(),
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            told: 0.0,
            found_pairs: 0,
            ended: Ended::default(),
            teller,
            found,
        };
        let allowed = vec![ALL_PAIRS; self.cubes.ends.len()];
        let stopped_by = facings(&self.cubes, &allowed, &mut search).break_value();
        Ended {
            stopped_by,
            ..search.ended
        }
    }

    /// The chains of both facings.
    pub fn chains(&self, facings: Facings<'_>) -> [Chains; 2] {
        facings.map(|facing| Chains::new(&self.cubes, facing))
    }

    /// A tower of the facings, as a solution of the model, once it is known which chains are turned.
    pub fn solution(
        &self,
        facings: Facings<'_>,
        chains: &[Chains; 2],
        turned: &[bool],
    ) -> Solution {
        let mut values = Vec::new();
        let (of_front, of_side) = turned.split_at(chains[0].count);
        for cube in 0..self.cubes.ends.len() {
            let front = usize::from(chains[0].is_turned(cube, of_front));
            let side = usize::from(chains[1].is_turned(cube, of_side));
            let [front_pair, side_pair] = facings.map(|facing| usize::from(facing[cube]));
            let number = self.orientations[front_pair][front][side_pair][side];
            values.push(number);
            let ends = self.cubes.ends[cube];
            let shown = [
                ends[front_pair][front],
                ends[side_pair][side],
                ends[front_pair][1 - front],
                ends[side_pair][1 - side],
            ];
            values.extend(shown.map(i32::from));
        }
        Solution(values)
    }

    /// Whether, of the facings that show the same colours, these come first: each picture is then counted once.
    pub fn are_first_of_their_picture(&self, facings: Facings<'_>) -> bool {
        let coloured = |cube: usize, pair: Pair| {
            let mut ends = self.cubes.ends[cube][usize::from(pair)];
            ends.sort_unstable();
            ends
        };
        (0..self.instance.pieces.len()).all(|cube| {
            let [front, side] = facings.map(|facing| facing[cube]);
            let alike = |&(a, b): &(Pair, Pair)| {
                a != b
                    && coloured(cube, a) == coloured(cube, front)
                    && coloured(cube, b) == coloured(cube, side)
            };
            let pairs = 0..PAIRS as Pair;
            let all = pairs
                .clone()
                .flat_map(|a| pairs.clone().map(move |b| (a, b)));
            all.into_iter().find(alike) == Some((front, side))
        })
    }

    /// The chains that change the picture when they are turned: all but those of one cube with the same colour on both faces.
    pub fn differing(&self, facings: Facings<'_>, chains: &[Chains; 2]) -> Vec<usize> {
        let mut differing = vec![true; chains[0].count + chains[1].count];
        let firsts = [0, chains[0].count];
        for ((facing, chains), first) in facings.into_iter().zip(chains).zip(firsts) {
            for (cube, &pair) in facing.iter().enumerate() {
                let [front, back] = self.cubes.ends[cube][usize::from(pair)];
                if front == back {
                    differing[first + chains.chain[cube]] = false;
                }
            }
        }
        (0..differing.len())
            .filter(|&chain| differing[chain])
            .collect()
    }
}

/// The pair that a face belongs to, and its place in it.
fn stands(face: usize) -> (usize, usize) {
    let places = FACES.iter().enumerate();
    let mut found =
        places.filter_map(|(pair, faces)| Some((pair, faces.iter().position(|&f| f == face)?)));
    found.next().expect("each face belongs to a pair")
}

/// The chains that the pairs of a facing form.
pub(super) struct Chains {
    /// How many there are.
    pub count: usize,
    /// For each cube its chain.
    chain: Vec<usize>,
    /// For each cube whether its second face is in front, if its chain is not turned.
    turned: Vec<bool>,
}

impl Chains {
    fn new(cubes: &Cubes, facing: &[Pair]) -> Chains {
        let ends = |cube: usize| cubes.ends[cube][usize::from(facing[cube])];
        let mut linked: Vec<Vec<usize>> = vec![Vec::new(); cubes.colours()];
        for cube in 0..facing.len() {
            for end in ends(cube) {
                linked[usize::from(end)].push(cube);
            }
        }
        let mut chains = Chains {
            count: 0,
            chain: vec![usize::MAX; facing.len()],
            turned: vec![false; facing.len()],
        };
        for first in 0..facing.len() {
            if chains.chain[first] != usize::MAX {
                continue;
            }
            chains.chain[first] = chains.count;
            let mut reached = vec![first];
            while let Some(cube) = reached.pop() {
                for (place, colour) in ends(cube).into_iter().enumerate() {
                    let in_front = (place == 1) == chains.turned[cube];
                    for &next in &linked[usize::from(colour)] {
                        if chains.chain[next] == usize::MAX {
                            chains.chain[next] = chains.count;
                            // The colour is to be at the back where it was in front, and the other way round.
                            let is_second = ends(next)[1] == colour;
                            chains.turned[next] = is_second != in_front;
                            reached.push(next);
                        }
                    }
                }
            }
            chains.count += 1;
        }
        chains
    }

    /// The cubes of each chain.
    pub fn cubes(&self) -> Vec<Vec<usize>> {
        let mut cubes = vec![Vec::new(); self.count];
        for (cube, &chain) in self.chain.iter().enumerate() {
            cubes[chain].push(cube);
        }
        cubes
    }

    fn is_turned(&self, cube: usize, turned: &[bool]) -> bool {
        self.turned[cube] != turned[self.chain[cube]]
    }
}

struct Search<'a, 't> {
    cubes: &'a Cubes,
    watch: Watch,
    most_nodes: u64,
    /// When progress was told last.
    told: f64,
    found_pairs: u64,
    ended: Ended,
    teller: &'a mut Teller<'t>,
    found: &'a mut dyn FnMut(Facings<'_>, &mut Teller<'_>) -> ControlFlow<()>,
}

impl Listener for Search<'_, '_> {
    type Stop = Limit;

    fn node(&mut self) -> ControlFlow<Limit> {
        let nodes = self.ended.nodes;
        if nodes == self.most_nodes {
            return ControlFlow::Break(Limit::Nodes);
        }
        if nodes.is_multiple_of(NODES_BETWEEN_LOOKS) {
            if let Some(limit) = self.watch.expired() {
                return ControlFlow::Break(limit);
            }
            let now = self.watch.seconds();
            if now - self.told > PROGRESS_SECONDS {
                self.told = now;
                self.teller.observer().progress(&Progress {
                    nodes,
                    failures: self.ended.failures,
                    solutions: self.found_pairs,
                    fraction: None,
                });
            }
        }
        self.ended.nodes += 1;
        ControlFlow::Continue(())
    }

    fn failure(&mut self) {
        self.ended.failures += 1;
    }

    /// One facing is found: now for those that go with it.
    fn facing(&mut self, front: &[Pair]) -> ControlFlow<Limit> {
        let allowed: Vec<Pairs> = front.iter().map(|pair| ALL_PAIRS & !(1 << pair)).collect();
        let cubes = self.cubes;
        facings(
            cubes,
            &allowed,
            &mut SecondFacing {
                search: self,
                front,
            },
        )
    }
}

/// The search for a facing that goes with a first one.
struct SecondFacing<'a, 'b, 't> {
    search: &'a mut Search<'b, 't>,
    front: &'a [Pair],
}

impl Listener for SecondFacing<'_, '_, '_> {
    type Stop = Limit;

    fn node(&mut self) -> ControlFlow<Limit> {
        self.search.node()
    }

    fn failure(&mut self) {
        self.search.failure();
    }

    fn facing(&mut self, side: &[Pair]) -> ControlFlow<Limit> {
        self.search.found_pairs += 1;
        let found = (self.search.found)([self.front, side], self.search.teller);
        found.map_break(|()| Limit::Solutions)
    }
}
