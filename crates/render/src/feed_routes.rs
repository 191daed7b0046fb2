//! Feeds: lists of documents that feed readers read, as the pages of a list are those that people read.

use std::sync::Arc;

use content::{Collection, DocumentId, Feed, Pagination};
use diagnostic::Diagnostic;

use crate::plan_builder::PlanBuilder;
use crate::route::{PlannedFeed, PlannedTerm, TermDocuments, localized, parent_path};
use crate::url_prefixes::{check_prefix, selected};

/// Adds the feeds of collections: one in each language that has documents, and always one in the main language.
pub fn add_feeds(builder: &mut PlanBuilder<'_>) {
    let content = builder.content;
    let rules = content.structure.feeds.iter().enumerate();
    for (rule, feed) in rules.filter(|(_, feed)| feed.taxonomy.is_none()) {
        check_pages(builder, rule, feed);
        check_dates(builder, rule, feed);
        for lang in content.languages() {
            let documents = content.listed(&feed.collections, lang);
            let (pages, except) = (feed.pages.as_ref(), &feed.except);
            let documents = selected(content, documents, lang, pages, except);
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
                terms: Vec::new(),
            });
        }
    }
}

/// Reports that a feed is for URLs, or leaves out URLs, that no document of its collections has, not even one that is not part of the
/// site today.
fn check_pages(builder: &mut PlanBuilder<'_>, rule: usize, feed: &Feed) {
    if let Some(pages) = &feed.pages {
        let pointer = format!("/feed/{rule}/pages");
        check_prefix(builder, &feed.collections, pages, &pointer);
    }
    for (index, pages) in feed.except.iter().enumerate() {
        let pointer = format!("/feed/{rule}/except/{index}");
        check_prefix(builder, &feed.collections, pages, &pointer);
    }
}

/// Reports that a feed is empty because no document of its collections has a date.
fn check_dates(builder: &mut PlanBuilder<'_>, rule: usize, feed: &Feed) {
    let content = builder.content;
    let collections = feed.collections.iter();
    let collections = collections.filter_map(|name| content.collection(name));
    let mut documents = collections.flat_map(Collection::with_hidden).peekable();
    if feed.undated || documents.peek().is_none() || documents.any(|one| one.text("date").is_some())
    {
        return;
    }
    let message = format!(
        "no document of `{}` has a date, so this feed is empty",
        feed.collections.join("` and `")
    );
    let place = builder.locate(&format!("/feed/{rule}/collection"));
    let diagnostic = Diagnostic::new(&content::codes::INVALID_VALUE, message).warning();
    let help = "give the documents a `date`, or write `format = \"rss\"` and `undated = true`";
    builder
        .diagnostics
        .push(diagnostic.at(place, "").help(help));
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
    let of_taxonomy = rules.filter(|(_, feed)| feed.taxonomy.as_deref() == Some(taxonomy));
    for (rule, feed) in of_taxonomy.filter(|(_, feed)| !feed.terms) {
        let route = feed.route.replace("{slug}", &term.slug);
        builder.add_feed(PlannedFeed {
            rule,
            url: localized(content, lang, &route),
            lang: lang.to_owned(),
            page: term.url.clone(),
            term: Some(Arc::clone(term)),
            documents: documents.to_vec(),
            terms: Vec::new(),
        });
    }
}

/// Adds the feeds of all terms of a taxonomy in a language.
pub fn add_feeds_of_terms(
    builder: &mut PlanBuilder<'_>,
    taxonomy: &str,
    lang: &str,
    terms: &[TermDocuments],
) {
    let content = builder.content;
    if terms.is_empty() && lang != content.config.language {
        return;
    }
    let rules = content.structure.feeds.iter().enumerate();
    let of_taxonomy = rules.filter(|(_, feed)| feed.taxonomy.as_deref() == Some(taxonomy));
    for (rule, feed) in of_taxonomy.filter(|(_, feed)| feed.terms) {
        let url = localized(content, lang, &feed.route);
        builder.add_feed(PlannedFeed {
            rule,
            page: page_of(builder, feed, lang, &url),
            url,
            lang: lang.to_owned(),
            term: None,
            documents: Vec::new(),
            terms: terms.to_vec(),
        });
    }
}

/// Returns the URL of the page that lists the documents of a feed: the first page of a list of the same collections, or else the
/// nearest page above the feed.
fn page_of(builder: &PlanBuilder<'_>, feed: &Feed, lang: &str, url: &str) -> String {
    let content = builder.content;
    let lists = content.structure.paginations.iter();
    let is_same =
        |list: &&Pagination| list.collections == feed.collections && list.pages == feed.pages;
    let lists = lists.filter(is_same);
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
