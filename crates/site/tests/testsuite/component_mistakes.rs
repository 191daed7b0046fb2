//! Components in Markdown that do not exist, are not closed, or are called wrongly. A page's text begins on line 6.

use expect_test::expect;

use crate::bakery::Bakery;
use crate::findings::assert_pages;

#[test]
#[rustfmt::skip]
fn unknown_components() {
    assert_pages([
        ("Text.\n\n<Nota kind=\"tip\">\n\nMind the step.\n\n</Nota>\n", expect![[r#"
            8:1 «<Nota kind="tip">» error[unknown-component]: unknown component `Nota` (not defined by the theme)
              help: did you mean `Note`?
        "#]]),
        ("<Nota kind=\"tip\">\n\nMind the step.\n\n</Note>\n", expect![[r#"
            6:1 «<Nota kind="tip">» error[unknown-component]: unknown component `Nota` (not defined by the theme)
              help: did you mean `Note`?
        "#]]),
        ("Open <Oven/> now.\n", expect![[r#"
            6:6 «<Oven/>» error[unknown-component]: unknown component `Oven` (not defined by the theme)
              help: components are `Note` and `Price`
        "#]]),
        // Within quotations and lists, later lines of a block lose the marks before them.
        ("> <div>\n> <Nota>\n> </div>\n", expect![[r#"
            7:3 «<Nota>» error[unknown-component]: unknown component `Nota` (not defined by the theme)
              help: did you mean `Note`?
        "#]]),
        ("1. One\n\n   <div>\n   <b>é</b> <Nota/>\n   </div>\n", expect![[r#"
            9:13 «<Nota/>» error[unknown-component]: unknown component `Nota` (not defined by the theme)
              help: did you mean `Note`?
        "#]]),
        // A comment shows nothing.
        ("<!-- <Nota/>\n<Note> -->\n\nText <!-- <Nota/> --> and more.\n", expect![]),
    ]);
}

#[test]
#[rustfmt::skip]
fn components_that_are_not_closed_or_opened() {
    assert_pages([
        ("<Note>\n\nMind the step.\n\n## Hours\n\nSix to noon.\n", expect![[r#"
            6:1 «<Note>» error[unclosed-component]: `<Note>` is not closed (opened here)
              help: close it with `</Note>` after a blank line
        "#]]),
        ("Mind the step.\n\n</Note>\n", expect![[r#"
            8:1 «</Note>» error[unclosed-component]: `</Note>` has no opening tag
              help: add `<Note>` before it, or remove it
        "#]]),
        ("<Note kind=\"a\">\n\nText.\n\n<Note kind=\"b\">\n\nMore.\n\n</Note>\n\nEnd.\n", expect![[r#"
            6:1 «<Note kind="a">» error[unclosed-component]: `<Note>` is not closed (opened here)
              help: close it with `</Note>` after a blank line
        "#]]),
        ("<Note>\n\nMind the step.\n\n</note>\n", expect![[r#"
            10:1 «</note>» error[unclosed-component]: `</note>` does not close `<Note>`: the case differs
              help: write </Note>
        "#]]),
        // Opened in the middle of a paragraph, a component ends with the paragraph.
        ("First <Note>Mind the step.\n\nAnd the door.</Note>\n", expect![[r#"
            6:7 «<Note>» error[unclosed-component]: `<Note>` is not closed (opened here)
              help: close it in the same paragraph, or put `<Note>` and `</Note>` on lines of their own between blank lines
        "#]]),
        ("- One <Note>two\n- Three</Note>\n", expect![[r#"
            6:7 «<Note>» error[unclosed-component]: `<Note>` is not closed (opened here)
              help: close it in the same paragraph, or put `<Note>` and `</Note>` on lines of their own between blank lines
        "#]]),
        ("Text.[^1]\n\n[^1]: A note <Note>opened here.\n", expect![[r#"
            8:14 «<Note>» error[unclosed-component]: `<Note>` is not closed (opened here)
              help: close it in the same paragraph, or put `<Note>` and `</Note>` on lines of their own between blank lines
        "#]]),
    ]);
}

#[test]
#[rustfmt::skip]
fn arguments() {
    assert_pages([
        ("Dear <Customer>, your loaf is ready.\n", expect![[r#"
            6:6 «<Customer>» error[unknown-component]: unknown component `Customer` (not defined by the theme)
              help: replace it with your text, or write `\<Customer>` to show it as typed
        "#]]),
        ("<Price off=\"4\"/>\n", expect![[r#"
            6:1 «<Price off="4"/>» error[unknown-argument]: the component `Price` has no argument `off`
              help: did you mean `of`?
        "#]]),
        ("<Price/>\n", expect![[r#"
            6:1 «<Price/>» error[missing-argument]: the component `Price` needs the argument `of`
              help: write <Price of="…">
        "#]]),
        ("<Note knd=\"tip\"/>\n", expect![[r#"
            6:1 «<Note knd="tip"/>» error[unknown-argument]: the component `Note` has no argument `knd`
              help: did you mean `kind`?
        "#]]),
        ("<Price of={[1}/>\n", expect![[r#"
            6:1 «<Price of={[1}» error[bad-component]: `{[1}` is not a TOML value: write {12}, {true} or {[1,2]}
        "#]]),
        ("<Price of={4}/>\n", expect![[r#"
            6:1 «<Price of={4}/>» error[template-error]: the component `Price` failed: the argument `of` must be a string, not a number (used here)
        "#]]),
    ]);
}

/// `CommonMark` treats some of these tags as text. If an opening tag cannot be parsed, its closing tag is not reported as well.
#[test]
#[rustfmt::skip]
fn tags_that_cannot_be_read() {
    assert_pages([
        ("<Price of=“4 rolls” />\n\n<Note kind=\"tip>\n\nText.\n\n</Note>\n\nOr <Price of=“4” /> here.\n", expect![[r#"
            6:1 «<Price of=“4 rolls” />» error[bad-component]: this `<Price>` tag cannot be read
              help: it has curly quotes: write <Price of="4 rolls" />
            8:1 «<Note kind="tip>» error[bad-component]: this `<Note>` tag cannot be read
              help: a quote is missing: write <Note kind="tip">
            14:4 «<Price of=“4” />» error[bad-component]: the argument `of` of `<Price>` needs quotes: of="…"
              help: it has curly quotes: write <Price of="4" />
        "#]]),
        ("<Price of=\"4 />\n\nOr <Price of={[\"4\", \"5\"]} /> here.\n", expect![[r#"
            6:1 «<Price of="4 />» error[bad-component]: this `<Price>` tag cannot be read
              help: a quote is missing: write <Price of="4" />
            8:4 «<Price» error[bad-component]: this `<Price>` tag cannot be read
              help: write it as <Price of="…">
        "#]]),
        ("<Note kind=\"tip\"\n\nText.\n\n</Note>\n", expect![[r#"
            6:1 «<Note» error[bad-component]: this `<Note>` tag cannot be read
              help: add `>` at the end of the `<Note>` tag
        "#]]),
        ("<Note title=\"The \"small\" loaf\">\n\nText.\n\n</Note>\n", expect![[r#"
            6:1 «<Note» error[bad-component]: this `<Note>` tag cannot be read
              help: a text between straight quotes cannot contain any: write “ and ” within it
        "#]]),
        (
            "<Note kind=tip>\n\nText.\n\n</Note>\n\n<Note kind=\"tip>\n\nText.\n\n</Note>\n\n\
             Word <Note kind=tip>text</Note> word.\n\n<Note kind=“tip”>text</Note>\n\n</Note>\n",
            expect![[r#"
                6:1 «<Note kind=» error[bad-component]: the argument `kind` of `<Note>` needs quotes: kind="…"
                12:1 «<Note kind="tip>» error[bad-component]: this `<Note>` tag cannot be read
                  help: a quote is missing: write <Note kind="tip">
                18:6 «<Note kind=» error[bad-component]: the argument `kind` of `<Note>` needs quotes: kind="…"
                20:1 «<Note kind=“tip”>» error[bad-component]: the argument `kind` of `<Note>` needs quotes: kind="…"
                  help: it has curly quotes: write <Note kind="tip">
                22:1 «</Note>» error[unclosed-component]: `</Note>` has no opening tag
                  help: add `<Note>` before it, or remove it
            "#]],
        ),
    ]);
}

#[test]
fn component_that_fails() {
    Bakery::new()
        .write(
            "themes/bakery/templates/components/crumb.html",
            "{% component Crumb() %}\n<i>{{ colour }}</i>\n{% endcomponent Crumb %}\n",
        )
        .page("visit", "Some text.\n\n<Crumb/>\n")
        .findings(expect![[r#"
            content/pages/visit.md:8:1 «<Crumb/>» error[template-error]: the component `Crumb` failed: variable `colour` is not defined (used here)
              note: themes/bakery/templates/components/crumb.html:2:7 «colour» fails here
        "#]]);
}
