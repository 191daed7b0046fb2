//! Addresses of links in Markdown: resolves links to other Markdown files, and checks all other addresses.

use std::net::Ipv4Addr;

use diagnostic::{Diagnostic, Help, folder_of, nearest};
use percent_encoding::percent_decode_str;

use crate::asset_index::joined;
use crate::codes;
use crate::markdown::detour::redirected;
use crate::markdown::telephone::{bad_number, wrong_chat_number};

/// Returns whether an address has a host, such as `https://example.com/` or `//example.com/`.
pub fn is_outside(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("http://") || url.starts_with("//")
}

/// Returns the path of the Markdown file that a link in the file `from` refers to, percent-decoded, and the anchor after its `#`. Returns
/// `None` if the address is not that of a Markdown file.
pub fn file_of_link<'a>(from: &str, url: &'a str) -> Option<(String, Option<&'a str>)> {
    let (path, anchor) = url
        .split_once('#')
        .map_or((url, None), |(path, anchor)| (path, Some(anchor)));
    // A path from the root is below `content/`.
    let folder = if path.starts_with('/') {
        "content"
    } else {
        folder_of(from)
    };
    let is_file = path.ends_with(".md") && !path.contains(':') && !path.starts_with('\\');
    is_file.then(|| {
        (
            joined(folder, &percent_decode_str(path).decode_utf8_lossy()),
            anchor,
        )
    })
}

/// Returns a file's path relative to the folder of another file: `../pages/about.md`.
pub fn relative(from: &str, file: &str) -> String {
    let (mut folders, mut rest): (Vec<&str>, &str) = (from.split('/').collect(), file);
    folders.pop();
    while let (Some(first), Some((head, tail))) = (folders.first(), rest.split_once('/')) {
        if *first != head {
            break;
        }
        folders.remove(0);
        rest = tail;
    }
    "../".repeat(folders.len()) + rest
}

/// Host names of the computer on which the browser runs.
const LOCAL_HOSTS: [&str; 4] = ["localhost", "127.0.0.1", "0.0.0.0", "[::1]"];

/// Returns whether a host is only known within a network: a private address (RFC 1918), or a name without a dot.
fn is_in_a_network(host: &str) -> bool {
    match host.parse::<Ipv4Addr>() {
        Ok(address) => address.is_private() || address.is_link_local(),
        Err(_) => !host.contains(['.', '[', ':', '%', '@']) && host.is_ascii(),
    }
}

/// Returns whether a web address is on the reader's own computer or network, as in examples of commands.
pub fn is_local(url: &str) -> bool {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest
        .split(['/', '?', '#', ',', '"'])
        .next()
        .unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    LOCAL_HOSTS.contains(&name) || LOCAL_HOSTS.contains(&host) || is_in_a_network(name)
}

/// Returns whether the text of a link names the reader's own computer or network that its address is on, as instructions do. Any other
/// text leads visitors there by mistake.
pub fn is_shown_as_local(url: &str, text: &str) -> bool {
    let Some((_, rest)) = url.split_once("://").filter(|_| is_local(url)) else {
        return false;
    };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    // A colon without a port is that of a second scheme.
    !host.ends_with(':')
        && (text.contains(&format!("://{host}"))
            || text.contains(host) && (host == "localhost" || host.contains([':', '.'])))
}

/// Characters that nobody sees, and that some programs copy with an address.
const INVISIBLE: [char; 5] = ['\u{200b}', '\u{200e}', '\u{200f}', '\u{2060}', '\u{feff}'];

/// Quotes that some authors put around an address.
const QUOTES: [char; 8] = ['"', '\'', '“', '”', '„', '‘', '’', '`'];

