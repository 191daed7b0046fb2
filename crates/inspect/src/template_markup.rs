//! Finds the tag of a template without its counterpart, which makes the tags of other templates look wrong.

use std::cell::RefCell;
use std::collections::HashMap;

use diagnostic::Place;
use render::{TemplateGraph, Templates};

use crate::markup::{self, MarkupFaultKind};
use crate::text_search::spans_between;

/// Tags that the other tags of their template do not close, or that close nothing there.
#[derive(Default)]
pub struct LoneTags {
    /// Those of the templates that a page uses, by the name of its own template and the name of the element; `None` if there are several.
    of_pages: RefCell<HashMap<String, HashMap<String, Option<Place>>>>,
}

impl LoneTags {
    /// Returns the only one in the templates of a page that is a start tag `<name>` or, if `is_end`, an end tag. Returns `None` if there is
    /// more than one, or if another template has the counterpart.
    pub fn only(
        &self,
        templates: &Templates,
        template: &str,
        name: &str,
        is_end: bool,
    ) -> Option<Place> {
        let mut of_pages = self.of_pages.borrow_mut();
        if !of_pages.contains_key(template) {
            of_pages.insert(template.to_owned(), lone_tags(templates, template));
        }
        let only = of_pages.get(template)?.get(name)?.as_ref();
        only.filter(|tag| written(tag).starts_with("</") == is_end)
            .cloned()
    }
}

fn lone_tags(templates: &Templates, template: &str) -> HashMap<String, Option<Place>> {
    let graph = TemplateGraph::new(templates);
    let sources = graph.dependencies(template, "").into_iter();
    let mut tags: HashMap<String, Option<Place>> = HashMap::new();
    for source in sources.filter(|one| one.path.ends_with(".html")) {
        let faults = markup::build(&without_tags(&source.text)).faults;
        let nesting = faults
            .into_iter()
            .filter(|fault| fault.kind == MarkupFaultKind::Nesting);
        for place in nesting.map(|fault| Place::new(source, fault.span)) {
            let name = tag_name(written(&place)).to_owned();
            tags.entry(name)
                .and_modify(|one| *one = None)
                .or_insert(Some(place));
        }
    }
    tags
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
pub fn without_tags(template: &str) -> String {
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

    use super::LoneTags;

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
            let tag = LoneTags::default().only(&templates, "page.html", name, is_end);
            let place = tag.as_ref().map(Place::line_column);
            let place = place.map(|at| format!("{}:{}", at.line, at.column));
            assert_eq!(place.unwrap_or_default(), expected, "{template}");
        }
    }
}
