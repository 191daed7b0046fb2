//! Ids that the entries of feeds have in a site of Jekyll.

use diagnostic::{Source, folder_of};
use toml::Table;

use crate::front_matter::split;
use crate::model::Site;
use crate::targets::encoded;
use crate::values::text;

/// Ids that the plugin `jekyll-feed` writes.
pub const OF_PLUGIN: &str = "{origin}{base}{id}";

/// Returns the ids that a template of a feed writes, with `{url}` and `{id}` for those of a post, `{origin}` for the address of the site,
/// and `{base}` for its folder there. `layout` is the layout of a template without a text of its own. Returns `None` if they cannot be
/// derived.
pub fn pattern(source: &Source, layout: Option<&Source>, config: &Table) -> Option<String> {
    let parsed = split(&source.text).ok()?;
    let template = layout.map_or(&source.text[parsed.body], |layout| &layout.text);
    let elements = ["id", "guid"].map(|name| {
        let start = format!("<{name}");
        let inner = template.split(&start).skip(1).filter_map(|part| {
            let (start, rest) = part.split_once('>')?;
            let is_tag = start.is_empty() || start.starts_with(char::is_whitespace);
            let (inner, _) = rest.split_once(&format!("</{name}>"))?;
            is_tag.then(|| inner.to_owned())
        });
        inner.collect::<Vec<String>>()
    });
    let patterns = elements.iter().flatten().filter_map(|inner| {
        let mut pieces = inner.trim().split("{{");
        let mut pattern = pieces.next()?.to_owned();
        for piece in pieces {
            let (expression, rest) = piece.split_once("}}")?;
            let expression = expression.trim_matches(['-', ' ', '\n']);
            pattern.push_str(&value(expression, &parsed.fields, config)?);
            pattern.push_str(rest);
        }
        Some(pattern)
    });
    let is_of_post = |one: &String| one.contains("{url}") || one.contains("{id}");
    let mut of_posts = patterns.filter(is_of_post);
    let own = of_posts.next().filter(|one| !one.contains("{%"));
    // Without an id, readers take the URL.
    let is_without = elements.iter().all(Vec::is_empty);
    own.or_else(|| is_without.then(|| "{origin}{base}{url}".to_owned()))
}

/// Returns what an expression of Liquid is; `None` if that is not known.
fn value(expression: &str, page: &Table, config: &Table) -> Option<String> {
    let variable = |name: &str| {
        let quoted = ['"', '\''].map(|quote| name.strip_prefix(quote)?.strip_suffix(quote));
        if let Some(text) = quoted.into_iter().flatten().next() {
            return Some(text.to_owned());
        }
        match name.split_once('.')? {
            ("site", "url") => Some("{origin}".to_owned()),
            ("site", "baseurl") => Some("{base}".to_owned()),
            ("site", key) => text(config, key).map(str::to_owned),
            ("page", key) => text(page, key).map(str::to_owned),
            (_, key @ ("id" | "url")) => Some(format!("{{{key}}}")),
            _ => None,
        }
    };
    let mut parts = expression.split('|').map(str::trim);
    let mut value = variable(parts.next()?)?;
    for filter in parts {
        let (name, argument) = filter.split_once(':').unwrap_or((filter, ""));
        let argument = || variable(argument.trim());
        match name.trim() {
            "append" => value.push_str(&argument()?),
            "prepend" => value = argument()? + &value,
            "absolute_url" => value = format!("{{origin}}{{base}}{value}"),
            "relative_url" => value = format!("{{base}}{value}"),
            "xml_escape" | "escape" | "strip" => {}
            _ => return None,
        }
    }
    Some(value)
}

/// Returns the id of a post with a URL and a slug; `None` if the settings do not say the address of the site.
pub fn of_post(pattern: &str, url: &str, slug: &str, config: &Table) -> Option<String> {
    let setting = |key: &str| text(config, key).unwrap_or_default();
    let origin = setting("url").trim_end_matches('/');
    if origin.is_empty() && pattern.contains("{origin}") {
        return None;
    }
    let base = match setting("baseurl").trim_matches('/') {
        "" => String::new(),
        base => format!("/{base}"),
    };
    let folder = folder_of(url.trim_end_matches('/'));
    let id = pattern
        .replace("{id}", &format!("{folder}/{slug}"))
        .replace("{url}", url)
        .replace("{origin}", origin)
        .replace("{base}", &base);
    Some(encoded(&id))
}

