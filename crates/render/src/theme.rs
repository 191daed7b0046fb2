//! A theme: its templates, parsed.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::Arc;

use diagnostic::{Fingerprint, Fingerprinter, TextHasher};
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
    fingerprints: HashMap<String, Fingerprint, BuildHasherDefault<TextHasher>>,
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
    /// Parses templates. Errors in them are reported with the findings of the pages ([`SiteRenderer::diagnostics`](crate::SiteRenderer::diagnostics)).
    pub fn new(templates: Templates) -> Self {
        let graph = Graph::new(&templates);
        // The parser only checks that the functions exist.
        let mut tera = Tera::default();
        tera.autoescape_on(vec![".html", ".htm", ".xml", ".svg"]);
        functions::register(&mut tera, &Arc::default(), &recorder().0);
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
