//! The theme's templates, parsed, with every mistake in them.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

use diagnostic::{Diagnostic, Fingerprint, Fingerprinter, Source};
use tera::Tera;

use crate::codes;
use crate::template_error::{Templates, diagnostics};
use crate::template_words::components_of;

/// Templates as Tera has them.
pub struct Parsed {
    /// The sound ones.
    pub tera: Tera,
    /// Names of those with a mistake, and of all that draw in one of them.
    pub left_out: BTreeSet<String>,
    /// Every syntax error of every template, and of the others every reference to something that does not exist.
    pub found: Vec<Diagnostic>,
}

/// Parses all templates. `tera` has functions and filters registered already.
pub fn parse(tera: &Tera, templates: &Templates) -> Parsed {
    let mut parsed = Parsed {
        tera: tera.clone(),
        left_out: BTreeSet::new(),
        found: Vec::new(),
    };
    loop {
        let rest = templates
            .iter()
            .filter(|(name, _)| !parsed.left_out.contains(*name))
            .map(|(name, source)| (name.as_str(), source.text.as_str()));
        let rest: Vec<(&str, &str)> = rest.collect();
        let Err(error) = parsed.tera.add_raw_templates(rest.iter().copied()) else {
            return parsed;
        };
        let found = mistakes(&error, &rest, templates);
        let faulty: BTreeSet<&str> = found
            .iter()
            .filter_map(|one| one.place.as_ref())
            .filter_map(|(place, _)| {
                let is_it =
                    |(_, source): &(&String, &Arc<Source>)| Arc::ptr_eq(source, &place.source);
                templates.iter().find(is_it).map(|(name, _)| name.as_str())
            })
            .collect();
        let before = parsed.left_out.len();
        parsed.tera = tera.clone();
        parsed.found.extend(found);
        parsed.left_out.extend(drawing_in(&faulty, templates));
        if parsed.left_out.len() == before {
            // Nobody knows whose mistake it is.
            parsed.left_out.extend(templates.keys().cloned());
        }
    }
}

/// Templates that draw in one of these, and these themselves.
fn drawing_in(faulty: &BTreeSet<&str>, templates: &Templates) -> Vec<String> {
    let is_faulty = |source: &&Arc<Source>| {
        let mut sources = faulty.iter().filter_map(|name| templates.get(*name));
        sources.any(|one| Arc::ptr_eq(one, source))
    };
    let all = drawn_by_each(templates).into_iter();
    all.filter(|(_, drawn)| drawn.iter().any(is_faulty))
        .map(|(name, _)| name.to_owned())
        .collect()
}

/// What is wrong with those of the templates that gave this error.
fn mistakes(
    error: &tera::Error,
    parsed: &[(&str, &str)],
    templates: &Templates,
) -> Vec<Diagnostic> {
    // Tera stops at the first syntax error, so each template is tried alone to find them all.
    let found: Vec<Diagnostic> = parsed
        .iter()
        .filter_map(|(name, text)| {
            let error = Tera::new().add_raw_template(name, text).err()?;
            matches!(error.kind(), tera::ErrorKind::SyntaxError(_))
                .then(|| diagnostics(&error, templates))
        })
        .flatten()
        .map(|diagnostic| Diagnostic {
            code: &codes::TEMPLATE_SYNTAX,
            ..diagnostic
        })
        .collect();
    if found.is_empty() {
        diagnostics(error, templates)
    } else {
        found
    }
}

/// Of each template together with all that it can draw in: the templates it names, directly or through others, and those
/// with components, which need no naming.
pub fn fingerprints(templates: &Templates) -> HashMap<String, Fingerprint> {
    let components: Vec<&str> = templates
        .iter()
        .filter(|(_, source)| source.text.contains("component "))
        .map(|(name, _)| name.as_str())
        .collect();
    templates
        .keys()
        .map(|name| {
            let mut drawn: BTreeSet<&str> = BTreeSet::new();
            let mut open: Vec<&str> = components.clone();
            open.push(name);
            while let Some(next) = open.pop() {
                if drawn.insert(next)
                    && let Some(source) = templates.get(next)
                {
                    open.extend(named(&source.text, templates));
                }
            }
            let print = drawn
                .iter()
                .filter_map(|name| templates.get(*name))
                .fold(Fingerprinter::default(), |all, source| {
                    all.part(source.fingerprint)
                });
            (name.clone(), print.finish())
        })
        .collect()
}

