//! Sections within others whose entries have URLs elsewhere, because `permalinks` says so.

use diagnostic::folder_of;

use crate::collections::is_within;
use crate::model::Site;

/// Makes sections of their own of those sections, so that their lists and feeds have their own entries only.
pub fn split(site: &mut Site) {
    // Outer lists come first, so that entries get the innermost section.
    let mut lists: Vec<usize> = (0..site.pages.len()).collect();
    lists.sort_by_key(|index| site.pages[*index].source.path.matches('/').count());
    for index in lists {
        let page = &site.pages[index];
        let (folder, file) = page.source.path.rsplit_once('/').unwrap_or_default();
        let is_inner = file.starts_with("_index.") && page.url.split('/').count() > 3;
        let Some(list) = page.list.as_ref().filter(|_| is_inner) else {
            continue;
        };
        let entries = site.pages.iter().enumerate().filter(|(_, one)| {
            one.list.is_none()
                && one.lang == page.lang
                && is_within(&one.section, &list.section)
                && is_within(folder_of(&one.source.path), folder)
        });
        let entries: Vec<usize> = entries.map(|(at, _)| at).collect();
        let is_below = |at: &usize| site.pages[*at].url.starts_with(&page.url);
        if entries.is_empty() || entries.iter().any(is_below) {
            continue;
        }
        let outer = format!("/{}/", list.section);
        let name = folder.split_once(&outer).map_or(folder, |(_, name)| name);
        let section = format!("{}/{name}", list.section);
        for at in entries {
            site.pages[at].section.clone_from(&section);
        }
        if let Some(list) = &mut site.pages[index].list {
            list.section = section;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{List, Page};
    use diagnostic::Source;

    #[test]
    fn sections_within_others() {
        for (pages, expected) in [
            (
                "blog/_index.md /blog/; blog/news/_index.md /blog/news/; blog/news/a.md /blog/2020/a/; blog/b.md /blog/2020/b/",
                "blog blog/news blog/news blog",
            ),
            (
                "blog/news/_index.md /blog/news/; blog/news/a.md /blog/news/a/",
                "blog blog",
            ),
            (
                "blog/news/x/_index.md /blog/news/x/; blog/news/_index.md /blog/news/; blog/news/a.md /b/a/; blog/news/x/c.md /b/c/",
                "blog/news/x blog/news blog/news blog/news/x",
            ),
            ("blog/news/_index.md /blog/news/", "blog"),
        ] {
            let page = |page: &str| {
                let (file, url) = page.split_once(' ').unwrap();
                let list = file.contains("_index").then(|| List {
                    section: "blog".to_owned(),
                    per_page: None,
                    route: String::new(),
                    sort: None,
                });
                Page {
                    url: url.to_owned(),
                    section: "blog".to_owned(),
                    list,
                    ..Page::new(&Source::new(format!("content/{file}"), ""))
                }
            };
            let mut site = Site {
                pages: pages.split("; ").map(page).collect(),
                ..Site::default()
            };
            split(&mut site);
            let found = site.pages.iter().map(|page| match &page.list {
                Some(list) => list.section.as_str(),
                None => page.section.as_str(),
            });
            assert_eq!(found.collect::<Vec<_>>().join(" "), expected, "{pages}");
        }
    }
}
