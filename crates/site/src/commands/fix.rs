//! `site check --fix` and `--diff`: corrects what has a safe fix, or shows what would change.

use std::process::ExitCode;

use build::Project;
use build::fixes::{self, FileChange};
use diagnostic::{Diagnostic, Fix};
use similar::TextDiff;

use crate::failure::Failure;
use crate::report;

/// Maximum number of times that fixes are applied in one run. A fix may reveal another finding, such as one behind a syntax error.
pub const MAX_ROUNDS: usize = 10;

/// Applies the safe fixes of findings and prints what it did. Returns whether it changed any file. Fails if a file has changed meanwhile or
/// cannot be written.
pub fn apply(
    project: &Project,
    diagnostics: &[Diagnostic],
    is_quiet: bool,
) -> Result<bool, Failure> {
    let safe = safe_fixes(diagnostics);
    let (changes, chosen) = chosen(project, &safe);
    fixes::write(&project.root, &changes)?;
    for (diagnostic, fix) in chosen.iter().filter(|_| !is_quiet) {
        let place = diagnostic.place.as_ref().map(|(place, _)| {
            let position = place.line_column();
            format!(
                "{}:{}:{}: ",
                place.source.path, position.line, position.column
            )
        });
        let place = place.unwrap_or_default();
        report::note(&format!(
            "fixed {place}{} [{}]",
            fix.label, diagnostic.code.name
        ));
    }
    Ok(!changes.is_empty())
}

/// Prints what [`apply`] would change as a unified diff. Returns a failing exit code if it would change anything, or if findings
/// that are errors have no safe fix.
pub fn print_diff(project: &Project, diagnostics: &[Diagnostic], is_quiet: bool) -> ExitCode {
    let safe = safe_fixes(diagnostics);
    let (changes, chosen) = chosen(project, &safe);
    let text: String = changes.iter().map(unified_diff).collect();
    report::print_result(&text);
    if !is_quiet {
        let files = report::pluralize(changes.len(), "file");
        let problems = report::pluralize(chosen.len(), "problem");
        let counts = report::counts(diagnostics);
        report::note(&format!(
            "Found {counts}; --fix would correct {problems} in {files}"
        ));
    }
    let errors = report::errors(diagnostics);
    report::exit_code(errors + changes.len())
}

/// Returns an addition to the last line of the output that offers to apply the safe fixes, or `None` if no finding has one.
pub fn offer(diagnostics: &[Diagnostic]) -> Option<String> {
    let count = safe_fixes(diagnostics).len();
    (count > 0).then(|| format!("; --fix corrects {count}"))
}

/// Returns the first safe fix of each finding that has one.
fn safe_fixes(diagnostics: &[Diagnostic]) -> Vec<(&Diagnostic, Fix)> {
    let safe = |one: &Diagnostic| one.fixes().into_iter().find(|fix| fix.is_safe);
    let fixes = diagnostics.iter();
    fixes.filter_map(|one| Some((one, safe(one)?))).collect()
}

/// Returns the changes of those fixes that can be applied together, and these fixes.
fn chosen<'a>(
    project: &Project,
    fixes: &'a [(&'a Diagnostic, Fix)],
) -> (Vec<FileChange>, Vec<&'a (&'a Diagnostic, Fix)>) {
    let all: Vec<&Fix> = fixes.iter().map(|(_, fix)| fix).collect();
    let (changes, chosen) = fixes::changes(&project.root, &all);
    (changes, chosen.into_iter().map(|at| &fixes[at]).collect())
}

/// Returns a change as a unified diff that `git apply` and `patch -p1` read.
fn unified_diff(change: &FileChange) -> String {
    let path = &change.path;
    let text = |bytes: &Option<Vec<u8>>| {
        let text = bytes.as_ref().map(|bytes| std::str::from_utf8(bytes));
        text.transpose()
            .map(Option::unwrap_or_default)
            .map(str::to_owned)
    };
    let (Ok(old), Ok(new)) = (text(&change.old), text(&change.new)) else {
        let done = if change.new.is_some() {
            "created"
        } else {
            "removed"
        };
        return format!("Binary file {path} is {done}\n");
    };
    let name = |side: &str, bytes: &Option<Vec<u8>>| match bytes {
        Some(_) => format!("{side}/{path}"),
        None => "/dev/null".to_owned(),
    };
    let names = (name("a", &change.old), name("b", &change.new));
    let diff = TextDiff::from_lines(old.as_str(), new.as_str());
    let mut diff = diff.unified_diff();
    diff.header(&names.0, &names.1).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diffs() {
        let change = |old: Option<&[u8]>, new: Option<&[u8]>| FileChange {
            path: "a.md".to_owned(),
            old: old.map(<[u8]>::to_owned),
            new: new.map(<[u8]>::to_owned),
        };
        for (change, expected) in [
            (
                change(Some(b"1\n2\n3\n4\n5\n6\n"), Some(b"1\n2\n3\n4\nfive\n6\n")),
                "--- a/a.md\n+++ b/a.md\n@@ -2,5 +2,5 @@\n 2\n 3\n 4\n-5\n+five\n 6\n",
            ),
            (
                change(Some(b"1\r\n"), Some(b"1\r\n2\r\n")),
                "--- a/a.md\n+++ b/a.md\n@@ -1 +1,2 @@\n 1\r\n+2\r\n",
            ),
            (
                change(Some(b"1"), Some(b"2")),
                "--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-1\n\\ No newline at end of file\n+2\n\\ No newline at end of file\n",
            ),
            (
                change(Some(b"1\n"), None),
                "--- a/a.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n",
            ),
            (change(None, Some(b"\xff")), "Binary file a.md is created\n"),
        ] {
            assert_eq!(unified_diff(&change), expected);
        }
    }
}
