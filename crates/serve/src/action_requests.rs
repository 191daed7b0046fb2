//! Requests of the panel in open pages.
//!
//! These are the only requests that write files, so they are answered only for a page that this server has sent to a browser on
//! this computer (`guard`). A request names a fix or a finding of the last build by its id, and never a path or a text.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path as UrlPath, State};
use axum::http::{HeaderMap, Response, StatusCode, header};
use diagnostic::LineColumn;

use crate::actions::Actions;
use crate::host::is_loopback;
use crate::live::Finding;
use crate::respond::{Server, text};

/// Header with the token of this start of the server. A page of another origin can neither read the token nor send the header.
const TOKEN: &str = "x-site-token";

/// Refuses a request unless a page of this server has sent it from a browser on this computer: the server listens on this computer
/// alone, `Host` names this computer, `Origin` is the same host, the browser says that the page has the same origin (browsers
/// before 2023 do not say), and the token is that of this start.
fn guard(actions: &Actions, headers: &HeaderMap) -> Result<(), (StatusCode, String)> {
    let value = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let host = value(header::HOST.as_str()).filter(|host| is_loopback(host));
    let origin = value(header::ORIGIN.as_str()).and_then(|origin| origin.strip_prefix("http://"));
    let is_same_site = value("sec-fetch-site").is_none_or(|site| site == "same-origin");
    let is_own_page = host.is_some() && origin == host && is_same_site;
    let has_token = actions.token.is_some() && actions.token.as_deref() == value(TOKEN);
    if is_own_page && has_token {
        Ok(())
    } else {
        let message = "Only the panel of an open page on this computer can do this.\n";
        Err((StatusCode::FORBIDDEN, message.to_owned()))
    }
}

/// Applies the fix with an id.
pub async fn apply(
    State(server): State<Server>,
    UrlPath(id): UrlPath<String>,
    headers: HeaderMap,
) -> Response<Body> {
    answer(guard(&server.actions, &headers).and_then(|()| {
        let shown = Arc::clone(&server.shown.borrow());
        let mut fixes = shown.findings.iter().flat_map(|finding| &finding.fixes);
        let fix = fixes.find(|(own, _)| *own == id).ok_or_else(gone)?;
        server.actions.apply(&id, &fix.1)
    }))
}

/// Undoes the fix with an id, which must be the one that was applied last.
pub async fn undo(
    State(server): State<Server>,
    UrlPath(id): UrlPath<String>,
    headers: HeaderMap,
) -> Response<Body> {
    answer(guard(&server.actions, &headers).and_then(|()| server.actions.undo(&id).map(drop)))
}

/// Opens the place of the finding with an id in the editor.
pub async fn open(
    State(server): State<Server>,
    UrlPath(id): UrlPath<String>,
    headers: HeaderMap,
) -> Response<Body> {
    answer(guard(&server.actions, &headers).and_then(|()| {
        let shown = Arc::clone(&server.shown.borrow());
        let mut findings = shown.findings.iter();
        let finding = findings.find(|finding| finding.id == id).ok_or_else(gone)?;
        let (path, position) = place_of(finding).ok_or_else(gone)?;
        let opened = server.actions.open(path, position);
        opened.map_err(|message| (StatusCode::NOT_IMPLEMENTED, message))
    }))
}

/// Returns the file that a finding is about, and the line and column.
fn place_of(finding: &Finding) -> Option<(&str, LineColumn)> {
    Some((finding.file.as_deref()?, finding.position?))
}

fn gone() -> (StatusCode, String) {
    let message = "The site has changed meanwhile; nothing was written.\n";
    (StatusCode::NOT_FOUND, message.to_owned())
}

fn answer(done: Result<(), (StatusCode, String)>) -> Response<Body> {
    match done {
        Ok(()) => text(StatusCode::NO_CONTENT, ""),
        Err((status, message)) => text(status, message),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn only_the_panel_is_answered() {
        let actions = Actions::new(Path::new("."), None, true);
        let token = actions.token.clone().unwrap();
        let own = "http://localhost:4000";
        for (host, origin, site, sent, expected) in [
            ("localhost:4000", own, "same-origin", &*token, true),
            ("localhost:4000", own, "", &token, true),
            ("127.0.0.1:4000", "http://127.0.0.1:4000", "", &token, true),
            ("[::1]:4000", "http://[::1]:4000", "", &token, true),
            // Another site, another port, a name that somebody points at this computer, a frame, a form, or a program.
            (
                "localhost:4000",
                "https://evil.example",
                "cross-site",
                &token,
                false,
            ),
            (
                "localhost:4000",
                "http://localhost:4001",
                "same-site",
                &token,
                false,
            ),
            ("localhost:4000", own, "same-site", &token, false),
            ("localhost:4000", own, "none", &token, false),
            (
                "evil.example:4000",
                "http://evil.example:4000",
                "same-origin",
                &token,
                false,
            ),
            (
                "192.168.1.7:4000",
                "http://192.168.1.7:4000",
                "same-origin",
                &token,
                false,
            ),
            ("localhost:4000", "null", "cross-site", &token, false),
            ("localhost:4000", "", "", &token, false),
            ("", "http://", "", &token, false),
            ("localhost:4000", own, "same-origin", "", false),
            ("localhost:4000", own, "same-origin", "0123", false),
        ] {
            let mut headers = HeaderMap::new();
            let pairs = [
                ("host", host),
                ("origin", origin),
                ("sec-fetch-site", site),
                (TOKEN, sent),
            ];
            for (name, value) in pairs.into_iter().filter(|(_, value)| !value.is_empty()) {
                headers.insert(name, HeaderValue::from_str(value).unwrap());
            }
            let is_answered = guard(&actions, &headers).is_ok();
            assert_eq!(is_answered, expected, "{host} {origin} {site} {sent}");
        }
        let other = Actions::new(Path::new("."), None, false);
        assert!(other.token.is_none());
    }
}
