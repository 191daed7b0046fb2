//! Replies, as JSON or as an HTML page with the same content.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_MAX_AGE, ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, LOCATION,
    REFERRER_POLICY, RETRY_AFTER, STRICT_TRANSPORT_SECURITY, VARY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, Response, StatusCode};
use percent_encoding::{CONTROLS, utf8_percent_encode};
use serde::Serialize;

use crate::caller::{Origin, RequestHead};
use crate::fields::Fields;
use crate::form::Form;
use crate::id::Id;
use crate::page::{Pages, ReplyPage};
use crate::settings::Settings;
use crate::words::Words;

/// A reply, before it is turned into JSON or a page.
#[derive(Debug)]
pub struct Reply {
    /// HTTP status. A successful post without JavaScript is answered with a redirect (303) instead of 200.
    pub status: StatusCode,
    /// Message for the visitor.
    pub message: String,
    /// Heading of the page that a link in a mail opens; otherwise it follows from the form.
    pub title: Option<String>,
    /// Label of the only button of that page.
    pub button: Option<String>,
    /// Reference of the submission.
    pub id: Option<Id>,
    /// Error messages by field name.
    pub errors: Fields,
    /// Texts to show in the form again.
    pub values: Fields,
    /// Digests of all forms by name, in the reply about the function's health. `site publish` compares them with the pages.
    pub forms: BTreeMap<String, String>,
    /// Name of the function's deployment, in the same reply.
    pub release: String,
    /// Value of the `Allow` header, for a request with a wrong method or `OPTIONS`.
    pub allow: Option<&'static str>,
    /// Time to wait before another attempt.
    pub retry_after: Option<Duration>,
    /// Outcome, for the log.
    pub outcome: &'static str,
    /// Class of the error, for the log.
    pub error: Option<String>,
}

/// A reply as JSON.
#[derive(Serialize)]
struct Json<'a> {
    success: bool,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a Id>,
    #[serde(skip_serializing_if = "Fields::is_empty")]
    errors: &'a Fields,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    forms: &'a BTreeMap<String, String>,
    #[serde(skip_serializing_if = "str::is_empty")]
    release: &'a str,
}

