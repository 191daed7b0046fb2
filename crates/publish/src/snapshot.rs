//! The state found at the start of a run: the bucket's objects, the records of earlier runs, and the CDN's route table.

use futures_util::{StreamExt as _, TryStreamExt as _, stream, try_join};
use jiff::Timestamp;

use crate::error::Error;
use crate::lock;
use crate::options::Options;
use crate::plan::{Plan, PlanInput, plan};
use crate::ports::{Bucket, Cdn, Condition, Failure, Listed, Listing, RouteTable};
use crate::release::{CONTENTS, Manifest, RELEASES, STATE, State};

/// State found at the start of a run.
pub struct Snapshot {
    /// All objects, sorted by key.
    pub listed: Vec<Listed>,
    /// Time of the listing by the bucket's clock.
    pub at: Timestamp,
    /// The state that the last run recorded.
    pub state: State,
    /// Releases with a readable manifest, oldest first.
    pub releases: Vec<Manifest>,
    /// The CDN's route table, if it has one.
    pub routes: Option<RouteTable>,
}

/// Returns the names of all releases, oldest first, and the name of the live one.
pub async fn releases<B: Bucket>(bucket: &B) -> Result<(Vec<String>, Option<String>), Failure> {
    let listed = list(bucket).await?;
    let names = listed
        .objects
        .iter()
        .filter_map(|one| one.key.strip_prefix(RELEASES)?.strip_suffix(".json"));
    Ok((
        names.map(str::to_owned).collect(),
        read_state(bucket).await?.live,
    ))
}

/// Reads the bucket and the route table. Returns an error if the bucket is not empty and no site was ever published to it.
pub async fn take_snapshot<B: Bucket, C: Cdn>(bucket: &B, cdn: &C) -> Result<Snapshot, Error> {
    let Listing {
        objects: listed,
        at,
    } = list(bucket).await?;
    if !listed.is_empty() && !listed.iter().any(|one| was_written_by_run(&one.key)) {
        return Err(Error::Foreign {
            keys: listed.into_iter().map(|one| one.key).collect(),
        });
    }
    let manifests = listed.iter().filter(|one| one.key.starts_with(RELEASES));
    let manifests = stream::iter(manifests.map(|one| bucket.get(&one.key)));
    let manifests = manifests.buffered(READ_AT_ONCE).try_collect::<Vec<_>>();
    let (manifests, state, routes) = try_join!(manifests, read_state(bucket), cdn.routes())?;
    // An unreadable manifest is ignored, and later deleted like any object that is out of use.
    let releases = manifests.into_iter().flatten();
    let releases = releases.filter_map(|one| serde_json::from_slice(&one.bytes).ok());
    Ok(Snapshot {
        at,
        state,
        releases: releases.collect(),
        routes,
        listed,
    })
}

/// Number of manifests that are read at the same time.
const READ_AT_ONCE: usize = 16;

/// Returns whether the object with this key must have been written by a run of this program.
fn was_written_by_run(key: &str) -> bool {
    [lock::KEY, STATE].contains(&key) || key.starts_with(RELEASES) || key.starts_with(CONTENTS)
}

/// Lists all objects, sorted by key.
async fn list<B: Bucket>(bucket: &B) -> Result<Listing, Failure> {
    let mut listed = bucket.list().await?;
    listed.objects.sort_by(|a, b| a.key.cmp(&b.key));
    Ok(listed)
}

async fn read_state<B: Bucket>(bucket: &B) -> Result<State, Failure> {
    let Some(stored) = bucket.get(STATE).await? else {
        return Ok(State::default());
    };
    serde_json::from_slice(&stored.bytes).map_err(|error| Failure {
        message: format!("{STATE} cannot be read: {error}"),
        help: Some(
            "restore an earlier version of it, which the bucket keeps for 30 days".to_owned(),
        ),
    })
}

impl Snapshot {
    /// Returns the release with this name, if its manifest is readable.
    pub fn release(&self, name: &str) -> Option<&Manifest> {
        self.releases.iter().find(|one| one.release == *name)
    }

    /// Returns the live release, if its manifest is readable.
    pub fn live(&self) -> Option<&Manifest> {
        self.release(self.state.live.as_deref()?)
    }

    /// Returns the entity tag of an object, or `None` if the object does not exist.
    pub fn tag(&self, key: &str) -> Option<&str> {
        let at = self
            .listed
            .binary_search_by(|one| one.key.as_str().cmp(key))
            .ok()?;
        self.listed.get(at).map(|one| one.tag.as_str())
    }

    /// Returns the condition that lets a write of `key` replace only the version that was found.
    pub fn unchanged(&self, key: &str) -> Condition {
        self.tag(key)
            .map_or(Condition::Absent, |tag| Condition::Tagged(tag.to_owned()))
    }

    /// Returns the release `name` or, without a name, the release before the live one, even if going back to it was
    /// interrupted before. Returns an error if this release does not exist or is incomplete.
    pub fn earlier(&self, name: Option<&str>) -> Result<&Manifest, Error> {
        let Some(name) = name else {
            let state = &self.state;
            let current = state.going_live.as_ref().max(state.live.as_ref());
            let current = current.map_or("", String::as_str);
            let mut before = self.releases.iter().rev();
            let before = before.find(|one| one.release.as_str() < current);
            let before = before.ok_or_else(|| Error::NoRelease(format!("before {current}")))?;
            return self.complete(before);
        };
        let named = self.release(name);
        self.complete(named.ok_or_else(|| Error::NoRelease(name.to_owned()))?)
    }

    fn complete<'a>(&self, manifest: &'a Manifest) -> Result<&'a Manifest, Error> {
        let mut files = manifest.files.iter();
        match files.find(|(path, entry)| self.tag(&entry.source(path)).is_none()) {
            None => Ok(manifest),
            Some((path, _)) => Err(Error::Incomplete {
                release: manifest.release.clone(),
                missing: path.clone(),
            }),
        }
    }

    /// Creates the plan of a run that makes `wanted` live.
    pub fn plan(&self, wanted: &Manifest, options: &Options, now: Timestamp) -> Plan {
        let is_new = self.release(&wanted.release).is_none();
        let releases = self.releases.iter().chain(is_new.then_some(wanted));
        let releases: Vec<&Manifest> = releases.collect();
        let skipped = releases.len().saturating_sub(options.keep);
        let is_kept = |(at, one): &(usize, &Manifest)| {
            *at >= skipped
                || Some(&one.release) == self.state.live.as_ref()
                || one.release == wanted.release
        };
        let kept = releases.into_iter().enumerate().filter(is_kept);
        let kept: Vec<&Manifest> = kept.map(|(_, one)| one).collect();
        plan(PlanInput {
            wanted,
            listed: &self.listed,
            state: &self.state,
            live: self.live(),
            kept: &kept,
            routes: self.routes.as_ref().map(|table| &table.routes),
            grace: options.grace,
            now,
        })
    }
}
