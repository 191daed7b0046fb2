//! The text of a document as two parts that the drawer edits: values, and Markdown. Only the lines of what has changed are written.

use std::ops::Range;

use content::TomlText;
use diagnostic::line_endings::{normalized, spliced};
use diagnostic::{Source, lines};
use serde_json::{Map, Value};
use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::commands::language_server::parts::{parts, toml_part};
use crate::shape::Shape;

use super::toml_values::with_values;

/// Returns the byte range of a document's Markdown, without the blank lines above it. It is empty in a TOML file.
pub fn body_span(path: &str, text: &str) -> Range<usize> {
    if !path.ends_with(".md") {
        return text.len()..text.len();
    }
    let body = parts(text).1;
    let rest = &text[body.clone()];
    body.end - rest.trim_start_matches('\n').len()..body.end
}

/// Returns the values of a document, or `None` if its TOML has an error.
pub fn values(path: &str, text: &str) -> Option<Map<String, Value>> {
    let source = Source::new(path, text);
    TomlText::new(&source, toml_part(path, text)).parse().ok()
}

/// Returns the text of a document with other values and another body. `old` and the result have line feeds only. Fails with a message if
/// the document's TOML has an error, or if the values or the body cannot be written.
pub fn edited(
    path: &str,
    old: &str,
    values: &Map<String, Value>,
    body: &str,
    shape: Shape<'_>,
) -> Result<String, String> {
    let old_values = self::values(path, old);
    let old_values = old_values
        .ok_or_else(|| "The file has an error that must be corrected first.".to_owned())?;
    let toml = toml_part(path, old);
    let new_toml = with_values(&old[toml.clone()], &old_values, values, shape)?;
    if path.ends_with(".toml") {
        return Ok(new_toml);
    }
    let body = normalized(body.to_owned());
    let written = with_parts(path, old, &toml, &new_toml, &body);
    let is_read_back = written[toml_part(path, &written)] == new_toml
        && written[body_span(path, &written)].trim_matches('\n') == body.trim_matches('\n');
    is_read_back.then_some(written).ok_or_else(|| {
        "The text cannot begin with a line `+++`, because that line begins the values of a file."
            .to_owned()
    })
}

/// Returns the text of a Markdown file with other TOML in place of that at `toml`, and another body.
fn with_parts(path: &str, old: &str, toml: &Range<usize>, new_toml: &str, body: &str) -> String {
    let span = body_span(path, old);
    let mut body = body.to_owned();
    let is_ended = span.is_empty() || old.ends_with('\n');
    if !body.is_empty() && !body.ends_with('\n') && is_ended {
        body.push('\n');
    }
    // A file whose last line is the end of its front matter.
    let mut between = old[toml.end..span.start].to_owned();
    if toml.is_empty()
        && between.trim().is_empty()
        && !new_toml.is_empty()
        && !old.starts_with("+++")
    {
        return format!("+++\n{new_toml}+++\n\n{between}{body}");
    }
    if !body.is_empty() && !between.is_empty() && !between.ends_with('\n') {
        between.push('\n');
    }
    [&old[..toml.start], new_toml, &between, &body].concat()
}

/// Returns the content to write to a file so that its text becomes `new`. Bytes of lines that stay are those of `file`: its line
/// endings and its byte order mark are kept.
pub fn file_content(file: &str, new: &str) -> String {
    let old = normalized(file.to_owned());
    spliced(file, &line_edits(&old, new))
}

/// Returns the byte ranges of the lines of `old` that change, with their new text, sorted.
fn line_edits<'n>(old: &str, new: &'n str) -> Vec<(Range<usize>, &'n str)> {
    let (old_starts, old_lines): (Vec<_>, Vec<_>) = lines(old).unzip();
    let (new_starts, new_lines): (Vec<_>, Vec<_>) = lines(new).unzip();
    let operations = capture_diff_slices(Algorithm::Myers, &old_lines, &new_lines);
    let span = |text: &str, starts: &[usize], lines: Range<usize>| {
        let at = |line: usize| starts.get(line).copied().unwrap_or(text.len());
        at(lines.start)..at(lines.end)
    };
    let changed = operations.into_iter();
    let changed = changed.filter(|one| !matches!(one, DiffOp::Equal { .. }));
    changed
        .map(|one| {
            let added = span(new, &new_starts, one.new_range());
            (span(old, &old_starts, one.old_range()), &new[added])
        })
        .collect()
}
