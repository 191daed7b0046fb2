//! Finds collisions: output files that two sources would write, such as a page and a file in `public/`.

use std::collections::BTreeMap;
use std::sync::Arc;

use content::Content;
use content::portable_names::{Fault, FaultKind, faults};
use diagnostic::{ByText, Diagnostic, Place, Source};
use render::{Output, Plan};

use crate::files::Files;
use crate::page::Page;

/// Generated file that a file in `public/` may replace.
const REPLACEABLE: &str = "robots.txt";

/// Files of the output, grouped by their origin.
pub struct Claims<'a> {
    /// Pages of the site.
    pub pages: &'a [Arc<Page>],
    /// Generated files, such as assets, feeds, and the sitemap.
    pub generated: &'a Files,
    /// Files of `public/`.
    pub public: &'a Files,
    /// The content.
    pub content: &'a Content,
    /// Routes of the pages.
    pub plan: &'a Plan,
}

/// Origins of the output files, by path.
struct Origins<'a> {
    claims: &'a Claims<'a>,
    /// URL of each page.
    pages: ByText<&'a str, &'a str>,
    /// Files that are made from all pages.
    outputs: ByText<&'a str, &'a Output>,
}

impl Origins<'_> {
    /// Returns what produces a generated file.
    fn generator(&self, path: &str) -> &str {
        self.outputs.get(path).map_or("the build", |one| one.name)
    }

    /// Returns where the origin of a file is written: at its page, in `structure.toml`, or in `public/`. Returns `None` for a file that
    /// every site has.
    fn place(&self, path: &str) -> Option<Place> {
        if let Some(route) = self
            .pages
            .get(path)
            .and_then(|url| self.claims.plan.routes.get(url))
        {
            return Some(route.place(self.claims.content));
        }
        if self.claims.generated.contains_key(path) {
            return self.outputs.get(path)?.place.clone();
        }
        Some(public_file(path)).filter(|_| self.claims.public.contains_key(path))
    }
}

/// Returns the start of a file of `public/`.
fn public_file(path: &str) -> Place {
    Place::start_of(&Source::new(format!("public/{path}"), ""))
}

/// Reports every collision.
pub fn check(claims: &Claims<'_>) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let outputs = render::outputs(claims.content, claims.plan);
    let pages = claims.pages.iter();
    let origins = Origins {
        claims,
        pages: pages.map(|page| (page.output(), page.url())).collect(),
        outputs: outputs.iter().map(|one| (&*one.path, one)).collect(),
    };
    for path in claims.public.keys() {
        let file = format!("public/{path}");
        if origins.pages.contains_key(path.as_str()) {
            diagnostics.push(file_with_url_of_page(path, &file, origins.place(path)));
        } else if claims.generated.contains_key(path) && path != REPLACEABLE {
            let name = origins.generator(path);
            let diagnostic = collision(path, name, &file, &format!("remove or rename {file}"));
            let diagnostic = diagnostic.at(public_file(path), "");
            diagnostics.push(diagnostic.maybe_related(origins.place(path), name));
        } else if let Some(route) =
            answered_by(path).and_then(|url| claims.plan.routes.any_form(&url))
        {
            // Which of the two is served depends on the host.
            let page = Some(route.place(claims.content));
            diagnostics.push(file_with_url_of_page(&route.url, &file, page));
        }
    }
    for path in origins.pages.keys() {
        if claims.generated.contains_key(*path) {
            let name = origins.generator(path);
            let diagnostic = collision(path, "a page", name, "rename the page");
            let diagnostic = diagnostic.maybe_at(origins.place(path), "the page");
            let other = origins.outputs.get(path).and_then(|one| one.place.clone());
            diagnostics.push(diagnostic.maybe_related(other, name));
        }
    }
    diagnostics.extend(files_in_the_way(&origins));
    diagnostics.extend(unportable(claims, &origins.pages));
    diagnostics
}

