//! Keys of other site generators, in front matter and settings, with what to write instead.

use diagnostic::Help;

/// Keys that this program has no counterpart for, each with help.
const WITHOUT_COUNTERPART: [(&str, &str); 32] = [
    (
        "extra",
        "Zola uses this table; here, write its keys at the top level, and declare them in the schema",
    ),
    (
        "taxonomies",
        "Zola uses this table; here, write its keys at the top level, such as tags = [\"a\"]",
    ),
    (
        "params",
        "Hugo uses this table; here, write its keys at the top level, and declare them in the schema",
    ),
    (
        "layout",
        "Jekyll and Astro use this key; here, write template = \"page.html\"",
    ),
    (
        "permalink",
        "Jekyll uses this key; here, name the file as the URL should end, or set `slug`",
    ),
    (
        "menu",
        "menus are in content/menus.toml: [[main]], label = \"…\", url = \"/…\"",
    ),
    (
        "menus",
        "menus are in content/menus.toml: [[main]], label = \"…\", url = \"/…\"",
    ),
    (
        "navigation",
        "menus are in content/menus.toml: [[main]], label = \"…\", url = \"/…\"",
    ),
    (
        "nav",
        "menus are in content/menus.toml: [[main]], label = \"…\", url = \"/…\"",
    ),
    (
        "permalinks",
        "each [[collection]] in content/structure.toml has a route, such as \"/notes/{slug}\"",
    ),
    ("generate_feed", "add a [[feed]] to content/structure.toml"),
    ("generate_feeds", "add a [[feed]] to content/structure.toml"),
    ("feed_filename", "add a [[feed]] to content/structure.toml"),
    (
        "build_search_index",
        "add [search] to content/structure.toml",
    ),
    (
        "sitemap",
        "delete it: the program writes sitemap.xml; a page with `noindex = true` is left out",
    ),
    (
        "robots",
        "delete it: the program writes robots.txt; a page that search engines should leave out has `noindex = true`",
    ),
    ("markup", "delete it: Markdown needs no settings here"),
    ("markdown", "delete it: Markdown needs no settings here"),
    ("kramdown", "delete it: Markdown needs no settings here"),
    (
        "compile_sass",
        "delete it: styles are plain CSS, and pages are written without needless spaces",
    ),
    (
        "sass",
        "delete it: styles are plain CSS, and pages are written without needless spaces",
    ),
    (
        "minify",
        "delete it: styles are plain CSS, and pages are written without needless spaces",
    ),
    (
        "minify_html",
        "delete it: styles are plain CSS, and pages are written without needless spaces",
    ),
    (
        "postcss",
        "delete it: styles are plain CSS, and pages are written without needless spaces",
    ),
    (
        "tailwind",
        "delete it: styles are plain CSS, and pages are written without needless spaces",
    ),
    (
        "headers",
        "delete it: the program writes the security headers; [[allow]] and [[frame]] in content/structure.toml list the hosts that pages may use",
    ),
    ("plugins", "delete it: the program has no plugins"),
    ("integrations", "delete it: the program has no plugins"),
    ("module", "delete it: the program has no plugins"),
    ("outputs", "delete it: the program has no plugins"),
    (
        "pagerSize",
        "add a [[pagination]] to content/structure.toml, with `per_page`",
    ),
    (
        "aliases",
        "to redirect old URLs to this page, declare `aliases` in the schema as a list of texts",
    ),
];

