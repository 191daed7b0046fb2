//! Limits of what is read of a body.

/// Maximum sizes of a body, and of a file and a text in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of bytes of the body, framing included.
    pub body: u64,
    /// Maximum number of bytes of a file; 0 if the form takes none.
    pub file: u64,
    /// Maximum number of bytes of a text.
    pub text: usize,
}

/// Largest number of bytes of a character in UTF-8.
const CHARACTER: usize = 4;
/// Largest factor by which escapes lengthen a text: `%41` for a byte, in JSON `\u0041` for a character of one or two bytes.
const ESCAPED: usize = 3;
/// Bytes for names, headers of parts, and a few fields that the form does not have.
const FRAMING: usize = 16 * 1024;
/// Minimum number of bytes for everything but the file, even if the form's texts are short.
const LEAST: usize = 64 * 1024;

impl Limits {
    /// Returns the limits of a form that takes a file of `file` bytes, or 0, and texts of at most these `lengths` in
    /// characters. Every valid submission fits, however its texts are escaped.
    pub fn new(file: u64, lengths: impl Iterator<Item = usize>) -> Self {
        let (mut longest, mut all) = (0, 0_usize);
        for length in lengths {
            let bytes = length.saturating_mul(CHARACTER);
            longest = longest.max(bytes);
            all = all.saturating_add(bytes);
        }
        // A form with a file is multipart, which escapes nothing.
        let escaped = if file > 0 { 1 } else { ESCAPED };
        let beside = all.saturating_mul(escaped).saturating_add(FRAMING);
        let beside = u64::try_from(beside.max(LEAST)).unwrap_or(u64::MAX);
        Self {
            body: file.saturating_add(beside),
            file,
            text: longest,
        }
    }
}
