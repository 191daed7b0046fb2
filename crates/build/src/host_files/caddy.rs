//! A Caddyfile.

use crate::site::Site;

use inspect::addresses::media_type;

use super::UNCOMMON;
use super::cloudfront::file_of;

/// Returns the file.
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
            "\t@frame{number} path {url}\n\theader @frame{number} Content-Security-Policy {}\n",
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
    for rule in &site.redirects {
        let (page, anchor) = super::redirect_target::around_query(&rule.to);
        let joint = if page.contains('?') { "&" } else { "?" };
        text.push_str(&format!(
            "\t\t@query{0} {{\n\t\t\tpath {1}\n\t\t\tquery *\n\t\t}}\n",
            number_of(site, &rule.from),
            rule.from
        ));
        text.push_str(&format!(
            "\t\tredir @query{} {page}{joint}{{query}}{anchor} {}\n\t\tredir {} {} {}\n",
            number_of(site, &rule.from),
            rule.status,
            rule.from,
            rule.to,
            rule.status
        ));
    }
    text.push_str("\n\t\t# One address for a page: without a slash, without the file's ending.\n");
    text.push_str("\t\t@slash path_regexp slash ^(/[^/].*)/$\n");
    text.push_str("\t\tredir @slash {re.slash.1} 301\n");
    let kept: Vec<String> = super::cloudfront::plain_html(site)
        .map(|file| format!("/{file}"))
        .collect();
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
    for rule in &site.rewrites {
        text.push_str(&format!("\t\t@rewrite{0} {{\n\t\t\tpath {1}\n\t\t\tnot file\n\t\t}}\n\t\trewrite @rewrite{0} {2}\n", number_of(site, &rule.from), rule.from, file_of(site, &rule.to)));
    }
    text.push_str(
        "\t\t# The form function, wherever it runs:\n\
         \t\t# reverse_proxy /api/* 127.0.0.1:9000\n\t\tfile_server\n\t}\n\n\
         \thandle_errors {\n\t\t@missing expression `{err.status_code} == 404`\n\t\trewrite @missing /404.html\n\t\tfile_server\n\t}\n}\n",
    );
    text
}

/// Returns the number that the names of a rule's matchers have.
fn number_of(site: &Site, from: &str) -> usize {
    let redirects = site.redirects.iter().map(|rule| rule.from.as_str());
    redirects
        .chain(site.rewrites.iter().map(|rule| rule.from.as_str()))
        .position(|one| one == from)
        .unwrap_or_default()
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\\\""))
}
