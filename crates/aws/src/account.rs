//! Read-only requests that check the AWS account, for `site doctor --aws`.

use aws_config::SdkConfig;
use aws_sdk_s3::config::ProvideCredentials;
use aws_sdk_s3::error::DisplayErrorContext;
use jiff::Timestamp;
use publish::Failure;

use crate::failure::{failed, first_words};
use crate::s3::{Bucket, settings};

/// A CloudFront distribution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distribution {
    /// Domain name assigned by CloudFront.
    pub domain: String,
    /// `Deployed` or `InProgress`.
    pub status: String,
}

/// The account's quota of mails sent with SES.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MailQuota {
    /// Number of mails sent in the last 24 hours.
    pub sent: f64,
    /// Number of mails allowed in 24 hours; negative if there is no limit.
    pub limit: f64,
}

/// Looks for credentials, and returns the time at which they expire, if they do. If there are none, returns the reason as the
/// error.
pub async fn credentials(config: &SdkConfig) -> Result<Option<Timestamp>, String> {
    let provider = config.credentials_provider();
    let provider = provider.ok_or_else(|| "none are set".to_owned())?;
    match provider.provide_credentials().await {
        Ok(credentials) => {
            let expiry = credentials.expiry();
            Ok(expiry.and_then(|expiry| Timestamp::try_from(expiry).ok()))
        }
        Err(error) => {
            let chain = DisplayErrorContext(&error).to_string();
            Err(format!("none: {}", first_words(&chain)))
        }
    }
}

/// Checks that the bucket `name` can be listed.
pub async fn reach_bucket(config: &SdkConfig, name: &str) -> Result<(), Failure> {
    let client = Bucket::new(settings(config), name).client;
    let listed = client.list_objects_v2().bucket(name).max_keys(1).send();
    listed
        .await
        .map(drop)
        .map_err(|error| failed(&format!("list s3://{name}"), &error))
}

/// Returns the domain and status of the distribution `id`.
pub async fn distribution(config: &SdkConfig, id: &str) -> Result<Distribution, Failure> {
    let client = aws_sdk_cloudfront::Client::new(config);
    let reply = client.get_distribution().id(id).send().await;
    let reply = reply.map_err(|error| failed(&format!("describe distribution {id}"), &error))?;
    let distribution = reply.distribution();
    Ok(Distribution {
        domain: distribution.map_or("", |one| one.domain_name()).to_owned(),
        status: distribution
            .map_or("unknown", |one| one.status())
            .to_owned(),
    })
}

/// Returns the number of mails that the account has sent, and the number that it may send.
pub async fn mail_quota(config: &SdkConfig) -> Result<MailQuota, Failure> {
    let client = aws_sdk_ses::Client::new(config);
    let reply = client.get_send_quota().send().await;
    let reply = reply.map_err(|error| failed("read the quota of SES", &error))?;
    Ok(MailQuota {
        sent: reply.sent_last24_hours(),
        limit: reply.max24_hour_send(),
    })
}

/// Returns whether SES has verified at least one of the given addresses and domains.
pub async fn is_verified(config: &SdkConfig, identities: &[&str]) -> Result<bool, Failure> {
    let client = aws_sdk_ses::Client::new(config);
    let identities = identities.iter().map(|one| (*one).to_owned()).collect();
    let reply = client
        .get_identity_verification_attributes()
        .set_identities(Some(identities))
        .send()
        .await;
    let reply = reply.map_err(|error| failed("read the identities of SES", &error))?;
    let mut attributes = reply.verification_attributes().values();
    Ok(attributes.any(|one| one.verification_status().as_str() == "Success"))
}
