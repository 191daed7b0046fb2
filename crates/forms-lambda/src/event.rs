//! Events of an HTTP API (payload format 2.0) and of the schedule, as plain data.
//!
//! `lambda_http` has types and conversions for them, but its conversions panic on a body that is not base64 and on a
//! path that is no URI, and one odd header makes it refuse the whole event. A visitor can send all three, and has to
//! get an answer.

use std::collections::BTreeMap;
use std::net::IpAddr;

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, Method, Request, Response, Uri};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use forms::PeerAddress;
use futures_util::stream;
use http_body_util::{BodyExt as _, Collected};
use serde::{Deserialize, Serialize};

/// What the function is invoked with.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Event {
    /// A visitor's request.
    Http(Box<HttpRequest>),
    /// A scheduled event of `EventBridge`, whose source is `aws.events`.
    Scheduled {
        /// Who sent it.
        source: Source,
    },
}

/// The one source that is listened to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Source {
    /// The schedule.
    #[serde(rename = "aws.events")]
    EventBridge,
}

/// A request as API Gateway passes it on.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HttpRequest {
    raw_path: String,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    request_context: RequestContext,
    #[serde(default)]
    body: Option<String>,
    #[serde(default)]
    is_base64_encoded: bool,
}

#[derive(Debug, Deserialize)]
struct RequestContext {
    http: HttpContext,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct HttpContext {
    method: String,
    #[serde(default)]
    source_ip: String,
}

/// A response as API Gateway wants it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HttpReply {
    status_code: u16,
    headers: BTreeMap<String, String>,
    body: String,
    is_base64_encoded: bool,
}

impl HttpRequest {
    /// The request for the router. Header values that HTTP cannot carry are left out, a path that is no URI becomes one
    /// that nothing answers, and a body that is not the base64 it claims to be breaks off when it is read.
    pub fn into_request(self) -> Request<Body> {
        let body = match (self.body, self.is_base64_encoded) {
            (None, _) => Body::empty(),
            (Some(text), false) => Body::from(text),
            (Some(text), true) => match STANDARD.decode(text) {
                Ok(bytes) => Body::from(bytes),
                Err(_) => {
                    Body::from_stream(stream::iter([Err::<Vec<u8>, _>("the body is not base64")]))
                }
            },
        };
        let mut request = Request::new(body);
        *request.uri_mut() = self.raw_path.parse().unwrap_or(Uri::from_static("/"));
        let HttpContext { method, source_ip } = self.request_context.http;
        // An odd method is none that a form answers to.
        *request.method_mut() = Method::from_bytes(method.as_bytes()).unwrap_or(Method::TRACE);
        for (name, value) in self.headers {
            if let (Ok(name), Ok(value)) =
                (HeaderName::try_from(name), HeaderValue::try_from(value))
            {
                request.headers_mut().insert(name, value);
            }
        }
        if let Ok(address) = source_ip.parse::<IpAddr>() {
            request.extensions_mut().insert(PeerAddress(address));
        }
        request
    }
}

impl HttpReply {
    /// The router's response; its bodies are all texts.
    pub async fn from_response(response: Response<Body>) -> Self {
        let (parts, body) = response.into_parts();
        let bytes = body
            .collect()
            .await
            .map(Collected::to_bytes)
            .unwrap_or_default();
        let headers = parts.headers.iter();
        Self {
            status_code: parts.status.as_u16(),
            headers: headers
                .filter_map(|(name, value)| {
                    Some((name.to_string(), value.to_str().ok()?.to_owned()))
                })
                .collect(),
            body: String::from_utf8_lossy(&bytes).into_owned(),
            is_base64_encoded: false,
        }
    }
}
