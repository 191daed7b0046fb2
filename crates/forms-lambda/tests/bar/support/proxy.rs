//! A proxy between the function and its services, which simulates their faults.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{Method, Response, StatusCode, Uri};
use http_body_util::BodyExt as _;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use tokio::net::TcpListener;
use tokio::sync::Mutex;
use tokio::time::sleep;

use super::fault::{Fault, Switch};

/// Starts a proxy that passes requests on to `to` with the faults of `switch`, and returns its address.
pub async fn start(to: SocketAddr, switch: Switch) -> SocketAddr {
    let client: Client<_, axum::body::Body> = Client::builder(TokioExecutor::new()).build_http();
    // S3 checks the condition of a write and writes in one step. Moto does not, so it gets one write at a time.
    let writing: Arc<Mutex<()>> = Arc::default();
    let pass = move |request: Request| {
        let (client, switch) = (client.clone(), switch.clone());
        let writing = Arc::clone(&writing);
        async move {
            let (mut parts, body) = request.into_parts();
            let body: Bytes = body.collect().await.unwrap().to_bytes();
            // A request to send a mail has no key; its path is `/`.
            let fault = switch.hit(parts.uri.path()).await;
            match fault {
                Fault::Error => return xml(StatusCode::INTERNAL_SERVER_ERROR, "InternalError"),
                Fault::Throttle => return xml(StatusCode::SERVICE_UNAVAILABLE, "SlowDown"),
                Fault::Hang => std::future::pending().await,
                Fault::Slow(time) => sleep(time).await,
                Fault::NoDelete if parts.method == Method::DELETE => {
                    return xml(StatusCode::FORBIDDEN, "AccessDenied");
                }
                Fault::None | Fault::Wait | Fault::LostAnswer | Fault::NoDelete => {}
            }
            let path = parts.uri.path_and_query().map_or("/", |path| path.as_str());
            parts.uri = Uri::try_from(format!("http://{to}{path}")).unwrap();
            let is_write = [Method::PUT, Method::DELETE].contains(&parts.method);
            let _turn = if is_write {
                Some(writing.lock().await)
            } else {
                None
            };
            let answer = client
                .request(Request::from_parts(parts, Body::from(body)))
                .await
                .unwrap();
            if fault == Fault::LostAnswer {
                // The client treats this response like a lost connection.
                return xml(StatusCode::BAD_GATEWAY, "BadGateway");
            }
            answer.map(Body::new)
        }
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, Router::new().fallback(pass)).await });
    sleep(Duration::from_millis(1)).await;
    address
}

fn xml(status: StatusCode, code: &str) -> Response<Body> {
    let mut response = Response::new(Body::from(format!(
        "<Error><Code>{code}</Code><Message>injected</Message></Error>"
    )));
    *response.status_mut() = status;
    response
}
