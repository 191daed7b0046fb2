//! Configuration for nginx: a server block and its maps, to be included in `http`, for example from `/etc/nginx/conf.d`.

use std::collections::BTreeSet;

use content::Rewrite;
use inspect::addresses::{encoded, location, media_type};
use inspect::headers::Exception;
use render::bare_url;

use super::html_files::{file_of, plain_html};
use super::media_types::extensions;
use super::other_forms::{forms_of, redirects, with_ending};
use super::redirect_target::around_query;
use crate::output_folder::MARK;
use crate::site::Site;

/// Returns the text of the configuration file.
pub fn file(site: &Site) -> String {
    let mut text = String::from(
        "# Written by `site build --host-files nginx`. Set server_name, root, and the certificate.\n\n",
    );
    text.push_str(&maps(site));
    text.push_str(&server(site));
    text.push_str(&moved(site));
    for (number, rule) in site.rewrites.iter().enumerate() {
        text.push_str(&rewrite(site, number, rule));
    }
    text.push_str(&pages(site));
    text.push_str(
        "\n    # The form function, wherever it runs:\n    \
         # location /api/ { proxy_pass http://127.0.0.1:9000; proxy_set_header X-Viewer-Address $remote_addr; }\n}\n",
    );
    text
}

/// Returns the maps from the file of a response to its headers, and from a query to its continuation of another one.
fn maps(site: &Site) -> String {
    let policy = quoted(&site.headers.policy);
    let mut text = format!("map $uri $site_policy {{\n    default {policy};\n");
    // The first pattern that matches is used, and a name takes precedence over patterns.
    for Exception { pages, policy } in &site.headers.exceptions {
        let key = match pages.strip_suffix('*') {
            Some(prefix) => quoted(&format!("~^{}", literal(prefix))),
            None => quoted(&file_of(site, pages)),
        };
        text.push_str(&format!("    {key} {};\n", quoted(policy)));
    }
    text.push_str(
        "}\n\n\
         map $uri $site_cache {\n    \
         default \"public, max-age=60\";\n    \
         \"~^/assets/.*-[A-Z2-7]{8}\\.\" \"public, max-age=31536000, immutable\";\n}\n\n\
         map $args $site_more { \"\" \"\"; default \"&$args\"; }\n\n",
    );
    // The rest of a URL as the visitor sent it, which is percent-encoded, so it cannot break a header.
    let rules = site.rewrites.iter().enumerate();
    for (number, rule) in rules.filter(|(number, rule)| !rest_of(*number, rule).is_empty()) {
        let prefix = literal(&encoded(rule.prefix()));
        text.push_str(&format!(
            "map $request_uri {} {{ default \"\"; \"~^{prefix}[/\\x5c]*(?<rest{number}>[^?]*)\" $rest{number}; }}\n\n",
            rest_of(number, rule)
        ));
    }
    text
}

/// Returns the beginning of the server block, with media types and headers.
fn server(site: &Site) -> String {
    let mut text = String::from(
        "server {\n    listen 80;\n    listen [::]:80;\n    server_name _;\n    root /srv/site/dist;\n    \
         absolute_redirect off;\n    merge_slashes off;\n    server_tokens off;\n    gzip on;\n    gzip_vary on;\n    \
         gzip_types text/css text/javascript application/json application/xml image/svg+xml;\n    \
         error_page 404 @missing;\n\n    types {\n        text/html html;\n",
    );
    let mut with_charset = BTreeSet::new();
    for extension in extensions(site) {
        let kind = media_type(&format!(".{extension}"));
        let kind = match kind.split_once("; charset=utf-8") {
            Some((kind, _)) => {
                with_charset.insert(kind);
                kind
            }
            None => kind,
        };
        text.push_str(&format!("        {kind} {extension};\n"));
    }
    let with_charset: Vec<&str> = with_charset.into_iter().collect();
    text.push_str(&format!(
        "    }}\n    types_hash_max_size 2048;\n    default_type application/octet-stream;\n    charset utf-8;\n    charset_types text/html {};\n\n",
        with_charset.join(" ")
    ));
    for (name, value) in &site.headers.common {
        text.push_str(&format!(
            "    add_header {name} {} always;\n",
            quoted(value)
        ));
    }
    text.push_str(
        "    add_header Content-Security-Policy $site_policy always;\n    \
         add_header Cache-Control $site_cache always;\n\n",
    );
    text
}

/// Returns the locations of the redirects that the site declares.
fn moved(site: &Site) -> String {
    let mut text = String::new();
    for (from, redirect) in redirects(site) {
        let answer = redirect_to(redirect.status, &location(&redirect.to));
        text.push_str(&format!(
            "    location = {} {{ {answer} }}\n",
            quoted(&from)
        ));
    }
    text
}

