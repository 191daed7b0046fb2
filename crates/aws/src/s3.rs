//! A client for a bucket, with the requests that both S3 adapters send.

use std::env;

use aws_config::SdkConfig;
use aws_sdk_s3::Client;
use aws_sdk_s3::config::Builder;
use aws_sdk_s3::error::SdkError;
use aws_sdk_s3::operation::delete_object::builders::DeleteObjectFluentBuilder;
use aws_sdk_s3::operation::get_object::{GetObjectError, GetObjectOutput};
use aws_sdk_s3::operation::list_objects_v2::ListObjectsV2Error;
use aws_sdk_s3::operation::put_object::builders::PutObjectFluentBuilder;
use aws_sdk_s3::types::{EncodingType, Object};
use futures_util::{Stream, TryStreamExt as _, stream};
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
}

impl Bucket {
    /// Creates a client with `settings` for the bucket `name`.
    pub fn new(settings: Builder, name: &str) -> Self {
        Self {
            client: Client::from_conf(settings.build()),
            name: name.to_owned(),
        }
    }

    /// Lists all objects whose key begins with `prefix`.
    pub async fn list(&self, prefix: &str) -> Result<Vec<Object>, SdkError<ListObjectsV2Error>> {
        self.listed(prefix, None).try_collect().await
    }

    /// Lists all objects whose keys begin with `prefix` and come after the key `start`. Each request returns a thousand of them, and is
    /// sent when they are needed.
    pub fn listed(
        &self,
        prefix: &str,
        start: Option<&str>,
    ) -> impl Stream<Item = Result<Object, SdkError<ListObjectsV2Error>>> + Send + use<> {
        let pages = self
            .client
            .list_objects_v2()
            .bucket(&self.name)
            .prefix(prefix)
            .set_start_after(start.map(str::to_owned))
            // A key may contain characters that XML cannot.
            .encoding_type(EncodingType::Url)
            .into_paginator()
            .send();
        let pages = stream::unfold(pages, |mut pages| async move {
            let page = pages.next().await?;
            Some((page, pages))
        });
        let objects = pages.map_ok(|page| {
            let objects = page.contents.unwrap_or_default().into_iter();
            stream::iter(objects.map(|mut object| {
                object.key = object.key.as_deref().map(decoded);
                Ok(object)
            }))
        });
        objects.try_flatten()
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
