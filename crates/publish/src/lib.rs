//! Publishes a finished site to the bucket that a CDN serves, so that visitors see a complete site at every moment.
//!
//! In: a [`Site`], every file with its headers, and three ports: [`Bucket`], [`Cdn`] and [`Live`]. Out: a [`Plan`] that a person
//! can read, and then the published site. This crate knows no cloud, no clock and no disk.
//!
//! The order makes it safe. 1. Files with a fingerprint in their name, and copies of all others below `.site/`: no page
//! refers to them yet. 2. The release's manifest. 3. New pages; then changed pages, which may link to them; then the table of
//! routes, feeds and the sitemap. 4. Invalidation, and a check of what visitors get. 5. Deletion of objects that have been out
//! of use for the grace period: until then, a cached page may still refer to an old file. Wherever a run is interrupted, each
//! page is an old one or a new one, and everything that it refers to exists. The next run continues from what it finds.
//!
//! A lock in the bucket lets one run at a time write ([`Error::Locked`]). A run that was suspended may outlive its lock: each
//! write therefore begins only after a recent renewal, and replaces only the version that this run found when it took the lock.

mod contents;
mod difference;
mod error;
mod found;
mod held;
mod lock;
mod options;
mod page_text;
mod plan;
mod ports;
mod release;
mod run;
mod summary;
mod visible;

pub use error::Error;
pub use found::releases;
pub use options::Options;
pub use plan::Plan;
pub use ports::{
    Bucket, Cdn, Failure, Fetched, Got, Listed, Live, Object, ROUTES_AT_ONCE, RouteTable, When,
};
pub use release::{File, Manifest, Site};
pub use run::{Outcome, publish, rollback};
