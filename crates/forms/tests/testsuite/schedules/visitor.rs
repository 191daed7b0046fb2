//! A visitor who sends one submission, perhaps several times.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use forms::IDEMPOTENCY_KEY;
use tower::ServiceExt as _;

use super::schedule::Random;
use crate::requests::{END, MULTIPART, part};

#[derive(Debug, Clone)]
pub struct Visitor {
    pub name: String,
    /// Address that gets the invitations.
    pub address: String,
    identity: Identity,
    has_file: bool,
    /// Whether a program fills in the trap field.
    pub is_trapped: bool,
    accepted: Arc<AtomicUsize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Identity {
    Key,
    Content,
    New,
}

impl Visitor {
    pub fn new(number: usize, random: &Random) -> Self {
        Self {
            name: format!("Visitor {number}"),
            address: format!("visitor-{number}@example.com"),
            identity: [Identity::Key, Identity::Content, Identity::New][random.weighted([6, 2, 1])],
            has_file: !random.one_in(3),
            is_trapped: random.one_in(4),
            accepted: Arc::default(),
        }
    }

    /// Returns the number of accepted submissions, which is at most one if all posts are the same submission.
    pub fn accepted(&self) -> usize {
        let accepted = self.accepted.load(Ordering::Relaxed);
        if self.identity == Identity::New {
            accepted
        } else {
            accepted.min(1)
        }
    }

    /// Returns whether a repeated post may count as a new submission: without a key always, or, for a form post that is recognized
    /// by its content, after ten minutes.
    pub fn is_new_each_time(&self) -> bool {
        self.identity != Identity::Key
    }

    pub fn file(&self) -> String {
        format!("%PDF-1.4\n{}\n%%EOF\n", self.name)
    }

    fn request(&self) -> Request<Body> {
        let mut body = part("name", "", &self.name) + &part("email", "", &self.address);
        if self.has_file {
            body += &part("resume", "; filename=\"cv.pdf\"", &self.file());
        }
        if self.is_trapped {
            body += &part("topic", "", "x");
        }
        body += END;
        let accept = if self.identity == Identity::Content {
            "text/html"
        } else {
            "application/json"
        };
        let mut request = Request::post("/career")
            .header(CONTENT_TYPE, MULTIPART)
            .header(ACCEPT, accept);
        if self.identity == Identity::Key {
            let key = format!("key-of-{}", self.name.replace(' ', "-"));
            request = request.header(IDEMPOTENCY_KEY, key);
        }
        request.body(Body::from(body)).unwrap()
    }
}

/// Sends the submission once, and counts it if it is accepted.
pub async fn visit(router: Router, visitor: &Visitor) {
    let response = router.oneshot(visitor.request()).await.unwrap();
    let status = response.status().as_u16();
    assert!([200, 303, 404, 422, 503].contains(&status), "{status}");
    if [200, 303].contains(&status) {
        visitor.accepted.fetch_add(1, Ordering::Relaxed);
    }
}
