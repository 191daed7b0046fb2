//! Everything a running form function has in hand.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use jiff::civil::Date;

use crate::form::Form;
use crate::limit::RateLimit;
use crate::log::Log;
use crate::page::Pages;
use crate::settings::Settings;

/// The forms, the two ports and the settings. Made once, then only read.
pub struct Service<S, M> {
    /// The forms that are answered.
    pub forms: Vec<Form>,
    /// Where submissions are kept.
    pub store: S,
    /// What sends the notifications.
    pub mailer: M,
    /// What the firm sets.
    pub settings: Settings,
    /// The pages that answer a plain post, and the mail's HTML.
    pub pages: Pages,
    /// Where log lines go.
    pub log: Log,
    /// What time it is.
    pub clock: fn() -> Timestamp,
    /// How many posts each address made lately.
    pub limit: Arc<RateLimit>,
    /// How long the store and the mailer may take.
    pub patience: Patience,
}

/// How long a reply waits for others. It has to come within 14 seconds, whatever hangs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// For everything that has to be stored.
    pub store: Duration,
    /// For the notification.
    pub mail: Duration,
    /// For all of it, with noting what became of the notification.
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
    /// The form called `name`.
    pub fn form(&self, name: &str) -> Option<&Form> {
        self.forms.iter().find(|form| form.name == name)
    }

    /// Today where the site is.
    pub(crate) fn today(&self) -> Date {
        let now = (self.clock)();
        self.settings.utc_offset.to_datetime(now).date()
    }
}
