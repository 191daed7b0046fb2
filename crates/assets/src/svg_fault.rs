//! Checks of SVG files: they are well-formed, run no scripts, and load nothing.

use crate::svg_tokens::{Attribute, Token, decoded, split_name, tokens};

/// Returns the byte offset of the first malformed part of an SVG text, and what is wrong with it.
pub(crate) fn malformed_part(text: &str) -> Option<(usize, String)> {
    let tokens = match tokens(text) {
        Ok(tokens) => tokens,
        Err(fault) => return Some(fault),
    };
    unbalanced(&tokens).or_else(|| undeclared_prefix(&tokens))
}

/// Returns the first unbalanced tag.
fn unbalanced(tokens: &[(usize, Token<'_>)]) -> Option<(usize, String)> {
    let mut open: Vec<(usize, &str)> = Vec::new();
    for (at, token) in tokens {
        match token {
            Token::Open { name, is_empty, .. } if !is_empty => open.push((*at, *name)),
            Token::Close(closed) => match open.pop() {
                Some((_, opened)) if opened == *closed => {}
                Some((_, opened)) => {
                    return Some((*at, format!("expected `</{opened}>`, not `</{closed}>`")));
                }
                None => {
                    let message = format!("`</{closed}>` without a matching `<{closed}>`");
                    return Some((*at, message));
                }
            },
            _ => {}
        }
    }
    let (at, name) = open.pop()?;
    Some((at, format!("`<{name}>` is not closed")))
}

/// Returns the first name whose prefix is declared nowhere (Namespaces in XML, section 5).
fn undeclared_prefix(tokens: &[(usize, Token<'_>)]) -> Option<(usize, String)> {
    let mut declared = vec!["", "xml", "xmlns"];
    for (_, token) in tokens {
        if let Token::Open { attributes, .. } = token {
            let prefixes = attributes.iter().map(|one| one.name);
            declared.extend(prefixes.filter_map(|name| name.strip_prefix("xmlns:")));
        }
    }
    let check = |at: usize, name: &str| {
        let (prefix, _) = split_name(name);
        let message = || format!("the prefix `{prefix}:` is not declared with `xmlns:{prefix}`");
        (!declared.contains(&prefix)).then(|| (at, message()))
    };
    tokens.iter().find_map(|(at, token)| match token {
        Token::Open {
            name, attributes, ..
        } => {
            let mut attributes = attributes.iter();
            check(*at, name).or_else(|| attributes.find_map(|one| check(one.at, one.name)))
        }
        _ => None,
    })
}

/// Returns the byte offset of the first part of a well-formed SVG text that runs a script, loads something, or is not a
/// drawing, and a message about it.
pub(crate) fn active_part(text: &str) -> Option<(usize, String)> {
    let tokens = tokens(text).ok()?;
    // Names of the open elements.
    let mut open: Vec<&str> = Vec::new();
    for (at, token) in &tokens {
        let active = match token {
            Token::Open {
                name,
                attributes,
                is_empty,
            } => {
                let (_, local) = split_name(name);
                let is_in_foreign = open
                    .last()
                    .is_some_and(|outer| outer.eq_ignore_ascii_case("foreignObject"));
                if !is_empty {
                    open.push(local);
                }
                if local.eq_ignore_ascii_case("script") {
                    Some((*at, "this drawing contains a script".to_owned()))
                } else if is_in_foreign {
                    let message = "this drawing contains HTML in a `<foreignObject>`";
                    Some((*at, message.to_owned()))
                } else {
                    let mut attributes = attributes.iter();
                    attributes.find_map(|attribute| active_attribute(local, attribute))
                }
            }
            Token::Close(_) => {
                open.pop();
                None
            }
            Token::Text(style) if open.last() == Some(&"style") => {
                style_from_outside(&decoded(style)).then(|| outside_style(*at))
            }
            Token::CData(style) => style_from_outside(style).then(|| outside_style(*at)),
            Token::Doctype(text) if text.contains("<!ENTITY") => {
                let at = at + text.find("<!ENTITY").unwrap_or(0);
                Some((at, "this drawing declares an entity".to_owned()))
            }
            Token::Instruction(text) if text.starts_with("xml-stylesheet") => {
                Some((*at, "this drawing loads a style sheet".to_owned()))
            }
            _ => None,
        };
        if active.is_some() {
            return active;
        }
    }
    None
}

fn outside_style(at: usize) -> (usize, String) {
    let message = "a style of this drawing loads something from another site";
    (at, message.to_owned())
}

fn active_attribute(element: &str, attribute: &Attribute<'_>) -> Option<(usize, String)> {
    let Attribute { name, value, .. } = attribute;
    let (prefix, local) = split_name(name);
    let local = local.to_ascii_lowercase();
    if prefix == "xmlns" || *name == "xmlns" {
        return None;
    }
    if local.starts_with("on") && local.len() > 2 {
        let message = format!("the attribute `{name}` of this drawing runs a script");
        return Some((attribute.at, message));
    }
    let plain = decoded(value);
    let refers = |url: &str| {
        let url = normalized(url);
        let is_link = element.eq_ignore_ascii_case("a") && local == "href";
        runs_script(&url) || (!is_link && is_outside(&url))
    };
    let is_active = match local.as_str() {
        "href" | "src" | "srcset" | "data" => refers(&plain),
        // An animation sets another attribute.
        "to" | "from" | "by" | "values" => plain.split(';').any(refers),
        _ => false,
    };
    if is_active {
        return Some((
            attribute.value_at,
            format!("this drawing refers to `{value}`"),
        ));
    }
    style_from_outside(&plain).then(|| outside_style(attribute.value_at))
}

/// Returns a URL as browsers read it: without spaces and control characters, with slashes only, in lower case.
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

/// Returns whether a normalized URL runs a script, or may contain one.
fn runs_script(url: &str) -> bool {
    let is_document = url.strip_prefix("data:").is_some_and(|kind| {
        !["image/", "font/", "application/font", "application/x-font"]
            .iter()
            .any(|known| kind.starts_with(known))
    });
    is_document || url.starts_with("javascript:") || url.starts_with("vbscript:")
}

/// Returns whether a normalized URL is that of another site.
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

/// Returns whether a style, or an attribute that is one, loads something from another site.
fn style_from_outside(style: &str) -> bool {
    let style = style.to_ascii_lowercase();
    ["url(", "@import", "image-set("].iter().any(|pattern| {
        style.match_indices(pattern).any(|(at, _)| {
            let url =
                style[at + pattern.len()..].trim_start_matches(['"', '\'', ' ', '\n', '\t', '\r']);
            is_outside(&normalized(
                url.split([')', '"', '\'', ';']).next().unwrap_or_default(),
            ))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_parts() {
        for (svg, expected) in [
            (
                "<svg viewBox='0 0 1 1'><!-- > < --><g a='>'><path/></g>&#169;&amp;</svg>\n",
                None,
            ),
            (
                "<?xml version='1.0'?><!DOCTYPE svg [<!ATTLIST a b CDATA \"]>\">]><svg><style><![CDATA[a > b]]></style></svg>",
                None,
            ),
            ("<svg><g></svg>", Some((8, "expected `</g>`, not `</svg>`"))),
            ("<svg><g>", Some((5, "`<g>` is not closed"))),
            (
                "<svg></svg></g>",
                Some((11, "`</g>` without a matching `<g>`")),
            ),
            ("<svg><g a=\"1>", Some((5, "tag is not closed with `>`"))),
            ("<svg><g a", Some((5, "tag is not closed with `>`"))),
            (
                "<svg><!-- <g></svg>",
                Some((5, "`<!--` is not closed with `-->`")),
            ),
            ("<svg><!DOCTYPE [", Some((5, "`<!` is not closed with `>`"))),
            (
                "<svg><g a=1/></svg>",
                Some((8, "the attribute `a` has no value in quotes")),
            ),
            (
                "<svg><g a='1' a='2'/></svg>",
                Some((14, "the attribute `a` occurs twice")),
            ),
            (
                "<svg><g ='1'/></svg>",
                Some((8, "a value has no attribute")),
            ),
            (
                "<svg>< g/></svg>",
                Some((5, "`<` is not followed by the name of a tag")),
            ),
            (
                "<svg><g a='a & b'/></svg>",
                Some((13, "`& b` is not a character of XML: write `&` as `&amp;`")),
            ),
            (
                "<svg>&nbsp;</svg>",
                Some((
                    5,
                    "`&nbsp;` is not a character of XML: write `&` as `&amp;`",
                )),
            ),
            (
                "<svg><use xlink:href='#a'/></svg>",
                Some((10, "the prefix `xlink:` is not declared with `xmlns:xlink`")),
            ),
        ] {
            let found = malformed_part(svg);
            let found = found.as_ref().map(|(at, message)| (*at, message.as_str()));
            assert_eq!(found, expected, "{svg}");
        }
        // Whatever the text is, nothing panics.
        let whole =
            "<?a?><!DOCTYPE é [<!ENTITY>]><s:é b='&#xe9;' c=\"\"><![CDATA[x]]><!-- --></s:é>é";
        for (at, _) in whole.char_indices() {
            let _ = (tokens(&whole[..at]), tokens(&whole[at..]));
        }
    }

    #[test]
    fn active_parts() {
        let outside = "a style of this drawing loads something from another site";
        let html = "this drawing contains HTML in a `<foreignObject>`";
        let refers = |url: &str| format!("this drawing refers to `{url}`");
        for (svg, expected) in [
            (
                "<svg xmlns='http://www.w3.org/2000/svg'><!-- <script/> --><a href='https://e.example'><use href='#a' fill='url(#b)'/></a></svg>",
                None,
            ),
            (
                "<svg><image href='data:image/png;base64,AAAA'/></svg>",
                None,
            ),
            (
                "<svg><image href='a.png'/><a href='mailto:a@e.example'/></svg>",
                None,
            ),
            (
                "<svg><style>a { background: url( 'a.png' ) }</style><text>url(https://e.example)</text></svg>",
                None,
            ),
            (
                "<svg><animate attributeName='x' values='0;1' from='0' to='1'/><foreignObject/></svg>",
                None,
            ),
            (
                "<svg><script>x</script></svg>",
                Some((5, "this drawing contains a script")),
            ),
            (
                "<svg>\n<s:SCRIPT/></svg>",
                Some((6, "this drawing contains a script")),
            ),
            (
                "<svg a='>' onload=\"x('1')\"></svg>",
                Some((11, "the attribute `onload` of this drawing runs a script")),
            ),
            (
                "<svg><a xlink:href=' JavaScript:x'/></svg>",
                Some((20, &*refers(" JavaScript:x"))),
            ),
            (
                "<svg><a href='java&#x73;cript:x'/></svg>",
                Some((14, &*refers("java&#x73;cript:x"))),
            ),
            (
                "<svg><a href='java&#10;script:x'/></svg>",
                Some((14, &*refers("java&#10;script:x"))),
            ),
            (
                "<svg><a href='data:text/html,x'/></svg>",
                Some((14, &*refers("data:text/html,x"))),
            ),
            (
                "<svg><a><set attributeName='href' to='javascript:x'/></a></svg>",
                Some((38, &*refers("javascript:x"))),
            ),
            (
                "<svg><animate attributeName='href' values='a; javascript:x'/></svg>",
                Some((43, &*refers("a; javascript:x"))),
            ),
            (
                "<svg><image href=\"//e.example/a.png\"/></svg>",
                Some((18, &*refers("//e.example/a.png"))),
            ),
            (
                "<svg><use href='/\\e.example/a.svg#b'/></svg>",
                Some((16, &*refers("/\\e.example/a.svg#b"))),
            ),
            (
                "<svg><feImage xlink:href='FTP://e.example/a'/></svg>",
                Some((26, &*refers("FTP://e.example/a"))),
            ),
            (
                "<svg><style>a { fill: url('https://e.example/a') }</style></svg>",
                Some((12, outside)),
            ),
            (
                "<svg><style><![CDATA[ a { fill: URL(\n\"//e.example/a\") } ]]></style></svg>",
                Some((12, outside)),
            ),
            (
                "<svg><style>@import \"//e.example/a\";</style></svg>",
                Some((12, outside)),
            ),
            (
                "<svg><style>@import url(http&#58;//e.example/a);</style></svg>",
                Some((12, outside)),
            ),
            (
                "<svg><g style='fill: url(https://e.example/a#b)'/></svg>",
                Some((15, outside)),
            ),
            (
                "<svg><g fill='url(//e.example/a#b)'/></svg>",
                Some((14, outside)),
            ),
            (
                "<svg><foreignObject><body/></foreignObject></svg>",
                Some((20, html)),
            ),
            (
                "<!DOCTYPE svg [\n<!ENTITY a 'b'>]><svg/>",
                Some((16, "this drawing declares an entity")),
            ),
            (
                "<?xml-stylesheet href='a.xsl'?><svg/>",
                Some((0, "this drawing loads a style sheet")),
            ),
        ] {
            let found = active_part(svg);
            let found = found.as_ref().map(|(at, message)| (*at, message.as_str()));
            assert_eq!(found, expected, "{svg}");
        }
    }
}
