//! All puzzle files: our engines beside each other, and beside other solvers.

use super::Settings;
use super::ours::{self, ENGINES};
use super::peers::{Peer, Problem};
use super::process::seconds;
use super::question::{Answer, Ask, short};
use crate::run::{root, timed};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Everybody's answer to one question.
pub struct Row {
    file: String,
    ask: Ask,
    /// From the puzzle in memory to the last solution.
    pub engines: BTreeMap<String, Answer>,
    /// What the others are held against: `auto`, and the best of the engines that take any model.
    contenders: Vec<Contender>,
    pub peers: Vec<(Peer, Option<Answer>)>,
}

/// One of ours, by both clocks.
struct Contender {
    engine: String,
    /// From the puzzle in memory to the last solution.
    inside: f64,
    /// The whole process.
    process: Option<f64>,
}

/// Both tables, as Markdown, and where the rules of `auto` are broken.
pub fn tables(settings: Settings) -> Result<String, String> {
    let mut rows = Vec::new();
    for folder in ["examples", "bench"] {
        for file in puzzle_files(folder)? {
            rows.extend(timed(&short(&file), || questions(&file, settings))?);
        }
    }
    Ok(engine_table(&rows) + &peer_table(&rows))
}

/// The puzzle files of a folder, in order.
pub fn puzzle_files(folder: &str) -> Result<Vec<PathBuf>, String> {
    let broken = |error| format!("{folder}: {error}");
    let mut files = Vec::new();
    for entry in fs::read_dir(root().join(folder)).map_err(broken)? {
        let path = entry.map_err(broken)?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "toml")
        {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The first solution and all of them; or how many there are, if that is all that can be had.
fn questions(file: &Path, settings: Settings) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for ask in [Ask::One, Ask::All, Ask::Count] {
        let row = row(file, ask, &ENGINES, settings)?;
        let answered = row.engines.contains_key("auto");
        if answered {
            rows.push(row);
        }
        if ask == Ask::All && answered {
            break;
        }
    }
    Ok(rows)
}

/// Asks everybody; only if nobody disagrees is there a row.
pub fn row(file: &Path, ask: Ask, engines: &[&str], settings: Settings) -> Result<Row, String> {
    let Settings { repeat, limit } = settings;
    let mut row = Row {
        file: short(file),
        ask,
        engines: ours::engines(file, ask, &["auto"], 1, limit)?,
        contenders: Vec::new(),
        peers: Vec::new(),
    };
    if row.engines.is_empty() {
        // Where `auto` gives up there is nothing to compare.
        return Ok(row);
    }
    row.engines = ours::engines(file, ask, engines, repeat, limit)?;
    let Some(auto) = row.engines.get("auto").cloned() else {
        return Ok(row);
    };
    let best = row
        .best_engine()
        .map(|(engine, answer)| (engine, answer.seconds));
    for (engine, inside) in [Some(("auto", auto.seconds)), best].into_iter().flatten() {
        let process = median(repeat, || ours::process(file, ask, engine, limit))?;
        let engine = engine.to_string();
        row.contenders.push(Contender {
            engine,
            inside,
            process,
        });
    }
    let Ok(problem) = Problem::new(file) else {
        // A board beyond constraint models: there is nothing to hand over.
        return Ok(row);
    };
    for peer in Peer::ALL {
        let mut count = None;
        let time = median(repeat, || {
            let answer = peer.answer(&problem, ask, limit)?;
            count = answer.as_ref().map(|answer| answer.count).or(count);
            Ok(answer.map(|answer| answer.seconds))
        })?;
        let answer = time
            .zip(count)
            .map(|(seconds, count)| Answer { count, seconds });
        if let Some(answer) = &answer
            && answer.count != auto.count
        {
            return Err(format!(
                "{} {}: {} says {}, we say {}",
                row.file,
                ask.name(),
                peer.name(),
                answer.count,
                auto.count
            ));
        }
        row.peers.push((peer, answer));
    }
    Ok(row)
}

/// The median of several runs; nothing as soon as one of them runs out of time.
fn median(
    repeat: usize,
    mut run: impl FnMut() -> Result<Option<f64>, String>,
) -> Result<Option<f64>, String> {
    let mut times = Vec::new();
    for _ in 0..repeat {
        match run()? {
            Some(seconds) => times.push(seconds),
            None => return Ok(None),
        }
        // What takes seconds does not need to be repeated to be told from milliseconds.
        if times[0] > 3.0 {
            break;
        }
    }
    times.sort_by(f64::total_cmp);
    Ok(times.get(times.len() / 2).copied())
}

impl Contender {
    /// Its time on the clock by which this peer is measured.
    fn beside(&self, peer: Peer) -> Option<f64> {
        if peer.whole_process() {
            self.process
        } else {
            Some(self.inside)
        }
    }
}

impl Row {
    /// The best of the engines that take any model.
    fn best_engine(&self) -> Option<(&'static str, &Answer)> {
        let general = ENGINES.iter().skip(1);
        let answers = general.filter_map(|name| Some((*name, self.engines.get(*name)?)));
        answers.min_by(|a, b| a.1.seconds.total_cmp(&b.1.seconds))
    }

    /// The ratio of each peer's time to that of one of ours.
    fn ratios(&self, ours: &Contender) -> impl Iterator<Item = (f64, Peer)> {
        self.peers.iter().filter_map(|(peer, answer)| {
            let ratio = answer.as_ref()?.seconds / ours.beside(*peer)?;
            Some((ratio, *peer))
        })
    }

    /// The smallest ratio of a peer's time to that of one of ours, and whose it is.
    fn best_peer(&self, ours: &Contender) -> String {
        let smallest = self.ratios(ours).min_by(|a, b| a.0.total_cmp(&b.0));
        smallest.map_or("nobody else".into(), |(ratio, peer)| {
            format!("{ratio:.1} ({})", peer.name())
        })
    }

    /// The time of the best peer.
    pub fn best_peer_seconds(&self) -> Option<f64> {
        let times = self.peers.iter().filter_map(|(_, answer)| answer.as_ref());
        times.map(|answer| answer.seconds).min_by(f64::total_cmp)
    }
}

fn cell(time: Option<f64>) -> String {
    time.map_or("-".into(), seconds)
}

fn engine_table(rows: &[Row]) -> String {
    let mut text = String::from(
        "\n## The engines\n\nFrom the puzzle in memory to the last solution. `auto` has one thread, \
         on which engines take turns; for Spinpossible, SET, Colors and Instant Insanity it may be an algorithm of the puzzle's own. A dash: not within the limit.\n\n",
    );
    let _ = writeln!(
        text,
        "| file | question | answers | {} | auto / best |",
        ENGINES.join(" | ")
    );
    let _ = writeln!(text, "|---|---|---:|{}---:|", "---:|".repeat(ENGINES.len()));
    let mut slow = Vec::new();
    for row in rows {
        let (Some(auto), Some((_, best))) = (row.engines.get("auto"), row.best_engine()) else {
            continue;
        };
        let answers = ENGINES.iter().map(|name| row.engines.get(*name));
        let times: Vec<String> = answers
            .map(|answer| cell(answer.map(|answer| answer.seconds)))
            .collect();
        let best = best.seconds;
        let ratio = auto.seconds / best;
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {ratio:.2} |",
            row.file,
            row.ask.name(),
            auto.count,
            times.join(" | ")
        );
        let allowed = if best < 0.05 { best + 0.02 } else { best * 1.5 };
        if auto.seconds > allowed {
            slow.push(format!("{} ({})", row.file, row.ask.name()));
        }
    }
    let rule = "more than 1.5 times the best single engine, or more than 20 ms above one that needs less than 50 ms";
    let _ = writeln!(
        text,
        "\nQuestions on which `auto` took {rule}: {}.",
        listed(&slow)
    );
    text
}

