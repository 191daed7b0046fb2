//! Pages and mails from templates.

use serde::Serialize;
use tera::{Context, Tera};

use crate::fields::Fields;
use crate::form::Form;

/// The templates of the form function.
pub struct Pages {
    tera: Tera,
}

/// The page that answers a plain post which was not accepted.
#[derive(Debug, Serialize)]
pub struct ReplyPage<'a> {
    /// Its heading.
    pub title: &'a str,
    /// What happened, one or two sentences.
    pub lead: String,
    /// The site's name.
    pub site_name: &'a str,
    /// What to put before the site's own addresses: nothing, or the site's origin.
    pub base: &'a str,
    /// Route of the page to go back to.
    pub back: &'a str,
    /// The form to show again.
    pub form: Option<&'a Form>,
    /// Address the form posts to.
    pub action: &'a str,
    /// What was typed.
    pub values: &'a Fields,
    /// What is wrong with it.
    pub errors: &'a Fields,
    /// What went wrong that concerns no field.
    pub problem: &'a str,
}

/// A template is wrong.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct RenderError(#[from] tera::Error);

impl Pages {
    /// Takes the texts of the theme's `forms/form.html` and `forms/reply.html`.
    ///
    /// # Errors
    /// When one of them is no Tera template.
    pub fn new(form: &str, reply: &str) -> Result<Self, RenderError> {
        let mut tera = Tera::default();
        let mail = include_str!("../templates/mail.html");
        tera.add_raw_templates([
            ("form.html", form),
            ("reply.html", reply),
            ("mail.html", mail),
        ])?;
        Ok(Self { tera })
    }

    /// The page that answers a plain post.
    ///
    /// # Errors
    /// When the template asks for what is not there.
    pub fn reply(&self, page: &ReplyPage) -> Result<String, RenderError> {
        self.render("reply.html", page)
    }

    /// The HTML part of a notification.
    ///
    /// # Errors
    /// When the template asks for what is not there.
    pub(crate) fn mail<T: Serialize>(&self, values: &T) -> Result<String, RenderError> {
        self.render("mail.html", values)
    }

    fn render<T: Serialize>(&self, template: &str, values: &T) -> Result<String, RenderError> {
        Ok(self
            .tera
            .render(template, &Context::from_serialize(values)?)?)
    }
}
