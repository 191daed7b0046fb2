//! The configuration that all clients share.

use aws_config::{BehaviorVersion, Region, SdkConfig};

/// Loads the configuration from the same sources as every AWS tool: environment variables, profiles, and the machine's role.
/// `region` overrides the configured region.
pub async fn load(region: Option<&str>) -> SdkConfig {
    let loader = aws_config::defaults(BehaviorVersion::latest());
    match region {
        Some(region) => loader.region(Region::new(region.to_owned())),
        None => loader,
    }
    .load()
    .await
}
