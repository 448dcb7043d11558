//! The fewest towers by automata and path counting under branch and bound.
//!
//! This is the way of Löffler, Liu and Hofstedt (*Exploring Properties of the Instant Insanity Puzzle with Constraint Satisfaction
//! Approach*, 2020, Section 3.3). A tower is a word: the colours on the sides of the first piece, then of the second, and so on.
//! For each side an automaton accepts the words that are right on that side; spread over the whole word, intersected,
//! minimised and shortened to one letter (a *ring*) a piece, they become the automaton of all towers. A count variable for each
//! piece and ring says how many orientations of the piece show the ring, and the accepted paths, each
//! weighted with the product of its counts, are the towers (their Eq. 14): the path-count constraint.
//!
//! Against the paper's two days without an answer stand the propagator, and symmetries that are broken:
//!
//! - *One colouring a type.* The counts depend on a piece up to rotation only. So a piece is one variable, its type, tied to
//!   its counts by a table with a row for each type.
//! - *Pieces in order, colours in order.* Neither the order of the pieces nor the names of the colours change the number of
//!   towers. So of all sets that differ only in these, it is enough to look at the one whose sorted list of types is
//!   the smallest. Every beginning of such a list is then the smallest among its own renamings: if renaming made the beginning
//!   smaller, it would make the whole list smaller, because adding types to a sorted list never makes an entry at a given place
//!   larger. So the types increase, and the first few form one of the beginnings that no renaming makes smaller: a
//!   table again.

use std::collections::BTreeSet;
use std::sync::Arc;

use tantalizer_ask::AskError;
use tantalizer_model::automaton::{Dfa, Shortened};
use tantalizer_model::{
    Answer, Collect, EngineChoice, EngineId, Model, ModelError, Objective, PathArc, PathGraph,
    Question, Rel, Request, Strategy, Tuples, Var, VariableChoice,
};
use thiserror::Error;

use super::family::{SetParameters, permutations};
use super::types::PieceTypes;
use crate::instant_insanity::Rule;

/// How many types the table of beginnings covers: more would be a larger table, fewer a larger search.
const BEGINNING: usize = 3;
/// Automata with more paths are refused; the propagator goes through all of them each time.
const MOST_PATHS: usize = 3_000_000;

/// Why this way gives no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AutomataError {
    /// The model cannot be built.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The engine gives no answer.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// The automaton of all towers is too large.
    #[error("the automaton of all towers has {found} paths, at most {MOST_PATHS} are searched")]
    TooLarge {
        /// Its size.
        found: usize,
    },
}

/// The model whose best solution is a set of pieces with the fewest towers.
#[derive(Clone, Debug)]
pub struct AutomataModel {
    /// The model; its objective is the number of towers.
    pub model: Model,
    /// The type of each piece, as in [`PieceTypes`].
    pub types: Vec<Var>,
    /// The number of towers for each rule.
    pub totals: Vec<Var>,
}

/// What branch and bound found.
#[derive(Clone, Debug)]
pub struct AutomataFinding {
    /// What the engine said: whether the search was finished is in its status.
    pub answer: Answer,
    /// The types of the best set, if there is one.
    pub witness: Option<Vec<u32>>,
    /// Its number of towers for each rule.
    pub counts: Vec<u64>,
}

/// Searches for a set with the fewest towers; the request says how, not what.
pub fn fewest_by_automata(
    parameters: &SetParameters,
    types: &PieceTypes,
    request: &Request,
) -> Result<AutomataFinding, AutomataError> {
    let built = automata_model(parameters, types)?;
    let request = Request {
        // Path counts are only propagated by the search engine.
        engine: match request.engine {
            EngineChoice::Auto => EngineChoice::Only(EngineId::Search),
            chosen => chosen,
        },
        strategy: request
            .strategy
            .or(Some(Strategy::new(VariableChoice::Leftmost))),
        ..request.with_question(Question::Best)
    };
    let mut found = Collect::default();
    let answer = tantalizer_ask::ask(&built.model, &request, &mut found)?;
    let best = found.solutions.last();
    let whole = |vars: &[Var]| best.map(|best| best.project(vars));
    Ok(AutomataFinding {
        witness: whole(&built.types).map(|list| list.iter().map(|&t| t as u32).collect()),
        counts: whole(&built.totals)
            .map(|list| list.iter().map(|&count| count as u64).collect())
            .unwrap_or_default(),
        answer,
    })
}

