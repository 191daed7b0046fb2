//! What AWS answers, in words for a person.

use aws_sdk_s3::error::{DisplayErrorContext, ProvideErrorMetadata, SdkError};

/// Why a request has failed.
#[derive(Debug, PartialEq, Eq)]
pub struct Reason {
    /// What happened.
    pub message: String,
    /// What to do.
    pub help: Option<&'static str>,
}

/// The account's own words where it has answered, and else what kept the request from it.
pub fn reason<E>(error: &SdkError<E>) -> Reason
where
    E: std::error::Error + ProvideErrorMetadata + 'static,
{
    let status = error.raw_response().map(|reply| reply.status().as_u16());
    if let Some(service) = error.as_service_error() {
        let code = service.code().unwrap_or_default();
        let said = service.message().unwrap_or_default();
        let message = match (code, status) {
            ("", Some(status)) => format!("it answered with status {status}"),
            ("", None) => first_words(&DisplayErrorContext(error).to_string()),
            _ if said.is_empty() => code.to_owned(),
            _ => format!("{code}: {said}"),
        };
        return Reason {
            message,
            help: help(code, status),
        };
    }
    let chain = DisplayErrorContext(error).to_string();
    let reason = |message: &str, help| Reason {
        message: message.to_owned(),
        help: Some(help),
    };
    if chain.contains("CredentialsNotLoaded") || chain.contains("credential provider") {
        return reason(
            "no credentials are set",
            "sign in (aws sso login), or set AWS_PROFILE, or run aws configure; `site doctor --aws` looks at all of it",
        );
    }
    if chain.contains("region must be set") || chain.contains("MissingRegion") {
        return reason(
            "no region is set",
            "set AWS_REGION, or `region` of your profile; `site publish` takes --region as well",
        );
    }
    match error {
        SdkError::DispatchFailure(_) | SdkError::TimeoutError(_) => reason(
            "AWS cannot be reached",
            "look at the network, a proxy, AWS_ENDPOINT_URL and AWS_REGION",
        ),
        _ => Reason {
            message: first_words(&chain),
            help: None,
        },
    }
}

/// What to do about an answer (Amazon S3 API reference, error responses; AWS common errors).
fn help(code: &str, status: Option<u16>) -> Option<&'static str> {
    match (code, status) {
        ("NoSuchBucket", _) => Some(
            "the stack makes it, and its outputs tell the name; or the name has a slip, or the region is another",
        ),
        (
            "PermanentRedirect"
            | "AuthorizationHeaderMalformed"
            | "IllegalLocationConstraintException",
            _,
        )
        | (_, Some(301)) => Some("it is in another region: --region, or AWS_REGION"),
        (
            "ExpiredToken"
            | "ExpiredTokenException"
            | "InvalidAccessKeyId"
            | "InvalidClientTokenId",
            _,
        ) => Some("the credentials are not good any more: sign in again"),
        ("SignatureDoesNotMatch" | "RequestTimeTooSkewed", _) => {
            Some("the secret key is not that of the key, or this computer's clock is wrong")
        }
        (_, Some(401 | 403)) => Some(
            "these credentials may not do that; PublishRole of deploy/template.yaml has what publishing needs",
        ),
        (_, Some(429 | 500..)) => Some("AWS is busy or has trouble: run it again in a minute"),
        _ => None,
    }
}

/// The words of a chain of errors; it ends in the structures of the SDK, which say nothing to people.
pub fn first_words(text: &str) -> String {
    let line = text.lines().next().unwrap_or(text);
    let line = line.split(" (").next().unwrap_or(line);
    line.trim_end_matches(". Attempted:").to_owned()
}
