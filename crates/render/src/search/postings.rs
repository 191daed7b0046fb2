//! Encodes postings, which record where a word occurs, as text without characters that JSON must escape. `search.js` decodes them.
//!
//! Postings consist of the pages that contain the word. Pages are numbered from 1. Each is written as the difference between
//! its number and that of the page before it, followed by its sections that contain the word: the number of the section, and
//! the word's impact there. A number is written as digits in base 45, the most significant first; 45 is added to all digits but
//! the last. An impact is one digit, smaller than 45; 45 is added to it in the last section of a page.

/// Base of numbers, and number of different impacts.
pub const BASE: usize = 45;

/// Appends a digit, which is smaller than twice [`BASE`], as a printable ASCII character other than `"` and `\`.
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

/// Removes a number from the start of postings and returns it, or `None` at their end.
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

/// The part of a word's postings about one page.
pub struct PagePostings<'a> {
    /// Number of the page.
    pub number: usize,
    /// Sections of the page, as encoded by [`push_sections`].
    pub written: &'a str,
}

impl PagePostings<'_> {
    /// Returns the number of each section that contains the word, with the word's impact there.
    pub fn sections(&self) -> impl Iterator<Item = (usize, usize)> {
        let mut rest = self.written.as_bytes();
        std::iter::from_fn(move || {
            let section = take_number(&mut rest)?;
            let (impact, after) = rest.split_first()?;
            rest = after;
            Some((section, digit(*impact) % BASE))
        })
    }

    /// Returns the highest impact of the word in a section.
    pub fn best(&self) -> usize {
        self.sections().map(|(_, impact)| impact).max().unwrap_or(0)
    }
}

/// Decodes postings into their pages.
pub fn pages(postings: &str) -> impl Iterator<Item = PagePostings<'_>> {
    let mut rest = postings.as_bytes();
    let mut number = 0;
    std::iter::from_fn(move || {
        number += take_number(&mut rest)?;
        let start = rest;
        loop {
            take_number(&mut rest)?;
            let (impact, after) = rest.split_first()?;
            rest = after;
            if digit(*impact) >= BASE {
                break;
            }
        }
        let end = postings.len() - rest.len();
        let written = postings.get(end + rest.len() - start.len()..end)?;
        Some(PagePostings { number, written })
    })
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
        let mut text = String::new();
        let mut last = 0;
        for (page, sections) in &expected {
            push_number(&mut text, page - last);
            push_sections(&mut text, sections);
            last = *page;
        }
        let read = pages(&text).map(|page| (page.number, page.sections().collect::<Vec<_>>()));
        assert_eq!(read.collect::<Vec<_>>(), expected);
        let best = pages(&text).map(|page| page.best());
        assert_eq!(best.collect::<Vec<_>>(), [44, 1, 30]);
        let is_plain = |byte| (b'#'..=b'~').contains(&byte) && byte != b'\\';
        assert!(text.bytes().all(is_plain), "{text}");
        assert_eq!(pages("").count(), 0);
    }
}
