//! Collects everything that the security policy of a page must allow: scripts, styles, frames, and other files, from the site
//! itself and from other hosts.

mod ambiguity;
mod refused;
pub mod url;

use std::collections::{BTreeSet, HashSet};

use serde::{Deserialize, Serialize};

use crate::codes;
use crate::tokens::{self, Tag, Token};
use ambiguity::Ambiguity;
pub use refused::Refused;
use url::{is_document, is_of_host, is_script, may_have_other_scheme, origin};

/// A directive of a content security policy (CSP level 3, section 6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
    /// `connect-src`: connections that a page opens in advance (`preconnect`, `prefetch`), and reports of clicks (`ping`).
    Connect,
}

/// Everything that the security policy of a page must allow.
#[derive(Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Needs {
    /// Texts of executable inline scripts, and of inline styles.
    pub inline: BTreeSet<(Directive, Vec<u8>)>,
    /// Directives for which the page loads files from the site itself.
    pub own: BTreeSet<Directive>,
    /// Directives for which the page contains `data:` URLs.
    pub data: BTreeSet<Directive>,
    /// URLs of other hosts from which the page loads files, or to which it sends forms.
    pub outside: BTreeSet<(Directive, String)>,
    /// Parts of the page that the policy cannot allow. A page with such parts is not written to the cache.
    #[serde(skip)]
    pub refused: Vec<Refused>,
}

/// Collects the needs of a page from its tokens.
#[derive(Debug, Default)]
pub struct NeedsReader {
    needs: Needs,
    /// Text so far of the script or style that is being read.
    inline: Option<(Directive, Vec<u8>)>,
    /// Text so far of the `<noscript>` that is being read.
    without_scripts: Option<String>,
    ambiguity: Ambiguity,
}

impl NeedsReader {
    /// Reads the next token.
    pub fn token(&mut self, token: &Token<'_>) {
        self.needs.refused.extend(self.ambiguity.token(token));
        match token {
            Token::Start(tag) => {
                self.needs.element(tag);
                self.inline = opens(tag).map(|directive| (directive, Vec::new()));
                self.without_scripts = (tag.name == "noscript").then(String::new);
            }
            Token::Text(text) => {
                if let Some((_, all)) = &mut self.inline {
                    all.extend_from_slice(text.as_bytes());
                }
                if let Some(all) = &mut self.without_scripts {
                    all.push_str(text);
                }
            }
            Token::End(_) if self.inline.is_some() || self.without_scripts.is_some() => {
                let inline = self.inline.take();
                let inline = inline.filter(|(_, text)| !text.is_empty());
                self.needs.inline.extend(inline);
                self.read_without_scripts();
            }
            Token::End(_) | Token::CharacterData => {}
        }
    }

    /// Reads the content of a `<noscript>` as markup, as browsers do if scripts are disabled. A nested `<noscript>` is refused.
    fn read_without_scripts(&mut self) {
        if let Some(html) = self.without_scripts.take() {
            tokens::read(&html, |token| match token {
                Token::Start(tag) if tag.name == "noscript" => {
                    self.needs.refused.push(Refused {
                        help: "move it out of the <noscript> around it",
                        ..ambiguity::refused(tag.name)
                    });
                }
                token => self.token(token),
            });
        }
    }

    /// Returns the needs after the last token. Parts that are refused several times are reported once.
    pub fn finish(mut self) -> Needs {
        self.read_without_scripts();
        let mut known = HashSet::new();
        let refused = &mut self.needs.refused;
        refused.retain(|one| known.insert((one.code.name, one.written.clone())));
        self.needs
    }
}

/// Words that occur in the types of executable scripts (MIME Sniffing standard, "JavaScript MIME type").
const SCRIPTS: [&str; 4] = ["javascript", "ecmascript", "jscript", "livescript"];

/// Returns the directive for the text of a `<style>` or an executable inline `<script>`, or `None` for other elements. A script of
/// another type, such as JSON, is data, to which the policy does not apply (HTML standard, "prepare the script element", step 12).
fn opens(tag: &Tag<'_>) -> Option<Directive> {
    match tag.name {
        "style" => Some(Directive::Style),
        "script" if tag.attribute("src").is_none() => {
            let kind = tag.attribute("type").unwrap_or_default();
            let kind = kind.trim().to_ascii_lowercase();
            let is_executed = ["", "module", "importmap", "speculationrules"]
                .contains(&kind.as_str())
                || SCRIPTS.iter().any(|name| kind.contains(name));
            is_executed.then_some(Directive::Script)
        }
        _ => None,
    }
}

