//! Mails as files that a mail program opens.

use super::mailer::{Mail, MailError, Mailer};
use crate::folder::Folder;

/// Folder of the mails, below the store's folder.
pub const MAIL: &str = "mail/";

/// A mailer that writes each mail to `mail/<id>.eml` in a folder instead of sending it.
#[derive(Debug, Clone)]
pub struct EmlFolder(pub Folder);

impl Mailer for EmlFolder {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        let (folder, key, raw) = (
            self.0.clone(),
            format!("{MAIL}{}.eml", mail.id),
            mail.raw.clone(),
        );
        match tokio::task::spawn_blocking(move || folder.write(&key, &raw)).await {
            Ok(result) => result.map_err(|error| MailError::new(error.kind().to_string())),
            Err(_) => Err(MailError::new("stopped")),
        }
    }
}