/// Keys in lower case and without separators, each after the key of this program that means the same.
const SAME_MEANING: [(&str, &[&str]); 30] = [
    ("base_url", &["url", "site", "siteurl", "domain"]),
    ("url", &["href", "link", "path", "target", "pageref"]),
    ("label", &["name", "title", "text", "heading"]),
    (
        "weight",
        &["order", "position", "priority", "rank", "sortorder"],
    ),
    ("utc_offset", &["timezone", "tz"]),
    (
        "language",
        &[
            "lang",
            "locale",
            "languagecode",
            "defaultlanguage",
            "defaultlocale",
        ],
    ),
    (
        "name",
        &[
            "title",
            "sitename",
            "sitetitle",
            "languagename",
            "label",
            "nativename",
        ],
    ),
    (
        "updated",
        &[
            "lastmod",
            "lastupdated",
            "lastmodified",
            "lastmodifiedat",
            "modified",
            "datemodified",
            "updateddate",
            "dateupdated",
            "updatedat",
            "moddate",
            "changed",
        ],
    ),
    (
        "date",
        &[
            "pubdate",
            "posted",
            "datetime",
            "timestamp",
            "publisheddate",
            "datepublished",
            "published",
            "created",
            "createdat",
            "datecreated",
        ],
    ),
    ("publish", &["publishdate", "publishat", "publishon"]),
    (
        "expire",
        &["expirydate", "expirationdate", "expires", "unpublishdate"],
    ),
    (
        "description",
        &["summary", "excerpt", "abstract", "desc", "metadescription"],
    ),
    (
        "image",
        &[
            "cover",
            "coverimage",
            "hero",
            "heroimage",
            "featuredimage",
            "thumbnail",
            "ogimage",
            "banner",
        ],
    ),
    ("aliases", &["redirectfrom", "redirects", "oldurls"]),
    ("draft", &["isdraft"]),
    ("tags", &["keywords", "categories"]),
    ("sort", &["sortby", "orderby", "order"]),
    (
        "per_page",
        &["paginateby", "pagesize", "paginate", "pagersize"],
    ),
    (
        "from",
        &[
            "source", "src", "old", "oldpath", "oldurl", "frompath", "match",
        ],
    ),
    (
        "to",
        &[
            "destination",
            "target",
            "dest",
            "new",
            "newpath",
            "newurl",
            "topath",
            "redirectto",
            "location",
        ],
    ),
    ("collection", &["collections", "section"]),
    ("dir", &["path", "folder", "directory", "glob", "base"]),
    ("for", &["uses", "use", "types", "purpose"]),
    ("host", &["domain", "origin"]),
    ("hosts", &["origins", "domains"]),
    ("status", &["code", "statuscode"]),
    ("reason", &["why", "comment", "note"]),
    ("route", &["permalink", "output"]),
    ("template", &["layout", "view"]),
    ("field", &["key", "attribute"]),
];

/// Returns help for a key of another generator that has no counterpart here, or `None` for any other key.
pub fn help(key: &str) -> Option<&'static str> {
    let mut known = WITHOUT_COUNTERPART.iter();
    known.find(|(name, _)| *name == key).map(|(_, help)| *help)
}

/// Returns a key in lower case and without separators.
fn plain(key: &str) -> String {
    key.replace(['_', '-', ' '], "").to_lowercase()
}

/// Returns help that proposes to write the key `name`, which [`same_meaning`] found, in place of `key`. Another spelling has the same
/// values, and so has a redirect.
pub fn rename(key: &str, name: &str) -> Help {
    let help = format!("write `{name}`");
    if plain(key) == plain(name) || matches!(name, "from" | "to") {
        Help::replace(help, key, name).certainly()
    } else {
        help.into()
    }
}

/// Returns the key among `missing` that `key` stands for: the same in another spelling, such as `baseURL`, or the name that other
/// generators have for it.
pub fn same_meaning<'a>(key: &str, missing: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let key = plain(key);
    let mut missing = missing;
    missing.find(|name| {
        let name = plain(name);
        let mut groups = SAME_MEANING.iter();
        name == key
            || groups.any(|(one, others)| {
                let has = |key: &str| plain(one) == key || others.contains(&key);
                has(&key) && has(&name)
            })
    })
}

#[cfg(test)]
mod tests {
    use super::same_meaning;

    #[test]
    fn keys_of_other_generators() {
        let keys = ["base_url", "updated", "image_alt", "tags"];
        for (key, expected) in [
            ("baseURL", "base_url"),
            ("base-url", "base_url"),
            ("siteUrl", "base_url"),
            ("last_modified_at", "updated"),
            ("lastUpdated", "updated"),
            ("imageAlt", "image_alt"),
            ("categories", "tags"),
            ("price", ""),
            ("language", ""),
        ] {
            let found = same_meaning(key, keys.into_iter());
            assert_eq!(found.unwrap_or_default(), expected, "{key}");
        }
    }
}
