//! Rows that are allowed, or forbidden.

use std::collections::HashMap;

use super::prelude::*;

/// Tables with more rows are not looked through for dependencies.
const MANY_ROWS: usize = 20_000;

impl Remember for Table {
    fn memory(&self, scope: &Scope) -> Box<dyn Memory> {
        let places = scope.places(&self.vars);
        let mut rows: Vec<Vec<i32>> = self
            .tuples
            .rows()
            .filter(|row| {
                places
                    .iter()
                    .all(|columns| columns.iter().all(|&c| row[c] == row[columns[0]]))
            })
            .map(|row| places.iter().map(|columns| row[columns[0]]).collect())
            .collect();
        rows.sort_unstable();
        rows.dedup();
        Box::new(Rows {
            rows,
            allowed: self.allowed,
            last: scope.len() - 1,
        })
    }

    fn determines(&self, var: Var, known: &dyn Fn(Var) -> bool) -> bool {
        if !self.allowed || self.tuples.len() > MANY_ROWS {
            return false;
        }
        let vars = &self.vars;
        let columns: Vec<usize> = (0..vars.len()).filter(|&c| known(vars[c])).collect();
        let Some(own) = vars.iter().position(|&other| other == var) else {
            return false;
        };
        let mut seen: HashMap<Vec<i32>, i32> = HashMap::new();
        self.tuples.rows().all(|row| {
            let key = columns.iter().map(|&c| row[c]).collect();
            *seen.entry(key).or_insert(row[own]) == row[own]
        })
    }

    fn determines_early(&self) -> bool {
        true
    }

    fn cost(&self, vars: usize) -> usize {
        vars + 50 * self.tuples.len().min(MANY_ROWS)
    }
}

/// The rows that agree with all values so far, which lie together once the rows are sorted.
struct Rows {
    rows: Vec<Vec<i32>>,
    allowed: bool,
    last: usize,
}

impl Memory for Rows {
    fn start(&self) -> Vec<i32> {
        vec![0, self.rows.len() as i32]
    }

    fn step(&self, memory: &mut Vec<i32>, position: usize, value: i32) -> bool {
        // No row is left: a forbidden one cannot come about any more.
        let &[low, high] = &memory[..] else {
            return true;
        };
        let range = &self.rows[low as usize..high as usize];
        let from = low + range.partition_point(|row| row[position] < value) as i32;
        let to = low + range.partition_point(|row| row[position] <= value) as i32;
        if from == to {
            memory.clear();
            return !self.allowed;
        }
        memory.clone_from(&vec![from, to]);
        self.allowed || position < self.last
    }
}
