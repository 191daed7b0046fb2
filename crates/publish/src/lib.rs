//! Publishes a finished site to the bucket that a CDN serves, so that visitors see a complete site at every moment.
//!
//! Input: a [`Site`], which contains every file with its headers, and three ports: [`Bucket`], [`Cdn`], and [`Live`]. Output: a
//! [`Plan`] that a person can read, and then the published site. This crate does not depend on a cloud, a clock, or a disk.
//!
//! The order of the steps makes a run safe to interrupt:
//!
//! 1. Files with a fingerprint in their name are uploaded, and copies of all other files below `.site/`. No page refers to them
//!    yet.
//! 2. The release's manifest is written.
//! 3. New files and pages are uploaded, then changed pages, which may link to new ones, then changed files such as feeds and the
//!    sitemap. The route table is changed last.
//! 4. Changed addresses are removed from the CDN's cache, and the live site is checked.
//! 5. Objects that have been out of use for the grace period are deleted. Until then, a cached page may still refer to them.
//!
//! Wherever a run is interrupted, each page is either old or new, and everything that it refers to exists. The next run
//! continues from the state that it finds.
//!
//! A lock in the bucket lets only one run write at a time ([`Error::Locked`]). A suspended run may outlive its lock. Therefore,
//! each write begins only after a recent renewal, and replaces only the version that this run found when it took the lock.

mod contents;
mod difference;
mod error;
mod forms;
mod lock;
mod locked_bucket;
mod options;
mod page_text;
mod plan;
mod ports;
mod release;
mod run;
mod snapshot;
mod summary;
mod visible;

pub use error::Error;
pub use options::Options;
pub use plan::Plan;
pub use ports::{
    Bucket, Cdn, Condition, Failure, Fetched, Listed, Listing, Live, Object, ROUTES_AT_ONCE,
    RouteTable, StoredObject,
};
pub use release::{File, Forms, Manifest, Site};
pub use run::{Outcome, publish, rollback};
pub use snapshot::releases;
pub use summary::Summary;