/// Returns a diagnostic without a place for an address that no visitor's browser can follow, or `None` if the address is valid.
pub fn bad_address(url: &str) -> Option<Diagnostic> {
    if url.contains(INVISIBLE) {
        let visible = url.replace(INVISIBLE, "");
        return Some(problem(
            format!("the address `{visible}` contains an invisible character"),
            Help::replace(format!("write {visible}"), url, &visible).certainly(),
        ));
    }
    if let Some((scheme, rest)) = url.split_once("//")
        && matches!(
            scheme,
            "http;" | "https;" | "http." | "https." | "http," | "https,"
        )
    {
        let meant = format!("{}://{rest}", &scheme[..scheme.len() - 1]);
        return Some(problem(
            format!("`{url}` has no colon after its scheme"),
            Help::replace(format!("write {meant}"), url, &meant).certainly(),
        ));
    }
    if url.len() > 4 && url.get(..4)?.eq_ignore_ascii_case("www.") {
        return Some(problem(
            format!("`{url}` has no https:// before it"),
            Help::replace(
                format!("write https://{url}"),
                url,
                &format!("https://{url}"),
            )
            .certainly(),
        ));
    }
    if let Some(diagnostic) = local_file(url) {
        return Some(diagnostic);
    }
    let bare = url.trim_matches(QUOTES);
    if url.starts_with(QUOTES) && bare.contains(['/', '.', ':', '#']) {
        return Some(problem(
            format!("the address `{bare}` is in quotes"),
            Help::replace(format!("write {bare}"), url, bare).certainly(),
        ));
    }
    if let Some((_, inner)) = url.strip_prefix('[').and_then(|rest| rest.split_once("](")) {
        let target = inner.trim_end_matches(')');
        return Some(problem(
            format!("the address `{url}` is a whole link"),
            Help::replace(format!("write {target}"), url, target).certainly(),
        ));
    }
    let host = url
        .strip_prefix("//")
        .and_then(|rest| rest.split(['/', '?', '#']).next());
    if host.is_some_and(|host| !host.contains(['.', ':'])) {
        let path = url.trim_start_matches('/');
        return Some(problem(
            format!("`{url}` leads to another host, because it begins with two slashes"),
            Help::replace(format!("write /{path}"), url, &format!("/{path}")),
        ));
    }
    let (scheme, rest) = url.split_once(':')?;
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && (scheme.chars()).all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    if !is_scheme {
        return None;
    }
    match scheme.to_lowercase().as_str() {
        "http" | "https" => bad_web_address(url, scheme, rest),
        "mailto" => bad_email_address(url, rest),
        "tel" => bad_number(scheme, rest),
        // The number may be missing, or there may be several.
        "sms"
            if rest.starts_with(|c: char| c.is_ascii_digit() || c == '+')
                && !rest.contains(',') =>
        {
            bad_number(scheme, rest)
        }
        "whatsapp" | "viber" => wrong_chat_number(url),
        "blob" | "view-source" | "chrome" | "edge" | "chrome-extension" | "moz-extension"
        | "cid" | "content" | "obsidian" | "onenote" | "evernote" | "zotero" | "message"
        | "sandbox" => Some(problem(
            format!("`{url}` works only on your computer"),
            "write the address of a page on the web, or put the file into public/".into(),
        )),
        _ => misspelled_scheme(scheme, rest),
    }
}

fn problem(message: String, help: Help) -> Diagnostic {
    Diagnostic::new(&codes::BAD_ADDRESS, message).help(help)
}

