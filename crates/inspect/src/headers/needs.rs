//! What a page asks of the browser: scripts, styles and frames, its own and those of other hosts.

use crate::codes;
use diagnostic::Code;
use std::collections::{BTreeSet, HashSet};

use html5gum::{StartTag, Token};

/// A part of a content security policy (CSP level 3, section 6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Directive {
    /// `script-src`
    Script,
    /// `style-src`
    Style,
    /// `img-src`
    Image,
    /// `font-src`
    Font,
    /// `media-src`
    Media,
    /// `manifest-src`
    Manifest,
    /// `frame-src`
    Frame,
    /// `form-action`
    Form,
}

/// Something that no policy without `unsafe-inline` allows.
#[derive(Debug, PartialEq, Eq)]
pub struct Refused {
    /// Name of the finding.
    pub code: &'static Code,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: &'static str,
    /// How it may be written in a source, the most exact first.
    pub written: Vec<String>,
}

/// What a page needs.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Texts of inline scripts that run, and of inline styles.
    pub inline: BTreeSet<(Directive, Vec<u8>)>,
    /// Kinds of files it loads from the site itself.
    pub own: BTreeSet<Directive>,
    /// Kinds that it has as `data:` addresses.
    pub data: BTreeSet<Directive>,
    /// Addresses of other hosts that it loads by itself.
    pub outside: BTreeSet<(Directive, String)>,
    /// What cannot be allowed.
    pub refused: Vec<Refused>,
}

/// Takes needs from the tokens of a page, one after the other.
#[derive(Debug, Default)]
pub struct NeedsReader {
    needs: Needs,
    /// The element whose text is being read: a script that runs, or a style.
    inline: Option<(Directive, Vec<u8>)>,
}

impl NeedsReader {
    /// The next token.
    pub fn token(&mut self, token: &Token) {
        match token {
            Token::StartTag(tag) => {
                self.needs.element(tag);
                self.inline = opens(tag).map(|directive| (directive, Vec::new()));
            }
            Token::String(text) => {
                if let Some((_, all)) = &mut self.inline {
                    all.extend_from_slice(text);
                }
            }
            Token::EndTag(_) => self.needs.inline.extend(self.inline.take()),
            _ => {}
        }
    }

    /// The needs, after the last token. What is refused again and again is refused once.
    pub fn finish(mut self) -> Needs {
        let mut known = HashSet::new();
        let refused = &mut self.needs.refused;
        refused.retain(|one| known.insert((one.code.name, one.written.clone())));
        self.needs
    }
}

/// Whether the text of the element is a style or a script that runs. A script of another type, JSON for example, is data,
/// which a policy does not concern (HTML standard, "prepare the script element", step 12).
fn opens(tag: &StartTag<()>) -> Option<Directive> {
    match tag.name.as_slice() {
        b"style" => Some(Directive::Style),
        b"script" if !tag.attributes.contains_key(b"src".as_slice()) => {
            let kind = attribute(tag, b"type")
                .unwrap_or_default()
                .trim()
                .to_ascii_lowercase();
            let runs = ["", "module", "importmap", "speculationrules"].contains(&kind.as_str())
                || kind.ends_with("javascript")
                || kind.ends_with("ecmascript");
            runs.then_some(Directive::Script)
        }
        _ => None,
    }
}

fn attribute(tag: &StartTag<()>, name: &[u8]) -> Option<String> {
    tag.attributes
        .get(name)
        .map(|value| String::from_utf8_lossy(value).into_owned())
}

