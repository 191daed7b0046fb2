//! Brackets that do not form a link: an address with a space, or a reference or footnote without a definition.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use diagnostic::{Diagnostic, Fix, Place};

use super::{Slips, looks_like_an_address};
use crate::codes;
use crate::markdown::address::{bad_address, local_file};
use crate::markdown::telephone::has_unused_zero;

impl Slips<'_> {
    /// Checks a bracket that is not part of a link. The parser returns each of these brackets as a text event of its own.
    pub(super) fn bracket(&mut self, text: &str, span: &Range<usize>) {
        match text {
            "[" | "![" => {
                self.footnote(span.end - 1);
                self.brackets.push(span.end - 1);
            }
            "]" => {
                let Some(start) = self.brackets.pop() else {
                    return;
                };
                if self.turned_footnote(start, span.end) {
                    return;
                }
                // `map[key](value)` and `rows[0][1]` are not meant as links.
                let before = self.source.text[..start].chars().next_back();
                if !before.is_some_and(|c| c.is_alphanumeric() || c == '\\') {
                    self.address(start, span.end);
                    self.reference(start, span.end);
                    self.picture_without_address(start, span.end);
                }
            }
            _ => {}
        }
    }

    /// Reports `[note^]`, in the place of `[^note]`. Returns whether there is one.
    fn turned_footnote(&mut self, start: usize, end: usize) -> bool {
        let label = self.source.text[start + 1..end - 1].strip_suffix('^');
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
        let Some(label) = label.filter(|label| !label.is_empty() && label.chars().all(is_part))
        else {
            return false;
        };
        let meant = format!("[^{label}]");
        let message = format!("not a footnote: `[{label}^]` appears exactly as typed");
        let help = format!("write {meant}");
        self.report(&codes::SHOWN_AS_TYPED, message, start..end, help.as_str());
        self.fix_last(&help, [(start..end, meant)]);
        self.confirm_last();
        true
    }

    /// Reports `[^2]` without a definition. `start` is the offset of the bracket.
    fn footnote(&mut self, start: usize) {
        let rest = self.near(start);
        let Some((label, _)) = rest
            .strip_prefix("[^")
            .and_then(|rest| rest.split_once(']'))
        else {
            return;
        };
        if label.contains(char::is_whitespace) || is_character_class(label) {
            return;
        }
        let span = start..start + "[^]".len() + label.len();
        if self.is_note_without_colon(span.clone()) {
            let message = format!("the footnote `{label}` has no colon, so it is not a footnote");
            let help = format!("write [^{label}]: and the text of the footnote after it");
            let mark = format!("[^{label}]");
            let is_used = self.note_marks().get(label).is_some_and(|count| *count > 1);
            self.report(&codes::BROKEN_LINK, message, span.clone(), help);
            if is_used {
                let fix = format!("write {mark}:");
                // In French, a space is before a colon, and in Chinese it is wide.
                let rest = self.source.text[span.end..].trim_start_matches(' ');
                let after = rest.strip_prefix([':', '：']);
                let end = after.map_or(span.end, |after| self.source.text.len() - after.len());
                self.fix_last(&fix, [(span.end..end, ":".to_owned())]);
            }
        } else if !self.notes_without_colon().contains(label) {
            let message = format!("there is no footnote `{label}`");
            let help = format!("add it in a paragraph of its own: [^{label}]: …");
            self.report(&codes::BROKEN_LINK, message, span, help);
        }
    }

    /// Returns whether `[^1]` at this span is at the start of a line with more text, below the first line.
    fn is_note_without_colon(&self, span: Range<usize>) -> bool {
        let text = &self.source.text;
        text[span.end..].starts_with([' ', '：']) && text[..span.start].ends_with('\n')
    }

    /// Returns how often each mark of a footnote is written.
    fn note_marks(&self) -> &HashMap<String, usize> {
        self.note_marks.get_or_init(|| {
            let mut marks: HashMap<String, usize> = HashMap::new();
            for (label, _) in self
                .source
                .text
                .split("[^")
                .skip(1)
                .filter_map(|part| part.split_once(']'))
            {
                *marks.entry(label.to_owned()).or_default() += 1;
            }
            marks
        })
    }

    /// Returns the labels of all lines that begin like `[^1] Text`.
    fn notes_without_colon(&self) -> &HashSet<String> {
        self.notes_without_colon.get_or_init(|| {
            let lines = self.source.text.lines();
            let labels = lines.filter_map(|line| line.strip_prefix("[^")?.split_once(']'));
            let labels = labels.filter(|(_, rest)| rest.starts_with([' ', '：']));
            labels.map(|(label, _)| label.to_owned()).collect()
        })
    }

    /// Reports `![text]` without an address. `start..end` is the span of `[text]`.
    fn picture_without_address(&mut self, start: usize, end: usize) {
        let text = &self.source.text;
        let label = &text[start..end];
        let is_picture = text[..start]
            .strip_suffix('!')
            .is_some_and(|before| !before.ends_with(|c: char| c.is_alphanumeric() || c == '\\'));
        let has_address = text[end..].trim_start().starts_with(['(', '[']);
        if is_picture
            && !has_address
            && label.len() > "[]".len()
            && !label[1..].contains(['[', '\n'])
        {
            let message = format!("`!{label}` has no address, so it is not a picture");
            let help = format!("write !{label}(images/name.jpg)");
            self.report(&codes::SHOWN_AS_TYPED, message, start - 1..end, help);
        }
    }

    /// Reports `[text] (/url)`, `[text](/url` and `[text](/an address)`, which are not links. `start..end` is the span of `[text]`.
    fn address(&mut self, start: usize, end: usize) {
        let near = self.near(end);
        let inside = near.trim_start();
        let gap = near.len() - inside.len();
        let Some(inside) = inside.strip_prefix('(') else {
            return;
        };
        let paragraph = inside.split("\n\n").next().unwrap_or(inside);
        if let Some(number) = number_with_zero(paragraph).map(str::to_owned) {
            let label = self.source.text[start..end].to_owned();
            self.spaced_address(&label, &number, end + gap + 1);
            return;
        }
        let (target, is_closed) = match paragraph.split_once(')') {
            Some((target, rest)) => (
                &paragraph[..target.len() + rest_of_name(target, rest)],
                true,
            ),
            None => (paragraph, false),
        };
        let first = target.split_whitespace().next().unwrap_or_default();
        let is_address = looks_like_an_address(target.trim()) || looks_like_an_address(first);
        if near[..gap].matches('\n').count() > 1 || !is_address {
            return;
        }
        let open = end + gap + 1;
        let source = self.source;
        let text = &source.text;
        let start = start - usize::from(text[..start].ends_with('!'));
        let label = &text[start..end];
        let kind = kind(label);
        let parts = target.split_whitespace().count();
        let as_typed = "appears exactly as typed";
        // The sentence continues behind an address that ends its line.
        let is_sentence = target.contains('\n')
            && !target.contains('"')
            && without_space(target.trim()).is_none();
        // A parenthesis that is closed by another one further on is not closed itself.
        if !is_closed || is_sentence || target.contains('(') && !target.contains(").") && parts > 1
        {
            // `![A chain](chain.svg]` is closed by a bracket of the wrong kind.
            let first = first.trim_end_matches(['.', ',', ';']);
            let address = first.trim_end_matches([']', '}']);
            let message = format!("the parenthesis of this {kind} is not closed, so it {as_typed}");
            let help = format!("write {label}({address})");
            let from = open + target.len() - target.trim_start().len();
            self.report(
                &codes::SHOWN_AS_TYPED,
                message,
                start..from + first.len(),
                help,
            );
        } else if parts > 1 {
            let target = target.to_owned();
            self.spaced_address(label, &target, open);
        } else if gap > 0 {
            let message =
                format!("not a {kind}: there is a space before `({first})`, so it {as_typed}");
            let help = format!("write {label}({first})");
            let whole = start..open + target.len() + 1;
            self.report(&codes::SHOWN_AS_TYPED, message, whole, help.clone());
            self.fix_last(&help, [(end..end + gap, String::new())]);
        } else if target.contains('(') {
            let message = format!("a parenthesis in this {kind} is not closed, so it {as_typed}");
            let help = format!("write {label}({target}))");
            let end = open + target.len() + 1;
            self.report(&codes::SHOWN_AS_TYPED, message, start..end, help);
        } else if label.contains("](") {
            let message = format!("there is a link within this link, so it {as_typed}");
            let help = "write the two links one after the other: [text](/a) and [text](/b)";
            self.report(
                &codes::SHOWN_AS_TYPED,
                message,
                start..open + target.len() + 1,
                help,
            );
        }
    }

    /// Reports an address that contains a space. `open` is its offset, and `label` the text of the link with its brackets.
    fn spaced_address(&mut self, label: &str, target: &str, open: usize) {
        let span = open..open + target.len();
        let target = target.trim();
        if let Some(diagnostic) = local_file(target) {
            let place = Place::new(self.source, span);
            self.diagnostics.push(diagnostic.at(place, ""));
            return;
        }
        let kind = kind(label);
        let meant = without_space(target);
        let message = if target.contains('\n') {
            format!("not a {kind}: the address continues on the next line")
        } else if has_attributes(target) {
            format!("not a {kind}: attributes of HTML are behind the address")
        } else {
            format!("not a {kind}: the address `{target}` has a space")
        };
        let help = match &meant {
            Some((meant, _)) if target.contains('\n') => {
                format!("write it on one line: {label}({meant})")
            }
            Some((meant, _)) => format!("write {label}({meant})"),
            None if target.starts_with("tel:") => {
                "write a number with its country code: tel:+911122334455".to_owned()
            }
            None if target.contains(['"', '“', '”', '\'', '‘', '’']) => {
                "write a title between two straight quotes: [text](/about \"title\")".to_owned()
            }
            None => format!(
                "write the address without spaces, or in angle brackets: {label}(<{target}>)"
            ),
        };
        let place = Place::new(self.source, span);
        let fix = meant.map(|(meant, is_certain)| {
            let fix = Fix::replace(&help, place.clone(), meant);
            if is_certain { fix } else { fix.to_confirm() }
        });
        self.diagnostics.push(
            Diagnostic::new(&codes::BROKEN_LINK, message)
                .at(place, "appears exactly as typed")
                .help(help)
                .maybe_fix(fix),
        );
    }

    /// Reports `[text][name]` without a definition. `[text]` is at `start..end`.
    fn reference(&mut self, start: usize, end: usize) {
        let label = self.near(end).strip_prefix('[');
        let Some((label, _)) = label.and_then(|rest| rest.split_once(']')) else {
            return;
        };
        let key = label.split_whitespace().collect::<Vec<_>>().join(" ");
        // The line that should give it an address is reported itself.
        let is_reported = self.unread_definitions.contains(&key.to_lowercase());
        // A link of Org, `[[/about][text]]`, is reported as such.
        let after = end + "[]".len() + label.len();
        let is_reported = is_reported
            || self.source.text[..start].ends_with('[')
                && self.source.text[after..].starts_with(']');
        // Numbers of notes, as in `[2][3]`, the entry of an array, or a regular expression.
        let shown = &self.source.text[start..end];
        let is_text = [shown, label]
            .iter()
            .any(|one| one.contains(char::is_alphabetic));
        let is_link = is_text && !is_character_class(label);
        if is_link && !label.starts_with('^') && !is_reported {
            let message = format!("there is no address for `[{label}]`");
            let help = if label.contains('/') && !label.contains(' ') {
                let is_picture =
                    self.source.text[..start].ends_with('!') && content::is_picture(label);
                let text = &self.source.text[start - usize::from(is_picture)..end];
                format!("write the address in round brackets: {text}({label})")
            } else {
                format!("add it on a line of its own: [{label}]: /address")
            };
            let span = start..end + "[]".len() + label.len();
            self.report(&codes::BROKEN_LINK, message, span, help);
        }
    }
}

