//! The site as visitors see it: compares pages before and after, and checks that the live site has the right headers and shows
//! the published version.

use std::collections::BTreeMap;

use futures_util::future::join_all;
use sha2::{Digest, Sha256};

use crate::contents::Contents;
use crate::error::Error;
use crate::locked_bucket::LockedBucket;
use crate::options::Options;
use crate::plan::{Plan, encoded};
use crate::ports::{Bucket, Failure, Live};
use crate::release::{Manifest, hex};

/// Maximum number of changed pages that are compared word by word, and of files that are fetched after publishing.
const MOST_COMPARED: usize = 200;

/// Reads the HTML of the changed pages before and after the change. Returns it by path.
pub async fn compare<B: Bucket>(
    bucket: &B,
    contents: Contents<'_>,
    plan: &Plan,
) -> Result<BTreeMap<String, (String, String)>, Failure> {
    let pages = plan.changed.iter().filter(|path| path.ends_with(".html"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let mut compared = BTreeMap::new();
    for path in pages.take(MOST_COMPARED) {
        let before = bucket.get(path).await?.map(|stored| stored.bytes);
        let after = contents.read(bucket, path).await?;
        let both = (
            text(&before.unwrap_or_default()),
            text(&after.unwrap_or_default()),
        );
        compared.insert(path.clone(), both);
    }
    Ok(compared)
}

/// Checks that the live site's content security policies are the ones that the pages need, and returns an error otherwise. A
/// page that is not live yet has no headers to check. The start page's headers are the default for all pages, so they are
/// checked even if the page is missing.
pub async fn check_policies<L: Live>(live: &L, wanted: &Manifest) -> Result<(), Error> {
    let fetched = wanted.policies.iter().map(|(address, needed)| async move {
        let fetched = live.fetch(&encoded(address)).await;
        (address, needed, fetched)
    });
    // The pages are fetched concurrently, because the lock is not renewed in the meantime.
    for (address, needed, fetched) in join_all(fetched).await {
        let Ok(fetched) = fetched else { continue };
        match fetched.policy {
            Some(policy) if policy != *needed && (fetched.status == 200 || address == "/") => {
                return Err(Error::Policy {
                    address: address.clone(),
                    live: policy,
                    needed: needed.clone(),
                });
            }
            _ => {}
        }
    }
    Ok(())
}

/// Fetches the written files as a visitor would, several times if necessary, because the CDN may take some time. Returns the
/// number of files that were checked, or an error if the live site does not show all of them after the last check.
pub async fn verify<B: Bucket, L: Live>(
    locked: &LockedBucket<'_, B>,
    live: &L,
    wanted: &Manifest,
    plan: &Plan,
    options: &Options,
) -> Result<usize, Error> {
    let files = plan.new.iter().chain(&plan.changed);
    let files = files.filter(|path| *path != "404.html");
    let mut pending: Vec<(String, &str)> = files
        .filter_map(|path| {
            let entry = wanted.files.get(path)?;
            let address = entry.address.clone().unwrap_or_else(|| format!("/{path}"));
            Some((encoded(&address), entry.sha256.as_str()))
        })
        .take(MOST_COMPARED)
        .collect();
    let all = pending.len();
    for check in 0..options.checks {
        if check > 0 {
            (options.sleep)(options.between_checks).await;
        }
        let checks = pending.into_iter().map(|(address, sha256)| async move {
            // A request that fails now may succeed the next time.
            let fetched = live.fetch(&address).await.unwrap_or_default();
            let is_right = fetched.status == 200 && hex(&Sha256::digest(&fetched.bytes)) == sha256;
            Ok((!is_right).then_some((address, sha256)))
        });
        pending = locked.all(checks).await?.into_iter().flatten().collect();
        if pending.is_empty() {
            return Ok(all);
        }
    }
    Err(Error::NotSeen(
        pending.into_iter().map(|(address, _)| address).collect(),
    ))
}
