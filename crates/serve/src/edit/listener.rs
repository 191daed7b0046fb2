//! The drawer's listener: its page, its bundle, and its requests.

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Path, State};
use axum::http::{
    HeaderMap, HeaderName, HeaderValue, Request as HttpRequest, Response, StatusCode, header,
};
use axum::middleware::{Next, from_fn_with_state};
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::json;

use super::access::{Access, Refusal, WrongPin};
use super::bundle::BundleFile;
use super::desk::Desk;
use super::request::{Answer, Answering, Request};
use super::shell::shell;
use crate::host::without_port;

/// Maximum size of a picture in bytes: a photograph of a telephone has 3 to 12 MB.
const MAX_PICTURE: usize = 30 << 20;

/// Maximum size of all other requests in bytes.
const MAX_TEXT: usize = 8 << 20;

/// State of the listener.
#[derive(Clone)]
pub struct Listener {
    /// Who is answered.
    pub access: Arc<Access>,
    /// State shared by the requests.
    pub desk: Arc<Desk>,
    /// Answers requests.
    pub answer: Arc<Answering>,
    /// Port of the preview.
    pub preview: u16,
    /// Path of the page to show first.
    pub start: String,
}

impl Listener {
    /// Returns the routes.
    pub fn router(self) -> Router {
        Router::new()
            .route("/", get(page))
            .route("/drawer.js", get(|| async { file(BundleFile::Script) }))
            .route("/drawer.css", get(|| async { file(BundleFile::Style) }))
            .route("/api/pair", post(pair))
            .route("/api/{name}", post(api))
            .fallback(|| async {
                respond(
                    StatusCode::NOT_FOUND,
                    "text/plain",
                    "There is no such page.\n",
                )
            })
            .layer(from_fn_with_state(Arc::clone(&self.access), guard))
            .with_state(self)
    }
}

/// Refuses requests for other hosts, and adds headers to all answers.
async fn guard(
    State(access): State<Arc<Access>>,
    request: HttpRequest<Body>,
    next: Next,
) -> Response<Body> {
    let mut response = if access.has_host(request.headers()) {
        next.run(request).await
    } else {
        respond(
            StatusCode::MISDIRECTED_REQUEST,
            "text/plain",
            "Open the address that the terminal shows.\n",
        )
    };
    let fixed: [(HeaderName, &str); 6] = [
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
    ];
    let headers = response.headers_mut();
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // The drawer's own page has another policy.
    headers
        .entry(header::CONTENT_SECURITY_POLICY)
        .or_insert(HeaderValue::from_static(
            "default-src 'none'; frame-ancestors 'none'",
        ));
    response
}