fn peer_table(rows: &[Row]) -> String {
    let names: Vec<&str> = Peer::ALL.iter().map(|peer| peer.name()).collect();
    let mut text = String::from(
        "\n## Other solvers\n\nAll get the model that our engines get, translated from the text of `tantalizer encode FILE --to model` by \
         the programs in `bench/translate/`. Two lines a question: what users get (`auto`, which may be an algorithm of the puzzle's own), and the best of our \
         engines that take any model. Two clocks, and like is compared with like: Gecode, MiniSat and CaDiCaL are whole processes that start \
         from their own file format, beside our whole process (`solve` or `count`, which reads the puzzle file and builds the model); \
         CP-SAT, Choco and SWI-Prolog tell the time from reading the model to the last solution (the start of Python or Prolog and the \
         loading of the library are not counted), beside ours inside the process. Gecode gets the better of two variable orders. MiniSat \
         and CaDiCaL are only asked for one solution. The last column is the smallest ratio of a peer's time to ours.\n\n",
    );
    let _ = writeln!(
        text,
        "| file | question | ours | process | inside | {} | best peer / ours |",
        names.join(" | ")
    );
    let _ = writeln!(
        text,
        "|---|---|---|---:|---:|{}---:|",
        "---:|".repeat(names.len())
    );
    let mut faster = [Faster::default(), Faster::default()];
    for row in rows.iter().filter(|row| !row.peers.is_empty()) {
        let question = format!("{} ({})", row.file, row.ask.name());
        let answers = row.peers.iter().map(|(_, answer)| answer.as_ref());
        let times: Vec<String> = answers
            .map(|answer| cell(answer.map(|answer| answer.seconds)))
            .collect();
        for (ours, faster) in row.contenders.iter().zip(&mut faster) {
            // What was measured once is written once.
            let first = ours.engine == "auto";
            let blank = vec![String::new(); times.len()];
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} | {} | {} |",
                if first { &row.file } else { "" },
                if first { row.ask.name() } else { "" },
                ours.engine,
                cell(ours.process),
                seconds(ours.inside),
                if first { &times } else { &blank }.join(" | "),
                row.best_peer(ours)
            );
            faster.note(&question, row.ratios(ours));
        }
    }
    for (who, faster) in ["`auto`", "the best of our engines"].iter().zip(&faster) {
        let _ = writeln!(
            text,
            "\nQuestions on which Gecode, CP-SAT, Choco or SWI-Prolog was faster than {who}: {}. Questions on which MiniSat or CaDiCaL alone was, which get the formula \
             ready-made while our process starts from the puzzle: {}.",
            listed(&faster.from_models),
            listed(&faster.from_formulas)
        );
    }
    text
}

/// Questions on which others were faster.
#[derive(Default)]
struct Faster {
    from_models: Vec<String>,
    from_formulas: Vec<String>,
}

impl Faster {
    fn note(&mut self, question: &str, ratios: impl Iterator<Item = (f64, Peer)>) {
        let faster: Vec<Peer> = ratios
            .filter(|(ratio, _)| *ratio < 1.0)
            .map(|(_, peer)| peer)
            .collect();
        let by_formulas_alone = faster.iter().all(|peer| peer.takes_formulas());
        match (faster.is_empty(), by_formulas_alone) {
            (true, _) => {}
            (_, true) => self.from_formulas.push(question.into()),
            (_, false) => self.from_models.push(question.into()),
        }
    }
}

fn listed(names: &[String]) -> String {
    match names {
        [] => "none".into(),
        names => names.join(", "),
    }
}
