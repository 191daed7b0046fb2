//! Translations of forms: `content/forms/contact.hi.toml` has the texts of `contact.toml` in Hindi, and nothing else.

use std::collections::{BTreeMap, BTreeSet};

use diagnostic::{Diagnostic, Fingerprint, Help, Place, all_of, did_you_mean, nearest};
use serde_json::{Value, json};

use crate::codes::{MISSING_TRANSLATION, STALE_TRANSLATION};
use crate::stale_translation::stale_translation;
use crate::toml_text::{Part, TomlText, escape, unescape};

/// Number of texts that a finding lists.
const LISTED: usize = 5;
/// Texts of a form, apart from those of its notice and its fields.
const OF_FORM: [&str; 6] = [
    "/submit",
    "/loading",
    "/success/title",
    "/success/message",
    "/failure/title",
    "/failure/message",
];
/// Texts of a field, apart from its options and errors.
const OF_FIELD: [&str; 4] = ["label", "purpose", "placeholder", "hint"];
/// Keys of a translation that are not translations of a text.
const OWN: [&str; 4] = ["/translates", "/signed_off_by", "/page", "/thanks"];

/// The texts of a form definition by their JSON pointers in a translation: `/field/email/label`.
pub fn texts(form: &Value) -> BTreeMap<String, &str> {
    let mut texts = BTreeMap::new();
    for pointer in OF_FORM
        .into_iter()
        .chain(["/privacy/purpose", "/privacy/items"])
    {
        if let Some(text) = form.pointer(pointer).and_then(Value::as_str) {
            texts.insert(pointer.to_owned(), text);
        }
    }
    let links = form.pointer("/privacy/links").and_then(Value::as_array);
    for (index, link) in links.into_iter().flatten().enumerate() {
        if let Some(label) = link["label"].as_str() {
            texts.insert(format!("/privacy/links/{index}/label"), label);
        }
    }
    for field in form["field"].as_array().into_iter().flatten() {
        let name = escape(field["name"].as_str().unwrap_or_default());
        for key in OF_FIELD {
            if let Some(text) = field[key].as_str() {
                texts.insert(format!("/field/{name}/{key}"), text);
            }
        }
        for option in field["options"].as_array().into_iter().flatten() {
            let value = option.as_str().or_else(|| option["value"].as_str());
            let label = option.as_str().or_else(|| option["label"].as_str());
            if let (Some(value), Some(label)) = (value, label) {
                texts.insert(format!("/field/{name}/options/{}", escape(value)), label);
            }
        }
        for (key, text) in field["errors"].as_object().into_iter().flatten() {
            if let Some(text) = text.as_str() {
                texts.insert(format!("/field/{name}/errors/{}", escape(key)), text);
            }
        }
    }
    texts
}

/// Returns a short digest of the texts of a form, by which a translation names the version that it translates.
pub fn version(form: &Value) -> String {
    let texts = texts(form);
    let all: String = texts
        .iter()
        .flat_map(|(pointer, text)| [pointer, "\0", text, "\0"])
        .collect();
    Fingerprint::of(all).mark()
}

/// Returns `form` with the texts of its translation into `lang`, which is the file `toml` with the content `texts`. Facts are filled
/// in in both. A field loses the error messages that are not translated, because those of its language stand in for them.
pub fn translated(form: &Value, lang: &str, texts: &Value) -> Value {
    let mut form = form.clone();
    let text = |pointer: &str| texts.pointer(pointer).filter(|text| text.is_string());
    for pointer in OF_FORM
        .into_iter()
        .chain(["/privacy/purpose", "/privacy/items"])
    {
        if let (Some(value), Some(text)) = (form.pointer_mut(pointer), text(pointer)) {
            *value = text.clone();
        }
    }
    for key in ["page", "thanks"] {
        let localized = form[key].as_str().map(|url| match url {
            "/" => format!("/{lang}"),
            url => format!("/{lang}{url}"),
        });
        if let Some(url) = text(&format!("/{key}"))
            .cloned()
            .or(localized.map(Value::from))
        {
            form[key] = url;
        }
    }
    if let Some(links) = texts
        .pointer("/privacy/links")
        .filter(|links| links.is_array())
    {
        form["privacy"]["links"] = links.clone();
    }
    for field in form["field"].as_array_mut().into_iter().flatten() {
        let Some(name) = field["name"].as_str().map(escape) else {
            continue;
        };
        for key in OF_FIELD {
            if let Some(text) = text(&format!("/field/{name}/{key}")) {
                field[key] = text.clone();
            }
        }
        for option in field
            .get_mut("options")
            .and_then(Value::as_array_mut)
            .into_iter()
            .flatten()
        {
            let value = option.as_str().or_else(|| option["value"].as_str());
            let value = value.unwrap_or_default().to_owned();
            let label = text(&format!("/field/{name}/options/{}", escape(&value)));
            if let Some(label) = label {
                *option = json!({ "value": value, "label": label });
            }
        }
        if let Some(errors) = field.get_mut("errors").and_then(Value::as_object_mut) {
            let translated = texts.pointer(&format!("/field/{name}/errors"));
            *errors = translated
                .and_then(Value::as_object)
                .cloned()
                .unwrap_or_default();
        }
    }
    form
}

