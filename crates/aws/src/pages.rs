//! An S3 bucket that pages are published to.

use aws_config::SdkConfig;
use aws_sdk_s3::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_s3::primitives::ByteStream;
use publish::{Condition, Failure, Listed, Listing, Object, StoredObject};

use crate::failure::failed;
use crate::s3::{Bucket, settings, status};

/// Client for a bucket that pages are published to.
#[derive(Debug, Clone)]
pub struct PageBucket(Bucket);

impl PageBucket {
    /// Creates a client for the bucket `name`.
    pub fn new(config: &SdkConfig, name: &str) -> Self {
        Self(Bucket::new(settings(config), name))
    }

    fn failed<E>(&self, what: &str, key: &str, error: &SdkError<E>) -> Failure
    where
        E: std::error::Error + ProvideErrorMetadata + 'static,
    {
        failed(&format!("{what} s3://{}/{key}", self.0.name), error)
    }
}

fn unquoted(tag: Option<&str>) -> String {
    tag.unwrap_or_default().trim_matches('"').to_owned()
}

fn quoted(tag: &str) -> String {
    format!("\"{tag}\"")
}

/// Returns whether a conditional request was refused because its condition did not hold (412), or because another write of the
/// key was in progress (409).
fn is_refused(status: Option<u16>) -> bool {
    matches!(status, Some(412 | 409))
}

impl publish::Bucket for PageBucket {
    async fn list(&self) -> Result<Listing, Failure> {
        let objects = self.0.list("").await;
        let objects = objects.map_err(|error| self.failed("list", "", &error))?;
        let listed = objects.into_iter().map(|object| Listed {
            tag: unquoted(object.e_tag.as_deref()),
            key: object.key.unwrap_or_default(),
        });
        Ok(Listing {
            objects: listed.collect(),
            at: self
                .0
                .time()
                .ok_or_else(|| Failure::new(format!("s3://{} names no time", self.0.name)))?,
        })
    }

    async fn get(&self, key: &str) -> Result<Option<StoredObject>, Failure> {
        let object = self.0.get(key).await;
        let Some(object) = object.map_err(|error| self.failed("read", key, &error))? else {
            return Ok(None);
        };
        let tag = unquoted(object.e_tag.as_deref());
        let body = object.body.collect().await;
        let body = body.map_err(|error| Failure::new(format!("cannot read {key}: {error}")))?;
        Ok(Some(StoredObject {
            bytes: body.to_vec(),
            tag,
        }))
    }

    async fn put(
        &self,
        key: &str,
        object: Object<'_>,
        condition: Condition,
    ) -> Result<Option<String>, Failure> {
        let put = self
            .0
            .put(key)
            .body(ByteStream::from(object.bytes.to_vec()))
            .content_type(object.media_type)
            .cache_control(object.cache_control);
        let put = match condition {
            Condition::Absent => put.if_none_match("*"),
            Condition::Tagged(tag) => put.if_match(quoted(&tag)),
        };
        match put.send().await {
            Ok(done) => Ok(Some(unquoted(done.e_tag.as_deref()))),
            Err(error) if is_refused(status(&error)) => Ok(None),
            Err(error) => Err(self.failed("write", key, &error)),
        }
    }

    async fn delete(&self, key: &str, tag: &str) -> Result<bool, Failure> {
        match self.0.delete(key).if_match(quoted(tag)).send().await {
            Ok(_) => Ok(true),
            // S3 responds to a conditional deletion with 404 if there is no object.
            Err(error) if status(&error) == Some(404) => Ok(true),
            Err(error) if is_refused(status(&error)) => Ok(false),
            Err(error) => Err(self.failed("delete", key, &error)),
        }
    }
}
