//! Reuses the last plan after edits that keep every URL, term and order.

use std::sync::Arc;

use content::{Collection, Content, Document};
use diagnostic::{Diagnostic, Fingerprint};

use crate::aliases::{self, aliases};
use crate::document_routes::document_route;
use crate::listing::Listing;
use crate::plan::new_plan;
use crate::related::{Features, with_related};
use crate::route::{Kind, Plan, Route};

/// The last plan. Starting empty is always safe.
#[derive(Debug, Default)]
pub struct PlanMemo {
    /// Fingerprint of the settings that the content was read with.
    read_with: Fingerprint,
    plan: Arc<Plan>,
    /// Collections that the plan was made from; `None` if there were findings.
    collections: Option<Vec<Collection>>,
    features: Features,
}

/// Returns the same as [`crate::plan()`]. Replaces only the edited documents in the last plan if that is enough.
pub fn plan_again(content: &Content, memo: &mut PlanMemo) -> (Arc<Plan>, Vec<Diagnostic>) {
    let collections = memo.collections.as_deref();
    let collections = collections.filter(|_| memo.read_with == content.read_with);
    let edits = collections.and_then(|before| edits(content, before));
    let mut features = std::mem::take(&mut memo.features);
    if memo.read_with != content.read_with {
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
        read_with: content.read_with,
        plan: Arc::clone(&plan),
        collections: diagnostics.is_empty().then(|| content.collections.clone()),
    };
    (plan, diagnostics)
}

/// Maximum number of edits. Each route is compared with each of them, so with more, a new plan is as fast.
const FEW: usize = 16;

/// An edited document that kept its URL, its terms and its position.
struct Edit {
    before: Arc<Document>,
    now: Arc<Document>,
    /// Its route now, without a list.
    route: Option<Route>,
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
        let taxonomies = taxonomies.filter(|one| one.collection == rule.name);
        let mut fields: Vec<&str> = taxonomies.map(|one| one.field.as_str()).collect();
        fields.push(aliases::KEY);
        for (before, now) in before.documents.iter().zip(&now.documents) {
            if Arc::ptr_eq(before, now) {
                continue;
            }
            if edits.len() == FEW || !keeps_its_routes(before, now, &fields) {
                return None;
            }
            edits.push(Edit {
                before: Arc::clone(before),
                now: Arc::clone(now),
                route: document_route(content, rule, now).ok()?,
            });
        }
    }
    Some(edits)
}

/// Returns whether a document still has the same URL, and the same terms and aliases in these fields.
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

/// Returns a plan with the edited documents in it. Returns `None` if other routes depend on what was edited.
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
                others_depend |= edit.before.fields != edit.now.fields;
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
        if let Some(moved) = Arc::make_mut(&mut redirects).get_mut(from) {
            moved.from_place = place.clone();
            moved.to_place = place;
        }
    }
    Some(Plan {
        routes,
        redirects,
        titles,
        ..plan.clone()
    })
}
