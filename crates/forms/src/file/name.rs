//! Sanitizes the names of uploaded files.

use crate::misleading_characters::is_direction_control;

/// Maximum length of a file name in characters.
const MAX_LENGTH: usize = 100;

/// Returns a version of `name` that is safe to show to the staff: without folders, without characters that are special to a shell, a
/// file system, or a header, without invisible characters that no script needs, and at most `MAX_LENGTH` characters long. The keys of
/// stored objects do not contain it.
pub fn sanitized(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let clean: String = last.chars().filter(|c| !is_harmful(*c)).collect();
    let clean = clean.trim_matches(|c: char| c.is_whitespace() || c == '.' || is_joiner(c));
    let length = clean.chars().count();
    if length <= MAX_LENGTH {
        return clean.to_owned();
    }
    // The end is kept because it contains the extension.
    let end: String = clean.chars().skip(length - 10).collect();
    let start: String = clean.chars().take(MAX_LENGTH - 11).collect();
    format!("{start}…{end}")
}

fn is_harmful(c: char) -> bool {
    // These are invisible (Unicode Technical Report 36).
    c.is_control()
        || is_direction_control(c)
        || matches!(
            c,
            ':' | '*' | '?' | '"' | '<' | '>' | '|' | '\u{2028}' | '\u{2029}' | '\u{feff}'
        )
        || matches!(
            c,
            '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2060}'..='\u{206f}'
        )
}

/// Returns whether a character joins others, or keeps them apart. Indian scripts and emoji need these within a name.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}
