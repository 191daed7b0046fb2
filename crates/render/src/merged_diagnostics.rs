//! Merges the diagnostics of all pages. An error in a template affects every page that uses it, but is reported only once.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use content::Content;
use diagnostic::{Diagnostic, Source};

use crate::codes;
use crate::route::Route;

/// Diagnostics of all pages, without duplicates.
pub struct MergedDiagnostics<'a> {
    content: &'a Content,
    all: Vec<Merged<'a>>,
    /// Index in `all` of each diagnostic, by its file, span, code, and message.
    known: HashMap<(*const Source, Range<usize>, &'static str, String), usize>,
}

struct Merged<'a> {
    diagnostic: Diagnostic,
    /// Routes of the pages that the diagnostic affects.
    routes: Vec<&'a Route>,
}

impl<'a> MergedDiagnostics<'a> {
    /// Creates an empty collection for the pages of a site.
    pub fn new(content: &'a Content) -> Self {
        Self {
            content,
            all: Vec::new(),
            known: HashMap::new(),
        }
    }

    /// Adds diagnostics. `route` is the page that was being rendered if a template caused them, otherwise `None`.
    pub fn extend(
        &mut self,
        diagnostics: impl IntoIterator<Item = Diagnostic>,
        route: Option<&'a Arc<Route>>,
    ) {
        let route = route.map(Arc::as_ref);
        for diagnostic in diagnostics {
            if let Some((place, _)) = &diagnostic.place {
                let file = Arc::as_ptr(&place.source);
                let code = diagnostic.code.name;
                // The message of a template's error may begin with a value of the page.
                let message = diagnostic.message.as_str();
                let value = message
                    .strip_prefix('`')
                    .and_then(|rest| rest.split_once('`'));
                let message = match value {
                    Some((_, rest)) if diagnostic.code == &codes::TEMPLATE_ERROR => rest.to_owned(),
                    _ => message.to_owned(),
                };
                let key = (file, place.span.clone(), code, message);
                let index = *self.known.entry(key).or_insert(self.all.len());
                if let Some(known) = self.all.get_mut(index) {
                    known.routes.extend(route);
                    continue;
                }
            }
            self.all.push(Merged {
                diagnostic,
                routes: route.into_iter().collect(),
            });
        }
    }

    /// Returns all diagnostics, each with the pages that it affects.
    pub fn finish(self) -> Vec<Diagnostic> {
        let all = self.all.into_iter();
        let all = all.map(|one| {
            let Some((first, others)) = one.routes.split_first() else {
                return one.diagnostic;
            };
            let more = match others.len() {
                0 => String::new(),
                1 => ", and 1 more page".to_owned(),
                more => format!(", and {more} more pages"),
            };
            let (url, from) = (&first.url, &first.place(self.content).source.path);
            let help = format!("while rendering {url} from {from}{more}");
            Diagnostic {
                pages: one.routes.iter().map(|route| route.url.clone()).collect(),
                ..one.diagnostic.help(help)
            }
        });
        all.collect()
    }
}
