//! broken-public-link: an HTML file or a web app manifest in `public/`, which is published unchanged, links to a page or file that does
//! not exist.

use std::collections::BTreeSet;

use diagnostic::{Diagnostic, Place, Severity::Warning, Source};
use render::html_addresses::is_url;
use serde_json::Value;

use crate::inspection::Inspection;
use crate::page_links::LinkTarget;
use crate::rule::Rule;
use crate::scope::When;
use crate::tokens::{self, Token};

pub static RULE: Rule = Rule::new(When::Check, ALL, check);

diagnostic::codes! {
    BROKEN_PUBLIC_LINK {
        name: "broken-public-link",
        severity: Warning,
        summary: "an HTML file or a web app manifest in public/ links to a page or file that does not exist",
        why: "Visitors of that file see the 404 page, or no picture.",
        example: "<a href=\"/old-prices\"> in public/2019/index.html, where no page or redirect has this URL",
        fix: "Write the URL of a page or file, or add a redirect from the old one.",
    }
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for (path, bytes) in site.output.files {
        let is_html = path.ends_with(".html") || path.ends_with(".htm");
        if !is_html && !is_manifest(path) {
            continue;
        }
        let text = String::from_utf8_lossy(bytes);
        // A browser resolves the addresses of a folder's own page against the folder.
        let url = format!("/{}", path.strip_suffix("index.html").unwrap_or(path));
        let mut missing: BTreeSet<String> = BTreeSet::new();
        let mut follow = |address: &str| {
            let target = site.link_target(address, &url);
            if !address.is_empty() && matches!(target, LinkTarget::Missing(_)) {
                missing.insert(address.to_owned());
            }
        };
        if is_html {
            tokens::read(&text, |token| {
                let Token::Start(tag) = token else { return };
                let links = tag.attributes().filter(|(name, _)| is_url(tag.name, name));
                links.for_each(|(_, address)| follow(address));
            });
        } else if let Ok(manifest) = serde_json::from_str::<Value>(&text) {
            addresses(&manifest, &mut follow);
        }
        let source = Source::new(format!("public/{path}"), text.into_owned());
        for href in missing {
            let message = format!("`{href}` leads to nothing on this site");
            let help =
                "write the URL of a page or file, or add a [[redirect]] from it to structure.toml";
            // An address with a character reference is not in the text as such.
            let place = source.text.find(&format!("\"{href}\"")).map(|at| at + 1);
            let place = place.or_else(|| source.text.find(&href)).map_or_else(
                || Place::start_of(&source),
                |at| Place::new(&source, at..at + href.len()),
            );
            diagnostics.push(
                Diagnostic::new(&BROKEN_PUBLIC_LINK, message)
                    .at(place, "")
                    .help(help),
            );
        }
    }
}

/// Returns whether a file is a web app manifest, judged by its name.
fn is_manifest(path: &str) -> bool {
    path.ends_with(".webmanifest") || path.rsplit('/').next() == Some("manifest.json")
}

/// Calls `follow` with the addresses of pages and pictures in a web app manifest (W3C Web Application Manifest, 1). Bundlers write other
/// files of this name.
fn addresses(manifest: &Value, follow: &mut impl FnMut(&str)) {
    let start = &manifest["start_url"];
    let lists = [
        ("icons", "src"),
        ("screenshots", "src"),
        ("shortcuts", "url"),
    ];
    let entries = lists.iter().flat_map(|(list, key)| {
        let entries = manifest[list].as_array().into_iter().flatten();
        entries.map(move |entry| &entry[*key])
    });
    let addresses = std::iter::once(start).chain(entries);
    addresses.filter_map(Value::as_str).for_each(follow);
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn files_with_links() {
        let old = b"<title>/gone</title>\n<a href=\"/gone\">a</a><a href='/gone'>a</a><a href=\"\"></a><a href=\"#a\"></a>\n\
            <img src=\"b.png\"><img src=\"c.png\"><a href=\"/x?a&amp;b\"></a><a href=\"https://e.org/\"></a>";
        site()
            .output("2019/old.html", old)
            .output("2019/b.png", b"")
            .output("site.webmanifest", b"{\"start_url\": \"/gone?pwa\", \"icons\": [{\"src\": \"2019/b.png\"}, {\"src\": \"/b.png\"}]}")
            .output("note.txt", b"<a href=\"/gone\">")
            .assert_findings(
                &["broken-public-link"],
                &[
                    "public/2019/old.html:1:1: warning: broken-public-link: `/x?a&b` leads to nothing on this site",
                    "public/2019/old.html:2:10: warning: broken-public-link: `/gone` leads to nothing on this site",
                    "public/2019/old.html:3:28: warning: broken-public-link: `c.png` leads to nothing on this site",
                    "public/site.webmanifest:1:16: warning: broken-public-link: `/gone?pwa` leads to nothing on this site",
                    "public/site.webmanifest:1:70: warning: broken-public-link: `/b.png` leads to nothing on this site",
                ],
            );
    }
}
