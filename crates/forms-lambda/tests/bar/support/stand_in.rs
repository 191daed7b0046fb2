//! Stand-ins for S3 and SES that answer at once, so that only the function is measured.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::{Method, Response, StatusCode};
use tokio::net::TcpListener;

const SENT: &str = "<SendRawEmailResponse xmlns=\"http://ses.amazonaws.com/doc/2010-12-01/\"><SendRawEmailResult>\
    <MessageId>1</MessageId></SendRawEmailResult><ResponseMetadata><RequestId>1</RequestId></ResponseMetadata>\
    </SendRawEmailResponse>";

const EMPTY: &str = "<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>";

type Objects = Arc<Mutex<HashMap<String, Bytes>>>;

/// Serves S3 and SES at one address, and returns the address. A post to `/` is a mail; any other request is for an object.
pub async fn start() -> SocketAddr {
    let objects = Objects::default();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router =
        Router::new().fallback(move |request: Request| answer(Arc::clone(&objects), request));
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

async fn answer(objects: Objects, request: Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let bytes = to_bytes(body, usize::MAX).await.unwrap();
    let key = parts.uri.path().to_owned();
    let mut objects = objects.lock().unwrap();
    match parts.method {
        Method::POST => respond(StatusCode::OK, SENT),
        Method::PUT
            if parts.headers.contains_key("if-none-match") && objects.contains_key(&key) =>
        {
            respond(StatusCode::PRECONDITION_FAILED, "")
        }
        Method::PUT => {
            // Only the existence of an object matters, so only the start of its content is kept.
            objects.insert(key, bytes.slice(..bytes.len().min(1024)));
            respond(StatusCode::OK, "")
        }
        Method::DELETE => {
            objects.remove(&key);
            respond(StatusCode::NO_CONTENT, "")
        }
        // This is a request for a listing, for which an empty one is enough.
        Method::GET if parts.uri.query().is_some() => respond(StatusCode::OK, EMPTY),
        _ => respond(StatusCode::OK, ""),
    }
}

fn respond(status: StatusCode, body: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    response
}
