//! What is known about the page of a route before it is rendered: its title, its description, and where it is written.

use std::borrow::Cow;
use std::sync::Arc;

use content::{Content, Document, Part, escape};
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
        let structure = content.structure_in(&self.lang);
        match self.kind {
            RouteKind::Page => Cow::Borrowed(own),
            RouteKind::Pagination(index) => {
                let title = &structure.paginations[index].title;
                Cow::Owned(numbered(title, "{title}", own, self.number()))
            }
            RouteKind::Taxonomy(index) => {
                let term = self.term.as_deref().map_or("", |term| &term.title);
                let rule = &structure.taxonomies[index];
                let title = rule.title.replace("{term}", term);
                Cow::Owned(match self.number() {
                    1 => title,
                    number => numbered(&rule.page_title, "{title}", &title, number),
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
        let structure = content.structure_in(&self.lang);
        match self.kind {
            RouteKind::Page => own(),
            RouteKind::Pagination(index) => {
                let pattern = &structure.paginations[index].description;
                let title = self.document_in(content).and_then(|one| one.text("title"));
                let pattern = pattern.replace("{title}", title.unwrap_or_default());
                Cow::Owned(numbered(&pattern, "{description}", &own(), self.number()))
            }
            RouteKind::Taxonomy(index) => {
                let description = self.term.as_deref().map_or("", |term| &term.description);
                let pattern = &structure.taxonomies[index].page_description;
                Cow::Owned(match self.number() {
                    1 => description.to_owned(),
                    number => numbered(pattern, "{description}", description, number),
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

    /// Returns the place of a text of the route's rule in `structure.LANG.toml`, or `None` if it is not translated there.
    pub fn place_of_translated_text(&self, content: &Content, key: &str) -> Option<Place> {
        let toml = &content.translations.get(&self.lang)?.structure_toml;
        let structure = &content.structure;
        let (table, name) = match self.kind {
            RouteKind::Page => return None,
            RouteKind::Pagination(index) => ("pagination", &structure.paginations[index].page),
            RouteKind::Taxonomy(index) => ("taxonomy", &structure.taxonomies[index].name),
        };
        let pointer = format!("/{table}/{}/{key}", escape(name));
        toml.has(&pointer)
            .then(|| toml.locate(&pointer, Part::Value))
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

/// Fills in the pattern of page 2 and later of a list. `placeholder` stands for the text of the first page.
fn numbered(pattern: &str, placeholder: &str, text: &str, number: usize) -> String {
    let numbered = pattern.replace("{number}", &number.to_string());
    numbered.replace(placeholder, text)
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
