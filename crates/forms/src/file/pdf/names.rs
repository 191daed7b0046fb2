//! Finds the names in a PDF (ISO 32000-1, section 7.3.5), and reads what follows them.

use std::borrow::Cow;

use memchr::memchr_iter;

use super::super::budget::{Budget, NotInspected};

/// Maximum number of bytes that are read of a name or string. The names that matter are shorter.
const LONGEST_NAME: usize = 64;
const LONGEST_STRING: usize = 1024;
/// Cost of reading a name with the spaces after it, and of each byte of a string.
const PER_NAME: usize = 64;
const PER_BYTE: usize = 8;
/// Maximum number of bytes of spaces and comments between a name and its value.
const MOST_SPACE: usize = 256;

/// A name in a document.
#[derive(Default)]
pub struct Name<'a> {
    /// The name without its slash, unescaped.
    pub text: Cow<'a, [u8]>,
    /// The rest of the file, after the name and the spaces behind it.
    pub next: &'a [u8],
}

impl Name<'_> {
    /// Returns whether this is the given name.
    pub fn is(&self, name: &str) -> bool {
        *self.text == *name.as_bytes()
    }

    /// Returns whether a reference to an object follows, or a number.
    pub fn refers(&self) -> bool {
        self.next.first().is_some_and(u8::is_ascii_digit)
    }

    /// Returns whether a reference to an object follows (section 7.3.10): `12 0 R`.
    pub fn is_reference(&self) -> bool {
        let next = &self.next[..self.next.len().min(LONGEST_NAME)];
        let mut tokens = next
            .split(|byte| is_space(*byte))
            .filter(|token| !token.is_empty());
        let mut is_number = || {
            let token = tokens.next().unwrap_or_default();
            !token.is_empty() && token.iter().all(u8::is_ascii_digit)
        };
        is_number() && is_number() && tokens.next().is_some_and(|token| token[0] == b'R')
    }
}

/// Passes each name in `bytes` to `handle`, with the name that comes directly before it, if there is one. Fails if the budget is exhausted,
/// or if `handle` fails.
pub fn names<'a>(
    bytes: &'a [u8],
    budget: &Budget,
    mut handle: impl FnMut(&Name<'a>, &Name<'a>) -> Result<(), NotInspected>,
) -> Result<(), NotInspected> {
    budget.spend(bytes.len())?;
    // Comments and spaces after a name are skipped, whatever they contain.
    let (mut key, mut start) = (Name::default(), 0);
    for at in memchr_iter(b'/', bytes) {
        budget.spend(PER_NAME)?;
        if at < start {
            continue;
        }
        let rest = &bytes[at + 1..];
        let length = rest
            .iter()
            .take(LONGEST_NAME)
            .position(|byte| !is_regular(*byte));
        let Some((name, after)) = length.map(|length| rest.split_at(length)) else {
            continue;
        };
        let name = Name {
            text: unescaped(name),
            next: without_space(after),
        };
        if at > start {
            key = Name::default();
        }
        handle(&name, &key)?;
        start = bytes.len() - name.next.len();
        key = name;
    }
    Ok(())
}

/// Returns what follows the white space and the comments at the start of `bytes`.
pub fn without_space(bytes: &[u8]) -> &[u8] {
    let mut is_comment = false;
    let space = bytes.iter().take(MOST_SPACE).take_while(|byte| {
        is_comment = **byte == b'%' || is_comment && !matches!(byte, b'\r' | b'\n');
        is_comment || is_space(**byte)
    });
    &bytes[space.count()..]
}

/// Returns whether a byte is white space (table 1).
pub fn is_space(byte: u8) -> bool {
    matches!(byte, 0 | b'\t' | b'\n' | 0x0c | b'\r' | b' ')
}

/// Returns whether a byte is part of a name: neither white space nor a delimiter (table 2).
fn is_regular(byte: u8) -> bool {
    !is_space(byte) && !b"()<>[]{}/%".contains(&byte)
}

/// Unescapes a name, whose bytes may be written as `#4A`.
fn unescaped(name: &[u8]) -> Cow<'_, [u8]> {
    let mut parts = name.split(|byte| *byte == b'#');
    let mut bytes = Cow::Borrowed(parts.next().unwrap_or_default());
    for part in parts {
        match part {
            [high, low, after @ ..] if let Some(byte) = hex(*high).zip(hex(*low)) => {
                bytes.to_mut().push(byte.0 * 16 + byte.1);
                bytes.to_mut().extend(after);
            }
            other => {
                bytes.to_mut().push(b'#');
                bytes.to_mut().extend(other);
            }
        }
    }
    bytes
}

/// Returns the bytes of the string at the start of `bytes` (section 7.3.4), which is written in parentheses with escapes (table 3),
/// or as hexadecimal digits. Returns nothing if there is no string. Fails if the budget is exhausted.
pub fn string(bytes: &[u8], budget: &Budget) -> Result<Vec<u8>, NotInspected> {
    let bytes = &bytes[..bytes.len().min(LONGEST_STRING)];
    match bytes {
        [b'(', rest @ ..] => {
            let (string, after) = literal(rest);
            budget.spend(PER_BYTE * (rest.len() - after.len()))?;
            Ok(string)
        }
        [b'<', rest @ ..] if !rest.starts_with(b"<") => {
            let digits = rest.split(|byte| *byte == b'>').next().unwrap_or_default();
            // Bytes that are no digits have to be read as well.
            budget.spend(PER_BYTE * digits.len())?;
            let digits: Vec<u8> = digits.iter().filter_map(|digit| hex(*digit)).collect();
            let pairs = digits.chunks(2);
            Ok(pairs
                .map(|pair| pair[0] * 16 + pair.get(1).unwrap_or(&0))
                .collect())
        }
        _ => Ok(Vec::new()),
    }
}

/// Returns the bytes of a string in parentheses, which nest, and what follows it.
fn literal(mut rest: &[u8]) -> (Vec<u8>, &[u8]) {
    let (mut bytes, mut depth) = (Vec::new(), 1);
    while let [first, tail @ ..] = rest {
        rest = tail;
        match first {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        let (b'\\', [escaped, tail @ ..]) = (first, tail) else {
            bytes.push(*first);
            continue;
        };
        rest = tail;
        bytes.push(match escaped {
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'b' => 8,
            b'f' => 12,
            // A backslash at the end of a line continues the line.
            b'\r' | b'\n' => {
                let is_pair = *escaped == b'\r' && rest.starts_with(b"\n");
                rest = &rest[usize::from(is_pair)..];
                continue;
            }
            b'0'..=b'7' => {
                let digits = tail.iter().take(2);
                let digits = digits.take_while(|digit| matches!(digit, b'0'..=b'7'));
                rest = &tail[digits.clone().count()..];
                digits.fold(escaped - b'0', |number, digit| {
                    (number << 3) + (digit - b'0')
                })
            }
            other => *other,
        });
    }
    (bytes, rest)
}

/// Returns the text of the string at the start of `bytes`. One in UTF-16 begins with a byte order mark, and its Latin letters have a
/// zero byte. Fails if the budget is exhausted.
pub fn text(bytes: &[u8], budget: &Budget) -> Result<String, NotInspected> {
    let mut bytes = string(bytes, budget)?;
    bytes.retain(|byte| !matches!(byte, 0 | 0xFE | 0xFF));
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn hex(digit: u8) -> Option<u8> {
    let value = char::from(digit).to_digit(16)?;
    u8::try_from(value).ok()
}
