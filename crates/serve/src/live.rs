//! Live reload: tells open pages when they have changed, and shows the findings about the site in them.
//!
//! Pages are served with an additional script, and with a content security policy that allows it.

use std::collections::{BTreeMap, HashSet};
use std::convert::Infallible;
use std::sync::Arc;

use axum::response::sse::{Event, KeepAlive, Sse};
use diagnostic::{Change, Diagnostic, Fingerprinter, Fix, LineColumn, Severity, Style};
use futures_util::Stream;
use serde_json::json;
use tokio::sync::watch;

use build::{BasePath, Site};

use crate::actions::{self, Actions};
use inspect::addresses::Answer;

/// Path prefix of the server's own URLs, which no site uses.
pub const PREFIX: &str = "/_site/";

/// Script that is added to pages. It reloads them, and shows the findings.
pub const SCRIPT: &str = include_str!("live.js");

/// The site and the findings that the server shows.
#[derive(Debug, Default, Clone)]
pub struct Shown {
    /// Site of the last build that returned one.
    pub site: Option<Arc<Site>>,
    /// Whether a later build returned no site.
    pub is_old: bool,
    /// Sites of earlier builds that have a page that the last build could not render, by the URL of the page.
    pub kept: Arc<BTreeMap<String, Arc<Site>>>,
    /// Findings of the last build.
    pub findings: Arc<Vec<Finding>>,
    /// Whether the server is shutting down.
    pub is_shutting_down: bool,
}

impl Shown {
    /// Returns the site whose page is shown at a URL: the last one, unless only an earlier one has the page.
    pub fn site_at(&self, path: &str) -> Option<&Arc<Site>> {
        self.kept.get(path).or(self.site.as_ref())
    }

    /// Returns the path below which the host serves the site.
    pub fn base_path(&self) -> BasePath {
        let site = self.site.as_ref();
        site.map(|site| site.base_path()).unwrap_or_default()
    }

    /// Returns the sites that have the last good version of the pages that `site` cannot show because of errors in the files `faulty`.
    pub fn kept_for(&self, site: &Site, faulty: &HashSet<&str>) -> BTreeMap<String, Arc<Site>> {
        let pages = self.site.iter().flat_map(|site| &site.pages);
        let urls = pages.map(|page| page.url());
        let urls = urls.chain(self.kept.keys().map(String::as_str));
        let kept = urls.filter(|url| !site.has_page(url)).filter_map(|url| {
            let last = self.site_at(url)?;
            let source = source_of(last, url);
            let is_faulty = source.is_some_and(|source| faulty.contains(source));
            let is_kept = is_faulty || is_failed(site, url);
            is_kept.then(|| (url.to_owned(), Arc::clone(last)))
        });
        kept.collect()
    }
}

/// A finding as the browser shows it.
#[derive(Debug)]
pub struct Finding {
    /// Whether `site build` refuses the site because of it.
    pub stops_build: bool,
    /// The complete report, as in the terminal.
    pub report: String,
    /// Id by which the panel names the finding: the same as long as the finding is the same.
    pub id: String,
    /// Path of the file that the finding is about.
    pub file: Option<String>,
    /// Line and column in this file.
    pub position: Option<LineColumn>,
    /// Fixes that the panel offers, with their ids.
    pub fixes: Vec<(String, Fix)>,
    /// URLs of the pages that were being rendered when the finding was reported.
    pages: Vec<String>,
}

impl Finding {
    /// Converts a diagnostic of `site build`.
    pub fn new(diagnostic: &Diagnostic) -> Self {
        let place = diagnostic.place.as_ref();
        let report = diagnostic::render(diagnostic, Style::Plain);
        let fixes = diagnostic.fixes().into_iter();
        let fixes = fixes.filter(actions::is_applicable);
        Self {
            stops_build: diagnostic.severity == Severity::Error,
            id: id_of(&[&report]),
            fixes: fixes.map(|fix| (id_of_fix(&fix), fix)).collect(),
            position: place.map(|(place, _)| place.line_column()),
            report,
            file: place.map(|(place, _)| place.source.path.clone()),
            pages: diagnostic.pages.clone(),
        }
    }

    /// Returns whether the finding is about the page at `path`, whose document is the file `source`.
    fn is_about(&self, path: &str, source: Option<&str>) -> bool {
        source.is_some() && self.file.as_deref() == source
            || self.pages.iter().any(|page| page == path)
    }

