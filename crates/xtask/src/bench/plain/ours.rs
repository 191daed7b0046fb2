//! The plain site for this engine.

use std::path::Path;

use super::{HOME, NOT_FOUND, STYLE};
use crate::bench::corpus::{Post, write_site};
use crate::run::Outcome;

/// `site.toml`, shared by both themes.
pub const SITE: &str = r#"name = "Bench"
base_url = "https://bench.example"
language = "en"
theme = "bench"
updated = "2025-12-31"
[limits]
description_max = 400
"#;

/// `structure.toml` without taxonomies, shared by both themes.
pub const STRUCTURE: &str = r#"[[collection]]
name = "pages"
dir = "pages"
schema = "schemas/page.json"
route = "/{path}"
template = "list.html"

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

/// Schema of pages and posts, shared by both themes.
pub const SCHEMA: &str = r#"{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "additionalProperties": false,
  "required": ["title", "description"],
  "properties": {
    "title": { "type": "string", "minLength": 1 },
    "description": { "type": "string", "minLength": 20 },
    "template": { "type": "string" },
    "date": { "type": "string", "format": "date" },
    "category": { "type": "string" },
    "sector": { "type": "string" },
    "region": { "type": "string" },
    "form": { "type": "string" },
    "size": { "type": "string" }
  }
}"#;

const BASE: &str = r#"<!doctype html>
<html lang="{{ page.lang }}">
<head>
<meta charset="utf-8">
<title>{{ page.meta.title }}</title>
<meta name="description" content="{{ page.meta.description }}">
<link rel="canonical" href="{{ page.permalink }}">
<link rel="alternate" type="application/atom+xml" href="/feed.xml">
</head>
<body>
<header><nav><a href="/">Home</a>{% for term in taxonomy(name="category") %} <a href="{{ term.url }}">{{ term.name }} ({{ term.count }})</a>{% endfor %}</nav></header>
<main>{% block main %}{% endblock main %}</main>
<footer><p>{{ site.name }}</p></footer>
</body>
</html>
"#;

const POST: &str = r##"{% extends "base.html" %}
{% block main %}
<article>
<h1>{{ page.title }}</h1>
<p><time datetime="{{ page.date }}">{{ page.date | date(format="%-d %B %Y") }}</time>, {{ page.category }}, {{ page.reading_minutes }} min</p>
<ul>{% for heading in page.toc %}<li><a href="#{{ heading.id }}">{{ heading.title }}</a></li>{% endfor %}</ul>
{{ page.content }}
</article>
{% endblock main %}
"##;

const LIST: &str = r#"{% extends "base.html" %}
{% block main %}
<h1>{{ page.title }}</h1>
{% for post in page.paginator.items %}
<section><h2><a href="{{ post.url }}">{{ post.title }}</a></h2>
<p><time datetime="{{ post.date }}">{{ post.date | date(format="%-d %B %Y") }}</time>, {{ post.category }}</p>
<p>{{ post.description }}</p></section>
{% endfor %}
<nav>{% if page.paginator.previous_url is defined %}<a href="{{ page.paginator.previous_url }}">Previous</a>{% endif %}
Page {{ page.paginator.number }} of {{ page.paginator.total }}
{% if page.paginator.next_url is defined %}<a href="{{ page.paginator.next_url }}">Next</a>{% endif %}</nav>
{% endblock main %}
"#;

/// Returns the table of `structure.toml` that declares a taxonomy.
pub fn taxonomy(name: &str) -> String {
    format!(
        "\n[[taxonomy]]\nname = \"{name}\"\ncollection = \"posts\"\nfield = \"{name}\"\nroute = \"/{name}/{{slug}}\"\n\
         template = \"list.html\"\ntitle = \"{{term}}\"\nper_page = 6\n\
         description = \"Every post of the {name} {{term}}, the newest first, six to a page.\"\n"
    )
}

/// Writes the plain site for this engine.
pub fn write(folder: &Path, posts: &[Post]) -> Outcome {
    let structure = STRUCTURE.to_owned() + &taxonomy("category");
    let files = [
        ("content/site.toml", SITE),
        ("content/structure.toml", structure.as_str()),
        ("content/schemas/page.json", SCHEMA),
        ("content/pages/index.md", HOME),
        ("public/404.html", NOT_FOUND),
        ("themes/bench/templates/base.html", BASE),
        ("themes/bench/templates/post.html", POST),
        ("themes/bench/templates/list.html", LIST),
        ("themes/bench/styles/main.css", STYLE),
    ];
    write_site(folder, &files, posts, |post| {
        format!("category = \"{}\"", post.category)
    })
}
