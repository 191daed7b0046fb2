//! HTML in texts: files of other hosts, and styles in attributes.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::edits::Edit;
use crate::presentation::declaration;

/// What pages use another host for.
#[derive(Debug, Default)]
pub struct Use {
    /// Values of `for` in `[[allow]]`.
    pub kinds: BTreeSet<&'static str>,
    /// URLs of the pages.
    pub pages: BTreeSet<String>,
}

/// What pages use other hosts for, by host.
pub type Hosts = BTreeMap<String, Use>;

/// Elements that load a file or send a form, with what a host is allowed for.
const LOADING: [(&str, &str); 10] = [
    ("img", "image"),
    ("input", "image"),
    ("video", "media"),
    ("audio", "media"),
    ("source", "media"),
    ("track", "media"),
    ("iframe", "frame"),
    ("embed", "frame"),
    ("form", "form"),
    ("script", "script"),
];

/// Records the host of an address that a page loads. Returns the address that a page can load: encrypted, and with two slashes before
/// the host, as browsers ask for it anyway. Returns `None` for an address without a host that can be named.
pub fn use_host(
    hosts: &mut Hosts,
    address: &str,
    kind: &'static str,
    page: &str,
) -> Option<String> {
    let rest = address
        .strip_prefix("https:")
        .or_else(|| address.strip_prefix("http:"))
        .unwrap_or(address)
        .strip_prefix("//")?
        .trim_start_matches('/');
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = host.to_ascii_lowercase();
    let is_letter = |one: char| one.is_ascii_alphanumeric() || ".-:".contains(one);
    if host.is_empty() || !host.chars().all(is_letter) || host.starts_with("localhost") {
        return None;
    }
    let used = hosts.entry(format!("https://{host}")).or_default();
    used.kinds.insert(kind);
    used.pages.insert(page.to_owned());
    Some(format!("https://{rest}"))
}

/// A start tag in a text.
#[derive(Debug)]
pub struct Tag<'t> {
    /// Name of the element, as it is written.
    pub name: &'t str,
    /// Attributes: the name, the byte range of the value in the text, and that of all with the quotes.
    pub attributes: Vec<(&'t str, Range<usize>, Range<usize>)>,
}

impl Tag<'_> {
    /// Returns whether it is the tag of a component, whose name begins with a capital letter.
    pub fn is_component(&self) -> bool {
        self.name.starts_with(|one: char| one.is_ascii_uppercase())
    }
}

/// Returns whether an attribute is a script that runs at an event, such as `onclick`.
pub fn is_handler(name: &str) -> bool {
    let (start, event) = name.split_at_checked(2).unwrap_or_default();
    start.eq_ignore_ascii_case("on")
        && !event.is_empty()
        && event.bytes().all(|one| one.is_ascii_alphabetic())
}

/// Returns whether an address is a script, such as `javascript:print()`.
pub fn is_script(address: &str) -> bool {
    let scheme = address.trim_start().split_once(':');
    scheme.is_some_and(|(scheme, _)| scheme.eq_ignore_ascii_case("javascript"))
}

/// Returns the start tags of HTML in a byte range of a text.
pub fn tags(text: &str, range: Range<usize>) -> Vec<Tag<'_>> {
    let bytes = text.as_bytes();
    let mut tags = Vec::new();
    let mut at = range.start;
    while at < range.end {
        if bytes[at] != b'<' || !bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic) {
            at += 1;
            continue;
        }
        let is_name = |one: &u8| {
            one.is_ascii_alphanumeric() || matches!(one, b'-' | b':' | b'_' | b'@' | b'.')
        };
        let name_of = |start: usize| {
            let length = bytes[start..range.end]
                .iter()
                .take_while(|one| is_name(one));
            start + length.count()
        };
        let after_spaces = |start: usize| {
            let spaces = bytes[start.min(range.end)..range.end].iter();
            start + spaces.take_while(|one| one.is_ascii_whitespace()).count()
        };
        let end = name_of(at + 1);
        let name = &text[at + 1..end];
        let mut attributes = Vec::new();
        at = end;
        while at < range.end && bytes[at] != b'>' && bytes[at] != b'<' {
            let end = name_of(at);
            if end == at {
                at += 1;
                continue;
            }
            let start = at;
            at = after_spaces(end);
            if at >= range.end || bytes[at] != b'=' {
                at = end;
                continue;
            }
            let value = after_spaces(at + 1);
            let quote = match bytes.get(value) {
                Some(one @ (b'"' | b'\'')) => *one,
                Some(_) => {
                    let length = bytes[value.min(range.end)..range.end]
                        .iter()
                        .position(|one| one.is_ascii_whitespace() || *one == b'>');
                    at = length.map_or(range.end, |length| value + length);
                    attributes.push((&text[start..end], value..at, start..at));
                    continue;
                }
                None => break,
            };
            let value = value + 1;
            let Some(length) = bytes[value.min(range.end)..range.end]
                .iter()
                .position(|one| *one == quote)
            else {
                break;
            };
            at = value + length + 1;
            attributes.push((&text[start..end], value..value + length, start..at));
        }
        tags.push(Tag { name, attributes });
    }
    tags
}

