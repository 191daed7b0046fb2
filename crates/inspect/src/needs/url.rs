//! The host of a URL, and whether the URL is that of a script or of a document.

/// Returns the scheme and host of an absolute http(s) URL, or `None` for any other URL.
pub fn origin(address: &str) -> Option<&str> {
    let scheme = ["https://", "http://"].into_iter().find(|scheme| {
        address
            .get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    })?;
    let host = address[scheme.len()..]
        .find(['/', '?', '#'])
        .unwrap_or(address.len() - scheme.len());
    Some(&address[..scheme.len() + host])
}

/// Returns whether an address, which may begin with `//`, is one of this host: `https://www.example.com`.
pub fn is_of_host(address: &str, host: &str) -> bool {
    let scheme = address.get(..6);
    let scheme = scheme.filter(|start| start.eq_ignore_ascii_case("https:"));
    let address = &address[scheme.map_or(0, str::len)..];
    let host = host.trim_start_matches("https:");
    let start = address.get(..host.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(host))
        && (address.len() == host.len() || address[host.len()..].starts_with(['/', '?', '#']))
}

/// Returns whether a URL may have a scheme other than http(s). This is a cheap test that rules out most URLs.
pub fn may_have_other_scheme(address: &str) -> bool {
    !address.starts_with(['/', '#']) && !address.starts_with("http") && address.contains(':')
}

/// Returns whether a URL is a script.
pub fn is_script(address: &str) -> bool {
    let head = head(address);
    head.starts_with("javascript:") || head.starts_with("vbscript:")
}

/// Returns whether a URL is the `data:` URL of a script, or of a document that may contain scripts.
pub fn is_document(address: &str) -> bool {
    let head = head(address);
    let kind = head.strip_prefix("data:");
    kind.is_some_and(|kind| {
        let kind = &kind[..kind.find([';', ',']).unwrap_or(kind.len())];
        let mut kinds = ["html", "xml", "javascript", "ecmascript"].iter();
        kinds.any(|one| kind.ends_with(one))
    })
}

/// Returns the first 60 characters of a URL in lower case, without white space and control characters, which browsers skip.
fn head(address: &str) -> String {
    let characters = address.chars();
    let read = characters.filter(|c| !c.is_ascii_whitespace() && !c.is_ascii_control());
    read.take(60).collect::<String>().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins() {
        assert_eq!(origin("https://e.org/a/b"), Some("https://e.org"));
        assert_eq!(origin("HTTPS://e.org?x"), Some("HTTPS://e.org"));
        assert_eq!(origin("/a"), None);
    }

    #[test]
    fn hosts_of_addresses() {
        for (address, expected) in [
            ("https://a.example", true),
            ("https://a.example/x.js", true),
            ("HTTPS://A.example?x", true),
            ("//a.example/x.js", true),
            ("http://a.example/x.js", false),
            ("https://a.example.org/x.js", false),
            ("https://a.example:8443/", false),
            ("https://b.example/a.example", false),
            ("/a", false),
            ("é", false),
        ] {
            let found = is_of_host(address, "https://a.example");
            assert_eq!(found, expected, "{address}");
        }
    }
}
