//! Finds out whether an encrypted PDF opens without a password (ISO 32000-1, section 7.6, and ISO 32000-2).
//!
//! Many programs encrypt documents with an empty password, only to mark them as not to be printed or changed. Such a document
//! opens like any other.

use aes::Aes128;
use aes::cipher::{
    BlockModeEncrypt as _, KeyIvInit as _, StreamCipher as _, block_padding::NoPadding,
};
use cbc::Encryptor;
use md5::Md5;
use memchr::memmem;
use rc4::{KeyInit as _, Rc4};
use sha2::{Digest as _, Sha256, Sha384, Sha512};

use super::super::budget::{Budget, NotInspected};
use super::names::{names, string, without_space};

/// Padding of a password (section 7.6.3.3, algorithm 2).
const PADDING: [u8; 32] = [
    0x28, 0xBF, 0x4E, 0x5E, 0x4E, 0x75, 0x8A, 0x41, 0x64, 0x00, 0x4E, 0x56, 0xFF, 0xFA, 0x01, 0x08,
    0x2E, 0x2E, 0x00, 0xB6, 0xD0, 0x68, 0x3E, 0x80, 0x2F, 0x0C, 0xA9, 0xFE, 0x64, 0x53, 0x69, 0x7A,
];
/// Cost of testing the empty password: at most 290 rounds of AES and SHA-2 over 6 kB each.
const TEST: usize = 512 * 1024;

/// Size of the part of a file around the name of the standard security handler in which its dictionary is, in bytes.
const AROUND: usize = 4 * 1024;

/// Dictionary of the standard security handler (table 21).
#[derive(Default)]
struct Handler {
    revision: Option<u8>,
    owner: Vec<u8>,
    user: Vec<u8>,
    permissions: Option<i64>,
    leaves_metadata: bool,
}

/// Returns whether an encrypted document opens without a password, or `None` if that is unknown, because the encryption is damaged or
/// in an unknown format.
pub fn opens_without_password(bytes: &[u8], budget: &Budget) -> Option<bool> {
    let (mut handler, mut id, mut uses_certificates) = (None, Vec::new(), false);
    names(bytes, budget, |name, key| {
        if key.is("Filter") && name.is("Standard") && handler.is_none() {
            let at = bytes.len() - name.next.len();
            handler = Some(Handler::parse(bytes, at, budget)?);
        }
        uses_certificates |= key.is("Filter") && name.is("Adobe.PubSec");
        if name.is("ID") && id.is_empty() {
            let first = name.next.strip_prefix(b"[").unwrap_or_default();
            id = string(without_space(first), budget)?;
        }
        Ok(())
    })
    .ok()?;
    if uses_certificates {
        return Some(false);
    }
    budget.spend(TEST).ok()?;
    handler?.opens(&id)
}

impl Handler {
    /// Parses the dictionary that contains the offset `at`.
    fn parse(bytes: &[u8], at: usize, budget: &Budget) -> Result<Self, NotInspected> {
        let before = &bytes[at.saturating_sub(AROUND)..at];
        let start = memmem::rfind(before, b"obj").map_or(0, |start| start + 3);
        let after = &bytes[at..bytes.len().min(at + AROUND)];
        let end = memmem::find(after, b"endobj").unwrap_or(after.len());
        let dictionary = [&before[start..], &after[..end]].concat();
        let mut handler = Self::default();
        names(&dictionary, budget, |name, _| {
            // The bytes of a key may look like a name, so the first value counts.
            match &*name.text {
                b"O" if handler.owner.is_empty() => {
                    handler.owner = string(name.next, budget)?;
                }
                b"U" if handler.user.is_empty() => {
                    handler.user = string(name.next, budget)?;
                }
                b"R" => handler.revision = handler.revision.or(number(name.next)),
                b"P" => handler.permissions = handler.permissions.or(number(name.next)),
                b"EncryptMetadata" => handler.leaves_metadata |= name.next.starts_with(b"false"),
                _ => {}
            }
            Ok(())
        })?;
        Ok(handler)
    }

    /// Returns whether the empty password opens the document with the identifier `id`.
    fn opens(&self, id: &[u8]) -> Option<bool> {
        match self.revision? {
            2..=4 => {
                let (owner, user) = (self.owner.get(..32)?, self.user.get(..16)?);
                // The size of the key in the dictionary is often wrong.
                Some((5..=16).any(|size| self.authenticate(owner, user, id, size)))
            }
            5 | 6 => {
                let (hash, salt) = (self.user.get(..32)?, self.user.get(32..40)?);
                let found = if self.revision == Some(5) {
                    Sha256::digest(salt).to_vec()
                } else {
                    hardened_hash(salt)?
                };
                Some(found == hash)
            }
            _ => None,
        }
    }

    /// Compares the first half of the user key with the one of the empty password (algorithms 2, 4 and 5).
    fn authenticate(&self, owner: &[u8], user: &[u8], id: &[u8], size: usize) -> bool {
        let mut hash = Md5::new();
        hash.update(PADDING);
        hash.update(owner);
        hash.update(&self.permissions.unwrap_or(0).to_le_bytes()[..4]);
        hash.update(id);
        if self.revision == Some(4) && self.leaves_metadata {
            hash.update([0xFF; 4]);
        }
        let mut key = hash.finalize().to_vec();
        if self.revision == Some(2) {
            let mut expected = PADDING;
            encrypt(&key[..5], &mut expected);
            return expected[..16] == *user;
        }
        for _ in 0..50 {
            key = Md5::digest(&key[..size]).to_vec();
        }
        let mut expected = Md5::new().chain_update(PADDING).chain_update(id).finalize();
        for round in 0..20 {
            let key: Vec<u8> = key[..size].iter().map(|byte| byte ^ round).collect();
            encrypt(&key, &mut expected);
        }
        expected[..] == *user
    }
}

/// Parses the number at the start of `bytes`.
fn number<T: std::str::FromStr>(bytes: &[u8]) -> Option<T> {
    let digits = bytes.iter().take(20);
    let digits = digits
        .take_while(|byte| byte.is_ascii_digit() || **byte == b'-')
        .count();
    std::str::from_utf8(&bytes[..digits]).ok()?.parse().ok()
}

/// Encrypts `text` in place with RC4.
fn encrypt(key: &[u8], text: &mut [u8]) {
    if let Ok(mut cipher) = Rc4::new_from_slice(key) {
        cipher.apply_keystream(text);
    }
}

/// Returns the hash of the empty password with a salt (ISO 32000-2, algorithm 2.B).
fn hardened_hash(salt: &[u8]) -> Option<Vec<u8>> {
    let mut key = Sha256::digest(salt).to_vec();
    let mut round = 0;
    loop {
        let mut text = key.repeat(64);
        let cipher = Encryptor::<Aes128>::new_from_slices(&key[..16], &key[16..32]).ok()?;
        let length = text.len();
        cipher.encrypt_padded::<NoPadding>(&mut text, length).ok()?;
        let remainder = text[..16].iter().map(|byte| u32::from(*byte)).sum::<u32>() % 3;
        key = match remainder {
            0 => Sha256::digest(&text).to_vec(),
            1 => Sha384::digest(&text).to_vec(),
            _ => Sha512::digest(&text).to_vec(),
        };
        round += 1;
        let last = text.last().copied().map_or(0, u32::from);
        if round >= 64 && last + 32 <= round {
            return Some(key[..32].to_vec());
        }
    }
}
