//! Routes of documents that have pages of their own.

use std::sync::Arc;

use content::{CollectionRule, Content, Document, Part};
use diagnostic::Diagnostic;
use rayon::prelude::*;

use crate::aliases::{aliases, faulty_aliases};
use crate::codes;
use crate::plan_builder::PlanBuilder;
use crate::route::{Kind, PlannedRedirect, Route, document_url, output_path};
use crate::route_values::check;
use crate::summary::description;

/// Adds the routes of all documents that have a page.
pub fn add_documents(builder: &mut PlanBuilder<'_>) {
    let content = builder.content;
    for (index, collection) in content.collections.iter().enumerate() {
        let rule = &collection.rule;
        for (document, reason) in &collection.hidden {
            if let Some(url) = document_url(content, rule, document) {
                builder.add_source(document, &url);
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
        let documents = collection.documents.par_iter().with_min_len(256);
        let routes: Vec<_> = documents
            .filter_map(|document| {
                let url = document_url(content, rule, document)?;
                let is_usable = document.valid && !has_no_templates;
                let route = is_usable.then(|| route_at(content, &url, rule, document));
                Some((document, url, route))
            })
            .collect();
        for (document, url, route) in routes {
            builder.add_source(document, &url);
            for (from, place) in aliases(document) {
                let redirect = PlannedRedirect {
                    to: url.clone(),
                    status: 301,
                    from_place: place.clone(),
                    to_place: place,
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

/// Returns the route of a document, which must have no errors. Returns `None` if documents of its collection have no pages.
///
/// # Errors
/// Returns a finding if neither the document nor its collection names a template.
pub fn document_route(
    content: &Content,
    rule: &CollectionRule,
    document: &Arc<Document>,
) -> Result<Option<Route>, Diagnostic> {
    let url = document_url(content, rule, document);
    url.map(|url| route_at(content, &url, rule, document))
        .transpose()
}

/// Returns the route that shows a document at a URL.
///
/// # Errors
/// Returns a finding if neither the document nor its collection names a template.
fn route_at(
    content: &Content,
    url: &str,
    rule: &CollectionRule,
    document: &Arc<Document>,
) -> Result<Route, Diagnostic> {
    let place = document.slug_place();
    let own = document.text("template");
    let Some(template) = own.or(rule.template.as_deref()) else {
        let message = format!("{url} has no template");
        let help = format!(
            "add `template = \"…\"` to this document, or to the collection `{}` in content/structure.toml",
            rule.name
        );
        let diagnostic = Diagnostic::new(&codes::MISSING_TEMPLATE, message);
        return Err(diagnostic.at(place, "").help(help));
    };
    Ok(Route {
        output: output_path(url),
        lang: document.lang.clone(),
        template: template.to_owned(),
        kind: Kind::Page,
        title: document.text("title").unwrap_or_default().to_owned(),
        description: description(content, rule, document).into_owned(),
        noindex: document.flag("noindex"),
        document: Some(Arc::clone(document)),
        listing: None,
        related: None,
        term: None,
        parent: None,
        place,
        rule: None,
        url: url.to_owned(),
    })
}
