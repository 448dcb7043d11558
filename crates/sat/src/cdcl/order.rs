//! Variables by their activity: a binary heap that knows where each variable lies.

/// How much is added to the activity of a variable grows by this factor from conflict to conflict.
const GROWTH: f64 = 1.0 / 0.95;

/// Activities are scaled down before they grow beyond this.
const MOST: f64 = 1e100;

/// Not in the heap.
const OUT: u32 = u32::MAX;

#[derive(Default)]
pub(super) struct Order {
    activity: Vec<f64>,
    step: f64,
    heap: Vec<u32>,
    places: Vec<u32>,
}

impl Order {
    /// One more variable, with some activity to begin with.
    pub(super) fn push(&mut self, activity: f64) {
        if self.step == 0.0 {
            self.step = 1.0;
        }
        self.activity.push(activity);
        self.places.push(OUT);
        self.insert(self.activity.len() - 1);
    }

    /// Puts a variable back that has no value any more.
    pub(super) fn insert(&mut self, variable: usize) {
        if self.places[variable] == OUT {
            self.places[variable] = self.heap.len() as u32;
            self.heap.push(variable as u32);
            self.up(self.heap.len() - 1);
        }
    }

    /// Takes the most active variable out.
    pub(super) fn pop(&mut self) -> Option<usize> {
        let last = self.heap.pop()?;
        let first = self.heap.first().copied();
        if let Some(first) = first {
            self.places[first as usize] = OUT;
            self.put(0, last);
            self.down(0);
            return Some(first as usize);
        }
        self.places[last as usize] = OUT;
        Some(last as usize)
    }

    /// A variable took part in a conflict.
    pub(super) fn bump(&mut self, variable: usize) {
        self.activity[variable] += self.step;
        if self.activity[variable] > MOST {
            self.activity.iter_mut().for_each(|a| *a /= MOST);
            self.step /= MOST;
        }
        if self.places[variable] != OUT {
            self.up(self.places[variable] as usize);
        }
    }

    /// What took part in earlier conflicts counts less from now on.
    pub(super) fn decay(&mut self) {
        self.step *= GROWTH;
    }

    fn put(&mut self, at: usize, variable: u32) {
        self.heap[at] = variable;
        self.places[variable as usize] = at as u32;
    }

    /// Whether the one goes before the other; of equals, the smaller number.
    fn before(&self, one: u32, other: u32) -> bool {
        let (a, b) = (self.activity[one as usize], self.activity[other as usize]);
        a > b || a == b && one < other
    }

    fn up(&mut self, mut at: usize) {
        let variable = self.heap[at];
        while at > 0 && self.before(variable, self.heap[(at - 1) / 2]) {
            self.put(at, self.heap[(at - 1) / 2]);
            at = (at - 1) / 2;
        }
        self.put(at, variable);
    }

    fn down(&mut self, mut at: usize) {
        let variable = self.heap[at];
        loop {
            let mut child = 2 * at + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.before(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            if !self.before(self.heap[child], variable) {
                break;
            }
            self.put(at, self.heap[child]);
            at = child;
        }
        self.put(at, variable);
    }
}
