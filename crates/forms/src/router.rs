//! HTTP router: finds the form for a path, and passes the request through decode, check, and accept.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{Method, Response, StatusCode};
use axum::routing::any;
use futures_util::StreamExt as _;
use tokio::task::{JoinError, spawn_blocking};
use tokio::time::timeout;

use crate::accept::{Outcome, accept};
use crate::caller::{Key, Origin, RequestHead};
use crate::check::{Checked, FaultKind, check};
use crate::decode::{DecodeError, Decoded, Limits, decode, needs_multipart};
use crate::fields::Fields;
use crate::form::Form;
use crate::id::Id;
use crate::identity::Identity;
use crate::log::Line;
use crate::mail::Mailer;
use crate::reply::Reply;
use crate::service::Service;
use crate::store::Store;
use crate::subscription::{self, Step};
use crate::words::fill;

/// Maximum time that a visitor's connection may take to deliver a body.
const SLOWEST_BODY: Duration = Duration::from_mins(1);
/// Maximum size, in bytes, of an oversized body that is still read to its end. A client that is still sending when the
/// connection closes may never see the reply.
const MOST_DISCARDED: u64 = 16 * 1024 * 1024;

/// Creates a router with every form at its path and below `/api`, also with a slash at the end, and `GET /health` at both.
pub fn router<S: Store, M: Mailer>(service: &Arc<Service<S, M>>) -> Router {
    let answering = |route: Route| {
        let service = Arc::clone(service);
        move |request: Request| {
            let service = Arc::clone(&service);
            async move { answer(&service, route, request).await }
        }
    };
    let mut router = Router::new();
    for prefix in ["", "/api"] {
        for (index, form) in service.forms.iter().enumerate() {
            let path = format!("{prefix}{}", form.path);
            for path in [&path, &format!("{path}/")] {
                router = router.route(path, any(answering(Route::Form(index))));
            }
            if form.double_opt_in {
                for step in Step::ALL {
                    let path = format!("{path}/{}/{{id}}/{{secret}}", step.name());
                    router = router.route(&path, any(answering(Route::Link(index, step))));
                }
            }
        }
        router = router.route(&format!("{prefix}/health"), any(answering(Route::Health)));
    }
    router.fallback(answering(Route::Unknown))
}

/// Target of a request's path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Route {
    /// The form with this index.
    Form(usize),
    /// A link in a mail to a subscriber of the form with this index.
    Link(usize, Step),
    Health,
    Unknown,
}

async fn answer<S: Store, M: Mailer>(
    service: &Arc<Service<S, M>>,
    route: Route,
    request: Request,
) -> Response<Body> {
    let start = Instant::now();
    let (parts, body) = request.into_parts();
    let head = RequestHead::of(&parts, &service.settings);
    let reply = reply(service, route, &head, body).await;
    let form = match route {
        Route::Form(index) | Route::Link(index, _) => Some(form_of(service, index, &head)),
        Route::Health | Route::Unknown => None,
    };
    (service.log)(&Line {
        level: if reply.status.is_server_error() {
            "error"
        } else {
            "info"
        },
        event: "reply",
        request: Some(&head.request),
        id: reply.id.as_ref().map(Id::as_str),
        form: form.map(|form| form.name.as_str()),
        method: known_method(&head.method),
        status: Some(reply.status.as_u16()),
        ms: u64::try_from(start.elapsed().as_millis()).ok(),
        bytes: head.length,
        outcome: Some(reply.outcome),
        error: reply.error.as_deref(),
        ..Line::default()
    });
    reply.into_response(&head, form, &service.pages, &service.settings)
}

/// Returns the form with this index, in the language of the page that sent the request.
fn form_of<'s, S, M>(service: &'s Service<S, M>, index: usize, head: &RequestHead) -> &'s Form {
    let form = &service.forms[index];
    let language = head.language.as_deref();
    language.map_or(form, |language| form.in_language(language))
}

async fn reply<S: Store, M: Mailer>(
    service: &Arc<Service<S, M>>,
    route: Route,
    head: &RequestHead,
    body: Body,
) -> Reply {
    if !head.through_proxy {
        return Reply::new(
            StatusCode::FORBIDDEN,
            "not through the proxy",
            "This address is not open to the public.",
        );
    }
    let allow = match route {
        Route::Unknown => {
            // A page may be older than the removal of its form.
            let message = if head.method == Method::POST {
                "Nothing receives this form any more. Copy what you typed (go back if you no longer see it), then reload the page."
            } else {
                "This page does not exist."
            };
            return Reply::new(StatusCode::NOT_FOUND, "unknown route", message);
        }
        Route::Health => "GET, HEAD, OPTIONS",
        Route::Form(_) => "POST, OPTIONS",
        Route::Link(..) => "GET, HEAD, POST, OPTIONS",
    };
    if head.method == Method::OPTIONS {
        return Reply {
            allow: Some(allow),
            ..Reply::new(StatusCode::NO_CONTENT, "options", "")
        };
    }
    match route {
        Route::Health if head.method == Method::GET || head.method == Method::HEAD => {
            let reply = Reply::new(StatusCode::OK, "healthy", "The form function is running.");
            let digests = service
                .forms
                .iter()
                .map(|form| (form.name.clone(), form.digest()));
            Reply {
                forms: digests.collect(),
                release: service.settings.release.clone(),
                ..reply
            }
        }
        Route::Form(index) if head.method == Method::POST => post(service, index, head, body).await,
        Route::Link(index, step)
            if [Method::GET, Method::HEAD, Method::POST].contains(&head.method) =>
        {
            subscription::answer(service, form_of(service, index, head), step, head).await
        }
        _ => {
            let message = match route {
                // A browser that restores a tab asks for the page that answered a post.
                Route::Form(index) if head.wants_page => {
                    form_of(service, index, head).words.no_page.clone()
                }
                _ => format!("Use one of: {allow}."),
            };
            Reply {
                allow: Some(allow),
                ..Reply::new(StatusCode::METHOD_NOT_ALLOWED, "wrong method", message)
            }
        }
    }
}

