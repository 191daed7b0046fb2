//! Where a new entry goes: its collection, what the schema and the entries there are say of it, and its file's name.

use std::collections::BTreeMap;

use content::{CollectionRule, Content, Document, SiteConfig, Structure, TomlText, Tree};
use diagnostic::{Diagnostic, all_of, did_you_mean, one_of};
use jiff::ToSpan as _;
use jiff::civil::Date;
use serde_json::{Map, Value};

use super::failure::Failure;
use super::schema::{Kind, Shape};
use super::values::Missing;
use crate::arguments::NewOptions;
use crate::codes;
use build::Project;

/// The collection that gets an entry.
pub struct Target {
    /// The project's content as it is.
    pub tree: Tree,
    /// Its settings.
    pub config: SiteConfig,
    /// The collection.
    pub rule: CollectionRule,
    /// What its entries have to be, as JSON.
    pub schema: Value,
    /// The content, where it can be used.
    pub content: Option<Content>,
    /// What is wrong with it already.
    pub found: Vec<Diagnostic>,
    /// Templates of the theme.
    pub templates: Vec<String>,
    /// Today in the site's time zone.
    pub today: Date,
}

/// What an entry is called.
pub enum Name {
    /// Its file below `content/`.
    File(String),
    /// None: it stands in a list.
    InList,
}

impl Target {
    /// The collection that is meant by `word`: its name, its name less the `s`, or the name of its schema.
    pub fn find(project: &Project, word: Option<&str>) -> Result<Self, Failure> {
        let tree = Tree::read(&project.root, "content");
        let config: Option<SiteConfig> = settings(&tree, "content/site.toml");
        let structure: Option<Structure> = settings(&tree, "content/structure.toml");
        let offset = config
            .as_ref()
            .map_or("+00:00", |config| &config.utc_offset);
        let today = content::offset(offset)
            .to_datetime(jiff::Timestamp::now())
            .date();
        let selection = content::Selection {
            date: today,
            drafts: true,
            future: true,
        };
        let (content, found) = content::assemble(&tree, &selection);
        let (Some(config), Some(structure)) = (config, structure) else {
            return Err(Failure::Project(found));
        };
        let rule = choose(&structure.collections, word)?.clone();
        let file = format!("content/{}", rule.schema);
        let schema = tree
            .texts
            .get(&file)
            .and_then(|source| serde_json::from_str(&source.text).ok());
        let Some(schema) = schema else {
            return Err(Failure::Project(found));
        };
        let folder = project
            .root
            .join("themes")
            .join(&config.theme)
            .join("templates");
        let templates = assets::names_below(&folder).unwrap_or_default();
        Ok(Self {
            tree,
            config,
            rule,
            schema,
            content,
            found,
            templates,
            today,
        })
    }

    /// The folder or the file of the collection, below `content/`.
    pub fn place(&self) -> &str {
        let place = self.rule.file.as_deref().or(self.rule.dir.as_deref());
        place.unwrap_or_default()
    }

    /// Entries that are there, those that are left out now included.
    fn entries(&self) -> impl Iterator<Item = &Document> {
        let collections = self.content.iter().flat_map(|content| &content.collections);
        collections
            .filter(|one| one.rule.name == self.rule.name)
            .flat_map(|one| {
                let shown = one.documents.iter().map(AsRef::as_ref);
                shown.chain(one.hidden.iter().map(|(document, _)| document.as_ref()))
            })
    }

