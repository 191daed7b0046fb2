//! Links, shortcodes and imports in the notation of another site generator, reported once per file.

use std::ops::Range;
use std::sync::Arc;

use diagnostic::{Diagnostic, Place, Source};

use crate::codes::FOREIGN_NOTATION;

/// Notations: how each begins, what it is, and what to write instead. Hugo's shortcodes are reported when Markdown is rendered.
const NOTATIONS: [(&str, &str, &str); 4] = [
    ("](@/", "Zola's link", LINK),
    ("{% link", "Jekyll's link", LINK),
    ("{% post_url", "Jekyll's link", LINK),
    ("client:", "Astro's directive", ISLAND),
];
const LINK: &str = "link to the file, [text](../pages/about.md), or to the page, [text](/about)";
const SHORTCODE: &str = "write a picture as ![what it shows](photo.jpg), and anything else as a component of the theme: <Note>…</Note>";
const ISLAND: &str =
    "components come from the theme: <Note>…</Note>; an island belongs in a template";

/// Reports the first use of another generator's notation in Markdown, outside of code, and how many more there are.
pub fn foreign_notation(source: &Arc<Source>, body: Range<usize>) -> Option<Diagnostic> {
    // Fast path: most files contain none of these.
    let signs = ["{{", "{%", "](@/", "client:", "import "];
    let markdown = &source.text[body.clone()];
    if !signs.iter().any(|sign| markdown.contains(sign)) {
        return None;
    }
    let mut fence: Option<&str> = None;
    let mut found: Vec<(Range<usize>, &str, &str)> = Vec::new();
    let mut start = body.start;
    for line in markdown.split_inclusive('\n') {
        let text = line.trim();
        let mark = ["```", "~~~"]
            .into_iter()
            .find(|mark| text.starts_with(mark));
        match (fence, mark) {
            (None, Some(mark)) => fence = Some(mark),
            (Some(open), Some(mark)) if open == mark => fence = None,
            (None, None) if !line.starts_with("    ") && !line.starts_with('\t') => {
                found
                    .extend(in_line(line).map(|(at, kind, help)| (shifted(at, start), kind, help)));
            }
            _ => {}
        }
        start += line.len();
    }
    let (span, kind, help) = found.first()?.clone();
    let written = &source.text[span.clone()];
    let mut diagnostic = Diagnostic::new(&FOREIGN_NOTATION, format!("`{written}` is {kind}"))
        .at(Place::new(source, span), "")
        .help(help);
    let more = found.len() - 1;
    if more > 0 {
        let times = if more == 1 { "once" } else { "times" };
        let count = if more == 1 {
            String::new()
        } else {
            format!("{more} ")
        };
        diagnostic = diagnostic.help(format!(
            "such notation follows {count}{times} more in this file"
        ));
    }
    Some(diagnostic)
}

fn shifted(span: Range<usize>, by: usize) -> Range<usize> {
    span.start + by..span.end + by
}

/// Returns each foreign notation in a line, outside of code spans: its bytes, what it is, and what to write instead.
fn in_line(line: &str) -> impl Iterator<Item = (Range<usize>, &'static str, &'static str)> {
    let text = line.trim_end();
    let code: Vec<usize> = text.match_indices('`').map(|(at, _)| at).collect();
    let is_in_code = move |at: usize| {
        let before = code.iter().filter(|tick| **tick < at).count();
        before % 2 == 1 && code.len() > before
    };
    let is_import =
        text.starts_with("import ") && text.contains(" from ") && text.contains(['"', '\'']);
    let import = is_import.then_some((0..text.len(), "an import of Astro or MDX", ISLAND));
    let mut from = 0;
    let others = std::iter::from_fn(move || {
        loop {
            let rest = text.get(from..)?;
            let (at, notation) = NOTATIONS
                .iter()
                .filter_map(|one| Some((rest.find(one.0)?, one)))
                .min_by_key(|(at, one)| (*at, std::cmp::Reverse(one.0.len())))?;
            let start = from + at;
            let end = end_of(text, start, notation.0);
            from = end;
            let is_directive = notation.0 != "client:" || text[..start].contains('<');
            if !is_in_code(start) && !text[..start].ends_with('\\') && is_directive {
                return Some((start..end, notation.1, notation.2));
            }
        }
    });
    let calls = shortcode_calls(text);
    import.into_iter().chain(others).chain(calls)
}

/// Returns Zola's shortcode calls, `{{ name(…) }}` and `{% name(…) %}`, in the form that `in_line` returns.
fn shortcode_calls(text: &str) -> Vec<(Range<usize>, &'static str, &'static str)> {
    let starts = text.match_indices("{{").chain(text.match_indices("{%"));
    let calls = starts.filter_map(|(at, begins)| {
        let rest = text[at + 2..].trim_start();
        let name = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
        let is_call = name > 0 && rest[name..].starts_with('(');
        let is_in_code = text[..at].matches('`').count() % 2 == 1;
        (is_call && !is_in_code)
            .then(|| (at..end_of(text, at, begins), "Zola's shortcode", SHORTCODE))
    });
    calls.collect()
}

/// Returns the end of the notation that begins with `begins` at `start`; the end of the line if it is not closed.
fn end_of(text: &str, start: usize, begins: &str) -> usize {
    let close = match begins {
        "](@/" => ")",
        "client:" => " ",
        begins if begins.starts_with("{{") => "}}",
        _ => "%}",
    };
    let inside = start + begins.len();
    let end = text[inside..].find(close);
    end.map_or(text.len(), |at| inside + at + close.trim_end().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notation_of_other_generators() {
        for (text, expected) in [
            (
                "See [us](@/about.md) and [them](@/x.md).",
                Some("](@/about.md): Zola's link, 2"),
            ),
            (
                "{{ youtube(id=\"x\") }}",
                Some("{{ youtube(id=\"x\") }}: Zola's shortcode, 1"),
            ),
            (
                "{% quote(by=\"me\") %}",
                Some("{% quote(by=\"me\") %}: Zola's shortcode, 1"),
            ),
            (
                "[a]({% post_url 2020-01-01-a %})",
                Some("{% post_url 2020-01-01-a %}: Jekyll's link, 1"),
            ),
            (
                "import Card from './Card.astro';",
                Some("import Card from './Card.astro';: an import of Astro or MDX, 1"),
            ),
            (
                "<Chart client:load />",
                Some("client:load: Astro's directive, 1"),
            ),
            ("`[a](@/a.md)` and ``` and \\](@/a.md)", None),
            ("```\n[a](@/a.md)\n```\n\n    {{ a() }}\n", None),
            ("{{ site.name }}, {% if x %} and our client: the mill", None),
        ] {
            let source = Source::new("a.md", text);
            let found = foreign_notation(&source, 0..text.len()).map(|one| {
                let (place, _) = one.place.unwrap();
                let kind = one.message.split("` is ").nth(1).unwrap().to_owned();
                let more = one.help.get(1).map_or(0, |help| {
                    help.split(' ')
                        .find_map(|word| word.parse().ok())
                        .unwrap_or(1)
                });
                format!("{}: {kind}, {}", &text[place.span], more + 1)
            });
            assert_eq!(found.as_deref(), expected, "{text}");
        }
    }
}
