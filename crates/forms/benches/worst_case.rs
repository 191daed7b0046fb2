//! Searches for the bodies that take the function the most time, and prints them:
//!
//! ```sh
//! cargo bench --package site-forms --profile lambda --bench worst_case
//! ```
//!
//! Each reader of a visitor's bytes has a list of pieces that mean something in its format. The search fills a body with one
//! piece, and with random sequences of pieces, and keeps the slowest. These are then measured at a quarter of the largest size
//! and at the largest size: a reader whose time grows much faster than the size is marked. The seeds of the fuzz targets are
//! mutated in the same way. A number after the name of a reader limits the search to readers with that name.
#![allow(clippy::unwrap_used, clippy::missing_panics_doc)]

use std::cmp::Reverse;
use std::convert::Infallible;
use std::env;
use std::fs;
use std::path::Path;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use bytes::Bytes;
use forms::check::check;
use forms::decode::{Decoded, json, multipart, urlencoded};
use forms::page::Pages;
use forms::record::{RESUMES, Record, digest};
use forms::{Form, Id, Settings, file, mail};
use jiff::Timestamp;
use jiff::civil::date;

#[path = "../../forms-lambda/tests/bar/support/documents.rs"]
#[allow(dead_code, reason = "the benchmark uses a part")]
mod documents;
#[path = "../fuzz/mutations.rs"]
#[allow(dead_code, reason = "the benchmark uses a part")]
mod mutations;
#[path = "worst_case/readers.rs"]
mod readers;
#[path = "../tests/testsuite/site_forms.rs"]
mod site_forms;

use mutations::Numbers;
use readers::{READERS, Reader};
use site_forms::site_form;

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

fn main() {
    let wanted: Vec<String> = env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    if env::args().any(|argument| argument == "--test") {
        return;
    }
    let checker = Checker::new();
    let mut worst = Duration::ZERO;
    for reader in READERS {
        if wanted.is_empty() || wanted.iter().any(|word| reader.name.contains(word)) {
            worst = worst.max(search(reader, &checker));
        }
    }
    if wanted.is_empty() {
        worst = worst.max(checker.search_corpus());
    }
    let verdict = if worst <= LIMIT { "within" } else { "ABOVE" };
    println!("worst case: {worst:.1?}, {verdict} the limit of {LIMIT:?}");
}

