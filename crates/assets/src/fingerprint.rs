//! Fingerprints in the names of published files: a name changes with the content, so browsers may cache the file forever.

use sha2::{Digest, Sha256};

/// Returns the output path of a file: `images/x.svg` becomes `assets/images/x-AB12CD34.svg`. Characters with a special meaning
/// in URLs become dashes.
pub fn fingerprint(path: &str, bytes: &[u8]) -> String {
    let path = &path.replace(['#', '?', '%'], "-");
    let hash = &digest(&[bytes])[..MARK];
    let folder = path.rfind('/').map_or(0, |slash| slash + 1);
    match path[folder..].rfind('.').filter(|dot| *dot > 0) {
        Some(dot) => {
            let (stem, extension) = path.split_at(folder + dot);
            format!("assets/{stem}-{hash}{extension}")
        }
        None => format!("assets/{path}-{hash}"),
    }
}

/// Fingerprint in the name of a published file: the `AB12CD34` of `x-AB12CD34.svg`.
pub type Mark = [u8; MARK];
const MARK: usize = 8;

/// Returns the mark in a path that [`fingerprint`] returned, or `None` if the path is too short to contain one.
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
            let is_mark = mark.iter().all(|byte| ALPHABET.contains(byte));
            is_mark.then_some(*mark)
        }));
    }
    marks.sort_unstable();
    marks.dedup();
    marks
}

/// Alphabet of base32 (RFC 4648, section 6).
const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// Returns the first 160 bits of the SHA-256 digest of `parts`, as 32 characters of base32. The length of each part is hashed
/// as well, so `ab`, `c` and `a`, `bc` have different digests.
pub(crate) fn digest(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize()[..20]
        .chunks(5)
        .flat_map(|five| {
            let bits = five
                .iter()
                .fold(0u64, |bits, byte| bits << 8 | u64::from(*byte));
            (0..8)
                .rev()
                .map(move |at| char::from(ALPHABET[(bits >> (at * 5) & 31) as usize]))
        })
        .collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_before_the_extension() {
        for (path, expected) in [
            ("images/x.svg", "assets/images/x-"),
            ("a.b/file", "assets/a.b/file-"),
            (".hidden", "assets/.hidden-"),
            ("photo #1 50%.jpg", "assets/photo -1 50--"),
        ] {
            let out = fingerprint(path, b"1");
            assert!(out.starts_with(expected), "{out}");
            assert_ne!(out, fingerprint(path, b"2"));
            assert_eq!(out, fingerprint(path, b"1"));
        }
        assert_eq!(
            fingerprint("x.svg", b"1").len(),
            "assets/x-12345678.svg".len()
        );
    }

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
        for path in ["images/x.svg", "a.b/file", "a-b.c.png"] {
            let output = fingerprint(path, b"1");
            let written = format!("\"/{output}\"");
            assert_eq!(marks_in(written.as_bytes()), [mark_of(&output).unwrap()]);
        }
    }

    #[test]
    fn parts_are_delimited() {
        assert_ne!(digest(&[b"ab", b"c"]), digest(&[b"a", b"bc"]));
        assert_eq!(digest(&[]).len(), 32);
    }
}
