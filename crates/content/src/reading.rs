//! One file to documents: front matter parsed, facts filled in, checked against the schema.

use std::sync::Arc;

use jiff::civil::Date;
use rayon::prelude::*;
use serde_json::{Map, Value};

use crate::codes;
use crate::document::Document;
use crate::fill::fill_facts;
use crate::front_matter;
use crate::load::{FOLDER, Selection};
use crate::schema::Schema;
use crate::site_config::SiteConfig;
use crate::structure::CollectionRule;
use crate::tables::{Part, TomlText, escape};
use diagnostic::Diagnostic;
use diagnostic::{Fingerprint, Fingerprinter};
use diagnostic::{Place, Source};

/// What turns one file into documents.
pub struct Reading<'a> {
    /// What the file is a document of.
    pub rule: &'a CollectionRule,
    /// The languages.
    pub config: &'a SiteConfig,
    /// `site.toml`, for facts.
    pub site: &'a Value,
    /// The collection's schema, where it can be used.
    pub schema: Option<&'a Schema>,
    /// Pictures, by path below `content/`.
    pub files: &'a [String],
    /// Which documents are taken in.
    pub selection: &'a Selection,
}

/// What a file gives.
#[derive(Debug, Default)]
pub struct Read {
    /// Its documents; those with errors are marked as not valid.
    pub documents: Vec<Arc<Document>>,
    /// Documents that are left out now, with the reason.
    pub hidden: Vec<(Arc<Document>, String)>,
    /// What is wrong with it.
    pub found: Vec<Diagnostic>,
}

