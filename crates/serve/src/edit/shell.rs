//! The page of the drawer. It has no content of its own: the script builds everything.

use super::bundle::BundleFile;

/// The page, and its content security policy.
pub struct Shell {
    /// HTML.
    pub html: String,
    /// Content security policy.
    pub policy: String,
}

/// Returns the page of the drawer. `preview` is the origin of the preview, `start` the path of the page to show first, and `nonce` a
/// random text for the style sheets that the text editor adds.
pub fn shell(name: &str, preview: &str, start: &str, nonce: &str) -> Shell {
    let body = if BundleFile::Script.bytes().is_some() {
        format!(
            "<div id=\"root\" data-preview=\"{}\" data-start=\"{}\" data-nonce=\"{nonce}\"></div>\n\
             <script type=\"module\" src=\"/drawer.js\"></script>",
            escape(preview),
            escape(start),
        )
    } else {
        "<h1>The drawer is missing</h1>\n<p>This program was compiled without it. Run <code>npm ci &amp;&amp; npm run build</code> in \
         <code>editors/drawer</code>, and compile the program again.</p>"
            .to_owned()
    };
    let name = escape(name);
    let title = if name.is_empty() {
        "Edit".to_owned()
    } else {
        format!("Edit: {name}")
    };
    Shell {
        html: format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title}</title>\
             <link rel=\"icon\" href=\"data:,\"><link rel=\"stylesheet\" href=\"/drawer.css\"></head>\n<body>{body}</body></html>\n"
        ),
        policy: format!(
            "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; connect-src 'self'; \
             img-src 'self' blob: data: {preview}; font-src 'self'; frame-src {preview}; frame-ancestors 'none'; \
             base-uri 'none'; form-action 'none'"
        ),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
