//! A client for a bucket, with the requests that both S3 adapters send.

use std::env;
use std::sync::{Arc, Mutex};

use aws_config::SdkConfig;
use aws_sdk_s3::Client;
use aws_sdk_s3::config::interceptors::BeforeDeserializationInterceptorContextRef;
use aws_sdk_s3::config::{Builder, ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_s3::error::{BoxError, SdkError};
use aws_sdk_s3::operation::delete_object::builders::DeleteObjectFluentBuilder;
use aws_sdk_s3::operation::get_object::{GetObjectError, GetObjectOutput};
use aws_sdk_s3::operation::list_objects_v2::ListObjectsV2Error;
use aws_sdk_s3::operation::put_object::builders::PutObjectFluentBuilder;
use aws_sdk_s3::types::{EncodingType, Object};
use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimeParser;
use percent_encoding::percent_decode_str;

/// Returns the settings of an S3 client. A stand-in for S3 on this machine does not have a host name for each bucket, so its
/// buckets are addressed by path.
pub fn settings(config: &SdkConfig) -> Builder {
    let is_stand_in =
        config.endpoint_url().is_some() || env::var_os("AWS_ENDPOINT_URL_S3").is_some();
    Builder::from(config).force_path_style(is_stand_in)
}

/// A client and the name of the bucket that it is used for.
#[derive(Debug, Clone)]
pub struct Bucket {
    /// The client.
    pub client: Client,
    /// The bucket's name.
    pub name: String,
    clock: Clock,
}

/// Time in the header `Date` of the latest response, which is S3's own clock.
#[derive(Debug, Clone, Default)]
struct Clock(Arc<Mutex<Option<Timestamp>>>);

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

impl Bucket {
    /// Creates a client with `settings` for the bucket `name`.
    pub fn new(settings: Builder, name: &str) -> Self {
        let clock = Clock::default();
        Self {
            client: Client::from_conf(settings.interceptor(clock.clone()).build()),
            name: name.to_owned(),
            clock,
        }
    }

    /// Returns the time of the latest response by S3's clock, or `None` if there was none.
    pub fn time(&self) -> Option<Timestamp> {
        *self.clock.0.lock().ok()?
    }

    /// Lists all objects whose key begins with `prefix`.
    pub async fn list(&self, prefix: &str) -> Result<Vec<Object>, SdkError<ListObjectsV2Error>> {
        let mut pages = self
            .client
            .list_objects_v2()
            .bucket(&self.name)
            .prefix(prefix)
            // A key may contain characters that XML cannot.
            .encoding_type(EncodingType::Url)
            .into_paginator()
            .send();
        let mut objects = Vec::new();
        while let Some(page) = pages.next().await {
            objects.extend(page?.contents.unwrap_or_default());
        }
        for object in &mut objects {
            object.key = object.key.as_deref().map(decoded);
        }
        Ok(objects)
    }

    /// Requests an object. Returns `None` if the object does not exist.
    pub async fn get(
        &self,
        key: &str,
    ) -> Result<Option<GetObjectOutput>, SdkError<GetObjectError>> {
        let request = self.client.get_object().bucket(&self.name).key(key);
        match request.send().await {
            Ok(object) => Ok(Some(object)),
            Err(error)
                if error
                    .as_service_error()
                    .is_some_and(GetObjectError::is_no_such_key) =>
            {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Returns a builder for a request that writes an object.
    pub fn put(&self, key: &str) -> PutObjectFluentBuilder {
        self.client.put_object().bucket(&self.name).key(key)
    }

    /// Returns a builder for a request that deletes an object. A missing object is an error only if the request has a condition.
    pub fn delete(&self, key: &str) -> DeleteObjectFluentBuilder {
        self.client.delete_object().bucket(&self.name).key(key)
    }
}

/// Decodes a key of a listing with the encoding type `url`, in which a space is a plus sign.
fn decoded(key: &str) -> String {
    percent_decode_str(&key.replace('+', " "))
        .decode_utf8_lossy()
        .into_owned()
}

/// Returns the HTTP status of the response that caused an error, or `None` if there was no response.
pub fn status<E>(error: &SdkError<E>) -> Option<u16> {
    error
        .raw_response()
        .map(|response| response.status().as_u16())
}
