//! Addresses of links in Markdown: resolves links to other Markdown files, and checks all other addresses.

use diagnostic::{Diagnostic, Help, nearest};

use crate::asset_index::joined;
use crate::codes;

/// Returns whether an address has a host, such as `https://example.com/` or `//example.com/`.
pub fn is_outside(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("http://") || url.starts_with("//")
}

/// Returns the path of the Markdown file that a link in the file `from` refers to, and the anchor after its `#`. Returns `None`
/// if the address is not that of a Markdown file.
pub fn file_of_link<'a>(from: &str, url: &'a str) -> Option<(String, Option<&'a str>)> {
    let (path, anchor) = url
        .split_once('#')
        .map_or((url, None), |(path, anchor)| (path, Some(anchor)));
    // A path from the root is below `content/`.
    let folder = match from.rsplit_once('/') {
        _ if path.starts_with('/') => "content",
        folder => folder.map_or("", |(folder, _)| folder),
    };
    (path.ends_with(".md") && !path.contains("://")).then(|| (joined(folder, path), anchor))
}

/// Returns a file's path relative to the folder of another file: `../pages/about.md`.
pub fn relative(from: &str, file: &str) -> String {
    let (mut folders, mut rest): (Vec<&str>, &str) = (from.split('/').collect(), file);
    folders.pop();
    while let (Some(first), Some((head, tail))) = (folders.first(), rest.split_once('/')) {
        if *first != head {
            break;
        }
        folders.remove(0);
        rest = tail;
    }
    "../".repeat(folders.len()) + rest
}

/// Host names of the computer on which the browser runs.
const LOCAL_HOSTS: [&str; 4] = ["localhost", "127.0.0.1", "0.0.0.0", "[::1]"];

/// Returns a diagnostic without a place for an address that no visitor's browser can follow, or `None` if the address is valid.
pub fn bad_address(url: &str) -> Option<Diagnostic> {
    let problem = |message: String, help: Help| {
        Some(Diagnostic::new(&codes::BAD_ADDRESS, message).help(help))
    };
    if url.len() > 4 && url.get(..4)?.eq_ignore_ascii_case("www.") {
        return problem(
            format!("`{url}` has no https:// before it"),
            Help::replace(
                format!("write https://{url}"),
                url,
                &format!("https://{url}"),
            )
            .certainly(),
        );
    }
    let (scheme, rest) = url.split_once(':')?;
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && (scheme.chars()).all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    if !is_scheme {
        return None;
    }
    if scheme.len() == 1 || scheme.eq_ignore_ascii_case("file") {
        return problem(
            format!("`{url}` is a file on your computer, which visitors cannot open"),
            "put the file into public/ and link to it from there: /name.pdf".into(),
        );
    }
    let before_query = rest.split('?').next().unwrap_or_default();
    match scheme.to_lowercase().as_str() {
        "http" | "https" => {
            let host = rest.strip_prefix("//").unwrap_or_default();
            let host = host.split(['/', '?', '#']).next().unwrap_or_default();
            let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
            if LOCAL_HOSTS.contains(&name) || LOCAL_HOSTS.contains(&host) {
                return problem(
                    format!("`{url}` is on your computer, which visitors cannot reach"),
                    "write the address without the host: /about".into(),
                );
            }
            if host.is_empty() {
                return problem(
                    format!("`{url}` has no host"),
                    "write a web address as https://www.example.com/page".into(),
                );
            }
            None
        }
        "mailto" => {
            let is_address = |one: &str| {
                let parts = one.trim().split_once('@');
                parts.is_some_and(|(name, host)| {
                    !name.is_empty() && !host.is_empty() && !host.contains('@')
                })
            };
            if rest.is_empty() {
                return problem(
                    "`mailto:` has no email address".to_owned(),
                    "write an email address as mailto:name@example.com".into(),
                );
            }
            if before_query.is_empty() || before_query.split(',').all(is_address) {
                return None;
            }
            problem(
                format!("`{before_query}` is not an email address"),
                "write an email address as name@example.com".into(),
            )
        }
        "tel" => {
            let number = before_query.split(';').next().unwrap_or_default();
            let number = number.replace("%20", "");
            let digits = number.chars().filter(char::is_ascii_digit).count();
            let is_number = number
                .chars()
                .all(|c| c.is_ascii_digit() || "+-.() *#".contains(c));
            if is_number && digits >= 3 {
                return None;
            }
            problem(
                format!("`{before_query}` is not a phone number"),
                "write a number with its country code: tel:+911122334455".into(),
            )
        }
        _ => {
            let known = ["https", "http", "mailto"];
            let meant =
                nearest(scheme, known).filter(|_| rest.starts_with("//") || rest.contains('@'))?;
            problem(
                format!("browsers do not know the scheme `{scheme}:`"),
                Help::replace(format!("did you mean `{meant}:`?"), scheme, meant),
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::bad_address;

    #[test]
    fn local_hosts() {
        for (url, is_local) in [
            ("http://[::1]/about", true),
            ("http://[::1]:4000/about", true),
            ("http://localhost", true),
            ("https://[2001:db8::1]/about", false),
            ("https://localhost.example:1/", false),
        ] {
            assert_eq!(bad_address(url).is_some(), is_local, "{url}");
        }
    }
}
