//! What there is: the bucket's objects, what earlier runs have written down, and the CDN's table.

use std::collections::BTreeMap;

use crate::error::Error;
use crate::plan::{Given, Plan, plan};
use crate::ports::{Bucket, Cdn, Failure, Listed};
use crate::release::{Manifest, RELEASES, STATE, State};
use crate::run::Options;

/// What there is.
pub struct Found {
    /// All objects, in the order of their keys.
    pub listed: Vec<Listed>,
    /// What was written down last.
    pub state: State,
    /// The releases that can be read, oldest first.
    pub releases: Vec<Manifest>,
    /// The CDN's table of routes, if it has one.
    routes: Option<BTreeMap<String, String>>,
}

/// Names of the releases that can be gone back to, oldest first, and the live one.
///
/// # Errors
/// When the bucket fails.
pub async fn releases<B: Bucket>(bucket: &B) -> Result<(Vec<String>, Option<String>), Failure> {
    let listed = bucket.list().await?;
    let names = listed
        .iter()
        .filter_map(|one| one.key.strip_prefix(RELEASES)?.strip_suffix(".json"));
    Ok((
        names.map(str::to_owned).collect(),
        state(bucket).await?.live,
    ))
}

/// Looks.
///
/// # Errors
/// When the bucket or the CDN fails.
pub async fn find<B: Bucket, C: Cdn>(bucket: &B, cdn: &C) -> Result<Found, Failure> {
    let mut listed = bucket.list().await?;
    listed.sort_by(|a, b| a.key.cmp(&b.key));
    let mut releases = Vec::new();
    for one in listed.iter().filter(|one| one.key.starts_with(RELEASES)) {
        // A list that cannot be read is of no use, and goes when its time comes.
        let got = bucket.get(&one.key).await?;
        releases.extend(got.and_then(|got| serde_json::from_slice::<Manifest>(&got.bytes).ok()));
    }
    Ok(Found {
        listed,
        state: state(bucket).await?,
        releases,
        routes: cdn.routes().await?,
    })
}

async fn state<B: Bucket>(bucket: &B) -> Result<State, Failure> {
    let Some(got) = bucket.get(STATE).await? else {
        return Ok(State::default());
    };
    serde_json::from_slice(&got.bytes)
        .map_err(|error| Failure::new(format!("{STATE} cannot be read: {error}")))
}

impl Found {
    /// The release of this name.
    pub fn release(&self, name: &str) -> Option<&Manifest> {
        self.releases.iter().find(|one| one.release == *name)
    }

    /// The release that visitors see, if its list can be read.
    pub fn live(&self) -> Option<&Manifest> {
        self.release(self.state.live.as_deref()?)
    }

    /// The release `name`, or else the one before the live one; everything of it is there.
    ///
    /// # Errors
    /// When there is no such release, or not all of it.
    pub fn earlier(&self, name: Option<&str>) -> Result<&Manifest, Error> {
        let Some(name) = name else {
            let state = &self.state;
            let current = state.going_live.as_deref().or(state.live.as_deref());
            let current = current.unwrap_or_default();
            let mut before = self.releases.iter().rev();
            let before = before.find(|one| one.release.as_str() < current);
            let before = before.ok_or_else(|| Error::NoRelease(format!("before {current}")))?;
            return self.whole(before);
        };
        let named = self.release(name);
        self.whole(named.ok_or_else(|| Error::NoRelease(name.to_owned()))?)
    }

    fn whole<'a>(&self, manifest: &'a Manifest) -> Result<&'a Manifest, Error> {
        let is_there = |key: &str| {
            let found = self
                .listed
                .binary_search_by(|one| one.key.as_str().cmp(key));
            found.is_ok()
        };
        let missing = manifest
            .files
            .iter()
            .find(|(path, entry)| !is_there(&entry.source(path)));
        match missing {
            None => Ok(manifest),
            Some((path, _)) => Err(Error::Incomplete {
                release: manifest.release.clone(),
                missing: path.clone(),
            }),
        }
    }

    /// What is to be done so that `wanted` is live.
    pub fn plan(&self, wanted: &Manifest, options: &Options) -> Plan {
        let is_new = self.release(&wanted.release).is_none();
        let skipped = (self.releases.len() + usize::from(is_new)).saturating_sub(options.keep);
        let kept: Vec<Manifest> = self
            .releases
            .iter()
            .enumerate()
            .filter(|(at, one)| {
                *at >= skipped
                    || Some(&one.release) == self.state.live.as_ref()
                    || one.release == wanted.release
            })
            .map(|(_, one)| one.clone())
            .collect();
        plan(Given {
            wanted,
            listed: &self.listed,
            state: &self.state,
            live: self.live(),
            kept: &kept,
            routes: self.routes.as_ref(),
            grace: options.grace,
            now: (options.clock)(),
        })
    }
}
