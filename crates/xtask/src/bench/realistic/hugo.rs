//! The realistic site for Hugo, with templates that do the same work as this engine's.

use std::path::Path;

use super::{ICON, base, menus, write_pages};
use crate::bench::corpus::{Post, write_site};
use crate::bench::plain::hugo::{ATOM, FORMATS, SECTION};
use crate::bench::plain::{HOME, NOT_FOUND, STYLE};
use crate::run::Outcome;

const CONFIG: &str = r#"baseURL = "https://bench.example/"
title = "Bench"
locale = "en"
enableGitInfo = false
titleCaseStyle = "none"
capitalizeListTitles = false
disableKinds = ["RSS", "taxonomy"]
[taxonomies]
category = "category"
sector = "sector"
region = "region"
form = "form"
size = "size"
[permalinks]
posts = "/posts/:slug/"
[pagination]
pagerSize = 6
disableAliases = true
[outputs]
home = ["HTML", "Atom"]
section = ["HTML"]
term = ["HTML"]
"#;

/// Hugo's code in the base template.
const CODE: [(&str, &str); 9] = [
    ("lang", "{{ site.Language.Lang }}"),
    ("title", "{{ .Title }} - {{ site.Title }}"),
    ("description", "{{ .Description }}"),
    ("url", "{{ .Permalink }}"),
    ("site", "{{ site.Title }}"),
    ("image", "{{ site.BaseURL }}card.svg"),
    ("style", "/assets/styles/main.css"),
    ("navigation", NAVIGATION),
    ("main", r#"{{ block "main" . }}{{ end }}"#),
];

const NAVIGATION: &str = r#"{{ $url := strings.TrimSuffix "/" .RelPermalink | default "/" }}{{ $category := "" }}{{ with .Params.category }}{{ $category = index . 0 }}{{ end }}{{ range site.Menus.main }}<li class="nav-item"><a class="nav-link" href="{{ .URL }}"{{ if or (eq .URL $url) (eq .Name $category) }} aria-current="page"{{ end }}>{{ .Name }}</a></li>
{{ end }}"#;

const COLUMN: &str = r#"<section class="footer-column"><h2>NAME</h2><ul class="footer-list">
{{ range site.Menus.NAME }}<li><a class="footer-link" href="{{ .URL }}">{{ .Name }}</a></li>
{{ end }}</ul></section>
"#;

const PAGE: &str = r#"{{ define "main" }}<article class="page">
<h1>{{ .Title }}</h1>
{{ .Content }}
</article>
{{ end }}
"#;

const POST: &str = r#"{{ define "main" }}<article class="post">
<header class="post-header">
<h1>{{ .Title }}</h1>
<p class="post-meta"><time datetime="{{ .Date.Format "2006-01-02" }}">{{ .Date.Format "2 January 2006" }}</time>, {{ index .Params.category 0 }}, {{ .ReadingTime }} min</p>
</header>
{{ .TableOfContents }}
<div class="post-content">
{{ .Content }}
</div>
</article>
{{ end }}
"#;

const LIST: &str = r#"{{ define "main" }}<h1>{{ .Title }}</h1>
{{ $paginator := .Paginate (where .Site.RegularPages "Section" "posts") }}
<div class="cards">
{{ range $paginator.Pages }}<article class="card">
<a class="card-picture" href="{{ .RelPermalink }}" tabindex="-1"><img src="/card.svg" alt="" width="320" height="180" loading="lazy"></a>
<h2 class="card-title"><a href="{{ .RelPermalink }}">{{ .Title }}</a></h2>
<p class="card-meta"><time datetime="{{ .Date.Format "2006-01-02" }}">{{ .Date.Format "2 January 2006" }}</time>, {{ index .Params.category 0 }}, {{ .ReadingTime }} min</p>
<p class="card-text">{{ .Description }}</p>
</article>
{{ end }}</div>
<nav class="pages" aria-label="Pages">{{ if $paginator.HasPrev }}<a href="{{ $paginator.Prev.URL }}">Previous</a>{{ end }}
Page {{ $paginator.PageNumber }} of {{ $paginator.TotalPages }}
{{ if $paginator.HasNext }}<a href="{{ $paginator.Next.URL }}">Next</a>{{ end }}</nav>
{{ end }}
"#;

/// Writes the realistic site for Hugo.
pub fn write(folder: &Path, posts: &[Post]) -> Outcome {
    let menus = menus(|menu, (label, url), place| {
        format!("[[menus.{menu}]]\nname = \"{label}\"\nurl = \"{url}\"\nweight = {place}\n")
    });
    let config = format!("{CONFIG}{FORMATS}{menus}");
    // The page of a term lists only the term's pages.
    let term = LIST.replace("(where .Site.RegularPages \"Section\" \"posts\")", ".Pages");
    let files = [
        ("hugo.toml", config.as_str()),
        ("layouts/baseof.html", &base(&CODE, COLUMN)),
        ("layouts/single.html", PAGE),
        ("layouts/posts/single.html", POST),
        ("layouts/list.html", LIST),
        ("layouts/term.html", &term),
        ("layouts/home.atom.xml", ATOM),
        ("content/_index.md", HOME),
        ("content/posts/_index.md", SECTION),
        ("static/404.html", NOT_FOUND),
        ("static/icon.svg", ICON),
        ("static/card.svg", ICON),
        ("static/assets/styles/main.css", STYLE),
    ];
    write_site(folder, &files, posts, |post| {
        let (category, (taxonomy, term)) = (post.category, post.topic);
        let slug = &post.slug;
        format!("slug = \"{slug}\"\ncategory = [\"{category}\"]\n{taxonomy} = [\"{term}\"]")
    })?;
    write_pages(&folder.join("content"), |_| String::new())
}
