//! Pages and feeds of the categories, tags, and collections of Jekyll, which its plugins `jekyll-archives` and `jekyll-feed` make.

use toml::{Table, Value};

use crate::model::{Entries, Feed, Site, Taxonomy};
use crate::values::{inner, text, texts};
use crate::zola::absolute;

/// Front matter keys with terms, each with what `jekyll-archives` calls one of them.
const KEYS: [(&str, &str); 2] = [("categories", "category"), ("tags", "tag")];

/// Adds the taxonomies and the feeds of a site's plugins.
pub fn add(config: &Table, plugins: &[String], site: &mut Site) {
    let has = |name: &str| plugins.iter().any(|one| one == name);
    let archives = inner(config, "jekyll-archives").filter(|_| has("jekyll-archives"));
    let feed = inner(config, "feed").filter(|_| has("jekyll-feed"));
    for (key, kind) in KEYS {
        let enabled = archives.and_then(|one| one.get("enabled"));
        let is_all = enabled.is_some_and(|one| matches!(one, Value::String(all) if all == "all"));
        let has_pages = is_all || texts(enabled).iter().any(|one| one == key);
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
            slug: render::slugify,
            terms: Vec::new(),
        });
        if has_feeds {
            let path = of_terms.and_then(|one| text(one.as_table()?, "path"));
            let path = path.unwrap_or(if key == "tags" { "feed/by_tag" } else { "feed" });
            let path = absolute(path.trim_end_matches('/'));
            site.feeds.push(feed_of(
                &format!("{path}/{{slug}}.xml"),
                Entries::Terms(key.to_owned()),
            ));
        }
    }
    let collections = feed.and_then(|one| one.get("collections"));
    let named = collections.and_then(Value::as_table);
    let names = named.map(|one| one.keys().cloned().collect());
    for name in names.unwrap_or_else(|| texts(collections)) {
        let path = named.and_then(|one| text(inner(one, &name)?, "path"));
        let path = path.map_or_else(|| format!("/feed/{name}.xml"), absolute);
        site.feeds.push(feed_of(&path, Entries::Section(name)));
    }
}

/// Returns a feed as `jekyll-feed` writes it.
fn feed_of(route: &str, entries: Entries) -> Feed {
    Feed {
        route: route.to_owned(),
        is_rss: false,
        entries,
        limit: Some(10),
    }
}
