//! Searches for the bodies that take the function the most time, and prints them:
//!
//! ```sh
//! cargo bench --package site-forms --profile lambda --bench worst_case
//! ```
//!
//! Each reader of a visitor's bytes has a dictionary of pieces that mean something in its format. The search fills a body with one
//! piece, and with random sequences of pieces, and keeps the slowest. These are then measured at a quarter of the largest size
//! and at the largest size: a reader whose time grows much faster than the size is marked. The seeds of the fuzz targets are
//! mutated in the same way. It fails if a body takes more than the limit. Words after `--` limit the search to the readers whose names contain one of them.
#![allow(clippy::unwrap_used, clippy::panic, clippy::missing_panics_doc)]

use std::cmp::Reverse;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use forms::check::check;
use forms::decode::{DecodeError, Decoded, json, urlencoded};
use forms::{Form, file};
use jiff::civil::date;

#[path = "../fuzz/dictionary.rs"]
mod dictionary;
#[path = "../../forms-lambda/tests/bar/support/documents.rs"]
#[allow(dead_code, reason = "the benchmark uses a part")]
mod documents;
#[path = "../fuzz/mutations.rs"]
#[allow(dead_code, reason = "the benchmark uses a part")]
mod mutations;
#[path = "worst_case/readers.rs"]
mod readers;
#[path = "../fuzz/targets.rs"]
#[allow(dead_code, reason = "the benchmark uses a part")]
mod targets;

use mutations::Numbers;
use readers::{Reader, readers};

/// Maximum size of a document, in bytes.
pub const MOST: usize = 2 * 1024 * 1024;
/// Size of the bodies among which the slowest are searched.
const SAMPLE: usize = 96 * 1024;
/// Number of random sequences of pieces for each reader, and their longest length.
const SEQUENCES: usize = 80;
const LONGEST_SEQUENCE: usize = 4;
/// Number of sequences that are measured at full size.
const FINALISTS: usize = 3;
/// Time that no body may take, on one virtual CPU of Lambda.
const LIMIT: Duration = Duration::from_millis(150);
/// Ratio of the times of the largest body and of one a quarter of its size. Above it, the time is not proportional to the size.
const MOST_GROWTH: f64 = 6.0;

