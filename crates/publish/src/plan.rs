//! The plan of a run: the steps that make the bucket and the CDN match the wanted release.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};

use crate::ports::Listed;
use crate::release::{CONTENTS, Entry, Manifest, PRIVATE, RELEASES, State, manifest_key};

/// The steps of a run. Each list is in the order of execution.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// Files with a fingerprint in their name that are missing or differ.
    pub assets: Vec<String>,
    /// Copies for a rollback that are missing or differ. Maps the key of each copy to the path of a file with the same content.
    pub copies: BTreeMap<String, String>,
    /// New pages and files.
    pub new: Vec<String>,
    /// Pages and files whose content or headers change.
    pub changed: Vec<String>,
    /// Routes to set.
    pub routes: BTreeMap<String, String>,
    /// Routes to remove.
    pub routes_removed: Vec<String>,
    /// Addresses to remove from the CDN's cache.
    pub invalid: Vec<String>,
    /// Addresses to remove from the CDN's cache after the deletions.
    pub invalid_deleted: Vec<String>,
    /// Keys of objects to delete, because they have been out of use for the grace period.
    pub deleted: Vec<String>,
    /// Keys of objects that have been out of use for a shorter time, each with the time since when.
    pub out_of_use: BTreeMap<String, Timestamp>,
    /// Whether the run makes another release live, or completes an interrupted run that began to.
    pub is_release: bool,
}

/// Input of a plan.
#[derive(Debug, Clone, Copy)]
pub struct PlanInput<'a> {
    /// The release that becomes live.
    pub wanted: &'a Manifest,
    /// All objects of the bucket.
    pub listed: &'a [Listed],
    /// The state that the last run recorded.
    pub state: &'a State,
    /// The live release.
    pub live: Option<&'a Manifest>,
    /// Releases kept for a rollback, including the live one and the wanted one.
    pub kept: &'a [&'a Manifest],
    /// The CDN's route table, if it has one.
    pub routes: Option<&'a BTreeMap<String, String>>,
    /// Time for which an object must have been out of use before it is deleted.
    pub grace: SignedDuration,
    /// The current time.
    pub now: Timestamp,
}

/// Maximum number of addresses that are invalidated individually. Beyond that, invalidating the whole site is cheaper and faster.
const MOST_INVALID: usize = 1_000;

impl Plan {
    /// Returns whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        !self.is_release
            && self.assets.is_empty()
            && self.copies.is_empty()
            && self.new.is_empty()
            && self.changed.is_empty()
            && self.routes.is_empty()
            && self.routes_removed.is_empty()
            && self.deleted.is_empty()
    }

    /// Returns the paths of the files that visitors see, in groups. Each group is uploaded completely before the next one begins:
    /// new files, which pages may refer to; new pages, which changed pages may link to; changed pages; the start page, if new; the
    /// start page, if changed; changed files, which may list pages.
    pub fn visible(&self) -> [Vec<&str>; 6] {
        [
            paths_of_kind(&self.new, FileKind::File),
            paths_of_kind(&self.new, FileKind::Page),
            paths_of_kind(&self.changed, FileKind::Page),
            paths_of_kind(&self.new, FileKind::Start),
            paths_of_kind(&self.changed, FileKind::Start),
            paths_of_kind(&self.changed, FileKind::File),
        ]
    }
}

/// Creates the plan of a run.
pub fn plan(input: PlanInput<'_>) -> Plan {
    let PlanInput {
        wanted,
        listed,
        live,
        ..
    } = input;
    let existing: BTreeMap<&str, &Listed> =
        listed.iter().map(|one| (one.key.as_str(), one)).collect();
    let mut plan = Plan {
        is_release: input.state.going_live.is_some()
            || live.is_none_or(|live| !live.is_same_site(wanted)),
        ..Plan::default()
    };
    for (path, entry) in &wanted.files {
        if let Some(copy) = entry.copy()
            && existing
                .get(copy.as_str())
                .is_none_or(|one| one.tag != entry.md5)
        {
            plan.copies.insert(copy, path.clone());
        }
        match existing.get(path.as_str()) {
            Some(one) if is_same(one, path, entry, input) => {}
            _ if entry.is_fingerprinted => plan.assets.push(path.clone()),
            None => plan.new.push(path.clone()),
            Some(_) => plan.changed.push(path.clone()),
        }
    }
    for paths in [&mut plan.new, &mut plan.changed] {
        paths.sort_by(|a, b| (FileKind::of(a), a).cmp(&(FileKind::of(b), b)));
    }
    if let Some(routes) = input.routes {
        let is_other = |(key, value): &(&String, &String)| routes.get(*key) != Some(*value);
        plan.routes = wanted
            .routes
            .iter()
            .filter(is_other)
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        plan.routes_removed = routes
            .keys()
            .filter(|key| !wanted.routes.contains_key(*key))
            .cloned()
            .collect();
    }
    plan_deletions(&mut plan, input);
    let written: Vec<&String> = plan.new.iter().chain(&plan.changed).collect();
    plan.invalid = invalid(&written, input, &input.state.invalid);
    let gone: Vec<&String> = plan
        .deleted
        .iter()
        .filter(|key| !key.starts_with(PRIVATE))
        .collect();
    plan.invalid_deleted = invalid(&gone, input, &[]);
    plan
}

