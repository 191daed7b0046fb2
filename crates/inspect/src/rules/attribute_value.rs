//! attribute-value: an attribute has an invalid value, so browsers silently do something else.

use std::collections::HashMap;

use diagnostic::{Diagnostic, Help, Severity, did_you_mean, one_of};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::rules::obsolete_element::at_attribute;
use crate::scope::When;

pub static RULE: Rule = Rule::new(When::Check, ALL, check);

diagnostic::codes! {
    ATTRIBUTE_VALUE {
        name: "attribute-value",
        summary: "an attribute has a value that HTML or ARIA does not define",
        why: "The browser silently falls back to something else: an unknown input type is plain text, an unknown role is ignored.",
        example: "<input type=\"e-mail\">   <div role=\"buton\">   <p tabindex=\"3\">",
        fix: "Write a valid value: the finding lists them, or suggests the nearest one.",
        source: "HTML standard, section 4; WAI-ARIA 1.2, 5.4 and 6; WCAG 2.2, 1.3.5 and 2.4.3",
    }
}

/// Returns the words that the value of an attribute may contain; `None` if it may have any value.
#[rustfmt::skip]
fn known_words(element: &str, attribute: &str) -> Option<&'static str> {
    Some(match (element, attribute) {
        ("input", "type") => "button checkbox color date datetime-local email file hidden image month number password radio range \
            reset search submit tel text time url week",
        ("button", "type") => "button submit reset",
        ("form", "method") => "get post dialog",
        ("form", "enctype") => "application/x-www-form-urlencoded multipart/form-data text/plain",
        ("th", "scope") => "row col rowgroup colgroup",
        (_, "loading") => "lazy eager",
        (_, "decoding") => "sync async auto",
        (_, "fetchpriority") => "high low auto",
        (_, "dir") => "ltr rtl auto",
        (_, "inputmode") => "none text tel url email numeric decimal search",
        (_, "aria-hidden" | "aria-expanded") => "true false undefined",
        (_, "aria-live") => "off polite assertive",
        (_, "aria-current") => "page step location date time true false",
        (_, "role") => ROLES,
        (_, "autocomplete") => AUTOCOMPLETE,
        _ => return None,
    })
}

/// Roles of WAI-ARIA 1.2, of DPUB-ARIA 1.1, and of the Graphics Module 1.0. `mark` is a role of WAI-ARIA 1.3.
const ROLES: &str = "alert alertdialog application article banner blockquote button caption cell checkbox code \
    columnheader combobox complementary contentinfo definition deletion dialog directory document emphasis feed figure \
    form generic grid gridcell group heading img insertion link list listbox listitem log main mark marquee math menu \
    menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar \
    radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong \
    subscript superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid \
    treeitem doc-abstract doc-acknowledgments doc-afterword doc-appendix doc-backlink doc-biblioentry doc-bibliography \
    doc-biblioref doc-chapter doc-colophon doc-conclusion doc-cover doc-credit doc-credits doc-dedication doc-endnote \
    doc-endnotes doc-epigraph doc-epilogue doc-errata doc-example doc-footnote doc-foreword doc-glossary doc-glossref \
    doc-index doc-introduction doc-noteref doc-notice doc-pagebreak doc-pagefooter doc-pageheader doc-pagelist doc-part \
    doc-preface doc-prologue doc-pullquote doc-qna doc-subtitle doc-tip doc-toc graphics-document graphics-object \
    graphics-symbol";

/// Tokens of `autocomplete` (HTML standard, 4.10.18.7.1).
const AUTOCOMPLETE: &str = "on off name honorific-prefix given-name additional-name family-name honorific-suffix \
    nickname username new-password current-password one-time-code organization-title organization street-address \
    address-line1 address-line2 address-line3 address-level1 address-level2 address-level3 address-level4 country \
    country-name postal-code cc-name cc-given-name cc-additional-name cc-family-name cc-number cc-exp cc-exp-month \
    cc-exp-year cc-csc cc-type transaction-currency transaction-amount language bday bday-day bday-month bday-year sex \
    url photo tel tel-country-code tel-national tel-area-code tel-local tel-local-prefix tel-local-suffix tel-extension \
    email impp webauthn";

