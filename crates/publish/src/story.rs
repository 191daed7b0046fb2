//! The plan in words that a partner of the firm can judge: what changes, where, from what to what.

use std::collections::BTreeMap;

use html5gum::{DefaultEmitter, Token, Tokenizer};
use jiff::SignedDuration;

use crate::plan::Plan;
use crate::release::{Manifest, PRIVATE};

/// How many pages are named of each kind, and how many changes of each.
const NAMED: usize = 12;

/// A change of a page's text: below which heading, from what, to what.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Change {
    heading: String,
    before: String,
    after: String,
}

/// The plan as text. `compared` holds pages before and after.
pub fn tell(
    plan: &Plan,
    wanted: &Manifest,
    compared: &BTreeMap<String, (String, String)>,
    grace: SignedDuration,
) -> String {
    let address = |path: &String| {
        let entry = wanted.files.get(path);
        entry
            .and_then(|entry| entry.address.clone())
            .unwrap_or_else(|| format!("/{path}"))
    };
    let is_page = |path: &&String| path.ends_with(".html");
    let mut text = String::new();

    let new: Vec<String> = plan.new.iter().filter(is_page).map(address).collect();
    list(&mut text, &new, "new page", "", "");
    let changed: Vec<&String> = plan.changed.iter().filter(is_page).collect();
    if !changed.is_empty() {
        text.push_str(&format!("{} changed:\n", counted(changed.len(), "page")));
        text.push_str(&changes(&changed, compared, address));
    }
    let other = plan
        .new
        .iter()
        .chain(&plan.changed)
        .filter(|path| !path.ends_with(".html"))
        .map(address)
        .collect::<Vec<_>>();
    list(&mut text, &other, "other file", " to write", "");
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
                format!("{from} leads to {}", to.get(4..).unwrap_or(to))
            }
        })
        .collect();
    list(&mut text, &rules, "rule", " for addresses to set", "");
    let gone: Vec<String> = plan
        .routes_removed
        .iter()
        .filter(|from| !from.is_empty())
        .cloned()
        .collect();
    list(&mut text, &gone, "address", " to take out of the table", "");

    let retired = |key: &&String| key.ends_with(".html") && !key.starts_with(PRIVATE);
    let vanishing: Vec<String> = plan
        .deleted
        .iter()
        .filter(retired)
        .map(|path| format!("/{}", path.trim_end_matches(".html")))
        .collect();
    list(&mut text, &vanishing, "page", " to vanish now", "");
    let later: Vec<String> = plan
        .out_of_use
        .iter()
        .filter(|(key, _)| retired(key))
        .filter_map(|(path, since)| {
            let when = since
                .checked_add(grace)
                .ok()?
                .strftime("%-d %B %Y, %H:%M UTC")
                .to_string();
            Some(format!("/{} ({when})", path.trim_end_matches(".html")))
        })
        .collect();
    list(
        &mut text,
        &later,
        "page",
        " no longer part of the site, to vanish after the grace period",
        "",
    );
    let files = plan.deleted.len() - vanishing.len();
    if files > 0 {
        text.push_str(&format!(
            "{} out of use to delete\n",
            counted(files, "file")
        ));
    }
    let requests = plan.assets.len() + plan.copies.len() + plan.new.len() + plan.changed.len();
    text.push_str(&format!(
        "{}, {}\n",
        counted(requests, "upload"),
        if plan.invalid.first().is_some_and(|path| path == "/*") {
            "the whole CDN cache to clear".to_owned()
        } else {
            counted(plan.invalid.len(), "address") + " for the CDN to forget"
        }
    ));
    text
}

/// "3 new pages: /a, /b and 1 more".
fn list(text: &mut String, items: &[String], what: &str, rest: &str, indent: &str) {
    if items.is_empty() {
        return;
    }
    text.push_str(&format!(
        "{indent}{}{rest}: {}",
        counted(items.len(), what),
        items[..items.len().min(NAMED)].join(", ")
    ));
    if items.len() > NAMED {
        text.push_str(&format!(" and {} more", items.len() - NAMED));
    }
    text.push('\n');
}

/// "1 page", "2 pages", "2 addresses".
fn counted(count: usize, what: &str) -> String {
    let ending = match (count, what.ends_with('s')) {
        (1, _) => "",
        (_, true) => "es",
        (_, false) => "s",
    };
    format!("{count} {what}{ending}")
}

