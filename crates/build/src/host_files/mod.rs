//! Redirects, rewrites and headers in the words of a host: `site build --host-files netlify|nginx|caddy|cloudfront`.
//!
//! Netlify and hosts like it read two files among the pages. The others are configured from outside, so their files are
//! written beside the output, to `dist-host/`.

mod caching;
mod caddy;
mod cloudfront;
mod netlify;
mod nginx;
mod redirect_target;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use diagnostic::Diagnostic;

use crate::codes;
use crate::site::Site;

pub use caching::cache_control;
pub use cloudfront::route_table;

/// A host whose configuration can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Host {
    /// Netlify, and hosts that read its files.
    Netlify,
    /// nginx.
    Nginx,
    /// Caddy.
    Caddy,
    /// AWS CloudFront.
    Cloudfront,
}

/// Files for a host.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct HostFiles {
    /// To be served with the pages, by path in the output.
    pub among_pages: BTreeMap<String, Vec<u8>>,
    /// To configure the host with, by name.
    pub beside: BTreeMap<String, Vec<u8>>,
}

/// File name extensions that a host's own table of media types may lack.
const UNCOMMON: [&str; 2] = [".ics", ".webmanifest"];

/// The files for `hosts`.
///
/// # Errors
/// What a host cannot be told.
pub fn host_files(site: &Site, hosts: &[Host]) -> Result<HostFiles, Diagnostic> {
    let mut files = HostFiles::default();
    for host in hosts {
        match host {
            Host::Netlify => files.among_pages.extend(texts(netlify::files(site))),
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

fn texts<'a>(
    files: impl IntoIterator<Item = (&'a str, String)>,
) -> impl Iterator<Item = (String, Vec<u8>)> {
    files
        .into_iter()
        .map(|(name, text)| (name.to_owned(), text.into_bytes()))
}

/// The folder beside the output: `dist-host` for `dist`.
pub fn folder_beside(out: &Path) -> PathBuf {
    let name = out.file_name().map_or_else(
        || "dist".to_owned(),
        |name| name.to_string_lossy().into_owned(),
    );
    out.with_file_name(format!("{name}-host"))
}

/// Writes the files that stand beside the output.
///
/// # Errors
/// What the file system refuses.
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
