//! Configuration for Caddy: a Caddyfile.

use std::collections::BTreeSet;

use content::Rewrite;
use inspect::addresses::{encoded, location, media_type};
use inspect::headers::Exception;

use super::html_files::{file_of, plain_html};
use super::media_types::extensions;
use super::other_forms::{forms_of, redirects, with_ending};
use super::redirect_target::around_query;
use crate::output_folder::MARK;
use crate::site::Site;

/// Returns the text of the Caddyfile.
///
/// URLs are matched with `path_regexp` and `map`, which are case-sensitive; the matcher `path` is not.
pub fn file(site: &Site) -> String {
    format!(
        "# Written by `site build --host-files caddy`. SITE_ADDRESS is the site's host name, SITE_ROOT its folder.\n\
         {{$SITE_ADDRESS:localhost}} {{\n\troot * {{$SITE_ROOT:/srv/site/dist}}\n\tencode zstd gzip\n\n\
         \t# In a route, directives are carried out in the order in which they are written.\n\troute {{\n\
         {}\n{}\n{}{}\n\
         \t\t# The form function, wherever it runs:\n\
         \t\t# reverse_proxy /api/* 127.0.0.1:9000\n\
         \t\tfile_server {{\n\t\t\thide {MARK}\n\t\t\tdisable_canonical_uris\n\t\t}}\n\t}}\n\n\
         \thandle_errors {{\n\t\t@missing expression `{{err.status_code}} == 404`\n\t\trewrite @missing /404.html\n\t\tfile_server\n\t}}\n}}\n",
        headers(site),
        moved(site),
        pages(site),
        rewrites(site)
    )
}

/// Returns the directives that set headers.
fn headers(site: &Site) -> String {
    // `-Server` has a directive of its own: deleting a header defers its whole directive until the response is written.
    let mut text = "\t\theader {\n".to_owned();
    for (name, value) in &site.headers.common {
        text.push_str(&format!("\t\t\t{name} {}\n", quoted(value)));
    }
    text.push_str(&format!(
        "\t\t\tContent-Security-Policy {}\n\t\t\tCache-Control \"public, max-age=60\"\n\t\t}}\n\t\theader -Server\n",
        quoted(&site.headers.policy)
    ));
    // A later directive replaces the header of an earlier one.
    for (number, Exception { pages, policy }) in site.headers.exceptions.iter().rev().enumerate() {
        let urls = match pages.strip_suffix('*') {
            Some(prefix) => format!("{}.*", pattern(prefix)),
            None => pattern(pages),
        };
        text.push_str(&format!(
            "\t\t@policy{number} path_regexp {}\n\t\theader @policy{number} Content-Security-Policy {}\n",
            whole(&urls),
            quoted(policy)
        ));
    }
    // Only for files that exist: otherwise, the 404 page would get these headers as well.
    for extension in extensions(site) {
        text.push_str(&format!(
            "\t\t@{extension} {{\n\t\t\tpath *.{extension}\n\t\t\tfile\n\t\t}}\n\t\theader @{extension} Content-Type {}\n",
            quoted(media_type(&format!(".{extension}")))
        ));
    }
    text.push_str(
        "\t\t@fingerprinted {\n\t\t\tpath_regexp ^/assets/.*-[A-Z2-7]{8}\\.\n\t\t\tfile\n\t\t}\n\
         \t\theader @fingerprinted Cache-Control \"public, max-age=31536000, immutable\"\n",
    );
    text
}

/// Returns the directives for the site's redirects, and for other forms of URLs that end with a slash or an extension.
fn moved(site: &Site) -> String {
    let mut text =
        "\t\tmap {path} {site_page} {site_joint} {site_anchor} {site_status} {\n".to_owned();
    for (from, redirect) in redirects(site) {
        let to = location(&redirect.to);
        let (page, anchor) = around_query(&to);
        let joint = if page.contains('?') { "&" } else { "?" };
        text.push_str(&format!(
            "\t\t\t{} \"{page}\" \"{joint}\" \"{anchor}\" {}\n",
            quoted(&from),
            redirect.status
        ));
    }
    for route in with_ending(site) {
        for other in forms_of(site, route) {
            let (other, to) = (quoted(&other), encoded(&route.url));
            text.push_str(&format!("\t\t\t{other} \"{to}\" \"?\" \"\" 301\n"));
        }
    }
    text.push_str(
        "\t\t\tdefault \"\" \"\" \"\" 301\n\t\t}\n\
         \t\t@moved_with_query expression `{site_page} != \"\" && {query} != \"\"`\n\
         \t\tredir @moved_with_query {site_page}{site_joint}{query}{site_anchor} {site_status}\n\
         \t\t@moved expression `{site_page} != \"\"`\n\
         \t\tredir @moved {site_page}{site_anchor} {site_status}\n",
    );
    text
}