    /// Keys that an entry needs beside those its schema requires: a page has to have a title, a description and a template.
    pub fn also(&self, shape: Shape<'_>) -> Vec<&'static str> {
        if self.rule.route.is_none() {
            return Vec::new();
        }
        let mut keys = vec!["title", "description"];
        if self.rule.template.is_none() {
            keys.push("template");
        }
        keys.retain(|key| shape.key(key).is_some() || shape.is_open());
        keys
    }

    /// Values that can be told without asking: what the schema says itself, today's date, a review in a year, the next place
    /// in the order, and nothing for a list that may be empty.
    pub fn proposals(&self, shape: Shape<'_>) -> BTreeMap<String, Value> {
        let order = self
            .rule
            .sort
            .as_deref()
            .map(|key| key.trim_start_matches('-'));
        let mut proposals = BTreeMap::new();
        for (key, shape) in shape.keys() {
            let value = match (key, shape.kind()) {
                _ if shape.own_value().is_some() => shape.own_value(),
                ("date", Kind::Date) => Some(Value::from(self.today.to_string())),
                ("review_by", Kind::Date) => {
                    let day = self.today.saturating_add(1.year());
                    Some(Value::from(day.to_string()))
                }
                (key, Kind::Integer) if order == Some(key) => Some(Value::from(self.last(key) + 1)),
                (_, Kind::List) if shape.count().0 == 0 => Some(Value::Array(Vec::new())),
                _ => None,
            };
            proposals.extend(value.map(|value| (key.to_owned(), value)));
        }
        proposals
    }

    /// The largest number that entries have for a key.
    fn last(&self, key: &str) -> i64 {
        let numbers = self
            .entries()
            .filter_map(|entry| entry.fields.get(key)?.as_i64());
        numbers.max().unwrap_or(0)
    }

    /// What is said where values are missing and nobody can be asked.
    pub fn lacks(&self, missing: &[Missing]) -> Diagnostic {
        let values = if missing.len() == 1 {
            "value"
        } else {
            "values"
        };
        let name = &self.rule.name;
        let mut diagnostic = Diagnostic::new(
            &codes::MISSING_VALUE,
            format!("an entry of `{name}` needs {} more {values}", missing.len()),
        );
        for one in missing {
            let what = match (one.key.as_str(), one.what.as_str()) {
                ("template", _) => one_of(self.templates_in_use().iter().map(String::as_str)),
                (_, what) => what.to_owned(),
            };
            let colon = if what.is_empty() { "" } else { ": " };
            diagnostic = diagnostic.help(format!("--set {}=…{colon}{what}", one.key));
        }
        diagnostic.help(format!(
            "at a terminal, `site new {name}` asks for them one by one"
        ))
    }

    /// Pictures and other files that are not text, below `content/`, in order.
    pub fn pictures(&self) -> Vec<String> {
        let below = |path: &String| path.strip_prefix("content/").map(str::to_owned);
        self.tree.others.iter().filter_map(below).collect()
    }

    /// Templates that entries of this collection have.
    pub fn templates_in_use(&self) -> Vec<String> {
        let mut names: Vec<String> = self
            .entries()
            .filter_map(|entry| entry.text("template").map(str::to_owned))
            .collect();
        names.sort();
        names.dedup();
        names
    }

    /// The file of an entry, named `slug` or after its title.
    pub fn name(
        &self,
        shape: Shape<'_>,
        values: &Map<String, Value>,
        slug: Option<&str>,
        options: &NewOptions,
    ) -> Result<Name, Failure> {
        let Some(dir) = &self.rule.dir else {
            if options.slug.is_some() || options.lang.is_some() {
                let message = format!(
                    "entries of `{}` stand in one file, content/{}: they have no name of their own",
                    self.rule.name,
                    self.place()
                );
                let help = "leave --slug and --lang away; --set slug=… sets a key, where the schema has it";
                return Err(Failure::Usage(
                    Diagnostic::new(&content::codes::BAD_SLUG, message).help(help),
                ));
            }
            return Ok(Name::InList);
        };
        let slug = match slug {
            Some(slug) => slug.to_owned(),
            None => derived_slug(shape, values)?,
        };
        if !slug.split('/').all(content::is_slug) {
            let message = format!("`{slug}` cannot be a file's name and part of an address");
            return Err(Failure::Usage(
                Diagnostic::new(&content::codes::BAD_SLUG, message)
                    .help("--slug takes letters, digits, hyphens, dots and underscores, and / between folders"),
            ));
        }
        let lang = self.lang(options.lang.as_deref())?;
        let path = |ending: &str| format!("content/{dir}/{slug}{lang}.{ending}");
        let taken = [path("md"), path("toml")].into_iter().find(|path| {
            self.tree.texts.contains_key(path) || self.tree.unreadable.contains_key(path)
        });
        if let Some(taken) = taken {
            return Err(Failure::Usage(
                Diagnostic::new(&codes::SLUG_TAKEN, format!("there is already {taken}"))
                    .help("name another file with --slug, or give another title"),
            ));
        }
        let toml = self
            .entries()
            .filter(|entry| entry.source().path.ends_with(".toml"));
        let (toml, all) = (toml.count(), self.entries().count());
        let is_markdown = if all == 0 {
            self.rule.route.is_some()
        } else {
            toml * 2 < all
        };
        Ok(Name::File(path(if is_markdown { "md" } else { "toml" })))
    }

    fn lang(&self, lang: Option<&str>) -> Result<String, Failure> {
        match lang {
            None => Ok(String::new()),
            Some(lang) if lang == self.config.language => Ok(String::new()),
            Some(lang) if self.config.languages.contains_key(lang) => Ok(format!(".{lang}")),
            Some(lang) => {
                let known: Vec<&str> = std::iter::once(self.config.language.as_str())
                    .chain(self.config.languages.keys().map(String::as_str))
                    .collect();
                let diagnostic = Diagnostic::new(
                    &codes::UNKNOWN_LANGUAGE,
                    format!("the site has no language `{lang}`"),
                );
                Err(Failure::Usage(diagnostic.help(format!(
                    "content/site.toml declares {}",
                    all_of(known)
                ))))
            }
        }
    }
}

/// A file's name made of what an entry is called.
fn derived_slug(shape: Shape<'_>, values: &Map<String, Value>) -> Result<String, Failure> {
    if let Some(slug) = values.get("slug").and_then(Value::as_str) {
        return Ok(slug.to_owned());
    }
    let title = shape
        .naming_key()
        .and_then(|key| values.get(key)?.as_str())
        .unwrap_or_default();
    let slug = render::slugify(&without_accents(title));
    if !slug.is_empty() && slug.is_ascii() {
        return Ok(slug);
    }
    let message = if title.is_empty() {
        "the new file needs a name".to_owned()
    } else {
        format!(
            "`{title}` gives no name for the file: addresses are written in Latin letters and digits"
        )
    };
    Err(Failure::Usage(
        Diagnostic::new(&content::codes::BAD_SLUG, message).help("name the file with --slug"),
    ))
}

/// Latin letters without their accents: addresses are written in plain ones (Latin-1 Supplement and Latin Extended-A of
/// Unicode). Everything else stays.
fn without_accents(text: &str) -> String {
    const LETTERS: [(&str, &str); 27] = [
        ("àáâãäåāăą", "a"),
        ("çćĉċč", "c"),
        ("ďđð", "d"),
        ("èéêëēĕėęě", "e"),
        ("ĝğġģ", "g"),
        ("ĥħ", "h"),
        ("ìíîïĩīĭįı", "i"),
        ("ĵ", "j"),
        ("ķ", "k"),
        ("ĺļľŀł", "l"),
        ("ñńņňŋ", "n"),
        ("òóôõöøōŏő", "o"),
        ("ŕŗř", "r"),
        ("śŝşšș", "s"),
        ("ţťŧț", "t"),
        ("ùúûüũūŭůűų", "u"),
        ("ŵ", "w"),
        ("ýÿŷ", "y"),
        ("źżž", "z"),
        ("æ", "ae"),
        ("œ", "oe"),
        ("ß", "ss"),
        ("þ", "th"),
        ("ĳ", "ij"),
        ("ŉ", "n"),
        ("ĸ", "k"),
        ("ſ", "s"),
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
            // An accent of its own, as some systems write them.
            None if ('\u{300}'..='\u{36f}').contains(&letter) => {}
            None => out.push(letter),
        }
    }
    out
}

