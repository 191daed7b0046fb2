//! Characters that set the reading direction (Unicode Standard Annex 9, section 2).

/// Returns whether a character sets the reading direction invisibly. It can make a text look like another: `exe.fdp` is shown
/// where `fdp.exe` is written.
pub fn is_direction_control(c: char) -> bool {
    matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}
