//! One page: its Markdown, its context, its template.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use content::{Content, Part};
use diagnostic::{Diagnostic, Fingerprint, Fingerprinter, Place, did_you_mean};
use serde::{Deserialize, Serialize};
use tera::{Context, Tera, Value};

use crate::codes;
use crate::functions::Answers;
use crate::island::{self, IslandCall};
use crate::markdown::{self, Html, Surroundings, Text};
use crate::route::{Kind, Plan, Route};
use crate::template_error::{self, Templates};
use crate::template_shapes::{self, Shapes};
use crate::value_markdown;
use crate::values::{self, table};
use crate::wanted_key;

/// How the help begins that names the page at which a template failed.
pub const WHILE: &str = "while rendering ";

/// A finished page; islands are still placeholders.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RenderedPage {
    /// Its address.
    pub url: String,
    /// Its file, relative to the output folder.
    pub output: String,
    /// The HTML.
    pub html: String,
    /// HTML of the document's own text, for feeds.
    pub content: String,
    /// The islands it asks for, with the bytes each placeholder takes.
    pub islands: Vec<(IslandCall, Range<usize>)>,
}

/// Everything pages are rendered from.
pub struct Stage<'a> {
    /// The content.
    pub content: &'a Content,
    /// The routes.
    pub plan: &'a Plan,
    /// Parsed templates, with functions registered.
    pub tera: &'a Tera,
    /// Template texts, for places of errors.
    pub templates: &'a Templates,
    /// Of each template with all that it draws in.
    pub template_prints: &'a HashMap<String, Fingerprint>,
    /// Templates that have a mistake, or draw in one that has.
    pub left_out: &'a BTreeSet<String>,
    /// What templates take values for.
    pub shapes: &'a Shapes,
    /// What functions answer from.
    pub answers: &'a Arc<Answers>,
    /// `site`, `menus` and `build`, the same for every page.
    pub globals: &'a Context,
}

impl Stage<'_> {
    /// Renders a route. A page whose Markdown has mistakes comes back too, so that its links can be looked at; one whose
    /// template fails does not.
    pub fn render(&self, route: &Route) -> (Option<RenderedPage>, Vec<Diagnostic>) {
        if !self.templates.contains_key(&route.template) {
            return (None, vec![self.no_such_template(route)]);
        }
        let mut found = Vec::new();
        let mut page = route
            .document
            .as_deref()
            .map(|document| self.answers.values.of(document))
            .unwrap_or_default();
        self.add_route(&mut page, route);
        let html = self.markdown(route, &page, &mut found);
        let before = found.len();
        if !self.left_out.is_empty() {
            // The component may stand in a template with a mistake.
            found.retain(|one| one.code != &codes::UNKNOWN_COMPONENT);
        }
        if found.len() < before || self.left_out.contains(&route.template) {
            return (None, found);
        }
        add_html(&mut page, &html);
        let shapes = self.shapes.get(&route.template).into_iter();
        let mistaken = shapes.flat_map(|shapes| template_shapes::of_page(shapes, &page));
        let from = &route.place.source.path;
        found.extend(mistaken.map(|one| one.help(format!("{WHILE}{} from {from}", route.url))));

        let mut context = Context::new();
        context.insert_value("page", Value::from(page));
        match self.tera.render(&route.template, &context) {
            Ok(text) => {
                let page = RenderedPage {
                    url: route.url.clone(),
                    output: route.output.clone(),
                    islands: island::calls(&text),
                    html: text,
                    content: html.content,
                };
                (Some(page), found)
            }
            Err(error) => {
                let mistakes = template_error::diagnostics(&error, self.templates);
                // Without menus or a list's pages, templates fail for want of them.
                let follows = !self.content.menus_ok || self.plan.incomplete;
                found.extend(
                    mistakes
                        .into_iter()
                        .flat_map(|one| {
                            if one.code == &codes::BAD_MARKDOWN {
                                value_markdown::unpack(one, self.content, route.document.as_deref())
                            } else {
                                vec![one]
                            }
                        })
                        .map(|one| self.with_meant_key(one))
                        .map(|one| match route.document.as_deref() {
                            Some(document) => wanted_key::with_place(one, document),
                            None => one,
                        })
                        .filter(|one| {
                            let of_lists = one.code == &codes::TEMPLATE_ERROR
                                || one.code == &content::codes::UNKNOWN_COLLECTION;
                            !(follows && of_lists)
                        })
                        .map(|one| {
                            let from = &route.place.source.path;
                            one.help(format!("{WHILE}{} from {from}", route.url))
                        }),
                );
                (None, found)
            }
        }
    }

    /// Adds the key that an undefined name may mean, of all that documents have.
    fn with_meant_key(&self, diagnostic: Diagnostic) -> Diagnostic {
        let name = diagnostic.message.strip_prefix(template_error::UNDEFINED);
        let Some(key) = name.and_then(|name| name.trim_matches('`').rsplit('.').next()) else {
            return diagnostic;
        };
        let mut keys = BTreeSet::from(PAGE_KEYS);
        let collections = self.content.collections.iter();
        for document in collections.flat_map(|one| &one.documents) {
            keys_of(&document.fields, &mut keys);
        }
        let help = did_you_mean(key, keys).unwrap_or_else(|| {
            "where a document may lack it, give it a value: `| default(value=\"\")`".to_owned()
        });
        diagnostic.help(help)
    }

    fn markdown(&self, route: &Route, page: &tera::Map, found: &mut Vec<Diagnostic>) -> Html {
        let Some(document) = route.document.as_deref() else {
            return Html::default();
        };
        if document.body.is_empty() {
            return Html::default();
        }
        let sections = self
            .content
            .collections
            .iter()
            .any(|one| one.rule.name == document.collection && one.rule.sections);
        let mut implicits = self.globals.clone();
        implicits.insert_value("page", Value::from(page.clone()));
        let around = Surroundings {
            site: &self.content.site,
            tera: self.tera,
            implicits: &implicits,
            assets: &self.answers.assets,
            by_source: &self.plan.by_source,
        };
        let text = Text {
            source: document.source(),
            span: document.body.clone(),
        };
        markdown::render(&text, sections, &around, found)
    }

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

    /// The same document in every language it has, this one included; empty where there is one only.
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

    /// Routes that show the same part of the same document, this one among them.
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

    /// Of all that a route's page is made from without asking: with this the same, and the answers to its questions, the
    /// page is the same.
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
                .part(listing.urls_fingerprint)
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

/// What templates find in `page` beside the keys of its document.
const PAGE_KEYS: [&str; 16] = [
    "url",
    "permalink",
    "lang",
    "kind",
    "title",
    "description",
    "noindex",
    "meta",
    "breadcrumbs",
    "translations",
    "paginator",
    "term",
    "content",
    "intro",
    "sections",
    "toc",
];

/// The keys of a table and of all tables within it.
fn keys_of<'a>(
    table: &'a serde_json::Map<String, serde_json::Value>,
    keys: &mut BTreeSet<&'a str>,
) {
    for (key, value) in table {
        keys.insert(key);
        let items = value.as_array().into_iter().flatten();
        let tables = std::iter::once(value).chain(items);
        for inner in tables.filter_map(serde_json::Value::as_object) {
            keys_of(inner, keys);
        }
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
