//! Runs a static site generator, and measures the time and memory of a build.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::files;

/// A static site generator and the site that it builds.
pub struct Engine {
    /// Name in the table of results.
    pub name: String,
    /// Whether the engine keeps its cache and output between builds.
    pub is_warm: bool,
    /// Folder of the site.
    pub folder: PathBuf,
    program: PathBuf,
    arguments: Vec<&'static str>,
}

/// Time and memory of one build.
#[derive(Default)]
pub struct Cost {
    /// Wall-clock time.
    pub took: Duration,
    /// CPU time in seconds, if the system reports it.
    pub cpu: Option<f64>,
    /// Peak resident memory in KiB, if the system reports it.
    pub peak: Option<u64>,
    /// Stages of the build. Only this engine reports them, with `--timings`.
    pub stages: Vec<Stage>,
}

/// A stage of a build.
pub struct Stage {
    /// Name of the stage.
    pub name: String,
    /// Wall-clock time in milliseconds.
    pub took: f64,
    /// CPU time in milliseconds.
    pub cpu: f64,
}

/// Number of pages in an output, and their total size.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Size {
    /// Number of HTML files.
    pub pages: u64,
    /// Total size of the HTML files in bytes.
    pub bytes: u64,
}

impl Engine {
    /// Creates an engine whose builds start without a cache and without output. The path of the output folder is passed after
    /// `arguments`.
    pub fn cold(name: &str, program: PathBuf, folder: &Path, arguments: &[&'static str]) -> Self {
        Self {
            name: name.to_owned(),
            is_warm: false,
            program,
            folder: folder.to_owned(),
            arguments: arguments.to_vec(),
        }
    }

    /// Creates an engine that rebuilds a site after the cold engine for the same folder has built it, with its cache and output.
    pub fn warm(name: &str, program: PathBuf, folder: &Path, arguments: &[&'static str]) -> Self {
        Self {
            is_warm: true,
            ..Self::cold(name, program, folder, arguments)
        }
    }

    /// Returns the name of the output folder. It equals the name of the site's folder, so that a rebuild writes to the same output.
    pub fn output_name(&self) -> String {
        self.folder
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    }

    /// Builds the site into a folder. Fails if the program cannot be started, or fails.
    pub fn build(&self, out: &Path) -> Result<Cost, String> {
        if !self.is_warm {
            for leftover in [".cache", "resources"] {
                let _ = fs::remove_dir_all(self.folder.join(leftover));
            }
        }
        let timer = Path::new("/usr/bin/time");
        let mut command = if timer.exists() {
            let mut command = Command::new(timer);
            command.args(["-f", "%M %U %S"]).arg(&self.program);
            command
        } else {
            Command::new(&self.program)
        };
        let arguments = self.arguments.iter().map(OsStr::new);
        command
            .args(arguments.chain([out.as_os_str()]))
            .current_dir(&self.folder);
        let started = Instant::now();
        let output = command
            .output()
            .map_err(|error| format!("cannot start {}: {error}", self.program.display()))?;
        let took = started.elapsed();
        let stderr = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            return Err(format!("{} failed: {stderr}", self.program.display()));
        }
        let stages = stderr.lines().filter_map(stage).collect();
        let numbers = stderr.lines().last().unwrap_or_default().split(' ');
        let numbers: Vec<f64> = numbers.map_while(|number| number.parse().ok()).collect();
        Ok(match numbers[..] {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "`peak` is a whole number of KiB"
            )]
            [peak, user, system] => Cost {
                took,
                cpu: Some(user + system),
                peak: Some(peak as u64),
                stages,
            },
            _ => Cost {
                took,
                stages,
                ..Cost::default()
            },
        })
    }
}

/// Parses a line of `--timings`, such as `rendering pages  12.3 ms  CPU  23.4 ms`. Returns `None` for any other line.
fn stage(line: &str) -> Option<Stage> {
    let mut parts = line.strip_suffix(" ms")?.split("  ");
    let parts = parts.by_ref().filter(|part| !part.is_empty());
    let parts: Vec<&str> = parts.map(str::trim).collect();
    let [name, took, "CPU", cpu] = parts[..] else {
        return None;
    };
    Some(Stage {
        name: name.to_owned(),
        took: took.strip_suffix(" ms")?.parse().ok()?,
        cpu: cpu.parse().ok()?,
    })
}

/// Returns the number and total size of the HTML files below a folder. Leaves out small files that not every engine writes: the
/// error page for unknown URLs, and redirects from the first page of a list. Fails if a folder cannot be read.
pub fn size_of_pages(folder: &Path) -> Result<Size, String> {
    let mut size = Size::default();
    for (path, bytes) in files::below(folder)? {
        if path.extension().is_some_and(|ending| ending == "html") && bytes > SMALLEST {
            size.pages += 1;
            size.bytes += bytes;
        }
    }
    Ok(size)
}

/// Size in bytes up to which an HTML file does not count as a page.
const SMALLEST: u64 = 1_000;

/// Checks that two engines wrote the same number of pages, with sizes within 1 %. Fails if the numbers or sizes differ.
pub fn check_same_size(one: Size, other: Size) -> Result<(), String> {
    let differs = one.bytes.abs_diff(other.bytes) * 100 > one.bytes;
    if one.pages == other.pages && !differs {
        return Ok(());
    }
    Err(format!("the outputs differ: {one:?} and {other:?}"))
}
