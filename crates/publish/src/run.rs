//! Doing it: publish, go back, list.

use std::collections::BTreeMap;

use futures_util::stream::{self, StreamExt};
use jiff::{SignedDuration, Timestamp};

use crate::lock::Lock;
use crate::plan::{Given, Plan, encoded, plan};
use crate::ports::{Bucket, Cdn, Failure, Listed, Live, Object, Put, ROUTES_AT_ONCE, When};
use crate::release::{Entry, Manifest, RELEASES, STATE, Site, State, hex, manifest_key};
use crate::story;

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
    /// Whether an address that is live may answer nothing afterwards, as on a stack that shows one draft after the other.
    pub may_vanish: bool,
    /// The time.
    pub clock: fn() -> Timestamp,
}

/// It did not work. What is live is whole all the same.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The outside failed.
    #[error(transparent)]
    Outside(#[from] Failure),
    /// Another run is at it.
    #[error(
        "{owner} is publishing, since {since}; try again when that is done, or after {until} if it died"
    )]
    Locked {
        /// Who.
        owner: String,
        /// Since when.
        since: Timestamp,
        /// When it is taken to be dead.
        until: Timestamp,
    },
    /// This run was silent for so long that another one took over.
    #[error("another run has taken over; this one stops")]
    LockLost,
    /// Somebody else published after the plan was shown.
    #[error("the site was published by somebody else in the meantime; look at the plan again")]
    Overtaken,
    /// The person said no.
    #[error("not published")]
    Declined,
    /// The live site's headers would make browsers refuse parts of the pages.
    #[error(
        "the live site's Content-Security-Policy of {address} is not the one that the page needs"
    )]
    Policy {
        /// The page.
        address: String,
        /// What is live.
        live: String,
        /// What is needed.
        needed: String,
    },
    /// Addresses that are live would answer nothing.
    #[error("addresses that are live now would answer nothing: {}", .0.join(", "))]
    Vanished(Vec<String>),
    /// There is no such release.
    #[error("there is no release {0}")]
    NoRelease(String),
    /// Something of a release is no longer there.
    #[error("the release {release} is not whole any more: {missing} is gone")]
    Incomplete {
        /// The release.
        release: String,
        /// What is missing.
        missing: String,
    },
    /// Visitors do not get what was published.
    #[error("published, but the live site does not show it yet: {}", .0.join(", "))]
    NotSeen(Vec<String>),
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

/// What there is.
struct Found {
    listed: Vec<Listed>,
    state: State,
    releases: Vec<Manifest>,
    routes: Option<BTreeMap<String, String>>,
}

/// Where contents come from.
enum Contents<'a> {
    Site(&'a Site),
    /// Their copies in the bucket.
    Copies(&'a Manifest),
}

/// At most this many changed pages are compared word by word, and fetched afterwards.
const MOST_COMPARED: usize = 200;

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
    let now = (options.clock)();
    let mut wanted = Manifest::new(site, now);
    let current = found
        .state
        .live
        .as_ref()
        .and_then(|name| found.release(name));
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
    carry_out(
        bucket,
        cdn,
        live,
        &found,
        &wanted,
        &Contents::Site(site),
        options,
        ask,
    )
    .await
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
    let current = found
        .state
        .going_live
        .as_deref()
        .or(found.state.live.as_deref())
        .unwrap_or_default();
    let wanted = match to {
        Some(name) => found
            .release(name)
            .ok_or_else(|| Error::NoRelease(name.to_owned()))?,
        None => found
            .releases
            .iter()
            .rev()
            .find(|one| one.release.as_str() < current)
            .ok_or_else(|| Error::NoRelease(format!("before {current}")))?,
    };
    let wanted = wanted.clone();
    for (path, entry) in &wanted.files {
        let key = entry.copy().unwrap_or_else(|| path.clone());
        if found
            .listed
            .binary_search_by(|one| one.key.as_str().cmp(&key))
            .is_err()
        {
            return Err(Error::Incomplete {
                release: wanted.release,
                missing: path.clone(),
            });
        }
    }
    carry_out(
        bucket,
        cdn,
        live,
        &found,
        &wanted,
        &Contents::Copies(&wanted),
        options,
        ask,
    )
    .await
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

async fn find<B: Bucket, C: Cdn>(bucket: &B, cdn: &C) -> Result<Found, Failure> {
    let mut listed = bucket.list().await?;
    listed.sort_by(|a, b| a.key.cmp(&b.key));
    let keys: Vec<String> = listed
        .iter()
        .map(|one| &one.key)
        .filter(|key| key.starts_with(RELEASES))
        .cloned()
        .collect();
    let mut releases = Vec::new();
    for key in keys {
        // A list that cannot be read is of no use, and goes when its time comes.
        let got = bucket.get(&key).await?;
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
        .map_err(|error| Failure(format!("{STATE} cannot be read: {error}")))
}

impl Found {
    fn release(&self, name: &str) -> Option<&Manifest> {
        self.releases.iter().find(|one| one.release == *name)
    }

    fn plan(&self, wanted: &Manifest, options: &Options) -> Plan {
        let live = self.state.live.as_ref().and_then(|name| self.release(name));
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
            live,
            kept: &kept,
            routes: self.routes.as_ref(),
            grace: options.grace,
            now: (options.clock)(),
        })
    }
}

