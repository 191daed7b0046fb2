//! The configuration of a function on Lambda.

use std::env;

use aws_config::environment::EnvironmentVariableCredentialsProvider;
use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_sdk_s3::config::SharedCredentialsProvider;
use aws_types::service_config::{LoadServiceConfig, ServiceConfigKey};

/// Reads the configuration from the environment variables that Lambda sets for a function: its credentials, and `AWS_REGION`. Tests
/// also set `AWS_ENDPOINT_URL`, or one such variable for each service.
///
/// The other sources of credentials, such as profiles and roles to assume, do not exist on Lambda. Leaving them out makes the archive
/// of the function smaller.
pub fn from_environment() -> SdkConfig {
    let credentials = EnvironmentVariableCredentialsProvider::new();
    let mut config = SdkConfig::builder()
        .behavior_version(BehaviorVersion::latest())
        .credentials_provider(SharedCredentialsProvider::new(credentials))
        .region(variable("AWS_REGION").map(Region::new))
        .service_config(Endpoints);
    config.set_endpoint_url(variable("AWS_ENDPOINT_URL"));
    config.build()
}

/// Endpoints of single services: `AWS_ENDPOINT_URL_S3`.
#[derive(Debug)]
struct Endpoints;

impl LoadServiceConfig for Endpoints {
    fn load_config(&self, key: ServiceConfigKey<'_>) -> Option<String> {
        variable(&format!("{}_{}", key.env(), key.service_id()))
    }
}

/// Returns an environment variable that is set and not empty.
fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}
