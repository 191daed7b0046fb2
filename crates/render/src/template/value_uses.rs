//! Reports values of the wrong type that Tera accepts: a loop over a string iterates over its letters, and a table or a list that
//! is printed becomes JSON. Only values named in full are checked, such as `page.hours` and `site.hours`, and calls alone.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use content::Content;
use diagnostic::{Diagnostic, Place, Source};
use tera::value::Key;
use tera::{Map, Value};

use super::conditions::{Known, joined, mistaken_conditions};
use super::graph::{Graph, Templates};
use super::tags::{Outline, Tag, delimited, tags};
use super::undefined::undefined_value;
use crate::{card, codes};

/// Beginnings of the calls of functions that return lists and tables.
const DATA: [&str; 6] = [
    "collection(",
    "entry(",
    "neighbors(",
    "taxonomy(",
    "picture(",
    "form(",
];

/// The way in which a template uses a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Use {
    Loop,
    Print,
    /// Prints the data that a function returns, or all values.
    Data,
}

/// A value that a template loops over or prints.
#[derive(Debug)]
pub struct ValueUse {
    how: Use,
    /// Name after `page` or `site`: `hours.days`. For [`Use::Data`], the whole expression.
    path: String,
    /// Whether pages are checked, and not the site.
    is_page: bool,
    place: Place,
}

/// Values that each template and its dependencies loop over or print.
#[derive(Debug, Default)]
pub struct ValueUses {
    of_site: Vec<Arc<ValueUse>>,
    of_page: HashMap<String, Vec<Arc<ValueUse>>>,
    /// Values that each template joins to a text wherever it is used, as names and places.
    joined: HashMap<String, Vec<(String, Place)>>,
    templates: Templates,
}

impl ValueUses {
    /// Finds the loops and printed values in the text of the templates.
    pub fn new(templates: &Templates, graph: &Graph<'_>) -> Self {
        let own: BTreeMap<&str, Vec<Arc<ValueUse>>> = templates
            .values()
            .map(|source| (source.path.as_str(), uses_of(source)))
            .collect();
        let of_page = templates.keys().map(|name| {
            let all = graph.dependencies(name, "").into_iter();
            let all = all.flat_map(|source| &own[source.path.as_str()]);
            let mut seen: HashSet<(Use, &str)> = HashSet::new();
            let first = all.filter(|one| one.is_page && seen.insert((one.how, &one.path)));
            (name.clone(), first.cloned().collect())
        });
        let of_page = of_page.collect();
        let of_site = own.into_values().flatten().filter(|one| !one.is_page);
        let joined = templates.keys().map(|name| {
            let mut rendered = Rendered::default();
            rendered.add(name, templates, &BTreeSet::new());
            (name.clone(), rendered.joined)
        });
        Self {
            of_page,
            joined: joined.collect(),
            of_site: of_site.collect(),
            templates: templates.clone(),
        }
    }

    /// Checks the conditions of all templates that pages use, but not of those with errors. The form function has templates of its own,
    /// with other variables.
    pub fn check_conditions(
        &self,
        excluded: &BTreeSet<String>,
        known: Known<'_>,
    ) -> Vec<Diagnostic> {
        let graph = Graph::new(&self.templates);
        let routes = known.plan.routes.iter();
        let mut names: HashSet<&str> = routes.map(|route| route.template.as_str()).collect();
        names.insert(card::TEMPLATE);
        let used = names.into_iter();
        let used = used.flat_map(|name| graph.dependencies(name, ""));
        let used: BTreeSet<&str> = used.map(|source| source.path.as_str()).collect();
        let templates = self.templates.iter();
        let usable = templates.filter(|(name, source)| {
            !excluded.contains(*name) && used.contains(source.path.as_str())
        });
        mistaken_conditions(usable.map(|(_, source)| source), known)
    }

