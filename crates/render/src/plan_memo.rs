//! Reuses the last plan after edits that keep every URL, every term, and the order of documents.

use std::sync::Arc;

use content::{Collection, Content, Document, beginning};
use diagnostic::{Diagnostic, Fingerprint};

use crate::aliases::{self, aliases};
use crate::document_routes::document_route;
use crate::listing::Listing;
use crate::plan::new_plan;
use crate::related::{Features, with_related};
use crate::route::{Kind, Plan, Route};
use crate::route_values;

/// The last plan, and its inputs. Starting empty is always safe.
#[derive(Debug, Default)]
pub struct PlanMemo {
    /// Fingerprint of the settings that the content was read with.
    dependencies: Fingerprint,
    plan: Arc<Plan>,
    /// Collections that the plan was made from; `None` if there were findings.
    collections: Option<Vec<Collection>>,
    features: Features,
}

/// Returns the same as [`crate::plan()`], but only replaces the edited documents in the last plan if that is enough.
pub fn plan_again(content: &Content, memo: &mut PlanMemo) -> (Arc<Plan>, Vec<Diagnostic>) {
    let collections = memo.collections.as_deref();
    let collections = collections.filter(|_| memo.dependencies == content.dependencies);
    let edits = collections.and_then(|before| edits(content, before));
    let mut features = std::mem::take(&mut memo.features);
    if memo.dependencies != content.dependencies {
        features = Features::default();
    }
    let (plan, diagnostics) = match edits.and_then(|edits| with_edits(&memo.plan, &edits)) {
        Some(mut plan) => {
            plan.routes = with_related(content, plan.routes, &mut features);
            (Arc::new(plan), Vec::new())
        }
        None => new_plan(content, &mut features),
    };
    *memo = PlanMemo {
        features,
        dependencies: content.dependencies,
        plan: Arc::clone(&plan),
        collections: diagnostics.is_empty().then(|| content.collections.clone()),
    };
    (plan, diagnostics)
}

/// Maximum number of edits. Each route is compared with each of them, so with more, a new plan is as fast.
const MAX_EDITS: usize = 16;

/// An edited document that kept its URL, its terms and its position.
struct Edit {
    before: Arc<Document>,
    now: Arc<Document>,
    /// New route of the document, without its list; `None` if the document has no page.
    route: Option<Route>,
    /// Whether lists show the beginning of the document's text.
    has_summary: bool,
}

/// Returns the documents that were edited. Returns `None` if there are too many, or if anything else changed.
fn edits(content: &Content, before: &[Collection]) -> Option<Vec<Edit>> {
    let mut edits = Vec::new();
    if before.len() != content.collections.len() {
        return None;
    }
    for (before, now) in before.iter().zip(&content.collections) {
        let hidden = |one: &Collection| -> Vec<*const Document> {
            let hidden = one.hidden.iter();
            hidden.map(|(document, _)| Arc::as_ptr(document)).collect()
        };
        if hidden(before) != hidden(now) || before.documents.len() != now.documents.len() {
            return None;
        }
        let rule = &now.rule;
        let taxonomies = content.structure.taxonomies.iter();
        let taxonomies = taxonomies.map(|one| (&one.collection, one.field.as_str()));
        let calendars = content.structure.calendars.iter();
        let calendars = calendars.map(|one| (&one.collection, one.field.as_str()));
        let rules = taxonomies.chain(calendars);
        let fields = rules.filter(|(collection, _)| **collection == rule.name);
        let mut fields: Vec<&str> = fields.map(|(_, field)| field).collect();
        fields.push(aliases::KEY);
        fields.extend(route_values::keys(rule));
        for (before, now) in before.documents.iter().zip(&now.documents) {
            if Arc::ptr_eq(before, now) {
                continue;
            }
            if edits.len() == MAX_EDITS || !keeps_its_routes(before, now, &fields) {
                return None;
            }
            edits.push(Edit {
                before: Arc::clone(before),
                now: Arc::clone(now),
                route: document_route(content, rule, now).ok()?,
                has_summary: rule.summaries,
            });
        }
    }
    Some(edits)
}

/// Returns whether a document still has the same URL, and the same values in these fields.
fn keeps_its_routes(before: &Document, now: &Document, fields: &[&str]) -> bool {
    let is_same = |field: &&str| before.fields.get(*field) == now.fields.get(*field);
    before.valid
        && now.valid
        && before.path == now.path
        && before.slug == now.slug
        && before.lang == now.lang
        && before.pointer == now.pointer
        && before.source().path == now.source().path
        && fields.iter().all(is_same)
}

