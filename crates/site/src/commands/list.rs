//! `site list`: every address with what it is made from, and what is left out now.

use std::collections::BTreeSet;
use std::process::ExitCode;

use content::{CollectionRule, Content, Document, Part};
use diagnostic::{Diagnostic, Place, all_of, did_you_mean};
use render::{Plan, Route};
use serde_json::{Value, json};

use crate::arguments::{Arguments, Format, ListOptions};
use crate::columns::columns;
use crate::project;
use crate::report;

/// Runs the command.
pub fn run(arguments: &Arguments, options: &ListOptions) -> ExitCode {
    let project = match project::find(arguments.root.as_deref()) {
        Ok(project) => project,
        Err(diagnostic) => return report::finish(&[diagnostic], arguments.format),
    };
    let (_, _, content, mut found) = project.content(&project::inputs(&options.selection));
    let Some(content) = content else {
        diagnostic::sort(&mut found);
        return report::finish(&found, arguments.format);
    };
    let wanted = match wanted(&content, options) {
        Ok(wanted) => wanted,
        Err(diagnostic) => {
            report::print_findings(&[diagnostic], arguments.format);
            return ExitCode::from(2);
        }
    };
    let (plan, more) = render::plan(&content);
    found.extend(more);
    let hidden = hidden(&content, wanted);
    let is_json = arguments.format == Format::Json;
    let entries = entries(&content, &plan, wanted);
    report::answer(&match (options.hidden, is_json) {
        (false, false) => table(&entries),
        (false, true) => entries.iter().map(Entry::json).collect(),
        (true, false) => hidden_table(&hidden),
        (true, true) => hidden.iter().map(Hidden::json).collect(),
    });
    let (errors, _) = report::count(&found);
    if errors > 0 {
        report::note(&format!(
            "{} in the content: what has errors is not listed. `site check` shows them.",
            report::counted(errors, "error")
        ));
        return ExitCode::FAILURE;
    }
    if !is_json && !arguments.quiet {
        report::note(&closing(&entries, &hidden, options.hidden));
    }
    ExitCode::SUCCESS
}

/// The collection to list; `None` for all.
fn wanted<'a>(
    content: &'a Content,
    options: &ListOptions,
) -> Result<Option<&'a CollectionRule>, Diagnostic> {
    let Some(name) = &options.collection else {
        return Ok(None);
    };
    let rules = &content.structure.collections;
    let names = || rules.iter().map(|rule| rule.name.as_str());
    let rule = rules.iter().find(|rule| rule.name == *name);
    rule.map(Some).ok_or_else(|| {
        let message = format!("there is no collection `{name}`");
        Diagnostic::new(&content::codes::UNKNOWN_COLLECTION, message)
            .maybe_help(did_you_mean(name, names()))
            .help(format!("the collections are {}", all_of(names())))
    })
}

/// A line of the list.
struct Entry {
    url: Option<String>,
    output: Option<String>,
    source: Place,
    template: Option<String>,
    kind: &'static str,
    collection: Option<String>,
    lang: String,
    title: String,
    date: Option<String>,
    updated: Option<String>,
    publish: Option<String>,
    expire: Option<String>,
    is_draft: bool,
    noindex: bool,
    words: Option<usize>,
}

/// Routes in the order of their addresses; of a collection without addresses, its documents in their order.
fn entries(content: &Content, plan: &Plan, wanted: Option<&CollectionRule>) -> Vec<Entry> {
    match wanted {
        Some(rule) if rule.route.is_none() => content
            .collections
            .iter()
            .filter(|one| one.rule.name == rule.name)
            .flat_map(|one| &one.documents)
            .filter(|document| document.valid)
            .map(|document| Entry::of_document(document))
            .collect(),
        wanted => plan
            .routes
            .iter()
            .filter(|route| {
                wanted.is_none_or(|rule| {
                    let own = route.document.as_ref();
                    own.is_some_and(|document| document.collection == rule.name)
                })
            })
            .map(|route| Entry::of_route(route))
            .collect(),
    }
}

impl Entry {
    fn of_document(document: &Document) -> Self {
        let text = |key: &str| document.text(key).map(str::to_owned);
        let title = text("title").or_else(|| text("name"));
        Self {
            url: None,
            output: None,
            source: if document.pointer.is_empty() {
                Place::start_of(document.source())
            } else {
                document.place("", Part::Value)
            },
            template: None,
            kind: "data",
            collection: Some(document.collection.clone()),
            lang: document.lang.clone(),
            title: title.unwrap_or_else(|| document.slug.clone()),
            date: text("date"),
            updated: text("updated"),
            publish: text("publish"),
            expire: text("expire"),
            is_draft: document.flag("draft"),
            noindex: false,
            words: Some(words(document)),
        }
    }

