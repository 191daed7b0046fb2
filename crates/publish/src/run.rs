//! Publishes a site, and rolls back to an earlier release.

use std::collections::BTreeMap;

use jiff::Timestamp;
use sha2::{Digest, Sha256};

use crate::contents::Contents;
use crate::error::Error;
use crate::forms::check_forms;
use crate::locked_bucket::LockedBucket;
use crate::options::Options;
use crate::plan::Plan;
use crate::ports::{Bucket, Cdn, Condition, Failure, Live, Object, ROUTES_AT_ONCE, RouteTable};
use crate::release::{Manifest, STATE, Site, State, hex, manifest_key};
use crate::snapshot::{Snapshot, take_snapshot};
use crate::summary::{Summary, summary};
use crate::visible::{check_policies, compare, verify};

/// Result of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// There was nothing to do.
    Nothing,
    /// A release is live.
    Live {
        /// The release's name.
        release: String,
        /// Number of addresses that were fetched and found to show the published version.
        verified: usize,
        /// The plan that was executed.
        plan: Box<Plan>,
    },
}

/// Publishes `site`. `ask` receives the plan and its summary, and returns whether to go on. `live` is checked before and after.
pub async fn publish<B: Bucket, C: Cdn, L: Live>(
    bucket: &B,
    cdn: &C,
    live: Option<&L>,
    site: &Site,
    options: &Options,
    ask: impl FnOnce(&Plan, &Summary) -> bool,
) -> Result<Outcome, Error> {
    let snapshot = take_snapshot(bucket, cdn).await?;
    let now = snapshot.at;
    let mut wanted = Manifest::new(site, now);
    let current = snapshot.live();
    let vanished = current.map(|live| site.vanished(live)).unwrap_or_default();
    if !options.may_vanish {
        if !vanished.is_empty() {
            return Err(Error::Vanished(vanished));
        }
        if let (None, Some(release)) = (current, &snapshot.state.live) {
            return Err(Error::Unrecorded(release.clone()));
        }
    }
    // If the site has not changed, its release keeps its name, so that an interrupted run is completed instead of started anew.
    if let Some(known) = current
        .into_iter()
        .chain(snapshot.releases.last())
        .find(|known| known.is_same_site(&wanted))
    {
        wanted.release.clone_from(&known.release);
    } else if let Some(last) = snapshot.releases.last() {
        wanted.come_after(last);
    }
    let run = Run {
        bucket,
        cdn,
        live,
        options,
        now,
        wanted: &wanted,
        contents: Contents::Site(site),
    };
    run.carry_out(&snapshot, ask).await
}

/// Rolls back to the release `to` or, without a name, to the release before the live one. `ask` and `live` are used as in
/// [`publish`].
pub async fn rollback<B: Bucket, C: Cdn, L: Live>(
    bucket: &B,
    cdn: &C,
    live: Option<&L>,
    to: Option<&str>,
    options: &Options,
    ask: impl FnOnce(&Plan, &Summary) -> bool,
) -> Result<Outcome, Error> {
    let snapshot = take_snapshot(bucket, cdn).await?;
    let wanted = snapshot.earlier(to)?;
    let run = Run {
        bucket,
        cdn,
        live,
        options,
        now: snapshot.at,
        wanted,
        contents: Contents::Copies(wanted),
    };
    run.carry_out(&snapshot, ask).await
}

/// A run: the release to make live, the three ports, and the settings.
struct Run<'a, B, C, L> {
    bucket: &'a B,
    cdn: &'a C,
    live: Option<&'a L>,
    options: &'a Options,
    /// Time at which the run began, by the bucket's clock. The plan is always computed for this time, so the executed plan is the one
    /// that was shown.
    now: Timestamp,
    wanted: &'a Manifest,
    contents: Contents<'a>,
}

