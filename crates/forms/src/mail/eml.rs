//! Mails as `.eml` files, which mail programs can open.

use super::mailer::{Mail, MailError, Mailer};
use crate::folder::Folder;

/// Folder of the mails, below the store's folder.
pub const MAIL: &str = "mail/";

/// A mailer that writes each mail to `mail/<id>.eml` in a folder instead of sending it; an invitation to `mail/<id>.invitation.eml`.
#[derive(Debug, Clone)]
pub struct EmlFolder(pub Folder);

impl Mailer for EmlFolder {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        let (key, raw) = (key(mail), mail.raw.clone());
        let written = self.0.blocking(move |folder| folder.write(&key, &raw));
        written.await.map_err(|error| MailError::new(error.class))
    }
}

fn key(mail: &Mail) -> String {
    let kind = if mail.is_invitation {
        ".invitation"
    } else {
        ""
    };
    format!("{MAIL}{}{kind}.eml", mail.id)
}
