//! Text that appears exactly as typed, because Markdown does not read it as its author meant it. A page's text begins on line 6.

use expect_test::expect;

use crate::bakery::{Bakery, assert_rendered};
use crate::findings::shown;

/// Builds a page whose text is `markdown`, and returns its findings.
fn findings(markdown: &str) -> String {
    let rules = "[rules]\nshown-as-typed = \"error\"\n";
    let bakery = Bakery::new().write("content/checks.toml", rules).page("a", markdown);
    shown(bakery, 1).replace("content/pages/a.md:", "").replace("error[shown-as-typed]: ", "")
}

/// Addresses that visitors cannot follow.
#[test]
#[rustfmt::skip]
fn addresses() {
    let findings = |markdown: &str| {
        let rules = "[rules]\nbare-link = \"error\"\n";
        let bakery = Bakery::new().write("content/checks.toml", rules).page("a", markdown);
        shown(bakery, 1).replace("content/pages/a.md:", "").replace("error[bare-link]: ", "")
    };
    for (markdown, expected) in [
        ("See https://incometax.gov.in/a_b_c, and (http://gst.gov.in/x).\n", expect![[r#"
            6:5 «https://incometax.gov.in/a_b_c» https://incometax.gov.in/a_b_c is shown as text, not as a link
              help: write <https://incometax.gov.in/a_b_c>, or [text](https://incometax.gov.in/a_b_c)
            6:42 «http://gst.gov.in/x» http://gst.gov.in/x is shown as text, not as a link
              help: write <http://gst.gov.in/x>, or [text](http://gst.gov.in/x)
        "#]]),
        ("See https://gst.gov.in/x?y=*z*_a_ now.\n", expect![[r#"
            6:5 «https://gst.gov.in/x?y=*z*_a_» https://gst.gov.in/x?y=*z*_a_ is shown as text, not as a link
              help: write <https://gst.gov.in/x?y=*z*_a_>, or [text](https://gst.gov.in/x?y=*z*_a_)
        "#]]),
        ("> **https://gst.gov.in**\n\n`https://a.gov.in` <https://b.gov.in> [c](https://c.gov.in) https://www.example.com https://x.test\n", expect![[r#"
            6:5 «https://gst.gov.in» https://gst.gov.in is shown as text, not as a link
              help: write <https://gst.gov.in>, or [text](https://gst.gov.in)
        "#]]),
        ("<a href=\"https://gst.gov.in\">https://gst.gov.in</a> and https://a.gov.in…\n", expect![[r#"
            6:10 «https://gst.gov.in» error[outside-link]: the link to https://gst.gov.in needs both target="_blank" and rel="noopener"
              help: add target="_blank" rel="noopener" to the <a> tag
            6:57 «https://a.gov.in» https://a.gov.in is shown as text, not as a link
              help: write <https://a.gov.in>, or [text](https://a.gov.in)
        "#]]),
    ] {
        expected.assert_eq(&findings(markdown));
    }
}

#[test]
#[rustfmt::skip]
fn links() {
    for (markdown, expected) in [
        ("See [a] (/about) now.\n", expect![[r#"
            6:5 «[a] (/about)» not a link: there is a space before `(/about)`, so it appears exactly as typed
              help: write [a](/about)
        "#]]),
        ("See [prices]{/about} now.\n\n[[faq]]\nquestion = \"Why?\"\n", expect![[r#"
            6:5 «[prices]{/about}» `[prices]{/about}` is not a link, and appears exactly as typed
              help: write [prices](/about)
            8:1 «[[faq]]» `[[faq]]` is not a link, and appears exactly as typed
              help: move this table above the second `+++`: below it, everything is text
        "#]]),
        ("See ![a] (images/loaf.svg) now.\n", expect![[r#"
            6:5 «![a] (images/loaf.svg)» not a picture: there is a space before `(images/loaf.svg)`, so it appears exactly as typed
              help: write ![a](images/loaf.svg)
        "#]]),
        ("See [a]\n(/about) now.\n", expect![[r#"
            6:5 «[a]» not a link: there is a space before `(/about)`, so it appears exactly as typed
              help: write [a](/about)
        "#]]),
        ("See [the page] (https://example.org).\n", expect![[r#"
            6:5 «[the page] (https://example.org)» not a link: there is a space before `(https://example.org)`, so it appears exactly as typed
              help: write [the page](https://example.org)
        "#]]),
        ("See [a](/about now.\n\n(And more.)\n", expect![[r#"
            6:5 «[a](/about» the parenthesis of this link is not closed, so it appears exactly as typed
              help: write [a](/about)
        "#]]),
        ("See [a](/about and (not) more.\n", expect![[r#"
            6:5 «[a](/about» the parenthesis of this link is not closed, so it appears exactly as typed
              help: write [a](/about)
        "#]]),
        ("See [a](/abo\nut) now.\n", expect![[r#"
            6:9 «/abo» error[broken-link]: not a link: the address continues on the next line (appears exactly as typed)
              help: write it on one line: [a](/about)
        "#]]),
        ("See [a](/about\nnow.\n", expect![[r#"
            6:5 «[a](/about» the parenthesis of this link is not closed, so it appears exactly as typed
              help: write [a](/about)
        "#]]),
        ("Write [us](mailto a@example.org).\n", expect![[r#"
            6:12 «mailto a@example.org» error[broken-link]: not a link: the address `mailto a@example.org` has a space (appears exactly as typed)
              help: write [us](mailto:a@example.org)
        "#]]),
        ("Call [us](tel: +49 731 1).\n", expect![[r#"
            6:11 «tel: +49 731 1» error[broken-link]: not a link: the address `tel: +49 731 1` has a space (appears exactly as typed)
              help: write [us](tel:+497311)
        "#]]),
        ("See [a](/about “us”).\n", expect![[r#"
            6:9 «/about “us”» error[broken-link]: not a link: the address `/about “us”` has a space (appears exactly as typed)
              help: write a title between two straight quotes: [text](/about "title")
        "#]]),
        ("Call [us](+49 731 1).\n", expect![[r#"
            6:11 «+49 731 1» error[broken-link]: not a link: the address `+49 731 1` has a space (appears exactly as typed)
              help: write [us](tel:+497311)
        "#]]),
        ("See <www.example.org>.\n", expect![[r#"
            6:5 «<www.example.org>» `<www.example.org>` is not a link, and appears exactly as typed
              help: write <https://www.example.org>
        "#]]),
        ("See ![a loaf] here.\n", expect![[r#"
            6:5 «![a loaf]» `![a loaf]` has no address, so it is not a picture
              help: write ![a loaf](images/name.jpg)
        "#]]),
        ("See ![a loaf](my loaf.jpg).\n", expect![[r#"
            6:15 «my loaf.jpg» error[broken-link]: not a picture: the address `my loaf.jpg` has a space (appears exactly as typed)
              help: write the address without spaces, or in angle brackets: ![a loaf](<my loaf.jpg>)
        "#]]),
        ("Call [us](tel:+49 731 12).\n", expect![[r#"
            6:11 «tel:+49 731 12» error[broken-link]: not a link: the address `tel:+49 731 12` has a space (appears exactly as typed)
              help: write [us](tel:+4973112)
        "#]]),
        ("Write [us](mailto:a@b.in?subject=A cake).\n", expect![[r#"
            6:12 «mailto:a@b.in?subject=A cake» error[broken-link]: not a link: the address `mailto:a@b.in?subject=A cake` has a space (appears exactly as typed)
              help: write [us](mailto:a@b.in?subject=A%20cake)
        "#]]),
    ] {
        expected.assert_eq(&findings(markdown));
    }
}

#[test]
#[rustfmt::skip]
fn lists() {
    for (markdown, expected) in [
        ("–Knead.\n–Bake.\n", expect![[r#"
            6:1 «–» not a list: `–` appears exactly as typed
              help: write each entry as `- Knead.`
        "#]]),
        ("– one\n– two\n", expect![[r#"
            6:1 «–» not a list: `–` appears exactly as typed
              help: write each entry as `- one`
        "#]]),
        ("-one\n-two\n", expect![[r#"
            6:1 «-» not a list: `-` appears exactly as typed
              help: write each entry as `- one`
        "#]]),
        ("*one\n*two\n", expect![[r#"
            6:1 «*» not a list: `*` appears exactly as typed
              help: write each entry as `- one`
        "#]]),
        ("- one\n-two\n- three\n", expect![[r#"
            7:1 «-» not a list: `-` appears exactly as typed
              help: write each entry as `- two`
        "#]]),
        ("o\tone\no\ttwo\n", expect![[r#"
            6:1 «o» not a list: `o` appears exactly as typed
              help: write each entry as `- one`
        "#]]),
        ("Ø\tone\n", expect![[r#"
            6:1 «Ø» not a list: `Ø` appears exactly as typed
              help: write each entry as `- one`
        "#]]),
        ("\u{f0b7} one\n", expect![[r#"
            6:1 «» not a list: `` appears exactly as typed
              help: write each entry as `- one`
        "#]]),
        ("[x] one\n[ ] two\n", expect![[r#"
            6:1 «[x]» not a list: `[x]` appears exactly as typed
              help: write each entry as `- [x] one`
        "#]]),
        ("✅ one\n✅ two\n", expect![[r#"
            6:1 «✅ » not a list: `✅` appears exactly as typed
              help: write each entry as `- one`
        "#]]),
        ("1 one\n2 two\n", expect![[r#"
            6:1 «1» not a list: `1` appears exactly as typed
              help: write each entry as `1. text`, with an empty line before the first
        "#]]),
        ("A. one\nB. two\n", expect![[r#"
            6:1 «A.» not a list: `A.` appears exactly as typed
              help: write each entry as `1. text`, with an empty line before the first
        "#]]),
        ("i. one\nii. two\n", expect![[r#"
            6:1 «i.» not a list: `i.` appears exactly as typed
              help: write each entry as `1. text`, with an empty line before the first
        "#]]),
        ("1) one\n\n(a) two\n(b) three\n", expect![[r#"
            8:1 «(a)» not a list: `(a)` appears exactly as typed
              help: write each entry as `1. text`, with an empty line before the first
        "#]]),
        ("1.one\n2.two\n", expect![[r#"
            6:1 «1.» not a list: `1.` appears exactly as typed
              help: write each entry as `1. text`, with an empty line before the first
        "#]]),
        ("(i) one\n(ii) two\n", expect![[r#"
            6:1 «(i)» not a list: `(i)` appears exactly as typed
              help: write each entry as `1. text`, with an empty line before the first
        "#]]),
        ("As said¹ before.\n\n¹ See section 5.\n", expect![[r#"
            8:1 «¹» not a footnote: `¹` appears exactly as typed
              help: write [^1] in the text, and [^1]: before the footnote
        "#]]),
    ] {
        expected.assert_eq(&findings(markdown));
    }
}

#[test]
#[rustfmt::skip]
fn tables() {
    for (markdown, expected) in [
        ("Town\tHours\nUlm\t6\n", expect![[r#"
            6:1 «Town    Hours» not a table: these lines appear exactly as typed
              help: write | Town | Hours |, below it |---|---|, and each further line with the same bars
        "#]]),
        ("Town      Hours\nUlm       6\n", expect![[r#"
            6:1 «Town      Hours» not a table: these lines appear exactly as typed
              help: write | Town | Hours |, below it |---|---|, and each further line with the same bars
        "#]]),
        ("+------+-------+\n| Town | Hours |\n+------+-------+\n", expect![[r#"
            6:1 «+------+-------+» not a table: these lines appear exactly as typed
              help: write | Town | Hours |, below it |---|---|, and each further line with the same bars
        "#]]),
        ("| Town | Hours |\n|—|—|\n| Ulm | 6 |\n", expect![[r#"
            6:1 «| Town | Hours |» not a table: these lines appear exactly as typed
              help: write the line below the head with 2 columns: |---|---|
        "#]]),
        ("Town | Hours\nUlm | 6\n", expect![[r#"
            6:1 «Town | Hours» not a table: these lines appear exactly as typed
              help: write | Town | Hours |, below it |---|---|, and each further line with the same bars
        "#]]),
        ("| Town |\n|---|\n| Ulm |\n\n| Graz |\n", expect![[r#"
            10:1 «| Graz |» not part of the table above: these lines appear exactly as typed
              help: remove the empty line above
        "#]]),
        ("Town,Hours,Day\nUlm,6,Monday\nGraz,7,Friday\n", expect![[r#"
            6:1 «Town,Hours,Day» not a table: these lines appear exactly as typed
              help: write | Town | Hours | Day |, below it |---|---|---|, and each further line with the same bars
        "#]]),
    ] {
        expected.assert_eq(&findings(markdown));
    }
}

#[test]
#[rustfmt::skip]
fn words() {
    for (markdown, expected) in [
        ("Type `site here.\n\nAnd `there.\n", expect![[r#"
            6:6 «`» this backtick appears exactly as typed
              help: write code between two backticks, on one line: `code`; write \` for a backtick, and ' for a quote
            8:5 «`» this backtick appears exactly as typed
              help: write code between two backticks, on one line: `code`; write \` for a backtick, and ' for a quote
        "#]]),
        ("Type ``site` here.\n", expect![[r#"
            6:6 «``» these backticks appear exactly as typed
              help: write code between two backticks, on one line: `code`; write \` for a backtick, and ' for a quote
        "#]]),
        ("It is __bold __text.\n", expect![[r#"
            6:7 «__» `__` appears exactly as typed
              help: write bold text as **bold**, in one paragraph and without spaces inside; write `\_\_` for underscores
        "#]]),
    ] {
        expected.assert_eq(&findings(markdown));
    }
}

/// Text that only resembles a slip.
#[test]
#[rustfmt::skip]
fn what_is_meant() {
    assert_rendered([
        ("10 m² and 5 m².\n\n¹ alone, and Well![1]; a,b and c, d,e.\n", expect![[r#"
            <p>10 m² and 5 m².</p>
            <p>¹ alone, and Well![1]; a,b and c, d,e.</p>
        "#]]),
        ("1. a\n1. b\n1. c\n", expect![[r#"
            <ol>
            <li>a</li>
            <li>b</li>
            <li>c</li>
            </ol>
        "#]]),
        ("A note [see above] (and below). In C, `f` is rows[i] (/x).\n", expect![[r#"
            <p>A note [see above] (and below). In C, <code>f</code> is rows[i] (/x).</p>
        "#]]),
        ("— Nobody said a word.\n", expect![[r#"
            <p>— Nobody said a word.</p>
        "#]]),
        ("-5 degrees\n-6 degrees\n", expect![[r#"
            <p>-5 degrees
            -6 degrees</p>
        "#]]),
        ("It`s snake__case. Name: __\n", expect![[r#"
            <p>It`s snake__case. Name: __</p>
        "#]]),
        ("A. Einstein\nI. Newton\n", expect![[r#"
            <p>A. Einstein
            I. Newton</p>
        "#]]),
        ("2 shops\n5 ovens\n", expect![[r#"
            <p>2 shops
            5 ovens</p>
        "#]]),
        ("2 \\* 3 \\* 4, \\*one\\*, \\#1, a || b || c, x||y||z, &lt;Enter&gt;, &lt;b&gt; alone\n", expect![[r#"
            <p>2 * 3 * 4, *one*, #1, a || b || c, x||y||z, &lt;Enter&gt;, &lt;b&gt; alone</p>
        "#]]),
        ("Home | About\n", expect![[r#"
            <p>Home | About</p>
        "#]]),
        ("Any of [^.], [^a-z0-9] and [^\\w].\n", expect![[r#"
            <p>Any of [^.], [^a-z0-9] and [^\w].</p>
        "#]]),
    ]);
}

/// Marks that editors and content management systems have escaped or encoded, and those of chat programs.
#[test]
#[rustfmt::skip]
fn marks_that_programs_have_changed() {
    for (markdown, expected) in [
        ("\\*\\*Closed\\*\\* on Monday.\n", expect![[r#"
            6:1 «\*\*Closed\*\*» escaped Markdown shows as typed
              help: write `**Closed**`
        "#]]),
        ("See \\_\\_this day\\_\\_, not \\_\\_init\\_\\_, \\~\\~that\\~\\~, and \\*\\*\\*all\\*\\*\\*.\n", expect![[r#"
            6:5 «\_\_this day\_\_» escaped Markdown shows as typed
              help: write `**this day**`
            6:41 «\~\~that\~\~» escaped Markdown shows as typed
              help: write `~~that~~`
            6:59 «\*\*\*all\*\*\*» escaped Markdown shows as typed
              help: write `***all***`
        "#]]),
        ("See \\[us\\](/about) or \\[us\\]\\(/about\\).\n", expect![[r#"
            6:5 «\[us\](/about)» escaped Markdown shows as typed
              help: write `[us](/about)`
            6:23 «\[us\]\(/about\)» escaped Markdown shows as typed
              help: write `[us](/about)`
        "#]]),
        ("Bring:\n\n\\- the bicycle\n\\- the key\n", expect![[r#"
            8:1 «\- the bicycle» not a list: its marks are escaped, and show as typed
              help: write `- the bicycle`, and each other entry without its backslash
        "#]]),
        ("1\\. the bicycle\n2\\. the key\n3\\. your number\n", expect![[r#"
            6:1 «1\. the bicycle» not a list: its marks are escaped, and show as typed
              help: write `1. the bicycle`, and each other entry without its backslash
        "#]]),
        ("\\+ one\n\\+ two\n\nText.\n\n\\- Anna\n", expect![[r#"
            6:1 «\+ one» not a list: its marks are escaped, and show as typed
              help: write `+ one`, and each other entry without its backslash
        "#]]),
        ("\\## Prices\n\nText.\n\n\\#\\#\\# More\n", expect![[r#"
            6:1 «\## Prices» escaped Markdown shows as typed
              help: write `## Prices`
            10:1 «\#\#\# More» escaped Markdown shows as typed
              help: write `### More`
        "#]]),
        ("The code is ||4711||.\n", expect![[r#"
            6:13 «||4711||» `||4711||` shows as typed: Markdown cannot hide text
              help: delete it, or write 4711 without the bars
        "#]]),
        ("&lt;b&gt;Closed&lt;/b&gt; and &lt;a href=\"/about\"&gt;us&lt;/a&gt;.\n", expect![[r#"
            6:1 «&lt;b&gt;Closed&lt;/b&gt;» `&lt;b&gt;` shows as a tag of HTML
              help: write **Closed**
            6:31 «&lt;a href="/about"&gt;us&lt;/a&gt;» `&lt;a href="/about"&gt;` shows as a tag of HTML
              help: delete the tags, or write the text again as Markdown
        "#]]),
        ("&lt;p&gt;One&lt;br /&gt;two.&lt;/p&gt; &lt;strong&gt;a&lt;/strong&gt;\n", expect![[r#"
            6:1 «&lt;p&gt;One&lt;br /&gt;two.&lt;/p&gt;» `&lt;p&gt;` shows as a tag of HTML
              help: delete the tags, or write the text again as Markdown
            6:40 «&lt;strong&gt;a&lt;/strong&gt;» `&lt;strong&gt;` shows as a tag of HTML
              help: write **a**
        "#]]),
        ("One&lt;br&gt;two.\n", expect![[r#"
            6:4 «&lt;br&gt;» `&lt;br&gt;` shows as a tag of HTML
              help: begin a new paragraph, or write a backslash at the end of the line
        "#]]),
        ("See <Media omitted> and <image omitted> here.\n", expect![[r#"
            6:5 «<Media omitted>» error[unknown-component]: unknown component `Media` (not defined by the theme)
              help: WhatsApp wrote this in place of a picture or a recording: delete it, or add the picture
            6:25 «<image omitted>» warning[placeholder-tag]: `<image omitted>` does not show: browsers take it for an HTML element
              help: WhatsApp wrote this in place of a picture or a recording: delete it, or add the picture
            1 error; nothing was written
        "#]]),
    ] {
        expected.assert_eq(&findings(markdown));
    }
}