/// Reports what a translation of the form `written` lacks, what it has too much, and whether it is older than the form's texts.
/// `name` is that of the form. Facts are not filled in.
pub fn check(name: &str, written: &Value, translation: &Value, toml: &TomlText) -> Vec<Diagnostic> {
    let wanted = texts(written);
    let mut diagnostics = Vec::new();
    let renamed = renamed_field(written, &wanted, toml);
    diagnostics.extend(renamed.as_ref().map(|(from, to)| {
        let place = toml.locate(&format!("/field/{}", escape(from)), Part::Key);
        let message = format!("the field `{from}` is now called `{to}`");
        let help = Help::replace(format!("write `{to}`"), from, to);
        let diagnostic = Diagnostic::new(&STALE_TRANSLATION, message);
        diagnostic.at(place, "").help(help)
    }));
    let is_of_renamed_field = |pointer: &str| {
        let field = of_field(pointer).map(|(field, _)| field);
        field.is_some_and(|field| {
            let mut names = renamed.iter().flat_map(|(from, to)| [from, to]);
            names.any(|name| *name == field)
        })
    };
    let texts = renamed_texts(&wanted, toml, &is_of_renamed_field);
    diagnostics.extend(texts.iter().map(|(from, to)| {
        let place = toml.locate(from, Part::Key);
        let name = |pointer: &str| unescape(pointer.rsplit('/').next().unwrap_or_default());
        let kind = if from.contains("/options/") {
            "option"
        } else {
            "text"
        };
        let message = format!(
            "the form has no {kind} `{}`, but `{}`",
            name(from),
            name(to)
        );
        let help = format!("write `{}`, and check the translation", name(to));
        let diagnostic = Diagnostic::new(&STALE_TRANSLATION, message);
        diagnostic.at(place, "").help(help)
    }));
    let tables = renamed_tables(&wanted, toml);
    diagnostics.extend(tables.iter().map(|(from, to)| {
        let last = |pointer: &str| unescape(pointer.rsplit('/').next().unwrap_or_default());
        let (from_name, to_name) = (last(from), last(to));
        let message = format!("unknown table `{from_name}`");
        let help = Help::replace(format!("write `{to_name}`"), &from_name, &to_name);
        let place = toml.locate(from, Part::Key);
        Diagnostic::new(&STALE_TRANSLATION, message)
            .at(place, "")
            .help(help)
    }));
    let is_renamed = |pointer: &str| {
        let below = |table: &str| pointer.strip_prefix(table)?.strip_prefix('/');
        let is_of_table = |(from, to): (&String, &String)| {
            let is_there = |rest: &str| toml.has(&format!("{from}/{rest}"));
            below(from).is_some() || below(to).is_some_and(is_there)
        };
        if tables.iter().any(is_of_table) {
            return true;
        }
        let is_named = |(from, to): &(String, String)| from == pointer || to == pointer;
        is_of_renamed_field(pointer) || texts.iter().any(is_named)
    };
    let has = |pointer: &&String| translation.pointer(pointer).is_some_and(Value::is_string);
    // A number, for example, is the same in every language.
    let is_word = |pointer: &&String| wanted[*pointer].contains(char::is_alphabetic);
    let missing = wanted.keys().filter(is_word);
    let missing = missing.filter(|pointer| !has(pointer) && !is_renamed(pointer));
    let missing: Vec<&String> = missing.collect();
    if !missing.is_empty() {
        let path = &toml.source.path;
        let message = match missing.len() {
            1 => format!("{path} lacks a text of {name}.toml"),
            count => format!("{path} lacks {count} texts of {name}.toml"),
        };
        let mut diagnostic =
            Diagnostic::new(&MISSING_TRANSLATION, message).at(Place::start_of(&toml.source), "");
        for pointer in missing.iter().take(LISTED) {
            let text = wanted.get(*pointer).copied().unwrap_or_default();
            diagnostic = diagnostic.help(format!("translate `{}`: {text:?}", key(pointer)));
        }
        if missing.len() > LISTED {
            diagnostic = diagnostic.help(format!("and {} more", missing.len() - LISTED));
        }
        diagnostics.push(diagnostic);
    }
    // A purpose that the form itself lacks is reported there.
    let mut has_purpose = false;
    let mut unknown = Vec::new();
    for text in toml.texts() {
        let pointer = &text.pointer;
        if let Some(field) = pointer.strip_suffix("/purpose")
            && !wanted.contains_key(pointer)
            && wanted.contains_key(&format!("{field}/label"))
        {
            has_purpose = true;
            continue;
        }
        let is_url = pointer.starts_with("/privacy/links/") && pointer.ends_with("/url");
        let is_own = is_url || OWN.contains(&pointer.as_str());
        if !wanted.contains_key(pointer) && !is_own && !is_renamed(pointer) {
            unknown.push((key(pointer), text.place.clone()));
        }
    }
    if let Some((first, place)) = unknown.first() {
        let keys: Vec<String> = missing.iter().map(|pointer| key(pointer)).collect();
        let near = did_you_mean(first, keys.iter().map(String::as_str));
        let near = near.filter(|_| unknown.len() == 1);
        let (message, help) = match unknown.len() {
            1 => (
                format!("{name}.toml has no text `{first}`"),
                "remove it".to_owned(),
            ),
            count => {
                let listed = unknown.iter().take(LISTED).map(|(key, _)| key.as_str());
                let message = format!("{name}.toml does not have {count} texts of this file");
                let more = match count.saturating_sub(LISTED) {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                (message, format!("remove {}{more}", all_of(listed)))
            }
        };
        diagnostics.push(
            Diagnostic::new(&STALE_TRANSLATION, message)
                .at(place.clone(), "")
                .help(near.unwrap_or_else(|| help.into())),
        );
    }
    let stale = is_stale(name, written, translation, toml).filter(|_| !has_purpose);
    match (diagnostics.last_mut(), stale) {
        (Some(last), Some(stale)) => last.help.extend(stale.help),
        (None, stale) => diagnostics.extend(stale),
        (Some(_), None) => {}
    }
    diagnostics
}

/// Returns the name of the field to which a text belongs, and its key there, or `None` if it belongs to no field.
fn of_field(pointer: &str) -> Option<(String, &str)> {
    let (field, key) = pointer.strip_prefix("/field/")?.split_once('/')?;
    Some((unescape(field), key))
}

/// Returns the keys of each field that has texts.
fn keys_by_field<'a>(
    pointers: impl Iterator<Item = &'a str>,
) -> BTreeMap<String, BTreeSet<&'a str>> {
    let mut fields: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (field, key) in pointers.filter_map(of_field) {
        fields.entry(field).or_default().insert(key);
    }
    fields
}

