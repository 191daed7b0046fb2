//! `site`: the command line. It reads the arguments, the clock, and the environment, and composes the stages of the other
//! crates. Each command is a file or a folder in `commands/`.

mod arguments;
mod cache;
mod codes;
mod columns;
mod commands;
mod external;
mod failure;
mod progress;
mod project;
#[cfg(all(test, feature = "aws"))]
mod reference;
mod report;

use std::process::ExitCode;

use clap::Parser;

use arguments::Arguments;

fn main() -> ExitCode {
    commands::run(&Arguments::parse())
}
