//! Finds the parts of SVG files that run a script or load a file. Browsers load no files for a drawing in a page.

use roxmltree::{Attribute, Document, Node};

/// Elements of HTML that only show text. Programs that draw diagrams write labels in them.
const TEXT: &[&str] = &[
    "b",
    "big",
    "blockquote",
    "body",
    "br",
    "center",
    "code",
    "div",
    "em",
    "font",
    "h1",
    "h2",
    "h3",
    "h4",
    "hr",
    "i",
    "li",
    "ol",
    "p",
    "pre",
    "s",
    "small",
    "span",
    "strong",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "u",
    "ul",
];

/// Returns the byte offset of the first part of a drawing that runs a script, loads a file, or is not SVG, with a message
/// about it. Returns `None` if there is no such part. `text` is the text of the parsed document.
pub(crate) fn active_part(text: &str, document: &Document<'_>) -> Option<(usize, String)> {
    let start = &text[..document.root_element().range().start];
    if let Some(at) = start.find("<!ENTITY") {
        return Some((at, "this drawing declares an entity".to_owned()));
    }
    document.descendants().find_map(active_node)
}

fn active_node(node: Node<'_, '_>) -> Option<(usize, String)> {
    let at = node.range().start;
    let is = |node: Node<'_, '_>, name: &str| node.tag_name().name().eq_ignore_ascii_case(name);
    let is_in = |name| node.parent().is_some_and(|parent| is(parent, name));
    if node.is_element() {
        let is_html = node.tag_name().namespace() == Some("http://www.w3.org/1999/xhtml");
        if is(node, "script") {
            return Some((at, "this drawing contains a script".to_owned()));
        }
        let element = node.tag_name().name().to_ascii_lowercase();
        if (is_html || is_in("foreignObject")) && !TEXT.contains(&element.as_str()) {
            return Some((
                at,
                format!("this drawing contains the HTML element <{element}>"),
            ));
        }
        let mut attributes = node.attributes();
        return attributes.find_map(|attribute| active_attribute(&element, &attribute));
    }
    if node.pi().is_some_and(|pi| pi.target == "xml-stylesheet") {
        return Some((at, "this drawing loads a style sheet".to_owned()));
    }
    let style = node.text().filter(|_| node.is_text() && is_in("style"));
    style
        .filter(|style| style_loads(style))
        .map(|_| loading_style(at))
}

fn loading_style(at: usize) -> (usize, String) {
    (at, "a style of this drawing loads a file".to_owned())
}

fn active_attribute(element: &str, attribute: &Attribute<'_, '_>) -> Option<(usize, String)> {
    let (local, value) = (attribute.name().to_ascii_lowercase(), attribute.value());
    if local.starts_with("on") && local.len() > 2 {
        let name = attribute.name();
        let message = format!("the attribute `{name}` of this drawing runs a script");
        return Some((attribute.range().start, message));
    }
    let is_link = element == "a" && local == "href";
    // `<use>` copies the content of another drawing, with its scripts, into this one.
    let is_copied = |url: &str| element == "use" && url.starts_with("data:");
    let is_active = match local.as_str() {
        "href" | "src" | "srcset" | "data" | "base" => {
            let url = normalized(value);
            runs_script(&url) || is_copied(&url) || (!is_link && is_file(&url))
        }
        // An animation sets another attribute, such as `href`, to these values.
        "to" | "from" | "by" | "values" => value.split(';').any(|value| {
            let url = normalized(value);
            runs_script(&url) || is_outside(&url)
        }),
        _ => false,
    };
    let at = attribute.range_value().start;
    if is_active {
        return Some((at, format!("this drawing refers to `{value}`")));
    }
    style_loads(value).then(|| loading_style(at))
}

/// Returns a URL as browsers interpret it: without whitespace and control characters, with slashes instead of backslashes, in
/// lower case.
fn normalized(url: &str) -> String {
    let chars = url
        .chars()
        .filter(|c| !c.is_whitespace() && !c.is_control());
    let chars = chars.map(|c| {
        if c == '\\' {
            '/'
        } else {
            c.to_ascii_lowercase()
        }
    });
    chars.collect()
}

/// Returns whether a normalized URL runs a script, or is a `data:` URL that may contain one.
fn runs_script(url: &str) -> bool {
    let is_document = url.strip_prefix("data:").is_some_and(|kind| {
        !["image/", "font/", "application/font", "application/x-font"]
            .iter()
            .any(|known| kind.starts_with(known))
    });
    is_document || url.starts_with("javascript:") || url.starts_with("vbscript:")
}

/// Returns whether a normalized URL points to another site.
fn is_outside(url: &str) -> bool {
    if url.starts_with("data:") {
        return false;
    }
    let scheme = url.split_once(':').map(|(scheme, _)| scheme);
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|c: char| c.is_ascii_lowercase())
            && scheme
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    };
    url.starts_with("//") || scheme.is_some_and(is_scheme)
}

/// Returns whether a normalized URL is that of another file, and not of a part of the drawing.
fn is_file(url: &str) -> bool {
    !url.is_empty() && !url.starts_with('#') && !url.starts_with("data:")
}

/// Returns whether a style sheet or an attribute such as `fill` loads a file.
fn style_loads(style: &str) -> bool {
    let style = without_escapes(style).to_ascii_lowercase();
    ["url(", "src(", "@import", "image-set("]
        .iter()
        .any(|pattern| {
            style.match_indices(pattern).any(|(at, _)| {
                let mut url = &style[at + pattern.len()..];
                loop {
                    url = url.trim_start_matches(['"', '\'', ' ', '\n', '\t', '\r']);
                    let Some((_, rest)) = url
                        .strip_prefix("/*")
                        .and_then(|rest| rest.split_once("*/"))
                    else {
                        break;
                    };
                    url = rest;
                }
                is_file(&normalized(
                    url.split([')', '"', '\'', ';']).next().unwrap_or_default(),
                ))
            })
        })
}

