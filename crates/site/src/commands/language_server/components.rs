//! Components of the theme: their definitions, and the names that call them.

use std::ops::Range;
use std::sync::Arc;

use diagnostic::Source;
use render::component_definitions;

use super::project::Project;

/// A component that the theme defines.
#[derive(Debug, Clone)]
pub struct Component {
    /// Name.
    pub name: String,
    /// Template that defines it.
    pub source: Arc<Source>,
    /// Byte range of the name in the definition.
    pub span: Range<usize>,
    /// Arguments as they are declared, such as `kind: string = "tip"`.
    pub arguments: Vec<String>,
}

impl Component {
    /// Returns the names of the arguments, each with its declaration.
    pub fn names(&self) -> impl Iterator<Item = (&str, &str)> {
        let arguments = self.arguments.iter().map(String::as_str);
        arguments.map(|one| (one.split([':', '=']).next().unwrap_or_default().trim(), one))
    }

    /// Returns the component as it is called, with its required arguments empty. `$0` marks the cursor.
    pub fn call(&self) -> String {
        let required = self.arguments.iter().filter(|one| !one.contains('='));
        let names = required.filter_map(|one| one.split(':').next());
        let arguments: String = names.map(|name| format!(" {}=\"\"", name.trim())).collect();
        let text = &self.source.text[self.span.end..];
        let body = text.split("endcomponent").next().unwrap_or(text);
        if body.contains("body") {
            format!("{}{arguments}>$0</{}>", self.name, self.name)
        } else {
            format!("{}{arguments} />$0", self.name)
        }
    }
}

/// Returns the components of the theme.
pub fn components(project: &Project) -> Vec<Component> {
    let templates = project.templates();
    let sources = templates.values().filter_map(|path| project.text(path));
    let all = sources.flat_map(|source| {
        let definitions = component_definitions(&source.text);
        definitions.map(|(name, span)| Component {
            name: name.to_owned(),
            source: Arc::clone(source),
            arguments: arguments(&source.text[span.end..]),
            span,
        })
    });
    all.collect()
}

/// Returns the arguments in the parentheses at the start of a text.
fn arguments(text: &str) -> Vec<String> {
    let Some(text) = text.trim_start().strip_prefix('(') else {
        return Vec::new();
    };
    let mut all = Vec::new();
    let (mut start, mut depth, mut quote) = (0, 0_usize, None);
    for (at, character) in text.char_indices() {
        match (quote, character) {
            (Some(open), _) if open == character => quote = None,
            (None, '"' | '\'' | '`') => quote = Some(character),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ',' | ')') if depth == 0 => {
                all.push(text[start..at].trim().to_owned());
                start = at + 1;
                if character == ')' {
                    break;
                }
            }
            (None, ')' | ']' | '}') => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    all.retain(|one| !one.is_empty());
    all
}

/// Returns the byte ranges of the names of a component where a text calls it, or closes its tag.
pub fn calls<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
    text.match_indices(name).filter_map(move |(at, _)| {
        let before = text[..at].strip_suffix('/').unwrap_or(&text[..at]);
        let end = at + name.len();
        let goes_on = text[end..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
        (before.ends_with('<') && !goes_on).then_some(at..end)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations() {
        for (text, expected) in [
            ("() %}", &[][..]),
            ("(of: string) -%}", &["of: string"]),
            (
                "(kind: string = \"a, b)\", list = [1, 2], n) %}{{ (1) }}",
                &["kind: string = \"a, b)\"", "list = [1, 2]", "n"],
            ),
            (" %}", &[]),
            ("(open", &[]),
        ] {
            assert_eq!(arguments(text), expected, "{text}");
        }
    }
}
