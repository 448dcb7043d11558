//! Numbers of solutions up to symmetries, certified: by a list, or by a diagram for each class of elements.

use super::common::{file, run};
use super::{certificate, refused, refused_by_both, second_check};

/// What `count` says is what `check` accepts, and the second checker too.
#[test]
fn numbers_up_to_symmetries_are_certified() {
    let takuzu = file("takuzu-4.json", br#"{"puzzle": "takuzu", "n": 4}"#);
    let latin = file("latin-3.json", br#"{"puzzle": "latin-square", "n": 3}"#);
    let commands = [
        "count examples/colors.toml".to_string(),
        "count examples/instant-insanity.toml".to_string(),
        "count examples/tricky-triple-4x4-empty.toml".to_string(),
        "count examples/tricky-triple-4x4-empty.toml --engine diagram".to_string(),
        format!("count {takuzu}"),
        format!("count {takuzu} --engine diagram"),
        format!("count {latin}"),
        format!("count {latin} --engine diagram"),
    ];
    for (number, command) in commands.iter().enumerate() {
        let (path, text) = certificate(&format!("modulo{number}.cert"), command);
        let counted = run(&format!("{command} --json")).json();
        assert!(
            !counted["modulo"]
                .as_object()
                .is_none_or(|all| all.is_empty())
        );
        let checked = run(&format!("check {path} --json"));
        assert_eq!(checked.status, 0, "{command}: {}", checked.stdout);
        let mut expected = counted["modulo"].clone();
        if command.contains("takuzu") && command.contains("diagram") {
            // The sums of three cells are variables beside the answer, whose values would have to be renamed with it.
            expected
                .as_object_mut()
                .expect("an object")
                .remove("values");
        }
        assert_eq!(checked.json()["modulo"], expected, "{command}");
        let (status, said) = second_check(&format!("modulo{number}-again.cert"), &text);
        assert_eq!(status, 0, "{command}: {said}");
    }
}

/// Nothing about a group is believed: not that it consists of symmetries, nor how large it is, nor what its elements leave as it is.
#[test]
fn spoiled_numbers_up_to_symmetries_are_refused() {
    let empty = "count examples/tricky-triple-4x4-empty.toml";
    let (_, listed) = certificate("modulo-listed.cert", empty);
    let (_, counted) = certificate("modulo-counted.cert", &format!("{empty} --engine diagram"));
    let by_one = |text: &str, reason: &str| refused("modulo-spoiled.cert", text, reason);
    let by_both = |text: &str, reason: &str| refused_by_both("modulo-spoiled.cert", text, reason);
    for text in [&listed, &counted] {
        let orbits = text.lines().find(|line| line.starts_with("orbits "));
        let orbits = orbits.expect("a number");
        let more = format!("orbits 1{}", &orbits["orbits ".len()..]);
        by_both(&text.replacen(orbits, &more, 1), "are claimed");
        // Two cells change places, and nothing else does.
        let lines: Vec<&str> = text.lines().collect();
        let first = lines.iter().position(|line| line.starts_with("generator "));
        let first = first.expect("a generator");
        let moved: usize = lines[first]["generator ".len()..]
            .parse()
            .expect("a number");
        let rest = [
            &lines[..first],
            &["generator 2", "0 1", "1 0"],
            &lines[first + 1 + moved..],
        ];
        by_both(&(rest.concat().join("\n") + "\n"), "this is no symmetry");
        // One cell goes where another stays.
        let rest = [
            &lines[..first],
            &["generator 1", "0 1"],
            &lines[first + 1 + moved..],
        ];
        by_both(&(rest.concat().join("\n") + "\n"), "two variables go to");
        // A smaller group has more orbits, and is not the puzzle's.
        let group = lines
            .iter()
            .position(|line| line.starts_with("modulo symbols"));
        let group = group.expect("a group");
        let generators: usize = lines[group + 1]["generators ".len()..]
            .parse()
            .expect("a number");
        assert!(generators > 1);
        let fewer = format!("generators {}", generators - 1);
        let moved: usize = lines[group + 2]["generator ".len()..]
            .parse()
            .expect("a number");
        let rest = [
            &lines[..group + 1],
            &[&fewer[..]],
            &lines[group + 3 + moved..],
        ];
        by_one(&(rest.concat().join("\n") + "\n"), "");
        // A group of another name is not the puzzle's, whatever holds of it.
        let renamed = text.replacen("modulo symbols\n", "modulo names\n", 1);
        by_one(
            &renamed,
            "the stated symmetries are not those of the stated puzzle",
        );
    }
    // The part of a class goes.
    let lines: Vec<&str> = counted.lines().collect();
    let parts = lines.iter().position(|line| line.starts_with("parts "));
    let parts = parts.expect("parts");
    let of_parts = |line: &&str| line.starts_with("part ") || line.starts_with("orbits ");
    let starts: Vec<usize> = (parts..lines.len())
        .filter(|&at| of_parts(&lines[at]))
        .collect();
    let number: usize = lines[parts]["parts ".len()..].parse().expect("a number");
    assert!(number > 1);
    let fewer = format!("parts {}", number - 1);
    let rest = [&lines[..parts], &[&fewer[..]], &lines[starts[1]..]];
    by_both(
        &(rest.concat().join("\n") + "\n"),
        "a class of elements has no part",
    );
    // A part belongs to another element.
    let (one, two) = (&lines[starts[0]..starts[1]], &lines[starts[1]..starts[2]]);
    let diagram = |part: &[&str]| {
        part.iter()
            .position(|line| line.starts_with("diagram "))
            .expect("one")
    };
    let (a, b) = (diagram(one), diagram(two));
    let swapped = [
        &lines[..starts[0]],
        &two[..b],
        &one[a..],
        &one[..a],
        &two[b..],
        &lines[starts[2]..],
    ];
    by_both(&(swapped.concat().join("\n") + "\n"), "");
    // An element that is none of the group.
    let foreign = [
        &lines[..starts[0]],
        &["part 2", "0 1", "1 0"],
        &one[a..],
        &lines[starts[1]..],
    ];
    by_both(
        &(foreign.concat().join("\n") + "\n"),
        "no element of the group",
    );
}
