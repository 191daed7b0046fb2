//! Inputs that a mail, a chat program, a phone, another generator, or another computer sends: each is right, or one finding.

use expect_test::{Expect, expect};

use crate::bakery::Bakery;
use crate::findings::{assert_templates, shown};

/// Texts, each in a page of its own.
#[rustfmt::skip]
const TEXTS: &[&str] = &[
    // Chat and mail programs
    "The rate is 18 %【4†source】 for services.",
    "Due on the 20th \u{e200} of a month.",
    "[image: image.png]",
    "See <image001.jpg> below.",
    "Dear «FirstName», welcome to «Maison Rose».",
    "[us]([https://example.org](https://example.org))",
    "[us](https://wa.me/+919876543210)",
    "Visit www.incometax.gov.in for more, or www.example.com.",
    // Keyboards and phones
    "१. रोटी\n२. पाव",
    "૧) રોટલી\n૨) પાઉં",
    "The file is \u{202e}gpj.exe now.",
    // Other notation
    "####### Prices",
    "== Prices\n\nText.",
    "```mermaid\ngraph TD; A-->B;\n```",
    "Lorem ipsum dolor sit amet.",
    "One {page.title} more.",
    "<<<<<<< HEAD\nOurs.",
    "Bring the loaf](/about).",
    "See [prices] [1].\n\n[1]: /loaves/rye",
    "See http:/third-gear.example today.",
    "\"Work\",\"Price\"\n\"Tube\",\"15\"",
    "1, Put the chain\n2. Lay the zero",
    "<Note>\n\nOne.\n\n</Note>\n+++\ntitle = \"Two\"\n+++\nTwo.",
    // Pictures
    "![image](images/loaf.svg)",
    "![Loaf](images/scan.pdf)",
    "![Loaf](/film.mp4)",
    "![Loaf](images/photo.png)",
    // Code between other signs, and code of Astro
    "´´´\ncode\n´´´",
    "import { Tabs } from '@astrojs/starlight/components';\n\nText.",
    "<Chart client:load />",
    "export const rate = 18\n\nText.",
    // HTML
    "<section><b>Bread</section>",
    "<b>Bread</b></i>",
    "<p id=\"one\"class=\"two\">Bread</p>",
    "<img src=\"images/lof.svg\" alt=\"A loaf\">",
    "<form action=\"/send\" method=\"post\"><label>Mail <input name=\"mail\"></label><button>Send</button></form>",
    "<img alt=\"A loaf\">",
    // What mail and chat programs and form letters leave
    "-----Original Message-----\nFrom: Asha",
    "=C2=A0Hello=20there",
    "Certainly! Here is a revised version of your text:\n\nWe bake.",
    "See the rules.[oaicite:3]{index=3}",
    "Dear {Name}, welcome.",
    "Dear <<Client Name>>, welcome.",
    "The fee is [●] rupees.",
    "Price: â‚¹500.",
    // Notation of others
    "{frontmatter.title}",
    "\\begin{table}\na\n\\end{table}",
    "h2. Rates\n\nText.",
    "! [A loaf](images/loaf.svg)",
    "[Mail](mailto:asha@example)",
    "<!-- nothing yet -->",
    // Reported by users of other programs
    "Steps:\n2. Knead.\n3. Bake.",
    "- flour\n- salt\n    - \n",
    "Fresh \u{f0fc} every day.",
    "Knead.\u{2028}Bake.",
    "[oven](https://en.wikipedia.org/wiki/Oven_(brick) is hot.",
    "[all [rye](/loaves/rye) loaves](/loaves/spelt)",
    "<!DOCTYPE html>\n<html><body><p>Bread</p></body></html>",
    "Rye[^a] and spelt[^b].\n\n[^a]: [^b]: Both.",
    "Fresh [b]every[/b] day.",
    "See \"our loaves\":https://example.org for more.",
    "{code:java}\nx\n{code}",
    "Fresh every day\n--\nAsha",
    "CafÃ© on the square.",
    "à¤•à¤° by post.",
    "From: Asha\nSent: Monday\nTo: us\n\nHello.",
    "Fresh every\u{feff} day.",
    "3 | P a g e",
    "TOC \\o \"1-3\" \\h \\z \\u",
    "Enter any content that you want to repeat here.",
    "Due on the 20th. citeturn0search3",
    "Write on [WhatsApp](wa.me/919876543210).",
    "1. Knead.\n2) Rest.\n3. Bake.",
    "Price\n20\n=",
    "| Town | Hours | Day |\n|---|---|---|\n| Ulm, on\nthe square | 6 | Monday |\n| Graz | 7 | Friday |",
    "## GET /x/{id}\n\nText.\n\nGET /y/{name}\n---\n\nText.\n\n## Kept \\{braces\\}\n\nText.",
];

