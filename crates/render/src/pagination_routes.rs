//! Routes of page 2 and later of a document that shows a list.

use diagnostic::Diagnostic;

use crate::codes;
use crate::listing::listings;
use crate::plan_builder::PlanBuilder;
use crate::route::{Route, RouteKind, localized, nearest_url_help, output_path};
use crate::url_prefixes::{check_prefix, selected};

/// Adds the routes of page 2 and later of all paginated lists, and sets the list of each first page.
pub fn add_paginations(builder: &mut PlanBuilder<'_>) {
    let content = builder.content;
    let main = &content.config.language;
    for (index, rule) in content.structure.paginations.iter().enumerate() {
        let pointer = format!("/pagination/{index}");
        if let Some(pages) = &rule.pages {
            check_prefix(
                builder,
                &rule.collections,
                pages,
                &format!("{pointer}/pages"),
            );
        }
        for lang in content.languages() {
            let url = builder.url_in(lang, &rule.page);
            let pattern = localized(content, lang, &rule.route);
            let documents = content.listed(&rule.collections, lang);
            let documents = selected(content, documents, lang, rule.pages.as_ref(), &[]);
            let size = Some(rule.per_page);
            let listings = listings(&documents, rule.lead, size, &url, &pattern);
            let Some(first) = builder.routes.get(&url).cloned() else {
                if lang == main && !builder.plan.unusable.contains(&url) {
                    builder.plan.incomplete = true;
                    // The other pages will exist once the first one does, so links to them are not reported as broken.
                    let urls = listings.first().map(|first| &first.pages.urls);
                    let others = urls.into_iter().flatten().skip(1).cloned();
                    builder.plan.unusable.extend(others);
                    let message = format!("there is no page {url} to paginate");
                    let known = builder.routes.keys().map(String::as_str);
                    builder.diagnostics.push(
                        Diagnostic::new(&codes::BROKEN_LINK, message)
                            .at(builder.locate(&format!("{pointer}/page")), "no such page")
                            .help(nearest_url_help(&url, known)),
                    );
                }
                continue;
            };
            for listing in listings {
                if listing.number == 1 {
                    if let Some(route) = builder.routes.get_mut(&url) {
                        route.listing = Some(listing);
                    }
                    continue;
                }
                let url = listing.url().to_owned();
                builder.add(Route {
                    output: output_path(&url),
                    kind: RouteKind::Pagination(index),
                    listing: Some(listing),
                    parent: Some(first.url.clone()),
                    url,
                    ..first.clone()
                });
            }
        }
    }
}
