//! One page: its Markdown, its values, its template.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use content::{Content, Part};
use diagnostic::{Diagnostic, Fingerprint, Fingerprinter, Place, did_you_mean};
use tera::{Context, Tera, Value};

use crate::functions::{self, Answers};
use crate::markdown::{self, Components, Html, Surroundings};
use crate::recorder::{Query, Record, Recorder, recorder};
use crate::rendered::RenderedPage;
use crate::route::{Kind, Plan, Route};
use crate::template::errors::{self, Scope};
use crate::template::graph::Templates;
use crate::template::shapes::Shapes;
use crate::values::{self, table};
use crate::{codes, island};

/// What all pages are rendered from.
pub struct PageInput<'a> {
    /// The content.
    pub content: &'a Content,
    /// The routes.
    pub plan: &'a Plan,
    /// The parsed templates.
    pub tera: &'a Tera,
    /// The text of the templates, for errors in them.
    pub templates: &'a Templates,
    /// Fingerprint of each template with its dependencies.
    pub template_fingerprints: &'a HashMap<String, Fingerprint>,
    /// Templates with a mistake, and those that use one of them.
    pub left_out: &'a BTreeSet<String>,
    /// How templates use values.
    pub shapes: &'a Shapes,
    /// What functions answer from.
    pub answers: &'a Arc<Answers>,
    /// `site`, `menus` and `build`, the same for every page.
    pub globals: &'a Context,
}

/// Renders one page after the other. Its functions record what the page asks, so each thread needs its own.
pub struct PageRenderer<'a> {
    input: &'a PageInput<'a>,
    tera: Tera,
    recorder: Recorder,
    record: Record,
}

/// The outcome of rendering a route.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The page; none if its template is missing or failed. A page whose Markdown has mistakes is there, so that its links
    /// can be checked.
    pub page: Option<RenderedPage>,
    /// What the page asked about the rest of the site.
    pub queries: Vec<Query>,
    /// What is wrong with the page.
    pub diagnostics: Vec<Diagnostic>,
    /// What the template found wrong while it rendered the page. Every page with this template may have the same.
    pub while_rendering: Vec<Diagnostic>,
}

impl<'a> PageRenderer<'a> {
    /// Returns a renderer with templates of its own.
    pub fn new(input: &'a PageInput<'a>) -> Self {
        let (recorder, record) = recorder();
        let mut tera = input.tera.clone();
        functions::register(&mut tera, input.answers, &recorder);
        input.globals.clone_into(tera.global_context());
        Self {
            input,
            tera,
            recorder,
            record,
        }
    }

    /// Renders a route.
    pub fn render(&self, route: &Route) -> Outcome {
        let mut outcome = Outcome::default();
        if self.input.templates.contains_key(&route.template) {
            outcome.page = self.page(route, &mut outcome);
            outcome.queries = self.record.queries();
        } else {
            outcome.diagnostics.push(self.input.no_such_template(route));
        }
        outcome
    }

    fn page(&self, route: &Route, outcome: &mut Outcome) -> Option<RenderedPage> {
        let input = self.input;
        let document = route.document.as_deref();
        let mut page = document
            .map(|document| input.answers.values.of(document))
            .unwrap_or_default();
        input.add_route(&mut page, route);
        let html = self.markdown(route, &page, outcome)?;
        if input.left_out.contains(&route.template) {
            return None;
        }
        add_html(&mut page, &html);
        outcome.while_rendering = input.shapes.check_page(&route.template, &page);
        let mut context = Context::new();
        context.insert_value("page", Value::from(page));
        match self.tera.render(&route.template, &context) {
            Ok(text) => Some(RenderedPage {
                url: route.url.clone(),
                output: route.output.clone(),
                islands: island::calls(&text),
                html: text,
                content: html.content,
            }),
            Err(error) => {
                let scope = Scope {
                    templates: input.templates,
                    content: Some(input.content),
                    document,
                };
                outcome.while_rendering.extend(match self.record.failure() {
                    Some(diagnostics) => errors::of_function(&error, diagnostics, scope),
                    // A template may fail only because menus or the pages of a list are missing.
                    None if input.answers.incomplete => Vec::new(),
                    None => errors::diagnostics(&error, scope),
                });
                None
            }
        }
    }

    /// Renders the document's text; `None` if a component could not be rendered because of a mistake that is reported
    /// elsewhere.
    fn markdown(&self, route: &Route, page: &tera::Map, outcome: &mut Outcome) -> Option<Html> {
        let input = self.input;
        let Some(document) = route.document.as_deref() else {
            return Some(Html::default());
        };
        if document.body.is_empty() {
            return Some(Html::default());
        }
        let mut collections = input.content.collections.iter();
        let sections =
            collections.any(|one| one.rule.name == document.collection && one.rule.sections);
        let mut implicits = input.globals.clone();
        implicits.insert_value("page", Value::from(page.clone()));
        let around = Surroundings {
            site: &input.content.site,
            components: Some(Components {
                tera: &self.tera,
                record: &self.record,
                templates: input.templates,
                are_complete: input.left_out.is_empty(),
                implicits: &implicits,
            }),
            assets: &input.answers.assets,
            by_source: &input.plan.by_source,
            recorder: &self.recorder,
        };
        let rendered =
            markdown::render(document.source(), document.body.clone(), sections, &around);
        outcome.diagnostics.extend(rendered.diagnostics);
        (!rendered.is_incomplete).then_some(rendered.html)
    }
}

