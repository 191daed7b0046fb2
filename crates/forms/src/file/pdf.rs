//! PDF.

/// Whether `bytes` begin with the header and end with the trailer of ISO 32000-1, sections 7.5.2 and 7.5.5.
/// Readers look for the header in the first 1,024 bytes; here it must be the very first, for a file with
/// something before it can be a program or a web page too.
pub fn is_pdf(bytes: &[u8]) -> bool {
    let tail = &bytes[bytes.len().saturating_sub(1024)..];
    bytes.starts_with(b"%PDF-") && tail.windows(5).any(|window| window == b"%%EOF")
}