    fn of_route(route: &Route) -> Self {
        let common = Self {
            url: Some(route.url.clone()),
            output: Some(route.output.clone()),
            source: route.place.clone(),
            template: Some(route.template.clone()),
            kind: route.kind.name(),
            collection: None,
            lang: route.lang.clone(),
            title: route.title.clone(),
            date: None,
            updated: None,
            publish: None,
            expire: None,
            is_draft: false,
            noindex: route.noindex,
            words: None,
        };
        let own = route.document.as_ref();
        // The further pages of a list have the document of the first, and no text of their own.
        let Some(document) = own.filter(|_| route.rule.is_none()) else {
            return common;
        };
        Self {
            url: common.url,
            output: common.output,
            template: common.template,
            kind: common.kind,
            title: common.title,
            noindex: common.noindex,
            source: Place::start_of(document.source()),
            ..Self::of_document(document)
        }
    }

    /// `content/pages/about.md`, and the line where one file holds several.
    fn source(&self) -> String {
        let line = self.source.line_column().line;
        let path = &self.source.source.path;
        if line > 1 {
            format!("{path}:{line}")
        } else {
            path.clone()
        }
    }

    fn json(&self) -> String {
        let line = json!({
            "url": self.url,
            "output": self.output,
            "source": self.source.source.path,
            "line": self.source.line_column().line,
            "template": self.template,
            "kind": self.kind,
            "collection": self.collection,
            "lang": self.lang,
            "title": self.title,
            "date": self.date,
            "updated": self.updated,
            "publish": self.publish,
            "expire": self.expire,
            "draft": self.is_draft,
            "noindex": self.noindex,
            "words": self.words,
        });
        format!("{line}\n")
    }
}

/// Words of a document: its text, and what its front matter says in more than one word.
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

fn table(entries: &[Entry]) -> String {
    let cell = |text: Option<&String>| text.map_or_else(|| "-".to_owned(), Clone::clone);
    let day = |text: Option<&String>| {
        let day = text.and_then(|text| text.get(..10));
        day.map_or_else(|| "-".to_owned(), str::to_owned)
    };
    let rows: Vec<[String; 6]> = entries
        .iter()
        .map(|entry| {
            [
                cell(entry.url.as_ref().or(Some(&entry.title))),
                entry.source(),
                cell(entry.template.as_ref()),
                day(entry.date.as_ref()),
                day(entry.updated.as_ref()),
                cell(entry.words.map(|words| words.to_string()).as_ref()),
            ]
        })
        .collect();
    let Some(first) = entries.first() else {
        return String::new();
    };
    let what = if first.url.is_some() {
        "ADDRESS"
    } else {
        "ENTRY"
    };
    columns(
        [what, "SOURCE", "TEMPLATE", "DATE", "UPDATED", "WORDS "],
        &rows,
    )
}

/// A document that is not part of the site now.
struct Hidden {
    url: Option<String>,
    path: String,
    collection: String,
    why: String,
}

fn hidden(content: &Content, wanted: Option<&CollectionRule>) -> Vec<Hidden> {
    let (plan, _) = render::plan(content);
    content
        .collections
        .iter()
        .filter(|one| wanted.is_none_or(|rule| rule.name == one.rule.name))
        .flat_map(|one| &one.hidden)
        .map(|(document, why)| Hidden {
            url: plan.by_source.get(&document.source().path).cloned(),
            path: document.source().path.clone(),
            collection: document.collection.clone(),
            why: why.clone(),
        })
        .collect()
}

impl Hidden {
    fn json(&self) -> String {
        let line = json!({
            "url": self.url,
            "source": self.path,
            "collection": self.collection,
            "why": self.why,
        });
        format!("{line}\n")
    }
}

fn hidden_table(hidden: &[Hidden]) -> String {
    let rows: Vec<[String; 3]> = hidden
        .iter()
        .map(|one| {
            [
                one.url.clone().unwrap_or_else(|| "-".to_owned()),
                one.path.clone(),
                one.why.clone(),
            ]
        })
        .collect();
    if hidden.is_empty() {
        return String::new();
    }
    columns(["ADDRESS", "SOURCE", "WHY"], &rows)
}

fn closing(entries: &[Entry], hidden: &[Hidden], is_of_hidden: bool) -> String {
    let left_out = match hidden.len() {
        0 => "nothing is left out".to_owned(),
        1 => "1 document is left out".to_owned(),
        count => format!("{count} documents are left out"),
    };
    if is_of_hidden {
        return left_out[..1].to_uppercase() + &left_out[1..];
    }
    let with_url = entries.iter().filter(|entry| entry.url.is_some()).count();
    let what = if with_url == entries.len() {
        let files: BTreeSet<_> = entries
            .iter()
            .map(|entry| &entry.source.source.path)
            .collect();
        format!(
            "{} from {}",
            report::counted(entries.len(), "page"),
            report::counted(files.len(), "file")
        )
    } else {
        match entries.len() {
            1 => "1 entry".to_owned(),
            count => format!("{count} entries"),
        }
    };
    let how = if hidden.is_empty() {
        ""
    } else {
        " (--hidden lists them)"
    };
    format!("{what}; {left_out}{how}")
}
