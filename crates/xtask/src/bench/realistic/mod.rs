//! The realistic theme, which has what real sites have: a head for search engines and social networks, a navigation of forty
//! links with the current entry marked, a footer of five columns, list pages of six cards, five paginated taxonomies, a feed
//! and a sitemap.

pub mod hugo;
pub mod ours;
pub mod zola;

use super::corpus::CATEGORIES;

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

/// Returns the slug and the text of each page that is neither the home page nor a post. They are the same for every engine.
fn pages() -> impl Iterator<Item = (String, String)> {
    let count = ENTRIES - CATEGORIES.len() - 1;
    (1..=count).map(|number| {
        let title = page_title(number);
        let text = format!(
            "+++\ntitle = \"{title}\"\ndescription = \"{title} of this site says what the firm does, and for whom it does it.\"\n+++\n\
             What the firm does, and for whom.\n\n## How it works\n\nOne step after the other.\n"
        );
        (page_slug(number), text)
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