    /// Returns whether the finding concerns other pages only: it is about the document of another page, or was found while other
    /// pages were rendered. A finding in a list, a setting, or the theme may concern every page.
    fn is_elsewhere(&self, site: Option<&Site>, path: &str, source: Option<&str>) -> bool {
        let file = self.file.as_deref();
        let has_page = file
            .zip(site)
            .is_some_and(|(file, site)| site.plan.by_source.contains_key(file));
        !self.is_about(path, source) && (has_page || !self.pages.is_empty())
    }
}

/// Returns an id for some texts.
fn id_of(texts: &[&str]) -> String {
    let all = texts
        .iter()
        .fold(Fingerprinter::default(), |all, text| all.text(text));
    format!("{:032x}", all.finish().0)
}

/// Returns an id for a fix, which is another one for another version of its file.
fn id_of_fix(fix: &Fix) -> String {
    let changes = fix.changes.iter().map(|change| match change {
        Change::Replace(place, text) => {
            format!("{:x} {:?} {text}", place.source.fingerprint.0, place.span)
        }
        other => format!("{other:?}"),
    });
    let changes: Vec<String> = std::iter::once(fix.label.clone()).chain(changes).collect();
    id_of(&changes.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Returns the source file of the document whose page is at `path`, or `None` if there is no such document.
fn source_of<'a>(site: &'a Site, path: &str) -> Option<&'a str> {
    let document = site.plan.routes.get(path)?.document_in(&site.content);
    let document = document.map(|document| document.source().path.as_str());
    document.or_else(|| {
        let sources = site.plan.by_source.iter();
        let sources = sources.filter(|(_, url)| url.as_str() == path);
        // The path of a file is at least as long as its composed form.
        let longest = sources.max_by_key(|(source, _)| source.len())?;
        Some(longest.0)
    })
}

/// Returns why the page at `path` is not public, or `None` if it is.
pub fn status(site: &Site, path: &str) -> Option<String> {
    let (_, reason) = site.public_plan.hidden.get(path)?;
    let reason = reason.split(';').next().unwrap_or(reason);
    let route = site.plan.routes.get(path);
    let document = route.and_then(|route| route.document_in(&site.content));
    let missing = match document.map_or(0, |document| document.missing) {
        0 => String::new(),
        1 => ", 1 value is missing".to_owned(),
        count => format!(", {count} values are missing"),
    };
    Some(format!("Not public: {reason}{missing}"))
}

/// Returns whether `path` belongs to a page that cannot be rendered.
pub fn is_failed(site: &Site, path: &str) -> bool {
    match site.addresses().answer(path) {
        Answer::File(file) => site.fingerprint(&file).is_none(),
        Answer::NotFound => site.plan.unusable.contains(path),
        _ => false,
    }
}

/// Returns a short text that changes when the page at `path` changes; `none` if the page cannot be rendered.
pub fn version(site: Option<&Site>, path: &str) -> String {
    if let Some(card) = site.and_then(|site| site.card(path)) {
        return card.key.clone();
    }
    let site = site.filter(|site| !is_failed(site, path));
    let fingerprint = site.and_then(|site| match site.addresses().answer(path) {
        Answer::File(file) => site.fingerprint(&file),
        _ => site.fingerprint("404.html"),
    });
    fingerprint.map_or_else(|| "none".to_owned(), |one| format!("{:032x}", one.0))
}

