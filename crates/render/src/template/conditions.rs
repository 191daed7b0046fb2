//! Reports conditions that are the same on every page, because they read a variable or key that does not exist, or compare a value with
//! a text that it never is. Tera takes what does not exist as false, without a word.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use content::{Collection, Content, Document, ProgramSchemas};
use diagnostic::{Diagnostic, Fix, Help, Place, Source, all_of, did_you_mean, nearest};
use serde_json::Value;

use super::expressions::{
    Comparison, Path, Token, bound_names, comparisons, condition, expressions, given_names, paths,
    tokens,
};
use super::foreign_names;
use super::nothing::compared_with_nothing;
use super::problem::OF_PAGES;
use super::tags::{Outline, Tag};
use crate::codes;
use crate::manual::values::{PAGE, PAGINATOR, SITE, TERM};
use crate::route::Plan;

/// Variables that some templates have without giving them a value.
const OTHERS: [&str; 3] = ["loop", "body", "__tera_context"];

/// Kinds of pages.
const KINDS: [&str; 3] = ["page", "pagination", "taxonomy"];

/// The content and the routes, with which conditions are compared.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    /// The content.
    pub content: &'a Content,
    /// The plan.
    pub plan: &'a Plan,
}

/// Returns the findings about the conditions of templates.
pub fn mistaken_conditions<'a>(
    templates: impl Iterator<Item = &'a Arc<Source>> + Clone,
    known: Known<'_>,
) -> Vec<Diagnostic> {
    let mut given: BTreeSet<&str> = OF_PAGES.into_iter().chain(OTHERS).collect();
    given.extend(
        templates
            .clone()
            .flat_map(|source| given_names(&source.text)),
    );
    let keys = Keys::new(known.content);
    let mut found = Vec::new();
    for source in templates {
        let own = given_names(&source.text);
        let outline = Outline::new(&source.text);
        let sets = outline
            .tags
            .iter()
            .filter(|tag| tag.word.starts_with("set"));
        let template = Template {
            source,
            sets: sets.map(Tag::name).collect(),
            outline: &outline,
        };
        for span in expressions(&source.text) {
            let tokens = tokens(&source.text, span);
            let tested = condition(&tokens).map(paths).unwrap_or_default();
            let bound = bound_names(&tokens);
            for path in tested
                .iter()
                .filter(|path| !path.is_tested && !bound.contains(path.root))
            {
                let unknown = unknown_name(source, &tokens, path, (&given, &own), &keys);
                found.extend(unknown.or_else(|| known.unknown_key(&template, path)));
            }
            for comparison in comparisons(&tokens) {
                found.extend(known.never_equal(&template, &comparison, &own));
            }
        }
    }
    found
}

/// A template with its loops.
struct Template<'a> {
    source: &'a Arc<Source>,
    outline: &'a Outline<'a>,
    /// Names to which it gives values with `set`.
    sets: BTreeSet<&'a str>,
}

/// Keys that conditions can read.
struct Keys<'a> {
    /// Keys of pages; empty if a document could not be read, whose keys are not known.
    page: BTreeSet<&'a str>,
    /// Keys of `site.toml`; empty if it has errors.
    site: BTreeSet<&'a str>,
    /// Keys that `site.toml` can have, because the program reads them.
    settings: BTreeSet<String>,
}

impl<'a> Keys<'a> {
    fn new(content: &'a Content) -> Self {
        let mut page: BTreeSet<&str> = PAGE.iter().map(|field| field.name).collect();
        let mut last = None;
        for document in all_documents(content) {
            // Most documents have the keys of the one before them.
            let keys = || document.fields.keys().map(String::as_str);
            if last.is_none_or(|one: &Document| !one.fields.keys().eq(keys())) {
                page.extend(keys());
            }
            last = Some(document);
        }
        if all_documents(content).any(|document| !document.valid) {
            page.clear();
        }
        let mut site: BTreeSet<&str> = SITE.iter().map(|field| field.name).collect();
        for lang in content.languages() {
            let table = content.site_in(lang).as_object();
            site.extend(
                table
                    .into_iter()
                    .flat_map(|table| table.keys().map(String::as_str)),
            );
        }
        if !content.are_settings_valid {
            site.clear();
        }
        let program = ProgramSchemas::default();
        Self {
            page,
            site,
            settings: program.site.keys().map(str::to_owned).collect(),
        }
    }

