//! The constraints of a model, as plain data.
//!
//! What each one means is said once, in the judge; this file only says of what
//! parts it is made.

use std::sync::Arc;

use crate::automaton::Dfa;
use crate::{Domain, Tuples, Var};

/// A relation between two integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rel {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
}

impl Rel {
    /// All six relations.
    pub const ALL: [Rel; 6] = [
        Rel::Equal,
        Rel::NotEqual,
        Rel::Less,
        Rel::LessEqual,
        Rel::Greater,
        Rel::GreaterEqual,
    ];

    /// Whether `left` stands in this relation to `right`.
    pub fn holds<T: Ord>(self, left: T, right: T) -> bool {
        match self {
            Rel::Equal => left == right,
            Rel::NotEqual => left != right,
            Rel::Less => left < right,
            Rel::LessEqual => left <= right,
            Rel::Greater => left > right,
            Rel::GreaterEqual => left >= right,
        }
    }

    /// The relation that holds exactly when this one does not.
    pub fn negated(self) -> Rel {
        match self {
            Rel::Equal => Rel::NotEqual,
            Rel::NotEqual => Rel::Equal,
            Rel::Less => Rel::GreaterEqual,
            Rel::LessEqual => Rel::Greater,
            Rel::Greater => Rel::LessEqual,
            Rel::GreaterEqual => Rel::Less,
        }
    }

    /// The relation with its two sides exchanged.
    pub fn mirrored(self) -> Rel {
        match self {
            Rel::Equal | Rel::NotEqual => self,
            Rel::Less => Rel::Greater,
            Rel::LessEqual => Rel::GreaterEqual,
            Rel::Greater => Rel::Less,
            Rel::GreaterEqual => Rel::LessEqual,
        }
    }

    /// How the relation is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Rel::Equal => "=",
            Rel::NotEqual => "!=",
            Rel::Less => "<",
            Rel::LessEqual => "<=",
            Rel::Greater => ">",
            Rel::GreaterEqual => ">=",
        }
    }
}

/// An arithmetic operation on two integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Arithmetic {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`, truncating toward zero; dividing by zero has no value.
    Divide,
}

impl Arithmetic {
    /// All four operations.
    pub const ALL: [Arithmetic; 4] = [
        Arithmetic::Plus,
        Arithmetic::Minus,
        Arithmetic::Times,
        Arithmetic::Divide,
    ];

    /// How the operation is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Arithmetic::Plus => "+",
            Arithmetic::Minus => "-",
            Arithmetic::Times => "*",
            Arithmetic::Divide => "/",
        }
    }
}

/// A Boolean variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Literal {
    /// A variable whose domain lies within `{0, 1}`.
    pub var: Var,
    /// The literal is true when the variable is 1 (`true`) or when it is 0 (`false`).
    pub positive: bool,
}

impl Literal {
    /// True when `var` is 1.
    pub fn yes(var: Var) -> Self {
        Literal {
            var,
            positive: true,
        }
    }

    /// True when `var` is 0.
    pub fn no(var: Var) -> Self {
        Literal {
            var,
            positive: false,
        }
    }

    /// The value of the variable that makes the literal true.
    pub fn value(self) -> i32 {
        i32::from(self.positive)
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal {
            var: self.var,
            positive: !self.positive,
        }
    }
}

/// An arc of a [`PathGraph`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PathArc {
    /// The node it leaves.
    pub from: usize,
    /// The node it enters; larger than `from`.
    pub to: usize,
    /// How often it counts; a variable that is never negative.
    pub multiplicity: Var,
}

/// An acyclic graph whose accepted paths are counted; its nodes are numbered so
/// that every arc goes to a larger number.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PathGraph {
    /// How many nodes there are.
    pub nodes: usize,
    /// Where each path starts.
    pub start: usize,
    /// Where a path may end.
    pub accepting: Vec<usize>,
    /// The arcs, in any order.
    pub arcs: Vec<PathArc>,
}

