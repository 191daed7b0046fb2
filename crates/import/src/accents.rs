//! Removes accents, as Hugo does in paths and ids.

/// Letters of the Latin script that are no other letter with an accent.
const OWN_LETTERS: &str = "ÆæÐðØøÞþßĐđĦħıĸŁłŊŋŒœŦŧ";

/// Removes the accents of letters of the Latin script.
pub fn without_accents(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for one in text.chars() {
        let is_accented = matches!(one, '\u{c0}'..='\u{17f}' | '\u{1e00}'..='\u{1ef9}')
            && !OWN_LETTERS.contains(one)
            && one.is_alphabetic();
        let letter = is_accented.then(|| slug::slugify(one.to_string()));
        match letter.filter(|letter| letter.len() == 1) {
            Some(letter) if one.is_uppercase() => plain.push_str(&letter.to_uppercase()),
            Some(letter) => plain.push_str(&letter),
            None if matches!(one, '\u{300}'..='\u{36f}') => {}
            None => plain.push(one),
        }
    }
    plain
}
