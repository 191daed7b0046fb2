//! The form function on AWS Lambda. It is set up once, and then answers events until Lambda ends the process.
//!
//! Input: the environment, and the events of the Lambda Runtime API. Output: objects in a bucket, mails, and replies. Only the
//! crate [`forms`] decides what a form is and what happens to a submission.

mod embedded;
mod event;

use std::env;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use aws::{Ses, SubmissionBucket};
use event::{Event, reply_event};
use forms::page::Pages;
use forms::{Form, RequestId, Service, Settings, SettingsError, Timeouts, log, router, sweep};
use jiff::tz::Offset;
use lambda_http::lambda_runtime::run;
use lambda_http::tower::ServiceExt as _;
use lambda_http::{Error, LambdaEvent, service_fn};
use serde_json::{Value, json};
use tokio::time::{Instant, timeout};

/// Maximum time to wait for the first connections to S3 and SES. Lambda allows ten seconds before the first event in total.
const WARMING: Duration = Duration::from_secs(2);
/// Time reserved after a sweep for reporting its result.
const REPORTING: Duration = Duration::from_millis(500);
/// Maximum duration of a sweep whose event has a deadline in the past.
const USUAL: Duration = Duration::from_secs(14);

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match start().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!(
                "{}",
                json!({ "level": "error", "event": "start failed", "error": error.to_string() })
            );
            ExitCode::FAILURE
        }
    }
}

async fn start() -> Result<(), Error> {
    let offset = Offset::from_seconds(embedded::UTC_OFFSET)?;
    let settings =
        Settings::from_variables(embedded::SITE_NAME, offset, |name| env::var(name).ok())?;
    let bucket = env::var("FORMS_BUCKET")
        .ok()
        .filter(|name| !name.is_empty());
    let bucket = bucket.ok_or(SettingsError::Missing("FORMS_BUCKET"))?;
    let forms: Vec<Form> = serde_json::from_str(embedded::FORMS)?;
    let config = aws::from_environment();
    let (store, mailer) = (SubmissionBucket::new(&config, &bucket), Ses::new(&config));
    // Without this, the first visitor would wait for name resolution, TCP, and TLS: 0.9 s at 128 MB.
    let warming = timeout(
        WARMING,
        futures_util::future::join(store.warm(), mailer.warm()),
    );
    // A failure is ignored, because a service that is down now may be up by the time it is needed.
    drop(warming.await);
    let service = Arc::new(Service {
        forms,
        store,
        mailer,
        settings,
        pages: Pages::new(embedded::FORM, embedded::REPLY)?,
        log: log::to_stdout(),
        clock: jiff::Timestamp::now,
        limit: Arc::default(),
        timeouts: Timeouts::default(),
    });
    run(service_fn(|event| handle(&service, event))).await
}

async fn handle(
    service: &Arc<Service<SubmissionBucket, Ses>>,
    event: LambdaEvent<Event>,
) -> Result<Value, Error> {
    if event.payload.is_scheduled() {
        let left = event
            .context
            .deadline()
            .duration_since(SystemTime::now())
            .unwrap_or(USUAL);
        let time = left.saturating_sub(REPORTING);
        let report = timeout(time, sweep::sweep(service, Instant::now() + time)).await??;
        return Ok(serde_json::to_value(report)?);
    }
    let mut request = event.payload.into_request()?;
    let id = RequestId(event.context.request_id);
    request.extensions_mut().insert(id);
    let Ok(response) = router(service).oneshot(request).await;
    Ok(serde_json::to_value(reply_event(response).await?)?)
}
