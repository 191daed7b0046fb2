//! The commands of the program, each in a file or folder of its own.

mod build;
mod check;
mod collection;
pub mod completions;
mod doctor;
mod edit;
pub mod explain;
mod fix;
pub mod help;
mod import;
mod inbox;
mod init;
mod language_server;
mod list;
pub mod new;
#[cfg(feature = "aws")]
mod publish;
mod schedule;
mod serve;

use std::process::ExitCode;

use crate::arguments::{Arguments, Command};
use crate::report;

/// Runs the command that the arguments name. If it fails, prints why. Returns the exit code.
pub fn run(arguments: &Arguments) -> ExitCode {
    let result = match &arguments.command {
        Command::Build(options) => build::run(arguments, options),
        Command::Check(options) => check::run(arguments, options),
        Command::Completions { shell } => completions::completions(*shell),
        Command::Doctor(options) => Ok(doctor::run(arguments, options)),
        Command::Edit(options) => edit::run(arguments, options),
        Command::Help(options) => help::run(arguments, options),
        Command::Import(options) => import::run(arguments, options),
        Command::Init(options) => init::run(arguments, options),
        Command::Inbox(options) => inbox::run(arguments, options),
        Command::LanguageServer => language_server::run(),
        Command::List(options) => list::run(arguments, options),
        Command::Man { folder } => completions::man(folder.as_deref()),
        Command::New(options) => new::run(arguments, options),
        #[cfg(feature = "aws")]
        Command::Publish(options) => publish::run(arguments, options),
        #[cfg(not(feature = "aws"))]
        Command::Publish { .. } => Err(diagnostic::Diagnostic::new(
            &crate::codes::CANNOT_PUBLISH,
            "this program was built without publishing",
        )
        .help("use a program that was built with the feature `aws`")
        .into()),
        Command::Schedule(options) => schedule::run(arguments, options),
        Command::Serve(options) => serve::run(arguments, options),
    };
    let consequence = match arguments.command {
        Command::Build(_)
        | Command::Import(_)
        | Command::Init(_)
        | Command::Man { .. }
        | Command::New(_) => "; nothing was written",
        _ => "",
    };
    result.unwrap_or_else(|failure| report::failure(failure, arguments.format, consequence))
}
