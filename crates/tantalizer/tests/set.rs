//! SET through the program: sets, algorithms, explanations, designs.

mod common;

use common::{file, run};
use serde_json::{Value, json};

/// The cards of a designed instance.
fn cards(design: &Value) -> Vec<String> {
    let cards = design["witness"]["cards"].as_array().expect("cards");
    let text = |card: &Value| card.as_str().expect("a card").to_string();
    cards.iter().map(text).collect()
}

/// How many sets there are among the cards, by the rule of the game: in each attribute three cards are alike or all different.
fn sets_among(cards: &[String]) -> usize {
    let fits = |a: char, b: char, c: char| (a == b) == (b == c) && (b == c) == (a == c);
    let is_set = |a: &str, b: &str, c: &str| {
        let attributes = a.chars().zip(b.chars()).zip(c.chars());
        attributes.into_iter().all(|((a, b), c)| fits(a, b, c))
    };
    let mut sets = 0;
    for (i, a) in cards.iter().enumerate() {
        for (j, b) in cards.iter().enumerate().skip(i + 1) {
            assert_ne!(a, b, "a card twice");
            sets += cards[j + 1..].iter().filter(|c| is_set(a, b, c)).count();
        }
    }
    sets
}

#[test]
fn twelve_cards_have_six_sets_whoever_is_asked() {
    let ways = [
        "",
        "--algorithm brute",
        "--algorithm search",
        "--algorithm reformulation",
        "--algorithm lookup",
        "--engine search",
        "--engine sat",
    ];
    for way in ways {
        let count = run(&format!("count examples/set-twelve.toml --json {way}"));
        assert_eq!(count.status, 0, "{way}: {}", count.stderr);
        assert_eq!(count.json()["count"], "6", "{way}");
        let all = run(&format!(
            "solve examples/set-twelve.toml --all --json {way}"
        ))
        .json();
        assert_eq!(all["solutions"].as_array().map(Vec::len), Some(6), "{way}");
        let first = json!({ "set": ["1rfo", "2pes", "3gsd"] });
        let sets = all["solutions"].as_array().expect("a list");
        assert!(sets.contains(&first), "{way}");
    }
}

#[test]
fn the_reformulation_of_the_nine_published_cards_is_explained() {
    let text = run("explain examples/set.toml");
    assert_eq!(text.status, 0, "{}", text.stderr);
    assert!(
        text.stdout.contains("branch on filling by heuristic 1"),
        "{}",
        text.stdout
    );
    let tree = run("explain examples/set.toml --json").json();
    assert_eq!(tree["puzzle"], "set");
    assert_eq!(
        tree["reformulation"]["root"]["chosen"]["attribute"],
        "filling"
    );
}

#[test]
fn the_largest_caps_are_proved() {
    for (attributes, largest) in [(1, "2"), (2, "4"), (3, "9"), (4, "20")] {
        let cap = run(&format!(
            "design set --largest-cap --attributes {attributes} --json"
        ));
        assert_eq!(cap.status, 0, "{}", cap.stderr);
        let json = cap.json();
        assert_eq!(json["maximum"], largest);
        assert_eq!(json["proved"], true);
        let cards = cards(&json);
        assert_eq!(cards.len().to_string(), largest);
        assert_eq!(sets_among(&cards), 0, "{cards:?}");
    }
}

