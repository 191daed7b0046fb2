//! The code of the main language at the beginning of URLs, as with `defaultContentLanguageInSubdir`.

use toml::{Table, Value};

use crate::model::Site;
use crate::targets::encoded;

/// Keeps what depends on that beginning in a site of Hugo whose settings are `config`.
pub fn without_prefix(config: &Table, site: &mut Site) {
    let setting = config.get("defaultcontentlanguageinsubdir");
    if setting.and_then(Value::as_bool) == Some(true) {
        keep(site);
    }
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
}