/// The templates that a page really draws in: its own first, then those it extends or includes, directly or through
/// others, and those with components that these or its Markdown name.
pub fn drawn<'a>(templates: &'a Templates, name: &str, markdown: &str) -> Vec<&'a Arc<Source>> {
    let components: Vec<(String, &str)> = templates
        .iter()
        .flat_map(|(name, source)| {
            let defined = components_of(&source.text);
            defined.map(move |component| (component.to_owned(), name.as_str()))
        })
        .collect();
    let used = |text: &str| -> Vec<&'a str> {
        let uses = |component: &str| {
            let mut tags = text.match_indices(component);
            tags.any(|(at, _)| {
                let after = text[at + component.len()..].chars().next();
                text[..at].ends_with('<') && !after.is_some_and(char::is_alphanumeric)
            })
        };
        let used = components.iter().filter(|(component, _)| uses(component));
        used.map(|(_, name)| *name).collect()
    };
    let mut drawn: Vec<&Arc<Source>> = Vec::new();
    let mut seen = BTreeSet::new();
    let own = templates.get_key_value(name).map(|(name, _)| name.as_str());
    let mut open: VecDeque<&str> = own.into_iter().chain(used(markdown)).collect();
    while let Some(next) = open.pop_front() {
        if seen.insert(next)
            && let Some(source) = templates.get(next)
        {
            drawn.push(source);
            open.extend(named(&source.text, templates));
            open.extend(used(&source.text));
        }
    }
    drawn
}

/// [`drawn`] of every template by its name, without Markdown.
pub fn drawn_by_each(templates: &Templates) -> BTreeMap<&str, Vec<&Arc<Source>>> {
    let components: HashMap<&str, &str> = templates
        .iter()
        .flat_map(|(name, source)| components_of(&source.text).map(|one| (one, name.as_str())))
        .collect();
    let direct = |source: &Arc<Source>| {
        let tags = source.text.split('<').skip(1).filter_map(|after| {
            let end = after.find(|c: char| !c.is_alphanumeric() && c != '_');
            components
                .get(&after[..end.unwrap_or(after.len())])
                .copied()
        });
        let mut all = named(&source.text, templates);
        all.extend(tags);
        all
    };
    let direct: HashMap<&str, Vec<&str>> = templates
        .iter()
        .map(|(name, source)| (name.as_str(), direct(source)))
        .collect();
    let all = templates.keys().map(|name| {
        let mut drawn = Vec::new();
        let mut seen = BTreeSet::new();
        let mut open = VecDeque::from([name.as_str()]);
        while let Some(next) = open.pop_front() {
            if seen.insert(next) {
                drawn.extend(templates.get(next));
                open.extend(&direct[next]);
            }
        }
        (name.as_str(), drawn)
    });
    all.collect()
}

/// Templates whose names stand in a text between quotes: it may extend or include them. Tera takes no other way of naming.
fn named<'a>(text: &str, templates: &'a Templates) -> Vec<&'a str> {
    text.split(['"', '\'', '`'])
        .filter_map(|part| templates.get_key_value(part))
        .map(|(name, _)| name.as_str())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use diagnostic::Source;

    #[test]
    fn a_template_changes_with_what_it_draws_in() {
        let with = |base: &str, part: &str, button: &str, other: &str| -> Templates {
            [
                ("page.html", "{% extends \"base.html\" %}"),
                ("base.html", base),
                ("part.html", part),
                ("button.html", button),
                ("other.html", other),
            ]
            .into_iter()
            .map(|(name, text)| (name.to_owned(), Source::new(name, text)))
            .collect()
        };
        let base = "{% include 'part.html' %}";
        let button = "{% component Button() %}{% endcomponent %}";
        let page = |templates: &Templates| fingerprints(templates)["page.html"];
        let before = page(&with(base, "a", button, "x"));
        assert_eq!(page(&with(base, "a", button, "y")), before);
        assert_ne!(page(&with(base, "b", button, "x")), before);
        assert_ne!(page(&with(base, "a", &format!("{button} "), "x")), before);
        assert_ne!(page(&with("<p>", "a", button, "x")), before);
    }
}
