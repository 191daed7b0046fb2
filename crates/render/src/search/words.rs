//! The words of a text, as the index contains them. `words` in `search.js` reads a query by the same rules.

use crate::slug::is_mark;

/// Returns a text in lower case, without characters that writers leave out: apostrophes, accents that are characters of their
/// own, the nukta of Indic scripts, and joiners. The chandrabindu becomes an anusvara.
pub fn folded(text: &str) -> String {
    let lower = text.to_lowercase();
    if lower.is_ascii() && !lower.contains('\'') {
        return lower;
    }
    let characters = lower.chars().filter(|character| {
        !matches!(
            character,
            '\'' | '’' | '\u{300}'..='\u{36f}' | '\u{200c}' | '\u{200d}'
        ) && !(is_indic(*character) && u32::from(*character) % 0x80 == 0x3c)
    });
    characters
        .map(|character| match u32::from(character) % 0x80 {
            1 if is_indic(character) => {
                char::from_u32(u32::from(character) + 1).unwrap_or(character)
            }
            _ => character,
        })
        .collect()
}

/// Returns whether a character belongs to one of the scripts of India, whose blocks have the same layout.
fn is_indic(character: char) -> bool {
    matches!(character, '\u{900}'..='\u{d7f}')
}

/// Calls `found` with each word of a folded text. Of words that hyphens join, such as `e-way`, it also gets the whole without
/// hyphens.
pub fn each_word(folded: &str, mut found: impl FnMut(&str)) {
    let is_between = |c: char| c != '-' && !c.is_alphanumeric() && !is_mark(c);
    for joined in folded.split(is_between) {
        let mut parts = joined.split('-').filter(|part| !part.is_empty());
        let mut count = 0;
        for part in parts.by_ref() {
            count += 1;
            // A single letter is an initial or an article.
            if part.len() > 1 || part.as_bytes()[0].is_ascii_digit() {
                found(part);
            }
        }
        if (2..=3).contains(&count) {
            found(&joined.replace('-', ""));
        }
    }
}

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
            ("- — -", ""),
        ] {
            let mut words = Vec::new();
            each_word(&folded(text), |word| words.push(word.to_owned()));
            assert_eq!(words.join(" "), expected, "{text}");
        }
    }
}
