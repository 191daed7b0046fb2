//! `site help`: prints a chapter of the manual, the help of a command, a finding, or a section of the reference.

mod chapters;
mod terminal;

use std::process::ExitCode;

use clap::CommandFactory;
use diagnostic::{Diagnostic, did_you_mean};

use crate::arguments::{Arguments, Format, HelpOptions};
use crate::codes;
use crate::commands::explain;
use crate::failure::Failure;
use crate::report;
use crate::table::format_table;

/// Runs `site help`.
pub fn run(arguments: &Arguments, options: &HelpOptions) -> Result<ExitCode, Failure> {
    let topic = options.topic.join(" ");
    let text = if topic.is_empty() {
        overview()
    } else {
        of_command(&options.topic)
            .or_else(|| of_chapter(&topic))
            .or_else(|| explain::explain(&topic, arguments.format == Format::Json).ok())
            .or_else(|| of_reference(&topic))
            .ok_or_else(|| Failure::usage(unknown(&topic)))?
    };
    report::print_result(&text);
    Ok(ExitCode::SUCCESS)
}

/// Returns the topics that shell completion suggests: chapters and codes of findings.
pub fn topics() -> impl Iterator<Item = &'static str> {
    chapters::chapters()
        .map(|chapter| chapter.name)
        .chain(explain::names())
}

/// Returns the text of `site help` without a topic: the program's help and the list of chapters.
fn overview() -> String {
    let rows: Vec<[String; 2]> = chapters::chapters()
        .map(|chapter| [format!("  {}", chapter.name), chapter.title.to_owned()])
        .collect();
    format!(
        "{}\n{}
site help TOPIC prints a chapter, the help of a command, a finding by its code,
or the reference entry of a key, a function, or a value:
site help first-day, site help broken-link, site help image, site help page.url
",
        Arguments::command().render_long_help(),
        format_table(["Chapters:", ""], &rows)
    )
}

/// Returns the help of the command that the words name, such as `inbox list`, or `None` if there is no such command.
fn of_command(words: &[String]) -> Option<String> {
    let mut command = Arguments::command();
    command.build();
    let mut named = &mut command;
    for word in words {
        named = named.find_subcommand_mut(word)?;
    }
    Some(named.render_long_help().to_string())
}

/// Returns the text of a chapter, or `None` if there is no such chapter. A chapter of the reference can be named without its
/// folder (`filters`), or by the file that it describes (`structure.toml`).
fn of_chapter(topic: &str) -> Option<String> {
    let name = topic.trim_end_matches(".md").replace('.', "-");
    let in_reference = format!("reference/{name}");
    let mut all = chapters::chapters();
    let own = all.find(|chapter| chapter.name == name);
    let chapter =
        own.or_else(|| chapters::chapters().find(|chapter| chapter.name == in_reference))?;
    let (title, description) = (chapter.title, chapter.description);
    Some(terminal::text(&format!(
        "# {title}\n\n{description}\n\n{}",
        chapter.text
    )))
}

/// Returns the sections of the reference about a key, a function, or a value, or `None` if there are none.
fn of_reference(topic: &str) -> Option<String> {
    let sections = chapters::sections(topic);
    let sections = sections.into_iter();
    let texts =
        sections.map(|(chapter, section)| terminal::text(&format!("# {chapter}\n\n{section}")));
    let rows = chapters::rows(topic).into_iter();
    let rows = rows.map(|(chapter, heading, row)| {
        let head = "| key | value | meaning |\n|---|---|---|";
        terminal::text(&format!("# {chapter}\n\n## {heading}\n\n{head}\n{row}\n"))
    });
    let texts: Vec<String> = texts.chain(rows).collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

fn unknown(topic: &str) -> Diagnostic {
    let command = Arguments::command();
    let commands = command.get_subcommands().map(clap::Command::get_name);
    let nearest = did_you_mean(topic, commands)
        .or_else(|| did_you_mean(topic, topics().chain(chapters::names())));
    let message = format!("the manual has no topic `{topic}`");
    Diagnostic::new(&codes::UNKNOWN_TOPIC, message)
        .maybe_help(nearest)
        .help("`site help` lists the chapters")
}
