//! Slips that are part of something larger, such as a link in the brackets of another program: what is written in their place is whole.

use expect_test::expect;

use crate::bakery::Bakery;
use crate::findings::{errors, repairs, visit, warnings};

const INCLUDES: &str =
    "includes = [\"Chain measured\", \"Cables and housings checked\", \"Hanger straightened\", \"Gears adjusted on the road\"]";

#[test]
#[rustfmt::skip]
fn links() {
    warnings([
        (visit("See {the town}(https://www.galway.ie) and (our prices)[/prices]."), expect![[r#"
            content/pages/visit.md:15:5 «{the town}(https://www.galway.ie)» warning[shown-as-typed]: `{the town}(https://www.galway.ie)` is not a link, and appears exactly as typed
              help: write [the town](https://www.galway.ie)
            content/pages/visit.md:15:43 «(our prices)[/prices]» warning[shown-as-typed]: `(our prices)[/prices]` is not a link, and appears exactly as typed
              help: write [our prices](/prices)
            Checked 18 pages with 45 rules: 2 warnings; --fix corrects 2
        "#]]),
        (visit("See [https://www.galway.ie|the town], [https://www.galway.ie the town], and https://www.galway.ie[the town]."), expect![[r#"
            content/pages/visit.md:15:5 «[https://www.galway.ie|the town]» warning[shown-as-typed]: `[https://www.galway.ie|the town]` is not a link, and appears exactly as typed
              help: write [the town](https://www.galway.ie)
            content/pages/visit.md:15:39 «[https://www.galway.ie the town]» warning[shown-as-typed]: `[https://www.galway.ie the town]` is not a link, and appears exactly as typed
              help: write [the town](https://www.galway.ie)
            content/pages/visit.md:15:77 «https://www.galway.ie[the town]» warning[shown-as-typed]: `https://www.galway.ie[the town]` is not a link, and appears exactly as typed
              help: write [the town](https://www.galway.ie)
            Checked 18 pages with 45 rules: 3 warnings; --fix corrects 3
        "#]]),
        (visit("See (our prices](/prices) and [the notes)(/notes)."), expect![[r#"
            content/pages/visit.md:15:5 «(our prices](/prices)» warning[shown-as-typed]: `(our prices](/prices)` is not a link, and appears exactly as typed
              help: write [our prices](/prices)
            content/pages/visit.md:15:31 «[the notes)(/notes)» warning[shown-as-typed]: `[the notes)(/notes)` is not a link, and appears exactly as typed
              help: write [the notes](/notes)
            Checked 18 pages with 45 rules: 2 warnings; --fix corrects 2
        "#]]),
        (visit("See [https://www.galway.ie](https://www.galway.ie and [our prices](/prices)."), expect![[r#"
            content/pages/visit.md:15:5 «[https://www.galway.ie](https://www.galway.ie» warning[shown-as-typed]: the parenthesis of this link is not closed, so it appears exactly as typed
              help: write [https://www.galway.ie](https://www.galway.ie)
            Checked 18 pages with 45 rules: 1 warning
        "#]]),
        (visit("See [[the notes](/notes), and [https://www.galway.ie and more."), expect![[r#"
            content/pages/visit.md:15:5 «[» warning[shown-as-typed]: this `[` appears exactly as typed: nothing closes it
              help: delete it
            content/pages/visit.md:15:32 «https://www.galway.ie» warning[bare-link]: https://www.galway.ie is shown as text, not as a link
              help: write <https://www.galway.ie>, or [text](https://www.galway.ie)
            Checked 18 pages with 45 rules: 2 warnings; --fix corrects 1
        "#]]),
        (visit("[The town](https://www.galway.ie\nand then come by) at six."), expect![[r#"
            content/pages/visit.md:15:1 «[The town](https://www.galway.ie» warning[shown-as-typed]: the parenthesis of this link is not closed, so it appears exactly as typed
              help: write [The town](https://www.galway.ie)
            Checked 18 pages with 45 rules: 1 warning
        "#]]),
        (visit("The form is in \\\\server\\our share\\form.pdf on the disk."), expect![[r#"
            content/pages/visit.md:15:16 «\\server\our share\form.pdf» warning[shown-as-typed]: a backslash in `\\server\our share\form.pdf` does not show
              help: put it between backticks: `\\server\our share\form.pdf`
            Checked 18 pages with 45 rules: 1 warning; --fix corrects 1
        "#]]),
        (visit("• the bicycle • the key\n• your number"), expect![[r#"
            content/pages/visit.md:15:1 «•» warning[shown-as-typed]: not a list: `•` appears exactly as typed
              help: write each entry as `- the bicycle`
            Checked 18 pages with 45 rules: 1 warning; --fix corrects 1
        "#]]),
        (visit("See https://www.galway.ie/tides<https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.galway.ie%2Ftides&data=1> first."), expect![[r#"
            content/pages/visit.md:15:5 «https://www.galway.ie/tides<https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.galway.ie%2Ftides&data=1>» warning[bare-link]: a mail program wrote this address twice
              help: write <https://www.galway.ie/tides>
            content/pages/visit.md:15:33 «https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.galway.ie%2Ftides&data=1» warning[bad-address]: this link goes through eur01.safelinks.protection.outlook.com, which learns of every click
              help: write https://www.galway.ie/tides
            Checked 18 pages with 45 rules: 2 warnings; --fix corrects 1
        "#]]),
        (visit("| Work \\| Price |\n|---|---|\n| Puncture | 15 |"), expect![[r#"
            content/pages/visit.md:15:1 «| Work \| Price |» warning[shown-as-typed]: not a table: these lines appear exactly as typed
              help: write | Work | Price |
            Checked 18 pages with 45 rules: 1 warning; --fix corrects 1
        "#]]),
    ]);
    errors([
        (visit("[Call](+353 20 912 3456 ext 12), [call](tel:+353 20 912 3456), or [call](tel:+353 20 or 21)."), expect![[r#"
            content/pages/visit.md:15:8 «+353 20 912 3456 ext 12» error[broken-link]: not a link: the address `+353 20 912 3456 ext 12` has a space (appears exactly as typed)
              help: write [Call](tel:+353209123456;ext=12)
            content/pages/visit.md:15:41 «tel:+353 20 912 3456» error[broken-link]: not a link: the address `tel:+353 20 912 3456` has a space (appears exactly as typed)
              help: write [call](tel:+353209123456)
            content/pages/visit.md:15:74 «tel:+353 20 or 21» error[broken-link]: not a link: the address `tel:+353 20 or 21` has a space (appears exactly as typed)
              help: write a number with its country code: tel:+911122334455
            Checked 18 pages with 45 rules: 3 errors; --fix corrects 1
        "#]]),
        (visit("[Mail](mailto:Anna Burke anna@a.example), [mail](mailto:a@a.example or b@a.example), or [mail](mailto:a @ a.example)."), expect![[r#"
            content/pages/visit.md:15:8 «mailto:Anna Burke anna@a.example» error[broken-link]: not a link: the address `mailto:Anna Burke anna@a.example` has a space (appears exactly as typed)
              help: write [Mail](mailto:anna@a.example)
            content/pages/visit.md:15:50 «mailto:a@a.example or b@a.example» error[broken-link]: not a link: the address `mailto:a@a.example or b@a.example` has a space (appears exactly as typed)
              help: write [mail](mailto:a@a.example,b@a.example)
            content/pages/visit.md:15:96 «mailto:a @ a.example» error[broken-link]: not a link: the address `mailto:a @ a.example` has a space (appears exactly as typed)
              help: write [mail](mailto:a@a.example)
            Checked 18 pages with 45 rules: 3 errors; --fix corrects 1
        "#]]),
        (visit("[Chat](https://wa.me/353209123456 ?text=Hello there) or [search](https://a.ie/?q=two words)."), expect![[r#"
            content/pages/visit.md:15:8 «https://wa.me/353209123456 ?text=Hello there» error[broken-link]: not a link: the address `https://wa.me/353209123456 ?text=Hello there` has a space (appears exactly as typed)
              help: write [Chat](https://wa.me/353209123456?text=Hello%20there)
            content/pages/visit.md:15:66 «https://a.ie/?q=two words» error[broken-link]: not a link: the address `https://a.ie/?q=two words` has a space (appears exactly as typed)
              help: write [search](https://a.ie/?q=two%20words)
            Checked 18 pages with 45 rules: 2 errors; --fix corrects 2
        "#]]),
    ]);
}

/// Texts that resemble these slips.
#[test]
#[rustfmt::skip]
fn right_texts() {
    let texts = [
        "See rows[0][1], f(x)[i], [a] (b), {a}{/b}, and \\{the town\\}(/about).",
        "An interval [[1](/about), 2] or [[2](/about), [3](/about)].",
        "The `[https://a.ie|b]` of Jira, and `https://a.ie[b]` of AsciiDoc.",
        "The word (en)(/de) and the ticket [#12](/about) [a|b] {a|b}.",
        "[Call](tel:+353209123456;ext=12) or [mail](mailto:a@a.ie,b@a.ie).",
        "The price • is • 18, and Anna · Ben.",
        "| a \\| b | c |\n|---|---|\n| 1 \\| 2 | 3 |",
        "[The town](https://www.galway.ie\n\"Galway\") at six.",
    ];
    let bakery = texts.iter().zip(10..).fold(Bakery::new(), |bakery, (text, at)| bakery.page(&format!("p{at}"), text));
    bakery.success();
}

#[test]
#[rustfmt::skip]
fn number_signs() {
    let note = |title: &str| Bakery::starter().replace("content/notes/a-second-stand.md", "title = \"A second stand\"", &format!("title = {title}"));
    let includes = |list: &str| Bakery::starter().replace("content/repairs/gears.md", INCLUDES, &format!("includes = {list}"));
    errors([
        (note("Tip #1: a second stand"), expect![[r#"
            content/notes/a-second-stand.md:2:9 «Tip #1: a second stand» error[bad-toml]: invalid TOML: text must be in quotes
              help: write title = "Tip #1: a second stand"
            Checked 16 of 18 pages with 45 rules: 1 error
        "#]]),
        (note("A second stand # the blue one"), expect![[r#"
            content/notes/a-second-stand.md:2:9 «A second stand» error[bad-toml]: invalid TOML: text must be in quotes
              help: write title = "A second stand" # the blue one, or title = "A second stand # the blue one"
            Checked 16 of 18 pages with 45 rules: 1 error
        "#]]),
        (note("“Tip #1”"), expect![[r#"
            content/notes/a-second-stand.md:2:9 «“Tip #1”» error[bad-toml]: invalid TOML: text must be in quotes
              help: replace the curly quotes with straight ones: key = "text"
            Checked 16 of 18 pages with 45 rules: 1 error
        "#]]),
        (note("7 tips #1"), expect![[r#"
            content/notes/a-second-stand.md:2:9 «7 tips #1» error[bad-toml]: invalid TOML: text must be in quotes
              help: write title = "7 tips #1"
            Checked 16 of 18 pages with 45 rules: 1 error
        "#]]),
        (includes("[Chain #1 measured, Cables checked]"), expect![[r#"
            content/repairs/gears.md:7:13 «Chain #1 measured» error[bad-toml]: invalid TOML: text must be in quotes
              help: put each text in double quotes: ["one", "two"]
            Checked 17 of 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (includes("[Chain # 1 measured, Cables #2 checked] # all"), expect![[r#"
            content/repairs/gears.md:7:13 «Chain # 1 measured» error[bad-toml]: invalid TOML: text must be in quotes
              help: put each text in double quotes: ["one", "two"]
            Checked 17 of 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (includes("[\"Chain\", # the first\nCables #2,\n]"), expect![[r#"
            content/repairs/gears.md:8:1 «Cables #2» error[bad-toml]: invalid TOML: text must be in quotes
              help: write "Cables #2"
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
    ]);
}

#[test]
#[rustfmt::skip]
fn entries_in_one_text() {
    let includes = |list: &str| Bakery::starter().replace("content/repairs/gears.md", INCLUDES, &format!("includes = {list}"));
    let schema = |from: &str, to: &str| Bakery::starter().replace("content/schemas/note.json", from, to);
    let structure = |from: &str, to: &str| Bakery::starter().replace("content/structure.toml", from, to);
    errors([
        (includes("['Chain measured, Cables checked']"), expect![[r#"
            content/repairs/gears.md:7:13 «'Chain measured, Cables checked'» error[wrong-count]: `includes` must have at least 2 entries, not 1 (one text)
              help: write each in quotes of its own: "Chain measured", "Cables checked"
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (includes("[\"Chain measured, with a ruler; Cables checked\"]"), expect![[r#"
            content/repairs/gears.md:7:13 «"Chain measured, with a ruler; Cables checked"» error[wrong-count]: `includes` must have at least 2 entries, not 1 (one text)
              help: write each in quotes of its own: "Chain measured, with a ruler", "Cables checked"
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (includes("[\"\"\"\nChain measured\nCables checked\n\"\"\"]"), expect![[r#"
            content/repairs/gears.md:7:13 «"""» error[wrong-count]: `includes` must have at least 2 entries, not 1 (one text)
              help: write each in quotes of its own: "Chain measured", "Cables checked"
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (includes("\"Chain measured\\nCables checked\""), expect![[r#"
            content/repairs/gears.md:7:12 «"Chain measured\nCables checked"» error[wrong-type]: `includes` must be a list (this is text in quotes)
              help: put it in square brackets: ["Chain measured", "Cables checked"]
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (schema("[\"title\", \"description\", \"date\", \"topic\"]", "[\"title, description, date, topic\"]"), expect![[r#"
            content/schemas/note.json:7:16 «"title, description, date, topic"» error[bad-schema]: `title, description, date, topic` is one text, not 4
              help: write each in quotes of its own: "title", "description", "date", "topic"
            Checked 12 of 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (schema("[\"Care\", \"Riding\", \"The shop\"]", "[\"Care, Riding, The shop\"]"), expect![[r#"
            content/schemas/note.json:13:43 «"Care, Riding, The shop"» error[bad-schema]: `Care, Riding, The shop` is one text, not 3
              help: write each in quotes of its own: "Care", "Riding", "The shop"
            Checked 12 of 18 pages with 45 rules: 1 error
        "#]]),
        (structure("[\"bicycle\", \"bike\", \"cycle\"]", "[\"bicycle, bike, cycle\"]"), expect![[r#"
            content/structure.toml:72:4 «"bicycle, bike, cycle"» error[wrong-count]: `synonyms` must have at least 2 entries, not 1 (one text)
              help: write each in quotes of its own: "bicycle", "bike", "cycle"
            Checked the content: 1 error; templates, pages and links were not checked
        "#]]),
    ]);
    warnings([
        (structure("[\"summary\", \"includes\"]", "[\"summary, includes\"]"), expect![[r#"
            content/structure.toml:80:11 «"summary, includes"» warning[unknown-key]: no document of `repairs` has the key `summary, includes`
              help: write each in quotes of its own: "summary", "includes"
            Checked 18 pages with 45 rules: 1 warning; --fix corrects 1
        "#]]),
        (structure("[\"Puncture\", \"Brakes\", \"Opening hours\"]", "[\"Puncture; Brakes\"]"), expect![[r#"
            content/structure.toml:68:16 «"Puncture; Brakes"» warning[invalid-value]: this is one suggestion, not 2
              help: write each in quotes of its own: "Puncture", "Brakes"
            Checked 18 pages with 45 rules: 1 warning
        "#]]),
        // One entry may have a comma.
        (structure("[\"Puncture\", \"Brakes\", \"Opening hours\"]", "[\"Puncture, brakes\"]"), expect![[r#"
            Checked 18 pages with 45 rules: no problems
        "#]]),
    ]);
}

#[test]
#[rustfmt::skip]
fn comparisons_with_nothing() {
    warnings([
        (repairs("{% if page.lead | trim == blank %}<p>Here</p>{% endif %}"), expect![[r#"
            themes/workshop/templates/repairs.html:4:27 «blank» warning[template-error]: variable `blank` is not defined, so the condition takes it as false
              help: write `not (page.lead | trim)`: what is empty or missing is false
            Checked 18 pages with 45 rules: 1 warning; --fix corrects 1
        "#]]),
        (repairs("{% if page.title ~ page.lead == empty or blank != page.lead %}<p>Here</p>{% endif %}"), expect![[r#"
            themes/workshop/templates/repairs.html:4:33 «empty» warning[template-error]: variable `empty` is not defined, so the condition takes it as false
              help: write `not (page.title ~ page.lead)`: what is empty or missing is false
            themes/workshop/templates/repairs.html:4:42 «blank» warning[template-error]: variable `blank` is not defined, so the condition takes it as false
              help: write `page.lead`: what is empty or missing is false
            Checked 18 pages with 45 rules: 2 warnings; --fix corrects 2
        "#]]),
        (repairs("{% if not page.lead == blank %}<p>Here</p>{% endif %}"), expect![[r#"
            themes/workshop/templates/repairs.html:4:24 «blank» warning[template-error]: variable `blank` is not defined, so the condition takes it as false
              help: write `page.lead`: what is empty or missing is false
            Checked 18 pages with 45 rules: 1 warning; --fix corrects 1
        "#]]),
        (repairs("{% if page.lead == nil and page.lead == undefined %}<p>Here</p>{% endif %}"), expect![[r#"
            themes/workshop/templates/repairs.html:4:20 «nil» warning[template-error]: variable `nil` is not defined, so the condition takes it as false
              help: write `not page.lead`: what is empty or missing is false
            themes/workshop/templates/repairs.html:4:41 «undefined» warning[template-error]: variable `undefined` is not defined, so the condition takes it as false
              help: write `not page.lead`: what is empty or missing is false
            Checked 18 pages with 45 rules: 2 warnings
        "#]]),
        (repairs("{% if page.lead == none %}<p>Here</p>{% elif page.lead is defined %}<p>There</p>{% endif %}"), expect![[r#"
            Checked 18 pages with 45 rules: no problems
        "#]]),
    ]);
    errors([
        (repairs("{% if page.lead is empty %}<p>Here</p>{% endif %}"), expect![[r#"
            themes/workshop/templates/repairs.html:4:20 «empty» error[template-error]: unknown test `empty`
              help: write `not page.lead`: what is empty or missing is false
            Checked 17 of 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (repairs("{% if page.title and page.lead is not null %}<p>Here</p>{% endif %}"), expect![[r#"
            themes/workshop/templates/repairs.html:4:39 «null» error[template-error]: unknown test `null`
              help: write `page.lead`: what is empty or missing is false
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
    ]);
}
