//! The path below which a host serves the site: `/guide` for `https://example.github.io/guide`.
//!
//! Everywhere else, URLs begin at the home page: `/about`. Files are given the path when they leave the program, so neither content nor
//! templates change when a site gets a domain of its own.

use std::borrow::Cow;

use bytes::Bytes;
use render::html_addresses::{is_list, is_url, with_attributes, with_spans};
use render::srcset;

/// Path below which the site is served.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BasePath {
    /// The path, without a slash at the end; empty at the top of a host.
    path: String,
    /// Path on the host below which the form function answers; `None` if the site has no forms.
    forms: Option<String>,
}

impl BasePath {
    /// Returns the path of a site's `base_url`. `forms` is the URL below which the form function answers, if the site has forms.
    pub fn of(base_url: &str, forms: Option<&str>) -> Self {
        let after_scheme = base_url.split_once("://").map_or("", |(_, rest)| rest);
        let path = after_scheme.find('/').map_or("", |at| &after_scheme[at..]);
        let path = path.trim_end_matches('/');
        // A URL that is reported as malformed must not move the preview.
        let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || b"._~-".contains(&byte);
        let is_name = |name: &str| !name.is_empty() && name.bytes().all(is_sign);
        let is_path = path.split('/').skip(1).all(is_name);
        Self {
            path: if is_path {
                path.to_owned()
            } else {
                String::new()
            },
            forms: forms.map(|url| format!("{}/", url.trim_end_matches('/'))),
        }
    }

    /// Returns the path; empty at the top of a host.
    pub fn as_str(&self) -> &str {
        &self.path
    }

    /// Returns whether the site is at the top of its host.
    pub fn is_top(&self) -> bool {
        self.path.is_empty()
    }

