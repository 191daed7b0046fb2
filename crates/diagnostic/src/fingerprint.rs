//! Fingerprints: two inputs with the same fingerprint are treated as equal, so a result computed from one is reused for
//! the other.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::io;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{Xxh3, xxh3_64, xxh3_64_with_seed, xxh3_128};

/// 128-bit XXH3 hash. Wide enough that no two texts of a site collide by chance (the probability is below 10⁻²⁶ for a million
/// texts). It detects changes, but an attacker can construct collisions.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
// As bytes: `postcard` would read and write a number seven bits at a time.
#[serde(from = "[u8; 16]", into = "[u8; 16]")]
pub struct Fingerprint(pub u128);

impl From<[u8; 16]> for Fingerprint {
    fn from(bytes: [u8; 16]) -> Self {
        Self(u128::from_le_bytes(bytes))
    }
}

impl From<Fingerprint> for [u8; 16] {
    fn from(fingerprint: Fingerprint) -> Self {
        fingerprint.0.to_le_bytes()
    }
}

impl Fingerprint {
    /// Hashes a string or bytes.
    pub fn of(bytes: impl AsRef<[u8]>) -> Self {
        Self(xxh3_128(bytes.as_ref()))
    }

    /// Hashes a value as JSON text, so the order of its keys matters.
    pub fn of_value(value: &serde_json::Value) -> Self {
        Self::of(value.to_string())
    }

    /// Hashes everything that a value's `Hash` covers: all of its fields, if the implementation is derived. Several values can be
    /// combined in a tuple.
    pub fn of_all(value: &impl Hash) -> Self {
        let mut hasher = Hasher128(Vec::with_capacity(PARTS));
        value.hash(&mut hasher);
        Self::of(hasher.0)
    }

    /// Combines two fingerprints of parts. Costs almost nothing, unlike [`Fingerprint::of_all`].
    #[must_use]
    pub fn combined(self, other: Self) -> Self {
        Self(self.0.rotate_left(1) ^ other.0)
    }

    /// Returns 40 bits of the hash in base32 (RFC 4648, section 6): eight characters for the name of a published file.
    pub fn mark(self) -> String {
        let digit =
            |at: usize| b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[(self.0 >> (at * 5)) as usize & 31];
        (0..8).map(|at| char::from(digit(at))).collect()
    }
}

/// Length in bytes of the parts of most fingerprints.
const PARTS: usize = 512;

/// Hasher for [`Fingerprint::of_all`]. The bytes are hashed at once: there are few of them, and the state of XXH3 has 576 bytes.
struct Hasher128(Vec<u8>);

impl Hasher for Hasher128 {
    fn finish(&self) -> u64 {
        xxh3_64(&self.0)
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }
}

/// Map from the fingerprint of an input to the value computed from it.
pub type ByFingerprint<T> = HashMap<Fingerprint, T, BuildHasherDefault<KeyIsHash>>;

/// Map from a text to a value.
pub type ByText<K, V> = HashMap<K, V, BuildHasherDefault<TextHasher>>;

/// Hasher for keys that are already hashes, such as [`Fingerprint`].
#[derive(Debug, Default)]
pub struct KeyIsHash(u64);

impl Hasher for KeyIsHash {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut eight = [0; 8];
            eight[..part.len()].copy_from_slice(part);
            self.0 ^= u64::from_le_bytes(eight);
        }
    }
}

/// Hasher for short strings, several times as fast as the standard library's. An attacker can construct strings that collide.
#[derive(Debug, Default)]
pub struct TextHasher(u64);

impl Hasher for TextHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = xxh3_64_with_seed(bytes, self.0);
    }

    // The hash of a `str` ends with a byte that separates it from the next part of a key. Keys here have only one part.
    fn write_u8(&mut self, _: u8) {}
}

/// Builder that combines several parts into one fingerprint. Parts are delimited, so `ab`, `c` differs from `a`, `bc`. They are hashed at
/// once, like those of [`Fingerprint::of_all`].
pub struct Fingerprinter(Vec<u8>);

impl Default for Fingerprinter {
    fn default() -> Self {
        Self(Vec::with_capacity(PARTS))
    }
}

impl Fingerprinter {
    /// Adds a string.
    #[must_use]
    pub fn text(self, text: &str) -> Self {
        self.bytes(text.as_bytes())
    }

    /// Adds bytes.
    #[must_use]
    pub fn bytes(mut self, bytes: &[u8]) -> Self {
        self.0.extend_from_slice(&bytes.len().to_le_bytes());
        self.0.extend_from_slice(bytes);
        self
    }

    /// Adds an optional string; `None` differs from an empty string.
    #[must_use]
    pub fn optional(self, text: Option<&str>) -> Self {
        match text {
            Some(text) => self.number(1).text(text),
            None => self.number(0),
        }
    }

    /// Adds a number.
    #[must_use]
    pub fn number(mut self, number: usize) -> Self {
        self.0.extend_from_slice(&number.to_le_bytes());
        self
    }

    /// Adds another fingerprint.
    #[must_use]
    pub fn part(mut self, part: Fingerprint) -> Self {
        self.0.extend_from_slice(&part.0.to_le_bytes());
        self
    }

    /// Adds any number of fingerprints, and their count.
    #[must_use]
    pub fn parts(self, parts: impl IntoIterator<Item = Fingerprint>) -> Self {
        let (combined, count) = parts
            .into_iter()
            .fold((self, 0), |(combined, count), part| {
                (combined.part(part), count + 1)
            });
        combined.number(count)
    }

    /// Returns the fingerprint of all parts.
    pub fn finish(self) -> Fingerprint {
        Fingerprint::of(self.0)
    }
}

/// Writer that computes the fingerprint of what is written. The result does not depend on how the bytes are split into writes.
#[derive(Default)]
pub struct FingerprintWriter(Xxh3);

impl FingerprintWriter {
    /// Returns the fingerprint of everything that was written.
    pub fn finish(self) -> Fingerprint {
        Fingerprint(self.0.digest128())
    }
}

impl io::Write for FingerprintWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_delimited() {
        let of = |a: &str, b: &str| Fingerprinter::default().text(a).text(b).finish();
        assert_ne!(of("ab", "c"), of("a", "bc"));
        assert_eq!(of("ab", "c"), of("ab", "c"));
        let optional = |text| Fingerprinter::default().optional(text).finish();
        assert_ne!(optional(None), optional(Some("")));
    }
}
