//! Feeds: lists of documents that feed readers read, as the pages of a list are those that people read.

use std::sync::Arc;

use content::{DocumentId, Feed};

use crate::plan_builder::PlanBuilder;
use crate::route::{PlannedFeed, PlannedTerm, localized, parent_path};

/// Adds the feeds of collections: one in each language that has documents, and always one in the main language.
pub fn add_feeds(builder: &mut PlanBuilder<'_>) {
    let content = builder.content;
    let rules = content.structure.feeds.iter().enumerate();
    for (rule, feed) in rules.filter(|(_, feed)| feed.taxonomy.is_none()) {
        for lang in content.languages() {
            let documents = content.listed(&feed.collections, lang);
            if documents.is_empty() && *lang != content.config.language {
                continue;
            }
            let url = localized(content, lang, &feed.route);
            let page = page_of(builder, feed, lang, &url);
            let term = None;
            builder.add_feed(PlannedFeed {
                rule,
                url,
                lang: lang.clone(),
                page,
                term,
                documents,
            });
        }
    }
}

/// Adds the feeds of a taxonomy's term in a language.
pub fn add_feeds_of_term(
    builder: &mut PlanBuilder<'_>,
    taxonomy: &str,
    lang: &str,
    term: &Arc<PlannedTerm>,
    documents: &[DocumentId],
) {
    let content = builder.content;
    let rules = content.structure.feeds.iter().enumerate();
    for (rule, feed) in rules.filter(|(_, feed)| feed.taxonomy.as_deref() == Some(taxonomy)) {
        let route = feed.route.replace("{slug}", &term.slug);
        builder.add_feed(PlannedFeed {
            rule,
            url: localized(content, lang, &route),
            lang: lang.to_owned(),
            page: term.url.clone(),
            term: Some(Arc::clone(term)),
            documents: documents.to_vec(),
        });
    }
}

/// Returns the URL of the page that lists the documents of a feed: the first page of a list of the same collections, or else the
/// nearest page above the feed.
fn page_of(builder: &PlanBuilder<'_>, feed: &Feed, lang: &str, url: &str) -> String {
    let content = builder.content;
    let lists = content.structure.paginations.iter();
    let lists = lists.filter(|list| list.collections == feed.collections);
    let mut lists = lists.map(|list| builder.url_in(lang, &list.page));
    let exists = |url: &String| builder.routes.contains_key(url);
    lists.find(exists).unwrap_or_else(|| {
        let mut above = parent_path(url);
        while let Some(folder) = above {
            let mut forms = ["", "/", ".html"].iter();
            let found = forms.find_map(|end| {
                let end = if folder == "/" { "" } else { end };
                Some(format!("{folder}{end}")).filter(exists)
            });
            if let Some(found) = found {
                return found;
            }
            above = parent_path(folder);
        }
        "/".to_owned()
    })
}
