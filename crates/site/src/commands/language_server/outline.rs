//! Headings of documents, with the ids that they have on their pages.

use render::{Dialect, TextHeading, headings};

use super::parts::parts;
use super::project::{Project, rule};

/// Returns the headings of a document. Their spans are byte ranges of the file.
pub fn outline(project: &Project, path: &str) -> Vec<TextHeading> {
    let Some(source) = project.text(path).filter(|_| path.ends_with(".md")) else {
        return Vec::new();
    };
    let body = parts(&source.text).1;
    let structure = &project.structure;
    let rule = rule(structure, path);
    let dialect = rule.map(Dialect::of).unwrap_or_default();
    let mut all = headings(&source.text[body.clone()], dialect, &project.site);
    for heading in &mut all {
        heading.span = body.start + heading.span.start..body.start + heading.span.end;
    }
    all
}
