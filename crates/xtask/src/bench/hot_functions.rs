//! Prints the functions in which a build spends most of its time.

use std::path::Path;
use std::process::Command;

use crate::generator;
use crate::run::{Outcome, output};

/// Maximum number of functions that are printed.
const FUNCTIONS: usize = 30;

/// Builds a site under `perf`, or under `valgrind` if `perf` is missing, and prints the functions that take the most time. Fails if neither
/// `perf` nor `valgrind` is installed, or the build fails.
pub fn print(site: &Path) -> Outcome {
    let generator = generator::release_with_function_names()?;
    let _ = std::fs::remove_dir_all(site.join(".cache"));
    let (data, out) = (site.join("profile.data"), site.join("dist"));
    let command = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        command.current_dir(site).args(arguments);
        command
    };
    let building = |mut command: Command| {
        command.arg(&generator);
        output(command.args(["build", "--quiet", "--out"]).arg(&out))
    };
    let record = [
        "record",
        "--quiet",
        "-e",
        "cpu-clock:u",
        "-F",
        "997",
        "-o",
        "profile.data",
    ];
    let report = if building(command("perf", &record)).is_ok() {
        let report = [
            "report",
            "--stdio",
            "--no-children",
            "--sort",
            "symbol",
            "-i",
            "profile.data",
        ];
        output(&mut command("perf", &report))?
    } else {
        let callgrind = ["--tool=callgrind", "--callgrind-out-file=profile.data"];
        building(command("valgrind", &callgrind))
            .map_err(|error| format!("{error}\nprofiles need perf or valgrind"))?;
        output(&mut command("callgrind_annotate", &["profile.data"]))?
    };
    let lines = report.lines().filter(|line| line.contains('%'));
    for line in lines.take(FUNCTIONS) {
        println!("{}", line.trim_end());
    }
    let _ = std::fs::remove_file(data);
    Ok(())
}
