//! An S3 bucket to which pages are published.

use std::sync::{Arc, Mutex};

use aws_config::SdkConfig;
use aws_sdk_s3::config::interceptors::BeforeDeserializationInterceptorContextRef;
use aws_sdk_s3::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_s3::error::{BoxError, ProvideErrorMetadata, SdkError};
use aws_sdk_s3::primitives::ByteStream;
use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimeParser;
use publish::{Condition, Failure, Listed, Listing, Object, StoredObject};

use crate::failure::failed;
use crate::s3::{Bucket, settings, status};

/// Client for a bucket to which pages are published.
#[derive(Debug, Clone)]
pub struct PageBucket {
    bucket: Bucket,
    clock: Clock,
}

/// Time in the header `Date` of the latest response, which is S3's own clock.
#[derive(Debug, Clone, Default)]
struct Clock(Arc<Mutex<Option<Timestamp>>>);

impl Clock {
    fn latest(&self) -> Option<Timestamp> {
        *self.0.lock().ok()?
    }
}

impl Intercept for Clock {
    fn name(&self) -> &'static str {
        "Clock"
    }

    fn read_after_transmit(
        &self,
        context: &BeforeDeserializationInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let date = context.response().headers().get("date");
        let time = date.and_then(|date| DateTimeParser::new().parse_timestamp(date).ok());
        if let (Some(time), Ok(mut latest)) = (time, self.0.lock()) {
            *latest = Some(time);
        }
        Ok(())
    }
}

impl PageBucket {
    /// Creates a client for the bucket `name`.
    pub fn new(config: &SdkConfig, name: &str) -> Self {
        let clock = Clock::default();
        let settings = settings(config).interceptor(clock.clone());
        Self {
            bucket: Bucket::new(settings, name),
            clock,
        }
    }

    fn failed<E>(&self, what: &str, key: &str, error: &SdkError<E>) -> Failure
    where
        E: std::error::Error + ProvideErrorMetadata + 'static,
    {
        failed(&format!("{what} s3://{}/{key}", self.bucket.name), error)
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
        let objects = self.bucket.list("").await;
        let objects = objects.map_err(|error| self.failed("list", "", &error))?;
        let listed = objects.into_iter().map(|object| Listed {
            tag: unquoted(object.e_tag.as_deref()),
            key: object.key.unwrap_or_default(),
        });
        Ok(Listing {
            objects: listed.collect(),
            at: self.clock.latest().ok_or_else(|| {
                Failure::new(format!(
                    "s3://{} does not say what time it is (the header Date): check its endpoint",
                    self.bucket.name
                ))
            })?,
        })
    }

    async fn get(&self, key: &str) -> Result<Option<StoredObject>, Failure> {
        let object = self.bucket.get(key).await;
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
            .bucket
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
        match self.bucket.delete(key).if_match(quoted(tag)).send().await {
            Ok(_) => Ok(true),
            // S3 responds to a conditional deletion with 404 if there is no object.
            Err(error) if status(&error) == Some(404) => Ok(true),
            Err(error) if is_refused(status(&error)) => Ok(false),
            Err(error) => Err(self.failed("delete", key, &error)),
        }
    }
}
