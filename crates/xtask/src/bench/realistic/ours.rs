//! The realistic site for this engine.

use std::path::Path;

use super::{Entry, ICON, footer, navigation, pages};
use crate::bench::corpus::{Post, TOPICS, write_site};
use crate::bench::plain::ours::{SCHEMA, SITE};
use crate::bench::plain::{HOME, NOT_FOUND, STYLE};
use crate::run::Outcome;

const STRUCTURE: &str = r#"[[collection]]
name = "pages"
dir = "pages"
schema = "schemas/page.json"
route = "/{path}"
template = "page.html"

[[collection]]
name = "posts"
dir = "posts"
schema = "schemas/page.json"
route = "/posts/{slug}"
template = "post.html"
sort = "-date"

[[pagination]]
page = "/"
collection = "posts"
per_page = 6
route = "/page/{number}"
title = "{title}, page {number}"
description = "{description} Page {number} of the list of all posts."

[[feed]]
route = "/feed.xml"
collection = "posts"
title = "Bench"
limit = 20
"#;

const BASE: &str = r##"<!doctype html>
<html lang="{{ page.lang }}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ page.meta.title }}</title>
<meta name="description" content="{{ page.meta.description }}">
<link rel="canonical" href="{{ page.permalink }}">
<meta property="og:type" content="website">
<meta property="og:title" content="{{ page.meta.title }}">
<meta property="og:description" content="{{ page.meta.description }}">
<meta property="og:url" content="{{ page.permalink }}">
<meta property="og:site_name" content="{{ site.name }}">
<meta property="og:image" content="{{ site.base_url }}/card.svg">
<meta name="twitter:card" content="summary_large_image">
<meta name="theme-color" content="#123456">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{{ asset(path="styles/main.css") }}">
<link rel="alternate" type="application/atom+xml" href="/feed.xml">
</head>
<body class="site">
<a class="skip-link" href="#content">Skip to the content</a>
<header class="site-header">
<a class="site-logo" href="/"><img src="/icon.svg" alt="{{ site.name }}" width="32" height="32"></a>
<nav class="site-nav" aria-label="Main">
<ul class="nav-list">
{% for item in menus.main %}<li class="nav-item"><a class="nav-link" href="{{ item.url }}"{% if item.url == page.url or page.category is defined and item.label == page.category %} aria-current="page"{% endif %}>{{ item.label }}</a></li>
{% endfor %}</ul>
</nav>
</header>
<main id="content">
{% block main %}{% endblock main %}
</main>
<footer class="site-footer">
COLUMNS<p>{{ site.name }}</p>
</footer>
</body>
</html>
"##;

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
    let taxonomy = |name: &str| {
        format!(
            "\n[[taxonomy]]\nname = \"{name}\"\ncollection = \"posts\"\nfield = \"{name}\"\nroute = \"/{name}/{{slug}}\"\n\
             template = \"list.html\"\ntitle = \"{{term}}\"\nper_page = 6\n\
             description = \"Every post of the {name} {{term}}, the newest first, six to a page.\"\n"
        )
    };
    let taxonomies = TOPICS.iter().map(|(name, _)| *name).chain(["category"]);
    let structure = STRUCTURE.to_owned() + &taxonomies.map(taxonomy).collect::<String>();
    let menu = |name: &str, entries: &[Entry]| {
        let entries = entries.iter();
        let tables = entries
            .map(|(label, url)| format!("[[{name}]]\nlabel = \"{label}\"\nurl = \"{url}\"\n"));
        tables.collect::<String>()
    };
    let columns = footer();
    let menus = columns.iter().map(|(name, entries)| menu(name, entries));
    let menus = menu("main", &navigation()) + &menus.collect::<String>();
    let columns = columns.iter().map(|(name, _)| COLUMN.replace("NAME", name));
    let base = BASE.replace("COLUMNS", &columns.collect::<String>());
    let home = HOME.replacen("title", "template = \"list.html\"\ntitle", 1);
    let pages: Vec<(String, String)> = pages()
        .map(|(slug, text)| (format!("content/pages/{slug}.md"), text))
        .collect();
    let mut files = vec![
        ("content/site.toml", SITE),
        ("content/structure.toml", &structure),
        ("content/menus.toml", &menus),
        ("content/schemas/page.json", SCHEMA),
        ("content/pages/index.md", &home),
        ("public/404.html", NOT_FOUND),
        ("public/icon.svg", ICON),
        ("public/card.svg", ICON),
        ("themes/bench/templates/base.html", &base),
        ("themes/bench/templates/page.html", PAGE),
        ("themes/bench/templates/post.html", POST),
        ("themes/bench/templates/list.html", LIST),
        ("themes/bench/styles/main.css", STYLE),
    ];
    files.extend(
        pages
            .iter()
            .map(|(path, text)| (path.as_str(), text.as_str())),
    );
    write_site(folder, &files, posts, |post| {
        let (category, (taxonomy, term)) = (post.category, post.topic);
        format!("category = \"{category}\"\n{taxonomy} = \"{term}\"")
    })
}
