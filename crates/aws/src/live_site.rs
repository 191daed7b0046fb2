//! Fetches the live site as visitors get it from the CDN.

use std::sync::Arc;
use std::time::Duration;

use publish::{Failure, Fetched, Live};
use rustls::crypto::aws_lc_rs;
use ureq::Agent;
use ureq::tls::TlsConfig;

/// Timeout of a request.
const TIMEOUT: Duration = Duration::from_secs(20);
/// Maximum size of a response, in bytes.
const LARGEST: u64 = 64 * 1024 * 1024;

/// Client for the live site.
#[derive(Debug, Clone)]
pub struct LiveSite {
    agent: Agent,
    base: String,
}

impl LiveSite {
    /// Creates a client for the site at `base`, which consists of a scheme and a host.
    pub fn new(base: &str) -> Self {
        let tls = TlsConfig::builder()
            .unversioned_rustls_crypto_provider(Arc::new(aws_lc_rs::default_provider()))
            .build();
        let config = Agent::config_builder()
            .tls_config(tls)
            .timeout_global(Some(TIMEOUT))
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .user_agent(concat!("site-publish/", env!("CARGO_PKG_VERSION")))
            .build();
        Self {
            agent: config.into(),
            base: base.trim_end_matches('/').to_owned(),
        }
    }
}

impl Live for LiveSite {
    async fn fetch(&self, path: &str) -> Result<Fetched, Failure> {
        let url = if path.starts_with('/') {
            format!("{}{path}", self.base)
        } else {
            path.to_owned()
        };
        let agent = self.agent.clone();
        let fetched = tokio::task::spawn_blocking(move || get(&agent, &url)).await;
        fetched.map_err(|error| Failure::new(error.to_string()))?
    }
}

fn get(agent: &Agent, url: &str) -> Result<Fetched, Failure> {
    let failed = |error: ureq::Error| Failure::new(format!("cannot fetch {url}: {error}"));
    let mut response = agent.get(url).call().map_err(failed)?;
    let policy = response
        .headers()
        .get("content-security-policy")
        .and_then(|value| value.to_str().ok())
        .map(str::to_owned);
    let status = response.status().as_u16();
    let bytes = response
        .body_mut()
        .with_config()
        .limit(LARGEST)
        .read_to_vec()
        .map_err(failed)?;
    Ok(Fetched {
        status,
        bytes,
        policy,
    })
}
