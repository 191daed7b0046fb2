//! The kinds of files of a site, for hosts whose own tables of media types lack some and name others differently.

use std::collections::BTreeSet;

use crate::site::Site;

/// Returns the file name extensions of all files except pages, such as `ics`. An extension that contains anything but ASCII
/// letters and digits is left out, because it could not be a word of every configuration.
pub fn extensions(site: &Site) -> BTreeSet<String> {
    let names = site.others.keys();
    let extensions = names.filter_map(|path| path.rsplit('/').next()?.rsplit_once('.'));
    extensions
        .map(|(_, extension)| extension.to_ascii_lowercase())
        .filter(|extension| {
            !extension.is_empty()
                && extension != "html"
                && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
        .collect()
}
