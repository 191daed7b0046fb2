//! Lines of the configuration of web servers, hosts, and other programs that were pasted into a TOML file.

use std::ops::Range;

use diagnostic::{Change, Diagnostic, Fix};

use crate::pattern_help::web_address;
use crate::toml_messages::invalid;
use crate::toml_text::TomlText;

/// A redirect in the notation of another program.
#[derive(Debug, PartialEq, Eq)]
struct Redirect {
    from: String,
    to: String,
    status: Option<u16>,
}

/// First words of other lines, each with what they are for, and with what to do instead.
const DIRECTIVES: [(&[&str], &str, &str); 6] = [
    (
        &[
            "User-agent:",
            "Disallow:",
            "Allow:",
            "Sitemap:",
            "Crawl-delay:",
        ],
        "this line belongs to a robots.txt",
        "delete it: the program writes robots.txt; a page that search engines should leave out has `noindex = true` in its front matter",
    ),
    (
        &["ErrorDocument", "error_page"],
        "this line belongs to the configuration of a web server",
        "delete it: content/pages/404.md is the page for URLs that do not exist",
    ),
    (
        &[
            "Header",
            "add_header",
            "X-Frame-Options:",
            "X-Content-Type-Options:",
            "Content-Security-Policy:",
            "Cache-Control:",
            "Strict-Transport-Security:",
            "Referrer-Policy:",
            "Permissions-Policy:",
            "Access-Control-Allow-Origin:",
        ],
        "this line is a response header",
        "delete it: the program writes the security headers; `[[allow]]` and `[[frame]]` in content/structure.toml list the hosts that pages may use",
    ),
    (
        &[
            "RewriteEngine",
            "RewriteCond",
            "RewriteBase",
            "Options",
            "DirectoryIndex",
            "AddType",
            "AddDefaultCharset",
            "ExpiresActive",
            "ExpiresByType",
            "ExpiresDefault",
            "AuthType",
            "Require",
            "AllowOverride",
            "server_name",
            "listen",
            "try_files",
            "index",
            "location",
            "server",
            "expires",
            "gzip",
            "<IfModule",
            "</IfModule",
            "<Files",
            "<Directory",
        ],
        "this line belongs to the configuration of a web server",
        "delete it here, and write it into the configuration of the host",
    ),
    (
        &[
            "export",
            "module.exports",
            "const",
            "let",
            "var",
            "import",
            "require",
        ],
        "this is JavaScript, not TOML",
        "write each setting as key = value on a line of its own, without braces, commas, and semicolons",
    ),
    (
        &["ENV", "FROM", "RUN", "COPY", "CMD"],
        "this line belongs to a Dockerfile",
        "delete it here, and write it into the Dockerfile",
    ),
];

/// Returns the finding about lines of another program's configuration, the first of which is `line`, and the end of the last one.
pub fn pasted_lines(toml: &TomlText, line: &Range<usize>) -> Option<(Diagnostic, usize)> {
    let text = toml.text();
    let written = text[line.clone()].trim();
    let mut lines: Vec<Range<usize>> = Vec::new();
    let mut end = line.start;
    let mut depth = 0_usize;
    for one in text[line.start..].split_inclusive('\n') {
        let bare = one.trim();
        let is_open = depth > 0;
        depth += bare.matches('{').count();
        depth = depth.saturating_sub(bare.matches('}').count());
        if !is_open && redirect(bare).is_none() && directive(bare).is_none() {
            break;
        }
        lines.push(end..end + one.trim_end().len());
        end += one.len();
    }
    let last = lines.last()?.end;
    let place = toml.place(line.start..line.start + text[line.clone()].trim_end().len());
    let Some(first) = redirect(written) else {
        let (message, help) = directive(written)?;
        return Some((invalid(message).at(place, "").help(help), last));
    };
    let mut help = format!("write {}", in_one_line(&first));
    if toml.source.path != STRUCTURE {
        help.push_str(" in content/structure.toml");
    }
    if lines.len() > 1 {
        help.push_str(", and the lines below it in the same way");
    }
    let redirects: Option<Vec<Redirect>> = lines
        .iter()
        .map(|line| redirect(text[line.clone()].trim()))
        .collect();
    // The keys below would otherwise belong to the redirect.
    let mut below = text[end..]
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty());
    let is_last = below.next().is_none_or(|line| line.starts_with('['));
    let redirects = redirects.filter(|_| is_last && toml.source.path == STRUCTURE);
    let fix = redirects.map(|redirects| {
        let tables: Vec<String> = redirects.iter().map(table).collect();
        Fix {
            label: help.clone(),
            // The status that a directive has without one differs between programs.
            is_safe: false,
            changes: vec![Change::Replace(
                toml.place(line.start..last),
                tables.join("\n\n"),
            )],
        }
    });
    let diagnostic = invalid("this is a redirect in the notation of another program");
    Some((diagnostic.at(place, "").help(help).maybe_fix(fix), last))
}