impl Needs {
    fn element(&mut self, tag: &StartTag<()>) {
        for (name, value) in &tag.attributes {
            self.attribute(
                &String::from_utf8_lossy(&tag.name),
                &String::from_utf8_lossy(name),
                &String::from_utf8_lossy(value),
            );
        }
        let get = |name: &str| attribute(tag, name.as_bytes());
        match tag.name.as_slice() {
            b"script" => self.load(Directive::Script, get("src")),
            b"img" | b"image" | b"use" | b"feimage" => {
                self.load(
                    Directive::Image,
                    get("src").or(get("href")).or(get("xlink:href")),
                );
                self.load_set(get("srcset"));
            }
            b"input" => self.load(Directive::Image, get("src")),
            // In a <picture> it has a srcset, in <video> and <audio> a src.
            b"source" => {
                self.load(Directive::Media, get("src"));
                self.load_set(get("srcset"));
            }
            b"video" | b"audio" | b"track" => {
                self.load(Directive::Media, get("src"));
                self.load(Directive::Image, get("poster"));
            }
            b"iframe" | b"frame" => self.load(Directive::Frame, get("src")),
            b"form" => self.load(Directive::Form, Some(get("action").unwrap_or_default())),
            b"button" => self.load(Directive::Form, get("formaction")),
            b"link" => {
                let rel = get("rel").unwrap_or_default().to_ascii_lowercase();
                if let Some(directive) = linked(&rel, get("as").as_deref()) {
                    self.load(directive, get("href"));
                    if directive == Directive::Image {
                        self.load_set(get("imagesrcset"));
                    }
                }
            }
            b"object" | b"embed" | b"applet" => {
                let name = String::from_utf8_lossy(&tag.name);
                self.refused.push(Refused {
                    code: &codes::PLUGIN,
                    message: format!("<{name}> runs a plug-in"),
                    help: "use <img>, <video>, or a link to the file",
                    written: vec![format!("<{name}")],
                });
            }
            b"meta" if get("http-equiv").is_some_and(|name| is_word(&name, "refresh")) => {
                self.refused.push(Refused {
                    code: &codes::META_REFRESH,
                    message: "the page leads elsewhere by itself".to_owned(),
                    help: "declare a [[redirect]] in content/structure.toml, or link to the other page",
                    written: vec!["http-equiv".to_owned(), "HTTP-EQUIV".to_owned()],
                });
            }
            // They may set an address after every check of it.
            b"animate" | b"set"
                if get("attributename")
                    .is_some_and(|name| is_word(&name, "href") || is_word(&name, "xlink:href")) =>
            {
                let name = String::from_utf8_lossy(&tag.name);
                self.refused.push(Refused {
                    code: &codes::SCRIPT_ADDRESS,
                    message: format!("<{name}> changes an address"),
                    help: "write the address into the element itself",
                    written: vec![format!("<{name}")],
                });
            }
            b"base" => self.refused.push(Refused {
                code: &codes::BASE_ELEMENT,
                message: "<base> changes where every address of the page leads".to_owned(),
                help: "write addresses in full",
                written: vec!["<base".to_owned()],
            }),
            _ => {}
        }
    }

    fn attribute(&mut self, element: &str, name: &str, value: &str) {
        let written = || {
            let shown = |quote: &str| format!("{name}={quote}{value}{quote}");
            vec![
                shown("\""),
                shown("'"),
                shown(""),
                value.to_owned(),
                format!("{name}="),
            ]
        };
        if name == "style" {
            self.refused.push(Refused {
                code: &codes::INLINE_STYLE,
                message: format!("the style `{}` stands in the page", short(value)),
                help: "give the element a class and write the style in the theme's styles/",
                written: written(),
            });
        } else if name.len() > 2
            && name.starts_with("on")
            && name.bytes().all(|byte| byte.is_ascii_alphabetic())
        {
            self.refused.push(Refused {
                code: &codes::INLINE_HANDLER,
                message: format!("the script `{}` stands in the page", short(value)),
                help: "listen to the event in an island or in widgets/src/enhance",
                written: written(),
            });
        } else if name == "srcdoc" {
            self.refused.push(Refused {
                code: &codes::FRAME_DOCUMENT,
                message: format!("the document `{}` stands in an attribute", short(value)),
                help: "make it a page of its own, or write its text into this one",
                written: vec!["srcdoc".to_owned()],
            });
        } else if ADDRESSES.contains(&name)
            && (is_script(value) || is_document(value) && !PICTURES.contains(&element))
        {
            self.refused.push(Refused {
                code: &codes::SCRIPT_ADDRESS,
                message: format!("the address `{}` is a script", short(value)),
                help: "use a button, and listen to it in an island or in widgets/src/enhance",
                written: written(),
            });
        }
    }

