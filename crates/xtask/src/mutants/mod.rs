//! `cargo xtask mutants`: mutation testing. Changes one operator, condition, statement, or return value of the program at a
//! time, and reports the changes that no test notices.
//!
//! The changes, called mutants, are compiled at once, each behind a switch that an environment variable turns on. Each test
//! first runs once, to record which switches it reaches. Then each mutant is judged by the tests that reach it, which takes
//! seconds.

mod build;
mod judge;
mod source;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use crate::run::Outcome;
use judge::Verdict;

/// A part of the program that is mutated, with its tests.
struct Group {
    name: &'static str,
    /// Files and folders to mutate, relative to the project's root.
    sources: &'static [&'static str],
    /// Test binaries that may notice a mutant, as pairs of package and target.
    tests: &'static [(&'static str, &'static str)],
}

const GROUPS: [Group; 3] = [
    Group {
        name: "publish",
        sources: &[
            "crates/publish/src/plan.rs",
            "crates/publish/src/run.rs",
            "crates/publish/src/snapshot.rs",
            "crates/publish/src/locked_bucket.rs",
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

/// Command-line options that choose the mutants to judge.
struct Choice<'a> {
    /// Names of the groups to judge; if empty, all groups.
    groups: Vec<&'a str>,
    /// Files and folders to judge; if empty, all files of the groups.
    paths: Vec<&'a str>,
    /// K and N of `--shard K/N`: only every Nth mutant is judged, beginning with number K.
    shard: (usize, usize),
}

/// Judges the mutants in the named groups, files, and folders, or all mutants if none is named. `--shard K/N` judges only every
/// Nth mutant, beginning with number K.
pub fn run(arguments: &[String]) -> Outcome {
    let mut choice = Choice {
        groups: Vec::new(),
        paths: Vec::new(),
        shard: (0, 1),
    };
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        if argument == "--shard" {
            let value = arguments.next().and_then(|value| value.split_once('/'));
            let numbers = value.and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
            choice.shard = numbers
                .filter(|(k, n)| k < n)
                .ok_or("--shard needs a value such as 0/4")?;
        } else if GROUPS.iter().any(|group| group.name == argument) {
            choice.groups.push(argument.as_str());
        } else if argument.starts_with("crates/") {
            choice.paths.push(argument.as_str());
        } else {
            let known: Vec<&str> = GROUPS.iter().map(|group| group.name).collect();
            return Err(format!(
                "there is no group `{argument}`; there are {}, and files below `crates/`",
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
    for group in &GROUPS {
        figures += &judge_group(group, &build, &choice)?;
    }
    eprint!("{figures}");
    Ok(())
}

/// Judges the chosen mutants of a group, prints those that survive, and returns one line with the counts.
fn judge_group(group: &Group, build: &build::Build, choice: &Choice) -> Result<String, String> {
    let is_in = |mutant: &source::Mutant, paths: &[&str]| {
        paths.iter().any(|path| mutant.file.starts_with(path))
    };
    let mut mutants: Vec<&source::Mutant> = build
        .mutants
        .iter()
        .filter(|mutant| mutant.number % choice.shard.1 == choice.shard.0)
        .filter(|_| choice.groups.is_empty() || choice.groups.contains(&group.name))
        .filter(|mutant| choice.paths.is_empty() || is_in(mutant, &choice.paths))
        .filter(|mutant| is_in(mutant, group.sources))
        .collect();
    if mutants.is_empty() {
        return Ok(String::new());
    }
    // Use a pseudorandom order, so that the mutants judged so far are a fair sample whenever the run is stopped.
    mutants.sort_by_key(|mutant| mutant.number.wrapping_mul(0x9E37_79B9) % (1 << 32));
    let tests = judge::measure_tests(&build.tests(group.tests))?;
    eprintln!(
        "{}: {} mutants, {} tests",
        group.name,
        mutants.len(),
        tests.len()
    );
    let counts: Mutex<BTreeMap<Verdict, usize>> = Mutex::default();
    mutants.par_iter().for_each(|mutant| {
        let verdict = judge::judge(mutant.number, &tests);
        let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
        *counts.entry(verdict).or_default() += 1;
        let judged: usize = counts.values().sum();
        if judged.is_multiple_of(20) {
            eprintln!("{judged} of {}: {}", mutants.len(), shown(&counts));
        }
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
    });
    let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(format!(
        "{}: {} mutants: {}\n",
        group.name,
        mutants.len(),
        shown(&counts)
    ))
}

fn shown(counts: &BTreeMap<Verdict, usize>) -> String {
    let counts: Vec<String> = counts
        .iter()
        .map(|(verdict, count)| format!("{count} {verdict}"))
        .collect();
    counts.join(", ")
}
