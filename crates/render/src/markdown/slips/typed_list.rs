//! Lists with bullets or numbers that Markdown does not recognize.

use std::ops::Range;

use diagnostic::{Change, Fix, Place, lines_in};

use super::{Slips, looks_like_an_address, unread_space};
use crate::codes;

/// Bullets that word processors insert, and that Markdown does not recognize. Those after `■` are Word's, in its font for symbols.
const BULLETS: [char; 16] = [
    '•', '·', '◦', '▪', '●', '‣', '∙', '○', '➢', '►', '❖', '■', '\u{f0b7}', '\u{f0a7}', '\u{f0d8}',
    '\u{f0fc}',
];

/// Letters that Word's bullets become in another font. A tab or a space follows them.
const LETTERS: [char; 6] = ['o', '§', 'Ø', 'ü', 'v', 'q'];

/// Start of a line that looks like the entry of a list.
struct ListMark {
    length: usize,
    /// Whether another line must look like it, because a sentence can begin like this.
    is_doubtful: bool,
    /// Whether it is a letter and a space.
    is_letter: bool,
    /// Position that the mark gives to the entry, such as 2 for `B.`, if only the next one can follow it.
    ordinal: Option<u32>,
    /// How to write the entry.
    right: String,
}

impl Slips<'_> {
    /// Reports a paragraph with a line such as `• one`, or with several lines such as `– one`, `-one`, or `a) one`.
    /// Returns whether there is one.
    pub(super) fn typed_list(&mut self, paragraph: &Range<usize>) -> bool {
        let mut doubtful: Option<(Range<usize>, ListMark)> = None;
        for (start, line) in lines_in(&self.source.text, paragraph.clone()) {
            let text = line.trim_start_matches([' ', '\t', '>']);
            let at = start + line.len() - text.len();
            let Some(mark) = mark(text).filter(|one| self.lists == 0 || !is_unspaced(text, one))
            else {
                continue;
            };
            let span = at..at + mark.length;
            // A word such as `o` may also begin a line within a sentence.
            if mark.is_letter && doubtful.is_none() {
                let above = &self.source.text[..at];
                if at > paragraph.start + 1 && !above.ends_with("> ") {
                    continue;
                }
                if self.is_list_of_letters(paragraph, text) {
                    self.typed_entry(span, &mark);
                    self.fix_bullets(paragraph, true);
                    return true;
                }
            }
            let before = doubtful.as_ref().and_then(|(_, before)| before.ordinal);
            let follows = before.is_none_or(|before| mark.ordinal == Some(before + 1));
            match doubtful.take().filter(|_| follows) {
                None if mark.is_doubtful => doubtful = Some((span, mark)),
                first => {
                    let (at, mark) = first.unwrap_or((span, mark));
                    self.typed_entry(at, &mark);
                    self.fix_bullets(paragraph, mark.is_doubtful);
                    return true;
                }
            }
        }
        false
    }

    /// Returns whether the paragraph below the one at `paragraph` begins with the same letter and a space as its first `line`, and the
    /// one above does not.
    fn is_list_of_letters(&self, paragraph: &Range<usize>, line: &str) -> bool {
        let mark = &line[..line.find(' ').map_or(0, |at| at + 1)];
        let above = self.source.text[..paragraph.start].trim_end();
        let above = above.rsplit("\n\n").next().unwrap_or_default();
        let below = self.near(paragraph.end).trim_start();
        below.starts_with(mark) && !above.starts_with(mark)
    }

    /// Adds a fix to the slip that was reported last: a hyphen in place of each bullet at the start of a line of a paragraph. A person
    /// confirms it if a sentence can begin like this.
    fn fix_bullets(&mut self, paragraph: &Range<usize>, is_doubtful: bool) {
        let mut changes = Vec::new();
        for (start, line) in lines_in(&self.source.text, paragraph.clone()) {
            let text = line.trim_start_matches([' ', '\t', '>']);
            let at = start + line.len() - text.len();
            let Some(mark) = mark(text).filter(|mark| mark.right.starts_with("- ")) else {
                continue;
            };
            let length = if text.starts_with('[') {
                0
            } else {
                mark.length
            };
            let rest = &text[length..];
            let end = at + length + rest.len() - rest.trim_start().len();
            let place = Place::new(self.source, at..end);
            changes.push(Change::Replace(place, "- ".to_owned()));
            // `• one • two`
            let before = &line[..line.len() - text.len()];
            for bullet in more_bullets(text) {
                let place = Place::new(self.source, at + bullet.start..at + bullet.end);
                changes.push(Change::Replace(place, format!("\n{before}- ")));
            }
        }
        if let Some(last) = self.diagnostics.last_mut().filter(|_| !changes.is_empty()) {
            last.own_fixes.push(Fix {
                label: "write the entries with `- `".to_owned(),
                is_safe: !is_doubtful,
                changes,
            });
        }
    }

    /// Reports a line `-one` that is part of the list entry above it.
    pub(super) fn unspaced_entry(&mut self, span: &Range<usize>) {
        if self.lists == 0 {
            return;
        }
        let text = self.line(span.start);
        if let Some(mark) = mark(text).filter(|one| is_unspaced(text, one)) {
            self.typed_entry(span.start..span.start + mark.length, &mark);
        }
    }

    /// Reports a line such as `• one`, `– One`, or `3.One`, or a table, that is part of the list entry above it.
    pub(super) fn swallowed_entry(&mut self, span: &Range<usize>) {
        if self.lists == 0 {
            return;
        }
        let text = self.line(span.start);
        let below = self.near(span.start).lines().nth(1).unwrap_or_default();
        let is_rule =
            |line: &str| line.trim().starts_with("|-") && line.chars().all(|c| "|-: ".contains(c));
        if text.starts_with('|') && is_rule(below) {
            let row = span.start..span.start + text.len();
            let message = "not a table: it is part of the list entry above it";
            let help = "add an empty line before it";
            self.report(&codes::SHOWN_AS_TYPED, message, row, help);
            return;
        }
        let Some(mark) = mark(text).filter(|one| !is_unspaced(text, one)) else {
            return;
        };
        let is_capital = |c: char| c.is_alphabetic() && !c.is_lowercase();
        let begins = text[mark.length..].trim_start().starts_with(is_capital);
        let number = unspaced_number(text);
        let is_sign = number.is_some() || text.starts_with(['–', '—']);
        // What goes on in the next line of an entry is indented.
        let is_level = self.column(span.start).1 == self.column(self.item).1;
        if !mark.is_doubtful || begins && is_sign && is_level {
            let right = match number {
                Some((length, value)) => format!("{value}. {}", text[length..].trim()),
                None => mark.right,
            };
            let written = text[..mark.length].trim().to_owned();
            let message = format!("not an entry of its own: `{written}` appears exactly as typed");
            let span = span.start..span.start + written.len();
            let help = format!("write `{right}`");
            self.report(&codes::SHOWN_AS_TYPED, message, span, help);
        }
    }

    fn typed_entry(&mut self, span: Range<usize>, mark: &ListMark) {
        let written = self.source.text[span.clone()].trim();
        let next = self.source.text[span.end..].chars().next();
        let message = match next.and_then(unread_space) {
            Some(space) => format!("not a list: the space after `{written}` is {space}"),
            None => format!("not a list: `{written}` appears exactly as typed"),
        };
        let span = span.start..span.start + written.len();
        let help = format!("write each entry as `{}`", mark.right);
        let help = if mark.right.starts_with('-') {
            help
        } else {
            help + ", with an empty line before the first"
        };
        self.report(&codes::SHOWN_AS_TYPED, message, span, help);
    }
}