    /// Returns the key that was probably meant by the first unknown one of a path, and the index of the unknown one. Returns `None` if
    /// the path may exist.
    fn meant(&self, path: &Path<'a>) -> Option<(usize, &'a str)> {
        let names = |fields: &'static [crate::manual::Field]| fields.iter().map(|field| field.name);
        let key = *path.fields.first()?;
        match (path.root, key) {
            ("page", "paginator") => Some((1, near(path.fields.get(1)?, names(PAGINATOR))?)),
            ("page", "term") => Some((1, near(path.fields.get(1)?, names(TERM))?)),
            ("page", _) => Some((0, near(key, self.page.iter().copied())?)),
            ("site", _) => {
                let meant = near(key, self.site.iter().copied());
                Some((0, meant.filter(|_| !self.settings.contains(key))?))
            }
            _ => None,
        }
    }
}

impl Keys<'_> {
    /// Returns what to write in place of a key that pages or sites have in another generator, but not here.
    fn foreign(&self, root: &str, key: &str) -> Option<Help> {
        let known = if root == "site" {
            &self.site
        } else {
            &self.page
        };
        let is_missing = !known.is_empty() && !known.contains(key);
        foreign_names::help("value", &format!("{root}.{key}")).filter(|_| is_missing)
    }
}

/// Returns all documents, whether they are part of the site or not.
fn all_documents(content: &Content) -> impl Iterator<Item = &Document> {
    let collections = content.collections.iter();
    collections.flat_map(|one| one.with_hidden().map(AsRef::as_ref))
}

/// Returns the name of which `key` is a misspelling, or `None` if it is one of the names, or may be another one: a list and one of its
/// entries have names that differ in one letter.
fn near<'a>(key: &str, names: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
    if names.clone().any(|name| name == key) {
        return None;
    }
    let meant = nearest(key, names)?;
    let is_plural = |one: &str, other: &str| one.strip_suffix('s') == Some(other);
    let is_other = is_plural(meant, key) || is_plural(key, meant);
    (!is_other && meant.chars().next() == key.chars().next()).then_some(meant)
}

/// Returns the finding about a variable or key in a condition that does not exist.
fn unknown_name<'a>(
    source: &'a Arc<Source>,
    tokens: &[Token<'a>],
    path: &Path<'a>,
    (given, own): (&BTreeSet<&str>, &BTreeSet<&str>),
    keys: &Keys<'a>,
) -> Option<Diagnostic> {
    if !given.contains(path.root) {
        if path.is_optional && path.fields.is_empty() {
            return None;
        }
        let name = path.root;
        let place = Place::new(source, path.span.start..path.span.start + name.len());
        let nothing = compared_with_nothing(&source.text, tokens, path.span.start);
        let help = nothing
            .as_ref()
            .map(|one| one.help().into())
            .or_else(|| foreign_names::help("condition", name))
            .or_else(|| foreign_names::help("variable", name))
            .or_else(|| did_you_mean(name, given.iter().copied()).map(Help::to_confirm))
            .unwrap_or_else(|| {
                let known = all_of(OF_PAGES);
                format!("variables that every template has are {known}").into()
            });
        let message =
            format!("variable `{name}` is not defined, so the condition takes it as false");
        let diagnostic = warning(message, place).help(help);
        return Some(diagnostic.maybe_fix(nothing.map(|one| one.fix(source))));
    }
    // A template may give these names to other values.
    if own.contains(path.root) {
        return None;
    }
    let (index, meant) = match keys.meant(path) {
        Some((index, meant)) => (index, Some(meant)),
        None => (0, None),
    };
    let key = *path.fields.get(index)?;
    let help = match meant {
        Some(meant) => Help::replace(format!("did you mean `{meant}`?"), key, meant),
        None => keys.foreign(path.root, key)?,
    };
    let start = path.starts[index];
    let place = Place::new(source, start..start + key.len());
    let whole = &source.text[path.span.start..start + key.len()];
    let whole = whole.replace('?', "");
    let message = format!("no page has `{whole}`, so the condition takes it as false");
    let message = if path.root == "site" {
        format!("content/site.toml has no `{key}`, so the condition takes it as false")
    } else {
        message
    };
    Some(warning(message, place).help(help))
}

fn warning(message: String, place: Place) -> Diagnostic {
    Diagnostic::new(&codes::TEMPLATE_ERROR, message)
        .warning()
        .at(place, "")
}

