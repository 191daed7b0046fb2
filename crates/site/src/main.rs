//! `site`: the command line. It reads the arguments, the clock, and the environment, and composes the stages of the other
//! crates. Each command is a file or a folder in `commands/`.

mod arguments;
mod cache;
mod candidates;
mod codes;
mod commands;
mod external;
mod failure;
mod progress;
mod project;
#[cfg(all(test, feature = "aws"))]
mod reference;
mod report;
mod shape;
mod table;
mod template_times;
mod threads;

use std::process::ExitCode;

use clap::Parser;
use clap_complete::CompleteEnv;
use diagnostic::RENAMED;

use arguments::Arguments;
use arguments::renamed::with_new_name;
use commands::completions;

/// mimalloc is faster than the system's allocator, and several times as fast as musl's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // If a shell requests completions, this prints them and ends the program.
    CompleteEnv::with_factory(candidates::command)
        .var(completions::VARIABLE)
        .complete();
    let arguments = Arguments::try_parse();
    commands::run(&arguments.unwrap_or_else(|error| with_new_name(error, RENAMED).exit()))
}