/// Builds the model.
pub fn automata_model(
    parameters: &SetParameters,
    types: &PieceTypes,
) -> Result<AutomataModel, AutomataError> {
    let pieces = parameters.pieces;
    let rules = parameters.towers.rules();
    let automata: Vec<Shortened> = rules
        .iter()
        .map(|&rule| towers(types, pieces, rule))
        .collect::<Result<_, _>>()?;
    let mut model = Model::new("the fewest towers, by automata");
    let last = types.types.len() as i32 - 1;
    let kinds = model.array("type", pieces, 0..=last);
    let counts = count_variables(&mut model, &kinds, types, &automata)?;

    let most = (types.shape.orientation_count() as u64)
        .checked_pow(pieces as u32)
        .and_then(|count| i32::try_from(count).ok())
        .unwrap_or(i32::MAX);
    let mut totals = Vec::new();
    for automaton in &automata {
        let total = model.int(format!("towers {}", totals.len() + 1), 1..=most);
        let graph = path_graph(automaton, &counts, types);
        model.path_count(Arc::new(graph), total)?;
        totals.push(total);
    }
    let objective = match totals[..] {
        [total] => total,
        _ => {
            let sum = model.int("towers", 1..=most);
            let terms = totals.iter().map(|&total| (1, total)).chain([(-1, sum)]);
            model.linear(terms, Rel::Equal, 0)?;
            sum
        }
    };
    break_symmetries(&mut model, &kinds, parameters, types)?;
    model.set_answer(kinds.clone());
    model.set_objective(Objective::Minimise(objective));
    Ok(AutomataModel {
        model,
        types: kinds,
        totals,
    })
}

/// The automaton of all towers: one automaton for each side, spread over the word, intersected, minimised, and shortened to
/// one letter a piece.
pub fn towers(types: &PieceTypes, pieces: usize, rule: Rule) -> Result<Shortened, AutomataError> {
    let sides = types.shape.sides();
    let alphabet: Vec<i32> = (0..types.colours as i32).collect();
    let side = match rule {
        Rule::AllDifferent => all_different(pieces, types.colours)?,
        Rule::AllEqual { .. } => all_equal(pieces, types.colours)?,
    };
    let mut tower = side.spread(sides, 0, &alphabet)?.minimise();
    for offset in 1..sides {
        let next = side.spread(sides, offset, &alphabet)?;
        tower = tower.intersect(&next)?.minimise();
    }
    if rule == Rule::EQUAL {
        tower = tower
            .intersect(&different_sides(sides, pieces, types.colours)?)?
            .minimise();
    }
    let short = tower.shorten(sides)?;
    let found = short.automaton.transitions().count();
    if found > MOST_PATHS {
        return Err(AutomataError::TooLarge { found });
    }
    Ok(short)
}

/// Words of `length` letters, all different: a state is the set of letters used.
fn all_different(length: usize, colours: usize) -> Result<Dfa, ModelError> {
    let sets = 1usize << colours;
    let used = |set: usize| set.count_ones() as usize;
    let steps = (0..sets).filter(|&set| used(set) < length).flat_map(|set| {
        let free = (0..colours).filter(move |colour| set & (1 << colour) == 0);
        free.map(move |colour| (set, colour as i32, set | 1 << colour))
    });
    let accepting = (0..sets).filter(|&set| used(set) == length);
    Ok(Dfa::new(sets, 0, accepting, steps)?.minimise())
}

/// Words of `length` equal letters: a state is the letter and how often it was read.
fn all_equal(length: usize, colours: usize) -> Result<Dfa, ModelError> {
    let state = |colour: usize, read: usize| {
        if read == 0 {
            0
        } else {
            1 + colour * length + read - 1
        }
    };
    let steps = (0..colours).flat_map(|colour| {
        (0..length).map(move |read| (state(colour, read), colour as i32, state(colour, read + 1)))
    });
    let accepting = (0..colours).map(|colour| state(colour, length));
    Ok(Dfa::new(1 + colours * length, 0, accepting, steps)?.minimise())
}

/// Words whose first `sides` letters are all different; the other pieces show the same as the first.
fn different_sides(sides: usize, pieces: usize, colours: usize) -> Result<Dfa, ModelError> {
    // A set of used colours while the first piece is read, then one more state for each further letter.
    let sets = 1usize << colours;
    let rest = sides * (pieces - 1);
    let used = |set: usize| set.count_ones() as usize;
    let mut steps = Vec::new();
    for set in (0..sets).filter(|&set| used(set) < sides) {
        for colour in (0..colours).filter(|colour| set & (1 << colour) == 0) {
            let next = set | 1 << colour;
            let next = if used(next) == sides { sets } else { next };
            steps.push((set, colour as i32, next));
        }
    }
    for read in 0..rest {
        let letters = 0..colours as i32;
        steps.extend(letters.map(|colour| (sets + read, colour, sets + read + 1)));
    }
    Dfa::new(sets + rest + 1, 0, [sets + rest], steps)
}

