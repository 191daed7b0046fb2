//! The plan of a site: every route, decided before anything is rendered.

use std::sync::Arc;

use content::Content;
use diagnostic::Diagnostic;

use crate::document_routes::add_documents;
use crate::feed_routes::add_feeds;
use crate::pagination_routes::add_paginations;
use crate::plan_builder::PlanBuilder;
use crate::route::Plan;
use crate::taxonomy_routes::add_taxonomies;
use crate::{calendar, outputs, redirects, untranslated_texts};

/// Returns the plan of a site, and the findings about its URLs. The plan depends only on what [`Content::routing`] covers: two sites
/// with the same routing have the same plan, but a finding is about the files of this one.
pub fn plan(content: &Content) -> (Arc<Plan>, Vec<Diagnostic>) {
    let mut builder = PlanBuilder::new(content);
    redirects::add_redirects(&mut builder);
    add_documents(&mut builder);
    add_paginations(&mut builder);
    add_taxonomies(&mut builder);
    add_feeds(&mut builder);
    let (plan, mut diagnostics) = builder.finish();
    diagnostics.extend(redirects::check(content, &plan));
    diagnostics.extend(calendar::check(content));
    diagnostics.extend(outputs::check(content, &plan));
    diagnostics.extend(untranslated_texts::check(content, &plan));
    (Arc::new(plan), diagnostics)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use content::{Selection, Tree};
    use diagnostic::{ByText, Source};

    use super::*;

    const COLLECTIONS: &str = r#"
        [[collection]]
        name = "pages"
        dir = "pages"
        schema = "schemas/any.json"
        route = "/{path}"
        template = "page.html"

        [[collection]]
        name = "posts"
        dir = "posts"
        schema = "schemas/any.json"
        route = "/posts/{slug}"
        template = "page.html"
        sort = "-date"
        related = 1

        [[pagination]]
        page = "/posts"
        collection = "posts"
        per_page = 1
        route = "/posts/page/{number}"
        title = "{title}, page {number}"
        description = "{description}"

        [[calendar]]
        collection = "posts"
        field = "place"
        route = "/{slug}.ics"
        title = "{term}"
        page = "/posts"
    "#;

    const TAXONOMY: &str = r#"
        [[taxonomy]]
        name = "tag"
        collection = "posts"
        field = "tag"
        route = "/tags/{slug}"
        template = "page.html"
        title = "{term}"
        description = "{term}"
    "#;

    const MEMBERS: &str = r#"
        [[collection]]
        name = "members"
        file = "members.toml"
        schema = "schemas/any.json"
    "#;

    /// Text of files, by path below `content/`.
    type Files = BTreeMap<&'static str, String>;

    #[rustfmt::skip]
    fn files() -> Files {
        let post = |title: &str, day: usize, tag: &str, more: &str| {
            format!("+++\ntitle = \"{title}\"\ndate = 2026-01-0{day}\ntag = \"{tag}\"\n{more}+++\nText.\n")
        };
        Files::from([
            ("site.toml", "name = \"Bikes\"\nbase_url = \"https://bikes.example\"\ntheme = \"t\"\n".to_owned()),
            ("structure.toml", [COLLECTIONS, TAXONOMY, MEMBERS].concat()),
            ("schemas/any.json", "{}".to_owned()),
            ("members.toml", "[[item]]\nslug = \"ana\"\n".to_owned()),
            ("pages/index.md", "+++\ntitle = \"Home\"\n+++\n".to_owned()),
            ("pages/posts.md", "+++\ntitle = \"Posts\"\n+++\nText.\n".to_owned()),
            ("posts/one.md", post("One", 1, "chain", "aliases = [\"/first\"]\n")),
            ("posts/two.md", post("Two", 2, "wheel", "")),
            ("posts/three.md", post("Three", 3, "chain", "")),
            ("posts/draft.md", post("Draft", 4, "wheel", "draft = true\n")),
        ])
    }

    fn read(files: &Files) -> Content {
        let texts = files.iter().map(|(name, text)| {
            let path = format!("content/{name}");
            (path.clone(), Source::new(path, text.as_str()))
        });
        let mut tree = Tree::default();
        tree.texts.extend(texts);
        let selection = Selection {
            date: jiff::civil::date(2026, 11, 21),
            drafts: false,
            future: false,
        };
        content::load(&tree, &selection).0.unwrap()
    }

    fn shown(content: &Content) -> String {
        let (plan, diagnostics) = plan(content);
        let sources: BTreeMap<_, _> = plan.by_source.iter().collect();
        let others = Plan {
            by_source: ByText::default(),
            ..Plan::clone(&plan)
        };
        format!("{sources:?} {others:?} {diagnostics:?}")
    }

    /// Makes an edit, and returns whether the routing stayed the same. If it did, checks that the plan did as well.
    fn keeps_routing(edit: impl FnOnce(&mut Files)) -> bool {
        let mut files = files();
        let before = read(&files);
        edit(&mut files);
        let now = read(&files);
        let is_same = before.routing() == now.routing();
        if is_same {
            assert_eq!(shown(&before), shown(&now));
        }
        is_same
    }

    #[test]
    fn edits_that_keep_every_url_term_and_order_keep_the_plan() {
        for (path, old, new, expected) in [
            ("posts/one.md", "Text.", "Words.", true),
            ("posts/one.md", "\"One\"", "\"First\"\nby = \"Ana\"", true),
            ("posts/one.md", "01-01", "01-09", false),
            ("posts/one.md", "chain", "wheel", false),
            ("posts/one.md", "/first", "/1", false),
            ("posts/one.md", "+++\nT", "place = \"All\"\n+++\nT", false),
            ("posts/one.md", "+++\nT", "slug = \"uno\"\n+++\nT", false),
            (
                "posts/one.md",
                "+++\nT",
                "template = \"other.html\"\n+++\nT",
                false,
            ),
            ("posts/one.md", "title = ", "title ", false),
            ("posts/draft.md", "Text.", "Words.", true),
            ("posts/draft.md", "draft = true\n", "", false),
            // The titles of pages 2 and later are made from that of the first page when they are shown.
            ("pages/posts.md", "Text.", "Words.", true),
            ("pages/posts.md", "\"Posts\"", "\"Stories\"", true),
            ("members.toml", "ana", "bo", false),
            ("site.toml", "Bikes", "Wheels", false),
            ("structure.toml", TAXONOMY, "", false),
            ("structure.toml", MEMBERS, "", false),
        ] {
            let is_same = keeps_routing(|files| {
                let text = files.get_mut(path).unwrap();
                assert!(text.contains(old), "`{old}` in {path}");
                *text = text.replacen(old, new, 1);
            });
            assert_eq!(is_same, expected, "{path}: `{old}` becomes `{new}`");
        }
        assert!(keeps_routing(|_| ()));
        assert!(!keeps_routing(|files| drop(files.remove("posts/draft.md"))));
        assert!(!keeps_routing(|files| drop(files.remove("posts/two.md"))));
        let new = "+++\ntitle = \"New\"\n+++\n";
        assert!(!keeps_routing(|files| drop(
            files.insert("pages/new.md", new.to_owned())
        )));
    }
}
