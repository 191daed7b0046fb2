//! The code of the main language at the beginning of URLs, as with `defaultContentLanguageInSubdir`.

use toml::{Table, Value};

use crate::model::Site;

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
        let guid = format!("{base_url}{prefix}{}", page.url);
        page.fields.entry("guid").or_insert(Value::String(guid));
    }
    site.redirects.push((format!("{prefix}/"), "/".to_owned()));
    site.redirects
        .push((format!("{prefix}/*"), "/*".to_owned()));
    let message = format!("the URLs of the main language began with {prefix}/");
    let help = "here, they begin with /, and the old ones redirect to them";
    site.note(message, help);
}
