//! Why a tower stands, or why none does, by the classic way.
//!
//! Each pair of opposite faces of a cube is a line between two colours. Two opposite sides of a tower take one line of each cube, so
//! that no colour has more than two ends; the other two sides do the same with other lines. Whoever finds two such choices
//! has the tower: along each chain of lines, what is in front of one cube is at the back of the next.

use std::ops::ControlFlow;
use std::time::Duration;

use tantalizer_draw::Drawing;
use tantalizer_model::{Limit, Request, Solution, Status, Var, Watch};
use tantalizer_puzzle::{OwnExplanation, OwnHint, Sentence, listed};

use super::Instance;
use super::facing::{ALL_PAIRS, Listener, Pair, facings};
use super::graph::draw_graph;
use super::standing::{Trouble, smallest_trouble};
use super::towers::Stack;

/// So many choices are told one by one.
const FEW: usize = 8;

/// So long fewer cubes are looked for that cannot stand.
const TIME_FOR_FEWER: Duration = Duration::from_secs(2);

/// No more choices are looked at.
const MOST_CHOICES: usize = 20_000;

/// A hint tries all ways to turn so many chains.
const MOST_CHAINS: usize = 12;

/// The variables of a cube: its orientation, then its sides.
const VARS_OF_A_CUBE: usize = 5;

impl Instance {
    /// Cubes of which no side may show a colour twice, explained by the lines between their colours.
    pub(super) fn by_lines(&self, request: &Request) -> Option<OwnExplanation> {
        let stack = Stack::new(self)?;
        let watch = request.limits.start();
        let mut telling = Telling {
            instance: self,
            sentences: Vec::new(),
        };
        let (cubes, colours) = (self.pieces.len(), self.colours.len());
        if cubes > colours {
            telling.say(format!(
                "{cubes} cubes cannot all differ on a side with {colours} colours."
            ));
            return Some(telling.no_tower(self.draw_nets()));
        }
        telling.tell_lines(&stack);
        let mut choices = Choices::new(watch);
        let allowed = vec![ALL_PAIRS; cubes];
        let stopped_by = facings(stack.cubes(), &allowed, &mut choices).break_value();
        let choices = choices.found;
        match (disjoint(&choices), stopped_by) {
            (Some((front, side)), _) => Some(telling.tower(&stack, &choices, front, side)),
            (None, None) => {
                let limits = request.limits.within(Some(TIME_FOR_FEWER));
                let trouble = smallest_trouble(stack.cubes(), &limits.start());
                telling.tell_trouble(&trouble);
                let graph = draw_graph(self, stack.cubes(), None);
                Some(telling.no_tower(graph))
            }
            // The engines may know more than can be told here.
            (None, Some(_)) => None,
        }
    }

    /// Which pairs of opposite faces a tower takes that has what is filled in, and how its next cube stands.
    pub(super) fn next_cube(&self, entries: &[(Var, i32)], request: &Request) -> Option<OwnHint> {
        let stack = Stack::new(self)?;
        let cubes = self.pieces.len();
        let mut choices = Choices::new(request.limits.start());
        let allowed = vec![ALL_PAIRS; cubes];
        let stopped_by = facings(stack.cubes(), &allowed, &mut choices).break_value();
        let Choices { watch, found, .. } = choices;
        let fits = |solution: &Solution| {
            let has = |&(var, value): &(Var, i32)| solution.0[var.index()] == value;
            entries.iter().all(has)
        };
        let all = found.iter().flat_map(|a| found.iter().map(move |b| [a, b]));
        let mut towers = all
            .filter(|[a, b]| differ(a, b))
            .take_while(|_| watch.expired().is_none())
            .filter_map(|[front, side]| {
                let tower = stack.tower_with([front, side], &fits)?;
                Some(([front, side], tower))
            });
        let ([front, side], solution) = towers.next().filter(|_| stopped_by.is_none())?;
        let telling = Telling {
            instance: self,
            sentences: Vec::new(),
        };
        let known = |&cube: &usize| {
            let own = entries.iter().map(|(var, _)| var.index() / VARS_OF_A_CUBE);
            own.into_iter().any(|other| other == cube)
        };
        let mut sentences = vec![format!(
            "A tower takes {} on sides 1 and 3 and {} on sides 2 and 4.",
            telling.lines(&stack, front),
            telling.lines(&stack, side)
        )];
        let next = (0..cubes).find(|cube| !known(cube))?;
        let sides = (1..VARS_OF_A_CUBE).map(|side| {
            let value = solution.0[next * VARS_OF_A_CUBE + side];
            telling.colour(u8::try_from(value).unwrap_or_default())
        });
        sentences.push(format!(
            "There cube {} shows {} on sides 1 to 4.",
            next + 1,
            listed(&sides.collect::<Vec<_>>(), "and")
        ));
        Some(OwnHint {
            sentences,
            sets: Vec::new(),
            solution,
        })
    }
}

