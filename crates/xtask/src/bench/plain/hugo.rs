//! The plain site for Hugo, with templates that do the same work as this engine's.

use std::path::Path;

use super::HOME;
use crate::bench::corpus::{Post, write_site};
use crate::run::Outcome;

const CONFIG: &str = r#"baseURL = "https://bench.example/"
title = "Bench"
locale = "en"
enableGitInfo = false
disableKinds = ["RSS"]
[taxonomies]
category = "categories"
[permalinks]
posts = "/posts/:slug/"
[pagination]
pagerSize = 6
[outputs]
home = ["HTML", "Atom"]
section = ["HTML"]
term = ["HTML"]
taxonomy = []
"#;

/// End of `hugo.toml`, shared by both themes.
pub const FORMATS: &str = r#"[outputFormats.Atom]
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

const BASE: &str = r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{{ .Title }} - {{ site.Title }}</title>
<meta name="description" content="{{ .Description }}">
<link rel="canonical" href="{{ .Permalink }}">
<link rel="alternate" type="application/atom+xml" href="/feed.xml">
</head>
<body>
<header><nav><a href="/">Home</a>{{ range site.Taxonomies.categories }} <a href="{{ .Page.RelPermalink }}">{{ .Page.Title }} ({{ .Count }})</a>{{ end }}</nav></header>
<main>{{ block "main" . }}{{ end }}</main>
<footer><p>{{ site.Title }}</p></footer>
</body>
</html>
"#;

const SINGLE: &str = r#"{{ define "main" }}
<article>
<h1>{{ .Title }}</h1>
<p><time datetime="{{ .Date.Format "2006-01-02" }}">{{ .Date.Format "2 January 2006" }}</time>, {{ index .Params.categories 0 }}, {{ .ReadingTime }} min</p>
{{ .TableOfContents }}
{{ .Content }}
</article>
{{ end }}
"#;

const LIST: &str = r#"{{ define "main" }}
<h1>{{ .Title }}</h1>
{{ $paginator := .Paginate (where .Site.RegularPages "Section" "posts") }}
{{ range $paginator.Pages }}
<section><h2><a href="{{ .RelPermalink }}">{{ .Title }}</a></h2>
<p><time datetime="{{ .Date.Format "2006-01-02" }}">{{ .Date.Format "2 January 2006" }}</time>, {{ index .Params.categories 0 }}</p>
<p>{{ .Description }}</p></section>
{{ end }}
<nav>{{ if $paginator.HasPrev }}<a href="{{ $paginator.Prev.URL }}">Previous</a>{{ end }}
Page {{ $paginator.PageNumber }} of {{ $paginator.TotalPages }}
{{ if $paginator.HasNext }}<a href="{{ $paginator.Next.URL }}">Next</a>{{ end }}</nav>
{{ end }}
"#;

/// Template of the feed, shared by both themes.
pub const ATOM: &str = r#"{{ printf "<?xml version=\"1.0\" encoding=\"utf-8\"?>" | safeHTML }}
<feed xmlns="http://www.w3.org/2005/Atom"><title>{{ site.Title }}</title><id>{{ .Permalink }}</id>
{{ range first 20 (where site.RegularPages "Section" "posts") }}<entry><title>{{ .Title }}</title><id>{{ .Permalink }}</id><updated>{{ .Date.Format "2006-01-02T15:04:05Z07:00" }}</updated><summary>{{ .Description }}</summary><content type="html">{{ .Content | html }}</content></entry>
{{ end }}</feed>
"#;

/// Front matter of the folder of posts, which is not rendered. The home page already lists the posts, and this engine renders no
/// second list either.
pub const SECTION: &str = "+++\ntitle = \"Posts\"\n[build]\nrender = \"never\"\n+++\n";

/// Writes the plain site for Hugo.
pub fn write(folder: &Path, posts: &[Post]) -> Outcome {
    // The page of a category lists only the posts of that category.
    let term = LIST.replace("(where .Site.RegularPages \"Section\" \"posts\")", ".Pages");
    let config = CONFIG.to_owned() + FORMATS;
    let files = [
        ("hugo.toml", config.as_str()),
        ("layouts/baseof.html", BASE),
        ("layouts/single.html", SINGLE),
        ("layouts/list.html", LIST),
        ("layouts/term.html", &term),
        ("layouts/home.atom.xml", ATOM),
        ("content/_index.md", HOME),
        ("content/posts/_index.md", SECTION),
    ];
    write_site(folder, &files, posts, |post| {
        format!(
            "slug = \"{}\"\ncategories = [\"{}\"]",
            post.slug, post.category
        )
    })
}