/// States and properties of WAI-ARIA 1.3 (6.6), without `aria-`.
const PROPERTIES: &str = "activedescendant atomic autocomplete braillelabel brailleroledescription busy checked colcount colindex \
    colindextext colspan controls current describedby description details disabled dropeffect errormessage expanded flowto \
    grabbed haspopup hidden invalid keyshortcuts label labelledby level live modal multiline multiselectable orientation owns \
    placeholder posinset pressed readonly relevant required roledescription rowcount rowindex rowindextext rowspan selected \
    setsize sort valuemax valuemin valuenow valuetext";

/// Returns help for an attribute that begins with `aria` and does not exist, or `None` for any other attribute.
fn misspelled_property(attribute: &str) -> Option<Help> {
    let rest = attribute.strip_prefix("aria")?;
    let name = rest.trim_start_matches(['-', '_', ':']);
    let known = || PROPERTIES.split(' ');
    let is_known = known().any(|one| one == name);
    if !attribute.starts_with("aria-") || rest.len() - name.len() > 1 {
        let meant = format!("aria-{name}");
        let help = || Help::replace(format!("write `{meant}`"), attribute, &meant).certainly();
        return is_known.then(help);
    }
    let help = || "write an attribute that WAI-ARIA defines, or remove it".into();
    (!is_known).then(|| {
        let full: Vec<String> = known().map(|one| format!("aria-{one}")).collect();
        did_you_mean(attribute, full.iter().map(String::as_str)).unwrap_or_else(help)
    })
}

/// Attributes that are on whatever their value is (HTML standard, 2.3.2).
const SWITCHES: [&str; 20] = [
    "hidden",
    "async",
    "defer",
    "muted",
    "inert",
    "reversed",
    "formnovalidate",
    "allowfullscreen",
    "required",
    "disabled",
    "readonly",
    "checked",
    "selected",
    "multiple",
    "autofocus",
    "novalidate",
    "controls",
    "autoplay",
    "loop",
    "open",
];

