//! Splits text into words, as the index contains them. `words` in `search.js` splits a query by the same rules.

use std::borrow::Cow;

use content::has_no_spaces;
use content::slug::is_mark;

/// Converts text to lower case, and removes characters that writers often omit: apostrophes, combining accents, the nukta of Indic
/// scripts, and joiners. Replaces the chandrabindu with an anusvara.
pub fn folded(text: &str) -> String {
    if text.is_ascii() && !text.contains('\'') {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let is_special = |byte: u8| !byte.is_ascii() || byte == b'\'';
        let end = rest.bytes().position(is_special).unwrap_or(rest.len());
        let (plain, after) = rest.split_at(end);
        let start = folded.len();
        folded.push_str(plain);
        folded[start..].make_ascii_lowercase();
        let mut characters = after.chars();
        let special = characters.next();
        let lower = special.into_iter().flat_map(char::to_lowercase);
        folded.extend(lower.filter_map(folded_character));
        rest = characters.as_str();
    }
    folded
}

/// Returns a lowercase character as the index contains it, or `None` if it is omitted.
fn folded_character(character: char) -> Option<char> {
    let is_indic = matches!(character, '\u{900}'..='\u{d7f}');
    // The Unicode blocks of the Indic scripts have the same layout.
    match (character, u32::from(character) % 0x80) {
        ('\'' | '’' | '\u{300}'..='\u{36f}' | '\u{200c}' | '\u{200d}', _) => None,
        (_, 0x3c) if is_indic => None,
        (_, 1) if is_indic => char::from_u32(u32::from(character) + 1),
        ('ς', _) => Some('σ'),
        _ => Some(character),
    }
}

/// Calls `found` with each word of a folded text. For two or three words joined by hyphens, such as `e-way`, also calls it with the
/// whole without hyphens, `eway`. Text in a script without spaces is read as pairs of characters, because any two of them may be a word.
pub fn each_word<'a>(folded: &'a str, mut found: impl FnMut(Cow<'a, str>)) {
    let mut rest = folded;
    while !rest.is_empty() {
        let (length, has_hyphen) = joined_length(rest);
        let (joined, after) = rest.split_at(length);
        let between = after.chars().next().map_or(0, char::len_utf8);
        rest = &after[between..];
        if !has_hyphen {
            each_run(joined, |word| found(Cow::Borrowed(word)));
            continue;
        }
        let parts = || joined.split('-').filter(|part| !part.is_empty());
        for part in parts() {
            each_run(part, |word| found(Cow::Borrowed(word)));
        }
        if (2..=3).contains(&parts().count()) && !joined.contains(has_no_spaces) {
            found(Cow::Owned(joined.replace('-', "")));
        }
    }
}

/// Calls `found` with the words of text without spaces and hyphens: the whole, or the runs and pairs of characters of scripts without
/// spaces in it.
fn each_run<'a>(text: &'a str, mut found: impl FnMut(&'a str)) {
    // A single letter is an initial or an article.
    let is_word = |run: &str| run.len() > 1 || run.bytes().any(|byte| byte.is_ascii_digit());
    if text.is_ascii() {
        if is_word(text) {
            found(text);
        }
        return;
    }
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let has_pairs = has_no_spaces(first);
        let end = rest.find(|c| has_no_spaces(c) != has_pairs);
        let (run, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        let starts = || run.char_indices().map(|(at, _)| at);
        if has_pairs && starts().nth(1).is_some() {
            let ends = starts().skip(2).chain([run.len()]);
            for (start, end) in starts().zip(ends) {
                found(&run[start..end]);
            }
        } else if is_word(run) {
            found(run);
        }
    }
}

/// Returns the length of the word at the start of a text, including words joined to it by hyphens, and whether it has a hyphen.
fn joined_length(text: &str) -> (usize, bool) {
    let bytes = text.as_bytes();
    let (mut at, mut has_hyphen) = (0, false);
    loop {
        let plain = bytes[at..]
            .iter()
            .take_while(|byte| IS_PLAIN[usize::from(**byte)]);
        at += plain.count();
        match bytes.get(at) {
            Some(b'-') => {
                has_hyphen = true;
                at += 1;
            }
            Some(byte) if !byte.is_ascii() => {
                let character = text[at..].chars().next();
                match character.filter(|c| c.is_alphanumeric() || is_mark(*c)) {
                    Some(part) => at += part.len_utf8(),
                    None => return (at, has_hyphen),
                }
            }
            _ => return (at, has_hyphen),
        }
    }
}

/// Lookup table: whether each byte is an ASCII letter or digit.
const IS_PLAIN: [bool; 256] = {
    let mut is_plain = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        is_plain[byte as usize] = byte.is_ascii_alphanumeric();
        byte += 1;
    }
    is_plain
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_texts() {
        for (text, expected) in [
            ("GST returns, filed.", "gst returns filed"),
            ("The firm’s FEMA desk", "the firms fema desk"),
            (
                "GSTR-3B and e-way bills",
                "gstr 3b gstr3b and way eway bills",
            ),
            ("2025-26: a-b-c-d", "2025 26 202526"),
            ("₹40,000 at 18%", "40 000 at 18"),
            ("Re\u{301}sume\u{301}", "resume"),
            ("टैक्स, हिन्दी ऑडिट", "टैक्स हिन्दी ऑडिट"),
            ("हाँ क़ानून", "हां कानून"),
            ("જીએસટી રિટર્ન", "જીએસટી રિટર્ન"),
            ("Οδυσσεύς ΟΔΥΣΣΕΥΣ", "οδυσσεύσ οδυσσευσ"),
            ("- — -", ""),
            ("主要说 iPhone用の車、車", "主要 要说 iphone 用の の車 車"),
            ("ซ่อม A車-b", "ซ่ ่อ อม 車"),
        ] {
            let mut words = Vec::new();
            each_word(&folded(text), |word| words.push(word.into_owned()));
            assert_eq!(words.join(" "), expected, "{text}");
        }
    }
}
