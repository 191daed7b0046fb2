//! The summary of a plan, worded for the people of the firm: what changes, on which pages, and from what to what.

use std::collections::BTreeMap;
use std::fmt;

use jiff::SignedDuration;

use crate::difference::differences;
use crate::page_text::lines;
use crate::plan::Plan;
use crate::release::{Manifest, PRIVATE};

/// Maximum number of items in a list. Only deletions are always listed in full.
const NAMED: usize = 12;

/// What a plan changes, in lines of words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    /// Line about the new pages; empty if there are none.
    pub new: String,
    /// Number of pages that change.
    pub changed: usize,
    /// Lines about what changes on these pages.
    pub changes: Vec<String>,
    /// Lines about what is written and deleted besides.
    pub steps: String,
}

impl fmt::Display for Summary {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.new)?;
        if self.changed > 0 {
            writeln!(formatter, "{} changed:", counted(self.changed, "page"))?;
        }
        for change in &self.changes {
            writeln!(formatter, "  {change}")?;
        }
        formatter.write_str(&self.steps)
    }
}

/// Returns the summary. `compared` contains the HTML of the changed pages before and after the change, by path.
pub fn summary(
    plan: &Plan,
    wanted: &Manifest,
    compared: &BTreeMap<String, (String, String)>,
    grace: SignedDuration,
) -> Summary {
    let address = |path: &String| {
        let entry = wanted.files.get(path);
        entry
            .and_then(|entry| entry.address.clone())
            .unwrap_or_else(|| format!("/{path}"))
    };
    let is_page = |path: &&String| path.ends_with(".html");
    let mut text = String::new();

    let new: Vec<String> = plan.new.iter().filter(is_page).map(address).collect();
    list(&mut text, &new, "new page", "");
    let new = std::mem::take(&mut text);
    let changed: Vec<&String> = plan.changed.iter().filter(is_page).collect();
    let changes = changes(&changed, compared, address);
    let other = plan
        .new
        .iter()
        .chain(&plan.changed)
        .filter(|path| !path.ends_with(".html"))
        .map(address)
        .collect::<Vec<_>>();
    list(&mut text, &other, "other file", " to write");
    if !plan.assets.is_empty() {
        text.push_str(&format!(
            "{} to upload first: styles, scripts, pictures\n",
            counted(plan.assets.len(), "new asset")
        ));
    }
    let rules: Vec<String> = plan
        .routes
        .iter()
        .filter(|(_, to)| !to.starts_with("200 "))
        .map(|(from, to)| {
            if from == "*" {
                "rewrites".to_owned()
            } else {
                format!("{from} redirects to {}", to.get(4..).unwrap_or(to))
            }
        })
        .collect();
    list(&mut text, &rules, "routing rule", " to set");
    let removed: Vec<String> = plan
        .routes_removed
        .iter()
        .filter(|from| !from.is_empty())
        .cloned()
        .collect();
    list(
        &mut text,
        &removed,
        "address",
        " to remove from the route table",
    );
    let later: Vec<String> = plan
        .out_of_use
        .iter()
        .filter(|(key, _)| !key.starts_with(PRIVATE))
        .filter_map(|(key, since)| {
            let when = since.checked_add(grace).ok()?;
            let when = when.strftime("%-d %B %Y, %H:%M UTC");
            Some(format!("{} ({when})", shown(key)))
        })
        .collect();
    list(
        &mut text,
        &later,
        "file",
        " no longer in use, to be deleted by a later run",
    );
    if !plan.deleted.is_empty() {
        text.push_str(&format!(
            "{} to delete now:\n",
            counted(plan.deleted.len(), "file")
        ));
        for key in &plan.deleted {
            text.push_str(&format!("  {}\n", shown(key)));
        }
    }
    let uploads = plan.assets.len() + plan.copies.len() + plan.new.len() + plan.changed.len();
    text.push_str(&format!(
        "{}, {}\n",
        counted(uploads, "upload"),
        if plan.invalid.first().is_some_and(|path| path == "/*") {
            "the whole CDN cache to clear".to_owned()
        } else {
            counted(plan.invalid.len(), "address") + " to clear from the CDN's cache"
        }
    ));
    Summary {
        new,
        changed: changed.len(),
        changes,
        steps: text,
    }
}

/// Returns the name of an object in the summary: the address of a page, or the key of anything else.
fn shown(key: &str) -> String {
    let name = match (key.strip_suffix("/index.html"), key.strip_suffix(".html")) {
        (Some(folder), _) => format!("/{folder}/"),
        (None, Some(page)) => format!("/{page}"),
        (None, None) => key.to_owned(),
    };
    // Another program may have written any key, and a terminal would obey what is in it.
    if name.contains(char::is_control) {
        name.escape_debug().to_string()
    } else {
        name
    }
}

/// Adds a line with a list, such as "3 new pages: /a, /b and 1 more", to `text`. Adds nothing if there are no items.
fn list(text: &mut String, items: &[String], what: &str, rest: &str) {
    if items.is_empty() {
        return;
    }
    text.push_str(&format!(
        "{}{rest}: {}",
        counted(items.len(), what),
        items[..items.len().min(NAMED)].join(", ")
    ));
    if items.len() > NAMED {
        text.push_str(&format!(" and {} more", items.len() - NAMED));
    }
    text.push('\n');
}

