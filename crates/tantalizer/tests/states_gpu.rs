//! `states --gpu` on whatever machine this is: levels, or one line that says what is missing.
#![cfg(feature = "gpu")]

use std::process::Command;

#[test]
fn without_a_card_there_is_one_clear_message() {
    let ended = Command::new(env!("CARGO_BIN_EXE_tantalizer"))
        .args(["states", "spinpossible", "--rows", "1", "--cols", "3"])
        .args(["--gpu", "--json", "--quiet"])
        .output()
        .expect("the program starts");
    let told = String::from_utf8_lossy(&ended.stderr);
    let levels = String::from_utf8_lossy(&ended.stdout);
    if ended.status.success() {
        assert!(levels.contains("\"by_distance\""), "{levels}");
        return;
    }
    assert_eq!(ended.status.code(), Some(2), "{told}");
    assert!(levels.is_empty(), "{levels}");
    assert_eq!(told.lines().count(), 1, "{told}");
    let missing = [
        "no NVIDIA driver",
        "no NVIDIA card",
        "no compiler for the card",
    ];
    assert!(missing.iter().any(|what| told.contains(what)), "{told}");
}