impl Stack<'_> {
    /// A tower of these facings that fits, however its chains are turned.
    fn tower_with(
        &self,
        facings: [&Vec<Pair>; 2],
        fits: &impl Fn(&Solution) -> bool,
    ) -> Option<Solution> {
        let facings = facings.map(|facing| &facing[..]);
        let chains = self.chains(facings);
        let count = chains[0].count + chains[1].count;
        let ways = 0..1u32 << count.min(MOST_CHAINS);
        let mut towers = ways.map(|way| {
            let turned: Vec<bool> = (0..count)
                .map(|chain| chain < 32 && way >> chain & 1 == 1)
                .collect();
            self.solution(facings, &chains, &turned)
        });
        towers.find(fits)
    }
}

/// All choices of one line a cube.
struct Choices {
    watch: Watch,
    nodes: u64,
    found: Vec<Vec<Pair>>,
}

impl Choices {
    fn new(watch: Watch) -> Choices {
        Choices {
            watch,
            nodes: 0,
            found: Vec::new(),
        }
    }
}

impl Listener for Choices {
    type Stop = Limit;

    fn node(&mut self) -> ControlFlow<Limit> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(1 << 10)
            && let Some(limit) = self.watch.expired()
        {
            return ControlFlow::Break(limit);
        }
        ControlFlow::Continue(())
    }

    fn failure(&mut self) {}

    fn facing(&mut self, facing: &[Pair]) -> ControlFlow<Limit> {
        self.found.push(facing.to_vec());
        if self.found.len() == MOST_CHOICES {
            return ControlFlow::Break(Limit::Solutions);
        }
        ControlFlow::Continue(())
    }
}

/// The first two choices that have no line in common.
fn disjoint(choices: &[Vec<Pair>]) -> Option<(usize, usize)> {
    let all = (0..choices.len()).flat_map(|a| (a + 1..choices.len()).map(move |b| (a, b)));
    let mut all = all.filter(|&(a, b)| differ(&choices[a], &choices[b]));
    all.next()
}

fn differ(a: &[Pair], b: &[Pair]) -> bool {
    a.iter().zip(b).all(|(a, b)| a != b)
}

/// "A", "B", ...
fn letter(choice: usize) -> char {
    char::from(b'A' + (choice % 26) as u8)
}

struct Telling<'a> {
    instance: &'a Instance,
    sentences: Vec<Sentence>,
}

