//! `site completions` and `site man`: what shells and `man` are to know of the command, from its own description.

use std::path::Path;
use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::Shell;
use diagnostic::Diagnostic;

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
            let text = page(&clap_mangen::Man::new(command));
            let done = text.map(|text| report::answer(&text));
            (done, "the manual page".to_owned())
        }
        Some(folder) => (
            std::fs::create_dir_all(folder).and_then(|()| write_below(command, folder)),
            folder.display().to_string(),
        ),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let message = format!("cannot write {place}: {error}");
            report::finish_unwritten(
                &[Diagnostic::new(&build::codes::CANNOT_WRITE, message)],
                format,
            )
        }
    }
}

/// A manual page. What follows the options is examples here (man-pages(7) names the section).
fn page(man: &clap_mangen::Man) -> std::io::Result<String> {
    let mut text = Vec::new();
    man.render(&mut text)?;
    let text = String::from_utf8_lossy(&text);
    Ok(text
        .replace("\n.SH EXTRA\nExamples:\n", "\n.SH EXAMPLES\n")
        .replace("\n.SH EXTRA\n", "\n.SH EXAMPLES\n"))
}

/// Writes the pages of a command and of all below it to a folder.
fn write_below(mut command: clap::Command, folder: &Path) -> std::io::Result<()> {
    command = command.disable_help_subcommand(true);
    command.build();
    write_pages(&command, folder)
}

fn write_pages(command: &clap::Command, folder: &Path) -> std::io::Result<()> {
    for command in command.get_subcommands().filter(|one| !one.is_hide_set()) {
        write_pages(command, folder)?;
    }
    let man = clap_mangen::Man::new(command.clone());
    std::fs::write(folder.join(man.get_filename()), page(&man)?)
}