impl<B: Bucket, C: Cdn, L: Live> Run<'_, B, C, L> {
    async fn carry_out(
        &self,
        snapshot: &Snapshot,
        ask: impl FnOnce(&Plan, &Summary) -> bool,
    ) -> Result<Outcome, Error> {
        let plan = snapshot.plan(self.wanted, self.options, self.now);
        if plan.is_empty() {
            return Ok(Outcome::Nothing);
        }
        if let Some(live) = self.live {
            check_policies(live, self.wanted).await?;
            check_forms(live, self.wanted, self.options).await?;
        }
        let compared = compare(self.bucket, self.contents, &plan).await?;
        let text = summary(&plan, self.wanted, &compared, self.options.grace);
        if !ask(&plan, &text) {
            return Err(Error::Declined);
        }
        let locked = LockedBucket::take(self.bucket, self.options).await?;
        let done = self.under_lock(&locked, snapshot, plan).await;
        let released = locked.release().await;
        let outcome = done?;
        released?;
        Ok(outcome)
    }

    async fn under_lock(
        &self,
        locked: &LockedBucket<'_, B>,
        before: &Snapshot,
        plan: Plan,
    ) -> Result<Outcome, Error> {
        // Only the plan that was shown is carried out. Somebody else may have published before this run took the lock.
        let snapshot = take_snapshot(self.bucket, self.cdn).await?;
        if snapshot.state.live != before.state.live
            || snapshot.state.going_live != before.state.going_live
            || snapshot.plan(self.wanted, self.options, self.now) != plan
        {
            return Err(Error::Overtaken);
        }
        self.upload_unseen(locked, &snapshot, &plan).await?;
        let mut state = self.going_live(&snapshot.state, &plan);
        let unchanged = snapshot.unchanged(STATE);
        let tag = locked.put_json(STATE, &state, unchanged).await?;
        for paths in plan.visible() {
            let files = paths.into_iter().map(|path| (path, path));
            self.upload(locked, &snapshot, files).await?;
        }
        if let Some(table) = &snapshot.routes {
            self.change_routes(locked, table, &plan).await?;
        }
        self.invalidate(locked, &plan.invalid).await?;
        state.live = state.going_live.take();
        state.invalid = Vec::new();
        let tag = locked
            .put_json(STATE, &state, Condition::Tagged(tag))
            .await?;

        let verified = match self.live {
            Some(live) => {
                let verified = verify(locked, live, self.wanted, &plan, self.options).await?;
                // New pages could not be fetched before.
                check_policies(live, self.wanted).await?;
                verified
            }
            None => 0,
        };
        if !plan.deleted.is_empty() {
            let deletions = plan
                .deleted
                .iter()
                .filter_map(|key| Some(locked.delete(key, snapshot.tag(key)?)));
            locked.all(deletions).await?;
            self.invalidate(locked, &plan.invalid_deleted).await?;
            state.out_of_use.clone_from(&plan.out_of_use);
            locked
                .put_json(STATE, &state, Condition::Tagged(tag))
                .await?;
        }
        Ok(Outcome::Live {
            release: self.wanted.release.clone(),
            verified,
            plan: Box::new(plan),
        })
    }

    /// Uploads the fingerprinted files and copies, to which no live page refers yet, and the release's manifest.
    async fn upload_unseen(
        &self,
        locked: &LockedBucket<'_, B>,
        snapshot: &Snapshot,
        plan: &Plan,
    ) -> Result<(), Error> {
        let assets = plan.assets.iter().map(String::as_str);
        let assets = assets.map(|path| (path, path));
        self.upload(locked, snapshot, assets).await?;
        let copies = plan.copies.iter();
        let copies = copies.map(|(key, path)| (key.as_str(), path.as_str()));
        self.upload(locked, snapshot, copies).await?;
        if plan.is_release {
            let key = manifest_key(&self.wanted.release);
            let unchanged = snapshot.unchanged(&key);
            locked.put_json(&key, self.wanted, unchanged).await?;
        }
        Ok(())
    }

    /// Uploads files, each given by its key and its path. Returns an error if the content of a file is missing, if the lock was
    /// lost, or if another program has changed an object.
    async fn upload<'k>(
        &self,
        locked: &LockedBucket<'_, B>,
        snapshot: &Snapshot,
        files: impl IntoIterator<Item = (&'k str, &'k str)>,
    ) -> Result<(), Error> {
        let files = files.into_iter().filter_map(|(key, path)| {
            let entry = self.wanted.files.get(path)?;
            Some(async move {
                let bytes = self.contents.read(self.bucket, path).await?;
                let bytes =
                    bytes.ok_or_else(|| Failure::new(format!("the content of {path} is gone")))?;
                let object = Object {
                    bytes: &bytes,
                    media_type: &entry.media_type,
                    cache_control: &entry.cache_control,
                };
                locked.put(key, object, snapshot.unchanged(key)).await
            })
        });
        locked.all(files).await.map(drop)
    }

    /// Returns the state to record while pages of two releases are live.
    fn going_live(&self, before: &State, plan: &Plan) -> State {
        let mut state = State {
            live: before.live.clone(),
            going_live: Some(self.wanted.release.clone()),
            invalid: plan.invalid.clone(),
            out_of_use: plan.out_of_use.clone(),
        };
        // If this run is interrupted before it deletes these objects, they stay due for deletion.
        let due = self.now - self.options.grace;
        for key in &plan.deleted {
            let since = before.out_of_use.get(key).copied().unwrap_or(due);
            state.out_of_use.insert(key.clone(), since);
        }
        state
    }

    /// Changes the route table, in requests of at most [`ROUTES_AT_ONCE`] routes.
    async fn change_routes(
        &self,
        locked: &LockedBucket<'_, B>,
        table: &RouteTable,
        plan: &Plan,
    ) -> Result<(), Error> {
        let set = plan.routes.iter().map(|(key, value)| (key, Some(value)));
        let removed = plan.routes_removed.iter().map(|key| (key, None));
        let changes: Vec<(&String, Option<&String>)> = set.chain(removed).collect();
        let mut tag = table.tag.clone();
        for portion in changes.chunks(ROUTES_AT_ONCE) {
            let mut set = BTreeMap::new();
            let mut removed = Vec::new();
            for (key, value) in portion {
                match value {
                    Some(value) => drop(set.insert((*key).clone(), (*value).clone())),
                    None => removed.push((*key).clone()),
                }
            }
            tag = locked.change_routes(self.cdn, &tag, &set, &removed).await?;
        }
        Ok(())
    }

    /// Removes `paths` from the CDN's cache, with a reference that no other request has. CloudFront ignores a request whose
    /// reference it has seen (API reference, `InvalidationBatch`), and a release that returns after a rollback invalidates
    /// the same addresses again. A client retries a failed request with the same reference.
    async fn invalidate(
        &self,
        locked: &LockedBucket<'_, B>,
        paths: &[String],
    ) -> Result<(), Error> {
        if paths.is_empty() {
            return Ok(());
        }
        let reference = format!(
            "{}-{}-{}",
            self.wanted.release,
            (self.options.clock)().as_microsecond(),
            &hex(&Sha256::digest(paths.join("\n").as_bytes()))[..16]
        );
        locked.invalidate(self.cdn, paths, &reference).await
    }
}