/// Reports output files and files of `public/` that not every system can store. Pages whose own file has such a name are left out,
/// because that was reported at the file, and so are two pages with the same URL, which the plan reports.
fn unportable(claims: &Claims<'_>, pages: &ByText<&str, &str>) -> Vec<Diagnostic> {
    let public = claims.public.keys().map(|path| format!("public/{path}"));
    let public: Vec<String> = public.collect();
    let mut outputs: Vec<&str> = claims.generated.keys().map(String::as_str).collect();
    let route = |path: &str| claims.plan.routes.get(pages.get(path)?);
    outputs.extend(pages.keys().copied());
    outputs.extend(claims.public.keys().map(String::as_str));
    outputs.sort_unstable();
    outputs.dedup();
    let is_reported_at_source = |path: &str| {
        let document = route(path).and_then(|route| route.document_in(claims.content));
        document.is_some_and(|document| !faults(&[&document.source().path]).is_empty())
    };
    let is_reported_elsewhere = |fault: &Fault<'_>| {
        let is_public = |path| claims.public.contains_key(path);
        let is_page = |path| pages.contains_key(path);
        match fault.kind {
            FaultKind::SameAs(other) => {
                is_page(fault.path) && is_page(other)
                    || is_public(fault.path) && is_public(other)
                    || [fault.path, other].into_iter().any(is_reported_at_source)
            }
            _ => is_public(fault.path) || is_reported_at_source(fault.path),
        }
    };
    let public: Vec<&str> = public.iter().map(String::as_str).collect();
    let of_output = faults(&outputs).into_iter();
    let of_output = of_output.filter(|fault| !is_reported_elsewhere(fault));
    let all = of_output.chain(faults(&public));
    all.map(|fault| {
        let route = route(fault.path);
        fault
            .diagnostic()
            .maybe_at(route.map(|route| route.place(claims.content)), "the page")
    })
    .collect()
}

/// Returns the URL that hosts may answer with a file: `/about` for `about` and `about/index.html`.
fn answered_by(path: &str) -> Option<String> {
    let folder = path.strip_suffix("/index.html");
    let bare = || (!path.rsplit('/').next()?.contains('.')).then_some(path);
    folder.or_else(bare).map(|path| format!("/{path}"))
}

/// Reports a file of `public/` that has the URL of a page, which visitors might get in its place.
fn file_with_url_of_page(path: &str, file: &str, page: Option<Place>) -> Diagnostic {
    let source = page.as_ref().map_or("a page", |page| &page.source.path);
    let help = format!("delete or rename {file}: its URL is that of {source}");
    let diagnostic = collision(path, "a page", file, &help);
    let diagnostic = diagnostic.at(Place::start_of(&Source::new(file, "")), "");
    diagnostic.maybe_related(page, "the page")
}

fn collision(path: &str, first: &str, second: &str, help: &str) -> Diagnostic {
    let message = format!("two sources produce {path}: {first} and {second}");
    Diagnostic::new(&content::codes::DUPLICATE_ROUTE, message).help(help)
}

/// Reports files whose path is also a folder of other files, such as `about` and `about/team.html`.
fn files_in_the_way(origins: &Origins<'_>) -> Vec<Diagnostic> {
    let Origins { claims, pages, .. } = origins;
    let is_file = |path: &str| {
        pages.contains_key(path)
            || claims.generated.contains_key(path)
            || claims.public.contains_key(path)
    };
    // A file with the URL of a page.
    let is_reported = |path: &str| {
        let url = answered_by(path).filter(|_| claims.public.contains_key(path));
        url.is_some_and(|url| claims.plan.routes.any_form(&url).is_some())
    };
    let names = pages.keys().copied();
    let generated = claims.generated.keys().map(String::as_str);
    let public = claims.public.keys().map(String::as_str);
    let mut taken: BTreeMap<&str, &str> = BTreeMap::new();
    for path in names.chain(generated).chain(public) {
        for (at, _) in path
            .match_indices('/')
            .filter(|(at, _)| is_file(&path[..*at]) && !is_reported(&path[..*at]))
        {
            let first = taken.entry(&path[..at]).or_insert(path);
            *first = path.min(first);
        }
    }
    taken
        .into_iter()
        .map(|(file, path)| {
            Diagnostic::new(
                &content::codes::DUPLICATE_ROUTE,
                format!("{path} needs a folder named {file}, but that is a file"),
            )
            .maybe_at(origins.place(file), "the file")
            .maybe_related(origins.place(path), "needs the folder")
            .help("rename one of the two")
        })
        .collect()
}
