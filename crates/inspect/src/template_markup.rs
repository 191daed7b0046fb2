//! Finds the tag of a template without its counterpart, which makes the tags of other templates look wrong.

use diagnostic::Place;
use render::Templates;

use crate::markup::{self, MarkupFaultKind};
use crate::text_search::spans_between;

/// Returns the tags of each template that its other tags do not close, or that close nothing there.
pub fn lone_tags(templates: &Templates) -> Vec<Place> {
    let sources = templates.values().filter(|one| one.path.ends_with(".html"));
    let places = sources.flat_map(|source| {
        let faults = markup::build(&without_tags(&source.text))
            .faults
            .into_iter();
        let nesting = faults.filter(|fault| fault.kind == MarkupFaultKind::Nesting);
        nesting.map(|fault| Place::new(source, fault.span))
    });
    places.collect()
}

/// Returns the only one of `tags` that is a start tag `<name>` or, if `is_end`, an end tag. Returns `None` if there is more than one, or
/// if another template has the counterpart.
pub fn lone_tag<'a>(tags: &'a [Place], name: &str, is_end: bool) -> Option<&'a Place> {
    let mut same = tags.iter().filter(|tag| tag_name(written(tag)) == name);
    let only = same.next()?;
    let is_meant = written(only).starts_with("</") == is_end;
    (is_meant && same.next().is_none()).then_some(only)
}

fn written(tag: &Place) -> &str {
    &tag.source.text[tag.span.clone()]
}

/// Returns the name in a start tag or end tag.
pub fn tag_name(tag: &str) -> &str {
    let name = tag.trim_start_matches(['<', '/']);
    let end = name.find(|one: char| !one.is_ascii_alphanumeric() && one != '-');
    &name[..end.unwrap_or(name.len())]
}

/// Returns a template with spaces in place of its values, tags, and comments.
fn without_tags(template: &str) -> String {
    let signs = [("{{", "}}"), ("{%", "%}"), ("{#", "#}")];
    let spans = signs
        .into_iter()
        .flat_map(|(open, close)| spans_between(template, open, close));
    let mut bytes = template.as_bytes().to_vec();
    for span in spans {
        for byte in bytes[span].iter_mut().filter(|byte| **byte != b'\n') {
            *byte = b' ';
        }
    }
    String::from_utf8(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use diagnostic::{Place, Source};

    use super::{lone_tag, lone_tags};

    #[test]
    fn tags_without_counterpart() {
        let base = "<main>{% if a > 1 %}<div class=\"{{ b }}\">{% block c %}{% endblock %}</div>{% endif %}</main>";
        for (template, name, is_end, expected) in [
            (
                "{% block c %}\n<div id=\"x\">\n<p>y</p>{% endblock %}",
                "div",
                false,
                "2:1",
            ),
            (
                "{% block c %}\n<div /><p>{{ a }}</p>{% endblock %}",
                "div",
                false,
                "2:1",
            ),
            ("<p>a</p>\n{# <div> #}</div>", "div", true, "2:12"),
            ("<div>a</div>", "div", false, ""),
            ("<div>\n<p>a</p><div>b", "div", false, ""),
            ("</div><p>a</p><div>", "div", false, ""),
        ] {
            let sources = [("base.html", base), ("page.html", template)];
            let sources = sources.map(|(name, text)| (name.to_owned(), Source::new(name, text)));
            let templates = sources.into_iter().collect();
            let tags = lone_tags(&templates);
            let place = lone_tag(&tags, name, is_end).map(Place::line_column);
            let place = place.map(|at| format!("{}:{}", at.line, at.column));
            assert_eq!(place.unwrap_or_default(), expected, "{template}");
        }
    }
}
