//! A second front matter, in TOML or JSON, directly below that of a file.

use std::ops::Range;
use std::sync::Arc;

use diagnostic::{Diagnostic, Fix, Place, Source, first_line, lines};
use serde_json::{Deserializer, Map, Value};

use crate::codes;

/// Returns the span of the second front matter that begins at `start`, and the finding about it. `first` is the TOML of the first one.
pub fn second_front_matter(
    source: &Arc<Source>,
    first: Range<usize>,
    start: usize,
) -> Option<(Range<usize>, Diagnostic)> {
    let text = &source.text;
    let rest = &text[start..];
    let length = if rest.starts_with('{') {
        let mut values = Deserializer::from_str(rest).into_iter::<Map<String, Value>>();
        let value = values.next()?.ok()?;
        // Any other object may be what the page is about.
        let mut keys = text[first]
            .lines()
            .filter_map(|line| line.split('=').next());
        keys.any(|key| value.contains_key(key.trim()))
            .then(|| values.byte_offset())?
    } else {
        let mut below = lines(rest).skip(1);
        let (end, last) = below.find(|(_, line)| line.trim_end() == "+++")?;
        let inner = &rest[first_line(rest).len()..end];
        (!inner.trim().is_empty() && inner.parse::<toml::Table>().is_ok())
            .then_some(end + last.len())?
    };
    let written = rest[..length].trim_end();
    let opening = first_line(written);
    let closing = written.lines().next_back().unwrap_or_default();
    let help = format!(
        "delete the lines from this `{opening}` to its `{closing}`, or move their keys to the first one"
    );
    let whole = Place::new(source, start..start + length);
    let fix = Fix::replace("delete these lines", whole, String::new()).to_confirm();
    let message = "there is a second front matter, which shows as text";
    let place = Place::new(source, start..start + opening.len());
    let mistake = Diagnostic::new(&codes::UNCLOSED_FRONT_MATTER, message).at(place, "");
    Some((start..start + length, mistake.help(help).fix(fix)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn second_ones() {
        for (text, expected) in [
            ("+++\ntitle = \"B\"\n+++\nText", "+++\ntitle = \"B\"\n+++\n"),
            ("{\n  \"title\": \"B\"\n}\nText", "{\n  \"title\": \"B\"\n}"),
            ("+++\nText\n+++\n", ""),
            ("+++\n\n+++\n", ""),
            ("+++\nText", ""),
            ("{ \"price\": 3 }\nText", ""),
            ("{ title }", ""),
            ("{% x %}", ""),
        ] {
            let file = format!("+++\ntitle = \"A\"\n+++\n{text}");
            let source = Source::new("a.md", file.as_str());
            let start = file.len() - text.len();
            let found = second_front_matter(&source, 4..16, start);
            let found = found.map_or("", |(span, _)| &file[span]);
            assert_eq!(found, expected, "{text}");
        }
    }
}