/// Returns what the host of the address in an attribute is allowed for; `None` if the element does not load it. Names of components begin
/// with a capital letter.
pub fn loads(element: &str, attribute: &str) -> Option<&'static str> {
    let found = LOADING.iter().find(|(one, _)| element == *one);
    let (_, kind) = found?;
    match attribute {
        "action" if element == "form" => Some(kind),
        "src" => Some(kind),
        "poster" => Some("image"),
        _ => None,
    }
}

/// Returns the changes of an element of a template that the pages `pages` show: links to other sites open in another tab, and files of
/// other hosts are encrypted. Records these hosts. `is_outside` returns whether an address is of another site.
pub fn with_hosts(
    text: &str,
    tag: &Tag<'_>,
    pages: &BTreeSet<String>,
    hosts: &mut Hosts,
    is_outside: impl Fn(&str) -> bool,
) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (name, value, _) in &tag.attributes {
        let address = &text[value.clone()];
        let is_web = address.starts_with("http") || address.starts_with("//");
        if !is_web || !is_outside(address) {
            continue;
        }
        if *name == "href" {
            edits.extend(in_other_tab(text, tag));
        }
        if let Some(kind) = loads(tag.name, name) {
            let all = pages.iter();
            let new = all.filter_map(|page| use_host(hosts, address, kind, page));
            let new = new.last().filter(|new| new != address);
            edits.extend(new.map(|new| (value.clone(), new)));
        }
    }
    edits
}

/// Opens the link of an `a` in another tab, as links to other sites do here.
pub fn in_other_tab(text: &str, tag: &Tag<'_>) -> Vec<Edit> {
    let find = |name: &str| {
        let mut all = tag.attributes.iter();
        all.find(|(one, ..)| one.eq_ignore_ascii_case(name))
    };
    let Some((_, _, href)) = find("href").filter(|_| tag.name.eq_ignore_ascii_case("a")) else {
        return Vec::new();
    };
    let mut edits = Vec::new();
    let mut added = String::new();
    match find("target") {
        Some((_, target, _)) if text[target.clone()] != *"_blank" => {
            edits.push((target.clone(), "_blank".to_owned()));
        }
        Some(_) => {}
        None => added.push_str(" target=\"_blank\""),
    }
    match find("rel") {
        Some((_, rel, whole)) if !text[rel.clone()].contains("noopener") => {
            let is_quoted = rel.end < whole.end;
            edits.push(if is_quoted {
                (rel.end..rel.end, " noopener".to_owned())
            } else {
                let rel = &text[rel.clone()];
                (whole.clone(), format!("rel=\"{rel} noopener\""))
            });
        }
        Some(_) => {}
        None => added.push_str(" rel=\"noopener\""),
    }
    if !added.is_empty() {
        edits.push((href.end..href.end, added));
    }
    edits
}

