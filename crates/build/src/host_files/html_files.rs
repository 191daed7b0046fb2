//! The HTML files of the output and their URLs.

use crate::site::Site;

/// Returns the path of the file that answers `url`, such as `/about.html` for `/about`. It is not percent-encoded.
pub fn file_of(site: &Site, url: &str) -> String {
    match site.plan.routes.get(url) {
        Some(route) => format!("/{}", route.output),
        None => url.to_owned(),
    }
}

/// Returns the HTML files that are not pages, such as a search engine's verification file. Their URLs end with `.html`.
pub fn plain_html(site: &Site) -> impl Iterator<Item = &str> {
    let others = site.others.keys().map(String::as_str);
    others.filter(|file| file.ends_with(".html"))
}
