//! Counts the instructions of each stage of a build. Unlike times, counts are the same on a busy computer.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use crate::bench::write_realistic_site;
use crate::files;
use crate::run::{Outcome, built, output, program, root};

/// Number of posts of the site.
const POSTS: usize = 100;

/// Stages that are counted: the stage's index among those that `site build` reports, and its name in the figures. The other
/// stages do nothing that could become slow unnoticed.
const STAGES: [(usize, &str); 4] = [(2, "read"), (4, "plan"), (5, "render"), (7, "inspect")];

/// File with the committed figures.
const FIGURES: &str = "crates/xtask/instructions.toml";

/// Largest growth that passes, in percent of the committed figure.
const GROWTH: u64 = 5;

/// Prints the instructions of each stage, and compares them with the committed figures. If the environment has `UPDATE=1`,
/// writes the figures instead. Without valgrind, counts nothing and prints how to install it.
///
/// # Errors
/// A stage takes more than 5 % more instructions than its figure.
pub fn check() -> Outcome {
    if output(&mut program("valgrind", &["--version"])).is_err() {
        eprintln!(
            "Instructions are not counted, because valgrind is missing (on Debian: apt-get install valgrind)."
        );
        return Ok(());
    }
    let counts = counts()?;
    let path = root().join(FIGURES);
    if std::env::var_os("UPDATE").is_some() {
        let lines = counts
            .iter()
            .map(|(name, count)| format!("{name} = {count}\n"));
        let heading = format!(
            "# Instructions of each stage of a build of {POSTS} posts, in thousands. Written by `UPDATE=1 cargo xtask test instructions`.\n"
        );
        return files::write(&path, heading + &lines.collect::<String>());
    }
    let figures = files::read(&path)?;
    let figures: BTreeMap<String, u64> =
        toml::from_str(&figures).map_err(|error| format!("{FIGURES}: {error}"))?;
    let mut grown = Vec::new();
    for (name, count) in &counts {
        let figure = figures.get(*name).copied().unwrap_or_default();
        eprintln!("  {name:8} {count:>9} thousand instructions, committed {figure:>9}");
        if count * 100 > figure * (100 + GROWTH) {
            grown.push(*name);
        }
    }
    if grown.is_empty() {
        return Ok(());
    }
    Err(format!(
        "more than {GROWTH} % more instructions: {}; make it faster, or accept it with UPDATE=1 cargo xtask test instructions",
        grown.join(", ")
    ))
}

/// Returns the instructions of each stage, in thousands.
fn counts() -> Result<Vec<(&'static str, u64)>, String> {
    // Keeps the names of functions in the program. Valgrind recognizes the start of a stage by them.
    let build = [
        "rustc",
        "--release",
        "--quiet",
        "--package",
        "site",
        "--bin",
        "site",
        "--",
        "-C",
        "strip=none",
    ];
    output(&mut program("cargo", &build))?;
    let folder = root().join("target/instructions");
    let _ = std::fs::remove_dir_all(&folder);
    let site = folder.join("site");
    write_realistic_site(&site, POSTS)?;
    let mut command = Command::new("valgrind");
    command
        .current_dir(&folder)
        .env("RAYON_NUM_THREADS", "1")
        .args(["--tool=callgrind", "--callgrind-out-file=counts"])
        .arg("--dump-before=site::progress::Progress::stage*")
        .arg(built("release"))
        .args(["build", "--quiet", "--root", "site"]);
    output(&mut command)?;
    let counts = STAGES.iter().map(|(stage, name)| {
        // The first file contains the instructions before the first stage.
        let file = folder.join(format!("counts.{}", stage + 1));
        Ok((*name, total(&file)? / 1_000))
    });
    counts.collect()
}

/// Returns the sum in a file of callgrind.
fn total(file: &Path) -> Result<u64, String> {
    let text = files::read(file)?;
    let total = text.lines().find_map(|line| line.strip_prefix("totals: "));
    let total = total.and_then(|total| total.trim().parse().ok());
    total.ok_or_else(|| format!("{} has no total", file.display()))
}
