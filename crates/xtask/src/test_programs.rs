//! Compiles test binaries with cargo and runs them two at a time. A slow test binary is skipped if nothing that it tests has
//! changed since it last passed.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::thread;

use crate::run::{Outcome, output};
use crate::unchanged::{self, Inputs};

/// A program that cargo has built.
pub struct Built {
    /// Name of the package's folder.
    pub package: String,
    /// Name of the cargo target: the library, the program, or the file in `tests`.
    pub target: String,
    /// Path of the program.
    pub path: PathBuf,
    /// Folder of the package, which is the working directory when cargo runs the tests.
    pub folder: PathBuf,
    /// Whether the program is a test binary. The other programs are those that tests may start.
    pub has_tests: bool,
}

/// Slow test binaries: package, target, and the files that the tests read at run time. They start in this order, and the first one
/// spends the most time waiting.
const SLOW: [(&str, &str, Inputs); 6] = [
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

/// Compiles the tests with a `cargo test` command, and returns the programs that cargo has built. Fails if the tests do not compile. The
/// error contains the compiler's messages.
pub fn compile(cargo_test: &mut Command) -> Result<Vec<Built>, String> {
    let messages =
        output(cargo_test.args(["--no-run", "--message-format=json-render-diagnostics"]))?;
    Ok(messages.lines().filter_map(built).collect())
}

/// Parses a line of cargo's JSON messages. Returns `None` if it does not report a program.
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

/// Returns the string value of a key in a line of JSON. Escape sequences are not decoded.
fn value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(&format!("\"{key}\":\""))?;
    rest.split_once('"').map(|(value, _)| value)
}

/// Runs the test binaries, and prints the output of those that fail. Fails if a test fails. The error names its test binary.
pub fn run(built: &[Built]) -> Outcome {
    let mut programs: Vec<(&Built, Option<Inputs>)> = built
        .iter()
        .filter(|program| program.has_tests)
        .map(|program| (program, position(program).map(|at| SLOW[at].2)))
        .collect();
    programs.sort_by_key(|(program, _)| position(program).unwrap_or(SLOW.len()));
    let next = Mutex::new(programs.into_iter());
    let failed = thread::scope(|scope| {
        // Two at a time, because some of them spend most of their time waiting.
        let workers = [(); 2].map(|()| {
            scope.spawn(|| {
                let take = || next.lock().ok().and_then(|mut programs| programs.next());
                std::iter::from_fn(take)
                    .filter_map(|(program, inputs)| run_one(program, inputs, built).err())
                    .collect::<Vec<String>>()
            })
        });
        workers.map(|worker| {
            worker
                .join()
                .unwrap_or_else(|_| vec!["panicked".to_owned()])
        })
    });
    let failed = failed.concat();
    if failed.is_empty() {
        Ok(())
    } else {
        Err(failed.join("\n"))
    }
}

/// Returns the index of a program in [`SLOW`], or `None` if it is not slow.
fn position(program: &Built) -> Option<usize> {
    SLOW.iter()
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

/// Returns a fingerprint of a test binary, of the other programs of its package, which it may start, and of the files in `inputs`.
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