#[expect(
    clippy::too_many_arguments,
    reason = "the three ports, what is there, what is wanted, and how"
)]
async fn carry_out<B: Bucket, C: Cdn, L: Live>(
    bucket: &B,
    cdn: &C,
    live: Option<&L>,
    found: &Found,
    wanted: &Manifest,
    contents: &Contents<'_>,
    options: &Options,
    ask: impl FnOnce(&Plan, &str) -> bool,
) -> Result<Outcome, Error> {
    let shown = found.plan(wanted, options);
    if shown.is_empty() {
        return Ok(Outcome::Nothing);
    }
    if let Some(live) = live {
        check_policies(live, wanted).await?;
    }
    let compared = compare(bucket, contents, &shown).await?;
    if !ask(
        &shown,
        &story::tell(&shown, wanted, &compared, options.grace),
    ) {
        return Err(Error::Declined);
    }
    let mut lock = Lock::take(bucket, &options.owner, (options.clock)()).await?;
    let done = under_lock(
        bucket, cdn, live, found, wanted, contents, options, &mut lock,
    )
    .await;
    // Whoever lost it has nothing to give back.
    let released = lock.release(bucket).await;
    let outcome = done?;
    released?;
    Ok(outcome)
}

#[expect(
    clippy::too_many_arguments,
    reason = "the three ports, what is there, what is wanted, and how"
)]
async fn under_lock<B: Bucket, C: Cdn, L: Live>(
    bucket: &B,
    cdn: &C,
    live: Option<&L>,
    before: &Found,
    wanted: &Manifest,
    contents: &Contents<'_>,
    options: &Options,
    lock: &mut Lock,
) -> Result<Outcome, Error> {
    // What was looked at without the lock may be over.
    let found = find(bucket, cdn).await?;
    if found.state.live != before.state.live || found.state.going_live != before.state.going_live {
        return Err(Error::Overtaken);
    }
    let plan = found.plan(wanted, options);

    put_all(
        bucket,
        &plan.assets,
        wanted,
        contents,
        options,
        lock,
        |path, _| path.to_owned(),
    )
    .await?;
    let copied: Vec<String> = plan.copies.values().cloned().collect();
    put_all(
        bucket,
        &copied,
        wanted,
        contents,
        options,
        lock,
        |path, entry| entry.copy().unwrap_or_else(|| path.to_owned()),
    )
    .await?;
    if plan.is_release {
        write_json(bucket, &manifest_key(&wanted.release), wanted).await?;
    }
    let mut state = State {
        live: found.state.live.clone(),
        going_live: Some(wanted.release.clone()),
        invalid: plan.invalid.clone(),
        out_of_use: plan.out_of_use.clone(),
    };
    // What is about to be deleted stays due, should this run end before it is.
    for key in &plan.deleted {
        let since = found
            .state
            .out_of_use
            .get(key)
            .copied()
            .unwrap_or_else(|| (options.clock)() - options.grace);
        state.out_of_use.insert(key.clone(), since);
    }
    write_json(bucket, STATE, &state).await?;

    let (entries, pages): (Vec<String>, Vec<String>) = plan
        .changed
        .iter()
        .cloned()
        .partition(|path| path == "index.html" || !path.ends_with(".html"));
    let (new_files, new_pages): (Vec<String>, Vec<String>) = plan
        .new
        .iter()
        .cloned()
        .partition(|path| path == "index.html" || !path.ends_with(".html"));
    let (start, lists): (Vec<String>, Vec<String>) =
        entries.into_iter().partition(|path| path == "index.html");
    let (new_start, new_files): (Vec<String>, Vec<String>) =
        new_files.into_iter().partition(|path| path == "index.html");
    for paths in [new_files, new_pages, pages, new_start, start, lists] {
        put_all(
            bucket,
            &paths,
            wanted,
            contents,
            options,
            lock,
            |path, _| path.to_owned(),
        )
        .await?;
    }
    lock.beat(bucket, (options.clock)()).await?;
    if !plan.routes.is_empty() || !plan.routes_removed.is_empty() {
        change_routes(bucket, cdn, &plan, options, lock).await?;
    }
    if !plan.invalid.is_empty() {
        cdn.invalidate(
            &plan.invalid,
            &reference(&wanted.release, options, &plan.invalid),
        )
        .await?;
    }
    state.live = Some(wanted.release.clone());
    state.going_live = None;
    state.invalid = Vec::new();
    write_json(bucket, STATE, &state).await?;

    let verified = match live {
        Some(live) => {
            let verified = verify(bucket, live, wanted, &plan, options, lock).await?;
            // A page that is new could not be asked before.
            check_policies(live, wanted).await?;
            verified
        }
        None => 0,
    };
    if !plan.deleted.is_empty() {
        delete_all(bucket, &plan, options, lock).await?;
        if !plan.invalid_deleted.is_empty() {
            cdn.invalidate(
                &plan.invalid_deleted,
                &reference(&wanted.release, options, &plan.invalid_deleted),
            )
            .await?;
        }
        state.out_of_use.clone_from(&plan.out_of_use);
        write_json(bucket, STATE, &state).await?;
    }
    Ok(Outcome::Live {
        release: wanted.release.clone(),
        verified,
        plan: Box::new(plan),
    })
}

