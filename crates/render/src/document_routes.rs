//! Routes of documents that have pages of their own.

use std::sync::Arc;

use content::{CollectionRule, Document, DocumentId, Part};
use diagnostic::{Diagnostic, Fingerprint};
use rayon::prelude::*;

use crate::aliases::{aliases, faulty_aliases};
use crate::codes;
use crate::plan_builder::PlanBuilder;
use crate::route::{
    PlannedRedirect, RedirectOrigin, Relatives, Route, RouteKind, document_url, output_path,
};
use crate::route_values::check;

/// Adds the routes of all documents that have a page.
pub fn add_documents(builder: &mut PlanBuilder<'_>) {
    let content = builder.content;
    for (index, collection) in content.collections.iter().enumerate() {
        let rule = &collection.rule;
        for (document, reason) in &collection.hidden {
            if let Some(url) = document_url(content, rule, document) {
                builder.add_source(document, &url);
                if !document.valid && !content::is_draft(&document.fields) {
                    // A link to it is not reported: what hides it may be the mistake.
                    builder.plan.unusable.insert(url.clone());
                }
                let why = (document.source().path.clone(), reason.clone());
                builder.plan.hidden.insert(url, why);
            }
        }
        let lacks_template = |document: &Arc<Document>| document.text("template").is_none();
        let has_no_templates = rule.route.is_some()
            && rule.template.is_none()
            && collection.documents.len() > 1
            && collection.documents.iter().all(lacks_template);
        if has_no_templates {
            // Reported once, instead of once for each document.
            let toml = &content.structure_toml;
            let place = toml.locate(&format!("/collection/{index}"), Part::Key);
            let message = format!("the documents of `{}` have no template", rule.name);
            builder.diagnostics.push(
                Diagnostic::new(&codes::MISSING_TEMPLATE, message)
                    .at(place, "")
                    .help("add `template = \"…\"` to this [[collection]], or to each of its documents"),
            );
        }
        builder
            .diagnostics
            .extend(check(content, index, rule, &collection.documents));
        let documents = collection
            .documents
            .par_iter()
            .enumerate()
            .with_min_len(256);
        let routes: Vec<_> = documents
            .filter_map(|(at, document)| {
                let url = document_url(content, rule, document)?;
                let is_usable = document.valid && !has_no_templates;
                let id = DocumentId {
                    collection: index,
                    index: at,
                };
                let route = is_usable.then(|| route(&url, rule, document, id));
                Some((id, url, route))
            })
            .collect();
        for (id, url, route) in routes {
            let document = content.document(id);
            builder.add_source(document, &url);
            for (from, alias) in aliases(document) {
                let redirect = PlannedRedirect {
                    to: url.clone(),
                    status: 301,
                    origin: RedirectOrigin::Alias(id, alias),
                };
                builder.add_redirect(from, redirect);
            }
            if document.valid {
                builder.diagnostics.extend(faulty_aliases(document));
            }
            match route {
                Some(Ok(route)) => builder.add(route),
                unusable => {
                    let diagnostic = unusable.and_then(Result::err);
                    builder.diagnostics.extend(diagnostic);
                    builder.plan.unusable.insert(url);
                }
            }
        }
    }
}

/// Returns the route that shows a document at a URL. Fails with a finding if neither the document nor its collection names a template.
fn route(
    url: &str,
    rule: &CollectionRule,
    document: &Document,
    id: DocumentId,
) -> Result<Route, Diagnostic> {
    let own = document.text("template");
    let Some(template) = own.or(rule.template.as_deref()) else {
        let message = format!("{url} has no template");
        let help = format!(
            "add `template = \"…\"` to this document, or to the collection `{}` in content/structure.toml",
            rule.name
        );
        let diagnostic = Diagnostic::new(&codes::MISSING_TEMPLATE, message);
        return Err(diagnostic.at(document.slug_place(), "").help(help));
    };
    Ok(Route {
        output: output_path(url),
        lang: document.lang.clone(),
        template: template.to_owned(),
        kind: RouteKind::Page,
        document: Some(id),
        listing: None,
        term: None,
        parent: None,
        relatives: Relatives::default(),
        fingerprint: Fingerprint::default(),
        url: url.to_owned(),
    })
}
