//! What the command says: findings to standard error (or as JSON to standard output), and one line at the end.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use content::{Diagnostic, Severity, Style};

use crate::arguments::Format;
use crate::build::Site;

/// Writes findings; the exit code says whether there was an error among them.
pub fn finish(found: &[Diagnostic], format: Format) -> ExitCode {
    print(found, format);
    if content::has_errors(found) {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

/// Writes findings and, for people, how many there are.
pub fn print(found: &[Diagnostic], format: Format) {
    print_findings(found, format);
    if format == Format::Text {
        let (errors, warnings) = count(found);
        if errors > 0 {
            note(&format!(
                "{}; nothing was written",
                counted(errors, "error")
            ));
        } else if warnings > 0 {
            note(&counted(warnings, "warning"));
        }
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
            .map(|one| content::render(one, style) + "\n")
            .collect();
        let _ = std::io::stderr().write_all(text.as_bytes());
    } else {
        let text: String = found
            .iter()
            .map(|one| content::render(one, style))
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

/// Colours only where a person looks (<https://no-color.org>).
fn colours() -> bool {
    std::io::stderr().is_terminal()
        && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
