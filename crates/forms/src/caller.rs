//! The head of a request: who sent it, and which kind of reply the sender expects.

use std::net::IpAddr;

use axum::extract::OriginalUri;
use axum::http::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method};

use crate::id::Id;
use crate::settings::Settings;

/// Header in which a trusted proxy passes on the visitor's IP address. The `CloudFront` function overwrites it.
pub const VIEWER_ADDRESS: &str = "x-viewer-address";
/// Header with the secret that only the proxy knows.
pub const ORIGIN_SECRET: &str = "x-origin-secret";
/// Header with a key that makes a retry safe: a second request with the same key stores nothing new.
pub const IDEMPOTENCY_KEY: &str = "idempotency-key";

/// IP address of the connection. The server that accepts a request puts it into the request's extensions.
#[derive(Debug, Clone, Copy)]
pub struct PeerAddress(pub IpAddr);

/// Reference of the request. The server that accepts a request puts it into the request's extensions.
#[derive(Debug, Clone)]
pub struct RequestId(pub String);

/// Everything about a request except its body.
#[derive(Debug)]
pub struct RequestHead {
    /// Reference of the request, for the log and for a visitor who asks what went wrong.
    pub request: String,
    /// Method of the request.
    pub method: Method,
    /// Path of the request, as the visitor sees it.
    pub path: String,
    /// Language of the page that sent the request, if it is not the main one: `/contact?language=hi`.
    pub language: Option<String>,
    /// Whether the sender is a browser that expects a page. A script expects JSON.
    pub wants_page: bool,
    /// Origin of the page that sent the request.
    pub origin: Origin,
    /// Prefix for the site's own URLs in the reply, such as `https://example.com`; empty if the form's page is on this host.
    pub base: String,
    /// IP address of the visitor, if known.
    pub address: Option<IpAddr>,
    /// Idempotency key.
    pub key: Key,
    /// Content type of the body.
    pub content_type: String,
    /// Size of the body in bytes, as the request declares it.
    pub length: Option<u64>,
    /// Whether the request came through the proxy; always true if no proxy is required.
    pub through_proxy: bool,
}

/// Origin of a request, classified by whether it may submit a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// No `Origin` header: a plain form post, or a client that is not a browser. Also a browser that hides the origin from every
    /// site, but vouches that the page is from this one.
    None,
    /// An origin of the site.
    Allowed(String),
    /// The function's own origin, if it differs from the site's: the form was sent from a page that the function returned.
    Own,
    /// Any other origin.
    Foreign,
}

/// Idempotency key of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Key {
    /// No key.
    None,
    /// A key of 16 to 255 visible ASCII characters, for example a UUID.
    Given(String),
    /// Anything else, or several keys.
    Unusable,
}

impl RequestHead {
    /// Reads the head of a request.
    pub fn of(parts: &Parts, settings: &Settings) -> Self {
        let headers = &parts.headers;
        let origin = origin(headers, settings);
        let uri = parts
            .extensions
            .get::<OriginalUri>()
            .map_or(&parts.uri, |OriginalUri(uri)| uri);
        let mut query = uri.query().unwrap_or_default().split('&');
        let language = query.find_map(|pair| pair.strip_prefix("language="));
        let path = uri.path();
        let peer = parts
            .extensions
            .get::<PeerAddress>()
            .map(|PeerAddress(address)| *address);
        let through_proxy = through_proxy(headers, settings);
        // Anyone can send this header, so it is used only if it comes from a proxy that knows the secret.
        let viewer = text(headers, VIEWER_ADDRESS)
            .filter(|_| through_proxy && !settings.origin_secrets.is_empty());
        let request = parts
            .extensions
            .get::<RequestId>()
            .map(|RequestId(id)| id.clone());
        Self {
            request: request
                .unwrap_or_else(|| Id::random().map(|id| id.to_string()).unwrap_or_default()),
            method: parts.method.clone(),
            path: path.to_owned(),
            language: language.map(str::to_owned),
            wants_page: wants_page(text(headers, ACCEPT.as_str()).unwrap_or_default()),
            base: base(
                &origin,
                text(headers, HOST.as_str()).unwrap_or_default(),
                settings,
            ),
            origin,
            address: viewer
                .and_then(|address| address.trim().parse().ok())
                .or(peer),
            key: key(headers),
            content_type: text(headers, CONTENT_TYPE.as_str())
                .unwrap_or_default()
                .to_owned(),
            length: text(headers, CONTENT_LENGTH.as_str()).and_then(|length| length.parse().ok()),
            through_proxy,
        }
    }
}

fn text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Returns whether an `Accept` header comes from a form post without JavaScript: it lists `text/html` but not JSON.
fn wants_page(accept: &str) -> bool {
    accept.contains("text/html") && !accept.contains("application/json")
}

fn origin(headers: &HeaderMap, settings: &Settings) -> Origin {
    if !headers.contains_key(ORIGIN) {
        return Origin::None;
    }
    match text(headers, ORIGIN.as_str()) {
        // No script of a page can set this header (Fetch Metadata, section 2).
        Some("null") if text(headers, "sec-fetch-site") == Some("same-origin") => Origin::None,
        Some(origin)
            if settings
                .allowed_origins
                .iter()
                .any(|allowed| allowed == origin) =>
        {
            Origin::Allowed(origin.to_owned())
        }
        // Only over TLS, where the certificate proves the host name: another site's name cannot point to this function.
        Some(origin)
            if text(headers, HOST.as_str())
                .is_some_and(|host| origin.strip_prefix("https://") == Some(host)) =>
        {
            Origin::Own
        }
        _ => Origin::Foreign,
    }
}

/// Returns the site's origin if the form's page is on another host than the function, else an empty string.
fn base(origin: &Origin, host: &str, settings: &Settings) -> String {
    match origin {
        Origin::Own => settings
            .allowed_origins
            .first()
            .cloned()
            .unwrap_or_default(),
        Origin::Allowed(origin) if origin.split("://").nth(1) != Some(host) => origin.clone(),
        _ => String::new(),
    }
}

fn key(headers: &HeaderMap) -> Key {
    let mut values = headers.get_all(IDEMPOTENCY_KEY).iter();
    let Some(key) = values.next() else {
        return Key::None;
    };
    let is_usable =
        |key: &&str| (16..=255).contains(&key.len()) && key.bytes().all(|b| b.is_ascii_graphic());
    match key.to_str().ok().filter(is_usable) {
        Some(key) if values.next().is_none() => Key::Given(key.to_owned()),
        _ => Key::Unusable,
    }
}

fn through_proxy(headers: &HeaderMap, settings: &Settings) -> bool {
    let given = headers
        .get(ORIGIN_SECRET)
        .map(HeaderValue::as_bytes)
        .unwrap_or_default();
    // Every secret is compared in full, so the time that this takes reveals nothing about them.
    let matching = settings
        .origin_secrets
        .iter()
        .filter(|secret| equal_in_constant_time(secret.as_bytes(), given))
        .count();
    settings.origin_secrets.is_empty() || matching > 0
}

/// Compares two values in a time that depends only on their lengths.
pub(crate) fn equal_in_constant_time(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len()
        && a.iter()
            .zip(b)
            .fold(0, |different, (a, b)| different | (a ^ b))
            == 0
}
