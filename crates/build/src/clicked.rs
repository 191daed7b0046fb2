//! Traces an element that a person has clicked in a preview.

use content::Tree;
use diagnostic::Place;
use inspect::Clicked;
use inspect::blame::Blame;
use render::Templates;

use crate::site::Site;

/// Places in the sources that an element of a page was made from.
#[derive(Debug, Default)]
pub struct ClickedPlaces {
    /// Place in the Markdown of the page's document.
    pub text: Option<Place>,
    /// Place where the picture is named.
    pub picture: Option<Place>,
    /// Most likely place of the innermost element's text, if neither of the others is known.
    pub other: Option<Place>,
}

impl Site {
    /// Traces elements of the page at a URL, the innermost first. `tree` has the files of `content/` from which this site was built, and
    /// `templates` those of its theme.
    pub fn clicked(
        &self,
        tree: &Tree,
        templates: &Templates,
        url: &str,
        elements: &[Clicked],
    ) -> ClickedPlaces {
        let Some(source) = &self.source else {
            return ClickedPlaces::default();
        };
        let page = self.pages.iter().find(|page| page.url() == url);
        let sizes = page.into_iter().flat_map(|page| &page.record().pictures);
        let sizes = sizes.map(|size| (format!("/{}", size.output), size.name.clone()));
        let known = self.asset_names.iter();
        let known = known.map(|(url, name)| (url.clone(), name.clone()));
        let names = known.chain(sizes).collect();
        let render = |url: &str| source.render(url);
        let blame = Blame::new(
            &self.content,
            tree,
            templates,
            &self.plan,
            &names,
            &self.pages,
            &render,
        );
        let text = blame.clicked_text(url, elements);
        let picture = blame.clicked_picture(url, elements);
        let first = elements
            .first()
            .filter(|_| text.is_none() && picture.is_none());
        let first = first.filter(|one| !one.text.is_empty());
        ClickedPlaces {
            text,
            picture,
            other: first.and_then(|one| blame.text(url, &one.text)),
        }
    }
}
