//! The text of a content security policy.

use std::collections::BTreeSet;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use crate::needs::url::origin;
use crate::needs::{Directive, Needs};

/// Content security policy of the site, which allows everything that any page needs.
#[derive(Debug, Default)]
pub struct Policy {
    own: BTreeSet<Directive>,
    data: BTreeSet<Directive>,
    /// Texts of inline scripts and styles.
    inline: BTreeSet<(Directive, Vec<u8>)>,
    /// Origin of the form function, if it is on another host.
    api: Option<String>,
    /// Whether a form is sent to the form function on another host.
    posts_to_api: bool,
}

impl Policy {
    /// Creates a policy for a site whose form function is at `api_url`.
    pub fn new(api_url: &str) -> Self {
        Self {
            api: origin(api_url)
                .filter(|origin| origin.bytes().all(is_part_of_origin))
                .map(str::to_owned),
            ..Self::default()
        }
    }

    /// Adds the needs of a page.
    pub fn add(&mut self, needs: &Needs) {
        self.own.extend(&needs.own);
        self.data.extend(&needs.data);
        self.posts_to_api |= needs.outside.iter().any(|(directive, address)| {
            *directive == Directive::Form
                && self.api.is_some()
                && origin(address) == self.api.as_deref()
        });
        for inline in &needs.inline {
            // Most pages have the same inline texts.
            if !self.inline.contains(inline) {
                self.inline.insert(inline.clone());
            }
        }
    }

    /// Adds the fonts and images of a style sheet. Returns the URLs that it loads from other hosts.
    pub fn add_styles(&mut self, css: &str) -> Vec<String> {
        let mut outside = BTreeSet::new();
        for address in assets::css::addresses(css) {
            let address = &css[address];
            if origin(address).is_some() || address.starts_with("//") {
                outside.insert(address.to_owned());
                continue;
            }
            let is_font = [".woff2", ".woff", ".ttf", ".otf"]
                .iter()
                .any(|ending| address.contains(ending))
                || address.starts_with("data:font")
                || address.starts_with("data:application/font");
            let directive = if is_font {
                Directive::Font
            } else {
                Directive::Image
            };
            if address.starts_with("data:") {
                self.data.insert(directive);
            } else if !address.starts_with('#') {
                self.own.insert(directive);
            }
        }
        outside.into_iter().collect()
    }

    /// Returns the text of the policy for a page that may use these hosts.
    pub fn text(&self, hosts: &BTreeSet<(Directive, &str)>) -> String {
        let allowed = |directive| {
            let hosts = hosts.iter();
            hosts.filter_map(move |(one, host)| (*one == directive).then_some(*host))
        };
        let mut parts = vec!["default-src 'none'".to_owned()];
        for (directive, name) in [
            (Directive::Script, "script-src"),
            (Directive::Style, "style-src"),
            (Directive::Image, "img-src"),
            (Directive::Font, "font-src"),
            (Directive::Media, "media-src"),
            (Directive::Manifest, "manifest-src"),
        ] {
            let mut sources = self.sources(directive);
            sources.extend(allowed(directive).map(str::to_owned));
            parts.extend(directive_text(name, sources.iter().map(String::as_str)));
        }
        let has_scripts = !self.sources(Directive::Script).is_empty();
        let own = |directive| self.own.contains(&directive).then_some("'self'");
        let api = self.api.as_deref();
        // Scripts fetch from the form function and from the site itself.
        let connect = Some("'self'").into_iter().chain(api);
        let connect = connect.filter(|_| has_scripts);
        let connect = connect.chain(allowed(Directive::Connect));
        parts.extend(directive_text("connect-src", connect));
        let frames = own(Directive::Frame).into_iter();
        let frames = frames.chain(allowed(Directive::Frame));
        parts.extend(directive_text("frame-src", frames));
        let forms = own(Directive::Form).into_iter();
        let forms = forms.chain(api.filter(|_| self.posts_to_api));
        let forms = directive_text("form-action", forms.chain(allowed(Directive::Form)));
        parts.push(forms.unwrap_or_else(|| "form-action 'none'".to_owned()));
        // These do not fall back to default-src.
        parts.push("base-uri 'none'; frame-ancestors 'none'; object-src 'none'".to_owned());
        parts.join("; ")
    }

