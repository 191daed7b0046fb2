//! Joins the findings about links to a page that is not part of the site, such as a draft that is in a menu.

use std::collections::{BTreeMap, BTreeSet};

use content::{Document, Part};
use diagnostic::{Diagnostic, Place};

use crate::inspection::Inspection;

/// Number of links that a finding names.
const MOST_LISTED: usize = 5;

/// Returns the findings about broken links with one in place of those about the same hidden page: it is at the key that hides the page.
/// A single link may as well be the mistake, and keeps its finding.
pub fn joined(site: &Inspection<'_>, findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut pages: BTreeMap<String, Vec<Diagnostic>> = BTreeMap::new();
    let mut joined = Vec::new();
    for one in findings {
        match one.named_part("hidden").map(str::to_owned) {
            Some(file) => pages.entry(file).or_default().push(one),
            None => joined.push(one),
        }
    }
    for (file, links) in pages {
        match at_page(site, &file, &links) {
            Some(one) => joined.push(one),
            None => joined.extend(links),
        }
    }
    joined
}

/// Returns the finding about a hidden page to which several places link.
fn at_page(site: &Inspection<'_>, file: &str, links: &[Diagnostic]) -> Option<Diagnostic> {
    let places = links.iter().filter_map(|one| one.place.as_ref());
    let places = places.map(|(place, _)| ((place.source.path.as_str(), place.span.start), place));
    let places: BTreeMap<(&str, usize), &Place> = places.collect();
    let paths: BTreeSet<&str> = links
        .iter()
        .filter_map(|one| one.named_part("path"))
        .collect();
    let path = paths
        .first()
        .filter(|_| paths.len() == 1 && places.len() > 1)?;
    let hidden = site
        .output
        .content
        .collections
        .iter()
        .flat_map(|one| &one.hidden);
    let mut hidden = hidden.map(|(document, _)| document);
    let document = hidden.find(|document| document.source().path == file)?;
    let (key, why, help) = why_hidden(site, document)?;
    let first = links.first()?;
    let message = format!("{} places link to {path}, but {why}", places.len());
    let mut finding = Diagnostic::new(first.code, message)
        .at(document.place(&format!("/{key}"), Part::Value), "")
        .part("path", *path)
        .part("hidden", file)
        .help(help);
    finding.severity = first.severity;
    let places = places.into_values().take(MOST_LISTED);
    finding
        .related
        .extend(places.map(|place| (place.clone(), "a link to it".to_owned())));
    Some(finding)
}

/// Returns the key that hides a document, why it does, and what to do.
fn why_hidden(
    site: &Inspection<'_>,
    document: &Document,
) -> Option<(&'static str, String, &'static str)> {
    let today = site.output.date;
    let day = |key: &str| document.date(key);
    if document.flag("draft") {
        let help = "delete `draft = true` to publish it, or remove the links";
        return Some(("draft", "it is a draft".to_owned(), help));
    }
    if let Some(expired) = day("expire").filter(|day| *day <= today) {
        let help = "set a later day, or remove the links";
        return Some(("expire", format!("it expired on {expired}"), help));
    }
    let mut keys = ["publish", "date"].into_iter();
    let (key, begins) = keys.find_map(|key| Some((key, day(key).filter(|day| *day > today)?)))?;
    let help = "set an earlier day, or add the links on that day";
    Some((key, format!("it is published on {begins}"), help))
}
