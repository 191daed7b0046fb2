//! Reads and checks everything below `content/` that is not a document.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use diagnostic::{Diagnostic, Fingerprint, Fingerprinter, Source, has_errors};
use serde_json::{Map, Value};

use crate::content::Content;
use crate::document::Document;
use crate::document_files::DocumentFile;
use crate::document_reader::DocumentReader;
use crate::file_content::FileContent;
use crate::file_language::lost_languages;
use crate::fill_facts::Facts;
use crate::form_definitions::read_forms;
use crate::menus::read_menus;
use crate::moments::to_site_time;
use crate::program_schemas::ProgramSchemas;
use crate::schema::Schema;
use crate::schema_files::{SchemaFiles, is_schema};
use crate::selection::Selection;
use crate::settings_file;
use crate::site_config::{self, SiteConfig};
use crate::site_file::{check_schemas, check_site};
use crate::structure::Structure;
use crate::structure_checks::check_structure;
use crate::structure_texts;
use crate::toml_text::{Part, TomlText};
use crate::translated_settings::{Languages, translated_file};
use crate::tree::Tree;
use crate::typed_settings;

/// Everything below `content/` that is not a document.
#[derive(Debug)]
pub struct Settings {
    /// The content, without documents.
    pub content: Content,
    /// Schema of each collection; `None` if it has errors.
    pub schemas: Vec<Option<Schema>>,
    /// Whether `structure.toml` has no errors.
    pub is_structure_valid: bool,
    /// Findings about all these files.
    pub diagnostics: Vec<Diagnostic>,
    selection: Selection,
}

impl Settings {
    /// Reads the settings, and checks them against the schemas of this program. `None` is for settings that have no mistakes: they
    /// are not checked, and schemas are compiled only if documents need them. Fails with the findings if `site.toml` or `structure.toml`
    /// cannot be used at all.
    pub fn read(
        tree: &Tree,
        selection: &Selection,
        program: Option<&ProgramSchemas>,
    ) -> Result<Self, Vec<Diagnostic>> {
        let files: Arc<Vec<String>> = Arc::new(other_files(tree).map(str::to_owned).collect());
        let schemas = SchemaFiles {
            tree,
            images: &files,
            are_valid: program.is_none(),
        };
        let mut diagnostics = Vec::new();
        let Some([main_site, main_structure]) = read_main_files(tree, &mut diagnostics) else {
            return Err(diagnostics);
        };
        let (site_toml, mut site) = main_site;
        let (structure_toml, structure) = main_structure;

        let offset = site.get("utc_offset").and_then(Value::as_str);
        let offset = site_config::offset(offset.unwrap_or_default());
        to_site_time(&mut site, offset);
        let own_schema = schemas.optional("content/schemas/site.json", &mut diagnostics);
        let schema = program.map(|schemas| &schemas.site);
        let (config, findings) = check_site(&site, &site_toml, schema, own_schema.as_ref(), &files);
        let facts = Facts {
            site: &site,
            are_complete: !has_errors(&findings),
        };
        diagnostics.extend(findings);
        diagnostics.extend(
            config
                .iter()
                .flat_map(|config| lost_languages(tree, config, &site_toml)),
        );
        let are_settings_valid = !has_errors(&diagnostics);
        let schema = program.map(|schemas| &schemas.structure);
        let texts = (!site["languages"].is_null()).then(|| structure.clone());
        let (structure, findings) = read_structure(structure, &structure_toml, facts, schema);
        let is_structure_valid = !has_errors(&findings);
        diagnostics.extend(findings);
        let (Some(config), Some(structure)) = (config, structure) else {
            return Err(diagnostics);
        };

        let check = |site: &Value, toml: &TomlText| match program {
            Some(program) => check_schemas(site, toml, &program.site, own_schema.as_ref(), &files),
            None => Vec::new(),
        };
        let languages = Languages::read(facts, check, &config, tree, &mut diagnostics);
        let before_menus = diagnostics.len();
        let schema = program.map(|schemas| &schemas.menus);
        let (menus, translated_menus) = read_all_menus(
            tree,
            &config,
            &languages,
            &structure,
            schema,
            &mut diagnostics,
        );
        let are_menus_valid = !has_errors(&diagnostics[before_menus..])
            && !tree.unreadable.contains_key("content/menus.toml");
        let main = texts.unwrap_or_default();
        let translations = translated_menus.into_iter().map(|(lang, menus)| {
            let source = translated_file(tree, "structure", lang, &config);
            let facts = languages.facts(lang);
            let (translated, toml) = structure_texts::read(&main, source, facts, &mut diagnostics);
            let structure = translated.unwrap_or_else(|| structure.clone());
            (
                lang.clone(),
                languages.translation(lang, menus, (structure, toml)),
            )
        });
        let translations: BTreeMap<_, _> = translations.collect();
        let schema = program.map(|schemas| &schemas.form);
        let forms = read_forms(tree, &config, &languages, schema, &mut diagnostics);
        let collections = structure.collections.iter().enumerate();
        let schemas = collections
            .map(|(index, rule)| {
                let pointer = format!("/collection/{index}/schema");
                let place = || structure_toml.locate(&pointer, Part::Value);
                schemas.required(&rule.schema, place, &mut diagnostics)
            })
            .collect();
        Ok(Self {
            schemas,
            is_structure_valid,
            diagnostics,
            selection: *selection,
            content: Content {
                words: languages.words(&config.language).clone(),
                translations: Arc::new(translations),
                config,
                are_settings_valid,
                site,
                structure,
                structure_toml,
                menus,
                are_menus_valid,
                collections: Vec::new(),
                forms,
                files,
                dependencies: dependencies(tree, *selection),
            },
        })
    }

