//! Everything that a running form function uses.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use jiff::civil::Date;

use crate::form::Form;
use crate::limit::RateLimit;
use crate::log::Log;
use crate::page::Pages;
use crate::settings::Settings;

/// The forms, the two ports and the settings of a form function. It is created once and never changed.
pub struct Service<S, M> {
    /// Forms to answer.
    pub forms: Vec<Form>,
    /// Store of the submissions.
    pub store: S,
    /// Mailer for the notifications.
    pub mailer: M,
    /// Settings of the firm.
    pub settings: Settings,
    /// Templates of the pages that answer a post without JavaScript, and of the mail's HTML.
    pub pages: Pages,
    /// Receiver of the log lines.
    pub log: Log,
    /// Function that returns the current time.
    pub clock: fn() -> Timestamp,
    /// Limit of the posts from one IP address.
    pub limit: Arc<RateLimit>,
    /// Timeouts of the store and the mailer.
    pub patience: Patience,
}

/// Timeouts. Together they ensure that a reply arrives within 14 seconds even if the store or the mailer hangs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// Timeout of storing a submission.
    pub store: Duration,
    /// Timeout of sending a mail.
    pub mail: Duration,
    /// Timeout of storing, sending, and recording that the mail was sent.
    pub all: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            store: Duration::from_secs(8),
            mail: Duration::from_secs(4),
            all: Duration::from_secs(13),
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
