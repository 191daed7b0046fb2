//! The collection in which an entry is created. Its schema and its other entries determine required keys, defaults, and the
//! name of the entry's file.

use std::collections::BTreeMap;

use build::Project;
use content::portable_names::faults;
use content::{
    Collection, CollectionRule, Content, Document, SiteConfig, Structure, TomlText, Tree, is_draft,
};
use diagnostic::{Diagnostic, Source, all_of, one_of};
use jiff::ToSpan as _;
use serde_json::{Map, Value};

use super::missing::{missing, required_in_order};
use crate::arguments::NewOptions;
use crate::codes;
use crate::commands::collection::find_collection;
use crate::failure::Failure;
use crate::shape::{Shape, ValueKind};

/// The collection in which an entry is created.
pub struct Target {
    /// Files of `content/` before the entry exists.
    pub tree: Tree,
    /// Settings of the site.
    pub config: SiteConfig,
    /// Definition of the collection in `structure.toml`.
    pub rule: CollectionRule,
    /// JSON Schema of the collection's entries.
    pub schema: Value,
    /// The content before the entry exists; `None` if errors make it unusable.
    pub content: Option<Content>,
    /// Diagnostics of the content before the entry exists.
    pub diagnostics: Vec<Diagnostic>,
    /// Names of the theme's templates.
    pub templates: Vec<String>,
    /// Selection of all documents, including drafts and future documents, as of today.
    pub selection: content::Selection,
}

impl Target {
    /// Finds the collection by its name, its name without the final `s`, or the name of its schema. Fails if there is no such
    /// collection, or if the settings have errors.
    pub fn find(project: &Project, word: Option<&str>) -> Result<Self, Failure> {
        let tree = Tree::read(&project.root, "content");
        let config: Option<SiteConfig> = settings(&tree, "content/site.toml");
        let structure: Option<Structure> = settings(&tree, "content/structure.toml");
        let offset = config
            .as_ref()
            .map_or("+00:00", |config| &config.utc_offset);
        let now = content::offset(offset).to_datetime(jiff::Timestamp::now());
        let selection = content::Selection {
            date: now.date(),
            drafts: true,
            future: true,
        };
        let (content, diagnostics) = content::load(&tree, &selection);
        let (Some(config), Some(structure)) = (config, structure) else {
            return Err(diagnostics.into());
        };
        let rules = &structure.collections;
        let rule = match word {
            Some(word) => find_collection(rules, word)
                .map_err(Failure::usage)?
                .clone(),
            None => return Err(Failure::usage(no_collection(rules))),
        };
        let schema = tree.texts.get(&format!("content/{}", rule.schema));
        let Some(schema) = schema.and_then(|source| serde_json::from_str(&source.text).ok()) else {
            return Err(diagnostics.into());
        };
        let themes = project.root.join("themes");
        let folder = themes.join(&config.theme).join("templates");
        let (templates, _) = assets::names_below(&themes, &folder);
        Ok(Self {
            tree,
            config,
            rule,
            schema,
            content,
            diagnostics,
            templates,
            selection,
        })
    }

