//! A diagram that is kept, and what can be read off it.

use num_bigint::BigUint;
use num_traits::Zero;
use tantalizer_model::{DiagramLayer, Limit, Observer, Solution, Var};

use crate::compile::Layers;
use crate::layer::{Budget, Layer};
use crate::tally::Tally;

/// The edges that leave a layer, those of each node together.
struct Edges {
    /// Where each node's edges begin; one entry more than nodes.
    starts: Vec<usize>,
    /// The value number and the child of each edge.
    ends: Vec<(u32, u32)>,
}

impl Edges {
    fn of(&self, node: usize) -> &[(u32, u32)] {
        &self.ends[self.starts[node]..self.starts[node + 1]]
    }
}

/// Somebody who hears of all layers and edges as they are made.
pub(crate) trait Listener {
    /// A layer begins, of a variable with so many values, with so many nodes above it.
    fn layer(&mut self, var: Var, values: usize, nodes: usize);

    /// An edge of the layer; the edges of a node come together, in the order of nodes and values.
    fn edge(&mut self, parent: u32, value: u32, child: u32);

    /// The layer is complete.
    fn done(&mut self);
}

/// Nobody.
pub(crate) struct Unheard;

impl Listener for Unheard {
    fn layer(&mut self, _: Var, _: usize, _: usize) {}
    fn edge(&mut self, _: u32, _: u32, _: u32) {}
    fn done(&mut self) {}
}

/// The number of solutions, without keeping more of the diagram than a layer (and, below the last answer variable,
/// its edges).
pub(crate) fn count(
    layers: &mut Layers,
    budget: &mut Budget,
    observer: &mut dyn Observer,
    listener: &mut impl Listener,
) -> Result<BigUint, Limit> {
    let mut above = layers.root();
    let mut counts = Tally::ones(above.nodes);
    for layer in 0..layers.counted {
        if above.nodes == 0 {
            return Ok(BigUint::zero());
        }
        let mut below = Tally::zeros(0);
        listener.layer(layers.vars[layer], layers.values[layer].len(), above.nodes);
        above = layers.expand(layer, &above, budget, |parent, value, child| {
            listener.edge(parent, value, child);
            below.add(child as usize, &counts, parent as usize);
            0
        })?;
        listener.done();
        counts = below;
        budget.tell(layer + 1, layers.vars.len(), observer);
    }
    if layers.counted == layers.vars.len() {
        return Ok(counts.sum());
    }
    let nodes = above.nodes;
    let mut tail = Vec::new();
    for layer in layers.counted..layers.vars.len() {
        if above.nodes == 0 {
            return Ok(BigUint::zero());
        }
        listener.layer(layers.vars[layer], layers.values[layer].len(), above.nodes);
        let (edges, below) = expand_kept(layers, layer, &above, budget, listener)?;
        listener.done();
        tail.push(edges);
        above = below;
        budget.tell(layer + 1, layers.vars.len(), observer);
    }
    let mut alive = Tally::ones(above.nodes);
    for edges in tail.iter().rev() {
        alive = completions(edges, &alive);
    }
    Ok((0..nodes)
        .filter(|&node| !alive.is_zero(node))
        .map(|node| counts.get(node))
        .sum())
}

fn expand_kept(
    layers: &mut Layers,
    layer: usize,
    above: &Layer,
    budget: &mut Budget,
    listener: &mut impl Listener,
) -> Result<(Edges, Layer), Limit> {
    let mut edges = Edges {
        starts: vec![0; above.nodes + 1],
        ends: Vec::new(),
    };
    budget.kept += 8 * edges.starts.len() as u64;
    let below = layers.expand(layer, above, budget, |parent, value, child| {
        listener.edge(parent, value, child);
        let before = edges.ends.capacity();
        edges.ends.push((value, child));
        edges.starts[parent as usize + 1] = edges.ends.len();
        8 * (edges.ends.capacity() - before) as u64
    })?;
    // A node without edges begins where the one before it ends.
    for node in 1..edges.starts.len() {
        edges.starts[node] = edges.starts[node].max(edges.starts[node - 1]);
    }
    Ok((edges, below))
}

/// Which nodes have a child with a completion.
fn completions(edges: &Edges, alive: &Tally) -> Tally {
    let nodes = edges.starts.len() - 1;
    let mut result = Tally::zeros(nodes);
    for node in 0..nodes {
        if edges.of(node).iter().any(|e| !alive.is_zero(e.1 as usize)) {
            result.mark(node);
        }
    }
    result
}

/// A whole diagram with the number of solutions below each node.
pub(crate) struct Compiled {
    layers: Layers,
    edges: Vec<Edges>,
    /// For each layer and node, how many solutions go on from there; below the counted layers, 1 or 0.
    below: Vec<Tally>,
}

impl Compiled {
    pub(crate) fn new(
        mut layers: Layers,
        budget: &mut Budget,
        observer: &mut dyn Observer,
    ) -> Result<Self, Limit> {
        let mut edges = Vec::new();
        let mut above = layers.root();
        for layer in 0..layers.vars.len() {
            let (kept, below) = expand_kept(&mut layers, layer, &above, budget, &mut Unheard)?;
            edges.push(kept);
            budget.kept += 16 * below.nodes as u64;
            above = below;
            budget.tell(layer + 1, layers.vars.len(), observer);
        }
        let mut below = vec![Tally::ones(above.nodes)];
        for (layer, edges) in edges.iter().enumerate().rev() {
            if let Some(limit) = budget.watch.expired() {
                return Err(limit);
            }
            let next = &below[below.len() - 1];
            let tally = if layer >= layers.counted {
                completions(edges, next)
            } else {
                let nodes = edges.starts.len() - 1;
                let mut sums = Tally::zeros(nodes);
                for node in 0..nodes {
                    for &(_, child) in edges.of(node) {
                        sums.add(node, next, child as usize);
                    }
                }
                sums
            };
            below.push(tally);
        }
        below.reverse();
        Ok(Compiled {
            layers,
            edges,
            below,
        })
    }