/// Returns what is wrong with the address of a page on the web, `rest` being what follows the colon of the scheme.
fn bad_web_address(url: &str, scheme: &str, rest: &str) -> Option<Diagnostic> {
    let host = rest.strip_prefix("//").unwrap_or_default();
    let host = host.split(['/', '?', '#']).next().unwrap_or_default();
    let (user, host) = host.rsplit_once('@').unwrap_or(("", host));
    if user.contains(':') {
        let meant = url.replacen(&format!("{user}@"), "", 1);
        return Some(problem(
            format!("`{url}` contains a password, which every visitor can read"),
            Help::replace(format!("write {meant}"), url, &meant),
        ));
    }
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    if LOCAL_HOSTS.contains(&name) || LOCAL_HOSTS.contains(&host) {
        let bare = rest.trim_start_matches('/');
        let (_, path) = bare.split_once('/').unwrap_or_default();
        let meant = format!("/{path}");
        let help = format!("write the address without the host: {meant}");
        return Some(problem(
            format!("`{url}` is on your computer, which visitors cannot reach"),
            Help::replace(help, url, &meant),
        ));
    }
    if host.is_empty() {
        let bare = rest.trim_start_matches(['/', '\\', ':']).replace('\\', "/");
        let meant = format!("{}://{bare}", scheme.to_lowercase());
        let first = bare.split('/').next().unwrap_or_default();
        let help = if first.contains('.') && !first.starts_with('.') {
            Help::replace(format!("write {meant}"), url, &meant)
        } else {
            "write a web address as https://www.example.com/page".into()
        };
        return Some(problem(format!("`{url}` has no host"), help));
    }
    if ["http", "https"].contains(&name) {
        // The colon of the second scheme may be missing.
        let once = rest.trim_start_matches('/').replacen("://", "//", 1);
        let once = once.replacen("//", "://", 1);
        return Some(problem(
            format!("`{url}` has two schemes"),
            Help::replace(format!("write {once}"), url, &once).certainly(),
        ));
    }
    if let Some((first, last)) = name.split_once(',') {
        let between = if last.is_empty() { "" } else { "." };
        let meant = url.replacen(',', between, 1);
        return Some(problem(
            format!("`{first},{last}` is not the name of a website"),
            Help::replace(format!("did you mean {meant}?"), url, &meant),
        ));
    }
    if is_in_a_network(name) {
        return Some(problem(
            format!("`{url}` is in your network, which visitors cannot reach"),
            "write the address of a public website, such as https://www.example.com/page".into(),
        ));
    }
    if host.contains('\\') || host.contains("%5C") {
        let meant = url.replace("%5C", "/").replace('\\', "/");
        return Some(problem(
            format!("`{url}` has a backslash"),
            Help::replace(format!("write {meant}"), url, &meant),
        ));
    }
    let has_name = host.contains(char::is_alphanumeric);
    let fault = if has_name && (host.starts_with('.') || name.contains("..")) {
        Some("there is nothing between two dots of its host".to_owned())
    } else {
        let fault = url::Url::parse(url).err();
        fault.map(|fault| fault.to_string())
    };
    if let Some(fault) = fault {
        return Some(problem(
            format!("browsers do not open `{url}`: {fault}"),
            "write a web address as https://www.example.com/page".into(),
        ));
    }
    let number = url.split_once("wa.me/").filter(|_| name == "wa.me");
    if number.is_some_and(|(_, number)| number.starts_with('0') && !number.starts_with("00")) {
        return Some(problem(
            format!("`{url}` has no country code, without which WhatsApp finds no number"),
            "write it with the country code and without the first 0: https://wa.me/919876543210"
                .into(),
        ));
    }
    if let Some(problem) = wrong_chat_number(url) {
        return Some(problem);
    }
    let target = redirected(name, url)?;
    let message = format!("this link goes through {name}, which learns of every click");
    let help = Help::replace(format!("write {target}"), url, &target);
    // The link works.
    Some(problem(message, help).warning())
}

/// Returns what is wrong with a `mailto:` address.
fn bad_email_address(url: &str, rest: &str) -> Option<Diagnostic> {
    let before_query = rest.split('?').next().unwrap_or_default();
    let is_address = |one: &str| {
        let parts = one.trim().split_once('@');
        parts.is_some_and(|(name, host)| {
            let is_host = host.contains(['.', '%', '[']) && !host.ends_with('.');
            !name.is_empty() && is_host && !host.contains('@')
        })
    };
    if rest.is_empty() {
        return Some(problem(
            "`mailto:` has no email address".to_owned(),
            "write an email address as mailto:name@example.com".into(),
        ));
    }
    let address = before_query.trim_start_matches('/');
    if address.len() < before_query.len() && is_address(address) {
        return Some(problem(
            format!("`{url}` has slashes, which only web addresses have"),
            Help::replace(format!("write mailto:{address}"), before_query, address).certainly(),
        ));
    }
    if before_query.is_empty() || before_query.split(',').all(is_address) {
        return None;
    }
    let meant = before_query.replace(';', ",").replace("@@", "@");
    let is_meant = meant != before_query && meant.split(',').all(is_address);
    let help = if is_meant {
        Help::replace(format!("write mailto:{meant}"), before_query, &meant)
    } else {
        "write an email address as name@example.com".into()
    };
    Some(problem(
        format!("`{before_query}` is not an email address"),
        help,
    ))
}

