use super::*;
use crate::{Accent, Cell, Frame, Grid, Lines, Net, Plot, PlotKind, Series, Shape, Symbol, Tree};

fn digits(rows: usize, cols: usize) -> Grid {
    let cell = |index: usize| Cell::text(((index % 3) + 1).to_string());
    Grid::from_cells(rows, cols, (0..rows * cols).map(cell).collect())
}

#[test]
fn a_lattice_in_plain_text_only() {
    let grid = digits(2, 3).with_lines(Lines::Lattice);
    let plain = Drawing::from(grid.clone()).to_text(TextStyle::PLAIN);
    assert_eq!(plain, "1---2---3\n|   |   |\n1---2---3\n");
    let shapes = Drawing::from(grid).to_text(TextStyle::SHAPES);
    assert_eq!(
        shapes,
        "┌───┬───┬───┐\n│ 1 │ 2 │ 3 │\n├───┼───┼───┤\n│ 1 │ 2 │ 3 │\n└───┴───┴───┘\n"
    );
}

#[test]
fn blocks_have_lines_only_between_them() {
    let grid = digits(2, 4).with_blocks(2, 2);
    let text = Drawing::from(grid).to_text(TextStyle::PLAIN);
    assert_eq!(
        text,
        "+-----+-----+\n| 1 2 | 3 1 |\n| 2 3 | 1 2 |\n+-----+-----+\n"
    );
}

#[test]
fn accents_and_frames_are_seen_without_colour() {
    let mut grid = digits(1, 3);
    grid[(0, 0)].accent = Accent::Differs;
    grid.frames.push(Frame {
        top: 0,
        left: 2,
        bottom: 0,
        right: 2,
        colour: Colour::Red,
    });
    let text = Drawing::from(grid.clone()).to_text(TextStyle::PLAIN);
    assert_eq!(text, "+---+---+---+\n|[1]| 2 |<3>|\n+---+---+---+\n");
    let bare = Drawing::from(grid.with_lines(Lines::Bare)).to_text(TextStyle::PLAIN);
    assert_eq!(bare, "[1]2<3>\n");
}

#[test]
fn a_net_leaves_its_holes_empty() {
    let face = |text: &str| Cell::text(text);
    let net = Net {
        sides: vec![face("1"), face("2"), face("3"), face("4")],
        caps: [face("5"), face("6")],
    };
    let text = Drawing::from(net).to_text(TextStyle::SHAPES);
    let expected = "    ┌───┐
    │ 5 │
┌───┼───┼───┬───┐
│ 1 │ 2 │ 3 │ 4 │
└───┼───┼───┴───┘
    │ 6 │
    └───┘
";
    assert_eq!(text, expected);
}

#[test]
fn labels_stand_over_and_before_their_cells() {
    let mut grid = digits(2, 2);
    grid.row_labels = vec!["r1".into(), "r2".into()];
    grid.col_labels = vec!["a".into(), "b".into()];
    let text = Drawing::from(grid).to_text(TextStyle::PLAIN);
    assert_eq!(
        text,
        "     a   b\n   +---+---+\nr1 | 1 | 2 |\n   +---+---+\nr2 | 3 | 1 |\n   +---+---+\n"
    );
}

#[test]
fn a_stencil_prints_what_the_board_would() {
    let stamps: Vec<Cell> = [Shape::Triangle, Shape::Square, Shape::Circle]
        .into_iter()
        .zip(["1", "2", "3"])
        .map(|(shape, code)| Cell::symbol(Symbol::new(shape, Colour::Blue, code)))
        .chain([Cell::tinted(Colour::Red, "four")])
        .collect();
    for lines in [Lines::Boxed, Lines::Lattice, Lines::Bare] {
        for style in [TextStyle::PLAIN, TextStyle::SHAPES, TextStyle::RICH] {
            for used in [3, 4] {
                let stamps = &stamps[..used];
                let mut board = Grid::new(3, 2).with_lines(lines);
                board[(1, 1)] = Cell::black();
                let holes = [5, 0, 2];
                let values = [1, 2, used - 1];
                let stencil = Stencil::new(&board, &holes, stamps, style);
                let mut printed = b"before".to_vec();
                stencil.print(values, &mut printed);

                for (&hole, &value) in holes.iter().zip(&values) {
                    board.cells_mut()[hole] = stamps[value].clone();
                }
                let expected = format!("before{}", Drawing::from(board).to_text(style));
                assert_eq!(String::from_utf8(printed).unwrap(), expected);
            }
        }
    }
}

#[test]
fn strips_align_blocks_of_different_height() {
    let strip = Drawing::across(vec![
        Drawing::from(digits(1, 1)),
        Drawing::Label("a\nb".into()),
    ]);
    assert_eq!(
        strip.to_text(TextStyle::PLAIN),
        "+---+   a\n| 1 |   b\n+---+\n"
    );
    let titled = Drawing::Label("x".into()).titled("title");
    assert_eq!(titled.to_text(TextStyle::PLAIN), "title\nx\n");
}

#[test]
fn trees_show_their_branches() {
    let tree = Tree::node(
        "x",
        vec![
            Tree::node("x=1", vec![Tree::leaf("fails")]),
            Tree::leaf("x=2").coloured(Colour::Green),
        ],
    );
    let text = Drawing::from(tree).to_text(TextStyle::PLAIN);
    assert_eq!(text, "x\n|-- x=1\n|   `-- fails\n`-- x=2\n");
}

#[test]
fn nodes_of_several_lines_stay_beside_their_branches() {
    let tree = Tree::node(
        "x\nopen",
        vec![
            Tree::node("x=1\ntried", vec![Tree::leaf("fails\nat once")]),
            Tree::leaf("x=2\nsolved"),
        ],
    );
    let text = Drawing::from(tree).to_text(TextStyle::PLAIN);
    let expected = "x\n|   open\n|-- x=1\n|   |   tried\n|   `-- fails\n|           at once\n`-- x=2\n        solved\n";
    assert_eq!(text, expected);
}

#[test]
fn plots_are_readable_without_colour() {
    let bars = Plot::bars("time", [("search", 1.0), ("sat", 4.0)]);
    let text = Drawing::from(bars).to_text(TextStyle::PLAIN);
    assert!(text.starts_with("time\nsearch |############"), "{text}");
    assert!(text.ends_with("# 4\n"), "{text}");

    let mut plot = Plot::new(PlotKind::Lines, "");
    for name in ["a", "b"] {
        plot.series.push(Series {
            name: name.into(),
            points: vec![(0.0, 0.0), (1.0, 10.0)],
        });
    }
    let text = Drawing::from(plot).to_text(TextStyle::PLAIN);
    assert!(text.contains("* a\no b\n"), "{text}");
    assert!(text.lines().next().unwrap().ends_with('o'), "{text}");
}

#[test]
fn plain_text_is_ascii_without_codes() {
    let grid = Grid::from_cells(
        1,
        3,
        vec![
            Cell::symbol(Symbol::new(Shape::Star, Colour::Cyan, "s")),
            Cell::black(),
            Cell::default().with_fill(crate::Fill::Tint(Colour::Brown)),
        ],
    );
    let text = Drawing::from(grid).to_text(TextStyle::PLAIN);
    assert!(text.is_ascii() && !text.contains('\x1b'));
    assert!(text.contains("| s | # | N |"));
}
