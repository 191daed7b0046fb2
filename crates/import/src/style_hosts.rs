//! Other hosts from which published style sheets load style sheets, pictures, and fonts.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::edits::{Edit, apply};
use crate::html::{Hosts, use_host};
use crate::imported::File;
use crate::project::Project;

/// Endings of fonts.
const FONTS: [&str; 4] = [".woff2", ".woff", ".ttf", ".otf"];

/// Adds the hosts that the style sheets among the published files use. `published` are the files with their paths in `public/`. Returns
/// the style sheets that load something without encryption, which browsers refuse, with encryption.
pub fn add<'f>(
    project: &Project<'_>,
    published: impl Iterator<Item = (&'f String, &'f String)>,
    hosts: &mut Hosts,
) -> BTreeMap<String, File> {
    let mut changed = BTreeMap::new();
    for (name, path) in published.filter(|(_, path)| path.ends_with(".css")) {
        let Some(source) = project.text(path) else {
            continue;
        };
        let mut edits: Vec<Edit> = Vec::new();
        for (range, kind) in addresses(&source.text) {
            let address = &source.text[range.clone()];
            // Any page may use the style sheet.
            for page in ["/", "/404/"] {
                use_host(hosts, address, kind, page);
            }
            if let Some(rest) = address.strip_prefix("http://") {
                edits.push((range.clone(), format!("https://{rest}")));
            }
        }
        if !edits.is_empty() {
            let text = apply(&source.text, edits);
            changed.insert(format!("public/{name}"), File::Text(text));
        }
    }
    changed
}

/// Longest address in bytes that is read, so that the time is proportional to the length of the style sheet.
const LONGEST_ADDRESS: usize = 2_000;

/// Returns the byte ranges of the addresses of other hosts in a style sheet, each with what it is used for.
fn addresses(css: &str) -> impl Iterator<Item = (Range<usize>, &'static str)> {
    let starts = css
        .match_indices("url(")
        .chain(css.match_indices("@import"));
    let positions = |signs: &[&str]| -> Vec<usize> {
        let found = signs.iter().flat_map(|sign| css.match_indices(sign));
        let mut found: Vec<usize> = found.map(|(at, _)| at).collect();
        found.sort_unstable();
        found
    };
    let ends = positions(&[";", "{", "}"]);
    let (imports, namespaces) = (positions(&["@import"]), positions(&["@namespace"]));
    starts.filter_map(move |(at, start)| {
        let inner = css[at + start.len()..].trim_start();
        let inner = inner.trim_start_matches(['"', '\'']);
        let from = css.len() - inner.len();
        let inner = &inner[..inner.floor_char_boundary(LONGEST_ADDRESS)];
        let address = inner[..inner.find(['"', '\'', ')', '\n'])?].trim_end();
        let mut schemes = ["https://", "http://", "//"].iter();
        // Whether the last rule before the address begins after the last statement.
        let is_after = |rules: &[usize]| last_before(rules, at) > last_before(&ends, at);
        // A namespace is a name, which is not loaded.
        let is_loaded = schemes.any(|scheme| address.starts_with(scheme)) && !is_after(&namespaces);
        let kind = if start == "@import" || is_after(&imports) {
            "style"
        } else if FONTS.iter().any(|ending| address.contains(ending)) {
            "font"
        } else {
            "image"
        };
        is_loaded.then_some((from..from + address.len(), kind))
    })
}

/// Returns the last of some sorted positions that is before `at`.
fn last_before(positions: &[usize], at: usize) -> Option<usize> {
    let count = positions.partition_point(|one| *one < at);
    positions[..count].last().copied()
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
            (
                "@import 'x.css';a{b:url(https://a.example/b.png)}",
                "https://a.example image",
            ),
            (
                "@import url(\"http://a.example/c.css\");@import '//b.example/d.css' screen;a{b:c}",
                "https://a.example style, https://b.example style",
            ),
            (
                "@namespace url(http://a.example/x);@namespace svg url('http://a.example/y');",
                "",
            ),
        ] {
            let files = Files::of(&[("static/a.css", css)]);
            let published: BTreeMap<String, String> = ["a.css", "b.png"]
                .map(|name| (name.to_owned(), format!("static/{name}")))
                .into();
            let mut hosts = Hosts::new();
            let changed = add(&files.project(), published.iter(), &mut hosts);
            let is_changed = css.contains("http:") && !expected.is_empty();
            assert_eq!(changed.contains_key("public/a.css"), is_changed, "{css}");
            let shown = hosts.iter().map(|(host, used)| {
                let kinds: Vec<&str> = used.kinds.iter().copied().collect();
                format!("{host} {}", kinds.join(" "))
            });
            assert_eq!(shown.collect::<Vec<_>>().join(", "), expected);
        }
    }
}
