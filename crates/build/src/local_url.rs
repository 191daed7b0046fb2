//! Reports a `base_url` that only the computer on which the site is built can open.

use content::{Part, TomlText, Tree};
use diagnostic::Diagnostic;

use crate::codes::LOCAL_URL;

/// Names of the computer itself. That of a container's host is of Docker.
const NAMES: [&str; 5] = [
    "localhost",
    "0.0.0.0",
    "[::1]",
    "[::]",
    "host.docker.internal",
];

/// Returns a finding if `base_url` of `site.toml` has the name or an address of the computer itself.
pub fn local_url(base_url: &str, tree: &Tree) -> Option<Diagnostic> {
    let (_, rest) = base_url.split_once("://")?;
    let host = rest.split('/').next().unwrap_or_default();
    let port = host
        .rsplit_once(':')
        .filter(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()));
    let name = port.map_or(host, |(name, _)| name);
    // All addresses that begin with 127 are the computer itself (RFC 1122, section 3.2.1.3).
    let is_local = NAMES.contains(&name)
        || name.ends_with(".localhost")
        || name.starts_with("127.")
            && name
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'.');
    if !is_local {
        return None;
    }
    let toml = TomlText::whole(tree.texts.get("content/site.toml")?);
    let message = format!("`base_url` is {base_url}, which only this computer can open");
    Some(
        Diagnostic::new(&LOCAL_URL, message)
            .at(toml.locate("/base_url", Part::Value), "")
            .help("write the address at which visitors open the site; `site serve` needs no other one"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_computer() {
        let mut tree = Tree::default();
        for (url, is_local) in [
            ("http://localhost:8080", true),
            ("https://localhost", true),
            ("http://127.0.0.1:4000/guide", true),
            ("http://[::1]:3000", true),
            ("http://[::1]", true),
            ("http://shop.localhost", true),
            ("http://localhost.example.org", false),
            ("http://intranet", false),
            ("http://192.168.1.5", false),
            ("https://127.example.org", false),
            ("https://example.org:8443", false),
        ] {
            let source =
                diagnostic::Source::new("content/site.toml", format!("base_url = \"{url}\"\n"));
            tree.texts.insert(source.path.clone(), source);
            assert_eq!(local_url(url, &tree).is_some(), is_local, "{url}");
        }
    }
}
