//! Constructs of other template languages, and styles and schemas of other programs, in the site that `site init` creates.

use expect_test::{Expect, expect};

use crate::bakery::Bakery;
use crate::findings::shown;

/// What templates of Hugo, Handlebars, Django, Vue, Svelte, PHP, and others contain, and what to write for it.
#[test]
#[rustfmt::skip]
fn constructs_of_other_languages() {
    let theme = |file: &str, from: &str, to: &str| Bakery::starter().replace(&format!("themes/workshop/{file}"), from, to);
    let repairs = |text: &str| theme("templates/repairs.html", "<p>Not on", &format!("{text}\n<p>Not on"));
    let styles = |text: &str| Bakery::starter().append("themes/workshop/styles/main.css", text);
    let footer = "{% include \"components/footer.html\" %}";
    let rows: Vec<(i32, Bakery, Expect)> = vec![
        (1, repairs("{{ if eq page.url \"/repairs\" }}<p>Here</p>{{ end }}"), expect![[r#"
            themes/workshop/templates/repairs.html:4:1 «{{ if eq page.url "/repairs" }}» error[template-syntax]: `{{ if eq page.url "/repairs" }}` is Go, which templates do not run
              help: write {% if page.url == "/repairs" %} … {% endif %}
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (1, repairs("{{ range .Site.RegularPages }}<p>x</p>{{ end }}"), expect![[r#"
            themes/workshop/templates/repairs.html:4:1 «{{ range .Site.RegularPages }}» error[template-syntax]: `{{ range .Site.RegularPages }}` is Go, which templates do not run
              help: write {% for one in collection(name=…) %} … {% endfor %}, and {{ one.title }} within it
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (1, repairs("{{#each notes as |note|}}<p>{{ note.title }}</p>{{/each}}"), expect![[r#"
            themes/workshop/templates/repairs.html:4:1 «{{#each notes as |note|}}» error[template-syntax]: `{{#each notes as |note|}}` is Handlebars, which templates do not run
              help: write {% for note in collection(name="notes") %} … {% endfor %}, and {{ note.title }} within it
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (1, repairs("{% set items = [] %}{% do items.append(\"x\") %}"), expect![[r#"
            themes/workshop/templates/repairs.html:4:24 «do» error[template-syntax]: unknown tag `do`
              help: write {% set items = [...items, "x"] %}
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (1, repairs("<a href=\"{% url 'visit' %}\">Visit</a>"), expect![[r#"
            themes/workshop/templates/repairs.html:4:13 «url» error[template-syntax]: unknown tag `url`
              help: write the URL of the page alone: /visit
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (1, repairs("{% for n in collection(name=\"notes\") %}{{ n.title }}{% empty %}None{% endfor %}"), expect![[r#"
            themes/workshop/templates/repairs.html:4:56 «empty» error[template-syntax]: unknown tag `empty`
              help: write {% else %}
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (1, repairs("<p><a href=\"{{ `/notes/${page.title}` }}\">Notes</a></p>"), expect![[r#"
            themes/workshop/templates/repairs.html:4:16 «`/notes/${page.title}`» error[template-syntax]: ``/notes/${page.title}`` is JavaScript, which templates do not run
              help: write "/notes/" ~ page.title
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (1, repairs("<ul><li v-for=\"note in notes\">{{ note.title }}</li></ul>"), expect![[r#"
            themes/workshop/templates/repairs.html:4:9 «v-for="note in notes"» error[template-syntax]: `v-for="note in notes"` is Vue, which templates do not run
              help: write {% for note in collection(name="notes") %} … {% endfor %}, and {{ note.title }} within it
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (1, repairs("<ul>{#each notes as note}<li>{note.title}</li>{/each}</ul>"), expect![[r#"
            themes/workshop/templates/repairs.html:4:5 «{#each notes as note}» error[template-syntax]: `{#each notes as note}` is Svelte, which templates do not run
              help: write {% for note in collection(name="notes") %} … {% endfor %}, and {{ note.title }} within it
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (1, repairs("<p><?php echo $page->title; ?></p>"), expect![[r#"
            themes/workshop/templates/repairs.html:4:4 «<?php echo $page->title; ?>» error[template-syntax]: `<?php echo $page->title; ?>` is PHP, which templates do not run
              help: write {{ page.title }}
            Checked 17 of 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (1, repairs("<% notes.each do |note| %><p><%= note.title %></p><% end %>"), expect![[r#"
            themes/workshop/templates/repairs.html:4:1 «<% notes.each do |note| %>» error[template-syntax]: `<% notes.each do |note| %>` is EJS or ERB, which templates do not run
              help: write {% for note in collection(name="notes") %} … {% endfor %}, and {{ note.title }} within it
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (1, repairs("<p style={{color: \"red\"}}>Soon</p>"), expect![[r#"
            themes/workshop/templates/repairs.html:4:4 «style={{color: "red"}}» error[template-syntax]: this is a tag of JSX
              help: give the element a class, and write the rule in the theme's styles/main.css
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (1, repairs("@foreach ($notes as $note)\n<p>x</p>\n@endforeach"), expect![[r#"
            themes/workshop/templates/repairs.html:4:1 «@foreach ($notes as $note)» error[template-syntax]: `@foreach ($notes as $note)` is Blade, which templates do not run
              help: write {% for note in collection(name="notes") %} … {% endfor %}, and {{ note.title }} within it
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (1, repairs("<ul>{% for n in collection(name=\"notes\") %}<li><a href=\"{n.url}\">[[ n.title ]]</a>, {m.title}</li>{% endfor %}</ul>"), expect![[r#"
            themes/workshop/templates/repairs.html:4:57 «{n.url}» error[template-syntax]: `{n.url}` is of another language, which templates do not run
              help: write {{ n.url }}
            themes/workshop/templates/repairs.html:4:66 «[[ n.title ]]» error[template-syntax]: `[[ n.title ]]` is of another language, which templates do not run
              help: write {{ n.title }}
            Checked 18 pages with 45 rules: 2 errors; --fix corrects 2
        "#]]),
        (1, repairs("{% set s = collection(name=\"notes\") | first %}<p title=\"{page.title}\">${s.title} %s.url% <s.date></p>"), expect![[r#"
            themes/workshop/templates/repairs.html:4:57 «{page.title}» error[template-syntax]: `{page.title}` is of another language, which templates do not run
              help: write {{ page.title }}
            themes/workshop/templates/repairs.html:4:71 «${s.title}» error[template-syntax]: `${s.title}` is JavaScript or FreeMarker, which templates do not run
              help: write {{ s.title }}
            themes/workshop/templates/repairs.html:4:82 «%s.url%» error[template-syntax]: `%s.url%` is of another language, which templates do not run
              help: write {{ s.url }}
            themes/workshop/templates/repairs.html:4:90 «<s.date>» error[template-syntax]: `<s.date>` is of another language, which templates do not run
              help: write {{ s.date }}
            Checked 18 pages with 45 rules: 4 errors; --fix corrects 4
        "#]]),
        (1, repairs("<p>{% page.title %}</p>"), expect![[r#"
            themes/workshop/templates/repairs.html:4:7 «page» error[template-syntax]: unknown tag `page.title`
              help: write {{ page.title }}
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (0, repairs("<p>**{{ page.title }}**</p><p>[Visit us](/visit)</p>"), expect![[r#"
            themes/workshop/templates/repairs.html:4:4 «**» warning[left-over]: `**Repairs**` shows on /repairs
              help: write <strong>{{ page.title }}</strong>
            themes/workshop/templates/repairs.html:4:31 «[Visit us](/visit)» warning[left-over]: `[Visit us](/visit)` shows on /repairs
              help: write <a href="/visit">Visit us</a>
            Checked 18 pages with 45 rules: 2 warnings
        "#]]),
        (1, repairs("<nav arialabel=\"More\"><a href=\"/visit\">Visit us</a></nav>"), expect![[r#"
            themes/workshop/templates/repairs.html:4:1 «<nav arialabel="More">» error[attribute-value]: browsers ignore `arialabel` of <nav> on /repairs
              help: write `aria-label`
            Checked 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (1, repairs("<textarea name=\"t\" aria-label=\"Text\">\n<p>More</p>"), expect![[r#"
            themes/workshop/templates/repairs.html:4:1 «<textarea name="t" aria-label="Text">» error[html-nesting]: on /repairs: <textarea> is not closed
              help: write </textarea> where it should end
            Checked 18 pages with 45 rules: 1 error
        "#]]),
        (1, repairs("<form method=\"post\" href=\"/visit\"><label>Name <input name=\"n\"></label><button>Send</button></form>"), expect![[r#"
            themes/workshop/templates/repairs.html:4:21 «href» error[unknown-element]: browsers ignore `href` of <form> on /repairs
              help: write `action`
            Checked 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (0, repairs("<p>a[page.x], List&lt;page.X&gt;, <code>{page.title}</code>, [site.example], 5 % page.x %</p>"), expect![[r#"
            Checked 18 pages with 45 rules: no problems
        "#]]),
        (1, repairs("<p>{page.title}</p>"), expect![[r#"
            themes/workshop/templates/repairs.html:4:4 «{page.title}» error[template-syntax]: `{page.title}` is of another language, which templates do not run
              help: write {{ page.title }}
            Checked 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (0, repairs("{if $page->noindex}<p>x</p>{/if}"), expect![[r#"
            themes/workshop/templates/repairs.html:4:1 «{if $page->noindex}» warning[template-syntax]: `{if $page->noindex}` is Smarty, which templates do not run
              help: write {% if page.noindex %} … {% endif %}
            Checked 18 pages with 45 rules: 1 warning
        "#]]),
        (1, repairs("{% set notes = collection(name=\"notes\") %}{{ notes.first.title }}"), expect![[r#"
            themes/workshop/templates/repairs.html:4:52 «first» error[template-error]: field `first` is not defined
              help: write notes[0].title
              help: while rendering /repairs from content/pages/repairs.md
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (1, repairs("{{ image(src=\"images/chain.svg\", alt=\"A chain\") }}"), expect![[r#"
            themes/workshop/templates/repairs.html:4:10 «src="images/chain.svg"» error[unknown-argument]: `image` has no argument `src`
              help: write `path`
              help: while rendering /repairs from content/pages/repairs.md
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (1, repairs("{% set notes = collection(name=notes) %}{{ notes | length }}"), expect![[r#"
            themes/workshop/templates/repairs.html:4:27 «name=notes» error[template-error]: the argument `name` of `collection` is undefined
              help: write name="notes": text needs quotes
              help: while rendering /repairs from content/pages/repairs.md
            Checked 17 of 18 pages with 45 rules: 1 error; --fix corrects 1
        "#]]),
        (1, theme("templates/base.html", footer, "{% include \"components/footer.html\" with site=site %}"), expect![[r#"
            themes/workshop/templates/base.html:30:37 «with» error[template-syntax]: found identifier but expected `%}`
              help: write {% include "components/footer.html" %}: an included template sees all values that this one has
            Checked content and templates: 1 error; pages and links were not checked
        "#]]),
        (1, theme("templates/components/parts.html", "{% component NoteList(", "{% component noteList("), expect![[r#"
            themes/workshop/templates/components/parts.html:42:14 «noteList» error[template-syntax]: the component is named `noteList` at its beginning, and `NoteList` at its end
              help: write `NoteList`, as the templates call it
            Checked content and templates: 1 error; pages and links were not checked; --fix corrects 1
        "#]]),
        (1, theme("templates/note.html", "class=\"note-image\")", "class=\"note-image\", width=600)"), expect![[r#"
            themes/workshop/templates/note.html:8:92 «width=600» error[unknown-argument]: `image` has no argument `width`
              help: write widths=[600] for the width of the file; a rule in the style sheet says how wide it is shown
              help: while rendering /notes/measure-your-chain from content/notes/measure-your-chain.md
            Checked 17 of 18 pages with 45 rules: 1 error
        "#]]),
        (0, theme("templates/visit.html", "tel:{{ site.contact.tel }}", "tel:{{ site.contact.phone }}"), expect![[r#"
            themes/workshop/templates/visit.html:7:32 «tel:{{ site.contact.phone }}» warning[bad-address]: `tel:020 912 3456` has spaces, which no URL contains
              help: write tel:{{ site.contact.tel }}, which is +353209123456
            Checked 18 pages with 45 rules: 1 warning
        "#]]),
        (1, styles("\n.note { @apply px-4 text-red-500; }\n"), expect![[r#"
            themes/workshop/styles/main.css:666:9 «@» error[style-error]: this rule is not CSS, but Sass or Tailwind, which browsers ignore
              help: write the declarations themselves: padding-inline: 1rem; color: red;
            Checked 18 pages with 25 of 45 rules, because the others need styles, scripts and islands: 1 error
        "#]]),
        (0, styles("\n.tip {\n  &-title { color: var(--ink-soft); }\n}\n"), expect![[r#"
            themes/workshop/styles/main.css:667:3 «&-title» warning[ignored-style]: browsers ignore this: `&` does not join names in CSS, so `&-title` matches nothing
              help: write .tip-title as a rule of its own, outside of the braces around it
            Checked 18 pages with 45 rules: 1 warning
        "#]]),
        (1, Bakery::starter().replace("content/schemas/note.json", "[\"Care\", \"Riding\", \"The shop\"]", "\"Care\""), expect![[r#"
            content/schemas/note.json:13:42 «"Care"» error[bad-schema]: `enum` must be a list, not text
              help: write ["Care"]
            Checked 12 of 18 pages with 45 rules: 1 error
        "#]]),
    ];
    for (status, bakery, expected) in rows {
        expected.assert_eq(&shown(bakery.args("check"), status));
    }
}

/// Templates and texts that only resemble another language are not reported.
#[test]
fn names_and_texts_that_are_right() {
    for text in [
        "{% for block in [1, 2] %}<p>{{ block | abs }}</p>{% endfor %}",
        "{% set template = \"a\" %}<p>{{ template ~ \"b\" }}</p>",
        "<p title=\"how v-if works\">Attributes</p>",
        "<p>Write to us (if needed) @home</p>",
        "<p>A set {a: {{ 1 }}} of one</p><!-- {% if page.title %} --><p>a</p><!-- {% endif %} -->",
    ] {
        let bakery =
            Bakery::starter().replace("themes/workshop/templates/repairs.html", "<p>Not on", &format!("{text}\n<p>Not on"));
        let shown = shown(bakery.args("check"), 0);
        assert_eq!(shown, "Checked 18 pages with 45 rules: no problems\n", "{text}");
    }
}

/// Spaces of other scripts, parentheses that are not closed, and calls within calls.
#[test]
fn constructs_that_are_cut_off() {
    let calls = format!("{{{{ {}.Title{} }}}}", "first(".repeat(50), ")".repeat(50));
    let open = format!("@if ({}", "\u{3042}".repeat(200));
    for (text, code) in [
        ("{{\u{a0}x }}", 1),
        ("{{ \u{3000}range .Pages }}", 1),
        ("<p\u{a0}style={{ color: \"red\" }}>a</p>", 1),
        (&open, 0),
        (&calls, 1),
    ] {
        let bakery =
            Bakery::starter().replace("themes/workshop/templates/repairs.html", "<p>Not on", &format!("{text}\n<p>Not on"));
        assert!(!shown(bakery.args("check"), code).is_empty(), "{text}");
    }
}
