//! Reports tags of HTML in a template that publish something else than their author means: a value without quotes, and a component that
//! is written like an element.

use std::ops::Range;
use std::sync::Arc;

use diagnostic::{Diagnostic, Place, Source};
use tera::Tera;

use super::tags::{delimited, name_at};
use crate::codes;

/// Returns the findings about a template. `tera` has the theme's components.
pub fn mistaken_tags(source: &Arc<Source>, tera: &Tera) -> Vec<Diagnostic> {
    if !source.path.ends_with(".html") {
        return Vec::new();
    }
    let text = source.text.as_str();
    let values = delimited(text, "{{", "}}");
    let others = [
        ("{#", "#}"),
        ("<!--", "-->"),
        ("<script", "</script"),
        ("<style", "</style"),
    ];
    let others = others.iter();
    let others = others.flat_map(|(begin, end)| between(text, begin, end));
    let tags = delimited(text, "{%", "%}").into_iter();
    let mut html = text.as_bytes().to_vec();
    for span in values.iter().cloned().chain(tags).chain(others) {
        html[span].fill(b' ');
    }
    let html = String::from_utf8(html).unwrap_or_default();
    let mut found = Vec::new();
    for tag in between(&html, "<", ">") {
        let name = name_at(&html[tag.start + 1..]);
        if name.starts_with(char::is_uppercase) && tera.get_component_definition(name).is_some() {
            let place = Place::new(source, tag.start..tag.start + 1 + name.len());
            found.push(written_component(name, place));
        }
        let first = values.partition_point(|value| value.start < tag.start);
        for value in values[first..]
            .iter()
            .take_while(|value| value.end <= tag.end)
        {
            let before = html[tag.start..value.start].strip_suffix('=');
            let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
            let name = before.and_then(|before| before.rsplit(|c| !is_part(c)).next());
            if let Some(name) = name.filter(|name| !name.is_empty()) {
                found.push(unquoted(
                    name,
                    &text[value.clone()],
                    Place::new(source, value.clone()),
                ));
            }
        }
    }
    found
}

fn unquoted(name: &str, value: &str, place: Place) -> Diagnostic {
    let message = format!("the value of `{name}` has no quotes: it would end at its first space");
    let fixed = format!("\"{value}\"");
    Diagnostic::new(&codes::UNQUOTED_VALUE, message)
        .at(place.clone(), "")
        .help(format!("write {name}={fixed}"))
        .fixed_by(place, fixed)
}

fn written_component(name: &str, place: Place) -> Diagnostic {
    let message = format!("`<{name}>` is a component, which a template calls in braces");
    let help = format!(
        "write {{{{ <{name} … /> }}}}, or {{% <{name} …> %}}…{{% </{name}> %}} around a text"
    );
    Diagnostic::new(&codes::BAD_COMPONENT, message)
        .at(place, "")
        .help(help)
}

/// Returns the spans from each `begin` to the next `end`, both included.
fn between(text: &str, begin: &str, end: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(begin).map(|found| at + found) {
        let rest = &text[start + begin.len()..];
        let length = rest.find(end).map_or(rest.len(), |found| found + end.len());
        at = start + begin.len() + length;
        spans.push(start..at);
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags() {
        let mut tera = Tera::new();
        tera.add_raw_template(
            "c.html",
            "{% component Tip(title) %}x{% endcomponent Tip %}",
        )
        .unwrap();
        for (text, expected) in [
            (
                "<p title={{ page.title }} lang=\"{{ a }}\">{{ b }} = {{ c }}</p>",
                "the value of `title` has no quotes: it would end at its first space",
            ),
            (
                "{% if a > b %}<p title=\"{{ x }}\">{% endif %}{{ f(a=1) }}",
                "",
            ),
            (
                "<script>for(i=0;i<3;i++){ t={{ page.title | json }} }</script>",
                "",
            ),
            (
                "<Tip title=\"x\">y</Tip>",
                "`<Tip>` is a component, which a template calls in braces",
            ),
            (
                "{{ <Tip title=\"x\" /> }}<!-- <Tip> --><Other><p>a = {{ b }}",
                "",
            ),
        ] {
            let source = Source::new("themes/t/templates/a.html", text);
            let found = mistaken_tags(&source, &tera);
            let messages: Vec<&str> = found.iter().map(|one| &*one.message).collect();
            assert_eq!(messages.join("\n"), expected, "{text}");
        }
    }
}