    /// Checks the values of a page.
    pub fn check_page(&self, template: &str, page: &Map, content: &Content) -> Vec<Diagnostic> {
        let uses = self.of_page.get(template).into_iter().flatten();
        let uses = uses.filter(|one| one.how != Use::Data);
        let found = uses.filter_map(|value_use| {
            let (first, rest) = value_use
                .path
                .split_once('.')
                .unwrap_or((&value_use.path, ""));
            if first.is_empty() {
                return Some(value_use.as_json());
            }
            let mut value = page.get(&Key::Str(first))?;
            for key in rest.split('.').filter(|key| !key.is_empty()) {
                value = value.as_map()?.get(&Key::Str(key))?;
            }
            value_use.check(value)
        });
        let joined = self.joined.get(template).into_iter().flatten();
        let undefined = joined.filter(|(path, _)| is_undefined(path, page, content));
        let undefined = undefined.map(|(_, place)| {
            let diagnostic = Diagnostic::new(&codes::TEMPLATE_ERROR, "");
            undefined_value(diagnostic, place, false, Some(content), None)
        });
        found.chain(undefined).collect()
    }

    /// Returns the findings about data that a template prints as a whole. If the template cannot be rendered, its calls are the cause.
    pub fn printed_data(&self, template: &str) -> Vec<Diagnostic> {
        let uses = self.of_page.get(template).into_iter().flatten();
        let uses = uses.filter(|one| one.how == Use::Data);
        uses.map(|one| one.as_json()).collect()
    }

    /// Checks the values of the site, which are the same on all pages.
    pub fn check_site(&self, site: &Value) -> Vec<Diagnostic> {
        let uses = self.of_site.iter();
        let found = uses.filter_map(|value_use| match value_use.path.as_str() {
            "" => Some(value_use.as_json()),
            path => value_use.check(site.get_from_path(path)?),
        });
        found.collect()
    }
}

/// Values that a template joins to a text on every page that it renders.
#[derive(Default)]
struct Rendered {
    joined: Vec<(String, Place)>,
    seen: BTreeSet<String>,
}

impl Rendered {
    /// Adds those of a template, of those that it extends, and of those that it always includes. Its parts in the blocks `overridden` are
    /// not rendered.
    fn add(&mut self, name: &str, templates: &Templates, overridden: &BTreeSet<&str>) {
        let Some(source) = templates.get(name) else {
            return;
        };
        if !self.seen.insert(name.to_owned()) {
            return;
        }
        let text = source.text.as_str();
        let outline = Outline::new(text);
        let is_rendered = |at: usize| {
            outline.open_at(at).all(|tag| {
                !matches!(tag.word, "if" | "for" | "component")
                    && (tag.word != "block" || !overridden.contains(tag.name()))
            })
        };
        let own = joined(source).into_iter();
        let own = own.filter(|(_, span)| is_rendered(span.start));
        self.joined
            .extend(own.map(|(path, span)| (path, Place::new(source, span))));
        let mut blocks = overridden.clone();
        let names = outline.tags.iter().filter(|tag| tag.word == "block");
        blocks.extend(names.map(Tag::name));
        for tag in &outline.tags {
            let blocks = match tag.word {
                "extends" => &blocks,
                "include" if is_rendered(tag.span.start) => overridden,
                _ => continue,
            };
            if let Some(other) = tag.words.split(['"', '\'']).nth(1) {
                self.add(other, templates, blocks);
            }
        }
    }
}

/// Returns whether a table of the page or the site lacks the last key of a path, such as `page.author`. Tera itself reports a table that
/// is missing.
fn is_undefined(path: &str, page: &Map, content: &Content) -> bool {
    let Some((owner, key)) = path.rsplit_once('.') else {
        return false;
    };
    let mut keys = owner.split('.');
    match keys.next() {
        Some("page") => {
            let mut table = Some(page);
            for key in keys {
                table = table
                    .and_then(|table| table.get(&Key::Str(key)))
                    .and_then(Value::as_map);
            }
            table.is_some_and(|table| table.get(&Key::Str(key)).is_none())
        }
        Some("site") => {
            let lang = page.get(&Key::Str("lang")).and_then(Value::as_str);
            let mut table = content.site_in(lang.unwrap_or_default()).as_object();
            for key in keys {
                table = table
                    .and_then(|table| table.get(key))
                    .and_then(serde_json::Value::as_object);
            }
            table.is_some_and(|table| !table.contains_key(key))
        }
        _ => false,
    }
}