/// Returns the plan with the edited documents in it. Returns `None` if other routes depend on the edited front matter.
fn with_edits(plan: &Plan, edits: &[Edit]) -> Option<Plan> {
    let edit_of = |document: &Arc<Document>| {
        let mut edits = edits.iter();
        edits.find(|edit| Arc::ptr_eq(&edit.before, document))
    };
    let update = |documents: &mut Vec<Arc<Document>>| {
        for document in documents {
            if let Some(edit) = edit_of(document) {
                *document = Arc::clone(&edit.now);
            }
        }
    };
    let mut others_depend = false;
    let mut same_titles = true;
    let routes = plan.routes.with(|route| {
        let own = route.document.as_ref().and_then(edit_of);
        let lists = |listing: &Listing| listing.documents().any(|one| edit_of(one).is_some());
        if own.is_none() && !route.listing.as_ref().is_some_and(lists) {
            return None;
        }
        let mut updated = Route::clone(route);
        if let Some(edit) = own {
            if let Some(now) = edit.route.as_ref().filter(|_| route.kind == Kind::Page) {
                updated = Route {
                    listing: route.listing.clone(),
                    ..now.clone()
                };
                same_titles &= updated.title == route.title;
            } else {
                // Page 2 and later of a list take title, template and more from the first page.
                others_depend |= edit.before.fields != edit.now.fields
                    || edit.has_summary
                        && beginning(edit.before.markdown()) != beginning(edit.now.markdown());
                updated.document = Some(Arc::clone(&edit.now));
            }
        }
        if let Some(listing) = &mut updated.listing {
            update(&mut listing.lead);
            update(&mut listing.items);
        }
        Some(updated)
    });
    if others_depend {
        return None;
    }
    let titles = if same_titles {
        plan.titles
    } else {
        routes.titles()
    };
    let mut redirects = Arc::clone(&plan.redirects);
    for (from, place) in edits.iter().flat_map(|edit| aliases(&edit.now)) {
        if let Some(redirect) = Arc::make_mut(&mut redirects).get_mut(from) {
            redirect.from_place = place.clone();
            redirect.to_place = place;
        }
    }
    Some(Plan {
        routes,
        redirects,
        titles,
        ..plan.clone()
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use content::{DocumentMemo, Selection, Tree};
    use diagnostic::Source;

    use super::*;
    use crate::plan::plan;

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

    fn read(files: &Files, memo: &mut DocumentMemo) -> Content {
        let texts = files.iter().map(|(name, text)| {
            let path = format!("content/{name}");
            (path.clone(), Source::new(path, text.as_str()))
        });
        let tree = Tree {
            texts: texts.collect(),
            ..Tree::default()
        };
        let selection = Selection {
            date: jiff::civil::date(2026, 11, 21),
            drafts: false,
            future: false,
        };
        content::assemble_again(&tree, &selection, memo).0.unwrap()
    }

    fn shown(plan: &Plan) -> String {
        let sources: BTreeMap<_, _> = plan.by_source.iter().collect();
        let others = Plan {
            by_source: Arc::default(),
            ..plan.clone()
        };
        format!("{sources:?} {others:?}")
    }

    /// Makes an edit, and returns whether the last plan was reused. Checks that the result equals a new plan.
    fn is_reused(edit: impl FnOnce(&mut Files)) -> bool {
        let (mut documents, mut memo) = (DocumentMemo::default(), PlanMemo::default());
        let mut files = files();
        let (before, _) = plan_again(&read(&files, &mut documents), &mut memo);
        edit(&mut files);
        let content = read(&files, &mut documents);
        let (now, diagnostics) = plan_again(&content, &mut memo);
        let (expected, expected_diagnostics) = plan(&content);
        assert_eq!(shown(&now), shown(&expected));
        assert_eq!(diagnostics, expected_diagnostics);
        let home = |plan: &Plan| Arc::clone(plan.routes.get("/").unwrap());
        Arc::ptr_eq(&home(&before), &home(&now))
    }

    #[test]
    fn edits_that_keep_every_url_term_and_order_reuse_the_plan() {
        for (path, old, new, expected) in [
            ("posts/one.md", "Text.", "Words.", true),
            ("posts/one.md", "\"One\"", "\"First\"\nby = \"Ana\"", true),
            ("posts/one.md", "01-01", "01-09", false),
            ("posts/one.md", "chain", "wheel", false),
            ("posts/one.md", "/first", "/1", false),
            ("posts/one.md", "+++\nT", "place = \"All\"\n+++\nT", false),
            ("posts/one.md", "+++\nT", "slug = \"uno\"\n+++\nT", false),
            ("posts/one.md", "title = ", "title ", false),
            ("posts/draft.md", "Text.", "Words.", false),
            ("posts/draft.md", "draft = true\n", "", false),
            // Page 2 of the list has the text of the first page, but its title follows from that page's.
            ("pages/posts.md", "Text.", "Words.", true),
            ("pages/posts.md", "\"Posts\"", "\"Stories\"", false),
            ("members.toml", "ana", "bo", false),
            ("site.toml", "Bikes", "Wheels", false),
            // Posts are related by their words alone.
            ("structure.toml", TAXONOMY, "", false),
            ("structure.toml", MEMBERS, "", false),
        ] {
            let reused = is_reused(|files| {
                let text = files.get_mut(path).unwrap();
                assert!(text.contains(old), "`{old}` in {path}");
                *text = text.replacen(old, new, 1);
            });
            assert_eq!(reused, expected, "{path}: `{old}` becomes `{new}`");
        }
        assert!(is_reused(|_| ()));
        assert!(!is_reused(|files| drop(files.remove("posts/draft.md"))));
        assert!(!is_reused(|files| drop(files.remove("posts/two.md"))));
        let new = "+++\ntitle = \"New\"\n+++\n";
        assert!(!is_reused(|files| drop(
            files.insert("pages/new.md", new.to_owned())
        )));
    }
}
