//! Turns a file into documents: parses its front matter, fills in facts, and checks it against the schema.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use diagnostic::{
    Diagnostic, Fingerprint, Fingerprinter, Help, Place, Severity, Source, line_start,
};
use serde_json::{Map, Value};

use crate::beginning::beginning;
use crate::codes;
use crate::content::Content;
use crate::control_characters::control_character;
use crate::data_format::DataFormat;
use crate::document::Document;
use crate::document_dates::check_dates;
use crate::drafts::downgrade_gaps;
use crate::expected_value::explain_values;
use crate::file_content::FileContent;
use crate::file_language::{split_language, undeclared_language};
use crate::fill_facts::Facts;
use crate::foreign_notation::foreign_notation;
use crate::front_matter;
use crate::moments::to_site_time;
use crate::schema::Schema;
use crate::selection::{Selection, is_draft};
use crate::slug::{SLUG_HELP, composed, is_slug, similar_slug};
use crate::structure::CollectionRule;
use crate::toml_text::{Part, TomlText, escape};
use crate::words::count_words;

/// Reader for the documents of one collection.
pub struct DocumentReader<'a> {
    /// The rule of the collection.
    pub rule: &'a CollectionRule,
    /// The content without documents: the facts to fill in, the languages, and the names of images.
    pub content: &'a Content,
    /// The collection's schema; `None` if it has errors.
    pub schema: Option<&'a Schema>,
    /// Selection of the documents to include.
    pub selection: &'a Selection,
}

/// Help for a list file whose entries are written in another way.
const LIST_HELP: &str = "write each entry of the list as an [[item]] table";

