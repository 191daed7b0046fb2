//! Lists with bullets or numbers that Markdown does not recognize.

use std::ops::Range;

use super::Slips;
use crate::codes;

/// Bullets that word processors insert, and that Markdown does not recognize. Those after `■` are Word's, in its font for symbols.
const BULLETS: [char; 16] = [
    '•', '·', '◦', '▪', '●', '‣', '∙', '○', '➢', '►', '❖', '■', '\u{f0b7}', '\u{f0a7}', '\u{f0d8}',
    '\u{f0fc}',
];

/// Letters that Word's bullets become in another font. A tab follows them.
const LETTERS: [char; 6] = ['o', '§', 'Ø', 'ü', 'v', 'q'];

/// Start of a line that looks like the entry of a list.
struct Mark {
    length: usize,
    /// Whether another line must look like it, because a sentence can begin like this.
    is_doubtful: bool,
    /// How to write the entry.
    right: String,
}

impl Slips<'_> {
    /// Reports a paragraph with a line such as `• one`, or with several lines such as `– one`, `-one`, or `a) one`.
    /// Returns whether there is one.
    pub(super) fn typed_list(&mut self, span: &Range<usize>) -> bool {
        let mut doubtful: Option<(Range<usize>, Mark)> = None;
        let mut start = span.start;
        for line in self.source.text[span.clone()].split_inclusive('\n') {
            let text = line.trim_start_matches([' ', '\t', '>']);
            let at = start + line.len() - text.len();
            start += line.len();
            let Some(mark) = mark(text).filter(|one| self.lists == 0 || !is_unspaced(text, one))
            else {
                continue;
            };
            let span = at..at + mark.length;
            match doubtful.take() {
                None if mark.is_doubtful => doubtful = Some((span, mark)),
                first => {
                    let (span, mark) = first.unwrap_or((span, mark));
                    self.typed_entry(span, &mark);
                    return true;
                }
            }
        }
        false
    }

    /// Reports a line `-one` that is part of the list entry above it.
    pub(super) fn unspaced_entry(&mut self, span: &Range<usize>) {
        let text = self.line(span.start);
        if self.lists > 0
            && let Some(mark) = mark(text).filter(|one| is_unspaced(text, one))
        {
            self.typed_entry(span.start..span.start + mark.length, &mark);
        }
    }

    fn typed_entry(&mut self, span: Range<usize>, mark: &Mark) {
        let written = self.source.text[span.clone()].trim();
        let message = format!("not a list: `{written}` appears exactly as typed");
        let span = span.start..span.start + written.len();
        let help = format!("write each entry as `{}`", mark.right);
        let help = if mark.right.starts_with('-') {
            help
        } else {
            help + ", with an empty line before the first"
        };
        self.report(&codes::SHOWN_AS_TYPED, message, span, help);
    }
}

fn is_unspaced(line: &str, mark: &Mark) -> bool {
    mark.length == 1 && line.starts_with(['-', '+', '*'])
}

/// Returns the mark that a line begins with.
fn mark(line: &str) -> Option<Mark> {
    let mut rest = line.chars();
    let first = rest.next()?;
    let (after, length) = (rest.as_str(), first.len_utf8());
    let next = rest.next()?;
    let is_word = || next.is_alphabetic() && !after.contains(first);
    let (length, is_doubtful) = match first {
        _ if BULLETS.contains(&first) && next.is_whitespace() => (length, false),
        _ if LETTERS.contains(&first) && next == '\t' => (length, false),
        '[' if after.starts_with(" ] ") || after.starts_with("x] ") => {
            let (length, right) = ("[x]".len(), format!("- {}", line.trim_end()));
            return Some(Mark {
                length,
                is_doubtful: false,
                right,
            });
        }
        '–' | '—' if next == ' ' => (length, true),
        '-' | '+' | '*' if is_word() => (length, true),
        _ => {
            let length = number(line)?;
            let right = "1. text".to_owned();
            return Some(Mark {
                length,
                is_doubtful: true,
                right,
            });
        }
    };
    let right = format!("- {}", after.trim());
    Some(Mark {
        length,
        is_doubtful,
        right,
    })
}

/// Returns the length of the number that a line begins with, such as `a)`, `(1)` or `2)`.
fn number(line: &str) -> Option<usize> {
    let inner = line.strip_prefix('(').unwrap_or(line);
    // At most two characters are before the parenthesis.
    let end = inner.bytes().take(3).position(|byte| byte == b')')?;
    let (name, after) = (&inner[..end], &inner[end + 1..]);
    let is_number = !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit());
    let is_letter = name.len() == 1 && name.bytes().all(|b| b.is_ascii_lowercase());
    ((is_number || is_letter) && after.starts_with(' ')).then(|| line.len() - after.len())
}
