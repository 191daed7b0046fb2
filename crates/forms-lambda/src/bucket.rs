//! An S3 bucket as store.

use std::env;
use std::time::Duration;

use aws_config::SdkConfig;
use aws_config::retry::RetryConfig;
use aws_config::timeout::TimeoutConfig;
use aws_sdk_s3::Client;
use aws_sdk_s3::operation::get_object::GetObjectError;
use aws_sdk_s3::primitives::ByteStream;
use aws_sdk_s3::types::ServerSideEncryption;
use bytes::Bytes;
use forms::{Creation, Listed, Object, Store, StoreError};
use jiff::Timestamp;
use tokio::time::sleep;

use crate::class;

/// How long one attempt may take: two of them fit into what a reply waits for the store.
const ATTEMPT: Duration = Duration::from_millis(3_800);
/// How often a write is repeated when another write of the same key is under way (409), and how long between.
const CONFLICTS: u32 = 5;
const BETWEEN: Duration = Duration::from_millis(50);

/// The tag in which `GuardDuty` says what it found (Malware Protection for S3).
const SCANNED: &str = "GuardDutyMalwareScanStatus";

/// Objects in one bucket, encrypted by S3.
#[derive(Debug, Clone)]
pub struct Bucket {
    client: Client,
    name: String,
}

impl Bucket {
    /// The bucket `name`, reached as `config` says.
    pub fn new(config: &SdkConfig, name: String) -> Self {
        let timeouts = TimeoutConfig::builder()
            .connect_timeout(Duration::from_secs(1))
            .operation_attempt_timeout(ATTEMPT)
            .build();
        let settings = aws_sdk_s3::config::Builder::from(config)
            .retry_config(
                RetryConfig::standard()
                    .with_max_attempts(3)
                    .with_initial_backoff(Duration::from_millis(100)),
            )
            .timeout_config(timeouts)
            // Stand-ins on one machine know no bucket by host name.
            .force_path_style(
                config.endpoint_url().is_some() || env::var_os("AWS_ENDPOINT_URL_S3").is_some(),
            );
        Self {
            client: Client::from_conf(settings.build()),
            name,
        }
    }

    /// Opens a connection, so that the first visitor need not wait for it. Whether that works makes no difference.
    pub async fn warm(&self) {
        drop(self.client.head_bucket().bucket(&self.name).send().await);
    }

    async fn put(&self, object: Object, only_new: bool) -> Result<Creation, StoreError> {
        for attempt in 0..CONFLICTS {
            let put = self
                .client
                .put_object()
                .bucket(&self.name)
                .key(&object.key)
                .body(ByteStream::from(object.bytes.clone()))
                .content_type(&object.media_type)
                .server_side_encryption(ServerSideEncryption::Aes256)
                .set_content_disposition(object.attachment.then(|| "attachment".to_owned()))
                .set_if_none_match(only_new.then(|| "*".to_owned()));
            let Err(error) = put.send().await else {
                return Ok(Creation::Created);
            };
            match error
                .raw_response()
                .map(|response| response.status().as_u16())
            {
                Some(412) if only_new => return Ok(Creation::Exists),
                Some(409) => sleep(BETWEEN * (attempt + 1)).await,
                _ => return Err(StoreError::new(class(&error))),
            }
        }
        Err(StoreError::new("conflict"))
    }
}

impl Store for Bucket {
    async fn create(&self, object: Object) -> Result<Creation, StoreError> {
        self.put(object, true).await
    }

    async fn replace(&self, object: Object) -> Result<(), StoreError> {
        self.put(object, false).await.map(|_| ())
    }

    async fn read(&self, key: &str) -> Result<Option<Bytes>, StoreError> {
        match self
            .client
            .get_object()
            .bucket(&self.name)
            .key(key)
            .send()
            .await
        {
            Ok(object) => {
                let body = object
                    .body
                    .collect()
                    .await
                    .map_err(|_| StoreError::new("response"))?;
                Ok(Some(body.into_bytes()))
            }
            Err(error)
                if error
                    .as_service_error()
                    .is_some_and(GetObjectError::is_no_such_key) =>
            {
                Ok(None)
            }
            Err(error) => Err(StoreError::new(class(&error))),
        }
    }

    async fn list(&self, prefix: &str) -> Result<Vec<Listed>, StoreError> {
        let mut pages = self
            .client
            .list_objects_v2()
            .bucket(&self.name)
            .prefix(prefix)
            .into_paginator()
            .send();
        let mut found = Vec::new();
        while let Some(page) = pages.next().await {
            let page = page.map_err(|error| StoreError::new(class(&error)))?;
            for object in page.contents.unwrap_or_default() {
                let modified = object
                    .last_modified
                    .and_then(|time| Timestamp::from_second(time.secs()).ok());
                found.push(Listed {
                    key: object.key.unwrap_or_default(),
                    modified: modified.unwrap_or_default(),
                });
            }
        }
        Ok(found)
    }

    async fn scanned(&self, key: &str) -> Result<Option<String>, StoreError> {
        let tagging = self
            .client
            .get_object_tagging()
            .bucket(&self.name)
            .key(key)
            .send()
            .await
            .map_err(|error| StoreError::new(class(&error)))?;
        let found = tagging.tag_set.into_iter().find(|tag| tag.key == SCANNED);
        Ok(found.map(|tag| tag.value))
    }

    async fn delete(&self, key: &str) -> Result<(), StoreError> {
        let deleted = self
            .client
            .delete_object()
            .bucket(&self.name)
            .key(key)
            .send()
            .await;
        deleted
            .map(|_| ())
            .map_err(|error| StoreError::new(class(&error)))
    }
}
