//! Subscriptions: one counts once the holder of the address has confirmed it, and ends with one click.
//!
//! A link in a mail contains the reference of the submission and the secret of its record. Opening it changes nothing, because mail
//! scanners open every link: it shows a page with one button, which works without JavaScript. Its post, or that of a mail program that
//! unsubscribes with one click (RFC 8058), adds an event to the submission, with one conditional write. A repeated post adds nothing.

use axum::http::{Method, StatusCode};

use crate::caller::{RequestHead, equal_in_constant_time};
use crate::form::Form;
use crate::id::{Id, NoRandom};
use crate::inbox::{Event, EventError, State, add_event, has_left};
use crate::mail::Mailer;
use crate::record::{Record, read_record, submission_key};
use crate::reply::Reply;
use crate::service::Service;
use crate::store::{Store, StoreError};

/// Number of attempts to add an event while others are added.
const ATTEMPTS: usize = 3;

/// A step of a subscription, to which a link in a mail leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Confirms the subscription.
    Confirm,
    /// Ends it.
    Leave,
}

impl Step {
    /// The steps that a link can lead to.
    pub(crate) const ALL: [Self; 2] = [Self::Confirm, Self::Leave];

    /// Returns the name of the step in URLs.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Confirm => "confirm",
            Self::Leave => "unsubscribe",
        }
    }

    fn state(self) -> State {
        match self {
            Self::Confirm => State::Confirmed,
            Self::Leave => State::Unsubscribed,
        }
    }
}

/// Returns the URL of a step for the subscription `record`, or `None` if the submission is not a subscription. `site` is the site's origin.
pub fn link(site: &str, form: &Form, record: &Record, step: Step) -> Option<String> {
    let secret = record.secret.as_ref()?;
    let language = record.translated_into(form).map_or(String::new(), |_| {
        format!("?language={}", record.notice_language)
    });
    let (path, name, id) = (&form.path, step.name(), &record.id);
    Some(format!("{site}/api{path}/{name}/{id}/{secret}{language}"))
}

/// Reason why a step was not taken.
#[derive(Debug, thiserror::Error)]
enum Refused {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    NoRandom(#[from] NoRandom),
    #[error("the link is wrong or no longer works")]
    Dead,
}

/// Answers a request for a link. `form` is in the language of the link.
pub(crate) async fn answer<S: Store, M: Mailer>(
    service: &Service<S, M>,
    form: &Form,
    step: Step,
    head: &RequestHead,
) -> Reply {
    let words = &form.words;
    let is_post = head.method == Method::POST;
    let (title, lead, button) = match (step, is_post) {
        (Step::Confirm, false) => (
            &words.confirm_title,
            &words.confirm_lead,
            Some(&words.confirm_button),
        ),
        (Step::Confirm, true) => (&words.confirmed_title, &words.confirmed_lead, None),
        (Step::Leave, false) => (
            &words.leave_title,
            &words.leave_lead,
            Some(&words.leave_button),
        ),
        (Step::Leave, true) => (&words.left_title, &words.left_lead, None),
    };
    match take(service, form, step, head, is_post).await {
        Ok(()) => Reply {
            title: Some(title.clone()),
            button: button.cloned(),
            ..Reply::new(StatusCode::OK, step.name(), lead)
        },
        Err(Refused::Dead) => Reply {
            title: Some(words.wrong.clone()),
            ..Reply::new(StatusCode::GONE, "dead link", &words.dead_link)
        },
        Err(error) => Reply {
            title: Some(words.wrong.clone()),
            error: Some(error.to_string()),
            ..Reply::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "unavailable",
                &words.network,
            )
        },
    }
}

/// Checks the link in the path of a request and, if `is_post`, takes the step.
async fn take<S: Store, M: Mailer>(
    service: &Service<S, M>,
    form: &Form,
    step: Step,
    head: &RequestHead,
    is_post: bool,
) -> Result<(), Refused> {
    let mut parts = head.path.rsplit('/');
    let secret = parts.next().unwrap_or_default();
    let id = parts.next().unwrap_or_default().to_owned();
    let id = Id::try_from(id).map_err(|_| Refused::Dead)?;
    let key = submission_key(&form.name, &id);
    let record = read_record(&service.store, &key).await?;
    let is_right = |record: &Record| {
        let own = record.secret.as_ref();
        own.is_some_and(|own| equal_in_constant_time(own.as_str().as_bytes(), secret.as_bytes()))
    };
    let record = record.filter(is_right).ok_or(Refused::Dead)?;
    if !is_post {
        return Ok(());
    }
    for _ in 0..ATTEMPTS {
        let event = Event {
            state: step.state(),
            at: (service.clock)(),
            by: "subscriber".to_owned(),
            note: String::new(),
            attempt: Id::random()?,
        };
        match add_event(&service.store, &key, &record, event).await {
            Ok(()) => return Ok(()),
            Err(EventError::NotPossible(last)) if last.state == step.state() => {
                // An old link must not say "subscribed" to somebody who has left through the link of another subscription.
                let is_over =
                    step == Step::Confirm && has_left(&service.store, &record, &last).await?;
                return if is_over { Err(Refused::Dead) } else { Ok(()) };
            }
            Err(EventError::NotPossible(last)) if last.state == State::Unsubscribed => {
                return Err(Refused::Dead);
            }
            // Somebody has added another event at the same moment.
            Err(EventError::NotPossible(_)) => {}
            Err(EventError::Erased) => return Err(Refused::Dead),
            Err(EventError::Store(error)) => return Err(error.into()),
            Err(EventError::Unreadable(one)) => {
                return Err(StoreError::new(format!("unreadable event {}", one.key)).into());
            }
            Err(EventError::NoRandom(error)) => return Err(error.into()),
        }
    }
    Err(StoreError::new("conflict").into())
}
