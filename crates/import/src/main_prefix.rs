//! Codes of languages at the beginning of URLs, such as that of the main one with `defaultContentLanguageInSubdir`.

use content::language_tag;
use toml::{Table, Value};

use crate::model::Site;
use crate::targets::encoded;
use crate::values::{inner, text, texts};

/// Keeps what depends on that beginning in a site of Hugo whose settings are `config`.
pub fn without_prefix(config: &Table, site: &mut Site) {
    if is_in_folder(config) {
        keep(site);
    }
    let language = inner(config, "languages").and_then(|one| inner(one, &site.language));
    let tables = [language, Some(config)].into_iter().flatten();
    let mut written =
        tables.flat_map(|table| ["locale", "languagecode"].map(|key| text(table, key)));
    let written = written.find_map(|one| one).map(str::to_owned);
    name_language(written.as_deref(), site);
}

/// Gives a site in one language the tag of the language of its texts, on which no URL depends.
pub fn name_language(written: Option<&str>, site: &mut Site) {
    let tag = written
        .and_then(language_tag)
        .filter(|_| site.languages.is_empty());
    let Some(tag) = tag else {
        return;
    };
    let own = std::mem::replace(&mut site.language, tag.clone());
    let pages = site.pages.iter_mut().map(|page| &mut page.lang);
    let terms = site.taxonomies.iter_mut().flat_map(|one| &mut one.terms);
    let langs = pages.chain(terms.map(|term| &mut term.lang));
    for lang in langs.filter(|lang| **lang == own) {
        lang.clone_from(&tag);
    }
}

/// Returns whether the URLs of the main language of a site of Hugo begin with its code.
pub fn is_in_folder(config: &Table) -> bool {
    let setting = config.get("defaultcontentlanguageinsubdir");
    setting.and_then(Value::as_bool) == Some(true)
}

/// Keeps what depends on that beginning: redirects from the old URLs, and ids in feeds.
pub fn keep(site: &mut Site) {
    let prefix = format!("/{}", site.language);
    let base_url = site.base_url.trim_end_matches('/').to_owned();
    let entries = site.pages.iter_mut();
    for page in entries.filter(|page| page.lang == site.language && page.list.is_none()) {
        let guid = encoded(&format!("{base_url}{prefix}{}", page.url));
        page.fields.entry("guid").or_insert(Value::String(guid));
    }
    site.redirects.push((format!("{prefix}/"), "/".to_owned()));
    site.redirects
        .push((format!("{prefix}/*"), "/*".to_owned()));
    let message = format!("the URLs of the main language began with {prefix}/");
    let help = "here, they begin with /, and the old ones redirect to them";
    site.note(message, help);
}

/// Returns a URL that is complete without the code of its language, which `prefix` is, with a slash before it, if URLs begin with it. A URL
/// that has no code redirects to the one with it, and stays the id in feeds.
pub fn of_complete(url: &str, prefix: &str, site: &Site, fields: &mut Table) -> String {
    match url.strip_prefix(prefix) {
        Some("") => "/".to_owned(),
        Some(rest) if rest.starts_with('/') => rest.to_owned(),
        _ => {
            let mut old = texts(fields.get("aliases"));
            old.push(url.to_owned());
            let old = old.into_iter().map(Value::String).collect();
            fields.insert("aliases".to_owned(), Value::Array(old));
            let id = encoded(&format!("{}{url}", site.base_url.trim_end_matches('/')));
            fields.insert("guid".to_owned(), Value::String(id));
            url.to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Page;
    use diagnostic::Source;

    #[test]
    fn ids_and_redirects() {
        let page = |lang: &str| Page {
            url: "/été/".to_owned(),
            lang: lang.to_owned(),
            ..Page::new(&Source::new("a.md", ""))
        };
        let mut site = Site {
            base_url: "https://a.example/".to_owned(),
            language: "fr".to_owned(),
            pages: vec![page("fr"), page("en")],
            ..Site::default()
        };
        keep(&mut site);
        let guids: Vec<Option<&str>> = site
            .pages
            .iter()
            .map(|page| page.fields.get("guid").and_then(Value::as_str))
            .collect();
        let expected = "https://a.example/fr/%C3%A9t%C3%A9/";
        assert_eq!(guids, [Some(expected), None]);
        assert_eq!(site.redirects[1], ("/fr/*".to_owned(), "/*".to_owned()));
    }

    #[test]
    fn languages_of_texts() {
        for (config, expected) in [
            ("languagecode = 'ja'", "ja ja"),
            ("locale = 'zh-cn'", "zh-CN zh-CN"),
            (
                "languagecode = 'en-us'\nlanguages.en.locale = 'en-GB'",
                "en-GB en-GB",
            ),
            ("languagecode = 'no such language'", "en en"),
            ("", "en en"),
            (
                "defaultcontentlanguageinsubdir = true\nlanguagecode = 'en-us'",
                "en-US en-US /en/*",
            ),
        ] {
            let page = Page {
                url: "/a/".to_owned(),
                lang: "en".to_owned(),
                ..Page::new(&Source::new("a.md", ""))
            };
            let mut site = Site {
                language: "en".to_owned(),
                pages: vec![page],
                ..Site::default()
            };
            without_prefix(&toml::from_str(config).unwrap(), &mut site);
            let mut shown = format!("{} {}", site.language, site.pages[0].lang);
            if let Some((from, _)) = site.redirects.last() {
                shown += &format!(" {from}");
            }
            assert_eq!(shown, expected, "{config}");
        }
    }

    #[test]
    fn complete_urls() {
        for (url, prefix, expected, old) in [
            ("/be/prices/", "/be", "/prices/", ""),
            ("/be/", "/be", "/", ""),
            ("/better/", "/be", "/better/", "/better/"),
            ("/x/", "/be", "/x/", "/x/"),
            ("/be/x/", "", "/be/x/", ""),
        ] {
            let mut fields = Table::new();
            let found = of_complete(url, prefix, &Site::default(), &mut fields);
            let aliases = texts(fields.get("aliases")).join(" ");
            assert_eq!((found.as_str(), aliases.as_str()), (expected, old), "{url}");
            assert_eq!(fields.contains_key("guid"), !old.is_empty(), "{url}");
        }
    }
}