/// Returns the ids that posts keep, from the URL of each feed and its ids, and reports feeds with others.
pub fn kept(feeds: &[(String, Option<String>)], site: &mut Site) -> Option<String> {
    for (route, _) in feeds.iter().filter(|(_, pattern)| pattern.is_none()) {
        let message = format!("the ids of entries in {route} could not be derived");
        let help = "compare them with those of the new feed: readers see entries with other ids once more, unless each post has its id as `guid`";
        site.note(message, help);
    }
    let known = || {
        feeds
            .iter()
            .filter_map(|(route, pattern)| Some((route, pattern.as_ref()?)))
    };
    let is_url = |pattern: &str| !pattern.contains("{id}");
    let (own, pattern) = known().min_by_key(|(_, pattern)| is_url(pattern))?;
    if let Some((other, _)) = known().find(|(_, other)| *other != pattern) {
        let message = format!("the ids of entries in {other} were not those in {own}");
        let help = "both feeds have those of the latter now, so readers of the former see its entries once more";
        site.note(message, help);
    }
    Some(pattern.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::from_yaml;

    #[test]
    fn patterns() {
        let config = from_yaml("url: https://a.example/\nbaseurl: /b\nhost: https://c.example\n");
        let config = config.unwrap();
        for (element, expected) in [
            ("<id>{{ post.id }}</id>", "/2020/post"),
            (
                "<id>{{ site.url }}/</id><entry><id>{{ site.url }}{{ post.id }}</id>",
                "https://a.example/2020/post",
            ),
            (
                "<guid isPermaLink=\"true\">{{ item.url | prepend: site.baseurl | prepend: site.url }}</guid>",
                "https://a.example/b/2020/Post.html",
            ),
            (
                "<id>{{- post.id | absolute_url | xml_escape -}}</id>",
                "https://a.example/b/2020/post",
            ),
            (
                "<guid>{{ site.host }}{{ post.url | append: '#a' }}</guid>",
                "https://c.example/2020/Post.html#a",
            ),
            (
                "<id>{{ page.home }}{{ post.url | relative_url }}</id>",
                "http://d.example/b/2020/Post.html",
            ),
            ("<id>tag:{{ post.id | slugify }}</id>", ""),
            ("<id>{{ site.url }}</id>", ""),
            (
                "<id>{% if post.link %}{{ post.link }}{% else %}{{ post.url }}{% endif %}</id>",
                "",
            ),
            (
                "<id>{% unless post.old %}{{ post.url }}{% endunless %}</id>",
                "",
            ),
            (
                "<identity>{{ post.id }}</identity>",
                "https://a.example/b/2020/Post.html",
            ),
        ] {
            let text = format!("---\nhome: http://d.example\n---\n{element}");
            let pattern = pattern(&Source::new("feed.xml", text), None, &config);
            let id = pattern.and_then(|one| of_post(&one, "/2020/Post.html", "post", &config));
            let id = id.unwrap_or_default();
            assert_eq!(id.replace("%23", "#"), expected, "{element}");
        }
        assert_eq!(of_post(OF_PLUGIN, "/a/", "a", &Table::new()), None);
    }

    #[test]
    fn ids_of_feeds() {
        let (id, url) = (Some("{id}"), Some("{origin}{url}"));
        for (feeds, expected) in [
            (vec![("/a.xml", id)], "{id}: "),
            (vec![("/a.xml", id), ("/b.xml", id)], "{id}: "),
            (
                vec![("/b.xml", url), ("/a.xml", id)],
                "{id}: the ids of entries in /b.xml were not those in /a.xml",
            ),
            (
                vec![("/a.xml", url), ("/b.xml", None)],
                "{origin}{url}: the ids of entries in /b.xml could not be derived",
            ),
        ] {
            let feeds = feeds
                .into_iter()
                .map(|(url, pattern)| (url.to_owned(), pattern.map(str::to_owned)));
            let mut site = Site::default();
            let kept = kept(&feeds.collect::<Vec<_>>(), &mut site).unwrap();
            let messages = site.diagnostics.iter().map(|one| one.message.as_str());
            assert_eq!(
                format!("{kept}: {}", messages.collect::<String>()),
                expected
            );
        }
    }
}