impl DocumentReader<'_> {
    /// Reads a file. A document that cannot be used is still returned, so that links to it are not reported as broken.
    pub fn file(&self, source: &Arc<Source>) -> FileContent {
        let mut content = FileContent::default();
        let is_list = self.rule.file.is_some();
        let Parts {
            toml,
            body,
            mistake,
        } = split(source);
        let (fields, mut findings) = toml.parse_recoverable();
        if let Some(mistake) = mistake {
            // Errors of the TOML may follow from it.
            findings = vec![if source.path.ends_with(".md") {
                mistake
            } else {
                let what = match toml.format() {
                    Some(_) => "entries with the keys",
                    None if is_list => "[[item]] tables with the keys",
                    None => "the keys",
                };
                mistake.help(format!(
                    "add {what} that content/{} describes",
                    self.rule.schema
                ))
            }];
        }
        if let Some(schema) = self.schema {
            explain_values(&mut findings, schema, is_list);
        }
        if !findings.is_empty() && !is_list {
            content.diagnostics = findings;
            let document = self.document(toml, "", fields, body, false);
            content.documents.push(Arc::new(document));
            return content;
        }
        if is_list {
            self.list(&toml, fields, findings, &mut content);
            if toml.format().is_some() {
                // Fixes are written in TOML, except for words that replace others.
                let findings = content.diagnostics.iter_mut();
                findings.for_each(|one| one.own_fixes.clear());
            }
        } else {
            self.add(toml, "", fields, body, &mut content);
        }
        content
    }

    /// Adds the documents of a list file, which are its `[[item]]` tables. `findings` are those of its TOML: entries that contain
    /// one are marked as not valid, and not checked.
    fn list(
        &self,
        toml: &TomlText,
        mut fields: Map<String, Value>,
        findings: Vec<Diagnostic>,
        content: &mut FileContent,
    ) {
        let end = toml.source.text.len();
        let invalid = |pointer: &str, fields| {
            Arc::new(self.document(toml.clone(), pointer, fields, end..end, false))
        };
        let items = fields.shift_remove("item");
        // Keys may only seem to be outside because of a mistake in a header.
        let misplaced = findings.is_empty() && outside_of_items(toml, &fields, content);
        if misplaced || (items.is_none() && !findings.is_empty()) {
            fields.retain(|_, value| !is_list_of_tables(value));
            content.documents.push(invalid("", fields));
        }
        let items = match items {
            Some(Value::Array(items)) => items,
            Some(other) => {
                if findings.is_empty() {
                    let place = toml.locate("/item", Part::Key);
                    content.diagnostics.push(
                        Diagnostic::new(&codes::WRONG_TYPE, "`item` must be a list")
                            .at(place, "")
                            .help(LIST_HELP),
                    );
                }
                let fields = other.as_object().cloned().unwrap_or_default();
                content.documents.push(invalid("", fields));
                Vec::new()
            }
            None => Vec::new(),
        };
        let start = |index: usize| {
            let place = toml.locate(&format!("/item/{index}"), Part::Value);
            place.span.start
        };
        let starts: Vec<usize> = if findings.is_empty() {
            Vec::new()
        } else {
            (0..items.len()).map(start).collect()
        };
        let faulty = findings.iter().map(|one| {
            let at = one.place.as_ref().map_or(0, |(place, _)| place.span.start);
            starts
                .partition_point(|start| *start <= at)
                .saturating_sub(1)
        });
        let faulty: HashSet<usize> = faulty.collect();
        content.diagnostics.extend(findings);
        for (index, item) in items.into_iter().enumerate() {
            let pointer = format!("/item/{index}");
            match item {
                Value::Object(fields) if faulty.contains(&index) => {
                    content.documents.push(invalid(&pointer, fields));
                }
                Value::Object(fields) => {
                    self.add(toml.clone(), &pointer, fields, end..end, content);
                }
                _ => {
                    let place = toml.locate(&pointer, Part::Value);
                    let (message, help) = match toml.format() {
                        Some(format) => ("an entry of a list must have keys", format.list_help()),
                        None => ("each entry of `item` must be a table", LIST_HELP),
                    };
                    content.diagnostics.push(
                        Diagnostic::new(&codes::WRONG_TYPE, message)
                            .at(place, "not a table")
                            .help(help),
                    );
                }
            }
        }
    }

    /// Returns a document without Markdown for a file that cannot be used. It has the front matter that could be parsed, so its
    /// slug is known if possible.
    pub fn unusable(&self, source: &Arc<Source>) -> Document {
        let Parts { toml, .. } = split(source);
        let (fields, _) = toml.parse_recoverable();
        self.document(toml, "", fields, 0..0, false)
    }

    /// Fills facts into a document, checks it, and adds it.
    fn add(
        &self,
        toml: TomlText,
        pointer: &str,
        mut fields: Map<String, Value>,
        body: Range<usize>,
        content: &mut FileContent,
    ) {
        let mut diagnostics = Vec::new();
        let (_, _, lang) = self.name_of(&toml.source.path);
        let facts = Facts {
            site: self.content.site_in(lang),
            are_complete: self.content.are_settings_valid,
        };
        facts.fill(&mut fields, &toml, pointer, &mut diagnostics);
        let mut value = Value::Object(fields);
        to_site_time(&mut value, self.content.config.offset());
        if let Some(schema) = self.schema
            && toml.format() == Some(DataFormat::Csv)
        {
            schema.set_types(&mut value);
        }
        let violations = self.schema.map(|schema| schema.violations(&value));
        let is_slug_reported = violations.as_ref().is_some_and(|all| all.contain("/slug"));
        diagnostics.extend(
            violations
                .iter()
                .flat_map(|all| all.diagnostics(&toml, pointer, &self.content.files)),
        );
        let today = self.selection.date;
        let place_of = |key: &str| toml.locate(&format!("{pointer}/{}", escape(key)), Part::Value);
        if let Value::Object(fields) = &value {
            diagnostics.extend(blank_texts(fields, place_of));
            diagnostics.extend(check_dates(fields, today, place_of));
        }
        let placeholders = violations.map_or_else(Vec::new, |all| all.placeholders(today));
        let missing = placeholders.len();
        for one in placeholders {
            one.add_to(&mut value);
        }
        let Value::Object(mut fields) = value else {
            return;
        };
        let is_valid = diagnostics.is_empty() && self.schema.is_some();
        let mut document = self.document(
            toml.clone(),
            pointer,
            fields.clone(),
            body.clone(),
            is_valid,
        );
        if !is_slug(&document.slug) {
            if !is_slug_reported {
                diagnostics.push(bad_slug(&document, self.rule.route.as_deref()));
            }
            // Until the slug is corrected, the file name is used.
            fields.shift_remove("slug");
            document = self.document(toml, pointer, fields, body, false);
        }
        document.missing = missing;
        let more = [
            undeclared_language(&document, &self.content.config)
                .filter(|_| self.content.are_settings_valid),
            self.bad_folder(&document),
            self.slug_like_a_file(&document),
        ];
        for diagnostic in more.into_iter().flatten() {
            diagnostics.push(diagnostic);
            document.valid = false;
        }
        // The page shows everything else.
        diagnostics.extend(foreign_notation(
            document.source(),
            document.body.clone(),
            self.rule.math,
            &self.rule.markdown,
            &self.content.files,
        ));
        diagnostics.extend(control_character(&document));
        diagnostics.extend(self.underscore(&document));
        let hidden = self.selection.reason_to_hide(self.rule, &document.fields);
        if is_draft(&document.fields) {
            downgrade_gaps(&mut diagnostics);
            diagnostics.retain(|one| hidden.is_none() || one.severity != Severity::Note);
        }
        content.diagnostics.append(&mut diagnostics);
        let document = Arc::new(document);
        match hidden {
            Some(reason) => content.hidden.push((document, reason)),
            None => content.documents.push(document),
        }
    }

    /// Reports a folder whose name cannot be part of a URL.
    fn bad_folder(&self, document: &Document) -> Option<Diagnostic> {
        let is_in_url = self.rule.route.as_ref()?.contains("{path}");
        let (folders, _) = document.path.rsplit_once('/').filter(|_| is_in_url)?;
        let folder = folders.split('/').find(|folder| !is_slug(folder))?;
        let message = format!("folder `{folder}` cannot be part of a URL");
        let place = Place::start_of(document.source());
        Some(
            Diagnostic::new(&codes::BAD_SLUG, message)
                .at(place, "")
                .help(format!("rename the folder; {SLUG_HELP}")),
        )
    }

    /// Reports a page whose file or folder begins with an underscore, which would keep it from being published in other generators.
    fn underscore(&self, document: &Document) -> Option<Diagnostic> {
        let route = self.rule.route.as_ref()?;
        let parts = if route.contains("{path}") {
            document.path.as_str()
        } else {
            document.slug.as_str()
        };
        let part = parts.split('/').find(|part| part.starts_with('_'))?;
        if is_draft(&document.fields) {
            return None;
        }
        let message = format!("`{part}` begins with an underscore, but it is published");
        Some(
            Diagnostic::new(&codes::BAD_SLUG, message)
                .warning()
                .at(document.slug_place(), "")
                .help("write `draft = true` to hide it, or rename it without the underscore"),
        )
    }

    /// Reports a page whose URL ends like a file, such as `/plan.ics`: hosts decide by its ending how they serve it.
    fn slug_like_a_file(&self, document: &Document) -> Option<Diagnostic> {
        let route = self.rule.route.as_ref()?;
        let (name, extension) = document.slug.rsplit_once('.')?;
        let is_file = extension.starts_with(|c: char| c.is_ascii_alphabetic())
            && !mime_guess::from_ext(extension).is_empty();
        if !is_file || !route.ends_with('}') {
            return None;
        }
        let message = format!(
            "`{}` cannot be the URL of a page, because it ends like a file",
            document.slug
        );
        let help = format!(
            "rename it, for example to `{name}-{extension}`; put a file that is published unchanged into public/"
        );
        Some(
            Diagnostic::new(&codes::BAD_SLUG, message)
                .at(document.slug_place(), "")
                .help(help),
        )
    }

    fn document(
        &self,
        toml: TomlText,
        pointer: &str,
        fields: Map<String, Value>,
        body: Range<usize>,
        valid: bool,
    ) -> Document {
        let (folders, stem, lang) = self.name_of(&toml.source.path);
        let index = pointer.rsplit_once('/').map(|(_, index)| index);
        let slug = fields.get("slug").and_then(Value::as_str);
        let slug = composed(slug.or(index).unwrap_or(stem)).into_owned();
        let path = if folders.is_empty() {
            slug.clone()
        } else {
            composed(&format!("{folders}/{slug}")).into_owned()
        };
        let lang = lang.to_owned();
        let markdown = &toml.source.text[body.clone()];
        let words = count_words(markdown);
        // The fingerprint of a list entry must not depend on its neighbors.
        let written = if pointer.is_empty() {
            Fingerprint::of(&toml.source.text[toml.span.clone()])
        } else {
            fingerprint_of(&fields)
        };
        let entry = Fingerprinter::default()
            .part(written)
            .text(&self.rule.name)
            .text(&lang)
            .text(&path)
            .text(&slug)
            .number(words)
            .optional(self.rule.summaries.then(|| beginning(markdown).markdown))
            .number(usize::from(valid))
            .finish();
        let keys = self.content.structure.routing_keys(self.rule);
        let values = keys.filter_map(|key| fields.get_key_value(key));
        let values =
            values.flat_map(|(key, value)| [Fingerprint::of(key), Fingerprint::of_value(value)]);
        let routing = Fingerprinter::default()
            .text(&toml.source.path)
            .text(pointer)
            .text(&lang)
            .text(&path)
            .text(&slug)
            .parts(values)
            .finish();
        Document {
            collection: self.rule.name.clone(),
            lang,
            slug,
            path,
            words,
            entry,
            content: Fingerprint::of(markdown),
            routing,
            toml,
            pointer: pointer.to_owned(),
            fields,
            body,
            valid,
            missing: 0,
        }
    }

    /// Splits the path of a file into its folders (relative to the collection's folder), its name, and its language.
    fn name_of<'a>(&'a self, path: &'a str) -> (&'a str, &'a str, &'a str) {
        let dir = self.rule.dir.as_ref().map(|dir| format!("content/{dir}/"));
        let path = path.strip_prefix(&dir.unwrap_or_default()).unwrap_or(path);
        let path = match path.rsplit_once('.') {
            Some((stem, "md" | "toml")) => stem,
            Some((stem, _)) if DataFormat::of(path).is_some() => stem,
            _ => path,
        };
        let config = &self.content.config;
        let (path, lang) = split_language(path, config).unwrap_or((path, &config.language));
        let (folders, stem) = path.rsplit_once('/').unwrap_or(("", path));
        match stem {
            // An index file is the page of its folder and takes the folder's name.
            "index" | "_index" if !folders.is_empty() => {
                let (above, folder) = folders.rsplit_once('/').unwrap_or(("", folders));
                (above, folder, lang)
            }
            "_index" => (folders, "index", lang),
            _ => (folders, stem, lang),
        }
    }
}