/// Type of a value in a comparison.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ValueType {
    Text,
    Number,
    Flag,
}

impl ValueType {
    /// Returns the type of a value, or `None` for tables, lists, and null.
    fn of(value: &Value) -> Option<Self> {
        match value {
            Value::String(_) => Some(Self::Text),
            Value::Number(_) => Some(Self::Number),
            Value::Bool(_) => Some(Self::Flag),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Text => "a text",
            Self::Number => "a number",
            Self::Flag => "true or false",
        }
    }
}

impl Known<'_> {
    /// Returns the finding about a key of an entry in a loop that is the misspelled key of its collection.
    fn unknown_key(&self, template: &Template<'_>, path: &Path<'_>) -> Option<Diagnostic> {
        let key = *path.fields.first()?;
        let collection = self.collection_of_loop(template, path.span.start, path.root)?;
        let documents = || collection.with_hidden();
        if is_calculated_in_entries(key) || documents().any(|document| !document.valid) {
            return None;
        }
        let keys = documents().flat_map(|document| document.fields.keys());
        let keys: BTreeSet<&str> = keys.map(String::as_str).collect();
        let meant = near(key, keys.iter().copied())?;
        // An optional key of the schema may begin like another one.
        if meant.starts_with(key) || key.starts_with(meant) {
            return None;
        }
        let start = path.starts[0];
        let place = Place::new(template.source, start..start + key.len());
        let name = &collection.rule.name;
        let message =
            format!("no document of `{name}` has `{key}`, so the condition takes it as false");
        let help = Help::replace(format!("did you mean `{meant}`?"), key, meant);
        Some(warning(message, place).help(help))
    }

    /// Returns the collection whose documents the innermost loop around a place goes through with the variable `root`. Returns `None` if
    /// the loop goes through something else.
    fn collection_of_loop(
        &self,
        template: &Template<'_>,
        at: usize,
        root: &str,
    ) -> Option<&Collection> {
        let mut loops = template.outline.loops_at(at);
        let (names, list) = loops
            .find(|(names, _)| names.split(',').any(|name| name.trim() == root))
            .filter(|_| !template.sets.contains(root))?;
        let call = list.trim().strip_prefix("collection(")?;
        let (arguments, rest) = call.split_once(')')?;
        // Filters may change what is in the list.
        let is_plain = rest.trim_end_matches(['-', ' ']).is_empty() || rest.trim().starts_with('[');
        let name = arguments.split_once("name=\"")?.1.split('"').next()?;
        if names.contains(',') || !is_plain {
            return None;
        }
        self.content.collection(name)
    }

    /// Returns the finding about a comparison of a value with a literal that it never equals.
    fn never_equal(
        &self,
        template: &Template<'_>,
        comparison: &Comparison<'_>,
        given: &BTreeSet<&str>,
    ) -> Option<Diagnostic> {
        let source = template.source;
        let Comparison { path, literal } = comparison;
        let [key] = path.fields[..] else { return None };
        let text = literal.text.trim_matches(['"', '\'']);
        let is_text = literal.text.starts_with(['"', '\'']);
        let place = Place::new(source, literal.at..literal.at + literal.text.len());
        let is_given = given.contains("page");
        if path.root == "page" && is_text && !is_given {
            match key {
                "collection" => {
                    let collections = self.content.collections.iter();
                    let names = collections.map(|one| one.rule.name.as_str());
                    let help = meant(text, names)?;
                    let message = format!("the site has no collection `{text}`");
                    return Some(warning(message, place).help(help));
                }
                "kind" if !KINDS.contains(&text) => {
                    let help = did_you_mean(text, KINDS)
                        .unwrap_or_else(|| format!("kinds are {}", all_of(KINDS)).into());
                    let message = format!("`page.kind` is never `{text}`");
                    return Some(warning(message, place).help(help));
                }
                "url" => {
                    let plan = self.plan;
                    let exists = plan.routes.get(text).is_some()
                        || plan.unusable.contains(text)
                        || plan.hidden.contains_key(text);
                    if exists || plan.incomplete || !text.starts_with('/') {
                        return None;
                    }
                    let urls = plan.routes.iter().map(|route| route.url.as_str());
                    let help = did_you_mean(text, urls)?;
                    let message = format!("no page has the URL {text}");
                    return Some(warning(message, place).help(help));
                }
                _ => {}
            }
        }
        let whole = &source.text[path.span.clone()];
        if path.root == "page" && is_given {
            return None;
        }
        let (kinds, owner) = self.kinds(template, path.span.start, path.root, key)?;
        let [kind] = kinds[..] else { return None };
        let own = if is_text {
            ValueType::Text
        } else {
            ValueType::Number
        };
        if kind == own {
            return None;
        }
        let message = format!(
            "{owner} has {} as `{whole}`, which never equals {}",
            kind.name(),
            own.name()
        );
        let fixed = match (kind, own) {
            (ValueType::Number, ValueType::Text) => {
                text.parse::<f64>().ok().map(|_| text.to_owned())
            }
            (ValueType::Flag, ValueType::Text) => {
                matches!(text, "true" | "false").then(|| text.to_owned())
            }
            (ValueType::Text, _) => Some(format!("\"{text}\"")),
            _ => None,
        };
        let finding = warning(message, place.clone());
        Some(match fixed {
            Some(fixed) => {
                let help = format!("write {fixed}");
                let fix = Fix::replace(help.clone(), place, fixed).to_confirm();
                finding.help(help).fix(fix)
            }
            None => finding.help(format!("compare it with {}", kind.name())),
        })
    }

    /// Returns the types that a key of a page or of an entry in a loop has in the documents, and what these are called. Returns `None` if
    /// they are not known.
    fn kinds(
        &self,
        template: &Template<'_>,
        at: usize,
        root: &str,
        key: &str,
    ) -> Option<(Vec<ValueType>, String)> {
        let calculated = match key {
            "words" | "reading_minutes" => Some(ValueType::Number),
            "noindex" => Some(ValueType::Flag),
            _ => None,
        };
        let of_all = |documents: &mut dyn Iterator<Item = &Document>| {
            let mut kinds: Vec<ValueType> = Vec::new();
            for value in documents.filter_map(|document| document.fields.get(key)) {
                let kind = ValueType::of(value)?;
                if !kinds.contains(&kind) {
                    kinds.push(kind);
                }
            }
            Some(kinds)
        };
        if root == "page" {
            let is_field = PAGE.iter().any(|field| field.name == key);
            let owner = "every page".to_owned();
            return match calculated {
                Some(kind) => Some((vec![kind], owner)),
                None if is_field => None,
                None => {
                    let kinds = of_all(&mut all_documents(self.content))?;
                    Some((kinds, "every document".to_owned()))
                }
            };
        }
        if is_calculated_in_entries(key) {
            return None;
        }
        let collection = self.collection_of_loop(template, at, root)?;
        let name = &collection.rule.name;
        let mut documents = collection.with_hidden().map(AsRef::as_ref);
        let kinds = of_all(&mut documents)?;
        Some((kinds, format!("every document of `{name}`")))
    }
}

