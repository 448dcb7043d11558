//! Turns of the whole board that keep its shape: four of a square, two of another board.

/// Where each corner point goes, for each turn; the turn that moves nothing comes first, the smallest other one next.
pub(super) fn turns(rows: usize, cols: usize) -> Vec<Vec<usize>> {
    let count = if rows == cols { 4 } else { 2 };
    let to = |corner: usize| {
        let (row, col) = (corner / (cols + 1), corner % (cols + 1));
        if rows == cols {
            col * (cols + 1) + rows - row
        } else {
            (rows - row) * (cols + 1) + cols - col
        }
    };
    let mut turns: Vec<Vec<usize>> = vec![(0..(rows + 1) * (cols + 1)).collect()];
    while turns.len() < count {
        let last = &turns[turns.len() - 1];
        turns.push(last.iter().map(|&corner| to(corner)).collect());
    }
    turns
}