/// Returns the scheme that an author means by one that browsers do not know.
fn misspelled_scheme(scheme: &str, rest: &str) -> Option<Diagnostic> {
    let meant = match &*scheme.to_lowercase() {
        "phone" | "telephone" | "call" | "callto" | "mobile" | "fax" => Some("tel"),
        "email" | "e-mail" | "mail" => Some("mailto"),
        _ => None,
    };
    if let Some(meant) = meant {
        let message = format!("browsers do not know the scheme `{scheme}:`");
        let help = Help::replace(format!("did you mean `{meant}:`?"), scheme, meant);
        let diagnostic = problem(message, help);
        // Some programs call numbers of `fax:` (RFC 2806).
        return Some(if scheme.eq_ignore_ascii_case("fax") {
            diagnostic.warning()
        } else {
            diagnostic
        });
    }
    let known = ["https", "http", "mailto"];
    let meant = nearest(scheme, known).filter(|_| rest.starts_with("//") || rest.contains('@'))?;
    Some(problem(
        format!("browsers do not know the scheme `{scheme}:`"),
        Help::replace(format!("did you mean `{meant}:`?"), scheme, meant),
    ))
}

/// Returns a diagnostic without a place for the path of a file on the author's computer (`C:\a.pdf`, `file:///a.pdf`) or network
/// (`\\office\a.pdf`), or `None` for any other address.
pub fn local_file(url: &str) -> Option<Diagnostic> {
    let scheme = url.split_once(':').map_or("", |(scheme, _)| scheme);
    let is_drive = scheme.len() == 1 && scheme.starts_with(|c: char| c.is_ascii_alphabetic());
    // Markdown leaves one of the two backslashes.
    let is_share = url
        .strip_prefix('\\')
        .is_some_and(|rest| rest.contains('\\'));
    let homes = ["/Users/", "/Volumes/", "~/", "/mnt/c/", "/C:/", "/c:/"];
    // A site may have pages below /home/.
    let folders = ["/Desktop/", "/Documents/", "/Downloads/", "/Pictures/"];
    let is_home = homes.iter().any(|home| url.starts_with(home))
        || url.starts_with("/home/") && folders.iter().any(|folder| url.contains(folder));
    let of_network = ["smb", "afp", "nfs"].iter();
    let is_share = is_share
        || of_network
            .into_iter()
            .any(|one| scheme.eq_ignore_ascii_case(one));
    let place = if is_share {
        "network"
    } else if is_drive || is_home || scheme.eq_ignore_ascii_case("file") {
        "computer"
    } else {
        return None;
    };
    let message = format!("`{url}` is a file on your {place}, which visitors cannot open");
    let mut help = "put the file into public/ and link to it from there: /name.pdf".to_owned();
    if url.starts_with('\\') && is_share && !url.contains('.') {
        help += &format!(
            "; the address of a page has slashes: {}",
            url.replace('\\', "/")
        );
    }
    let diagnostic = Diagnostic::new(&codes::BAD_ADDRESS, message);
    Some(diagnostic.part("file", url).help(help))
}

