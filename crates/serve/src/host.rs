//! The host names by which browsers reach this server.

use std::net::{IpAddr, SocketAddr};

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

/// Returns whether a `Host` header names this computer: `localhost`, or an IP address. Anyone can point any other name at
/// this server.
pub fn is_own(host: &str) -> bool {
    let name = without_port(host);
    let address = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost") || address.parse::<IpAddr>().is_ok()
}

/// Returns whether a `Host` header names this computer for this computer alone: `localhost`, or a loopback address.
pub fn is_loopback(host: &str) -> bool {
    let name = without_port(host);
    let address = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || address
            .parse::<IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

/// Returns a host without its port.
pub fn without_port(host: &str) -> &str {
    host.rsplit_once(':').map_or(host, |(name, port)| {
        let is_port = port.bytes().all(|byte| byte.is_ascii_digit());
        if is_port { name } else { host }
    })
}

/// Refuses a request for another host, if the server listens at `address` of this computer alone. Otherwise, a page from
/// elsewhere could read unpublished pages by pointing its own name at this server.
pub async fn refuse_others(address: SocketAddr, request: Request<Body>, next: Next) -> Response {
    let host = request.headers().get(header::HOST);
    let is_named = host.is_none_or(|host| host.to_str().is_ok_and(is_own));
    if is_named || !address.ip().is_loopback() {
        return next.run(request).await;
    }
    let help = format!(
        "This is a preview. Open http://localhost:{}\n",
        address.port()
    );
    (StatusCode::MISDIRECTED_REQUEST, help).into_response()
}

#[cfg(test)]
mod tests {
    use super::is_own;

    #[test]
    fn hosts() {
        for (host, expected) in [
            ("localhost", true),
            ("LOCALHOST:1111", true),
            ("127.0.0.1:1111", true),
            ("[::1]:1111", true),
            ("192.168.0.7", true),
            ("example.com", false),
            ("localhost.example.com:1111", false),
            ("127.0.0.1.example.com", false),
            ("", false),
        ] {
            assert_eq!(is_own(host), expected, "{host}");
        }
    }
}