    /// Returns the schema of an entry as a shape.
    pub fn shape(&self) -> Shape<'_> {
        Shape::new(&self.schema)
    }

    /// Returns the folder or the file of the collection, relative to `content/`.
    pub fn place(&self) -> &str {
        let place = self.rule.file.as_deref().or(self.rule.dir.as_deref());
        place.unwrap_or_default()
    }

    /// Returns all existing entries of the collection, including those that are not part of the site today.
    fn entries(&self) -> impl Iterator<Item = &Document> {
        let content = self.content.as_ref();
        let collection = content.and_then(|content| content.collection(&self.rule.name));
        let documents = collection.into_iter().flat_map(Collection::with_hidden);
        documents.map(AsRef::as_ref)
    }

    /// Returns the keys that every page needs, even if the schema does not require them. Empty if entries have no pages.
    pub fn page_keys(&self) -> Vec<&'static str> {
        if self.rule.route.is_none() {
            return Vec::new();
        }
        let mut keys = vec!["title", "description"];
        if self.rule.template.is_none() {
            keys.push("template");
        }
        let shape = self.shape();
        keys.retain(|key| shape.key(key).is_some() || shape.allows_unknown_keys());
        keys
    }

    /// Returns default values by key: the defaults of the schema, today for `date`, a year from now for `review_by`, the next
    /// number for the key that sorts the collection, and an empty list for a list that can be empty.
    pub fn defaults(&self) -> BTreeMap<String, Value> {
        let order = self.rule.sort.as_deref();
        let order = order.map(|key| key.trim_start_matches('-'));
        let today = self.selection.date;
        let mut defaults = BTreeMap::new();
        for (key, shape) in self.shape().keys() {
            let value = match (key, shape.kind()) {
                _ if shape.default().is_some() => shape.default(),
                ("date", ValueKind::Date) => Some(Value::from(today.to_string())),
                ("review_by", ValueKind::Date) => {
                    Some(Value::from(today.saturating_add(1.year()).to_string()))
                }
                (key, ValueKind::Integer) if order == Some(key) => {
                    let entries = self.entries();
                    let last = entries
                        .filter_map(|entry| entry.fields.get(key)?.as_i64())
                        .max();
                    Some(Value::from(last.unwrap_or(0) + 1))
                }
                (_, ValueKind::List) if shape.length_bounds().0 == 0 => {
                    Some(Value::Array(Vec::new()))
                }
                _ => None,
            };
            defaults.extend(value.map(|value| (key.to_owned(), value)));
        }
        defaults
    }

    /// Returns the required keys that have no value.
    pub fn missing_keys(&self, values: &Map<String, Value>) -> Vec<String> {
        let missing = missing(values, self.shape(), &self.page_keys());
        missing.into_iter().map(|one| one.key).collect()
    }

    /// Sets missing required values to their defaults. Returns an error that lists the values that are still missing; a draft
    /// needs only a title.
    pub fn complete(&self, values: &mut Map<String, Value>) -> Result<(), Failure> {
        let page_keys = self.page_keys();
        let required = required_in_order(self.shape(), &page_keys);
        for (key, value) in self.defaults() {
            if required.contains(&key.as_str()) && !values.contains_key(&key) {
                values.insert(key, value);
            }
        }
        let mut missing = missing(values, self.shape(), &page_keys);
        if is_draft(values) {
            let template = self
                .usual_template()
                .filter(|_| required.contains(&"template"));
            if let Some(template) = template {
                values.entry("template").or_insert(template.into());
            }
            missing.retain(|one| Some(one.key.as_str()) == self.shape().naming_key());
        }
        if missing.is_empty() {
            return Ok(());
        }
        let name = &self.rule.name;
        let plural = if missing.len() == 1 { "" } else { "s" };
        let message = format!(
            "an entry of `{name}` needs {} more value{plural}",
            missing.len()
        );
        let mut diagnostic = Diagnostic::new(&codes::MISSING_VALUE, message);
        for one in missing {
            let what = match one.key.as_str() {
                "template" => one_of(self.templates_in_use().iter().copied()),
                _ => one.what,
            };
            let colon = if what.is_empty() { "" } else { ": " };
            diagnostic = diagnostic.help(format!("--set {}=…{colon}{what}", one.key));
        }
        let help = format!("at a terminal, `site new {name}` asks for each value");
        Err(Failure::usage(diagnostic.help(help)))
    }

    /// Returns the paths of images and other files in `content/` that are not text, sorted and relative to `content/`.
    pub fn images(&self) -> Vec<String> {
        let below = |path: &String| path.strip_prefix("content/").map(str::to_owned);
        self.tree.other_files.iter().filter_map(below).collect()
    }

    /// Returns the templates that entries of this collection use, sorted. If no entry names a template, returns all templates
    /// of pages.
    pub fn templates_in_use(&self) -> Vec<&str> {
        let used = self.uses_of_templates();
        if used.is_empty() {
            let all = self.templates.iter().map(String::as_str);
            return all.filter(|name| !name.contains('/')).collect();
        }
        used.into_keys().collect()
    }

    /// Returns the template that most entries of this collection use, or `None` if no entry names a template. Entries in the main
    /// language and in no folder count first, and among templates with as many of these, the one whose entries have the longest texts.
    pub fn usual_template(&self) -> Option<&str> {
        let mut uses: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for entry in self.entries() {
            let is_like = entry.lang == self.config.language && !entry.path.contains('/');
            if let Some(template) = entry.text("template") {
                let (count, words) = uses.entry(template).or_default();
                *count += usize::from(is_like);
                *words += if is_like { entry.words } else { 0 };
            }
        }
        let most = uses.into_iter().max_by_key(|(_, counted)| *counted);
        most.map(|(template, _)| template)
    }

    /// Counts the entries of this collection that name each template.
    fn uses_of_templates(&self) -> BTreeMap<&str, usize> {
        let mut counts = BTreeMap::new();
        for template in self.entries().filter_map(|entry| entry.text("template")) {
            *counts.entry(template).or_default() += 1;
        }
        counts
    }

    /// Returns the path of the entry's file. Its name is `slug`, or is derived from the entry's title. Returns `None` if all
    /// entries of the collection are in one file. Fails if the name is invalid or taken.
    pub fn file(
        &self,
        values: &Map<String, Value>,
        slug: Option<&str>,
        options: &NewOptions,
    ) -> Result<Option<String>, Failure> {
        let (name, bad_slug) = (&self.rule.name, &content::codes::BAD_SLUG);
        let Some(dir) = &self.rule.dir else {
            if options.slug.is_none() && options.lang.is_none() {
                return Ok(None);
            }
            let place = self.place();
            let message = format!("all entries of `{name}` are in one file, content/{place}");
            let help = "omit --slug and --lang; if the schema has the key `slug`, set it with --set slug=…";
            return Err(Failure::usage(
                Diagnostic::new(bad_slug, message).help(help),
            ));
        };
        let slug = match slug {
            Some(slug) => slug.to_owned(),
            None => slug_of(self.shape(), values).map_err(Failure::usage)?,
        };
        if !slug.split('/').all(content::slug::is_slug) {
            let message = format!("`{slug}` cannot be a file name and part of a URL");
            let help = "use letters, digits, hyphens, dots and underscores for --slug, and / between folders";
            return Err(Failure::usage(
                Diagnostic::new(bad_slug, message).help(help),
            ));
        }
        let lang = self.lang_suffix(options.lang.as_deref())?;
        let path = |extension: &str| format!("content/{dir}/{slug}{lang}.{extension}");
        let exists = |path: &String| {
            self.tree.texts.contains_key(path) || self.tree.unreadable.contains_key(path)
        };
        if let Some(path) = [path("md"), path("toml")].into_iter().find(exists) {
            let diagnostic = Diagnostic::new(&codes::SLUG_TAKEN, format!("{path} already exists"));
            return Err(Failure::usage(
                diagnostic.help("choose another name with --slug, or another title"),
            ));
        }
        let is_toml = |entry: &&Document| entry.source().path.ends_with(".toml");
        let (toml, all) = (
            self.entries().filter(is_toml).count(),
            self.entries().count(),
        );
        let is_markdown = match all {
            0 => self.rule.route.is_some(),
            _ => toml * 2 < all,
        };
        let path = path(if is_markdown { "md" } else { "toml" });
        // Windows would write the text of a file called `nul.md` nowhere.
        if let Some(fault) = faults(&[&path]).first() {
            let diagnostic = Diagnostic::new(bad_slug, fault.diagnostic().message);
            return Err(Failure::usage(
                diagnostic.help("choose another name with --slug, or another title"),
            ));
        }
        Ok(Some(path))
    }

    /// Returns the part of the file name that names the language, such as `.de`. It is empty for the main language. Fails if
    /// the site does not have the language.
    fn lang_suffix(&self, lang: Option<&str>) -> Result<String, Failure> {
        let main = self.config.language.as_str();
        match lang {
            None => Ok(String::new()),
            Some(lang) if lang == main => Ok(String::new()),
            Some(lang) if self.config.languages.contains_key(lang) => Ok(format!(".{lang}")),
            Some(lang) => {
                let others = self.config.languages.keys().map(String::as_str);
                let known = one_of(std::iter::once(main).chain(others));
                let message = format!("the site has no language `{lang}`");
                let diagnostic = Diagnostic::new(&codes::UNKNOWN_LANGUAGE, message);
                Err(Failure::usage(diagnostic.help(format!(
                    "use {known}, or declare [languages.{lang}] in content/site.toml"
                ))))
            }
        }
    }
}

