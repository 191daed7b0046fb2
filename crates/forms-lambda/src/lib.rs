//! The form function on AWS: S3 and SES behind the ports of [`forms`], and Lambda events as its requests.
//!
//! In: the environment and the events of the Lambda Runtime API. Out: objects in a bucket, mails, replies. What a
//! form is and what happens to a submission is decided in [`forms`] alone.

mod bucket;
mod event;
mod ses;

pub use bucket::Bucket;
pub use event::{Event, HttpEvent, reply_event};
pub use ses::Ses;

use aws_sdk_s3::error::{ProvideErrorMetadata, SdkError};

/// What kind of failure an SDK error is, for logs: never its message, which may repeat parts of the request.
fn class<E: ProvideErrorMetadata, R>(error: &SdkError<E, R>) -> String {
    match error {
        SdkError::TimeoutError(_) => "timeout".to_owned(),
        SdkError::DispatchFailure(_) => "connection".to_owned(),
        SdkError::ResponseError(_) => "response".to_owned(),
        SdkError::ConstructionFailure(_) => "construction".to_owned(),
        error => error.code().unwrap_or("service").to_owned(),
    }
}
