//! Reads the tags of the XML of a part, within a budget.
//!
//! The crate `quick-xml` keeps whole events and the names of all open elements in memory. The guards that this needs are longer than
//! the code for the tags that matter here.

use std::io::{BufRead, BufReader, Read};
use std::str;

use super::super::budget::{Budget, NotInspected};

/// Cost of a tag and of a text. Their bytes are charged where they are inflated.
const PER_PIECE: usize = 16;
/// Cost of replacing the references in a text, for each of its bytes.
const PER_BYTE: usize = 4;
/// Maximum length of a tag or a text in bytes.
const LONGEST: u64 = 128 * 1024;

/// Passes each tag of the XML in `content`, without its brackets, and the text before it to `handle`. Fails if a tag does not end, if a tag
/// or a text is too long or not UTF-8, and if the budget is exhausted.
pub fn read(
    content: impl Read,
    budget: &Budget,
    mut handle: impl FnMut(&str, &str) -> Result<(), NotInspected>,
) -> Result<(), NotInspected> {
    let mut content = BufReader::new(content);
    let (mut text, mut tag) = (Vec::new(), Vec::new());
    loop {
        text.clear();
        if !read_until(b'<', &mut content, &mut text, budget)? {
            return Ok(());
        }
        tag.clear();
        // The value of an attribute may contain the character that ends a tag.
        let mut quote = None;
        loop {
            let start = tag.len();
            if !read_until(b'>', &mut content, &mut tag, budget)? {
                return Err(NotInspected);
            }
            quote = tag[start..].iter().fold(quote, |quote, byte| match quote {
                None => Some(*byte).filter(|byte| b"\"'".contains(byte)),
                open => open.filter(|open| open != byte),
            });
            if quote.is_none() || tag.starts_with(b"!") || tag.starts_with(b"?") {
                break;
            }
            tag.push(b'>');
        }
        let utf8 = |bytes| str::from_utf8(bytes).map_err(|_| NotInspected);
        handle(utf8(&text)?, utf8(&tag)?)?;
    }
}

/// Adds what comes before the next `end` to `piece`. Returns whether there is such an end.
fn read_until(
    end: u8,
    content: &mut impl BufRead,
    piece: &mut Vec<u8>,
    budget: &Budget,
) -> Result<bool, NotInspected> {
    let most = LONGEST.saturating_sub(u64::try_from(piece.len()).unwrap_or(LONGEST));
    let mut limited = content.take(most);
    let read = limited.read_until(end, piece).map_err(|_| NotInspected)?;
    budget.spend(PER_PIECE)?;
    if limited.limit() == 0 {
        return Err(NotInspected);
    }
    Ok(read > 0 && piece.pop_if(|last| *last == end).is_some())
}

/// Returns the name of the element that a tag begins, without its namespace prefix. The name is empty if the tag ends an element.
pub fn element(tag: &str) -> &str {
    let name = tag.split([' ', '\t', '\r', '\n', '/']).next();
    let name = name.unwrap_or_default();
    name.rsplit(':').next().unwrap_or_default()
}

/// Returns the value of the attribute whose name without its namespace prefix is `name`, or an empty text if there is none. Fails if the
/// budget is exhausted.
pub fn attribute(tag: &str, name: &str, budget: &Budget) -> Result<String, NotInspected> {
    budget.spend(tag.len())?;
    let mut rest = tag;
    while let Some((key, value)) = rest.split_once('=') {
        rest = value.trim_start();
        let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
            continue;
        };
        let Some((value, after)) = rest[1..].split_once(quote) else {
            break;
        };
        rest = after;
        let key = key.trim_end().rsplit([' ', '\t', '\r', '\n', ':']).next();
        if key == Some(name) {
            return unescaped(value, budget);
        }
    }
    Ok(String::new())
}

/// Returns a text with its references to characters replaced. Unknown references are left out. Fails if the budget is exhausted.
pub fn unescaped(text: &str, budget: &Budget) -> Result<String, NotInspected> {
    budget.spend(PER_BYTE * text.len())?;
    let mut parts = text.split('&');
    let mut unescaped = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, after) = part.split_once(';').unwrap_or((part, ""));
        let number = name.strip_prefix('#').and_then(|number| {
            let hex = number.strip_prefix('x');
            hex.map_or_else(|| number.parse(), |hex| u32::from_str_radix(hex, 16))
                .ok()
        });
        unescaped.extend(match name {
            "amp" => Some('&'),
            "lt" => Some('<'),
            "gt" => Some('>'),
            "quot" => Some('"'),
            "apos" => Some('\''),
            _ => number.and_then(char::from_u32),
        });
        unescaped.push_str(after);
    }
    Ok(unescaped)
}
