//! Compiles a copy of the project in which each mutant can be switched on.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use super::source::{Mutant, SWITCH, add_switches};
use crate::files;
use crate::run::{Outcome, output, program, root};
use crate::test_programs::{self, Built};

/// A compiled copy of the project.
pub struct Build {
    /// The mutants that compile.
    pub mutants: Vec<Mutant>,
    programs: Vec<Built>,
}

impl Build {
    /// Returns the test binaries of these packages and targets.
    pub fn tests(&self, wanted: &[(&str, &str)]) -> Vec<&Built> {
        let is_wanted =
            |built: &&Built| built.has_tests && wanted.contains(&(&built.package, &built.target));
        self.programs.iter().filter(is_wanted).collect()
    }
}

/// Returns the folder of the copy of the project.
fn copy() -> PathBuf {
    root().join("target/mutants/project")
}

/// Copies the project, with mutants in the files and folders `sources`, and compiles its tests.
pub fn build(sources: &[&str]) -> Result<Build, String> {
    let listed = output(&mut program(
        "git",
        &["ls-files", "--cached", "--others", "--exclude-standard"],
    ))?;
    let mut texts = BTreeMap::new();
    remove_deleted(&listed.lines().collect())?;
    for path in listed.lines() {
        let is_source =
            path.ends_with(".rs") && sources.iter().any(|source| path.starts_with(source));
        if is_source {
            texts.insert(path.to_owned(), files::read(&root().join(path))?);
        } else {
            write_copy(path)?;
        }
    }
    let mut broken = BTreeSet::new();
    loop {
        let mut mutants = Vec::new();
        let mut copies = BTreeMap::new();
        for (path, text) in &texts {
            let rewritten = add_switches(path, text, &mut mutants, &broken)?;
            files::write_if_changed(&copy().join(path), rewritten.as_bytes())?;
            copies.insert(path.clone(), rewritten);
        }
        mutants.retain(|mutant| !broken.contains(&mutant.number));
        match compile_tests() {
            Ok(programs) => return Ok(Build { mutants, programs }),
            Err(messages) => {
                let before = broken.len();
                broken.extend(
                    error_places(&messages).filter_map(|place| switch_before(place, &copies)),
                );
                if broken.len() == before {
                    return Err(messages);
                }
                eprintln!("{} mutants do not compile", broken.len());
            }
        }
    }
}

/// Removes files that the project no longer has from the copy.
fn remove_deleted(listed: &BTreeSet<&str>) -> Outcome {
    let copy = copy();
    if !copy.exists() {
        return Ok(());
    }
    for (file, _) in files::below(&copy)? {
        let path = file.strip_prefix(&copy).unwrap_or(&file);
        let is_listed = path.to_str().is_some_and(|path| listed.contains(path));
        if !is_listed {
            fs::remove_file(&file)
                .map_err(|error| format!("cannot remove {}: {error}", file.display()))?;
        }
    }
    Ok(())
}

/// Copies a file of the project. If it is the root of a library, adds the switch function.
fn write_copy(path: &str) -> Outcome {
    let from = root().join(path);
    let to = copy().join(path);
    if from.is_symlink() || !from.exists() {
        return Ok(());
    }
    let mut bytes = fs::read(&from).map_err(|error| format!("cannot read {path}: {error}"))?;
    if path.starts_with("crates/") && path.ends_with("/src/lib.rs") {
        bytes.extend_from_slice(SWITCH.as_bytes());
    }
    files::write_if_changed(&to, &bytes)
}

/// Compiles the tests and returns their programs. If that fails, the error contains the compiler's messages.
fn compile_tests() -> Result<Vec<Built>, String> {
    let mut cargo = program(
        "cargo",
        &[
            "test",
            "--workspace",
            "--features=site/aws",
            "--lib",
            "--test=testsuite",
            "--test=publish",
        ],
    );
    cargo
        .current_dir(copy())
        .env_remove("RUSTC_WORKSPACE_WRAPPER")
        .env("CARGO_TARGET_DIR", root().join("target"))
        .env("CARGO_TERM_COLOR", "never");
    test_programs::compile(&mut cargo)
}

/// Returns the position of each error in the compiler's output, such as `a.rs:1:2`. Warnings are ignored.
fn error_places(messages: &str) -> impl Iterator<Item = &str> {
    let mut is_error = false;
    messages.lines().filter_map(move |line| {
        if line.starts_with("error") || line.starts_with("warning") {
            is_error = line.starts_with("error");
        }
        let (_, place) = line.split_once("--> ")?;
        is_error.then_some(place)
    })
}

/// Returns the number of the last mutant whose switch is before a position such as `a.rs:1:2`, or `None` if there is none.
fn switch_before(place: &str, copies: &BTreeMap<String, String>) -> Option<usize> {
    let mut parts = place.rsplitn(3, ':');
    let column: usize = parts.next()?.parse().ok()?;
    let row: usize = parts.next()?.parse().ok()?;
    let text = copies.get(parts.next()?)?;
    let start: usize = text.split_inclusive('\n').take(row - 1).map(str::len).sum();
    let before = text[start..]
        .chars()
        .take(column + 40)
        .map(char::len_utf8)
        .sum::<usize>();
    let (_, switch) = text[..start + before].rsplit_once("crate::mutant(")?;
    switch
        .split_once(')')
        .and_then(|(number, _)| number.parse().ok())
}