/// Returns the old and the new name of a field that the form has under another name than its translation, and with the same texts.
fn renamed_field(
    written: &Value,
    wanted: &BTreeMap<String, &str>,
    toml: &TomlText,
) -> Option<(String, String)> {
    let of_form = keys_by_field(wanted.keys().map(String::as_str));
    let of_translation = keys_by_field(toml.texts().iter().map(|one| one.pointer.as_str()));
    let fields = written["field"].as_array()?.iter();
    let names = fields.filter_map(|field| field["name"].as_str());
    let mut added = names.filter(|name| !of_translation.contains_key(*name));
    let mut gone = of_translation
        .iter()
        .filter(|(name, _)| !of_form.contains_key(*name));
    let (to, None) = (added.next()?, added.next()) else {
        return None;
    };
    let ((from, keys), None) = (gone.next()?, gone.next()) else {
        return None;
    };
    (of_form.get(to) == Some(keys)).then(|| (from.clone(), to.to_owned()))
}

/// Returns the pointers of the texts that the form has under another name than its translation: an option, or a name that is almost the
/// same. Texts of which `is_reported` returns true are left out.
fn renamed_texts(
    wanted: &BTreeMap<String, &str>,
    toml: &TomlText,
    is_reported: &dyn Fn(&str) -> bool,
) -> Vec<(String, String)> {
    let own = toml.texts();
    let own: BTreeSet<&str> = own.iter().map(|text| text.pointer.as_str()).collect();
    let mut by_parent: BTreeMap<&str, (Vec<&str>, Vec<&str>)> = BTreeMap::new();
    for pointer in own.iter().filter(|one| !wanted.contains_key(**one)) {
        let parent = pointer.rsplit_once('/').map_or("", |(parent, _)| parent);
        by_parent.entry(parent).or_default().0.push(pointer);
    }
    let is_word = |text: &str| text.contains(char::is_alphabetic);
    let added = wanted.iter();
    let added = added.filter(|(one, text)| !own.contains(one.as_str()) && is_word(text));
    for (pointer, _) in added {
        let parent = pointer.rsplit_once('/').map_or("", |(parent, _)| parent);
        by_parent.entry(parent).or_default().1.push(pointer);
    }
    let renamed = by_parent.into_iter().filter_map(|(parent, (gone, added))| {
        let ([from], [to]) = (&gone[..], &added[..]) else {
            return None;
        };
        let is_one = parent.ends_with("/options") || nearest(from, [*to]).is_some();
        (is_one && !OWN.contains(from) && !is_reported(from))
            .then(|| ((*from).to_owned(), (*to).to_owned()))
    });
    renamed.collect()
}

