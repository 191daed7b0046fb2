//! The mail that asks a subscriber to confirm. It is the only mail that does not go to the firm, and contains nothing that was typed.

use std::slice;

use jiff::Timestamp;
use serde::Serialize;

use super::mailer::Mail;
use super::mime::Message;
use crate::form::Form;
use crate::page::{Pages, RenderError};
use crate::record::Record;
use crate::settings::Settings;
use crate::subscription::{Step, link};
use crate::words::{Words, fill};

/// Values for the template of the HTML part.
#[derive(Debug, Serialize)]
struct Values<'a> {
    lang: &'a str,
    words: &'a Words,
    subject: &'a str,
    link: &'a str,
}

/// Returns the mail that asks the sender of `record` to confirm, in the language of the page, or `None` if the submission is no
/// subscription. Fails if the HTML part cannot be rendered.
pub fn invitation(
    pages: &Pages,
    form: &Form,
    record: &Record,
    settings: &Settings,
    now: Timestamp,
) -> Result<Option<Mail>, RenderError> {
    let link = link(settings.site(), form, record, Step::Confirm);
    let form = form.in_language(&record.notice_language);
    let (Some(link), Some(address)) = (link, record.reply_to(form)) else {
        return Ok(None);
    };
    let (words, address) = (&form.words, address.to_owned());
    let subject = fill(&words.confirm_subject, &[("site", &settings.site_name)]);
    let values = Values {
        lang: &form.lang,
        words,
        subject: &subject,
        link: &link,
    };
    let message = Message {
        from: &settings.invitation_from,
        to: slice::from_ref(&address),
        reply_to: None,
        subject: &subject,
        date: now,
        reference: record.id.as_str(),
        text: &format!(
            "{}\n\n{link}\n\n{}\n",
            words.confirm_mail, words.confirm_ignore
        ),
        html: &pages.render("invitation.html", &values)?,
    };
    Ok(Some(Mail {
        is_invitation: true,
        ..Mail::new(record.id.clone(), &message)
    }))
}
