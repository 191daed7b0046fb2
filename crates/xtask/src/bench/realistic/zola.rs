//! The realistic site for Zola, with templates that do the same work as this engine's. URLs are marked as safe, because Zola
//! escapes slashes.

use std::path::Path;

use super::{Entry, ICON, footer, navigation, pages};
use crate::bench::corpus::{Post, TOPICS, write_site};
use crate::bench::plain::{HOME, NOT_FOUND, STYLE};
use crate::run::Outcome;

const CONFIG: &str = r#"base_url = "https://bench.example"
title = "Bench"
generate_feeds = true
feed_filenames = ["feed.xml"]
feed_limit = 20
build_search_index = false
"#;

const BASE: &str = r##"{% set url = current_path | trim_end_matches(pat="/") %}{% if not url %}{% set url = "/" %}{% endif %}
{%- if page %}{% set title = page.title %}{% set description = page.description %}
{%- elif term %}{% set title = term.name %}
{%- set description = "Every post of the " ~ taxonomy.name ~ " " ~ term.name ~ ", the newest first, six to a page." %}
{%- else %}{% set title = section.title %}{% set description = section.description %}{% endif %}
{%- if paginator and paginator.current_index > 1 %}{% set number = paginator.current_index %}
{%- set title = title ~ ", page " ~ number %}{% set description = description ~ " Page " ~ number ~ " of the list." %}{% endif %}
{%- set category = "" %}{% if page.taxonomies.category %}{% set category = page.taxonomies.category.0 %}{% endif -%}
<!doctype html>
<html lang="{{ lang }}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ title }} - {{ config.title }}</title>
<meta name="description" content="{{ description }}">
<link rel="canonical" href="{{ current_url | safe }}">
<meta property="og:type" content="website">
<meta property="og:title" content="{{ title }} - {{ config.title }}">
<meta property="og:description" content="{{ description }}">
<meta property="og:url" content="{{ current_url | safe }}">
<meta property="og:site_name" content="{{ config.title }}">
<meta property="og:image" content="{{ config.base_url | safe }}/card.svg">
<meta name="twitter:card" content="summary_large_image">
<meta name="theme-color" content="#123456">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/styles/main.css">
<link rel="alternate" type="application/atom+xml" href="/feed.xml">
</head>
<body class="site">
<a class="skip-link" href="#content">Skip to the content</a>
<header class="site-header">
<a class="site-logo" href="/"><img src="/icon.svg" alt="{{ config.title }}" width="32" height="32"></a>
<nav class="site-nav" aria-label="Main">
<ul class="nav-list">
{% for item in config.extra.main %}<li class="nav-item"><a class="nav-link" href="{{ item.url | safe }}"{% if item.url == url or item.label == category %} aria-current="page"{% endif %}>{{ item.label }}</a></li>
{% endfor %}</ul>
</nav>
</header>
<main id="content">
{% block main %}{% endblock main %}
</main>
<footer class="site-footer">
COLUMNS<p>{{ config.title }}</p>
</footer>
</body>
</html>
"##;

const COLUMN: &str = r#"<section class="footer-column"><h2>NAME</h2><ul class="footer-list">
{% for item in config.extra.NAME %}<li><a class="footer-link" href="{{ item.url | safe }}">{{ item.label }}</a></li>
{% endfor %}</ul></section>
"#;

const PAGE: &str = r#"{% extends "base.html" %}
{% block main %}<article class="page">
<h1>{{ page.title }}</h1>
{{ page.content | safe }}
</article>
{% endblock main %}
"#;

const POST: &str = r##"{% extends "base.html" %}
{% block main %}<article class="post">
<header class="post-header">
<h1>{{ page.title }}</h1>
<p class="post-meta"><time datetime="{{ page.date }}">{{ page.date | date(format="%-d %B %Y") }}</time>, {{ page.taxonomies.category.0 }}, {{ page.reading_time }} min</p>
</header>
<nav id="TableOfContents">
  <ul>
{% for heading in page.toc %}    <li><a href="#{{ heading.id }}">{{ heading.title }}</a></li>
{% endfor %}  </ul>
</nav>
<div class="post-content">
{{ page.content | safe }}
</div>
</article>
{% endblock main %}
"##;