/// A file of settings, where it can be read and is what it should be.
fn settings<T: serde::de::DeserializeOwned>(tree: &Tree, path: &str) -> Option<T> {
    let table = TomlText::whole(tree.texts.get(path)?).parse().ok()?;
    serde_json::from_value(Value::Object(table)).ok()
}

/// Names of the collections that `structure.toml` declares; none where it cannot be read.
pub fn collections(project: &Project) -> Vec<String> {
    let tree = Tree::read(&project.root, "content");
    let structure: Option<Structure> = settings(&tree, "content/structure.toml");
    let rules = structure.into_iter().flat_map(|one| one.collections);
    rules.map(|rule| rule.name).collect()
}

/// The collection that a word means.
fn choose<'a>(
    rules: &'a [CollectionRule],
    word: Option<&str>,
) -> Result<&'a CollectionRule, Failure> {
    let names = || rules.iter().map(|rule| rule.name.as_str());
    let there_are = format!("the collections are {}", all_of(names()));
    let Some(word) = word else {
        return Err(Failure::Usage(
            Diagnostic::new(
                &content::codes::UNKNOWN_COLLECTION,
                "which collection gets a new entry?",
            )
            .help(there_are)
            .help("for example: site new ".to_owned() + names().next().unwrap_or_default()),
        ));
    };
    let plural = format!("{word}s");
    let exact = rules
        .iter()
        .find(|rule| rule.name == word)
        .or_else(|| rules.iter().find(|rule| rule.name == plural));
    if let Some(rule) = exact {
        return Ok(rule);
    }
    let of_schema: Vec<&CollectionRule> = rules
        .iter()
        .filter(|rule| schema_name(rule) == word)
        .collect();
    match of_schema.as_slice() {
        [only] => Ok(only),
        [] => {
            let words = names().chain(rules.iter().map(schema_name));
            Err(Failure::Usage(
                Diagnostic::new(
                    &content::codes::UNKNOWN_COLLECTION,
                    format!("there is no collection `{word}`"),
                )
                .maybe_help(did_you_mean(word, words))
                .help(there_are),
            ))
        }
        several => {
            let names = several.iter().map(|rule| rule.name.as_str());
            Err(Failure::Usage(
                Diagnostic::new(
                    &content::codes::UNKNOWN_COLLECTION,
                    format!("several collections hold what `{word}` means"),
                )
                .help(format!("name one of them: {}", one_of(names))),
            ))
        }
    }
}

/// `article` for `schemas/article.json`.
fn schema_name(rule: &CollectionRule) -> &str {
    let file = rule.schema.rsplit('/').next().unwrap_or_default();
    file.strip_suffix(".json").unwrap_or(file)
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
