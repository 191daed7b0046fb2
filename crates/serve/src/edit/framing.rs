//! Which page may show the preview in a frame.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::host::{is_own, without_port};

/// Where the drawer listens, as the preview has to know.
#[derive(Debug, Clone, Copy)]
pub struct Framing {
    /// Port of the drawer.
    pub port: u16,
}

impl Framing {
    /// Returns the origin of the drawer for a browser that has opened the preview at the host of the request.
    pub fn origin(self, request: &HeaderMap) -> String {
        let host = request.get(header::HOST);
        let host = host.and_then(|host| host.to_str().ok());
        // Anyone can point another name at the preview and then has a page with the drawer's port.
        let host = host.filter(|host| is_own(host));
        let host = host.map_or("localhost", without_port);
        format!("http://{host}:{}", self.port)
    }

    /// Changes the headers of a page of the preview, so that the drawer and no other page can show it in a frame.
    pub fn allow(self, request: &HeaderMap, response: &mut HeaderMap) {
        response.remove(header::X_FRAME_OPTIONS);
        let policy = response.get(header::CONTENT_SECURITY_POLICY);
        let policy = policy.and_then(|policy| policy.to_str().ok());
        let policy = with_ancestor(policy.unwrap_or_default(), &self.origin(request));
        if let Ok(policy) = HeaderValue::from_str(&policy) {
            response.insert(header::CONTENT_SECURITY_POLICY, policy);
        }
    }
}

/// Returns a policy that allows one origin to show the page in a frame.
fn with_ancestor(policy: &str, origin: &str) -> String {
    let parts = policy.split(';').map(str::trim);
    let is_other = |part: &&str| {
        let name = part.split_ascii_whitespace().next();
        name.is_some_and(|name| !name.eq_ignore_ascii_case("frame-ancestors"))
    };
    let kept = parts.filter(is_other);
    let kept = kept.map(|part| format!("{part}; "));
    kept.collect::<String>() + "frame-ancestors " + origin
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_drawer_shows_pages_in_a_frame() {
        for (policy, expected) in [
            ("", "frame-ancestors http://localhost:1"),
            (
                "default-src 'self'; frame-ancestors 'none'",
                "default-src 'self'; frame-ancestors http://localhost:1",
            ),
            (
                "Frame-Ancestors 'self'; img-src *;",
                "img-src *; frame-ancestors http://localhost:1",
            ),
        ] {
            assert_eq!(with_ancestor(policy, "http://localhost:1"), expected);
        }
        let mut request = HeaderMap::new();
        for (host, expected) in [
            ("localhost:4000", "http://localhost:4001"),
            ("192.168.1.7:4000", "http://192.168.1.7:4001"),
            ("[::1]:4000", "http://[::1]:4001"),
            ("a;b", "http://localhost:4001"),
            ("evil.example:4000", "http://localhost:4001"),
        ] {
            request.insert(header::HOST, HeaderValue::from_static(host));
            assert_eq!(Framing { port: 4001 }.origin(&request), expected);
        }
    }
}