/// Returns whether entries have a key that does not come from front matter.
fn is_calculated_in_entries(key: &str) -> bool {
    let names = ["slug", "lang", "collection", "url", "permalink", "words"];
    names.contains(&key) || matches!(key, "reading_minutes" | "summary")
}

/// Returns help with the name that was meant by one that does not exist, or `None` if it exists, or no other is similar.
fn meant<'a>(word: &str, names: impl Iterator<Item = &'a str> + Clone) -> Option<Help> {
    if names.clone().any(|name| name == word) {
        return None;
    }
    did_you_mean(word, names)
}

/// Returns the values of a page's template that are joined to a text with `~` on every page, as spans in its source. What depends on a
/// condition or a loop within its tag is left out.
pub fn joined(source: &Source) -> Vec<(String, Range<usize>)> {
    let text = source.text.as_str();
    let given = given_names(text);
    let mut found = Vec::new();
    for span in expressions(text) {
        let tokens = tokens(text, span);
        let depends =
            |word: &str| matches!(word, "if" | "elif" | "for" | "or" | "and" | "component");
        if tokens.iter().any(|token| depends(token.text)) {
            continue;
        }
        for path in paths(&tokens) {
            let is_value = matches!(path.root, "page" | "site") && !given.contains(path.root);
            if is_value && !path.fields.is_empty() && !path.is_optional && path.is_joined(&tokens) {
                found.push((
                    format!("{}.{}", path.root, path.fields.join(".")),
                    path.span,
                ));
            }
        }
    }
    found
}
