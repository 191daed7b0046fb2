//! Checks files that are published unchanged: whether a program can open them, and whether visitors may have them.

use diagnostic::{Diagnostic, Place, Source};
use memchr::memmem;

use crate::codes::{BAD_FILE, EXPOSED_FILE};
use crate::picture_fault::{LFS, download_fault, is_of_lfs, with_article};
use crate::svg_document;

/// Number of bytes at the start of a file that are searched for a private key.
const KEY_WITHIN: usize = 64 * 1024;

/// Number of bytes at the start of a PDF that must contain its header, and at the end that must contain its end marker (PDF 1.7,
/// appendix H, notes 13 and 18).
const PDF_END: usize = 1_024;

/// Maximum size of the last record of a ZIP archive with its comment (APPNOTE.TXT 6.3.10, section 4.3.16).
const ZIP_END: usize = 22 + 65_535;

/// Extensions of documents that are ZIP archives.
const ARCHIVES: [&str; 10] = [
    "zip", "docx", "xlsx", "pptx", "odt", "ods", "odp", "epub", "dotx", "xlsm",
];

/// Extensions of other files that are never empty.
const NEVER_EMPTY: [&str; 19] = [
    "doc", "xls", "ppt", "rtf", "gz", "7z", "rar", "mp3", "mp4", "m4a", "webm", "ogg", "wav",
    "woff", "woff2", "ttf", "otf", "ico", "svg",
];

/// Files that nobody means to publish: names or, with a dot, extensions; what they are; and what every visitor could download.
const PRIVATE: [(&[&str], &str, &str); 4] = [
    (
        &[".php", ".asp", ".aspx", ".jsp", ".cgi"],
        "a program, which a host of files does not run",
        "its source",
    ),
    (
        &[
            "id_rsa",
            "id_dsa",
            "id_ecdsa",
            "id_ed25519",
            ".p12",
            ".pfx",
            ".jks",
            ".keystore",
            ".ppk",
        ],
        "a private key",
        AS_YOU,
    ),
    (
        &[
            ".sql", ".sqlite", ".sqlite3", ".db", ".mdb", ".accdb", ".pst", ".mbox", ".eml", ".msg",
        ],
        "a database or a mailbox",
        "everything in it",
    ),
    (
        &[
            ".env",
            "env",
            ".kdbx",
            ".ovpn",
            "wp-config.php",
            "passwords.txt",
        ],
        "a file of passwords",
        AS_YOU,
    ),
];

/// Tools of hosts whose settings these read in another folder than that of the published files, each with the extensions of the settings.
const SETTINGS_OF_HOSTS: [(&[&str], &[&str]); 3] = [
    (
        &["vercel", "netlify", "firebase", "wrangler", "amplify"],
        &["json", "jsonc", "toml", "yaml", "yml"],
    ),
    (&["now"], &["json"]),
    (&["render"], &["yaml", "yml"]),
];

/// Beginnings of lines in the settings of web servers, which these do not read in the folder of the published files.
const OF_SERVERS: [&str; 6] = [
    "server {",
    "location ",
    "rewrite ^",
    "return 30",
    "redir ",
    "<VirtualHost ",
];

/// Extensions of copies and of packed files, and of files for one environment.
const OF_COPIES: [&str; 17] = [
    "bak",
    "old",
    "orig",
    "save",
    "backup",
    "copy",
    "swp",
    "tmp",
    "gz",
    "bz2",
    "xz",
    "zst",
    "zip",
    "7z",
    "local",
    "production",
    "staging",
];

/// Returns the name of a file in lower case, followed by the names of the files of which it may be a copy: `wp-config.php` for
/// `wp-config.php.bak`, `id_rsa` for `id_rsa (1)`.
fn originals(name: &str) -> impl Iterator<Item = String> {
    let last = name.rsplit('/').next().unwrap_or(name);
    let first = Some(last.to_lowercase());
    std::iter::successors(first, |name| {
        let (stem, extension) = match name.rsplit_once('.') {
            Some((stem, extension)) if !stem.is_empty() => (stem, extension),
            _ => (name.as_str(), ""),
        };
        if OF_COPIES.contains(&extension) {
            return Some(stem.to_owned());
        }
        if let Some(original) = name.strip_suffix('~') {
            return Some(original.to_owned());
        }
        let numbered = stem
            .strip_suffix(')')
            .map(|stem| stem.trim_end_matches(char::is_numeric));
        let plain = numbered.and_then(|stem| stem.strip_suffix(" ("));
        let plain = plain.or_else(|| stem.strip_suffix("copy")?.strip_suffix([' ', '-', '_']));
        let plain = plain?.trim_end_matches([' ', '-']);
        Some(name.replacen(stem, plain, 1))
    })
}

