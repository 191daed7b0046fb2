//! The form function inside `site serve`: the same router, with a folder and `.eml` files instead of S3 and SES.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, Response, StatusCode, header};
use content::FormSources;
use diagnostic::{Diagnostic, Style};
use forms::mail::EmlFolder;
use forms::page::Pages;
use forms::{Folder, Form, MAILS_PER_DAY, RateLimit, Service, Settings, Timeouts, router, sweep};
use tokio::time::Instant;
use tower::ServiceExt as _;

use crate::event::{Event, EventSink};
use crate::host::is_own;
use crate::respond::text;

/// Folder for submissions in the project's root. Git ignores it, and the server does not serve it.
pub const FOLDER: &str = ".forms";

/// Time between two sweeps, which send pending mails.
const BETWEEN_SWEEPS: Duration = Duration::from_mins(1);

/// The forms of a project.
#[derive(Clone)]
pub struct LocalForms {
    root: PathBuf,
    emit: EventSink,
    limit: Arc<RateLimit>,
}

type LocalService = Service<Folder, EmlFolder>;

impl LocalForms {
    /// Creates the forms of the project in `root`.
    pub fn new(root: &Path, emit: EventSink) -> Self {
        Self {
            root: root.to_owned(),
            emit,
            limit: Arc::default(),
        }
    }

    /// Returns whether the project has forms.
    pub fn exist(&self) -> bool {
        let entries = fs::read_dir(self.root.join("content/forms"));
        let mut entries = entries.into_iter().flatten().flatten();
        entries.any(|entry| {
            let path = entry.path();
            path.extension()
                .is_some_and(|extension| extension == "toml")
        })
    }

    /// Answers a request. Reads definitions and templates each time, so that changes take effect immediately.
    pub async fn answer(&self, request: Request<Body>) -> Response<Body> {
        if !self.exist() {
            return text(StatusCode::NOT_FOUND, "This site has no forms.\n");
        }
        match self.service(own_origin(&request)) {
            Ok(service) => {
                let Ok(response) = router(&Arc::new(service)).oneshot(request).await;
                response
            }
            Err(problem) => {
                (self.emit)(Event::FormsFailed(&problem));
                text(StatusCode::INTERNAL_SERVER_ERROR, format!("{problem}\n"))
            }
        }
    }

    /// Sends pending mails, now and at regular intervals, as the schedule does on AWS.
    pub async fn keep_sweeping(self) {
        loop {
            // Without a submission there is no folder, and a sweep would create it.
            if self.root.join(FOLDER).is_dir()
                && let Ok(service) = self.service(None)
            {
                let deadline = Instant::now() + BETWEEN_SWEEPS;
                if let Err(error) = sweep::sweep(&service, deadline).await {
                    (self.emit)(Event::FormsFailed(&format!("{FOLDER}: {error}")));
                }
            }
            tokio::time::sleep(BETWEEN_SWEEPS).await;
        }
    }

    fn service(&self, origin: Option<String>) -> Result<LocalService, String> {
        let FormSources { config, forms } =
            FormSources::read(&self.root).map_err(|found| reports(&found))?;
        let (forms, wrong) = Form::of_site(&forms);
        if let Some((name, error)) = wrong.first() {
            return Err(format!("content/forms/{name}.toml: {error}"));
        }
        let templates = format!("themes/{}/templates/forms", config.theme);
        let pages = Pages::new(
            &self.read(&format!("{templates}/form.html"))?,
            &self.read(&format!("{templates}/reply.html"))?,
        )
        .map_err(|error| format!("{templates}: {error}"))?;
        let folder =
            Folder::open(self.root.join(FOLDER)).map_err(|error| format!("{FOLDER}: {error}"))?;
        let emit = Arc::clone(&self.emit);
        Ok(Service {
            forms,
            store: folder.clone(),
            mailer: EmlFolder(folder),
            settings: Settings {
                // Mails are written to files, so the addresses are placeholders.
                from: "forms@localhost".to_owned(),
                invitation_from: "newsletter@localhost".to_owned(),
                to: vec!["staff@localhost".to_owned()],
                allowed_origins: origin.into_iter().collect(),
                origin_secrets: Vec::new(),
                mails_per_day: MAILS_PER_DAY,
                utc_offset: config.offset(),
                site_name: config.name,
                release: String::new(),
            },
            pages,
            log: Arc::new(move |line| {
                if let Some(text) = message(line) {
                    emit(Event::Form(&text));
                }
            }),
            clock: jiff::Timestamp::now,
            limit: Arc::clone(&self.limit),
            timeouts: Timeouts::default(),
        })
    }

    fn read(&self, path: &str) -> Result<String, String> {
        fs::read_to_string(self.root.join(path)).map_err(|error| format!("{path}: {error}"))
    }
}

/// Describes a line of the form function's log in words. Returns `None` for a sweep that did nothing.
fn message(line: &forms::log::Line<'_>) -> Option<String> {
    if let Some(sweep) = line.sweep {
        let parts = [
            (sweep.sent, "sent"),
            (sweep.pending, "still pending"),
            (sweep.held, "held for the digest"),
            (sweep.given_up, "given up"),
            (sweep.removed, "leftovers removed"),
        ];
        let said: Vec<String> = parts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{count} {what}"))
            .collect();
        return (!said.is_empty()).then(|| format!("Mails: {}", said.join(", ")));
    }
    let mut text = match line.form {
        Some(form) => format!("Form {form}: {}", line.outcome.unwrap_or(line.event)),
        None => format!("Forms: {}", line.outcome.unwrap_or(line.event)),
    };
    if let Some(error) = line.error {
        text.push_str(&format!(" ({error})"));
    }
    if let Some(id) = line.id {
        text.push_str(&format!(", reference {id}"));
    }
    if let (Some(status), None) = (line.status, line.outcome) {
        text.push_str(&format!(", answered {status}"));
    }
    if let Some(ms) = line.ms {
        text.push_str(&format!(", {ms} ms"));
    }
    Some(text)
}

/// Returns the reports of findings.
fn reports(diagnostics: &[Diagnostic]) -> String {
    let reports = diagnostics.iter();
    let reports = reports.map(|one| diagnostic::render(one, Style::Plain));
    reports.collect::<Vec<_>>().join("\n")
}

/// Returns the origin of this server's pages, as the visitor's browser names it. Only these pages may post. Returns `None` for
/// another host name.
fn own_origin(request: &Request<Body>) -> Option<String> {
    let host = request.headers().get(header::HOST)?.to_str().ok()?;
    is_own(host).then(|| format!("http://{host}"))
}

#[cfg(test)]
mod tests {
    use forms::log::Line;
    use forms::sweep::Report;

    use super::message;

    #[test]
    fn messages_about_submissions_and_sweeps() {
        let line = |outcome, status| Line {
            level: "info",
            event: "reply",
            form: Some("contact"),
            id: Some("26-ABC"),
            outcome,
            status: Some(status),
            ms: Some(3),
            ..Line::default()
        };
        let sweep = |sent, pending| Line {
            event: "sweep",
            sweep: Some(Report {
                sent,
                pending,
                ..Report::default()
            }),
            ..Line::default()
        };
        for (line, expected) in [
            (
                line(Some("stored"), 200),
                Some("Form contact: stored, reference 26-ABC, 3 ms"),
            ),
            (
                line(None, 404),
                Some("Form contact: reply, reference 26-ABC, answered 404, 3 ms"),
            ),
            (sweep(0, 0), None),
            (sweep(2, 1), Some("Mails: 2 sent, 1 still pending")),
        ] {
            assert_eq!(message(&line).as_deref(), expected);
        }
    }
}
