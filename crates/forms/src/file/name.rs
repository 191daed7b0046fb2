//! File names from the outside, made harmless.

/// Most characters that are kept.
const LONGEST: usize = 100;

/// `name` as it may be shown to the staff: without folders, without characters that mean something to a
/// shell, a file system or a header, without marks that reverse the reading direction, and not too long.
/// It is never used as the name of anything stored.
pub fn sanitised(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let clean: String = last.chars().filter(|c| !is_harmful(*c)).collect();
    let clean = clean.trim_matches([' ', '.']);
    let length = clean.chars().count();
    if length <= LONGEST {
        return clean.to_owned();
    }
    // The end is kept: it tells what kind of file it is.
    let end: String = clean.chars().skip(length - 10).collect();
    let start: String = clean.chars().take(LONGEST - 11).collect();
    format!("{start}…{end}")
}

fn is_harmful(c: char) -> bool {
    // U+200B–U+200F, U+202A–U+202E and U+2060–U+206F: invisible or changing the direction (Unicode TR 36).
    c.is_control()
        || matches!(
            c,
            ':' | '*' | '?' | '"' | '<' | '>' | '|' | '\u{2028}' | '\u{2029}' | '\u{feff}'
        )
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
}
