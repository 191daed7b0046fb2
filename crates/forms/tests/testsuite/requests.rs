//! Multipart bodies, and requests to the router.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::http::Request;
use forms::{Mailer, Service, Store, router};
use serde_json::Value;
use tower::ServiceExt as _;

/// Content type of a body that consists of [`part`]s and [`END`].
pub const MULTIPART: &str = "multipart/form-data; boundary=XyZ";
pub const END: &str = "--XyZ--\r\n";

/// Returns a part of a multipart body. `more` is appended to the name, for example `; filename="cv.pdf"`.
pub fn part(name: &str, more: &str, content: &str) -> String {
    format!("--XyZ\r\nContent-Disposition: form-data; name=\"{name}\"{more}\r\n\r\n{content}\r\n")
}

/// Sends a request. Returns the status and the JSON of the reply, which is `null` if the reply is not JSON.
pub async fn send<S: Store, M: Mailer>(
    service: &Arc<Service<S, M>>,
    request: Request<Body>,
) -> (u16, Value) {
    let Ok(response) = router(service).oneshot(request).await;
    let status = response.status().as_u16();
    let body = to_bytes(response.into_body(), 100_000).await.unwrap();
    (status, serde_json::from_slice(&body).unwrap_or_default())
}