/// Returns what `[text]` or `![text]` would be with an address.
fn kind(label: &str) -> &'static str {
    if label.starts_with('!') {
        "picture"
    } else {
        "link"
    }
}

/// Returns an address such as `tel:+353 (0)20 912 3456` with which a text begins, up to the parenthesis that closes its link.
fn number_with_zero(text: &str) -> Option<&str> {
    let zero = text.find("(0)")?;
    let end = zero + "(0)".len();
    let end = end + text[end..].find(')')?;
    let digits = text[..end].strip_prefix("tel:")?.replace("(0)", "");
    let is_number = |c: char| c.is_ascii_digit() || "+-. ".contains(c);
    (digits.contains(' ') && digits.chars().all(is_number)).then_some(&text[..end])
}

/// Returns whether `[^label]` is more likely part of a regular expression, such as `[^.]` or `[^a-z0-9]`, than a footnote.
fn is_character_class(label: &str) -> bool {
    let is_range = |part: &[char]| matches!(part, [from, '-', to] if from < to);
    let chars: Vec<char> = label.chars().take(9).collect();
    label.contains('\\')
        || !chars.iter().any(|c| c.is_alphanumeric())
        || chars.chunks(3).all(is_range)
}

/// Returns whether attributes of HTML are behind an address.
fn has_attributes(target: &str) -> bool {
    let names = ["target=", "rel=", "class=", "title="];
    let behind = target.split_once([' ', '"']);
    behind.is_some_and(|(_, rest)| names.iter().any(|name| rest.contains(name)))
}

