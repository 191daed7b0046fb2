//! Feeds of Hugo that the site makes with a template of its own.

use crate::model::{Entries, Site};
use crate::project::Project;

/// Paths of the template, the one that Hugo prefers first.
const TEMPLATES: [&str; 5] = [
    "layouts/index.rss.xml",
    "layouts/home.rss.xml",
    "layouts/_default/home.rss.xml",
    "layouts/rss.xml",
    "layouts/_default/rss.xml",
];

/// Limits the feeds to the entries that the template of the site chooses, and reports the template, which may do more.
pub fn read_template(project: &Project<'_>, site: &mut Site) {
    let mut sources = TEMPLATES.iter().filter_map(|path| project.text(path));
    let Some(source) = sources.next() else {
        return;
    };
    let (limit, section) = entries(&source.text);
    let section = section.filter(|one| site.pages.iter().any(|page| page.section == *one));
    for feed in &mut site.feeds {
        feed.limit = limit.or(feed.limit);
        if let (Entries::All, Some(section)) = (&feed.entries, section) {
            feed.entries = Entries::Section(section.to_owned());
        }
    }
    if !site.feeds.is_empty() {
        let message = "the feeds have a template of their own, which was not converted".to_owned();
        let help = "compare the entries of the feeds with those of the old ones, and correct each [[feed]] in content/structure.toml";
        site.report(&source, 0..0, message, help);
    }
}

/// Returns the number of entries that a template shows at most, and the section that they are in:
/// `range first 15 (where .Site.RegularPages "Section" "post")`.
fn entries(template: &str) -> (Option<usize>, Option<&str>) {
    let after = |word: &str| Some(template.split_once(word)?.1.trim_start());
    let limit = after("range first ").or_else(|| after("| first "));
    let limit = limit.and_then(|rest| {
        let end = rest.find(|one: char| !one.is_ascii_digit());
        rest[..end.unwrap_or(rest.len())].parse().ok()
    });
    let section = after("\"Section\" \"").or_else(|| after("\"Type\" \""));
    let section = section.and_then(|rest| Some(rest.split_once('"')?.0));
    (limit.filter(|one| *one > 0), section)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_templates() {
        for (template, expected) in [
            (
                "{{ range first 15 (where .Site.RegularPages \"Section\" \"post\") }}",
                (Some(15), Some("post")),
            ),
            (
                "{{ range where site.RegularPages \"Type\" \"blog\" | first 5 }}",
                (Some(5), Some("blog")),
            ),
            (
                "{{ $pages = $pages | first $limit }}{{ range $pages }}",
                (None, None),
            ),
        ] {
            assert_eq!(entries(template), expected, "{template}");
        }
    }
}
