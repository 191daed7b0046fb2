//! The plan of a site: every route, decided before anything is rendered.

use std::sync::Arc;

use content::Content;
use diagnostic::Diagnostic;

use crate::document_routes::add_documents;
use crate::pagination_routes::add_paginations;
use crate::plan_builder::PlanBuilder;
use crate::related::{Features, with_related};
use crate::route::Plan;
use crate::taxonomy_routes::add_taxonomies;
use crate::{calendar, redirects};

/// Returns the plan of a site, and the findings about its URLs.
pub fn plan(content: &Content) -> (Arc<Plan>, Vec<Diagnostic>) {
    new_plan(content, &mut Features::default())
}

/// Returns the same as [`plan`], but reuses the features of unchanged documents, by which related documents are found.
pub fn new_plan(content: &Content, features: &mut Features) -> (Arc<Plan>, Vec<Diagnostic>) {
    let mut builder = PlanBuilder::new(content);
    redirects::add_redirects(&mut builder);
    add_documents(&mut builder);
    add_paginations(&mut builder);
    add_taxonomies(&mut builder);
    let (mut plan, mut diagnostics) = builder.finish();
    plan.routes = with_related(content, plan.routes, features);
    diagnostics.extend(redirects::check(content, &plan));
    diagnostics.extend(calendar::check(content));
    (Arc::new(plan), diagnostics)
}
