//! Shortcodes of Hugo that show the text of another document, or of a file.

use std::borrow::Cow;
use std::sync::Arc;

use diagnostic::Source;

use crate::copies::joined;
use crate::edits::{Edit, apply, code, is_within};
use crate::front_matter::split;
use crate::model::{Page, Site};
use crate::shortcodes::{Call, Form, of_hugo};

/// Names of such shortcodes in sites of documentation.
const NAMES: [&str; 8] = [
    "include",
    "include-md",
    "include_md",
    "includemd",
    "docs/include",
    "md-include",
    "snippet",
    "readfile",
];

/// How deep documents that are shown may show others.
const DEEPEST: usize = 4;

/// Maximum length of what a page shows of other documents, in bytes. Documents that show each other several times would grow without end.
const LONGEST: usize = 4 << 20;

/// Returns a text with the texts of the documents that it shows.
pub fn with_includes<'t>(site: &Site, page: &Page, text: Cow<'t, str>) -> Cow<'t, str> {
    let mut text = text;
    let mut left = LONGEST;
    for _ in 0..DEEPEST {
        let code = code(&text);
        let calls = of_hugo(&text).into_iter();
        let calls = calls.filter(|call| !is_within(&code, call.span.start));
        let edits: Vec<Edit> = calls
            .filter_map(|call| {
                let shown = shown(site, page, &call)?;
                left = left.checked_sub(shown.len())?;
                Some((call.span, shown))
            })
            .collect();
        if edits.is_empty() {
            break;
        }
        text = Cow::Owned(apply(&text, edits));
    }
    text
}

/// Returns the text that a call shows; `None` if it is of another shortcode, or the document is unknown.
fn shown(site: &Site, page: &Page, call: &Call) -> Option<String> {
    if call.form != Form::Alone || !NAMES.contains(&call.name.as_str()) {
        return None;
    }
    let keys = ["arg1", "file", "path", "page", "name"];
    let mut arguments = call.arguments.iter();
    let (_, path) = arguments.find(|(key, _)| keys.contains(&key.as_str()))?;
    // Code, or a part of a document, is asked for in other arguments.
    if call
        .arguments
        .iter()
        .any(|(key, _)| ["code", "lang", "draft"].contains(&key.as_str()))
    {
        return None;
    }
    let source = document(site, page, path)?;
    let parsed = split(&source.text).ok()?;
    Some(source.text[parsed.body].trim().to_owned())
}

/// Returns the document that a path names: from the content, from the folder of the page, or from one for such documents.
fn document<'s>(site: &'s Site, page: &Page, path: &str) -> Option<&'s Arc<Source>> {
    let root = page.source.path.split('/').next().unwrap_or_default();
    let folder = page
        .source
        .path
        .rsplit_once('/')
        .map_or("", |(folder, _)| folder);
    let bare = path.trim_start_matches('/');
    let bare = bare.strip_prefix(&format!("{root}/")).unwrap_or(bare);
    let mut candidates = Vec::new();
    for end in ["", ".md", "/index.md"] {
        candidates.push(joined(folder, &format!("{path}{end}")));
        candidates.push(joined(root, &format!("{bare}{end}")));
        candidates.push(joined(root, &format!("{}/{bare}{end}", page.lang)));
        candidates.push(joined(root, &format!("{}/includes/{bare}{end}", page.lang)));
        candidates.push(joined(root, &format!("includes/{bare}{end}")));
    }
    let sources = site.pages.iter().map(|one| &one.source);
    let sources = site.without_url.iter().chain(sources);
    let found = sources.filter_map(|one| {
        let place = candidates.iter().position(|path| *path == one.path)?;
        Some((place, one))
    });
    found.min_by_key(|(place, _)| *place).map(|(_, one)| one)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(path: &str, text: &str) -> Page {
        Page {
            source: Source::new(path, text),
            body: 0..text.len(),
            fields: toml::Table::new(),
            lang: "en".to_owned(),
            url: String::new(),
            section: String::new(),
            list: None,
            has_folder: false,
        }
    }

    fn shown(others: Vec<Page>, text: &str) -> String {
        let page = page("content/docs/a.md", text);
        let site = Site {
            pages: others,
            ..Site::default()
        };
        with_includes(&site, &page, Cow::Borrowed(text)).into_owned()
    }

    #[test]
    fn documents_in_texts() {
        for (text, expected) in [
            (r#"x {{< include "b.md" >}} y"#, "x in the folder y"),
            (r#"{{% include file="/docs/b" %}}"#, "in the folder"),
            (r#"{{< include "c" >}}"#, "of all"),
            (
                r#"{{< readfile file="b.md" code="true" >}}"#,
                r#"{{< readfile file="b.md" code="true" >}}"#,
            ),
            (
                r#"{{< include "none.md" >}}"#,
                r#"{{< include "none.md" >}}"#,
            ),
            (r#"`{{< include "b.md" >}}`"#, r#"`{{< include "b.md" >}}`"#),
        ] {
            let others = vec![
                page("content/includes/c.md", "of all\n"),
                page(
                    "content/docs/b.md",
                    "+++\ntitle = \"B\"\n+++\nin the folder\n",
                ),
            ];
            assert_eq!(shown(others, text), expected, "{text}");
        }
    }

    #[test]
    fn documents_that_show_themselves() {
        let call = r#"{{< include "b.md" >}} "#;
        let others = vec![page("content/docs/b.md", &call.repeat(1_000))];
        let text = shown(others, call);
        assert!(text.len() <= LONGEST + call.len());
        assert!(text.contains(call.trim()));
    }
}
