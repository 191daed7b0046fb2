//! Characters that change how other text is shown: those that set the reading direction (Unicode Standard Annex 9, section 2),
//! and those that look like spaces.

/// Returns whether a character invisibly sets the reading direction. Such a character can make one text look like another:
/// `fdp.exe` is shown as `exe.pdf`.
pub fn is_direction_control(c: char) -> bool {
    matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// Returns whether a character looks like a space. This includes some letters of Hangul and Braille. Many of them in a row can
/// push the text after them to the next line.
pub fn looks_like_space(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}'
        )
}

/// Returns whether a text shows nothing: it consists of spaces, control characters, and characters without a width.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| {
        looks_like_space(c)
            || is_direction_control(c)
            || c.is_control()
            || matches!(
                c,
                '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}'
            )
    })
}
