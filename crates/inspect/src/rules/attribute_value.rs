//! attribute-value: an attribute has an invalid value, so browsers silently do something else.

use diagnostic::{Diagnostic, did_you_mean, one_of};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

pub static RULE: Rule = Rule::new(When::Check, ALL, check);

diagnostic::codes! {
    ATTRIBUTE_VALUE {
        name: "attribute-value",
        summary: "an attribute has a value that HTML or ARIA does not define",
        why: "The browser silently falls back to something else: an unknown input type is plain text, an unknown role is ignored.",
        example: "<input type=\"e-mail\">   <div role=\"buton\">   <p tabindex=\"3\">",
        fix: "Write one of the valid values, which the finding lists.",
        source: "HTML standard, section 4; WAI-ARIA 1.2, 5.4 and 6; WCAG 2.2, 1.3.5 and 2.4.3",
    }
}

/// Attributes with a fixed set of values: name of the element (empty for any), of the attribute, and the values.
const VALUES: [(&str, &str, &str); 14] = [
    (
        "input",
        "type",
        "button checkbox color date datetime-local email file hidden image month number password \
         radio range reset search submit tel text time url week",
    ),
    ("button", "type", "button submit reset"),
    ("form", "method", "get post dialog"),
    (
        "form",
        "enctype",
        "application/x-www-form-urlencoded multipart/form-data text/plain",
    ),
    ("th", "scope", "row col rowgroup colgroup"),
    ("", "loading", "lazy eager"),
    ("", "decoding", "sync async auto"),
    ("", "fetchpriority", "high low auto"),
    ("", "dir", "ltr rtl auto"),
    (
        "",
        "inputmode",
        "none text tel url email numeric decimal search",
    ),
    ("", "aria-hidden", "true false"),
    ("", "aria-expanded", "true false"),
    ("", "aria-live", "off polite assertive"),
    (
        "",
        "aria-current",
        "page step location date time true false",
    ),
];

/// Roles of WAI-ARIA 1.2, and those of its digital publishing and graphics modules that sites use.
const ROLES: &str = "alert alertdialog application article banner blockquote button caption cell checkbox code columnheader \
    combobox complementary contentinfo definition deletion dialog doc-backlink doc-endnotes doc-noteref \
    document emphasis feed figure form generic graphics-document grid gridcell group heading img insertion \
    link list listbox listitem log main mark math menu menubar menuitem menuitemcheckbox menuitemradio meter \
    navigation none note option paragraph presentation progressbar radio radiogroup region row rowgroup \
    rowheader search searchbox separator slider spinbutton status strong switch tab table tablist tabpanel \
    timer";

/// Tokens of `autocomplete` that the forms of a site may need (HTML standard, 4.10.18.7.1).
const AUTOCOMPLETE: &str = "on off name honorific-prefix given-name additional-name family-name honorific-suffix nickname username \
    new-password current-password one-time-code organization-title organization street-address address-line1 \
    address-line2 address-line3 address-level1 address-level2 country country-name postal-code email tel \
    tel-national bday sex url work home mobile language";

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    for (url, page) in site.markup() {
        for element in page.elements() {
            let name = page.name(element);
            for (attribute, value) in page.attributes(element).into_iter().flatten() {
                let Some((word, known)) = invalid(name, attribute, value) else {
                    continue;
                };
                let message = format!("invalid {attribute}=\"{word}\" of <{name}> on {url}");
                let mut diagnostic = Diagnostic::new(&ATTRIBUTE_VALUE, message)
                    .maybe_help(suggestion(attribute, word, known));
                if known.split(' ').count() < 12 {
                    let valid = one_of(known.split(' '));
                    diagnostic = diagnostic.help(format!("valid values: {valid}"));
                }
                // Fields of forms are described in data files, and written by the theme.
                let field = site.output.blame.keyed(attribute, value);
                found.push(match field.filter(|_| !site.is_tag_written(url, element)) {
                    Some(place) => diagnostic.at(place, ""),
                    None => site.at_element(diagnostic, url, element),
                });
            }
            let tabindex = page.attribute(element, "tabindex");
            let tabindex = tabindex.and_then(|value| value.trim().parse::<i32>().ok());
            if let Some(number) = tabindex.filter(|number| *number > 0) {
                let message =
                    format!("tabindex=\"{number}\" moves <{name}> on {url} before everything else");
                let diagnostic = Diagnostic::new(&ATTRIBUTE_VALUE, message).help(
                    "use 0 to take part in the page's order, or -1 to be focused by scripts only",
                );
                found.push(site.at_element(diagnostic, url, element));
            }
        }
    }
}