/// A condition on variables. [`crate::Model::violated`] defines each of them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Constraint {
    /// `x` is one of `values`.
    Member {
        /// The variable.
        x: Var,
        /// The values it may take.
        values: Domain,
    },
    /// `x rel y`.
    Compare {
        /// Left side.
        x: Var,
        /// The relation.
        rel: Rel,
        /// Right side.
        y: Var,
    },
    /// `x op y rel z`; a division by zero satisfies no relation.
    Arithm {
        /// First operand.
        x: Var,
        /// The operation.
        op: Arithmetic,
        /// Second operand.
        y: Var,
        /// The relation.
        rel: Rel,
        /// What the result is compared with.
        z: Var,
    },
    /// The sum of `coefficient * variable` stands in relation to a constant.
    Linear {
        /// Coefficients and variables.
        terms: Vec<(i64, Var)>,
        /// The relation.
        rel: Rel,
        /// The right side.
        constant: i64,
    },
    /// No two variables are equal.
    AllDifferent {
        /// The variables.
        vars: Vec<Var>,
    },
    /// All variables are equal.
    AllEqual {
        /// The variables.
        vars: Vec<Var>,
    },
    /// Exactly `count` of `vars` equal `value`.
    Count {
        /// The variables counted over.
        vars: Vec<Var>,
        /// The value looked for; may itself be a variable.
        value: Var,
        /// How many there are.
        count: Var,
    },
    /// `values[i]` occurs exactly `counts[i]` times in `vars`; if `closed`, nothing else occurs.
    GlobalCardinality {
        /// The variables counted over.
        vars: Vec<Var>,
        /// The values counted, each once.
        values: Vec<i32>,
        /// How often each occurs.
        counts: Vec<Var>,
        /// Whether other values are forbidden.
        closed: bool,
    },
    /// `array[index - offset] = value`; an index outside the array satisfies nothing.
    Element {
        /// The array.
        array: Vec<Var>,
        /// The index of the array's first entry.
        offset: i32,
        /// Which entry.
        index: Var,
        /// What stands there.
        value: Var,
    },
    /// The variables' values form one of the rows (`allowed`), or none of them.
    Table {
        /// The variables, one a column.
        vars: Vec<Var>,
        /// The rows.
        tuples: Arc<Tuples>,
        /// Whether the rows are allowed or forbidden.
        allowed: bool,
    },
    /// The automaton accepts the variables' values as a word.
    Regular {
        /// The word.
        vars: Vec<Var>,
        /// The automaton.
        automaton: Arc<Dfa>,
    },
    /// `left` comes before `right` in lexicographic order (or equals it, unless `strict`);
    /// a proper prefix comes before the longer word.
    Lex {
        /// The smaller word.
        left: Vec<Var>,
        /// The larger word.
        right: Vec<Var>,
        /// Whether equality is excluded.
        strict: bool,
    },
    /// `forward[i] = j` exactly when `backward[j] = i`, all indices shifted by the offsets.
    Inverse {
        /// The map.
        forward: Vec<Var>,
        /// The index of `forward`'s first entry.
        forward_offset: i32,
        /// The inverse map.
        backward: Vec<Var>,
        /// The index of `backward`'s first entry.
        backward_offset: i32,
    },
    /// Following `successors` from any node visits all nodes in one loop.
    Circuit {
        /// `successors[i] - offset` is the node after node `i`.
        successors: Vec<Var>,
        /// The number of the first node.
        offset: i32,
    },
    /// Nodes that are not their own successor form one loop; there may be none.
    Subcircuit {
        /// `successors[i] - offset` is the node after node `i`.
        successors: Vec<Var>,
        /// The number of the first node.
        offset: i32,
    },
    /// The vertices with value 1 form a connected part of the graph; no vertex, or one, is connected.
    Connected {
        /// One 0/1 variable a vertex.
        chosen: Vec<Var>,
        /// Undirected edges between vertex numbers.
        edges: Arc<Vec<(usize, usize)>>,
    },
    /// At least one literal is true.
    Clause {
        /// The literals.
        literals: Vec<Literal>,
    },
    /// An odd number (`parity`) or an even number of the variables is 1.
    Xor {
        /// 0/1 variables.
        vars: Vec<Var>,
        /// Whether the number is odd.
        parity: bool,
    },
    /// `by` is 1 exactly when `constraint` holds.
    Reified {
        /// The constraint.
        constraint: Box<Constraint>,
        /// The 0/1 variable that tells whether it holds.
        by: Var,
    },
    /// `result` is the smallest of `vars`.
    Minimum {
        /// The smallest value.
        result: Var,
        /// The variables.
        vars: Vec<Var>,
    },
    /// `result` is the largest of `vars`.
    Maximum {
        /// The largest value.
        result: Var,
        /// The variables.
        vars: Vec<Var>,
    },
    /// `result` is the absolute value of `x`.
    Absolute {
        /// The absolute value.
        result: Var,
        /// The variable.
        x: Var,
    },
    /// Exactly `count` different values occur in `vars`.
    NValue {
        /// The variables.
        vars: Vec<Var>,
        /// How many different values they take.
        count: Var,
    },
    /// `total` is the sum, over all paths from the start to an accepting node, of the
    /// products of the multiplicities along the path (Eq. 14 of Löffler, Liu and Hofstedt, *Exploring
    /// Properties of the Instant Insanity Puzzle*, 2020); an accepting start node alone counts 1.
    PathCount {
        /// The graph.
        graph: Arc<PathGraph>,
        /// The number of paths.
        total: Var,
    },
}

/// The name of a constraint without its parts: the rows of the support matrix.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)] // each kind is documented at the constraint of the same name
pub enum ConstraintKind {
    Member,
    Compare,
    Arithm,
    Linear,
    AllDifferent,
    AllEqual,
    Count,
    GlobalCardinality,
    Element,
    Table,
    Regular,
    Lex,
    Inverse,
    Circuit,
    Subcircuit,
    Connected,
    Clause,
    Xor,
    Reified,
    Minimum,
    Maximum,
    Absolute,
    NValue,
    PathCount,
}

