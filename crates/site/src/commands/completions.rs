//! `site completions` and `site man`: shell completions and manual pages, generated from the definitions of the arguments.

use std::path::Path;
use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::Shell;
use clap_complete::env::Shells;
use diagnostic::Diagnostic;

use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::report;

/// Environment variable that the shell's script sets when it runs this program to get completions.
pub const VARIABLE: &str = "COMPLETE";

/// Prints the completion script for a shell. The script runs this program for each completion, because only this program knows
/// the names of the project in the current folder.
pub fn completions(shell: Shell) -> Result<ExitCode, Failure> {
    let shells = Shells::builtins();
    let name = shell.to_string();
    let mut script = Vec::new();
    let written = shells.completer(&name).map_or(Ok(()), |shell| {
        shell.write_registration(VARIABLE, "site", "site", "site", &mut script)
    });
    written.map_err(|error| {
        let message = format!("cannot write the script: {error}");
        Diagnostic::new(&build::codes::CANNOT_WRITE, message)
    })?;
    report::print_result(&String::from_utf8_lossy(&script));
    Ok(ExitCode::SUCCESS)
}

/// Prints the manual page of the program. If `folder` is given, writes the manual pages of the program and of all commands to
/// that folder instead.
pub fn man(folder: Option<&Path>) -> Result<ExitCode, Failure> {
    let mut command = Arguments::command();
    let (result, place) = match folder {
        None => {
            let text = page(&clap_mangen::Man::new(command));
            let printed = text.map(|text| report::print_result(&text));
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

/// Returns a manual page. Splits clap's section EXTRA into NOTES and EXAMPLES, as man-pages(7) recommends.
fn page(man: &clap_mangen::Man) -> std::io::Result<String> {
    let mut text = Vec::new();
    man.render(&mut text)?;
    let text = String::from_utf8_lossy(&text);
    let Some((start, rest)) = text.split_once(".SH EXTRA\n") else {
        return Ok(text.into_owned());
    };
    let (help, end) = rest.split_once("\n.SH ").unwrap_or((rest, ""));
    let [before, examples, after] = parts_of_help(help);
    let section = |name: &str, parts: &[&str]| {
        let parts: Vec<&str> = parts
            .iter()
            .copied()
            .filter(|text| !text.is_empty())
            .collect();
        if parts.is_empty() {
            String::new()
        } else {
            format!(".SH {name}\n{}\n", parts.join("\n\n"))
        }
    };
    let (notes, examples) = (
        section("NOTES", &[before, after]),
        section("EXAMPLES", &[examples]),
    );
    Ok(format!("{start}{notes}{examples}.SH {end}"))
}

/// Splits the help text that follows the options into the prose before the examples, the examples, and the prose after them.
/// Missing parts are empty.
pub fn parts_of_help(help: &str) -> [&str; 3] {
    let (before, rest) = help.split_once("Examples:\n").unwrap_or((help, ""));
    let (examples, after) = rest.split_once("\n\n").unwrap_or((rest, ""));
    [before.trim(), examples.trim_end(), after.trim()]
}

/// Writes the manual pages of a command and of its subcommands to a folder.
fn write_pages(command: &clap::Command, folder: &Path) -> std::io::Result<()> {
    for command in command.get_subcommands().filter(|one| !one.is_hide_set()) {
        write_pages(command, folder)?;
    }
    let man = clap_mangen::Man::new(command.clone());
    std::fs::write(folder.join(man.get_filename()), page(&man)?)
}
