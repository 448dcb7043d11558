//! How hard a puzzle is.

/// How hard a puzzle is: by its hardest step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Difficulty {
    /// One constraint at a time is enough, at a glance.
    Easy,
    /// Two or three together, or several cells that must differ seen together (pairs, triples).
    Medium,
    /// Four to six together.
    Hard,
    /// More, or a guess.
    Expert,
}

impl Difficulty {
    /// All levels, easy first.
    pub const ALL: [Difficulty; 4] = [
        Difficulty::Easy,
        Difficulty::Medium,
        Difficulty::Hard,
        Difficulty::Expert,
    ];

    /// The level of a step of this size.
    pub fn of(size: usize) -> Difficulty {
        match size {
            0..=1 => Difficulty::Easy,
            2..=3 => Difficulty::Medium,
            4..=6 => Difficulty::Hard,
            _ => Difficulty::Expert,
        }
    }

    /// The largest step of this level; none for the last.
    pub fn largest_step(self) -> Option<usize> {
        match self {
            Difficulty::Easy => Some(1),
            Difficulty::Medium => Some(3),
            Difficulty::Hard => Some(6),
            Difficulty::Expert => None,
        }
    }

    /// The level below; none for the first.
    pub fn easier(self) -> Option<Difficulty> {
        let place = Difficulty::ALL.iter().position(|&level| level == self)?;
        Some(Difficulty::ALL[place.checked_sub(1)?])
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
            Difficulty::Expert => "expert",
        }
    }
}