/// Returns the error for a command without a collection.
fn no_collection(rules: &[CollectionRule]) -> Diagnostic {
    let names = || rules.iter().map(|rule| rule.name.as_str());
    let example = names().next().unwrap_or_default();
    let message = "no collection is named";
    Diagnostic::new(&content::codes::UNKNOWN_COLLECTION, message)
        .help(format!("the collections are {}", all_of(names())))
        .help(format!("name one, for example: site new {example}"))
}

/// Returns whether a diagnostic refers to a place in a file.
pub fn is_about(diagnostic: &Diagnostic, path: &str) -> bool {
    let places = diagnostic.place.iter().chain(&diagnostic.related);
    places
        .into_iter()
        .any(|(place, _)| place.source.path == path)
}

/// Returns the file name of an entry: its `slug`, or a name derived from its title. Fails if the title has no letters or digits.
fn slug_of(shape: Shape<'_>, values: &Map<String, Value>) -> Result<String, Diagnostic> {
    if let Some(slug) = values.get("slug").and_then(Value::as_str) {
        return Ok(slug.to_owned());
    }
    let key = shape.naming_key();
    let title = key
        .and_then(|key| values.get(key)?.as_str())
        .unwrap_or_default();
    let slug = render::slugify(&without_accents(title));
    if !slug.is_empty() {
        return Ok(slug);
    }
    let message = if title.is_empty() {
        "the new file needs a name".to_owned()
    } else {
        format!("cannot derive a file name from `{title}`: it has no letters or digits")
    };
    Err(Diagnostic::new(&content::codes::BAD_SLUG, message).help("name the file with --slug"))
}

