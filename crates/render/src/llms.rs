//! `llms.txt`: the pages of a site with their descriptions, for language models (<https://llmstxt.org>).

use std::borrow::Cow;

use content::{Collection, CollectionRule, Content, Document, Llms};

use crate::route::{document_url, permalink};
use crate::summary::description;

/// Returns `llms.txt`: the site's name and description, and a list of pages for each section.
pub fn llms(content: &Content, rule: &Llms) -> String {
    let mut text = format!("# {}\n", one_line(&content.config.name));
    let home = || {
        let mut pages = documents(content, &content.collections);
        let (_, rule, home) = pages.find(|(url, ..)| url == "/")?;
        Some(description(content, rule, home)).filter(|text| !text.is_empty())
    };
    let own = rule.description.as_deref().map(Cow::Borrowed);
    if let Some(description) = own.or_else(home) {
        text.push_str(&format!("\n> {}\n", one_line(&description)));
    }
    for section in &rule.sections {
        text.push_str(&format!("\n## {}\n\n", one_line(&section.title)));
        let pages = documents(content, content.collection(&section.collection));
        let pages =
            pages.filter(|(url, _, document)| !document.flag("noindex") && !url.ends_with("/404"));
        for (url, rule, document) in pages.take(section.limit.unwrap_or(usize::MAX)) {
            let title = document.text("title").unwrap_or(&url);
            let title = one_line(title).replace(['[', ']'], "");
            text.push_str(&format!("- [{title}]({})", permalink(content, &url)));
            let description = description(content, rule, document);
            if !description.is_empty() {
                text.push_str(&format!(": {}", one_line(&description)));
            }
            text.push('\n');
        }
    }
    text
}

/// Returns the documents in the main language that have a page, with their URLs and the rules of their collections.
fn documents<'a>(
    content: &'a Content,
    collections: impl IntoIterator<Item = &'a Collection>,
) -> impl Iterator<Item = (String, &'a CollectionRule, &'a Document)> {
    collections.into_iter().flat_map(|one| {
        let documents = one.in_language(&content.config.language);
        documents.filter_map(|document| {
            let url = document_url(content, &one.rule, document)?;
            Some((url, &one.rule, document.as_ref()))
        })
    })
}

/// Joins the words of a text with single spaces, without line breaks.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
