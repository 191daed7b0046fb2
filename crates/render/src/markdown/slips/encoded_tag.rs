//! Tags of HTML that were encoded as text, as a content management system does, so that they show.

use std::ops::Range;

use diagnostic::line_start;

use super::super::elements::is_element;
use super::Slips;
use crate::codes;

/// Elements with a counterpart in Markdown, each with the marks around its text.
const MARKS: [(&str, &str); 7] = [
    ("b", "**"),
    ("strong", "**"),
    ("i", "*"),
    ("em", "*"),
    ("del", "~~"),
    ("s", "~~"),
    ("p", ""),
];

impl Slips<'_> {
    /// Reports `&lt;b&gt;text&lt;/b&gt;` and `&lt;br&gt;`. `text` is what Markdown reads at this span.
    pub(super) fn encoded_tag(&mut self, text: &str, span: &Range<usize>) {
        if text != "<" || span.start < self.typed_marks_end {
            return;
        }
        let before = &self.source.text[..span.start];
        let near = self.near(span.start);
        let Some((length, meant)) = encoded(near) else {
            return;
        };
        let line = &before[line_start(before)..];
        let is_in_code = ["code", "kbd", "samp", "pre"]
            .iter()
            .any(|name| line.rfind(&format!("<{name}")) > line.rfind(&format!("</{name}")));
        // Between spaces, a tag is what a sentence is about.
        let is_named = line.ends_with(' ') && near[length..].starts_with(' ');
        let is_pair = near.starts_with("&lt;p") && !line.is_empty();
        if is_in_code || is_pair || is_named && meant.is_none() {
            return;
        }
        let tag = &near[..near.find("&gt;").map_or(length, |at| at + 4)];
        let message = format!("`{tag}` shows as a tag of HTML");
        let help = match &meant {
            Some(meant) => format!("write {meant}"),
            None if tag.starts_with("&lt;br") => {
                "begin a new paragraph, or write a backslash at the end of the line".to_owned()
            }
            None => "delete the tags, or write the text again as Markdown".to_owned(),
        };
        let written = span.start..span.start + length;
        self.typed_marks_end = written.end;
        self.report(
            &codes::SHOWN_AS_TYPED,
            message,
            written.clone(),
            help.as_str(),
        );
        if let Some(meant) = meant {
            self.fix_last(&help, [(written, meant)]);
            self.confirm_last();
        }
    }
}

/// Returns the length of an encoded element with which a text begins, and its text in Markdown. Returns `None` for a word in brackets that
/// is no element, or a tag that is not closed.
fn encoded(text: &str) -> Option<(usize, Option<String>)> {
    let tag = text.strip_prefix("&lt;")?;
    let end = tag.find("&gt;").filter(|end| *end < 200)?;
    let name = tag[..end].split([' ', '/']).next()?.to_ascii_lowercase();
    if !is_element(&name) || tag[..end].contains(['\n', '<']) {
        return None;
    }
    let inner = &tag[end + "&gt;".len()..];
    let start = text.len() - inner.len();
    if name == "br" {
        return Some((start, None));
    }
    let closing = format!("&lt;/{name}&gt;");
    let at = inner.to_ascii_lowercase().find(&closing)?;
    let words = &inner[..at];
    if words.contains('\n') {
        return None;
    }
    let mark = MARKS.iter().find(|(one, _)| *one == name);
    let is_plain = !words.trim().is_empty() && !words.contains("&lt;");
    let meant = mark
        .filter(|_| is_plain)
        .map(|(_, mark)| format!("{mark}{}{mark}", words.trim()));
    Some((start + at + closing.len(), meant))
}