fn uses_of(source: &Arc<Source>) -> Vec<Arc<ValueUse>> {
    let text = &source.text;
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let tests = text.match_indices(" is ").map(|(at, _)| {
        let start = text[..at].trim_end_matches(is_of_name).len();
        &text[start..at]
    });
    let tested: HashSet<&str> = tests.collect();
    let gives_names = ["for ", "set ", "component "];
    let gives_names = gives_names.iter().any(|word| text.contains(word));
    let value_use = |how, start: usize, name: &str| {
        // Calls that return lists and tables, and Tera's name for all values.
        let is_call = DATA.iter().any(|call| name.starts_with(call))
            && name.find(')') == name.len().checked_sub(1);
        if how == Use::Print && (is_call || name == "__tera_context") {
            return Some(Arc::new(ValueUse {
                how: Use::Data,
                path: name.to_owned(),
                is_page: true,
                place: Place::new(source, start..start + name.len()),
            }));
        }
        let (root, path) = name.split_once('.').unwrap_or((name, ""));
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
        if !matches!(root, "page" | "site") || !path.chars().all(is_plain) {
            return None;
        }
        // A value whose type the template tests may have several types.
        let is_tested = tested.contains(name);
        // A loop or a component may give the name to another value.
        let is_whole = path.is_empty() && (how == Use::Loop || gives_names);
        (!is_tested && !is_whole).then(|| {
            Arc::new(ValueUse {
                how,
                path: path.to_owned(),
                is_page: root == "page",
                place: Place::new(source, start..start + name.len()),
            })
        })
    };
    let inner = |span: &Range<usize>| {
        let inner = text.get(span.start + 2..span.end - 2).unwrap_or_default();
        let trimmed = inner.trim_start_matches('-').trim_start();
        let start = span.end - 2 - trimmed.len();
        (start, trimmed.trim_end_matches('-').trim_end())
    };
    let loops = tags(text).into_iter().filter(|tag| tag.word == "for");
    let loops = loops.filter_map(|tag| {
        let (start, words) = inner(&tag.span);
        let (before, name) = words.split_once(" in ")?;
        let lead = name.len() - name.trim_start().len();
        let start = start + before.len() + " in ".len() + lead;
        value_use(Use::Loop, start, name.trim())
    });
    let prints = delimited(text, "{{", "}}").into_iter();
    let prints = prints.filter_map(|span| {
        let (start, name) = inner(&span);
        value_use(Use::Print, start, name)
    });
    loops.chain(prints).collect()
}

impl ValueUse {
    /// Returns the finding about printing all of `page` or `site`, or the data that a function returns.
    fn as_json(&self) -> Diagnostic {
        let name = &self.place.source.text[self.place.span.clone()];
        let is_call = name.ends_with(')');
        let kind = if is_call { "data" } else { "a table" };
        let message = format!("`{name}` is {kind} and would be printed as JSON");
        let diagnostic = Diagnostic::new(&codes::TEMPLATE_ERROR, message);
        let help = if is_call {
            format!("give it a name, and print its parts: {{% set found = {name} %}}")
        } else if name == "__tera_context" {
            "print the value that you need: `{{ page.title }}`".to_owned()
        } else {
            format!("print one of its fields: `{{{{ {name}.… }}}}`")
        };
        diagnostic.at(self.place.clone(), "").help(help)
    }

    fn check(&self, value: &Value) -> Option<Diagnostic> {
        let name = &self.place.source.text[self.place.span.clone()];
        let (message, help) = match self.how {
            Use::Loop if value.is_string() => (
                format!("`{name}` is a string, so the loop goes over its letters"),
                format!("loop over a list; split a string into one: `{name} | split(pat=\",\")`"),
            ),
            Use::Print if value.is_map() => (
                format!("`{name}` is a table and would be printed as JSON"),
                format!("print one of its fields: `{{{{ {name}.… }}}}`"),
            ),
            Use::Print if value.is_array() => (
                format!("`{name}` is a list and would be printed as JSON"),
                format!("join it: `{{{{ {name} | join(sep=\", \") }}}}`, or loop over it"),
            ),
            _ => return None,
        };
        let diagnostic = Diagnostic::new(&codes::TEMPLATE_ERROR, message);
        Some(diagnostic.at(self.place.clone(), "").help(help))
    }
}
