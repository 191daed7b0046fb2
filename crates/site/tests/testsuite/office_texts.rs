//! Slips of an office, and traces of Word, `WhatsApp`, and other programs in a text. The text of each page begins on line 6.

use expect_test::expect;

use crate::findings::assert_pages;

#[test]
#[rustfmt::skip]
fn texts() {
    assert_pages([
        // Lists
        ("- [PAN]: mandatory\n- [Aadhaar]: mandatory\n", expect![[r#"
            6:3 «[PAN]:» error[unread-markdown]: this line does not show: it makes `mandatory` the address of `[PAN]`
              help: write `\[PAN]:` to show it as typed
            7:3 «[Aadhaar]:» error[unread-markdown]: this line does not show: it makes `mandatory` the address of `[Aadhaar]`
              help: write `\[Aadhaar]:` to show it as typed
        "#]]),
        ("1.\t\tPAN card\n2.\t\tAadhaar card\n", expect![[r#"
            6:5 «      PA» warning[indented-text]: this text is shown as code, because it is indented by four spaces or a tab
              help: write one space between the mark of the entry and its text
            7:5 «      Aadhaa» warning[indented-text]: this text is shown as code, because it is indented by four spaces or a tab
              help: write one space between the mark of the entry and its text
        "#]]),
        ("1. PAN card\n2. Aadhaar\n3.Address proof\n", expect![[r#"
            8:1 «3.» warning[shown-as-typed]: not an entry of its own: `3.` appears exactly as typed
              help: write `3. Address proof`
        "#]]),
        ("1. PAN card\n2 Aadhaar\n3. Address\n", expect![[r#"
            7:1 «2» warning[list-number]: this line is part of the entry above it, not entry 2
              help: write `2. Aadhaar`
        "#]]),
        ("- PAN\n– Aadhaar\n- Address\n", expect![[r#"
            7:1 «–» warning[shown-as-typed]: not an entry of its own: `–` appears exactly as typed
              help: write `- Aadhaar`
        "#]]),
        ("(क) पहला\n(ख) दूसरा\n", expect![[r#"
            6:1 «(क)» warning[shown-as-typed]: not a list: `(क)` appears exactly as typed
              help: write each entry as `1. text`, with an empty line before the first
        "#]]),
        ("①one\n②two\n", expect![[r#"
            6:1 «①» warning[shown-as-typed]: not a list: `①` appears exactly as typed
              help: write each entry as `- one`
        "#]]),
        // Tables and code
        ("- item\n| a | b |\n|---|---|\n| x | y |\n", expect![[r#"
            7:1 «| a | b |» warning[shown-as-typed]: not a table: it is part of the list entry above it
              help: add an empty line before it
        "#]]),
        ("- item\n  | a | b |\n  |---|---|\n  | x | y |\n", expect![]),
        ("| a | b |\n\n|---|---|\n\n| x | y |\n", expect![[r#"
            6:1 «| a | b |» warning[shown-as-typed]: not a table: this row appears exactly as typed
              help: remove the empty lines between the rows
        "#]]),
        ("| a | b |\n| x | y |\n|---|---|\n", expect![[r#"
            6:1 «| a | b |» warning[shown-as-typed]: not a table: this row appears exactly as typed
              help: move the line of hyphens below this row, which is the first
        "#]]),
        ("| a | b |\n|---|---|\n| x | y |\n<!-- c -->\n| z | w |\n", expect![[r#"
            10:1 «| z | w |» warning[shown-as-typed]: not part of the table above: these lines appear exactly as typed
              help: move the comment above or below the table
        "#]]),
        ("```\ncode\n~~~\n", expect![[r#"
            6:1 «```» error[unread-markdown]: this code block is not closed
              help: write ``` alone in place of `~~~`
        "#]]),
        ("> ```\n> code\nout\n> ```\n", expect![[r#"
            6:3 «```» error[unread-markdown]: this code block is not closed
              help: write `>` before each line of the code, and before the closing fence
        "#]]),
        ("- ```\n  first\n  ```\n- ```\nsecond\n```\n", expect![[r#"
            9:3 «```» error[unread-markdown]: this code block is not closed
              help: indent each line of the code, and the closing fence, as far as the first
        "#]]),
        // Words
        ("Text<o:p></o:p> and <o:p></o:p> more.\n", expect![[r#"
            6:5 «<o:p>» error[pasted-html]: this tag was pasted from a word processor, and appears exactly as typed
              help: delete it, and paste as plain text (Ctrl+Shift+V)
        "#]]),
        ("<st1:City>Ahmedabad</st1:City>\n", expect![[r#"
            6:1 «<st1:City>» error[pasted-html]: this tag was pasted from a word processor, and appears exactly as typed
              help: delete it, and paste as plain text (Ctrl+Shift+V)
        "#]]),
        ("<!-- note --> **bold** text\n", expect![[r#"
            6:15 «**bold**» warning[markdown-in-html]: `**bold**` appears exactly as typed, because it is within HTML
              help: begin a new line after the comment
        "#]]),
        ("**(bold)**text\n", expect![[r#"
            6:1 «**» warning[shown-as-typed]: `**` appears exactly as typed
              help: Markdown cannot begin or end bold text between a letter and a punctuation mark: write <strong>(bold)</strong>
        "#]]),
        ("**bold\n\nmore** text\n", expect![[r#"
            6:1 «**» warning[shown-as-typed]: `**` appears exactly as typed
              help: write bold text as **bold**, in one paragraph and without spaces inside; write `\*\*` for stars
        "#]]),
        ("## Fees {#fees}.\n", expect![[r#"
            6:9 «{#fees}» error[unread-markdown]: `{#fees}` gives this heading no id
              help: write {#fees} at the end of the line
        "#]]),
        ("## Fees {# fees}\n", expect![[r#"
            6:9 «{# fees}» error[unread-markdown]: `{# fees}` gives this heading no id
              help: write {#fees}
        "#]]),
        // Links and pictures
        ("GST portal <gst.gov.in>\n", expect![[r#"
            6:12 «<gst.gov.in>» warning[shown-as-typed]: `<gst.gov.in>` is not a link, and appears exactly as typed
              help: write <https://gst.gov.in>
        "#]]),
        ("[gst](https;//gst.gov.in)\n", expect![[r#"
            6:7 «https;//gst.gov.in» error[bad-address]: `https;//gst.gov.in` has no colon after its scheme
              help: write https://gst.gov.in
        "#]]),
        ("[gst](https://gst.gov.in,)\n", expect![[r#"
            6:7 «https://gst.gov.in,» error[bad-address]: `gst.gov.in,` is not the name of a website
              help: did you mean https://gst.gov.in?
        "#]]),
        ("[wa](https://wa.me/09876543210)\n", expect![[r#"
            6:6 «https://wa.me/09876543210» error[bad-address]: `https://wa.me/09876543210` has no country code, without which WhatsApp finds no number
              help: write it with the country code and without the first 0: https://wa.me/919876543210
        "#]]),
        ("[x](https://example.org\\a)\n", expect![[r#"
            6:5 «https://example.org\a» error[bad-address]: `https://example.org\a` has a backslash
              help: write https://example.org/a
        "#]]),
        ("[!A loaf](images/loaf.svg)\n", expect![[r#"
            6:1 «[!» warning[shown-as-typed]: not a picture: the `!` is after the bracket, so this is a link
              help: write ![what it shows](photo.jpg)
        "#]]),
        ("[example.org](https://example.com)\n", expect![[r#"
            6:1 «[example.org](https://example.com)» warning[bad-address]: the text of this link is example.org, but it leads to https://example.com
              help: correct one of the two
        "#]]),
        ("[Call +91 98765 43210](tel:+919876543211)\n", expect![[r#"
            6:1 «[Call +91 98765 43210](tel:+919876543211)» warning[bad-address]: the text of this link is Call +91 98765 43210, but it leads to +919876543211
              help: correct one of the two
        "#]]),
        ("![A loaf. Description automatically generated](images/loaf.svg)\n", expect![[r#"
            6:1 «![A loaf. Description automatically generated](images/loaf.svg)» warning[image-without-alt]: `Description automatically generated` is left in the alternative text
              help: delete it, and check the words before it
        "#]]),
        ("Fees are fixed.\n{.lead}\n\n# Title {.a}\n\n`{.b}` and \\{.c}\n", expect![[r#"
            7:1 «{.lead}» warning[shown-as-typed]: `{.lead}` appears exactly as typed: only Pandoc reads it as attributes
              help: remove it, or write HTML: <p class="lead">…</p>
            9:1 «# Title {.a}» error[main-heading]: page /row-32 has 2 <h1> headings instead of one
              help: the template writes the title as <h1>; start headings in the text with ##
        "#]]),
        ("##\u{2003}Prices\n\n-\u{2009}One\n-\u{2009}Two\n", expect![[r#"
            6:1 «## » error[unread-markdown]: not a heading: the space after `##` is a typographic space
              help: write `## Prices`
            8:1 «-» warning[shown-as-typed]: not a list: the space after `-` is a typographic space
              help: write each entry as `- One`
        "#]]),
        ("[![A loaf](images/loaf.svg)](/about) and [![](images/loaf.svg)](/about)\n\n[!text](images/loaf.svg)\n", expect![[r#"
            6:43 «![](images/loaf.svg)» error[image-without-alt]: the image `images/loaf.svg` has no alternative text
              help: describe the image between the square brackets: ![A ledger page](…)
            8:1 «[!» warning[shown-as-typed]: not a picture: the `!` is after the bracket, so this is a link
              help: write ![what it shows](photo.jpg)
        "#]]),
        ("**注意：**文字と**「重要」**です\n", expect![[r#"
            6:1 «**» warning[shown-as-typed]: `**` appears exactly as typed
              help: Markdown cannot begin or end bold text between a letter and a punctuation mark: write <strong>注意：</strong>
        "#]]),
        // HTML
        ("a<Br>b\n", expect![[r#"
            6:2 «<Br>» error[unknown-component]: unknown component `Br` (not defined by the theme)
              help: write code between backticks: `a<Br>`
        "#]]),
        // Nothing is wrong
        ("\\<Note>x\\</Note>\n", expect![]),
        ("<mailto:a@example.org>\n", expect![]),
        ("[GST]: /about\n\nSee [GST].\n", expect![]),
        ("- one text\n  – and more\n", expect![]),
    ]);
}
