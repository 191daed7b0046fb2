//! Components in Markdown that are not there, not closed, or called wrongly. A page's text begins at line 6 of its file.

use expect_test::expect;

use crate::bakery::Bakery;

#[test]
fn unknown_component() {
    Bakery::new()
        .page(
            "visit",
            "Text.\n\n<Nota kind=\"tip\">\n\nMind the step.\n\n</Nota>\n",
        )
        .stderr(expect![[r#"
        error[unknown-component]: there is no component `Nota`
         --> content/pages/visit.md:8:1
          |
        8 | <Nota kind="tip">
          | ^^^^^^^^^^^^^^^^^ not defined by the theme
          |
          = help: did you mean `Note`?

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn unknown_component_like_no_other() {
    Bakery::new().page("visit", "Open <Oven/> now.\n").stderr(expect![[r#"
        error[unknown-component]: there is no component `Oven`
         --> content/pages/visit.md:6:6
          |
        6 | Open <Oven/> now.
          |      ^^^^^^^ not defined by the theme
          |
          = help: components stand in the theme's templates/components/; a plain HTML tag is written in lower case

        1 error; nothing was written
    "#]]).failure();
}

#[test]
fn component_that_is_not_closed() {
    Bakery::new()
        .page(
            "visit",
            "<Note>\n\nMind the step.\n\n## Hours\n\nSix to noon.\n",
        )
        .stderr(expect![[r#"
        error[unclosed-component]: `<Note>` is not closed
         --> content/pages/visit.md:6:1
          |
        6 | <Note>
          | ^^^^^^ opened here
          |
          = help: close it with `</Note>`, with an empty line before it

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn component_that_is_not_opened() {
    Bakery::new()
        .page("visit", "Mind the step.\n\n</Note>\n")
        .stderr(expect![[r#"
        error[unclosed-component]: `</Note>` closes nothing
         --> content/pages/visit.md:8:1
          |
        8 | </Note>
          | ^^^^^^^
          |
          = help: open it with `<Note>` before, or remove this tag

        1 error; nothing was written
    "#]])
        .failure();
}

#[test]
fn components_that_overlap() {
    Bakery::new()
        .page(
            "visit",
            "<Note kind=\"a\">\n\nText.\n\n<Note kind=\"b\">\n\nMore.\n\n</Note>\n\nEnd.\n",
        )
        .stderr(expect![[r#"
            error[unclosed-component]: `<Note>` is not closed
             --> content/pages/visit.md:6:1
              |
            6 | <Note kind="a">
              | ^^^^^^^^^^^^^^^ opened here
              |
              = help: close it with `</Note>`, with an empty line before it

            1 error; nothing was written
        "#]])
        .failure();
}

/// Opened in the middle of a paragraph, a component ends with the paragraph.
#[test]
fn component_that_leaves_its_paragraph() {
    Bakery::new()
        .page(
            "visit",
            "First <Note>Mind the step.\n\nAnd the door.</Note>\n",
        )
        .stderr(expect![[r#"
            error[unclosed-component]: `<Note>` is not closed
             --> content/pages/visit.md:6:7
              |
            6 | First <Note>Mind the step.
              |       ^^^^^^ opened here
              |
              = help: close it in the same paragraph, or put `<Note>` and `</Note>` on lines of their own with empty lines around them

            error[unclosed-component]: `</Note>` closes nothing
             --> content/pages/visit.md:8:14
              |
            8 | And the door.</Note>
              |              ^^^^^^^
              |
              = help: open it with `<Note>` before, or remove this tag

            2 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn component_that_leaves_its_list() {
    Bakery::new()
        .page("visit", "- One <Note>two\n- Three</Note>\n")
        .stderr(expect![[r#"
            error[unclosed-component]: `<Note>` is not closed
             --> content/pages/visit.md:6:7
              |
            6 | - One <Note>two
              |       ^^^^^^ opened here
              |
              = help: close it in the same paragraph, or put `<Note>` and `</Note>` on lines of their own with empty lines around them

            error[unclosed-component]: `</Note>` closes nothing
             --> content/pages/visit.md:7:8
              |
            7 | - Three</Note>
              |        ^^^^^^^
              |
              = help: open it with `<Note>` before, or remove this tag

            2 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn component_that_leaves_its_footnote() {
    Bakery::new()
        .page("visit", "Text.[^1]\n\n[^1]: A note <Note>opened here.\n")
        .stderr(expect![[r#"
            error[unclosed-component]: `<Note>` is not closed
             --> content/pages/visit.md:8:14
              |
            8 | [^1]: A note <Note>opened here.
              |              ^^^^^^ opened here
              |
              = help: close it in the same paragraph, or put `<Note>` and `</Note>` on lines of their own with empty lines around them

            1 error; nothing was written
        "#]])
        .failure();
}

#[test]
fn arguments() {
    Bakery::new()
        .page("visit", "<Price off=\"4\"/>\n\n<Price/>\n\n<Note knd=\"tip\"/>\n\n<Price of={[1}/>\n\n<Price of={4}/>\n")
        .stderr(expect![[r#"
            error[unknown-argument]: the component `Price` has no argument `off`
             --> content/pages/visit.md:6:1
              |
            6 | <Price off="4"/>
              | ^^^^^^^^^^^^^^^^
              |
              = help: did you mean `of`?

            error[missing-argument]: the component `Price` needs the argument `of`
             --> content/pages/visit.md:8:1
              |
            8 | <Price/>
              | ^^^^^^^^
              |
              = help: write <Price of="…">

            error[unknown-argument]: the component `Note` has no argument `knd`
              --> content/pages/visit.md:10:1
               |
            10 | <Note knd="tip"/>
               | ^^^^^^^^^^^^^^^^^
               |
               = help: did you mean `kind`?

            error[bad-component]: `{[1}` is not a TOML value: {12}, {true} or {[1,2]}
              --> content/pages/visit.md:12:1
               |
            12 | <Price of={[1}/>
               | ^^^^^^^^^^^^^^

            error[template-error]: the component `Price` failed: component argument `of` (type: `u64`) does not match expected type: `string`
              --> content/pages/visit.md:14:1
               |
            14 | <Price of={4}/>
               | ^^^^^^^^^^^^^^^ used here

            5 errors; nothing was written
        "#]])
        .failure();
}

/// `CommonMark` does not take these for tags; they would stand in the page as text.
#[test]
fn tags_that_are_none() {
    Bakery::new()
        .page(
            "visit",
            "<Price of=\"4 />\n\nOr <Price of={[\"4\", \"5\"]} /> here.\n",
        )
        .stderr(expect![[r#"
            error[bad-component]: this tag of `Price` cannot be read
             --> content/pages/visit.md:6:1
              |
            6 | <Price of="4 />
              | ^^^^^^
              |
              = help: arguments are written <Price text="…" number={12} flag={true}>, without blanks or quotes between braces

            error[bad-component]: this tag of `Price` cannot be read
             --> content/pages/visit.md:8:4
              |
            8 | Or <Price of={["4", "5"]} /> here.
              |    ^^^^^^
              |
              = help: arguments are written <Price text="…" number={12} flag={true}>, without blanks or quotes between braces

            2 errors; nothing was written
        "#]])
        .failure();
}

/// One mistake, one finding: the closing tag is as it should be.
#[test]
fn opening_tags_that_cannot_be_read() {
    Bakery::new()
        .page("visit", "<Note kind=tip>\n\nText.\n\n</Note>\n\n<Note kind=\"tip>\n\nText.\n\n</Note>\n\nWord <Note kind=tip>text</Note> word.\n\n<Note kind=“tip”>text</Note>\n\n</Note>\n")
        .stderr(expect![[r#"
            error[bad-component]: the argument `kind` of `<Note>` needs quotes: kind="…"
             --> content/pages/visit.md:6:1
              |
            6 | <Note kind=tip>
              | ^^^^^^^^^^^

            error[bad-component]: this tag of `Note` cannot be read
              --> content/pages/visit.md:12:1
               |
            12 | <Note kind="tip>
               | ^^^^^
               |
               = help: arguments are written <Note text="…" number={12} flag={true}>, without blanks or quotes between braces

            error[bad-component]: the argument `kind` of `<Note>` needs quotes: kind="…"
              --> content/pages/visit.md:18:6
               |
            18 | Word <Note kind=tip>text</Note> word.
               |      ^^^^^^^^^^^

            error[bad-component]: the argument `kind` of `<Note>` needs quotes: kind="…"
              --> content/pages/visit.md:20:1
               |
            20 | <Note kind=“tip”>text</Note>
               | ^^^^^^^^^^^

            error[unclosed-component]: `</Note>` closes nothing
              --> content/pages/visit.md:22:1
               |
            22 | </Note>
               | ^^^^^^^
               |
               = help: open it with `<Note>` before, or remove this tag

            5 errors; nothing was written
        "#]])
        .failure();
}

#[test]
fn component_that_fails() {
    Bakery::new()
        .write(
            "themes/bakery/templates/components/crumb.html",
            "{% component Crumb() %}\n<i>{{ colour }}</i>\n{% endcomponent Crumb %}\n",
        )
        .page("visit", "Some text.\n\n<Crumb/>\n")
        .stderr(expect![[r#"
            error[template-error]: the component `Crumb` failed: variable `colour` is not defined
             --> content/pages/visit.md:8:1
              |
            8 | <Crumb/>
              | ^^^^^^^^ used here
              |
              = help: see the theme's templates/components/crumb.html:2:7

            1 error; nothing was written
        "#]])
        .failure();
}
