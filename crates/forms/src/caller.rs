//! Who asks, and how the answer has to look: everything of a request but its body.

use std::net::IpAddr;

use axum::extract::OriginalUri;
use axum::http::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method};

use crate::id::Id;
use crate::settings::Settings;

/// Header in which a trusted proxy passes the visitor's address on. The function of `CloudFront` overwrites it.
pub const VIEWER_ADDRESS: &str = "x-viewer-address";
/// Header in which the proxy shows that the request came through it.
pub const ORIGIN_SECRET: &str = "x-origin-secret";
/// Header that makes a retry safe.
pub const IDEMPOTENCY_KEY: &str = "idempotency-key";

/// The address of the connection, put into the request's extensions by whoever accepted it.
#[derive(Debug, Clone, Copy)]
pub struct PeerAddress(pub IpAddr);

/// The reference of the request that whoever accepted it gave it, put into its extensions.
#[derive(Debug, Clone)]
pub struct RequestId(pub String);

/// What a request says beside its body.
#[derive(Debug)]
pub struct Caller {
    /// Its reference, for the log and for a visitor who asks what went wrong.
    pub request: String,
    /// Its method.
    pub method: Method,
    /// The path it was sent to, as the visitor sees it.
    pub path: String,
    /// Whether a browser asks for a page, not a script for data.
    pub wants_page: bool,
    /// The page's origin, as far as it may post here.
    pub origin: Origin,
    /// What to put before the site's own addresses.
    pub base: String,
    /// The visitor's address, where it is known.
    pub address: Option<IpAddr>,
    /// The idempotency key.
    pub key: Key,
    /// The body's content type.
    pub content_type: String,
    /// The body's size, as declared.
    pub length: Option<u64>,
    /// Whether it came through the proxy, if there has to be one.
    pub through_proxy: bool,
}

/// The `Origin` of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// There is none: a plain post, or no browser.
    None,
    /// One of the site's own.
    Allowed(String),
    /// The function's: the page that a plain post was answered with, where that is on another host than the site.
    Own,
    /// Any other.
    Foreign,
}

/// The `Idempotency-Key` of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Key {
    /// There is none.
    None,
    /// 16 to 255 visible ASCII characters; a UUID is one of them.
    Given(String),
    /// Anything else.
    Unusable,
}

impl Caller {
    /// Reads the head of a request.
    pub fn of(parts: &Parts, settings: &Settings) -> Self {
        let headers = &parts.headers;
        let origin = origin(headers, settings);
        let path = parts
            .extensions
            .get::<OriginalUri>()
            .map_or(&parts.uri, |OriginalUri(uri)| uri)
            .path();
        let peer = parts
            .extensions
            .get::<PeerAddress>()
            .map(|PeerAddress(address)| *address);
        let through_proxy = through_proxy(headers, settings);
        // Anyone can send the header; only the proxy that knows the secret is believed.
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

/// A browser's own post names `text/html`, and never JSON.
fn wants_page(accept: &str) -> bool {
    accept.contains("text/html") && !accept.contains("application/json")
}

fn origin(headers: &HeaderMap, settings: &Settings) -> Origin {
    if !headers.contains_key(ORIGIN) {
        return Origin::None;
    }
    match text(headers, ORIGIN.as_str()) {
        Some(origin)
            if settings
                .allowed_origins
                .iter()
                .any(|allowed| allowed == origin) =>
        {
            Origin::Allowed(origin.to_owned())
        }
        // Encrypted only: there a host's name is proven, and no stranger's name leads here.
        Some(origin)
            if text(headers, HOST.as_str())
                .is_some_and(|host| origin.strip_prefix("https://") == Some(host)) =>
        {
            Origin::Own
        }
        _ => Origin::Foreign,
    }
}

/// The site's origin, where the form's page is on another host than the function.
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
    match (values.next(), values.next()) {
        (None, _) => Key::None,
        (Some(key), None) => match key.to_str() {
            Ok(key)
                if (16..=255).contains(&key.len()) && key.bytes().all(|b| b.is_ascii_graphic()) =>
            {
                Key::Given(key.to_owned())
            }
            _ => Key::Unusable,
        },
        (Some(_), Some(_)) => Key::Unusable,
    }
}

fn through_proxy(headers: &HeaderMap, settings: &Settings) -> bool {
    let given = headers
        .get(ORIGIN_SECRET)
        .map(HeaderValue::as_bytes)
        .unwrap_or_default();
    // Each one is compared, and each to its end: the time taken tells nothing of the secret.
    let matching = settings
        .origin_secrets
        .iter()
        .filter(|secret| same(secret.as_bytes(), given))
        .count();
    settings.origin_secrets.is_empty() || matching > 0
}

/// Compares in a time that depends on the lengths alone.
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len()
        && a.iter()
            .zip(b)
            .fold(0, |different, (a, b)| different | (a ^ b))
            == 0
}
