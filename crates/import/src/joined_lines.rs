//! Line breaks between Chinese or Japanese words: a space in the old site, and nothing here.

use pulldown_cmark::{Event, Options, Parser};

/// Maximum length of a line that is one of a poem or of a list, and not of running text, in characters.
const LONGEST: usize = 24;

/// Returns the first short line that ends with a Chinese or Japanese letter and whose next line begins with one.
pub fn first_joined(text: &str) -> Option<&str> {
    if text.is_ascii() {
        return None;
    }
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter();
    let breaks = events.filter(|(event, _)| *event == Event::SoftBreak);
    let mut lines = breaks.filter_map(|(_, range)| {
        let line = text[..range.start].rsplit('\n').next()?;
        let next = text[range.end..].trim_start_matches([' ', '>']);
        let is_joined = line.chars().next_back().is_some_and(is_letter)
            && next.chars().next().is_some_and(is_letter);
        let line = line.trim_start_matches([' ', '>']);
        (is_joined && line.chars().nth(LONGEST).is_none()).then_some(line)
    });
    lines.next()
}

fn is_letter(one: char) -> bool {
    matches!(one, '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_poems() {
        for (text, expected) in [
            ("> 红豆生南国\n> 是很遥远的事情\n", Some("红豆生南国")),
            ("红豆生南国，\n是很遥远的事情\n", None),
            ("红豆生南国  \n是很遥远的事情\n\n```\n红\n豆\n```\n", None),
            ("Soil\nund Wind, é\n", None),
        ] {
            assert_eq!(first_joined(text), expected);
        }
        let long = "红".repeat(LONGEST + 1);
        assert_eq!(first_joined(&format!("{long}\n{long}\n")), None);
    }
}
