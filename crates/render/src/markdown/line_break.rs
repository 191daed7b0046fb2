//! Line breaks between characters of scripts that are written without spaces.

use std::ops::Range;

use diagnostic::{first_line, line_start};
use icu_properties::CodePointMapData;
use icu_properties::props::{EastAsianWidth, Script};

/// Returns whether the line break at `span` is between two characters of Chinese, Japanese, or another script without spaces, so that a
/// browser, which shows a line break as a space, must not get it (CSS Text Level 3, section 4.1.3).
pub fn joins_lines(text: &str, span: &Range<usize>) -> bool {
    let marks = |c: char| matches!(c, ' ' | '\t' | '\r' | '\n' | '*' | '_' | '~' | '[' | ']');
    let after = first_line(&text[span.end..]);
    // A quotation continues with its sign.
    let after = after.trim_start_matches(|c| c == '>' || marks(c));
    if !after.starts_with(is_unspaced) {
        return false;
    }
    let before = &text[..span.start];
    let before = &before[line_start(before)..];
    before.trim_end_matches(marks).ends_with(is_unspaced)
}

/// Returns whether a character is wide and not Korean, which has spaces.
fn is_unspaced(character: char) -> bool {
    let is_wide = || {
        matches!(
            CodePointMapData::<EastAsianWidth>::new().get(character),
            EastAsianWidth::Wide | EastAsianWidth::Fullwidth | EastAsianWidth::Halfwidth
        )
    };
    let script = || CodePointMapData::<Script>::new().get(character);
    !character.is_ascii() && is_wide() && script() != Script::Hangul && !is_emoji(character)
}

/// Returns whether a character is a pictograph, which is as wide as an ideograph.
fn is_emoji(character: char) -> bool {
    matches!(character, '\u{2300}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

#[cfg(test)]
mod tests {
    use super::joins_lines;

    #[test]
    fn lines_with_and_without_spaces() {
        for (text, expected) in [
            ("这是第一行\n这是第二行", true),
            ("重要です。\n  次の行", true),
            ("> 這是\n> 引文", true),
            ("**粗體**\n**文字**", true),
            ("中文\nword", false),
            ("word\n中文", false),
            ("한국어 문장\n다음 줄", false),
            ("धारा\nतीन", false),
            ("one\ntwo", false),
            ("🚲\n🚲", false),
            ("中文\n**\n中文", false),
        ] {
            let at = text.find('\n').unwrap();
            assert_eq!(joins_lines(text, &(at..at + 1)), expected, "{text}");
        }
    }
}