fn paths_of_kind(paths: &[String], kind: FileKind) -> Vec<&str> {
    let paths = paths.iter().map(String::as_str);
    paths.filter(|path| FileKind::of(path) == kind).collect()
}

/// Returns whether an object has the wanted content, judging by its entity tag, and was written with the wanted headers.
fn is_same(one: &Listed, path: &str, entry: &Entry, input: PlanInput<'_>) -> bool {
    let headers = |known: &Entry| {
        known.media_type == entry.media_type && known.cache_control == entry.cache_control
    };
    let written = input.live.and_then(|live| live.files.get(path));
    // It is not known which objects an interrupted run has written, but their headers are the wanted or the live ones.
    one.tag == entry.md5 && written.is_none_or(headers)
}

/// Kind of a file, which determines the order of uploads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum FileKind {
    Page,
    Start,
    /// Anything else, such as a feed, a sitemap, or a picture.
    File,
}

impl FileKind {
    fn of(path: &str) -> Self {
        match path {
            "index.html" => Self::Start,
            _ if path.ends_with(".html") => Self::Page,
            _ => Self::File,
        }
    }
}

/// Adds the objects that are out of use to the plan: to `deleted` if the grace period is over, otherwise to `out_of_use`.
fn plan_deletions(plan: &mut Plan, input: PlanInput<'_>) {
    let mut used: BTreeSet<String> = input.wanted.files.keys().cloned().collect();
    for manifest in input.kept {
        used.insert(manifest_key(&manifest.release));
        // A rollback needs these objects.
        let sources = manifest.files.iter();
        used.extend(sources.map(|(path, entry)| entry.source(path)));
    }
    for one in input.listed {
        let is_private = one.key.starts_with(PRIVATE);
        let may_go = !is_private || one.key.starts_with(CONTENTS) || one.key.starts_with(RELEASES);
        if !may_go || used.contains(&one.key) {
            continue;
        }
        let since = input
            .state
            .out_of_use
            .get(&one.key)
            .copied()
            .unwrap_or(input.now);
        if input.now.duration_since(since) >= input.grace {
            plan.deleted.push(one.key.clone());
        } else {
            plan.out_of_use.insert(one.key.clone(), since);
        }
    }
}

/// Returns the addresses to invalidate: for each file, its own path and the address that visitors use, because the cache may
/// contain either. `before` contains addresses that an interrupted run did not invalidate.
fn invalid(files: &[&String], input: PlanInput<'_>, before: &[String]) -> Vec<String> {
    let mut paths: BTreeSet<String> = before.iter().cloned().collect();
    let address = |path: &str| {
        let find = |manifest: &Manifest| {
            manifest
                .files
                .get(path)
                .and_then(|entry| entry.address.clone())
        };
        find(input.wanted).or_else(|| input.live.and_then(find))
    };
    for path in files {
        paths.insert(format!("/{}", encoded(path)));
        paths.extend(address(path).map(|address| encoded(&address)));
    }
    if paths.len() > MOST_INVALID || paths.contains("/*") {
        return vec!["/*".to_owned()];
    }
    paths.into_iter().collect()
}

/// Percent-encodes a path (RFC 3986, section 3.3) in the same way as the links of pages and browsers do, so that the CDN
/// invalidates exactly the addresses that are requested.
pub fn encoded(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~@!$(),=".contains(&byte);
    path.bytes()
        .map(|byte| match byte {
            byte if plain(byte) => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}
