//! Dependencies between templates.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

use diagnostic::{Fingerprint, Fingerprinter, Place, Source};

use super::tags::{component_calls, component_definitions};

/// Templates by their names in Tera.
pub type Templates = BTreeMap<String, Arc<Source>>;

/// Dependencies between templates.
///
/// A template uses those that it extends or includes, and those that define a component it calls. Tera accepts the name of
/// a template only as a string literal, so every name between quotes counts.
#[derive(Debug)]
pub struct Graph<'a> {
    templates: &'a Templates,
    /// Names of the templates that each one uses directly.
    uses: HashMap<&'a str, Vec<&'a str>>,
    /// Name of the template that defines each component, and the place of the definition.
    components: BTreeMap<&'a str, (&'a str, Place)>,
    /// Components defined a second time: name, place, and place of the first definition.
    duplicates: Vec<(&'a str, Place, Place)>,
}

impl<'a> Graph<'a> {
    /// Reads the dependencies from the text of the templates.
    pub fn new(templates: &'a Templates) -> Self {
        let mut components: BTreeMap<&str, (&str, Place)> = BTreeMap::new();
        let mut duplicates = Vec::new();
        for (template, source) in templates {
            for (component, span) in component_definitions(&source.text) {
                let place = Place::new(source, span);
                match components.get(component) {
                    Some((_, first)) => duplicates.push((component, place, first.clone())),
                    None => drop(components.insert(component, (template, place))),
                }
            }
        }
        let mut graph = Self {
            templates,
            uses: HashMap::new(),
            components,
            duplicates,
        };
        graph.uses = templates
            .iter()
            .map(|(name, source)| {
                let quoted = source.text.split(['"', '\'', '`']);
                let named =
                    quoted.filter_map(|part| Some(templates.get_key_value(part)?.0.as_str()));
                (
                    name.as_str(),
                    named.chain(graph.called(&source.text)).collect(),
                )
            })
            .collect();
        graph
    }

    /// Returns a component that calls itself, directly or through others, with the place of its name; `None` if there is no such
    /// component.
    pub fn recursive_component(&self) -> Option<(&'a str, Place)> {
        let body = |component: &str| {
            let (_, place) = self.components.get(component)?;
            let rest = &place.source.text[place.span.end..];
            Some(&rest[..rest.find("endcomponent").unwrap_or(rest.len())])
        };
        let calls_itself = |component: &str| {
            let mut open: Vec<&str> = body(component)
                .into_iter()
                .flat_map(component_calls)
                .collect();
            let mut seen = BTreeSet::new();
            while let Some(next) = open.pop() {
                if next == component {
                    return true;
                }
                if seen.insert(next) {
                    open.extend(body(next).into_iter().flat_map(component_calls));
                }
            }
            false
        };
        let mut all = self.components.iter();
        let (name, (_, place)) = all.find(|(name, _)| calls_itself(name))?;
        Some((*name, place.clone()))
    }

    /// Returns the names of the templates that define the components called in `text`, a template or Markdown.
    fn called(&self, text: &str) -> Vec<&'a str> {
        component_calls(text)
            .filter_map(|component| Some(self.components.get(component)?.0))
            .collect()
    }

    /// Returns the templates that a page depends on, directly or through others: its own first, then the nearest.
    pub fn dependencies(&self, template: &str, markdown: &str) -> Vec<&'a Arc<Source>> {
        let own = self.templates.get_key_value(template);
        let own = own.map(|(name, _)| name.as_str());
        let mut open: VecDeque<&str> = own.into_iter().chain(self.called(markdown)).collect();
        let mut seen = BTreeSet::new();
        let mut dependencies = Vec::new();
        while let Some(next) = open.pop_front() {
            if seen.insert(next)
                && let Some(source) = self.templates.get(next)
            {
                dependencies.push(source);
                open.extend(&self.uses[next]);
            }
        }
        dependencies
    }

    /// Returns the names of the templates that depend on one of `names`, including `names` themselves.
    pub fn dependents(&self, names: &BTreeSet<String>) -> BTreeSet<String> {
        let is_one = |source: &&Arc<Source>| {
            let mut sources = names.iter().filter_map(|name| self.templates.get(name));
            sources.any(|one| Arc::ptr_eq(one, source))
        };
        let all = self.templates.keys();
        all.filter(|name| self.dependencies(name, "").iter().any(is_one))
            .cloned()
            .collect()
    }

    /// Returns the fingerprint of each template with its dependencies. Markdown may call any component, so the templates
    /// that define components are dependencies of all.
    pub fn fingerprints(&self) -> HashMap<String, Fingerprint> {
        let components: String = self
            .components
            .keys()
            .map(|name| format!("<{name}"))
            .collect();
        let fingerprint = |name: &String| {
            let all = self.dependencies(name, &components).into_iter();
            let all: BTreeMap<&str, Fingerprint> = all
                .map(|source| (source.path.as_str(), source.fingerprint))
                .collect();
            let all = all
                .into_values()
                .fold(Fingerprinter::default(), Fingerprinter::part);
            (name.clone(), all.finish())
        };
        self.templates.keys().map(fingerprint).collect()
    }

    /// Returns the names of all components.
    pub fn components(&self) -> impl Iterator<Item = &'a str> {
        self.components.keys().copied()
    }

    /// Returns the components that are defined a second time: name, place, and place of the first definition.
    pub fn duplicate_components(&self) -> &[(&'a str, Place, Place)] {
        &self.duplicates
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_changes_with_the_dependencies() {
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
        let page = |templates: &Templates| Graph::new(templates).fingerprints()["page.html"];
        let before = page(&with(base, "a", button, "x"));
        assert_eq!(page(&with(base, "a", button, "y")), before);
        assert_ne!(page(&with(base, "b", button, "x")), before);
        assert_ne!(page(&with(base, "a", &format!("{button} "), "x")), before);
        assert_ne!(page(&with("<p>", "a", button, "x")), before);
    }
}
