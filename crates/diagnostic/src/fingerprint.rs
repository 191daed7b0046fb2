//! Fingerprints: two things with one fingerprint are taken for equal, so that what was made of the first serves the second.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

/// 128 bits of XXH3 over what something is made from. Wide enough that no two texts of a site meet by chance (at a million
/// texts, less than one in 10²⁶); it guards against change, not against an adversary.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Fingerprint(pub u128);

impl Fingerprint {
    /// Of one text.
    pub fn of(text: &str) -> Self {
        Self(xxh3_128(text.as_bytes()))
    }

    /// Of a value as JSON, keys in their order.
    pub fn of_value(value: &serde_json::Value) -> Self {
        Self::of(&value.to_string())
    }
}

/// Things by the fingerprint of what they are made from. A fingerprint is as good as a hash already.
pub type ByFingerprint<T> = HashMap<Fingerprint, T, BuildHasherDefault<AsItIs>>;

/// Takes the key for the hash.
#[derive(Debug, Default)]
pub struct AsItIs(u64);

impl Hasher for AsItIs {
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

/// Makes one fingerprint of several parts. Each part is set off from the next, so `ab` and `c` differ from `a` and `bc`.
#[derive(Default)]
pub struct Fingerprinter(Xxh3);

impl Fingerprinter {
    /// Adds a text.
    #[must_use]
    pub fn text(mut self, text: &str) -> Self {
        self.0.update(&text.len().to_le_bytes());
        self.0.update(text.as_bytes());
        self
    }

    /// Adds bytes.
    #[must_use]
    pub fn bytes(mut self, bytes: &[u8]) -> Self {
        self.0.update(&bytes.len().to_le_bytes());
        self.0.update(bytes);
        self
    }

    /// Adds a text that may be absent, which is not the same as empty.
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
        self.0.update(&number.to_le_bytes());
        self
    }

    /// Adds another fingerprint.
    #[must_use]
    pub fn part(mut self, part: Fingerprint) -> Self {
        self.0.update(&part.0.to_le_bytes());
        self
    }

    /// Adds many.
    #[must_use]
    pub fn parts(self, parts: impl IntoIterator<Item = Fingerprint>) -> Self {
        let (all, count) = parts
            .into_iter()
            .fold((self, 0), |(all, count), part| (all.part(part), count + 1));
        all.number(count)
    }

    /// The fingerprint of all parts.
    pub fn finish(self) -> Fingerprint {
        Fingerprint(self.0.digest128())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_set_off() {
        let of = |a: &str, b: &str| Fingerprinter::default().text(a).text(b).finish();
        assert_ne!(of("ab", "c"), of("a", "bc"));
        assert_eq!(of("ab", "c"), of("ab", "c"));
        let optional = |text| Fingerprinter::default().optional(text).finish();
        assert_ne!(optional(None), optional(Some("")));
    }
}