/// Returns the path of an address that has the host of the site at `base_url`, or `None` for any other address. The host may be in
/// capitals, have the port of its scheme, or come after `http:` or without a scheme.
pub fn without_host<'a>(address: &'a str, base_url: &str) -> Option<&'a str> {
    let base_url = base_url.trim_end_matches('/');
    let other = || {
        let (_, own) = base_url.split_once("//")?;
        let (scheme, rest) = address.split_once("//")?;
        let is_web = ["", "http:", "https:"]
            .iter()
            .any(|one| scheme.eq_ignore_ascii_case(one));
        let (host, folder) = own.split_at(own.find('/').unwrap_or(own.len()));
        let given = rest
            .get(..host.len())
            .filter(|given| is_web && given.eq_ignore_ascii_case(host));
        let rest = &rest[given?.len()..];
        let rest = [":443", ":80"]
            .iter()
            .find_map(|port| rest.strip_prefix(port))
            .unwrap_or(rest);
        rest.strip_prefix(folder)
    };
    match address.strip_prefix(base_url).or_else(other)? {
        "" => Some("/"),
        path => path.starts_with(['/', '?', '#']).then_some(path),
    }
}

#[cfg(test)]
mod tests {
    use super::bad_address;

    #[test]
    fn hosts_that_visitors_do_not_reach_and_redirects() {
        for (url, expected) in [
            (
                "\u{200b}https://e.org",
                "contains an invisible character: write https://e.org",
            ),
            (
                "https;//e.org",
                "no colon after its scheme: write https://e.org",
            ),
            ("https://e.org,", "did you mean https://e.org?"),
            ("https://wa.me/09876543210", "has no country code"),
            ("https://e.org\\a", "has a backslash: write https://e.org/a"),
            ("http://server/share", "is in your network"),
            ("https://192.168.1.7/", "is in your network"),
            ("http://10.0.0.2:8080/a", "is in your network"),
            ("https://8.8.8.8/", ""),
            ("https://e.org", ""),
            ("https://e.org:65535/", ""),
            ("https://user@e.org/a", ""),
            ("https://münchen.de/ü?a=ü#ü", ""),
            ("https://[2001:db8::1]:80/", ""),
            ("https://e.org:99999/", "invalid port number"),
            ("https://e.org:80a/", "invalid port number"),
            ("https://256.1.1.1/", "invalid IPv4 address"),
            ("https://[::g]/", "invalid IPv6 address"),
            ("https://ex%20ample.org/", "browsers do not open"),
            ("https://e..org/", "nothing between two dots"),
            (
                "https://user:pw@e.org/",
                "contains a password, which every visitor can read: write https://e.org/",
            ),
            ("https:/e.org/a", "has no host: write https://e.org/a"),
            ("http:\\\\e.org", "has no host: write http://e.org"),
            ("https:///", "has no host: write a web address"),
            ("obsidian://open?vault=a", "works only on your computer"),
            ("cid:image001.png@01D", "works only on your computer"),
            (
                "mailto:a@e.org;b@e.org?subject=x",
                "write mailto:a@e.org,b@e.org",
            ),
            (
                "https://https://e.org/a",
                "has two schemes: write https://e.org/a",
            ),
            (
                "http://https//e.org/a",
                "has two schemes: write https://e.org/a",
            ),
            (
                "https://www.google.com/url?sa=t&q=https%3A%2F%2Fe.org%2Fa%3Fb%3Dc&ved=1",
                "goes through www.google.com, which learns of every click: write https://e.org/a?b=c",
            ),
            ("https://www.google.com/url?q=notes", ""),
            ("https://www.google.com/maps?q=https://e.org", ""),
            (
                "https://eur03.safelinks.protection.outlook.com/?url=https%3A%2F%2Fe.org%2F&data=05",
                "write https://e.org/",
            ),
            (
                "https://www.google.de/url?sa=t&url=https%3A%2F%2Fe.org%2F&usg=x",
                "goes through www.google.de, which learns of every click: write https://e.org/",
            ),
            (
                "https://urldefense.com/v3/__https://e.org/a__;!!abc",
                "write https://e.org/a",
            ),
            (
                "https://www.youtube.com/redirect?event=x&q=https%3A%2F%2Fe.org",
                "write https://e.org",
            ),
            ("https://t.me/share/url?url=https%3A%2F%2Fe.org", ""),
            (
                "https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2Fe.org",
                "",
            ),
            ("https://e.org/redirect?to=/about", ""),
            ("https://e.org/login?next=https%3A%2F%2Fe.org%2Fa", ""),
            (
                "https://l.facebook.com/l.php?u=https%3A%2F%2Fe.org&h=A",
                "write https://e.org",
            ),
        ] {
            let found = bad_address(url);
            let said = found.map(|one| format!("{}: {}", one.message, one.help.concat()));
            let said = said.unwrap_or_default();
            assert!(
                said.contains(expected) && said.is_empty() == expected.is_empty(),
                "{url}: {said}"
            );
        }
    }