/// Texts that are right, though they resemble a mistake.
#[test]
#[rustfmt::skip]
fn right_texts() {
    let texts = [
        ">>>>>>> A quotation of seven levels.",
        "Import goods from abroad, and export const duty.",
        "'''A quotation''' in three quotes, and '' two.",
        "## Fees {#our fees}\n\n[Fees](#our-fees), in March\n26. or 28.",
        "See [ovens](https://en.wikipedia.org/wiki/Oven_(brick)) and [[1]](/loaves/rye).",
        "An __important__ *note*, *.md and *.txt, un*frigging*believable, and `__init__.py`.",
        "The folder C:\\loaves\\ and 2 \\* 3. ~10, ~~old~~, and x^2.\n\no meu pão\ne o teu",
        "**注意：**\n\nThe archive has a folder __MACOSX.",
        "[a]: /about\n\n[a]: see [us][a]. [Note]: [a].\n\n`[a]: /journal`\n\n    [a]: /journal",
    ];
    let bakery = texts.iter().zip(10..).fold(Bakery::new(), |bakery, (text, at)| bakery.page(&format!("p{at}"), text));
    bakery.success();
}

/// Each text is one finding, at what was typed.
#[test]
#[rustfmt::skip]
fn texts() {
    let bakery = Bakery::new().write("content/images/scan.pdf", "%PDF-1.4\n%%EOF\n").write("content/images/photo.png.png", PNG).write("public/film.mp4", "\0\0\0\u{20}ftypisom");
    let bakery = TEXTS.iter().zip(10..).fold(bakery, |bakery, (text, at)| bakery.page(&format!("p{at}"), text));
    expect![[r#"
        404.md:4:11 «true» error[robots-mismatch]: /404 is marked `noindex`, but its HTML has no noindex tag
          help: write <meta name="robots" content="noindex"> in the template if `page.noindex` is true
        p10.md:6:17 «【4†source】 f» warning[unfinished-text]: `【4†source】` is left in the text: a chat program wrote it
          help: write what visitors should read, or delete it
        p11.md:6:17 «» warning[control-character]: a chat program has left a note about its source here, between signs that do not show
          help: delete everything from here to the end of the note: `cite`, and words such as `turn0search1`
        p12.md:6:1 «[image: image.png]» warning[unfinished-text]: `[image: image.png]` is left in the text: a mail program wrote it
          help: write what visitors should read, or delete it
        p13.md:6:5 «<image001.jpg>» warning[unfinished-text]: `<image001.jpg>` is left in the text: a mail program wrote it
          help: write what visitors should read, or delete it
        p14.md:6:6 ««FirstName»» warning[unfinished-text]: `«FirstName»` is left in the text: Word wrote it
          help: write what visitors should read, or delete it
        p15.md:6:6 «[https://example.org](https://example.org)» error[bad-address]: the address `[https://example.org](https://example.org)` is a whole link
          help: write https://example.org
        p16.md:6:6 «https://wa.me/+919876543210» error[bad-address]: `https://wa.me/+919876543210` has signs in its number, which WhatsApp does not read
          help: write https://wa.me/919876543210
        p17.md:6:7 «www.incometax.gov.in» warning[bare-link]: www.incometax.gov.in is shown as text, not as a link
          help: write [www.incometax.gov.in](https://www.incometax.gov.in)
        p18.md:6:1 «१.» warning[shown-as-typed]: not a list: `१.` appears exactly as typed
          help: write each entry as `1. text`, with an empty line before the first
        p19.md:6:1 «૧)» warning[shown-as-typed]: not a list: `૧)` appears exactly as typed
          help: write each entry as `1. text`, with an empty line before the first
        p20.md:6:13 «�» warning[control-character]: the text has a control character, U+202E, which does not show
          help: delete it, and type a space or a line break if one is missing
        p21.md:6:1 «#######» error[unread-markdown]: not a heading: there are more than six `#`
          help: write `## Prices`, or another level
        p22.md:6:1 «== Prices» error[foreign-notation]: `== Prices` is a heading of AsciiDoc or MediaWiki
          help: write a heading as `## Heading`, and one below it as `### Heading`
        p23.md:6:4 «mermaid» warning[shown-as-typed]: this diagram in the language `mermaid` appears as text
          help: save it as SVG below content/images/, for example at https://mermaid.live, and write ![what it shows](images/name.svg)
        p24.md:6:1 «Lorem ipsum dolor sit amet» warning[unfinished-text]: `Lorem ipsum dolor sit amet` is left in the text
          help: write the text, or put a note to yourself into a comment: <!-- … -->
        p25.md:6:5 «{page.title}» error[left-over]: `{page.title}` shows on /p25
          help: a text can only show facts of content/site.toml, between two braces: {{ site.name }}
        p26.md:6:1 «<<<<<<< HEAD» error[merge-conflict]: this line is left over from a merge conflict
          help: keep the right text, and delete the lines `<<<<<<<`, `=======` and `>>>>>>>`
        p27.md:6:11 «loaf](/about)» warning[shown-as-typed]: `loaf](/about)` is not a link, and appears exactly as typed
          help: write [loaf](/about)
        p28.md:6:5 «[prices] [1]» warning[shown-as-typed]: not a link: there is a space after `[prices]`, so only the name is one
          help: remove the space
        p29.md:6:5 «http:/third-gear.example» warning[shown-as-typed]: `http:/third-gear.example` is not a link, and appears exactly as typed
          help: write <http://third-gear.example>
        p30.md:6:1 «"Work","Price"» warning[shown-as-typed]: not a table: these lines appear exactly as typed
          help: write | Work | Price |, below it |---|---|, and each further line with the same bars
        p31.md:6:1 «1,» warning[shown-as-typed]: not a list: `1,` appears exactly as typed
          help: write each entry as `1. text`, with an empty line before the first
        p32.md:11:1 «+++» warning[shown-as-typed]: front matter is only at the start of a file, so this line and those below it appear exactly as typed
          help: delete them, or move them into a file of their own
        p33.md:6:1 «![image](images/loaf.svg)» error[image-without-alt]: the alternative text `image` does not say what the image shows
          help: describe the image between the square brackets: ![A ledger page](…)
        p34.md:6:1 «![Loaf](images/scan.pdf)» error[missing-image]: `images/scan.pdf` is not a picture
          help: save it as JPEG or PNG, and use that file
        p35.md:6:1 «![Loaf](/film.mp4)» error[missing-image]: there is no image `/film.mp4` (no such file below content/ or in the theme)
          help: put a video into public/, and write <video src="/name.mp4" width="640" height="360" controls></video>
        p36.md:6:1 «![Loaf](images/photo.png)» error[missing-image]: there is no image `images/photo.png` (no such file below content/ or in the theme)
          help: did you mean `images/photo.png.png`?
        p37.md:6:1 «´´´» warning[shown-as-typed]: this code does not begin with backticks: `´´´` appears as typed
          help: put code between two lines of three backticks: ```
        p38.md:6:1 «import { Tabs } from '@astrojs/starlight/components';» error[foreign-notation]: `import { Tabs } from '@astrojs/starlight/components';` is an Astro or MDX import
          help: delete this line: components need no import, and are defined in the theme's templates/components/
        p39.md:6:8 «client:load» error[foreign-notation]: `client:load` is an Astro directive
          help: use a component that the theme defines in templates/components/, or put an island into a template
        p40.md:6:1 «export const rate = 18» error[foreign-notation]: `export const rate = 18` is an export of MDX
          help: text is not a template: write Markdown, and put logic into a template or a component of the theme; code goes between lines of ```
        p41.md:6:10 «<b>» error[html-nesting]: on /p41: <b> is not closed before </section>
          help: write </b> before </section>
          note: p41.md:6:18 «</section>» the other tag
        p42.md:6:13 «</i>» error[html-nesting]: on /p42: </i> closes nothing: no <i> is open here
          help: delete it, or write <i> before what it should close
        p43.md:6:13 «l» error[html-syntax]: on /p43: missing whitespace between attributes
          help: add a space between the two attributes
        p44.md:6:11 «images/lof.svg» error[broken-link]: `images/lof.svg` is not a URL of this site
          help: there is no such file: put it into public/, and link to it as /lof.svg
        p46.md:6:1 «<img alt="A loaf">» warning[image-without-size]: <img> on /p46 names no picture
          help: write the picture in Markdown: ![what it shows](images/name.jpg)
        p46.md:6:1 «<img alt="A loaf">» warning[unknown-element]: <img> on /p46 has no `src`, without which it does nothing
          help: write its address: src="…"
        p47.md:6:1 «-----Original Message-----» warning[unfinished-text]: `-----Original Message-----` is left in the text: a mail program wrote it
          help: delete the head of the mail: this line, and those with From, Sent, To, and Subject
        p48.md:6:1 «=C2=A0» warning[unfinished-text]: `=C2=A0` is left in the text: a mail program wrote it
          help: write a space, and correct each other mark of this kind in this text
        p49.md:6:1 «Certainly! Here is» warning[unfinished-text]: `Certainly! Here is` is left in the text: a chat program wrote it
          help: write what visitors should read, or delete it
        p50.md:6:15 «[oaicite:3]{index=3}» warning[unfinished-text]: `[oaicite:3]{index=3}` is left in the text: a chat program wrote it
          help: write what visitors should read, or delete it
        p51.md:6:6 «{Name}» warning[unfinished-text]: `{Name}` is left in the text: a form letter wrote it
          help: write what visitors should read, or delete it
        p52.md:6:7 «<Client Name>» error[unknown-component]: unknown component `Client` (not defined by the theme)
          help: this is a field of a form letter: write your text in place of `<<Client Name>>`
        p53.md:6:12 «[●]» warning[unfinished-text]: `[●]` is left in the text: a draft of a contract wrote it
          help: write what visitors should read, or delete it
        p54.md:6:8 «â‚» error[left-over]: `â‚` shows on /p54
          help: these characters were read in the wrong encoding where the text comes from: type them again
        p55.md:6:1 «{frontmatter.» error[left-over]: `{frontmatter.` shows on /p55
          help: a text can only show facts of content/site.toml, between two braces: {{ site.name }}
        p57.md:6:1 «h2. Rates» error[foreign-notation]: `h2. Rates` is a heading of Textile
          help: write a heading as `## Heading`, and one below it as `### Heading`
        p58.md:6:1 «! » warning[shown-as-typed]: not a picture: there is a space after `!`, so it appears exactly as typed
          help: remove the space: ![what it shows](photo.jpg)
        p59.md:6:8 «mailto:asha@example» error[bad-address]: `asha@example` is not an email address
          help: write an email address as name@example.com
        p60.md:1:1 «+++» warning[empty-page]: this page has no text, but the 77 other pages of its kind in `pages` do
          help: write text below the front matter, or set `draft = true`
        p61.md:7:1 «2.» warning[shown-as-typed]: not a list: `2.` appears exactly as typed
          help: write each entry as `1. text`, with an empty line before the first
        p62.md:8:5 «-» warning[underlined-text]: `-` makes the text above it a heading
          help: add an empty line before it for a line across the page; write a heading as `## Heading`
        p63.md:6:7 «» warning[control-character]: the text has a sign of a symbol font, U+F0FC, which shows as an empty box
          help: type the sign that you mean, such as ✓ or →, or delete it
        p64.md:6:7 « » warning[control-character]: the text has a control character, U+2028, which does not show
          help: delete it, and type a space or a line break if one is missing
        p65.md:6:1 «[oven](https://en.wikipedia.org/wiki/Oven_(brick)» warning[shown-as-typed]: a parenthesis in this link is not closed, so it appears exactly as typed
          help: write [oven](https://en.wikipedia.org/wiki/Oven_(brick))
        p66.md:6:1 «[all [rye](/loaves/rye) loaves](/loaves/spelt)» warning[shown-as-typed]: there is a link within this link, so it appears exactly as typed
          help: write the two links one after the other: [text](/a) and [text](/b)
        p67.md:7:1 «<html><body><p>Bread</p></body></html>» error[pasted-html]: this is a whole HTML page, not a part of one
          help: keep what is between <body> and </body>, or write it in Markdown
        p68.md:8:1 «[^a]:» error[unread-markdown]: the footnote `a` is empty
          help: write its text after the colon, and the next footnote on a line of its own
        p69.md:6:7 «[b]every[/b]» error[foreign-notation]: `[b]every[/b]` is bold text of a forum (BBCode)
          help: write **text**
        p70.md:6:5 «"our loaves":https://example.org» error[foreign-notation]: `"our loaves":https://example.org` is a link of Textile
          help: write [our loaves](https://example.org)
        p71.md:6:1 «{code:java}» error[foreign-notation]: `{code:java}` is a macro of Confluence or Jira
          help: write code between lines of ```
          help: this file uses this notation once more
        p72.md:7:1 «--» warning[underlined-text]: `--` makes the text above it a heading
          help: add an empty line before it for a line across the page; write a heading as `## Heading`
        p73.md:6:4 «Ã©» error[left-over]: `Ã©` shows on /p73
          help: these characters were read in the wrong encoding where the text comes from: type them again
        p74.md:6:1 «à¤» error[left-over]: `à¤` shows on /p74
          help: these characters were read in the wrong encoding where the text comes from: type them again
        p75.md:6:1 «From: Asha» warning[unfinished-text]: `From: Asha Sent: Monday` is left in the text: a mail program wrote it
          help: delete the head of the mail: this line, and those with From, Sent, To, and Subject
        p76.md:6:12 «﻿» warning[control-character]: the text has a control character, U+FEFF, which does not show
          help: delete it, and type a space or a line break if one is missing
        p77.md:6:1 «3 | P a g e» warning[unfinished-text]: `3 | P a g e` is left in the text: Word wrote it
          help: write what visitors should read, or delete it
        p78.md:6:1 «TOC \o» warning[unfinished-text]: `TOC \o` is left in the text: Word wrote it
          help: write what visitors should read, or delete it
        p79.md:6:1 «Enter any content that you want to repeat here.» warning[unfinished-text]: `Enter any content that you want to repeat here.` is left in the text: Word wrote it
          help: write what visitors should read, or delete it
        p80.md:6:18 «citeturn0search3» warning[unfinished-text]: `citeturn0search3` is left in the text: a chat program wrote it
          help: write what visitors should read, or delete it
        p81.md:6:21 «wa.me/919876543210» error[broken-link]: `wa.me/919876543210` is not a URL of this site
          help: write the URL of another site as https://wa.me/919876543210
        p82.md:7:1 «2)» warning[list-number]: `2)` begins another list, because the entry above has `.`
          help: write `2.`
        p83.md:7:1 «20» error[main-heading]: page /p83 has 2 <h1> headings instead of one
          help: the line of `=` below makes it an <h1>: delete that line, or write a heading with ##
        p84.md:8:1 «| Ulm, on» warning[table-cells]: this row goes on in the line below it
          help: write the row on one line
        p85.md:6:11 «{id}» error[unread-markdown]: `{id}` gives this heading no id, and does not show
          help: write {#id} for an id, {.id} for a class, or \{id\} for the braces themselves
        p85.md:10:8 «{name}» error[unread-markdown]: `{name}` gives this heading no id, and does not show
          help: write {#name} for an id, {.name} for a class, or \{name\} for the braces themselves
        themes/bakery/templates/base.html:19:1 «</body>» error[landmarks]: page / has no <footer>
          help: add it to the base template
          help: the same on 87 more pages
        themes/bakery/templates/base.html:19:1 «</body>» error[landmarks]: page / has no <header>
          help: add it to the base template
          help: the same on 87 more pages
        Checked 88 of 89 pages with 45 rules: 36 errors and 43 warnings; --fix corrects 8
    "#]].assert_eq(&shown(bakery.args("check --date 2026-06-01"), 1).replace("content/pages/", ""));
}

/// A picture of one pixel.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0:~\x9bU\0\0\0\nIDATx\x9cc`\0\0\0\x02\0\x01H\xaf\xa4q\0\0\0\0IEND\xaeB`\x82";

/// Templates of Hugo, Handlebars, Liquid, Jinja, and Nunjucks.
#[test]
#[rustfmt::skip]
fn templates() {
    assert_templates([
        ("{{ partial \"header.html\" . }}", expect![[r#"
            1:1 «{{ partial "header.html" . }}» error[template-syntax]: this is a tag of Go
              help: write {% include "header.html" %}
        "#]]),
        ("{{ define \"main\" }}{{ end }}", expect![[r#"
            1:1 «{{ define "main" }}» error[template-syntax]: `{{ define "main" }}` is Go, which templates do not run
              help: write {% block main %} … {% endblock %}
        "#]]),
        ("{{ with .Params.author }}a{{ end }}", expect![[r#"
            1:1 «{{ with .Params.author }}» error[template-syntax]: `{{ with .Params.author }}` is Go, which templates do not run
              help: write {% if page.author %} … {% endif %}
        "#]]),
        ("{{/* a comment */}}", expect![[r#"
            1:1 «{{/* a comment */}}» error[template-syntax]: `{{/* a comment */}}` is Handlebars, which templates do not run
              help: write a comment as {# … #}
        "#]]),
        ("{{#each loaves}}{{/each}}", expect![[r#"
            1:1 «{{#each loaves}}» error[template-syntax]: `{{#each loaves}}` is Handlebars, which templates do not run
              help: write {% for one in loaves %} … {% endfor %}, and {{ one.title }} within it
        "#]]),
        ("{{{ page.content }}}", expect![[r#"
            1:5 «page» error[template-syntax]: found identifier where a value should be
              help: write two braces: {{ page.content }}; the HTML of a text is not escaped
        "#]]),
        ("{{> header}}", expect![[r#"
            1:1 «{{> header}}» error[template-syntax]: `{{> header}}` is Handlebars, which templates do not run
              help: write {% include "header.html" %}
        "#]]),
        ("{{ page.date | date: \"%Y\" }}", expect![[r#"
            1:20 «:» error[template-syntax]: found `:` but expected `}}`
              help: write date(format="%Y")
        "#]]),
        ("{% if page.title contains \"a\" %}{% endif %}", expect![[r#"
            1:18 «contains» error[template-syntax]: found identifier but expected `%}`
              help: write {% if "a" in page.title %} … {% endif %}
        "#]]),
        ("{% if {{ page.title }} %}{% endif %}", expect![[r#"
            1:8 «{» error[template-syntax]: found `{` where a value should be
              help: write the value without braces: {% if page.title %}
        "#]]),
        ("{% include \"header.html\" with context %}", expect![[r#"
            1:26 «with» error[template-syntax]: found identifier but expected `%}`
              help: write {% include "header.html" %}: an included template sees all values that this one has
        "#]]),
        ("{% assign x = 1 %}", expect![[r#"
            1:4 «assign» error[template-syntax]: unknown tag `assign`
              help: write {% set x = 1 %}
        "#]]),
        ("{% unless page.title %}{% endunless %}", expect![[r#"
            1:4 «unless» error[template-syntax]: unknown tag `unless`
              help: write {% if not page.title %} … {% endif %}
        "#]]),
        ("{% case page.title %}{% endcase %}", expect![[r#"
            1:4 «case» error[template-syntax]: unknown tag `case`
              help: write {% if page.title == … %} for the first case, {% elif page.title == … %} for the others, and {% endif %}
        "#]]),
        ("{% raw %}{{ x }}", expect![[r#"
            1:1 «{%» error[template-syntax]: unexpected end of raw block
              help: close it with `{% endraw %}`
        "#]]),
        ("{{ page.title | uppercase }}", expect![[r#"
            1:17 «uppercase» error[template-error]: unknown filter `uppercase`
              help: write `upper`
        "#]]),
        ("{% set x = page.title %}{% for i in range(end=40) %}{% set_global x = x ~ x %}{% endfor %}{{ x }}", expect![[r#"
            1:53 «{% set_global x = x ~ x %}» error[template-loop]: `x` becomes at least twice as long each time, and no memory can hold it
              help: join another text to it: {% set_global x = x ~ … %}
        "#]]),
        ("{{ site }}", expect![[r#"
            1:4 «site» error[template-error]: `site` is a table and would be printed as JSON
              help: print one of its fields: `{{ site.… }}`
        "#]]),
        ("{{ <Nope /> }}", expect![[r#"
            1:4 «<Nope />» error[unknown-component]: unknown component `Nope`
              help: did you mean `Note`?
        "#]]),
    ]);
}

/// A template that many extend is missing once. A value that is wrong on many pages is one mistake of their template.
#[test]
#[rustfmt::skip]
fn one_cause_of_many_templates_and_pages() {
    Bakery::new().remove("themes/bakery/templates/base.html").findings(expect![[r#"
        themes/bakery/templates/entry.html:1:12 «"base.html"» error[missing-template]: unknown template `base.html` (not in the theme's templates/)
          help: create it, or write the name of a template that exists: `entry.html`, `header.html`, `journal.html`, `loaf.html` and `page.html`
          note: themes/bakery/templates/journal.html:1:12 «"base.html"» named here, too
          note: themes/bakery/templates/loaf.html:1:12 «"base.html"» named here, too
          note: themes/bakery/templates/page.html:1:12 «"base.html"» named here, too
    "#]]);
    Bakery::new().replace("themes/bakery/templates/loaf.html", "{% block main %}", "{% block main %}{{ page.title | date(format=\"%Y\") }}").findings(expect![[r#"
        themes/bakery/templates/loaf.html:2:33 «date(format="%Y")» error[template-error]: `Rye` is not a date; write dates as 2026-04-30
          help: while rendering /loaves/rye from content/loaves/rye.md, and 1 more page
    "#]]);
}

/// Files of other programs and computers.
#[test]
#[rustfmt::skip]
fn files() {
    let about = include_str!("../bakery/content/pages/about.md");
    let rows: [(&str, &str, Expect); 7] = [
        ("content/pages/about-DESKTOP-AB12CD3.md", &about.replace("title = \"", "title = \"Old: "), expect![[r#"
            content/pages/about-DESKTOP-AB12CD3.md:1:1 «+++» error[copied-file]: this file is a copy of content/pages/about.md
              help: delete the file that you do not need; rename a copy that is to become another document
        "#]]),
        ("content/loaves/_index.md", "+++\ntitle = \"Loaves\"\n+++\n", expect![[r#"
            content/loaves/_index.md:1:1 «+++» error[foreign-notation]: `_index.md` is the page of a folder in Hugo and Zola
              help: here, the page of a folder has its name: move it to content/pages/loaves.md
        "#]]),
        ("content/pages/a:b.md", about, expect![[r#"
            content/pages/a:b.md:1:1 «+++» error[bad-slug]: `a:b` cannot be part of a URL (the file name, or `slug`, is part of the URL)
              help: write `a-b`: use letters of any script, digits, hyphens, dots and underscores
        "#]]),
        ("content/pages/hello.md", "{\\rtf1\\ansi Hello}", expect![[r#"
            content/pages/hello.md:1:1 «{\rtf1\ansi Hello}» error[missing-front-matter]: missing front matter (expected `+++`)
              help: this is a rich text document (RTF): copy its text into a new text file, and delete this one
        "#]]),
        ("content/pages/hello.md", "+++\n+++\nText.\n", expect![[r#"
            content/pages/hello.md:1:1 «+++» error[missing-key]: missing key `title` (`title` is required here)
              help: add `title = …`: the heading, and the head of the window
        "#]]),
        ("content/pages/hello.md", "---\ntitle = \"Hello\"\ndescription = \"Hello to all who bake.\"\n---\nText.\n", expect![[r#"
            content/pages/hello.md:1:1 «---» error[missing-front-matter]: missing front matter (expected `+++`)
              help: replace this line with `+++`
        "#]]),
        ("content/lists/team.yaml", "- a", expect![[r#"
            content/lists/team.yaml:1:1 «» error[unread-file]: nothing refers to content/lists/team.yaml
              help: it is not published; move it to public/ to publish it unchanged
        "#]]),
    ];
    for (path, text, expected) in rows {
        let rules = "[rules]\nunread-file = \"error\"\n";
        Bakery::new().write("content/checks.toml", rules).write(path, text).findings(expected);
    }
}

/// Values as they are typed into settings and lists.
#[test]
#[rustfmt::skip]
fn values() {
    let site = "content/site.toml";
    let structure = "content/structure.toml";
    for (path, old, new, expected) in [
        (site, "https://millstone.example", "https://www.मिल.भारत", expect![[r#"
            content/site.toml:3:12 «"https://www.मिल.भारत"» error[wrong-form]: the value of `base_url` is not a valid web address (https://…)
              help: scheme and host
              help: write the domain in the letters of ASCII, as its registrar lists it: xn--…
        "#]]),
        (site, "https://millstone.example", "https://asha:secret@millstone.example", expect![[r#"
            content/site.toml:3:12 «"https://asha:secret@millstone.example"» error[wrong-form]: `base_url` has the wrong format
              help: scheme and host of the site, and the path below which the host serves it, if there is one
              help: for example `https://www.example.org`
        "#]]),
        (site, "https://millstone.example", "https://millstone.example?x=1", expect![[r#"
            content/site.toml:3:12 «"https://millstone.example?x=1"» error[wrong-form]: `base_url` has the wrong format
              help: scheme and host of the site, and the path below which the host serves it, if there is one
              help: did you mean `https://millstone.example`?
        "#]]),
        (site, "https://millstone.example", "https://millstone.example/index.html", expect![[r#"
            content/site.toml:3:12 «"https://millstone.example/index.html"» error[wrong-form]: `base_url` has the wrong format
              help: scheme and host of the site, and the path below which the host serves it, if there is one
              help: did you mean `https://millstone.example`?
        "#]]),
        (site, "https://millstone.example", "//millstone.example", expect![[r#"
            content/site.toml:3:12 «"//millstone.example"» error[wrong-form]: the value of `base_url` is not a valid web address (https://…)
              help: scheme and host
              help: did you mean `https://millstone.example`?
        "#]]),
        (site, "https://millstone.example", "HTTPS://millstone.example", expect![[r#"
            content/site.toml:3:12 «"HTTPS://millstone.example"» error[wrong-form]: `base_url` has the wrong format
              help: scheme and host of the site, and the path below which the host serves it, if there is one
              help: did you mean `https://millstone.example`?
        "#]]),
        (site, "utc_offset = \"+01:00\"", "utc_offset = +01:00", expect![[r#"
            content/site.toml:5:14 «+01:00» error[bad-toml]: invalid TOML: invalid datetime, expected year or hour
              help: put it in quotes: "+01:00"
        "#]]),
        (site, "title = 60", "title = 60.0", expect![[r#"
            content/site.toml:9:9 «60.0» error[wrong-type]: `title` must be a whole number (this has a decimal point)
              help: write 60
        "#]]),
        (site, "language = \"en\"", "language = \"cn\"\nversion = 1", expect![[r#"
            content/site.toml:4:12 «"cn"» warning[undeclared-language]: no language has the code `cn`
              help: this is the code of a country: write `zh`
            content/site.toml:5:1 «version» error[unknown-key]: unknown key `version` (not allowed here)
              help: allowed keys are `name`, `base_url`, `language`, `languages`, `utc_offset`, `updated`, `theme`, `limits` and `stats`
            1 error; nothing was written
        "#]]),
        (structure, "[[redirect]]\n", "[redirects]\n", expect![[r#"
            content/structure.toml:53:2 «redirects» error[unknown-key]: unknown key `redirects` (not allowed here)
              help: did you mean `redirect`?
        "#]]),
        (structure, "[[redirect]]\n", "[redirect]\n", expect![[r#"
            content/structure.toml:53:1 «[redirect]» error[wrong-type]: `redirect` must be a list (this is a table)
              help: write each entry of the list with two brackets: [[redirect]]
        "#]]),
        (structure, "to = \"/loaves/rye\"", "to = \"https://example.org:99999\"", expect![[r#"
            content/structure.toml:55:6 «"https://example.org:99999"» error[bad-address]: browsers do not open `https://example.org:99999`: invalid port number
              help: write a web address as https://www.example.com/page
        "#]]),
        (structure, "title = \"The journal\"", "title = \"\"", expect![[r#"
            content/structure.toml:51:9 «""» error[too-short]: `title` is empty (too short)
              help: its title, with {term} for the feeds of terms
        "#]]),
        (site, "[limits]", "[redirects]\nfrom = \"/a\"\nto = \"/about\"\n\n[limits]", expect![[r#"
            content/site.toml:8:2 «redirects» error[unknown-key]: unknown key `redirects` (not allowed here)
              help: move it to content/structure.toml, and write `redirect`
        "#]]),
        ("content/menus.toml", "\"/about\"", "\"/about.md\"", expect![[r#"
            content/menus.toml:3:8 «/about.md» error[broken-link]: there is no page or file /about.md
              help: write /about: URLs of pages have no extension
        "#]]),
        ("content/pages/about.md", "title = \"About the bakery\"", "title = \"About the bakery\"\nslug = \"about-us\"", expect![[r#"
            content/journal/winter.md:7:17 «/about#hours» error[broken-link]: there is no page or file /about
              help: content/pages/about.md has the URL /about-us: write it, or add a [[redirect]] with from = "/about" to content/structure.toml
            content/menus.toml:3:8 «/about» error[broken-link]: there is no page or file /about
              help: content/pages/about.md has the URL /about-us: write it, or add a [[redirect]] with from = "/about" to content/structure.toml
            content/structure.toml:59:6 «"/about"» error[broken-link]: there is no page /about (no such page)
              help: write the URL of a page: `site list` lists them all
        "#]]),
        ("content/pages/about.md", "title = \"About the bakery\"", "title = \"\\u200b\"", expect![[r#"
            content/pages/about.md:2:9 «"\u200b"» error[too-short]: `title` contains only spaces
              help: write text, or remove the key if it is optional
        "#]]),
        ("themes/bakery/styles/main.css", "body", "@media (print {\n  a { color: red }\n}\nbody", expect![[r#"
            themes/bakery/styles/main.css:1:8 «(» error[style-error]: `(` without a matching `)`
              help: write the `)`, or delete this sign
        "#]]),
        (structure, "[[redirect]]\n", "[[budget]]\n[[redirect]]\n", expect![[r#"
            content/structure.toml:53:3 «budget» error[unknown-key]: unknown key `budget` (not allowed here)
              help: move it to content/checks.toml
        "#]]),
        (structure, "from = \"/bread\"", "from = \"/../bread\"", expect![[r#"
            content/structure.toml:54:8 «"/../bread"» error[wrong-form]: `from` has the wrong format
              help: the old URL, not percent-encoded, without a query; or the beginning of URLs followed by /*
              help: for example `/old-page`
        "#]]),
        (structure, "from = \"/bread\"", "from = \"/br%C3%B6tchen\"", expect![[r#"
            content/structure.toml:54:8 «"/br%C3%B6tchen"» error[wrong-form]: `from` has the wrong format
              help: the old URL, not percent-encoded, without a query; or the beginning of URLs followed by /*
              help: did you mean `/brötchen`?
        "#]]),
        (structure, "to = \"/loaves/rye\"", "to = \"www.example.org\"", expect![[r#"
            content/structure.toml:55:6 «"www.example.org"» error[wrong-form]: `to` has the wrong format
              help: the new URL; /* at its end stands for the same rest of the URL as in `from`
              help: did you mean `https://www.example.org`?
        "#]]),
        (site, "https://millstone.example", "", expect![[r#"
            content/site.toml:3:12 «""» error[wrong-form]: the value of `base_url` is not a valid web address (https://…)
              help: scheme and host
        "#]]),
        (site, "theme =", "phone = 020 912 3456\ntheme =", expect![[r#"
            content/site.toml:6:9 «020 912 3456» error[bad-toml]: invalid TOML: text must be in quotes
              help: write phone = "020 912 3456"
        "#]]),
        (site, "theme =", "🥖 = 1\ntheme =", expect![[r#"
            content/site.toml:6:1 «🥖 = 1» error[bad-toml]: invalid TOML: a key has only the letters a to z, digits, hyphens, and underscores
              help: write the key as the schema and the other entries spell it; the value may be in any language
        "#]]),
        (site, "theme =", "theme ＝", expect![[r#"
            content/site.toml:6:1 «theme ＝ "bakery"» error[bad-toml]: invalid TOML: the sign between key and value is not `=`
              help: write theme = "bakery"
        "#]]),
        (site, "theme =", "lead = {{ site.name }}\ntheme =", expect![[r#"
            content/site.toml:6:9 «{» error[bad-toml]: invalid TOML: missing key for inline table element, expected key
              help: put text with a fact in quotes: key = "{{ site.name }} …"
        "#]]),
        (site, "[limits]", "[languages.hindi]\nname = \"हिन्दी\"\n\n[limits]", expect![[r#"
            content/site.toml:8:12 «hindi» error[wrong-form]: `hindi` cannot be a key of `languages`
              help: did you mean `hi`?
        "#]]),
        (structure, "dir = \"journal\"", "dir = \"./content/journal/\"", expect![[r#"
            content/structure.toml:18:7 «"./content/journal/"» error[missing-file]: folder `content/./content/journal` does not exist (no such folder below content/)
              help: did you mean `journal`?
        "#]]),
        (structure, "name = \"journal\"", "name = \"loaves\"", expect![[r#"
            content/structure.toml:17:8 «"loaves"» error[duplicate-name]: two collections are named `loaves` (the second)
              help: rename one of them
              note: content/structure.toml:9:8 «"loaves"» the first is here
        "#]]),
        (structure, "template = \"loaf.html\"", "template = \"loaf\"", expect![[r#"
            content/structure.toml:13:12 «"loaf"» error[missing-template]: unknown template `loaf` (not in the theme's templates/)
              help: did you mean `loaf.html`?
        "#]]),
    ] {
        Bakery::new().replace(path, old, new).findings(expected);
    }
}

/// The folder of the project may be named in any way.
#[test]
fn roots() {
    for root in [".", "./", "./."] {
        let bakery = Bakery::new().write("themes/bakery/styles/more.css", "@import \"./main.css\";\n");
        bakery.args(&format!("build --quiet --root {root}")).success();
    }
}