/// Words that people write in `autocomplete` by mistake, each with the right token.
const TOKENS: [(&str, &str); 10] = [
    ("phone", "tel"),
    ("telephone", "tel"),
    ("mobile", "tel"),
    ("mail", "email"),
    ("e-mail", "email"),
    ("company", "organization"),
    ("firstname", "given-name"),
    ("lastname", "family-name"),
    ("pincode", "postal-code"),
    ("zip", "postal-code"),
];

fn suggestion(attribute: &str, word: &str, known: &str) -> Option<String> {
    let mut tokens = TOKENS.iter().filter(|_| attribute == "autocomplete");
    let token = tokens.find(|(one, _)| *one == word);
    token
        .map(|(_, token)| format!("the token is `{token}`"))
        .or_else(|| did_you_mean(word, known.split(' ')))
}

/// Returns the invalid part of an attribute's value, and the valid words; `None` if the value is valid, or the attribute may
/// have any value.
fn invalid<'a>(element: &str, attribute: &str, value: &'a str) -> Option<(&'a str, &'static str)> {
    let unknown = |word: &str, known: &str| !known.split(' ').any(|one| one == word);
    let mut words = value.split_ascii_whitespace();
    match attribute {
        "role" => Some((words.find(|role| unknown(role, ROLES))?, ROLES)),
        "autocomplete" => {
            let mut tokens = words.filter(|token| !token.starts_with("section-"));
            let token = tokens.find(|token| unknown(token, AUTOCOMPLETE))?;
            Some((token, AUTOCOMPLETE))
        }
        _ => {
            let mut rows = VALUES.iter();
            let (_, _, known) =
                rows.find(|(of, name, _)| (of.is_empty() || *of == element) && *name == attribute)?;
            unknown(&value.to_ascii_lowercase(), known).then_some((value, *known))
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::{assert_messages, site};

    #[test]
    fn an_attribute_that_a_form_describes() {
        let template = "<html><body><i name=\"phone\"></i><input name=\"phone\" autocomplete=\"{{ page.token }}\"></body></html>";
        let page = "+++\ntitle = \"a\"\ntoken = \"phone\"\n+++\n";
        let found = site()
            .file("themes/t/templates/form.html", template)
            .file(
                "content/forms/contact.toml",
                "[[field]]\nname = \"phone\"\nautocomplete = \"phone\"\n",
            )
            .file(
                "content/pages/a.md",
                &page.replace("token", "template = \"form.html\"\ntoken"),
            )
            .drawn(&["attribute-value"]);
        expect_test::expect![[r#"
            error[attribute-value]: invalid autocomplete="phone" of <input> on /a
             --> content/forms/contact.toml:3:16
              |
            3 | autocomplete = "phone"
              |                ^^^^^^^
              |
              = help: the token is `tel`
        "#]]
        .assert_eq(&found);
    }

    #[test]
    fn values() {
        assert_messages(
            &["attribute-value"],
            r#"
            <button type="submit">a</button>
            <div><p tabindex="-1" role="note">b</p></div>
            <input type="e-mail" aria-label="x">
            => invalid type="e-mail" of <input> on /a
            <p role="buton">x</p>
            => invalid role="buton" of <p> on /a
            <p tabindex="3">x</p>
            => tabindex="3" moves <p> on /a before everything else
            <input autocomplete="section-a mail" aria-label="x">
            => invalid autocomplete="mail" of <input> on /a
            "#,
        );
    }
}
