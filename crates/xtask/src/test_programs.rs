//! Programs with tests: compiled by cargo, and run two at a time. Long ones are skipped if nothing that they test has changed
//! since they passed.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::thread;

use crate::run::{Outcome, output};
use crate::unchanged::{self, Inputs};

/// Program that cargo has built.
pub struct Built {
    /// Name of the package's folder.
    pub package: String,
    /// Name of the library, of the program, or of the file in `tests`.
    pub target: String,
    /// Path of the program.
    pub path: PathBuf,
    /// The package's folder, in which cargo would run the program.
    pub folder: PathBuf,
    /// It consists of tests; otherwise tests may start it.
    pub has_tests: bool,
}

/// Programs whose tests take seconds, those that wait the longest first, with the files that they read beside those compiled
/// into them. They are skipped if nothing has changed since they passed; the others always run.
const LONG: [(&str, &str, Inputs); 6] = [
    (
        "forms-lambda",
        "bar",
        &[
            "content",
            "crates/forms-lambda",
            "deploy",
            "themes/firm/templates/forms",
        ],
    ),
    (
        "site",
        "testsuite",
        &[
            "content",
            "crates/site",
            "docs",
            "public",
            "themes",
            "widgets",
        ],
    ),
    ("assets", "bundle", &["crates/assets", "themes", "widgets"]),
    (
        "forms",
        "testsuite",
        &["content", "crates/forms", "themes/firm/templates/forms"],
    ),
    ("build", "build", &["crates/build"]),
    ("inspect", "fuzzing", &["crates/inspect"]),
];

/// Compiles with `cargo test` and returns the programs.
///
/// # Errors
/// The compiler's messages.
pub fn compile(cargo_test: &mut Command) -> Result<Vec<Built>, String> {
    let messages =
        output(cargo_test.args(["--no-run", "--message-format=json-render-diagnostics"]))?;
    Ok(messages.lines().filter_map(built).collect())
}

/// Reads a line of cargo's messages, if it is about a program.
fn built(line: &str) -> Option<Built> {
    let path = PathBuf::from(value(line, "executable")?);
    let folder = Path::new(value(line, "manifest_path")?).parent()?;
    let (_, target) = line.split_once("\"target\":")?;
    Some(Built {
        package: folder.file_name()?.to_string_lossy().into_owned(),
        target: value(target, "name")?.to_owned(),
        has_tests: path.parent()?.ends_with("deps"),
        folder: folder.to_owned(),
        path,
    })
}

/// Returns the text of a key in a line of JSON without escaped characters.
fn value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(&format!("\"{key}\":\""))?;
    rest.split_once('"').map(|(value, _)| value)
}

/// Runs the programs with tests, and prints the output of those that fail.
///
/// # Errors
/// Names the programs with a test that fails.
pub fn run(built: &[Built]) -> Outcome {
    let mut programs: Vec<(&Built, Option<Inputs>)> = built
        .iter()
        .filter(|program| program.has_tests)
        .map(|program| (program, position(program).map(|at| LONG[at].2)))
        .collect();
    programs.sort_by_key(|(program, _)| position(program).unwrap_or(LONG.len()));
    let next = Mutex::new(programs.into_iter());
    let failed = thread::scope(|scope| {
        // Some of them mostly wait.
        let rows = [(); 2].map(|()| {
            scope.spawn(|| {
                let take = || next.lock().ok().and_then(|mut programs| programs.next());
                std::iter::from_fn(take)
                    .filter_map(|(program, inputs)| run_one(program, inputs, built).err())
                    .collect::<Vec<String>>()
            })
        });
        rows.map(|row| row.join().unwrap_or_else(|_| vec!["panicked".to_owned()]))
    });
    let failed = failed.concat();
    if failed.is_empty() {
        Ok(())
    } else {
        Err(failed.join("\n"))
    }
}

/// Returns the place of a program in `LONG`.
fn position(program: &Built) -> Option<usize> {
    LONG.iter()
        .position(|(package, target, _)| *package == program.package && *target == program.target)
}

fn run_one(program: &Built, inputs: Option<Inputs>, built: &[Built]) -> Outcome {
    let name = format!("{} {}", program.package, program.target);
    let fingerprint = inputs
        .map(|inputs| fingerprint(program, inputs, built))
        .transpose()?;
    if fingerprint.is_some_and(|fingerprint| unchanged::has_passed(&name, fingerprint)) {
        eprintln!("{name}: skipped, because nothing that it tests has changed since it passed");
        return Ok(());
    }
    let cannot = |error| format!("{name}: cannot start {}: {error}", program.path.display());
    let done = Command::new(&program.path)
        .current_dir(&program.folder)
        .output()
        .map_err(cannot)?;
    let printed = String::from_utf8_lossy(&done.stdout);
    if !done.status.success() {
        eprint!("{printed}{}", String::from_utf8_lossy(&done.stderr));
        return Err(format!("{name}: {}", done.status));
    }
    let result = printed.lines().rfind(|line| !line.is_empty());
    eprintln!("{name}: {}", result.unwrap_or("passed"));
    fingerprint.map_or(Ok(()), |fingerprint| unchanged::record(&name, fingerprint))
}

/// Returns a fingerprint of a program, of the programs of its package, which it may start, and of the files that it reads.
fn fingerprint(program: &Built, inputs: Inputs, built: &[Built]) -> Result<u64, String> {
    let is_started = |other: &&Built| !other.has_tests && other.package == program.package;
    let paths = built.iter().filter(is_started).chain([program]);
    let paths: Vec<String> = paths
        .map(|built| built.path.to_string_lossy().into_owned())
        .collect();
    let all: Vec<&str> = inputs
        .iter()
        .copied()
        .chain(paths.iter().map(String::as_str))
        .collect();
    unchanged::fingerprint(&all)
}
