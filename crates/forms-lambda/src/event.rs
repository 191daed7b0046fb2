//! Events that Lambda receives from an HTTP API (payload format 2.0) and from the schedule.
//!
//! `lambda_http` converts events to requests, and responses to replies. The conversion panics if the body is not base64, or if
//! the path, host, or query is not valid in a URI, and it refuses an event with a single invalid header. A visitor can send all
//! of these and must still get a reply, so each event is sanitized first.

use std::collections::BTreeMap;

use axum::body::{Body, to_bytes};
use axum::http::header::HOST;
use axum::http::{HeaderName, HeaderValue, Method, Request, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use forms::PeerAddress;
use futures_util::stream;
use lambda_http::Error;
use lambda_http::aws_lambda_events::apigw::ApiGatewayV2httpResponse;
use serde::Deserialize;
use serde_json::json;

/// An event that invokes the function: a visitor's request, or a scheduled event of `EventBridge`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    source: Option<String>,
    raw_path: Option<String>,
    #[serde(default)]
    raw_query_string: String,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    request_context: Option<Context>,
    body: Option<String>,
    #[serde(default)]
    is_base64_encoded: bool,
}

#[derive(Debug, Deserialize)]
struct Context {
    #[serde(default)]
    stage: String,
    http: HttpContext,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct HttpContext {
    method: String,
    #[serde(default)]
    source_ip: String,
}

impl Event {
    /// Returns whether this is a scheduled event.
    pub fn is_scheduled(&self) -> bool {
        self.source.as_deref() == Some("aws.events")
    }

    /// Converts the event to a request for the router. Headers that are not valid in HTTP are left out, as is the query except for the
    /// language, and a path with characters that no route has becomes `/`. If the body is marked as base64 but is not, reading it from
    /// the request fails. Fails if the event is not a request, or if `lambda_http` refuses even the sanitized event.
    pub fn into_request(mut self) -> Result<Request<Body>, Error> {
        let (Some(path), Some(context)) = (self.raw_path, self.request_context) else {
            return Err("neither a request nor a scheduled event".into());
        };
        let mut host = None;
        self.headers.retain(|name, value| {
            let header = HeaderName::try_from(name.as_str()).ok();
            let value = HeaderValue::try_from(value.as_str()).ok();
            if header == Some(HOST) {
                // `lambda_http` would make the host part of the URI.
                host.clone_from(&value);
                return false;
            }
            header.is_some() && value.is_some()
        });
        let HttpContext { method, source_ip } = context.http;
        // `TRACE` replaces an invalid method, because no form accepts `TRACE` either.
        let method = Method::from_bytes(method.as_bytes()).unwrap_or(Method::TRACE);
        let sanitized = json!({
            "rawPath": plain_path(&path, &context.stage),
            "rawQueryString": language(&self.raw_query_string),
            "headers": self.headers,
            "requestContext": { "http": { "method": method.as_str(), "sourceIp": source_ip } },
            "isBase64Encoded": false,
        });
        let request = lambda_http::request::from_str(&sanitized.to_string())?;
        let mut request = request.map(|_| body(self.body, self.is_base64_encoded));
        if let Some(host) = host {
            request.headers_mut().insert(HOST, host);
        }
        if let Ok(address) = source_ip.parse() {
            request.extensions_mut().insert(PeerAddress(address));
        }
        Ok(request)
    }
}

/// Returns the path without the `stage` of the API, or `/` if the path has characters that do not occur in routes.
fn plain_path<'p>(path: &'p str, stage: &str) -> &'p str {
    let below = path
        .strip_prefix('/')
        .and_then(|path| path.strip_prefix(stage));
    let path = below
        .filter(|below| !stage.is_empty() && below.starts_with('/'))
        .unwrap_or(path);
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '-' | '_');
    if path.starts_with('/') && path.chars().all(plain) {
        path
    } else {
        "/"
    }
}

/// Returns the part of a query that names the language of a form; an empty text if there is none, or if it is not a language code.
fn language(query: &str) -> &str {
    let mut pairs = query.split('&');
    let is_code = |code: &str| {
        code.len() <= 35 && code.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    let found = pairs.find(|pair| pair.strip_prefix("language=").is_some_and(is_code));
    found.unwrap_or_default()
}

fn body(text: Option<String>, is_base64: bool) -> Body {
    match text {
        None => Body::empty(),
        Some(text) if !is_base64 => Body::from(text),
        Some(text) => match STANDARD.decode(text) {
            Ok(bytes) => Body::from(bytes),
            Err(_) => {
                Body::from_stream(stream::iter([Err::<Vec<u8>, _>("the body is not base64")]))
            }
        },
    }
}

/// Converts the router's response, whose body is text, to a reply for API Gateway. `lambda_http` would do the same with the tables of
/// all character sets that the web has ever used. Fails if the body is not text.
pub async fn reply_event(response: Response<Body>) -> Result<ApiGatewayV2httpResponse, Error> {
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await?;
    let mut event = ApiGatewayV2httpResponse::default();
    event.status_code = parts.status.as_u16().into();
    event.headers = parts.headers;
    event.body = Some(String::from_utf8(body.into())?.into());
    Ok(event)
}

#[cfg(test)]
mod tests {
    use proptest::collection::btree_map;
    use proptest::option;
    use proptest::prelude::{ProptestConfig, any, prop_assert, prop_oneof, proptest};
    use proptest::strategy::{Just, Strategy};

    use super::*;

    /// Generates arbitrary headers, many of them with names that the conversion treats specially.
    fn headers() -> impl Strategy<Value = BTreeMap<String, String>> {
        let known = [
            "host",
            "Host",
            "x-forwarded-proto",
            "x-forwarded-host",
            "content-type",
            "cookie",
        ];
        let name = prop_oneof![
            proptest::sample::select(known.map(str::to_owned).to_vec()),
            any::<String>(),
            "[a-z-]{1,12}"
        ];
        btree_map(name, any::<String>(), 0..8)
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_event_becomes_a_request(
            path in prop_oneof![any::<String>(), "/[a-z/.%:?#\\[\\]@\\\\ -]{0,20}", Just("/contact".to_owned())],
            query in any::<String>(),
            headers in headers(),
            method in prop_oneof![any::<String>(), Just("POST".to_owned())],
            stage in prop_oneof![any::<String>(), Just("$default".to_owned()), Just("live".to_owned())],
            address in any::<String>(),
            body in option::of(any::<String>()),
            is_base64 in any::<bool>(),
        ) {
            let event = json!({
                "version": "2.0", "rawPath": path, "rawQueryString": query, "headers": headers, "cookies": [query],
                "requestContext": { "stage": stage, "domainName": query, "http": { "method": method, "sourceIp": address } },
                "body": body, "isBase64Encoded": is_base64,
            });
            let event: Event = serde_json::from_value(event).unwrap();
            prop_assert!(!event.is_scheduled() && event.into_request().is_ok());
        }
    }
}