/// For each piece and each ring that some automaton reads, how many orientations of the piece show it.
fn count_variables(
    model: &mut Model,
    kinds: &[Var],
    types: &PieceTypes,
    automata: &[Shortened],
) -> Result<Vec<Vec<Option<Var>>>, ModelError> {
    let number = |word: &Vec<i32>| {
        let ring: Vec<u8> = word.iter().map(|&colour| colour as u8).collect();
        types.ring_number(&ring)
    };
    let words = automata.iter().flat_map(|automaton| &automaton.words);
    let rings: BTreeSet<usize> = words.map(number).collect();
    let shown = |kind: usize, ring: usize| {
        let list = &types.types[kind].rings;
        let found = list.iter().find(|entry| entry.0 == ring);
        found.map_or(0, |entry| entry.1 as i32)
    };
    // Rings that no type shows have no variable: their paths count nothing.
    let rings: Vec<usize> = rings
        .into_iter()
        .filter(|&ring| (0..types.types.len()).any(|kind| shown(kind, ring) > 0))
        .collect();
    let rows: Vec<Vec<i32>> = (0..types.types.len())
        .map(|kind| {
            let counts = rings.iter().map(|&ring| shown(kind, ring));
            [kind as i32].into_iter().chain(counts).collect()
        })
        .collect();
    let table = Arc::new(Tuples::new(1 + rings.len(), &rows)?);
    let mut variables = Vec::new();
    for (piece, &kind) in kinds.iter().enumerate() {
        let mut of_piece = vec![None; types.ring_count()];
        let mut columns = vec![kind];
        for (column, &ring) in rings.iter().enumerate() {
            let values: BTreeSet<i32> = rows.iter().map(|row| row[column + 1]).collect();
            let values: Vec<i32> = values.into_iter().collect();
            let var = model.int(format!("piece {} shows ring {ring}", piece + 1), values);
            of_piece[ring] = Some(var);
            columns.push(var);
        }
        model.table(&columns, table.clone())?;
        variables.push(of_piece);
    }
    Ok(variables)
}

/// The automaton as a graph whose arcs carry the count variables of the piece they read.
fn path_graph(short: &Shortened, counts: &[Vec<Option<Var>>], types: &PieceTypes) -> PathGraph {
    let automaton = &short.automaton;
    // States are numbered piece by piece, so the piece that a state reads next is known from any arc into it.
    let mut depth = vec![0; automaton.state_count()];
    let mut arcs = Vec::new();
    for (from, letter, to) in automaton.transitions() {
        depth[to] = depth[from] + 1;
        let word = &short.words[letter as usize];
        let ring: Vec<u8> = word.iter().map(|&colour| colour as u8).collect();
        if let Some(multiplicity) = counts[depth[from]][types.ring_number(&ring)] {
            arcs.push(PathArc {
                from,
                to,
                multiplicity,
            });
        }
    }
    PathGraph {
        nodes: automaton.state_count(),
        start: automaton.start(),
        accepting: (0..automaton.state_count())
            .filter(|&state| automaton.is_accepting(state))
            .collect(),
        arcs,
    }
}

/// The types increase, and they begin like a list that no renaming of colours makes smaller.
fn break_symmetries(
    model: &mut Model,
    kinds: &[Var],
    parameters: &SetParameters,
    types: &PieceTypes,
) -> Result<(), ModelError> {
    let rel = if parameters.distinct {
        Rel::Less
    } else {
        Rel::LessEqual
    };
    for pair in kinds.windows(2) {
        model.compare(pair[0], rel, pair[1])?;
    }
    let renamings: Vec<Vec<u32>> = permutations(parameters.colours)
        .iter()
        .map(|names| types.renamed(names))
        .collect();
    let smallest = |list: &[i32]| {
        renamings.iter().all(|renaming| {
            let mut image: Vec<i32> = list.iter().map(|&t| renaming[t as usize] as i32).collect();
            image.sort_unstable();
            list <= &image[..]
        })
    };
    let mut beginnings: Vec<Vec<i32>> = vec![Vec::new()];
    let length = BEGINNING.min(kinds.len());
    for _ in 0..length {
        let mut longer = Vec::new();
        for beginning in &beginnings {
            let first = beginning.last().copied().unwrap_or(0);
            for next in first..types.types.len() as i32 {
                let list = [&beginning[..], &[next]].concat();
                if smallest(&list) {
                    longer.push(list);
                }
            }
        }
        beginnings = longer;
    }
    model.table(&kinds[..length], Tuples::new(length, &beginnings)?.into())?;
    Ok(())
}