/// Tokens of `autocomplete` that qualify the token after them, such as `work` in `work tel`.
const AUTOCOMPLETE_KINDS: &str = "shipping billing home work mobile fax pager";

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut of_templates = HashMap::new();
    for (url, page) in site.markup() {
        for element in page.elements() {
            let name = page.name(element);
            if name == "time" && page.attribute(element, "datetime").is_none() {
                let content = page.text(element);
                let content = content.trim();
                if !content.is_empty() && is_malformed("datetime", content) {
                    let message =
                        format!("`{content}` in <time> on {url} is no date that programs can read");
                    let diagnostic = Diagnostic::new(&ATTRIBUTE_VALUE, message)
                        .help("add the date as datetime=\"2026-04-30\", or remove <time>");
                    diagnostics.push(site.at_element(diagnostic, url, element));
                }
            }
            for (attribute, value) in page.attributes(element).into_iter().flatten() {
                if let Some(help) = misspelled_property(attribute) {
                    // Chrome takes the American spelling as well.
                    let is_known_to_some = attribute == "aria-labeledby";
                    let who = if is_known_to_some {
                        "some browsers"
                    } else {
                        "browsers"
                    };
                    let message = format!("{who} ignore `{attribute}` of <{name}> on {url}");
                    let diagnostic = Diagnostic::new(&ATTRIBUTE_VALUE, message).help(help);
                    let diagnostic = if is_known_to_some || !attribute.starts_with("aria-") {
                        diagnostic.warning()
                    } else {
                        diagnostic
                    };
                    diagnostics.push(site.at_element(diagnostic, url, element));
                    continue;
                }
                let Some((word, known)) = invalid(name, attribute, value) else {
                    if let Some((message, help)) = misread(name, attribute, value, url) {
                        let mut diagnostic = Diagnostic::new(&ATTRIBUTE_VALUE, message).help(help);
                        let is_switch = SWITCHES.contains(&attribute.as_str());
                        if is_mild(name, attribute)
                            || attribute == "datetime" && !is_malformed(attribute, value)
                            || is_switch && !matches!(value.as_str(), "false" | "no" | "0")
                        {
                            diagnostic.severity = Severity::Warning;
                        }
                        let diagnostic = site.at_element(diagnostic, url, element);
                        let diagnostic = if attribute == "target" {
                            at_attribute(diagnostic, &format!("target=\"{value}\""))
                        } else {
                            diagnostic
                        };
                        // A template that writes one value wrongly writes all of them wrongly.
                        if is_first_value(&mut of_templates, &diagnostic, attribute, value) {
                            diagnostics.push(diagnostic);
                        }
                    }
                    continue;
                };
                let message = format!("invalid {attribute}=\"{word}\" of <{name}> on {url}");
                let meant = suggestion(attribute, word, known);
                let others = if known.split(' ').count() < 12 {
                    Some(format!("valid values: {}", one_of(known.split(' '))))
                } else if meant.is_none() {
                    Some(
                        "write a value that the standard defines, or remove the attribute"
                            .to_owned(),
                    )
                } else {
                    None
                };
                let diagnostic = Diagnostic::new(&ATTRIBUTE_VALUE, message)
                    .maybe_help(meant)
                    .maybe_help(others);
                // Form fields are described in data files, and rendered by the theme.
                let field = site.output.blame.keyed(attribute, value);
                diagnostics.push(match field.filter(|_| !site.is_tag_written(url, element)) {
                    Some(place) => diagnostic.at(place, ""),
                    None => site.at_element(diagnostic, url, element),
                });
            }
        }
    }
}

/// First value of each attribute at a place of a template.
type Values = HashMap<(String, usize, String), String>;

/// Returns whether no finding before is about another value of the same attribute in the same tag of a template.
fn is_first_value(known: &mut Values, one: &Diagnostic, attribute: &str, value: &str) -> bool {
    let place = one.place.as_ref().map(|(place, _)| place);
    let Some(place) = place.filter(|place| place.source.path.starts_with("themes/")) else {
        return true;
    };
    let key = (
        place.source.path.clone(),
        place.span.start,
        attribute.to_owned(),
    );
    known.entry(key).or_insert_with(|| value.to_owned()) == value
}

/// Attributes that are whole numbers, each with the elements that have it (HTML standard, 2.3.4).
const COUNTS: [(&str, &[&str]); 8] = [
    ("colspan", &["td", "th"]),
    ("cols", &["textarea"]),
    ("maxlength", &["input", "textarea"]),
    ("minlength", &["input", "textarea"]),
    ("rows", &["textarea"]),
    ("rowspan", &["td", "th"]),
    ("span", &["col", "colgroup"]),
    ("start", &["ol"]),
];

/// Returns whether an attribute of an element is a whole number.
fn is_count(element: &str, attribute: &str) -> bool {
    let mut counts = COUNTS.iter();
    counts.any(|(name, elements)| *name == attribute && elements.contains(&element))
}

/// Returns whether an invalid value of an attribute is a warning.
fn is_mild(element: &str, attribute: &str) -> bool {
    matches!(attribute, "id" | "target") || is_count(element, attribute)
}

