//! missing-character: a text has a character that none of the site's fonts has.

use std::fmt::Write;

use diagnostic::{Code, Diagnostic, Severity};
use regex::Regex;

use crate::inspection::Inspection;
use crate::prose;
use crate::rule::Rule;
use crate::scope::When;
use crate::unicode_range::code_points;

pub static RULE: Rule = Rule {
    when: When::Check,
    codes: &[&MISSING_CHARACTER],
    check,
};

/// `missing-character`
pub static MISSING_CHARACTER: Code = Code {
    name: "missing-character",
    severity: Severity::Error,
    summary: "none of the site's fonts has a character",
    why: "Browsers take it from a font of the visitor's system: it looks foreign in its line, and on some phones it is an \
              empty box.",
    example: "a word in Gujarati on a site whose fonts have Latin and Devanagari",
    fix: "Write it in another way, or give the theme a font that has it; or waive the rule for the page with a reason: \
              [[waiver]] rule = \"missing-character\".",
    source: "CSS Fonts 4, unicode-range",
};

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    let Some(ranges) = ranges_of_fonts(site) else {
        return;
    };
    let mut known = r"\x00-\x7F\x{FE00}-\x{FE0F}".to_owned();
    for range in ranges.iter().flat_map(|range| code_points(range)) {
        let _ = write!(known, r"\x{{{:X}}}-\x{{{:X}}}", range.start(), range.end());
    }
    // Arrows, pictures and other symbols are the system's on most sites.
    let pattern = format!(r"[[\p{{L}}\p{{M}}\p{{N}}\p{{P}}\p{{Sc}}]--[{known}]]+");
    let Ok(pattern) = prose::pattern(&pattern, true) else {
        return;
    };
    for (text, span, _) in site.matches(&pattern) {
        let message = format!("none of the site's fonts has `{}`", text.words(&span));
        let diagnostic = Diagnostic::new(&MISSING_CHARACTER, message)
            .help("write it in another way, or give the theme a font that has it");
        site.report(diagnostic, "missing-character", text, &span, found);
    }
}

/// Every `unicode-range` of the fonts that the site brings along. `None` where it brings none, or one for every character.
fn ranges_of_fonts(site: &Inspection<'_>) -> Option<Vec<String>> {
    let face = Regex::new(r"@font-face\s*\{([^}]*\burl\([^}]*)\}").ok()?;
    let range = Regex::new(r"unicode-range:\s*([^;}]+)").ok()?;
    let mut ranges = Vec::new();
    for (path, bytes) in site.output.files {
        if !path.ends_with(".css") {
            continue;
        }
        let sheet = String::from_utf8_lossy(bytes);
        for face in face.captures_iter(&sheet) {
            ranges.push(range.captures(&face[1])?[1].to_owned());
        }
    }
    (!ranges.is_empty()).then_some(ranges)
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn characters_beyond_the_fonts() {
        let styles = "@font-face{font-family:a;src:local(Arial)}\
                      @font-face{font-family:a;src:url(/a.woff2);unicode-range:U+0020-00FF, U+20B9}\
                      @font-face{font-family:b;src:url(/b.woff2);unicode-range:u+09??}";
        let page = "₹ 500, café ↩, हिन्दी\u{2009}and ગુજરાતી here.";
        let found = site()
            .output("s.css", styles.as_bytes())
            .page("a", page)
            .drawn(&["missing-character"]);
        expect_test::expect![[r"
            error[missing-character]: none of the site's fonts has `ગુજરાતી`
             --> content/pages/a.md:5:27
              |
            5 | ₹ 500, café ↩, हिन्दी and ગુજરાતી here.
              |                          ^^^^^^
              |
              = help: write it in another way, or give the theme a font that has it
        "]]
        .assert_eq(&found);
        let whole = format!("{styles}@font-face{{src:url(/c.woff2)}}");
        for styles in ["", &whole] {
            let site = site().output("s.css", styles.as_bytes()).page("a", page);
            assert_eq!(site.drawn(&["missing-character"]), "");
        }
    }
}
