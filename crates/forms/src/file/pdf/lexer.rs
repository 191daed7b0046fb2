//! Splits a PDF into tokens (ISO 32000-1, section 7.2), precisely enough to tell names from text.

use std::borrow::Cow;

/// Length of a name beyond which its escapes are not resolved. The names that matter are shorter.
const MOST_UNESCAPED: usize = 64;

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token<'a> {
    /// A name without its slash, unescaped.
    Name(Cow<'a, [u8]>),
    /// Start of a dictionary (`<`) or an array (`[`).
    Open(u8),
    /// End of a dictionary or an array.
    Close,
    /// A string as written: with its opening delimiter, and with its escapes unresolved.
    Text(&'a [u8]),
    /// A number, a keyword, or anything else without a space.
    Word(&'a [u8]),
}

impl Token<'_> {
    /// Returns the value of a whole number; `None` for any other token.
    pub fn number(&self) -> Option<usize> {
        let Self::Word(word) = self else {
            return None;
        };
        std::str::from_utf8(word).ok()?.parse().ok()
    }
}

/// Iterator over the tokens of a PDF.
#[derive(Debug, Clone)]
pub struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
    is_cut: bool,
}

impl<'a> Lexer<'a> {
    /// Creates a lexer that reads `bytes` from the offset `at`.
    pub fn at(bytes: &'a [u8], at: usize) -> Self {
        Self {
            bytes,
            at: at.min(bytes.len()),
            is_cut: false,
        }
    }

    /// Returns the offset after the latest token.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Returns whether the latest token is a string without an end.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Returns the bytes after the latest token.
    pub fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    /// Continues at `rest`, which is the end of the bytes.
    pub fn skip_to(&mut self, rest: &[u8]) {
        self.at = self.bytes.len() - rest.len();
    }

    /// Skips white space and comments.
    fn skip_space(&mut self) {
        while let [first, ..] = self.rest() {
            if *first == b'%' {
                self.skip(|byte| !matches!(byte, b'\r' | b'\n'));
            } else if is_space(*first) {
                self.at += 1;
            } else {
                break;
            }
        }
    }

    /// Skips bytes while they are `wanted`, and returns them.
    fn skip(&mut self, wanted: impl Fn(u8) -> bool) -> &'a [u8] {
        let rest = self.rest();
        let length = rest.iter().take_while(|byte| wanted(**byte)).count();
        self.at += length;
        &rest[..length]
    }

    /// Skips a string in parentheses: parentheses nest, and a backslash escapes the next byte.
    fn skip_text(&mut self) {
        let mut depth = 0_usize;
        while let [first, ..] = self.rest() {
            self.at += 1;
            match first {
                b'\\' => self.at = self.bytes.len().min(self.at + 1),
                b'(' => depth += 1,
                b')' if depth == 1 => return,
                b')' => depth -= 1,
                _ => {}
            }
        }
        self.is_cut = true;
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.skip_space();
        let token = match self.rest() {
            [] => return None,
            [b'/', ..] => {
                self.at += 1;
                return Some(Token::Name(unescaped(self.skip(is_regular))));
            }
            [b'(', ..] => {
                let text = self.rest();
                let start = self.at;
                self.skip_text();
                return Some(Token::Text(&text[..self.at - start]));
            }
            [b'<', b'<', ..] => {
                self.at += 1;
                Token::Open(b'<')
            }
            [b'>', b'>', ..] => {
                self.at += 1;
                Token::Close
            }
            [b'[', ..] => Token::Open(b'['),
            [b']', ..] => Token::Close,
            [b'<', ..] => {
                let text = self.skip(|byte| byte != b'>');
                self.is_cut = self.rest().is_empty();
                Token::Text(text)
            }
            // Some programs end a number after its last digit, and read `7 0R` as a reference.
            [first, ..] if is_numeric(*first) => return Some(Token::Word(self.skip(is_numeric))),
            [first, ..] if is_regular(*first) => return Some(Token::Word(self.skip(is_regular))),
            [..] => Token::Word(&[]),
        };
        self.at = self.bytes.len().min(self.at + 1);
        Some(token)
    }
}

/// Returns whether a byte is white space (table 1).
pub fn is_space(byte: u8) -> bool {
    matches!(byte, 0 | b'\t' | b'\n' | 0x0c | b'\r' | b' ')
}

/// Returns whether a byte is part of a word: neither white space nor a delimiter (table 2).
pub fn is_regular(byte: u8) -> bool {
    !is_space(byte) && !b"()<>[]{}/%".contains(&byte)
}

/// Returns whether a byte can be part of a number (section 7.3.3).
fn is_numeric(byte: u8) -> bool {
    byte.is_ascii_digit() || b"+-.".contains(&byte)
}

/// Unescapes a name, whose bytes may be written as `#4A` (section 7.3.5).
fn unescaped(name: &[u8]) -> Cow<'_, [u8]> {
    if name.len() > MOST_UNESCAPED || !name.contains(&b'#') {
        return name.into();
    }
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name;
    while let [first, tail @ ..] = rest {
        rest = tail;
        let escaped = match (first, tail) {
            (b'#', [high, low, after @ ..]) => hex(*high).zip(hex(*low)).inspect(|_| rest = after),
            _ => None,
        };
        bytes.push(escaped.map_or(*first, |(high, low)| high * 16 + low));
    }
    bytes.into()
}

/// Returns the bytes of a string (section 7.3.4), which is written in parentheses with escapes, or as hexadecimal digits.
pub fn string(written: &[u8]) -> Box<dyn Iterator<Item = u8> + '_> {
    let (first, rest) = written.split_first().unwrap_or((&b'(', &[]));
    if *first == b'<' {
        let mut digits = rest.iter().filter_map(|digit| hex(*digit));
        return Box::new(std::iter::from_fn(move || {
            let high = digits.next()?;
            Some(high * 16 + digits.next().unwrap_or(0))
        }));
    }
    let mut bytes = rest.iter().copied().peekable();
    Box::new(std::iter::from_fn(move || {
        let escaped = loop {
            match bytes.next()? {
                b'\\' => match bytes.next()? {
                    // A backslash at the end of a line continues the line.
                    b'\r' => drop(bytes.next_if_eq(&b'\n')),
                    b'\n' => {}
                    escaped => break escaped,
                },
                byte => return Some(byte),
            }
        };
        let Some(mut number) = char::from(escaped).to_digit(8) else {
            return Some(escaped);
        };
        for _ in 0..2 {
            let digit = bytes.peek().and_then(|byte| char::from(*byte).to_digit(8));
            let Some(digit) = digit else { break };
            number = number * 8 + digit;
            bytes.next();
        }
        u8::try_from(number & 0xFF).ok()
    }))
}

fn hex(digit: u8) -> Option<u8> {
    let value = char::from(digit).to_digit(16)?;
    u8::try_from(value).ok()
}
