//! Runs tests with a mutant until one fails.

use std::collections::BTreeSet;
use std::fmt;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::run::{output, root};
use crate::test_programs::Built;

/// Result of running the tests with a mutant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// A test failed or timed out.
    Killed,
    /// All tests that reach the mutant passed.
    Survived,
    /// No test reaches the mutant.
    Unreached,
}

impl fmt::Display for Verdict {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(match self {
            Self::Killed => "killed",
            Self::Survived => "survived",
            Self::Unreached => "unreached",
        })
    }
}

/// A test that passes when no mutant is switched on.
pub struct Test {
    program: PathBuf,
    folder: PathBuf,
    name: String,
    time: Duration,
    reached: BTreeSet<usize>,
}

/// Maximum number of tests that one process runs.
const BATCH: usize = 25;
/// Maximum total time of the tests of one process. A slow test gets a process of its own, which starts after those of the fast
/// tests, because a process runs its tests in alphabetical order.
const BATCH_TIME: Duration = Duration::from_secs(2);

/// Runs each test once, and returns the tests that pass, the fastest first.
pub fn measure_tests(programs: &[&Built]) -> Result<Vec<Test>, String> {
    let mut names = Vec::new();
    for tests in programs {
        let mut command = Command::new(&tests.path);
        command
            .args(["--list", "--format", "terse"])
            .current_dir(&tests.folder);
        let listed = output(&mut command)?;
        names.extend(
            listed
                .lines()
                .filter_map(|line| Some((tests, line.strip_suffix(": test")?.to_owned()))),
        );
    }
    let logs = root().join("target/mutants/reached");
    let _ = std::fs::remove_dir_all(&logs);
    std::fs::create_dir_all(&logs)
        .map_err(|error| format!("cannot create {}: {error}", logs.display()))?;
    let numbered = names.into_par_iter().enumerate();
    let mut tests: Vec<Test> = numbered
        .filter_map(|(at, (tests, name))| {
            let log = logs.join(at.to_string());
            let started = Instant::now();
            let mut test = Test {
                program: tests.path.clone(),
                folder: tests.folder.clone(),
                name,
                time: Duration::ZERO,
                reached: BTreeSet::new(),
            };
            let mut command = command(&[&test]);
            command.env("MUTANT_LOG", &log);
            if fails(&mut command, Duration::from_mins(5)) {
                eprintln!("ignored, because it fails without a mutant: {}", test.name);
                return None;
            }
            test.time = started.elapsed();
            let reached = std::fs::read_to_string(&log).unwrap_or_default();
            let reached = reached.lines().filter_map(|line| line.parse().ok());
            test.reached = reached.collect();
            Some(test)
        })
        .collect();
    tests.sort_by_key(|test| test.time);
    Ok(tests)
}

/// Runs the tests that reach a mutant, the fastest first, until one fails.
pub fn judge(mutant: usize, tests: &[Test]) -> Verdict {
    let mut left: Vec<&Test> = tests
        .iter()
        .filter(|test| test.reached.contains(&mutant))
        .collect();
    if left.is_empty() {
        return Verdict::Unreached;
    }
    while let Some(first) = left.first() {
        let program = first.program.clone();
        let mut batch = Vec::new();
        let mut time = Duration::ZERO;
        left.retain(|test| {
            let is_short = batch.is_empty() || time + test.time <= BATCH_TIME;
            let is_next = test.program == program && batch.len() < BATCH && is_short;
            if is_next {
                batch.push(*test);
                time += test.time;
            }
            !is_next
        });
        let mut command = command(&batch);
        command.env("MUTANT", mutant.to_string());
        if fails(&mut command, time * 5 + Duration::from_secs(20)) {
            return Verdict::Killed;
        }
    }
    Verdict::Survived
}

fn command(tests: &[&Test]) -> Command {
    let mut command = Command::new(&tests[0].program);
    command
        .args(["--exact", "--test-threads=1"])
        .args(tests.iter().map(|test| &test.name))
        .current_dir(&tests[0].folder)
        .env("FORMS_SCHEDULES", "600")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
}

/// Runs a test process. Returns `true` if a test fails or the time limit is exceeded, and kills the process in both cases.
fn fails(command: &mut Command, limit: Duration) -> bool {
    let Ok(mut child) = command.spawn() else {
        return true;
    };
    let (send, receive) = mpsc::channel();
    if let Some(stdout) = child.stdout.take() {
        std::thread::spawn(move || {
            let lines = BufReader::new(stdout).lines().map_while(Result::ok);
            let failed = lines.into_iter().any(|line| line.ends_with("... FAILED"));
            let _ = send.send(failed);
        });
    }
    let failed = receive.recv_timeout(limit).unwrap_or(true);
    if failed {
        end(&mut child);
    }
    !child.wait().is_ok_and(|status| status.success()) || failed
}

/// Kills a process and all processes that it started.
#[cfg(unix)]
fn end(child: &mut Child) {
    let group = format!("-{}", child.id());
    let _ = Command::new("kill")
        .args(["-9", "--", &group])
        .stderr(Stdio::null())
        .status();
}

/// Kills a process.
#[cfg(not(unix))]
fn end(child: &mut Child) {
    let _ = child.kill();
}
