//! The realistic site for Hugo, with templates that do the same work as this engine's.

use std::path::Path;

use super::{Entry, ICON, footer, navigation, pages};
use crate::bench::corpus::{Post, write_site};
use crate::bench::plain::hugo::{ATOM, SECTION};
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
[outputFormats.Atom]
mediaType = "application/atom+xml"
baseName = "feed"
[mediaTypes."application/atom+xml"]
suffixes = ["xml"]
[markup.goldmark.renderer]
unsafe = true
[markup.highlight]
codeFences = false
[sitemap]
filename = "sitemap.xml"
"#;

const BASE: &str = r##"<!doctype html>
<html lang="{{ site.Language.Lang }}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ .Title }} - {{ site.Title }}</title>
<meta name="description" content="{{ .Description }}">
<link rel="canonical" href="{{ .Permalink }}">
<meta property="og:type" content="website">
<meta property="og:title" content="{{ .Title }} - {{ site.Title }}">
<meta property="og:description" content="{{ .Description }}">
<meta property="og:url" content="{{ .Permalink }}">
<meta property="og:site_name" content="{{ site.Title }}">
<meta property="og:image" content="{{ site.BaseURL }}card.svg">
<meta name="twitter:card" content="summary_large_image">
<meta name="theme-color" content="#123456">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/styles/main.css">
<link rel="alternate" type="application/atom+xml" href="/feed.xml">
</head>
<body class="site">
<a class="skip-link" href="#content">Skip to the content</a>
<header class="site-header">
<a class="site-logo" href="/"><img src="/icon.svg" alt="{{ site.Title }}" width="32" height="32"></a>
<nav class="site-nav" aria-label="Main">
<ul class="nav-list">
{{ $url := strings.TrimSuffix "/" .RelPermalink | default "/" }}{{ $category := "" }}{{ with .Params.category }}{{ $category = index . 0 }}{{ end }}{{ range site.Menus.main }}<li class="nav-item"><a class="nav-link" href="{{ .URL }}"{{ if or (eq .URL $url) (eq .Name $category) }} aria-current="page"{{ end }}>{{ .Name }}</a></li>
{{ end }}</ul>
</nav>
</header>
<main id="content">
{{ block "main" . }}{{ end }}
</main>
<footer class="site-footer">
COLUMNS<p>{{ site.Title }}</p>
</footer>
</body>
</html>
"##;

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
    let menu = |name: &str, entries: &[Entry]| {
        let entries = entries.iter().enumerate();
        let tables = entries.map(|(index, (label, url))| {
            let weight = index + 1;
            format!("[[menus.{name}]]\nname = \"{label}\"\nurl = \"{url}\"\nweight = {weight}\n")
        });
        tables.collect::<String>()
    };
    let columns = footer();
    let menus = columns.iter().map(|(name, entries)| menu(name, entries));
    let config = CONFIG.to_owned() + &menu("main", &navigation()) + &menus.collect::<String>();
    let columns = columns.iter().map(|(name, _)| COLUMN.replace("NAME", name));
    let base = BASE.replace("COLUMNS", &columns.collect::<String>());
    // The page of a term lists only the term's pages.
    let term = LIST.replace("(where .Site.RegularPages \"Section\" \"posts\")", ".Pages");
    let pages: Vec<(String, String)> = pages()
        .map(|(slug, text)| (format!("content/{slug}.md"), text))
        .collect();
    let mut files = vec![
        ("hugo.toml", config.as_str()),
        ("layouts/baseof.html", &base),
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
    files.extend(
        pages
            .iter()
            .map(|(path, text)| (path.as_str(), text.as_str())),
    );
    write_site(folder, &files, posts, |post| {
        let (category, (taxonomy, term)) = (post.category, post.topic);
        let slug = &post.slug;
        format!("slug = \"{slug}\"\ncategory = [\"{category}\"]\n{taxonomy} = [\"{term}\"]")
    })
}