impl Telling<'_> {
    fn say(&mut self, text: String) {
        self.sentences.push(Sentence { under: 0, text });
    }

    fn colour(&self, colour: u8) -> &str {
        &self.instance.colours[usize::from(colour)]
    }

    fn line(&self, stack: &Stack<'_>, cube: usize, pair: Pair) -> String {
        let [from, to] = stack.cubes().ends[cube][usize::from(pair)];
        format!("{}-{}", self.colour(from), self.colour(to))
    }

    /// The lines of a choice: "1 R-G, 2 B-W".
    fn lines(&self, stack: &Stack<'_>, choice: &[Pair]) -> String {
        let cubes = choice.iter().enumerate();
        let lines =
            cubes.map(|(cube, &pair)| format!("{} {}", cube + 1, self.line(stack, cube, pair)));
        lines.collect::<Vec<_>>().join(", ")
    }

    fn tell_lines(&mut self, stack: &Stack<'_>) {
        for cube in 0..self.instance.pieces.len() {
            let lines: Vec<String> = (0..3).map(|pair| self.line(stack, cube, pair)).collect();
            let [first, second, third] = &lines[..] else {
                continue;
            };
            self.say(format!(
                "Cube {} has {first}, {second} and {third} on opposite faces.",
                cube + 1
            ));
        }
        let often = if self.instance.pieces.len() == self.instance.colours.len() {
            "every colour comes exactly twice, as there are as many colours as cubes"
        } else {
            "no colour comes more than twice"
        };
        self.say(format!(
            "Two opposite sides of the tower take one of these pairs of each cube, and on them {often}."
        ));
    }

    fn tower(
        mut self,
        stack: &Stack<'_>,
        choices: &[Vec<Pair>],
        front: usize,
        side: usize,
    ) -> OwnExplanation {
        let pairs = (0..choices.len())
            .flat_map(|a| (a + 1..choices.len()).map(move |b| (a, b)))
            .filter(|&(a, b)| differ(&choices[a], &choices[b]));
        let (names, taken) = if choices.len() <= FEW {
            for (number, choice) in choices.iter().enumerate() {
                self.say(format!(
                    "Choice {}: {}.",
                    letter(number),
                    self.lines(stack, choice)
                ));
            }
            let only = match pairs.count() {
                1 => "No other choices do so. Only",
                _ => "No other choices do so. For instance",
            };
            let names = [front, side].map(|choice| letter(choice).to_string());
            let taken = format!(
                "{only} {} and {} have no pair in common, and every cube needs one pair for sides 1 and 3 and another for sides 2 and 4.",
                names[0], names[1]
            );
            (names, taken)
        } else {
            for (name, choice) in [("A", front), ("B", side)] {
                let lines = self.lines(stack, &choices[choice]);
                self.say(format!("Choice {name}: {lines}."));
            }
            let taken = format!(
                "These two of {} choices have no pair in common, and every cube needs one pair for sides 1 and 3 and another for sides 2 and 4.",
                choices.len()
            );
            (["A", "B"].map(String::from), taken)
        };
        self.say(taken);
        let both = [&choices[front][..], &choices[side][..]];
        let chains = stack.chains(both);
        let turned = vec![false; chains[0].count + chains[1].count];
        let solution = stack.solution(both, &chains, &turned);
        for (of, (chains, sides)) in chains.iter().zip([(1, 3), (2, 4)]).enumerate() {
            self.tell_chains(&names[of], &chains.cubes(), sides, &solution);
        }
        let panels = Drawing::across(vec![
            draw_graph(self.instance, stack.cubes(), None).titled("all pairs"),
            draw_graph(self.instance, stack.cubes(), Some(both[0])).titled("sides 1 and 3"),
            draw_graph(self.instance, stack.cubes(), Some(both[1])).titled("sides 2 and 4"),
        ]);
        self.standing(solution, panels)
    }

    /// Along each chain: what a cube has at the back the next one has in front.
    fn tell_chains(
        &mut self,
        name: &str,
        chains: &[Vec<usize>],
        (front, back): (usize, usize),
        solution: &Solution,
    ) {
        let shown = |cube: usize, side: usize| {
            let value = solution.0[cube * VARS_OF_A_CUBE + side];
            self.colour(u8::try_from(value).unwrap_or_default())
        };
        let told: Vec<String> = chains
            .iter()
            .map(|chain| {
                let next = |cube: usize| {
                    let mut others = chain.iter().copied();
                    others.find(|&other| other != cube && shown(other, front) == shown(cube, back))
                };
                let order = along(chain, next);
                let cubes = order.iter().map(|&cube| {
                    format!("{} {}>{}", cube + 1, shown(cube, front), shown(cube, back))
                });
                cubes.collect::<Vec<_>>().join(", ")
            })
            .collect();
        let go_round = if told.len() == 1 {
            "go along its one chain"
        } else {
            "go along each of its chains"
        };
        self.say(format!(
            "Sides {front} and {back} show {name}; {go_round}, so that each colour is once on either side: {}.",
            told.join("; ")
        ));
    }

    fn tell_trouble(&mut self, trouble: &Trouble) {
        let cubes: Vec<String> = trouble
            .cubes
            .iter()
            .map(|cube| (cube + 1).to_string())
            .collect();
        let colours: Vec<&str> = (trouble.colours.iter())
            .map(|&colour| self.colour(colour as u8))
            .collect();
        let which = listed(&cubes, "and");
        let colours = listed(&colours, "or");
        let whose = match cubes.len() {
            1 => format!("Cube {which} cannot stand in any tower"),
            all if all == self.instance.pieces.len() => "These cubes cannot stand together".into(),
            _ => format!("Cubes {which} alone cannot stand together"),
        };
        let where_ = if trouble.on_two_sides {
            "whichever pairs are taken"
        } else {
            "whichever two pairs each of them shows"
        };
        self.say(format!(
            "{whose}: {where_}, {colours} comes three times on two opposite sides."
        ));
        if trouble.smallest && cubes.len() < self.instance.pieces.len() {
            self.say(format!(
                "No fewer than {} cubes have this trouble.",
                cubes.len()
            ));
        }
    }

    fn no_tower(mut self, drawing: Drawing) -> OwnExplanation {
        self.say("So there is no tower.".into());
        let status = Status::Unsatisfiable;
        OwnExplanation::in_sentences(status, Vec::new(), &self.sentences, drawing)
    }

    fn standing(self, solution: Solution, panels: Drawing) -> OwnExplanation {
        let numbers =
            (0..self.instance.pieces.len()).map(|cube| solution.0[cube * VARS_OF_A_CUBE] as usize);
        let tower = self.instance.tower(numbers.collect());
        let sides = self.instance.draw_sides(&tower);
        let drawing = Drawing::down(vec![
            panels,
            Drawing::across(vec![self.instance.draw_tower(&tower), sides.clone().into()]),
        ]);
        let status = Status::Satisfiable;
        let mut own =
            OwnExplanation::in_sentences(status, vec![solution], &self.sentences, drawing);
        own.below = Some(sides.into());
        own
    }
}

/// The cubes of a chain from its beginning, if it has one, each followed by the next.
fn along(chain: &[usize], next: impl Fn(usize) -> Option<usize>) -> Vec<usize> {
    let follow = |cube: &usize| !chain.iter().any(|&other| next(other) == Some(*cube));
    let first = chain
        .iter()
        .copied()
        .find(follow)
        .or(chain.first().copied());
    let mut order: Vec<usize> = first.into_iter().collect();
    while let Some(cube) = order.last().and_then(|&last| next(last)) {
        if order.contains(&cube) {
            break;
        }
        order.push(cube);
    }
    order
}