async fn page(State(listener): State<Listener>, headers: HeaderMap) -> Response<Body> {
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let preview = format!(
        "http://{}:{}",
        host.map_or("localhost", without_port),
        listener.preview
    );
    let mut nonce = [0; 16];
    if getrandom::fill(&mut nonce).is_err() {
        return respond(
            StatusCode::INTERNAL_SERVER_ERROR,
            "text/plain",
            "The system has no random numbers.\n",
        );
    }
    let nonce: String = nonce.iter().map(|byte| format!("{byte:02x}")).collect();
    let shell = shell(
        &site_name(&listener.desk),
        &preview,
        &listener.start,
        &nonce,
    );
    let mut response = respond(StatusCode::OK, "text/html; charset=utf-8", shell.html);
    if let Ok(policy) = HeaderValue::from_str(&shell.policy) {
        response
            .headers_mut()
            .insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// Returns the name of the site, or an empty text.
fn site_name(desk: &Desk) -> String {
    let snapshot = desk.snapshot();
    let source = snapshot.content.texts.get("content/site.toml");
    let site = source.and_then(|source| content::TomlText::whole(source).parse().ok());
    let name = site.and_then(|site| site.get("name")?.as_str().map(str::to_owned));
    name.unwrap_or_default()
}

fn file(file: BundleFile) -> Response<Body> {
    match file.bytes() {
        Some(bytes) => respond(StatusCode::OK, file.media_type(), bytes),
        None => respond(
            StatusCode::NOT_FOUND,
            "text/plain",
            "The drawer is missing.\n",
        ),
    }
}

/// What a browser without the token knows instead.
#[derive(Deserialize)]
enum Pairing {
    /// The PIN that the terminal shows.
    #[serde(rename = "pin")]
    Pin(String),
    /// The code in the URL that this program has opened.
    #[serde(rename = "code")]
    Code(String),
}

async fn pair(State(listener): State<Listener>, request: HttpRequest<Body>) -> Response<Body> {
    let (parts, body) = request.into_parts();
    if listener.access.check_origin(&parts.headers).is_err() {
        return refuse(Refusal::Foreign);
    }
    let bytes = to_bytes(body, 1024).await.unwrap_or_default();
    let (access, now) = (&listener.access, Instant::now());
    let paired = match serde_json::from_slice(&bytes) {
        Ok(Pairing::Code(code)) => {
            return answered(match access.exchange(&code, now) {
                Some(token) => Answer::json(200, &json!({ "token": token })),
                None => Answer::error(403, "Open the address that the terminal shows."),
            });
        }
        Ok(Pairing::Pin(pin)) => access.pair(&pin, now),
        Err(_) => access.pair("", now),
    };
    let answer = match paired {
        Ok(token) => Answer::json(200, &json!({ "token": token })),
        Err(WrongPin::Wrong) if access.pin.is_none() => {
            Answer::error(403, "Open the address that the terminal shows.")
        }
        Err(WrongPin::Wrong) => Answer::error(403, "This is not the PIN that the terminal shows."),
        Err(WrongPin::TooMany) => Answer::error(429, "Too many attempts. Wait a minute."),
    };
    answered(answer)
}

async fn api(
    State(listener): State<Listener>,
    Path(name): Path<String>,
    request: HttpRequest<Body>,
) -> Response<Body> {
    let (parts, body) = request.into_parts();
    if let Err(refusal) = listener.access.check(&parts.headers) {
        return refuse(refusal);
    }
    let kind = parts.headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let (wanted, limit) = match name.as_str() {
        "picture" => ("application/octet-stream", MAX_PICTURE),
        _ => ("application/json", MAX_TEXT),
    };
    if !kind.starts_with(wanted) {
        return answered(Answer::error(
            415,
            &format!("The request must have the type {wanted}."),
        ));
    }
    let announced = parts.headers.get(header::CONTENT_LENGTH);
    let announced = announced.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    let is_small = announced.is_none_or(|length| length <= limit);
    let body = if is_small {
        to_bytes(body, limit).await.ok()
    } else {
        None
    };
    let Some(body) = body else {
        let message = format!(
            "This is larger than {} MB. Make it smaller, and try again.",
            limit >> 20
        );
        return answered(Answer::error(413, &message));
    };
    let query = parts.uri.query().unwrap_or_default().to_owned();
    let request = Request { name, query, body };
    let work = move || (listener.answer)(&listener.desk, &request);
    let answer = tokio::task::spawn_blocking(work).await;
    answered(answer.unwrap_or_else(|_| {
        Answer::error(
            500,
            "Something went wrong. Reload the page and check whether your change was saved.",
        )
    }))
}

fn refuse(refusal: Refusal) -> Response<Body> {
    answered(match refusal {
        Refusal::Foreign => Answer::error(403, "Only the drawer can do this."),
        Refusal::NoToken => Answer::error(401, "Open the address that the terminal shows."),
    })
}

fn answered(answer: Answer) -> Response<Body> {
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    respond(status, &answer.media_type, answer.body)
}

fn respond(status: StatusCode, kind: &str, body: impl Into<Body>) -> Response<Body> {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    let kind = HeaderValue::from_str(kind);
    let kind = kind.unwrap_or(HeaderValue::from_static("application/octet-stream"));
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}
