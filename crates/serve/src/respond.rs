//! Answers requests for pages as the CDN does, and requests of the script in open pages.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::{HeaderValue, Method, Request, Response, StatusCode, Uri, header};
use axum::response::IntoResponse;
use bytes::Bytes;
use serde::Deserialize;
use tokio::sync::watch::Receiver;

use crate::actions::Actions;
use crate::edit::Framing;
use crate::event::{Event, EventSink};
use crate::live::{self, Shown};
use crate::range::{Part, part};
use assets::Encoding;
use build::{CardRenderer, Site};
use diagnostic::Style;
use inspect::addresses::{Answer, decoded, media_type};
use inspect::headers::POLICY;
use render::Card;

/// State that all request handlers share.
#[derive(Clone)]
pub struct Server {
    /// The site and the findings that the server shows.
    pub shown: Receiver<Arc<Shown>>,
    /// Whether open pages are reloaded.
    pub live: bool,
    /// Function that receives events.
    pub emit: EventSink,
    /// Actions of the panel of open pages.
    pub actions: Arc<Actions>,
    /// Address of the drawer; `None` without one.
    pub framing: Option<Framing>,
}

/// Answers with the script that is added to pages.
pub async fn script() -> Response<Body> {
    no_cache(response(
        StatusCode::OK,
        "text/javascript; charset=utf-8",
        live::SCRIPT,
    ))
}

/// Query with which an open page subscribes to events.
#[derive(Deserialize)]
pub struct EventsQuery {
    /// Path of the page.
    #[serde(default)]
    path: String,
}

/// Sends events to an open page.
pub async fn events(
    State(server): State<Server>,
    Query(open): Query<EventsQuery>,
) -> Response<Body> {
    let path = decoded(&open.path).unwrap_or(open.path);
    let base_path = server.shown.borrow().base_path();
    let path = base_path.inner(&path).unwrap_or(&path).to_owned();
    live::events(server.shown, server.actions, path).into_response()
}

/// Answers all other requests.
pub async fn respond(State(server): State<Server>, request: Request<Body>) -> Response<Body> {
    let Some(framing) = server.framing else {
        return respond_to(&server, request).await;
    };
    let headers = request.headers().clone();
    let mut response = respond_to(&server, request).await;
    framing.allow(&headers, response.headers_mut());
    response
}

async fn respond_to(server: &Server, request: Request<Body>) -> Response<Body> {
    let editor = server
        .framing
        .map(|framing| framing.origin(request.headers()));
    let editor = editor.as_deref();
    let shown = Arc::clone(&server.shown.borrow());
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut response = text(
            StatusCode::METHOD_NOT_ALLOWED,
            "Only GET and HEAD requests are supported.\n",
        );
        response
            .headers_mut()
            .insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    let Some(path) = decoded(request.uri().path()) else {
        return text(StatusCode::BAD_REQUEST, "This address is not UTF-8.\n");
    };
    let base_path = shown.base_path();
    let Some(path) = base_path.inner(&path).map(str::to_owned) else {
        let home = format!("{}/", base_path.as_str());
        return match path.as_str() {
            "/" => redirect(302, &home, request.uri()),
            _ => text(
                StatusCode::NOT_FOUND,
                format!("The site is below {home}, as `base_url` says.\n"),
            ),
        };
    };
    let site = shown.site_at(&path).map(AsRef::as_ref);
    let Some(site) = site.filter(|site| !live::is_failed(site, &path)) else {
        let html = live::failed(&shown, &path, server.live, editor);
        return no_cache(response(
            StatusCode::SERVICE_UNAVAILABLE,
            "text/html; charset=utf-8",
            html,
        ));
    };
    if let (true, Some(card), Some(renderer)) = (server.live, site.card(&path), &site.card_renderer)
    {
        let is_opened = request.headers().get(header::ACCEPT);
        let is_opened = is_opened.and_then(|accept| accept.to_str().ok());
        let is_opened = is_opened.is_some_and(|accept| accept.contains("text/html"));
        return share_card(renderer.clone(), card.clone(), is_opened).await;
    }
    match site.addresses().answer(&path) {
        Answer::File(file) => {
            let response = page(server, site, &file, StatusCode::OK, &path, editor);
            let range = request.headers().get(header::RANGE);
            let range = range.and_then(|range| range.to_str().ok());
            match site.file(&file) {
                Some(bytes) if !file.ends_with(".html") => {
                    in_range(response, &base_path.file(&file, bytes), range)
                }
                _ => response,
            }
        }
        Answer::Redirect(status, to) if to.starts_with('/') => redirect(
            status,
            &format!("{}{to}", base_path.as_str()),
            request.uri(),
        ),
        Answer::Redirect(status, to) => redirect(status, &to, request.uri()),
        Answer::OtherForm(to) => {
            redirect(301, &format!("{}{to}", base_path.as_str()), request.uri())
        }
        Answer::NotFound => {
            // The files of a page of an earlier build.
            let mut kept = shown.kept.values();
            let file = path.trim_start_matches('/');
            if let Some(site) = kept.find(|site| site.others.contains_key(file)) {
                return page(server, site, file, StatusCode::OK, &path, editor);
            }
            (server.emit)(Event::NotFound(&path));
            page(
                server,
                site,
                "404.html",
                StatusCode::NOT_FOUND,
                &path,
                editor,
            )
        }
    }
}