/// Returns what is wrong with a value that may be any text, and what to write, or `None` if it is right.
fn misread(element: &str, attribute: &str, value: &str, url: &str) -> Option<(String, Help)> {
    let help = match attribute {
        "lang" => "write the code of a language, such as en, pt-BR or zh-Hans",
        "hreflang" => "write the code of a language, such as en, pt-BR or zh-Hans, or x-default",
        "datetime" => "write year-month-day, such as 2026-04-30, and a time as 2026-04-30T18:00",
        "tabindex" => {
            let number = value.trim().parse::<i32>().ok();
            let number = number.filter(|number| *number > 0)?;
            let message = format!(
                "tabindex=\"{number}\" moves <{element}> on {url} to the front of the tab order"
            );
            let help = "write 0 to keep its place in the tab order, or -1 if only scripts focus it";
            return Some((message, help.into()));
        }
        "id" => {
            let words: Vec<&str> = value.split_ascii_whitespace().collect();
            let message = format!("the id of <{element}> on {url} has spaces: `{value}`");
            let help = format!("write it in one word: `{}`", words.join("-"));
            return (words.len() > 1).then(|| (message, help.into()));
        }
        // Custom elements have attributes of their own.
        "target" if matches!(element, "a" | "area" | "base" | "form") => {
            let name = value.trim().to_ascii_lowercase();
            let word = name.trim_start_matches('_');
            let is_keyword = ["blank", "self", "parent", "top"].contains(&word);
            let is_wrong = is_keyword && name.len() == word.len()
                || !is_keyword && name.starts_with('_') && name != "_unfencedtop";
            let meant = if is_keyword { word } else { "blank" };
            let help = Help::replace(format!("write `_{meant}`"), value, &format!("_{meant}"));
            let help = if is_keyword { help.certainly() } else { help };
            let message = format!(
                "target=\"{value}\" of <{element}> on {url} is the name of a window, not a word of HTML"
            );
            return is_wrong.then_some((message, help));
        }
        _ if is_count(element, attribute) => {
            // Browsers read the digits at the start (HTML standard, 2.3.4.1).
            let number = value.trim_start().trim_start_matches(['-', '+']);
            let is_read = number.starts_with(|c: char| c.is_ascii_digit());
            let message = format!(
                "{attribute}=\"{value}\" of <{element}> on {url} is not a number that browsers can use"
            );
            let help = "write a whole number, or remove the attribute";
            return (!is_read).then(|| (message, help.into()));
        }
        _ if ["false", "no", "0", "off", "none"]
            .iter()
            .any(|off| value.eq_ignore_ascii_case(off))
            && SWITCHES.contains(&attribute)
            && !element.contains('-') =>
        {
            let message = format!("{attribute}=\"{value}\" of <{element}> on {url} turns it on");
            let help = format!("remove `{attribute}`: its presence alone turns it on");
            return Some((message, help.into()));
        }
        _ => return None,
    };
    let message = format!("invalid {attribute}=\"{value}\" of <{element}> on {url}");
    let is_wrong =
        is_malformed(attribute, value) || attribute == "datetime" && is_local_date(value);
    is_wrong.then(|| (message, help.into()))
}

/// Returns whether the value of `lang` or `hreflang` does not begin like a language (RFC 5646, section 2.1), or that of `datetime` is
/// certainly not a date, time, or duration (HTML standard, 4.5.14).
fn is_malformed(attribute: &str, value: &str) -> bool {
    let value = value.trim();
    if attribute != "datetime" {
        let first = value.split('-').next().unwrap_or_default();
        let is_language = (2..=3).contains(&first.len()) || matches!(first, "x" | "i");
        let is_tag = value.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        return !(value.is_empty() || is_language && is_tag);
    }
    let date = value.get(..10).filter(|date| {
        let is_mark = |at: usize| date.as_bytes().get(at) == Some(&b'-');
        is_mark(4) && is_mark(7)
    });
    let is_start = |c: char| c.is_ascii_digit() || matches!(c, 'P' | '-');
    let mut words = value.split(|c: char| !c.is_ascii_alphabetic());
    let has_month = words.any(|word| word.len() >= 3);
    date.map_or_else(
        || {
            !value.starts_with(is_start)
                || value.contains('/')
                || has_month
                || is_impossible_time(value)
        },
        |date| date.parse::<jiff::civil::Date>().is_err(),
    )
}