/// The file that lists redirects.
const STRUCTURE: &str = "content/structure.toml";

/// Returns message and help for a line whose first word is a directive of another program.
fn directive(line: &str) -> Option<(&'static str, &'static str)> {
    let (first, rest) = line.split_once(char::is_whitespace)?;
    // `index = 1` is a key.
    if rest.trim_start().starts_with('=') && !matches!(first, "const" | "let" | "var") {
        return None;
    }
    let mut all = DIRECTIVES.iter();
    let (_, message, help) = all.find(|(names, _, _)| {
        let mut names = names.iter();
        names.any(|name| *name == first || name.ends_with(':') && name.eq_ignore_ascii_case(first))
    })?;
    Some((message, help))
}

/// Returns the redirect that a line of Apache, nginx, Caddy, or of a file `_redirects` describes, or `None` for any other line.
fn redirect(line: &str) -> Option<Redirect> {
    // nginx: `location /old { return 301 /new; }`.
    let is_block = line.starts_with("location ") && line.ends_with('}');
    let flat = line.replace(" = ", " ").replace(['{', '}', ';'], " ");
    let line = if is_block { flat.trim() } else { line };
    let words: Vec<&str> = line.trim_end_matches(';').split_whitespace().collect();
    let words: Vec<&str> = match words.as_slice() {
        ["location", from, "return", rest @ ..] if is_block => {
            [&["redirect", from][..], rest].concat()
        }
        _ => words,
    };
    // Removed pages have no new URL.
    let is_other = |word: &&str| ["303", "404", "410", "gone", "seeother"].contains(word);
    if words.iter().any(is_other) {
        return None;
    }
    let is_status = |word: &&str| status(word).is_some();
    let (first, rest) = words.split_first()?;
    let addresses: Vec<&str> = match first.to_ascii_lowercase().as_str() {
        "redirect" | "redirectpermanent" | "redirecttemp" | "redirectmatch" | "rewriterule"
        | "rewrite" | "redir" => rest.to_vec(),
        _ if first.starts_with('/') => words.clone(),
        _ => return None,
    };
    let mut addresses = addresses
        .iter()
        .copied()
        .filter(|word| !is_status(word) && !word.starts_with('['));
    let (from, to) = (addresses.next()?, addresses.next()?);
    let is_address = |one: &str| one.starts_with('/') || web_or_secure(one).is_some();
    let (from, to) = (plain(from)?, target(to));
    let status = words.iter().skip(1).find_map(|word| status(word));
    let is_plain = !to.contains(['$', '{', '"']);
    (addresses.next().is_none() && is_plain && is_address(&to)).then_some(Redirect {
        from,
        to,
        status: status.filter(|status| *status != 301),
    })
}

