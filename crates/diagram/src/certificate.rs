//! A diagram written down, so that a count can be checked by somebody who does not trust it.
//!
//! The diagram of a certificate is plainer than that of an answer, so that what its nodes stand for can be said in a sentence: the model as it was posed,
//! nothing presolved or rewritten; every constraint with all of its futures told apart; and no look at several masks. It is larger for it. The
//! format, and the argument why the checker believes it, are in `docs/certificates.md`; the checker shares no code with this crate.

use std::fmt::Write as _;
use std::io;

use num_bigint::BigUint;
use tantalizer_model::{
    Constraint, ConstraintId, ConstraintKind, Limit, Limits, Model, Silent, Var,
};

use crate::budget;
use crate::compile::Layers;
use crate::compiled::{self, Listener};
use crate::constraints::takes;

/// A constraint with more moves than this is not explored for a certificate.
const MOST_MOVES: usize = 1 << 22;

/// Why a diagram was not written down to its end.
#[derive(Debug)]
pub enum CountError {
    /// A limit was reached, or a constraint is not one for a certificate.
    Stopped(Limit),
    /// The lines could not be written.
    Output(io::Error),
}

/// Counts the solutions of the model by a diagram, whose lines are handed to `line` as they are made, and tells how many there are.
pub fn write_count(
    model: &Model,
    limits: &Limits,
    line: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<BigUint, CountError> {
    for (id, posted) in model.constraints().iter().enumerate() {
        if !takes(&posted.constraint) || !is_small_or_known(model, &posted.constraint) {
            let reason = Limit::Unsupported(too_many(model, id));
            return Err(CountError::Stopped(reason));
        }
    }
    let watch = limits.start();
    let mut budget = budget(limits, &watch);
    budget.plain = true;
    budget.most_moves = MOST_MOVES;
    let layers = Layers::new(model, model.var_count(), &budget);
    let mut layers = layers.map_err(CountError::Stopped)?;
    let mut header = format!("diagram {}", layers.counted);
    for var in &layers.vars {
        let _ = write!(header, " {}", var.index());
    }
    let mut rows = Rows {
        failure: line(&header).err(),
        line,
        row: String::new(),
        filled: 0,
        values: 0,
        node: 0,
        nodes: 0,
        children: 0,
    };
    let count = compiled::count(&mut layers, &mut budget, &mut Silent, &mut rows);
    match rows.failure {
        Some(error) => Err(CountError::Output(error)),
        None => count.map_err(CountError::Stopped),
    }
}

/// What to say of a constraint that a certificate cannot follow.
pub(crate) fn too_many(model: &Model, id: usize) -> String {
    let name = model.constraint_name(ConstraintId(id));
    let kind = model.constraints()[id].constraint.kind().name();
    format!("`{kind}` has more to remember than a certificate of a count can follow: {name}")
}

/// Whether the checker can follow the constraint: it knows what to remember of this kind, or can go through all values.
fn is_small_or_known(model: &Model, constraint: &Constraint) -> bool {
    use ConstraintKind as Kind;
    let mut kind = constraint.kind();
    if let Constraint::Reified(reified) = constraint {
        kind = reified.constraint.kind();
    }
    let is_known = matches!(
        kind,
        Kind::Linear
            | Kind::AllDifferent
            | Kind::AllEqual
            | Kind::Count
            | Kind::GlobalCardinality
            | Kind::NValue
            | Kind::Maximum
            | Kind::Minimum
            | Kind::Clause
            | Kind::Xor
            | Kind::Table
            | Kind::Regular
            | Kind::Lex
    );
    let mut vars = constraint.vars();
    vars.sort_unstable();
    vars.dedup();
    let sizes = vars.iter().map(|&var| model.domain(var).len());
    is_known || sizes.fold(1, u64::saturating_mul) <= MOST_MOVES as u64
}

/// Writes a line for each node: for each value `-` if there is no arc, `+` if it leads to a new node, else the number of the node.
struct Rows<'a> {
    line: &'a mut dyn FnMut(&str) -> io::Result<()>,
    failure: Option<io::Error>,
    /// The line of the node, and how many values it has so far.
    row: String,
    filled: usize,
    values: usize,
    node: usize,
    nodes: usize,
    /// How many nodes the layer below has so far.
    children: u32,
}

impl Rows<'_> {
    fn write(&mut self) {
        if self.failure.is_none() {
            self.failure = (self.line)(&self.row).err();
        }
        self.row.clear();
    }

    /// Leaves out values up to this one.
    fn leave_out(&mut self, value: usize) {
        for _ in self.filled..value {
            self.row.push_str("- ");
        }
        self.filled = value;
    }

    /// Ends the lines of all nodes before this one.
    fn go_to(&mut self, node: usize) {
        while self.node < node {
            self.leave_out(self.values);
            self.row.pop();
            self.write();
            (self.filled, self.node) = (0, self.node + 1);
        }
    }
}

impl Listener for Rows<'_> {
    fn layer(&mut self, var: Var, values: usize, nodes: usize) {
        self.row = format!("layer {} {nodes}", var.index());
        self.write();
        (self.values, self.nodes) = (values, nodes);
        (self.filled, self.node, self.children) = (0, 0, 0);
    }

    fn edge(&mut self, parent: u32, value: u32, child: u32) {
        self.go_to(parent as usize);
        self.leave_out(value as usize);
        if child == self.children {
            self.children += 1;
            self.row.push_str("+ ");
        } else {
            let _ = write!(self.row, "{child} ");
        }
        self.filled = value as usize + 1;
    }

    fn done(&mut self) {
        self.go_to(self.nodes);
    }
}
