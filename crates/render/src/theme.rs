//! A theme: its templates, parsed.

use std::sync::Arc;

use diagnostic::{ByText, Fingerprint, Fingerprinter};
use tera::Tera;

use crate::card;
use crate::functions;
use crate::recorder::recorder;
use crate::template::graph::{Graph, Templates};
use crate::template::parse::{Parsed, parse};
use crate::template::value_uses::ValueUses;

/// The templates of a theme, parsed.
pub struct Theme {
    /// Text of the templates.
    pub(crate) templates: Templates,
    /// The parsed templates, and the errors in them.
    pub(crate) parsed: Parsed,
    /// Values that templates loop over or print, for checking their types.
    pub(crate) value_uses: ValueUses,
    /// Fingerprint of each template with its dependencies, and with the template of share cards.
    fingerprints: ByText<String, Fingerprint>,
}

impl std::fmt::Debug for Theme {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut formatter = formatter.debug_struct("Theme");
        formatter
            .field("templates", &self.templates.keys())
            .finish_non_exhaustive()
    }
}

impl Theme {
    /// Parses templates. Errors in them are reported with the findings of the pages
    /// ([`SiteRenderer::diagnostics`](crate::SiteRenderer::diagnostics)).
    pub fn new(templates: Templates) -> Self {
        let graph = Graph::new(&templates);
        let mut tera = Tera::default();
        prepare(&mut tera);
        let parsed = parse(&tera, &templates, &graph);
        let fingerprints = graph.fingerprints();
        let value_uses = ValueUses::new(&templates, &graph);
        let card = fingerprints.get(card::TEMPLATE).copied();
        let card = card.unwrap_or_default();
        let with_card = fingerprints.into_iter().map(|(name, own)| {
            let both = Fingerprinter::default().parts([own, card]);
            (name, both.finish())
        });
        Self {
            parsed,
            value_uses,
            fingerprints: with_card.collect(),
            templates,
        }
    }

    /// Returns this theme with other texts of its templates, which have no errors. `tera` has functions that only these texts call.
    pub(crate) fn with_texts(&self, texts: &Templates, mut tera: Tera) -> Self {
        let graph = Graph::new(texts);
        prepare(&mut tera);
        Self {
            parsed: parse(&tera, texts, &graph),
            value_uses: ValueUses::new(texts, &graph),
            fingerprints: ByText::default(),
            templates: self.templates.clone(),
        }
    }

    /// Returns whether these are the theme's templates.
    pub fn has(&self, templates: &Templates) -> bool {
        let fingerprints = |templates: &Templates| -> Vec<(String, Fingerprint)> {
            let all = templates.iter();
            all.map(|(name, source)| (name.clone(), source.fingerprint))
                .collect()
        };
        fingerprints(&self.templates) == fingerprints(templates)
    }

    /// Returns the fingerprint of a template with its dependencies, and with the template of share cards.
    pub(crate) fn fingerprint(&self, template: &str) -> Fingerprint {
        self.fingerprints.get(template).copied().unwrap_or_default()
    }
}

/// Prepares Tera for parsing, which only checks that the functions exist.
fn prepare(tera: &mut Tera) {
    tera.autoescape_on(vec![".html", ".htm", ".xml", ".svg"]);
    functions::register(tera, &Arc::default(), &recorder().0);
}
