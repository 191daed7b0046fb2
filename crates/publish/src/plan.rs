//! What is to be done: a comparison of what there should be with what there is.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};

use crate::ports::Listed;
use crate::release::{CONTENTS, Entry, Manifest, PRIVATE, RELEASES, State};

/// What is to be done, each list in the order in which it is done.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// Files with a fingerprint in their name that are not there yet.
    pub assets: Vec<String>,
    /// Contents that are to be kept for a rollback: keys, and the path that has each.
    pub copies: BTreeMap<String, String>,
    /// Pages and files that are new.
    pub new: Vec<String>,
    /// Pages and files that are other than what is there.
    pub changed: Vec<String>,
    /// Routes to set.
    pub routes: BTreeMap<String, String>,
    /// Routes to remove.
    pub routes_removed: Vec<String>,
    /// Addresses that the CDN is to forget.
    pub invalid: Vec<String>,
    /// Addresses that it is to forget after the deletions.
    pub invalid_deleted: Vec<String>,
    /// What is to be deleted now, having been out of use for the grace period.
    pub deleted: Vec<String>,
    /// What is out of use, but not for the grace period yet, and since when.
    pub out_of_use: BTreeMap<String, Timestamp>,
    /// Whether another release than before is live afterwards.
    pub is_release: bool,
}

/// What a plan is made from.
#[derive(Debug, Clone, Copy)]
pub struct Given<'a> {
    /// What there should be.
    pub wanted: &'a Manifest,
    /// What there is.
    pub listed: &'a [Listed],
    /// What was written down last.
    pub state: &'a State,
    /// The release that is live.
    pub live: Option<&'a Manifest>,
    /// Releases that can be gone back to, the live one and the wanted one included.
    pub kept: &'a [Manifest],
    /// The CDN's table of routes, if it has one.
    pub routes: Option<&'a BTreeMap<String, String>>,
    /// How long something has to be out of use before it is deleted.
    pub grace: SignedDuration,
    /// The time.
    pub now: Timestamp,
}

/// More addresses than this are invalidated as a whole: one is then cheaper and quicker.
const MOST_INVALID: usize = 1_000;

impl Plan {
    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        !self.is_release
            && self.assets.is_empty()
            && self.new.is_empty()
            && self.changed.is_empty()
            && self.routes.is_empty()
            && self.routes_removed.is_empty()
            && self.deleted.is_empty()
    }

    /// What visitors see, in groups of which each is there as a whole before the next begins: new files, which pages may
    /// name; new pages, which changed ones may link to; changed pages; the start page; files that list pages.
    pub fn visible(&self) -> [Vec<&str>; 6] {
        [
            of_kind(&self.new, Kind::File),
            of_kind(&self.new, Kind::Page),
            of_kind(&self.changed, Kind::Page),
            of_kind(&self.new, Kind::Start),
            of_kind(&self.changed, Kind::Start),
            of_kind(&self.changed, Kind::File),
        ]
    }
}

