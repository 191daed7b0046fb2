//! Configuration for nginx: a server block and its maps, to be included in `http`, for example from `/etc/nginx/conf.d`.

use inspect::addresses::{location, media_type};

use super::html_files::{file_of, plain_html};
use super::media_types::UNCOMMON;
use super::redirect_target::around_query;
use crate::site::Site;

/// Returns the text of the configuration file.
pub fn file(site: &Site) -> String {
    let mut text = String::from(
        "# Written by `site build --host-files nginx`. Set server_name, root, and the certificate.\n\n\
         map $uri $site_policy {\n",
    );
    text.push_str(&format!("    default {};\n", quoted(&site.headers.policy)));
    for (url, policy) in &site.headers.exceptions {
        let file = quoted(&file_of(site, url));
        text.push_str(&format!("    {file} {};\n", quoted(policy)));
    }
    text.push_str(
        "}\n\n\
         map $uri $site_cache {\n    \
         default \"public, max-age=60\";\n    \
         \"~^/assets/.*-[A-Z2-7]{8}\\.\" \"public, max-age=31536000, immutable\";\n}\n\n\
         server {\n    listen 80;\n    listen [::]:80;\n    server_name _;\n    root /srv/site/dist;\n    \
         absolute_redirect off;\n    server_tokens off;\n    gzip on;\n    gzip_vary on;\n    \
         gzip_types text/css text/javascript application/json application/xml image/svg+xml;\n    \
         types_hash_max_size 2048;\n    error_page 404 /404.html;\n\n",
    );
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
    for extension in UNCOMMON {
        text.push_str(&format!(
            "    location ~ \\{extension}$ {{ types {{ }} default_type {}; }}\n",
            quoted(media_type(extension))
        ));
    }
    for (from, redirect) in site.plan.redirects.iter() {
        let to = location(&redirect.to);
        let (page, anchor) = around_query(&to);
        let joint = if page.contains('?') {
            "&$args"
        } else {
            "$is_args$args"
        };
        text.push_str(&format!(
            "    location = {} {{ return {} \"{page}{joint}{anchor}\"; }}\n",
            quoted(from),
            redirect.status
        ));
    }
    for rule in &site.rewrites {
        let prefix = rule.from.trim_end_matches('*');
        let bare = prefix.trim_end_matches('/');
        text.push_str(&format!(
            "    location = {} {{ return 301 \"{}$is_args$args\"; }}\n",
            quoted(prefix),
            location(bare),
        ));
        text.push_str(&format!(
            "    location {} {{ try_files $uri $uri.html {}; }}\n",
            quoted(prefix),
            quoted(&file_of(site, &rule.to))
        ));
    }
    text.push_str(
        "\n    # Each page has one URL, without a trailing slash or file extension.\n    \
         location = / { try_files /index.html =404; }\n    \
         location = /404.html { internal; }\n    \
         location ~ ^(/[^/].*)/$ { return 301 $1$is_args$args; }\n",
    );
    for file in plain_html(site) {
        text.push_str(&format!(
            "    location = {} {{ }}\n",
            quoted(&format!("/{file}"))
        ));
    }
    text.push_str(
        "    location ~ \\.html$ {\n        \
         # Only if the request itself ends in .html, not if try_files added it.\n        \
         if ($request_uri ~ ^/index\\.html(\\?|$)) { return 301 /$is_args$args; }\n        \
         if ($request_uri ~ ^(/[^/?][^?]*)/index\\.html(\\?|$)) { return 301 $1$is_args$args; }\n        \
         if ($request_uri ~ ^(/[^/?][^?]*)\\.html(\\?|$)) { return 301 $1$is_args$args; }\n    }\n    \
         location / { try_files $uri $uri.html =404; }\n\n    \
         # The form function, wherever it runs:\n    \
         # location /api/ { proxy_pass http://127.0.0.1:9000; proxy_set_header X-Viewer-Address $remote_addr; }\n}\n",
    );
    text
}

/// Returns a text in quotes, as one word of the configuration. In a value, a dollar sign would begin a variable, and nginx cannot
/// escape it; but no path of a page has one, and [`location`] encodes those of redirect targets.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
