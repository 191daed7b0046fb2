//! URLs of Hugo's sitemaps, in place of which this program has one of the whole site.

use std::collections::BTreeSet;

use toml::Table;

use crate::model::Site;
use crate::values::{inner, text, texts};

/// Redirects the sitemap of each language, and one with another name, to that of this program.
pub fn redirect(config: &Table, site: &mut Site) {
    if texts(config.get("disablekinds"))
        .iter()
        .any(|kind| kind == "sitemap")
    {
        return;
    }
    let name = inner(config, "sitemap").and_then(|one| text(one, "filename"));
    let name = name.unwrap_or("sitemap.xml").trim_start_matches('/');
    let mut old: BTreeSet<String> = BTreeSet::from([format!("/{name}")]);
    if !site.languages.is_empty() {
        old.extend(site.langs().iter().map(|lang| format!("/{lang}/{name}")));
    }
    let new = "/sitemap.xml";
    old.remove(new);
    let redirects = old.into_iter().map(|from| (from, new.to_owned()));
    site.redirects.extend(redirects);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Language;

    #[test]
    fn sitemaps() {
        for (config, langs, expected) in [
            ("", &[][..], ""),
            ("", &["de"], "/de/sitemap.xml /en/sitemap.xml"),
            ("sitemap.filename = 'map.xml'", &[], "/map.xml"),
            (
                "sitemap.filename = 'map.xml'",
                &["de"],
                "/de/map.xml /en/map.xml /map.xml",
            ),
            ("disablekinds = ['sitemap']", &["de"], ""),
        ] {
            let config: Table = toml::from_str(config).unwrap();
            let others = langs
                .iter()
                .map(|lang| ((*lang).to_owned(), Language::named(lang)));
            let mut site = Site {
                language: "en".to_owned(),
                languages: others.collect(),
                ..Site::default()
            };
            redirect(&config, &mut site);
            let found: Vec<&str> = site
                .redirects
                .iter()
                .map(|(from, _)| from.as_str())
                .collect();
            assert_eq!(found.join(" "), expected, "{config}");
        }
    }
}
