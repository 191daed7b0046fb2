//! Configuration for Caddy: a Caddyfile.

use inspect::addresses::{location, media_type};

use super::html_files::{file_of, plain_html};
use super::media_types::UNCOMMON;
use super::redirect_target::around_query;
use crate::site::Site;

/// Returns the text of the Caddyfile.
pub fn file(site: &Site) -> String {
    let mut text = String::from(
        "# Written by `site build --host-files caddy`. SITE_ADDRESS is the site's host name, SITE_ROOT its folder.\n\
         {$SITE_ADDRESS:localhost} {\n\troot * {$SITE_ROOT:/srv/site/dist}\n\tencode zstd gzip\n\n\theader {\n",
    );
    for (name, value) in &site.headers.common {
        text.push_str(&format!("\t\t{name} {}\n", quoted(value)));
    }
    text.push_str(&format!(
        "\t\tContent-Security-Policy {}\n",
        quoted(&site.headers.policy)
    ));
    text.push_str("\t\tCache-Control \"public, max-age=60\"\n\t\t-Server\n\t}\n");
    for (number, (url, policy)) in site.headers.exceptions.iter().enumerate() {
        text.push_str(&format!(
            "\t@frame{number} path {}\n\theader @frame{number} Content-Security-Policy {}\n",
            path(url),
            quoted(policy)
        ));
    }
    for extension in UNCOMMON {
        text.push_str(&format!(
            "\theader *{extension} Content-Type {}\n",
            quoted(media_type(extension))
        ));
    }
    text.push_str(
        "\t@fingerprinted path_regexp ^/assets/.*-[A-Z2-7]{8}\\.\n\
         \theader @fingerprinted Cache-Control \"public, max-age=31536000, immutable\"\n\n\troute {\n",
    );
    for (number, (from, redirect)) in site.plan.redirects.iter().enumerate() {
        let to = location(&redirect.to);
        let (page, anchor) = around_query(&to);
        let joint = if page.contains('?') { "&" } else { "?" };
        let (from, status) = (path(from), redirect.status);
        text.push_str(&format!(
            "\t\t@query{number} {{\n\t\t\tpath {from}\n\t\t\texpression `{{query}} != \"\"`\n\t\t}}\n"
        ));
        text.push_str(&format!(
            "\t\tredir @query{number} {page}{joint}{{query}}{anchor} {status}\n\t\tredir {from} {to} {status}\n"
        ));
    }
    text.push_str("\n\t\t# Each page has one URL, without a trailing slash or file extension.\n");
    text.push_str("\t\t@slash path_regexp slash ^(/[^/].*)/$\n");
    text.push_str("\t\tredir @slash {re.slash.1} 301\n");
    let kept = plain_html(site).map(|file| path(&format!("/{file}")));
    let kept: Vec<String> = kept.collect();
    text.push_str("\t\tredir /index.html / 301\n");
    for (name, pattern) in [
        ("index", r"^(/[^/].*)/index\.html$"),
        ("ending", r"^(/[^/].*)\.html$"),
    ] {
        text.push_str(&format!(
            "\t\t@{name} {{\n\t\t\tpath_regexp {name} {pattern}\n"
        ));
        if !kept.is_empty() {
            text.push_str(&format!("\t\t\tnot path {}\n", kept.join(" ")));
        }
        text.push_str(&format!("\t\t}}\n\t\tredir @{name} {{re.{name}.1}} 301\n"));
    }
    text.push('\n');
    text.push_str("\t\ttry_files {path} {path}.html\n");
    for (number, rule) in site.rewrites.iter().enumerate() {
        let (from, to) = (quoted(&rule.from), quoted(&file_of(site, &rule.to)));
        text.push_str(&format!(
            "\t\t@rewrite{number} {{\n\t\t\tpath {from}\n\t\t\tnot file\n\t\t}}\n\t\trewrite @rewrite{number} {to}\n"
        ));
    }
    text.push_str(
        "\t\t# The form function, wherever it runs:\n\
         \t\t# reverse_proxy /api/* 127.0.0.1:9000\n\t\tfile_server\n\t}\n\n\
         \thandle_errors {\n\t\t@missing expression `{err.status_code} == 404`\n\t\trewrite @missing /404.html\n\t\tfile_server\n\t}\n}\n",
    );
    text
}

/// Returns a path in quotes, as a pattern that matches nothing else: Caddy compares paths with a percent sign in their encoded
/// form, and reads wildcards and classes of characters.
fn path(path: &str) -> String {
    let mut pattern = String::new();
    for character in path.replace('%', "%25").chars() {
        if matches!(character, '\\' | '*' | '?' | '[') {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    quoted(&pattern)
}

/// Returns a text in quotes, as one word of the configuration. Braces are escaped, because they would name a placeholder. `{$`,
/// which would name an environment variable, cannot be escaped: a wildcard replaces the dollar sign.
fn quoted(text: &str) -> String {
    let text = text.replace('"', "\\\"").replace("{$", "{*");
    format!("\"{}\"", text.replace('{', "\\{").replace('}', "\\}"))
}
