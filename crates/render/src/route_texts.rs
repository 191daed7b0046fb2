//! What is known about the page of a route before it is rendered: its title, its description, and where it is written.

use std::borrow::Cow;
use std::sync::Arc;

use content::{Content, Document, Part};
use diagnostic::Place;

use crate::aliases;
use crate::route::{PlannedRedirect, RedirectOrigin, Route, RouteKind};
use crate::summary;

impl Route {
    /// Returns the document that the page shows; `None` for the pages of a taxonomy.
    pub fn document_in<'a>(&self, content: &'a Content) -> Option<&'a Arc<Document>> {
        self.document.map(|id| content.document(id))
    }

    /// Returns the number of the page in its list, starting at 1.
    fn number(&self) -> usize {
        self.listing.as_ref().map_or(1, |listing| listing.number)
    }

    /// Returns the title without the site's name.
    pub fn title<'a>(&self, content: &'a Content) -> Cow<'a, str> {
        let own = self.document_in(content).and_then(|one| one.text("title"));
        let own = own.unwrap_or_default();
        let structure = &content.structure;
        match self.kind {
            RouteKind::Page => Cow::Borrowed(own),
            RouteKind::Pagination(index) => {
                let title = structure.paginations[index].title.replace("{title}", own);
                Cow::Owned(title.replace("{number}", &self.number().to_string()))
            }
            RouteKind::Taxonomy(index) => {
                let term = self.term.as_deref().map_or("", |term| &term.name);
                let title = structure.taxonomies[index].title.replace("{term}", term);
                Cow::Owned(match self.number() {
                    1 => title,
                    number => format!("{title}, page {number}"),
                })
            }
        }
    }

    /// Returns the meta description.
    pub fn description<'a>(&self, content: &'a Content) -> Cow<'a, str> {
        let own = || match self.document {
            Some(id) => summary::description(content, content.rule_of(id), content.document(id)),
            None => Cow::Borrowed(""),
        };
        match self.kind {
            RouteKind::Page => own(),
            RouteKind::Pagination(index) => {
                let pattern = &content.structure.paginations[index].description;
                let description = pattern.replace("{description}", &own());
                Cow::Owned(description.replace("{number}", &self.number().to_string()))
            }
            RouteKind::Taxonomy(_) => {
                let description = self.term.as_deref().map_or("", |term| &term.description);
                Cow::Owned(match self.number() {
                    1 => description.to_owned(),
                    number => format!("Page {number}. {description}"),
                })
            }
        }
    }

    /// Returns whether search engines are asked not to list the page. A term without documents has a page, so that links to it work,
    /// but search engines need not list it.
    pub fn is_noindex(&self, content: &Content) -> bool {
        match self.document_in(content) {
            Some(document) => document.flag("noindex"),
            None => self.term.as_ref().is_some_and(|term| term.count == 0),
        }
    }

    /// Returns the place for findings about the route.
    pub fn place(&self, content: &Content) -> Place {
        let rule = self.kind.rule().map(|rule| {
            let pointer = format!("{rule}/route");
            content.structure_toml.locate(&pointer, Part::Value)
        });
        let own = || self.document_in(content).map(|one| one.slug_place());
        rule.or_else(own)
            .unwrap_or_else(|| Place::start_of(&content.structure_toml.source))
    }
}

impl PlannedRedirect {
    /// Returns the place of the old URL.
    pub fn from_place(&self, content: &Content) -> Place {
        self.place(content, "from")
    }

    /// Returns the place of the new URL, or of the alias.
    pub fn to_place(&self, content: &Content) -> Place {
        self.place(content, "to")
    }

    fn place(&self, content: &Content, key: &str) -> Place {
        match self.origin {
            RedirectOrigin::Rule(index) => {
                let pointer = format!("/redirect/{index}/{key}");
                content.structure_toml.locate(&pointer, Part::Value)
            }
            RedirectOrigin::Alias(id, index) => aliases::place(content.document(id), index),
        }
    }
}