fn web_or_secure(address: &str) -> Option<String> {
    let is_secure = address.starts_with("https://");
    is_secure
        .then(|| address.to_owned())
        .or_else(|| web_address(address))
}

/// Returns the HTTP status that a word means: `302`, `301!`, `permanent`, `[R=302,L]`.
fn status(word: &str) -> Option<u16> {
    let flag = word
        .strip_prefix("[R=")
        .and_then(|flag| flag.split([',', ']']).next());
    match flag.unwrap_or(word).trim_end_matches('!') {
        "301" | "permanent" => Some(301),
        "302" | "temporary" | "temp" | "redirect" => Some(302),
        "307" => Some(307),
        "308" => Some(308),
        _ => None,
    }
}

/// Returns a path without the signs of a regular expression: `/old/*` for `^/old/(.*)$`. Returns `None` if it needs them.
fn plain(pattern: &str) -> Option<String> {
    let path = pattern.trim_start_matches('^').trim_end_matches('$');
    let path = path.trim_end_matches("/?").replace("\\.", ".");
    let path = path.replace("(.*)", "*").replace(".*", "*");
    let path = format!("/{}", path.trim_start_matches('/'));
    let star = path.find('*').unwrap_or(path.len() - 1);
    let is_plain = !path.contains(['(', ')', '[', ']', '\\', '?', '|', '+', '"']);
    let is_end = star + 1 == path.len() && (!path.contains('*') || path.ends_with("/*"));
    (is_plain && is_end).then_some(path)
}

/// Returns the target of a redirect, with `*` for the rest of the URL, and `https://` for `http://`.
fn target(written: &str) -> String {
    let rest = written
        .replace(":splat", "*")
        .replace("$1", "*")
        .replace("{uri}", "*");
    let rest = rest.trim_end_matches("{http.request.uri}").to_owned();
    web_or_secure(&rest).unwrap_or(rest)
}

/// Returns the table of a redirect.
fn table(redirect: &Redirect) -> String {
    let Redirect { from, to, status } = redirect;
    let status = status.map(|status| format!("\nstatus = {status}"));
    let status = status.unwrap_or_default();
    format!("[[redirect]]\nfrom = \"{from}\"\nto = \"{to}\"{status}")
}

/// Returns the lines of a redirect's table as part of a sentence.
fn in_one_line(redirect: &Redirect) -> String {
    let Redirect { from, to, status } = redirect;
    match status {
        None => format!("[[redirect]], and below it from = \"{from}\" and to = \"{to}\""),
        Some(status) => format!(
            "[[redirect]], and below it from = \"{from}\", to = \"{to}\", and status = {status}"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[rustfmt::skip]
    fn redirects_of_other_programs() {
        for (line, expected) in [
            ("Redirect 301 /shop /prices", "/shop /prices"),
            ("RedirectPermanent /shop https://e.org/", "/shop https://e.org/"),
            ("Redirect /shop http://e.org/a", "/shop https://e.org/a"),
            ("RedirectMatch 302 ^/old/(.*)$ /new/$1", "/old/* /new/* 302"),
            ("RewriteRule ^old\\.html$ /new [R=301,L]", "/old.html /new"),
            ("rewrite ^/shop/?$ /prices permanent;", "/shop /prices"),
            ("location = /shop { return 301 /prices; }", "/shop /prices"),
            ("redir /shop /prices 308", "/shop /prices 308"),
            ("/blog/* /notes/:splat 301!", "/blog/* /notes/*"),
            ("/shop    /prices", "/shop /prices"),
            ("RewriteRule ^(a|b)$ /c [L]", ""),
            ("Redirect the visitors", ""),
            ("/ and more words", ""),
        ] {
            let found = redirect(line).map(|one| {
                let status = one.status.map(|status| format!(" {status}"));
                format!("{} {}{}", one.from, one.to, status.unwrap_or_default())
            });
            assert_eq!(found.unwrap_or_default(), expected, "{line}");
        }
    }
}