/// Adds the script to a page. `editor` is the origin of the drawer, to which the script reports clicks.
pub fn with_script(html: &str, version: &str, editor: Option<&str>) -> String {
    let editor = editor.map(|origin| format!(" data-editor=\"{origin}\""));
    let script = format!(
        "<script src=\"{PREFIX}live.js\" data-version=\"{version}\"{}></script>",
        editor.unwrap_or_default()
    );
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

/// Returns the page that is shown instead of a page that cannot be rendered. It lists the findings about that page or, if there
/// are none, all findings that stop a build. In the drawer, whose origin is `editor`, it lists none.
pub fn failed(shown: &Shown, path: &str, is_live: bool, editor: Option<&str>) -> String {
    let title = match &shown.site {
        Some(_) => "This page cannot be rendered",
        None => "The site cannot be rendered",
    };
    let source = shown.site.as_deref().and_then(|site| source_of(site, path));
    let findings = shown.findings.iter();
    let (here, elsewhere): (Vec<_>, Vec<_>) = findings.partition(|one| one.is_about(path, source));
    let listed = if here.is_empty() {
        let stopping = elsewhere.into_iter().filter(|one| one.stops_build);
        stopping.collect()
    } else {
        here
    };
    let list = listed.iter();
    let list = list.map(|one| format!("<pre>{}</pre>\n", escape(&one.report)));
    let (title, list): (_, String) = match editor {
        None => (title, list.collect()),
        // The drawer shows the findings in words, at their fields.
        Some(_) => (
            "This page cannot be shown yet",
            "<p>The drawer says what is still missing, or has to be corrected.</p>".to_owned(),
        ),
    };
    let html = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title}</title></head><body><h1>{title}</h1>\n{list}</body></html>\n"
    );
    if is_live {
        with_script(&html, "none", editor)
    } else {
        html
    }
}

/// Returns the page that shows a share card, or the reports that say why the card cannot be drawn.
pub fn card(output: &str, key: &str, reports: &[String]) -> String {
    let reports = reports
        .iter()
        .map(|one| format!("<pre>{}</pre>\n", escape(one)));
    let body = reports.collect::<String>();
    let body = if body.is_empty() {
        format!(
            "<img src=\"/{}\" alt=\"\" width=\"1200\" height=\"630\">",
            escape(output)
        )
    } else {
        body
    };
    let html = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Share card</title></head>\
         <body>{body}</body></html>\n"
    );
    with_script(&html, key, None)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// Sends an event to the page at `path` whenever the page or the findings change.
pub fn events(
    shown: watch::Receiver<Arc<Shown>>,
    actions: Arc<Actions>,
    path: String,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let stream = futures_util::stream::unfold(
        (shown, actions, path, None),
        |(mut shown, actions, path, last)| async move {
            loop {
                let message = {
                    let now = shown.borrow_and_update();
                    if now.is_shutting_down {
                        return None;
                    }
                    message(&now, &actions, &path)
                };
                if last.as_ref() != Some(&message) {
                    let event = Event::default().data(&message);
                    return Some((Ok(event), (shown, actions, path, Some(message))));
                }
                shown.changed().await.ok()?;
            }
        },
    );
    Sse::new(stream).keep_alive(KeepAlive::default())
}

fn message(shown: &Shown, actions: &Actions, path: &str) -> String {
    let site = shown.site_at(path).map(AsRef::as_ref);
    let is_old = shown.is_old || shown.kept.contains_key(path);
    let status = site.and_then(|site| status(site, path));
    let source = site.and_then(|site| source_of(site, path));
    let findings = shown.findings.iter().map(|one| {
        let fixes = one
            .fixes
            .iter()
            .map(|(id, fix)| json!({ "id": id, "label": fix.label }));
        json!({
            "id": one.id,
            "stopsBuild": one.stops_build,
            "isHere": !one.is_elsewhere(site, path, source),
            "report": one.report,
            "canOpen": one.file.is_some(),
            "fixes": fixes.collect::<Vec<_>>(),
        })
    });
    let undo = actions.last_applied();
    let undo = undo.map(|(id, label)| json!({ "id": id, "label": label }));
    let findings: Vec<_> = findings.collect();
    let version = version(site, path);
    json!({
        "version": version,
        "isOld": is_old,
        "status": status,
        "findings": findings,
        "token": actions.token,
        "undo": undo,
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_that_is_opened_is_reloaded() {
        let page = |reports: &[&str]| {
            let reports: Vec<String> = reports.iter().map(|one| (*one).to_owned()).collect();
            card("assets/cards/a-AAAAAAAA.png", "key", &reports)
        };
        let script = "<script src=\"/_site/live.js\" data-version=\"key\"></script></body>";
        for (reports, expected) in [
            (&[][..], "<img src=\"/assets/cards/a-AAAAAAAA.png\""),
            (&["no <b>"][..], "<body><pre>no &lt;b&gt;</pre>"),
        ] {
            let html = page(reports);
            assert!(html.contains(expected) && html.contains(script), "{html}");
        }
    }

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
            with_script("<body>a</body></html>", "1", None),
            format!("<body>a{script}</body></html>")
        );
        assert_eq!(with_script("<p>a", "1", None), format!("<p>a{script}"));
    }
}