impl ConstraintKind {
    /// Every kind of constraint, in the order of the documentation.
    pub const ALL: [ConstraintKind; 24] = {
        use ConstraintKind::*;
        [
            Member,
            Compare,
            Arithm,
            Linear,
            AllDifferent,
            AllEqual,
            Count,
            GlobalCardinality,
            Element,
            Table,
            Regular,
            Lex,
            Inverse,
            Circuit,
            Subcircuit,
            Connected,
            Clause,
            Xor,
            Reified,
            Minimum,
            Maximum,
            Absolute,
            NValue,
            PathCount,
        ]
    };

    /// The name used in messages and tables.
    pub fn name(self) -> &'static str {
        use ConstraintKind::*;
        match self {
            Member => "member",
            Compare => "compare",
            Arithm => "arithm",
            Linear => "linear",
            AllDifferent => "all-different",
            AllEqual => "all-equal",
            Count => "count",
            GlobalCardinality => "global-cardinality",
            Element => "element",
            Table => "table",
            Regular => "regular",
            Lex => "lex",
            Inverse => "inverse",
            Circuit => "circuit",
            Subcircuit => "subcircuit",
            Connected => "connected",
            Clause => "clause",
            Xor => "xor",
            Reified => "reified",
            Minimum => "minimum",
            Maximum => "maximum",
            Absolute => "absolute",
            NValue => "nvalue",
            PathCount => "path-count",
        }
    }
}

impl Constraint {
    /// Which kind of constraint this is.
    pub fn kind(&self) -> ConstraintKind {
        use ConstraintKind as K;
        match self {
            Constraint::Member { .. } => K::Member,
            Constraint::Compare { .. } => K::Compare,
            Constraint::Arithm { .. } => K::Arithm,
            Constraint::Linear { .. } => K::Linear,
            Constraint::AllDifferent { .. } => K::AllDifferent,
            Constraint::AllEqual { .. } => K::AllEqual,
            Constraint::Count { .. } => K::Count,
            Constraint::GlobalCardinality { .. } => K::GlobalCardinality,
            Constraint::Element { .. } => K::Element,
            Constraint::Table { .. } => K::Table,
            Constraint::Regular { .. } => K::Regular,
            Constraint::Lex { .. } => K::Lex,
            Constraint::Inverse { .. } => K::Inverse,
            Constraint::Circuit { .. } => K::Circuit,
            Constraint::Subcircuit { .. } => K::Subcircuit,
            Constraint::Connected { .. } => K::Connected,
            Constraint::Clause { .. } => K::Clause,
            Constraint::Xor { .. } => K::Xor,
            Constraint::Reified { .. } => K::Reified,
            Constraint::Minimum { .. } => K::Minimum,
            Constraint::Maximum { .. } => K::Maximum,
            Constraint::Absolute { .. } => K::Absolute,
            Constraint::NValue { .. } => K::NValue,
            Constraint::PathCount { .. } => K::PathCount,
        }
    }

    /// The variables it speaks of, in the order of its parts; a variable used twice is listed twice.
    pub fn vars(&self) -> Vec<Var> {
        match self {
            Constraint::Member { x, .. } => vec![*x],
            Constraint::Compare { x, y, .. } => vec![*x, *y],
            Constraint::Arithm { x, y, z, .. } => vec![*x, *y, *z],
            Constraint::Linear { terms, .. } => terms.iter().map(|term| term.1).collect(),
            Constraint::AllDifferent { vars }
            | Constraint::AllEqual { vars }
            | Constraint::Table { vars, .. }
            | Constraint::Regular { vars, .. }
            | Constraint::Xor { vars, .. } => vars.clone(),
            Constraint::Count { vars, value, count } => with(vars, &[*value, *count]),
            Constraint::GlobalCardinality { vars, counts, .. } => with(vars, counts),
            Constraint::Element {
                array,
                index,
                value,
                ..
            } => with(array, &[*index, *value]),
            Constraint::Lex { left, right, .. } => with(left, right),
            Constraint::Inverse {
                forward, backward, ..
            } => with(forward, backward),
            Constraint::Circuit { successors, .. } | Constraint::Subcircuit { successors, .. } => {
                successors.clone()
            }
            Constraint::Connected { chosen, .. } => chosen.clone(),
            Constraint::Clause { literals } => literals.iter().map(|literal| literal.var).collect(),
            Constraint::Reified { constraint, by } => with(&constraint.vars(), &[*by]),
            Constraint::Minimum { result, vars } | Constraint::Maximum { result, vars } => {
                with(vars, &[*result])
            }
            Constraint::Absolute { result, x } => vec![*x, *result],
            Constraint::NValue { vars, count } => with(vars, &[*count]),
            Constraint::PathCount { graph, total } => {
                let mut vars: Vec<Var> = graph.arcs.iter().map(|arc| arc.multiplicity).collect();
                vars.push(*total);
                vars
            }
        }
    }
}

fn with(vars: &[Var], more: &[Var]) -> Vec<Var> {
    vars.iter().chain(more).copied().collect()
}
