//! Tables on disk: the same when read again, refused when damaged.

use crate::spaces::BurntPancakes;
use tantalizer_states::{
    BuildOptions, DistanceTable, Keep, KeepLevel, KeepOrder, Source, StateSpace, StoreError, build,
    load_or_build,
};

#[test]
fn a_stored_table_is_the_same_when_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table");
    let space = BurntPancakes(6);
    let options = BuildOptions {
        keep: Some(Keep {
            level: KeepLevel::Farthest,
            count: 7,
            order: KeepOrder::Rank,
        }),
        ..Default::default()
    };
    let table = build(&space, &options).unwrap();
    table.save(&file).unwrap();
    assert_eq!(DistanceTable::load(&file, &space.name()).unwrap(), table);
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "nothing else is left behind");
}

#[test]
fn any_flipped_bit_and_any_cut_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table");
    let space = BurntPancakes(4);
    let table = build(&space, &BuildOptions::default()).unwrap();
    table.save(&file).unwrap();
    let sound = std::fs::read(&file).unwrap();
    for at in 0..sound.len() {
        let mut spoiled = sound.clone();
        spoiled[at] ^= 1 << (at % 8);
        std::fs::write(&file, &spoiled).unwrap();
        let read = DistanceTable::load(&file, &space.name());
        assert!(read.is_err(), "byte {at} of {}", sound.len());

        std::fs::write(&file, &sound[..at]).unwrap();
        let read = DistanceTable::load(&file, &space.name());
        assert!(read.is_err(), "cut at {at} of {}", sound.len());
    }
    let mut longer = sound.clone();
    longer.push(0);
    std::fs::write(&file, &longer).unwrap();
    assert!(DistanceTable::load(&file, &space.name()).is_err());
}

#[test]
fn a_damaged_table_is_rebuilt_and_another_space_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table");
    let space = BurntPancakes(5);
    let options = BuildOptions::default();
    let (table, source) = load_or_build(&space, &file, &options).unwrap();
    assert!(matches!(source, Source::Built));
    let (again, source) = load_or_build(&space, &file, &options).unwrap();
    assert!(matches!(source, Source::Loaded));
    assert_eq!(again, table);

    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x10;
    std::fs::write(&file, bytes).unwrap();
    let (again, source) = load_or_build(&space, &file, &options).unwrap();
    assert!(matches!(
        source,
        Source::Rebuilt(StoreError::Damaged { .. })
    ));
    assert_eq!(again, table);
    let (_, source) = load_or_build(&space, &file, &options).unwrap();
    assert!(matches!(source, Source::Loaded));

    let other = load_or_build(&BurntPancakes(4), &file, &options);
    assert!(matches!(other, Err(StoreError::OtherSpace { .. })));
}

#[test]
fn a_stored_table_without_the_states_asked_for_is_built_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table");
    let space = BurntPancakes(5);
    load_or_build(&space, &file, &BuildOptions::default()).unwrap();
    let keep = |count| BuildOptions {
        keep: Some(Keep {
            level: KeepLevel::At(4),
            count,
            order: KeepOrder::Rank,
        }),
        ..Default::default()
    };
    let (table, source) = load_or_build(&space, &file, &keep(9)).unwrap();
    assert!(matches!(source, Source::Built));
    assert_eq!(table.kept().len(), 9);
    let (_, source) = load_or_build(&space, &file, &keep(5)).unwrap();
    assert!(matches!(source, Source::Loaded));
    let (_, source) = load_or_build(&space, &file, &keep(10)).unwrap();
    assert!(matches!(source, Source::Built));
}

#[test]
fn a_path_that_cannot_be_written_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("missing").join("table");
    let stored = load_or_build(&BurntPancakes(3), &file, &BuildOptions::default());
    assert!(matches!(stored, Err(StoreError::Io { .. })));
}

/// The file in which the levels of an unfinished table are.
fn partial(file: &std::path::Path) -> std::path::PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".partial");
    name.into()
}

#[test]
fn a_search_that_was_stopped_anywhere_goes_on_and_makes_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table");
    let space = BurntPancakes(6);
    let options = BuildOptions {
        keep: Some(Keep {
            level: KeepLevel::At(3),
            count: 5,
            order: KeepOrder::Sample(1),
        }),
        ..Default::default()
    };
    let (table, _) = load_or_build(&space, &file, &options).unwrap();
    let whole = std::fs::read(&file).unwrap();
    for cut in (140..whole.len()).step_by(whole.len() / 60) {
        std::fs::remove_file(&file).unwrap();
        std::fs::write(partial(&file), &whole[..cut]).unwrap();
        let (again, source) = load_or_build(&space, &file, &options).unwrap();
        assert!(matches!(source, Source::Built));
        assert_eq!(again, table, "cut at {cut}");
        assert!(std::fs::read(&file).unwrap() == whole, "cut at {cut}");
        assert!(!partial(&file).exists());
    }
    // Damaged is something else than cut short.
    std::fs::remove_file(&file).unwrap();
    let mut spoiled = whole[..whole.len() / 2].to_vec();
    spoiled[whole.len() / 4] ^= 4;
    std::fs::write(partial(&file), &spoiled).unwrap();
    let refused = load_or_build(&space, &file, &options);
    assert!(matches!(refused, Err(StoreError::Damaged { .. })));
    assert!(!file.exists());
}

#[test]
fn a_search_that_is_cancelled_keeps_its_levels() {
    use std::sync::atomic::{AtomicBool, Ordering};

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table");
    let space = BurntPancakes(9);
    let cancel = AtomicBool::new(false);
    let stop = |_: &tantalizer_states::Progress| cancel.store(true, Ordering::Relaxed);
    let options = BuildOptions {
        progress: Some(&stop),
        cancel: Some(&cancel),
        threads: Some(1),
        ..Default::default()
    };
    let stopped = load_or_build(&space, &file, &options);
    assert!(matches!(stopped, Err(StoreError::Build(_))));
    assert!(partial(&file).exists() && !file.exists());
    let (table, _) = load_or_build(&space, &file, &BuildOptions::default()).unwrap();
    assert_eq!(
        table.by_distance(),
        build(&space, &BuildOptions::default())
            .unwrap()
            .by_distance()
    );
}

#[test]
fn what_is_not_ours_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("notes.txt");
    for content in ["", "TNTL", "a list of things to do"] {
        for name in [file.clone(), partial(&file)] {
            for space in [BurntPancakes(5), BurntPancakes(6)] {
                std::fs::write(&name, content).unwrap();
                let refused = load_or_build(&space, &file, &BuildOptions::default());
                if name == file || space.0 == 6 {
                    assert!(
                        matches!(refused, Err(StoreError::NotATable(_))),
                        "{content}"
                    );
                    assert_eq!(std::fs::read_to_string(&name).unwrap(), content);
                }
                let _ = std::fs::remove_file(&file);
            }
            let _ = std::fs::remove_file(&name);
        }
    }
}

#[test]
fn kept_states_are_found_in_a_stored_table_by_rows() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table");
    let space = BurntPancakes(6);
    load_or_build(&space, &file, &BuildOptions::default()).unwrap();
    for level in [KeepLevel::Farthest, KeepLevel::At(4)] {
        let options = BuildOptions {
            keep: Some(Keep {
                level,
                count: 9,
                order: KeepOrder::Rank,
            }),
            ..Default::default()
        };
        let (stored, source) = load_or_build(&space, &file, &options).unwrap();
        assert!(matches!(source, Source::Loaded));
        assert_eq!(stored.kept(), build(&space, &options).unwrap().kept());
    }
}