/// Prints the slowest bodies of a reader, and returns the longest time.
fn search(reader: &Reader, checker: &Checker) -> Duration {
    let mut numbers = Numbers(0x5EED);
    let mut pick = |limit: usize| usize::try_from(numbers.draw()).unwrap() % limit;
    let pieces = reader.pieces;
    let mut sequences: Vec<Vec<u8>> = pieces.iter().map(|piece| piece.to_vec()).collect();
    sequences.extend((0..SEQUENCES).map(|_| {
        let length = 2 + pick(LONGEST_SEQUENCE - 1);
        let drawn = (0..length).map(|_| pieces[pick(pieces.len())]);
        drawn.collect::<Vec<_>>().concat()
    }));
    sequences.retain(|sequence| !sequence.is_empty());
    let mut timed: Vec<(Duration, Vec<u8>)> = sequences
        .into_iter()
        .map(|sequence| (checker.time(reader, &sequence, SAMPLE), sequence))
        .collect();
    timed.sort_by_key(|(time, _)| Reverse(*time));
    timed.dedup_by(|one, other| one.1 == other.1);
    let mut worst = Duration::ZERO;
    for (_, sequence) in timed.iter().take(FINALISTS) {
        let part = checker.time(reader, sequence, MOST / 4);
        let whole = checker.time(reader, sequence, MOST);
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

/// What is needed to process a body.
pub struct Checker {
    career: Form,
    query: Form,
    pages: Pages,
}

impl Checker {
    fn new() -> Self {
        Self {
            career: site_form("career"),
            query: site_form("query"),
            pages: Pages::new("", "").unwrap(),
        }
    }

    /// Returns the CPU time that a reader takes for a body filled with `sequence`, the shorter one of two runs.
    fn time(&self, reader: &Reader, sequence: &[u8], size: usize) -> Duration {
        let body = (reader.body)(&|size| repeated(sequence, size), size);
        let run = || {
            let body = body.clone();
            timed(|| (reader.run)(self, body))
        };
        run().min(run())
    }

    /// Checks a document with the given extension.
    pub fn document(&self, extension: &str, bytes: &[u8]) {
        let field = self.career.field("resume").unwrap();
        // The verdict does not matter.
        let _ = file::check(field, &format!("cv.{extension}"), bytes);
    }

    /// Decodes a body with parts, and processes what it contains.
    pub fn multipart(&self, body: Vec<u8>) {
        let pieces = futures_util::stream::iter([Ok::<_, Infallible>(Bytes::from(body))]);
        let decoding = multipart(
            "multipart/form-data; boundary=XyZ",
            pieces,
            self.career.limits(),
        );
        let mut decoding = pin!(decoding);
        let mut context = Context::from_waker(Waker::noop());
        let decoded = loop {
            if let Poll::Ready(decoded) = decoding.as_mut().poll(&mut context) {
                break decoded;
            }
        };
        if let Ok(decoded) = decoded {
            self.process(&self.career, &decoded);
        }
    }

    /// Decodes a JSON body, and processes what it contains.
    pub fn json(&self, body: &[u8]) {
        let most = usize::try_from(self.query.limits().body).unwrap();
        if let Ok(decoded) = json(&body[..body.len().min(most)]) {
            self.process(&self.query, &decoded);
        }
    }

    /// Decodes an urlencoded body, and processes what it contains.
    pub fn urlencoded(&self, body: &[u8]) {
        let most = usize::try_from(self.query.limits().body).unwrap();
        if let Ok(decoded) = urlencoded(&body[..body.len().min(most)]) {
            self.process(&self.query, &decoded);
        }
    }

    /// Checks a decoded body, and builds its record and its mail, whether or not it has faults.
    fn process(&self, form: &Form, decoded: &Decoded) {
        let checked = check(form, decoded, date(2026, 11, 21));
        let id = Id::random().unwrap();
        let digest = digest(form, &checked);
        let now = Timestamp::UNIX_EPOCH;
        let record = Record::new(form, &checked, RESUMES, id.clone(), id, digest, now);
        let settings = Settings {
            from: "forms@example.com".to_owned(),
            to: vec!["staff@example.com".to_owned()],
            ..Settings::default()
        };
        mail::notification(&self.pages, form, &record, &settings, now).unwrap();
        serde_json::to_vec(&record).unwrap();
    }

    /// Mutates the seeds of the fuzz target for documents, repeats each mutation up to the largest size, prints the slowest, and
    /// returns its time.
    fn search_corpus(&self) -> Duration {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus/document");
        let mut worst = (Duration::ZERO, String::new());
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let kind = name
                .trim_start_matches("refused-")
                .split('-')
                .next()
                .unwrap()
                .to_owned();
            let seed = fs::read(&path).unwrap();
            let mut numbers = Numbers(0x5EED);
            for _ in 0..100 {
                let mut mutated =
                    mutations::mutate(&seed, &seed, &[b"<", b"(", b"\0"], &mut numbers);
                // The rest of the seed is repeated inside of the document, where the readers are most likely to meet it.
                let at = mutated.len() / 2;
                let filling = repeated(&mutated[at / 2..], MOST.saturating_sub(mutated.len()));
                mutated.splice(at..at, filling);
                mutated.truncate(MOST);
                let time = timed(|| self.document(&kind, &mutated));
                if time > worst.0 {
                    worst = (time, name.clone());
                }
            }
        }
        println!(
            "{:>9.1?}         {:<18} mutation of the seed {}",
            worst.0, "corpus", worst.1
        );
        worst.0
    }
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
