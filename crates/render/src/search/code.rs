//! Postings as text: where a word occurs, in characters that JSON need not escape. `search.js` reads them.
//!
//! For each page: the difference of its number from the page before, then for each section with the word the number of the
//! section and the word's impact there. A number has digits in base 45, the most significant first; all but the last are
//! larger by 45. An impact is smaller than 45; that of the page's last section is larger by 45.

/// Base of numbers, and number of impacts.
pub const BASE: usize = 45;

/// Number before the first page, so that every difference is at least 1.
pub const BEFORE_FIRST: usize = 0;

/// Appends a digit, smaller than twice the base: a printable ASCII character other than the quotation mark and the backslash.
fn push_digit(to: &mut String, digit: usize) {
    let code = u8::try_from(digit).unwrap_or(u8::MAX).saturating_add(b'#');
    to.push(char::from(code + u8::from(code >= b'\\')));
}

fn digit(byte: u8) -> usize {
    usize::from(byte - b'#' - u8::from(byte > b'\\'))
}

/// Appends a number.
pub fn push_number(to: &mut String, number: usize) {
    push_leading(to, number / BASE);
    push_digit(to, number % BASE);
}

fn push_leading(to: &mut String, number: usize) {
    if number > 0 {
        push_leading(to, number / BASE);
        push_digit(to, number % BASE + BASE);
    }
}

/// Appends the impacts of a word in the sections of a page.
pub fn push_sections(to: &mut String, sections: &[(usize, usize)]) {
    for (at, (section, impact)) in sections.iter().enumerate() {
        let is_last = at + 1 == sections.len();
        push_number(to, *section);
        push_digit(to, impact + if is_last { BASE } else { 0 });
    }
}

/// Reads a number from the start of postings.
fn take_number(postings: &mut &[u8]) -> Option<usize> {
    let mut number = 0;
    loop {
        let (first, rest) = postings.split_first()?;
        *postings = rest;
        number = number * BASE + digit(*first) % BASE;
        if digit(*first) < BASE {
            return Some(number);
        }
    }
}

/// Sections of a page with the impact of a word in each.
pub type Sections = Vec<(usize, usize)>;

/// Returns the pages of postings.
pub fn pages(postings: &str) -> Vec<(usize, Sections)> {
    let mut rest = postings.as_bytes();
    let mut pages = Vec::new();
    let mut page = BEFORE_FIRST;
    while let Some(difference) = take_number(&mut rest) {
        page += difference;
        let mut sections = Vec::new();
        while let Some(section) = take_number(&mut rest) {
            let Some((impact, after)) = rest.split_first() else {
                break;
            };
            rest = after;
            sections.push((section, digit(*impact) % BASE));
            if digit(*impact) >= BASE {
                break;
            }
        }
        pages.push((page, sections));
    }
    pages
}

/// Returns the postings of these pages.
pub fn postings(pages: &[(usize, Sections)]) -> String {
    let mut text = String::new();
    let mut last = BEFORE_FIRST;
    for (page, sections) in pages {
        push_number(&mut text, page - last);
        push_sections(&mut text, sections);
        last = *page;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn postings_are_read_as_they_were_written() {
        let expected = vec![
            (1, vec![(0, 44), (1, 1), (44, 10)]),
            (2, vec![(45, 1)]),
            (10_000, vec![(2025, 30), (90_000, 0)]),
        ];
        let text = postings(&expected);
        assert_eq!(pages(&text), expected);
        let is_plain = |byte| (b'#'..=b'~').contains(&byte) && byte != b'\\';
        assert!(text.bytes().all(is_plain), "{text}");
        assert_eq!(pages(""), []);
    }
}
