//! Marks: the fingerprints in the names of published files, by which references to these files are found in text.

/// Fingerprint in the name of a published file: the `AB12CD34` of `x-AB12CD34.svg`, in base32 (RFC 4648, section 6).
pub type Mark = [u8; MARK];
const MARK: usize = 8;

/// Returns the mark in a path that `assets::fingerprint` returned, or `None` if the path is too short to contain one.
pub fn mark_of(output: &str) -> Option<Mark> {
    let name = output.rsplit('/').next()?;
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    stem.as_bytes().last_chunk().copied()
}

/// Returns the marks of all files to which a text refers, in any syntax: `"/assets/…"`, `url(/assets/…)`, `srcset`. May also
/// return text that only looks like a mark.
pub fn marks_in(text: &[u8]) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut starts = memchr::memmem::find_iter(text, "/assets/").peekable();
    while let Some(at) = starts.next() {
        // A minified style sheet may be one line without quotes.
        let rest = &text[at..starts.peek().copied().unwrap_or(text.len())];
        // A name may contain spaces, but no quotes.
        let end = rest.iter().position(|byte| b"\"'`<>\n".contains(byte));
        let named = &rest[..end.unwrap_or(rest.len())];
        let dashes = memchr::memchr_iter(b'-', named);
        marks.extend(dashes.filter_map(|dash| {
            let mark = named[dash + 1..].first_chunk::<MARK>()?;
            let is_mark = mark
                .iter()
                .all(|byte| matches!(byte, b'A'..=b'Z' | b'2'..=b'7'));
            is_mark.then_some(*mark)
        }));
    }
    marks.sort_unstable();
    marks.dedup();
    marks
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn files_that_a_text_refers_to() {
        let text = "<img src=\"/assets/images/a b-AAAAAAAA.png\" srcset=\"/assets/c-BBBBBBBB.png 1x, /assets/d-CCCCCCCC 2x\">\
             <p>-DDDDDDDD.png</p>{\"src\":\"https://a.example/assets/e-EEEEEEEE.svg#x\"} url(/assets/f-77777777.woff2) \
             /assets/short-FFFF";
        let marks = marks_in(text.as_bytes());
        let names: Vec<&str> = marks
            .iter()
            .map(|mark| std::str::from_utf8(mark).unwrap())
            .collect();
        assert_eq!(
            names,
            ["77777777", "AAAAAAAA", "BBBBBBBB", "CCCCCCCC", "EEEEEEEE"]
        );
    }
}