/// Returns the pointers of the tables that the form has under another name in the same table: `/field/loaf/option` and
/// `/field/loaf/options`.
fn renamed_tables(wanted: &BTreeMap<String, &str>, toml: &TomlText) -> BTreeMap<String, String> {
    let tables = |pointer: &str| -> Vec<String> {
        let ends = pointer.match_indices('/').skip(1);
        ends.map(|(end, _)| pointer[..end].to_owned()).collect()
    };
    let of_form: BTreeSet<String> = wanted.keys().flat_map(|one| tables(one)).collect();
    let own = toml.texts();
    let own: BTreeSet<String> = own.iter().flat_map(|one| tables(&one.pointer)).collect();
    let unknown = own.difference(&of_form);
    let renamed = unknown.filter_map(|table| {
        let (parent, name) = table.rsplit_once('/')?;
        let free = of_form.difference(&own);
        let free = free.filter_map(|one| one.strip_prefix(parent)?.strip_prefix('/'));
        let meant = nearest(name, free.filter(|one| !one.contains('/')))?;
        // The names of fields are compared with their texts.
        (parent != "/field").then(|| (table.clone(), format!("{parent}/{meant}")))
    });
    renamed.collect()
}

/// Reports a translation that does not name the current version of the form's texts.
fn is_stale(
    name: &str,
    written: &Value,
    translation: &Value,
    toml: &TomlText,
) -> Option<Diagnostic> {
    let version = version(written);
    let translated = translation["translates"].as_str();
    if translated == Some(&*version) {
        return None;
    }
    let path = &toml.source.path;
    let Some(translated) = translated else {
        let message = format!("{path} does not say which version of {name}.toml it translates");
        let diagnostic = Diagnostic::new(&STALE_TRANSLATION, message);
        let diagnostic = diagnostic.at(Place::start_of(&toml.source), "");
        return Some(diagnostic.help(format!("add the line `translates = \"{version}\"`")));
    };
    let message = format!("the texts of {name}.toml have changed since {path} was translated");
    let place = toml.locate("/translates", Part::Value);
    Some(stale_translation(message, place, translated, &version))
}

/// Returns a JSON pointer as a key of TOML: `field.email.label`.
fn key(pointer: &str) -> String {
    let steps = pointer.split('/').skip(1).map(|step| {
        let step = unescape(step);
        let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if step.chars().all(is_bare) {
            step
        } else {
            format!("{step:?}")
        }
    });
    steps.collect::<Vec<String>>().join(".")
}
