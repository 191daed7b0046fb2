//! Completes facts: `{{ site.contact.phone }}`.

use serde_json::Value;

use super::item::{Item, ItemKind};
use crate::commands::language_server::definition::FACTS;
use crate::shape::plain;

/// Returns an item for each fact of the site: its path, as written in `{{ … }}`, and its value.
pub fn facts(site: &Value) -> Vec<Item> {
    let mut items = Vec::new();
    add(site, "site", &mut items);
    items
}

fn add(value: &Value, path: &str, items: &mut Vec<Item>) {
    match value {
        Value::Object(table) => {
            for (key, value) in table {
                add(value, &format!("{path}.{key}"), items);
            }
        }
        Value::Array(_) | Value::Null => {}
        value => {
            let item = Item::named(ItemKind::Fact, path);
            let from = format!("`{FACTS}`");
            items.push(item.with_detail(&plain(value)).with_description(&from));
        }
    }
}
