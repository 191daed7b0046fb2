//! Marks of Markdown that an editor has escaped with backslashes, so that they show.

use std::ops::Range;

use diagnostic::{first_line, line_start, lines};

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
        if self.escaped_list(start) {
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

    /// Reports several lines in a row that begin like entries of a list whose mark is escaped: `\- text` or `1\. text`. `start` is the
    /// offset of the backslash in the first one. A single one may be meant.
    fn escaped_list(&mut self, start: usize) -> bool {
        let before = &self.source.text[..start];
        let line = line_start(before);
        let first = escaped_entry(&self.source.text[line..]).filter(|(at, _)| line + at == start);
        let Some((_, mark)) = first else {
            return false;
        };
        let near = self.near(line);
        let lines = lines(near).map(|(at, one)| Some((at, escaped_entry(one)?)));
        let entries = lines.map_while(|one| one.filter(|(_, (_, other))| *other == mark));
        let backslashes: Vec<usize> = entries.map(|(at, (sign, _))| line + at + sign).collect();
        if backslashes.len() < 2 {
            return false;
        }
        let end = backslashes.last().map_or(start, |last| last + 1);
        self.typed_marks_end = end;
        let written = first_line(&self.source.text[line..]).trim_end().to_owned();
        let help = format!(
            "write `{}`, and each other entry without its backslash",
            written.replacen('\\', "", 1)
        );
        let span = line..line + written.len();
        let message = "not a list: its marks are escaped, and show as typed";
        self.report(&codes::SHOWN_AS_TYPED, message, span, help.as_str());
        let mut meant = self.source.text[line..end].to_owned();
        for at in backslashes.into_iter().rev() {
            meant.remove(at - line);
        }
        self.fix_last("delete the backslashes", [(line..end, meant)]);
        self.confirm_last();
        true
    }
}

/// Returns the offset of the backslash in an escaped entry of a list with which a line begins, and the sign of its mark.
fn escaped_entry(line: &str) -> Option<(usize, char)> {
    let indented = line.len() - line.trim_start_matches(' ').len();
    let number = line[indented..]
        .bytes()
        .take(3)
        .take_while(u8::is_ascii_digit)
        .count();
    let at = indented + number;
    let mut rest = line[at..].strip_prefix('\\')?.chars();
    let sign = rest.next()?;
    let is_mark = if number == 0 {
        matches!(sign, '-' | '+')
    } else {
        matches!(sign, '.' | ')')
    };
    let is_entry = rest.next() == Some(' ') && rest.as_str().starts_with(char::is_alphabetic);
    (is_mark && is_entry).then_some((at, sign))
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
