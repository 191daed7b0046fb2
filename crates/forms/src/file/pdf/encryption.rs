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
use rc4::{KeyInit as _, Rc4};
use sha2::{Digest as _, Sha256, Sha384, Sha512};

use super::super::budget::Budget;
use super::lexer::{Lexer, Token, string};

/// Padding of a password (section 7.6.3.3, algorithm 2).
const PADDING: [u8; 32] = [
    0x28, 0xBF, 0x4E, 0x5E, 0x4E, 0x75, 0x8A, 0x41, 0x64, 0x00, 0x4E, 0x56, 0xFF, 0xFA, 0x01, 0x08,
    0x2E, 0x2E, 0x00, 0xB6, 0xD0, 0x68, 0x3E, 0x80, 0x2F, 0x0C, 0xA9, 0xFE, 0x64, 0x53, 0x69, 0x7A,
];
/// Maximum number of bytes of a string in the encryption dictionary. The longest one has 48.
const MOST_KEPT: usize = 128;
/// Cost of testing the empty password: at most 290 rounds of AES and SHA-2 over 6 kB each.
const TEST: usize = 512 * 1024;

/// What was seen of a document's encryption while its tokens were read.
#[derive(Default)]
pub struct EncryptionTraces {
    is_encrypted: bool,
    uses_certificates: bool,
    /// Offset of the dictionary that describes the encryption, or of the object that contains it.
    dictionary: Option<usize>,
    /// Offset of the object that is being read.
    object: usize,
    /// Whether the next string is the first part of the document's identifier.
    is_before_id: bool,
    id: Option<Vec<u8>>,
}

impl EncryptionTraces {
    /// Reads the next token, which follows the name `key`, if the token before it is a name, and begins at the offset `at`.
    pub fn read(&mut self, key: Option<&[u8]>, token: &Token, at: usize) {
        match (key.unwrap_or_default(), token) {
            (_, Token::Word(b"obj")) => self.object = at,
            // A heading of a page printed by Chromium may have this name, too; an array follows then.
            (b"Encrypt", Token::Word(word)) => {
                self.is_encrypted |= word.iter().all(u8::is_ascii_digit);
            }
            (b"Encrypt", Token::Open(b'<')) => {
                self.is_encrypted = true;
                self.dictionary = Some(at);
            }
            (b"Filter", Token::Name(name)) if **name == *b"Standard" => {
                self.dictionary = self.dictionary.or(Some(self.object));
            }
            (b"Filter", Token::Name(name)) if **name == *b"Adobe.PubSec" => {
                self.uses_certificates = true;
            }
            (_, Token::Text(text)) if self.is_before_id => {
                let id = string(text).take(MOST_KEPT).collect();
                self.id.get_or_insert(id);
            }
            _ => {}
        }
        let is_id = matches!(token, Token::Name(name) if **name == *b"ID");
        self.is_before_id = is_id || self.is_before_id && *token == Token::Open(b'[');
    }

    /// Returns whether the document is encrypted.
    pub fn is_encrypted(&self) -> bool {
        self.is_encrypted
    }

    /// Returns whether the document opens without a password, or `None` if that is unknown, because the encryption is damaged or
    /// in an unknown format.
    pub fn opens_without_password(&self, bytes: &[u8], budget: &Budget) -> Option<bool> {
        if self.uses_certificates {
            return Some(false);
        }
        let encryption = Encryption::parse(Lexer::at(bytes, self.dictionary?), budget)?;
        budget.spend(TEST).ok()?;
        encryption.opens(self.id.as_deref().unwrap_or_default())
    }
}

/// The dictionary of the standard security handler (table 21).
struct Encryption {
    revision: usize,
    /// Size of the key in bytes, as the dictionary gives it.
    key_size: Option<usize>,
    owner: Vec<u8>,
    user: Vec<u8>,
    permissions: i64,
    encrypts_metadata: bool,
}

impl Encryption {
    fn parse(lexer: Lexer, budget: &Budget) -> Option<Self> {
        let mut encryption = Self {
            revision: 0,
            key_size: None,
            owner: Vec::new(),
            user: Vec::new(),
            permissions: 0,
            encrypts_metadata: true,
        };
        let (mut depth, mut key, mut before) = (0_usize, None, lexer.offset());
        let mut lexer = lexer;
        while let Some(token) = lexer.next() {
            budget.spend(16 + lexer.offset() - before).ok()?;
            before = lexer.offset();
            match &token {
                Token::Open(_) => depth += 1,
                Token::Close if depth <= 1 => break,
                Token::Close => depth -= 1,
                token if depth == 1 => encryption.set(key.as_deref().unwrap_or_default(), token),
                _ => {}
            }
            key = match token {
                Token::Name(name) => Some(name),
                _ => None,
            };
        }
        Some(encryption)
    }

    fn set(&mut self, key: &[u8], value: &Token) {
        let bytes = |text| string(text).take(MOST_KEPT).collect();
        match (key, value) {
            (b"O", Token::Text(text)) => self.owner = bytes(text),
            (b"U", Token::Text(text)) => self.user = bytes(text),
            (b"R", number) => self.revision = number.number().unwrap_or(0),
            // Some programs write the number of bytes instead of bits.
            (b"Length", number) => {
                let size = number.number();
                self.key_size = size.map(|size| if size < 40 { size } else { size / 8 });
            }
            (b"P", Token::Word(word)) => {
                let number = std::str::from_utf8(word).ok();
                self.permissions = number.and_then(|text| text.parse().ok()).unwrap_or(0);
            }
            (b"EncryptMetadata", Token::Word(b"false")) => self.encrypts_metadata = false,
            _ => {}
        }
    }

    /// Returns whether the empty password opens the document with the identifier `id`.
    fn opens(&self, id: &[u8]) -> Option<bool> {
        match self.revision {
            2..=4 => {
                // The size in the dictionary is often wrong.
                let sizes = [self.key_size.unwrap_or(5), 5, 16];
                let owner = self.owner.get(..32)?;
                let user = self.user.get(..16)?;
                let opens = |size| self.authenticate(owner, user, id, size);
                Some(sizes.into_iter().filter(|size| *size <= 16).any(opens))
            }
            5 | 6 => {
                let (hash, salt) = (self.user.get(..32)?, self.user.get(32..40)?);
                let found = if self.revision == 5 {
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
        let size = size.max(5);
        let permissions = self.permissions.to_le_bytes();
        let mut hash = Md5::new();
        hash.update(PADDING);
        hash.update(owner);
        hash.update(&permissions[..4]);
        hash.update(id);
        if self.revision == 4 && !self.encrypts_metadata {
            hash.update([0xFF; 4]);
        }
        let mut key = hash.finalize().to_vec();
        if self.revision == 2 {
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
