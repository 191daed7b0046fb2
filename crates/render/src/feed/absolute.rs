//! Makes the URLs in the HTML of a feed absolute, because readers show it outside the site.

use url::Url;

use crate::html_addresses::{is_list, is_url, with_attributes, with_spans};
use crate::srcset;

/// Resolves every relative URL in the attributes of `html` against the URL of the page, `page`. A URL that begins with a slash is
/// below `base_url`. Text, such as code, stays as it is.
pub fn absolute(html: &str, page: &str, base_url: &str) -> String {
    let Ok(page) = Url::parse(page) else {
        return html.to_owned();
    };
    let join = |address: &str| match address.strip_prefix('/') {
        Some(path) if !path.starts_with('/') => {
            Url::parse(&format!("{}/{path}", base_url.trim_end_matches('/'))).ok()
        }
        _ => page.join(address).ok(),
    };
    with_attributes(html, |element, attribute, value| {
        if is_list(attribute) {
            let urls = srcset::urls(value);
            return Some(with_spans(value, urls, |one| join(one).map(String::from)));
        }
        // `#id` of a drawing names a part of the drawing itself.
        let is_within = value.starts_with('#') && !matches!(element, "a" | "area");
        if !is_url(element, attribute) || is_within || Url::parse(value).is_ok() {
            return None;
        }
        Some(join(value.trim())?.into())
    })
}

#[cfg(test)]
mod tests {
    use super::absolute;

    /// Rows: HTML, and the same HTML in a feed. Where the second is empty, nothing changes.
    #[test]
    #[rustfmt::skip]
    fn urls_of_a_page() {
        for (html, expected) in [
            ("<a href=\"/x\">", "<a href=\"https://e.org/x\">"),
            ("<a href='/x'>", "<a href='https://e.org/x'>"),
            ("<a href=/x>y</a>", "<a href=\"https://e.org/x\">y</a>"),
            ("<a href=\"../notes\">", "<a href=\"https://e.org/notes\">"),
            ("<a href=\"notes\">", "<a href=\"https://e.org/blog/notes\">"),
            ("<a href=\"?a=1&amp;b=2\">", "<a href=\"https://e.org/blog/post?a=1&amp;b=2\">"),
            ("<a href=\"#part\">", "<a href=\"https://e.org/blog/post#part\">"),
            ("<a href=\"//cdn.example/x\">", "<a href=\"https://cdn.example/x\">"),
            ("<A HREF=\"/x\">", "<A HREF=\"https://e.org/x\">"),
            ("<video poster=\"/a.jpg\" src=\"/b.mp4\"></video>", "<video poster=\"https://e.org/a.jpg\" src=\"https://e.org/b.mp4\"></video>"),
            ("<blockquote cite=\"/x\">", "<blockquote cite=\"https://e.org/x\">"),
            ("<object data=\"/x.pdf\">", "<object data=\"https://e.org/x.pdf\">"),
            ("<img srcset=\"/a.jpg 400w, b.jpg 800w\" src=\"/a.jpg\">", "<img srcset=\"https://e.org/a.jpg 400w, https://e.org/blog/b.jpg 800w\" src=\"https://e.org/a.jpg\">"),
            ("<a href=\"/ü?it's\">", "<a href=\"https://e.org/%C3%BC?it%27s\">"),
            ("<a href=\"\">", ""),
            ("<code>href=\"/x\"</code> &lt;a href=\"/x\"&gt;", ""),
            ("<pre>&lt;img src='/y'&gt; src=\"/x\"</pre>", ""),
            ("<!-- <a href=\"/x\"> -->", ""),
            ("<script>a = '<a href=\"/x\">'</script>", ""),
            ("<a href=\"https://o.org/x\" title=\"/x\" data-href=\"/x\">", ""),
            ("<a href=\"mailto:a@b.org\"><a href=\"tel:+1\"><img src=\"data:,x\">", ""),
            ("<svg><use href=\"#a\"/></svg>", ""),
            ("<p data=\"/x\">a = \"/b\"</p>", ""),
        ] {
            let expected = if expected.is_empty() { html } else { expected };
            assert_eq!(absolute(html, "https://e.org/blog/post", "https://e.org"), expected, "{html}");
        }
        let many = format!("<a {}>", "b=\"/c\" ".repeat(100_000));
        assert_eq!(absolute(&many, "https://e.org/", "https://e.org"), many);
    }
}
