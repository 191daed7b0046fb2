//! Reads form definitions: `content/forms/*.toml`, and their translations: `content/forms/*.LANG.toml`.

use std::collections::BTreeMap;
use std::sync::Arc;

use diagnostic::{Diagnostic, Place, Severity, Source, did_you_mean_or_list};
use serde_json::Value;

use crate::codes::{STALE_TRANSLATION, UNDECLARED_LANGUAGE};
use crate::copied_files::copied_files;
use crate::file_language::{is_declared, language_name, split_language};
use crate::form_translation;
use crate::meant_name::{meant_name, with_meant_name};
use crate::schema::Schema;
use crate::site_config::SiteConfig;
use crate::toml_text::TomlText;
use crate::translated_settings::Languages;
use crate::tree::Tree;

/// A form as its file has it, and with facts, language, and words. Both are null if the file cannot be read. Translations are not compared
/// with a form that has mistakes, so `written` is null then, too.
#[derive(Default)]
struct ReadForm {
    written: Value,
    form: Value,
    /// Start of the file; `None` if it cannot be read.
    start: Option<Place>,
}

/// Reads the form definitions, fills in facts, and adds their language, their words, and their translations. Returns them by name;
/// a form that cannot be read is null. Checks them against `schema`, unless that is `None` because they are known to match it.
pub fn read_forms(
    tree: &Tree,
    config: &SiteConfig,
    languages: &Languages,
    schema: Option<&Schema>,
    diagnostics: &mut Vec<Diagnostic>,
) -> BTreeMap<String, Value> {
    let main = config.language.as_str();
    // A form that cannot be read still exists: pages that use it must not be reported.
    let unreadable = tree.unreadable.keys();
    let unreadable =
        unreadable.filter_map(|path| Some((name_of(path)?.to_owned(), ReadForm::default())));
    let mut forms: BTreeMap<String, ReadForm> = unreadable.collect();
    let sources = tree.texts.iter();
    let sources = sources.filter_map(|(path, source)| Some((name_of(path)?, source)));
    let sources: Vec<(&str, &Arc<Source>)> = sources.collect();
    let files: Vec<&Arc<Source>> = sources.iter().map(|(_, source)| *source).collect();
    let copies = copied_files(&files, |tag| is_declared(tag, config));
    let mut translations = Vec::new();
    for (name, source) in sources {
        if let Some(copied) = copies.get(&source.path) {
            diagnostics.push(copied.clone());
            continue;
        }
        let toml = TomlText::whole(source);
        match split_language(name, config).filter(|(_, lang)| *lang != main) {
            Some((base, lang)) => translations.push((base, lang, toml)),
            // A language that `site.toml` has lost is reported there, and not for each of its files.
            None if name.contains('.') => {
                let tag = name.rsplit('.').next().unwrap_or_default();
                let is_lost = ["site", "menus", "words", "structure"]
                    .iter()
                    .any(|settings| {
                        tree.texts
                            .contains_key(&format!("content/{settings}.{tag}.toml"))
                    });
                if languages.facts(main).are_complete && !is_lost {
                    let names = files.iter().filter_map(|file| name_of(&file.path));
                    let names: Vec<&str> = names.filter(|name| !name.contains('.')).collect();
                    let meant = meant_name(name, &names, config);
                    diagnostics.push(other_language(name, meant, &toml));
                }
            }
            None => {
                let form = read_form(&toml, config, languages, schema, diagnostics);
                forms.insert(name.to_owned(), form);
            }
        }
    }
    let lost = lost_forms(&forms, &translations);
    // A form that has translations has existed: pages that use it must not be reported.
    for (name, finding) in lost {
        forms.insert(name.to_owned(), ReadForm::default());
        diagnostics.push(finding);
    }
    for (name, lang, toml) in translations {
        let Some(form) = forms.get_mut(name) else {
            continue;
        };
        let mut texts = match toml.parse() {
            Ok(texts) => texts,
            Err(findings) => {
                diagnostics.extend(findings);
                continue;
            }
        };
        if form.form.is_null() {
            continue;
        }
        if schema.is_some() && !form.written.is_null() {
            let texts = Value::Object(texts.clone());
            let findings = form_translation::check(name, &form.written, &texts, &toml);
            diagnostics.extend(findings);
        }
        let facts = languages.facts(lang);
        facts.fill(&mut texts, &toml, "", diagnostics);
        let texts = Value::Object(texts);
        let mut translated = form_translation::translated(&form.form, lang, &texts);
        add_language(&mut translated, lang, config, languages);
        if let Value::Object(fields) = &mut translated {
            fields.shift_remove("translations");
        }
        form.form["translations"][lang] = translated;
    }
    let forms = forms.into_iter();
    forms.map(|(name, one)| (name, one.form)).collect()
}

