//! Facts, dates, and forms that are wrong although their schema allows them.

use expect_test::expect;

use crate::bakery::Bakery;

#[test]
#[rustfmt::skip]
fn facts() {
    let ovens = "site.stats.ovens }}";
    for (path, old, new, expected) in [
        ("content/pages/index.md", ovens, "site.stats.oven }}", expect![[r#"
            content/pages/index.md:3:36 «{{ site.stats.oven }}» error[unknown-fact]: `site.stats` in site.toml has no key `oven`
              help: did you mean `ovens`?
        "#]]),
        ("content/pages/index.md", ovens, "site.stats }}", expect![[r#"
            content/pages/index.md:3:36 «{{ site.stats }}» error[unknown-fact]: `site.stats` is a table, not a fact
              help: use one of its keys, for example `site.stats.ovens`
        "#]]),
        ("content/pages/index.md", ovens, "site.stats.ovens }", expect![[r#"
            content/pages/index.md:3:36 «{{ site.stats.ovens }» error[unknown-fact]: `{{` is not closed with `}}`
              help: write `{{ site.stats.ovens }}`
        "#]]),
        // The `}}` of the next reference does not close the first one.
        ("content/pages/about.md", "We bake at night.", "All {{ site.stats.ovens of them, at {{ site.name }}.", expect![[r#"
            content/pages/about.md:5:5 «{{ site.stats.ovens» error[unknown-fact]: `{{` is not closed with `}}`
              help: write `{{ site.stats.ovens }}`
        "#]]),
        ("content/structure.toml", "\"The journal\"", "\"The journal of {{ site.nmae }}\"", expect![[r#"
            content/structure.toml:51:25 «{{ site.nmae }}» error[unknown-fact]: `site` in site.toml has no key `nmae`
              help: did you mean `name`?
        "#]]),
    ] {
        Bakery::new().replace(path, old, new).findings(expected);
    }
}

#[test]
#[rustfmt::skip]
fn dates() {
    for (path, old, new, expected) in [
        ("content/journal/winter.md", "2026-02-01", "0026-02-01", expect![[r#"
            content/journal/winter.md:4:8 «0026-02-01» error[bad-date]: `date` is in the year 0026
              help: check the year; today is 2026-06-01
        "#]]),
        ("content/journal/flour.md", "+++\ntitle", "+++\nupdated = 2205-01-01\ntitle", expect![[r#"
            content/journal/flour.md:2:11 «2205-01-01» error[bad-date]: `updated` is in the year 2205
              help: check the year; today is 2026-06-01
        "#]]),
        ("content/journal/leaven.md", "date = 2026-03-05", "date = 2027-03-05\nupdated = 2026-03-05", expect![[r#"
            content/journal/leaven.md:4:8 «2027-03-05» error[bad-date]: `updated` is before `date`
              help: check the year of `date`, which is in the future; today is 2026-06-01
              note: content/journal/leaven.md:5:11 «2026-03-05» `updated` is here
        "#]]),
        ("content/journal/leaven.md", "+++\ntitle", "+++\nupdated = 2001-01-01\ntitle", expect![[r#"
            content/journal/leaven.md:2:11 «2001-01-01» error[bad-date]: `updated` is before `date`
              help: write the date of the last change in `updated`
              note: content/journal/leaven.md:5:8 «2026-03-05» `date` is here
        "#]]),
    ] {
        Bakery::new().replace(path, old, new).findings(expected);
    }
    Bakery::new()
        .page_with("never", "publish = 2026-07-01\nexpire = 2026-06-15\n", "Text.\n")
        .page_with("no-day", "publish = 2026-07-01\nexpire = 2026-07-01\n", "Text.\n")
        .findings(expect![[r#"
            content/pages/never.md:5:10 «2026-06-15» error[bad-date]: `expire` is not after `publish`: the document is never shown
              help: set `expire` to the first day on which the document is no longer shown
              note: content/pages/never.md:4:11 «2026-07-01» `publish` is here
            content/pages/no-day.md:5:10 «2026-07-01» error[bad-date]: `expire` is not after `publish`: the document is never shown
              help: set `expire` to the first day on which the document is no longer shown
              note: content/pages/no-day.md:4:11 «2026-07-01» `publish` is here
        "#]]);
}

const SHOWING_A_FORM: &str = "{% set ask = form(name=\"ask\") %}{{ ask.path }}";

/// Every contradiction in a form is reported in the same run, whether or not a page shows the form.
#[test]
fn forms_that_contradict_themselves() {
    let (head, _) = FORM.split_once("[{ label").unwrap();
    let fields = "\n[[field]]\nname = \"what about\"\nlabel = \"What about\"\ntype = \"select\"\nrequired = true\n\n\
                  [[field]]\nname = \"name\"\nlabel = \"Name\"\ntype = \"text\"\ndefault = \"x\"\nmax_bytes = 5\n";
    let form = head.replace("\"/ask\"", "\"ask\"") + "[]\n" + fields;
    let page = "themes/bakery/templates/page.html";
    for bakery in [Bakery::new(), Bakery::new().replace(page, "{{ page.content }}", SHOWING_A_FORM)] {
        bakery.write("content/forms/ask.toml", &form).findings(expect![[r#"
            content/forms/ask.toml:1:8 «"ask"» error[wrong-form]: `path` has the wrong format
              help: Path the form posts to, below the API's base address: /contact.
              help: did you mean `/ask`?
            content/forms/ask.toml:13:9 «[]» error[wrong-count]: `links` must have at least 1 entry, not 0 (too few)
              help: add an entry, or delete the line if `links` can be left out
            content/forms/ask.toml:15:1 «[[field]]» error[bad-form]: field.what about.options: `options` is required for `select` and `radio`, and not allowed for other types
            content/forms/ask.toml:15:1 «[[field]]» error[bad-form]: field: a form needs a required field of type `email`, to reply to
            content/forms/ask.toml:16:8 «"what about"» error[wrong-form]: `name` has the wrong format
              help: Name of the field in requests: officeAddress.
              help: for example `officeAddress`
            content/forms/ask.toml:24:8 «"text"» error[bad-form]: field.name.type: `max_bytes` and `accept` are required for `file`, and not allowed for other types
            content/forms/ask.toml:25:11 «"x"» error[bad-form]: field.name.default: must be one of the options
        "#]]);
    }
}

/// A mistake in a form is not reported at the pages that show the form.
#[test]
fn form_with_a_mistake_on_a_page() {
    let page = "themes/bakery/templates/page.html";
    Bakery::new()
        .replace(page, "{{ page.content }}", SHOWING_A_FORM)
        .page("visit", "See [us](/about).\n")
        .write("content/forms/ask.toml", FORM.replace("title = \"Ask us\"", "title = Ask us"))
        .findings(expect![[r#"
            content/forms/ask.toml:4:9 «Ask us» error[bad-toml]: invalid TOML: text must be in quotes
              help: write title = "Ask us"
        "#]]);
}

#[test]
#[rustfmt::skip]
fn forms() {
    let fields = "\n[[field]]\nname = \"email\"\nlabel = \"Again\"\n\n[[field]]\nname = \"topic\"\nlabel = \"Your site\"\n\n[[field]]\nname = \"loaf\"\nlabel = \"Loaf\"\ntype = \"select\"\noptions = [\"Rye\", \"Spelt\", \"Rye\"]\n";
    for (form, expected) in [
        (FORM.replace("\"email\"\nrequired", "\"emial\"\nrequired"), expect![[r#"
            content/forms/ask.toml:18:8 «"emial"» error[not-an-option]: `emial` is not an option for `type` (not an option)
              help: did you mean `email`?
              help: options are `text`, `email`, `tel`, `url`, `textarea`, `select`, `radio`, `date` and `file`
        "#]]),
        (FORM.replace("type = ", "typ = "), expect![[r#"
            content/forms/ask.toml:18:1 «typ» error[unknown-key]: unknown key `typ` (not allowed here)
              help: did you mean `type`?
        "#]]),
        (FORM.replace("title = \"Ask us\"\n", ""), expect![[r#"
            content/forms/ask.toml:1:1 «path = "/ask"» error[missing-key]: missing key `title` (`title` is required here)
              help: add `title = …`: Name of the form in mails and in the inbox: Contact message.
        "#]]),
        (FORM.to_owned() + fields, expect![[r#"
            content/forms/ask.toml:23:8 «"email"» error[bad-form]: field.email.purpose: the notice lists the purpose of every field; add `purpose = "…"`
            content/forms/ask.toml:23:8 «"email"» error[bad-form]: field.email: another field has this name; choose another
            content/forms/ask.toml:27:8 «"topic"» error[bad-form]: field.topic.purpose: the notice lists the purpose of every field; add `purpose = "…"`
            content/forms/ask.toml:27:8 «"topic"» error[bad-form]: field.topic: this name is reserved for the hidden field that only spam programs fill in; choose another
            content/forms/ask.toml:31:8 «"loaf"» error[bad-form]: field.loaf.purpose: the notice lists the purpose of every field; add `purpose = "…"`
            content/forms/ask.toml:34:28 «"Rye"» error[bad-form]: field.loaf.options: `Rye` is listed twice
        "#]]),
    ] {
        Bakery::new().write("content/forms/ask.toml", form).findings(expected);
    }
}

#[test]
fn forms_that_do_not_fit_the_site() {
    Bakery::new()
        .write("content/forms/ask.toml", FORM)
        .write(
            "content/forms/order.toml",
            FORM.replace("page = \"/about\"", "page = \"/abuot\"").replace("thanks = \"/about\"", "thanks = \"/soon\""),
        )
        .page_with("soon", "draft = true\n", "")
        .append("content/site.toml", "\n[privacy]\nretention_days = 365\n")
        .replace("content/schemas/site.json", "\"additionalProperties\": false,", "")
        .findings(expect![[r#"
            content/forms/ask.toml:10:1 «[privacy]» error[bad-form]: submissions are kept 400 days, but site.toml says 365
              help: use the same number in both files: visitors read the one in site.toml
              note: content/site.toml:18:18 «365» site.toml says so here
            content/forms/order.toml:1:8 «"/ask"» error[duplicate-route]: two forms post to /ask (the second)
              help: change the `path` of one of them
              note: content/forms/ask.toml:1:8 «"/ask"» the first is here
            content/forms/order.toml:2:8 «"/abuot"» error[broken-link]: there is no page /abuot (no such page)
              help: did you mean `/about`?
            content/forms/order.toml:3:10 «"/soon"» error[broken-link]: there is no page /soon (no such page)
              help: content/pages/soon.md is left out: it is a draft; --drafts includes it
            content/forms/order.toml:10:1 «[privacy]» error[bad-form]: submissions are kept 400 days, but site.toml says 365
              help: use the same number in both files: visitors read the one in site.toml
              note: content/site.toml:18:18 «365» site.toml says so here
        "#]]);
}

/// A form without mistakes.
const FORM: &str = r#"path = "/ask"
page = "/about"
thanks = "/about"
title = "Ask us"
submit = "Send"
loading = "Sending"
success = { title = "Sent", message = "We answer." }
failure = { title = "Not sent", message = "Try again." }

[privacy]
version = "2026-01-01"
purpose = "To answer you."
links = [{ label = "Privacy", url = "/about" }]

[[field]]
name = "email"
label = "Email"
type = "email"
required = true
purpose = "To answer you."
"#;

#[test]
fn a_yes_that_is_chosen_in_advance() {
    let purpose = "purpose = \"To send you news.\"\n";
    let field = "\n[[field]]\nname = \"updates\"\nlabel = \"Updates\"\ntype = \"radio\"\noptions = [\"yes\", \"no\"]\ndefault = \"yes\"\n";
    let form = FORM.to_owned() + field + purpose;
    Bakery::new()
        .write("content/forms/ask.toml", &form)
        .stderr(expect![[r#"
        warning[preselected-consent]: `updates` already has an answer when the form is shown
          --> content/forms/ask.toml:27:11
           |
        27 | default = "yes"
           |           ^^^^^ chosen for the visitor
           |
           = help: remove `default`, so that the visitor chooses
           = help: or say why it stays: preselected_reason = "…"

        1 warning
    "#]])
        .success();
    let waived = form.clone() + "preselected_reason = \"Agreed with the owner.\"\n";
    Bakery::new().write("content/forms/ask.toml", waived).success();
    let other = form
        .replace("\"radio\"", "\"select\"")
        .replace("[\"yes\", \"no\"]", "[\"Send me news\", \"Send me nothing\"]")
        .replace("\"yes\"", "\"Send me news\"");
    Bakery::new()
        .write("content/forms/ask.toml", &other)
        .stderr(expect![[r#"
            warning[preselected-consent]: `updates` already has an answer when the form is shown
              --> content/forms/ask.toml:27:11
               |
            27 | default = "Send me news"
               |           ^^^^^^^^^^^^^^ chosen for the visitor
               |
               = help: remove `default`, so that the visitor chooses
               = help: or say why it stays: preselected_reason = "…"

            1 warning
        "#]])
        .success();
    let three = other.replace("nothing\"]", "nothing\", \"Ask me later\"]");
    Bakery::new().write("content/forms/ask.toml", three).success();
}

#[test]
fn a_form_that_does_not_say_what_its_fields_are_for() {
    let field = "\n[[field]]\nname = \"phone\"\nlabel = \"Phone\"\n";
    let form = FORM.strip_suffix("purpose = \"To answer you.\"\n").unwrap().to_owned() + field;
    Bakery::new()
        .write("content/forms/ask.toml", form)
        .stderr(expect![[r#"
            warning[missing-purpose]: the form does not say what `email` is for
              --> content/forms/ask.toml:16:8
               |
            16 | name = "email"
               |        ^^^^^^^
               |
               = help: say why you ask for it: purpose = "…"

            warning[missing-purpose]: the form does not say what `phone` is for
              --> content/forms/ask.toml:22:8
               |
            22 | name = "phone"
               |        ^^^^^^^
               |
               = help: say why you ask for it: purpose = "…"

            2 warnings
        "#]])
        .success();
}

#[test]
fn a_field_without_the_purpose_that_others_have() {
    let field = "\n[[field]]\nname = \"phone\"\nlabel = \"Phone\"\n";
    let form = FORM.to_owned() + field;
    Bakery::new().write("content/forms/ask.toml", form).findings(expect![[r#"
        content/forms/ask.toml:23:8 «"phone"» error[bad-form]: field.phone.purpose: the notice lists the purpose of every field; add `purpose = "…"`
    "#]]);
}

/// TOML reads the first letters of these folders as a tab and a line break.
#[test]
fn paths_of_windows() {
    let bakery =
        Bakery::new().replace("content/pages/about.md", "title = \"About the bakery\"", "title = \"C:\\temp\\new.docx\"");
    bakery
        .args("build")
        .stderr(expect![[r#"
        warning[control-character]: `\t` is a control character in TOML, which does not show
         --> content/pages/about.md:2:9
          |
        2 | title = "C:\temp\new.docx"
          |         ^^^^^^^^^^^^^^^^^^
          |
          = help: this file is on your computer: copy it to content/images/, and write "images/name.jpg"

        1 warning
        Built 13 pages and 7 other files (11.8 kB) in [TIME] s to [ROOT]/dist
    "#]])
        .success();
}
