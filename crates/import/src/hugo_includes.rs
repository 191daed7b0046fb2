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

/// Returns a text with the texts of the documents that it shows.
pub fn with_includes<'t>(site: &Site, page: &Page, text: Cow<'t, str>) -> Cow<'t, str> {
    let mut text = text;
    for _ in 0..DEEPEST {
        let code = code(&text);
        let calls = of_hugo(&text).into_iter();
        let calls = calls.filter(|call| !is_within(&code, call.span.start));
        let edits: Vec<Edit> = calls
            .filter_map(|call| Some((call.span.clone(), shown(site, page, &call)?)))
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
    let sources = || {
        site.without_url
            .iter()
            .chain(site.pages.iter().map(|one| &one.source))
    };
    candidates
        .iter()
        .find_map(|path| sources().find(|one| one.path == *path))
}
