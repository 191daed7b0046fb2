//! Reports a template that has lost its `extends`: it has blocks, but is no whole page.

use std::sync::Arc;

use diagnostic::{Diagnostic, Place, Source};
use tera::{ErrorKind, Tera};

use super::graph::Templates;
use super::tags::{Tag, tags};
use crate::codes;

/// Returns the finding about a template that has blocks, but extends no other template, is named by no other one, and has no `<html>`.
/// Its pages would be parts of a page, so it must not be used.
pub fn lost_parent(name: &str, source: &Arc<Source>, templates: &Templates) -> Option<Diagnostic> {
    let text = &source.text;
    if !name.ends_with(".html") || !text.contains("block") || text.contains("<html") {
        return None;
    }
    let all = tags(text);
    let first = all.iter().find(|tag| tag.word == "block")?;
    let quoted = format!("\"{name}\"");
    let is_named = || templates.values().any(|other| other.text.contains(&quoted));
    if all.iter().any(|tag| tag.word == "extends") || is_named() {
        return None;
    }
    // A mistake in its syntax is reported as such.
    let alone = Tera::new().add_raw_template(name, text);
    if alone.is_err_and(|error| matches!(error.kind(), ErrorKind::SyntaxError(_))) {
        return None;
    }
    let blocks = blocks(&all);
    let mut parents = templates
        .iter()
        .filter(|(_, other)| other.text.contains("<html"));
    let parent = parents.find(|(_, other)| {
        let known = tags(&other.text);
        let known = self::blocks(&known);
        blocks.iter().all(|block| known.contains(block))
    });
    let parent = parent.map_or("base.html", |(name, _)| name);
    let message = "this template has blocks, but extends no other template";
    let place = Place::new(source, first.span.clone());
    Some(
        Diagnostic::new(&codes::TEMPLATE_SYNTAX, message)
            .at(place, "")
            .help(format!(
                "write {{% extends \"{parent}\" %}} in the first line"
            )),
    )
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
                "write {% extends \"base.html\" %} in the first line",
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
            let found = lost_parent("a.html", &templates["a.html"], &templates);
            let help = found.map(|one| one.help.join(" ")).unwrap_or_default();
            assert_eq!(help, expected, "{text}");
        }
    }
}
