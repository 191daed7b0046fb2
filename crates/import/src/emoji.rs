//! Names of emoji, such as `:rocket:`.

use crate::edits::{Edit, apply, code, is_within};

/// Replaces the names of emoji between colons by the emoji.
pub fn with_emoji(text: &str) -> String {
    let code = code(text);
    let mut edits: Vec<Edit> = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(':').map(|found| at + found) {
        at = start + 1;
        let is_letter =
            |one: u8| one.is_ascii_lowercase() || one.is_ascii_digit() || b"_+-".contains(&one);
        let length = text.as_bytes()[at..]
            .iter()
            .take_while(|one| is_letter(**one))
            .count();
        let is_closed = text[at + length..].starts_with(':');
        let is_inside = text[..start].ends_with(|one: char| one.is_alphanumeric());
        if length == 0 || !is_closed || is_inside || is_within(&code, start) {
            continue;
        }
        if let Some(emoji) = emojis::get_by_shortcode(&text[at..at + length]) {
            let end = at + length + 1;
            edits.push((start..end, emoji.as_str().to_owned()));
            at = end;
        }
    }
    apply(text, edits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emoji() {
        for (text, expected) in [
            ("Off :rocket:!", "Off 🚀!"),
            (":see_no_evil::+1:", "🙈👍"),
            (
                "`:rocket:` at 10:100:20, :nothing:, a:rocket:",
                "`:rocket:` at 10:100:20, :nothing:, a:rocket:",
            ),
            ("::", "::"),
        ] {
            assert_eq!(with_emoji(text), expected);
        }
    }
}
