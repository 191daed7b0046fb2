//! The format `link` of schemas: a URL that leads to the same place from every page. Later stages check that this place exists.

use crate::pattern_help::{page_path, web_address};

/// Returns why a value is not a link, in words that follow "not a valid", or `None` if it is one. A fact in it is checked elsewhere.
pub fn link_mistake(link: &str) -> Option<&'static str> {
    let is_number = link.starts_with("tel:") || link.starts_with("mailto:");
    let host = link.split_once("//").map_or("", |(_, rest)| rest);
    let host = host.split(['/', '?', '#']).next().unwrap_or_default();
    let strict = if is_number { link } else { host };
    if link.contains("{{") || link.is_empty() {
        None
    } else if link
        .split(", ")
        .filter(|one| one.starts_with('/') || one.starts_with("http"))
        .count()
        > 1
    {
        Some("link: it contains two addresses")
    } else if link.trim() != link || strict.contains(char::is_whitespace) {
        Some("link: it contains a space")
    } else if !link.starts_with(['/', '#', '?']) && !has_scheme(link) {
        Some("link: it must begin with `/`, https://, or another scheme")
    } else {
        None
    }
}

/// Returns whether a URL begins with a scheme (RFC 3986, section 3.1).
fn has_scheme(link: &str) -> bool {
    let is_of_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    let scheme = link.split_once(':').map_or("", |(scheme, _)| scheme);
    scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.chars().all(is_of_scheme)
}

/// Returns whether a word is the name of a website: in small letters, with an ending that files and programs do not have.
pub fn is_website(word: &str) -> bool {
    const ENDINGS: [&str; 9] = [
        ".com", ".org", ".gov", ".edu", ".gov.in", ".co.in", ".org.in", ".nic.in", ".co.uk",
    ];
    let is_sign =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".-".contains(&byte);
    let is_name = |end: &&str| {
        let name = word.strip_suffix(*end).unwrap_or_default();
        name.starts_with(|c: char| c.is_ascii_alphanumeric())
    };
    word.bytes().all(is_sign) && ENDINGS.iter().any(is_name)
}

/// Returns the link that was probably meant, or `None` if nothing similar is one.
pub fn similar_link(word: &str) -> Option<String> {
    let trimmed = word.trim();
    let relative = page_path(trimmed.trim_start_matches(['.', '/']));
    let is_number = |c: char| c.is_ascii_digit() || " +-()".contains(c);
    let host = trimmed.split('/').next().unwrap_or_default();
    let candidate = if link_mistake(trimmed).is_none() {
        trimmed.to_owned()
    } else if let Some(address) = web_address(trimmed) {
        address
    } else if let Some(address) = address_in_html(trimmed) {
        address.to_owned()
    } else if trimmed.len() > 5 && trimmed.chars().all(is_number) {
        let digits = trimmed.chars().filter(|c| c.is_ascii_digit() || *c == '+');
        format!("tel:{}", digits.collect::<String>())
    } else if host.find('@').is_some_and(|at| at > 0) && !trimmed.starts_with("mailto:") {
        format!("mailto:{trimmed}")
    } else if host.contains('.') && !host.starts_with('.') && host.len() < trimmed.len()
        || host.starts_with("www.")
        || is_website(trimmed)
    {
        format!("https://{trimmed}")
    } else if has_scheme(trimmed) {
        trimmed.split_whitespace().collect()
    } else if !relative.contains('/')
        && relative.contains(|c: char| c.is_whitespace() || c.is_uppercase() || c == '@')
        || relative.contains(['<', '>', '"'])
    {
        return None;
    } else {
        format!("/{relative}")
    };
    link_mistake(&candidate).is_none().then_some(candidate)
}

/// Returns the address in HTML that a website offers to copy, such as `<iframe src="…">`, or `None` for any other text.
fn address_in_html(text: &str) -> Option<&str> {
    let tag = text.strip_prefix('<')?;
    let (_, value) = tag
        .split_once(" src=")
        .or_else(|| tag.split_once(" href="))?;
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    value[1..].split_once(quote).map(|(address, _)| address)
}

/// Returns how to write what has the form of no link, and has no similar one.
pub fn link_help(word: &str) -> String {
    if word.trim().starts_with('@') {
        "write the whole address of the profile, which begins with https://".to_owned()
    } else {
        "write the URL of a page, such as /about, or an address that begins with https://"
            .to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_what_was_meant() {
        let (space, start) = (Some("contains a space"), Some("must begin"));
        for (link, mistake, meant) in [
            ("/about", None, "/about"),
            ("#top", None, "#top"),
            ("/My File.pdf", None, "/My File.pdf"),
            ("https://example.org/a b", None, "https://example.org/a b"),
            ("tel:{{ site.phone }}", None, "tel:{{ site.phone }}"),
            ("", None, ""),
            ("/a, /b", Some("two addresses"), ""),
            ("/about ", space, "/about"),
            ("https://exam ple.org/a", space, "https://example.org/a"),
            ("tel:+91 98765 43210", space, "tel:+919876543210"),
            ("mailto:a @example.org", space, "mailto:a@example.org"),
            ("services", start, "/services"),
            ("../services/gst.md", start, "/services/gst"),
            ("pages/about.md", start, "/about"),
            ("services:gst", None, "services:gst"),
            ("www.example.org", start, "https://www.example.org"),
            ("example.org/a", start, "https://example.org/a"),
            ("cbic-gst.gov.in", start, "https://cbic-gst.gov.in"),
            ("report.pdf", start, "/report.pdf"),
            ("a@example.org", start, "mailto:a@example.org"),
            ("+91 98765 43210", start, "tel:+919876543210"),
            ("services/a b", start, "/services/a b"),
            ("https//example.org/a", start, "https://example.org/a"),
            ("x//a b", space, ""),
            ("map of the office", start, ""),
            ("@cacs-advisory", start, ""),
            ("Trademark", start, ""),
            (
                "<iframe src=\"https://example.org/a\"></iframe>",
                start,
                "https://example.org/a",
            ),
            ("<iframe></iframe>", start, ""),
        ] {
            let found = link_mistake(link);
            let is_expected = |words: &str| found.is_some_and(|found| found.contains(words));
            assert!(
                mistake.map_or(found.is_none(), is_expected),
                "{link}: {found:?}"
            );
            assert_eq!(similar_link(link).unwrap_or_default(), meant, "{link}");
        }
    }
}
