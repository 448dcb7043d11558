//! Allowed rows.

use tantalizer_model::Model;
use tantalizer_model::constraints::Table;

use super::prelude::*;

impl Post for Table {
    fn takes(&self, _: &Model) -> bool {
        self.allowed
    }

    fn post(&self, _: Option<View<bool>>, poster: &mut HuubBuilder) -> PostResult {
        if self.tuples.is_empty() {
            return Err(Contradiction);
        }
        let cells = |row: &[i32]| row.iter().map(|&cell| i64::from(cell)).collect();
        let rows: Vec<Vec<i64>> = self.tuples.rows().map(cells).collect();
        let table = poster.huub.table(poster.views(&self.vars)).values(rows);
        table.post().map_err(|_| Contradiction)
    }
}