/// Returns a warning about a file with which a host is configured: one that a build replaces, or one that is only published.
fn settings_of_host(name: &str, path: &str, bytes: &[u8]) -> Option<Diagnostic> {
    let is_of_tool = |name: String| {
        let (stem, extension) = name.rsplit_once('.').unwrap_or_default();
        let mut tools = SETTINGS_OF_HOSTS.iter();
        tools.any(|(stems, extensions)| stems.contains(&stem) && extensions.contains(&extension))
    };
    let is_of_server = || {
        let is_named = originals(name).any(|name| name.ends_with(".conf") || name == "caddyfile");
        let is_directive = |line: &str| {
            let mut directives = OF_SERVERS.iter();
            directives.any(|one| line.trim_start().starts_with(one))
        };
        let text = || std::str::from_utf8(bytes).unwrap_or_default();
        is_named && text().lines().any(is_directive)
    };
    let (message, help) = match name.to_ascii_lowercase().as_str() {
        "_redirects" => (
            format!("`site build --host-files netlify` replaces {path}"),
            "write each redirect as a [[redirect]] in content/structure.toml, which works on every host",
        ),
        "_headers" => (
            format!("`site build --host-files netlify` replaces {path}"),
            "delete it for Netlify and Cloudflare Pages: a build writes the headers that the pages need",
        ),
        _ if is_of_server() => (
            format!("{path} is published like any other file: web servers read no settings there"),
            "move it out of public/; write each redirect as a [[redirect]] in content/structure.toml",
        ),
        _ if !name.contains('/') && originals(name).any(is_of_tool) => (
            format!(
                "{path} is published like any other file: hosts read it from the project's folder"
            ),
            "move it out of public/; write each redirect as a [[redirect]] in content/structure.toml, and see `site build --host-files`",
        ),
        _ => return None,
    };
    Some(Diagnostic::new(&BAD_FILE, message).help(help).warning())
}

const AS_YOU: &str = "it, and act in your name";

/// Returns a finding if a file of `public/` is damaged or private. `name` is its path below `folder`.
pub(crate) fn public_fault(folder: &str, name: &str, bytes: &[u8]) -> Option<Diagnostic> {
    let path = format!("{folder}/{name}");
    let at = || Place::start_of(&Source::new(path.as_str(), ""));
    if let Some((kind, what)) = private(name, bytes) {
        let message = format!("{path} is {kind}: every visitor could download {what}");
        let help = "move it out of public/; if it was online, replace the keys and passwords in it";
        return Some(
            Diagnostic::new(&EXPOSED_FILE, message)
                .at(at(), "")
                .help(help),
        );
    }
    if let Some((message, help)) = damage(name, bytes) {
        return Some(Diagnostic::new(&BAD_FILE, message).at(at(), "").help(help));
    }
    settings_of_host(name, &path, bytes)
        .map(|diagnostic| diagnostic.at(at(), ""))
        .or_else(|| malformed(&path, bytes))
}

/// Reports XML that a browser or another program cannot read.
fn malformed(path: &str, bytes: &[u8]) -> Option<Diagnostic> {
    let kind = match &*extension(path) {
        "svg" => "SVG image",
        "xml" | "rss" | "atom" => "XML file",
        _ => return None,
    };
    let text = std::str::from_utf8(bytes).ok()?;
    let xml = text.trim_start_matches('\u{feff}');
    let (at, problem) = svg_document::parse(xml).err()?;
    let at = text.len() - xml.len() + at;
    let place = Place::new(&Source::new(path, text), at..at);
    let diagnostic = Diagnostic::new(&BAD_FILE, format!("this {kind} is malformed: {problem}"));
    let help = "correct it, or save the file again: programs show nothing of it";
    Some(diagnostic.at(place, "").help(help))
}

/// Returns the extension of a file in lower case, or an empty text.
fn extension(name: &str) -> String {
    let last = name.rsplit('/').next().unwrap_or(name);
    let extension = last.rsplit_once('.').map(|(_, extension)| extension);
    extension.unwrap_or_default().to_ascii_lowercase()
}

