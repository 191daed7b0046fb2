//! An S3 bucket as the store of submissions.

use std::iter;
use std::time::Duration;

use aws_config::SdkConfig;
use aws_config::retry::RetryConfig;
use aws_config::timeout::TimeoutConfig;
use aws_sdk_s3::primitives::ByteStream;
use aws_sdk_s3::types::ServerSideEncryption;
use bytes::Bytes;
use forms::{Creation, Listed, Object, READ_AT_ONCE, Store, StoreError, Version};
use futures_util::future::{ready, try_join_all};
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use jiff::Timestamp;
use tokio::time::sleep;

use crate::log_word::log_word;
use crate::s3::{Bucket, settings, status};

/// Timeout of one attempt. Two attempts fit into the time that a reply waits for the store.
const ATTEMPT: Duration = Duration::from_millis(3_800);
/// Number of attempts to write an object while another write of the same key is in progress (409).
const MAX_CONFLICT_ATTEMPTS: u32 = 5;
/// Pause after the first of these attempts. Each further pause is longer by the same amount.
const CONFLICT_PAUSE: Duration = Duration::from_millis(50);

/// Name of the tag in which `GuardDuty` reports the result of its scan (Malware Protection for S3).
const SCANNED: &str = "GuardDutyMalwareScanStatus";

/// Condition under which an object is written.
#[derive(Debug, Clone, Copy)]
enum Condition<'a> {
    Always,
    New,
    Version(&'a Version),
}

/// Client for a bucket that stores submissions, which S3 encrypts.
#[derive(Debug, Clone)]
pub struct SubmissionBucket(Bucket);

impl SubmissionBucket {
    /// Creates a client for the bucket `name`. Its timeouts and retries fit into the time that a visitor's request may take.
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

    /// Opens a connection, so that the first visitor does not have to wait for it. Failures are ignored.
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

    /// Writes an object, and returns its new version, or `None` if `condition` does not hold.
    async fn put(
        &self,
        object: Object,
        condition: Condition<'_>,
    ) -> Result<Option<Version>, StoreError> {
        for attempt in 0..MAX_CONFLICT_ATTEMPTS {
            let put = self
                .0
                .put(&object.key)
                .body(ByteStream::from(object.bytes.clone()))
                .content_type(&object.media_type)
                .server_side_encryption(ServerSideEncryption::Aes256)
                .set_content_disposition(object.attachment.then(|| "attachment".to_owned()));
            let put = match condition {
                Condition::Always => put,
                Condition::New => put.if_none_match("*"),
                Condition::Version(Version(tag)) => put.if_match(tag),
            };
            let error = match put.send().await {
                Ok(written) => return Ok(Some(Version(written.e_tag.unwrap_or_default()))),
                Err(error) => error,
            };
            match (status(&error), condition) {
                (Some(412), Condition::New | Condition::Version(_))
                | (Some(404), Condition::Version(_)) => return Ok(None),
                (Some(409), _) => sleep(CONFLICT_PAUSE * (attempt + 1)).await,
                _ => return Err(StoreError::new(log_word(&error))),
            }
        }
        Err(StoreError::new("conflict"))
    }
}

fn listed(object: aws_sdk_s3::types::Object) -> Listed {
    let modified = object.last_modified;
    let modified = modified.and_then(|time| Timestamp::from_second(time.secs()).ok());
    Listed {
        key: object.key.unwrap_or_default(),
        modified: modified.unwrap_or_default(),
        version: object.e_tag.map(Version),
    }
}

impl Store for SubmissionBucket {
    const READS_ARE_SLOW: bool = true;

    async fn create(&self, object: Object) -> Result<Creation, StoreError> {
        let written = self.put(object, Condition::New).await?;
        Ok(written.map_or(Creation::Exists, |_| Creation::Created))
    }

    async fn replace(&self, object: Object) -> Result<Version, StoreError> {
        let written = self.put(object, Condition::Always).await?;
        written.ok_or_else(|| StoreError::new("response"))
    }

    async fn update(
        &self,
        object: Object,
        version: &Version,
    ) -> Result<Option<Version>, StoreError> {
        self.put(object, Condition::Version(version)).await
    }

    async fn read(&self, key: &str) -> Result<Option<(Bytes, Version)>, StoreError> {
        let object = self.0.get(key).await;
        let Some(object) = object.map_err(|error| StoreError::new(log_word(&error)))? else {
            return Ok(None);
        };
        let version = Version(object.e_tag.unwrap_or_default());
        let body = object.body.collect().await;
        let body = body.map_err(|_| StoreError::new("response"))?;
        Ok(Some((body.into_bytes(), version)))
    }

    async fn list(&self, prefix: &str) -> Result<Vec<Listed>, StoreError> {
        let objects = self.0.list(prefix).await;
        let objects = objects.map_err(|error| StoreError::new(log_word(&error)))?;
        Ok(objects.into_iter().map(listed).collect())
    }

    /// Lists the parts at the same time, because S3 lists only a thousand objects with each request.
    async fn list_parts(&self, prefix: &str, splits: &[String]) -> Result<Vec<Listed>, StoreError> {
        let starts = iter::once(None).chain(splits.iter().map(Some));
        let ends = splits.iter().map(Some).chain(iter::once(None));
        let parts = starts.zip(ends).map(|(start, end)| {
            let is_before = move |object: &aws_sdk_s3::types::Object| {
                let key = object.key.as_deref().unwrap_or_default();
                ready(Ok(end.is_none_or(|end| key <= end.as_str())))
            };
            let objects = self.0.listed(prefix, start.map(String::as_str));
            objects
                .try_take_while(is_before)
                .map_ok(listed)
                .try_collect::<Vec<_>>()
        });
        let parts = try_join_all(parts).await;
        let parts = parts.map_err(|error| StoreError::new(log_word(&error)))?;
        Ok(parts.concat())
    }

    async fn read_all(&self, keys: Vec<String>) -> Vec<Result<Option<Bytes>, StoreError>> {
        // Most of the time is spent on signing and parsing, which several threads share.
        let reads = stream::iter(keys).map(async |key| {
            let bucket = self.clone();
            let read = tokio::spawn(async move { bucket.read(&key).await });
            let object = read.await.map_err(|_| StoreError::new("stopped"))??;
            Ok(object.map(|(bytes, _)| bytes))
        });
        reads.buffered(READ_AT_ONCE).collect().await
    }

    async fn scan_result(&self, key: &str) -> Result<Option<String>, StoreError> {
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
        let deleted = self.0.delete(key).send().await;
        deleted
            .map(drop)
            .map_err(|error| StoreError::new(log_word(&error)))
    }
}
