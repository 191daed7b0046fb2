//! What a site consists of, and what is written down of it below `.site/`.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::DateTime;
use jiff::{SignedDuration, Timestamp};
use md5::Md5;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Folder of everything that is no page.
pub const PRIVATE: &str = ".site/";
/// Folder of the lists of files.
pub const RELEASES: &str = ".site/releases/";
/// Folder of contents, by digest: what a rollback takes pages from.
pub const CONTENTS: &str = ".site/contents/";
/// Which release is live.
pub const STATE: &str = ".site/state.json";

/// How the time in a release's name is written.
const TIME: &str = "%Y%m%dT%H%M%SZ";

/// A finished site.
#[derive(Debug, Clone, Default)]
pub struct Site {
    /// Every file, by its path.
    pub files: BTreeMap<String, File>,
    /// Address of each page, by the path of its file.
    pub addresses: BTreeMap<String, String>,
    /// The table of routes.
    pub routes: BTreeMap<String, String>,
    /// Each content security policy that pages need, by the address of one of these pages.
    pub policies: BTreeMap<String, String>,
    /// Addresses that were given up for good: they may answer nothing.
    pub gone: BTreeSet<String>,
}

/// A file with its headers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct File {
    /// Its content.
    pub bytes: Vec<u8>,
    /// Its media type.
    pub media_type: String,
    /// How long caches may keep it.
    pub cache_control: String,
    /// Whether its name changes with its content.
    pub is_fingerprinted: bool,
}

/// A list of a site's files, as it is written down.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Its name: when it was made, and a part of its digest.
    pub release: String,
    /// The files, by path.
    pub files: BTreeMap<String, Entry>,
    /// The table of routes.
    pub routes: BTreeMap<String, String>,
    /// Each content security policy that pages need, by the address of one of these pages.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub policies: BTreeMap<String, String>,
}

/// A file of a release.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// SHA-256 of its content, in hexadecimal.
    pub sha256: String,
    /// MD5 of its content, which stores report for what they hold.
    pub md5: String,
    /// Its media type.
    pub media_type: String,
    /// How long caches may keep it.
    pub cache_control: String,
    /// Whether its name changes with its content.
    pub is_fingerprinted: bool,
    /// Address, if it is a page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
}

/// Which release is live, and what is out of use since when.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The release that visitors see.
    #[serde(default)]
    pub live: Option<String>,
    /// The release that was being put live when this was written. Until it is, pages of both are out.
    #[serde(default)]
    pub going_live: Option<String>,
    /// Addresses that the CDN has yet to forget.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub invalid: Vec<String>,
    /// Since when an object has been out of use.
    #[serde(default)]
    pub out_of_use: BTreeMap<String, Timestamp>,
}

impl Manifest {
    /// The list of a site's files.
    pub fn new(site: &Site, now: Timestamp) -> Self {
        let files: BTreeMap<String, Entry> = site
            .files
            .iter()
            .map(|(path, file)| {
                (
                    path.clone(),
                    Entry::new(file, site.addresses.get(path).cloned()),
                )
            })
            .collect();
        let mut digest = Sha256::new();
        for (path, entry) in &files {
            digest.update(format!(
                "{path}\n{}\n{}\n{}\n",
                entry.sha256, entry.media_type, entry.cache_control
            ));
        }
        for (from, to) in &site.routes {
            digest.update(format!("{from} {to}\n"));
        }
        Self {
            release: format!("{}-{}", now.strftime(TIME), &hex(&digest.finalize())[..8]),
            files,
            routes: site.routes.clone(),
            policies: site.policies.clone(),
        }
    }

    /// Names it so that it comes after `last`: releases are told apart by name, and two computers' clocks may differ, as may
    /// two releases within one second.
    pub fn come_after(&mut self, last: &Self) {
        if self.release > last.release {
            return;
        }
        let time = last.release.split('-').next().unwrap_or_default();
        let Ok(time) = DateTime::strptime(TIME, time) else {
            return;
        };
        let next = time.saturating_add(SignedDuration::from_secs(1));
        let digest = self.release.rsplit('-').next().unwrap_or_default();
        self.release = format!("{}-{digest}", next.strftime(TIME));
    }

    /// Whether both are the same site.
    pub fn is_same_site(&self, other: &Self) -> bool {
        self.files == other.files && self.routes == other.routes
    }
}

impl Site {
    /// Addresses of pages of `live` that this site answers neither by a page nor by a redirect or a rewrite, and that are
    /// not given up.
    pub fn vanished(&self, live: &Manifest) -> Vec<String> {
        let rewritten: Vec<&str> = self
            .routes
            .get("*")
            .into_iter()
            .flat_map(|lines| lines.lines())
            .filter_map(|line| line.split_once(' '))
            .map(|(prefix, _)| prefix)
            .collect();
        let pages: BTreeSet<&String> = self.addresses.values().collect();
        let is_answered = |address: &String| {
            self.routes.contains_key(address)
                || self.gone.contains(address)
                || pages.contains(address)
                || rewritten.iter().any(|prefix| address.starts_with(prefix))
        };
        let entries = live.files.values();
        let addresses = entries.filter_map(|entry| entry.address.as_ref());
        addresses
            .filter(|address| !is_answered(address))
            .cloned()
            .collect()
    }
}

impl Entry {
    fn new(file: &File, address: Option<String>) -> Self {
        Self {
            sha256: hex(&Sha256::digest(&file.bytes)),
            md5: hex(&Md5::digest(&file.bytes)),
            media_type: file.media_type.clone(),
            cache_control: file.cache_control.clone(),
            is_fingerprinted: file.is_fingerprinted,
            address,
        }
    }

    /// Key of the copy of its content; a file whose name holds its fingerprint is its own copy.
    pub fn copy(&self) -> Option<String> {
        (!self.is_fingerprinted).then(|| format!("{CONTENTS}{}", self.sha256))
    }

    /// Key that its content can always be read from, `path` being the file's.
    pub fn source(&self, path: &str) -> String {
        self.copy().unwrap_or_else(|| path.to_owned())
    }
}

/// Key of a release's list.
pub fn manifest_key(release: &str) -> String {
    format!("{RELEASES}{release}.json")
}

/// Bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
