//! `site schedule`: lists the days on which the built site changes although no file has changed.

use std::process::ExitCode;

use build::Project;
use content::{Content, Selection, Tree};
use jiff::ToSpan as _;
use jiff::civil::Date;
use serde_json::json;

use crate::arguments::{Arguments, Format, ScheduleOptions};
use crate::failure::Failure;
use crate::project;
use crate::report;
use crate::table::format_table;

/// Runs `site schedule`.
pub fn run(arguments: &Arguments, options: &ScheduleOptions) -> Result<ExitCode, Failure> {
    let project = project::find(arguments.root.as_deref())?;
    let (_, selection, content, diagnostics) =
        project.content(&project::inputs(&options.selection));
    let Some(content) = content else {
        return Err(diagnostics.into());
    };
    let today = selection.date;
    let mut changes = of_documents(&content, selection);
    if !options.content {
        changes.extend(of_templates(&project, &content, today));
    }
    changes.sort_by(|a, b| (a.day, &a.file).cmp(&(b.day, &b.file)));

    let offset = &content.config.utc_offset;
    let next = changes.first().map(|change| midnight(change.day, offset));
    report::print_result(&match (options.next, arguments.format) {
        (true, Format::Json) => format!("{}\n", json!({ "next": next })),
        (true, _) => next.iter().map(|next| format!("{next}\n")).collect(),
        (false, Format::Json) => as_json(&changes, today, offset),
        (false, _) => table(&changes),
    });
    let errors = report::errors(&diagnostics);
    if errors > 0 {
        report::note(&format!(
            "{} in the content: dates of documents with errors are not listed. `site check` shows the errors.",
            report::pluralize(errors, "error")
        ));
    } else if arguments.format != Format::Json && !arguments.quiet && !options.next {
        report::note(&match next {
            Some(next) => format!("The site changes by itself at {next}"),
            None => format!("Nothing is scheduled after {today}"),
        });
    }
    Ok(report::exit_code(errors))
}

/// A reason why a build on one day differs from a build on the day before.
struct DailyChange {
    /// First day on which the change is visible.
    day: Date,
    /// Kind of change: `publish` or `expire` for a document, `day` or `year` for a template that shows the day or the year.
    kind: &'static str,
    file: String,
    url: Option<String>,
}

/// Returns a change for each document that appears or disappears after the selected day.
fn of_documents(content: &Content, selection: Selection) -> Vec<DailyChange> {
    let (plan, _) = render::plan(content);
    let mut changes = Vec::new();
    for collection in &content.collections {
        for document in collection.with_hidden().filter(|one| one.valid) {
            let publish = content::publish_day(&collection.rule, &document.fields);
            let days = [publish, document.date("expire")];
            for day in days
                .into_iter()
                .flatten()
                .filter(|day| *day > selection.date)
            {
                let is_shown = |date| {
                    let selection = Selection { date, ..selection };
                    selection
                        .reason_to_hide(&collection.rule, &document.fields)
                        .is_none()
                };
                let kind = match (is_shown(day.saturating_sub(1.day())), is_shown(day)) {
                    (false, true) => "publish",
                    (true, false) => "expire",
                    _ => continue,
                };
                let file = document.source().path.clone();
                let url = plan.by_source.get(&file).cloned();
                changes.push(DailyChange {
                    day,
                    kind,
                    file,
                    url,
                });
            }
        }
    }
    changes
}

/// Returns a change for each template that shows the day or the year of the build.
fn of_templates(project: &Project, content: &Content, today: Date) -> Vec<DailyChange> {
    let folder = format!("themes/{}/templates", content.config.theme);
    let templates = Tree::read(&project.root, &folder);
    let new_year = Date::new(today.year() + 1, 1, 1).ok();
    let tomorrow = today.tomorrow().ok();
    let changes = templates.texts.values().filter_map(|source| {
        let (day, kind) = if source.text.contains("build.date") {
            (tomorrow?, "day")
        } else if source.text.contains("build.year") {
            (new_year?, "year")
        } else {
            return None;
        };
        let (file, url) = (source.path.clone(), None);
        Some(DailyChange {
            day,
            kind,
            file,
            url,
        })
    });
    changes.collect()
}

/// Returns the start of a day at a UTC offset, in the format of RFC 3339.
fn midnight(day: Date, utc_offset: &str) -> String {
    format!("{day}T00:00:00{utc_offset}")
}

fn table(changes: &[DailyChange]) -> String {
    let rows = changes.iter().map(|change| {
        let description = match change.kind {
            "publish" => "is published",
            "expire" => "expires",
            "day" => "shows the day (every day)",
            _ => "shows the year",
        };
        let url = change.url.as_deref().unwrap_or("-");
        [&change.day.to_string(), description, &change.file, url].map(str::to_owned)
    });
    format_table(["DAY", "CHANGE", "FILE", "URL"], &rows.collect::<Vec<_>>())
}

fn as_json(changes: &[DailyChange], today: Date, utc_offset: &str) -> String {
    let all = changes.iter().map(|change| {
        json!({
            "at": midnight(change.day, utc_offset),
            "change": change.kind,
            "file": change.file,
            "url": change.url,
        })
    });
    let line = json!({
        "date": today.to_string(),
        "next": changes.first().map(|change| midnight(change.day, utc_offset)),
        "changes": all.collect::<Vec<_>>(),
    });
    format!("{line}\n")
}
