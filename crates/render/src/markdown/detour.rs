//! Links that were copied from a search result, a mail, or a post, and go through another host.

use percent_encoding::percent_decode_str;

/// Returns the target of a link that was copied from a search result, a mail, or a post, and is redirected there, or `None`.
pub fn redirected(host: &str, url: &str) -> Option<String> {
    let (_, path) = url.split_once(host)?;
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let is_redirect = match path.trim_end_matches('/') {
        "/url" | "/l.php" | "/redirect" | "/redir" => true,
        // Hosts that do nothing else.
        "" => host.starts_with("l.") || host.ends_with(".safelinks.protection.outlook.com"),
        _ => false,
    };
    // Proofpoint writes the address into the path.
    let in_path = path
        .strip_prefix("/v3/__")
        .and_then(|rest| rest.split("__;").next());
    let values = query
        .split('&')
        .filter_map(|one| Some(one.split_once('=')?.1));
    let mut values = values.filter(|_| is_redirect).chain(in_path);
    values.find_map(|value| {
        let target = percent_decode_str(value).decode_utf8().ok()?;
        let is_plain = !target.contains(|c: char| c.is_whitespace() || "()<>\"".contains(c));
        let is_web = target.starts_with("https://") || target.starts_with("http://");
        (is_plain && is_web && target.len() > "https://".len()).then(|| target.into_owned())
    })
}