impl Reply {
    /// Creates a reply with only a message.
    pub fn new(status: StatusCode, outcome: &'static str, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
            title: None,
            button: None,
            id: None,
            errors: Fields::default(),
            values: Fields::default(),
            forms: BTreeMap::new(),
            release: String::new(),
            allow: None,
            retry_after: None,
            outcome,
            error: None,
        }
    }

    /// Turns the reply into a response to the request `head` about `form`.
    pub fn into_response(
        self,
        head: &RequestHead,
        form: Option<&Form>,
        pages: &Pages,
        settings: &Settings,
    ) -> Response<Body> {
        let mut response = match form {
            _ if self.status == StatusCode::NO_CONTENT => Response::new(Body::empty()),
            Some(form) if head.wants_page && self.status.is_success() && self.title.is_none() => {
                see_other(&head.base, &form.thanks)
            }
            _ if head.wants_page => match self.page(head, form, pages, settings) {
                Ok(page) => with_type(page, "text/html; charset=utf-8"),
                Err(_) => self.json(),
            },
            _ => self.json(),
        };
        if response.status() == StatusCode::OK {
            *response.status_mut() = self.status;
        }
        let headers = response.headers_mut();
        for (name, value) in ALWAYS {
            headers.insert(name, HeaderValue::from_static(value));
        }
        headers.insert(CONTENT_SECURITY_POLICY, policy(&head.base));
        if let Origin::Allowed(origin) = &head.origin
            && let Ok(origin) = HeaderValue::from_str(origin)
        {
            headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            headers.insert(
                ACCESS_CONTROL_ALLOW_METHODS,
                HeaderValue::from_static("POST"),
            );
            headers.insert(
                ACCESS_CONTROL_ALLOW_HEADERS,
                HeaderValue::from_static("Content-Type, Idempotency-Key"),
            );
            headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
        }
        if let Some(allow) = self.allow {
            headers.insert(ALLOW, HeaderValue::from_static(allow));
        }
        if let Some(wait) = self.retry_after {
            headers.insert(RETRY_AFTER, HeaderValue::from(wait.as_secs().max(1)));
        }
        response
    }

    fn json(&self) -> Response<Body> {
        let Self {
            message,
            id,
            errors,
            forms,
            release,
            ..
        } = self;
        let json = Json {
            success: self.status.is_success(),
            message,
            id: id.as_ref(),
            errors,
            forms,
            release,
        };
        with_type(
            serde_json::to_string(&json).unwrap_or_default(),
            "application/json; charset=utf-8",
        )
    }

    /// Renders the form again with its errors, or a page with only the message.
    fn page(
        &self,
        head: &RequestHead,
        form: Option<&Form>,
        pages: &Pages,
        settings: &Settings,
    ) -> Result<String, crate::page::RenderError> {
        // If no value of the form could be read, there is nothing to show again.
        let again = form.filter(|_| !self.values.is_empty());
        let again = again.map(|form| reachable(form, &head.base));
        let english = Words::default();
        let words = form.map_or(&english, |form| &form.words);
        let lead = if again.as_ref().is_some_and(Form::has_file) {
            format!("{} {}", self.message, words.choose_again)
        } else {
            self.message.clone()
        };
        let language = form.map(|form| form.lang.as_str());
        let asked = head.language.as_deref().unwrap_or_default();
        let language = language.filter(|lang| lang.eq_ignore_ascii_case(asked));
        let action = match language {
            Some(lang) => format!("{}?language={lang}", head.path),
            None => head.path.clone(),
        };
        pages.reply(&ReplyPage {
            lang: form.map_or("en", |form| &form.lang),
            words,
            title: self
                .title
                .as_deref()
                .unwrap_or_else(|| form.map_or(&words.wrong, |form| &form.failure.title)),
            lead,
            site_name: &settings.site_name,
            base: &head.base,
            back: form.map_or("/", |form| &form.page),
            form: again.as_ref(),
            action: &action,
            values: &self.values,
            errors: &self.errors,
            button: self.button.as_deref(),
            problem: &self.message,
        })
    }
}

/// Returns the form with `base` in front of its links to the site, so that they work if the function is on another host.
fn reachable(form: &Form, base: &str) -> Form {
    let mut form = form.clone();
    for link in &mut form.privacy.links {
        if link.url.starts_with('/') && !link.url.starts_with("//") {
            link.url.insert_str(0, base);
        }
    }
    form
}

/// Headers of all replies (OWASP ASVS 5.0, section 3.4).
const ALWAYS: [(HeaderName, &str); 5] = [
    (CACHE_CONTROL, "no-store"),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (
        STRICT_TRANSPORT_SECURITY,
        "max-age=31536000; includeSubDomains",
    ),
    (REFERRER_POLICY, "strict-origin-when-cross-origin"),
    (VARY, "Origin, Accept"),
];

/// Returns the content security policy of a reply page: it loads the site's style sheet, fonts and pictures, runs no
/// scripts, and may post its form to the function, which redirects to the site.
fn policy(base: &str) -> HeaderValue {
    let text = format!(
        "default-src 'none'; style-src 'self' {base}; font-src 'self' {base}; img-src 'self' data: {base}; \
         form-action 'self' {base}; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
    );
    let text = text.replace(" ;", ";");
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("default-src 'none'"))
}

fn with_type(body: String, media_type: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(body));
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    response
}

fn see_other(base: &str, route: &str) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SEE_OTHER;
    let route = utf8_percent_encode(route, CONTROLS);
    if let Ok(location) = HeaderValue::from_str(&format!("{base}{route}")) {
        response.headers_mut().insert(LOCATION, location);
    }
    response
}