/// No two requests have the same reference: CloudFront does nothing for one that it has seen (API reference,
/// `InvalidationBatch`), and a release that comes back after a rollback asks for the same addresses again. The client repeats
/// a request that failed with the reference it had.
fn reference(release: &str, options: &Options, paths: &[String]) -> String {
    use sha2::{Digest, Sha256};
    format!(
        "{release}-{}-{}",
        (options.clock)().as_microsecond(),
        &hex(&Sha256::digest(paths.join("\n").as_bytes()))[..16]
    )
}

/// Changes the table in the portions that it takes, with a sign of life between them.
async fn change_routes<B: Bucket, C: Cdn>(
    bucket: &B,
    cdn: &C,
    plan: &Plan,
    options: &Options,
    lock: &mut Lock,
) -> Result<(), Error> {
    let set = plan.routes.iter().map(|(key, value)| (key, Some(value)));
    let removed = plan.routes_removed.iter().map(|key| (key, None));
    let changes: Vec<(&String, Option<&String>)> = set.chain(removed).collect();
    for portion in changes.chunks(ROUTES_AT_ONCE) {
        lock.beat(bucket, (options.clock)()).await?;
        let mut set = BTreeMap::new();
        let mut removed = Vec::new();
        for (key, value) in portion {
            match value {
                Some(value) => drop(set.insert((*key).clone(), (*value).clone())),
                None => removed.push((*key).clone()),
            }
        }
        cdn.change_routes(&set, &removed).await?;
    }
    Ok(())
}

async fn put_all<B: Bucket>(
    bucket: &B,
    paths: &[String],
    wanted: &Manifest,
    contents: &Contents<'_>,
    options: &Options,
    lock: &mut Lock,
    key: impl Fn(&str, &Entry) -> String,
) -> Result<(), Error> {
    let puts = paths.iter().filter_map(|path| {
        let entry = wanted.files.get(path)?;
        Some(put(bucket, contents, path, entry, key(path, entry)))
    });
    alive(bucket, puts, options, lock).await
}

/// Does it all, some of it at a time, with signs of life: files may be many, and each may be large.
async fn alive<B: Bucket>(
    bucket: &B,
    tasks: impl IntoIterator<Item = impl Future<Output = Result<(), Failure>>>,
    options: &Options,
    lock: &mut Lock,
) -> Result<(), Error> {
    lock.beat(bucket, (options.clock)()).await?;
    let mut tasks = std::pin::pin!(stream::iter(tasks).buffer_unordered(options.parallel));
    while let Some(done) = tasks.next().await {
        done?;
        lock.beat(bucket, (options.clock)()).await?;
    }
    Ok(())
}

async fn put<B: Bucket>(
    bucket: &B,
    contents: &Contents<'_>,
    path: &str,
    entry: &Entry,
    key: String,
) -> Result<(), Failure> {
    let Entry {
        media_type,
        cache_control,
        ..
    } = entry;
    let read;
    let bytes = match contents {
        Contents::Site(site) => site.files.get(path).map(|file| file.bytes.as_slice()),
        Contents::Copies(_) => {
            read = content(bucket, contents, path).await?;
            read.as_deref()
        }
    };
    let bytes = bytes.ok_or_else(|| Failure(format!("the content of {path} is gone")))?;
    bucket
        .put(
            &key,
            Object {
                bytes,
                media_type,
                cache_control,
            },
            When::Always,
        )
        .await
        .and_then(|done| written(&key, &done))
}

