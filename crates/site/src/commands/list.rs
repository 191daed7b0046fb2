//! `site list`: lists every page with its source, or the documents that are not part of the site today.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::process::ExitCode;

use content::{CollectionRule, Content, Document, Part};
use diagnostic::Place;
use render::{Plan, Route, RouteKind};
use serde_json::{Value, json};

use crate::arguments::{Arguments, Format, ListOptions};
use crate::commands::collection::find_collection;
use crate::failure::Failure;
use crate::project;
use crate::report;
use crate::table::format_table;

/// Runs `site list`.
pub fn run(arguments: &Arguments, options: &ListOptions) -> Result<ExitCode, Failure> {
    let project = project::find(arguments.root.as_deref())?;
    let (_, _, content, mut diagnostics) = project.content(&project::inputs(&options.selection));
    let Some(content) = content else {
        return Err(diagnostics.into());
    };
    let rule = match &options.collection {
        Some(name) => {
            Some(find_collection(&content.structure.collections, name).map_err(Failure::usage)?)
        }
        None => None,
    };
    let (plan, more) = render::plan(&content);
    diagnostics.extend(more);
    let (entries, hidden) = (
        entries(&content, &plan, rule),
        hidden(&content, &plan, rule),
    );

    let is_json = arguments.format == Format::Json;
    report::print_result(&match (is_json, options.hidden) {
        (true, false) => json_lines(&entries),
        (true, true) => json_lines(&hidden),
        (false, false) => table(&entries),
        (false, true) => hidden_table(&hidden),
    });
    let errors = report::errors(&diagnostics);
    if errors > 0 {
        report::note(&format!(
            "{} in the content: documents with errors are not listed. `site check` shows the errors.",
            report::pluralize(errors, "error")
        ));
    } else if !is_json && !arguments.quiet {
        report::note(&summary(&entries, hidden.len(), options.hidden));
    }
    Ok(report::exit_code(errors))
}

/// Returns a row for each page, sorted by URL. If a collection is given (`rule`), returns only its pages, or a row for each of
/// its documents if the collection has no pages.
fn entries(content: &Content, plan: &Plan, rule: Option<&CollectionRule>) -> Vec<Value> {
    if let Some(rule) = rule.filter(|rule| rule.route.is_none()) {
        let collection = content.collection(&rule.name).into_iter();
        return collection
            .flat_map(|one| &one.documents)
            .filter(|document| document.valid)
            .map(|document| entry(content, None, Some(document)))
            .collect();
    }
    let is_wanted = |route: &&Route| {
        let of = route.document.map(|id| content.rule_of(id));
        rule.is_none_or(|rule| of.is_some_and(|one| one.name == rule.name))
    };
    let routes = plan.routes.iter().map(AsRef::as_ref).filter(is_wanted);
    routes
        .map(|route| {
            // The second and later pages of a list refer to the first page's document, but do not show its text.
            let document = route.document_in(content);
            let document = document.filter(|_| route.kind == RouteKind::Page);
            entry(content, Some(route), document.map(AsRef::as_ref))
        })
        .collect()
}

/// Returns the row of a page and the document that it shows, or of a document that has no page.
fn entry(content: &Content, route: Option<&Route>, document: Option<&Document>) -> Value {
    let text = |key: &str| document.and_then(|document| document.text(key));
    let place = document
        .map(place_of)
        .or_else(|| route.map(|route| route.place(content)));
    let lang = document.map(|document| &document.lang);
    let title = text("title").or_else(|| text("name"));
    let title = title.or_else(|| document.map(|document| document.slug.as_str()));
    json!({
        "url": route.map(|route| &route.url),
        "output": route.map(|route| &route.output),
        "source": place.as_ref().map(|place| &place.source.path),
        "line": place.as_ref().map(|place| place.line_column().line),
        "template": route.map(|route| &route.template),
        "kind": route.map_or("data", |route| route.kind.name()),
        "collection": document.map(|document| &document.collection),
        "lang": lang.or_else(|| route.map(|route| &route.lang)),
        "title": route.map(|route| route.title(content)).or(title.map(Cow::Borrowed)),
        "date": text("date"),
        "updated": text("updated"),
        "publish": text("publish"),
        "expire": text("expire"),
        "draft": document.is_some_and(|document| document.flag("draft")),
        "noindex": route.is_some_and(|route| route.is_noindex(content)),
        "words": document.map(words),
    })
}