/// Returns whether a value is a date or a time of day as people of some country write it: `14.03.2026`, `3-11-2025`, `8 am`.
fn is_local_date(value: &str) -> bool {
    let value = value.trim().trim_start_matches('-');
    let words = value.split(|c: char| !c.is_alphabetic());
    // A duration begins with P, or has a letter behind each number; `T`, `W`, and `Z` are parts of dates.
    let mut words = words.filter(|word| word.chars().count() > 1);
    let has_word = words.next().is_some();
    if value.starts_with('P')
        || value
            .get(..10)
            .is_some_and(|date| date.parse::<jiff::civil::Date>().is_ok())
    {
        return false;
    }
    let is_of = |sign: char| {
        let parts: Vec<&str> = value.split(sign).collect();
        let is_number =
            |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        (parts.len() > 1 && parts.iter().all(|part| is_number(&part.trim()))).then_some(parts.len())
    };
    let is_reversed = || value.split('-').nth(2).is_some_and(|last| last.len() > 2);
    has_word || is_of('.').is_some() || is_of('-') == Some(3) && is_reversed()
}

/// Returns whether a value has the form of a time of day, but its hours or minutes do not exist.
fn is_impossible_time(value: &str) -> bool {
    let mut parts = value.split(':');
    let numbers =
        [parts.next(), parts.next()].map(|part| part.and_then(|part| part.parse::<u8>().ok()));
    matches!(numbers, [Some(hours), Some(minutes)] if hours > 23 || minutes > 59)
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

fn suggestion(attribute: &str, word: &str, known: &str) -> Option<Help> {
    let mut tokens = TOKENS.iter().filter(|_| attribute == "autocomplete");
    let token = tokens.find(|(one, _)| *one == word);
    token
        .map(|(_, token)| Help::replace(format!("write `{token}`"), word, token).certainly())
        .or_else(|| did_you_mean(word, known.split(' ')))
}

/// Returns the invalid part of an attribute's value, and the valid words; `None` if the value is valid, or the attribute may
/// have any value.
fn invalid<'a>(element: &str, attribute: &str, value: &'a str) -> Option<(&'a str, &'static str)> {
    let known = known_words(element, attribute)?;
    let is_one_of =
        |known: &str, word: &str| known.split(' ').any(|one| one.eq_ignore_ascii_case(word));
    let is_last = |token: &str| value.trim_ascii_end().ends_with(token);
    let mut words = value.split_ascii_whitespace();
    let word = match attribute {
        "role" => words.find(|role| !is_one_of(known, role)),
        "autocomplete" => words.find(|token| {
            let is_kind = is_one_of(AUTOCOMPLETE_KINDS, token) && !is_last(token);
            !is_kind && !token.starts_with("section-") && !is_one_of(known, token)
        }),
        _ => Some(value).filter(|value| !is_one_of(known, value)),
    };
    Some((word?, known))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::site;

    #[test]
    fn an_attribute_that_a_form_describes() {
        let template = "<html><body><i name=\"phone\"></i><input name=\"phone\" autocomplete=\"{{ page.token }}\"></body></html>";
        let page = "+++\ntitle = \"a\"\ntemplate = \"form.html\"\ntoken = \"phone\"\n+++\n";
        site()
            .file("themes/t/templates/form.html", template)
            .file(
                "content/forms/contact.toml",
                "[[field]]\nname = \"phone\"\nautocomplete = \"phone\"\n",
            )
            .file("content/pages/a.md", page)
            .assert_report(&["attribute-value"], &expect![[r#"
                content/forms/contact.toml:3:16 «"phone"» error[attribute-value]: invalid autocomplete="phone" of <input> on /a
                  help: write `tel`
            "#]]);
    }

    #[test]
    fn values() {
        site().assert_messages(
            &["attribute-value"],
            r#"
            <button type="submit">a</button>
            <div><p tabindex="-1" role="note">b</p></div>
            <input type="e-mail" aria-label="x">
            => invalid type="e-mail" of <input> on /a
            <p hidden="False">x</p>
            => hidden="False" of <p> on /a turns it on
            <input required="OFF" aria-label="x">
            => required="OFF" of <input> on /a turns it on
            <div><p hidden="until-found">x</p><input required="required" aria-label="x"></div>
            <p arialabel="x">x</p>
            => browsers ignore `arialabel` of <p> on /a
            <p aria_label="x">x</p>
            => browsers ignore `aria_label` of <p> on /a
            <div><p aria="x">x</p><p ariane="x">x</p><p data-aria-x="y">x</p></div>
            <p role="buton">x</p>
            => invalid role="buton" of <p> on /a
            <p tabindex="3">x</p>
            => tabindex="3" moves <p> on /a to the front of the tab order
            <div><p role="tooltip">t</p><div role="tree"></div><p role="doc-abstract">a</p></div>
            <input autocomplete="section-a mail" aria-label="x">
            => invalid autocomplete="mail" of <input> on /a
            <div><input autocomplete="section-a Shipping work tel" aria-label="x"><input autocomplete="cc-number" aria-label="y"></div>
            <p lang="english">x</p>
            => invalid lang="english" of <p> on /a
            <p lang="pt_BR">x</p>
            => invalid lang="pt_BR" of <p> on /a
            <time datetime="2026-13-45">x</time>
            => invalid datetime="2026-13-45" of <time> on /a
            <time datetime="20/01/2026">x</time>
            => invalid datetime="20/01/2026" of <time> on /a
            <a href="/a" hreflang="hindi">x</a>
            => invalid hreflang="hindi" of <a> on /a
            <input required="false" aria-label="x">
            => required="false" of <input> on /a turns it on
            <time datetime="14.03.2026">x</time>
            => invalid datetime="14.03.2026" of <time> on /a
            <time datetime="8 am">x</time>
            => invalid datetime="8 am" of <time> on /a
            <time datetime="03-11-2025">x</time>
            => invalid datetime="03-11-2025" of <time> on /a
            <p><time datetime="2026-W14">a</time> <time datetime="4h 18m 3.5s">b</time> <time datetime="--05-03">c</time> <time datetime="11-03">d</time></p>
            <time datetime="tomorrow">x</time>
            => invalid datetime="tomorrow" of <time> on /a
            <p lang="zh-Hans-CN">a <time datetime="2026-04-30T18:00+05:30">b</time> <time datetime="PT2H">c</time> <time datetime="18:00">d</time> <b lang="">e</b></p>
            <input autocomplete="mobile" aria-label="x">
            => invalid autocomplete="mobile" of <input> on /a
            <p aria-hiden="true">x</p>
            => browsers ignore `aria-hiden` of <p> on /a
            <section aria-labeledby="b"><b id="b">x</b></section>
            => some browsers ignore `aria-labeledby` of <section> on /a
            <time datetime="12:75">x</time>
            => invalid datetime="12:75" of <time> on /a
            <a href="/a" target="blank">x</a>
            => target="blank" of <a> on /a is the name of a window, not a word of HTML
            <a href="/a" target="_new">x</a>
            => target="_new" of <a> on /a is the name of a window, not a word of HTML
            <p><a href="/a" target="_top">x</a> <a href="/a" target="frame">x</a></p>
            <ol start="one"><li>x</li></ol>
            => start="one" of <ol> on /a is not a number that browsers can use
            <textarea aria-label="x" rows="auto"></textarea>
            => rows="auto" of <textarea> on /a is not a number that browsers can use
            <ol start="-2"><li>x</li></ol>
            <ol start="3."><li rows="auto">x</li></ol>
            <table><tr><td colspan="100%">x</td></tr></table>
            <p id="two words">x</p>
            => the id of <p> on /a has spaces: `two words`
            <p><time>12 May</time> <time>2026-05</time> <time>4h 18m</time> <time></time></p>
            => `12 May` in <time> on /a is no date that programs can read
            "#,
        );
    }
}
