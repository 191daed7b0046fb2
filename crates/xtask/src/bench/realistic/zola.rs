//! The realistic site for Zola, with templates that do the same work as this engine's. URLs are marked as safe, because Zola
//! escapes slashes.

use std::path::Path;

use super::{ICON, base, menus, write_pages};
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

/// Beginning of the base template, which sets the values that the template shows.
const VALUES: &str = r#"{% set url = current_path | trim_end_matches(pat="/") %}{% if not url %}{% set url = "/" %}{% endif %}
{%- if page %}{% set title = page.title %}{% set description = page.description %}
{%- elif term %}{% set title = term.name %}
{%- set description = "Every post of the " ~ taxonomy.name ~ " " ~ term.name ~ ", the newest first, six to a page." %}
{%- else %}{% set title = section.title %}{% set description = section.description %}{% endif %}
{%- if paginator and paginator.current_index > 1 %}{% set number = paginator.current_index %}
{%- set title = title ~ ", page " ~ number %}{% set description = description ~ " Page " ~ number ~ " of the list." %}{% endif %}
{%- set category = "" %}{% if page.taxonomies.category %}{% set category = page.taxonomies.category.0 %}{% endif -%}
"#;

/// Zola's code in the base template.
const CODE: [(&str, &str); 9] = [
    ("lang", "{{ lang }}"),
    ("title", "{{ title }} - {{ config.title }}"),
    ("description", "{{ description }}"),
    ("url", "{{ current_url | safe }}"),
    ("site", "{{ config.title }}"),
    ("image", "{{ config.base_url | safe }}/card.svg"),
    ("style", "/assets/styles/main.css"),
    ("navigation", NAVIGATION),
    ("main", "{% block main %}{% endblock main %}"),
];

const NAVIGATION: &str = r#"{% for item in config.extra.main %}<li class="nav-item"><a class="nav-link" href="{{ item.url | safe }}"{% if item.url == url or item.label == category %} aria-current="page"{% endif %}>{{ item.label }}</a></li>
{% endfor %}"#;

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

/// Front matter of the folder of posts, which is not rendered, because the home page lists the posts.
const SECTION: &str =
    "+++\ntransparent = true\nrender = false\npage_template = \"post.html\"\n+++\n";

/// Writes the realistic site for Zola.
pub fn write(folder: &Path, posts: &[Post]) -> Outcome {
    let taxonomies = TOPICS.iter().map(|(name, _)| *name).chain(["category"]);
    let taxonomies = taxonomies
        .map(|name| format!("[[taxonomies]]\nname = \"{name}\"\npaginate_by = 6\n"))
        .collect::<String>();
    let menus = menus(|menu, (label, url), _| {
        format!("[[extra.{menu}]]\nlabel = \"{label}\"\nurl = \"{url}\"\n")
    });
    let config = format!("{CONFIG}{taxonomies}{menus}");
    let base = VALUES.to_owned() + &base(&CODE, COLUMN);
    let list = "sort_by = \"date\"\npaginate_by = 6\ntemplate = \"list.html\"\ntitle";
    let home = HOME.replacen("title", list, 1);
    let files = [
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
    write_site(folder, &files, posts, |post| {
        let (category, (taxonomy, term)) = (post.category, post.topic);
        format!("[taxonomies]\ncategory = [\"{category}\"]\n{taxonomy} = [\"{term}\"]")
    })?;
    // These pages need a folder of their own, because the home page sorts by date, and they have no date.
    write_pages(&folder.join("content/pages"), |slug| {
        format!("path = \"{slug}\"\n")
    })
}