/// What changes on which pages; the same change of many pages is told once.
fn changes(
    pages: &[&String],
    compared: &BTreeMap<String, (String, String)>,
    address: impl Fn(&String) -> String,
) -> String {
    let mut text = String::new();
    let mut by_change: BTreeMap<(String, String), Vec<(String, String)>> = BTreeMap::new();
    let mut markup: Vec<String> = Vec::new();
    let mut order: Vec<(String, String)> = Vec::new();
    for path in pages {
        let Some((before, after)) = compared.get(*path) else {
            markup.push(address(path));
            continue;
        };
        let found = differences(&lines(before), &lines(after));
        if found.is_empty() {
            markup.push(address(path));
        }
        for change in found {
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
            (_, true) => format!("“{before}” was taken out"),
            _ => format!("“{before}” became “{after}”"),
        };
        text.push_str(&format!("  {place}: {what}\n"));
    }
    if more > 0 {
        text.push_str(&format!("  and {}\n", counted(more, "other change")));
    }
    list(
        &mut text,
        &markup,
        "page",
        " with the same text, other markup or addresses of files",
        "  ",
    );
    text
}

/// The text of a page, line by line, each with the heading above it.
fn lines(html: &str) -> Vec<(String, String)> {
    const INLINE: [&str; 17] = [
        "a", "abbr", "b", "bdi", "br", "code", "em", "i", "kbd", "mark", "s", "small", "span",
        "strong", "sub", "sup", "time",
    ];
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let mut found = Vec::new();
    let mut line = String::new();
    let mut heading = String::new();
    let mut hidden = 0_usize;
    // The heading that is being read, whatever stands in it.
    let mut title: Option<String> = None;
    for token in Tokenizer::new_with_emitter(html, emitter) {
        let Ok::<Token, _>(token) = token;
        match token {
            Token::StartTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name).into_owned();
                if !INLINE.contains(&name.as_str()) {
                    flush(&mut line, &heading, &mut found);
                }
                if ["script", "style", "svg", "template"].contains(&name.as_str())
                    && !tag.self_closing
                {
                    hidden += 1;
                }
                if name == "br" {
                    line.push(' ');
                    if let Some(title) = &mut title {
                        title.push(' ');
                    }
                }
                if is_heading(&name) {
                    title = Some(String::new());
                }
            }
            Token::EndTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name).into_owned();
                if ["script", "style", "svg", "template"].contains(&name.as_str()) {
                    hidden = hidden.saturating_sub(1);
                }
                if is_heading(&name)
                    && let Some(title) = title.take()
                {
                    heading = title.split_whitespace().collect::<Vec<_>>().join(" ");
                }
                if !INLINE.contains(&name.as_str()) {
                    flush(&mut line, &heading, &mut found);
                }
            }
            Token::String(text) if hidden == 0 => {
                let text = String::from_utf8_lossy(&text);
                line.push_str(&text);
                if let Some(title) = &mut title {
                    title.push_str(&text);
                }
            }
            _ => {}
        }
    }
    flush(&mut line, &heading, &mut found);
    found
}

fn is_heading(name: &str) -> bool {
    matches!(name.as_bytes(), [b'h', b'1'..=b'6'])
}

fn flush(line: &mut String, heading: &str, found: &mut Vec<(String, String)>) {
    let text = line.split_whitespace().collect::<Vec<_>>().join(" ");
    line.clear();
    if !text.is_empty() {
        found.push((heading.to_owned(), text));
    }
}

