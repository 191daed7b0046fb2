//! Renders every page with calls at the start and at the end of each part of its templates, so that the time of each can be measured:
//! Tera does not measure it.

use std::sync::Arc;

use diagnostic::Source;
use tera::{Kwargs, State, Tera, TeraResult, Value};

use crate::site_renderer::SiteRenderer;
use crate::template::graph::Templates;
use crate::template::tags::tags;

/// A template, or a block or component in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplatePart {
    /// Path of the template's file, and the line of the part: `themes/bakery/templates/base.html:12`.
    pub place: String,
    /// What the part is: `block head`, `component Card`, or empty for a whole template.
    pub name: String,
}

/// What happens while pages are rendered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartEvent {
    /// A page begins.
    BeginPage,
    /// A part begins, given as its index in the list of parts.
    Begin(usize),
    /// The part that began last ends.
    End,
    /// The page ends. Parts that have not ended failed.
    EndPage,
}

/// A function that is called with each event.
pub type OnPartEvent = Arc<dyn Fn(PartEvent) + Send + Sync>;

/// Names of the functions that templates call. They are never visible to authors.
const BEGIN: &str = "__begin_part";
const END: &str = "__end_part";

impl SiteRenderer {
    /// Renders every page, one after the other, and calls `on_event`. Returns the parts of all templates.
    pub fn render_in_parts(&self, on_event: &OnPartEvent) -> Vec<TemplatePart> {
        let mut parts = Vec::new();
        let templates = self.theme.templates.iter();
        let with_calls: Templates = templates
            .map(|(name, source)| (name.clone(), with_calls(source, &mut parts)))
            .collect();
        let mut tera = Tera::default();
        register(&mut tera, on_event);
        let theme = self.theme.with_texts(&with_calls, tera);
        let renderer = self.with_theme(Arc::new(theme));
        let page_renderer = renderer.page_renderer();
        for route in &renderer.plan().routes {
            on_event(PartEvent::BeginPage);
            // Errors were reported when the page was rendered for the first time.
            drop(page_renderer.render(route));
            on_event(PartEvent::EndPage);
        }
        parts
    }
}

/// Returns a template that calls the functions in each of its parts, and adds each part to `parts`.
fn with_calls(source: &Arc<Source>, parts: &mut Vec<TemplatePart>) -> Arc<Source> {
    let text = source.text.as_str();
    let mut add = |at: usize, name: String| {
        let line = text[..at].matches('\n').count() + 1;
        parts.push(TemplatePart {
            place: format!("{}:{line}", source.path),
            name,
        });
        parts.len() - 1
    };
    // The calls, each with the offset at which it is inserted.
    let mut calls: Vec<(usize, String)> = Vec::new();
    let call = |function: &str, part: usize| format!("{{{{ {function}(part={part}) }}}}");
    let mut open: Vec<(&str, usize)> = Vec::new();
    let tags = tags(text);
    // What is outside of the blocks of a template that extends another one is not rendered.
    if !tags.iter().any(|tag| tag.word == "extends") {
        let whole = add(0, String::new());
        calls.push((0, call(BEGIN, whole)));
        open.push(("", whole));
    }
    for tag in &tags {
        match tag.word {
            "block" | "component" => {
                let part = add(tag.span.start, format!("{} {}", tag.word, tag.name()));
                calls.push((tag.span.end, call(BEGIN, part)));
                open.push((tag.word, part));
            }
            "endblock" | "endcomponent" => {
                if let Some((_, part)) = open.pop_if(|(word, _)| tag.word[3..] == **word) {
                    calls.push((tag.span.start, call(END, part)));
                }
            }
            _ => {}
        }
    }
    if let Some(("", whole)) = open.pop() {
        calls.push((text.len(), call(END, whole)));
    }
    let mut measured = String::with_capacity(text.len() + calls.len() * 32);
    let mut from = 0;
    for (at, call) in calls {
        measured.push_str(&text[from..at]);
        measured.push_str(&call);
        from = at;
    }
    measured.push_str(&text[from..]);
    Source::new(source.path.clone(), measured)
}

fn register(tera: &mut Tera, on_event: &OnPartEvent) {
    let on_begin = Arc::clone(on_event);
    tera.register_function(BEGIN, move |kwargs: Kwargs, _: &State| {
        on_begin(PartEvent::Begin(kwargs.must_get("part")?));
        TeraResult::Ok(Value::from(""))
    });
    let on_end = Arc::clone(on_event);
    tera.register_function(END, move |_: Kwargs, _: &State| {
        on_end(PartEvent::End);
        TeraResult::Ok(Value::from(""))
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_templates() {
        let mut parts = Vec::new();
        let mut text = |template: &str| {
            let source = with_calls(&Source::new("t.html", template), &mut parts);
            let text = source.text.replace("{{ __begin_part(part=", "‹");
            text.replace("{{ __end_part(part=", "›").replace(") }}", "")
        };
        assert_eq!(
            text("<p>{% block a %}x{% if y %}z{% endif %}{% endblock %}</p>"),
            "‹0<p>{% block a %}‹1x{% if y %}z{% endif %}›1{% endblock %}</p>›0"
        );
        assert_eq!(
            text("{% extends \"t.html\" %}\n{% block a -%} x {%- endblock a %}"),
            "{% extends \"t.html\" %}\n{% block a -%}‹2 x ›2{%- endblock a %}"
        );
        assert_eq!(
            text(
                "{# {% block a %} #}{% component Card(title) %}{{ title }}{% endcomponent Card %}"
            ),
            "‹3{# {% block a %} #}{% component Card(title) %}‹4{{ title }}›4{% endcomponent Card %}›3"
        );
        let shown: Vec<String> = parts
            .iter()
            .map(|part| format!("{} {}", part.place, part.name))
            .collect();
        assert_eq!(
            shown,
            [
                "t.html:1 ",
                "t.html:1 block a",
                "t.html:2 block a",
                "t.html:1 ",
                "t.html:1 component Card"
            ]
        );
    }
}
