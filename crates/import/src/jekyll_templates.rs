//! Files of a Jekyll site, other than pages, that are templates: feeds, style sheets, and data.

use std::sync::Arc;

use diagnostic::Source;
use toml::Table;

use crate::front_matter::{begins_with_yaml, split};
use crate::model::{Entries, Feed, Site};
use crate::project::Project;
use crate::values::text;
use crate::zola::absolute;

/// Endings of files that are templates if they begin with front matter.
const ENDINGS: [&str; 8] = [
    ".xml",
    ".json",
    ".txt",
    ".css",
    ".scss",
    ".sass",
    ".js",
    ".webmanifest",
];

/// Returns a file that is a template, but not a page.
pub fn template(path: &str, project: &Project<'_>) -> Option<Arc<Source>> {
    if !ENDINGS.iter().any(|end| path.ends_with(end)) {
        return None;
    }
    let source = project.text(path)?;
    begins_with_yaml(&source.text).then_some(source)
}

/// Returns the layout of a template that has no text of its own.
pub fn layout(source: &Source, project: &Project<'_>) -> Option<Arc<Source>> {
    let parsed = split(&source.text).ok()?;
    let is_empty = source.text[parsed.body].trim().is_empty();
    let name = text(&parsed.fields, "layout").filter(|_| is_empty)?;
    let mut files = [".xml", ".html", ""].iter();
    files.find_map(|end| project.text(&format!("_layouts/{name}{end}")))
}

/// Returns the feed of posts, or of one of the `collections`, that a template writes, and the names of other collections that it has.
/// `layout` is the layout of a template without a text of its own.
pub fn feed(
    source: &Source,
    layout: Option<&Source>,
    collections: Option<&Table>,
) -> Option<(Feed, Vec<String>)> {
    let parsed = split(&source.text).ok()?;
    let body = match layout {
        Some(layout) => &layout.text,
        None => &source.text[parsed.body],
    };
    let is_rss = body.contains("<rss");
    let route = absolute(text(&parsed.fields, "permalink").unwrap_or(&source.path));
    let names = collections
        .into_iter()
        .flat_map(Table::keys)
        .map(String::as_str);
    let names = std::iter::once("posts").chain(names.filter(|name| *name != "posts"));
    let is_part = |sign: char| sign.is_alphanumeric() || sign == '_' || sign == '-';
    // Entries of other collections are looked up in one: `site.authors | where: …`.
    let is_list = |rest: &&str| {
        let filter = rest.trim_start().trim_start_matches('|').trim_start();
        !rest.starts_with(is_part) && !filter.starts_with("where") && !filter.starts_with("find")
    };
    let after = |name: &str| {
        let sign = format!("site.{name}");
        let found = body.match_indices(&sign);
        let mut rest = found.map(|(at, sign)| &body[at + sign.len()..]);
        rest.find(is_list)
    };
    let mut shown = names.filter_map(|name| Some((name, after(name)?)));
    let (section, rest) = shown.next()?;
    let others = shown.map(|(name, _)| name.to_owned()).collect();
    if !(is_rss || body.contains("<feed")) || !route.ends_with(".xml") {
        return None;
    }
    // `{% for post in site.posts limit: 10 %}`
    let limit = rest.split("%}").next().unwrap_or_default();
    let limit = limit
        .split("limit:")
        .nth(1)
        .unwrap_or_default()
        .trim_start();
    let end = limit.find(|one: char| !one.is_ascii_digit());
    let feed = Feed {
        route,
        is_rss,
        entries: Entries::Section(section.to_owned()),
        limit: limit[..end.unwrap_or(limit.len())].parse().ok(),
    };
    Some((feed, others))
}

/// Returns the address to which the site's own layout of a page redirects; `None` if it does not.
pub fn redirect(fields: &Table, project: &Project<'_>) -> Option<String> {
    let layout = project.text(&format!("_layouts/{}.html", text(fields, "layout")?))?;
    let (_, rest) = layout.text.split_once("http-equiv=\"refresh\"")?;
    let (_, rest) = rest.split_once("url=")?;
    let mut address = rest[..rest.find(['"', '\'', '>'])?].to_owned();
    for name in fields.keys() {
        let tag = format!("{{{{ page.{name} }}}}");
        address = address.replace(&tag, text(fields, name).unwrap_or(&tag));
    }
    (!address.contains("{{")).then_some(address)
}

/// Reports the collections whose entries a feed of several collections has lost.
pub fn report_others(feed: &Feed, others: &[String], source: &Arc<Source>, site: &mut Site) {
    for name in others {
        let message = format!("the entries of `{name}` are no longer in {}", feed.route);
        let help = "add it to `collection` of this [[feed]] in content/structure.toml, which can be a list";
        site.report(source, 0..0, message, help);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Files;
    use crate::values::from_yaml;

    #[test]
    fn redirects() {
        let layout =
            "<meta http-equiv=\"refresh\" content=\"0;url=https://a.example/{{ page.to }}.html\">";
        let files = Files::of(&[("_layouts/away.html", layout)]);
        for (page, expected) in [
            (
                "layout: away\nto: a\nno: 1",
                Some("https://a.example/a.html"),
            ),
            ("layout: away", None),
            ("layout: other\nto: a", None),
        ] {
            let target = redirect(&from_yaml(page).unwrap(), &files.project());
            assert_eq!(target.as_deref(), expected, "{page}");
        }
    }

    #[test]
    fn feeds() {
        let files = Files::of(&[("_layouts/rss.xml", "<rss>{% for post in site.posts %}")]);
        for (text, expected) in [
            (
                "---\npermalink: /a.xml\n---\n<feed>{% for post in site.posts limit:5 %}",
                "/a.xml false Some(5) posts",
            ),
            (
                "---\n---\n<rss>{% for post in site.posts %}{% endfor %} limit: 3",
                "/b/feed.xml true None posts",
            ),
            ("---\n---\n<rss>{% for post in site.pages %}", ""),
            (
                "---\n---\n<rss>{% assign all = site.news %}{% for post in all %}",
                "/b/feed.xml true None news",
            ),
            (
                "---\n---\n<rss>{{ site.newsletter }}{% assign all = site.news %}",
                "/b/feed.xml true None news",
            ),
            (
                "---\n---\n<rss>{% for post in site.posts %}{% assign one = site.news | where: \"id\", post.id %}",
                "/b/feed.xml true None posts",
            ),
            (
                "---\n---\n<rss>{% assign all = site.posts | concat: site.news %}",
                "/b/feed.xml true None posts, not news",
            ),
            ("---\n---\n<urlset>{% for post in site.posts %}", ""),
            ("---\nlayout: rss\n---\n", "/b/feed.xml true None posts"),
            ("---\nlayout: none\n---\n", ""),
            ("---\npermalink: /feed/\n---\n<rss>{{ site.posts }}", ""),
        ] {
            let collections = from_yaml("news:\n  output: true\n").unwrap();
            let source = Source::new("b/feed.xml", text);
            let layout = layout(&source, &files.project());
            let feed = feed(&source, layout.as_deref(), Some(&collections));
            let shown = feed.map(|(one, others)| {
                let Entries::Section(section) = one.entries else {
                    return String::new();
                };
                let others = others.iter().map(|name| format!(", not {name}"));
                let others: String = others.collect();
                format!(
                    "{} {} {:?} {section}{others}",
                    one.route, one.is_rss, one.limit
                )
            });
            assert_eq!(shown.unwrap_or_default(), expected, "{text}");
        }
    }
}
