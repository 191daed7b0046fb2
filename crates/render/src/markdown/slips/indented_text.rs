//! A paragraph that Markdown reads as code because it is indented.

use std::ops::Range;

use super::Slips;
use crate::codes;

impl Slips<'_> {
    /// Reports a sentence that is indented by four spaces or a tab. `span` is the range of the code block.
    pub(super) fn indented_text(&mut self, span: &Range<usize>) {
        let line = self.line(span.start);
        let text = line.trim_start();
        if !is_sentence(text) {
            return;
        }
        let start = span.start + line.len() - text.len();
        let span = start..start + text.len();
        self.report(
            &codes::INDENTED_TEXT,
            "this text is shown as code, because it is indented by four spaces or a tab",
            span,
            "remove the spaces before it; put code between lines of ```",
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
        && !text.contains(['{', '}', '=', ';', '<', '>', '$', '\\', '|'])
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