impl Needs {
    /// Returns whether the page shows a frame of this host, without a script.
    pub fn has_frame_of(&self, host: &str) -> bool {
        let mut outside = self.outside.iter();
        outside
            .any(|(directive, address)| *directive == Directive::Frame && is_of_host(address, host))
    }

    fn element(&mut self, tag: &Tag<'_>) {
        for (name, value) in tag.attributes() {
            self.attribute(tag.name, name, value);
        }
        // The most common elements load nothing.
        if matches!(tag.name, "a" | "p" | "li" | "div" | "span" | "td" | "ul") {
            return;
        }
        let get = |name: &str| tag.attribute(name);
        match tag.name {
            // Only SVG scripts have an `href`.
            "script" => {
                for name in ["src", "href", "xlink:href"] {
                    self.load(Directive::Script, get(name));
                }
            }
            "img" | "image" | "use" | "feimage" => {
                let other = || get("href").or_else(|| get("xlink:href"));
                self.load(Directive::Image, get("src").or_else(other));
                self.load_set(get("srcset"));
            }
            "input" => {
                self.load(Directive::Image, get("src"));
                self.load(Directive::Form, get("formaction"));
            }
            // `<source>` has a `srcset` in <picture>, and a `src` in <video> and <audio>.
            "source" => {
                self.load(Directive::Media, get("src"));
                self.load_set(get("srcset"));
            }
            "video" | "audio" | "track" => {
                self.load(Directive::Media, get("src"));
                self.load(Directive::Image, get("poster"));
            }
            "iframe" | "frame" => self.load(Directive::Frame, get("src")),
            "form" => self.load(Directive::Form, Some(get("action").unwrap_or_default())),
            "button" => self.load(Directive::Form, get("formaction")),
            "link" => {
                let rel = get("rel").unwrap_or_default().to_ascii_lowercase();
                if let Some(directive) = linked(&rel, get("as")) {
                    self.load(directive, get("href"));
                    if directive == Directive::Image {
                        self.load_set(get("imagesrcset"));
                    }
                }
            }
            "object" | "embed" | "applet" => {
                let name = tag.name;
                self.refused.push(Refused {
                    code: &codes::PLUGIN,
                    message: format!("browsers refuse <{name}>, which runs a plug-in"),
                    help: "use <img>, <video>, or a link to the file",
                    written: vec![format!("<{name}")],
                });
            }
            "meta" if get("http-equiv").is_some_and(|name| is_word(name, "refresh")) => {
                self.refused.push(Refused {
                    code: &codes::META_REFRESH,
                    message: "the page redirects by itself".to_owned(),
                    help: "declare a [[redirect]] in content/structure.toml, or link to the other page",
                    written: vec!["http-equiv".to_owned(), "HTTP-EQUIV".to_owned()],
                });
            }
            // These elements can change a URL after it was checked.
            "animate" | "set"
                if get("attributename")
                    .is_some_and(|name| is_word(name, "href") || is_word(name, "xlink:href")) =>
            {
                let name = tag.name;
                self.refused.push(Refused {
                    code: &codes::SCRIPT_ADDRESS,
                    message: format!("<{name}> changes a URL"),
                    help: "write the URL into the element itself",
                    written: vec![format!("<{name}")],
                });
            }
            "base" => self.refused.push(Refused {
                code: &codes::BASE_ELEMENT,
                message: "browsers refuse <base>, which changes the target of relative URLs"
                    .to_owned(),
                help: "write full URLs, or paths that begin with a slash",
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
        match name {
            // Neither of these is ever refused, and they are the most common attributes.
            "class" | "id" => {}
            "style" => self.refused.push(Refused {
                code: &codes::INLINE_STYLE,
                message: format!("browsers refuse the inline style `{}`", short(value)),
                help: "give the element a class, and write the style in the theme's styles/",
                written: written(),
            }),
            "srcdoc" => self.refused.push(Refused {
                code: &codes::FRAME_DOCUMENT,
                message: format!(
                    "the document of a frame is in the attribute srcdoc: `{}`",
                    short(value)
                ),
                help: "make it a page of its own, or write its text into this one",
                written: vec!["srcdoc".to_owned()],
            }),
            _ if is_handler(name) => self.refused.push(Refused {
                code: &codes::INLINE_HANDLER,
                message: format!("browsers refuse the inline script `{}`", short(value)),
                help: "listen to the event in an island, or in widgets/src/enhance",
                written: written(),
            }),
            _ if is_address(name) => {
                match name {
                    "ping" => {
                        let addresses = value.split_ascii_whitespace();
                        addresses.for_each(|address| self.load(Directive::Connect, Some(address)));
                    }
                    "background" => self.load(Directive::Image, Some(value)),
                    _ => {}
                }
                if may_have_other_scheme(value)
                    && (is_script(value) || is_document(value) && !IMAGES.contains(&element))
                {
                    self.refused.push(Refused {
                        code: &codes::SCRIPT_ADDRESS,
                        message: format!("browsers refuse the script URL `{}`", short(value)),
                        help: "use a button, and listen to its event in an island, or in widgets/src/enhance",
                        written: written(),
                    });
                }
            }
            _ => {}
        }
    }

    fn load(&mut self, directive: Directive, address: Option<&str>) {
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

    /// Adds the URLs of a `srcset` (HTML standard, "parse a srcset attribute").
    fn load_set(&mut self, set: Option<&str>) {
        let is_between = |c: char| c.is_ascii_whitespace() || c == ',';
        let mut rest = set.unwrap_or_default().trim_start_matches(is_between);
        while !rest.is_empty() {
            let end = rest.find(|c: char| c.is_ascii_whitespace());
            let (address, behind) = rest.split_at(end.unwrap_or(rest.len()));
            self.load(Directive::Image, Some(address.trim_end_matches(',')));
            // A URL that ends with a comma has no width.
            let width = if address.ends_with(',') {
                0
            } else {
                behind.find(',').unwrap_or(behind.len())
            };
            rest = behind[width..].trim_start_matches(is_between);
        }
    }
}

/// Returns the directive for the file that a `<link>` loads, or `None` if it loads nothing.
fn linked(rel: &str, kind: Option<&str>) -> Option<Directive> {
    let mut words = rel.split_ascii_whitespace();
    words.find_map(|word| match word {
        "stylesheet" => Some(Directive::Style),
        "icon" | "apple-touch-icon" | "mask-icon" => Some(Directive::Image),
        "manifest" => Some(Directive::Manifest),
        "modulepreload" => Some(Directive::Script),
        "preload" | "prefetch" => Some(match kind {
            Some("font") => Directive::Font,
            Some("image") => Directive::Image,
            Some("style") => Directive::Style,
            Some("script") => Directive::Script,
            _ => Directive::Connect,
        }),
        "preconnect" | "dns-prefetch" | "prerender" => Some(Directive::Connect),
        _ => None,
    })
}

/// Returns whether this attribute is an inline script: `onclick`.
fn is_handler(name: &str) -> bool {
    name.len() > 2 && name.starts_with("on") && name.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// Returns whether the value of this attribute is a URL that browsers follow or load (HTML standard, section 3.2.8; SVG 2,
/// section 16.1).
#[rustfmt::skip]
fn is_address(name: &str) -> bool {
    matches!(
        name,
        "action" | "background" | "cite" | "codebase" | "data" | "formaction" | "href" | "longdesc" | "manifest" | "ping"
            | "poster" | "src" | "srcset" | "usemap" | "xlink:href"
    )
}

/// Elements that show a document as an image, so that no script in it runs.
const IMAGES: [&str; 7] = [
    "feimage", "image", "img", "input", "link", "source", "video",
];

fn is_word(text: &str, word: &str) -> bool {
    text.trim().eq_ignore_ascii_case(word)
}

/// Returns the first 60 characters, followed by `…` if the text is longer.
fn short(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::fixture::cases;
    use crate::tokens;

    /// Returns the needs of a page.
    pub fn needs(html: &str) -> Needs {
        let mut reader = NeedsReader::default();
        tokens::read(html, |token| reader.token(token));
        reader.finish()
    }

    /// Returns the codes of the refused parts, and all other needs, on one line.
    fn shown(html: &str) -> String {
        let needs = needs(html);
        let inline = needs.inline.iter();
        let inline =
            inline.map(|(kind, text)| format!("inline {kind:?} {}", String::from_utf8_lossy(text)));
        let outside = needs.outside.iter();
        let outside = outside.map(|(kind, address)| format!("outside {kind:?} {address}"));
        let parts = needs.refused.iter().map(|one| one.code.name.to_owned());
        let parts = parts
            .chain(inline)
            .chain(needs.own.iter().map(|kind| format!("own {kind:?}")))
            .chain(needs.data.iter().map(|kind| format!("data {kind:?}")))
            .chain(outside);
        parts.collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn needs_of_pages() {
        let table = r#"
            <p class=a>text</p><a href=https://e.org>x</a>
            <p style='color: red'>x</p>
            => inline-style
            <p STYLE=color:red>x</p>
            => inline-style
            <button onclick="go()">x</button>
            => inline-handler
            <a href='&#9;jav&#x61;script&colon;go()'>x</a>
            => script-address
            <a href=VBScript:go>x</a>
            => script-address
            <svg><a xlink:href='javascript:go()'></a></svg>
            => script-address
            <math href='javascript:go()'></math>
            => script-address
            <a href='data:text/html,<b>'>x</a>
            => script-address
            <a href='DATA: text/html ;base64,AA'>x</a>
            => script-address
            <a href='data:image/svg+xml,x'>x</a>
            => script-address
            <a href='data:,'>x</a><a href='data:text/plain,x'>x</a>
            <img src='data:image/svg+xml,x'>
            => data Image
            <iframe src='data:application/xhtml+xml,x'></iframe>
            => script-address
            => data Frame
            <blockquote cite='javascript:go()'>x</blockquote>
            => script-address
            <p title='javascript: the good parts'>x</p>
            <svg><set attributeName=href to='javascript:go()'/></svg>
            => script-address
            <svg><animate attributeName='XLINK:href' values='/a;/b'/></svg>
            => script-address
            <svg><set attributeName=opacity to=1 /></svg>
            <meta http-equiv=refresh content='0;url=/x'>
            => meta-refresh
            <meta http-equiv=' Refresh '>
            => meta-refresh
            <meta http-equiv=content-language content=en>
            <iframe srcdoc='<script>go()</script>'></iframe>
            => frame-document
            <body onload=go()>
            => inline-handler
            <svg><a onbegin=go()></a></svg>
            => inline-handler
            <object data=x></object>
            => plugin
            <base href=/x>
            => base-element
            <script>if (a < b && c) '<p style=x>'</script>
            => inline Script if (a < b && c) '<p style=x>'
            <script type=module>a</script><script type='text/JavaScript'>b</script>
            => inline Script a
            => inline Script b
            <script type='application/ld+json'>{"a":1}</script><script type=application/json>{}</script>
            <script type=module src=/a.js></script>
            => own Script
            <style>p > a { color: red }</style>
            => inline Style p > a { color: red }
            <link rel=stylesheet href=/a.css><link rel=canonical href=https://e.org/x>
            => own Style
            <link rel='preload' as=font href=/a.woff2><link rel='shortcut icon' href=/i.svg>
            => own Image
            => own Font
            <img src=/a.png srcset='/b.png 2x, https://e.org/c.png 3x'>
            => own Image
            => outside Image https://e.org/c.png
            <img src=data:image/png;base64,AA>
            => data Image
            <img srcset='/b.png 2x,https://e.org/c.png 3x, , https://e.org/d,e.png,https://e.org/f.png'>
            => own Image
            => outside Image https://e.org/c.png
            => outside Image https://e.org/d,e.png,https://e.org/f.png
            <img srcset='https://e.org/a.png, /b.png'>
            => own Image
            => outside Image https://e.org/a.png
            <table background=https://e.org/a.png>
            => outside Image https://e.org/a.png
            <link rel=preconnect href=https://e.org><link rel=prefetch href=https://f.org/x>
            => outside Connect https://e.org
            => outside Connect https://f.org/x
            <a href=/x ping='/y https://e.org/z'>x</a>
            => own Connect
            => outside Connect https://e.org/z
            <script src=//e.org/a.js></script>
            => outside Script //e.org/a.js
            <iframe src=https://maps.e.org/x?y></iframe>
            => outside Frame https://maps.e.org/x?y
            <form method=post action=/api/contact></form>
            => own Form
            <form action=https://api.e.org/contact></form>
            => outside Form https://api.e.org/contact
            <form action=/api/contact><input type=submit formaction=https://e.org/x></form>
            => own Form
            => outside Form https://e.org/x
            <script type=text/jscript>a</script>
            => inline Script a
            <noscript><meta http-equiv=refresh content='0;url=/x'><img src=/a.png></noscript>
            => meta-refresh
            => own Image
            <noscript><noscript><base href=/x></noscript>
            => ambiguous-html
            <noscript><style>a{}</style>
            => inline Style a{}
            <svg><script href=https://e.org/a.js></script></svg>
            => outside Script https://e.org/a.js
            <svg><style>a{}</style><use href=#b></use></svg>
            => inline Style a{}
            => own Image
        "#;
        for (html, expected) in cases(table) {
            assert_eq!(shown(html), expected.join("; "), "{html}");
        }
        assert_eq!(
            shown("<a href=' java\nscript:go()'>x</a>"),
            "script-address"
        );
    }
}