    fn load(&mut self, directive: Directive, address: Option<String>) {
        let Some(address) = address else { return };
        let address = address.trim();
        if is_script(address) || address.starts_with("about:") {
            return;
        }
        let start = address.get(..5).unwrap_or_default();
        if start.eq_ignore_ascii_case("data:") {
            self.data.insert(directive);
        } else if origin(address).is_some() || address.starts_with("//") {
            self.outside.insert((directive, address.to_owned()));
        } else {
            self.own.insert(directive);
        }
    }

    fn load_set(&mut self, set: Option<String>) {
        for candidate in set.unwrap_or_default().split(", ") {
            let address = candidate.split_ascii_whitespace().next().map(str::to_owned);
            self.load(Directive::Image, address);
        }
    }
}

/// What kind of file a `<link>` loads; `None` for one that only points.
fn linked(rel: &str, kind: Option<&str>) -> Option<Directive> {
    let mut words = rel.split_ascii_whitespace();
    words.find_map(|word| match word {
        "stylesheet" => Some(Directive::Style),
        "icon" | "apple-touch-icon" | "mask-icon" => Some(Directive::Image),
        "manifest" => Some(Directive::Manifest),
        "modulepreload" => Some(Directive::Script),
        "preload" | "prefetch" => match kind {
            Some("font") => Some(Directive::Font),
            Some("image") => Some(Directive::Image),
            Some("style") => Some(Directive::Style),
            Some("script") => Some(Directive::Script),
            _ => None,
        },
        _ => None,
    })
}

/// Scheme and host of an absolute http(s) address.
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

/// Attributes with an address that browsers follow or load (HTML standard, section 3.2.8; SVG 2, section 16.1).
const ADDRESSES: [&str; 15] = [
    "action",
    "background",
    "cite",
    "codebase",
    "data",
    "formaction",
    "href",
    "longdesc",
    "manifest",
    "ping",
    "poster",
    "src",
    "srcset",
    "usemap",
    "xlink:href",
];

/// Elements that show a document as a picture, in which no script runs.
const PICTURES: [&str; 7] = [
    "feimage", "image", "img", "input", "link", "source", "video",
];

fn is_script(address: &str) -> bool {
    let head = head(address);
    head.starts_with("javascript:") || head.starts_with("vbscript:")
}

/// Whether an address is itself a document in which scripts run, or a script.
fn is_document(address: &str) -> bool {
    let head = head(address);
    let kind = head.strip_prefix("data:");
    kind.is_some_and(|kind| {
        let end = kind.find([';', ',']).unwrap_or(kind.len());
        let kind = &kind[..end];
        ["html", "xml", "javascript", "ecmascript"]
            .iter()
            .any(|one| kind.ends_with(one))
    })
}

/// The first characters of an address in lower case, without those that browsers skip.
fn head(address: &str) -> String {
    let characters = address.chars();
    let read = characters.filter(|c| !c.is_ascii_whitespace() && !c.is_ascii_control());
    read.take(60).collect::<String>().to_ascii_lowercase()
}

fn is_word(text: &str, word: &str) -> bool {
    text.trim().eq_ignore_ascii_case(word)
}