impl Reading<'_> {
    /// What each file gives; those that are `known` are not read again. Both are in the order of their paths.
    pub fn files(
        &self,
        sources: &[Arc<Source>],
        known: &[(Arc<Source>, Arc<Read>)],
    ) -> Vec<Arc<Read>> {
        let mut known = known.iter().peekable();
        let pairs: Vec<(&Arc<Source>, Option<&Arc<Read>>)> = sources
            .iter()
            .map(|source| {
                let is_it = |one: &&(Arc<Source>, _)| Arc::ptr_eq(&one.0, source);
                if let Some((_, read)) = known.next_if(is_it) {
                    return (source, Some(read));
                }
                while known.next_if(|(one, _)| one.path < source.path).is_some() {}
                let same = known.next_if(|(one, _)| one.fingerprint == source.fingerprint);
                (source, same.map(|(_, read)| read))
            })
            .collect();
        pairs
            .par_iter()
            .with_min_len(64)
            .map(|(source, known)| match known {
                Some(read) => Arc::clone(read),
                None => Arc::new(self.documents(source)),
            })
            .collect()
    }

    /// The documents of a file. One that cannot be used is known by its name all the same: links to it are not broken.
    pub fn documents(&self, source: &Arc<Source>) -> Read {
        let mut read = Read::default();
        let is_list = self.rule.file.is_some();
        let (toml, body) = match text_of(source) {
            Ok(parts) => parts,
            Err(diagnostic) => {
                if !is_list {
                    read.documents.push(Arc::new(self.unusable(source)));
                }
                read.found.push(if source.path.ends_with(".md") {
                    diagnostic
                } else {
                    diagnostic.help(format!(
                        "its keys are described in content/{}",
                        self.rule.schema
                    ))
                });
                return read;
            }
        };
        let (fields, mistakes) = toml.parse_what_can_be();
        if !mistakes.is_empty() {
            read.found = mistakes;
            if !is_list {
                let document = self.document(toml, "", fields, 0..0, false);
                read.documents.push(Arc::new(document));
            }
            return read;
        }
        if !is_list {
            self.add(toml, "", fields, body, &mut read);
            return read;
        }
        for (key, value) in fields {
            match value {
                Value::Array(items) if key == "item" => {
                    for (index, item) in items.into_iter().enumerate() {
                        let pointer = format!("/item/{index}");
                        if let Value::Object(fields) = item {
                            self.add(toml.clone(), &pointer, fields, body.clone(), &mut read);
                        } else {
                            read.found.push(
                                Diagnostic::new(
                                    &codes::WRONG_TYPE,
                                    "an entry of `item` must be a table",
                                )
                                .at(toml.locate(&pointer, Part::Value), "this is none")
                                .help(LIST_HELP),
                            );
                        }
                    }
                }
                _ => read.found.push(
                    Diagnostic::new(&codes::UNKNOWN_KEY, format!("unknown key `{key}`"))
                        .at(
                            toml.locate(&format!("/{}", escape(&key)), Part::Key),
                            "not a key here",
                        )
                        .help(LIST_HELP),
                ),
            }
        }
        read
    }

    /// A document of a file that cannot be used, under the address that it has as far as it can be read.
    pub fn unusable(&self, source: &Arc<Source>) -> Document {
        let (toml, _) = text_of(source).unwrap_or_else(|_| {
            let toml = TomlText {
                source: Arc::clone(source),
                span: 0..0,
            };
            (toml, 0..0)
        });
        let (fields, _) = toml.parse_what_can_be();
        self.document(toml, "", fields, 0..0, false)
    }

    /// Adds a document with facts filled in and its front matter checked.
    fn add(
        &self,
        toml: TomlText,
        pointer: &str,
        mut fields: Map<String, Value>,
        body: std::ops::Range<usize>,
        read: &mut Read,
    ) {
        let found = &mut read.found;
        let before = found.len();
        fill_facts(&mut fields, self.site, &toml, pointer, found);
        let value = Value::Object(fields);
        if let Some(schema) = self.schema {
            found.extend(schema.check(&value, &toml, pointer, self.files));
        }
        let Value::Object(mut fields) = value else {
            return;
        };
        if let Some(expire) = expires_first(&fields) {
            let place = |key: &str| {
                let pointer = format!("{pointer}/{key}");
                toml.locate(&pointer, Part::Value)
            };
            found.push(
                Diagnostic::new(
                    &codes::BAD_DATE,
                    format!("this expires on {expire}, and would never be shown"),
                )
                .at(place("expire"), "not after `publish`")
                .related(place("publish"), "it is published from this day")
                .help("`expire` is the first day on which it is no longer shown"),
            );
        }
        found.extend(self.odd_dates(&fields, &toml, pointer));
        let valid = found.len() == before && self.schema.is_some();
        let mut document =
            self.document(toml.clone(), pointer, fields.clone(), body.clone(), valid);
        if !is_slug(&document.slug) {
            let place = if fields.contains_key("slug") {
                document.place("/slug", Part::Value)
            } else {
                Place::start_of(document.source())
            };
            // The schema may have said so, and what it takes instead.
            let is_said = |one: &Diagnostic| one.place.as_ref().is_some_and(|one| one.0 == place);
            if !found[before..].iter().any(is_said) {
                found.push(
                    Diagnostic::new(
                        &codes::BAD_SLUG,
                        format!("`{}` cannot be part of an address", document.slug),
                    )
                    .at(place, "the file's name, or its `slug`, becomes the address")
                    .help(SLUG_HELP),
                );
            }
            // Known by the name of its file, until it has a better one.
            fields.shift_remove("slug");
            document = self.document(toml, pointer, fields, body, false);
        }
        let folders = document.path.rsplit_once('/');
        let folders = folders.map_or("", |(folders, _)| folders);
        let is_address = self
            .rule
            .route
            .as_deref()
            .is_some_and(|route| route.contains("{path}"));
        let bad = folders.split('/').find(|folder| !is_slug(folder));
        if let Some(folder) = bad.filter(|_| is_address && !folders.is_empty()) {
            found.push(
                Diagnostic::new(
                    &codes::BAD_SLUG,
                    format!("`{folder}` cannot be part of an address"),
                )
                .at(
                    Place::start_of(document.source()),
                    "the folder's name becomes part of the address",
                )
                .help("rename the folder with letters (a to z), digits, hyphens, dots and underscores"),
            );
            document.valid = false;
        }
        let document = Arc::new(document);
        match self.hidden(&document) {
            Some(reason) => read.hidden.push((document, reason)),
            None => read.documents.push(document),
        }
    }

    /// Days that nobody means: of another millennium, or earlier than what comes before them.
    fn odd_dates(
        &self,
        fields: &Map<String, Value>,
        toml: &TomlText,
        pointer: &str,
    ) -> Vec<Diagnostic> {
        let place = |key: &str| toml.locate(&format!("{pointer}/{key}"), Part::Value);
        let mut found = Vec::new();
        for key in ["date", "updated", "publish", "expire"] {
            let Some(day) = date_of(fields, key) else {
                continue;
            };
            let years = day.year() - self.selection.date.year();
            if day.year() < EARLIEST || years > LATEST {
                let message = format!("`{key}` is in the year {:04}", day.year());
                found.push(
                    Diagnostic::new(&codes::BAD_DATE, message)
                        .at(place(key), "")
                        .help(format!("today is {}", self.selection.date)),
                );
            }
        }
        if let (Some(date), Some(updated)) = (date_of(fields, "date"), date_of(fields, "updated"))
            && updated < date
            && found.is_empty()
        {
            found.push(
                Diagnostic::new(
                    &codes::BAD_DATE,
                    format!("this was updated on {updated}, before its `date`"),
                )
                .at(place("updated"), "earlier than `date`")
                .related(place("date"), "it is of this day")
                .help("`updated` is the day of the last change"),
            );
        }
        found
    }

    /// Why a document is not part of the site on the day of this build.
    fn hidden(&self, document: &Document) -> Option<String> {
        let date = |key: &str| date_of(&document.fields, key);
        if document.flag("draft") && !self.selection.drafts {
            return Some("it is a draft, which --drafts takes in".to_owned());
        }
        if let Some(expire) = expires_first(&document.fields) {
            return Some(format!("it expires on {expire}, before it is published"));
        }
        let publish = date("publish").filter(|day| *day > self.selection.date);
        if let Some(day) = publish.filter(|_| !self.selection.future) {
            return Some(format!("it is published on {day}; --future takes it in"));
        }
        let expire = date("expire").filter(|day| *day <= self.selection.date);
        expire.map(|day| format!("it expired on {day}"))
    }

    fn document(
        &self,
        toml: TomlText,
        pointer: &str,
        fields: Map<String, Value>,
        body: std::ops::Range<usize>,
        valid: bool,
    ) -> Document {
        let dir = self
            .rule
            .dir
            .as_deref()
            .map_or_else(String::new, |dir| format!("{FOLDER}/{dir}/"));
        let path = toml
            .source
            .path
            .strip_prefix(&dir)
            .unwrap_or(&toml.source.path);
        let path = path
            .strip_suffix(".md")
            .or_else(|| path.strip_suffix(".toml"))
            .unwrap_or(path);
        let (path, lang) = match path.rsplit_once('.') {
            Some((path, lang)) if self.config.languages.contains_key(lang) => (path, lang),
            _ => (path, self.config.language.as_str()),
        };
        let (folders, stem) = path
            .rsplit_once('/')
            .map_or(("", path), |(folders, stem)| (folders, stem));
        let slug = fields.get("slug").and_then(Value::as_str).map_or_else(
            || {
                pointer
                    .rsplit_once('/')
                    .map_or(stem, |(_, index)| index)
                    .to_owned()
            },
            str::to_owned,
        );
        let path = if folders.is_empty() {
            slug.clone()
        } else {
            format!("{folders}/{slug}")
        };
        let markdown = &toml.source.text[body.clone()];
        let words = markdown.split_whitespace().count();
        // An entry of a list must not change with its neighbours.
        let written = if pointer.is_empty() {
            Fingerprint::of(&toml.source.text[toml.span.clone()])
        } else {
            fingerprint_of(&fields)
        };
        let entry = Fingerprinter::default()
            .part(written)
            .text(&self.rule.name)
            .text(lang)
            .text(&path)
            .text(&slug)
            .number(words)
            .number(usize::from(valid))
            .finish();
        Document {
            collection: self.rule.name.clone(),
            lang: lang.to_owned(),
            slug,
            path,
            words,
            entry,
            content: Fingerprint::of(markdown),
            toml,
            pointer: pointer.to_owned(),
            fields,
            body,
            valid,
        }
    }
}