impl PageInput<'_> {
    fn add_route(&self, page: &mut tera::Map, route: &Route) {
        let mut set = |key: &'static str, value: Value| drop(page.insert(key.into(), value));
        set("url", Value::from(route.url.as_str()));
        set(
            "permalink",
            Value::from(values::permalink(self.content, &route.url)),
        );
        set("lang", Value::from(route.lang.as_str()));
        set("kind", Value::from(route.kind.name()));
        set("title", Value::from(route.title.as_str()));
        set("description", Value::from(route.description.as_str()));
        set("noindex", Value::from(route.noindex));
        set(
            "meta",
            table([
                (
                    "title",
                    Value::from(values::meta_title(self.content, route)),
                ),
                ("description", Value::from(route.description.as_str())),
            ]),
        );
        set("breadcrumbs", values::breadcrumbs(self.plan, route));
        set("translations", self.translations(route));
        if let Some(listing) = &route.listing {
            set("paginator", self.answers.values.paginator(listing));
        }
        if let Some(term) = &route.term {
            set("term", values::term(term));
        }
    }

    /// Returns the same document in all its languages, this one included; nothing if it has only one.
    fn translations(&self, route: &Route) -> Value {
        let others: Vec<Value> = self
            .in_other_languages(route)
            .map(|other| {
                table([
                    ("lang", Value::from(other.lang.as_str())),
                    ("url", Value::from(other.url.as_str())),
                    (
                        "permalink",
                        Value::from(values::permalink(self.content, &other.url)),
                    ),
                    ("title", Value::from(other.title.as_str())),
                ])
            })
            .collect();
        Value::from(if others.len() > 1 { others } else { Vec::new() })
    }

    /// Returns the routes that show the same part of the same document, this one among them.
    fn in_other_languages(&self, route: &Route) -> impl Iterator<Item = &Arc<Route>> {
        let key = route
            .document
            .as_deref()
            .filter(|_| !self.plan.by_document.is_empty())
            .map(|document| (document.collection.clone(), document.path.clone()));
        let urls = key.and_then(|key| self.plan.by_document.get(&key));
        let (kind, number) = (route.kind, route.listing.as_ref().map(|list| list.number));
        urls.into_iter()
            .flatten()
            .filter_map(|url| self.plan.routes.get(url))
            .filter(move |other| {
                other.kind == kind && other.listing.as_ref().map(|list| list.number) == number
            })
    }

    /// Returns the fingerprint of what a page is made from without asking. While this and the answers to its questions are
    /// the same, the page is the same.
    pub fn fingerprint(&self, route: &Route) -> Fingerprint {
        let document = route.document.as_deref();
        let mut all = Fingerprinter::default()
            .text(&route.url)
            .text(&route.output)
            .text(&route.lang)
            .text(&route.template)
            .text(route.kind.name())
            .text(&route.title)
            .text(&route.description)
            .number(usize::from(route.noindex))
            .optional(document.map(|document| document.source().path.as_str()))
            .parts(
                document
                    .into_iter()
                    .flat_map(|one| [one.entry, one.content]),
            );
        if let Some(listing) = &route.listing {
            all = all
                .number(listing.number)
                .number(listing.count)
                .number(listing.per_page)
                .part(listing.pages.fingerprint)
                .parts(listing.lead.iter().map(|one| one.entry))
                .parts(listing.items.iter().map(|one| one.entry));
        }
        if let Some(term) = &route.term {
            all = all
                .text(&term.name)
                .text(&term.slug)
                .text(&term.url)
                .text(&term.description)
                .number(term.count);
        }
        all = values::above(self.plan, route)
            .iter()
            .fold(all, |all, (title, url)| all.text(title).text(url));
        self.in_other_languages(route)
            .fold(all, |all, other| {
                all.text(&other.lang).text(&other.url).text(&other.title)
            })
            .finish()
    }

    fn no_such_template(&self, route: &Route) -> Diagnostic {
        let place = match (&route.document, &route.rule) {
            (_, Some(rule)) if route.kind == Kind::Taxonomy => self
                .content
                .structure_toml
                .locate(&format!("{rule}/template"), Part::Value),
            (Some(document), _) if document.fields.contains_key("template") => {
                document.place("/template", Part::Value)
            }
            (Some(document), _) => self
                .collection_template(&document.collection)
                .unwrap_or_else(|| route.place.clone()),
            (None, _) => route.place.clone(),
        };
        Diagnostic::new(
            &codes::MISSING_TEMPLATE,
            format!("there is no template `{}`", route.template),
        )
        .at(place, "not in the theme's templates/")
        .maybe_help(did_you_mean(
            &route.template,
            self.templates.keys().map(String::as_str),
        ))
    }

    fn collection_template(&self, name: &str) -> Option<Place> {
        let index = self
            .content
            .structure
            .collections
            .iter()
            .position(|rule| rule.name == name)?;
        let pointer = format!("/collection/{index}/template");
        Some(self.content.structure_toml.locate(&pointer, Part::Value))
    }
}

fn add_html(page: &mut tera::Map, html: &Html) {
    page.insert("content".into(), Value::safe_string(&html.content));
    page.insert("intro".into(), Value::safe_string(&html.intro));
    page.insert(
        "sections".into(),
        Value::from(
            html.sections
                .iter()
                .map(|section| {
                    table([
                        ("id", Value::from(section.id.as_str())),
                        ("title", Value::from(section.title.as_str())),
                        ("content", Value::safe_string(&section.content)),
                    ])
                })
                .collect::<Vec<_>>(),
        ),
    );
    page.insert(
        "toc".into(),
        Value::from(
            html.headings
                .iter()
                .map(|heading| {
                    table([
                        ("id", Value::from(heading.id.as_str())),
                        ("title", Value::from(heading.title.as_str())),
                        ("level", Value::from(i64::from(heading.level))),
                    ])
                })
                .collect::<Vec<_>>(),
        ),
    );
}
