//! The commands.

mod build;
mod check;
mod completions;
mod doctor;
mod explain;
mod inbox;
mod init;
mod list;
mod new;
#[cfg(feature = "aws")]
mod publish;
mod schedule;
mod serve;

use std::process::ExitCode;

use crate::arguments::{Arguments, Command};

/// Runs the command that was asked for.
pub fn run(arguments: &Arguments) -> ExitCode {
    match &arguments.command {
        Command::Build(options) => build::run(arguments, options),
        Command::Check(options) => check::run(arguments, options),
        Command::Completions { shell } => completions::completions(*shell),
        Command::Doctor(options) => doctor::run(arguments, options),
        Command::Init(options) => init::run(arguments, options),
        Command::Inbox(options) => inbox::run(arguments, options),
        Command::List(options) => list::run(arguments, options),
        Command::Man { folder } => completions::man(folder.as_deref(), arguments.format),
        Command::New(options) => new::run(arguments, options),
        #[cfg(feature = "aws")]
        Command::Publish(options) => publish::run(arguments, options),
        #[cfg(not(feature = "aws"))]
        Command::Publish { .. } => {
            let missing = diagnostic::Diagnostic::new(
                &crate::codes::CANNOT_PUBLISH,
                "this program was built without publishing",
            )
            .help("cargo install --path crates/site --features aws");
            crate::report::finish(&[missing], arguments.format)
        }
        Command::Schedule(options) => schedule::run(arguments, options),
        Command::Serve(options) => serve::run(arguments, options),
    }
}
