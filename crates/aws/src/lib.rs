//! Adapters for S3, SES, and CloudFront that implement the ports of the crates `forms` and `publish`.
//!
//! Input: the standard AWS configuration (environment variables, profiles), and the names of resources. Output: the adapters
//! [`SubmissionBucket`], [`Ses`], [`PageBucket`], [`Edge`], and [`LiveSite`]. Their errors are worded for the reader: a single
//! word for a log, or a sentence with advice for a person. This crate makes no decisions about forms or publishing.

#[cfg(feature = "account")]
pub mod account;
#[cfg(feature = "publish")]
mod cloudfront;
mod config;
#[cfg(feature = "forms")]
mod environment;
#[cfg(feature = "publish")]
mod failure;
#[cfg(feature = "publish")]
mod live_site;
#[cfg(feature = "forms")]
mod log_word;
#[cfg(feature = "publish")]
mod pages;
mod s3;
#[cfg(feature = "forms")]
mod ses;
#[cfg(feature = "forms")]
mod submissions;

pub use aws_config::SdkConfig;
#[cfg(feature = "publish")]
pub use cloudfront::Edge;
pub use config::load;
#[cfg(feature = "forms")]
pub use environment::from_environment;
#[cfg(feature = "publish")]
pub use live_site::LiveSite;
#[cfg(feature = "publish")]
pub use pages::PageBucket;
#[cfg(feature = "forms")]
pub use ses::Ses;
#[cfg(feature = "forms")]
pub use submissions::SubmissionBucket;
