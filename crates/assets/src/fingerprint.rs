use sha2::{Digest, Sha256};

/// Output path of a file whose name changes with its content, so that it may be cached for ever:
/// `images/x.svg` becomes `assets/images/x-AB12CD34.svg`.
pub fn fingerprint(path: &str, bytes: &[u8]) -> String {
    let hash = &digest(&[bytes])[..8];
    let folder = path.rfind('/').map_or(0, |slash| slash + 1);
    match path[folder..].rfind('.').filter(|dot| *dot > 0) {
        Some(dot) => {
            let (stem, extension) = path.split_at(folder + dot);
            format!("assets/{stem}-{hash}{extension}")
        }
        None => format!("assets/{path}-{hash}"),
    }
}

/// SHA-256 of parts in order, 32 characters of base32 (160 bits). Each part's length goes in before the part,
/// so moving bytes from one to the next gives another digest.
pub(crate) fn digest(parts: &[&[u8]]) -> String {
    const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
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
mod tests {
    use super::*;

    #[test]
    fn the_hash_stands_before_the_extension() {
        for (path, expected) in [
            ("images/x.svg", "assets/images/x-"),
            ("a.b/file", "assets/a.b/file-"),
            (".hidden", "assets/.hidden-"),
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
    fn parts_keep_their_borders() {
        assert_ne!(digest(&[b"ab", b"c"]), digest(&[b"a", b"bc"]));
        assert_eq!(digest(&[]).len(), 32);
    }
}