/// Replaces the escaped characters in a style: `u\72l(` becomes `url(` (CSS Syntax, section 4.3.7).
fn without_escapes(style: &str) -> String {
    let mut plain = String::with_capacity(style.len());
    let mut parts = style.split('\\');
    plain.extend(parts.next());
    for part in parts {
        let digits = part.bytes().take(6).take_while(u8::is_ascii_hexdigit);
        let (digits, rest) = part.split_at(digits.count());
        let code = u32::from_str_radix(digits, 16).ok();
        plain.extend(code.map(|code| char::from_u32(code).unwrap_or_default()));
        let space = [' ', '\n', '\t', '\r'];
        plain.push_str(
            rest.strip_prefix(space)
                .filter(|_| code.is_some())
                .unwrap_or(rest),
        );
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg_document::parse;

    /// Asserts that the part after `«` is reported or, if there is no such mark, that nothing is.
    fn assert_active(marked: &str, message: &str) {
        let svg = marked.replace('«', "");
        let expected = marked.find('«').map(|at| (at, message.to_owned()));
        assert_eq!(active_part(&svg, &parse(&svg).unwrap()), expected, "{svg}");
    }

    #[test]
    #[rustfmt::skip]
    fn active_parts() {
        for svg in [
            "<svg xmlns='http://www.w3.org/2000/svg'><!-- <script/> --><a href='https://e.example'><use href='#a' fill='url(#b)'/></a></svg>",
            "<svg><image href='data:image/png;base64,AAAA'/></svg>",
            "<svg><a href='mailto:a@e.example'/><a href='/about'/></svg>",
            "<svg><style>a { background: url( '#a' ) }</style><text>url(https://e.example)</text></svg>",
            "<svg><animate attributeName='x' values='0;1' from='0' to='1'/><foreignObject/></svg>",
        ] {
            assert_active(svg, "");
        }
        for svg in [
            "<svg><style>«a { fill: url('https://e.example/a') }</style></svg>",
            "<svg><style>«<![CDATA[ a { fill: URL(\n\"//e.example/a\") } ]]></style></svg>",
            "<svg><style>«@import \"//e.example/a\";</style></svg>",
            "<svg><style>«@import url(http&#58;//e.example/a);</style></svg>",
            "<svg><style>«@\\69mport/**/ 'https://e.example/a.css';</style></svg>",
            "<svg><style>«a { background: src('https://e.example/a') }</style></svg>",
            "<svg><g style='«fill: url(https://e.example/a#b)'/></svg>",
            "<svg><g style='«fill: u\\000072 L(https:/\\/e.example/a)'/></svg>",
            "<svg><g fill='«url(//e.example/a#b)'/></svg>",
            "<svg><g fill='«url(sprite.svg#b)'/></svg>",
            "<svg><style>«a { background: url( 'a.png' ) }</style></svg>",
            "<svg><style>«@import 'a.css';</style></svg>",
        ] {
            assert_active(svg, "a style of this drawing loads a file");
        }
        for (svg, url) in [
            ("<svg xmlns:x='x'><a x:href='« JavaScript:x'/></svg>", " JavaScript:x"),
            ("<svg><a href='«java&#x73;cript:x'/></svg>", "javascript:x"),
            ("<svg><a href='«java&#10;script:x'/></svg>", "java\nscript:x"),
            ("<svg><a href='«data:text/html,x'/></svg>", "data:text/html,x"),
            ("<svg><a><set attributeName='href' to='«javascript:x'/></a></svg>", "javascript:x"),
            ("<svg><animate attributeName='href' values='«a; javascript:x'/></svg>", "a; javascript:x"),
            ("<svg><image href='«a.png'/></svg>", "a.png"),
            ("<svg><use href='«icons.svg#b'/></svg>", "icons.svg#b"),
            ("<svg><image href=\"«//e.example/a.png\"/></svg>", "//e.example/a.png"),
            ("<svg><use href='«/\\e.example/a.svg#b'/></svg>", "/\\e.example/a.svg#b"),
            ("<svg xmlns:x='x'><feImage x:href='«FTP://e.example/a'/></svg>", "FTP://e.example/a"),
            ("<svg><use href='«data:image/svg+xml,x#a'/></svg>", "data:image/svg+xml,x#a"),
            ("<svg><g xml:base='«https://e.example/'/></svg>", "https://e.example/"),
        ] {
            assert_active(svg, &format!("this drawing refers to `{url}`"));
        }
        for (svg, message) in [
            ("<svg>«<script>x</script></svg>", "this drawing contains a script"),
            ("<svg xmlns:s='s'>\n«<s:SCRIPT/></svg>", "this drawing contains a script"),
            ("<svg a='>' «onload=\"x('1')\"></svg>", "the attribute `onload` of this drawing runs a script"),
            ("<svg>«<iframe xmlns='http://www.w3.org/1999/xhtml' srcdoc='a'/></svg>", "this drawing contains the HTML element <iframe>"),
            ("<svg><foreignObject>«<form/></foreignObject></svg>", "this drawing contains the HTML element <form>"),
            ("<svg><foreignObject><div «onclick='a()'/></foreignObject></svg>", "the attribute `onclick` of this drawing runs a script"),
            ("<!DOCTYPE svg [\n«<!ENTITY a 'b'>]><svg/>", "this drawing declares an entity"),
            ("«<?xml-stylesheet href='a.xsl'?><svg/>", "this drawing loads a style sheet"),
        ] {
            assert_active(svg, message);
        }
    }
}
