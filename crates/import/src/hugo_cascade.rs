//! `cascade` of Hugo: keys that a section passes on to the pages below it.

use toml::{Table, Value};

use crate::values::{inner, text};

/// Keys that pages below a folder get unless they have them.
#[derive(Debug)]
pub struct Cascade {
    /// Folder of the section within the content; empty for all pages.
    pub folder: String,
    /// Code of the language of the pages.
    pub lang: Option<String>,
    /// Pattern of the paths of the pages, such as `/blog/**`.
    path: Option<String>,
    /// Pattern of the kinds of the pages, such as `{section,page}`.
    kind: Option<String>,
    /// The keys.
    fields: Table,
}

/// What decides which keys a page gets.
#[derive(Debug, Clone, Copy)]
pub struct Recipient<'a> {
    /// Folder of the page within the content.
    pub folder: &'a str,
    /// Name of the file without its endings.
    pub name: &'a str,
    /// Code of the language.
    pub lang: &'a str,
}

/// Returns the keys that the value of `cascade` passes on.
pub fn cascades(value: &Value, folder: &str, lang: Option<&str>) -> Vec<Cascade> {
    let tables: Vec<&Table> = match value {
        Value::Array(tables) => tables.iter().filter_map(Value::as_table).collect(),
        value => value.as_table().into_iter().collect(),
    };
    let one = |table: &Table| {
        let target = inner(table, "target").or(inner(table, "_target"));
        let of_target = |key: &str| text(target?, key).map(str::to_owned);
        let mut fields = table.clone();
        fields.remove("target");
        fields.remove("_target");
        Cascade {
            folder: folder.to_owned(),
            lang: of_target("lang").or(lang.map(str::to_owned)),
            path: of_target("path"),
            kind: of_target("kind"),
            fields,
        }
    };
    tables.into_iter().map(one).collect()
}

impl Cascade {
    fn reaches(&self, page: Recipient<'_>) -> bool {
        let rest = page.folder.strip_prefix(self.folder.as_str());
        let is_below = rest
            .is_some_and(|rest| self.folder.is_empty() || rest.is_empty() || rest.starts_with('/'));
        let (folder, name) = (page.folder, page.name);
        let own = match name {
            "index" | "_index" => format!("/{folder}"),
            name => format!("/{folder}/{name}").replace("//", "/"),
        };
        let kind = match (name, folder) {
            ("_index", "") => "home",
            ("_index", _) => "section",
            _ => "page",
        };
        let fits = |pattern: &Option<String>, value: &str| {
            let pattern = pattern.as_deref().map(str::to_lowercase);
            pattern.is_none_or(|one| fast_glob::glob_match(&one, value.to_lowercase()))
        };
        is_below
            && self.lang.as_deref().is_none_or(|lang| lang == page.lang)
            && fits(&self.path, &own)
            && fits(&self.kind, kind)
    }
}

/// Adds the keys that a page gets, from the nearest section first. `read` brings the keys of a table into the form of the page's.
pub fn pass_on(
    cascades: &[Cascade],
    page: Recipient<'_>,
    fields: &mut Table,
    read: fn(Table) -> Table,
) {
    let mut of_page: Vec<&Cascade> = cascades.iter().filter(|one| one.reaches(page)).collect();
    of_page.sort_by_key(|one| std::cmp::Reverse(one.folder.len()));
    for cascade in of_page {
        for (key, value) in read(cascade.fields.clone()) {
            fields.entry(key).or_insert(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::from_yaml;

    #[test]
    fn recipients() {
        let all = from_yaml(
            "cascade:\n- banner: blog\n  target: {path: '/blog/**'}\n- kind: section\n  _target: {kind: '{section,home}'}\n- to: german\n  target: {lang: de}\n- every: one\n",
        )
        .unwrap();
        let below = from_yaml("cascade: {every: nearer, own: key}").unwrap();
        let mut rules = cascades(&all["cascade"], "", None);
        rules.extend(cascades(&below["cascade"], "blog/old", Some("en")));
        for (folder, name, lang, expected) in [
            ("", "about", "en", "every = \"one\"\n"),
            ("", "_index", "en", "every = \"one\"\nkind = \"section\"\n"),
            ("Blog", "soil", "en", "banner = \"blog\"\nevery = \"one\"\n"),
            ("blogs", "soil", "de", "every = \"one\"\nto = \"german\"\n"),
            (
                "blog/old/a",
                "index",
                "en",
                "banner = \"blog\"\nevery = \"nearer\"\nown = \"key\"\n",
            ),
            (
                "blog/older",
                "a",
                "en",
                "banner = \"blog\"\nevery = \"one\"\n",
            ),
        ] {
            let mut fields = Table::new();
            let page = Recipient { folder, name, lang };
            pass_on(&rules, page, &mut fields, |table| table);
            let found: std::collections::BTreeMap<_, _> = fields.into_iter().collect();
            assert_eq!(
                toml::to_string(&found).unwrap(),
                expected,
                "{folder}/{name}"
            );
        }
    }
}