/// Moves the `style` of an element, and the attributes of old HTML that say how it looks, into a class, because the security policy of the
/// new site does not allow styles in attributes. `styles` has the number of each style.
pub fn style_as_class(
    text: &str,
    tag: &Tag<'_>,
    styles: &mut BTreeMap<String, usize>,
) -> Vec<Edit> {
    if tag.is_component() {
        return Vec::new();
    }
    // Attributes that are removed.
    let mut moved: Vec<&Range<usize>> = Vec::new();
    let mut declarations: Vec<String> = Vec::new();
    let mut own = None;
    let mut classes = None;
    for (name, value, whole) in &tag.attributes {
        let name = name.to_ascii_lowercase();
        match name.as_str() {
            "class" => classes = classes.or(Some(value)),
            "style" if own.is_none() => {
                let style = text[value.clone()].trim().trim_end_matches(';');
                let words = style.split_whitespace().collect::<Vec<_>>().join(" ");
                // Browsers ignore what is not a declaration, such as a rule with a selector.
                let is_rule = words.contains('{') && !words.contains("{{") && !words.contains("{%");
                let words = if is_rule { String::new() } else { words };
                if words.contains(['{', '}', '<', '@', '&', '\\'])
                    || words.contains("//")
                    || words.contains("/*")
                {
                    return Vec::new();
                }
                moved.push(whole);
                own = Some(words);
            }
            _ => {
                if let Some(one) = declaration(tag.name, &name, &text[value.clone()]) {
                    moved.push(whole);
                    declarations.push(one);
                }
            }
        }
    }
    // The style of an element goes before its attributes.
    declarations.extend(own.filter(|own| !own.is_empty()));
    let mut edits: Vec<Edit> = moved
        .iter()
        .map(|whole| ((*whole).clone(), String::new()))
        .collect();
    if declarations.is_empty() {
        return edits;
    }
    let next = styles.len() + 1;
    let class = styles.entry(declarations.join("; ")).or_insert(next);
    let class = format!("old-style-{class}");
    match (classes, edits.first_mut()) {
        (Some(classes), _) => edits.push((classes.end..classes.end, format!(" {class}"))),
        (None, Some((_, first))) => *first = format!("class=\"{class}\""),
        (None, None) => {}
    }
    edits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edits::apply;

    #[test]
    fn styles() {
        for (text, expected) in [
            (
                "<p style=\"color: red;\">a</p>",
                "<p class=\"old-style-1\">a</p>",
            ),
            (
                "<p class='a' style='color:\n red'>",
                "<p class='a old-style-1' >",
            ),
            (
                "<div align=\"center\" style=\"color: red\" bgcolor=tan>",
                "<div class=\"old-style-1\"  >",
            ),
            (
                "<iframe class=\"a\" frameborder=\"0\">",
                "<iframe class=\"a old-style-1\" >",
            ),
            ("<Card align=\"left\">", "<Card align=\"left\">"),
            ("<P STYLE=\"\">", "<P STYLE=\"\">"),
            ("<p style=\"\" id=\"a\">", "<p  id=\"a\">"),
            (
                "<p style=\"background: url(https://a.example)\">",
                "<p style=\"background: url(https://a.example)\">",
            ),
            ("<p style='p { color: red }' id='a'>", "<p  id='a'>"),
            ("<p style=\"a: {{ b }}\">", "<p style=\"a: {{ b }}\">"),
            ("<p style=\"a", "<p style=\"a"),
            (
                "<p style = 'color: red' id>",
                "<p class=\"old-style-1\" id>",
            ),
            (
                "<p style =\ncolor:red hidden>",
                "<p class=\"old-style-1\" hidden>",
            ),
            ("<p style = ", "<p style = "),
            ("<p style ", "<p style "),
            ("a < b style=\"c\"", "a < b style=\"c\""),
            ("<Note style=\"c: d\">", "<Note style=\"c: d\">"),
        ] {
            let mut styles = BTreeMap::new();
            let edits = tags(text, 0..text.len());
            let edits = edits
                .iter()
                .flat_map(|tag| style_as_class(text, tag, &mut styles));
            assert_eq!(apply(text, edits.collect()), expected);
        }
    }

    #[test]
    fn handlers() {
        for (name, expected) in [
            ("onclick", true),
            ("onClick", true),
            ("on", false),
            ("on-a", false),
            ("one", true),
            ("o", false),
            ("href", false),
        ] {
            assert_eq!(is_handler(name), expected, "{name}");
        }
    }

    #[test]
    fn scripts() {
        for (address, expected) in [
            ("javascript:void(0)", true),
            (" JavaScript:a", true),
            ("javascript.html", false),
            ("/a?b=javascript:c", false),
        ] {
            assert_eq!(is_script(address), expected, "{address}");
        }
    }

    #[test]
    fn links_to_other_sites() {
        for (text, expected) in [
            (
                "<a href=\"b\">",
                "<a href=\"b\" target=\"_blank\" rel=\"noopener\">",
            ),
            (
                "<a target=\"_self\" rel='me' href='b'>",
                "<a target=\"_blank\" rel='me noopener' href='b'>",
            ),
            (
                "<a href=\"b\" target=\"_blank\" rel=\"noopener me\">",
                "<a href=\"b\" target=\"_blank\" rel=\"noopener me\">",
            ),
            (
                "<a href=b target=_blank>",
                "<a href=b rel=\"noopener\" target=_blank>",
            ),
            (
                "<a href=b rel=me target=_top>",
                "<a href=b rel=\"me noopener\" target=_blank>",
            ),
            ("<a href=", "<a href="),
            ("<a id=\"b\">", "<a id=\"b\">"),
            ("<area href=\"b\">", "<area href=\"b\">"),
        ] {
            let all = tags(text, 0..text.len());
            let edits = all.iter().flat_map(|tag| in_other_tab(text, tag));
            assert_eq!(apply(text, edits.collect()), expected);
        }
    }

    #[test]
    fn elements_of_components() {
        for (html, expected, hosts) in [
            (
                "<form action=\"http://a.example/b\" method=\"post\">",
                "<form action=\"https://a.example/b\" method=\"post\">",
                "https://a.example for {\"form\"} on {\"/c/\", \"/d/\"}",
            ),
            (
                "<video poster=\"//a.example/b.png\" src='/c.mp4'>",
                "<video poster=\"https://a.example/b.png\" src='/c.mp4'>",
                "https://a.example for {\"image\"} on {\"/c/\", \"/d/\"}",
            ),
            (
                "<a href=\"https://a.example\">",
                "<a href=\"https://a.example\" target=\"_blank\" rel=\"noopener\">",
                "",
            ),
            (
                "<img src=\"https://own.example/b.png\">",
                "<img src=\"https://own.example/b.png\">",
                "",
            ),
            ("<form action=\"/b\">", "<form action=\"/b\">", ""),
            (
                "<input type=\"image\" src=\"//a.example/b.gif\">",
                "<input type=\"image\" src=\"https://a.example/b.gif\">",
                "https://a.example for {\"image\"} on {\"/c/\", \"/d/\"}",
            ),
        ] {
            let pages = ["/c/", "/d/"].map(str::to_owned).into();
            let mut all = Hosts::new();
            let is_outside = |address: &str| !address.contains("own.example");
            let tags = tags(html, 0..html.len());
            let edits = with_hosts(html, &tags[0], &pages, &mut all, is_outside);
            assert_eq!(apply(html, edits), expected);
            let shown = all
                .iter()
                .map(|(host, used)| format!("{host} for {:?} on {:?}", used.kinds, used.pages));
            assert_eq!(shown.collect::<String>(), hosts, "{html}");
        }
    }

    #[test]
    fn hosts() {
        for (address, expected) in [
            (
                "http://A.example/b",
                "https://A.example/b for https://a.example",
            ),
            (
                "//a.example:80?b",
                "https://a.example:80?b for https://a.example:80",
            ),
            (
                "https:////a.example/b",
                "https://a.example/b for https://a.example",
            ),
            ("data:image/png;base64,AA", ""),
            ("http://localhost:80/a", ""),
            ("https://ü.example/", ""),
        ] {
            let mut hosts = Hosts::new();
            let new = use_host(&mut hosts, address, "image", "/");
            let host = hosts.into_keys().next().unwrap_or_default();
            let shown = new.map(|new| format!("{new} for {host}"));
            assert_eq!(shown.unwrap_or_default(), expected);
        }
    }
}
