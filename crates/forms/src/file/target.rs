//! Classifies the targets of a document's links, pictures, and templates.

/// What a target refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// A place in the document, a file on the computer where it is opened, or a mail address or telephone number.
    Harmless,
    /// A page or a file on another computer, which learns that the document was opened or the link was clicked.
    OtherComputer,
    /// Something that another program opens, which the scheme of the URL selects.
    OtherProgram,
}

/// Schemes of URLs that a browser or the word processor itself opens.
const NETWORK_SCHEMES: [&str; 9] = [
    "http", "https", "ftp", "ftps", "sftp", "ws", "wss", "dav", "davs",
];
/// Schemes of mail addresses, telephone numbers, and parts of the document itself.
const HARMLESS_SCHEMES: [&str; 6] = ["mailto", "tel", "sms", "cid", "urn", "about"];

/// Classifies a URL or path. Slashes and backslashes count as equal, because Windows treats them so.
pub fn classify(target: &str) -> Target {
    let path = target.trim().replace('\\', "/");
    let (scheme, rest) = match path.split_once(':') {
        Some((scheme, rest)) if is_scheme(scheme) => (scheme.to_ascii_lowercase(), rest),
        _ => (String::new(), path.as_str()),
    };
    match scheme.as_str() {
        "" | "file" if names_host(rest) => Target::OtherComputer,
        "" | "file" => Target::Harmless,
        scheme if NETWORK_SCHEMES.contains(&scheme) => Target::OtherComputer,
        scheme if HARMLESS_SCHEMES.contains(&scheme) => Target::Harmless,
        _ => Target::OtherProgram,
    }
}

/// Returns whether a text is the scheme of a URL (RFC 3986, section 3.1). A single letter is a drive of Windows.
fn is_scheme(text: &str) -> bool {
    text.len() > 1
        && text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

/// Returns whether the name of a host follows the first two slashes of a path. After three slashes, the path is on this computer;
/// after four, some programs find a host again.
fn names_host(path: &str) -> bool {
    let slashes = path.len() - path.trim_start_matches('/').len();
    let host = path.trim_start_matches('/').split('/').next();
    let host = host.unwrap_or_default();
    let is_drive = host.as_bytes().get(1).is_some_and(|b| b":|".contains(b));
    !is_drive && (slashes == 2 && host != "localhost" || slashes > 3) && !host.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets() {
        use Target::{Harmless, OtherComputer, OtherProgram};
        for (target, expected) in [
            ("https://example.com", OtherComputer),
            (" HTTPS://example.com", OtherComputer),
            ("//example.com/x", OtherComputer),
            ("\\\\example\\share\\x.dotm", OtherComputer),
            ("file://example/x", OtherComputer),
            ("file:\\\\example\\x", OtherComputer),
            ("file:////example/x", OtherComputer),
            ("file:///C:/Users/x/Normal.dotm", Harmless),
            ("file://C:\\x", Harmless),
            ("file://localhost/x", Harmless),
            ("file:///home/asha/x", Harmless),
            ("C:\\Users\\x", Harmless),
            ("mailto:a@b.in", Harmless),
            ("TEL:+91", Harmless),
            ("#top", Harmless),
            ("word/x.xml", Harmless),
            ("a b:c", Harmless),
            ("", Harmless),
            ("skype:asha?call", OtherProgram),
            ("whatsapp://send", OtherProgram),
            ("ms-msdt:/id PCWDiagnostic", OtherProgram),
            ("javascript:alert(1)", OtherProgram),
        ] {
            assert_eq!(classify(target), expected, "{target}");
        }
    }
}