/// Reports the keys of a list file that are outside of its `[[item]]` tables: plain values together, because the header above
/// them is missing. Returns whether there are any keys.
fn outside_of_items(
    toml: &TomlText,
    fields: &Map<String, Value>,
    content: &mut FileContent,
) -> bool {
    let place = |key: &str| toml.locate(&format!("/{}", escape(key)), Part::Key);
    let is_table = |value: &Value| value.is_object() || is_list_of_tables(value);
    let plain = fields.iter().find(|(_, value)| !is_table(value));
    if let Some((key, _)) = plain {
        let message = format!("`{key}` is not in an [[item]] table");
        content.diagnostics.push(
            Diagnostic::new(&codes::UNKNOWN_KEY, message)
                .at(place(key), "")
                .help("add the line `[[item]]` above it")
                .fixed_by(start_of_line(&place(key)), "[[item]]\n"),
        );
        return true;
    }
    for key in fields.keys() {
        content.diagnostics.push(
            Diagnostic::new(&codes::UNKNOWN_KEY, format!("unknown key `{key}`"))
                .at(place(key), "not allowed here")
                .help(Help::replace(LIST_HELP, key, "item")),
        );
    }
    !fields.is_empty()
}

/// Returns the empty place at the start of a place's line.
fn start_of_line(place: &Place) -> Place {
    let before = &place.source.text[..place.span.start];
    let start = line_start(before);
    Place::new(&place.source, start..start)
}

