//! Formats of dates in the notation of another program, which would show as they are on every page.

use std::sync::Arc;

use diagnostic::{Diagnostic, Help, Place, Source};

use crate::codes;
use crate::local_formats::length;

/// Parts of the formats of JavaScript, Java, and Go, each with that of strftime. A longer part comes before those that it begins with.
const PARTS: [(&str, &str); 27] = [
    ("YYYY", "%Y"),
    ("yyyy", "%Y"),
    ("2006", "%Y"),
    ("MMMM", "%B"),
    ("January", "%B"),
    ("MMM", "%b"),
    ("Jan", "%b"),
    ("dddd", "%A"),
    ("EEEE", "%A"),
    ("Monday", "%A"),
    ("ddd", "%a"),
    ("Mon", "%a"),
    ("MM", "%m"),
    ("01", "%m"),
    ("DD", "%d"),
    ("dd", "%d"),
    ("02", "%d"),
    ("HH", "%H"),
    ("15", "%H"),
    ("mm", "%M"),
    ("04", "%M"),
    ("YY", "%y"),
    ("yy", "%y"),
    ("06", "%y"),
    ("D", "%-d"),
    ("d", "%-d"),
    ("2", "%-d"),
];

/// Reports formats without a percent sign, such as `date(format="YYYY-MM-DD")`.
pub fn foreign_formats(source: &Arc<Source>) -> Vec<Diagnostic> {
    let text = source.text.as_str();
    let calls = text.match_indices("date(").filter_map(|(at, call)| {
        if !text[..at].trim_end().ends_with('|') {
            return None;
        }
        let start = at + call.len();
        let inner = text[start..].lines().next()?.split(')').next()?;
        let from = start + inner.find("format=\"")? + "format=\"".len();
        let format = text[from..].split('"').next()?;
        let is_foreign = length(format).is_none()
            && !format.contains('%')
            && format.contains(char::is_alphanumeric);
        let is_comment = || text[..at].rfind("{#") > text[..at].rfind("#}");
        (is_foreign && !is_comment()).then(|| {
            let help = match translated(format).or_else(|| of_php(format)) {
                Some(meant) => Help::replace(format!("write \"{meant}\""), format, &meant),
                None => "write its parts with percent signs, such as \"%-d %B %Y\"".into(),
            };
            let message = format!(
                "every page would show `{format}` in place of a date: a format needs percent signs"
            );
            let place = Place::new(source, from..from + format.len());
            Diagnostic::new(&codes::TEMPLATE_ERROR, message)
                .at(place, "")
                .help(help)
        })
    });
    calls.collect()
}

/// Returns a format in the notation of strftime, or `None` if a part of it is not known.
pub fn translated(format: &str) -> Option<String> {
    let mut result = String::new();
    let mut rest = format;
    while let Some(first) = rest.chars().next() {
        if let Some((part, meant)) = PARTS.iter().find(|(part, _)| rest.starts_with(part)) {
            result.push_str(meant);
            rest = &rest[part.len()..];
        } else if first.is_alphanumeric() {
            return None;
        } else {
            result.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    Some(result)
}

/// Letters of the formats of PHP, Twig, and Django, each with the part of strftime.
const LETTERS: [(char, &str); 14] = [
    ('d', "%d"),
    ('j', "%-d"),
    ('m', "%m"),
    ('n', "%-m"),
    ('Y', "%Y"),
    ('y', "%y"),
    ('F', "%B"),
    ('M', "%b"),
    ('N', "%b"),
    ('l', "%A"),
    ('D', "%a"),
    ('H', "%H"),
    ('G', "%-H"),
    ('i', "%M"),
];

/// Returns a format of PHP, `d/m/Y`, in the notation of strftime, or `None` if one of its letters is not known.
fn of_php(format: &str) -> Option<String> {
    let parts = format.chars().map(|letter| match letter {
        _ if !letter.is_alphanumeric() => Some(letter.to_string()),
        _ => {
            let (_, meant) = LETTERS.iter().find(|(known, _)| *known == letter)?;
            Some((*meant).to_owned())
        }
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats() {
        for (text, expected) in [
            ("{{ page.date | date(format=\"%Y\") }}", ""),
            ("{{ page.date | date(format=\"YYYY-MM-DD\") }}", "%Y-%m-%d"),
            (
                "{{ page.date|date(format=\"2 January 2006\") }}",
                "%-d %B %Y",
            ),
            ("{{ page.date | date(format=\"F j, Y\") }}", "%B %-d, %Y"),
            ("{{ page.date | date(format=\"Qx\") }}", "percent"),
            ("{# | date(format=\"YYYY\") #}", ""),
            ("{{ page.date | date }}", ""),
        ] {
            let found = foreign_formats(&Source::new("a.html", text));
            let help = found.iter().flat_map(|one| &one.help);
            let help: String = help.map(String::as_str).collect();
            assert_eq!(help.is_empty(), expected.is_empty(), "{text}");
            assert!(help.contains(expected), "{text}: {help}");
        }
    }
}