    /// How many solutions there are.
    pub(crate) fn count(&self) -> BigUint {
        self.below[0].sum()
    }

    /// The edges of a node that lead to a solution.
    fn live(&self, layer: usize, node: usize) -> impl Iterator<Item = (u32, u32)> {
        let alive = &self.below[layer + 1];
        let edges = self.edges[layer].of(node).iter().copied();
        edges.filter(move |edge| !alive.is_zero(edge.1 as usize))
    }

    /// Tells the layers, with the arcs that lead to solutions.
    pub(crate) fn show(&self, observer: &mut dyn Observer) {
        for (layer, &var) in self.layers.vars.iter().enumerate() {
            let nodes = self.edges[layer].starts.len() - 1;
            let arcs = (0..nodes).flat_map(|node| {
                let values = &self.layers.values[layer];
                let live = self.live(layer, node);
                live.map(move |(value, child)| (node, values[value as usize], child as usize))
            });
            observer.layer(&DiagramLayer {
                var: Some(var).filter(|var| var.index() < self.layers.shown),
                nodes,
                arcs: &arcs.collect::<Vec<_>>(),
            });
        }
    }

    /// Calls `visit` with every solution in the order of the layers, as long as it returns true.
    pub(crate) fn each(&self, mut visit: impl FnMut(Solution) -> bool) {
        if self.count().is_zero() {
            return;
        }
        let counted = self.layers.counted;
        // For each layer on the path: the node, and how many of its live edges are done.
        let mut path: Vec<(usize, usize)> = vec![(0, 0)];
        let mut chosen: Vec<u32> = Vec::new();
        loop {
            let layer = path.len() - 1;
            if layer == counted {
                let (node, _) = path[layer];
                if !visit(self.complete(chosen.clone(), node)) {
                    return;
                }
            } else {
                let (node, done) = path[layer];
                if let Some((value, child)) = self.live(layer, node).nth(done) {
                    path[layer].1 += 1;
                    chosen.push(value);
                    path.push((child as usize, 0));
                    continue;
                }
            }
            path.pop();
            if path.is_empty() {
                return;
            }
            chosen.pop();
        }
    }

    /// Solution number `rank` in the order of the layers.
    pub(crate) fn solution(&self, mut rank: BigUint) -> Solution {
        let mut node = 0;
        let mut chosen = Vec::new();
        for layer in 0..self.layers.counted {
            for (value, child) in self.live(layer, node) {
                let below = self.below[layer + 1].get(child as usize);
                if rank < below {
                    chosen.push(value);
                    node = child as usize;
                    break;
                }
                rank -= below;
            }
        }
        self.complete(chosen, node)
    }

    /// A best solution by the variable of a layer.
    pub(crate) fn best(&self, layer: usize, largest: bool) -> Option<Solution> {
        let values = &self.layers.values[layer];
        let nodes = self.edges[layer].starts.len() - 1;
        let candidates = (0..nodes)
            .filter(|&node| !self.below[layer].is_zero(node))
            .flat_map(|node| self.live(layer, node).map(move |edge| (edge.0, node)));
        // Values are numbered in increasing order.
        let (value, mut node) = if largest {
            candidates.max_by_key(|edge| edge.0)
        } else {
            candidates.min_by_key(|edge| edge.0)
        }?;
        debug_assert!((value as usize) < values.len());
        // Upwards to the root, any way.
        let mut chosen = Vec::new();
        for above in (0..layer).rev() {
            let nodes = self.edges[above].starts.len() - 1;
            let way = (0..nodes).find_map(|parent| {
                let mut edges = self.edges[above].of(parent).iter();
                let edge = edges.find(|edge| edge.1 as usize == node)?;
                Some((edge.0, parent))
            })?;
            chosen.push(way.0);
            node = way.1;
        }
        chosen.reverse();
        chosen.push(value);
        // Down again along the path just found.
        let mut node = 0;
        for (layer, &value) in chosen.iter().enumerate() {
            let mut edges = self.live(layer, node);
            node = edges.find(|edge| edge.0 == value)?.1 as usize;
        }
        Some(self.complete(chosen, node))
    }

    /// Goes on from a node by any live edges to the end.
    fn complete(&self, mut chosen: Vec<u32>, mut node: usize) -> Solution {
        for layer in chosen.len()..self.layers.vars.len() {
            if let Some((value, child)) = self.live(layer, node).next() {
                chosen.push(value);
                node = child as usize;
            }
        }
        let mut solution = vec![0; self.layers.vars.len()];
        for (layer, &value) in chosen.iter().enumerate() {
            solution[self.layers.vars[layer].index()] = self.layers.values[layer][value as usize];
        }
        solution.truncate(self.layers.shown);
        Solution(solution)
    }

    /// The layer of a variable.
    pub(crate) fn layer_of(&self, var: Var) -> Option<usize> {
        self.layers.vars.iter().position(|&other| other == var)
    }
}
