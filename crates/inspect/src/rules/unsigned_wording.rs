//! unsigned-wording: nobody has signed off a pack of wording rules.

use content::Part;
use diagnostic::Diagnostic;

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;
use crate::wording_packs;

pub static RULE: Rule = Rule::new(When::Publish, ALL, check);

diagnostic::codes! {
    UNSIGNED_WORDING {
        name: "unsigned-wording",
        summary: "nobody at the firm has signed off a pack of wording rules",
        why: "The rules come from secondary sources: a member of the profession has to confirm that they are right and complete.",
        example: "signed_off_by = \"\"",
        fix: "Read the pack and its sources, correct it, and enter your name as `signed_off_by`.",
    }
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    // `wording` reports packs that cannot be read.
    for (pack, toml) in wording_packs::packs(site).flatten() {
        if pack.signed_off_by.trim().is_empty() {
            let path = &toml.source.path;
            let message = format!("nobody has signed off the wording rules of {path}");
            let place = toml.locate("/signed_off_by", Part::Value);
            let diagnostic = Diagnostic::new(&UNSIGNED_WORDING, message).at(place, "");
            diagnostics.push(
                diagnostic.help(
                    "read the rules and their sources, and enter your name as `signed_off_by`",
                ),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;
    use crate::scope::Scope;

    #[test]
    fn an_unsigned_pack() {
        let pack = |name: &str| {
            format!(
                "name = \"A\"\nsigned_off_by = \"{name}\"\n[[rule]]\nid = \"a\"\npattern = \"a\"\nreason = \"b\"\nsource = \"c\"\nsince = 2026-04-01\n"
            )
        };
        let publish = Scope {
            publish: true,
            ..Scope::default()
        };
        let finding = "content/wording/a.toml:2:17: error: unsigned-wording: nobody has signed off the wording rules of content/wording/a.toml";
        for (name, expected) in [("", &[finding][..]), ("A. Member", &[])] {
            site()
                .file("content/wording/a.toml", &pack(name))
                .scope(publish)
                .assert_findings(&["unsigned-wording"], expected);
        }
    }
}