/// Returns what a private file is, and what every visitor could download. Returns `None` for any other file.
fn private(name: &str, bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    let start = &bytes[..bytes.len().min(KEY_WITHIN)];
    let mut begins = memmem::find_iter(start, "-----BEGIN ");
    let is_key = |at: usize| {
        let line = start[at..]
            .split(|byte| *byte == b'\n')
            .next()
            .unwrap_or_default();
        memmem::find(&line[..line.len().min(80)], b"PRIVATE KEY-----").is_some()
    };
    // Pages may quote a key, and packages contain examples.
    let is_page = ["html", "htm", "js", "mjs", "css", "xml", "pdf"].contains(&&*extension(name));
    if !is_page && (begins.any(is_key) || start.starts_with(b"PuTTY-User-Key-File-")) {
        return Some(("a private key", AS_YOU));
    }
    let of_name = |name: &str| PRIVATE.iter().find(|(names, ..)| names.contains(&name));
    let found = originals(name).find_map(|name| {
        let extension = format!(".{}", extension(&name));
        of_name(&name).or_else(|| of_name(&extension))
    });
    found.map(|(_, kind, what)| (*kind, *what))
}

/// Returns the name of a format and whether a file has it, judged by its first bytes or by parsing all of it. Returns `None` if the format
/// of the extension is not known.
fn format(ending: &str, bytes: &[u8]) -> Option<(&'static str, bool)> {
    let begins = |signs: &[&[u8]]| signs.iter().any(|sign| bytes.starts_with(sign));
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let is_json = || serde_json::from_slice::<serde::de::IgnoredAny>(text).is_ok();
    Some(match ending {
        "json" | "webmanifest" | "geojson" => ("JSON", is_json()),
        "woff2" => ("WOFF2", begins(&[b"wOF2"])),
        "woff" => ("WOFF", begins(&[b"wOFF"])),
        "ttf" => (
            "TrueType",
            begins(&[b"\0\x01\0\0", b"true", b"ttcf", b"OTTO"]),
        ),
        "otf" => ("OpenType", begins(&[b"OTTO", b"\0\x01\0\0", b"ttcf"])),
        "mp4" | "m4a" | "m4v" => ("MP4", bytes.get(4..8) == Some(b"ftyp")),
        "webm" => ("WebM", begins(&[b"\x1a\x45\xdf\xa3"])),
        "ogg" => ("Ogg", begins(&[b"OggS"])),
        "wav" => ("WAV", begins(&[b"RIFF"])),
        "ico" => (
            "Windows icon",
            begins(&[b"\0\0\x01\0", b"\x89PNG", b"GIF8", b"<svg"]),
        ),
        "gz" => ("gzip", begins(&[b"\x1f\x8b"])),
        _ => return None,
    })
}

/// Returns what is wrong with the file by which GitHub Pages knows the site's domain, which has one name and nothing else
/// (<https://docs.github.com/en/pages/configuring-a-custom-domain-for-your-github-pages-site>).
fn wrong_domain(name: &str, bytes: &[u8]) -> Option<(String, String)> {
    let text = std::str::from_utf8(bytes).unwrap_or_default().trim();
    let is_domain =
        text.contains('.') && !text.contains(|c: char| c.is_whitespace() || ":/,".contains(c));
    (name == "CNAME" && !is_domain).then(|| {
        let message = "this file is not a domain, so GitHub Pages does not read it".to_owned();
        (
            message,
            "write only the domain, on one line: www.example.org".to_owned(),
        )
    })
}

/// Returns what is wrong with a file that programs look for by its name, to which Notepad has added `.txt`.
fn doubled_extension(name: &str) -> Option<(String, String)> {
    const NAMES: [&str; 9] = [
        "robots.txt",
        "humans.txt",
        "ads.txt",
        "app-ads.txt",
        "security.txt",
        "llms.txt",
        "CNAME",
        "_headers",
        "_redirects",
    ];
    let wanted = name.rsplit('/').next()?.strip_suffix(".txt")?;
    NAMES.contains(&wanted).then(|| {
        let message = format!("no program looks for a file with this name, but for {wanted}");
        (
            message,
            format!("rename it to {wanted}: Windows hides the end of a name"),
        )
    })
}