fn main() -> ExitCode {
    let wanted: Vec<String> = env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    if env::args().any(|argument| argument == "--test") {
        return ExitCode::SUCCESS;
    }
    let mut worst = Duration::ZERO;
    for reader in readers() {
        if wanted.is_empty() || wanted.iter().any(|word| reader.name.contains(word)) {
            worst = worst.max(search(&reader));
        }
    }
    if wanted.is_empty() {
        worst = worst.max(search_corpus());
    }
    let verdict = if worst <= LIMIT { "within" } else { "ABOVE" };
    println!("worst case: {worst:.1?}, {verdict} the limit of {LIMIT:?}");
    if worst > LIMIT {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

/// Prints the slowest bodies of a reader, and returns the longest time.
fn search(reader: &Reader) -> Duration {
    let mut numbers = Numbers(0x5EED);
    let mut pick = |limit: usize| usize::try_from(numbers.draw()).unwrap() % limit;
    let pieces = dictionary::pieces(&fuzz(), &[reader.dictionary]);
    let mut sequences = pieces.clone();
    sequences.extend((0..SEQUENCES).map(|_| {
        let length = 2 + pick(LONGEST_SEQUENCE - 1);
        let drawn = (0..length).map(|_| pieces[pick(pieces.len())].as_slice());
        drawn.collect::<Vec<_>>().concat()
    }));
    sequences.retain(|sequence| !sequence.is_empty());
    let mut timed: Vec<(Duration, Vec<u8>)> = sequences
        .into_iter()
        .map(|sequence| (time(reader, &sequence, SAMPLE), sequence))
        .collect();
    timed.sort_by_key(|(time, _)| Reverse(*time));
    timed.dedup_by(|one, other| one.1 == other.1);
    let mut worst = Duration::ZERO;
    for (_, sequence) in timed.iter().take(FINALISTS) {
        let part = time(reader, sequence, MOST / 4);
        let whole = time(reader, sequence, MOST);
        // The system counts CPU time in steps of up to 4 ms.
        let growth = whole.as_secs_f64() / part.as_secs_f64().max(0.004);
        let mark = if growth > MOST_GROWTH {
            "  NOT PROPORTIONAL"
        } else {
            ""
        };
        let shown = String::from_utf8_lossy(&sequence[..sequence.len().min(60)]).into_owned();
        println!(
            "{whole:>9.1?}  {growth:>4.1}x  {:<18} {shown:?}{mark}",
            reader.name
        );
        worst = worst.max(whole);
    }
    worst
}

/// Returns the CPU time that a reader takes for a body filled with `sequence`, the shorter one of two runs.
fn time(reader: &Reader, sequence: &[u8], size: usize) -> Duration {
    let body = (reader.body)(&|size| repeated(sequence, size), size);
    let run = || timed(|| reader.target.run(&body));
    run().min(run())
}

/// Code that reads a body.
#[derive(Debug, Clone, Copy)]
pub enum Target {
    /// Inspects a document with this extension.
    Document(&'static str),
    /// Decodes and processes the body of an application.
    Multipart,
    /// Decodes and processes the body of a query.
    Json,
    /// Decodes and processes the body of a query without a script.
    Urlencoded,
}

impl Target {
    fn run(self, body: &[u8]) {
        match self {
            Self::Document(extension) => inspect(extension, body),
            Self::Multipart => {
                let form = site_form("career");
                let decoded = targets::decode_parts(body, body.len(), form.limits());
                process(form, decoded);
            }
            Self::Json => {
                let form = site_form("query");
                process(form, json(shortened(body), form.limits().entries));
            }
            Self::Urlencoded => {
                let form = site_form("query");
                process(form, urlencoded(shortened(body), form.limits().entries));
            }
        }
    }
}

fn site_form(name: &str) -> &'static Form {
    targets::site_form(name).unwrap()
}

/// Returns as much of a body as the function reads of a query.
fn shortened(body: &[u8]) -> &[u8] {
    let most = usize::try_from(site_form("query").limits().body).unwrap();
    &body[..body.len().min(most)]
}

/// Checks a document with the given extension. The verdict does not matter.
fn inspect(extension: &str, bytes: &[u8]) {
    let field = site_form("career").field("resume").unwrap();
    let _ = file::check(field, &format!("cv.{extension}"), bytes);
}

/// Checks a decoded body, and builds its record and its mail, whether or not it has faults.
fn process(form: &Form, decoded: Result<Decoded, DecodeError>) {
    let Ok(decoded) = decoded else {
        return;
    };
    let checked = check(form, &decoded, date(2026, 11, 21));
    let (record, _) = targets::report(form, &checked).unwrap();
    serde_json::to_vec(&record).unwrap();
}

/// Mutates the seeds of the fuzz target for documents, repeats each mutation up to the largest size, prints the slowest, and
/// returns its time.
fn search_corpus() -> Duration {
    let pieces = dictionary::pieces(&fuzz(), &["pdf", "xml", "zip", "doc"]);
    let mut worst = (Duration::ZERO, 0);
    for (number, seed) in mutations::seeds(&fuzz().join("corpus/document"))
        .iter()
        .enumerate()
    {
        let mut numbers = Numbers(0x5EED);
        for _ in 0..100 {
            let mut mutated = mutations::mutate(seed, seed, &pieces, &mut numbers);
            // The rest of the seed is repeated inside of the document, where the readers are most likely to meet it.
            let at = mutated.len() / 2;
            let filling = repeated(&mutated[at / 2..], MOST.saturating_sub(mutated.len()));
            mutated.splice(at..at, filling);
            mutated.truncate(MOST);
            for extension in ["pdf", "doc", "docx"] {
                let time = timed(|| inspect(extension, &mutated));
                worst = worst.max((time, number));
            }
        }
    }
    println!(
        "{:>9.1?}         {:<18} mutation of seed {}",
        worst.0, "corpus", worst.1
    );
    worst.0
}

/// Returns the folder with the seeds and dictionaries of the fuzz targets.
fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz")
}

/// Returns `size` bytes of repetitions of `sequence`.
fn repeated(sequence: &[u8], size: usize) -> Vec<u8> {
    sequence.iter().copied().cycle().take(size).collect()
}

/// Returns the CPU time that some work takes, which does not depend on what else runs on the computer.
fn timed(work: impl FnOnce()) -> Duration {
    let start = cpu_time();
    work();
    cpu_time().saturating_sub(start)
}

/// Returns the CPU time of this thread so far.
fn cpu_time() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(text.split(' ').next().unwrap().parse().unwrap())
}