/// Lines that differ, after those that begin and end alike. A replaced line shows only its words that differ.
fn differences(before: &[(String, String)], after: &[(String, String)]) -> Vec<Change> {
    let mut found = Vec::new();
    let (mut left, mut right) = (0, 0);
    while left < before.len() || right < after.len() {
        let (Some(old), Some(new)) = (before.get(left), after.get(right)) else {
            if let Some((heading, text)) = before.get(left) {
                found.push(Change {
                    heading: heading.clone(),
                    before: text.clone(),
                    after: String::new(),
                });
                left += 1;
            } else if let Some((heading, text)) = after.get(right) {
                found.push(Change {
                    heading: heading.clone(),
                    before: String::new(),
                    after: text.clone(),
                });
                right += 1;
            }
            continue;
        };
        if old.1 == new.1 {
            left += 1;
            right += 1;
            continue;
        }
        let ahead = |lines: &[(String, String)], from: usize, text: &str| {
            lines
                .iter()
                .skip(from)
                .take(40)
                .position(|(_, line)| line == text)
        };
        match (ahead(before, left, &new.1), ahead(after, right, &old.1)) {
            (Some(skip), None) => {
                for (heading, text) in &before[left..left + skip] {
                    found.push(Change {
                        heading: heading.clone(),
                        before: text.clone(),
                        after: String::new(),
                    });
                }
                left += skip;
            }
            (None, Some(skip)) => {
                for (heading, text) in &after[right..right + skip] {
                    found.push(Change {
                        heading: heading.clone(),
                        before: String::new(),
                        after: text.clone(),
                    });
                }
                right += skip;
            }
            _ => {
                let (was, is) = words(&old.1, &new.1);
                // A heading that changes is no place to look for.
                let heading = if new.0 == new.1 {
                    String::new()
                } else {
                    new.0.clone()
                };
                found.push(Change {
                    heading,
                    before: was,
                    after: is,
                });
                left += 1;
                right += 1;
            }
        }
    }
    found
}

/// The words of two lines without those that both begin and end with, but for two words of context.
fn words(before: &str, after: &str) -> (String, String) {
    let (old, new): (Vec<&str>, Vec<&str>) =
        (before.split(' ').collect(), after.split(' ').collect());
    let shared = old.len().min(new.len());
    let start = (0..shared).take_while(|&at| old[at] == new[at]).count();
    let end = (0..shared - start)
        .take_while(|&at| old[old.len() - 1 - at] == new[new.len() - 1 - at])
        .count();
    let (start, end) = (start.saturating_sub(2), end.saturating_sub(2));
    (
        old[start..old.len() - end].join(" "),
        new[start..new.len() - end].join(" "),
    )
}

/// The first 90 characters.
fn short(text: &str) -> String {
    match text.char_indices().nth(90) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(before: &str, after: &str) -> String {
        let compared = BTreeMap::from([(
            "contact.html".to_owned(),
            (before.to_owned(), after.to_owned()),
        )]);
        changes(&[&"contact.html".to_owned()], &compared, |path| {
            format!("/{}", path.trim_end_matches(".html"))
        })
    }

    #[test]
    fn changes_are_told() {
        for (before, after, expected) in [
            (
                "<h2>Mumbai</h2><p>Phone: <a href='tel:1'>+91 91234 56789</a></p><p>x</p>",
                "<h2>Mumbai</h2><p>Phone: <a href='tel:2'>+91 91234 99999</a></p><p>x</p>",
                "  /contact, “Mumbai”: “+91 91234 56789” became “+91 91234 99999”\n",
            ),
            (
                "<p>a</p><p>b</p>",
                "<p>a</p><p>new</p><p>b</p>",
                "  /contact: “new” was added\n",
            ),
            (
                "<p>a</p><p>old</p><p>b</p>",
                "<p>a</p><p>b</p>",
                "  /contact: “old” was taken out\n",
            ),
            (
                "<p>a</p><link href=/x-A.css>",
                "<p>a</p><link href=/x-B.css>",
                "  1 page with the same text, other markup or addresses of files: /contact\n",
            ),
            (
                "<script>1</script><p>a",
                "<script>2</script><p>b",
                "  /contact: “a” became “b”\n",
            ),
            (
                "<h2><a href=/m>Mumbai</a><br><span>office</span></h2><p>a</p>",
                "<h2><a href=/m>Mumbai</a><br><span>office</span></h2><p>b</p>",
                "  /contact, “Mumbai office”: “a” became “b”\n",
            ),
            (
                "<p>1 Mill Road<br>Mumbai</p>",
                "<p>1 Mill Road<br>Pune</p>",
                "  /contact: “Mill Road Mumbai” became “Mill Road Pune”\n",
            ),
            (
                "",
                "<p>1 Mill Road<br/>Pune</p>",
                "  /contact: “1 Mill Road Pune” was added\n",
            ),
            (
                "",
                "<h1>Hello</h1>",
                "  /contact, “Hello”: “Hello” was added\n",
            ),
        ] {
            assert_eq!(told(before, after), expected);
        }
    }
}
