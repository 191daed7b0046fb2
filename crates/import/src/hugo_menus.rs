//! Menus of Hugo.

use toml::{Table, Value};

use crate::model::{MenuLink, Site};
use crate::values::{text, texts};

/// Returns the menu `main`, sorted by `weight`. Reports the others.
pub fn main_menu(menus: &Table, site: &mut Site) -> Vec<MenuLink> {
    let others = menus.keys().filter(|name| *name != "main");
    let others: Vec<String> = others.map(|name| format!("`{name}`")).collect();
    if !others.is_empty() {
        let message = format!("these menus were left out: {}", others.join(", "));
        let help = "write each in content/menus.toml as `[[name]]` tables with `label` and `url`, and show it in themes/plain/templates/base.html";
        site.note(message, help);
    }
    let main = menus.get("main").and_then(Value::as_array);
    let mut links: Vec<(i64, String, String)> = Vec::new();
    for link in main.into_iter().flatten().filter_map(Value::as_table) {
        let url = text(link, "pageref").or(text(link, "url"));
        let label = text(link, "name").or(text(link, "identifier"));
        if let (Some(label), Some(url)) = (label, url) {
            let weight = link.get("weight").and_then(Value::as_integer);
            let url = if url.contains("://") {
                url.to_owned()
            } else {
                format!("/{}", url.trim_start_matches('/'))
            };
            links.push((weight.unwrap_or(i64::MAX), label.to_owned(), url));
        }
    }
    links.sort_by_key(|link| link.0);
    let links = links.into_iter();
    links
        .map(|(_, label, url)| MenuLink::single(Some(label), url))
        .collect()
}

/// Adds a page to the main menu of the site if `menu` or `menus` in its front matter says so.
pub fn menu(fields: &Table, url: &str, site: &mut Site) {
    let Some(menu) = fields.get("menus").or(fields.get("menu")) else {
        return;
    };
    let is_main = match menu {
        Value::Table(menus) => menus.contains_key("main"),
        menu => texts(Some(menu)).iter().any(|name| name == "main"),
    };
    let own = menu
        .get("main")
        .and_then(Value::as_table)
        .and_then(|one| text(one, "name"));
    let label = own.or(text(fields, "link_title")).or(text(fields, "title"));
    if let Some(label) = label.filter(|_| is_main) {
        let link = MenuLink::single(Some(label.to_owned()), url.to_owned());
        site.menu.push(link);
    }
}