/// Returns the spans of the further bullets in a line that begins with one, as in `• one • two`, with the spaces around them.
fn more_bullets(line: &str) -> Vec<Range<usize>> {
    let first = line.chars().next().filter(|sign| BULLETS.contains(sign));
    let Some(between) = first.map(|sign| format!(" {sign} ")) else {
        return Vec::new();
    };
    let mut bullets = Vec::new();
    let (mut from, mut open) = (0, 0);
    for (at, _) in line.match_indices(&between) {
        for sign in line[from..at].matches(['[', ']']) {
            open += if sign == "[" { 1 } else { -1 };
        }
        from = at;
        // One in the text of a link is part of it.
        if open == 0 {
            bullets.push(at..at + between.len());
        }
    }
    bullets
}

fn is_unspaced(line: &str, mark: &ListMark) -> bool {
    mark.length == 1 && line.starts_with(['-', '+', '*'])
}

/// Symbols with which a sentence or a name begins.
const OPENING: [char; 14] = [
    '“', '”', '„', '‘', '’', '«', '‹', '¿', '¡', '…', '§', '¶', '†', '©',
];

/// Returns whether a text begins with an address in parentheses.
fn is_spaced_link(text: &str) -> bool {
    let inner = text.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    inner.is_some_and(|(address, _)| looks_like_an_address(address))
}

