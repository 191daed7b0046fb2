//! Pages and mails rendered from templates.

use serde::Serialize;
use tera::{Context, Tera};

use crate::fields::Fields;
use crate::form::Form;
use crate::words::Words;

/// Templates of the form function.
pub struct Pages {
    tera: Tera,
}

/// Values of the page that answers a form post without JavaScript.
#[derive(Debug, Serialize)]
pub struct ReplyPage<'a> {
    /// Language of the page (BCP 47).
    pub lang: &'a str,
    /// Words that all forms have in common, in this language.
    pub words: &'a Words,
    /// Heading of the page.
    pub title: &'a str,
    /// Message for the visitor, in one or two sentences.
    pub lead: String,
    /// Name of the site.
    pub site_name: &'a str,
    /// Prefix for the site's own URLs: empty, or the site's origin.
    pub base: &'a str,
    /// Route of the page to go back to.
    pub back: &'a str,
    /// Form to show again, with the texts that the visitor typed.
    pub form: Option<&'a Form>,
    /// URL that the form posts to.
    pub action: &'a str,
    /// Texts that the visitor typed, by field.
    pub values: &'a Fields,
    /// Error messages by field.
    pub errors: &'a Fields,
    /// Label of the only button, on a page that a link in a mail opens.
    pub button: Option<&'a str>,
    /// Message to show above the form if no field has an error.
    pub problem: &'a str,
}

/// Error for a template that cannot be parsed or rendered.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct RenderError(#[from] tera::Error);

impl Pages {
    /// Parses the theme's `forms/form.html` and `forms/reply.html`. Fails if one of them is not a valid Tera template.
    pub fn new(form: &str, reply: &str) -> Result<Self, RenderError> {
        let mut tera = Tera::default();
        let mail = include_str!("../templates/mail.html");
        let digest = include_str!("../templates/digest.html");
        let invitation = include_str!("../templates/invitation.html");
        tera.add_raw_templates([
            ("form.html", form),
            ("reply.html", reply),
            ("mail.html", mail),
            ("digest.html", digest),
            ("invitation.html", invitation),
        ])?;
        Ok(Self { tera })
    }

    /// Renders the page that answers a form post without JavaScript. Fails if the template uses a variable that does not exist.
    pub fn reply(&self, page: &ReplyPage) -> Result<String, RenderError> {
        self.render("reply.html", page)
    }

    /// Renders a template: `reply.html`, or the HTML part of a mail, which is `mail.html`, `digest.html` or `invitation.html`. Fails if the
    /// template uses a variable that does not exist.
    pub(crate) fn render<T: Serialize>(
        &self,
        template: &str,
        values: &T,
    ) -> Result<String, RenderError> {
        Ok(self
            .tera
            .render(template, &Context::from_serialize(values)?)?)
    }
}
