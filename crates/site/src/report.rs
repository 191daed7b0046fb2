//! What the command says: findings to standard error (or as JSON to standard output), and one line at the end.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use diagnostic::{Code, Diagnostic, Severity, Style};

use crate::arguments::Format;
use build::Site;

/// Codes of findings that are not about the site: the command was used wrongly.
static MISUSES: [&Code; 2] = [&crate::codes::NO_PROJECT, &build::codes::NOT_AN_OUTPUT];

/// Writes findings; the exit code says whether there was an error among them, in the site (1) or in how the command was used
/// (2).
pub fn finish(found: &[Diagnostic], format: Format) -> ExitCode {
    ended(found, format, "")
}

/// The same of a command that would have written something.
pub fn finish_unwritten(found: &[Diagnostic], format: Format) -> ExitCode {
    ended(found, format, "; nothing was written")
}

fn ended(found: &[Diagnostic], format: Format, consequence: &str) -> ExitCode {
    print_findings(found, format);
    let (errors, warnings) = count(found);
    if format == Format::Text {
        if errors > 0 {
            note(&format!("{}{consequence}", counted(errors, "error")));
        } else if warnings > 0 {
            note(&counted(warnings, "warning"));
        }
    }
    let is_error = |one: &&Diagnostic| one.severity == Severity::Error;
    match found.iter().find(is_error) {
        Some(one) if MISUSES.contains(&one.code) => ExitCode::from(2),
        Some(_) => ExitCode::FAILURE,
        None => ExitCode::SUCCESS,
    }
}

/// Writes findings and nothing else.
pub fn print_findings(found: &[Diagnostic], format: Format) {
    let style = match format {
        Format::Json => Style::Json,
        Format::Github => Style::Github,
        Format::Text if colours() => Style::Colour,
        Format::Text => Style::Plain,
    };
    // A reader that went away is no fault of the build.
    if format == Format::Text {
        let text: String = found
            .iter()
            .map(|one| diagnostic::render(one, style) + "\n")
            .collect();
        let _ = std::io::stderr().write_all(text.as_bytes());
    } else {
        let text: String = found
            .iter()
            .map(|one| diagnostic::render(one, style))
            .collect();
        let _ = std::io::stdout().write_all(text.as_bytes());
    }
}

/// How many errors and how many warnings there are.
pub fn count(found: &[Diagnostic]) -> (usize, usize) {
    let errors = found
        .iter()
        .filter(|one| one.severity == Severity::Error)
        .count();
    (errors, found.len() - errors)
}

/// A line for people, to standard error.
pub fn note(line: &str) {
    let _ = std::io::stderr().write_all(format!("{line}\n").as_bytes());
}

/// What was asked for, to standard output.
pub fn answer(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// The closing line of a good build.
pub fn summary(site: &Site, took: Duration, out: Option<&Path>) {
    let pages = site.pages.iter().map(|page| page.html().len());
    let others = site.others.values().map(bytes::Bytes::len);
    let bytes: usize = pages.chain(others).sum();
    let place = out.map_or_else(String::new, |out| format!(" to {}", out.display()));
    let line = format!(
        "Built {} and {} ({}) in {:.2} s{place}\n",
        counted(site.plan.routes.len(), "page"),
        counted(site.others.len(), "other file"),
        size(bytes),
        took.as_secs_f64(),
    );
    let _ = std::io::stderr().write_all(line.as_bytes());
}

/// How long each stage took, as a table.
pub fn timings(stages: &[(&str, Duration)]) {
    let width = stages.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, took) in stages {
        note(&format!(
            "{name:width$}  {:>9.1} ms",
            took.as_secs_f64() * 1e3
        ));
    }
}

/// "1 page", "2 pages".
pub fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

#[expect(clippy::cast_precision_loss, reason = "a size shown with one decimal")]
fn size(bytes: usize) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// Colours where a person looks, and whatever the environment asks for: `NO_COLOR` (<https://no-color.org>), `FORCE_COLOR`
/// (<https://force-color.org>), `CLICOLOR_FORCE` (<https://bixense.com/clicolors>), and `TERM=dumb` for a terminal without.
fn colours() -> bool {
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    wants_colours(&variable, std::io::stderr().is_terminal())
}

fn wants_colours(variable: &dyn Fn(&str) -> Option<String>, is_terminal: bool) -> bool {
    if variable("NO_COLOR").is_some() {
        return false;
    }
    let is_on = |name: &str| variable(name).is_some_and(|value| value != "0");
    if is_on("FORCE_COLOR") || is_on("CLICOLOR_FORCE") {
        return true;
    }
    is_terminal && variable("TERM").as_deref() != Some("dumb")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_as_the_environment_asks() {
        for (variables, is_terminal, expected) in [
            (&[][..], true, true),
            (&[], false, false),
            (&[("TERM", "dumb")], true, false),
            (&[("TERM", "xterm")], true, true),
            (&[("NO_COLOR", "1")], true, false),
            (&[("NO_COLOR", "1"), ("FORCE_COLOR", "1")], true, false),
            (&[("FORCE_COLOR", "1")], false, true),
            (&[("FORCE_COLOR", "0")], false, false),
            (&[("CLICOLOR_FORCE", "1"), ("TERM", "dumb")], false, true),
        ] {
            let variable = |name: &str| {
                let given = variables.iter().find(|(key, _)| *key == name);
                given.map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(
                wants_colours(&variable, is_terminal),
                expected,
                "{variables:?}"
            );
        }
    }
}