async fn post<S: Store, M: Mailer>(
    service: &Arc<Service<S, M>>,
    index: usize,
    head: &RequestHead,
    body: Body,
) -> Reply {
    let form = form_of(service, index, head);
    let limits = form.limits();
    if head.origin == Origin::Foreign {
        return Reply {
            values: read_values(service, index, head, body, limits).await,
            ..Reply::new(StatusCode::FORBIDDEN, "foreign origin", &form.words.foreign)
        };
    }
    if head.key == Key::Unusable {
        return Reply {
            values: read_values(service, index, head, body, limits).await,
            ..Reply::new(StatusCode::BAD_REQUEST, "bad key", &form.words.bad_key)
        };
    }
    if let Some(address) = head.address
        && let Err(wait) = service.limit.count(address, index, Instant::now())
    {
        let seconds = wait.as_secs().max(1).to_string();
        let message = fill(&form.words.too_many, &[("seconds", &seconds)]);
        let reply = Reply::new(StatusCode::TOO_MANY_REQUESTS, "rate limited", message);
        return Reply {
            retry_after: Some(wait),
            values: read_values(service, index, head, body, limits).await,
            ..reply
        };
    }
    if head.length.is_some_and(|length| length > limits.body) {
        let limits = Limits {
            body: MOST_DISCARDED,
            ..limits
        };
        return Reply {
            values: read_values(service, index, head, body, limits).await,
            ..undecodable_reply(form, head, &DecodeError::TooLarge)
        };
    }
    if needs_multipart(&head.content_type, limits) {
        let limits = Limits { file: 0, ..limits };
        return Reply {
            values: read_values(service, index, head, body, limits).await,
            ..undecodable_reply(form, head, &DecodeError::NeedsMultipart)
        };
    }
    let decoded = match timeout(SLOWEST_BODY, decode(&head.content_type, body, limits)).await {
        Ok(Ok(decoded)) => decoded,
        Ok(Err(error)) => {
            let reply = undecodable_reply(form, head, &error);
            return Reply {
                values: readable_values(service, index, head, Err(error)).await,
                ..reply
            };
        }
        Err(_) => {
            let message = &form.words.too_slow;
            return Reply::new(StatusCode::BAD_REQUEST, "malformed", message);
        }
    };
    let checked = match check_body(service, index, head, decoded).await {
        Ok(checked) => checked,
        Err(error) => return unavailable_reply(form, head, Fields::default(), error.to_string()),
    };
    if !checked.faults.is_empty() && !checked.trapped {
        return invalid_reply(form, checked);
    }
    accept_submission(service, form, &checked, head).await
}

async fn accept_submission<S: Store, M: Mailer>(
    service: &Service<S, M>,
    form: &Form,
    checked: &Checked,
    head: &RequestHead,
) -> Reply {
    let identity = match &head.key {
        Key::Given(key) => Identity::Key(key),
        Key::None | Key::Unusable if head.wants_page => Identity::Content,
        Key::None | Key::Unusable => Identity::New,
    };
    let (id, outcome) = match accept(service, form, checked, identity).await {
        Ok(Outcome::Stored(id)) => (id, "stored"),
        Ok(Outcome::Repeated(id)) => (id, "repeated"),
        Ok(Outcome::Quarantined(id)) => (id, "quarantined"),
        Ok(Outcome::KeyReused) => {
            let message = &form.words.key_reused;
            return Reply {
                values: checked.fields.clone(),
                ..Reply::new(StatusCode::UNPROCESSABLE_ENTITY, "key reused", message)
            };
        }
        Err(error) => {
            return unavailable_reply(form, head, checked.fields.clone(), error.to_string());
        }
    };
    Reply {
        id: Some(id),
        ..Reply::new(StatusCode::OK, outcome, &form.success.message)
    }
}

/// Checks a decoded body on a thread of its own, because inspecting a document takes longer than everything else. Fails if the thread
/// panics, or if the runtime is shut down.
async fn check_body<S: Store, M: Mailer>(
    service: &Arc<Service<S, M>>,
    index: usize,
    head: &RequestHead,
    decoded: Decoded,
) -> Result<Checked, JoinError> {
    let (service, today) = (Arc::clone(service), service.today());
    let language = head.language.clone().unwrap_or_default();
    spawn_blocking(move || check(service.forms[index].in_language(&language), &decoded, today))
        .await
}

