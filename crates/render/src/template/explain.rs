//! Explains syntax errors: by what another template language would mean, or by a common mistake.

use diagnostic::{Diagnostic, Place, first_line};

use super::foreign_expressions::expression;
use super::foreign_meaning::Meaning;
use super::foreign_tags::{in_braces, tag};
use super::graph::Templates;
use super::problem::Problem;
use super::syntax::common;
use super::tags::{component_calls, component_definitions, delimited, is_component, name_at, tags};
use super::template_names::Names;

/// Improves the message or help of a diagnostic if it is about a common syntax error, and returns any other unchanged.
pub fn explain(
    problem: &Problem<'_>,
    place: &Place,
    diagnostic: Diagnostic,
    templates: &Templates,
) -> Diagnostic {
    let names = || Names::new(&place.source.text, place.span.start, templates);
    let known = misnamed(place, &diagnostic, templates);
    if let Some(found) = known.or_else(|| foreign_value(place, &diagnostic, names)) {
        return found;
    }
    let found = common(problem, place, diagnostic, &names);
    let is_general = found.message.ends_with("is not an operator")
        || found
            .help
            .iter()
            .any(|help| GENERAL.iter().any(|start| help.starts_with(start)));
    if !found.help.is_empty() && !is_general {
        return found;
    }
    match foreign_tag(place, &names()) {
        Some(help) => found.only_help(help),
        None => found,
    }
}

/// Beginnings of help that does not show what was typed.
const GENERAL: [&str; 5] = [
    "write a choice as",
    "write `| default(value=…)`",
    "write `\"part\" in",
    "write the template's name in quotes",
    "delete it: an included template",
];

/// Returns the finding about the tag of Go, Handlebars, or JSX between the braces around a place. Returns `None` for any other tag.
fn foreign_value(
    place: &Place,
    diagnostic: &Diagnostic,
    names: impl Fn() -> Names,
) -> Option<Diagnostic> {
    let (text, at) = (place.source.text.as_str(), place.span.start);
    let before = text.get(..at)?;
    let start = before
        .rfind("{{")
        .filter(|start| before.rfind("{%").is_none_or(|tag| tag < *start))?;
    let inner = &text[start + 2..];
    let inner = &inner[..inner
        .find("}}")
        .or_else(|| inner.find('\n'))
        .unwrap_or(inner.len())];
    let (language, help) = if text[..start].ends_with('=')
        && !name_at(inner.trim_start()).is_empty()
        && inner.contains(':')
    {
        let attribute = before[..start - 1]
            .rsplit(char::is_whitespace)
            .next()
            .unwrap_or_default();
        let value = inner.split_once("__html:").map(|(_, value)| value.trim());
        let help = match attribute {
            "dangerouslySetInnerHTML" if let Some(value) = value => {
                let help = Meaning::Raw(value.to_owned()).help(&names());
                format!("{help} within the element")
            }
            "style" => {
                "give the element a class, and write the rule in the theme's styles/main.css"
                    .to_owned()
            }
            _ => {
                format!("write {attribute}=\"{{{{ page.title }}}}\", with one value in two braces")
            }
        };
        ("JSX", help)
    } else {
        let (language, meaning) = in_braces(inner)?;
        let names = names();
        // The value has a mistake of its own.
        if matches!(&meaning, Meaning::Print(value) if expression(value, &names).is_none()) {
            return None;
        }
        (language, meaning.help(&names))
    };
    let end = text.floor_char_boundary(start + 2 + inner.len() + 2);
    let end = text[..end].trim_end().len();
    let start = match language {
        // The attribute before the braces.
        "JSX" => before[..start]
            .trim_end_matches(|c: char| !c.is_whitespace())
            .len(),
        _ => start,
    };
    let line = first_line(&text[start..end]);
    let finding = diagnostic.clone().only_help(help);
    let finding = finding.reworded(format!("this is a tag of {language}"));
    Some(finding.at(Place::new(&place.source, start..start + line.len()), ""))
}

/// Returns what to write in place of the tag around a place, whose syntax is that of another language. Returns `None` if it is not known.
fn foreign_tag(place: &Place, names: &Names) -> Option<String> {
    let text = &place.source.text;
    let all = tags(text);
    let around = all.iter().find(|tag| tag.span.contains(&place.span.start));
    if let Some(found) = around {
        let after = found.words.strip_prefix(found.word)?;
        if is_component(found.word) && found.words.ends_with("/>") {
            return Some(format!("write {{{{ {} }}}}", found.words));
        }
        return Some(tag(found.word, after, None, names)?.help(names));
    }
    let values = delimited(text, "{{", "}}");
    let span = values
        .into_iter()
        .find(|span| span.contains(&place.span.start))?;
    let inner = text[span].trim_matches(['{', '}', '-', ' ']);
    let meant = expression(inner, names)?;
    (meant != inner).then(|| format!("write {{{{ {meant} }}}}"))
}

/// Returns the finding about a component that has another name in its end tag. The wrong name is the one that no template calls,
/// or the one in lower case.
fn misnamed(place: &Place, diagnostic: &Diagnostic, templates: &Templates) -> Option<Diagnostic> {
    let rest = diagnostic.message.strip_prefix("component was named `")?;
    let (opened, rest) = rest.split_once('`')?;
    let closed = rest.split('`').nth(1)?;
    let is_called = |name: &str| {
        let mut texts = templates.values();
        texts.any(|source| component_calls(&source.text).any(|called| called == name))
    };
    let message =
        format!("the component is named `{opened}` at its beginning, and `{closed}` at its end");
    let finding = diagnostic.clone().reworded(message);
    let text = &place.source.text;
    let is_capital = closed.starts_with(char::is_uppercase) && opened.eq_ignore_ascii_case(closed);
    let as_where = if is_called(closed) {
        "the templates call it"
    } else {
        "in its end tag"
    };
    let definition = component_definitions(text)
        .filter(|(name, span)| *name == opened && span.end <= place.span.start)
        .last();
    Some(match definition {
        Some((_, span)) if !is_called(opened) && (is_called(closed) || is_capital) => {
            let start = Place::new(&place.source, span);
            finding
                .at(start.clone(), "")
                .only_help(format!("write `{closed}`, as {as_where}"))
                .fixed_by(start, closed)
        }
        _ => finding
            .only_help(format!("write `{opened}`"))
            .fixed_by(place.clone(), opened),
    })
}
