//! `states --gpu` without a card: on whatever machine this is, and with a driver
//! that runs the kernels on the processor.
#![cfg(feature = "gpu")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn states(size: [&str; 2], more: &[&str], libraries: Option<&Path>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tantalizer"));
    command.args(["states", "spinpossible", "--json", "--quiet"]);
    command
        .args(["--rows", size[0], "--cols", size[1]])
        .args(more);
    if let Some(libraries) = libraries {
        command.env("LD_LIBRARY_PATH", libraries);
    }
    command.output().expect("the program starts")
}

fn object(output: &Output) -> serde_json::Value {
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

/// One line on standard error, and status 2.
fn refused(output: &Output, reasons: &[&str]) {
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(output.stdout.is_empty());
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(reasons.iter().any(|reason| told.contains(reason)), "{told}");
}

#[test]
fn without_a_card_there_is_one_clear_message() {
    let ended = states(["1", "3"], &["--gpu"], None);
    if ended.status.success() {
        assert_eq!(object(&ended)["god_number"], 3);
        return;
    }
    let missing = ["no NVIDIA driver", "no NVIDIA card", "no compiler"];
    refused(&ended, &missing);
}

/// A folder with a driver for no card, and with a file that passes for kernels.
fn driver() -> (PathBuf, String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("driver");
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let states = Path::new(env!("CARGO_MANIFEST_DIR")).join("../states");
    let compiled = Command::new("c++")
        .args([
            "-std=c++17",
            "-O2",
            "-shared",
            "-fPIC",
            "-Wall",
            "-Wno-psabi",
        ])
        .arg("-I")
        .arg(states.join("src/rows/gpu"))
        .arg("-I")
        .arg(states.join("tests/gpu"))
        .arg(states.join("tests/gpu/driver.cpp"))
        .arg("-o")
        .arg(folder.join("libcuda.so"))
        .status();
    let compiled = compiled.expect("the tests need a C++ compiler, `c++`");
    assert!(compiled.success());
    let kernels = folder.join("kernels.ptx");
    std::fs::write(&kernels, ".visible .entry level_1(").expect("a file can be written");
    (folder, kernels.display().to_string())
}

#[test]
fn through_a_driver_the_levels_are_those_of_the_processor() {
    let (folder, kernels) = driver();
    let gpu = ["--gpu", "--kernels", &kernels];
    for (size, more) in [
        (["1", "5"], &[][..]),
        (["2", "3"], &["--no-single"]),
        (["2", "4"], &[]),
    ] {
        let on_card = object(&states(size, &[&gpu, more].concat(), Some(&folder)));
        let on_processor = object(&states(size, more, None));
        for field in ["boards", "by_distance", "orbits_by_distance", "god_number"] {
            assert_eq!(on_card[field], on_processor[field], "{size:?}: {field}");
        }
        let plain = on_card["gpu"]["plain"].as_array().expect("a list");
        assert_eq!(plain.len(), 6);
    }
    let too_large = states(["3", "4"], &gpu, Some(&folder));
    refused(
        &too_large,
        &["needs 63852466724 bytes of memory on the card"],
    );
    let no_kernels = states(
        ["1", "3"],
        &["--gpu", "--kernels", "Cargo.toml"],
        Some(&folder),
    );
    refused(&no_kernels, &["Cargo.toml: expected the kernels as PTX"]);
}