fn is_list_of_tables(value: &Value) -> bool {
    let entries = value.as_array();
    entries.is_some_and(|entries| entries.iter().any(Value::is_object))
}

fn fingerprint_of(fields: &Map<String, Value>) -> Fingerprint {
    fields
        .iter()
        .fold(Fingerprinter::default(), |all, (key, value)| {
            all.text(key).part(Fingerprint::of_value(value))
        })
        .finish()
}

/// Reports values that consist of whitespace only, which a schema accepts as text.
fn blank_texts(fields: &Map<String, Value>, place_of: impl Fn(&str) -> Place) -> Vec<Diagnostic> {
    let texts = fields
        .iter()
        .filter_map(|(key, value)| Some((key, value.as_str()?)));
    // Spaces and characters without a width, such as a zero-width space.
    let is_unseen = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{3164}' | '\u{feff}'
            )
    };
    let blank = texts.filter(|(_, text)| !text.is_empty() && text.chars().all(is_unseen));
    blank
        .map(|(key, _)| {
            Diagnostic::new(&codes::TOO_SHORT, format!("`{key}` contains only spaces"))
                .at(place_of(key), "")
                .help("write text, or remove the key if it is optional")
        })
        .collect()
}

/// Returns the finding about a slug that cannot be part of a URL. `route` is the URL pattern of the collection.
fn bad_slug(document: &Document, route: Option<&str>) -> Diagnostic {
    let message = format!("`{}` cannot be part of a URL", document.slug);
    let diagnostic = Diagnostic::new(&codes::BAD_SLUG, message).at(
        document.slug_place(),
        "the file name, or `slug`, is part of the URL",
    );
    let name = without_number(&document.slug);
    let Some(slug) = similar_slug(name) else {
        return diagnostic.help(SLUG_HELP);
    };
    // The URL that links to the document have.
    let url = route.map(|route| route.replace("{slug}", &slug));
    let diagnostic = match url.filter(|url| !url.contains('{')) {
        Some(url) => diagnostic.part("url", url),
        None => diagnostic,
    };
    // Browsers add the number because there is a file with this name, perhaps in another folder.
    diagnostic.help(if name == document.slug {
        format!("write `{slug}`: {SLUG_HELP}")
    } else {
        format!("write `{slug}`, or delete one of the two files if the other is here: {SLUG_HELP}")
    })
}

/// Returns a name without the number that browsers add to that of a file which is downloaded again: `prices (1)`.
fn without_number(name: &str) -> &str {
    let inner = name
        .strip_suffix(')')
        .and_then(|rest| rest.rsplit_once(" ("));
    let number = inner.filter(|(_, number)| number.bytes().all(|byte| byte.is_ascii_digit()));
    number.map_or(name, |(name, _)| name)
}

/// TOML of a file, and the byte range of its Markdown.
struct Parts {
    toml: TomlText,
    body: Range<usize>,
    /// Why the file cannot be split; `None` if it can.
    mistake: Option<Diagnostic>,
}

fn split(source: &Arc<Source>) -> Parts {
    if source.path.ends_with(".md") {
        let parts = front_matter::split(source);
        return Parts {
            toml: TomlText::new(source, parts.toml),
            body: parts.body,
            mistake: parts.mistake,
        };
    }
    let end = source.text.len();
    let is_empty = source.text.trim().is_empty();
    Parts {
        toml: TomlText::whole(source),
        body: end..end,
        mistake: is_empty.then(|| {
            Diagnostic::new(&codes::EMPTY_FILE, "this file is empty")
                .at(Place::new(source, 0..0), "")
        }),
    }
}
