//! Findings about templates that name others: unknown ones, and those that include or extend themselves.

use diagnostic::{Diagnostic, Place};

use super::graph::Templates;
use super::template_help::template_help;
use crate::codes;

/// Returns the place where a template names another one.
fn mention(templates: &Templates, current: &str, other: &str) -> Option<Place> {
    let source = templates.get(current)?;
    let quoted = ['"', '\''].map(|quote| format!("{quote}{other}{quote}"));
    let at = quoted.iter().find_map(|name| source.text.find(name))?;
    Some(Place::new(source, at..at + other.len() + 2))
}

/// Returns the finding that a template names another one that does not exist.
pub fn missing_template(current: &str, missing: &str, templates: &Templates) -> Diagnostic {
    unknown_template(missing, mention(templates, current, missing), templates)
}

/// Returns the finding that the template `name`, which is named at `place`, does not exist.
pub fn unknown_template(name: &str, place: Option<Place>, templates: &Templates) -> Diagnostic {
    let help = template_help(name, templates);
    Diagnostic::new(
        &codes::MISSING_TEMPLATE,
        format!("unknown template `{name}`"),
    )
    .maybe_at(place, "not in the theme's templates/")
    .help(help)
}

/// Returns the finding that the template `name` includes or extends itself through the templates of `chain`.
pub fn cycle(
    tag: &str,
    verb: &str,
    name: &str,
    chain: &[String],
    templates: &Templates,
) -> Diagnostic {
    let message = format!("the template `{name}` {verb} itself: {}", chain.join(" → "));
    let diagnostic = Diagnostic::new(&codes::TEMPLATE_LOOP, message).help(format!(
        "remove one of the `{{% {tag} %}}` tags in this cycle"
    ));
    let last_to = |from: &str| {
        let mut others = chain.iter().rev();
        others.find_map(|to| mention(templates, from, to))
    };
    // A chain of includes ends with the template that it returns to; a chain of parents ends one template earlier.
    let comes_back = chain
        .split_last()
        .filter(|(last, before)| before.contains(last));
    let place = match comes_back {
        Some((_, [.., from])) => mention(templates, from, name),
        _ => chain.last().and_then(|last| last_to(last)),
    };
    match (place, templates.get(name)) {
        (Some(place), _) => diagnostic.at(place, "this closes the cycle"),
        (None, Some(source)) => diagnostic.at(Place::start_of(source), ""),
        (None, None) => diagnostic,
    }
}
