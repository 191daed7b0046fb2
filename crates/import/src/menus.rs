//! Writes `menus.toml`.

use std::collections::HashMap;

use render::bare_url;

use crate::model::{MenuLink, Page, Site, url_prefix};
use crate::values::{quoted, texts};

/// Maximum number of lists in a menu that is derived from the pages.
const MAX_LISTS: usize = 6;

/// Returns the menu of a language. `menu` has the links of the old site.
pub fn menus_toml(site: &Site, lang: &str, menu: &[MenuLink]) -> String {
    let of_language = || site.pages.iter().filter(|page| page.lang == lang);
    let prefix = url_prefix(lang, &site.language);
    let mut pages = HashMap::new();
    for page in of_language() {
        pages.entry(bare_url(&page.url)).or_insert(page);
    }
    let is_of_main = std::ptr::eq(menu, site.menu.as_slice());
    let target = Target {
        pages,
        has_own_labels: prefix.is_empty() || !is_of_main,
        prefix,
    };
    let mut links = target.links(menu);
    let link_to = |page: &Page| {
        let url = format!("{}{}", target.prefix, page.url);
        MenuLink::single(Some(title(page)), url)
    };
    if links.is_empty() {
        let lists = of_language().filter(|page| page.list.is_some() && page.url != "/");
        links.extend(lists.take(MAX_LISTS).map(link_to));
    }
    if links.is_empty() {
        let home = of_language().find(|page| page.url == "/").map(link_to);
        let url = home.map_or_else(|| "/".to_owned(), |home| home.url);
        links.push(MenuLink::single(Some(site.name.clone()), url));
    }
    let mut text = String::new();
    write(&links, "main", &mut text);
    text
}

/// The language that the links of a menu lead to.
struct Target<'a> {
    /// Pages of the language by their URLs without a slash at the end.
    pages: HashMap<&'a str, &'a Page>,
    /// Beginning of their URLs.
    prefix: String,
    /// Whether the labels of the menu are in the language.
    has_own_labels: bool,
}

impl Target<'_> {
    /// Returns the links to pages of the language and to other sites.
    fn links(&self, menu: &[MenuLink]) -> Vec<MenuLink> {
        menu.iter().filter_map(|link| self.link(link)).collect()
    }

    fn link(&self, link: &MenuLink) -> Option<MenuLink> {
        if link.url.contains("://") {
            return Some(link.clone());
        }
        let group = self.links(&link.group);
        let bare = bare_url(&link.url);
        let inner = bare.strip_prefix(&self.prefix);
        let inner = inner.filter(|rest| rest.is_empty() || rest.starts_with('/'));
        let bare = inner.unwrap_or(bare);
        let page = self.pages.get(if bare.is_empty() { "/" } else { bare });
        let own = page.map(|page| format!("{}{}", self.prefix, page.url));
        let label = link.label.clone().filter(|_| self.has_own_labels);
        Some(MenuLink {
            url: own.or_else(|| Some(group.first()?.url.clone()))?,
            label: label.or_else(|| page.map(|page| title(page)).or_else(|| link.label.clone())),
            group,
        })
    }
}

fn title(page: &Page) -> String {
    texts(page.fields.get("title")).join(" ")
}

/// Adds the tables of the links of a menu or group.
fn write(links: &[MenuLink], table: &str, text: &mut String) {
    for link in links {
        text.push_str(&format!(
            "[[{table}]]\nlabel = {}\nurl = {}\n\n",
            quoted(link.label.as_deref().unwrap_or(&link.url)),
            quoted(&link.url)
        ));
        write(&link.group, &format!("{table}.group"), text);
    }
}
