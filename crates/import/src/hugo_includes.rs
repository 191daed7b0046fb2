//! Shortcodes of Hugo that show the text of another document, or of a file.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use diagnostic::Source;

use crate::edits::{Edit, apply, code, is_within};
use crate::front_matter::split;
use crate::hugo_paths::documents_named;
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
                let source = shown(site, page, &call)?;
                let body = split(&source.text).ok()?.body;
                let shown = source.text[body].trim().to_owned();
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

/// Removes the documents that others show from those that are reported because they have no URL. Returns the paths of those that pages
/// show.
pub fn without_shown(site: &mut Site) -> BTreeSet<String> {
    let calls = site.pages.iter().flat_map(|page| {
        let of_page = of_hugo(&page.source.text).into_iter();
        of_page.filter_map(|call| shown(site, page, &call))
    });
    let mut found: BTreeSet<&str> = BTreeSet::new();
    let mut left: Vec<&Arc<Source>> = calls.collect();
    while let Some(source) = left.pop() {
        if !found.insert(&source.path) {
            continue;
        }
        let page = Page::new(source);
        let calls = of_hugo(&source.text).into_iter();
        left.extend(calls.filter_map(|call| shown(site, &page, &call)));
    }
    let is_shown: Vec<bool> = site
        .without_url
        .iter()
        .map(|one| found.contains(one.path.as_str()))
        .collect();
    let found = found.into_iter().map(str::to_owned).collect();
    let mut is_shown = is_shown.into_iter();
    site.without_url.retain(|_| is_shown.next() != Some(true));
    found
}

/// Returns the file whose Markdown a template of a shortcode shows, if it has no other program.
pub fn read_file(template: &str) -> Option<&str> {
    let action = template.trim().strip_prefix("{{")?.strip_suffix("}}")?;
    let (file, filter) = action.trim_matches('-').split_once('|')?;
    let path = file.trim().strip_prefix("readFile")?.trim();
    let path = path.strip_prefix('"')?.strip_suffix('"')?;
    (filter.trim() == "markdownify" && !path.contains('"')).then(|| path.trim_matches('/'))
}

/// Returns the document that a call shows; `None` if it is of another shortcode, or the document is unknown.
fn shown<'s>(site: &'s Site, page: &Page, call: &Call) -> Option<&'s Arc<Source>> {
    if call.form != Form::Alone {
        return None;
    }
    if let Some(source) = site.shown_files.get(&call.name) {
        return Some(source);
    }
    if !NAMES.contains(&call.name.as_str()) {
        // A template of the site that shows the file that its only argument names.
        let template = site.shortcodes.get(&call.name)?;
        let is_reader = template.contains("eadFile") && template.contains("markdownify");
        let arguments = call.arguments.iter();
        let mut arguments =
            arguments.filter(|(key, value)| (key.as_str(), value.as_str()) != ("format", "raw"));
        let (_, path) = arguments.next().filter(|_| is_reader)?;
        let is_only = arguments.next().is_none() && call.programs.is_empty();
        let mut files = documents_named(page, path);
        return files.find_map(|one| site.documents.get(&one).filter(|_| is_only));
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
    documents_named(page, path).find_map(|one| site.documents.get(&one))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(path: &str, text: &str) -> Page {
        Page {
            lang: "en".to_owned(),
            ..Page::new(&Source::new(path, text))
        }
    }

    fn site(documents: &[(&str, &str)]) -> Site {
        let documents = documents.iter();
        let documents =
            documents.map(|(path, text)| ((*path).to_owned(), Source::new(*path, *text)));
        let template = "{{ with .Get \"title\" }}{{ . }}{{ end }}{{ os.ReadFile (.Get \"at\") | markdownify }}";
        Site {
            shortcodes: [("own".to_owned(), template.to_owned())].into(),
            documents: documents.collect(),
            ..Site::default()
        }
    }

    fn shown(documents: &[(&str, &str)], text: &str) -> String {
        let page = page("content/docs/a.md", text);
        with_includes(&site(documents), &page, Cow::Borrowed(text)).into_owned()
    }

    #[test]
    fn templates_of_one_file() {
        for (template, expected) in [
            (
                "{{ readFile \"includes/a.md\" | markdownify }}\n",
                Some("includes/a.md"),
            ),
            ("{{- readFile \"/a.md\"|markdownify -}}", Some("a.md")),
            ("{{ readFile \"a.md\" }}", None),
            ("{{ readFile (.Get 0) | markdownify }}", None),
            ("<p>{{ readFile \"a.md\" | markdownify }}</p>", None),
        ] {
            assert_eq!(read_file(template), expected, "{template}");
        }
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
            (
                r#"{{< own at="/docs/b.md" format="raw" >}}"#,
                "in the folder",
            ),
            (
                r#"{{< own at="/docs/b.md" title="B" >}}"#,
                r#"{{< own at="/docs/b.md" title="B" >}}"#,
            ),
        ] {
            let others = [
                ("content/includes/c.md", "of all\n"),
                (
                    "content/docs/b.md",
                    "+++\ntitle = \"B\"\n+++\nin the folder\n",
                ),
            ];
            assert_eq!(shown(&others, text), expected, "{text}");
        }
    }

    #[test]
    fn documents_without_a_url() {
        let documents = [
            ("content/docs/b.md", r#"{{< include "c" >}}"#),
            ("content/docs/c.md", "c"),
            ("content/docs/d.md", "d"),
        ];
        let mut site = site(&documents);
        site.without_url = site.documents.values().cloned().collect();
        site.pages = vec![page("content/docs/a.md", r#"{{% include "b" %}}"#)];
        without_shown(&mut site);
        let left: Vec<&str> = site
            .without_url
            .iter()
            .map(|one| one.path.as_str())
            .collect();
        assert_eq!(left, ["content/docs/d.md"]);
    }

    #[test]
    fn documents_that_show_themselves() {
        let call = r#"{{< include "b.md" >}} "#;
        let text = shown(&[("content/docs/b.md", &call.repeat(1_000))], call);
        assert!(text.len() <= LONGEST + call.len());
        assert!(text.contains(call.trim()));
    }
}
