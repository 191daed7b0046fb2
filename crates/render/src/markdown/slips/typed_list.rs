//! Lists with bullets or numbers that Markdown does not recognize.

use std::ops::Range;

use super::Slips;
use crate::codes;

/// Bullets that word processors insert, and that Markdown does not recognize.
const BULLETS: [char; 8] = ['•', '·', '◦', '▪', '●', '‣', '∙', '■'];

impl Slips<'_> {
    /// Reports a paragraph with a line such as `• one`, or with several lines such as `a) one`.
    pub(super) fn typed_list(&mut self, span: &Range<usize>) {
        let mut numbered: Option<(Range<usize>, usize)> = None;
        let mut start = span.start;
        for line in self.source.text[span.clone()].split_inclusive('\n') {
            let text = line.trim_start_matches([' ', '\t', '>']);
            let at = start + line.len() - text.len();
            start += line.len();
            if let Some(after) = text.strip_prefix(BULLETS) {
                if after.starts_with(char::is_whitespace) {
                    let mark = at..at + text.len() - after.len();
                    let help = format!("write each entry as `- {}`", after.trim());
                    let mark_text = self.source.text[mark.clone()].to_owned();
                    let message = format!("not a list: `{mark_text}` appears exactly as typed");
                    self.report(&codes::SHOWN_AS_TYPED, message, mark, help);
                    return;
                }
            } else if let Some(length) = number(text) {
                match &mut numbered {
                    Some((_, count)) => *count += 1,
                    None => numbered = Some((at..at + length, 1)),
                }
            }
        }
        if let Some((mark, 2..)) = numbered {
            let message = format!(
                "not a list: `{}` appears exactly as typed",
                &self.source.text[mark.clone()]
            );
            let help = "write each entry as `1. text`, with an empty line before the first";
            self.report(&codes::SHOWN_AS_TYPED, message, mark, help);
        }
    }
}

/// Returns the length of the number that a line begins with, such as `a)`, `(1)` or `2)`.
fn number(line: &str) -> Option<usize> {
    let inner = line.strip_prefix('(').unwrap_or(line);
    let (name, after) = inner.split_once(')')?;
    let is_number = !name.is_empty() && name.len() <= 2 && name.bytes().all(|b| b.is_ascii_digit());
    let is_letter = name.len() == 1 && name.bytes().all(|b| b.is_ascii_lowercase());
    ((is_number || is_letter) && after.starts_with(' ')).then(|| line.len() - after.len())
}