fn place_of(document: &Document) -> Place {
    if document.pointer.is_empty() {
        Place::start_of(document.source())
    } else {
        document.place("", Part::Value)
    }
}

/// Counts the words of a document, in its text and in every front matter value that has several words.
fn words(document: &Document) -> usize {
    fn of_value(value: &Value) -> usize {
        match value {
            Value::String(text) if text.trim().contains(char::is_whitespace) => of_text(text),
            Value::Array(values) => values.iter().map(of_value).sum(),
            Value::Object(fields) => fields.values().map(of_value).sum(),
            _ => 0,
        }
    }
    fn of_text(text: &str) -> usize {
        let is_word = |word: &&str| word.contains(char::is_alphanumeric);
        text.split_whitespace().filter(is_word).count()
    }
    let front_matter: usize = document.fields.values().map(of_value).sum();
    front_matter + of_text(document.markdown())
}

/// Returns a row for each document that is not part of the site today.
fn hidden(content: &Content, plan: &Plan, rule: Option<&CollectionRule>) -> Vec<Value> {
    let collections = content.collections.iter();
    collections
        .filter(|one| rule.is_none_or(|rule| rule.name == one.rule.name))
        .flat_map(|one| &one.hidden)
        .map(|(document, reason)| {
            let path = &document.source().path;
            json!({
                "url": plan.by_source.get(path),
                "source": path,
                "collection": document.collection,
                "why": reason,
            })
        })
        .collect()
}

fn json_lines(rows: &[Value]) -> String {
    rows.iter().map(|row| format!("{row}\n")).collect()
}

fn table(entries: &[Value]) -> String {
    let day = |value: &Value| cell(value).chars().take(10).collect::<String>();
    let rows: Vec<[String; 6]> = entries
        .iter()
        .map(|entry| {
            let name = &entry[if has_url(entry) { "url" } else { "title" }];
            let source = match entry["line"].as_u64() {
                Some(line @ 2..) => format!("{}:{line}", cell(&entry["source"])),
                _ => cell(&entry["source"]),
            };
            [
                cell(name),
                source,
                cell(&entry["template"]),
                day(&entry["date"]),
                day(&entry["updated"]),
                cell(&entry["words"]),
            ]
        })
        .collect();
    let first = if entries.first().is_some_and(has_url) {
        "URL"
    } else {
        "ENTRY"
    };
    format_table(
        [first, "SOURCE", "TEMPLATE", "DATE", "UPDATED", "WORDS "],
        &rows,
    )
}

fn hidden_table(hidden: &[Value]) -> String {
    let rows = hidden.iter().map(|row| {
        let cells = ["url", "source", "why"];
        cells.map(|key| cell(&row[key]))
    });
    format_table(["URL", "SOURCE", "WHY"], &rows.collect::<Vec<_>>())
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

fn has_url(entry: &Value) -> bool {
    !entry["url"].is_null()
}

/// Returns the last line of the output: the number of entries, and the number of hidden documents.
fn summary(entries: &[Value], hidden: usize, lists_hidden: bool) -> String {
    let left_out = match hidden {
        0 => "no document is left out".to_owned(),
        1 => "1 document is left out".to_owned(),
        count => format!("{count} documents are left out"),
    };
    if lists_hidden {
        return left_out[..1].to_uppercase() + &left_out[1..];
    }
    let listed = if entries.iter().all(has_url) {
        let files: BTreeSet<Option<&str>> = entries
            .iter()
            .map(|entry| entry["source"].as_str())
            .collect();
        format!(
            "{} from {}",
            report::pluralize(entries.len(), "page"),
            report::pluralize(files.len(), "file")
        )
    } else {
        match entries.len() {
            1 => "1 entry".to_owned(),
            count => format!("{count} entries"),
        }
    };
    let how = if hidden == 0 {
        ""
    } else {
        " (--hidden lists them)"
    };
    format!("{listed}; {left_out}{how}")
}