/// Returns a message about a file that no program can open, and help. Returns `None` if nothing is wrong.
fn damage(name: &str, bytes: &[u8]) -> Option<(String, String)> {
    const AGAIN: &str = "copy or save the file again";
    let ending = extension(name);
    if ending == "crdownload" || ending == "part" || ending == "download" {
        let message = "this download was not completed".to_owned();
        return Some((message, "download it again".to_owned()));
    }
    if is_of_lfs(bytes) {
        return Some((LFS.0.to_owned(), LFS.1.to_owned()));
    }
    if let Some(fault) = wrong_domain(name, bytes) {
        return Some(fault);
    }
    if let Some(fault) = doubled_extension(name) {
        return Some(fault);
    }
    if let Some(fault) = download_fault(name, bytes) {
        return Some(fault);
    }
    let is_archive = ARCHIVES.contains(&&*ending);
    let (is_one, is_whole, kind) = match &*ending {
        "pdf" => {
            let start = &bytes[..bytes.len().min(PDF_END)];
            let end = bytes.trim_ascii_end();
            let end = &end[end.len().saturating_sub(PDF_END)..];
            let is_pdf = memmem::find(start, b"%PDF-").is_some();
            (is_pdf, memmem::find(end, b"%%EOF").is_some(), "PDF")
        }
        _ if is_archive => {
            let end = &bytes[bytes.len().saturating_sub(ZIP_END)..];
            let is_zip = bytes.starts_with(b"PK");
            let is_whole = memmem::rfind(end, b"PK\x05\x06").is_some();
            // An encrypted Office document is not a ZIP archive but a compound file ([MS-CFB], section 2.2).
            let is_encrypted = bytes.starts_with(b"\xd0\xcf\x11\xe0");
            (is_zip || is_encrypted, is_whole || is_encrypted, &*ending)
        }
        _ => match format(&ending, bytes) {
            Some((kind, is_one)) => (is_one, true, kind),
            None if NEVER_EMPTY.contains(&&*ending) => (true, true, ""),
            None => return None,
        },
    };
    let (message, help) = if bytes.is_empty() {
        ("this file is empty".to_owned(), AGAIN)
    } else if !is_one {
        let help = "save it again in the format that its name says, or rename it";
        (
            format!("this is not {} file, as its name says", with_article(kind)),
            help,
        )
    } else if !is_whole {
        (format!("this {kind} file is truncated"), AGAIN)
    } else {
        return None;
    };
    Some((message, help.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[rustfmt::skip]
    fn faults() {
        let key: &[u8] = b"-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n";
        for (name, bytes, expected) in [
            ("docs/a.pdf", &b"%PDF-1.7\nx\n%%EOF\n"[..], ""),
            ("docs/a.pdf", b"\xef\xbb\xbf%PDF-1.7\nx\n%%EOF\0\0\n", ""),
            ("docs/a.PDF", b"", "this file is empty"),
            ("docs/a.pdf", b"%PDF-1.7\n1 0 obj\n", "this PDF file is truncated"),
            ("docs/a.pdf", b"<!doctype html>", "this is not a PDF file, as its name says"),
            ("a.docx", b"PK\x03\x04xPK\x05\x06x", ""),
            ("a.docx", b"\xd0\xcf\x11\xe0x", ""),
            ("a.docx", b"PK\x03\x04x", "this docx file is truncated"),
            ("a.xlsx", b"", "this file is empty"),
            ("a.doc", b"<html>", ""),
            ("a.txt", b"", ""),
            ("a.mp4", b"", "this file is empty"),
            ("a.pdf.crdownload", b"x", "this download was not completed"),
            ("photo.jpg", b"", "this image is empty"),
            ("photo.jpg", b"GIF89a", "this is not a JPEG image"),
            ("photo.heic", b"x", ""),
            ("a.json", b"{\"a\": [1,]}", "this is not a JSON file, as its name says"),
            ("a.json", b"\xef\xbb\xbf{\"a\": [1]}\n", ""),
            ("site.webmanifest", b"{bad", "this is not a JSON file, as its name says"),
            ("a.woff2", b"<html>", "this is not a WOFF2 file, as its name says"),
            ("a.mp4", b"\0\0\0\x20ftypisom", ""),
            ("film.mp4", b"<!doctype html>", "this is not an MP4 file, as its name says"),
            ("favicon.ico", b"\x89PNG\r\n", ""),
            ("favicon.ico", b"<html>", "this is not a Windows icon file, as its name says"),
            ("CNAME", b"www.example.org\n", ""),
            ("CNAME", b"https://www.example.org/", "this file is not a domain, so GitHub Pages does not read it"),
            ("photo.svg", b"<svg onload='x'/>", ""),
            ("vercel.json", b"{}", "public/vercel.json is published like any other file: hosts read it from the project's folder"),
            ("netlify.toml", b"x", "public/netlify.toml is published like any other file: hosts read it from the project's folder"),
            ("Caddyfile", b"x", ""),
            ("Dockerfile", b"x", ""),
            ("firebase.json", b"{}", "public/firebase.json is published like any other file: hosts read it from the project's folder"),
            ("_headers", b"/*", "`site build --host-files netlify` replaces public/_headers"),
            ("_redirects", b"/a /b", "`site build --host-files netlify` replaces public/_redirects"),
            ("examples/vercel.json", b"{}", ""),
            ("web.config", b"<a/>", ""),
            ("staticwebapp.config.json", b"{}", ""),
            ("photo.svg", b"<svg><g></svg>", "this SVG image is malformed: expected 'g' tag, not 'svg'"),
            ("feed/old.xml", b"\xef\xbb\xbf<rss>&nbsp;</rss>", "this XML file is malformed: unknown entity reference 'nbsp'"),
            ("rates.xml", b"<?xml version='1.0' encoding='UTF-8'?>\n<rates/>\n", ""),
            ("robots.txt.txt", b"x", "no program looks for a file with this name, but for robots.txt"),
            ("CNAME.txt", b"x", "no program looks for a file with this name, but for CNAME"),
            ("notes.txt.txt", b"x", ""),
            ("keys/id_rsa", b"x", "public/keys/id_rsa is a private key: every visitor could download it, and act in your name"),
            ("keys/id_rsa.pub", b"ssh-rsa x", ""),
            ("a.pem", key, "public/a.pem is a private key: every visitor could download it, and act in your name"),
            ("a.json", b"{\"k\":\"-----BEGIN PRIVATE KEY-----\\nx\"}", "public/a.json is a private key: every visitor could download it, and act in your name"),
            ("a.pem", b"-----BEGIN CERTIFICATE-----\nx\n", ""),
            ("a.html", key, ""),
            ("dump.SQL", b"x", "public/dump.SQL is a database or a mailbox: every visitor could download everything in it"),
            ("contact.php", b"<?php mail();", "public/contact.php is a program, which a host of files does not run: every visitor could download its source"),
            ("wp-config.php", b"<?php", "public/wp-config.php is a file of passwords: every visitor could download it, and act in your name"),
            ("offer.eml", b"From: a", "public/offer.eml is a database or a mailbox: every visitor could download everything in it"),
            ("docs/a.pdf", b"version https://git-lfs.github.com/spec/v1\noid", "this is a note of Git LFS about a file, not the file itself"),
            ("photo.jpg", b"<!DOCTYPE html><html>", "this is a web page, not an image"),
            ("photo.png", b"<svg xmlns='x'/>", "this is a drawing (SVG), but its name says PNG"),
            ("nginx.conf", b"server { rewrite ^/shop$ /prices permanent; }\n", "public/nginx.conf is published like any other file: web servers read no settings there"),
            ("conf/site.conf.old", b"server {\n  location / {", "public/conf/site.conf.old is published like any other file: web servers read no settings there"),
            ("example.conf", b"# The server is here\nname = 1", ""),
            ("lesson.txt", b"server {\n", ""),
            ("netlify.toml.bak", b"x", "public/netlify.toml.bak is published like any other file: hosts read it from the project's folder"),
            ("vercel.svg", b"<svg/>", ""),
            ("render.json", b"{}", ""),
            ("wp-config.php.bak", b"<?php", "public/wp-config.php.bak is a file of passwords: every visitor could download it, and act in your name"),
            ("a/backup.sql.gz", b"\x1f\x8b", "public/a/backup.sql.gz is a database or a mailbox: every visitor could download everything in it"),
            ("shop.sqlite3~", b"x", "public/shop.sqlite3~ is a database or a mailbox: every visitor could download everything in it"),
            ("id_rsa (1)", b"x", "public/id_rsa (1) is a private key: every visitor could download it, and act in your name"),
            ("Passwords - Copy.txt", b"x", "public/Passwords - Copy.txt is a file of passwords: every visitor could download it, and act in your name"),
            ("env.production", b"x", "public/env.production is a file of passwords: every visitor could download it, and act in your name"),
            ("env.js", b"x", ""),
            ("what-is-a.sql.html", b"x", ""),
            ("old.gz", b"\x1f\x8b", ""),
            ("(1).txt", b"x", ""),
            ("copy", b"x", ""),
            ("prod.env", b"x", "public/prod.env is a file of passwords: every visitor could download it, and act in your name"),
        ] {
            let found = public_fault("public", name, bytes).map(|one| one.message);
            assert_eq!(found.unwrap_or_default(), expected, "{name} {bytes:?}");
        }
    }
}
