//! `site completions` and `site man`: what shells and `man` are to know of the command, from its own description.

use std::path::Path;
use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::Shell;
use content::Diagnostic;

use crate::arguments::{Arguments, Format};
use crate::report;

/// Prints the completion script of a shell.
pub fn completions(shell: Shell) -> ExitCode {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "site", &mut text);
    report::answer(&String::from_utf8_lossy(&text));
    ExitCode::SUCCESS
}

/// Prints the manual page, or writes it and those of all commands to a folder.
pub fn man(folder: Option<&Path>, format: Format) -> ExitCode {
    let command = Arguments::command();
    let (done, place) = match folder {
        None => {
            let mut text = Vec::new();
            let done = clap_mangen::Man::new(command).render(&mut text);
            report::answer(&String::from_utf8_lossy(&text));
            (done, "the manual page".to_owned())
        }
        Some(folder) => (
            std::fs::create_dir_all(folder)
                .and_then(|()| clap_mangen::generate_to(command, folder)),
            folder.display().to_string(),
        ),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let message = format!("cannot write {place}: {error}");
            report::finish_unwritten(&[Diagnostic::error("cannot-write", message)], format)
        }
    }
}
