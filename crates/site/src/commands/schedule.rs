//! `site schedule`: when a build would next give another site than today's, and why.

use std::process::ExitCode;

use content::{Content, Selection, Tree};
use jiff::ToSpan as _;
use jiff::civil::Date;
use serde_json::json;

use crate::arguments::{Arguments, Format, ScheduleOptions};
use crate::columns::columns;
use crate::project;
use crate::report;
use build::Project;

/// Runs the command.
pub fn run(arguments: &Arguments, options: &ScheduleOptions) -> ExitCode {
    let project = match project::find(arguments.root.as_deref()) {
        Ok(project) => project,
        Err(diagnostic) => return report::finish(&[diagnostic], arguments.format),
    };
    let (_, selection, content, mut found) = project.content(&project::inputs(&options.selection));
    let Some(content) = content else {
        diagnostic::sort(&mut found);
        return report::finish(&found, arguments.format);
    };
    let today = selection.date;
    let mut changes = of_documents(&content, selection);
    if !options.content {
        changes.extend(of_templates(&project, &content, today));
    }
    changes.sort_by(|a, b| (a.day, &a.file).cmp(&(b.day, &b.file)));
    let offset = &content.config.utc_offset;
    let next = changes.first().map(|change| midnight(change.day, offset));
    report::answer(&match (options.next, arguments.format) {
        (true, Format::Json) => format!("{}\n", json!({ "next": next })),
        (true, _) => next.iter().map(|next| format!("{next}\n")).collect(),
        (false, Format::Json) => as_json(&changes, today, offset),
        (false, _) => table(&changes),
    });
    let (errors, _) = report::count(&found);
    if errors > 0 {
        report::note(&format!(
            "{} in the content: the dates of what has errors are not listed. `site check` shows them.",
            report::counted(errors, "error")
        ));
        return ExitCode::FAILURE;
    }
    if arguments.format != Format::Json && !arguments.quiet && !options.next {
        report::note(&match next {
            Some(next) => format!("A build gives another site from {next} on"),
            None => format!(
                "Nothing is scheduled: a build on any day after {today} gives the same site"
            ),
        });
    }
    ExitCode::SUCCESS
}

/// What makes a build differ from the one of the day before.
struct Change {
    day: Date,
    what: &'static str,
    file: String,
    url: Option<String>,
}

/// Documents that appear or disappear after today.
fn of_documents(content: &Content, selection: Selection) -> Vec<Change> {
    let (plan, _) = render::plan(content);
    let mut changes = Vec::new();
    for collection in &content.collections {
        let shown = collection.documents.iter().map(AsRef::as_ref);
        let hidden = collection
            .hidden
            .iter()
            .map(|(document, _)| document.as_ref());
        for document in shown.chain(hidden).filter(|one| one.valid) {
            let mut days: Vec<Date> = ["publish", "expire"]
                .iter()
                .filter_map(|key| document.date(key))
                .filter(|day| *day > selection.date)
                .collect();
            days.sort_unstable();
            days.dedup();
            for day in days {
                let is_there = |date| {
                    let selection = Selection { date, ..selection };
                    selection.reason_to_hide(&document.fields).is_none()
                };
                let what = match (is_there(day.saturating_sub(1.day())), is_there(day)) {
                    (false, true) => "publish",
                    (true, false) => "expire",
                    _ => continue,
                };
                changes.push(Change {
                    day,
                    what,
                    file: document.source().path.clone(),
                    url: plan.by_source.get(&document.source().path).cloned(),
                });
            }
        }
    }
    changes
}

/// Templates that show the day of the build, or its year.
fn of_templates(project: &Project, content: &Content, today: Date) -> Vec<Change> {
    let folder = format!("themes/{}/templates", content.config.theme);
    let templates = Tree::read(&project.root, &folder);
    let new_year = Date::new(today.year() + 1, 1, 1).ok();
    let tomorrow = today.tomorrow().ok();
    let mut changes = Vec::new();
    for source in templates.texts.values() {
        let shows = |fact: &str| source.text.contains(fact);
        let (day, what) = if shows("build.date") {
            (tomorrow, "day")
        } else if shows("build.year") {
            (new_year, "year")
        } else {
            continue;
        };
        changes.extend(day.map(|day| Change {
            day,
            what,
            file: source.path.clone(),
            url: None,
        }));
    }
    changes
}

/// The first moment of a day at `utc_offset` (RFC 3339).
fn midnight(day: Date, utc_offset: &str) -> String {
    format!("{day}T00:00:00{utc_offset}")
}

fn table(changes: &[Change]) -> String {
    if changes.is_empty() {
        return String::new();
    }
    let rows: Vec<[String; 4]> = changes
        .iter()
        .map(|change| {
            let why = match change.what {
                "publish" => "is published",
                "expire" => "expires",
                "day" => "shows the day (every day)",
                _ => "shows the year",
            };
            [
                change.day.to_string(),
                why.to_owned(),
                change.file.clone(),
                change.url.clone().unwrap_or_else(|| "-".to_owned()),
            ]
        })
        .collect();
    columns(["DAY", "CHANGE", "FILE", "ADDRESS"], &rows)
}

fn as_json(changes: &[Change], today: Date, utc_offset: &str) -> String {
    let all: Vec<_> = changes
        .iter()
        .map(|change| {
            json!({
                "at": midnight(change.day, utc_offset),
                "change": change.what,
                "file": change.file,
                "url": change.url,
            })
        })
        .collect();
    let line = json!({
        "date": today.to_string(),
        "next": changes.first().map(|change| midnight(change.day, utc_offset)),
        "changes": all,
    });
    format!("{line}\n")
}