    /// Returns the fingerprint of everything that [`Settings::read`] reads.
    pub fn fingerprint(tree: &Tree, selection: &Selection) -> Fingerprint {
        let others = ["content/menus.", "content/words.", "content/forms/"];
        let others = fingerprint_of(tree, |path| {
            others.iter().any(|start| path.starts_with(start))
        });
        dependencies(tree, *selection).combined(others)
    }

    /// Reads the documents in a file, and checks them. Unless there are findings, they do not keep the text in memory.
    pub fn read_file(&self, file: &DocumentFile) -> FileContent {
        if file.is_readable {
            let mut content = self.reader(file.collection).file(&file.source);
            if content.diagnostics.is_empty() {
                content.release_text();
            }
            content
        } else {
            FileContent {
                documents: vec![self.unusable(file)],
                ..FileContent::default()
            }
        }
    }

    /// Returns the fingerprint of everything that [`Settings::read_file`] reads.
    pub fn file_fingerprint(&self, file: &DocumentFile) -> Fingerprint {
        let part = file.collection * 2 + usize::from(file.is_readable);
        let settings = self.content.dependencies;
        settings
            .combined(file.source.fingerprint)
            .combined(Fingerprint(part as u128))
    }

    /// Returns a document for a file that is not used, so that links to it are not reported as broken.
    pub(crate) fn unusable(&self, file: &DocumentFile) -> Arc<Document> {
        let reader = self.reader(file.collection);
        Arc::new(reader.unusable(&file.source))
    }

    /// Returns the reader of the documents of a collection.
    fn reader(&self, collection: usize) -> DocumentReader<'_> {
        DocumentReader {
            rule: &self.content.structure.collections[collection],
            content: &self.content,
            schema: self.schemas[collection].as_ref(),
            selection: &self.selection,
        }
    }
}

/// Returns the paths of the files that are not text, relative to `content/`.
fn other_files(tree: &Tree) -> impl Iterator<Item = &str> {
    let files = tree.other_files.iter();
    files.filter_map(|path| path.strip_prefix("content/"))
}

/// Returns the fingerprint of everything that documents depend on besides their own file.
fn dependencies(tree: &Tree, selection: Selection) -> Fingerprint {
    let settings = ["content/site.", "content/structure."];
    let structure = tree.texts.get("content/structure.toml");
    let structure = structure.map(TomlText::whole);
    let texts = structure.iter().flat_map(TomlText::texts);
    // A list in JSON, which is not a schema.
    let lists = texts.filter(|one| one.pointer.ends_with("/file"));
    let lists: HashSet<&str> = lists.map(|one| one.text.as_str()).collect();
    let is_list = |path: &str| {
        path.strip_prefix("content/")
            .is_some_and(|path| lists.contains(path))
    };
    let settings = fingerprint_of(tree, |path| {
        settings.iter().any(|start| path.starts_with(start)) || is_schema(path) && !is_list(path)
    });
    Fingerprinter::default()
        .part(settings)
        .parts(other_files(tree).map(Fingerprint::of))
        .part(Fingerprint::of_all(&selection))
        .finish()
}

/// Returns the fingerprint of the text files of these paths. A file that cannot be read differs from one that has the text which its
/// findings show.
fn fingerprint_of(tree: &Tree, is_part: impl Fn(&str) -> bool) -> Fingerprint {
    let files = [&tree.texts, &tree.unreadable].map(|files| {
        let files = files.iter().filter(|(path, _)| is_part(path));
        Fingerprinter::default()
            .parts(files.map(|(_, source)| source.fingerprint))
            .finish()
    });
    Fingerprint::of_all(&files)
}

