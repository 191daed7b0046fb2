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

/// Length in characters of the digest in a file name. `render::marks_in`, which finds references to the file by it, has the same length.
const MARK: usize = 8;

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
    fn parts_are_delimited() {
        assert_ne!(digest(&[b"ab", b"c"]), digest(&[b"a", b"bc"]));
        assert_eq!(digest(&[]).len(), 32);
    }
}