/// Returns a count with its noun: "1 page", "2 pages", "2 addresses".
fn counted(count: usize, what: &str) -> String {
    let ending = match (count, what.ends_with('s')) {
        (1, _) => "",
        (_, true) => "es",
        (_, false) => "s",
    };
    format!("{count} {what}{ending}")
}

/// Returns the lines that describe the changes on `pages`. A change that several pages share is listed once.
fn changes(
    pages: &[&String],
    compared: &BTreeMap<String, (String, String)>,
    address: impl Fn(&String) -> String,
) -> Vec<String> {
    let mut described = Vec::new();
    let mut by_change: BTreeMap<(String, String), Vec<(String, String)>> = BTreeMap::new();
    let mut markup: Vec<String> = Vec::new();
    let mut order: Vec<(String, String)> = Vec::new();
    for path in pages {
        let Some((before, after)) = compared.get(*path) else {
            markup.push(address(path));
            continue;
        };
        let differences = differences(&lines(before), &lines(after));
        if differences.is_empty() {
            markup.push(address(path));
        }
        for change in differences {
            let key = (change.before, change.after);
            if !by_change.contains_key(&key) {
                order.push(key.clone());
            }
            by_change
                .entry(key)
                .or_default()
                .push((address(path), change.heading));
        }
    }
    let more = order.len().saturating_sub(NAMED);
    for key in order.into_iter().take(NAMED) {
        let places = &by_change[&key];
        let place = match places.as_slice() {
            [(page, heading)] if heading.is_empty() => page.clone(),
            [(page, heading)] => format!("{page}, “{heading}”"),
            [(page, _), ..] => format!("{page} and {}", counted(places.len() - 1, "other page")),
            [] => String::new(),
        };
        let (before, after) = (short(&key.0), short(&key.1));
        let what = match (before.is_empty(), after.is_empty()) {
            (true, _) => format!("“{after}” was added"),
            (_, true) => format!("“{before}” was removed"),
            _ => format!("“{before}” became “{after}”"),
        };
        described.push(format!("{place}: {what}"));
    }
    if more > 0 {
        described.push(format!("and {}", counted(more, "other change")));
    }
    let rest = " with the same text, but other markup or file names";
    let mut text = String::new();
    list(&mut text, &markup, "page", rest);
    described.extend(text.lines().map(str::to_owned));
    described
}

/// Returns the first 90 characters of a text, with an ellipsis if there are more.
fn short(text: &str) -> String {
    match text.char_indices().nth(90) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes_of(before: &str, after: &str) -> Vec<String> {
        let compared = BTreeMap::from([(
            "contact.html".to_owned(),
            (before.to_owned(), after.to_owned()),
        )]);
        changes(&[&"contact.html".to_owned()], &compared, |path| {
            format!("/{}", path.trim_end_matches(".html"))
        })
    }

    #[test]
    fn changes_in_words() {
        for (before, after, expected) in [
            (
                "<h2>Mumbai</h2><p>Phone: <a href='tel:1'>+91 91234 56789</a></p><p>x</p>",
                "<h2>Mumbai</h2><p>Phone: <a href='tel:2'>+91 91234 99999</a></p><p>x</p>",
                &["/contact, “Mumbai”: “+91 91234 56789” became “+91 91234 99999”"][..],
            ),
            (
                "<p>a</p><p>b</p>",
                "<p>a</p><p>new</p><p>b</p>",
                &["/contact: “new” was added"],
            ),
            (
                "<p>a</p><p>old</p><p>b</p>",
                "<p>a</p><p>b</p>",
                &["/contact: “old” was removed"],
            ),
            (
                "<p>a</p><link href=/x-A.css>",
                "<p>a</p><link href=/x-B.css>",
                &["1 page with the same text, but other markup or file names: /contact"],
            ),
            (
                "<script>1</script><p>a",
                "<script>2</script><p>b",
                &["/contact: “a” became “b”"],
            ),
            (
                "<h2><a href=/m>Mumbai</a><br><span>office</span></h2><p>a</p>",
                "<h2><a href=/m>Mumbai</a><br><span>office</span></h2><p>b</p>",
                &["/contact, “Mumbai office”: “a” became “b”"],
            ),
            (
                "<p>1 Mill Road<br>Mumbai</p>",
                "<p>1 Mill Road<br>Pune</p>",
                &["/contact: “Mill Road Mumbai” became “Mill Road Pune”"],
            ),
            (
                "",
                "<p>1 Mill Road<br/>Pune</p>",
                &["/contact: “1 Mill Road Pune” was added"],
            ),
            ("", "<h1>Hello</h1>", &["/contact: “Hello” was added"]),
            (
                "<h2>Old</h2><p>a</p>",
                "<h2>New</h2><p>b</p>",
                &[
                    "/contact: “Old” became “New”",
                    "/contact, “New”: “a” became “b”",
                ],
            ),
            (
                "<h2>a</h2><h2>b <i>c</i></h2><p>d</p>",
                "<h2>a</h2><p>d</p>",
                &["/contact: “b c” was removed"],
            ),
            (
                "<h2>a</h2>",
                "<h2>a</h2><h3><div>b</div><div>c</div></h3><p>d</p>",
                &[
                    "/contact: “b” was added",
                    "/contact: “c” was added",
                    "/contact, “b c”: “d” was added",
                ],
            ),
        ] {
            assert_eq!(changes_of(before, after), expected);
        }
    }
}
