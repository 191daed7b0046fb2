//! From a finished site to the bucket that a CDN serves, so that visitors see a whole site at every moment.
//!
//! Comes in: a [`Site`], every file with its headers, and three ports: [`Bucket`], [`Cdn`] and [`Live`]. Goes out: a [`Plan`]
//! that a person can read, and then the site. This crate knows no cloud, no clock and no disk.
//!
//! The order is what makes it safe. 1. Files whose name holds their fingerprint, and copies of all others below `.site/`:
//! no page names them yet. 2. The release: a list of all files. 3. Pages that are new; then pages that have changed, which
//! may link to them; then the table of routes, feeds and the site map. 4. Invalidation, and a look at what visitors get.
//! 5. Deletions, of what has been out of use for the grace period, for a page in somebody's cache still names old files.
//! Whatever is interrupted, each page is an old one or a new one, and everything that it names is there. The next run goes
//! on from what it finds. A lock in the bucket lets only one run at a time write.

mod contents;
mod error;
mod found;
mod held;
mod lock;
mod plan;
mod ports;
mod release;
mod run;
mod story;
mod visible;

pub use error::Error;
pub use found::releases;
pub use plan::{Plan, plan};
pub use ports::{
    Bucket, Cdn, Failure, Fetched, Got, Listed, Live, Object, Put, ROUTES_AT_ONCE, When,
};
pub use release::{File, Manifest, Site};
pub use run::{Options, Outcome, publish, rollback};
pub use story::tell;
