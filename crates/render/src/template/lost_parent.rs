//! Reports a template that has lost its `extends`: it has blocks, but is no whole page.

use std::sync::Arc;

use diagnostic::{Diagnostic, Place, Source};
use tera::{ErrorKind, Tera};

use super::graph::{Graph, Templates};
use super::tags::{Tag, tags};
use crate::codes;

/// Returns the finding about a template that has blocks, but extends no other template, is named by no other one, and has no `<html>`.
/// A page made with it would have no `<head>`, so no page is rendered with it.
pub fn lost_parent(
    name: &str,
    source: &Arc<Source>,
    templates: &Templates,
    graph: &Graph<'_>,
) -> Option<Diagnostic> {
    let text = &source.text;
    if !name.ends_with(".html") || !text.contains("block") || is_whole(text) {
        return None;
    }
    let all = tags(text);
    let first = all.iter().find(|tag| tag.word == "block")?;
    let is_used = || graph.dependents(&[name.to_owned()].into()).len() > 1;
    if all.iter().any(|tag| tag.word == "extends") || is_used() {
        return None;
    }
    // A mistake in its syntax is reported as such.
    let alone = Tera::new().add_raw_template(name, text);
    if alone.is_err_and(|error| matches!(error.kind(), ErrorKind::SyntaxError(_))) {
        return None;
    }
    let blocks = blocks(&all);
    let mut parents = templates.iter().filter(|(_, other)| is_whole(&other.text));
    let parent = parents.find(|(_, other)| {
        let known = tags(&other.text);
        let known = self::blocks(&known);
        blocks.iter().all(|block| known.contains(block))
    });
    let help = match parent {
        Some((parent, _)) => format!("write {{% extends \"{parent}\" %}} in the first line"),
        None => {
            "begin it with {% extends \"…\" %} and the name of a template with `<html>`".to_owned()
        }
    };
    let message = "this template has blocks, but extends no other template";
    let place = Place::new(source, first.span.clone());
    Some(
        Diagnostic::new(&codes::TEMPLATE_SYNTAX, message)
            .at(place, "")
            .help(help),
    )
}

/// Returns whether a template has the beginning of a page.
fn is_whole(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    lower.contains("<html") || lower.contains("<!doctype")
}

/// Returns the names of the blocks that these tags open.
fn blocks<'a>(tags: &[Tag<'a>]) -> Vec<&'a str> {
    let blocks = tags.iter().filter(|tag| tag.word == "block");
    blocks.map(Tag::name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_without_a_parent() {
        let base = "<html>{% block main %}{% endblock %}</html>";
        let block = "\n{% block main %}x{% endblock %}";
        for (text, other, expected) in [
            (
                block,
                "",
                "write {% extends \"layout.html\" %} in the first line",
            ),
            (
                "{% block x %}{% endblock %}",
                "",
                "begin it with {% extends \"…\" %} and the name of a template with `<html>`",
            ),
            (block, "{% extends \"a.html\" %}", ""),
            (
                "{% extends \"layout.html\" %}{% block main %}{% endblock %}",
                "",
                "",
            ),
            ("<html>{% block main %}{% endblock %}</html>", "", ""),
            ("<p>no block</p>", "", ""),
        ] {
            let source = |name: &str, text: &str| (name.to_owned(), Source::new(name, text));
            let templates = Templates::from([
                source("a.html", text),
                source("layout.html", base),
                source("z.html", other),
            ]);
            let found = lost_parent(
                "a.html",
                &templates["a.html"],
                &templates,
                &Graph::new(&templates),
            );
            let help = found.map(|one| one.help.join(" ")).unwrap_or_default();
            assert_eq!(help, expected, "{text}");
        }
    }
}
