//! Names that a template can use: variables, collections, components, and templates.

use super::graph::Templates;
use super::problem::OF_PAGES;
use super::tags::{component_definitions, variables};

/// Names that have a value where an expression is read, such as those of loops.
#[derive(Debug, Default)]
pub struct Names {
    /// Variables of the template, and those that every template has.
    pub variables: Vec<String>,
    /// Collections that templates of the theme name.
    pub collections: Vec<String>,
    /// Calls of the theme's components, with their required arguments: `<Tip title="…" />`.
    pub components: Vec<String>,
    /// Names of the theme's templates.
    pub templates: Vec<String>,
    /// Whether a field of Go, which begins with a dot, is one of a list's entry.
    pub is_in_loop: bool,
}

impl Names {
    /// Returns the names at a byte offset of a template.
    pub fn new(text: &str, at: usize, templates: &Templates) -> Self {
        let known = OF_PAGES.into_iter().chain(["loop"]);
        let own = variables(text, at).into_iter();
        let collections = templates.values().flat_map(|source| {
            let calls = source.text.split("collection(name=\"").skip(1);
            calls.filter_map(|rest| rest.split('"').next())
        });
        Self {
            variables: known.chain(own).map(str::to_owned).collect(),
            collections: collections.map(str::to_owned).collect(),
            components: templates
                .values()
                .flat_map(|source| calls_of_components(&source.text))
                .collect(),
            templates: templates.keys().cloned().collect(),
            is_in_loop: text[..at].contains("{{ range ") || text[..at].contains("{{range "),
        }
    }
}

/// Returns how to call each component that a template defines.
fn calls_of_components(text: &str) -> Vec<String> {
    let definitions = component_definitions(text);
    let calls = definitions.map(|(name, span)| {
        let inner = text[span.end..].trim_start().strip_prefix('(');
        let inner = inner.and_then(|inner| inner.split(')').next());
        let arguments = inner.into_iter().flat_map(|inner| inner.split(','));
        let required =
            arguments.filter(|argument| !argument.contains('=') && !argument.trim().is_empty());
        let written = required.map(|argument| {
            let (name, kind) = argument.split_once(':').unwrap_or((argument, "string"));
            match kind.trim() {
                "string" => format!(" {}=\"…\"", name.trim()),
                _ => format!(" {}={{…}}", name.trim()),
            }
        });
        format!("<{name}{} />", written.collect::<String>())
    });
    calls.collect()
}
