//! Strongly connected components, by Tarjan's algorithm without recursion.

const NONE: u32 = u32::MAX;

/// The working space of the algorithm, kept from call to call.
#[derive(Default)]
pub struct Components {
    component: Vec<u32>,
    number: Vec<u32>,
    low: Vec<u32>,
    stack: Vec<u32>,
    frames: Vec<(u32, i64)>,
}

impl Components {
    /// Finds the components of a graph of `nodes` nodes. `next(node, cursor)` gives the end of the node's next arc and moves the
    /// cursor, which is `i64::MIN` at first, or gives `None` when there is no further arc.
    pub fn find(&mut self, nodes: usize, mut next: impl FnMut(usize, &mut i64) -> Option<usize>) {
        self.component.clear();
        self.component.resize(nodes, NONE);
        self.number.clear();
        self.number.resize(nodes, 0);
        self.low.resize(nodes, 0);
        let (mut counter, mut found) = (0, 0);
        for root in 0..nodes {
            if self.number[root] != 0 {
                continue;
            }
            self.frames.push((root as u32, i64::MIN));
            while let Some((node, cursor)) = self.frames.last_mut() {
                let node = *node as usize;
                if self.number[node] == 0 {
                    counter += 1;
                    self.number[node] = counter;
                    self.low[node] = counter;
                    self.stack.push(node as u32);
                }
                if let Some(end) = next(node, cursor) {
                    if self.number[end] == 0 {
                        self.frames.push((end as u32, i64::MIN));
                    } else if self.component[end] == NONE {
                        self.low[node] = self.low[node].min(self.number[end]);
                    }
                    continue;
                }
                self.frames.pop();
                if self.low[node] == self.number[node] {
                    while let Some(member) = self.stack.pop() {
                        self.component[member as usize] = found;
                        if member as usize == node {
                            break;
                        }
                    }
                    found += 1;
                }
                if let Some(&(parent, _)) = self.frames.last() {
                    let parent = parent as usize;
                    self.low[parent] = self.low[parent].min(self.low[node]);
                }
            }
        }
    }

    /// Whether two nodes are in one component.
    #[inline]
    pub fn together(&self, a: usize, b: usize) -> bool {
        self.component[a] == self.component[b]
    }
}
