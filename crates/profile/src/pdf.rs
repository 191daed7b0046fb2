//! Counts the pages of a PDF that Chromium has written, and replaces its document information.

use jiff::civil::Date;

/// Counts the pages of a PDF by its page objects, which Skia writes uncompressed.
pub fn pages(pdf: &[u8]) -> usize {
    let text = pdf.windows(b"/Type /Page".len() + 1);
    text.filter(|window| window.starts_with(b"/Type /Page") && !window.ends_with(b"s"))
        .count()
}

/// Replaces the browser's name and the current time in the document information with author and date. The length stays the same, so
/// that the offsets in the file stay valid (ISO 32000-1, section 14.3.3). Fails if the author's name does not fit.
pub fn stamp(pdf: &mut [u8], author: &str, date: Date) -> Result<(), String> {
    let find = |from: usize, wanted: &[u8]| {
        let at = pdf
            .get(from..)?
            .windows(wanted.len())
            .position(|window| window == wanted)?;
        Some(from + at)
    };
    let places = find(0, b"/Creator (").and_then(|creator| {
        let producer = find(creator, b"/Producer (")?;
        Some((
            creator,
            producer,
            find(producer, b"/CreationDate (")?,
            find(producer, b">>")?,
        ))
    });
    let Some((start, producer, dates, end)) = places.filter(|(.., dates, end)| dates < end) else {
        return Err(
            "the PDF has no document information where this Chromium was expected to write it"
                .to_owned(),
        );
    };
    let day = date.strftime("%Y%m%d");
    let mut entries = format!("/Author {}\n", pdf_text(author)).into_bytes();
    entries.extend_from_slice(&pdf[producer..dates]);
    entries.extend(format!("/CreationDate (D:{day}000000Z)\n/ModDate (D:{day}000000Z)").bytes());
    if entries.len() > end - start {
        return Err(format!(
            "the name `{author}` is too long for the PDF's document information"
        ));
    }
    entries.resize(end - start, b' ');
    pdf[start..end].copy_from_slice(&entries);
    Ok(())
}

/// Encodes a text string for a PDF: as a literal if it is ASCII, otherwise as UTF-16 with a byte order mark (ISO 32000-1,
/// section 7.9.2.2).
fn pdf_text(text: &str) -> String {
    if text.is_ascii() {
        let escaped = text
            .replace('\\', "\\\\")
            .replace('(', "\\(")
            .replace(')', "\\)");
        return format!("({escaped})");
    }
    let unit = |text: String, unit: u16| text + &format!("{unit:04X}");
    text.encode_utf16().fold("<FEFF".to_owned(), unit) + ">"
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    #[test]
    fn stamps_author_and_date_without_moving_a_byte() {
        let before = b"<</Title (x)\n/Creator (Some \\(long\\) browser's name, longer than what comes here)\n/Producer (P)\n\
            /CreationDate (D:20200101120000+00'00')\n/ModDate (D:20200101120000+00'00')>>\nendobj";
        let mut after = before.to_vec();
        stamp(&mut after, "A (& B)", jiff::civil::date(2026, 11, 21)).unwrap();
        assert_eq!(after.len(), before.len());
        let after = String::from_utf8(after).unwrap();
        let start = "<</Title (x)\n/Author (A \\(& B\\))\n/Producer (P)\n/CreationDate (D:20261121000000Z)\n/ModDate (D:20261121000000Z) ";
        assert!(
            after.starts_with(start) && after.ends_with(" >>\nendobj"),
            "{after}"
        );
        assert!(
            stamp(
                &mut b"no information".to_vec(),
                "A",
                jiff::civil::date(2026, 11, 21)
            )
            .is_err()
        );
    }
}