    fn sources(&self, directive: Directive) -> Vec<String> {
        let own = self.own.contains(&directive).then(|| "'self'".to_owned());
        let data = self.data.contains(&directive).then(|| "data:".to_owned());
        let inline = self.inline.iter().filter(|(kind, _)| *kind == directive);
        let hashes: BTreeSet<String> = inline.map(|(_, text)| hash(text)).collect();
        own.into_iter().chain(data).chain(hashes).collect()
    }
}

/// Returns whether an origin (scheme, host, and port) may contain this character. Other characters could end the directive or the
/// header.
fn is_part_of_origin(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b":/.-_[]".contains(&byte)
}

fn directive_text<'a>(name: &str, sources: impl Iterator<Item = &'a str>) -> Option<String> {
    let sources: Vec<&str> = sources.collect();
    (!sources.is_empty()).then(|| format!("{name} {}", sources.join(" ")))
}

/// Returns the hash of an inline text, `'sha256-…'` (CSP level 3, section 6.7.3.3).
fn hash(text: &[u8]) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(html: &str, css: &str, api: &str, hosts: &[(Directive, &str)]) -> String {
        let mut policy = Policy::new(api);
        policy.add(&crate::needs::tests::needs(html));
        policy.add_styles(css);
        policy.text(&hosts.iter().copied().collect())
    }

    const END: &str = "base-uri 'none'; frame-ancestors 'none'; object-src 'none'";

    #[test]
    fn other_hosts_in_style_sheets() {
        for (css, expected) in [
            ("a { background: url(x.png) }", ""),
            (
                "a { background: URL( 'https://e.org/x.png' ) }",
                "https://e.org/x.png",
            ),
            (
                "a { src: url(//e.org/x.woff2) format(\"woff2\") }",
                "//e.org/x.woff2",
            ),
            (
                "a { background: url(\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'>\") }",
                "",
            ),
        ] {
            assert_eq!(
                Policy::new("/api").add_styles(css).join(" "),
                expected,
                "{css}"
            );
        }
    }

    #[test]
    fn policies() {
        for (html, css, api, hosts, expected) in [
            (
                "<p>x</p>",
                "",
                "/api",
                &[][..],
                "default-src 'none'; form-action 'none'; ",
            ),
            (
                "<link rel=stylesheet href=/a.css><script type=module src=/a.js></script><form></form>",
                "@font-face{src:url(\"./f.woff2\")}a{background:url(data:image/svg+xml,%3C)}",
                "/api",
                &[],
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; font-src 'self'; connect-src 'self'; form-action 'self'; ",
            ),
            (
                "<script src=/a.js></script><form action=https://forms.example.com/contact></form>",
                "",
                "https://forms.example.com/v1",
                &[(Directive::Frame, "https://www.google.com")],
                "default-src 'none'; script-src 'self'; connect-src 'self' https://forms.example.com; frame-src https://www.google.com; form-action https://forms.example.com; ",
            ),
            (
                "<script src=/a.js></script>",
                "",
                "/api",
                &[
                    (Directive::Script, "https://a.example"),
                    (Directive::Image, "https://a.example"),
                    (Directive::Form, "https://b.example"),
                    (Directive::Connect, "https://a.example"),
                ],
                "default-src 'none'; script-src 'self' https://a.example; img-src https://a.example; connect-src 'self' https://a.example; form-action https://b.example; ",
            ),
            (
                "<script src=/a.js></script>",
                "",
                "https://forms.example.com;script-src *",
                &[],
                "default-src 'none'; script-src 'self'; connect-src 'self'; form-action 'none'; ",
            ),
            // Example from CSP level 3, section 1.3.
            (
                "<script>doSomething();</script>",
                "",
                "/api",
                &[],
                "default-src 'none'; script-src 'sha256-RFWPLDbv2BY+rCkDzsE+0fr8ylGr2R2faWMhq4lfEQc='; connect-src 'self'; form-action 'none'; ",
            ),
        ] {
            assert_eq!(
                policy(html, css, api, hosts),
                format!("{expected}{END}"),
                "{html}"
            );
        }
    }
}
