//! digit-grouping: an amount in rupees is grouped by thousands, or has a digit too many or too few, on a site for readers in India.

use diagnostic::{Diagnostic, Severity::Warning};

use crate::inspection::Inspection;
use crate::prose;
use crate::rule::Rule;
use crate::scope::When;
use crate::text_findings::TextFindings;

pub static RULE: Rule = Rule::new(When::Check, ALL, check);

diagnostic::codes! {
    DIGIT_GROUPING {
        name: "digit-grouping",
        severity: Warning,
        summary: "an amount in rupees is grouped in another way than in India",
        why: "Readers in India group digits by thousand, lakh, and crore, and misread an amount that is written otherwise.",
        example: "₹1,000,000   with `language = \"en-IN\"`",
        fix: "Write ₹10,00,000, or ₹10 lakh.",
        source: "Unicode CLDR, decimal format of the region IN: #,##,##0.###",
    }
}

/// Pattern for an amount in rupees with a comma between digits.
const AMOUNT: &str = r"(?:₹|\bRs\.?|\bINR) ?[0-9]+(?:,[0-9]+)+\b";

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let language = &site.output.content.config.language;
    if !language.to_ascii_lowercase().ends_with("-in") {
        return;
    }
    let mut findings = TextFindings::new(site, diagnostics);
    let pattern = prose::pattern(AMOUNT, true);
    for (text, span) in pattern.iter().flat_map(|one| site.matches(one)) {
        let words = text.words(&span);
        let lengths: Vec<usize> = words
            .split(',')
            .map(|group| group.chars().filter(char::is_ascii_digit).count())
            .collect();
        let (message, help) = match lengths.as_slice() {
            [1..=2, .., 3] if lengths[1..lengths.len() - 1].iter().all(|one| *one == 2) => {
                continue;
            }
            [1..=3, others @ ..] if others.iter().all(|one| *one == 3) => {
                let message = format!("`{words}` is grouped by thousands");
                (message, format!("write {}", grouped_by_lakh(&words)))
            }
            _ => {
                let message = format!("a digit of `{words}` is missing, or one is too many");
                let help =
                    "three digits follow the last comma, and two each of the others: ₹12,34,567";
                (message, help.to_owned())
            }
        };
        let diagnostic = Diagnostic::new(&DIGIT_GROUPING, message).help(help);
        findings.report(diagnostic, DIGIT_GROUPING.name, text, &span);
    }
    findings.report_unused_waivers(&[DIGIT_GROUPING.name]);
}

/// Returns an amount with its last three digits, and then every two digits, in a group.
fn grouped_by_lakh(amount: &str) -> String {
    let start = amount
        .find(|c: char| c.is_ascii_digit())
        .unwrap_or(amount.len());
    let (sign, number) = amount.split_at(start);
    let digits: Vec<char> = number.chars().filter(char::is_ascii_digit).collect();
    let mut grouped = sign.to_owned();
    for (index, digit) in digits.iter().enumerate() {
        let left = digits.len() - index;
        if index > 0 && (left == 3 || left > 3 && left % 2 == 1) {
            grouped.push(',');
        }
        grouped.push(*digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::grouped_by_lakh;
    use crate::fixture::site;

    #[test]
    fn amounts() {
        for (amount, expected) in [
            ("₹1,000,000", "₹10,00,000"),
            ("Rs. 12,345,678", "Rs. 1,23,45,678"),
            ("INR 123,456,789", "INR 12,34,56,789"),
        ] {
            assert_eq!(grouped_by_lakh(amount), expected);
        }
        let text = "₹1,000,000, ₹10,00,000, ₹1,000, ₹100,000, $1,000,000, `₹1,000,000`, Rs 1,23,45,678, ₹1,00,00, ₹1,0,000.";
        let site = site().page("a", text);
        assert_eq!(site.findings(&["digit-grouping"]), Vec::<String>::new());
        let indian = site.file(
            "content/site.toml",
            "name = \"Firm\"\nbase_url = \"https://firm.example\"\ntheme = \"t\"\nlanguage = \"en-IN\"\n",
        );
        assert_eq!(
            indian.findings(&["digit-grouping"]),
            [
                "content/pages/a.md:5:1: warning: digit-grouping: `₹1,000,000` is grouped by thousands",
                "content/pages/a.md:5:33: warning: digit-grouping: `₹100,000` is grouped by thousands",
                "content/pages/a.md:5:85: warning: digit-grouping: a digit of `₹1,00,00` is missing, or one is too many",
                "content/pages/a.md:5:95: warning: digit-grouping: a digit of `₹1,0,000` is missing, or one is too many"
            ]
        );
    }
}
