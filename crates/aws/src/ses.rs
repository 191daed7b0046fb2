//! Amazon SES as the mailer.

use std::time::Duration;

use aws_config::SdkConfig;
use aws_config::retry::RetryConfig;
use aws_config::timeout::TimeoutConfig;
use aws_sdk_ses::Client;
use aws_sdk_ses::primitives::Blob;
use aws_sdk_ses::types::RawMessage;
use forms::{Mail, MailError, Mailer};

use crate::log_word::log_word;

/// Mailer that sends raw messages, headers included.
#[derive(Debug, Clone)]
pub struct Ses {
    client: Client,
}

impl Ses {
    /// Creates the mailer.
    ///
    /// A request is never repeated, and has no timeout of its own: if its response is lost or late, SES may have sent the mail, and
    /// would send it again. A mail that was not sent stays in the outbox, and a sweep sends it within five minutes.
    pub fn new(config: &SdkConfig) -> Self {
        let settings = aws_sdk_ses::config::Builder::from(config)
            .retry_config(RetryConfig::disabled())
            .timeout_config(
                TimeoutConfig::builder()
                    .connect_timeout(Duration::from_secs(1))
                    .build(),
            );
        Self {
            client: Client::from_conf(settings.build()),
        }
    }

    /// Opens a connection, so that the first visitor does not have to wait for it. Failures are ignored.
    pub async fn warm(&self) {
        drop(self.client.get_send_quota().send().await);
    }
}

impl Mailer for Ses {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        let message = RawMessage::builder()
            .data(Blob::new(mail.raw.as_slice()))
            .build()
            .map_err(|_| MailError::new("construction"))?;
        let sent = self
            .client
            .send_raw_email()
            .source(&mail.from)
            .set_destinations(Some(mail.to.clone()))
            .raw_message(message)
            .send()
            .await;
        sent.map(|_| ())
            .map_err(|error| MailError::new(log_word(&error)))
    }
}
