//! Values that a template takes for what they are not, which Tera lets pass: a loop over a text goes letter by letter, and a
//! table or a list that is printed comes out as JSON. Only what is named in full is looked at, `page.hours` or `site.hours`.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use diagnostic::{Diagnostic, Place, Source};
use tera::{Map, Value};

use crate::codes;
use crate::template_error::Templates;
use crate::template_syntax::{code, tags};
use crate::templates::drawn_by_each;

/// What becomes of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Use {
    Loop,
    Print,
}

/// A use of a value by its name.
#[derive(Debug)]
pub struct Shape {
    what: Use,
    /// The name after `page` or `site`: `hours.days`.
    path: String,
    is_page: bool,
    source: Arc<Source>,
    span: Range<usize>,
}

/// What each template and all that it draws in takes values for.
pub type Shapes = HashMap<String, Vec<Arc<Shape>>>;

/// Reads it from the templates.
pub fn shapes(templates: &Templates) -> Shapes {
    let own: BTreeMap<&str, Vec<Arc<Shape>>> = templates
        .values()
        .map(|source| (source.path.as_str(), shapes_of(source)))
        .collect();
    let all = drawn_by_each(templates).into_iter().map(|(name, drawn)| {
        let mut seen: HashSet<(Use, &str)> = HashSet::new();
        let shapes = drawn.iter().flat_map(|source| &own[source.path.as_str()]);
        let first = shapes.filter(|one| one.is_page && seen.insert((one.what, &one.path)));
        (name.to_owned(), first.cloned().collect())
    });
    let mut all: Shapes = all.collect();
    let of_site = own.into_values().flatten().filter(|one| !one.is_page);
    all.insert(String::new(), of_site.collect());
    all
}

fn shapes_of(source: &Arc<Source>) -> Vec<Arc<Shape>> {
    let text = &source.text;
    let shape = |what, start: usize, name: &str| {
        let (root, path) = name.split_once('.')?;
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
        // What is asked for its kind may be of several.
        let is_asked = text.contains(&format!("{name} is "));
        (matches!(root, "page" | "site") && path.chars().all(is_plain) && !is_asked).then(|| {
            Arc::new(Shape {
                what,
                path: path.to_owned(),
                is_page: root == "page",
                source: Arc::clone(source),
                span: start..start + name.len(),
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
        shape(
            Use::Loop,
            start + before.len() + " in ".len() + lead,
            name.trim(),
        )
    });
    let prints = code(text, "{{", "}}").into_iter();
    let prints = prints.filter_map(|span| {
        let (start, name) = inner(&span);
        shape(Use::Print, start, name)
    });
    loops.chain(prints).collect()
}

/// Findings for the values of a page.
pub fn of_page<'a>(
    shapes: &'a [Arc<Shape>],
    page: &'a Map,
) -> impl Iterator<Item = Diagnostic> + 'a {
    shapes.iter().filter_map(|shape| {
        let (first, rest) = shape.path.split_once('.').unwrap_or((&shape.path, ""));
        let mut value = page.get(&tera::value::Key::Str(first))?;
        for key in rest.split('.').filter(|key| !key.is_empty()) {
            value = value.as_map()?.get(&tera::value::Key::Str(key))?;
        }
        shape.mistaken(value)
    })
}

/// Findings for the values of the site, the same on all pages.
pub fn of_site(shapes: &Shapes, site: &Value) -> Vec<Diagnostic> {
    let shapes = shapes.get("").into_iter().flatten();
    let found = shapes.filter_map(|shape| shape.mistaken(site.get_from_path(&shape.path)?));
    found.collect()
}

impl Shape {
    fn mistaken(&self, value: &Value) -> Option<Diagnostic> {
        let name = &self.source.text[self.span.clone()];
        let (message, help) = match self.what {
            Use::Loop if value.is_string() => (
                format!("`{name}` is a text: the loop goes over its letters"),
                format!("loop over a list; a text is cut into one by `{name} | split(pat=\",\")`"),
            ),
            Use::Print if value.is_map() => (
                format!("`{name}` is a table, and would be printed as JSON"),
                format!("print one of its fields: `{{{{ {name}.… }}}}`"),
            ),
            Use::Print if value.is_array() => (
                format!("`{name}` is a list, and would be printed as JSON"),
                format!("join it: `{{{{ {name} | join(sep=\", \") }}}}`, or loop over it"),
            ),
            _ => return None,
        };
        let place = Place::new(&self.source, self.span.clone());
        Some(
            Diagnostic::new(&codes::TEMPLATE_ERROR, message)
                .at(place, "")
                .help(help),
        )
    }
}
