//! An S3 bucket as the store of submissions.

use std::time::Duration;

use aws_config::SdkConfig;
use aws_config::retry::RetryConfig;
use aws_config::timeout::TimeoutConfig;
use aws_sdk_s3::primitives::ByteStream;
use aws_sdk_s3::types::ServerSideEncryption;
use bytes::Bytes;
use forms::{Creation, Listed, Object, Store, StoreError};
use jiff::Timestamp;
use tokio::time::sleep;

use crate::log_word::log_word;
use crate::s3::{Bucket, settings, status};

/// Longest time that one attempt may take: two of them fit into the time that a reply waits for the store.
const ATTEMPT: Duration = Duration::from_millis(3_800);
/// How often a write is repeated when another write of the same key is under way (409), and how long between.
const CONFLICTS: u32 = 5;
const BETWEEN: Duration = Duration::from_millis(50);

/// The tag in which `GuardDuty` reports the result of its scan (Malware Protection for S3).
const SCANNED: &str = "GuardDutyMalwareScanStatus";

/// A bucket of submissions, encrypted by S3.
#[derive(Debug, Clone)]
pub struct SubmissionBucket(Bucket);

impl SubmissionBucket {
    /// Makes the store in the bucket `name`. Its timeouts and retries fit into the time that a visitor's request may take.
    pub fn new(config: &SdkConfig, name: &str) -> Self {
        let timeouts = TimeoutConfig::builder()
            .connect_timeout(Duration::from_secs(1))
            .operation_attempt_timeout(ATTEMPT)
            .build();
        let retries = RetryConfig::standard()
            .with_max_attempts(3)
            .with_initial_backoff(Duration::from_millis(100));
        let settings = settings(config)
            .retry_config(retries)
            .timeout_config(timeouts);
        Self(Bucket::new(settings, name))
    }

    /// Opens a connection, so that the first visitor need not wait for it. A failure is ignored.
    pub async fn warm(&self) {
        drop(
            self.0
                .client
                .head_bucket()
                .bucket(&self.0.name)
                .send()
                .await,
        );
    }

    async fn put(&self, object: Object, only_new: bool) -> Result<Creation, StoreError> {
        for attempt in 0..CONFLICTS {
            let put = self
                .0
                .put(&object.key)
                .body(ByteStream::from(object.bytes.clone()))
                .content_type(&object.media_type)
                .server_side_encryption(ServerSideEncryption::Aes256)
                .set_content_disposition(object.attachment.then(|| "attachment".to_owned()))
                .set_if_none_match(only_new.then(|| "*".to_owned()));
            let Err(error) = put.send().await else {
                return Ok(Creation::Created);
            };
            match status(&error) {
                Some(412) if only_new => return Ok(Creation::Exists),
                Some(409) => sleep(BETWEEN * (attempt + 1)).await,
                _ => return Err(StoreError::new(log_word(&error))),
            }
        }
        Err(StoreError::new("conflict"))
    }
}

impl Store for SubmissionBucket {
    async fn create(&self, object: Object) -> Result<Creation, StoreError> {
        self.put(object, true).await
    }

    async fn replace(&self, object: Object) -> Result<(), StoreError> {
        self.put(object, false).await.map(|_| ())
    }

    async fn read(&self, key: &str) -> Result<Option<Bytes>, StoreError> {
        let object = self.0.get(key).await;
        let Some(object) = object.map_err(|error| StoreError::new(log_word(&error)))? else {
            return Ok(None);
        };
        let body = object.body.collect().await;
        let body = body.map_err(|_| StoreError::new("response"))?;
        Ok(Some(body.into_bytes()))
    }

    async fn list(&self, prefix: &str) -> Result<Vec<Listed>, StoreError> {
        let objects = self.0.list(prefix).await;
        let objects = objects.map_err(|error| StoreError::new(log_word(&error)))?;
        let listed = objects.into_iter().map(|object| {
            let modified = object
                .last_modified
                .and_then(|time| Timestamp::from_second(time.secs()).ok());
            Listed {
                key: object.key.unwrap_or_default(),
                modified: modified.unwrap_or_default(),
            }
        });
        Ok(listed.collect())
    }

    async fn scanned(&self, key: &str) -> Result<Option<String>, StoreError> {
        let tagging = self
            .0
            .client
            .get_object_tagging()
            .bucket(&self.0.name)
            .key(key)
            .send()
            .await
            .map_err(|error| StoreError::new(log_word(&error)))?;
        let scan = tagging.tag_set.into_iter().find(|tag| tag.key == SCANNED);
        Ok(scan.map(|tag| tag.value))
    }

    async fn delete(&self, key: &str) -> Result<(), StoreError> {
        let deleted = self.0.delete(key).await;
        deleted.map_err(|error| StoreError::new(log_word(&error)))
    }
}
