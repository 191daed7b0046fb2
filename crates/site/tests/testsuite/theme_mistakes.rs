//! Mistakes of people who write a theme or its settings: what they know from other languages, and what is nearly right.

use expect_test::expect;

use crate::bakery::Bakery;
use crate::findings::assert_templates;

#[test]
#[rustfmt::skip]
fn templates() {
    assert_templates([
        ("<p>{{ \"Loaves: #{page.title}\" }}</p>", expect![""]),
        ("<p>{{ '${page.title} loaves' }}</p>", expect![""]),
        ("{{ page.title | nl2br }}", expect![""]),
        ("{{ collection(name=\"loaves\") | map(attribute=\"title\") | join(sep=\", \") }}", expect![""]),
        ("{% set all = collection(name=\"loaves\") %}{% if all.length > 2 %}<p>Many</p>{% endif %}", expect![""]),
        ("{{ for n in collection(name=\"loaves\") }}<p>{{ n.title }}</p>{{ endfor }}", expect![""]),
        ("<p><a href='/about\">About</a></p><p>Don't</p>", expect![""]),
        ("<p><a href=\"/about'>About</a></p><p class=\"x\">Do</p>", expect![""]),
        ("<h2><div>Hours</div></h2>", expect![""]),
        ("<script type=\"application/ld+json\">{\"@context\": \"https://schema.org\",\n \"name\": \"Mill\",}</script>", expect![""]),
    ]);
}

#[test]
#[rustfmt::skip]
fn styles_and_settings() {
    let style = "themes/bakery/styles/main.css";
    for (path, text, expected) in [
        (style, ".a: hover { color: red; }\n", expect![""]),
        (style, ".a { animation: fade-in 1s both; }\n", expect![""]),
        (style, "@keyframes fade-in { to { opacity: 0; } }\n.a { animation: fade-on 1s; }\n", expect![""]),
        (style, "@keyframes fade-in { to { opacity: 0; } }\n.a { animation: fade-in 1s; }\n", expect![""]),
    ] {
        Bakery::new().append(path, text).findings(expected);
    }
    Bakery::new().write("public/.htaccess", "Redirect 301 /shop /prices\n").findings(expect![""]);
    for (path, old, new, expected) in [
        ("content/structure.toml", "route = \"/loaves/{slug}\"", "route = \"/loaves/{ slug }\"", expect![""]),
        ("content/site.toml", "[limits]", "[[languages]]\ncode = \"ga\"\nname = \"Gaeilge\"\n\n[limits]", expect![""]),
    ] {
        Bakery::new().replace(path, old, new).findings(expected);
    }
}
