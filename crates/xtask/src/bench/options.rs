//! Arguments of `cargo xtask bench`.

use std::num::NonZero;
use std::path::PathBuf;

use crate::run::root;

/// Options of `cargo xtask bench`.
pub struct Options {
    /// Number of posts of each site.
    pub posts: Vec<usize>,
    /// Number of times that each engine builds each site.
    pub runs: usize,
    /// Folder for the sites and their output.
    pub folder: PathBuf,
    /// Clone of ssg-benchmark, whose workloads are measured as well.
    pub ssg_benchmark: Option<PathBuf>,
    /// Whether to write the result to `crates/xtask/BENCHMARKS.md`.
    pub write: bool,
    /// Whether to print the functions that take the most time, instead of comparing engines.
    pub profile: bool,
}

impl Options {
    /// Parses the arguments: numbers of posts and options. Fails if an option is unknown or has no value, or a value is not valid.
    pub fn parse(arguments: &[String]) -> Result<Self, String> {
        let mut options = Self {
            posts: Vec::new(),
            runs: 5,
            folder: root().join("target/bench"),
            ssg_benchmark: None,
            write: false,
            profile: false,
        };
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
            match argument.as_str() {
                "--runs" => options.runs = number(Some(value()?), 5)?,
                "--in" => options.folder = PathBuf::from(value()?).join("bench"),
                "--ssg-benchmark" => options.ssg_benchmark = Some(PathBuf::from(value()?)),
                "--write" => options.write = true,
                "--profile" => options.profile = true,
                _ => options.posts.push(number(Some(argument), 0)?),
            }
        }
        if options.posts.is_empty() {
            options.posts.push(1_000);
        }
        Ok(options)
    }
}

/// Parses a number of at least 1. Returns `default` if there is no argument. Fails if the text is not a number of at least 1.
pub fn number(argument: Option<&String>, default: usize) -> Result<usize, String> {
    argument.map_or(Ok(default), |text| {
        let number = text.parse().map(NonZero::get);
        number.map_err(|_| format!("`{text}` is not a positive number"))
    })
}