/// Returns the only address that one with white space can mean, and whether it is certain: white space is deleted only between the parts of
/// one address. Returns `None` for an address with other words, which may be the rest of a sentence or of a file's name.
fn without_space(target: &str) -> Option<(String, bool)> {
    let parts: Vec<&str> = target.split_whitespace().collect();
    let (first, rest) = parts.split_first()?;
    let scheme = first.trim_end_matches(':');
    let (meant, is_certain) = if has_attributes(target) {
        (target.split([' ', '"']).next()?.to_owned(), true)
    } else if matches!(scheme, "tel" | "mailto" | "http" | "https") {
        let (rest, is_certain) = part_of_scheme(scheme, &rest.join(" "))?;
        (format!("{scheme}:{rest}"), is_certain)
    } else if let Some((scheme, rest)) = target
        .split_once(':')
        .filter(|(one, _)| matches!(*one, "tel" | "mailto"))
    {
        let (rest, is_certain) = part_of_scheme(scheme, rest)?;
        (format!("{scheme}:{rest}"), is_certain)
    } else if target.starts_with('+') {
        let (number, is_certain) = number(target)?;
        (format!("tel:{number}"), is_certain)
    } else if let Some(number) = target.strip_prefix("https://wa.me/") {
        let (number, query) = number.split_at(number.find('?').unwrap_or(number.len()));
        let digits = self::number(number)?
            .0
            .replace(|c: char| !c.is_ascii_digit(), "");
        let digits = digits.trim_start_matches('0');
        (
            format!("https://wa.me/{digits}{}", words(query, "%20")),
            true,
        )
    } else if let Some((page, heading)) = target.split_once('#').filter(|(page, _)| {
        page.is_empty() || looks_like_an_address(page) && !page.contains(char::is_whitespace)
    }) {
        // The page may have no heading with this id.
        (
            format!("{page}#{}", words(&heading.to_lowercase(), "-")),
            false,
        )
    } else if let Some((page, query)) = target
        .split_once('?')
        .filter(|(page, _)| !page.trim().contains(char::is_whitespace))
    {
        (format!("{}?{}", page.trim(), words(query, "%20")), true)
    } else {
        // One word may also be the next one of the sentence.
        let [second] = rest else { return None };
        let is_part = second.contains(['/', '.', '?', '=', '-']);
        let is_broken = target.contains('\n');
        (is_broken.then(|| parts.concat())?, is_part)
    };
    let is_address = looks_like_an_address(&meant)
        && !meant.contains(char::is_whitespace)
        && bad_address(&meant).is_none();
    is_address.then_some((meant, is_certain))
}

