//! Counts the instructions of each stage of a build. Unlike times, counts do not depend on how busy the computer is.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use crate::bench::write_realistic_site;
use crate::run::{Outcome, messages, output, program, root};
use crate::{files, generator};

/// Number of posts of the site that is built.
const POSTS: usize = 100;

/// Stages that are counted: the name that `site build --timings` prints, and the name in the file of figures. The other stages
/// do too little work to become slow unnoticed.
const STAGES: [(&str, &str); 4] = [
    ("reading content", "read"),
    ("planning routes", "plan"),
    ("rendering pages", "render"),
    ("checking pages", "inspect"),
];

/// File with the committed figures, relative to the project's root.
const FIGURES: &str = "crates/xtask/instructions.toml";

/// Maximum accepted growth, in percent of the committed figure.
const GROWTH: u64 = 5;

/// Prints the instructions of each stage, and compares them with the committed figures. If the environment has `UPDATE=1`,
/// writes the figures instead. Without valgrind, counts nothing and prints how to install it. Fails if a stage takes more than 5 % more
/// instructions than its figure.
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
    let generator = generator::program_of_tests();
    let folder = root().join("target/instructions");
    let _ = std::fs::remove_dir_all(&folder);
    let site = folder.join("site");
    write_realistic_site(&site, POSTS)?;
    let mut command = Command::new("valgrind");
    command
        .current_dir(&folder)
        .env("RAYON_NUM_THREADS", "1")
        // Without it, a thread that ends may keep the lock that the others wait for.
        .arg("--fair-sched=yes")
        .args(["--tool=callgrind", "--callgrind-out-file=counts"])
        // Write the counts so far to a file whenever this function is called, which is at the start of each stage.
        .arg("--dump-before=site::progress::Progress::stage*")
        .arg(generator)
        .args(["build", "--timings", "--root", "site"]);
    let printed = messages(&mut command)?;
    let stages: Vec<&str> = printed
        .lines()
        .filter(|line| line.contains(" ms"))
        .collect();
    let counts = STAGES.iter().map(|(stage, name)| {
        let index = stages.iter().position(|line| line.starts_with(stage));
        let index = index.ok_or_else(|| format!("a build has no stage `{stage}`:\n{printed}"))?;
        // Files are numbered from 1, and the first contains the instructions before the first stage.
        let file = folder.join(format!("counts.{}", index + 2));
        Ok((*name, total(&file)? / 1_000))
    });
    counts.collect()
}

/// Returns the total number of instructions in a file that callgrind wrote.
fn total(file: &Path) -> Result<u64, String> {
    let text = files::read(file)?;
    let total = text.lines().find_map(|line| line.strip_prefix("totals: "));
    let total = total.and_then(|total| total.trim().parse().ok());
    total.ok_or_else(|| format!("{} has no total", file.display()))
}