/// Returns a text in lower case and without the accents of Latin letters (Unicode's Latin-1 Supplement and Latin Extended-A),
/// because URLs use plain letters.
pub fn without_accents(text: &str) -> String {
    #[rustfmt::skip]
    const LETTERS: [(&str, &str); 27] = [
        ("àáâãäåāăą", "a"), ("çćĉċč", "c"), ("ďđð", "d"), ("èéêëēĕėęě", "e"), ("ĝğġģ", "g"), ("ĥħ", "h"),
        ("ìíîïĩīĭįı", "i"), ("ĵ", "j"), ("ķ", "k"), ("ĺļľŀł", "l"), ("ñńņňŋ", "n"), ("òóôõöøōŏő", "o"), ("ŕŗř", "r"),
        ("śŝşšș", "s"), ("ţťŧț", "t"), ("ùúûüũūŭůűų", "u"), ("ŵ", "w"), ("ýÿŷ", "y"), ("źżž", "z"), ("æ", "ae"),
        ("œ", "oe"), ("ß", "ss"), ("þ", "th"), ("ĳ", "ij"), ("ŉ", "n"), ("ĸ", "k"), ("ſ", "s"),
    ];
    let plain = |letter: char| {
        LETTERS
            .iter()
            .find(|(accented, _)| accented.contains(letter))
            .map(|(_, plain)| *plain)
    };
    let mut out = String::with_capacity(text.len());
    for letter in text.chars().flat_map(char::to_lowercase) {
        match plain(letter) {
            Some(plain) => out.push_str(plain),
            // Skip combining accents, which some systems use to write accented letters.
            None if ('\u{300}'..='\u{36f}').contains(&letter) => {}
            None => out.push(letter),
        }
    }
    out
}

/// Parses a file of settings. Returns `None` if it does not exist or cannot be parsed.
fn settings<T: serde::de::DeserializeOwned>(tree: &Tree, path: &str) -> Option<T> {
    TomlText::whole(tree.texts.get(path)?).unchecked()
}

/// Parses the project's `structure.toml`. Returns `None` if it cannot be read or parsed.
pub fn structure(project: &Project) -> Option<Structure> {
    let path = "content/structure.toml";
    let text = std::fs::read_to_string(project.root.join(path)).ok()?;
    TomlText::whole(&Source::new(path, text)).unchecked()
}

#[cfg(test)]
mod tests {
    use super::without_accents;

    #[test]
    fn letters_without_accents() {
        for (text, expected) in [
            ("Über uns & Ähnliches", "uber uns & ahnliches"),
            (
                "Crème brûlée, ŒUVRE, Straße",
                "creme brulee, oeuvre, strasse",
            ),
            ("Łódź; İzmir; u\u{308}ber", "lodz; izmir; uber"),
            ("आयकर", "आयकर"),
        ] {
            assert_eq!(without_accents(text), expected);
        }
    }
}
