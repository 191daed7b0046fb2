//! The realistic theme, with the features of real sites: metadata for search engines and social networks, a navigation of forty
//! links with the current entry marked, a footer of five columns, list pages of six cards, five paginated taxonomies, a feed
//! and a sitemap.

pub mod hugo;
pub mod ours;
pub mod zola;

use std::path::Path;

use super::corpus::CATEGORIES;
use crate::files;
use crate::run::Outcome;

/// Number of entries of the navigation.
const ENTRIES: usize = 40;

/// Names of the footer's columns, each of which is a menu.
const COLUMNS: [&str; 5] = ["services", "firm", "guides", "offices", "legal"];
/// Number of entries in a column.
const COLUMN: usize = 8;

/// A menu entry: its label and the URL of its page.
type Entry = (String, String);

/// Returns the navigation: the home page, the categories, and other pages.
fn navigation() -> Vec<Entry> {
    let categories = CATEGORIES.iter().map(|name| {
        let slug = name.to_lowercase().replace(' ', "-");
        ((*name).to_owned(), format!("/category/{slug}"))
    });
    let home = [("Home".to_owned(), "/".to_owned())];
    let entries = home.into_iter().chain(categories);
    let pages = (1..).map(|number| (page_title(number), format!("/{}", page_slug(number))));
    entries.chain(pages).take(ENTRIES).collect()
}

/// Returns the columns of the footer, each with its entries.
fn footer() -> Vec<(&'static str, Vec<Entry>)> {
    let mut entries = navigation().into_iter().cycle().skip(1);
    let columns = COLUMNS.iter();
    columns
        .map(|name| (*name, entries.by_ref().take(COLUMN).collect()))
        .collect()
}

/// Returns the main menu and the columns of the footer as TOML. `table` formats an entry of a menu; its last argument is the
/// position of the entry, counted from 1.
fn menus(table: impl Fn(&str, &Entry, usize) -> String) -> String {
    let menus = std::iter::once(("main", navigation())).chain(footer());
    let tables = menus.map(|(menu, entries)| {
        let entries = entries.iter().zip(1..);
        let tables = entries.map(|(entry, place)| table(menu, entry, place));
        tables.collect::<String>()
    });
    tables.collect()
}

/// Writes the pages that are neither the home page nor a post. They are the same for every engine, except for the lines of front
/// matter that `keys` returns for a page's slug.
fn write_pages(folder: &Path, keys: impl Fn(&str) -> String) -> Outcome {
    for number in 1..ENTRIES - CATEGORIES.len() {
        let (slug, title) = (page_slug(number), page_title(number));
        let text = format!(
            "+++\n{}title = \"{title}\"\ndescription = \"{title} of this site says what the firm does, and for whom it does it.\"\n+++\n\
             What the firm does, and for whom.\n\n## How it works\n\nOne step after the other.\n",
            keys(&slug)
        );
        files::write(&folder.join(slug).with_extension("md"), text)?;
    }
    Ok(())
}

/// The base template. The names between `@` are replaced by the code of each engine.
const BASE: &str = r##"<!doctype html>
<html lang="@lang@">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>@title@</title>
<meta name="description" content="@description@">
<link rel="canonical" href="@url@">
<meta property="og:type" content="website">
<meta property="og:title" content="@title@">
<meta property="og:description" content="@description@">
<meta property="og:url" content="@url@">
<meta property="og:site_name" content="@site@">
<meta property="og:image" content="@image@">
<meta name="twitter:card" content="summary_large_image">
<meta name="theme-color" content="#123456">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="@style@">
<link rel="alternate" type="application/atom+xml" href="/feed.xml">
</head>
<body class="site">
<a class="skip-link" href="#content">Skip to the content</a>
<header class="site-header">
<a class="site-logo" href="/"><img src="/icon.svg" alt="@site@" width="32" height="32"></a>
<nav class="site-nav" aria-label="Main">
<ul class="nav-list">
@navigation@</ul>
</nav>
</header>
<main id="content">
@main@
</main>
<footer class="site-footer">
@columns@<p>@site@</p>
</footer>
</body>
</html>
"##;

/// Returns the base template with an engine's code, and with a copy of `column` for each column of the footer.
fn base(code: &[(&str, &str)], column: &str) -> String {
    let columns = COLUMNS.map(|name| column.replace("NAME", name)).concat();
    let base = BASE.replace("@columns@", &columns);
    code.iter().fold(base, |base, (name, code)| {
        base.replace(&format!("@{name}@"), code)
    })
}

fn page_title(number: usize) -> String {
    format!("About us, part {number}")
}

fn page_slug(number: usize) -> String {
    format!("about-{number:02}")
}

const ICON: &str =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path d=\"M1 1h7v7H1z\"/></svg>";
