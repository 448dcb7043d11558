use crate::{
    Accent, Axis, Cell, Colour, Drawing, Fill, Filling, Frame, Grid, Item, Net, Plot, PlotKind,
    Scene, Series, Shape, Symbol, Tree,
};

/// One drawing of every kind, with every kind of cell.
fn everything() -> Drawing {
    let shapes = [
        Shape::Triangle,
        Shape::Square,
        Shape::Circle,
        Shape::Diamond,
        Shape::Oval,
        Shape::Squiggle,
        Shape::Star,
        Shape::Cross,
    ];
    let fillings = [Filling::Full, Filling::Striped, Filling::Empty];
    let mut cells = Vec::new();
    for filling in fillings {
        for (index, shape) in shapes.into_iter().enumerate() {
            let symbol = Symbol::new(shape, Colour::nth(index), "x").with_filling(filling);
            cells.push(Cell::symbol(symbol.times(1 + index as u8 % 3)));
        }
    }
    cells.extend([
        Cell::black(),
        Cell::absent(),
        Cell::turned("8"),
        Cell::text("<&>\"\u{1}"),
        Cell::default().with_fill(Fill::Tint(Colour::Yellow)),
        Cell::text("1").with_accent(Accent::Differs),
        Cell::text("2").with_accent(Accent::Given),
        Cell::text("3").with_accent(Accent::Forced),
    ]);
    let mut grid = Grid::from_cells(4, 8, cells).with_blocks(2, 2);
    grid.row_labels = (1..=4).map(|row| format!("row {row}")).collect();
    grid.col_labels = (1..=8).map(|col| col.to_string()).collect();
    grid.frames.push(Frame {
        top: 0,
        left: 1,
        bottom: 2,
        right: 3,
        colour: Colour::Blue,
    });
    let net = |sides: usize| Net {
        sides: (0..sides)
            .map(|side| Cell::tinted(Colour::nth(side), side.to_string()))
            .collect(),
        caps: [Cell::text("up"), Cell::tinted(Colour::Grey, "down")],
    };
    let scene = Scene {
        width: 4.0,
        height: 3.0,
        items: vec![
            Item::regular_polygon(5, (2.0, 1.5), 1.0, Fill::Tint(Colour::Pink), ""),
            Item::Line {
                points: vec![(0.0, 0.0), (4.0, 3.0)],
                dashed: true,
            },
            Item::Label {
                at: (1.0, 2.0),
                text: "a label".into(),
            },
        ],
    };
    let mut plot = Plot::new(PlotKind::Lines, "running time");
    plot.x = Axis::numbers("n");
    plot.y = Axis::logarithmic("seconds");
    for name in ["search", "sat"] {
        plot.series.push(Series {
            name: name.into(),
            points: vec![(1.0, 0.01), (2.0, 0.2), (3.0, -1.0), (4.0, 30.0)],
        });
    }
    let tree = Tree::node("root", vec![Tree::leaf("a"), Tree::leaf("a long label")]);
    Drawing::down(vec![
        Drawing::from(grid).titled("A board & more"),
        Drawing::across(vec![
            net(4).into(),
            net(3).into(),
            net(6).into(),
            scene.into(),
        ]),
        tree.into(),
        plot.into(),
        Plot::bars("bars", [("x", 1.0), ("y", 0.0)]).into(),
    ])
}

/// Checks that tags nest and returns how many elements there are.
fn elements(svg: &str) -> usize {
    let mut open = Vec::new();
    let mut count = 0;
    for piece in svg.split('<').skip(1) {
        let (tag, _) = piece.split_once('>').expect("a tag ends");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
            continue;
        }
        count += 1;
        assert_eq!(tag.matches('"').count() % 2, 0, "quotes in <{tag}>");
        if !tag.ends_with('/') {
            open.push(tag.split(' ').next().expect("a tag has a name"));
        }
    }
    assert!(open.is_empty());
    count
}

#[test]
fn every_kind_of_drawing_is_well_formed() {
    let svg = everything().to_svg();
    assert!(elements(&svg) > 150);
    assert!(
        svg.contains("&lt;&amp;&gt;&quot;</text>"),
        "text is escaped"
    );
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
}

#[test]
fn a_tint_without_a_mark_shows_its_letter() {
    let cell = Cell::default().with_fill(Fill::Tint(Colour::Brown));
    let svg = Drawing::from(Grid::from_cells(1, 1, vec![cell])).to_svg();
    assert!(svg.contains(">N</text>"));
}

#[test]
fn the_same_drawing_is_text_too() {
    for style in [crate::TextStyle::PLAIN, crate::TextStyle::RICH] {
        let text = everything().to_text(style);
        assert!(text.contains("running time") && text.ends_with('\n'));
    }
}
