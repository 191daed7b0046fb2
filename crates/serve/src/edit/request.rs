//! Options of the drawer: its port, and the function that answers its requests.

use std::sync::Arc;

use bytes::Bytes;

use super::desk::Desk;

/// Options of the drawer.
#[derive(Clone)]
pub struct EditOptions {
    /// Port of the drawer. If it is in use, the next free one is used.
    pub port: u16,
    /// Answers a request of the drawer. Runs on a thread that may wait.
    pub answer: Arc<Answering>,
}

impl std::fmt::Debug for EditOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EditOptions")
            .field("port", &self.port)
            .finish_non_exhaustive()
    }
}

/// A function that answers requests of the drawer.
pub type Answering = dyn Fn(&Desk, &Request) -> Answer + Send + Sync;

/// A request of the drawer that may be answered.
#[derive(Debug)]
pub struct Request {
    /// Name of the request, such as `save`.
    pub name: String,
    /// Query of the URL, without the question mark.
    pub query: String,
    /// Body.
    pub body: Bytes,
}

/// Answer to a request of the drawer.
#[derive(Debug)]
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// Media type of the body.
    pub media_type: String,
    /// Body.
    pub body: Bytes,
}

impl Answer {
    /// Creates an answer with a value as JSON.
    pub fn json(status: u16, value: &serde_json::Value) -> Self {
        Self {
            status,
            media_type: "application/json".to_owned(),
            body: value.to_string().into(),
        }
    }

    /// Creates an error with a message for the person.
    pub fn error(status: u16, message: &str) -> Self {
        Self::json(status, &serde_json::json!({ "error": message.trim() }))
    }
}
