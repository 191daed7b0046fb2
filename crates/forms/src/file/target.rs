//! Classifies the targets of a document's links, templates and pictures.

/// Returns whether `target` is a link that a resume may have: to a web page, a mail address, or a telephone number, or a
/// relative path, which can only refer to a file near the document.
pub fn is_link(target: &str) -> bool {
    match target.split_once(':') {
        Some((scheme, _)) => ["http", "https", "mailto", "tel"]
            .iter()
            .any(|known| scheme.eq_ignore_ascii_case(known)),
        None => !target.starts_with("//") && !target.starts_with('\\'),
    }
}

/// Returns whether `target` names a file on the computer where the document is opened. Word processors record a document's
/// template and linked pictures in this way. The sender of a document cannot put a file there.
pub fn is_on_this_computer(target: &str) -> bool {
    let path = target.strip_prefix("file:").unwrap_or(target);
    let path = path.strip_prefix("//localhost").unwrap_or(path);
    // A `file:` URL without a host has three slashes; if there are only two, the name of a computer follows.
    let path = path
        .strip_prefix("//")
        .filter(|path| path.starts_with('/'))
        .unwrap_or(path);
    let is_elsewhere = path.starts_with("//");
    let path = path.trim_start_matches('/');
    let drive = path.as_bytes();
    let on_drive = drive.first().is_some_and(u8::is_ascii_alphabetic)
        && drive.get(1) == Some(&b':')
        && drive.get(2).is_some_and(|slash| b"\\/".contains(slash));
    // Local folders of macOS and Linux. Other folders may be on the network, and `..` could lead to them.
    let folders = [
        "Users/",
        "Applications/",
        "Library/",
        "Volumes/",
        "Macintosh HD:",
        "Macintosh%20HD:",
        "home/",
        "tmp/",
        "media/",
    ];
    let leads_up = path.to_lowercase().replace("%2e", ".").contains("..");
    let in_folder = folders.iter().any(|folder| path.starts_with(folder));
    let in_folder = in_folder && !is_elsewhere && !leads_up;
    let beside = !target.contains([':', '/', '\\']);
    on_drive || in_folder || beside
}

/// Returns whether the target of a picture field is not on another computer. `cid:` refers to a part of the mail from which the
/// picture was copied.
pub fn is_near(target: &str) -> bool {
    let path = target.replace('\\', "/");
    let is_path = !path.contains(':') && !path.starts_with("//");
    is_path || path.starts_with("cid:") || is_on_this_computer(target)
}