/// Whether a write that has no condition took place.
fn written(key: &str, done: &Put) -> Result<(), Failure> {
    match done {
        Put::Written(_) => Ok(()),
        Put::Refused => Err(Failure(format!(
            "{key} was not written: the bucket refused it"
        ))),
    }
}

/// The content that a path is to have.
async fn content<B: Bucket>(
    bucket: &B,
    contents: &Contents<'_>,
    path: &str,
) -> Result<Option<Vec<u8>>, Failure> {
    match contents {
        Contents::Site(site) => Ok(site.files.get(path).map(|file| file.bytes.clone())),
        Contents::Copies(manifest) => {
            let Some(entry) = manifest.files.get(path) else {
                return Ok(None);
            };
            let key = entry.copy().unwrap_or_else(|| path.to_owned());
            Ok(bucket.get(&key).await?.map(|got| got.bytes))
        }
    }
}

async fn write_json<B: Bucket, T: serde::Serialize>(
    bucket: &B,
    key: &str,
    value: &T,
) -> Result<(), Failure> {
    let bytes = serde_json::to_vec_pretty(value).map_err(|error| Failure(error.to_string()))?;
    let object = Object {
        bytes: &bytes,
        media_type: "application/json",
        cache_control: "no-store",
    };
    let done = bucket.put(key, object, When::Always).await?;
    written(key, &done)
}

async fn delete_all<B: Bucket>(
    bucket: &B,
    plan: &Plan,
    options: &Options,
    lock: &mut Lock,
) -> Result<(), Error> {
    let deletions = plan.deleted.iter().map(|key| bucket.delete(key));
    alive(bucket, deletions, options, lock).await
}

/// Pages before and after, for the ones that change.
async fn compare<B: Bucket>(
    bucket: &B,
    contents: &Contents<'_>,
    plan: &Plan,
) -> Result<BTreeMap<String, (String, String)>, Failure> {
    let pages: Vec<&String> = plan
        .changed
        .iter()
        .filter(|path| path.ends_with(".html"))
        .take(MOST_COMPARED)
        .collect();
    let mut compared = BTreeMap::new();
    for path in pages {
        let before = bucket
            .get(path)
            .await?
            .map(|got| got.bytes)
            .unwrap_or_default();
        let after = content(bucket, contents, path).await?.unwrap_or_default();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        compared.insert(path.clone(), (text(&before), text(&after)));
    }
    Ok(compared)
}

/// Whether browsers would take the pages with the headers that are live. What is not live yet has none to compare; only the
/// start page's headers are those of every page, there or not.
async fn check_policies<L: Live>(live: &L, wanted: &Manifest) -> Result<(), Error> {
    for (address, needed) in &wanted.policies {
        let Ok(fetched) = live.fetch(&encoded(address)).await else {
            continue;
        };
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

/// Fetches what was written, as a visitor does; the CDN gets some time to notice.
async fn verify<B: Bucket, L: Live>(
    bucket: &B,
    live: &L,
    wanted: &Manifest,
    plan: &Plan,
    options: &Options,
    lock: &mut Lock,
) -> Result<usize, Error> {
    let mut open: Vec<(&str, String, &str)> = plan
        .new
        .iter()
        .chain(&plan.changed)
        .filter(|path| *path != "404.html")
        .filter_map(|path| {
            let entry = wanted.files.get(path)?;
            Some((
                path.as_str(),
                encoded(&entry.address.clone().unwrap_or_else(|| format!("/{path}"))),
                entry.sha256.as_str(),
            ))
        })
        .take(MOST_COMPARED)
        .collect();
    let all = open.len();
    for look in 0..options.looks {
        if look > 0 {
            live.pause().await;
        }
        lock.beat(bucket, (options.clock)()).await?;
        let checks = open.into_iter().map(|(path, address, sha256)| async move {
            use sha2::{Digest, Sha256};
            let fetched = live.fetch(&address).await.unwrap_or_default();
            let is_right = fetched.status == 200 && hex(&Sha256::digest(&fetched.bytes)) == sha256;
            (!is_right).then_some((path, address, sha256))
        });
        open = stream::iter(checks)
            .buffer_unordered(options.parallel)
            .filter_map(|wrong| async move { wrong })
            .collect()
            .await;
        if open.is_empty() {
            return Ok(all);
        }
    }
    Err(Error::NotSeen(
        open.into_iter().map(|(_, address, _)| address).collect(),
    ))
}
