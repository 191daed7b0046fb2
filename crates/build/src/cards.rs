//! Draws the share cards of a site's pages.

use std::sync::Arc;

use assets::{CardDrawing, DrawnCards, Encoding};
use diagnostic::Source;
use render::{CARD_TEMPLATE, Card, Templates};

use crate::project::Project;
use crate::site_assets::SiteAssets;

/// Renderer for the share cards of a site.
#[derive(Debug, Clone)]
pub struct CardRenderer {
    project: Project,
    theme: String,
    template: Arc<Source>,
}

impl CardRenderer {
    /// Creates a renderer, or returns `None` if the theme has no template for cards.
    pub fn new(project: &Project, theme: &str, templates: &Templates) -> Option<Self> {
        let template = templates.get(CARD_TEMPLATE)?;
        Some(Self {
            project: project.clone(),
            theme: theme.to_owned(),
            template: Arc::clone(template),
        })
    }

    /// Draws cards. Returns their PNGs as files of the output, and the findings.
    pub fn draw<'a>(
        &self,
        cards: impl Iterator<Item = &'a Card>,
        encoding: Encoding,
    ) -> DrawnCards {
        let cards = cards.map(|card| CardDrawing {
            output: &card.output,
            key: &card.key,
            svg: &card.svg,
        });
        let cards: Vec<CardDrawing> = cards.collect();
        SiteAssets::with_bundle_inputs(&self.project, &self.theme, |inputs| {
            assets::draw_cards(inputs, &self.template, &cards, encoding)
        })
    }
}