/// The earliest year and the number of years to come that a date may be of; what is beyond is a slip of the hand.
const EARLIEST: i16 = 1000;
const LATEST: i16 = 50;

/// The day that a key holds, time left aside.
fn date_of(fields: &Map<String, Value>, key: &str) -> Option<Date> {
    fields.get(key)?.as_str()?.get(..10)?.parse().ok()
}

/// The day on which a document expires that is not published before it.
fn expires_first(fields: &Map<String, Value>) -> Option<Date> {
    let publish = date_of(fields, "publish")?;
    date_of(fields, "expire").filter(|expire| *expire <= publish)
}

fn fingerprint_of(fields: &Map<String, Value>) -> Fingerprint {
    fields
        .iter()
        .fold(Fingerprinter::default(), |all, (key, value)| {
            all.text(key).part(Fingerprint::of_value(value))
        })
        .finish()
}

/// What an address takes.
const SLUG_HELP: &str = "use letters (a to z), digits, hyphens, dots and underscores";

/// How a list's file is written.
const LIST_HELP: &str = "a list is written as [[item]] tables";

/// The TOML and the Markdown of a file.
fn text_of(source: &Arc<Source>) -> Result<(TomlText, std::ops::Range<usize>), Diagnostic> {
    if source.path.ends_with(".md") {
        let parts = front_matter::split(source)?;
        let toml = TomlText {
            source: Arc::clone(source),
            span: parts.front_matter,
        };
        return Ok((toml, parts.body));
    }
    if source.text.trim().is_empty() {
        return Err(Diagnostic::new(&codes::EMPTY_FILE, "this file is empty")
            .at(Place::new(source, 0..0), ""));
    }
    let end = source.text.len();
    Ok((TomlText::whole(source), end..end))
}

/// Whether a word can be part of an address: the characters that need no escape there (RFC 3986, section 2.3), less the
/// tilde, and no point at its beginning.
pub fn is_slug(slug: &str) -> bool {
    !slug.is_empty()
        && !slug.starts_with('.')
        && slug
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_'))
}
