//! Pages and feeds of the categories, tags, and collections of Jekyll, which its plugins `jekyll-archives` and `jekyll-feed` make.

use toml::{Table, Value};

use crate::model::{Entries, Feed, Site, Taxonomy};
use crate::values::{inner, text, texts};
use crate::zola::absolute;

/// Front matter keys with terms, each with what `jekyll-archives` calls one of them.
const KEYS: [(&str, &str); 2] = [("categories", "category"), ("tags", "tag")];

/// Plugins whose pages, files, and notation the new site has, or that only change how a site is built.
const PLUGINS: [&str; 25] = [
    "jekyll-archives",
    "jekyll-category-pages",
    "jekyll-coffeescript",
    "jekyll-commonmark",
    "jekyll-commonmark-ghpages",
    "jekyll-compose",
    "jekyll-default-layout",
    "jekyll-feed",
    "jekyll-gist",
    "jekyll-github-metadata",
    "jekyll-include-cache",
    "jekyll-minifier",
    "jekyll-optional-front-matter",
    "jekyll-paginate",
    "jekyll-postcss",
    "jekyll-readme-index",
    "jekyll-redirect-from",
    "jekyll-relative-links",
    "jekyll-remote-theme",
    "jekyll-sass-converter",
    "jekyll-seo-tag",
    "jekyll-sitemap",
    "jekyll-titles-from-headings",
    "jemoji",
    "kramdown-parser-gfm",
];

/// Adds the taxonomies and the feeds of a site's plugins, and the keys that sort collections.
pub fn add(config: &Table, plugins: &[String], site: &mut Site) {
    for (name, one) in inner(config, "collections").into_iter().flatten() {
        let key = one.as_table().and_then(|one| text(one, "sort_by"));
        site.sorts
            .extend(key.map(|key| (name.clone(), key.to_owned())));
    }
    let has = |name: &str| plugins.iter().any(|one| one == name);
    // Only the plugin reads this table, wherever a theme names the plugin.
    let archives = inner(config, "jekyll-archives");
    let feed = inner(config, "feed").filter(|_| has("jekyll-feed"));
    for (key, kind) in KEYS {
        let enabled = archives.and_then(|one| one.get("enabled"));
        let has_pages = is_enabled(enabled, key);
        let of_terms = feed.and_then(|one| one.get(key));
        let has_feeds = of_terms.is_some_and(|one| one.as_bool() != Some(false));
        if !has_pages && !has_feeds {
            continue;
        }
        let permalinks = archives.and_then(|one| inner(one, "permalinks"));
        let pattern = permalinks.and_then(|one| text(one, kind));
        let pattern = pattern.map_or_else(|| format!("/{kind}/:name/"), absolute);
        let above = pattern.split(":name").next().unwrap_or_default();
        site.taxonomies.push(Taxonomy {
            key: key.to_owned(),
            route: pattern.replace(":name", "{slug}"),
            url: format!("{}/", above.trim_end_matches('/')),
            per_page: None,
            pages: "page".to_owned(),
            slug: render::slugify,
            terms: Vec::new(),
        });
        if has_feeds {
            let path = of_terms.and_then(|one| text(one.as_table()?, "path"));
            let path = path.unwrap_or(if key == "tags" { "feed/by_tag" } else { "feed" });
            let path = absolute(path.trim_end_matches('/'));
            site.feeds.push(feed_of(
                config,
                &format!("{path}/{{slug}}.xml"),
                Entries::Terms(key.to_owned()),
            ));
        }
    }
    if has("jekyll-category-pages") && !site.taxonomies.iter().any(|one| one.key == "categories") {
        let path = absolute(text(config, "category_path").unwrap_or("category"));
        let path = path.trim_end_matches('/');
        site.taxonomies.push(Taxonomy {
            key: "categories".to_owned(),
            route: format!("{path}/{{slug}}/"),
            url: format!("{path}/"),
            per_page: None,
            pages: "page".to_owned(),
            slug: render::slugify,
            terms: Vec::new(),
        });
    }
    let unknown = texts(config.get("plugins").or(config.get("gems"))).into_iter();
    for name in unknown.filter(|name| !PLUGINS.contains(&name.as_str())) {
        let message = format!("what the plugin {name} made was left out");
        let help = "write what visitors need of it: pages in content/pages/, lists in content/structure.toml, anything else in the theme";
        site.note(message, help);
    }
    let enabled = archives.and_then(|one| one.get("enabled"));
    let periods = ["year", "month", "day"].into_iter();
    let periods: Vec<&str> = periods.filter(|one| is_enabled(enabled, one)).collect();
    if !periods.is_empty() {
        let message = format!(
            "the lists of posts of each {} were left out",
            periods.join(", ")
        );
        let help = "list the posts by year on a page, and redirect the old URLs to it";
        site.note(message, help);
    }
    let collections = feed.and_then(|one| one.get("collections"));
    let named = collections.and_then(Value::as_table);
    let names = named.map(|one| one.keys().cloned().collect());
    for name in names.unwrap_or_else(|| texts(collections)) {
        let path = named.and_then(|one| text(inner(one, &name)?, "path"));
        let path = path.map_or_else(|| format!("/feed/{name}.xml"), absolute);
        site.feeds
            .push(feed_of(config, &path, Entries::Section(name)));
    }
}

/// Returns whether `jekyll-archives` makes a kind of lists.
fn is_enabled(enabled: Option<&Value>, kind: &str) -> bool {
    match enabled {
        Some(Value::String(all)) => all == "all",
        enabled => texts(enabled).iter().any(|one| one == kind),
    }
}

/// Returns a feed as `jekyll-feed` writes it.
pub fn feed_of(config: &Table, route: &str, entries: Entries) -> Feed {
    let limit = inner(config, "feed").and_then(|one| one.get("posts_limit")?.as_integer());
    Feed {
        route: route.to_owned(),
        is_rss: false,
        entries,
        limit: Some(
            limit
                .and_then(|one| usize::try_from(one).ok())
                .unwrap_or(10),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plugins_that_make_pages() {
        for (config, expected) in [
            ("plugins: [jekyll-feed]", ""),
            ("plugins: [jekyll-category-pages]", "/category/{slug}/"),
            (
                "plugins: [jekyll-category-pages]\ncategory_path: topics/",
                "/topics/{slug}/",
            ),
            (
                "gems: [jekyll-pwa-plugin]",
                "what the plugin jekyll-pwa-plugin made was left out",
            ),
        ] {
            let config = crate::values::from_yaml(config).unwrap();
            let mut site = Site::default();
            let plugins = texts(config.get("plugins").or(config.get("gems")));
            add(&config, &plugins, &mut site);
            let routes = site.taxonomies.iter().map(|one| one.route.clone());
            let messages = site.diagnostics.iter().map(|one| one.message.clone());
            assert_eq!(routes.chain(messages).collect::<String>(), expected);
        }
    }

    #[test]
    fn order_of_collections() {
        let config = "collections:\n  recipes: { sort_by: weight }\n  tips: { output: true }\n";
        let config = crate::values::from_yaml(config).unwrap();
        let mut site = Site::default();
        add(&config, &[], &mut site);
        let sorts = [("recipes".to_owned(), "weight".to_owned())];
        assert_eq!(site.sorts, sorts.into());
    }
}
