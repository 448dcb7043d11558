//! Several processes, here threads with sockets between them, make the same file
//! as one.

use std::net::TcpListener;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::spaces::BurntPancakes;
use tantalizer_states::{
    BuildOptions, Handing, Hosts, HostsError, ManyError, ManyLevels, SignedForm, StateSpace,
    StoreError, build_with_many, hand_out, load_or_build,
};

/// As many addresses on this machine that nobody uses.
fn addresses(count: usize) -> Vec<String> {
    let listeners: Vec<TcpListener> = (0..count)
        .map(|_| TcpListener::bind("127.0.0.1:0").unwrap())
        .collect();
    let address = |listener: &TcpListener| listener.local_addr().unwrap().to_string();
    listeners.iter().map(address).collect()
}

fn together(
    space: &BurntPancakes,
    processes: usize,
    threads: usize,
    file: Option<&Path>,
) -> Vec<Result<ManyLevels, ManyError>> {
    let addresses = addresses(processes);
    let one = |process| {
        let hosts = Hosts {
            addresses: addresses.clone(),
            process,
        };
        let options = BuildOptions {
            threads: Some(threads),
            ..Default::default()
        };
        build_with_many(&space.name(), space.puzzle(), &hosts, &options, file)
    };
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..processes)
            .map(|process| scope.spawn(move || one(process)))
            .collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    })
}

#[test]
fn many_make_the_same_file_as_one() {
    let folder = tempfile::tempdir().unwrap();
    let space = BurntPancakes(7);
    let alone = folder.path().join("alone");
    let (table, _) = load_or_build(&space, &alone, &BuildOptions::default()).unwrap();
    for (processes, threads) in [(1, 2), (2, 1), (3, 2)] {
        let file = folder.path().join(format!("{processes}"));
        for levels in together(&space, processes, threads, Some(&file)) {
            let levels = levels.unwrap();
            assert_eq!(levels.by_distance, table.by_distance());
            assert_eq!(levels.orbits_by_distance, table.orbits_by_distance());
            assert!(processes == 1 || levels.bytes_sent.iter().any(|&bytes| bytes > 0));
        }
        let same = std::fs::read(&file).unwrap() == std::fs::read(&alone).unwrap();
        assert!(same, "{processes} processes of {threads} threads");
        let left = std::fs::read_dir(folder.path()).unwrap().flatten();
        assert!(
            left.into_iter()
                .all(|f| !f.file_name().to_string_lossy().contains("worker"))
        );
        let again = together(&space, 1, 1, Some(&file)).pop().unwrap();
        assert!(matches!(
            again,
            Err(ManyError::Store(StoreError::Exists(_)))
        ));
    }
}

#[test]
fn a_list_of_hosts_is_read_or_refused_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hosts");
    std::fs::write(
        &file,
        "# here\n127.0.0.1:2101\n\n127.0.0.1:2102 # and there\n",
    )
    .unwrap();
    let hosts = Hosts::read(&file, 1).unwrap();
    assert_eq!(hosts.addresses, ["127.0.0.1:2101", "127.0.0.1:2102"]);
    let none = Hosts::read(&file, 2);
    assert!(matches!(
        none,
        Err(HostsError::NoSuchProcess {
            process: 2,
            last: 1
        })
    ));
    std::fs::write(&file, "127.0.0.1:2101\nnowhere\n").unwrap();
    let refused = Hosts::read(&file, 0).unwrap_err().to_string();
    assert!(refused.contains("line 2"), "{refused}");
}

/// What one of several processes hears and what it is told in the end; the squares of numbers are wanted.
fn squares(hosts: &Hosts, done: &AtomicUsize, stop_after: usize) -> Result<Option<u64>, ManyError> {
    let stop = AtomicBool::new(false);
    let sum = std::cell::Cell::new(0u64);
    let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
    let summed = hand_out(
        hosts,
        Handing {
            stamp: "squares".into(),
            open: (1..=200).collect(),
            threads: 2,
            work: &|next, tell| {
                while let Some(unit) = next() {
                    done.fetch_add(1, Ordering::Relaxed);
                    tell(unit, (unit as u64 * unit as u64).to_le_bytes().to_vec());
                }
            },
            hear: &mut |unit, bytes| {
                assert_eq!(word(bytes), unit as u64 * unit as u64);
                sum.set(sum.get() + word(bytes));
            },
            sum: &mut || sum.get().to_le_bytes().to_vec(),
            stopped: &|| done.load(Ordering::Relaxed) >= stop_after,
            stop: &stop,
        },
    );
    summed.map(|bytes| bytes.map(|bytes| word(&bytes)))
}

#[test]
fn units_are_handed_out_and_everybody_hears_what_came_of_them() {
    for processes in [1, 3] {
        let addresses = addresses(processes);
        let done: Vec<AtomicUsize> = addresses.iter().map(|_| AtomicUsize::new(0)).collect();
        let sums = std::thread::scope(|scope| {
            let one = |process| {
                let hosts = Hosts {
                    addresses: addresses.clone(),
                    process,
                };
                let done = &done[process];
                scope.spawn(move || squares(&hosts, done, usize::MAX))
            };
            let all: Vec<_> = (0..processes).map(one).collect();
            let sums: Vec<_> = all.into_iter().map(|one| one.join().unwrap()).collect();
            sums
        });
        for sum in sums {
            assert_eq!(sum.unwrap(), Some(200 * 201 * 401 / 6));
        }
        let done: Vec<usize> = done.into_iter().map(AtomicUsize::into_inner).collect();
        assert_eq!(done.iter().sum::<usize>(), 200);
        assert!(done.iter().all(|&units| units > 0), "{done:?}");
    }
}

#[test]
fn a_process_that_is_told_to_stop_has_no_sum() {
    let addresses = addresses(1);
    let hosts = Hosts {
        addresses,
        process: 0,
    };
    assert_eq!(squares(&hosts, &AtomicUsize::new(0), 1).unwrap(), None);
}
