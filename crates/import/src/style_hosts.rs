//! Other hosts from which published style sheets load pictures and fonts.

use std::collections::BTreeMap;

use crate::html::{Hosts, use_host};
use crate::project::Project;

/// Endings of fonts.
const FONTS: [&str; 4] = [".woff2", ".woff", ".ttf", ".otf"];

/// Adds the hosts that the style sheets in `public` use.
pub fn add(project: &Project<'_>, public: &BTreeMap<String, String>, hosts: &mut Hosts) {
    let sheets = public.values().filter(|path| path.ends_with(".css"));
    for source in sheets.filter_map(|path| project.text(path)) {
        for address in addresses(&source.text) {
            let is_font = FONTS.iter().any(|ending| address.contains(ending));
            let kind = if is_font { "font" } else { "image" };
            // Any page may use the style sheet.
            for page in ["/", "/404/"] {
                use_host(hosts, address, kind, page);
            }
        }
    }
}

/// Returns the addresses of other hosts in a style sheet.
fn addresses(css: &str) -> impl Iterator<Item = &str> {
    let parts = css.split("url(").skip(1);
    let addresses = parts.filter_map(|part| {
        let inner = part.trim_start().trim_start_matches(['"', '\'']);
        let end = inner.find(['"', '\'', ')', '\n'])?;
        Some(inner[..end].trim())
    });
    addresses.filter(|address| {
        ["https://", "http://", "//"]
            .iter()
            .any(|start| address.starts_with(start))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Files;

    #[test]
    fn hosts_of_style_sheets() {
        for (css, expected) in [
            (
                "a{background:url(https://a.example/b.png)}",
                "https://a.example image",
            ),
            (
                "@font-face{src:url( \"//a.example/b.woff2?x\" )}b{c:url('/d.png')}",
                "https://a.example font",
            ),
            (
                "a{b:url(https://a.example/b.svg),url('https://b.example/c.ttf')}",
                "https://a.example image, https://b.example font",
            ),
            ("a{b:url(data:image/png;base64,AA)} url(", ""),
        ] {
            let files = Files::of(&[("static/a.css", css)]);
            let public = [("a.css".to_owned(), "static/a.css".to_owned())].into();
            let mut hosts = Hosts::new();
            add(&files.project(), &public, &mut hosts);
            let shown = hosts.iter().map(|(host, used)| {
                let kinds: Vec<&str> = used.kinds.iter().copied().collect();
                format!("{host} {}", kinds.join(" "))
            });
            assert_eq!(shown.collect::<Vec<_>>().join(", "), expected);
        }
    }
}
