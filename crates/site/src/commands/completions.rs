//! `site completions` and `site man`: shell completions and manual pages, generated from the description of the arguments.

use std::path::Path;
use std::process::ExitCode;

use clap::CommandFactory;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;
use diagnostic::Diagnostic;

use crate::arguments::Arguments;
use crate::commands::new::collections;
use crate::commands::{explain, help};
use crate::failure::Failure;
use crate::project;
use crate::report;

/// Prints the completion script of a shell. The script completes the codes of findings and, if there is a project, the names of
/// its collections.
pub fn completions(shell: Shell, root: Option<&Path>) -> ExitCode {
    let mut command = Arguments::command()
        .mut_subcommand("check", |check| {
            with_values(check, "explain", explain::names())
        })
        .mut_subcommand("help", |help| with_values(help, "topic", help::topics()));
    if let Ok(project) = project::find(root) {
        // clap needs static names. Leaking them does no harm, because the program ends after this.
        let names = collections(&project).into_iter();
        let names: Vec<&'static str> = names.map(|name| &*name.leak()).collect();
        for (subcommand, argument) in [("new", "collection"), ("list", "collection")] {
            let names = names.iter().copied();
            command = command.mut_subcommand(subcommand, |one| with_values(one, argument, names));
        }
    }
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command, "site", &mut text);
    report::answer(&String::from_utf8_lossy(&text));
    ExitCode::SUCCESS
}

/// Sets the values of an argument that completion suggests.
fn with_values(
    command: clap::Command,
    argument: &'static str,
    values: impl Iterator<Item = &'static str>,
) -> clap::Command {
    let values = PossibleValuesParser::new(values);
    command.mut_arg(argument, |argument| argument.value_parser(values))
}

/// Prints the manual page, or writes it and those of all commands to a folder.
pub fn man(folder: Option<&Path>) -> Result<ExitCode, Failure> {
    let mut command = Arguments::command();
    let (result, place) = match folder {
        None => {
            let text = page(&clap_mangen::Man::new(command));
            let printed = text.map(|text| report::answer(&text));
            (printed, "the manual page".to_owned())
        }
        Some(folder) => {
            command = command.disable_help_subcommand(true);
            command.build();
            let created = std::fs::create_dir_all(folder);
            let written = created.and_then(|()| write_pages(&command, folder));
            (written, folder.display().to_string())
        }
    };
    result.map_err(|error| {
        let message = format!("cannot write {place}: {error}");
        Diagnostic::new(&build::codes::CANNOT_WRITE, message)
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Returns a manual page, with the text after the options under the heading that man-pages(7) has for examples.
fn page(man: &clap_mangen::Man) -> std::io::Result<String> {
    let mut text = Vec::new();
    man.render(&mut text)?;
    let text = String::from_utf8_lossy(&text);
    Ok(text
        .replace("\n.SH EXTRA\nExamples:\n", "\n.SH EXAMPLES\n")
        .replace("\n.SH EXTRA\n", "\n.SH EXAMPLES\n"))
}

/// Writes the pages of a command and of its subcommands.
fn write_pages(command: &clap::Command, folder: &Path) -> std::io::Result<()> {
    for command in command.get_subcommands().filter(|one| !one.is_hide_set()) {
        write_pages(command, folder)?;
    }
    let man = clap_mangen::Man::new(command.clone());
    std::fs::write(folder.join(man.get_filename()), page(&man)?)
}
