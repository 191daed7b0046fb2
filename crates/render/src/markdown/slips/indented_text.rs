//! A paragraph that Markdown reads as code because it is indented.

use std::ops::Range;

use super::Slips;
use crate::codes;

impl Slips<'_> {
    /// Reports a sentence that is indented by four spaces or a tab, and words that are indented like this at the start of a
    /// list entry. `span` is the range of the code block.
    pub(super) fn indented_text(&mut self, span: &Range<usize>, begins_entry: bool) {
        let line = self.line(span.start);
        let text = line.trim_start();
        let is_capital = |c: char| c.is_alphabetic() && !c.is_lowercase();
        let is_words = text.starts_with(is_capital) && text.contains(' ') && !has_code(text);
        let is_text = begins_entry && is_words;
        if !is_text && !is_sentence(text) {
            return;
        }
        let start = span.start + line.len() - text.len();
        let span = start..start + text.len();
        self.report(
            &codes::INDENTED_TEXT,
            "this text is shown as code, because it is indented by four spaces or a tab",
            span,
            if is_text {
                "write one space between the mark of the entry and its text"
            } else {
                "remove the spaces before it; put code between lines of ```"
            },
        );
    }
}

/// Returns whether a line reads like a sentence: it begins with a capital letter (or a letter of a script without case), has at
/// least three words, consists mostly of letters, and has no character that is typical of code.
fn is_sentence(line: &str) -> bool {
    let text = line.trim_start_matches(['-', '*', '+', ' ']);
    let begins = text.starts_with(|c: char| c.is_alphabetic() && !c.is_lowercase());
    let letters = text.chars().filter(|c| c.is_alphabetic() || *c == ' ');
    let count = text.chars().count();
    begins
        && text.split_whitespace().count() >= 3
        && letters.count() * 10 >= count * 8
        && !has_code(text)
}

/// Returns whether a line has a character that is typical of code.
fn has_code(line: &str) -> bool {
    line.contains(['{', '}', '=', ';', '<', '>', '$', '\\', '|'])
}

#[cfg(test)]
mod tests {
    use super::is_sentence;

    #[test]
    fn sentences_and_code() {
        for (line, expected) in [
            ("We bake every day.", true),
            ("- Bring your own bag, please.", true),
            ("रोज़ सुबह ताज़ी रोटी मिलती है।", true),
            ("npm install the package", false),
            ("FROM rust AS build; RUN it", false),
            ("SELECT a, b = c", false),
            ("Done", false),
        ] {
            assert_eq!(is_sentence(line), expected, "{line}");
        }
    }
}
