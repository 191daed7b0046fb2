//! Dates of pages of Hugo, from the keys that `[frontmatter]` names, and from names of files.

use toml::value::Datetime;
use toml::{Table, Value};

use crate::values::{date, inner, texts};

/// Keys whose date a page without `date` has, in the order in which Hugo reads them.
const DATES: [&str; 4] = ["date", "publish", "pubdate", "published"];

/// Splits a name such as `2026-04-30-soil` into its date and the rest.
fn split(name: &str) -> Option<(Datetime, &str)> {
    let (day, rest) = name.split_at_checked(10)?;
    Some((date(day)?, rest.trim_matches([' ', '-', '_'])))
}

/// Gives a page the first date that the settings name, and the slug in the name of its file if that is where the date is from.
pub fn complete(config: &Table, fields: &mut Table, folder: &str, name: &str) {
    let order = inner(config, "frontmatter").and_then(|one| one.get("date"));
    let mut order = texts(order);
    if order.is_empty() {
        order.push(":default".to_owned());
    }
    let of_key = |key: &str| fields.get(key).filter(|one| one.is_datetime()).cloned();
    let file = match name {
        "index" => folder.rsplit('/').next().unwrap_or_default(),
        name => name,
    };
    let mut slug = None;
    let found = order.iter().find_map(|key| match key.as_str() {
        ":filename" => {
            let (day, rest) = split(file)?;
            slug = Some(rest).filter(|rest| !rest.is_empty());
            Some(Value::Datetime(day))
        }
        ":default" => DATES.iter().find_map(|key| of_key(key)),
        key => match key.to_lowercase().as_str() {
            "publishdate" => of_key("publish"),
            "lastmod" | "modified" => of_key("updated"),
            lower => of_key(lower).or_else(|| of_key(key)),
        },
    });
    if let Some(slug) = slug.filter(|_| !fields.contains_key("slug")) {
        fields.insert("slug".to_owned(), Value::String(slug.to_owned()));
    }
    fields.extend(found.map(|date| ("date".to_owned(), date)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::from_yaml;

    #[test]
    fn dates() {
        for (order, fields, folder, name, expected) in [
            (
                "",
                "date: 2024-01-01",
                "posts",
                "2024-05-06-a",
                "2024-01-01 ",
            ),
            ("", "publish: 2024-01-01", "posts", "a", "2024-01-01 "),
            ("", "updated: 2024-01-01", "posts", "a", " "),
            (
                "':filename', ':default'",
                "date: 2024-01-01",
                "posts",
                "2024-05-06-my-post",
                "2024-05-06 my-post",
            ),
            (
                "':filename', ':default'",
                "a: 1",
                "posts/2024-05-07-b",
                "index",
                "2024-05-07 b",
            ),
            (
                "':filename', ':default'",
                "date: 2024-01-01",
                "posts",
                "a",
                "2024-01-01 ",
            ),
            (
                "':default', ':filename'",
                "date: 2024-01-01",
                "posts",
                "2024-05-06-a",
                "2024-01-01 ",
            ),
            (
                "':filename'",
                "slug: own",
                "posts",
                "2024-05-06_a",
                "2024-05-06 own",
            ),
            (
                "'lastmod', 'date'",
                "updated: 2024-02-02",
                "posts",
                "a",
                "2024-02-02 ",
            ),
            (
                "'myDate'",
                "myDate: 2024-02-02",
                "posts",
                "a",
                "2024-02-02 ",
            ),
        ] {
            let config = format!("frontmatter.date = [{order}]");
            let mut fields = from_yaml(fields).unwrap();
            complete(&toml::from_str(&config).unwrap(), &mut fields, folder, name);
            let shown = |key: &str| texts(fields.get(key)).join("");
            assert_eq!(
                format!("{} {}", shown("date"), shown("slug")),
                expected,
                "{order} {name}"
            );
        }
    }
}