/// Returns the words of a text with another sign between them than white space.
fn words(text: &str, sign: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(sign)
}

/// Returns the part of an address after its scheme without white space.
fn part_of_scheme(scheme: &str, rest: &str) -> Option<(String, bool)> {
    match scheme {
        "tel" => number(rest),
        "mailto" => {
            let (emails, query) = rest.split_at(rest.find('?').unwrap_or(rest.len()));
            let (emails, is_certain) = emails_in(emails)?;
            Some((emails + &words(query, "%20"), is_certain))
        }
        _ => (!rest.contains(char::is_whitespace)).then(|| {
            let rest = rest.trim_start_matches('/');
            (format!("//{rest}"), true)
        }),
    }
}

/// Returns a telephone number without white space, with its extension, such as `x 12` or `ext. 12`, as in RFC 3966.
fn number(text: &str) -> Option<(String, bool)> {
    let is_sign =
        |c: char| content::ascii_digit(c).is_some() || c.is_whitespace() || "+-.()".contains(c);
    let zero = if has_unused_zero(text) { "" } else { "0" };
    let text = text.replace("(0)", zero);
    let rest = text.trim_start_matches(is_sign);
    let extension = rest
        .trim_start_matches(|c: char| c.is_alphabetic() || ".:#".contains(c))
        .trim();
    let word = rest.to_lowercase();
    let is_extension = word.starts_with(['x', '#']) || word.starts_with("ext");
    let is_extension = is_extension && extension.len() <= 6 && extension.parse::<u32>().is_ok();
    let digits = words(&text[..text.len() - rest.len()], "");
    let digits: String = digits
        .chars()
        .map(|c| content::ascii_digit(c).unwrap_or(c))
        .collect();
    if rest.is_empty() {
        return Some((digits, true));
    }
    is_extension.then(|| (format!("{digits};ext={extension}"), false))
}

