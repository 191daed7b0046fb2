//! Doing it: publish, and go back.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use sha2::{Digest, Sha256};

use crate::contents::{Contents, upload};
use crate::error::Error;
use crate::found::{Found, find};
use crate::held::Held;
use crate::plan::Plan;
use crate::ports::{Bucket, Cdn, Live, ROUTES_AT_ONCE};
use crate::release::{Manifest, STATE, Site, State, hex, manifest_key};
use crate::story;
use crate::visible::{check_policies, compare, verify};

/// How publishing is done.
#[derive(Debug, Clone)]
pub struct Options {
    /// Who publishes, for another run to name. No two runs have the same.
    pub owner: String,
    /// How long something has to be out of use before it is deleted.
    pub grace: SignedDuration,
    /// How many releases can be gone back to.
    pub keep: usize,
    /// How many requests are under way at the same time.
    pub parallel: usize,
    /// How often the live site is looked at before it is said to be wrong.
    pub looks: usize,
    /// How long to wait between two looks.
    pub between_looks: Duration,
    /// Whether an address that is live may answer nothing afterwards, as on a stack that shows one draft after the other.
    pub may_vanish: bool,
    /// The time.
    pub clock: fn() -> Timestamp,
    /// Waits for so long.
    pub sleep: fn(Duration) -> BoxFuture<'static, ()>,
}

/// How it ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// There was nothing to do.
    Nothing,
    /// This release is live now.
    Live {
        /// Its name.
        release: String,
        /// How many addresses were fetched and found to be right.
        verified: usize,
        /// What was done.
        plan: Box<Plan>,
    },
}

/// Publishes `site`. `ask` gets the plan and its text and says whether to go on; `live` is looked at before and after.
///
/// # Errors
/// See [`Error`].
pub async fn publish<B: Bucket, C: Cdn, L: Live>(
    bucket: &B,
    cdn: &C,
    live: Option<&L>,
    site: &Site,
    options: &Options,
    ask: impl FnOnce(&Plan, &str) -> bool,
) -> Result<Outcome, Error> {
    let found = find(bucket, cdn).await?;
    let mut wanted = Manifest::new(site, (options.clock)());
    let current = found.live();
    let vanished = current.map(|live| site.vanished(live)).unwrap_or_default();
    if !vanished.is_empty() && !options.may_vanish {
        return Err(Error::Vanished(vanished));
    }
    // The same site keeps its name: an interrupted run is finished, not repeated.
    if let Some(known) = current
        .into_iter()
        .chain(found.releases.last())
        .find(|known| known.is_same_site(&wanted))
    {
        wanted.release.clone_from(&known.release);
    } else if let Some(last) = found.releases.last() {
        wanted.come_after(last);
    }
    let run = Run {
        bucket,
        cdn,
        live,
        options,
        wanted: &wanted,
        contents: Contents::Site(site),
    };
    run.carry_out(&found, ask).await
}

/// Goes back to the release `to`, or to the one before the live one.
///
/// # Errors
/// See [`Error`].
pub async fn rollback<B: Bucket, C: Cdn, L: Live>(
    bucket: &B,
    cdn: &C,
    live: Option<&L>,
    to: Option<&str>,
    options: &Options,
    ask: impl FnOnce(&Plan, &str) -> bool,
) -> Result<Outcome, Error> {
    let found = find(bucket, cdn).await?;
    let wanted = found.earlier(to)?;
    let run = Run {
        bucket,
        cdn,
        live,
        options,
        wanted,
        contents: Contents::Copies(wanted),
    };
    run.carry_out(&found, ask).await
}

/// What is to be live, where, and how.
struct Run<'a, B, C, L> {
    bucket: &'a B,
    cdn: &'a C,
    live: Option<&'a L>,
    options: &'a Options,
    wanted: &'a Manifest,
    contents: Contents<'a>,
}

