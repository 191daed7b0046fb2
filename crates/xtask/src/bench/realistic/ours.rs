//! The realistic site for this engine.

use std::path::Path;

use super::{ICON, base, menus, write_pages};
use crate::bench::corpus::{Post, TOPICS, write_site};
use crate::bench::plain::ours::{SCHEMA, SITE, STRUCTURE, taxonomy};
use crate::bench::plain::{HOME, NOT_FOUND, STYLE};
use crate::run::Outcome;

/// This engine's code in the base template.
const CODE: [(&str, &str); 9] = [
    ("lang", "{{ page.lang }}"),
    ("title", "{{ page.meta.title }}"),
    ("description", "{{ page.meta.description }}"),
    ("url", "{{ page.permalink }}"),
    ("site", "{{ site.name }}"),
    ("image", "{{ site.base_url }}/card.svg"),
    ("style", r#"{{ asset(path="styles/main.css") }}"#),
    ("navigation", NAVIGATION),
    ("main", "{% block main %}{% endblock main %}"),
];

const NAVIGATION: &str = r#"{% for item in menus.main %}<li class="nav-item"><a class="nav-link" href="{{ item.url }}"{% if item.url == page.url or page.category is defined and item.label == page.category %} aria-current="page"{% endif %}>{{ item.label }}</a></li>
{% endfor %}"#;

const COLUMN: &str = r#"<section class="footer-column"><h2>NAME</h2><ul class="footer-list">
{% for item in menus.NAME %}<li><a class="footer-link" href="{{ item.url }}">{{ item.label }}</a></li>
{% endfor %}</ul></section>
"#;

const PAGE: &str = r#"{% extends "base.html" %}
{% block main %}<article class="page">
<h1>{{ page.title }}</h1>
{{ page.content }}
</article>
{% endblock main %}
"#;

const POST: &str = r##"{% extends "base.html" %}
{% block main %}<article class="post">
<header class="post-header">
<h1>{{ page.title }}</h1>
<p class="post-meta"><time datetime="{{ page.date }}">{{ page.date | date(format="%-d %B %Y") }}</time>, {{ page.category }}, {{ page.reading_minutes }} min</p>
</header>
<nav id="TableOfContents">
  <ul>
{% for heading in page.toc %}    <li><a href="#{{ heading.id }}">{{ heading.title }}</a></li>
{% endfor %}  </ul>
</nav>
<div class="post-content">
{{ page.content }}
</div>
</article>
{% endblock main %}
"##;

const LIST: &str = r#"{% extends "base.html" %}
{% block main %}<h1>{{ page.title }}</h1>
<div class="cards">
{% for post in page.paginator.items %}<article class="card">
<a class="card-picture" href="{{ post.url }}" tabindex="-1"><img src="/card.svg" alt="" width="320" height="180" loading="lazy"></a>
<h2 class="card-title"><a href="{{ post.url }}">{{ post.title }}</a></h2>
<p class="card-meta"><time datetime="{{ post.date }}">{{ post.date | date(format="%-d %B %Y") }}</time>, {{ post.category }}, {{ post.reading_minutes }} min</p>
<p class="card-text">{{ post.description }}</p>
</article>
{% endfor %}</div>
<nav class="pages" aria-label="Pages">{% if page.paginator.previous_url is defined %}<a href="{{ page.paginator.previous_url }}">Previous</a>{% endif %}
Page {{ page.paginator.number }} of {{ page.paginator.total }}
{% if page.paginator.next_url is defined %}<a href="{{ page.paginator.next_url }}">Next</a>{% endif %}</nav>
{% endblock main %}
"#;

/// Writes the realistic site for this engine.
pub fn write(folder: &Path, posts: &[Post]) -> Outcome {
    let taxonomies = TOPICS.iter().map(|(name, _)| *name).chain(["category"]);
    let structure = STRUCTURE.replacen("list.html", "page.html", 1);
    let structure = structure + &taxonomies.map(taxonomy).collect::<String>();
    let menus = menus(|menu, (label, url), _| {
        format!("[[{menu}]]\nlabel = \"{label}\"\nurl = \"{url}\"\n")
    });
    let home = HOME.replacen("title", "template = \"list.html\"\ntitle", 1);
    let files = [
        ("content/site.toml", SITE),
        ("content/structure.toml", &structure),
        ("content/menus.toml", &menus),
        ("content/schemas/page.json", SCHEMA),
        ("content/pages/index.md", &home),
        ("public/404.html", NOT_FOUND),
        ("public/icon.svg", ICON),
        ("public/card.svg", ICON),
        ("themes/bench/templates/base.html", &base(&CODE, COLUMN)),
        ("themes/bench/templates/page.html", PAGE),
        ("themes/bench/templates/post.html", POST),
        ("themes/bench/templates/list.html", LIST),
        ("themes/bench/styles/main.css", STYLE),
    ];
    write_site(folder, &files, posts, |post| {
        let (category, (taxonomy, term)) = (post.category, post.topic);
        format!("category = \"{category}\"\n{taxonomy} = \"{term}\"")
    })?;
    write_pages(&folder.join("content/pages"), |_| String::new())
}