/// Returns the directives that find the file of a page, and redirect other forms of a page's URL to it.
fn pages(site: &Site) -> String {
    // A file such as a search engine's verification is found only by its own name.
    let plain = plain_html(site)
        .map(|file| file.trim_end_matches(".html"))
        .chain(["index"]);
    let plain: BTreeSet<String> = plain.map(pattern).collect();
    let plain = plain.into_iter().collect::<Vec<_>>().join("|");
    let rewrites = site.rewrites.iter().filter(|rule| rule.status.is_none());
    let rewritten: Vec<String> = rewrites.map(rewritten).collect();
    let rewritten = whole(&format!("({})", rewritten.join("|")));
    let mut text = format!(
        "\t\t# Each page has one URL.\n{}\
         \t\t@double_slash {{\n\t\t\texpression `{{path}}.contains(\"//\")`\n\t\t\tnot path_regexp {rewritten}\n\t\t}}\n\t\terror @double_slash 404\n\
         \t\t@home path_regexp ^/index\\.html$\n\t\troute @home {{\n\t\t\turi strip_suffix index.html\n\t\t\tredir {{uri}} 301\n\t\t}}\n",
        pages_with_ending(site)
    );
    for (name, end) in [
        ("slash", "/"),
        ("index", "/index.html"),
        ("ending", ".html"),
    ] {
        text.push_str(&format!(
            "\t\t@{name} {{\n\t\t\tpath_regexp {name} {}\n\t\t\tnot path_regexp {}\n\t\t}}\n\
             \t\troute @{name} {{\n\t\t\t@{name}_page file {{re.{name}.1}}.html\n\
             \t\t\troute @{name}_page {{\n\t\t\t\turi strip_suffix {end}\n\t\t\t\tredir {{uri}} 301\n\t\t\t}}\n\t\t}}\n",
            whole(&format!("(/.+){}", pattern(end))),
            whole(&format!("/({plain}){}", pattern(end))),
        ));
    }
    text.push_str(&format!(
        "\t\t@plain path_regexp {}\n\t\terror @plain 404\n\
         \t\t@folder {{\n\t\t\tpath_regexp .+/$\n\t\t\tnot path_regexp {rewritten}\n\t\t}}\n\t\terror @folder 404\n\
         \t\ttry_files {{path}} {{path}}.html\n",
        whole(&format!("/({plain})"))
    ));
    text
}

/// Returns the directives that serve the pages whose URLs end with a slash or an extension.
fn pages_with_ending(site: &Site) -> String {
    let mut text = String::new();
    for route in with_ending(site) {
        let file = format!("/{}", route.output);
        let (url, file) = (quoted(&route.url), quoted(&file));
        text.push_str(&format!("\t\t\t{url} {file}\n"));
    }
    if text.is_empty() {
        return text;
    }
    format!(
        "\t\tmap {{path}} {{site_file}} {{\n{text}\t\t\tdefault \"\"\n\t\t}}\n\
         \t\t@file expression `{{site_file}} != \"\"`\n\
         \t\troute @file {{\n\t\t\trewrite {{site_file}}\n\t\t\tfile_server {{\n\t\t\t\tdisable_canonical_uris\n\t\t\t}}\n\t\t}}\n"
    )
}

/// Returns the directives of the rewrites.
fn rewrites(site: &Site) -> String {
    let mut text = String::new();
    for (number, rule) in site.rewrites.iter().enumerate() {
        let from = whole(&rewritten(rule));
        text.push_str(&format!(
            "\t\t@rewrite{number} {{\n\t\t\tpath_regexp {from}\n\t\t\tnot file\n\t\t}}\n"
        ));
        text.push_str(&match (rule.status, rule.to.strip_suffix("/*")) {
            (None, _) => {
                let to = quoted(&file_of(site, &rule.to));
                format!("\t\trewrite @rewrite{number} {to}\n")
            }
            // The rest of the URL keeps its slash, its encoding, and its query. Paths with two slashes were answered above.
            (Some(status), Some(to)) => format!(
                "\t\troute @rewrite{number} {{\n\t\t\turi strip_prefix {}\n\t\t\tredir * {}{{uri}} {status}\n\t\t}}\n",
                quoted(&encoded(rule.prefix().trim_end_matches('/'))),
                location(to)
            ),
            (Some(status), None) => {
                let to = location(&rule.to);
                let (page, anchor) = around_query(&to);
                let joint = if page.contains('?') { "&" } else { "?" };
                format!(
                    "\t\troute @rewrite{number} {{\n\t\t\t@query{number} expression `{{query}} != \"\"`\n\
                     \t\t\tredir @query{number} {page}{joint}{{query}}{anchor} {status}\n\t\t\tredir * {to} {status}\n\t\t}}\n"
                )
            }
        });
    }
    text
}

/// Returns a regular expression for the paths of a rewrite.
fn rewritten(rule: &Rewrite) -> String {
    format!("{}.+", pattern(rule.prefix()))
}

/// Returns a regular expression for a text, in the syntax of Go.
fn pattern(text: &str) -> String {
    let mut pattern = String::new();
    for character in text.chars() {
        if character == '`' {
            // A backtick would end the token.
            pattern.push_str("\\x60");
            continue;
        }
        if character.is_ascii_punctuation() && character != '/' && character != '-' {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern
}

/// Returns a regular expression that matches a whole path, as one token of the Caddyfile.
fn whole(pattern: &str) -> String {
    format!("`^{pattern}$`")
}

/// Returns a text in quotes, as one token of the Caddyfile. Braces are escaped, because they would name a placeholder. `{$`,
/// which would name an environment variable, cannot be escaped: a wildcard replaces the dollar sign.
fn quoted(text: &str) -> String {
    let text = text.replace('"', "\\\"").replace("{$", "{*");
    format!("\"{}\"", text.replace('{', "\\{").replace('}', "\\}"))
}