/// Returns the mark that a line begins with.
fn mark(line: &str) -> Option<ListMark> {
    let mut rest = line.chars();
    let first = rest.next()?;
    let after = rest.as_str().trim_start_matches('\u{fe0f}');
    let length = line.len() - after.len();
    let next = after.chars().next()?;
    let is_word = || next.is_alphabetic() && !after.contains(first);
    // Lines of a drawn table are no entries.
    let is_drawn = matches!(first, '\u{2500}'..='\u{257f}');
    let is_symbol =
        !first.is_ascii() && !first.is_alphanumeric() && !OPENING.contains(&first) && !is_drawn;
    let is_letter = LETTERS.contains(&first) && next == ' ' && {
        let word = after.trim_start();
        word.starts_with(char::is_alphabetic)
    };
    if let Some(inner) = line
        .strip_prefix("-- ")
        .filter(|inner| inner.starts_with(char::is_alphabetic))
    {
        return Some(ListMark {
            length: "--".len(),
            is_doubtful: true,
            is_letter: false,
            ordinal: None,
            right: format!("- {}", inner.trim_end()),
        });
    }
    let is_doubtful = match first {
        _ if BULLETS.contains(&first) && next.is_whitespace() => false,
        // A point in the middle of the line is also a letter's mark.
        _ if BULLETS.contains(&first) && !matches!(first, '·' | '∙') && next.is_alphanumeric() => {
            false
        }
        '-' | '+' | '*' if unread_space(next).is_some() => false,
        '-' | '+' | '*' if after.starts_with("[ ] ") || after.starts_with("[x] ") => false,
        _ if LETTERS.contains(&first) && next == '\t' => false,
        // `[x] (visit.md)` is reported as a link.
        '[' if (after.starts_with(" ] ") || after.starts_with("x] "))
            && !is_spaced_link(&after["x] ".len()..]) =>
        {
            return Some(ListMark {
                length: "[x]".len(),
                is_doubtful: false,
                is_letter,
                ordinal: None,
                right: format!("- {}", line.trim_end()),
            });
        }
        _ if is_letter || is_symbol && next == ' ' => true,
        '-' | '+' | '*' if is_word() => true,
        '–' if next.is_alphabetic() => true,
        '①'..='⑳' => true,
        // Phones draw a key around a digit.
        '0'..='9' if next == '\u{20e3}' => {
            let entry = after.trim_start_matches('\u{20e3}');
            return Some(ListMark {
                length: line.len() - entry.len(),
                is_doubtful: true,
                is_letter,
                ordinal: None,
                right: format!("1. {}", entry.trim()),
            });
        }
        _ => {
            let (length, ordinal) = if let Some(length) = number(line) {
                (length, None)
            } else {
                let (length, ordinal) = ordinal(line).or_else(|| unspaced_number(line))?;
                (length, Some(ordinal))
            };
            return Some(ListMark {
                length,
                is_doubtful: true,
                is_letter,
                ordinal,
                right: "1. text".to_owned(),
            });
        }
    };
    let end = more_bullets(line)
        .first()
        .map_or(line.len(), |one| one.start);
    Some(ListMark {
        length,
        is_doubtful,
        is_letter,
        ordinal: None,
        right: format!("- {}", line[length..end].trim()),
    })
}

/// Roman numbers that a list may have, in order.
const ROMAN: [&str; 10] = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"];

/// Returns the length and the value of a number such as `2.` or `２．` that a line begins with, if a letter follows it.
fn unspaced_number(line: &str) -> Option<(usize, u32)> {
    let after = line.trim_start_matches(|c| content::ascii_digit(c).is_some());
    let number = &line[..line.len() - after.len()];
    let mut rest = after.chars();
    let sign = rest.next()?;
    let is_sign = match sign {
        '．' | '）' | '、' => true,
        '.' => {
            let text = rest.as_str().trim_start_matches(['*', '_', '[']);
            number.is_ascii() && text.starts_with(char::is_alphabetic)
        }
        _ => false,
    };
    let digits: String = number.chars().filter_map(content::ascii_digit).collect();
    let is_number = is_sign && (1..=2).contains(&digits.len());
    let value = is_number.then(|| digits.parse().ok()).flatten()?;
    Some((number.len() + sign.len_utf8(), value))
}