/// Returns the directive that redirects to a location, and passes on the query of the request.
fn redirect_to(status: u16, to: &str) -> String {
    let (page, anchor) = around_query(to);
    let query = if page.contains('?') {
        "$site_more"
    } else {
        "$is_args$args"
    };
    format!("return {status} \"{page}{query}{anchor}\";")
}

/// Returns the variable for the rest of a URL in the target of a redirect; empty if the target does not contain it.
fn rest_of(number: usize, rule: &Rewrite) -> String {
    let has_rest = rule.status.is_some() && rule.to.ends_with('*');
    if has_rest {
        format!("$site_rest{number}")
    } else {
        String::new()
    }
}

/// Returns the locations of a rewrite, or of a redirect of whole folders. Its prefix takes precedence over the patterns for pages
/// (`^~`), so the pages below it get locations of their own.
fn rewrite(site: &Site, number: usize, rule: &Rewrite) -> String {
    let prefix = rule.prefix();
    let routes = site.plan.routes.iter().map(|route| route.url.as_str());
    let below =
        routes.filter(|url| url.starts_with(prefix) || *url == prefix.trim_end_matches('/'));
    let below = below.filter(|url| bare_url(url) == *url);
    let mut text = String::new();
    for url in below {
        let to = location(url);
        for end in ["/", ".html", "/index.html"] {
            let from = format!("{url}{end}");
            if from.starts_with(prefix) && !site.plan.redirects.contains_key(&from) {
                text.push_str(&format!(
                    "    location = {} {{ return 301 \"{to}$is_args$args\"; }}\n",
                    quoted(&from)
                ));
            }
        }
    }
    let bare = prefix.trim_end_matches('/');
    if site.plan.routes.any_form(bare).is_none() && !site.plan.redirects.contains_key(bare) {
        text.push_str(&format!(
            "    location = {} {{ return 404; }}\n",
            quoted(prefix)
        ));
    }
    let answer = match rule.status {
        Some(status) => {
            let to = location(&rule.target("")) + &rest_of(number, rule);
            redirect_to(status, &to)
        }
        None => format!("try_files {} =404;", quoted(&file_of(site, &rule.to))),
    };
    text.push_str(&format!(
        "    location ^~ {} {{ try_files $uri $uri.html @rewrite{number}; }}\n    \
         location @rewrite{number} {{ {answer} }}\n",
        quoted(prefix),
    ));
    text
}

/// Returns the locations that find the file of a page, and redirect other forms of a page's URL to it.
fn pages(site: &Site) -> String {
    let mut text = format!(
        "\n    # Each page has one URL.\n    \
         location = / {{ try_files /index.html =404; }}\n    \
         location = /index.html {{ return 301 /$is_args$args; }}\n    \
         location @missing {{ try_files /404.html =404; }}\n    \
         location = /{MARK} {{ return 404; }}\n"
    );
    for route in with_ending(site) {
        let (url, file) = (quoted(&route.url), quoted(&format!("/{}", route.output)));
        text.push_str(&format!(
            "    location = {url} {{ try_files {file} =404; }}\n"
        ));
        for other in forms_of(site, route) {
            let (other, to) = (quoted(&other), encoded(&route.url));
            text.push_str(&format!(
                "    location = {other} {{ return 301 \"{to}$is_args$args\"; }}\n"
            ));
        }
    }
    // A file such as a search engine's verification is found only by its own name.
    let plain = plain_html(site).map(|file| file.trim_end_matches(".html"));
    for bare in plain.chain(["index"]) {
        if bare != "index" {
            text.push_str(&format!(
                "    location = {} {{ }}\n",
                quoted(&format!("/{bare}.html"))
            ));
        }
        for end in ["", "/", "/index.html"] {
            let other = format!("/{bare}{end}");
            if site.plan.routes.any_form(&other).is_none()
                && !site.plan.redirects.contains_key(&other)
            {
                text.push_str(&format!(
                    "    location = {} {{ return 404; }}\n",
                    quoted(&other)
                ));
            }
        }
    }
    text.push_str(
        "    location ~ // { return 404; }\n    \
         location ~ ^(/.+)/$ { if (-f $document_root$1.html) { return 301 $1$is_args$args; } return 404; }\n    \
         location ~ ^(/.+)/index\\.html$ { if (-f $document_root$1.html) { return 301 $1$is_args$args; } return 404; }\n    \
         location ~ ^(/.+)\\.html$ { if (-f $document_root$1.html) { return 301 $1$is_args$args; } return 404; }\n    \
         location / { try_files $uri $uri.html =404; }\n",
    );
    text
}

/// Returns a text in quotes, as one word of the configuration. In a value, a dollar sign would begin a variable, and nginx cannot
/// escape it; but no path of a page has one, and [`location`] encodes those of redirect targets.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Returns a regular expression that matches a text, in the syntax of PCRE.
fn literal(text: &str) -> String {
    let mut pattern = String::new();
    for character in text.chars() {
        if character.is_ascii_punctuation() && !matches!(character, '/' | '-' | '_') {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern
}
