//! Judges the tests: changes one operator, condition, statement, or return value of the program at a time, and reports the
//! changes that no test notices.
//!
//! All mutants are compiled at once, each behind a switch that an environment variable turns on. Each test is run once to
//! record which switches it reaches, so that a mutant is judged in seconds by the tests that reach it.

mod build;
mod judge;
mod source;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::run::Outcome;
use judge::Verdict;

/// Part of the program whose tests are judged.
struct Group {
    name: &'static str,
    /// Files and folders with the mutants, from the project's root.
    sources: &'static [&'static str],
    /// Tests that may notice a mutant: package and name of the target.
    tests: &'static [(&'static str, &'static str)],
}

const GROUPS: [Group; 3] = [
    Group {
        name: "publish",
        sources: &[
            "crates/publish/src/plan.rs",
            "crates/publish/src/run.rs",
            "crates/publish/src/found.rs",
            "crates/publish/src/held.rs",
            "crates/publish/src/lock.rs",
            "crates/publish/src/visible.rs",
        ],
        tests: &[("publish", "publish")],
    },
    Group {
        name: "generator",
        sources: &[
            "crates/content/src/selection.rs",
            "crates/content/src/order.rs",
            "crates/render/src/route.rs",
            "crates/render/src/listing.rs",
            "crates/render/src/document_routes.rs",
            "crates/render/src/pagination_routes.rs",
            "crates/render/src/taxonomy_routes.rs",
            "crates/render/src/plan_builder.rs",
            "crates/render/src/plan_memo.rs",
            "crates/render/src/page.rs",
            "crates/render/src/renderer.rs",
            "crates/build/src/write.rs",
            "crates/build/src/cache.rs",
            "crates/build/src/inspection.rs",
        ],
        tests: &[
            ("content", "content"),
            ("render", "render"),
            ("build", "build"),
            ("site", "testsuite"),
        ],
    },
    Group {
        name: "forms",
        sources: &[
            "crates/forms/src/accept.rs",
            "crates/forms/src/sweep.rs",
            "crates/forms/src/outbox.rs",
            "crates/forms/src/notify.rs",
            "crates/forms/src/digest.rs",
            "crates/forms/src/check.rs",
            "crates/forms/src/identity.rs",
            "crates/forms/src/value.rs",
            "crates/forms/src/value",
            "crates/forms/src/file",
        ],
        tests: &[("forms", "forms"), ("forms", "testsuite")],
    },
];

/// Judges the tests of the groups that are named, or of all. `--shard K/N` takes each Nth mutant, beginning with number K.
pub fn run(arguments: &[String]) -> Outcome {
    let mut shard = (0, 1);
    let mut names = Vec::new();
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        if argument == "--shard" {
            let value = arguments.next().and_then(|value| value.split_once('/'));
            let numbers = value.and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
            shard = numbers
                .filter(|(k, n)| k < n)
                .ok_or("--shard needs a value such as 0/4")?;
        } else if GROUPS.iter().any(|group| group.name == argument) {
            names.push(argument.as_str());
        } else {
            let known: Vec<&str> = GROUPS.iter().map(|group| group.name).collect();
            return Err(format!(
                "there is no group `{argument}`; there are {}",
                known.join(", ")
            ));
        }
    }
    let sources: Vec<&str> = GROUPS
        .iter()
        .flat_map(|group| group.sources)
        .copied()
        .collect();
    let build = build::build(&sources)?;
    let mut figures = String::new();
    let groups = GROUPS
        .iter()
        .filter(|group| names.is_empty() || names.contains(&group.name));
    for group in groups {
        figures += &judged(group, &build, shard)?;
    }
    eprint!("{figures}");
    Ok(())
}

/// Judges a group and returns one line with its figures. Prints the mutants that survive.
fn judged(group: &Group, build: &build::Build, shard: (usize, usize)) -> Result<String, String> {
    let mutants: Vec<&source::Mutant> = build
        .mutants
        .iter()
        .filter(|mutant| mutant.number % shard.1 == shard.0)
        .filter(|mutant| {
            group
                .sources
                .iter()
                .any(|source| mutant.file.starts_with(source))
        })
        .collect();
    let tests = judge::measured(&build.tests(group.tests))?;
    eprintln!(
        "{}: {} mutants, {} tests",
        group.name,
        mutants.len(),
        tests.len()
    );
    let next = AtomicUsize::new(0);
    let counts: Mutex<BTreeMap<Verdict, usize>> = Mutex::default();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(mutant) = mutants.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let verdict = judge::judge(mutant.number, &tests);
                    let mut counts = counts
                        .lock()
                        .unwrap_or_else(std::sync::PoisonError::into_inner);
                    *counts.entry(verdict).or_default() += 1;
                    if verdict != Verdict::Killed {
                        let _ = writeln!(
                            std::io::stdout(),
                            "{verdict}\t{}:{}\t{}\t{}",
                            mutant.file,
                            mutant.line,
                            mutant.function,
                            mutant.change
                        );
                    }
                }
            });
        }
    });
    let counts = counts
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let shown: Vec<String> = counts
        .iter()
        .map(|(verdict, count)| format!("{count} {verdict}"))
        .collect();
    Ok(format!(
        "{}: {} mutants: {}\n",
        group.name,
        mutants.len(),
        shown.join(", ")
    ))
}
