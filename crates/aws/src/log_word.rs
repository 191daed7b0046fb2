//! Reduces SDK errors to a single word for logs.

use aws_sdk_s3::error::{ProvideErrorMetadata, SdkError};

/// Returns the kind of an SDK error, such as `timeout` or `AccessDenied`. The error's message is never used, because it may
/// repeat parts of the request.
pub fn log_word<E: ProvideErrorMetadata, R>(error: &SdkError<E, R>) -> String {
    match error {
        SdkError::TimeoutError(_) => "timeout".to_owned(),
        SdkError::DispatchFailure(_) => "connection".to_owned(),
        SdkError::ResponseError(_) => "response".to_owned(),
        SdkError::ConstructionFailure(_) => "construction".to_owned(),
        error => error.code().unwrap_or("service").to_owned(),
    }
}
