//! The palette. Every colour has a letter, because no drawing may rest on
//! colour alone.

/// A colour of the palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// R
    Red,
    /// O
    Orange,
    /// Y
    Yellow,
    /// G
    Green,
    /// B
    Blue,
    /// N, since B is blue
    Brown,
    /// P
    Purple,
    /// W
    White,
    /// K, as in print
    Black,
    /// E
    Grey,
    /// I
    Pink,
    /// C
    Cyan,
}

impl Colour {
    /// All colours, the most distinct first.
    pub const ALL: [Colour; 12] = [
        Colour::Red,
        Colour::Blue,
        Colour::Green,
        Colour::Yellow,
        Colour::Purple,
        Colour::Orange,
        Colour::Brown,
        Colour::Cyan,
        Colour::Pink,
        Colour::Grey,
        Colour::White,
        Colour::Black,
    ];

    /// The colour that a letter stands for; letters without a colour of their
    /// own get one that is always the same for that letter.
    pub fn of_letter(letter: char) -> Colour {
        let upper = letter.to_ascii_uppercase();
        Colour::ALL
            .into_iter()
            .find(|colour| colour.letter() == upper)
            .unwrap_or_else(|| Colour::nth(upper as usize))
    }

    /// The `index`-th colour of an endless repetition of the palette.
    pub fn nth(index: usize) -> Colour {
        Colour::ALL[index % Colour::ALL.len()]
    }

    /// The letter shown where the colour itself may not be seen.
    pub fn letter(self) -> char {
        match self {
            Colour::Red => 'R',
            Colour::Orange => 'O',
            Colour::Yellow => 'Y',
            Colour::Green => 'G',
            Colour::Blue => 'B',
            Colour::Brown => 'N',
            Colour::Purple => 'P',
            Colour::White => 'W',
            Colour::Black => 'K',
            Colour::Grey => 'E',
            Colour::Pink => 'I',
            Colour::Cyan => 'C',
        }
    }

    /// As written in SVG and CSS.
    pub fn hex(self) -> &'static str {
        match self {
            Colour::Red => "#d62839",
            Colour::Orange => "#f08a24",
            Colour::Yellow => "#f6d743",
            Colour::Green => "#2a9d57",
            Colour::Blue => "#2b6cb8",
            Colour::Brown => "#7b4a2d",
            Colour::Purple => "#7d3fa8",
            Colour::White => "#ffffff",
            Colour::Black => "#222222",
            Colour::Grey => "#9aa0a6",
            Colour::Pink => "#f2a0bd",
            Colour::Cyan => "#3fb8c4",
        }
    }

    /// Black or white, whichever is legible on this colour.
    pub fn ink(self) -> Colour {
        match self {
            Colour::Red
            | Colour::Green
            | Colour::Blue
            | Colour::Brown
            | Colour::Purple
            | Colour::Black => Colour::White,
            _ => Colour::Black,
        }
    }

    /// The index in the 256-colour table of terminals.
    pub(crate) fn terminal(self) -> u8 {
        match self {
            Colour::Red => 160,
            Colour::Orange => 208,
            Colour::Yellow => 221,
            Colour::Green => 35,
            Colour::Blue => 33,
            Colour::Brown => 94,
            Colour::Purple => 97,
            Colour::White => 231,
            Colour::Black => 16,
            Colour::Grey => 246,
            Colour::Pink => 218,
            Colour::Cyan => 44,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_distinct_and_found_again() {
        for colour in Colour::ALL {
            assert_eq!(Colour::of_letter(colour.letter()), colour);
            assert_eq!(
                Colour::of_letter(colour.letter().to_ascii_lowercase()),
                colour
            );
        }
    }
}
