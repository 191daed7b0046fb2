//! Pages that Starlight shows in the main language, because they are not translated.

use std::collections::BTreeSet;

use toml::Value;

use crate::model::{Page, Site};

/// Adds redirects from the URLs at which Starlight shows pages in the main language because they are not translated.
pub fn untranslated(site: &mut Site) {
    let urls = |lang: &str| -> BTreeSet<&str> {
        let pages = site.pages.iter().filter(|page| page.lang == lang);
        let is_draft =
            |page: &Page| page.fields.get("draft").and_then(Value::as_bool) == Some(true);
        let docs = pages.filter(|page| page.section == "docs" && !is_draft(page));
        docs.map(|page| page.url.as_str()).collect()
    };
    let main = urls(&site.language);
    let mut redirects = Vec::new();
    for lang in site.languages.keys() {
        let own = urls(lang);
        let mut pages = site.pages.iter();
        let has_home = pages.any(|page| page.lang == *lang && page.url == "/");
        let missing = main
            .difference(&own)
            .filter(|url| !(["/404/", "/404"].contains(url) || has_home && **url == "/"));
        redirects.extend(missing.map(|url| (format!("/{lang}{url}"), (*url).to_owned())));
    }
    site.redirects.extend(redirects);
}

#[cfg(test)]
mod tests {
    use diagnostic::Source;

    use super::*;
    use crate::model::Language;

    #[test]
    fn pages_in_the_main_language() {
        let page = |lang: &str, url: &str| Page {
            lang: lang.to_owned(),
            url: url.to_owned(),
            section: "docs".to_owned(),
            ..Page::new(&Source::new("a.md", ""))
        };
        let mut site = Site {
            language: "en".to_owned(),
            pages: vec![
                page("en", "/"),
                page("en", "/a/"),
                page("en", "/b/"),
                page("de", "/a/"),
            ],
            ..Site::default()
        };
        site.languages
            .insert("de".to_owned(), Language::named("Deutsch"));
        untranslated(&mut site);
        let shown = |redirects: &[(String, String)]| {
            let shown = redirects.iter().map(|(from, to)| format!("{from} {to}"));
            shown.collect::<Vec<_>>().join(", ")
        };
        assert_eq!(shown(&site.redirects), "/de/ /, /de/b/ /b/");
        site.redirects.clear();
        site.pages.push(page("de", "/"));
        untranslated(&mut site);
        assert_eq!(shown(&site.redirects), "/de/b/ /b/");
    }
}
