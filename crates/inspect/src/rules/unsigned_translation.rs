//! unsigned-translation: nobody has signed off a translation.

use content::{Part, TomlText};
use diagnostic::Diagnostic;

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::new(When::Publish, ALL, check);

diagnostic::codes! {
    UNSIGNED_TRANSLATION {
        name: "unsigned-translation",
        summary: "nobody has signed off a translation",
        why: "Visitors rely on it: somebody who knows the language and the subject has to confirm that it says what the original says.",
        example: "signed_off_by = \"\"",
        fix: "Read the translation beside its original, correct it, and enter your name as `signed_off_by`.",
    }
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let main = &site.output.content.config.language;
    let documents = site.documents().filter(|document| document.lang != *main);
    let documents = documents.map(|document| document.toml.clone());
    let forms = site.output.tree.texts.values();
    let forms = forms.filter(|source| source.path.starts_with("content/forms/"));
    for toml in forms.map(TomlText::whole).chain(documents) {
        let signed = toml
            .parse()
            .ok()
            .and_then(|mut table| table.remove("signed_off_by"));
        let is_unsigned = signed
            .as_ref()
            .is_some_and(|name| name.as_str().is_none_or(|name| name.trim().is_empty()));
        if is_unsigned {
            let message = format!("nobody has signed off the translation {}", toml.source.path);
            diagnostics.push(
                Diagnostic::new(&UNSIGNED_TRANSLATION, message)
                    .at(toml.locate("/signed_off_by", Part::Value), "")
                    .help("read it beside its original, and enter your name as `signed_off_by`"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;
    use crate::scope::Scope;

    #[test]
    fn an_unsigned_translation() {
        let publish = Scope {
            publish: true,
            ..Scope::default()
        };
        let finding = "content/pages/a.hi.md:4:17: error: unsigned-translation: nobody has signed off the translation content/pages/a.hi.md";
        for (key, expected) in [
            ("signed_off_by = \"\"", &[finding][..]),
            ("signed_off_by = \"A. Member\"", &[]),
            ("noindex = true", &[]),
        ] {
            let page = format!("+++\ntitle = \"अ\"\ndescription = \"अ\"\n{key}\n+++\n");
            site()
                .append("content/site.toml", "[languages.hi]\nname = \"हिन्दी\"\n")
                .file("content/pages/a.hi.md", &page)
                .scope(publish)
                .assert_findings(&["unsigned-translation"], expected);
        }
    }
}
