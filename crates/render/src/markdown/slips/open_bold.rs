//! Asterisks or underscores for bold text that are not closed, or have a space inside.

use std::ops::Range;

use diagnostic::first_line;

use super::Slips;
use crate::codes;

impl Slips<'_> {
    /// Reports `**` or `__` that does not make text bold, and `~~` that does not strike it out, as in `**bold` or `** bold **`, once
    /// per block.
    pub(super) fn open_bold(&mut self, span: &Range<usize>) {
        let text = &self.source.text[span.clone()];
        let marks = text.match_indices("**").chain(text.match_indices("__"));
        let marks = marks.chain(text.match_indices("~~"));
        let found = marks.into_iter().find(|(at, mark)| {
            let before = text[..*at].chars().next_back();
            let after = text[at + 2..].chars().next();
            let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            let is_row = [before, after]
                .iter()
                .any(|c| c.is_some_and(|c| mark.starts_with(c)));
            // Neither `2**3` nor a row of asterisks is meant as bold text, nor are two underscores for a blank to fill in, or those
            // of a name such as `__MACOSX`.
            let is_blank = *mark == "__" && !is_word(before) && !is_word(after)
                || *mark != "**" && text.matches(mark).count() < 2;
            !(is_row || is_word(before) && is_word(after) || is_blank)
        });
        let Some((at, mark)) = found.filter(|_| !self.has_open_bold) else {
            return;
        };
        self.has_open_bold = true;
        let before = text[..at].chars().next_back();
        let closes = before.is_some_and(|c| !c.is_whitespace());
        // Bold text over two paragraphs was reported at its beginning.
        if closes && self.open_bold_block + 1 == self.blocks {
            return;
        }
        if !closes && text.matches(mark).count() == 1 {
            self.open_bold_block = self.blocks;
        }
        // The mark before a letter is taken for the first one only if the second one fails.
        let opened = text[..at].rfind(mark).filter(|_| closes).filter(|open| {
            let (before, rest) = (
                text[..*open].chars().next_back(),
                &text[open + mark.len()..],
            );
            between_marks(before, first_line(rest), mark).is_some()
        });
        let (at, before) = match opened {
            Some(open) => (open, text[..open].chars().next_back()),
            None => (at, before),
        };
        let start = span.start + at;
        // The text of another event may follow, such as the text in bold that begins at the mark meant to end this one.
        let rest = &self.source.text[start + mark.len()..];
        let rest = first_line(rest);
        let touching = between_marks(before, rest, mark);
        let help = if let Some(bold) = touching {
            format!(
                "Markdown cannot begin or end bold text between a letter and a punctuation mark: write <strong>{bold}</strong>"
            )
        } else if mark == "~~" {
            "write struck text as ~~text~~, in one paragraph and without spaces inside; write `\\~\\~` for tildes".to_owned()
        } else if mark == "**" {
            "write bold text as **bold**, in one paragraph and without spaces inside; write `\\*\\*` for stars".to_owned()
        } else {
            "write bold text as **bold**, in one paragraph and without spaces inside; write `\\_\\_` for underscores".to_owned()
        };
        let message = format!("`{mark}` appears exactly as typed");
        self.report(&codes::SHOWN_AS_TYPED, message, start..start + 2, help);
    }
}

/// Returns the text between the marks of bold text if they are not recognized because of the character on the other side of one of them,
/// as in `**Note:**text` and `text**“bold”**` (section 6.2 of the standard). `before` is the character before the first `mark`, and
/// `rest` what follows it on its line.
fn between_marks<'t>(before: Option<char>, rest: &'t str, mark: &str) -> Option<&'t str> {
    let (bold, after) = rest.split_once(mark)?;
    let is_punctuation = |c: char| !c.is_alphanumeric() && !c.is_whitespace();
    let follows_word = before.is_some_and(char::is_alphanumeric);
    let begins = follows_word && bold.starts_with(is_punctuation);
    let ends = bold.ends_with(is_punctuation) && after.starts_with(char::is_alphanumeric);
    let is_text = mark != "~~" && bold.trim() == bold && !bold.is_empty();
    let is_text = is_text && !bold.contains('\n') && !bold.contains("](");
    (is_text && (begins || ends)).then_some(bold)
}
