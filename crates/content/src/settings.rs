//! Reads and checks everything below `content/` that is not a document.

use std::collections::BTreeMap;
use std::sync::Arc;

use diagnostic::{Diagnostic, Fingerprint, Source};
use serde_json::{Map, Value};

use crate::content::Content;
use crate::fill_facts::Facts;
use crate::form_definitions::read_forms;
use crate::menus::read_menus;
use crate::moments::to_site_time;
use crate::program_schemas::ProgramSchemas;
use crate::schema::Schema;
use crate::schema_files::SchemaFiles;
use crate::settings_file;
use crate::site_config;
use crate::site_file::{check_schemas, check_site};
use crate::structure::Structure;
use crate::structure_checks::check_structure;
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
    /// Whether `site.toml` has no errors.
    pub is_site_valid: bool,
    /// Whether `structure.toml` has no errors.
    pub is_structure_valid: bool,
    /// Findings about all these files.
    pub diagnostics: Vec<Diagnostic>,
}

impl Settings {
    /// Reads the settings, and checks them against `program`. `files` becomes [`Content::files`], and `dependencies` becomes
    /// [`Content::dependencies`]. `None` skips the validation of settings that the cache has already validated, and compiles schemas
    /// only if documents need them.
    ///
    /// # Errors
    /// Returns the findings if `site.toml` or `structure.toml` cannot be used at all.
    pub fn read(
        tree: &Tree,
        files: Vec<String>,
        dependencies: Fingerprint,
        program: Option<&ProgramSchemas>,
    ) -> Result<Self, Vec<Diagnostic>> {
        let files = Arc::new(files);
        let schemas = SchemaFiles {
            tree,
            images: &files,
            are_valid: program.is_none(),
        };
        let mut diagnostics = Vec::new();
        let site = settings_file::read(tree, "content/site.toml", &mut diagnostics);
        let structure = settings_file::read(tree, "content/structure.toml", &mut diagnostics);
        let (Some((site_toml, site)), Some((structure_toml, structure))) = (site, structure) else {
            return Err(diagnostics);
        };

        let mut site = site;
        let offset = site.get("utc_offset").and_then(Value::as_str);
        let offset = site_config::offset(offset.unwrap_or_default());
        to_site_time(&mut site, offset);
        let own_schema = schemas.optional("content/schemas/site.json", &mut diagnostics);
        let schema = program.map(|schemas| &schemas.site);
        let (config, mistakes) = check_site(&site, &site_toml, schema, own_schema.as_ref(), &files);
        let facts = Facts {
            site: &site,
            are_complete: mistakes.is_empty(),
        };
        let is_site_valid = facts.are_complete;
        diagnostics.extend(mistakes);
        let are_settings_valid = diagnostics.is_empty();
        let schema = program.map(|schemas| &schemas.structure);
        let (structure, mistakes) = read_structure(structure, &structure_toml, facts, schema);
        let is_structure_valid = mistakes.is_empty();
        diagnostics.extend(mistakes);
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
        let mut menus_of = |source: Option<&Arc<Source>>, lang: &str| match source {
            Some(source) => {
                let toml = TomlText::whole(source);
                let facts = languages.facts(lang);
                read_menus(&toml, facts, &structure, schema, &mut diagnostics)
            }
            None => Value::Object(Map::new()),
        };
        let menus = menus_of(tree.texts.get("content/menus.toml"), &config.language);
        let translations = config.languages.keys().map(|lang| {
            let own = menus_of(translated_file(tree, "menus", lang, &config), lang);
            (
                lang.clone(),
                languages.translation(lang, with_own(&menus, own)),
            )
        });
        let translations: BTreeMap<_, _> = translations.collect();
        let are_menus_valid = diagnostics.len() == before_menus
            && !tree.unreadable.contains_key("content/menus.toml");
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
            is_site_valid,
            is_structure_valid,
            diagnostics,
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
                dependencies,
            },
        })
    }
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
    let structure: Option<Structure> = typed_settings::deserialize(&value, toml, &mut diagnostics);
    if let Some(structure) = &structure {
        diagnostics.extend(check_structure(structure, toml));
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
