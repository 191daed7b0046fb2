//! Finds collisions: output files that two sources would write, such as a page and a file in `public/`.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use content::Content;
use content::portable_names::{Fault, FaultKind, faults};
use diagnostic::Diagnostic;
use render::Plan;

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

/// Reports every collision.
pub fn check(claims: &Claims<'_>) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let pages: HashMap<&str, &str> = claims
        .pages
        .iter()
        .map(|page| (page.output(), page.url()))
        .collect();
    for path in claims.public.keys() {
        let file = format!("public/{path}");
        if let Some(url) = pages.get(path.as_str()) {
            diagnostics.push(at_page(
                claims,
                url,
                collision(path, "a page", &file, EITHER),
            ));
        } else if claims.generated.contains_key(path) && path != REPLACEABLE {
            let help = format!("remove or rename {file}");
            diagnostics.push(collision(path, "the build", &file, &help));
        } else if let Some(route) =
            answered_by(path).and_then(|url| claims.plan.routes.any_form(&url))
        {
            // Which of the two is served depends on the host.
            let diagnostic = collision(&route.url, "a page", &file, EITHER);
            diagnostics.push(at_page(claims, &route.url, diagnostic));
        }
    }
    for (path, url) in &pages {
        if claims.generated.contains_key(*path) {
            let diagnostic = collision(path, "a page", "the build", "rename the page");
            diagnostics.push(at_page(claims, url, diagnostic));
        }
    }
    diagnostics.extend(files_in_the_way(claims, &pages));
    diagnostics.extend(unportable(claims, &pages));
    diagnostics
}

/// Reports output files and files of `public/` that not every system can store. Pages whose own file has such a name are left out,
/// because that was reported at the file, and so are two pages with the same URL, which the plan reports.
fn unportable(claims: &Claims<'_>, pages: &HashMap<&str, &str>) -> Vec<Diagnostic> {
    let public = claims.public.keys().map(|path| format!("public/{path}"));
    let public: Vec<String> = public.collect();
    let mut outputs: Vec<&str> = claims.generated.keys().map(String::as_str).collect();
    let route = |path: &str| claims.plan.routes.get(pages.get(path)?);
    let source = |path: &str| {
        Some(
            route(path)?
                .document_in(claims.content)?
                .source()
                .path
                .as_str(),
        )
    };
    outputs.extend(pages.keys().copied().filter(|path| {
        let source = source(path);
        source.is_none_or(|source| faults(&[source]).is_empty())
    }));
    outputs.sort_unstable();
    let are_two_pages = |fault: &Fault<'_>| match fault.kind {
        FaultKind::SameAs(other) => pages.contains_key(fault.path) && pages.contains_key(other),
        _ => false,
    };
    let public: Vec<&str> = public.iter().map(String::as_str).collect();
    let of_output = faults(&outputs).into_iter();
    let of_output = of_output.filter(|fault| !are_two_pages(fault));
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

/// Help for a collision of two sources that authors can both rename.
const EITHER: &str = "remove or rename one of the two";

fn collision(path: &str, first: &str, second: &str, help: &str) -> Diagnostic {
    let message = format!("two sources produce {path}: {first} and {second}");
    Diagnostic::new(&content::codes::DUPLICATE_ROUTE, message).help(help)
}

fn at_page(claims: &Claims<'_>, url: &str, diagnostic: Diagnostic) -> Diagnostic {
    let route = claims.plan.routes.get(url);
    diagnostic.maybe_at(route.map(|route| route.place(claims.content)), "the page")
}

/// Reports files whose path is also a folder of other files, such as `about` and `about/team.html`.
fn files_in_the_way(claims: &Claims<'_>, pages: &HashMap<&str, &str>) -> Vec<Diagnostic> {
    let is_file = |path: &str| {
        pages.contains_key(path)
            || claims.generated.contains_key(path)
            || claims.public.contains_key(path)
    };
    let names = pages.keys().copied();
    let generated = claims.generated.keys().map(String::as_str);
    let public = claims.public.keys().map(String::as_str);
    let mut taken: BTreeMap<&str, &str> = BTreeMap::new();
    for path in names.chain(generated).chain(public) {
        for (at, _) in path
            .match_indices('/')
            .filter(|(at, _)| is_file(&path[..*at]))
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
            .help("rename one of the two")
        })
        .collect()
}