/// Returns the length and the value of a number such as `2`, `2.`, `2,`, `2-`, `2:`, `1.2`, `B.`, `ii.`, `२.` or `Step 2:` that a line begins with, if a
/// space follows it.
fn ordinal(line: &str) -> Option<(usize, u32)> {
    let (word, rest) = line.split_once(' ')?;
    let digits = rest.bytes().take(3).take_while(u8::is_ascii_digit).count();
    if (1..=2).contains(&digits)
        && rest[digits..].starts_with([':', '.', ')'])
        && word.starts_with(char::is_uppercase)
        && word.chars().all(char::is_alphabetic)
    {
        let value = rest[..digits].parse().ok()?;
        return Some((word.len() + 1 + digits + 1, value));
    }
    if line.starts_with(|sign: char| sign.is_ascii_digit())
        && let Some((above, last)) = word.trim_end_matches('.').rsplit_once('.')
        && (1..=2).contains(&last.len())
        && above.split('.').all(|part| (1..=2).contains(&part.len()))
        && word
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.')
    {
        return Some((word.len(), last.parse().ok()?));
    }
    if word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some((word.len(), word.parse().ok()?));
    }
    let number = word.strip_suffix(['-', ':', ',', '–']);
    if let Some(number) = number.filter(|one| (1..=2).contains(&one.len()))
        && number.bytes().all(|byte| byte.is_ascii_digit())
    {
        return Some((word.len(), number.parse().ok()?));
    }
    let name = word.strip_suffix(['.', ')'])?.to_ascii_lowercase();
    // Only a list that begins with 1 can follow a line of text.
    if name.len() <= 2 && name.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some((word.len(), name.parse().ok()?));
    }
    // Digits of another script, such as `१.`, or a letter, such as `क.`.
    if !name.is_ascii() && name.chars().count() <= 2 {
        let digits: Option<String> = name.chars().map(content::ascii_digit).collect();
        return match digits {
            Some(digits) => Some((word.len(), digits.parse().ok()?)),
            None => Some((word.len(), letter_of_list(&name)?)),
        };
    }
    let name = word.ends_with('.').then_some(name)?;
    let roman = ROMAN.iter().position(|roman| *roman == name);
    let letter = || {
        let byte = name.bytes().next().filter(|_| name.len() == 1)?;
        byte.is_ascii_lowercase().then(|| usize::from(byte - b'a'))
    };
    let position = roman.or_else(letter)?;
    Some((word.len(), u32::try_from(position).ok()? + 1))
}

/// Letters of lists in Devanagari and in Gujarati, in order.
const LETTERS_OF_LISTS: [&str; 2] = ["कखगघङचछजझञ", "કખગઘઙચછજઝઞ"];

/// Returns the position of a letter in a list of another script.
fn letter_of_list(name: &str) -> Option<u32> {
    let letters = LETTERS_OF_LISTS.iter();
    let mut positions =
        letters.filter_map(|all| all.chars().position(|one| name == one.to_string()));
    u32::try_from(positions.next()? + 1).ok()
}

/// Returns the length of the number that a line begins with, such as `a)`, `(1)`, `(iv)` or `2)`.
fn number(line: &str) -> Option<usize> {
    let inner = line.strip_prefix('(').unwrap_or(line);
    // At most four characters are before the parenthesis.
    let end = inner.bytes().take(5).position(|byte| byte == b')')?;
    let (name, after) = (&inner[..end], &inner[end + 1..]);
    let is_number = (1..=2).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_digit());
    let is_letter = name.len() == 1 && name.bytes().all(|b| b.is_ascii_lowercase());
    // `1.)`
    let dotted = name.strip_suffix('.').unwrap_or_default();
    let is_dotted = (1..=2).contains(&dotted.len()) && dotted.bytes().all(|b| b.is_ascii_digit());
    let is_mark = is_number
        || is_dotted
        || is_letter
        || ROMAN.contains(&name)
        || letter_of_list(name).is_some();
    (is_mark && after.starts_with(' ')).then(|| line.len() - after.len())
}

#[cfg(test)]
mod tests {
    use super::more_bullets;

    #[test]
    fn bullets_between_entries() {
        for (line, expected) in [
            ("• one • two • three", 2),
            ("• [one](/a) • [two](/b)", 1),
            ("• [one • two](/a)", 0),
            ("◦ one • two", 0),
        ] {
            assert_eq!(more_bullets(line).len(), expected, "{line}");
        }
    }
}
