//! Why a run did not end as it should.

use jiff::Timestamp;

use crate::ports::Failure;

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
