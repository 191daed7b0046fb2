//! Prints diagnostics, results, notes, summaries, and questions for all commands.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use build::Site;
use diagnostic::{Diagnostic, Severity, Style};
use serve::Stage;

use crate::arguments::Format;
use crate::failure::Failure;
use crate::template_times::TemplateTime;

/// Prints the diagnostics of a failed command, then the number of errors and `consequence`, such as "; nothing was written".
/// Returns the exit code.
pub fn failure(mut failure: Failure, format: Format, consequence: &str) -> ExitCode {
    diagnostic::sort(&mut failure.diagnostics);
    print_diagnostics(&failure.diagnostics, format);
    let errors = errors(&failure.diagnostics);
    if format == Format::Text {
        note(&format!("{}{consequence}", pluralize(errors, "error")));
    }
    ExitCode::from(if failure.is_usage { 2 } else { 1 })
}

/// Prints diagnostics and their number. Returns a failing exit code if one of them is an error.
pub fn finish(diagnostics: &[Diagnostic], format: Format) -> ExitCode {
    print_diagnostics(diagnostics, format);
    if format == Format::Text && !diagnostics.is_empty() {
        note(&counts(diagnostics));
    }
    exit_code(errors(diagnostics))
}

/// Returns a failing exit code if there are errors.
pub fn exit_code(errors: usize) -> ExitCode {
    if errors > 0 {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

/// Prints diagnostics as text to standard error, or in a machine-readable format to standard output.
pub fn print_diagnostics(diagnostics: &[Diagnostic], format: Format) {
    let (style, end) = match format {
        Format::Json => (Style::Json, ""),
        Format::Github => (Style::Github, ""),
        Format::Text if colors() => (Style::Color, "\n"),
        Format::Text => (Style::Plain, "\n"),
    };
    let texts = diagnostics
        .iter()
        .map(|one| diagnostic::render(one, style) + end);
    let text: String = texts.collect();
    if format == Format::Text {
        // A closed pipe is no reason for the build to fail.
        let _ = io::stderr().write_all(text.as_bytes());
    } else {
        print_result(&text);
    }
}

/// Returns the number of errors among the diagnostics.
pub fn errors(diagnostics: &[Diagnostic]) -> usize {
    count_by_severity(diagnostics, Severity::Error)
}

/// Returns the numbers of errors, warnings and notes, such as "1 error, 2 warnings and 1 note" or "2 warnings". Returns "no
/// problems" if there are none.
pub fn counts(diagnostics: &[Diagnostic]) -> String {
    let severities = [Severity::Error, Severity::Warning, Severity::Note];
    let counts = severities.map(|one| (count_by_severity(diagnostics, one), one.name()));
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts
        .map(|(count, name)| pluralize(*count, name))
        .collect();
    match counts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => "no problems".to_owned(),
    }
}

/// Returns the number of diagnostics of each code, the most frequent first: "3 findings: broken-link 2, missing-key 1".
pub fn counts_by_code(diagnostics: &[Diagnostic]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for one in diagnostics {
        *counts.entry(one.code.name).or_default() += 1;
    }
    let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let counts = counts.iter().map(|(code, count)| format!("{code} {count}"));
    let counts: Vec<String> = counts.collect();
    let all = pluralize(diagnostics.len(), "finding");
    format!("{all}: {}", counts.join(", "))
}

fn count_by_severity(diagnostics: &[Diagnostic], severity: Severity) -> usize {
    let diagnostics = diagnostics.iter();
    diagnostics.filter(|one| one.severity == severity).count()
}

/// Prints a line that is meant for people to standard error.
pub fn note(line: &str) {
    let _ = io::stderr().write_all(format!("{line}\n").as_bytes());
}

/// Asks a question on standard error, and reads the answer from standard input. Returns it without surrounding white space. Fails if the
/// question cannot be printed, or the input ends before there is an answer.
pub fn ask(question: &str) -> io::Result<String> {
    let mut output = io::stderr().lock();
    output.write_all(question.as_bytes())?;
    output.flush()?;
    let mut line = String::new();
    match io::stdin().read_line(&mut line)? {
        0 => Err(io::ErrorKind::UnexpectedEof.into()),
        _ => Ok(line.trim().to_owned()),
    }
}

/// Prints the result of a command to standard output. Ignores errors.
pub fn print_result(text: &str) {
    let _ = print(text);
}

/// Prints a result to standard output, and reports if that fails. For results that must not be lost. Fails if the text could not be written
/// completely, for example because the disk is full. A reader that stops reading, such as `head`, is not an error.
pub fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

/// Prints the last line of a successful build: the number of pages and files, their size, and the time that the build took.
pub fn summary(site: &Site, took: Duration, out: Option<&Path>) {
    let pages = site.pages.iter().map(|page| page.length());
    let others = site.others.values().map(bytes::Bytes::len);
    let bytes: usize = pages.chain(others).sum();
    let place = out.map_or_else(String::new, |out| format!(" to {}", out.display()));
    note(&format!(
        "Built {} and {} ({}) in {:.2} s{place}",
        pluralize(site.pages.len(), "page"),
        pluralize(site.others.len(), "other file"),
        size(bytes as u64),
        took.as_secs_f64(),
    ));
}

/// Prints the cost of each stage: its time, and its CPU time if the system reports it.
pub fn timings(stages: &[Stage]) {
    let width = stages.iter().map(|stage| stage.name.len()).max();
    let width = width.unwrap_or(0);
    let shown = |time: Duration| format!("{:>9.1} ms", time.as_secs_f64() * 1e3);
    for Stage { name, took, cpu } in stages {
        let cpu = cpu.map_or_else(String::new, |cpu| format!("  CPU {}", shown(cpu)));
        note(&format!("{name:width$}  {}{cpu}", shown(*took)));
    }
}

/// Prints how much time each part of a template takes, on one core. Parts that take less than half a percent are added up.
pub fn template_times(times: &[TemplateTime]) {
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    let sum = |times: &[TemplateTime]| milliseconds(times.iter().map(|time| time.own).sum());
    let all = sum(times).max(f64::MIN_POSITIVE);
    let share = |time: f64| time / all * 100.0;
    // They are sorted.
    let shown = times.partition_point(|time| share(milliseconds(time.own)) >= 0.5);
    let (shown, rest) = times.split_at(shown);
    let width = shown.iter().map(|time| time.part.chars().count()).max();
    let width = width.unwrap_or(0);
    note(&format!("{:width$}       time  share  pages    calls", ""));
    for time in shown {
        let own = milliseconds(time.own);
        let (part, pages, calls) = (&time.part, time.pages, time.calls);
        note(&format!(
            "{part:width$} {own:>7.1} ms  {:>3.0} % {pages:>6} {calls:>8}",
            share(own)
        ));
    }
    if !rest.is_empty() {
        let (own, parts) = (sum(rest), pluralize(rest.len(), "other part"));
        note(&format!(
            "{parts:width$} {own:>7.1} ms  {:>3.0} %",
            share(own)
        ));
    }
}

/// Formats a number with a noun in the singular or plural, such as "1 page" or "2 pages".
pub fn pluralize(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Formats a number of bytes with a unit, such as "5.8 MB".
#[expect(clippy::cast_precision_loss, reason = "a size shown with one decimal")]
pub fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        1_000_000..1_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

/// Returns whether to print in color. This is the case on a terminal, unless the environment overrides it with `NO_COLOR`
/// (<https://no-color.org>), `FORCE_COLOR` (<https://force-color.org>), `CLICOLOR_FORCE`
/// (<https://bixense.com/clicolors>), or `TERM=dumb`.
fn colors() -> bool {
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    wants_colors(&variable, io::stderr().is_terminal() && shows_colors())
}

/// Returns whether a terminal shows colors. Consoles of Windows do if a program asks for it, except for those before Windows 10.
#[cfg(windows)]
fn shows_colors() -> bool {
    // `None` for a terminal that is not a console of Windows.
    anstyle_query::windows::enable_ansi_colors().unwrap_or(true)
}

/// Returns whether a terminal shows colors, which they all do except on Windows.
#[cfg(not(windows))]
fn shows_colors() -> bool {
    true
}

fn wants_colors(variable: &dyn Fn(&str) -> Option<String>, is_terminal: bool) -> bool {
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
    fn colors_follow_the_environment() {
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
                wants_colors(&variable, is_terminal),
                expected,
                "{variables:?}"
            );
        }
    }
}
