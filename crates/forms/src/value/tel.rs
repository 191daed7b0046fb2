//! Telephone numbers.

/// Returns whether a text has 7 to 20 digits and otherwise only `+`, `-`, dots, spaces, and brackets in pairs, of which none is in another.
pub fn is_number(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    (7..=20).contains(&digits)
        && text
            .chars()
            .all(|c| c.is_ascii_digit() || "+-.() ".contains(c))
        && text
            .split('(')
            .enumerate()
            .all(|(opened, part)| part.matches(')').count() == opened.min(1))
}