    #[test]
    fn addresses_in_quotes_and_of_a_computer() {
        for (url, expected) in [
            (
                "\"/visit\"",
                "the address `/visit` is in quotes: write /visit",
            ),
            (
                "'https://e.org'",
                "the address `https://e.org` is in quotes: write https://e.org",
            ),
            (
                "“/visit”",
                "the address `/visit` is in quotes: write /visit",
            ),
            ("/visit'", ""),
            (
                "[https://e.org](https://e.org)",
                "is a whole link: write https://e.org",
            ),
            (
                "https://wa.me/+919876543210?text=Hi",
                "which WhatsApp does not read: write https://wa.me/919876543210?text=Hi",
            ),
            (
                "https://wa.me/91%2098765-43210",
                "write https://wa.me/919876543210",
            ),
            ("https://wa.me/919876543210", ""),
            ("https://wa.me/message/AB12CD34", ""),
            ("/Users/asha/Desktop/a.pdf", "is a file on your computer"),
            ("~/a.pdf", "is a file on your computer"),
            ("/mnt/c/a.pdf", "is a file on your computer"),
            ("/users/asha", ""),
            ("/home/a.pdf", ""),
            ("/home/about/documents/", ""),
            ("/home/asha/Documents/a.pdf", "is a file on your computer"),
            ("smb://server/share/a.pdf", "is a file on your network"),
            (
                "https://api.whatsapp.com/send?phone=00353209123456&text=Hi",
                "write https://api.whatsapp.com/send?phone=353209123456&text=Hi",
            ),
            ("https://api.whatsapp.com/send?phone=353209123456", ""),
            (
                "whatsapp://send?phone=+353(0)209123456",
                "write whatsapp://send?phone=+353209123456",
            ),
            ("whatsapp://send?phone=+353209123456", ""),
            ("whatsapp://send?text=Hello", ""),
            ("viber://chat?number=%2B353209123456", ""),
            (
                "viber://chat?number=%2B353%20209123456",
                "which Viber does not read: write viber://chat?number=%2B353209123456",
            ),
            ("sms:+353(0)209123456", "write sms:+353209123456"),
            ("sms:+353209123456?body=Hi%20there", ""),
            ("sms:?body=Hi", ""),
            ("SMS:+353209123456", ""),
            ("callto:+353209123456", "did you mean `tel:`?"),
            ("FAX:+353209123456", "did you mean `tel:`?"),
            ("skype:anna?call", ""),
        ] {
            let found = bad_address(url);
            let said = found.map(|one| format!("{}: {}", one.message, one.help.concat()));
            let said = said.unwrap_or_default();
            assert!(
                said.contains(expected) && said.is_empty() == expected.is_empty(),
                "{url}: {said}"
            );
        }
    }

    #[test]
    fn local_hosts() {
        for (url, is_local) in [
            ("http://[::1]/about", true),
            ("http://[::1]:4000/about", true),
            ("http://localhost", true),
            ("//visit", true),
            ("//visit/us?a=1", true),
            ("//www.example.org/a", false),
            ("//[::1]/a", false),
            ("https://[2001:db8::1]/about", false),
            ("https://localhost.example:1/", false),
        ] {
            assert_eq!(bad_address(url).is_some(), is_local, "{url}");
        }
    }
}
