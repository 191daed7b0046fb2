//! An S3 bucket as the place that pages are put in.

use std::env;

use aws_config::SdkConfig;
use aws_sdk_s3::Client;
use aws_sdk_s3::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_s3::operation::get_object::GetObjectError;
use aws_sdk_s3::primitives::ByteStream;
use publish::{Bucket, Failure, Got, Listed, Object, Put, When};

use super::failed;

/// S3 as `config` says. Stand-ins on one machine know no bucket by host name.
pub fn client(config: &SdkConfig) -> Client {
    let is_stand_in =
        config.endpoint_url().is_some() || env::var_os("AWS_ENDPOINT_URL_S3").is_some();
    let settings = aws_sdk_s3::config::Builder::from(config).force_path_style(is_stand_in);
    Client::from_conf(settings.build())
}

/// Whether a bucket can be listed.
///
/// # Errors
/// Why not, and what to do.
pub async fn reach(config: &SdkConfig, bucket: &str) -> Result<(), Failure> {
    let listed = client(config).list_objects_v2().bucket(bucket).max_keys(1);
    let listed = listed.send().await;
    listed
        .map(drop)
        .map_err(|error| failed(&format!("list s3://{bucket}"), &error))
}

/// A bucket.
#[derive(Debug, Clone)]
pub struct Pages {
    client: Client,
    name: String,
}

impl Pages {
    /// The bucket `name`, reached as `config` says.
    pub fn new(config: &SdkConfig, name: &str) -> Self {
        Self {
            client: client(config),
            name: name.to_owned(),
        }
    }

    fn failed<E>(&self, what: &str, key: &str, error: &SdkError<E>) -> Failure
    where
        E: std::error::Error + ProvideErrorMetadata + 'static,
        SdkError<E>: std::error::Error,
    {
        failed(&format!("{what} s3://{}/{key}", self.name), error)
    }
}

fn unquoted(tag: Option<&str>) -> String {
    tag.unwrap_or_default().trim_matches('"').to_owned()
}

/// Statuses of a write whose condition does not hold, or may not: another write of the key was under way.
const REFUSED: [u16; 2] = [412, 409];

impl Bucket for Pages {
    async fn list(&self) -> Result<Vec<Listed>, Failure> {
        let mut pages = self
            .client
            .list_objects_v2()
            .bucket(&self.name)
            .into_paginator()
            .send();
        let mut found = Vec::new();
        while let Some(page) = pages.next().await {
            let page = page.map_err(|error| self.failed("list", "", &error))?;
            for object in page.contents.unwrap_or_default() {
                found.push(Listed {
                    tag: unquoted(object.e_tag.as_deref()),
                    key: object.key.unwrap_or_default(),
                });
            }
        }
        Ok(found)
    }

    async fn get(&self, key: &str) -> Result<Option<Got>, Failure> {
        match self
            .client
            .get_object()
            .bucket(&self.name)
            .key(key)
            .send()
            .await
        {
            Ok(object) => {
                let tag = unquoted(object.e_tag.as_deref());
                let body = object
                    .body
                    .collect()
                    .await
                    .map_err(|error| Failure::new(format!("cannot read {key}: {error}")))?;
                Ok(Some(Got {
                    bytes: body.to_vec(),
                    tag,
                }))
            }
            Err(error)
                if error
                    .as_service_error()
                    .is_some_and(GetObjectError::is_no_such_key) =>
            {
                Ok(None)
            }
            Err(error) => Err(self.failed("read", key, &error)),
        }
    }

    async fn put(&self, key: &str, object: Object<'_>, when: When) -> Result<Put, Failure> {
        let put = self
            .client
            .put_object()
            .bucket(&self.name)
            .key(key)
            .body(ByteStream::from(object.bytes.to_vec()))
            .content_type(object.media_type)
            .cache_control(object.cache_control);
        let has_condition = when != When::Always;
        let put = match when {
            When::Always => put,
            When::Absent => put.if_none_match("*"),
            When::Tagged(tag) => put.if_match(format!("\"{tag}\"")),
        };
        match put.send().await {
            Ok(done) => Ok(Put::Written(unquoted(done.e_tag.as_deref()))),
            Err(error) => match error
                .raw_response()
                .map(|response| response.status().as_u16())
            {
                Some(status) if has_condition && REFUSED.contains(&status) => Ok(Put::Refused),
                _ => Err(self.failed("write", key, &error)),
            },
        }
    }

    async fn delete(&self, key: &str) -> Result<(), Failure> {
        let deleted = self
            .client
            .delete_object()
            .bucket(&self.name)
            .key(key)
            .send()
            .await;
        deleted
            .map(drop)
            .map_err(|error| self.failed("delete", key, &error))
    }
}
