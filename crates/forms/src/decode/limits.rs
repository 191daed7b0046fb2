//! Limits on how much of a body is read.

/// Maximum sizes of a body, and of a file and a text in it, and the maximum number of its entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Maximum size of the body in bytes, framing included.
    pub body: u64,
    /// Maximum size of a file in bytes; 0 if the form accepts no file.
    pub file: u64,
    /// Maximum size of a text in bytes.
    pub text: usize,
    /// Maximum number of entries: texts and files.
    pub entries: usize,
}

/// Maximum size of a character in UTF-8, in bytes.
const CHARACTER: usize = 4;
/// Factor by which escaping lengthens a character of four bytes: to `%F0%9F%98%80`, or in JSON to `\ud83d\ude00`.
const ESCAPED: usize = 3;
/// Number of bytes allowed for field names, part headers, and a few fields that the form does not have.
const FRAMING: usize = 16 * 1024;
/// Number of bytes that each field of a form with many fields adds to them.
const FIELD_FRAMING: usize = 400;
/// Minimum for the maximum number of entries. A form with a few fields may receive others that it does not have.
const MIN_ENTRIES: usize = 40;
/// Number of entries allowed beyond the form's fields: the trap, and fields that the form does not have.
const OTHER_ENTRIES: usize = 26;
/// Minimum number of bytes allowed for everything but the file, even if the form's texts are short.
const MIN_OTHER_BYTES: usize = 64 * 1024;

impl Limits {
    /// Returns the limits of a form with this number of `fields` that accepts a file of up to `file` bytes (0 if it accepts none) and one
    /// text for each of `lengths`, which are in characters. Every valid submission fits, however its texts are escaped.
    pub fn new(fields: usize, file: u64, lengths: impl Iterator<Item = usize>) -> Self {
        let (mut longest, mut all) = (0, 0_usize);
        for length in lengths {
            let bytes = length.saturating_mul(CHARACTER);
            longest = longest.max(bytes);
            all = all.saturating_add(bytes);
        }
        // A form with a file is sent as multipart, in which nothing is escaped.
        let escaped = if file > 0 { 1 } else { ESCAPED };
        let framing = FRAMING.max(fields.saturating_mul(FIELD_FRAMING));
        let other_bytes = all.saturating_mul(escaped).saturating_add(framing);
        let other_bytes = u64::try_from(other_bytes.max(MIN_OTHER_BYTES)).unwrap_or(u64::MAX);
        Self {
            body: file.saturating_add(other_bytes),
            file,
            text: longest,
            entries: fields.saturating_add(OTHER_ENTRIES).max(MIN_ENTRIES),
        }
    }
}