/// Returns the reply to a submission that could not be stored because of `error`.
fn unavailable_reply(form: &Form, head: &RequestHead, values: Fields, error: String) -> Reply {
    let message = fill(&form.words.unavailable, &[("reference", &head.request)]);
    Reply {
        values,
        retry_after: Some(Duration::from_secs(30)),
        error: Some(error),
        ..Reply::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", message)
    }
}

/// Returns the reply to a submission with faults.
fn invalid_reply(form: &Form, checked: Checked) -> Reply {
    let kinds = |kind| checked.faults.iter().any(|fault| fault.kind == kind);
    let status = if kinds(FaultKind::TooLarge) {
        StatusCode::PAYLOAD_TOO_LARGE
    } else if kinds(FaultKind::WrongKind) {
        StatusCode::UNSUPPORTED_MEDIA_TYPE
    } else {
        StatusCode::UNPROCESSABLE_ENTITY
    };
    let message = match checked.faults.as_slice() {
        [one] => one.message.clone(),
        several => {
            let count = several.len().to_string();
            fill(&form.words.correct, &[("count", &count)])
        }
    };
    let errors = Fields(
        checked
            .faults
            .into_iter()
            .map(|fault| (fault.field, fault.message))
            .collect(),
    );
    Reply {
        errors,
        values: checked.fields,
        ..Reply::new(status, "invalid", message)
    }
}

/// Returns the reply to a body that could not be read.
fn undecodable_reply(form: &Form, head: &RequestHead, error: &DecodeError) -> Reply {
    let (status, outcome) = match error {
        DecodeError::Unsupported | DecodeError::NeedsMultipart => {
            (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported")
        }
        DecodeError::Malformed(..) => (StatusCode::BAD_REQUEST, "malformed"),
        DecodeError::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "too large"),
    };
    let message = match error {
        DecodeError::TooLarge => form.words.form_too_large.clone(),
        DecodeError::Malformed(..) => form.words.unreadable.clone(),
        DecodeError::Unsupported | DecodeError::NeedsMultipart => {
            let multipart = "multipart/form-data";
            let all = "application/json, application/x-www-form-urlencoded, multipart/form-data";
            let types = if form.has_file() { multipart } else { all };
            fill(&form.words.content_type, &[("types", types)])
        }
    };
    let mut reply = Reply {
        error: Some(error.to_string()),
        ..Reply::new(status, outcome, message)
    };
    let file = form.fields.iter().find(|field| field.max_bytes > 0);
    match (error, file) {
        // It must have been the file that made the body too large.
        (DecodeError::TooLarge, Some(file)) => {
            reply.message.clone_from(&file.errors.too_large);
            reply.errors.push(&file.name, file.errors.too_large.clone());
        }
        // The page is from before the form had a file field.
        (DecodeError::NeedsMultipart, Some(file)) if head.wants_page => {
            reply.message.clone_from(&file.errors.required);
            reply.errors.push(&file.name, file.errors.required.clone());
        }
        _ => {}
    }
    reply
}

/// Returns the texts of a submission that is refused regardless of its content, for the page that shows the form again.
/// Returns no texts to a script, which still has them, or if the body does not declare a size within `limits`.
async fn read_values<S: Store, M: Mailer>(
    service: &Arc<Service<S, M>>,
    index: usize,
    head: &RequestHead,
    body: Body,
    limits: Limits,
) -> Fields {
    if head.length.is_none_or(|length| length > limits.body) {
        return Fields::default();
    }
    if !head.wants_page {
        let mut chunks = body.into_data_stream();
        // The reply is the same whether or not this succeeds.
        let _ = timeout(SLOWEST_BODY, async {
            while let Some(Ok(_)) = chunks.next().await {}
        })
        .await;
        return Fields::default();
    }
    let decoding = decode(&head.content_type, body, limits);
    match timeout(SLOWEST_BODY, decoding).await {
        Ok(result) => readable_values(service, index, head, result).await,
        Err(_) => Fields::default(),
    }
}

/// Returns the texts of a decoded body or, if it was malformed, of what came before the fault.
async fn readable_values<S: Store, M: Mailer>(
    service: &Arc<Service<S, M>>,
    index: usize,
    head: &RequestHead,
    result: Result<Decoded, DecodeError>,
) -> Fields {
    let decoded = match result {
        Ok(decoded) | Err(DecodeError::Malformed(_, decoded)) if !decoded.is_empty() => decoded,
        _ => return Fields::default(),
    };
    let checked = check_body(service, index, head, decoded).await;
    checked.map_or_else(|_| Fields::default(), |checked| checked.fields)
}

/// Returns the method's name if HTTP defines it. Any other name is chosen by the visitor and must not be logged.
fn known_method(method: &Method) -> Option<&'static str> {
    let known = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"];
    known.into_iter().find(|known| method == known)
}
