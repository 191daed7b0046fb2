//! Errors that stop a run.

use jiff::Timestamp;

use crate::ports::Failure;

/// Error that stopped a run. The live site is complete in every case.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A request to the bucket or the CDN failed.
    #[error(transparent)]
    Outside(#[from] Failure),
    /// The bucket contains objects, but none that shows that a site was ever published to it.
    #[error(
        "the bucket contains files that were not published by this program: {}{}",
        .keys.iter().take(3).map(String::as_str).collect::<Vec<_>>().join(", "),
        if .keys.len() > 3 { format!(" and {} more", .keys.len() - 3) } else { String::new() }
    )]
    Foreign {
        /// Keys of the objects.
        keys: Vec<String>,
    },
    /// Another run holds the lock.
    #[error(
        "{owner} has been publishing since {since}; try again when that run has ended, or after {until} if it was killed"
    )]
    Locked {
        /// Name of that run.
        owner: String,
        /// Time at which that run took the lock.
        since: Timestamp,
        /// Time from which the lock can be taken over.
        until: Timestamp,
    },
    /// Another run took over the lock, because this run had not renewed it in time.
    #[error(
        "another run has taken over the lock, because this run had not renewed it in time; this run stops"
    )]
    LockLost,
    /// The bucket has changed since the plan was shown.
    #[error(
        "the site was published by somebody else in the meantime; run the command again to see the new plan"
    )]
    Overtaken,
    /// The plan was declined by the person who was asked.
    #[error("not published")]
    Declined,
    /// Browsers would refuse parts of the pages because of the live site's headers.
    #[error(
        "the live site's Content-Security-Policy of {address} is not the one that the page needs"
    )]
    Policy {
        /// Address of the page.
        address: String,
        /// The live policy.
        live: String,
        /// The policy that the page needs.
        needed: String,
    },
    /// The live form function has other forms than the pages.
    #[error(
        "the live form function does not have the {} as these pages show {}",
        list_of_forms(.0),
        if .0.len() == 1 { "it" } else { "them" }
    )]
    Forms(Vec<String>),
    /// The form function does not answer as expected, so its forms are unknown.
    #[error("the form function does not name its forms at {address} (status {status})")]
    NoForms {
        /// Address that was fetched.
        address: String,
        /// The status of the response.
        status: u16,
    },
    /// Live addresses would vanish: the new site has no page, redirect, or rewrite for them.
    #[error("URLs of the live site would stop working: {}", .0.join(", "))]
    Vanished(Vec<String>),
    /// The manifest of the live release is missing or unreadable, so the release cannot be compared with the new site.
    #[error(
        "the record of the live release {0} is missing or damaged, so it is unknown which of its URLs would stop working"
    )]
    Unrecorded(String),
    /// There is no release with this name.
    #[error("there is no release {0}")]
    NoRelease(String),
    /// A file of the release has been deleted.
    #[error("the release {release} is incomplete: its file {missing} is gone")]
    Incomplete {
        /// Name of the release.
        release: String,
        /// The first missing file.
        missing: String,
    },
    /// The live site does not show the published version yet.
    #[error("published, but the live site does not show it yet: {}", .0.join(", "))]
    NotSeen(Vec<String>),
}

/// Returns the names of forms as text: "form `contact`" or "forms `contact`, `query`".
fn list_of_forms(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let plural = if names.len() == 1 { "" } else { "s" };
    format!("form{plural} {}", quoted.join(", "))
}
