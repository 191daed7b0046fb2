//! Converts redirects, rewrites and headers to the configuration of a host:
//! `site build --host-files netlify|github-pages|nginx|caddy|cloudfront`.
//!
//! Netlify and GitHub Pages read files that are published with the pages. The configuration of the other hosts is not part of the
//! published site, so it is written beside the output, to `dist-host/`.

mod caching;
mod caddy;
mod cloudfront;
mod github_pages;
mod html_files;
mod letter_case;
mod media_types;
mod netlify;
mod nginx;
mod other_forms;
mod redirect_target;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use diagnostic::Diagnostic;

use crate::base_path::BasePath;
use crate::codes;
use crate::site::Site;

pub use caching::cache_control;
pub use cloudfront::route_table;

/// A host whose configuration this program can write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Host {
    /// Netlify, and hosts that read the same files, such as Cloudflare Pages.
    Netlify,
    /// GitHub Pages, which reads no redirects: pages take their place.
    GithubPages,
    /// nginx.
    Nginx,
    /// Caddy.
    Caddy,
    /// AWS CloudFront.
    Cloudfront,
}

/// Configuration files for hosts.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct HostFiles {
    /// Files served with the pages, by path in the output.
    pub among_pages: BTreeMap<String, Vec<u8>>,
    /// Files written to the folder beside the output, by name.
    pub beside: BTreeMap<String, Vec<u8>>,
    /// Rules that a host cannot follow.
    pub diagnostics: Vec<Diagnostic>,
}

/// Returns the configuration files for `hosts`. Fails with a finding if a rule does not fit into the configuration of a host, or if the
/// host serves only whole domains.
pub fn host_files(site: &Site, hosts: &[Host]) -> Result<HostFiles, Diagnostic> {
    let mut files = HostFiles::default();
    let base_path = site.base_path();
    for host in hosts {
        if *host != Host::GithubPages && !base_path.is_top() {
            return Err(needs_top(&base_path));
        }
        match host {
            Host::Netlify => {
                files.among_pages.extend(texts(netlify::files(site)));
                files.diagnostics.extend(letter_case::collisions(site));
            }
            Host::GithubPages => {
                let (stubs, diagnostics) = github_pages::files(site);
                files.among_pages.extend(stubs);
                files.diagnostics.extend(diagnostics);
            }
            Host::Nginx => files
                .beside
                .extend(texts([("nginx.conf", nginx::file(site))])),
            Host::Caddy => files
                .beside
                .extend(texts([("Caddyfile", caddy::file(site))])),
            Host::Cloudfront => files.beside.extend(texts(cloudfront::files(site)?)),
        }
    }
    Ok(files)
}

/// Returns the finding for a host that serves a site only at the top of a domain.
pub fn needs_top(base_path: &BasePath) -> Diagnostic {
    let message = format!(
        "the site is below {} on its host, and this host serves it at the top",
        base_path.as_str()
    );
    Diagnostic::new(&codes::NEEDS_TOP, message)
        .help("remove the path from `base_url` in content/site.toml, or choose a host such as GitHub Pages")
}

fn texts<'a>(
    files: impl IntoIterator<Item = (&'a str, String)>,
) -> impl Iterator<Item = (String, Vec<u8>)> {
    files
        .into_iter()
        .map(|(name, text)| (name.to_owned(), text.into_bytes()))
}

/// Returns the path of the folder for configuration files beside the output: `dist-host` for `dist`.
pub fn folder_beside(out: &Path) -> PathBuf {
    let name = out.file_name().map_or_else(
        || "dist".to_owned(),
        |name| name.to_string_lossy().into_owned(),
    );
    out.with_file_name(format!("{name}-host"))
}

/// Writes the configuration files to the folder beside the output `out`. Fails with a finding if a file cannot be written.
pub fn write_beside(out: &Path, files: &BTreeMap<String, Vec<u8>>) -> Result<(), Diagnostic> {
    let folder = folder_beside(out);
    let failed = |error: std::io::Error| {
        Diagnostic::new(
            &codes::CANNOT_WRITE,
            format!("cannot write {}: {error}", folder.display()),
        )
    };
    std::fs::create_dir_all(&folder).map_err(failed)?;
    for (name, bytes) in files {
        std::fs::write(folder.join(name), bytes).map_err(failed)?;
    }
    Ok(())
}
