//! missing-character: a text has a character that is in none of the site's fonts.

use std::collections::HashSet;
use std::fmt::Write;

use diagnostic::Diagnostic;

use crate::font_faces::font_faces;
use crate::inspection::Inspection;
use crate::prose;
use crate::rule::Rule;
use crate::scope::When;
use crate::text_findings::TextFindings;

pub static RULE: Rule = Rule::on_whole_pages(When::Check, ALL, check);

diagnostic::codes! {
    MISSING_CHARACTER {
        name: "missing-character",
        summary: "a character is in none of the site's fonts",
        why: "Browsers take it from a font of the visitor's system: it looks out of place, and on some phones it is an empty box.",
        example: "a word in Gujarati on a site whose fonts have Latin and Devanagari",
        fix: "Write it in another way, or add a font that has it to the theme; or waive the rule for the page with a reason: \
            [[waiver]] rule = \"missing-character\".",
        source: "CSS Fonts 4, unicode-range",
    }
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut findings = TextFindings::new(site, diagnostics);
    if let Some(known) = characters_of_fonts(site) {
        // Most sites leave arrows, emoji, and other symbols to the system.
        let pattern = format!(
            r"[[\p{{L}}\p{{M}}\p{{N}}\p{{P}}\p{{Sc}}]--[\x00-\x7F\x{{FE00}}-\x{{FE0F}}{known}]]+"
        );
        let pattern = prose::pattern(&pattern, true);
        for (text, span) in pattern.iter().flat_map(|pattern| site.matches(pattern)) {
            let message = format!("`{}` is in none of the site's fonts", text.words(&span));
            let diagnostic = Diagnostic::new(&MISSING_CHARACTER, message)
                .help("write it in another way, or add a font that has it to the theme");
            findings.report(diagnostic, MISSING_CHARACTER.name, text, &span);
        }
    }
    findings.report_unused_waivers(&[MISSING_CHARACTER.name]);
}

/// Returns the characters of the fonts in style sheets that a page loads, as the content of a regular expression's character class.
/// Returns `None` if the site has no such fonts, or one without a `unicode-range`.
fn characters_of_fonts(site: &Inspection<'_>) -> Option<String> {
    let mut class = String::new();
    let pages = site.output.pages.iter();
    let loaded: HashSet<&str> = pages.flat_map(|page| page.facts().resources()).collect();
    for (path, bytes) in site.output.files {
        if !path.ends_with(".css") || !loaded.contains(format!("/{path}").as_str()) {
            continue;
        }
        for face in font_faces(&String::from_utf8_lossy(bytes)) {
            if face.addresses.is_empty() {
                continue;
            }
            for range in face.code_points()? {
                let _ = write!(class, r"\x{{{:X}}}-\x{{{:X}}}", range.start(), range.end());
            }
        }
    }
    (!class.is_empty()).then_some(class)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::site;

    #[test]
    fn characters_beyond_the_fonts() {
        let styles = "@font-face{font-family:a;src:local(Arial)}\
                      @font-face{font-family:a;src:url(/a.woff2);unicode-range:U+0020-00FF, U+20B9}\
                      @font-face{font-family:b;src:url(/b.woff2);unicode-range:u+09??}";
        let page = "<div><link rel=\"stylesheet\" href=\"/s.css\"></div>\n\n₹ 500, café ↩, हिन्दी\u{2009}and ગુજરાતી here.";
        site()
            .output("s.css", styles.as_bytes())
            .page("a", page)
            .assert_report(&["missing-character"], &expect![[r#"
                content/pages/a.md:7:27 «ગુજરાતી» error[missing-character]: `ગુજરાતી` is in none of the site's fonts
                  help: write it in another way, or add a font that has it to the theme
            "#]]);
        let whole = format!("{styles}@font-face{{src:url(/c.woff2)}}");
        for (styles, page) in [("", page), (&whole, page), (styles, "ગુજરાતી")] {
            let site = site().output("s.css", styles.as_bytes()).page("a", page);
            site.assert_findings(&["missing-character"], &[]);
        }
    }
}