/// Returns the email addresses in a text with commas between them. Other words, such as the name before an address in `<>`, are left out.
fn emails_in(text: &str) -> Option<(String, bool)> {
    let is_email = |part: &&str| {
        let parts = part.split_once('@');
        parts.is_some_and(|(name, host)| !name.is_empty() && host.trim_matches('.').contains('.'))
    };
    let parts = || {
        text.split(|c: char| c.is_whitespace() || ",;<>".contains(c))
            .filter(|part| !part.is_empty())
    };
    let emails: Vec<&str> = parts().filter(is_email).collect();
    if emails.is_empty() {
        // `asha @ example.org`
        let (name, host) = text.split_once('@')?;
        let [name, host] = [name, host].map(str::trim);
        return (!format!("{name}{host}").contains(char::is_whitespace))
            .then(|| (format!("{name}@{host}"), true));
    }
    let is_whole = emails.len() == parts().count() || text.trim_end().ends_with('>');
    Some((emails.join(","), is_whole))
}

/// Returns how much longer the name of a file is than `target`, if the parenthesis after it belongs to the name, as in
/// `photo (1).jpg)`. `rest` is the text after that parenthesis.
fn rest_of_name(target: &str, rest: &str) -> usize {
    let ending = rest.split(')').next().unwrap_or_default();
    let is_ending = ending.strip_prefix('.').is_some_and(|name| {
        !name.is_empty() && name.len() < 6 && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    let is_in_name = target.contains('(') && is_ending && rest.len() > ending.len();
    if is_in_name {
        ")".len() + ending.len()
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_without_white_space() {
        for (text, expected) in [
            ("+353 (0)20 912 3456", "+353209123456"),
            ("+39 (0)6 1234567", "+3906 1234567"),
            ("+353 20 ext. 12", "+35320;ext=12"),
        ] {
            let found = number(text).map(|(number, _)| number);
            assert_eq!(found.unwrap_or_default(), expected.replace(' ', ""));
        }
    }
}