/// The first 60 characters.
fn short(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::page_reader::tokens;

    /// What a page needs.
    pub fn needs(html: &str) -> Needs {
        let mut reader = NeedsReader::default();
        tokens(html).for_each(|token| reader.token(&token));
        reader.finish()
    }

    /// Codes of what is refused, and everything else in one line.
    fn told(html: &str) -> String {
        let needs = needs(html);
        let mut parts: Vec<String> = needs
            .refused
            .iter()
            .map(|one| one.code.name.to_owned())
            .collect();
        parts.extend(needs.inline.iter().map(|(directive, text)| {
            format!("inline {directive:?} {}", String::from_utf8_lossy(text))
        }));
        parts.extend(
            needs
                .own
                .iter()
                .map(|directive| format!("own {directive:?}")),
        );
        parts.extend(
            needs
                .data
                .iter()
                .map(|directive| format!("data {directive:?}")),
        );
        parts.extend(
            needs
                .outside
                .iter()
                .map(|(directive, address)| format!("outside {directive:?} {address}")),
        );
        parts.join("; ")
    }

    #[test]
    fn needs_of_pages() {
        for (html, expected) in [
            ("<p class=a>text</p><a href=https://e.org>x</a>", ""),
            ("<p style='color: red'>x</p>", "inline-style"),
            ("<p STYLE=color:red>x</p>", "inline-style"),
            ("<button onclick=\"go()\">x</button>", "inline-handler"),
            ("<a href=' java\nscript:go()'>x</a>", "script-address"),
            (
                "<a href='&#9;jav&#x61;script&colon;go()'>x</a>",
                "script-address",
            ),
            ("<a href=VBScript:go>x</a>", "script-address"),
            (
                "<svg><a xlink:href='javascript:go()'></a></svg>",
                "script-address",
            ),
            ("<math href='javascript:go()'></math>", "script-address"),
            ("<a href='data:text/html,<b>'>x</a>", "script-address"),
            (
                "<a href='DATA: text/html ;base64,AA'>x</a>",
                "script-address",
            ),
            ("<a href='data:image/svg+xml,x'>x</a>", "script-address"),
            (
                "<a href='data:,'>x</a><a href='data:text/plain,x'>x</a>",
                "",
            ),
            ("<img src='data:image/svg+xml,x'>", "data Image"),
            (
                "<iframe src='data:application/xhtml+xml,x'></iframe>",
                "script-address; data Frame",
            ),
            (
                "<blockquote cite='javascript:go()'>x</blockquote>",
                "script-address",
            ),
            ("<p title='javascript: the good parts'>x</p>", ""),
            (
                "<svg><set attributeName=href to='javascript:go()'/></svg>",
                "script-address",
            ),
            (
                "<svg><animate attributeName='XLINK:href' values='/a;/b'/></svg>",
                "script-address",
            ),
            ("<svg><set attributeName=opacity to=1 /></svg>", ""),
            (
                "<meta http-equiv=refresh content='0;url=/x'>",
                "meta-refresh",
            ),
            ("<meta http-equiv=' Refresh '>", "meta-refresh"),
            ("<meta http-equiv=content-language content=en>", ""),
            (
                "<iframe srcdoc='<script>go()</script>'></iframe>",
                "frame-document",
            ),
            ("<body onload=go()>", "inline-handler"),
            ("<svg><a onbegin=go()></a></svg>", "inline-handler"),
            ("<object data=x></object>", "plugin"),
            ("<base href=/x>", "base-element"),
            (
                "<script>if (a < b && c) '<p style=x>'</script>",
                "inline Script if (a < b && c) '<p style=x>'",
            ),
            (
                "<script type=module>a</script><script type='text/JavaScript'>b</script>",
                "inline Script a; inline Script b",
            ),
            (
                "<script type='application/ld+json'>{\"a\":1}</script><script type=application/json>{}</script>",
                "",
            ),
            ("<script type=module src=/a.js></script>", "own Script"),
            (
                "<style>p > a { color: red }</style>",
                "inline Style p > a { color: red }",
            ),
            (
                "<link rel=stylesheet href=/a.css><link rel=canonical href=https://e.org/x>",
                "own Style",
            ),
            (
                "<link rel='preload' as=font href=/a.woff2><link rel='shortcut icon' href=/i.svg>",
                "own Image; own Font",
            ),
            (
                "<img src=/a.png srcset='/b.png 2x, https://e.org/c.png 3x'>",
                "own Image; outside Image https://e.org/c.png",
            ),
            ("<img src=data:image/png;base64,AA>", "data Image"),
            (
                "<script src=//e.org/a.js></script>",
                "outside Script //e.org/a.js",
            ),
            (
                "<iframe src=https://maps.e.org/x?y></iframe>",
                "outside Frame https://maps.e.org/x?y",
            ),
            ("<form method=post action=/api/contact></form>", "own Form"),
            (
                "<form action=https://api.e.org/contact></form>",
                "outside Form https://api.e.org/contact",
            ),
            (
                "<svg><style>a{}</style><use href=#b></use></svg>",
                "inline Style a{}; own Image",
            ),
        ] {
            assert_eq!(told(html), expected, "{html}");
        }
    }

    #[test]
    fn origins() {
        assert_eq!(origin("https://e.org/a/b"), Some("https://e.org"));
        assert_eq!(origin("HTTPS://e.org?x"), Some("HTTPS://e.org"));
        assert_eq!(origin("/a"), None);
    }
}