impl<B: Bucket, C: Cdn, L: Live> Run<'_, B, C, L> {
    async fn carry_out(
        &self,
        found: &Found,
        ask: impl FnOnce(&Plan, &str) -> bool,
    ) -> Result<Outcome, Error> {
        let shown = found.plan(self.wanted, self.options);
        if shown.is_empty() {
            return Ok(Outcome::Nothing);
        }
        if let Some(live) = self.live {
            check_policies(live, self.wanted).await?;
        }
        let compared = compare(self.bucket, self.contents, &shown).await?;
        let text = story::tell(&shown, self.wanted, &compared, self.options.grace);
        if !ask(&shown, &text) {
            return Err(Error::Declined);
        }
        let mut held = Held::take(self.bucket, self.options).await?;
        let done = self.under_lock(&mut held, found).await;
        let released = held.release().await;
        let outcome = done?;
        released?;
        Ok(outcome)
    }

    async fn under_lock(&self, held: &mut Held<'_, B>, before: &Found) -> Result<Outcome, Error> {
        // What was looked at without the lock may be over.
        let found = find(self.bucket, self.cdn).await?;
        if found.state.live != before.state.live
            || found.state.going_live != before.state.going_live
        {
            return Err(Error::Overtaken);
        }
        let plan = found.plan(self.wanted, self.options);
        self.upload_unseen(held, &plan).await?;
        let mut state = self.going_live(&found.state, &plan);
        held.write_json(STATE, &state).await?;
        for paths in plan.visible() {
            upload(held, paths, self.wanted, self.contents, |path, _| {
                path.to_owned()
            })
            .await?;
        }
        self.change_routes(held, &plan).await?;
        self.invalidate(held, &plan.invalid).await?;
        state.live = state.going_live.take();
        state.invalid = Vec::new();
        held.write_json(STATE, &state).await?;

        let verified = match self.live {
            Some(live) => {
                let verified = verify(held, live, self.wanted, &plan, self.options).await?;
                // A page that is new could not be asked before.
                check_policies(live, self.wanted).await?;
                verified
            }
            None => 0,
        };
        if !plan.deleted.is_empty() {
            held.all(plan.deleted.iter().map(|key| self.bucket.delete(key)))
                .await?;
            self.invalidate(held, &plan.invalid_deleted).await?;
            state.out_of_use.clone_from(&plan.out_of_use);
            held.write_json(STATE, &state).await?;
        }
        Ok(Outcome::Live {
            release: self.wanted.release.clone(),
            verified,
            plan: Box::new(plan),
        })
    }

    /// Uploads what no page names yet, and the release's list.
    async fn upload_unseen(&self, held: &mut Held<'_, B>, plan: &Plan) -> Result<(), Error> {
        let assets = plan.assets.iter().map(String::as_str);
        upload(held, assets, self.wanted, self.contents, |path, _| {
            path.to_owned()
        })
        .await?;
        let copied = plan.copies.values().map(String::as_str);
        upload(held, copied, self.wanted, self.contents, |path, entry| {
            entry.source(path)
        })
        .await?;
        if plan.is_release {
            let key = manifest_key(&self.wanted.release);
            held.write_json(&key, self.wanted).await?;
        }
        Ok(())
    }

    /// What is written down while pages of two releases are out.
    fn going_live(&self, before: &State, plan: &Plan) -> State {
        let mut state = State {
            live: before.live.clone(),
            going_live: Some(self.wanted.release.clone()),
            invalid: plan.invalid.clone(),
            out_of_use: plan.out_of_use.clone(),
        };
        // What is about to be deleted stays due, should this run end before it is.
        let due = (self.options.clock)() - self.options.grace;
        for key in &plan.deleted {
            let since = before.out_of_use.get(key).copied().unwrap_or(due);
            state.out_of_use.insert(key.clone(), since);
        }
        state
    }

    /// Changes the table in the portions that it takes, with a sign of life between them.
    async fn change_routes(&self, held: &mut Held<'_, B>, plan: &Plan) -> Result<(), Error> {
        let set = plan.routes.iter().map(|(key, value)| (key, Some(value)));
        let removed = plan.routes_removed.iter().map(|key| (key, None));
        let changes: Vec<(&String, Option<&String>)> = set.chain(removed).collect();
        for portion in changes.chunks(ROUTES_AT_ONCE) {
            held.beat().await?;
            let mut set = BTreeMap::new();
            let mut removed = Vec::new();
            for (key, value) in portion {
                match value {
                    Some(value) => drop(set.insert((*key).clone(), (*value).clone())),
                    None => removed.push((*key).clone()),
                }
            }
            self.cdn.change_routes(&set, &removed).await?;
        }
        Ok(())
    }

    /// Lets the CDN forget `paths`. No two requests have the same reference: CloudFront does nothing for one that it has seen
    /// (API reference, `InvalidationBatch`), and a release that comes back after a rollback asks for the same addresses
    /// again. The client repeats a request that failed with the reference it had.
    async fn invalidate(&self, held: &mut Held<'_, B>, paths: &[String]) -> Result<(), Error> {
        if paths.is_empty() {
            return Ok(());
        }
        held.beat().await?;
        let reference = format!(
            "{}-{}-{}",
            self.wanted.release,
            (self.options.clock)().as_microsecond(),
            &hex(&Sha256::digest(paths.join("\n").as_bytes()))[..16]
        );
        Ok(self.cdn.invalidate(paths, &reference).await?)
    }
}
