//! Reports tags of HTML in a template that publish something else than their author means: a value without quotes or without its last
//! quote, and a component that is written like an element.

use std::ops::Range;
use std::sync::Arc;

use diagnostic::{Diagnostic, Fix, Place, Source};
use tera::Tera;

use super::tags::{delimited, name_at};
use crate::codes;

/// Returns the findings about values with a brace too many: `{{ page.title }}}`. `html` has spaces for the `values`.
fn surplus_braces(source: &Arc<Source>, html: &str, values: &[Range<usize>]) -> Vec<Diagnostic> {
    // The brace may close one that is open before the value.
    let mut open = 0_usize;
    let mut from = 0;
    let mut found = Vec::new();
    for value in values {
        for sign in html.get(from..value.start).unwrap_or_default().bytes() {
            open += usize::from(sign == b'{');
            open = open.saturating_sub(usize::from(sign == b'}'));
        }
        from = value.end;
        if open > 0
            || source.text[value.start + 2..].starts_with('{')
            || !html
                .get(value.end..)
                .is_some_and(|rest| rest.starts_with('}'))
        {
            continue;
        }
        let place = Place::new(source, value.end..value.end + 1);
        let message = "this brace is one too many: the page shows it";
        let fix = Fix::replace("delete it", place.clone(), String::new());
        found.push(
            Diagnostic::new(&codes::TEMPLATE_SYNTAX, message)
                .warning()
                .at(place, "")
                .help("delete it")
                .fix(fix.to_confirm()),
        );
    }
    found
}

/// Returns the findings about a template. `tera` has the theme's components.
pub fn mistaken_tags(source: &Arc<Source>, tera: &Tera) -> Vec<Diagnostic> {
    if !source.path.ends_with(".html") {
        return Vec::new();
    }
    let text = without_raw(&source.text);
    let values = delimited(&text, "{{", "}}");
    let html = html_of(&text, &values);
    let mut found = surplus_braces(source, &html, &values);
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

/// Returns the finding about the first attribute of a template whose value has no last quote, so that it runs on to the quote of another
/// tag. Nothing after it would be what it looks like, so the template must not be used.
pub fn open_value(source: &Arc<Source>) -> Option<Diagnostic> {
    if !source.path.ends_with(".html") {
        return None;
    }
    let html = html_of(&source.text, &delimited(&source.text, "{{", "}}"));
    let mut is_in_tag = false;
    // End of the value before, and where the next one is searched.
    let (mut from, mut at) = (0, 0);
    while let Some(equals) = html[at..].find('=').map(|found| at + found) {
        at = equals + 1;
        let (quote, other) = match html.as_bytes().get(at) {
            Some(b'"') => ('"', '\''),
            Some(b'\'') => ('\'', '"'),
            _ => continue,
        };
        let before = &html[from..equals];
        if let Some(sign) = before.rfind(['<', '>']) {
            let is_name = |c: char| c.is_ascii_alphabetic();
            is_in_tag = before[sign..].starts_with('<') && before[sign + 1..].starts_with(is_name);
        }
        let value = &html[at + 1..];
        let length = value.find(quote).unwrap_or(value.len());
        let end = value[..length].find('>');
        let end = end.filter(|end| is_in_tag && value[*end..length].contains('<'));
        let is_odd = |end: &usize| value[..*end].matches(other).count() % 2 == 1;
        let meant = end
            .filter(is_odd)
            .and_then(|end| value[..end].strip_suffix(other));
        // The value of another attribute begins where this one ends.
        let is_open = length == value.len() || value[..length].ends_with('=');
        if let Some(end) = end.filter(|_| is_open || meant.is_some()) {
            let name = before.rsplit(char::is_whitespace).next()?;
            let place = Place::new(source, at..at + 1 + end);
            let (message, help) = match meant {
                Some(_) => {
                    let written = &source.text[at + 1..at + end];
                    (
                        format!("the value of `{name}` begins with {quote} and ends with {other}"),
                        format!("write {name}=\"{written}\""),
                    )
                }
                None => (
                    format!("the value of `{name}` has no last quote: it runs on into other tags"),
                    "write a quote where the value ends".to_owned(),
                ),
            };
            return Some(
                Diagnostic::new(&codes::UNCLOSED_VALUE, message)
                    .at(place, "")
                    .help(help),
            );
        }
        at = (at + 1 + length + 1).min(html.len());
        from = at;
    }
    None
}

/// Returns a template with spaces in place of what is within `{% raw %}`, which is shown as it is.
pub fn without_raw(text: &str) -> String {
    let mut kept = text.as_bytes().to_vec();
    let word = |at: usize| name_at(text[at + "{%".len()..].trim_start_matches(['-', ' ', '\n']));
    let mut start = None;
    for (at, _) in text.match_indices("{%") {
        match (word(at), start) {
            ("raw", None) => start = text[at..].find("%}").map(|end| at + end + "%}".len()),
            ("endraw", Some(from)) if from <= at => {
                kept[from..at].fill(b' ');
                start = None;
            }
            _ => {}
        }
    }
    String::from_utf8(kept).unwrap_or_default()
}

/// Returns the HTML of a template, with spaces for its `values`, its tags, comments, scripts, and styles.
pub fn html_of(text: &str, values: &[Range<usize>]) -> String {
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
    String::from_utf8(html).unwrap_or_default()
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
pub fn between(text: &str, begin: &str, end: &str) -> Vec<Range<usize>> {
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
    fn values_without_their_last_quote() {
        for (text, expected) in [
            (
                "<p title=\"{{ page.title }}>x</p>\n<p class=\"b\">",
                "\"{{ page.title }}",
            ),
            ("<p lang=\"en\" title=\"a>x</p>\n{% if a == \"b\" %}", "\"a"),
            ("<p class=\"a\" title=\"a > b, <c>\">x</p><b id=\"x\">", ""),
            ("a = \"b > c < d</p><p class=\"x\">", ""),
            ("<p\n  title=\"a>x</p>\n<p class=\"b\">", "\"a"),
            ("a < b=\"c > d</p><p class=\"x\">", ""),
            ("<script>if (a<b) c=\"d\";</script>", ""),
            ("<p title=\"a\n\nb\">", ""),
            ("<a href='/visit\">Visit</a> <p>don't", "'/visit\""),
            ("<a href=\"/visit'>Visit</a><p class=\"b\">", "\"/visit'"),
            ("<p data-html='<a class=\"b\">c</a>' lang='en'>", ""),
            ("<p title='a > b' class='c'>don't</p><b id='x'>", ""),
        ] {
            let source = Source::new("themes/t/templates/a.html", text);
            let place = open_value(&source).and_then(|one| one.place);
            let shown = place.map(|(place, _)| source.text[place.span].to_owned());
            assert_eq!(shown.unwrap_or_default(), expected, "{text}");
        }
    }

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
                "<p>{{ a }}}</p>",
                "this brace is one too many: the page shows it",
            ),
            (
                "<p data-x='{\"a\": {{ b }}}'><script>x = {a: {{ b }}}</script><style>a{width:{{ b }}}</style>",
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
