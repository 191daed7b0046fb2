//! Documents that a list or a feed selects by the beginnings of their URLs, such as `/guides/tools/*`.

use content::{Content, DocumentId};
use diagnostic::Diagnostic;

use crate::plan_builder::PlanBuilder;
use crate::route::{document_url, localized};

/// Returns the documents in a language whose URLs are below `pages`, if it is there, and not below one of `except`.
pub fn selected(
    content: &Content,
    mut documents: Vec<DocumentId>,
    lang: &str,
    pages: Option<&String>,
    except: &[String],
) -> Vec<DocumentId> {
    let localized = |pages: &String| localized(content, lang, pages);
    let pages = pages.map(localized);
    let except: Vec<String> = except.iter().map(localized).collect();
    if pages.is_some() || !except.is_empty() {
        documents.retain(|id| {
            let url = document_url(content, content.rule_of(*id), content.document(*id));
            url.is_some_and(|url| {
                let is_of = |pages: &String| is_below(&url, pages);
                pages.as_ref().is_none_or(is_of) && !except.iter().any(is_of)
            })
        });
    }
    documents
}

/// Returns whether a URL is below another one, `pages`, which is followed by `/*`.
fn is_below(url: &str, pages: &str) -> bool {
    let rest = url.strip_prefix(pages.trim_end_matches('*'));
    rest.is_some_and(|rest| !rest.is_empty())
}

/// Reports that no document of some collections has a URL that begins like `pages`, which is at a JSON pointer, not even one that is not
/// part of the site today.
pub fn check_prefix(
    builder: &mut PlanBuilder<'_>,
    collections: &[String],
    pages: &str,
    pointer: &str,
) {
    let content = builder.content;
    let known = collections.iter();
    let known = known.filter_map(|name| content.collection(name));
    let mut documents =
        known.flat_map(|one| one.with_hidden().map(|document| (&one.rule, document)));
    let has_document = documents.any(|(rule, document)| {
        let url = document_url(content, rule, document);
        url.is_some_and(|url| is_below(&url, &localized(content, &document.lang, pages)))
    });
    if !has_document {
        let message = format!(
            "no document of `{}` has a URL that begins like `{pages}`",
            collections.join("` and `")
        );
        let place = builder.locate(pointer);
        // The last document of a section may have been deleted.
        let diagnostic = Diagnostic::new(&content::codes::INVALID_VALUE, message).warning();
        let help = "write the beginning of the URLs of the documents, followed by /*";
        builder
            .diagnostics
            .push(diagnostic.at(place, "").help(help));
    }
}
