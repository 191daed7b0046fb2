//! The plan of a site: every route, settled before anything is rendered. After an edit, what still holds is reused.

use std::sync::Arc;

use content::{Content, Document};
use diagnostic::Diagnostic;

use crate::listing::Listing;
use crate::plan_memo::{Documents, PlanMemo, address, titles_of};
use crate::route::{Kind, Plan, Route};
use crate::routing::{document_route, from_all};

/// Returns all routes of `content`, and what is wrong with them.
pub fn plan(content: &Content) -> (Arc<Plan>, Vec<Diagnostic>) {
    plan_again(content, &mut PlanMemo::default())
}

/// Does the same as [`plan`], and reuses the routes of the last plan that `memo` has.
pub fn plan_again(content: &Content, memo: &mut PlanMemo) -> (Arc<Plan>, Vec<Diagnostic>) {
    if memo.read_with != content.read_with {
        *memo = PlanMemo {
            read_with: content.read_with,
            ..PlanMemo::default()
        };
    }
    if let Some(plan) = with_edited(content, memo) {
        return (plan, Vec::new());
    }
    let (plan, of_documents, found) = from_all(content, memo);
    let documents = content.collections.iter().map(Documents::of);
    *memo = PlanMemo {
        read_with: content.read_with,
        last: Arc::clone(&plan),
        made_from: found.is_empty().then(|| documents.collect()),
        of_documents,
    };
    (plan, found)
}

/// If more documents than this have changed, everything is planned again: each route is compared with each of them.
const FEW: usize = 16;

/// A document that was edited and kept its URL, terms and place in order.
struct Edited {
    before: Arc<Document>,
    now: Arc<Document>,
    /// Its route now, before it gets a list.
    route: Option<Arc<Route>>,
}

/// Returns the last plan with the edited documents in it, if none of them was added, removed, moved, or changed its terms.
fn with_edited(content: &Content, memo: &mut PlanMemo) -> Option<Arc<Plan>> {
    let made_from = memo.made_from.as_mut()?;
    let edited = edited(content, made_from)?;
    let successor = |document: &Arc<Document>| {
        let mut edited = edited.iter();
        edited.find(|one| Arc::ptr_eq(&one.before, document))
    };
    let with_successors = |documents: &mut Vec<Arc<Document>>| {
        for document in documents {
            if let Some(edited) = successor(document) {
                *document = Arc::clone(&edited.now);
            }
        }
    };
    let mut follows_title = false;
    let mut same_titles = true;
    let routes = memo.last.routes.with(|route| {
        let own = route.document.as_ref().and_then(successor);
        let lists = |listing: &Listing| listing.documents().any(|one| successor(one).is_some());
        if own.is_none() && !route.listing.as_ref().is_some_and(lists) {
            return None;
        }
        let mut again = Route::clone(route);
        if let Some(edited) = own {
            if let Some(now) = edited.route.as_ref().filter(|_| route.kind == Kind::Page) {
                again = Route::clone(now);
                again.listing.clone_from(&route.listing);
                same_titles &= again.title == route.title;
            } else {
                // A further page of a list takes its title, template and more from the first.
                follows_title |= edited.before.fields != edited.now.fields;
                again.document = Some(Arc::clone(&edited.now));
            }
        }
        if let Some(listing) = &mut again.listing {
            with_successors(&mut listing.lead);
            with_successors(&mut listing.items);
        }
        Some(again)
    });
    if follows_title {
        return None;
    }
    for Edited { before, now, route } in &edited {
        memo.of_documents.remove(&address(before));
        if let Some(route) = route {
            memo.of_documents.insert(address(now), Arc::clone(route));
        }
    }
    for documents in made_from {
        with_successors(&mut documents.shown);
    }
    let titles = if same_titles {
        memo.last.titles
    } else {
        titles_of(&routes)
    };
    memo.last = Arc::new(Plan {
        routes,
        titles,
        ..Plan::clone(&memo.last)
    });
    Some(Arc::clone(&memo.last))
}

/// Returns the documents that were edited since the last plan; `None` if more than that changed, or more than a few.
fn edited(content: &Content, made_from: &[Documents]) -> Option<Vec<Edited>> {
    if made_from.len() != content.collections.len() {
        return None;
    }
    let mut edited = Vec::new();
    for (before, collection) in made_from.iter().zip(&content.collections) {
        let kept = before.hidden.len() == collection.hidden.len()
            && (before.hidden.iter().zip(&collection.hidden)).all(|(a, b)| Arc::ptr_eq(&a.0, &b.0));
        if !kept || before.shown.len() != collection.documents.len() {
            return None;
        }
        let rule = &collection.rule;
        let taxonomies = content.structure.taxonomies.iter();
        let fields = taxonomies.filter(|one| one.collection == rule.name);
        let fields: Vec<&str> = fields.map(|one| one.field.as_str()).collect();
        for (before, now) in before.shown.iter().zip(&collection.documents) {
            if Arc::ptr_eq(before, now) {
                continue;
            }
            if edited.len() == FEW || !keeps_its_place(before, now, &fields) {
                return None;
            }
            edited.push(Edited {
                before: Arc::clone(before),
                now: Arc::clone(now),
                route: document_route(content, rule, now).ok()?.map(Arc::new),
            });
        }
    }
    Some(edited)
}

/// Whether a document still has its URL and its terms.
fn keeps_its_place(before: &Document, now: &Document, term_fields: &[&str]) -> bool {
    let terms = |document: &Document| -> Vec<Option<serde_json::Value>> {
        let values = term_fields.iter().map(|field| document.fields.get(*field));
        values.map(Option::<&serde_json::Value>::cloned).collect()
    };
    before.valid
        && now.valid
        && before.path == now.path
        && before.slug == now.slug
        && before.lang == now.lang
        && before.pointer == now.pointer
        && before.source().path == now.source().path
        && terms(before) == terms(now)
}
