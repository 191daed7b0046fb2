//! The page on commands and options, generated from the definitions of the arguments.

use clap::{Arg, Command, CommandFactory as _};

use super::markdown::{code, prose, sentence, table};
use super::page::Page;
use crate::arguments::Arguments;
use crate::commands::completions::parts_of_help;

/// Returns the page on commands and options.
pub fn page() -> Page {
    let mut command = Arguments::command().disable_help_subcommand(true);
    command.build();
    let mut text = String::from(
        "`site COMMAND --help` prints the same text in a terminal.\n\n## Options of every command\n\n",
    );
    text.push_str(&options(&command, None));
    add_subcommands(&command, 2, &mut text);
    Page {
        name: "commands",
        title: "Commands and options",
        nav: "Commands",
        description: "Every command of the program, every option, and what each of them does.",
        text,
    }
}

fn add_subcommands(parent: &Command, level: usize, text: &mut String) {
    let commands = parent.get_subcommands().filter(|one| !one.is_hide_set());
    for command in commands {
        let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
        let about = command.get_about().map(ToString::to_string);
        let mut copy = command.clone();
        let usage = copy.render_usage().to_string();
        text.push_str(&format!(
            "{} {name}\n\n{}\n\n",
            "#".repeat(level),
            prose(&sentence(&about.unwrap_or_default()))
        ));
        text.push_str(&code("text", usage.trim_start_matches("Usage: ")));
        text.push_str(&options(command, Some(parent)));
        if let Some(help) = command.get_after_help() {
            text.push_str(&after_help(&help.to_string()));
        }
        add_subcommands(command, level + 1, text);
    }
}

/// Returns a table of a command's arguments and options, without those that it inherits from its parent.
fn options(command: &Command, parent: Option<&Command>) -> String {
    let is_inherited = |argument: &Arg| {
        parent.is_some_and(|parent| {
            let mut arguments = parent.get_arguments();
            arguments.any(|one| one.get_id() == argument.get_id() && one.is_global_set())
        })
    };
    let arguments = command.get_arguments().filter(|one| {
        !one.is_hide_set()
            && !matches!(one.get_id().as_str(), "help" | "version")
            && !is_inherited(one)
    });
    let rows: Vec<[String; 2]> = arguments.map(|one| [name(one), meaning(one)]).collect();
    if rows.is_empty() {
        return String::new();
    }
    table(["option", "meaning"], &rows)
}

fn name(argument: &Arg) -> String {
    let values = argument.get_value_names().unwrap_or_default().join(" ");
    let takes_values = argument.get_action().takes_values();
    let mut names = Vec::new();
    if let Some(short) = argument.get_short() {
        names.push(format!("`-{short}`"));
    }
    match argument.get_long() {
        Some(long) if takes_values => names.push(format!("`--{long} {values}`")),
        Some(long) => names.push(format!("`--{long}`")),
        None => names.push(format!("`{values}`")),
    }
    names.join(", ")
}

fn meaning(argument: &Arg) -> String {
    let help = argument
        .get_help()
        .map(ToString::to_string)
        .unwrap_or_default();
    assert!(
        !help.is_empty(),
        "`{}` has no description",
        argument.get_id()
    );
    let mut text = prose(&sentence(&help));
    if argument.get_action().takes_values() {
        let values = argument.get_possible_values();
        let values = values.iter().map(|value| match value.get_help() {
            Some(help) => format!("`{}` ({})", value.get_name(), prose(&help.to_string())),
            None => format!("`{}`", value.get_name()),
        });
        let values: Vec<String> = values.collect();
        if !values.is_empty() {
            text.push_str(&format!(" One of {}.", values.join(", ")));
        }
        let defaults = argument.get_default_values();
        if let Some(default) = defaults
            .first()
            .filter(|_| !argument.is_hide_default_value_set())
        {
            text.push_str(&format!(" Default: `{}`.", default.to_string_lossy()));
        }
    }
    if let Some(variable) = argument.get_env() {
        text.push_str(&format!(
            " Also from the environment variable `{}`.",
            variable.to_string_lossy()
        ));
    }
    text
}

/// Converts the help text that follows the options to Markdown, with its examples as a code block.
fn after_help(help: &str) -> String {
    let [before, examples, after] = parts_of_help(help);
    let paragraph = |text: &str| match text {
        "" => String::new(),
        text => format!("{}\n\n", prose(text)),
    };
    let lines = examples.lines();
    let lines = lines.map(|line| line.strip_prefix("  ").unwrap_or(line));
    let examples = code("sh", &lines.collect::<Vec<_>>().join("\n"));
    format!("{}{examples}{}", paragraph(before), paragraph(after))
}