    /// Returns the URL on the site of a path on the host, or `None` if the path is not below the site's.
    pub fn inner<'p>(&self, path: &'p str) -> Option<&'p str> {
        match path.strip_prefix(self.path.as_str())? {
            "" => Some("/"),
            inner => inner.starts_with('/').then_some(inner),
        }
    }

    /// Returns a page as the host serves it.
    pub fn html<'h>(&self, html: &'h str) -> Cow<'h, str> {
        if self.is_top() {
            return Cow::Borrowed(html);
        }
        let html = with_attributes(html, |element, attribute, value| {
            if is_url(element, attribute) || attribute == "content" && element == "meta" {
                self.address(value.trim())
            } else if is_list(attribute) {
                Some(with_spans(value, srcset::urls(value), |one| {
                    self.address(one)
                }))
            } else if attribute.starts_with("data-") && value.starts_with('/') {
                // The modules of an island are a list.
                let words = value.split(' ');
                let words = words.map(|word| self.address(word).unwrap_or_else(|| word.to_owned()));
                Some(words.collect::<Vec<_>>().join(" "))
            } else {
                None
            }
        });
        Cow::Owned(self.in_data(&html))
    }

    /// Returns a file of the output as the host serves it, given its path in the output.
    pub fn file(&self, path: &str, bytes: Bytes) -> Bytes {
        if self.is_top() {
            return bytes;
        }
        let Ok(text) = std::str::from_utf8(&bytes) else {
            return bytes;
        };
        match path.rsplit('.').next() {
            Some("html") => self.html(text).into_owned().into(),
            Some("json" | "webmanifest") => self.json(text).into(),
            Some("css") => {
                let addresses = assets::css::addresses(text);
                with_spans(text, addresses, |one| self.address(one)).into()
            }
            _ => bytes,
        }
    }

    /// Returns an address on the site as an address on its host, or `None` for any other address, and for the form function, which is
    /// at the top of its host.
    fn address(&self, address: &str) -> Option<String> {
        let is_on_site = address.starts_with('/') && !address.starts_with("//");
        (is_on_site && !self.is_form(address)).then(|| format!("{}{address}", self.path))
    }

    fn is_form(&self, address: &str) -> bool {
        let forms = self.forms.as_deref();
        forms.is_some_and(|forms| address.starts_with(forms))
    }

    /// Changes the addresses in the props of islands: the JSON of `<script type="application/json">`.
    fn in_data(&self, html: &str) -> String {
        const START: &str = "<script type=\"application/json\">";
        let mut parts = html.split(START);
        let mut changed = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (json, rest) = part.split_once("</script>").unwrap_or((part, ""));
            changed.push_str(START);
            changed.push_str(&self.json(json));
            if part.len() > json.len() {
                changed.push_str("</script>");
            }
            changed.push_str(rest);
        }
        changed
    }

    /// Changes the addresses in JSON: texts that begin with a slash and have no white space, except for keys, and the links in HTML.
    fn json(&self, json: &str) -> String {
        let mut changed = String::with_capacity(json.len());
        let mut rest = 0;
        for (at, _) in json.match_indices("\"/") {
            let (before, value) = (&json[..at], &json[at + 1..]);
            let is_on_site = if let Some(before) = before.strip_suffix('\\') {
                // `href=\"/about\"` within a text.
                before.ends_with("href=") || before.ends_with("src=")
            } else {
                let value = &value[..value.find('"').unwrap_or(value.len())];
                let after = json[at + 1 + value.len()..].trim_start_matches('"');
                let is_value = before.trim_end().ends_with([':', '[', ',']);
                is_value
                    && !value.contains(char::is_whitespace)
                    && !after.trim_start().starts_with(':')
            };
            if is_on_site && !value.starts_with("//") && !self.is_form(value) {
                changed.push_str(&json[rest..=at]);
                changed.push_str(&self.path);
                rest = at + 1;
            }
        }
        changed + &json[rest..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_sites() {
        for (base_url, path) in [
            ("https://example.org", ""),
            ("https://example.org/", ""),
            ("https://example.github.io/guide", "/guide"),
            ("https://example.org/a/b/", "/a/b"),
            ("https://example.org/?x=1", ""),
            ("https://example.org//shop", ""),
            ("https://example.org/my shop", ""),
        ] {
            assert_eq!(BasePath::of(base_url, None).as_str(), path, "{base_url}");
        }
        let base = BasePath::of("https://example.org/guide", None);
        for (path, inner) in [
            ("/guide", Some("/")),
            ("/guide/", Some("/")),
            ("/guide/about", Some("/about")),
            ("/guides", None),
            ("/about", None),
        ] {
            assert_eq!(base.inner(path), inner, "{path}");
        }
        assert_eq!(BasePath::default().inner("/about"), Some("/about"));
    }

    /// Rows: a text of the site, and the same text on the host. Where the second is empty, nothing changes.
    #[test]
    #[rustfmt::skip]
    fn addresses_of_pages() {
        let base = BasePath::of("https://e.org/guide", Some("/api"));
        for (html, expected) in [
            ("<a href=\"/\"><a href='/about#x'>", "<a href=\"/guide/\"><a href='/guide/about#x'>"),
            ("<img src=/a.png srcset=\"/a.png 1x, /b.png 2x\">", "<img src=\"/guide/a.png\" srcset=\"/guide/a.png 1x, /guide/b.png 2x\">"),
            ("<form action=\"/search\">", "<form action=\"/guide/search\">"),
            ("<site-island data-module=\"/assets/a.js\" data-imports=\"/assets/b.js /assets/c.js\">", "<site-island data-module=\"/guide/assets/a.js\" data-imports=\"/guide/assets/b.js /guide/assets/c.js\">"),
            ("<script type=\"application/json\">{\"url\":\"/a\",\"of\":[\"/b\", \"/c d\"],\"/e\":1,\"html\":\"<a href=\\\"/f\\\">\"}</script><p>\"/g\"</p>",
             "<script type=\"application/json\">{\"url\":\"/guide/a\",\"of\":[\"/guide/b\", \"/c d\"],\"/e\":1,\"html\":\"<a href=\\\"/guide/f\\\">\"}</script><p>\"/g\"</p>"),
            ("<form action=\"/api/contact\"><a href=\"https://o.org/x\"><a href=\"//o.org\"><a href=\"#x\"><a href=\"notes\">", ""),
            ("<pre>\"\"\"\"\"\"</pre><a href=\"/x\">", "<pre>\"\"\"\"\"\"</pre><a href=\"/guide/x\">"),
            ("<code>href=\"/x\"</code><script>a = \"/b\"</script><p title=\"/x\">", ""),
        ] {
            let expected = if expected.is_empty() { html } else { expected };
            assert_eq!(base.html(html), expected, "{html}");
            assert_eq!(BasePath::default().html(html), html);
        }
        let form = "<form action=\"/api/contact\"><a href=\"/forms/x\">";
        for (forms, expected) in [
            (None, "<form action=\"/guide/api/contact\"><a href=\"/guide/forms/x\">"),
            (Some("/forms"), "<form action=\"/guide/api/contact\"><a href=\"/forms/x\">"),
            (Some("https://forms.example"), "<form action=\"/guide/api/contact\"><a href=\"/guide/forms/x\">"),
        ] {
            assert_eq!(BasePath::of("https://e.org/guide", forms).html(form), expected, "{forms:?}");
        }
        let css = "a { background: url(/a.png) } b { background: url('./b.png') } @import \"/c.css\";";
        let expected = "a { background: url(/guide/a.png) } b { background: url('./b.png') } @import \"/guide/c.css\";";
        assert_eq!(base.file("assets/a.css", css.into()), expected);
        assert_eq!(base.file("a.txt", css.into()), css);
    }
}
