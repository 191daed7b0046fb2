//! Marks of Markdown that an editor has escaped with backslashes, so that they show.

use std::ops::Range;

use diagnostic::first_line;

use super::{Slips, looks_like_an_address};
use crate::codes;

impl Slips<'_> {
    /// Reports `\*\*bold\*\*`, `\[text\](/about)`, and a line `\## Heading`. `span` is that of a text, which begins after a backslash if it
    /// is escaped.
    pub(super) fn escaped_marks(&mut self, span: &Range<usize>) {
        let text = &self.source.text;
        if !text[..span.start].ends_with('\\') {
            return;
        }
        let start = span.start - 1;
        if start < self.typed_marks_end || text[..start].ends_with('\\') {
            return;
        }
        let near = first_line(self.near(start));
        let before = text[..start].chars().next_back();
        let meant = escaped_link(near)
            .filter(|_| before != Some('!'))
            .or_else(|| escaped_bold(near, before))
            .or_else(|| self.line_start(start).and_then(|_| escaped_heading(near)));
        let Some((length, meant)) = meant else {
            return;
        };
        let written = start..start + length;
        self.typed_marks_end = written.end;
        let message = "escaped Markdown shows as typed";
        let help = format!("write `{meant}`");
        self.report(
            &codes::SHOWN_AS_TYPED,
            message,
            written.clone(),
            help.as_str(),
        );
        self.fix_last(&help, [(written, meant)]);
        self.confirm_last();
    }
}

/// Returns the length of text between two pairs of escaped asterisks, underscores, or tildes with which a line begins, and the same without
/// backslashes.
fn escaped_bold(line: &str, before: Option<char>) -> Option<(usize, String)> {
    let is_word = |c: char| c.is_alphanumeric();
    let marks = [
        (r"\*\*\*", "***"),
        (r"\*\*", "**"),
        (r"\_\_", "**"),
        (r"\~\~", "~~"),
    ];
    let (mark, plain) = marks.iter().find(|(mark, _)| line.starts_with(mark))?;
    let inner = &line[mark.len()..];
    let inner = &inner[..inner.find(*mark)?];
    let length = inner.len() + 2 * mark.len();
    // `\_\_init\_\_` is a name, and `\*\*/` begins a pattern for paths.
    let is_name = *mark == r"\_\_" && !inner.contains(' ');
    let is_text = !is_name
        && !inner.starts_with('/')
        && !inner.contains('\\')
        && inner.starts_with(|c: char| !c.is_whitespace() && !"\\*_~".contains(c))
        && !inner.ends_with(char::is_whitespace)
        && inner.contains(char::is_alphabetic)
        && !before.is_some_and(is_word)
        && !line[length..].starts_with(is_word);
    is_text.then(|| (length, format!("{plain}{inner}{plain}")))
}

/// Returns the length of a link with escaped brackets with which a line begins, and the same without backslashes.
fn escaped_link(line: &str) -> Option<(usize, String)> {
    let (label, rest) = line.strip_prefix(r"\[")?.split_once(']')?;
    let target = rest
        .strip_prefix(r"\(")
        .or_else(|| rest.strip_prefix('('))?;
    let target = &target[..target.find(')')?];
    let address = target.strip_suffix('\\').unwrap_or(target);
    let label = label.strip_suffix('\\').unwrap_or(label);
    let length = line.len() - rest.len() + (rest.find('(')? + 1) + target.len() + 1;
    let address = address.replace('\\', "");
    (looks_like_an_address(&address)
        && !address.contains(char::is_whitespace)
        && !label.contains('['))
    .then(|| (length, format!("[{label}]({address})")))
}

/// Returns the length of an escaped heading of at least the second level, which is a whole line, and the same without backslashes.
fn escaped_heading(line: &str) -> Option<(usize, String)> {
    let title = line.trim_start_matches(['\\', '#']);
    let marks = &line[..line.len() - title.len()];
    let hashes = marks.matches('#').count();
    let is_heading = (2..=6).contains(&hashes)
        && marks.starts_with(r"\#")
        && title.starts_with(' ')
        && !title.trim().is_empty();
    is_heading.then(|| {
        (
            line.trim_end().len(),
            format!("{} {}", "#".repeat(hashes), title.trim()),
        )
    })
}
