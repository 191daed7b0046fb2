//! Ids of submissions, and the digests that they are derived from.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// Crockford's base 32 in lower case. No two characters look alike, so an id can be read aloud.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Number of characters of an id, five bits each.
const LENGTH: usize = 26;

/// A 128-bit id in 26 characters: the reference in replies, mails, object keys, and logs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct Id(String);

/// Error for a text that is not an id.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is not a reference")]
pub struct NotAnId(String);

/// Error for a system that provides no random numbers.
#[derive(Debug, thiserror::Error)]
#[error("the system provides no random numbers")]
pub struct NoRandom;

impl Id {
    /// Returns a random id. Fails if the system provides no random numbers.
    pub fn random() -> Result<Self, NoRandom> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|_| NoRandom)?;
        Ok(Self::from_bytes(bytes))
    }

    /// Derives an id from `parts`. Nobody can guess it without knowing all of them.
    pub fn from_parts(parts: &[&[u8]]) -> Self {
        let mut half = [0; 16];
        half.copy_from_slice(&sha256(parts)[..16]);
        Self::from_bytes(half)
    }

    /// Returns the id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn from_bytes(bytes: [u8; 16]) -> Self {
        let number = u128::from_be_bytes(bytes);
        // 26 characters of five bits have room for 130 bits, so the first character holds only three bits of the number.
        let letters = (0..LENGTH)
            .rev()
            .map(|place| ALPHABET[(number >> (5 * place) & 31) as usize]);
        Self(letters.map(char::from).collect())
    }
}

impl TryFrom<String> for Id {
    type Error = NotAnId;

    fn try_from(text: String) -> Result<Self, NotAnId> {
        if text.len() == LENGTH && text.bytes().all(|letter| ALPHABET.contains(&letter)) {
            Ok(Self(text))
        } else {
            Err(NotAnId(text))
        }
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns the SHA-256 digest of `parts`. Each part is preceded by its length, so different lists never hash the same bytes.
pub fn sha256(parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

/// Returns bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
