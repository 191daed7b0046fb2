//! What is answered to a request: as the CDN does, and to pages that are open.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::{HeaderValue, Method, Request, Response, StatusCode, Uri, header};
use axum::response::IntoResponse;
use bytes::Bytes;
use serde::Deserialize;
use tokio::sync::watch::Receiver;

use crate::event::{Event, Tell};
use crate::live::{self, Shown};
use build::Site;
use inspect::addresses::{Answer, decoded, media_type};
use inspect::headers::POLICY;

/// What requests are answered from.
#[derive(Clone)]
pub struct Server {
    /// What is shown at the moment.
    pub shown: Receiver<Arc<Shown>>,
    /// Whether open pages are kept up to date.
    pub live: bool,
    /// Receives what happens.
    pub tell: Tell,
}

/// The script of open pages.
pub async fn script() -> Response<Body> {
    let mut response = Response::new(Body::from(live::SCRIPT));
    let script = HeaderValue::from_static("text/javascript; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, script);
    no_cache(&mut response);
    response
}

/// Which page is open.
#[derive(Deserialize)]
pub struct Open {
    /// Its path.
    #[serde(default)]
    path: String,
}

/// News for an open page.
pub async fn events(State(server): State<Server>, Query(open): Query<Open>) -> Response<Body> {
    let path = decoded(&open.path).unwrap_or(open.path);
    live::events(server.shown, path).into_response()
}

/// Answers everything else.
pub async fn respond(State(server): State<Server>, request: Request<Body>) -> Response<Body> {
    let shown = Arc::clone(&server.shown.borrow());
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut response = text(
            StatusCode::METHOD_NOT_ALLOWED,
            "Only GET and HEAD are answered here.\n",
        );
        response
            .headers_mut()
            .insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    let Some(site) = shown.site.as_deref() else {
        let mut response = Response::new(Body::from(live::failed(&shown.errors)));
        *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
        let html = HeaderValue::from_static("text/html; charset=utf-8");
        response.headers_mut().insert(header::CONTENT_TYPE, html);
        no_cache(&mut response);
        return response;
    };
    let Some(path) = decoded(request.uri().path()) else {
        return text(StatusCode::BAD_REQUEST, "This address is not UTF-8.\n");
    };
    match site.addresses().answer(&path) {
        Answer::File(file) => page(&server, site, &file, StatusCode::OK, &path),
        Answer::Redirect(status, to) => redirect(status, &to, request.uri()),
        Answer::OtherForm(to) => redirect(301, &to, request.uri()),
        Answer::NotFound => {
            (server.tell)(Event::NotFound(&path));
            page(&server, site, "404.html", StatusCode::NOT_FOUND, &path)
        }
    }
}

fn page(
    server: &Server,
    site: &Site,
    file: &str,
    status: StatusCode,
    path: &str,
) -> Response<Body> {
    let Some(bytes) = site.file(file) else {
        return text(
            status,
            if status == StatusCode::OK {
                ""
            } else {
                "There is no such page.\n"
            },
        );
    };
    let is_live = server.live && file.ends_with(".html");
    let body = match std::str::from_utf8(&bytes) {
        Ok(html) if is_live => {
            Bytes::from(live::with_script(html, &live::version(Some(site), path)))
        }
        _ => bytes,
    };
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static(media_type(file)),
    );
    // As on the CDN, so that what browsers refuse there is seen here.
    for (name, value) in site.headers.of_file(file) {
        let value = if is_live && name == POLICY {
            HeaderValue::from_str(&live::with_script_allowed(value))
        } else {
            HeaderValue::from_str(value)
        };
        if let Ok(value) = value {
            headers.insert(name, value);
        }
    }
    no_cache(&mut response);
    response
}

fn no_cache(response: &mut Response<Body>) {
    let value = HeaderValue::from_static("no-cache");
    response.headers_mut().insert(header::CACHE_CONTROL, value);
}

fn redirect(status: u16, to: &str, from: &Uri) -> Response<Body> {
    let (address, anchor) = to.split_at(to.find('#').unwrap_or(to.len()));
    let joint = if address.contains('?') { '&' } else { '?' };
    let query = from.query().map(|query| format!("{joint}{query}"));
    let target = format!("{address}{}{anchor}", query.unwrap_or_default());
    let mut response = text(
        StatusCode::from_u16(status).unwrap_or(StatusCode::MOVED_PERMANENTLY),
        "",
    );
    if let Ok(value) = HeaderValue::from_str(&target) {
        response.headers_mut().insert(header::LOCATION, value);
    }
    response
}

fn text(status: StatusCode, text: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    response.headers_mut().insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/plain; charset=utf-8"),
    );
    response
}