/// Returns the names of the forms that have only translations, each with the finding about them.
fn lost_forms<'a>(
    forms: &BTreeMap<String, ReadForm>,
    translations: &[(&'a str, &'a str, TomlText)],
) -> BTreeMap<&'a str, Diagnostic> {
    let lost = translations
        .iter()
        .filter(|(name, ..)| !forms.contains_key(*name));
    let mut findings: BTreeMap<&str, Diagnostic> = BTreeMap::new();
    for (name, _, toml) in lost {
        let place = Place::start_of(&toml.source);
        if let Some(finding) = findings.get_mut(name) {
            finding.related.push((place, "and this file".to_owned()));
            continue;
        }
        let is_translated = |form: &str| translations.iter().any(|(name, ..)| *name == form);
        let mut untranslated = forms.iter().filter(|(form, _)| !is_translated(form));
        let renamed = (untranslated.next(), untranslated.next());
        let path = &toml.source.path;
        let error = |message: String| Diagnostic {
            severity: Severity::Error,
            ..Diagnostic::new(&STALE_TRANSLATION, message)
        };
        let finding = if let (
            Some((
                now,
                ReadForm {
                    start: Some(start), ..
                },
            )),
            None,
        ) = renamed
        {
            let message = format!("{now}.toml has no translation, but {path} translates no form");
            let help = format!(
                "if {now}.toml was {name}.toml, rename it back; or rename its translations, and write `{now}` wherever the form is used"
            );
            let finding = error(message).at(start.clone(), "");
            finding.related(place, "this file").help(help)
        } else {
            let names = forms.keys().map(String::as_str);
            let message = format!("{path} translates a form that does not exist");
            let help = did_you_mean_or_list(name, "forms", names);
            error(message).at(place, "").maybe_help(help)
        };
        findings.insert(name, finding);
    }
    findings
}

/// Returns the name of the form in a file; `None` if the file is not in the folder of forms.
fn name_of(path: &str) -> Option<&str> {
    path.strip_prefix("content/forms/")?.strip_suffix(".toml")
}

/// Reads a form in the main language.
fn read_form(
    toml: &TomlText,
    config: &SiteConfig,
    languages: &Languages,
    schema: Option<&Schema>,
    diagnostics: &mut Vec<Diagnostic>,
) -> ReadForm {
    let mut table = match toml.parse() {
        Ok(table) => table,
        Err(findings) => {
            diagnostics.extend(findings);
            return ReadForm::default();
        }
    };
    let mut written = Value::Object(table.clone());
    let main = &config.language;
    let mut found = Vec::new();
    languages.facts(main).fill(&mut table, toml, "", &mut found);
    let mut form = Value::Object(table);
    if let Some(schema) = schema {
        found.extend(schema.check(&form, toml, &[]));
    }
    if !found.is_empty() {
        written = Value::Null;
    }
    diagnostics.extend(found);
    add_language(&mut form, main, config, languages);
    ReadForm {
        written,
        form,
        start: Some(Place::start_of(&toml.source)),
    }
}

/// Reports a form whose name has a dot: its language is not declared, or is at another place than in the name that was `meant`.
fn other_language(name: &str, meant: Option<String>, toml: &TomlText) -> Diagnostic {
    let place = Place::start_of(&toml.source);
    if let Some(meant) = meant {
        let message = format!("`{name}.toml` is no translation: the language follows the name");
        let diagnostic = Diagnostic::new(&UNDECLARED_LANGUAGE, message).at(place, "");
        return with_meant_name(diagnostic, &toml.source.path, &meant);
    }
    let tag = name.rsplit('.').next().unwrap_or(name);
    let message =
        format!("`{name}.toml` is in the language `{tag}`, which site.toml does not declare");
    let help =
        format!("add [languages.{tag}] with a `name` to content/site.toml, or rename the file");
    Diagnostic::new(&UNDECLARED_LANGUAGE, message)
        .at(place, "")
        .help(help)
}

/// Adds the language of a form, its name, and the words that all forms have in common in this language.
fn add_language(form: &mut Value, lang: &str, config: &SiteConfig, languages: &Languages) {
    let words = &languages.words(lang)["form"];
    if let Value::Object(form) = form {
        form.insert("lang".to_owned(), lang.into());
        form.insert("language".to_owned(), language_name(lang, config).into());
        if words.is_object() {
            form.insert("words".to_owned(), words.clone());
        }
    }
}
