//! What people bring along from chat programs, other generators, and other languages of templates.

use expect_test::expect;

use crate::bakery::Bakery;
use crate::findings::{errors, repairs, visit, warnings};

/// A note of the site that `site init` creates.
const NOTE: &str = "content/notes/a-second-stand.md";

fn theme(file: &str, from: &str, to: &str) -> Bakery {
    Bakery::starter().replace(&format!("themes/workshop/{file}"), from, to)
}

#[test]
#[rustfmt::skip]
fn front_matter() {
    let note = |before: &str, after: &str| {
        let text = include_str!("../../starter/content/notes/a-second-stand.md");
        Bakery::starter().write(NOTE, format!("{before}{}", text.replacen("+++\nWe", &format!("+++\n{after}We"), 1)))
    };
    let key = |from: &str, to: &str| Bakery::starter().replace(NOTE, from, to);
    let list = "includes = [\"Chain measured\", \"Cables and housings checked\", \"Hanger straightened\", \"Gears adjusted on the road\"]";
    errors([
        (note("```toml\n", "```\n"), expect![[r#"
            content/notes/a-second-stand.md:1:1 «```toml» error[missing-front-matter]: missing front matter (expected `+++`)
              help: delete this line and line 8: the document is in a block of code
            Checked 16 of 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (note("Here is the file:\n\n```markdown\n", ""), expect![[r#"
            content/notes/a-second-stand.md:1:1 «Here is the file:» error[missing-front-matter]: missing front matter (expected `+++`)
              help: delete everything above `+++`: `+++` must be the first line of the file
            Checked 16 of 18 pages with 45 rules: 1 error
        "#]]),
        (note("Sure! Here is the updated note:\n\n", ""), expect![[r#"
            content/notes/a-second-stand.md:1:1 «Sure! Here is the updated note:» error[missing-front-matter]: missing front matter (expected `+++`)
              help: delete it, or move it below the second `+++` if visitors should read it: the first line of the file must be `+++`
            Checked 16 of 18 pages with 45 rules: 1 error
        "#]]),
        (key("title = \"A second stand\"", "title := \"A second stand\""), expect![[r#"
            content/notes/a-second-stand.md:2:7 «:=» error[bad-toml]: invalid TOML: expected `=` after `title`, not `:=`
              help: write title = "A second stand"
            Checked 16 of 17 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (key("title = \"A second stand\"", "title = \"A second stand'"), expect![[r#"
            content/notes/a-second-stand.md:2:25 «» error[bad-toml]: invalid TOML: the closing quote is missing
              help: close the string with the quote it starts with; write a double quote inside it as \"
            Checked 16 of 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (key("date = 2025-11-03", "date = २०२५-११-०३"), expect![[r#"
            content/notes/a-second-stand.md:4:8 «२०२५-११-०३» error[bad-toml]: invalid TOML: numbers and dates need the digits 0 to 9
              help: write 2025-11-03, with the digits 0 to 9
            Checked 16 of 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (Bakery::starter().replace("content/repairs/gears.md", list, "includes =\n- Chain measured\n- Gears adjusted"), expect![[r#"
            content/repairs/gears.md:7:1 «includes =» error[bad-toml]: invalid TOML: a list is not written line by line
              help: write includes = ["Chain measured", "Gears adjusted"]
            Checked 17 of 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
    ]);
}

#[test]
#[rustfmt::skip]
fn notation() {
    errors([
        (visit("We open at {--eight--}{++nine++}, {~~noon~>one~~} and {>>ask<<} so."), expect![[r#"
            content/pages/visit.md:15:12 «{--eight--}{++nine++}» error[foreign-notation]: `{--eight--}{++nine++}` is a tracked change of CriticMarkup
              help: keep `nine`, and delete the rest
              help: this file uses this notation 2 times more
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (visit("![[chain.svg|300]]"), expect![[r#"
            content/pages/visit.md:15:1 «![[chain.svg|300]]» error[foreign-notation]: `![[chain.svg|300]]` is an embedded file of Obsidian
              help: write ![what it shows](images/chain.svg)
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (visit("See [prices|/prices] and [ours|https://www.galway.ie|smart-link]."), expect![[r#"
            content/pages/visit.md:15:5 «[prices|/prices]» error[foreign-notation]: `[prices|/prices]` is a link of Jira or Confluence
              help: write [prices](/prices)
              help: this file uses this notation once more
            Checked 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (visit("See \"our prices\":/prices first, or link:/repairs[the repairs].\n\nimage::images/chain.svg[A chain]"), expect![[r#"
            content/pages/visit.md:15:5 «"our prices":/prices» error[foreign-notation]: `"our prices":/prices` is a link of Textile
              help: write [our prices](/prices)
            content/pages/visit.md:15:36 «link:/repairs[the repairs]» error[foreign-notation]: `link:/repairs[the repairs]` is a link of AsciiDoc
              help: write [the repairs](/repairs)
            content/pages/visit.md:17:1 «image::images/chain.svg[A chain]» error[foreign-notation]: `image::images/chain.svg[A chain]` is a picture of AsciiDoc
              help: write ![A chain](images/chain.svg)
            Checked 18 pages with 45 rules: 3 errors; --fix corrects 3
        "#]]),
        (visit("We open at eight.[[a]](#cmnt1)"), expect![[r#"
            content/pages/visit.md:15:18 «[[a]](#cmnt1)» error[foreign-notation]: `[[a]](#cmnt1)` is the mark of a comment of Google Docs
              help: delete it
            Checked 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (visit("import Tip from '../components/Tip.astro'"), expect![[r#"
            content/pages/visit.md:15:1 «import Tip from '../components/Tip.astro'» error[foreign-notation]: `import Tip from '../components/Tip.astro'` is an Astro or MDX import
              help: delete this line: components need no import, and are defined in the theme's templates/components/
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (visit("See [our prices]({{< ref \"prices.md\" >}})."), expect![[r#"
            content/pages/visit.md:15:18 «{{< ref "prices.md" >}}» error[foreign-shortcode]: `{{< ref "prices.md" >}}` is a Hugo shortcode
              help: write the URL of the page, such as /prices, in place of the shortcode
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (visit("<Tip title='Anna's advice'>\n\nOil it.\n\n</Tip>"), expect![[r#"
            content/pages/visit.md:15:1 «<Tip title='Anna's advice'>» error[bad-component]: this `<Tip>` tag cannot be read
              help: an apostrophe ends the text: write <Tip title="Anna's advice">
            Checked 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (visit("<Tip title={\"Winter\"}>\n\nOil it.\n\n</Tip>"), expect![[r#"
            content/pages/visit.md:15:1 «<Tip title={"Winter"}>» error[bad-component]: this `<Tip>` tag cannot be read
              help: a text needs no braces: write <Tip title="Winter">
            Checked 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (visit("<Tip title=\"Winter\">\n\nOil it.\n\n<Tip>"), expect![[r#"
            content/pages/visit.md:19:1 «<Tip>» error[unclosed-component]: `<Tip>` is already open here
              help: write </Tip>
            Checked 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (visit("12 Harbour Street</br>Galway"), expect![[r#"
            content/pages/visit.md:15:18 «</br>» error[html-nesting]: on /visit: <br> has no end tag
              help: write <br>
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (visit("See <a href=\"/prices\">our prices<a> first."), expect![[r#"
            content/pages/visit.md:15:33 «<a>» error[html-nesting]: on /visit: <a> is already open here
              help: write </a>
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (visit("[WhatsApp](https://wa.me/+353 20 912 3456)"), expect![[r#"
            content/pages/visit.md:15:12 «https://wa.me/+353 20 912 3456» error[broken-link]: not a link: the address `https://wa.me/+353 20 912 3456` has a space (appears exactly as typed)
              help: write [WhatsApp](https://wa.me/353209123456)
            Checked 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (visit("<google-sheets-html-origin><table><tbody><tr><td>Puncture</td></tr></tbody></table></google-sheets-html-origin>"), expect![[r#"
            content/pages/visit.md:15:1 «<google-sheets-html-origin>» error[pasted-html]: this HTML was pasted from Google Docs or Google Sheets
              help: paste it as plain text (Ctrl+Shift+V), and write a table as lines such as | Puncture | 15 |
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (visit("<iframe src=\"https://www.youtube.com/embed/abc\" width=\"560\" height=\"315\" frameborder=\"0\"></iframe>"), expect![[r#"
            content/pages/visit.md:15:14 «https://www.youtube.com/embed/abc» error[outside-resource]: the page shows https://www.youtube.com/embed/abc from another host
              help: declare it as [[frame]] in content/structure.toml, and load it only when the visitor asks for it
              help: in a text, write it between <Consent link="…" label="…"> and </Consent>, a component of this theme
              help: on the page /visit
            Checked 18 pages with 45 rules: 1 error
        "#]]),
    ]);
    warnings([
        (visit("<! -- ask Anna -->\n\n<!- and Tom ->\n\n[INSERT NUMBER HERE]"), expect![[r#"
            content/pages/visit.md:15:1 «<! -- ask Anna -->» warning[unfinished-text]: `<! -- ask Anna -->` is not a comment, and shows as text
              help: write <!-- ask Anna -->
            content/pages/visit.md:17:1 «<!- and Tom ->» warning[unfinished-text]: `<!- and Tom ->` is not a comment, and shows as text
              help: write <!-- and Tom -->
            content/pages/visit.md:19:1 «[INSERT NUMBER HERE]» warning[unfinished-text]: `[INSERT NUMBER HERE]` is left in the text: a form letter wrote it
              help: write what visitors should read, or delete it
            Checked 18 pages with 45 rules: 3 warnings
        "#]]),
        (visit("Closed on Monday.\\n\\nOpen on Tuesday.\n\nWould you like me to make it shorter?"), expect![[r#"
            content/pages/visit.md:15:17 «.\n\n» warning[unfinished-text]: `.\n\n` is left in the text: a program wrote it
              help: begin a new line here, or write an empty line for a new paragraph
            content/pages/visit.md:17:1 «Would you like me to make it shorter?» warning[unfinished-text]: `Would you like me to make it shorter?` is left in the text: a chat program wrote it
              help: write what visitors should read, or delete it
            Checked 18 pages with 45 rules: 2 warnings
        "#]]),
        (visit("**## Getting here**\n\nBy bus."), expect![[r#"
            content/pages/visit.md:15:1 «**## Getting here**» warning[bold-heading]: bold text is used as a heading
              help: write `## Getting here`
            Checked 18 pages with 45 rules: 1 warning
        "#]]),
        (visit("See [[our prices](/prices) and hours](/visit)."), expect![[r#"
            content/pages/visit.md:15:5 «[[our prices](/prices) and hours](/visit)» warning[shown-as-typed]: there is a link within this link, so it appears exactly as typed
              help: write the two links one after the other: [text](/a) and [text](/b)
            Checked 18 pages with 45 rules: 1 warning
        "#]]),
        (Bakery::starter().write("content/notes copy/a-second-stand.md", "+++\ntitle = \"A\"\n+++\n").write("content/notes copy/b.md", "+++\n+++\n"), expect![[r#"
            content/notes copy/a-second-stand.md:1:1 «+++» warning[copied-file]: the folder content/notes copy is a copy of content/notes
              help: delete the folder that you do not need; rename a copy that is to become another collection
            Checked 18 pages with 45 rules: 1 warning
        "#]]),
    ]);
}

#[test]
#[rustfmt::skip]
fn templates() {
    let notes = "{% set notes = collection(name=\"notes\") %}";
    errors([
        (repairs("{{ with .Params.image }}<p>{{ . }}</p>{{ end }}"), expect![[r#"
            themes/workshop/templates/repairs.html:4:1 «{{ with .Params.image }}» error[template-syntax]: `{{ with .Params.image }}` is Go, which templates do not run
              help: write {% if page.image %} … {% endif %}
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (theme("templates/page.html", "{% block after %}{% endblock %}", "<slot name=\"after\" />"), expect![[r#"
            themes/workshop/templates/page.html:6:3 «<slot» error[bad-component]: a slot shows nothing here
              help: write {% block after %}{% endblock %}, which other templates fill
            Checked 15 of 18 pages with 45 rules: 1 error
        "#]]),
        (theme("templates/home.html", "hours={site.hours}", "hours=\"site.hours\""), expect![[r#"
            themes/workshop/templates/home.html:34:8 «<Hours hours="site.hours" />» error[template-error]: the argument `hours` must be a list, not a string
              help: write hours={site.hours}
              help: while rendering / from content/pages/index.md
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (repairs("{% for note in collection(name=\"notes\") %}{% set last = note.title %}{% endfor %}\n<p>{{ last }}</p>"), expect![[r#"
            themes/workshop/templates/repairs.html:5:7 «last» error[template-error]: variable `last` is not defined
              help: write `set_global last` in line 4: a value that `set` gives within a loop ends with it
              help: while rendering /repairs from content/pages/repairs.md
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (repairs("<main><p>Soon</p></main>"), expect![[r#"
            themes/workshop/templates/repairs.html:4:1 «<main>» error[landmarks]: page /repairs has 2 <main> elements instead of one
              help: keep one <main>, and use <div> or <section> for the others
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (repairs(&format!("{notes}<p>{{{{ notes.first.title }}}}</p>")), expect![[r#"
            themes/workshop/templates/repairs.html:4:55 «first» error[template-error]: field `first` is not defined
              help: write notes[0].title
              help: while rendering /repairs from content/pages/repairs.md
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (repairs("<ul>{% for n in collection(name=\"notes\") %}<li>{{ n.title }}</li>{% empty %}<li>None</li>{% endfor %}</ul>"), expect![[r#"
            themes/workshop/templates/repairs.html:4:69 «empty» error[template-syntax]: unknown tag `empty`
              help: write {% else %}
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
    ]);
    warnings([
        (repairs("<ul>{notes.map(note => <li>{note.title}</li>)}</ul>"), expect![[r#"
            themes/workshop/templates/repairs.html:4:5 «{notes.map» warning[bad-component]: the page would show this expression of JavaScript as text
              help: write {% for note in collection(name=…) %} … {{ note.title }} … {% endfor %}
            Checked 18 pages with 45 rules: 1 warning
        "#]]),
        (repairs("{% set found = false %}{% for note in collection(name=\"notes\") %}{% set found = true %}{% endfor %}{% if found %}<p>Care</p>{% endif %}"), expect![[r#"
            themes/workshop/templates/repairs.html:4:69 «set» warning[template-error]: `set` changes `found` only until the next turn of the loop
              help: write `set_global`, which keeps the value after the loop
            Checked 18 pages with 45 rules: 1 warning; --fix corrects 1
        "#]]),
        (theme("templates/components/parts.html", "{{ note.date }}\">", "{{ note.date | date(format=\"%d.%m.%Y\") }}\">"), expect![[r#"
            themes/workshop/templates/components/parts.html:46:25 «<time datetime="{{ note.date | date(format="%d.%m.%Y") }}">» warning[attribute-value]: invalid datetime="14.03.2026" of <time> on /
              help: write year-month-day, such as 2026-04-30, and a time as 2026-04-30T18:00
              help: the same on 2 more pages
            Checked 18 pages with 45 rules: 1 warning
        "#]]),
        (Bakery::starter().append("themes/workshop/styles/main.css", ".a { width: clamp(1,125rem, 4vw, 2rem); color: rgb(0 0 0 0.5); &-b { color: var(--ink); } }\n"), expect![[r#"
            themes/workshop/styles/main.css:665:6 «width: clamp(1,125rem, 4vw, 2rem)» warning[ignored-style]: browsers ignore this: a number has a comma
              help: write a point: 1.5rem
            themes/workshop/styles/main.css:665:41 «color: rgb(0 0 0 0.5)» warning[ignored-style]: browsers ignore this: the opacity of a color follows a slash
              help: write it as rgb(0 0 0 / 0.5)
            themes/workshop/styles/main.css:665:64 «&-b» warning[ignored-style]: browsers ignore this: `&` does not join names in CSS, so `&-b` matches nothing
              help: write .a-b as a rule of its own, outside of the braces around it
            Checked 18 pages with 45 rules: 3 warnings
        "#]]),
    ]);
}

#[test]
#[rustfmt::skip]
fn causes_instead_of_consequences() {
    let theme = |file: &str, from: &str, to: &str| Bakery::starter().replace(&format!("themes/workshop/{file}"), from, to);
    errors([
        (theme("templates/repairs.html", "<p>Not on", "<nav aria-labeledby=\"legend\"><h2 id=\"legend\">More</h2><a href=\"/visit\">Visit us</a></nav>\n<p>Not on"), expect![[r#"
            themes/workshop/templates/repairs.html:4:1 «<nav aria-labeledby="legend">» error[attribute-value]: some browsers ignore `aria-labeledby` of <nav> on /repairs
              help: did you mean `aria-labelledby`?
            Checked 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (theme("templates/repairs.html", "<p>Not on", "<p hidden=\"false\">Open on Monday.</p>\n<p>Not on"), expect![[r#"
            themes/workshop/templates/repairs.html:4:1 «<p hidden="false">» error[attribute-value]: hidden="false" of <p> on /repairs turns it on
              help: remove `hidden`: its presence alone turns it on
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (theme("templates/repairs.html", "<p>Not on", "{% if page?.lead %}<p>Here</p>{% else %}<p>There</p>{% else %}<p>Nowhere</p>{% endif %}\n<p>Not on"), expect![[r#"
            themes/workshop/templates/repairs.html:4:56 «else» error[template-syntax]: this `{% else %}` comes after `{% else %}`
              help: write `{% elif … %}` in place of the first one, or delete one of them
              note: themes/workshop/templates/repairs.html:4:31 «{% else %}» the first one
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (theme("templates/repairs.html", "<p>Not on", "<p>{{ collection(name=\"notes\") | first.title }}</p>\n<p>Not on"), expect![[r#"
            themes/workshop/templates/repairs.html:4:39 «.» error[template-syntax]: found `.` but expected `}}`
              help: set the value first: {% set one = collection(name="notes") | first %}, and then write `one.title`
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (theme("templates/repairs.html", "<p>Not on", "{% for i, n in enumerate(collection(name=\"notes\")) %}<p>{{ i }}. {{ n.title }}</p>{% endfor %}\n<p>Not on"), expect![[r#"
            themes/workshop/templates/repairs.html:4:16 «enumerate» error[template-syntax]: unknown function `enumerate`
              help: write `loop.index` within the loop
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (theme("templates/base.html", "<title>{{ page.meta.title }}</title>", "<title>{{ page.meta.title }}"), expect![[r#"
            themes/workshop/templates/base.html:6:1 «<title>» error[html-nesting]: on /: <title> is not closed
              help: write </title> where it should end
              help: the same on 17 more pages
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (theme("templates/repair.html", "{{ one.answer | markdown }}", "{{ one.answer }}"), expect![[r#"
            themes/workshop/templates/repair.html:12:7 «{{ one.answer }}» error[left-over]: {{ one.answer }} shows Markdown as typed on /repairs/gears
              help: write {{ one.answer | markdown }}, or write the text without these signs
              note: content/repairs/gears.md:13:66 «[measure it](/notes/measure-your-chain)» the text
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (Bakery::starter().replace("content/checks.toml", "text = \"--ink\"\non = \"--paper\"\nat_least", "text = \"--paper\"\non = \"--paper\"\nat_least"), expect![[r#"
            content/checks.toml:28:8 «"--paper"» error[low-contrast]: `text` and `on` are the same color, `--paper`
              help: name the color of the text in `text`, and the color behind it in `on`
              note: content/checks.toml:29:6 «"--paper"» the color behind it
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (Bakery::starter().append("content/structure.toml", "\n[[collection]]\nname = \"notes\"\ndir = \"repairs\"\nschema = \"schemas/repair.json\"\n"), expect![[r#"
            content/structure.toml:102:8 «"notes"» error[duplicate-name]: two collections are named `notes` (the second)
              help: rename one of them
              note: content/structure.toml:28:8 «"notes"» the first is here
            Checked the content: 1 error; templates, pages and links were not checked
        "#]]),
    ]);
    warnings([
        (theme("templates/repairs.html", "<p>Not on", "<p><img src=\"\" alt=\"The yard\"></p>\n<p>Not on"), expect![[r#"
            themes/workshop/templates/repairs.html:4:4 «<img src="" alt="The yard">» warning[image-without-size]: <img> on /repairs names no picture
              help: write {{ image(path="images/name.jpg", alt="The yard") }}, or delete the <img>
            Checked 18 pages with 45 rules: 1 warning
        "#]]),
        (theme("templates/repairs.html", "<p>Not on", "{% if page.lead != blank %}<p>Here</p>{% endif %}\n<p>Not on"), expect![[r#"
            themes/workshop/templates/repairs.html:4:20 «blank» warning[template-error]: variable `blank` is not defined, so the condition takes it as false
              help: write `page.lead`: what is empty or missing is false
            Checked 18 pages with 45 rules: 1 warning; --fix corrects 1
        "#]]),
        (theme("templates/base.html", "{%- if page.noindex %}", "<meta name=\"description\" content=\"{{ site.description }}\">\n{%- if page.noindex %}"), expect![[r#"
            themes/workshop/templates/base.html:8:7 «name="description"» warning[document-head]: the page on / has two <meta> elements for `description`
              help: delete one of them
              help: the same on 17 more pages
              note: themes/workshop/templates/base.html:7:7 «name="description"» the other one
            Checked 18 pages with 45 rules: 1 warning
        "#]]),
    ]);
}

#[test]
#[rustfmt::skip]
fn settings() {
    let structure = |from: &str, to: &str| Bakery::starter().replace("content/structure.toml", from, to);
    let redirect = |text: &str| Bakery::starter().append("content/structure.toml", text);
    let site = |from: &str, to: &str| Bakery::starter().replace("content/site.toml", from, to);
    errors([
        (structure("from = \"/blog\"\nto = \"/notes\"", "source = \"/blog\"\ndestination = \"/notes\""), expect![[r#"
            content/structure.toml:94:1 «source» error[unknown-key]: unknown keys `source` and `destination` (not allowed here)
              help: write `from` for `source`, and `to` for `destination`
              note: content/structure.toml:95:1 «destination» here, too
            Checked the content: 1 error; templates, pages and links were not checked; --fix corrects 1
        "#]]),
        (structure("[\"bicycle\", \"bike\", \"cycle\"]", "\"bicycle\", \"bike\", \"cycle\""), expect![[r#"
            content/structure.toml:72:3 «"bicycle"» error[wrong-type]: each entry of `synonyms` must be a list (this is text in quotes)
              help: put the texts that belong together into a list of their own: ["bicycle", "bike", "cycle"]
            Checked the content: 1 error; templates, pages and links were not checked
        "#]]),
        (structure("route = \"/notes/{slug}\"", "route = \"/notes/{title}\""), expect![[r#"
            content/repairs/gears.md:13:79 «/notes/measure-your-chain» error[broken-link]: there is no page or file /notes/measure-your-chain
              help: write /notes/measure-your-chain-with-a-ruler: the file of this name has that URL
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (redirect("\n[[redirect]]\nfrom = \"/bus\"\nto = \"http://www.galway.ie/bus\"\n"), expect![[r#"
            content/structure.toml:103:6 «"http://www.galway.ie/bus"» error[wrong-form]: `to` has the wrong format
              help: the new URL; /* at its end stands for the same rest of the URL as in `from`
              help: did you mean `https://www.galway.ie/bus`?
            Checked the content: 1 error; templates, pages and links were not checked
        "#]]),
        (site("[[hours]]\ndays = \"Monday to Friday\"\ntime = \"8:00 to 18:00\"\n\n[[hours]]\ndays = \"Saturday\"\ntime = \"9:00 to 13:00\"\n\n", "").replace("content/site.toml", "theme = \"workshop\"", "theme = \"workshop\"\nhours = \"Mon to Fri 8:00 to 18:00\""), expect![[r#"
            content/site.toml:14:9 «"Mon to Fri 8:00 to 18:00"» error[wrong-type]: `hours` must be a list (this is text in quotes)
              help: write [[hours]] on a line of its own, and below it days = "…" and time = "…"
            Checked the content: 1 error; templates, pages and links were not checked
        "#]]),
        // A warning about the settings hides nothing.
    ]);
}
