//! Live reload: open pages learn when they have changed, and what is wrong with the site.
//!
//! Pages are served with an additional script, and with a content security policy that allows it.

use std::convert::Infallible;
use std::sync::Arc;

use axum::response::sse::{Event, KeepAlive, Sse};
use diagnostic::{Diagnostic, Fingerprint, Severity, Style};
use futures_util::Stream;
use serde::Serialize;
use serde_json::json;
use tokio::sync::watch;

use build::Site;
use inspect::addresses::Answer;

/// Start of the server's own URLs, which no site has.
pub const PREFIX: &str = "/_site/";

/// The script.
pub const SCRIPT: &str = include_str!("live.js");

/// What the server shows.
#[derive(Debug, Default)]
pub struct Shown {
    /// Site of the last build without errors.
    pub site: Option<Arc<Site>>,
    /// Errors of the last build.
    pub errors: Vec<ShownError>,
    /// Whether the server is shutting down.
    pub ending: bool,
}

/// An error as the browser shows it.
#[derive(Debug, Clone, Serialize)]
pub struct ShownError {
    /// The message.
    pub message: String,
    /// File, line and column.
    pub place: String,
    /// The complete report, as in the terminal.
    pub report: String,
}

/// Returns the errors among findings.
pub fn errors(diagnostics: &[Diagnostic]) -> Vec<ShownError> {
    let diagnostics = diagnostics.iter();
    diagnostics
        .filter(|one| one.severity == Severity::Error)
        .map(|one| ShownError {
            message: one.message.clone(),
            place: one.place.as_ref().map_or_else(String::new, |(place, _)| {
                let at = place.line_column();
                format!("{}:{}:{}", place.source.path, at.line, at.column)
            }),
            report: diagnostic::render(one, Style::Plain),
        })
        .collect()
}

/// Returns a short text that changes when the page at a path changes.
pub fn version(site: Option<&Site>, path: &str) -> String {
    let Some(site) = site else {
        return "none".to_owned();
    };
    let file = match site.addresses().answer(path) {
        Answer::File(file) => file,
        _ => "404.html".to_owned(),
    };
    site.file(&file).map_or_else(
        || "none".to_owned(),
        |bytes| {
            let fingerprint = Fingerprint::of(&String::from_utf8_lossy(&bytes));
            format!("{:032x}", fingerprint.0)
        },
    )
}

/// Adds the script to a page.
pub fn with_script(html: &str, version: &str) -> String {
    let script = format!("<script src=\"{PREFIX}live.js\" data-version=\"{version}\"></script>");
    match html.rfind("</body>") {
        Some(end) => format!("{}{script}{}", &html[..end], &html[end..]),
        None => format!("{html}{script}"),
    }
}

/// Returns a content security policy that also allows the script and its connection.
pub fn with_script_allowed(policy: &str) -> String {
    let mut parts: Vec<String> = policy
        .split(';')
        .map(|part| part.trim().to_owned())
        .filter(|part| !part.is_empty())
        .collect();
    for name in ["script-src", "connect-src"] {
        match parts
            .iter_mut()
            .find(|part| part.split(' ').next() == Some(name))
        {
            Some(part) if part.contains("'self'") => {}
            Some(part) => part.push_str(" 'self'"),
            None => parts.push(format!("{name} 'self'")),
        }
    }
    parts.join("; ")
}

/// Returns the page that is shown until a build succeeds.
pub fn failed(errors: &[ShownError]) -> String {
    let list = errors.iter();
    let list = list.map(|one| format!("<pre>{}</pre>\n", escape(&one.report)));
    let list: String = list.collect();
    with_script(
        &format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
             <title>The site could not be built</title></head><body><h1>The site could not be built</h1>\n{list}</body></html>\n"
        ),
        "none",
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// Sends an event to the page at `path` whenever the page or the errors change.
pub fn events(
    shown: watch::Receiver<Arc<Shown>>,
    path: String,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let stream =
        futures_util::stream::unfold((shown, path, None), |(mut shown, path, last)| async move {
            loop {
                let message = {
                    let now = shown.borrow_and_update();
                    if now.ending {
                        return None;
                    }
                    message(&now, &path)
                };
                if last.as_ref() != Some(&message) {
                    let event = Event::default().data(&message);
                    return Some((Ok(event), (shown, path, Some(message))));
                }
                shown.changed().await.ok()?;
            }
        });
    Sse::new(stream).keep_alive(KeepAlive::default())
}

fn message(shown: &Shown, path: &str) -> String {
    let version = version(shown.site.as_deref(), path);
    json!({ "version": version, "errors": shown.errors }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_is_allowed() {
        for (policy, expected) in [
            (
                "default-src 'none'; script-src 'self' 'sha256-x'",
                "default-src 'none'; script-src 'self' 'sha256-x'; connect-src 'self'",
            ),
            (
                "default-src 'none'",
                "default-src 'none'; script-src 'self'; connect-src 'self'",
            ),
            (
                "script-src 'sha256-x'; connect-src 'self'",
                "script-src 'sha256-x' 'self'; connect-src 'self'",
            ),
        ] {
            assert_eq!(with_script_allowed(policy), expected);
        }
    }

    #[test]
    fn the_script_is_at_the_end() {
        let script = "<script src=\"/_site/live.js\" data-version=\"1\"></script>";
        assert_eq!(
            with_script("<body>a</body></html>", "1"),
            format!("<body>a{script}</body></html>")
        );
        assert_eq!(with_script("<p>a", "1"), format!("<p>a{script}"));
    }
}
