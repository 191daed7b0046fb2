//! stale-print: a PDF was printed from an earlier version of its page.
//!
//! The file itself says which page it was printed from: its last line is a comment with the page's URL and the SHA-256 of its HTML.

use diagnostic::{Diagnostic, Place, Severity::Warning, Source};
use sha2::{Digest, Sha256};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::on_whole_pages(When::Check, ALL, check);

diagnostic::codes! {
    STALE_PRINT {
        name: "stale-print",
        severity: Warning,
        summary: "a PDF was printed from an earlier version of its page",
        why: "Whoever downloads it reads what the page said then: an old telephone number, or a service that has ended.",
        example: "a PDF that ends with `% page /profile` and another SHA-256 than that of the page's HTML",
        fix: "Print the page again.",
    }
}

/// Beginning of the comment (ISO 32000-1, section 7.2.4) at the end of a printed page.
const MARK: &str = "% page ";

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    // A page lacks what a document with an error would add to it.
    if site.output.content.faulty_documents().next().is_some() {
        return;
    }
    for (path, bytes) in site.output.files {
        let Some((url, printed)) = printed_page(bytes) else {
            continue;
        };
        // The URL in the file includes the base path.
        let url = match url.strip_prefix(site.output.base_path) {
            Some("") => "/",
            Some(inner) => inner,
            None => url,
        };
        let file = format!("/{path}");
        let place = Place::start_of(&Source::new(format!("public{file}"), ""));
        let Some(page) = site.output.page(url) else {
            let message = format!("{file} was printed from {url}, which does not exist any more");
            let help = "print it from another page, or remove it";
            diagnostics.push(
                Diagnostic::new(&STALE_PRINT, message)
                    .at(place, "")
                    .help(help),
            );
            continue;
        };
        let html = (site.output.as_served)(&site.output.html(page));
        if !printed.eq_ignore_ascii_case(&sha256(&html)) {
            let message = format!("{file} was printed from an earlier version of {url}");
            let help = format!("print {url} again");
            diagnostics.push(
                Diagnostic::new(&STALE_PRINT, message)
                    .at(place, "")
                    .help(help),
            );
        }
    }
}

/// Returns the URL of the page that a file was printed from, and the SHA-256 of its HTML, or `None` for any other file.
fn printed_page(bytes: &[u8]) -> Option<(&str, &str)> {
    let text = bytes.trim_ascii_end();
    let last = text.rsplit(|byte| matches!(byte, b'\n' | b'\r')).next()?;
    str::from_utf8(last)
        .ok()?
        .strip_prefix(MARK)?
        .split_once(' ')
}

/// Returns the SHA-256 of a text in hexadecimal digits.
fn sha256(text: &str) -> String {
    let digest = Sha256::digest(text);
    let digits = digest.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::sha256;
    use crate::fixture::site;

    #[test]
    fn prints() {
        let html = "<!doctype html><title>A</title><p>Text";
        let hash = sha256(html);
        let file = |end: &str| format!("%PDF-1.4\n%%EOF\n{end}").into_bytes();
        site()
            .file("themes/t/templates/printed.html", html)
            .page_with("a", "template = \"printed.html\"\n", "")
            .output("docs/fresh.pdf", &file(&format!("% page /a {hash}\n")))
            .output("docs/capital.pdf", &file(&format!("% page /a {}", hash.to_uppercase())))
            .output("docs/other.pdf", &file("% a comment\n"))
            .output("docs/short.pdf", b"")
            .output("docs/stale.pdf", &file(&format!("% page /a {}\r\n", "0".repeat(64))))
            .output("docs/gone.pdf", &file(&format!("% page /b {hash}\n")))
            .assert_report(&["stale-print"], &expect![[r#"
                public/docs/gone.pdf:1:1 «» warning[stale-print]: /docs/gone.pdf was printed from /b, which does not exist any more
                  help: print it from another page, or remove it
                public/docs/stale.pdf:1:1 «» warning[stale-print]: /docs/stale.pdf was printed from an earlier version of /a
                  help: print /a again
            "#]]);
    }
}