/// `check` accepts what `design set --certificate` writes, and refuses it with anything changed that matters.
#[test]
fn designs_are_certified_and_spoiled_certificates_refused() {
    let certified = |wish: &str, name: &str| -> Value {
        let path = file(name, b"");
        std::fs::remove_file(&path).unwrap();
        let made = run(&format!("design set {wish} --certificate {path}"));
        assert_eq!(made.status, 0, "{wish}: {}", made.stderr);
        let accepted = run(&format!("check {path}"));
        assert_eq!(accepted.status, 0, "{wish}: {}", accepted.stdout);
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
    };
    let refused = |certificate: &Value, place: &str, value: Value, reason: &str| {
        let mut spoiled = certificate.clone();
        *spoiled.pointer_mut(place).expect(place) = value;
        let path = file("spoiled-set.json", spoiled.to_string().as_bytes());
        let verdict = run(&format!("check {path} --json"));
        assert_eq!(verdict.status, 3, "{place}: {}", verdict.stdout);
        let told = verdict.json()["reason"].to_string();
        assert!(told.contains(reason), "{place}: {told}");
    };
    for attributes in 1..=4 {
        let wish = format!("--largest-cap --attributes {attributes}");
        let cap = certified(&wish, &format!("cap-{attributes}.json"));
        let first = cap["finding"]["witness"]["cards"][0].clone();
        let cards = "/finding/witness/cards";
        refused(&cap, "/finding/maximum", "3".into(), "cards, not 3");
        refused(&cap, &format!("{cards}/1"), first, "twice");
        refused(&cap, &format!("{cards}/0"), "9".into(), "does not have");
        refused(&cap, "/family/attributes", 5.into(), "1 to 4");
        refused(&cap, "/complete", false.into(), "not complete");
        // A smaller cap is none of the largest, whatever the certificate says of it.
        let mut smaller = cap.clone();
        let witness = smaller.pointer_mut(cards).and_then(Value::as_array_mut);
        witness.expect(cards).pop();
        let fewer = cap["finding"]["witness"]["cards"].as_array().unwrap().len() - 1;
        let maximum = fewer.to_string().into();
        refused(&smaller, "/finding/maximum", maximum, "counting excludes");
    }
    let cap = certified("--largest-cap --attributes 2", "cap-of-two.json");
    // Four cards of nine without a set: with the third card of a set in place of one, they hold it.
    let cards = cards(&cap["finding"]);
    let third = third_of(&cards[0], &cards[1]);
    let spoiled = serde_json::json!([cards[0], cards[1], third, cards[3]]);
    refused(&cap, "/finding/witness/cards", spoiled, "hold a set");
    let deal = certified("--cards 15 --sets 7 --seed 5", "deal.json");
    refused(&deal, "/finding/sets", "6".into(), "hold 7 sets, not 6");
}

/// The digits that make a set of two cards of digits 1 to 3.
fn third_of(a: &str, b: &str) -> String {
    let digit = |(a, b): (char, char)| {
        let mut others = ['1', '2', '3'].into_iter().filter(|&c| c != a && c != b);
        if a == b { a } else { others.next().unwrap() }
    };
    a.chars().zip(b.chars()).map(digit).collect()
}

#[test]
fn deals_have_the_sets_they_were_made_for_and_impossible_ones_are_refused() {
    for (cards_wanted, sets_wanted) in [(15, 7), (12, 0), (12, 14), (20, 0), (21, 30)] {
        let wish = format!("--cards {cards_wanted} --sets {sets_wanted} --seed 5");
        let deal = run(&format!("design set {wish} --json"));
        assert_eq!(deal.status, 0, "{wish}: {}", deal.stderr);
        let cards = cards(&deal.json());
        let found = (cards.len(), sets_among(&cards));
        assert_eq!(found, (cards_wanted, sets_wanted), "{wish}: {cards:?}");
        let again = run(&format!("design set {wish} --json")).json();
        assert_eq!(again["witness"], deal.json()["witness"], "{wish}");
    }
    for (wish, reason) in [
        ("--cards 21 --sets 0", "20 cards are the most without a set"),
        ("--cards 12 --sets 15", "fewer than 15 sets"),
        ("--cards 21 --sets 2", "there are at least 3"),
        ("--cards 22 --sets 2", "there are at least"),
    ] {
        let none = run(&format!("design set {wish}"));
        assert_eq!(none.status, 0, "{wish}: {}", none.stderr);
        assert!(none.stdout.contains(reason), "{wish}: {}", none.stdout);
    }
    for (wish, reason) in [
        ("--cards 82 --sets 1", "a deck of 81"),
        ("--largest-cap --attributes 5", "expected 1 to 4"),
    ] {
        let refused = run(&format!("design set {wish}"));
        assert_eq!(refused.status, 2, "{wish}");
        assert!(
            refused.stderr.contains(reason),
            "{wish}: {}",
            refused.stderr
        );
    }
}

#[test]
fn cards_are_drawn_and_named_in_plain_text() {
    let text = run("solve examples/set-twelve.toml").stdout;
    assert!(text.contains("(#)"), "{text}");
    assert!(text.contains(" 1rfo "), "{text}");
    assert!(
        text.contains(
            "one red full oval, two purple empty squiggles, three green striped diamonds"
        ),
        "{text}"
    );
}

#[test]
fn a_design_out_of_time_is_not_answered() {
    for wish in ["--cards 40 --sets 60", "--largest-cap"] {
        let stopped = run(&format!("design set {wish} --time-limit 0"));
        assert_eq!(stopped.status, 1, "{wish}: {}", stopped.stderr);
        assert!(stopped.stderr.contains("the time limit was reached"));
        assert_eq!(stopped.stdout, "");
    }
    let stopped = run("reproduce set --time-limit 0");
    assert_eq!(stopped.status, 1, "{}", stopped.stderr);
}
