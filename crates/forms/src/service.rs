//! The state of a running form function.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use jiff::civil::Date;

use crate::form::Form;
use crate::limit::RateLimit;
use crate::log::Log;
use crate::page::Pages;
use crate::settings::Settings;

/// State of a form function that all its requests share. It is created once and never changed.
pub struct Service<S, M> {
    /// Forms that the function accepts.
    pub forms: Vec<Form>,
    /// Store for submissions.
    pub store: S,
    /// Mailer for notifications and digests.
    pub mailer: M,
    /// Settings of this installation, such as addresses and limits.
    pub settings: Settings,
    /// Templates of the pages that answer a post without JavaScript, and of the mail's HTML.
    pub pages: Pages,
    /// Function that receives each log line.
    pub log: Log,
    /// Function that returns the current time.
    pub clock: fn() -> Timestamp,
    /// Rate limit on posts from one IP address.
    pub limit: Arc<RateLimit>,
    /// Timeouts of the store and the mailer.
    pub timeouts: Timeouts,
}

/// Timeouts that together ensure a reply within 14 seconds, even if the store or the mailer hangs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// Timeout for storing a submission.
    pub store: Duration,
    /// Timeout for sending a mail.
    pub mail: Duration,
    /// Timeout for all steps together: storing, sending, and recording that the mail was sent.
    pub total: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            store: Duration::from_secs(8),
            mail: Duration::from_secs(4),
            total: Duration::from_secs(13),
        }
    }
}

impl<S, M> Service<S, M> {
    /// Returns the form called `name`, or `None` if there is no such form.
    pub fn form(&self, name: &str) -> Option<&Form> {
        self.forms.iter().find(|form| form.name == name)
    }

    /// Returns today's date in the site's time zone.
    pub(crate) fn today(&self) -> Date {
        let now = (self.clock)();
        self.settings.utc_offset.to_datetime(now).date()
    }
}
