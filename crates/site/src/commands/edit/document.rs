//! Answers requests for a document with the form for its values, its text, and its findings.

use content::TomlText;
use diagnostic::line_endings::normalized;
use serde_json::{Value, json};

use super::choices;
use super::document_text::{body_span, values};
use super::entry_name::name_span;
use super::office_words::office_description;
use super::problem::{Answered, Problem};
use super::reported::{Focus, findings_of};
use super::schema_form::resolved;
use super::translation;
use super::view::{View, fingerprint};
use crate::commands::language_server::parts::toml_part;
use crate::commands::language_server::project::rule;
use crate::shape::Shape;

/// Path of the facts.
const FACTS: &str = "content/site.toml";

/// Returns a document as JSON.
pub fn document(view: &View<'_>, path: &str, focus: Option<Focus>) -> Answered {
    let opened = view.open(path)?;
    let text = opened.text.as_str();
    let values = values(path, text);
    let schema = view.schema(path);
    let rule = rule(&view.project.structure, path);
    let is_list = rule.is_some_and(|rule| rule.file.is_some());
    let kind = match rule {
        Some(_) if is_list => "list",
        Some(_) => "entry",
        None => "settings",
    };
    let mut form = resolved(&schema);
    if form.is_null() {
        // A document without a schema has fields for the values that it has.
        form = json!({});
    }
    hide_version(&mut form);
    choices::add(view, path, &mut form);
    if let (None, Some(own), Some(main)) = (rule, &values, translation::main_of(view, path))
        && let Some(main) = view
            .project
            .text(&main)
            .and_then(|source| view.values(source))
    {
        let adds = path.starts_with("content/site.");
        form = translation::form(&main, own, Shape::new(&form), adds);
        hide_version(&mut form);
    }
    let url = view.plan().by_source.get(path);
    let title = values
        .as_ref()
        .and_then(|values| view.title_of(path, values));
    let entry_schema = if is_list {
        schema.pointer("/properties/item/items")
    } else {
        Some(&schema)
    };
    let what = entry_schema.and_then(|schema| schema.get("title")?.as_str());
    // A title that names files is for those who write them.
    let what = what.filter(|what| office_description(what).as_deref() == Some(*what));
    Ok(json!({
        "document": path,
        "revision": view.snapshot.number,
        "collection": view.collection(path),
        "what": what.map_or_else(|| view.title(path), str::to_owned),
        "slug": name_span(&view.project.structure, path).map(|span| &path[span]),
        "title": title.unwrap_or_else(|| view.title(path)),
        "url": url,
        "status": url.and_then(|url| view.snapshot.status(url)),
        "kind": kind,
        "isNew": opened.is_new,
        "hasDraft": opened.is_draft,
        "fingerprint": opened.fingerprint,
        "text": fingerprint(Some(text)),
        "schema": form,
        "source": values.is_none().then_some(text),
        "values": values,
        "hasBody": path.ends_with(".md"),
        "body": &text[body_span(path, text)],
        "saved": saved(view, path, opened.is_draft)?,
        "focus": focus.map(|focus| focus.to_json()),
        "uses": uses(view, text),
        "translations": translations(view, path),
        "findings": findings_of(view, path),
    }))
}

/// Hides the version of the original that a translation names: it is written by the fix of the finding that it is outdated.
fn hide_version(form: &mut Value) {
    if let Some(Value::Object(field)) = form.pointer_mut("/properties/translates") {
        field.insert("isHidden".to_owned(), Value::Bool(true));
    }
}

/// Returns the values and the body of a draft's file, or null if there is none.
fn saved(view: &View<'_>, path: &str, is_draft: bool) -> Answered {
    let file = view.file(path)?.filter(|_| is_draft);
    Ok(file.map_or(Value::Null, |file| {
        let text = normalized(file);
        json!({ "values": values(path, &text), "body": &text[body_span(path, &text)] })
    }))
}

/// Returns the facts to which a text refers, each once.
pub fn uses(view: &View<'_>, text: &str) -> Vec<Value> {
    let mut seen = std::collections::BTreeSet::new();
    let parts = text.match_indices("}}").scan(0, |from, (end, _)| {
        let before = *from..end;
        *from = end + 2;
        Some(before)
    });
    let parts = parts.filter_map(|before| {
        let start = before.start + text[before.clone()].rfind("{{")?;
        let whole = &text[start..before.end + 2];
        let path = text[start + 2..before.end].trim();
        let path = path.strip_prefix("site.")?;
        let pointer = format!("/{}", path.replace('.', "/"));
        let value = view.project.site.pointer(&pointer)?;
        seen.insert(whole).then(|| {
            json!({
                "text": whole,
                "value": crate::shape::plain(value),
                "document": FACTS,
                "field": pointer,
                "title": view.title(FACTS),
            })
        })
    });
    parts.collect()
}

/// Returns the same document in the other languages of the site. For one in the main language, each has the pointers of its texts, which
/// may say something else once a text of the main language is changed.
fn translations(view: &View<'_>, path: &str) -> Vec<Value> {
    let site = &view.project.site;
    let languages = site.get("languages").and_then(Value::as_object);
    let Some(languages) = languages else {
        return Vec::new();
    };
    let Some((stem, ending)) = path.rsplit_once('.') else {
        return Vec::new();
    };
    let main = languages
        .keys()
        .find_map(|language| stem.strip_suffix(&format!(".{language}")));
    let main = main.unwrap_or(stem);
    let all = languages.iter().map(|(language, settings)| {
        let name = settings
            .get("name")
            .and_then(Value::as_str)
            .unwrap_or(language);
        (
            language.as_str(),
            name.to_owned(),
            format!("{main}.{language}.{ending}"),
        )
    });
    let own = site
        .get("language")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let first = (own, own.to_owned(), format!("{main}.{ending}"));
    let all = std::iter::once(first).chain(all);
    let others = all.filter(|(.., other)| other != path && view.is_editable(other));
    let others = others.map(|(language, name, document)| {
        let source = view.project.text(&document).filter(|_| main == stem);
        let texts = source.map(|source| TomlText::new(source, toml_part(&document, &source.text)));
        let texts = texts.iter().flat_map(TomlText::texts);
        let texts: Vec<&str> = texts.map(|text| text.pointer.as_str()).collect();
        json!({ "language": language, "name": name, "document": document, "texts": texts })
    });
    others.collect()
}

/// Returns the focus for a field that a request names, if the document has it.
pub fn focus_of(field: Option<&str>) -> Option<Focus> {
    field.map(|field| Focus::Field(field.to_owned()))
}

/// Returns the problem that a request needs drafts to be saved first.
pub fn save_first(title: &str) -> Problem {
    Problem::new(
        409,
        format!("“{title}” has changes that are not saved. Save or discard them first."),
    )
}
