//! Number of words that a reader reads.

use std::borrow::Cow;

use diagnostic::first_line;

use icu_segmenter::WordSegmenter;
use icu_segmenter::options::WordBreakInvariantOptions;
use memchr::{memchr2, memmem, memrchr};

use crate::slug::is_mark;

/// Counts the words of Markdown. A word is text between spaces with a letter or a digit; in scripts without spaces, such as
/// Chinese and Thai, a dictionary separates them. Addresses of links, tags, and table rules are not read.
pub fn count_words(markdown: &str) -> usize {
    let mut words = 0;
    let mut start = 0;
    // No tag and no comment ends after these offsets, so the search for an end stops there.
    let bytes = markdown.as_bytes();
    let last_tag = memrchr(b'>', bytes).map_or(0, |at| at + 1);
    let last_comment = memmem::rfind(&bytes[..last_tag], b"-->").unwrap_or_default();
    while let Some(at) = memchr2(b']', b'<', &bytes[start..]) {
        words += words_of(&markdown[start..start + at]);
        start += at;
        let unread = unread(&markdown[start..], start < last_tag, start < last_comment);
        start += unread.max(1);
    }
    words + words_of(&markdown[start..])
}

/// Longest address in bytes that is recognized, so that the time is proportional to the length of the text.
const LONGEST_ADDRESS: usize = 2_000;

/// Returns the length of what is not read at the start of text that begins with `]` or `<`: the address of a link, or a tag.
fn unread(text: &str, has_tag_end: bool, has_comment_end: bool) -> usize {
    let line = &text[..text.floor_char_boundary(LONGEST_ADDRESS)];
    let line = first_line(line);
    let end = if text.starts_with("](") {
        line.find(')').map(|end| end + 1)
    } else if text.starts_with("][") {
        line[2..].find(']').map(|end| end + 3)
    } else if text.starts_with("]:") {
        Some(line.len())
    } else if text.starts_with("<!--") {
        let end = has_comment_end.then(|| text.find("-->")).flatten();
        end.map(|end| end + 3)
    } else if text[1..].starts_with(|c: char| c == '/' || c.is_ascii_alphabetic()) {
        let end = has_tag_end.then(|| text.find('>')).flatten();
        end.map(|end| end + 1)
    } else {
        None
    };
    end.unwrap_or(1)
}

const READ: u8 = 1;
const SPACE: u8 = 1 << 1;

/// Whether each byte is a letter or digit of ASCII, or a space between words.
const KINDS: [u8; 256] = {
    let mut kinds = [0; 256];
    let mut byte: u8 = 0;
    while byte < 128 {
        kinds[byte as usize] = match byte {
            b'\t'..=b'\r' | b' ' => SPACE,
            _ if byte.is_ascii_alphanumeric() => READ,
            _ => 0,
        };
        byte += 1;
    }
    kinds
};

/// Counts the words of text without Markdown.
fn words_of(text: &str) -> usize {
    if text.is_ascii() {
        // Without branches, whose outcomes processors cannot foresee.
        let (mut words, mut in_word) = (0, 0);
        for byte in text.bytes() {
            let kind = KINDS[usize::from(byte)];
            let was_in_word = in_word;
            in_word = (kind & READ) | (was_in_word & !(kind / SPACE));
            words += usize::from(in_word & !was_in_word);
        }
        return words;
    }
    let mut words = 0;
    // Whether the current word has a letter or a digit, and was counted.
    let mut is_counted = false;
    // Start of the current run of characters of a script without spaces.
    let mut run: Option<usize> = None;
    for (at, c) in text.char_indices() {
        if has_no_spaces(c) {
            run.get_or_insert(at);
            is_counted = false;
            continue;
        }
        if let Some(start) = run.take() {
            words += segments(&text[start..at]);
        }
        // Tibetan words end with a dot.
        if c.is_whitespace() || c == '\u{f0b}' {
            is_counted = false;
        } else if !is_counted && c.is_alphanumeric() {
            is_counted = true;
            words += 1;
        }
    }
    words + run.map_or(0, |start| segments(&text[start..]))
}

