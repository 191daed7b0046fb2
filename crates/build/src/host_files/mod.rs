//! Redirects, rewrites and headers in the words of a host: `site build --host-files netlify|nginx|caddy|cloudfront`.
//!
//! Netlify and hosts like it read two files among the pages. The others are configured from outside, so their files are
//! written beside the output, to `dist-host/`.

mod caddy;
mod cloudfront;
mod netlify;
mod nginx;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use diagnostic::Diagnostic;

use crate::codes;
use crate::site::Site;

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

/// A redirect's target as it stands before the query of the request, and after it: its anchor, which comes last in an
/// address (RFC 3986, section 3).
fn around_query(to: &str) -> (&str, &str) {
    to.split_at(to.find('#').unwrap_or(to.len()))
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

/// How long browsers and caches may keep a file: for good when its name holds its fingerprint, shortly otherwise.
pub fn cache_control(path: &str) -> &'static str {
    if is_fingerprinted(path) {
        "public, max-age=31536000, immutable"
    } else if path.ends_with(".html") || !path.contains('/') {
        // A minute in browsers; ten in the CDN, which is told of changes besides.
        "public, max-age=60, s-maxage=600"
    } else {
        "public, max-age=3600"
    }
}

/// Whether the name of a file below `assets/` ends in the eight characters of its fingerprint: `main-AB12CD34.css`.
fn is_fingerprinted(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or(name);
    path.starts_with("assets/")
        && stem.rsplit_once('-').is_some_and(|(_, fingerprint)| {
            fingerprint.len() == FINGERPRINT
                && fingerprint
                    .bytes()
                    .all(|byte| byte.is_ascii_uppercase() || (b'2'..=b'7').contains(&byte))
        })
}

/// Length of a fingerprint: esbuild's, and that of `assets::fingerprint`.
const FINGERPRINT: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprinted_files_are_kept_for_good() {
        for (path, expected) in [
            ("assets/main-AB23CD34.css", true),
            ("assets/images/a-b-ABCDEFGH.svg", true),
            ("assets/chunk-ABCDEFGH.js.map", true),
            ("assets/site.css", false),
            ("assets/main-ab23cd34.css", false),
            ("docs/main-AB23CD34.css", false),
            ("about.html", false),
        ] {
            assert_eq!(is_fingerprinted(path), expected, "{path}");
        }
    }
}