const LIST: &str = r#"{% extends "base.html" %}
{% block main %}<h1>{{ title }}</h1>
<div class="cards">
{% for post in paginator.pages %}<article class="card">
<a class="card-picture" href="{{ post.path | safe }}" tabindex="-1"><img src="/card.svg" alt="" width="320" height="180" loading="lazy"></a>
<h2 class="card-title"><a href="{{ post.path | safe }}">{{ post.title }}</a></h2>
<p class="card-meta"><time datetime="{{ post.date }}">{{ post.date | date(format="%-d %B %Y") }}</time>, {{ post.taxonomies.category.0 }}, {{ post.reading_time }} min</p>
<p class="card-text">{{ post.description }}</p>
</article>
{% endfor %}</div>
<nav class="pages" aria-label="Pages">{% if paginator.previous %}<a href="{{ paginator.previous | safe }}">Previous</a>{% endif %}
Page {{ paginator.current_index }} of {{ paginator.number_pagers }}
{% if paginator.next %}<a href="{{ paginator.next | safe }}">Next</a>{% endif %}</nav>
{% endblock main %}
"#;

const FEED: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>{{ config.title }}</title><id>{{ config.base_url }}/</id>
{% for post in pages %}<entry><title>{{ post.title }}</title><id>{{ post.permalink }}</id><updated>{{ post.date | date(format="%+") }}</updated><summary>{{ post.description }}</summary><content type="html">{{ post.content }}</content></entry>
{% endfor %}</feed>
"#;

/// Template of the list of a taxonomy's terms: nearly empty, because the other engines do not write such pages.
const NO_LIST: &str = "\n";

/// Front matter of the folder of posts. It is not rendered, and the home page lists the posts.
const SECTION: &str =
    "+++\ntransparent = true\nrender = false\npage_template = \"post.html\"\n+++\n";

/// Writes the realistic site for Zola.
pub fn write(folder: &Path, posts: &[Post]) -> Outcome {
    let taxonomies = TOPICS.iter().map(|(name, _)| *name).chain(["category"]);
    let taxonomies = taxonomies
        .map(|name| format!("[[taxonomies]]\nname = \"{name}\"\npaginate_by = 6\n"))
        .collect::<String>();
    let menu = |name: &str, entries: &[Entry]| {
        let entries = entries.iter();
        let tables = entries.map(|(label, url)| {
            format!("[[extra.{name}]]\nlabel = \"{label}\"\nurl = \"{url}\"\n")
        });
        tables.collect::<String>()
    };
    let columns = footer();
    let menus = columns.iter().map(|(name, entries)| menu(name, entries));
    let menus = menu("main", &navigation()) + &menus.collect::<String>();
    let config = format!("{CONFIG}{taxonomies}{menus}");
    let columns = columns.iter().map(|(name, _)| COLUMN.replace("NAME", name));
    let base = BASE.replace("COLUMNS", &columns.collect::<String>());
    let list = "sort_by = \"date\"\npaginate_by = 6\ntemplate = \"list.html\"\ntitle";
    let home = HOME.replacen("title", list, 1);
    // A folder of their own, because the home page sorts by date, and these pages have no date.
    let pages: Vec<(String, String)> = pages()
        .map(|(slug, text)| {
            let path = format!("path = \"{slug}\"\ntitle");
            (
                format!("content/pages/{slug}.md"),
                text.replacen("title", &path, 1),
            )
        })
        .collect();
    let mut files = vec![
        ("zola.toml", config.as_str()),
        ("content/_index.md", &home),
        ("content/pages/_index.md", "+++\nrender = false\n+++\n"),
        ("content/posts/_index.md", SECTION),
        ("templates/base.html", &base),
        ("templates/page.html", PAGE),
        ("templates/post.html", POST),
        ("templates/list.html", LIST),
        ("templates/taxonomy_single.html", LIST),
        ("templates/taxonomy_list.html", NO_LIST),
        ("templates/feed.xml", FEED),
        ("templates/404.html", NOT_FOUND),
        ("static/icon.svg", ICON),
        ("static/card.svg", ICON),
        ("static/assets/styles/main.css", STYLE),
    ];
    files.extend(
        pages
            .iter()
            .map(|(path, text)| (path.as_str(), text.as_str())),
    );
    write_site(folder, &files, posts, |post| {
        let (category, (taxonomy, term)) = (post.category, post.topic);
        format!("[taxonomies]\ncategory = [\"{category}\"]\n{taxonomy} = [\"{term}\"]")
    })
}
