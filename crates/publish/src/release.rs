//! A site and its releases: the files to upload, and the records below `.site/`.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::DateTime;
use jiff::{SignedDuration, Timestamp};
use md5::Md5;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Prefix of objects that are never served to visitors.
pub const PRIVATE: &str = ".site/";
/// Prefix of the manifests.
pub const RELEASES: &str = ".site/releases/";
/// Prefix of the copies that a rollback restores. Each copy is named after the SHA-256 of its content.
pub const CONTENTS: &str = ".site/contents/";
/// Key of the state.
pub const STATE: &str = ".site/state.json";

/// Format of the time in a release's name.
const TIME: &str = "%Y%m%dT%H%M%SZ";

/// A finished site.
#[derive(Debug, Clone, Default)]
pub struct Site {
    /// All files by path.
    pub files: BTreeMap<String, File>,
    /// Addresses of the pages, by the path of the page's file.
    pub addresses: BTreeMap<String, String>,
    /// Response of the CDN by address, as in [`RouteTable`](crate::RouteTable).
    pub routes: BTreeMap<String, String>,
    /// Content security policies that pages need, each by the address of a page that needs it.
    pub policies: BTreeMap<String, String>,
    /// Addresses that were deliberately removed, so the site may stop answering them.
    pub gone: BTreeSet<String>,
    /// The forms of the site, if it has any.
    pub forms: Option<Forms>,
}

/// Forms that the pages of a site show. The form function must know the same forms.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forms {
    /// Address at which the form function returns the digests of its forms: a path of the site, or an absolute URL.
    pub health: String,
    /// Digests by the name of the form.
    pub digests: BTreeMap<String, String>,
}

/// A file with its headers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct File {
    /// The content.
    pub bytes: Vec<u8>,
    /// Media type, as in the header `Content-Type`.
    pub media_type: String,
    /// Value of the header `Cache-Control`.
    pub cache_control: String,
    /// Whether the file name contains a fingerprint of the content.
    pub is_fingerprinted: bool,
}

/// Manifest of a release: the stored list of its files.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Name of the release: the time at which it was created, and the start of its digest.
    pub release: String,
    /// Files by path.
    pub files: BTreeMap<String, Entry>,
    /// Response of the CDN by address, as in [`RouteTable`](crate::RouteTable).
    pub routes: BTreeMap<String, String>,
    /// Content security policies that pages need, each by the address of a page that needs it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub policies: BTreeMap<String, String>,
    /// The forms of the site, if it has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forms: Option<Forms>,
}

/// A file of a release.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// SHA-256 of the content, in hexadecimal.
    pub sha256: String,
    /// MD5 of the content, which buckets report as the entity tag.
    pub md5: String,
    /// Media type, as in the header `Content-Type`.
    pub media_type: String,
    /// Value of the header `Cache-Control`.
    pub cache_control: String,
    /// Whether the file name contains a fingerprint of the content.
    pub is_fingerprinted: bool,
    /// Address of the page, if the file is a page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
}

/// State recorded in the bucket: which release is live, and which objects are out of use.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The release that visitors see.
    #[serde(default)]
    pub live: Option<String>,
    /// The release that a run has begun to make live but has not completed. Until it is live, visitors see pages of both releases.
    #[serde(default)]
    pub going_live: Option<String>,
    /// Addresses that still have to be removed from the CDN's cache.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub invalid: Vec<String>,
    /// Keys of objects that are out of use, each with the time since when.
    #[serde(default)]
    pub out_of_use: BTreeMap<String, Timestamp>,
}

impl Manifest {
    /// Creates the manifest of a site.
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
            forms: site.forms.clone(),
        }
    }

    /// Renames the release if necessary, so that its name sorts after that of `last`. Releases are sorted by name, but the clocks
    /// of two computers may differ, and two releases may be created within one second.
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

    /// Returns whether both releases have the same files and routes.
    pub fn is_same_site(&self, other: &Self) -> bool {
        self.files == other.files && self.routes == other.routes
    }
}

impl Site {
    /// Returns the addresses of `live` for which this site has no page, redirect, or rewrite, and that were not deliberately
    /// removed.
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

    /// Returns the key of the copy of the content, or `None` for a file with a fingerprint in its name, which needs no copy.
    pub fn copy(&self) -> Option<String> {
        (!self.is_fingerprinted).then(|| format!("{CONTENTS}{}", self.sha256))
    }

    /// Returns the key under which the content of the file at `path` can always be read.
    pub fn source(&self, path: &str) -> String {
        self.copy().unwrap_or_else(|| path.to_owned())
    }
}

/// Returns the key of a release's manifest.
pub fn manifest_key(release: &str) -> String {
    format!("{RELEASES}{release}.json")
}

/// Formats bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
