//! Decides how long browsers and CDNs may cache a file.

/// Returns the `Cache-Control` header of a file: a year if its name contains its fingerprint, a minute if it is a page or is
/// not in a folder, and an hour otherwise.
pub fn cache_control(path: &str) -> &'static str {
    if is_fingerprinted(path) {
        "public, max-age=31536000, immutable"
    } else if path.ends_with(".html") || !path.contains('/') {
        // One minute in browsers; ten in the CDN, where publishing invalidates the changed files.
        "public, max-age=60, s-maxage=600"
    } else {
        "public, max-age=3600"
    }
}

/// Returns whether a path is that of a file below `assets/` whose name contains its fingerprint: `main-AB23CD34.css`.
pub fn is_fingerprinted(path: &str) -> bool {
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

/// Length of the fingerprints that esbuild and `assets::fingerprint` put into names.
const FINGERPRINT: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprinted_files() {
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