/// Answers with a share card, which is drawn if the cache does not have it. If a browser opens the card's URL, it gets a page
/// that shows the card and is reloaded after edits of the card's template.
async fn share_card(renderer: CardRenderer, card: Card, is_opened: bool) -> Response<Body> {
    let Card { output, key, .. } = card.clone();
    let draw = move || renderer.draw(std::iter::once(&card), Encoding::Now);
    let mut drawn = tokio::task::spawn_blocking(draw).await.unwrap_or_default();
    let reports = drawn.errors.iter();
    let reports = reports.map(|error| diagnostic::render(error, Style::Plain));
    let reports: Vec<String> = reports.collect();
    no_cache(match drawn.files.remove(&output) {
        _ if is_opened => response(
            StatusCode::OK,
            "text/html; charset=utf-8",
            live::card(&output, &key, &reports),
        ),
        Some(png) => response(StatusCode::OK, "image/png", png),
        None => text(StatusCode::INTERNAL_SERVER_ERROR, reports.concat()),
    })
}

fn page(
    server: &Server,
    site: &Site,
    file: &str,
    status: StatusCode,
    path: &str,
    editor: Option<&str>,
) -> Response<Body> {
    let Some(bytes) = site.file(file) else {
        return text(status, "There is no such page.\n");
    };
    let bytes = site.base_path().file(file, bytes);
    let is_live = server.live && file.ends_with(".html");
    let body = match std::str::from_utf8(&bytes) {
        Ok(html) if is_live => {
            let version = live::version(Some(site), path);
            Bytes::from(live::with_script(html, &version, editor))
        }
        _ => bytes,
    };
    let mut response = response(status, media_type(file), body);
    // The CDN sends the same headers, so what browsers block there is blocked here as well.
    for (name, value) in site.headers.of_file(file) {
        let allowed = (is_live && name == POLICY).then(|| live::with_script_allowed(value));
        if let Ok(value) = HeaderValue::from_str(allowed.as_deref().unwrap_or(value)) {
            response.headers_mut().insert(name, value);
        }
    }
    no_cache(response)
}

/// Reduces a response to the part of the file that the header `range` asks for.
fn in_range(mut response: Response<Body>, bytes: &Bytes, range: Option<&str>) -> Response<Body> {
    let headers = response.headers_mut();
    headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    let length = bytes.len();
    let (status, range, body) = match part(range, length) {
        Part::Whole => return response,
        Part::Bytes(part) => {
            let range = format!("bytes {}-{}/{length}", part.start, part.end - 1);
            (StatusCode::PARTIAL_CONTENT, range, bytes.slice(part))
        }
        Part::Unsatisfiable => {
            let range = format!("bytes */{length}");
            (StatusCode::RANGE_NOT_SATISFIABLE, range, Bytes::new())
        }
    };
    if let Ok(range) = HeaderValue::from_str(&range) {
        headers.insert(header::CONTENT_RANGE, range);
    }
    *response.status_mut() = status;
    *response.body_mut() = Body::from(body);
    response
}

fn no_cache(mut response: Response<Body>) -> Response<Body> {
    let value = HeaderValue::from_static("no-cache");
    response.headers_mut().insert(header::CACHE_CONTROL, value);
    response
}

fn redirect(status: u16, to: &str, from: &Uri) -> Response<Body> {
    let (address, anchor) = to.split_at(to.find('#').unwrap_or(to.len()));
    let joint = if address.contains('?') { '&' } else { '?' };
    let query = from.query().map(|query| format!("{joint}{query}"));
    let target = format!("{address}{}{anchor}", query.unwrap_or_default());
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::MOVED_PERMANENTLY);
    let mut response = text(status, "");
    if let Ok(value) = HeaderValue::from_str(&target) {
        response.headers_mut().insert(header::LOCATION, value);
    }
    response
}

/// Returns a response of plain text.
pub fn text(status: StatusCode, text: impl Into<Body>) -> Response<Body> {
    response(status, "text/plain; charset=utf-8", text)
}

fn response(status: StatusCode, kind: &'static str, body: impl Into<Body>) -> Response<Body> {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    let kind = HeaderValue::from_static(kind);
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}
