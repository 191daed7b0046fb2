//! Entities of HTML in texts that the new site shows as they are.

use pulldown_cmark::{Event, Parser};

/// Longest name of an entity.
const LONGEST: usize = 32;

/// Replaces the entities in a text by their characters: `R&amp;D` becomes `R&D`.
pub fn decoded(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        let (before, entity) = rest.split_at(start);
        result.push_str(before);
        let is_name = |one: &u8| one.is_ascii_alphanumeric() || *one == b'#';
        let name = entity.bytes().skip(1).take(LONGEST).take_while(is_name);
        let end = 1 + name.count();
        let is_closed = entity[end..].starts_with(';');
        let length = if is_closed { end + 1 } else { 1 };
        let (entity, after) = entity.split_at(length);
        match character(entity) {
            Some(one) => result.push_str(&one),
            None => result.push_str(entity),
        }
        rest = after;
    }
    result + rest
}

/// Returns what an entity stands for.
fn character(entity: &str) -> Option<String> {
    let name = entity.strip_prefix('&')?.strip_suffix(';')?;
    if name.is_empty() {
        return None;
    }
    let texts = Parser::new(entity).filter_map(|event| match event {
        Event::Text(text) => Some(text.to_string()),
        _ => None,
    });
    let text: String = texts.collect();
    (text != entity && !text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities() {
        for (text, expected) in [
            ("R&amp;D &#8211; caf&eacute;&nbsp;1", "R&D – café\u{a0}1"),
            ("A & B; C&D", "A & B; C&D"),
            ("&nothing; &; &&amp;", "&nothing; &; &&"),
            ("&lt;T&gt; &quot;a&quot; &#x27;", "<T> \"a\" '"),
            ("R&#038;D &#x26; &AMP;", "R&D & &"),
            ("&", "&"),
        ] {
            assert_eq!(decoded(text), expected);
        }
    }
}
