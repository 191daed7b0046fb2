//! A form function for tests.

use std::sync::Arc;

use forms::page::Pages;
use forms::{Form, Service, Settings, Timeouts};
use jiff::Timestamp;

/// Returns a form function that logs nothing.
pub fn service<S, M>(forms: Vec<Form>, store: S, mailer: M) -> Service<S, M> {
    Service {
        forms,
        store,
        mailer,
        settings: Settings {
            from: "forms@example.com".into(),
            to: vec!["staff@example.com".into()],
            ..Settings::default()
        },
        pages: Pages::new("", "{{ title }}").unwrap(),
        log: Arc::new(|_| {}),
        clock: Timestamp::now,
        limit: Arc::default(),
        timeouts: Timeouts::default(),
    }
}
