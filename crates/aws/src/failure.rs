//! Describes SDK errors in human-readable sentences.

use aws_sdk_s3::error::{DisplayErrorContext, ProvideErrorMetadata, SdkError};
use publish::Failure;

use crate::s3::status;

/// Describes the failure of a request. `what` is the purpose of the request, such as `list s3://name`.
pub fn failed<E>(what: &str, error: &SdkError<E>) -> Failure
where
    E: std::error::Error + ProvideErrorMetadata + 'static,
{
    let (reason, help) = reason(error);
    Failure {
        message: format!("cannot {what}: {reason}"),
        help: help.map(str::to_owned),
    }
}

/// Returns the reason why a request failed, and advice if there is any. The reason is in AWS's own words if AWS responded;
/// otherwise it says why the request did not reach AWS.
fn reason<E>(error: &SdkError<E>) -> (String, Option<&'static str>)
where
    E: std::error::Error + ProvideErrorMetadata + 'static,
{
    let status = status(error);
    if let Some(service) = error.as_service_error() {
        let code = service.code().unwrap_or_default();
        let said = service.message().unwrap_or_default();
        let message = match (code, status) {
            ("", Some(status)) => format!("it answered with status {status}"),
            ("", None) => first_words(&DisplayErrorContext(error).to_string()),
            _ if said.is_empty() => code.to_owned(),
            _ => format!("{code}: {said}"),
        };
        return (message, help(code, status));
    }
    let chain = DisplayErrorContext(error).to_string();
    let reason = |message: &str, help| (message.to_owned(), Some(help));
    if chain.contains("CredentialsNotLoaded") || chain.contains("credential provider") {
        return reason(
            "no credentials are set",
            "sign in (aws sso login), or set AWS_PROFILE, or run aws configure; `site doctor --aws` checks the setup",
        );
    }
    if chain.contains("region must be set") || chain.contains("MissingRegion") {
        return reason(
            "no region is set",
            "set AWS_REGION, or `region` in your profile; `site publish` also takes --region",
        );
    }
    match error {
        SdkError::DispatchFailure(_) | SdkError::TimeoutError(_) => reason(
            "AWS cannot be reached",
            "check the network, the proxy, AWS_ENDPOINT_URL and AWS_REGION",
        ),
        _ => (first_words(&chain), None),
    }
}

/// Returns advice on an error response, if there is any (Amazon S3 API reference, error responses; AWS common errors).
fn help(code: &str, status: Option<u16>) -> Option<&'static str> {
    match (code, status) {
        ("NoSuchBucket", _) => Some(
            "the stack creates the bucket, and its outputs show the name; check the name and the region",
        ),
        (
            "PermanentRedirect"
            | "AuthorizationHeaderMalformed"
            | "IllegalLocationConstraintException",
            _,
        )
        | (_, Some(301)) => Some("the bucket is in another region: set --region or AWS_REGION"),
        (
            "ExpiredToken"
            | "ExpiredTokenException"
            | "InvalidAccessKeyId"
            | "InvalidClientTokenId",
            _,
        ) => Some("the credentials are no longer valid: sign in again"),
        ("SignatureDoesNotMatch" | "RequestTimeTooSkewed", _) => Some(
            "the secret key does not belong to the access key, or this computer's clock is wrong",
        ),
        (_, Some(401 | 403)) => Some(
            "these credentials lack a permission; `PublishRole` in deploy/site.yaml has all permissions that publishing needs",
        ),
        (_, Some(429 | 500..)) => Some("AWS is busy or has an outage: try again in a minute"),
        _ => None,
    }
}

/// Returns the readable start of the text of an error chain, which ends with a dump of the SDK's structures.
pub fn first_words(text: &str) -> String {
    let line = text.lines().next().unwrap_or(text);
    let line = line.split(" (").next().unwrap_or(line);
    line.trim_end_matches(". Attempted:").to_owned()
}