/// Compares.
pub fn plan(given: Given<'_>) -> Plan {
    let Given {
        wanted,
        listed,
        live,
        ..
    } = given;
    let there: BTreeMap<&str, &Listed> = listed.iter().map(|one| (one.key.as_str(), one)).collect();
    let mut plan = Plan {
        is_release: given.state.going_live.is_some()
            || live.is_none_or(|live| !live.is_same_site(wanted)),
        ..Plan::default()
    };
    for (path, entry) in &wanted.files {
        if let Some(copy) = entry
            .copy()
            .filter(|copy| !there.contains_key(copy.as_str()))
        {
            plan.copies.insert(copy, path.clone());
        }
        match there.get(path.as_str()) {
            None if entry.is_fingerprinted => plan.assets.push(path.clone()),
            None => plan.new.push(path.clone()),
            Some(one) if is_same(one, path, entry, given) => {}
            Some(_) if entry.is_fingerprinted => plan.assets.push(path.clone()),
            Some(_) => plan.changed.push(path.clone()),
        }
    }
    for paths in [&mut plan.new, &mut plan.changed] {
        paths.sort_by(|a, b| (Kind::of(a), a).cmp(&(Kind::of(b), b)));
    }
    if let Some(routes) = given.routes {
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
    retire(&mut plan, given);
    let written: Vec<&String> = plan.new.iter().chain(&plan.changed).collect();
    plan.invalid = invalid(&written, given, &given.state.invalid);
    let gone: Vec<&String> = plan
        .deleted
        .iter()
        .filter(|key| !key.starts_with(PRIVATE))
        .collect();
    plan.invalid_deleted = invalid(&gone, given, &[]);
    plan
}

fn of_kind(paths: &[String], kind: Kind) -> Vec<&str> {
    let paths = paths.iter().map(String::as_str);
    paths.filter(|path| Kind::of(path) == kind).collect()
}

/// Whether the object is what is wanted: the same content by its tag, and the headers that were written with it.
fn is_same(one: &Listed, path: &str, entry: &Entry, given: Given<'_>) -> bool {
    let headers = |known: &Entry| {
        known.media_type == entry.media_type && known.cache_control == entry.cache_control
    };
    let written = given.live.and_then(|live| live.files.get(path));
    // Of an interrupted run nobody knows what it has written, but it had the wanted headers or those before.
    one.tag == entry.md5 && written.is_none_or(headers)
}

/// What a path is, as far as it matters for the order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Page,
    Start,
    /// A feed, a site map, a picture.
    File,
}

impl Kind {
    fn of(path: &str) -> Self {
        match path {
            "index.html" => Self::Start,
            _ if path.ends_with(".html") => Self::Page,
            _ => Self::File,
        }
    }
}

/// Finds what is out of use, and since when.
fn retire(plan: &mut Plan, given: Given<'_>) {
    let mut used: BTreeSet<String> = given.wanted.files.keys().cloned().collect();
    let releases: BTreeSet<String> = given
        .kept
        .iter()
        .map(|one| crate::release::manifest_key(&one.release))
        .collect();
    for manifest in given.kept.iter().chain([given.wanted]) {
        for (path, entry) in &manifest.files {
            match entry.copy() {
                Some(copy) => used.insert(copy),
                // Pages of the past need it when they come back.
                None => used.insert(path.clone()),
            };
        }
    }
    for one in given.listed {
        let is_private = one.key.starts_with(PRIVATE);
        let may_go = !is_private || one.key.starts_with(CONTENTS) || one.key.starts_with(RELEASES);
        if !may_go || used.contains(&one.key) || releases.contains(&one.key) {
            continue;
        }
        let since = given
            .state
            .out_of_use
            .get(&one.key)
            .copied()
            .unwrap_or(given.now);
        if given.now.duration_since(since) >= given.grace {
            plan.deleted.push(one.key.clone());
        } else {
            plan.out_of_use.insert(one.key.clone(), since);
        }
    }
}

/// Addresses whose answer changes: both the one that visitors use and that of the file, for a cache may know either.
/// `before` are those that an interrupted run has left.
fn invalid(files: &[&String], given: Given<'_>, before: &[String]) -> Vec<String> {
    let mut paths: BTreeSet<String> = before.iter().cloned().collect();
    let address = |path: &str| {
        let find = |manifest: &Manifest| {
            manifest
                .files
                .get(path)
                .and_then(|entry| entry.address.clone())
        };
        find(given.wanted).or_else(|| given.live.and_then(find))
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

/// A path as it stands in an address (RFC 3986, section 3.3): as the pages' links have it and browsers ask for it, or the CDN
/// would be told of addresses that nobody has.
pub fn encoded(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~@!$(),=".contains(&byte);
    path.bytes()
        .map(|byte| match byte {
            byte if plain(byte) => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect()
}
