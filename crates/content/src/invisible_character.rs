//! Characters that are invisible or look like a space, and that TOML does not allow outside of strings.

/// Help for a character that nobody can see.
pub const INVISIBLE_CHARACTER_HELP: &str = "delete this invisible character";

/// Returns the first character outside strings that is invisible or only looks like a space, with its offset and help.
pub fn invisible_character(line: &str) -> Option<(usize, char, &'static str)> {
    let mut quote = None;
    for (at, character) in line.char_indices() {
        match (character, quote) {
            ('#', None) => return None,
            ('"' | '\'', None) => quote = Some(character),
            _ if quote == Some(character) => quote = None,
            ('\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}', None) => {
                return Some((at, character, "replace it with an ordinary space"));
            }
            ('\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}', None) => {
                return Some((at, character, INVISIBLE_CHARACTER_HELP));
            }
            (character, _) if character.is_control() && !matches!(character, '\t' | '\r') => {
                return Some((at, character, INVISIBLE_CHARACTER_HELP));
            }
            _ => {}
        }
    }
    None
}

/// Returns the name of an invisible character and its code point.
pub fn character_name(character: char) -> String {
    let name = match character {
        '\u{a0}' | '\u{202f}' => "no-break space",
        '\u{2000}'..='\u{200a}' | '\u{3000}' => "typographic space",
        '\u{ad}' => "soft hyphen",
        '\u{200b}' => "zero-width space",
        '\u{200e}' | '\u{200f}' => "text direction mark",
        '\u{feff}' => "byte order mark",
        _ if character.is_control() => "control character",
        _ => "invisible character",
    };
    format!("{name} (U+{:04X})", u32::from(character))
}