/// Returns whether a character belongs to a script that is written without spaces between words: Thai, Lao, Burmese, Khmer,
/// Chinese, or Japanese.
pub fn has_no_spaces(c: char) -> bool {
    matches!(c,
        '\u{e00}'..='\u{eff}'
        | '\u{1000}'..='\u{109f}'
        | '\u{1780}'..='\u{17ff}'
        | '\u{3005}'..='\u{3007}'
        | '\u{3040}'..='\u{30ff}'
        | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff66}'..='\u{ff9d}'
        | '\u{20000}'..='\u{323af}')
}

/// Counts the words of text in a script without spaces.
fn segments(text: &str) -> usize {
    let segmenter = WordSegmenter::new_dictionary(WordBreakInvariantOptions::default());
    let segments = segmenter.segment_str(text).iter_with_word_type();
    segments.filter(|(_, kind)| kind.is_word_like()).count()
}

/// Returns a text of at most `limit` characters, or its beginning, cut after a word and with an ellipsis. A word longer than the limit is
/// cut itself.
pub fn cut_at_word(text: &str, limit: usize) -> Cow<'_, str> {
    let Some((end, _)) = text.char_indices().nth(limit) else {
        return Cow::Borrowed(text);
    };
    // A word that begins before the limit ends at the next space, or at a word of a script without spaces.
    let ahead = text[end..].chars().take(LONGEST_WORD).map(char::len_utf8);
    let seen = &text[..end + ahead.sum::<usize>()];
    let segmenter = WordSegmenter::new_dictionary(WordBreakInvariantOptions::default());
    let boundaries = segmenter.segment_str(seen).take_while(|at| *at <= end);
    let cut = &text[..boundaries.last().unwrap_or(end)];
    let cut = cut.trim_end_matches(|one: char| !one.is_alphanumeric() && !is_mark(one));
    let cut = if cut.is_empty() { &text[..end] } else { cut };
    Cow::Owned(format!("{cut}…"))
}

/// Number of characters after a limit that are read, so that the time does not depend on the rest of the text.
const LONGEST_WORD: usize = 40;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_after_a_word() {
        for (text, limit, expected) in [
            ("", 5, ""),
            ("One two", 7, "One two"),
            ("One two three", 7, "One two…"),
            ("One two three", 9, "One two…"),
            ("One, two three", 5, "One…"),
            ("Incomprehensibilities", 5, "Incom…"),
            ("Новости долины за неделю", 15, "Новости долины…"),
            ("आयकर की नई तारीखें और नियम", 12, "आयकर की नई…"),
            ("我们每天烘烤新鲜的面包。", 5, "我们每天…"),
        ] {
            assert_eq!(cut_at_word(text, limit), expected, "{text}");
        }
    }

    #[test]
    #[rustfmt::skip]
    fn words_that_a_reader_reads() {
        for (markdown, expected) in [
            ("", 0),
            ("one", 1),
            (" one\ttwo\u{b}\nthree ", 3),
            ("a-b c. It's 3.14 %", 4),
            ("क्या\u{a0}है ना", 3),
            ("## Title\n\n- one\n- two\n\n---\n", 3),
            ("| Name | Link |\n|------|:-----|\n| A | [b](https://example.org/c/d?e=f g) |\n", 4),
            ("![A loaf](a.jpg) <https://e.org> <b>bold</b> <!-- a note --> [x][y]\n\n[y]: /z \"t\"", 5),
            ("a < b and ] c", 4),
            ("我们每天烘烤新鲜的面包。", 6),
            ("私は毎日パンを焼きます。", 7),
            ("เราอบขนมปังทุกวัน", 5),
            ("Bread 面包 and パン", 4),
            ("한국어 문장 입니다", 3),
            ("བཀྲ་ཤིས་བདེ་ལེགས།", 4),
        ] {
            assert_eq!(count_words(markdown), expected, "{markdown}");
        }
    }
}
