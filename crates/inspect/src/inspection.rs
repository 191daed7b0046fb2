//! Input of the rules: the finished site with every page parsed, and methods that place a finding at its source.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::OnceLock;

use content::Document;
use diagnostic::{Diagnostic, Place};
use render::without_host;

use crate::markup::Markup;
use crate::output::Output;
use crate::page_facts::PageFacts;
use crate::page_links::LinkTarget;
use crate::prose::{self, Prose};
use crate::settings::CheckSettings;

/// The finished site with every page parsed.
pub struct Inspection<'a> {
    pub output: &'a Output<'a>,
    pub settings: CheckSettings,
    /// Element tree of each page by URL; empty unless `site check` runs.
    pub markup: HashMap<&'a str, Markup>,
    /// Prose of the site, read when the first rule needs it.
    pub prose: OnceLock<Vec<Prose>>,
}

/// Beginning of the help of a finding whose exact place is unknown.
pub const UNTRACED: &str = "it comes from the template";

impl Inspection<'_> {
    /// Returns the URL and the facts of each page, sorted by URL.
    pub fn pages(&self) -> impl Iterator<Item = (&str, &PageFacts)> {
        let pages = self.output.pages.iter();
        pages.map(|page| (page.url(), page.facts()))
    }

    /// Returns the URL and the element tree of each page, sorted by URL, except for pages whose elements are nested too deeply.
    pub fn markup(&self) -> impl Iterator<Item = (&str, &Markup)> {
        let all = self.all_markup();
        all.filter(|(_, markup)| markup.too_deep.is_none())
    }

    /// Returns the URL and the element tree of each page, sorted by URL.
    pub fn all_markup(&self) -> impl Iterator<Item = (&str, &Markup)> {
        let pages = self.output.pages.iter();
        pages.filter_map(|page| Some((page.url(), self.markup.get(page.url())?)))
    }

    /// Returns the document of the page at a URL, or `None` if it has no document.
    pub fn document(&self, url: &str) -> Option<&Document> {
        let route = self.output.plan.routes.get(url)?;
        route.document_in(self.output.content).map(AsRef::as_ref)
    }

    /// Returns the language of the page at a URL.
    pub fn lang(&self, url: &str) -> &str {
        let route = self.output.plan.routes.get(url);
        route.map_or("", |route| &route.lang)
    }

    /// Returns the documents of all collections.
    pub fn documents(&self) -> impl Iterator<Item = &Document> {
        self.output.content.all_documents().map(AsRef::as_ref)
    }

    /// Returns the path of an address that has the site's own scheme and host, or `None` for any other address.
    pub fn own_path<'a>(&self, address: &'a str) -> Option<&'a str> {
        without_host(address, &self.output.content.config.base_url)
    }

    /// Returns the URL of the page that is made from the Markdown file at a path, such as `/about.md` for `/about`, or
    /// `/pages/about.md` below `content/`. Returns `None` if there is no such page.
    pub fn page_of_file(&self, path: &str) -> Option<&str> {
        let plan = self.output.plan;
        let name = path.strip_suffix(".md")?;
        let below = [
            format!("content{path}"),
            path.trim_start_matches('/').to_owned(),
        ];
        let of_source = below.iter().find_map(|file| plan.by_source.get(file));
        let of_source = of_source.filter(|url| plan.routes.contains(url));
        let of_name = || plan.routes.any_form(name).map(|route| &route.url);
        of_source.or_else(of_name).map(String::as_str)
    }

    /// Returns the target of a link to `href` on the page at `url`.
    pub fn link_target(&self, href: &str, url: &str) -> LinkTarget {
        let base_url = &self.output.content.config.base_url;
        LinkTarget::of(href, url, self.output.addresses(), base_url)
    }

    /// Places a finding whose exact place is unknown at the file or rule that the page is made from.
    pub fn at_route(&self, diagnostic: Diagnostic, url: &str) -> Diagnostic {
        let Some(route) = self.output.plan.routes.get(url) else {
            return diagnostic;
        };
        let template = &route.template;
        let help = format!("{UNTRACED} `{template}`, or from a file it includes");
        diagnostic
            .at(route.place(self.output.content), "")
            .help(help)
    }

    /// Places a finding at `place`, or else at the file or rule that the page is made from.
    pub fn at_place_or_route(
        &self,
        diagnostic: Diagnostic,
        url: &str,
        place: Option<Place>,
    ) -> Diagnostic {
        match place {
            Some(place) => diagnostic.at(place, ""),
            None => self.at_route(diagnostic, url),
        }
    }

    /// Places a finding at the first of `texts` that any source contains, or else at the file or rule that the page is made from.
    pub fn at_text(&self, diagnostic: Diagnostic, url: &str, texts: &[&str]) -> Diagnostic {
        let place = self.output.blame.first_text(url, texts.iter().copied());
        self.at_place_or_route(diagnostic, url, place)
    }

    /// Returns a copy of a finding for each place that may have written a link to `href`. `occurrence` counts the page's links
    /// to `href` from 0.
    pub fn at_links(
        &self,
        diagnostic: Diagnostic,
        url: &str,
        href: &str,
        occurrence: usize,
    ) -> Vec<Diagnostic> {
        let places = self.output.blame.links(url, href, occurrence);
        if places.is_empty() {
            return vec![self.at_route(diagnostic, url)];
        }
        let places = places.into_iter();
        places
            .map(|place| diagnostic.clone().at(place, ""))
            .collect()
    }

    /// Places a finding at the first place that may have written a link to `href`, or else at the page's source. `occurrence`
    /// counts the page's links to `href` from 0.
    pub fn at_link(
        &self,
        diagnostic: Diagnostic,
        url: &str,
        href: &str,
        occurrence: usize,
    ) -> Diagnostic {
        let places = self.output.blame.links(url, href, occurrence);
        self.at_place_or_route(diagnostic, url, places.into_iter().next())
    }

    /// Places a finding at the page's template, for problems that all pages of this template have.
    pub fn at_template(&self, diagnostic: Diagnostic, url: &str) -> Diagnostic {
        diagnostic.maybe_at(self.output.blame.template(url), "")
    }

    /// Places a finding at a key of the page's front matter.
    pub fn at_key(&self, diagnostic: Diagnostic, url: &str, key: &str) -> Diagnostic {
        diagnostic.maybe_at(self.output.blame.key(url, key), "")
    }

    /// Places a finding at the source of an element: found by its tag, or else by an attribute such as `id` or `href`, or else
    /// by its text.
    pub fn at_element(&self, diagnostic: Diagnostic, url: &str, element: usize) -> Diagnostic {
        let Some(markup) = self.markup.get(url) else {
            return diagnostic;
        };
        let blame = self.output.blame;
        let attribute = |name: &str| {
            let value = markup.attribute(element, name);
            value.filter(|value| !value.is_empty())
        };
        let span = markup.span(element);
        let place = self
            .place_of_span(url, markup, &span)
            .or_else(|| {
                let id = attribute("id").filter(|_| markup.heading_level(element).is_some());
                blame.heading(url, id?)
            })
            .or_else(|| {
                let names = ["id", "name", "href", "src", "action", "aria-label", "class"];
                let clue = |name: &&str| Some(format!("{name}=\"{}\"", attribute(name)?));
                let mut clues = names.iter().filter_map(clue);
                clues.find_map(|clue| blame.text(url, &clue))
            })
            .or_else(|| {
                let address = attribute("href").or_else(|| attribute("src"))?;
                blame.links(url, address, 0).into_iter().next()
            })
            .or_else(|| blame.component(url, &span))
            .or_else(|| blame.tag_with_values(url, markup.html(span.clone())));
        match place {
            Some(place) => diagnostic.at(place, ""),
            None => self.at_text(diagnostic, url, &[&markup.text(element)]),
        }
    }

    /// Returns whether a source contains the element's tag verbatim.
    pub fn is_tag_written(&self, url: &str, element: usize) -> bool {
        let markup = self.markup.get(url);
        let place = markup.and_then(|one| self.place_of_span(url, one, &one.span(element)));
        place.is_some()
    }

    /// Places a finding at the source of a part of the page's HTML, or else at the file or rule that the page is made from.
    pub fn at_span(&self, diagnostic: Diagnostic, url: &str, span: &Range<usize>) -> Diagnostic {
        let markup = self.markup.get(url);
        let place = markup.and_then(|markup| self.place_of_span(url, markup, span));
        self.at_place_or_route(diagnostic, url, place)
    }

    /// Returns the source of a part of the page: the place in the document's Markdown that produced it, or else the template or
    /// value that contains the longest part of its line verbatim.
    pub fn place_of_span(&self, url: &str, markup: &Markup, span: &Range<usize>) -> Option<Place> {
        if let Some(place) = self.output.blame.place_in_document(url, span) {
            return Some(place);
        }
        markup.contexts(span).into_iter().find_map(|context| {
            let part = span.start - context.start..span.end - context.start;
            self.output.blame.part(url, markup.html(context), part)
        })
    }

    /// Returns the prose of content and templates, followed by the text of the finished pages.
    pub fn prose(&self) -> &[Prose] {
        self.prose.get_or_init(|| {
            let mut all = prose::of(self.output.tree, self.output.templates);
            all.extend(self.markup().map(|(url, page)| prose::of_page(url, page)));
            all
        })
    }
}