/// Reads `site.toml` and `structure.toml`. Returns `None` if one of them is missing or invalid, and reports that.
fn read_main_files(
    tree: &Tree,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<[(TomlText, Value); 2]> {
    let [site, structure] = ["content/site.toml", "content/structure.toml"];
    if !tree.has_file(site) && !tree.has_file(structure) {
        // If the folder itself cannot be read, nothing else follows.
        if !tree.problems.contains_key("content") {
            let message = format!("neither `{site}` nor `{structure}` exists");
            diagnostics.push(settings_file::missing(message));
        }
        return None;
    }
    let site = settings_file::read(tree, site, diagnostics);
    let structure = settings_file::read(tree, structure, diagnostics);
    Some([site?, structure?])
}

/// Reads the menus. Returns those of the main language, and those of each other language.
fn read_all_menus<'a>(
    tree: &Tree,
    config: &'a SiteConfig,
    languages: &Languages,
    structure: &Structure,
    schema: Option<&Schema>,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Value, Vec<(&'a String, Value)>) {
    let mut read = |source: Option<&Arc<Source>>, lang: &str| match source {
        Some(source) => {
            let toml = TomlText::whole(source);
            read_menus(&toml, languages.facts(lang), structure, schema, diagnostics)
        }
        None => Value::Object(Map::new()),
    };
    let main = read(tree.texts.get("content/menus.toml"), &config.language);
    let others = config.languages.keys().map(|lang| {
        let own = read(translated_file(tree, "menus", lang, config), lang);
        (lang, with_own(&main, own))
    });
    let others = others.collect();
    (main, others)
}

/// Returns the menus of a language: its own, and those of the main language that it does not have.
fn with_own(main: &Value, own: Value) -> Value {
    let mut menus = main.clone();
    if let (Value::Object(menus), Value::Object(own)) = (&mut menus, own) {
        menus.extend(own);
    }
    menus
}

/// Fills facts into `structure.toml`, and checks it against `schema` unless that is `None`. Returns the structure, if it can be
/// used, and the findings.
fn read_structure(
    mut value: Value,
    toml: &TomlText,
    facts: Facts<'_>,
    schema: Option<&Schema>,
) -> (Option<Structure>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    if let Value::Object(rules) = &mut value {
        facts.fill(rules, toml, "", &mut diagnostics);
    }
    if let Some(schema) = schema {
        diagnostics.extend(schema.check(&value, toml, &[]));
    }
    let mut structure: Option<Structure> =
        typed_settings::deserialize(&value, toml, &mut diagnostics);
    if let Some(structure) = &mut structure {
        let dirs = structure
            .collections
            .iter_mut()
            .filter_map(|rule| rule.dir.as_mut());
        for dir in dirs {
            dir.truncate(dir.trim_end_matches('/').len());
        }
        let checks = check_structure(structure, toml);
        // A check says more about a value than its form does.
        let span = |one: &Diagnostic| one.place.as_ref().map(|(place, _)| place.span.clone());
        diagnostics.retain(|one| {
            let is_same = |check: &Diagnostic| span(check) == span(one);
            one.code.name != crate::codes::WRONG_FORM.name || !checks.iter().any(is_same)
        });
        diagnostics.extend(checks);
    }
    (structure, diagnostics)
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use diagnostic::Source;
    use serde_json::Value;

    use crate::schema::Schema;

    /// Returns the text of a file below `crates/`.
    #[expect(clippy::disallowed_methods, reason = "the test compares files")]
    fn read(path: &str) -> String {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        std::fs::read_to_string(crates.join(path)).unwrap()
    }

    #[test]
    fn schemas_of_the_program_have_no_mistakes() {
        for name in ["form.json", "menus.json", "site.json", "structure.json"] {
            let source = Source::new(name, read(&format!("content/schemas/{name}")));
            Schema::compile(&source, &Arc::default()).unwrap();
        }
    }

    #[test]
    fn sites_ship_the_schemas_of_the_program() {
        for (folder, names) in [
            (
                "../content/schemas",
                &["menus.json", "structure.json", "form.json"][..],
            ),
            // The starter has no forms.
            (
                "site/starter/content/schemas",
                &["menus.json", "structure.json"],
            ),
        ] {
            for name in names {
                let ours = read(&format!("content/schemas/{name}"));
                let theirs = read(&format!("{folder}/{name}"));
                assert!(
                    ours == theirs,
                    "copy crates/content/schemas/{name} to {folder}"
                );
            }
            let parsed = |path: &str| serde_json::from_str::<Value>(&read(path)).unwrap();
            let ours = parsed("content/schemas/site.json");
            let theirs = parsed(&format!("{folder}/site.json"));
            for key in ours["properties"].as_object().unwrap().keys() {
                assert!(
                    theirs["properties"].get(key).is_some(),
                    "`{key}` in {folder}/site.json"
                );
            }
        }
    }
}
