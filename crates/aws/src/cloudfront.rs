//! CloudFront as the CDN: its cache, and the key value store in which its function looks up routes.

use std::collections::BTreeMap;

use aws_config::SdkConfig;
use aws_sdk_cloudfront::types::{InvalidationBatch, Paths};
use aws_sdk_cloudfrontkeyvaluestore::config::endpoint::{
    Endpoint, EndpointFuture, Params, ResolveEndpoint,
};
use aws_sdk_cloudfrontkeyvaluestore::types::{DeleteKeyRequestListItem, PutKeyRequestListItem};
use publish::{Cdn, Failure, RouteTable};

use crate::failure::failed;
use crate::s3::status;

/// Number of keys that one request lists: the maximum that `ListKeys` allows (`MaxResults`).
const LISTED: i32 = 50;

/// A distribution and its key value store. If one of them is missing, requests to it do nothing.
#[derive(Debug)]
pub struct Edge {
    distribution: Option<(aws_sdk_cloudfront::Client, String)>,
    table: Option<(aws_sdk_cloudfrontkeyvaluestore::Client, String)>,
}

impl Edge {
    /// Creates a client for the distribution `id` and the key value store `arn`.
    pub fn new(config: &SdkConfig, id: Option<&str>, arn: Option<&str>) -> Self {
        let distribution = id.map(|id| (aws_sdk_cloudfront::Client::new(config), id.to_owned()));
        let table = arn.map(|arn| {
            let mut settings = aws_sdk_cloudfrontkeyvaluestore::config::Builder::from(config);
            if let Some(url) = config.endpoint_url() {
                settings = settings.endpoint_resolver(StandIn(url.to_owned()));
            }
            (
                aws_sdk_cloudfrontkeyvaluestore::Client::from_conf(settings.build()),
                arn.to_owned(),
            )
        });
        Self {
            distribution,
            table,
        }
    }
}

impl Cdn for Edge {
    async fn invalidate(&self, paths: &[String], reference: &str) -> Result<(), Failure> {
        let Some((client, id)) = &self.distribution else {
            return Ok(());
        };
        let list = Paths::builder()
            .quantity(i32::try_from(paths.len()).unwrap_or(i32::MAX))
            .set_items(Some(paths.to_vec()))
            .build();
        let batch = list.and_then(|list| {
            InvalidationBatch::builder()
                .paths(list)
                .caller_reference(reference)
                .build()
        });
        let batch = batch.map_err(|error| Failure::new(error.to_string()))?;
        let sent = client
            .create_invalidation()
            .distribution_id(id)
            .invalidation_batch(batch)
            .send()
            .await;
        sent.map(drop)
            .map_err(|error| failed(&format!("clear the cache of distribution {id}"), &error))
    }

    async fn routes(&self) -> Result<Option<RouteTable>, Failure> {
        let Some((client, arn)) = &self.table else {
            return Ok(None);
        };
        // The version is read first. If the table changes while its keys are listed, this version is outdated, and the store
        // refuses later changes that are based on it.
        let described = client.describe_key_value_store().kvs_arn(arn).send().await;
        let described = described.map_err(|error| failed("read the route table", &error))?;
        let pages = client.list_keys().kvs_arn(arn).into_paginator();
        // The default is ten keys, and every request costs money.
        let mut pages = pages.page_size(LISTED).send();
        let mut routes = BTreeMap::new();
        while let Some(page) = pages.next().await {
            let page = page.map_err(|error| failed("read the route table", &error))?;
            let items = page.items.unwrap_or_default();
            routes.extend(items.into_iter().map(|item| (item.key, item.value)));
        }
        Ok(Some(RouteTable {
            tag: described.e_tag,
            routes,
        }))
    }

    async fn change_routes(
        &self,
        tag: &str,
        set: &BTreeMap<String, String>,
        removed: &[String],
    ) -> Result<Option<String>, Failure> {
        let Some((client, arn)) = &self.table else {
            return Ok(Some(tag.to_owned()));
        };
        let mut update = client.update_keys().kvs_arn(arn).if_match(tag);
        for (key, value) in set {
            let item = PutKeyRequestListItem::builder().key(key).value(value);
            update = update.puts(
                item.build()
                    .map_err(|error| Failure::new(error.to_string()))?,
            );
        }
        for key in removed {
            let item = DeleteKeyRequestListItem::builder().key(key).build();
            update = update.deletes(item.map_err(|error| Failure::new(error.to_string()))?);
        }
        match update.send().await {
            Ok(changed) => Ok(Some(changed.e_tag)),
            Err(error) if matches!(status(&error), Some(409 | 412)) => Ok(None),
            Err(error) => Err(failed("change the route table", &error)),
        }
    }
}

/// Endpoint of a stand-in for AWS on this machine. By default, the SDK would put the account number in front of the endpoint's
/// host name, but on this machine there is no such host.
#[derive(Debug)]
struct StandIn(String);

impl ResolveEndpoint for StandIn {
    fn resolve_endpoint<'a>(&'a self, _: &'a Params) -> EndpointFuture<'a> {
        EndpointFuture::ready(Ok(Endpoint::builder().url(self.0.clone()).build()))
    }
}
