//! over-budget: a page costs its visitors more bytes than it may.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use diagnostic::{Code, Diagnostic, Place, Severity, did_you_mean};
use rayon::prelude::*;
use regex::Regex;

use crate::inspection::Inspection;
use crate::markup::Markup;
use crate::rule::Rule;
use crate::scope::When;
use crate::settings::{Budget, Encoding, is_meant};
use crate::unicode_range::code_points;

pub static RULE: Rule = Rule {
    when: When::Check,
    codes: &[&OVER_BUDGET, &UNUSED_BUDGET],
    check,
};

/// `over-budget`
pub static OVER_BUDGET: Code = Code {
    name: "over-budget",
    severity: Severity::Error,
    summary: "a page costs its visitors more bytes than its budget allows",
    why: "On a cheap phone and a slow line every 100 kB are seconds before anything can be read or pressed.",
    example: "a photograph of 4 MB on a page whose budget for pictures is 300 kB",
    fix: "Make the largest files that the message lists smaller; or, if the page is worth it, give it a budget of its own \
              in checks.toml.",
    source: "Core Web Vitals; checks.toml, [[budget]]",
};

/// `unused-budget`
pub static UNUSED_BUDGET: Code = Code {
    name: "unused-budget",
    severity: Severity::Error,
    summary: "a budget names an address that no page has",
    why: "The page that was meant is held to another budget, or to none.",
    example: "[[budget]] pages = [\"/abuot\"]",
    fix: "Write the address of a page, or one that ends in /* for all below it.",
    source: "",
};

/// Budgets of a site that declares none, in bytes as sent by Brotli. A page within them is read in about two seconds on
/// a line of 1.6 Mbit/s, as Lighthouse's slow 4G has it.
fn default_budget() -> Budget {
    Budget {
        pages: vec!["*".to_owned()],
        encoding: Encoding::Brotli,
        html: Some(60_000),
        css: Some(40_000),
        js: Some(120_000),
        fonts: Some(200_000),
        images: Some(1_000_000),
        total: None,
    }
}

/// What a page loads, by kind: path in the output with its bytes.
type Cost<'a> = BTreeMap<&'static str, BTreeMap<&'a str, usize>>;

fn check(site: &Inspection<'_>, found: &mut Vec<Diagnostic>) {
    let declared = &site.settings.budgets;
    let default = [default_budget()];
    let budgets: &[Budget] = if declared.is_empty() {
        &default
    } else {
        declared
    };
    unused(site, declared, found);
    let Ok(links) = Links::new() else { return };
    let pages: Vec<(&str, &str, &Markup)> = site
        .output
        .pages
        .iter()
        .filter_map(|page| Some((page.url(), page.html(), site.markup.get(page.url())?)))
        .collect();
    let loaded: Vec<BTreeMap<&'static str, BTreeSet<&str>>> = pages
        .par_iter()
        .map(|(_, _, page)| loads(site, page, &links))
        .collect();

    let texts: BTreeSet<&str> = loaded
        .iter()
        .flat_map(|kinds| kinds.values().flatten().copied())
        .filter(|path| is_text(path))
        .collect();
    let compressed: HashMap<&str, usize> = texts
        .into_par_iter()
        .filter_map(|path| Some((path, brotli(site.output.files.get(path)?))))
        .collect();

    let results: Vec<Vec<Over>> = pages
        .par_iter()
        .zip(&loaded)
        .filter_map(|((url, html, _), kinds)| {
            let (index, budget) = budgets
                .iter()
                .enumerate()
                .find(|(_, budget)| is_meant(&budget.pages, url))?;
            let raw = budget.encoding == Encoding::Raw;
            let weight = |path: &str| match compressed.get(path) {
                Some(size) if !raw => *size,
                _ => site.output.files.get(path).map_or(0, bytes::Bytes::len),
            };
            let mut cost: Cost<'_> = kinds
                .iter()
                .map(|(kind, paths)| {
                    (
                        *kind,
                        paths.iter().map(|path| (*path, weight(path))).collect(),
                    )
                })
                .collect();
            let size = if raw {
                html.len()
            } else {
                brotli(html.as_bytes())
            };
            cost.insert("HTML", BTreeMap::from([(*url, size)]));
            Some(over(site, url, budget, index, &cost, &links))
        })
        .collect();
    let results = results.into_iter().flatten();
    // The theme's files are the same on every page.
    let of_theme = |one: &Over| declared.is_empty() && matches!(one.0.0, "css" | "js" | "fonts");
    let (of_theme, of_pages): (Vec<Over>, Vec<Over>) = results.partition(of_theme);
    found.extend(of_pages.into_iter().map(|(_, diagnostic)| diagnostic));
    found.extend(most_of_each(of_theme));
}

/// A site that declares no budget is told of the page that is most over each, not of every page.
fn most_of_each(results: Vec<Over>) -> Vec<Diagnostic> {
    let mut most: BTreeMap<Kind, (usize, Diagnostic, usize)> = BTreeMap::new();
    for ((kind, sum), diagnostic) in results {
        let pages = most.get(kind).map_or(0, |(_, _, pages)| *pages);
        let is_more = most.get(kind).is_none_or(|(largest, ..)| sum > *largest);
        if is_more {
            most.insert(kind, (sum, diagnostic, pages + 1));
        } else if let Some(known) = most.get_mut(kind) {
            known.2 += 1;
        }
    }
    let most = most.into_values();
    most.map(|(_, diagnostic, pages)| {
        let diagnostic = diagnostic.help(
            "this is the budget of a site that declares none: a [[budget]] in content/checks.toml sets another",
        );
        match pages - 1 {
            0 => diagnostic,
            1 => diagnostic.help("1 more page is over it as well"),
            more => diagnostic.help(format!("{more} more pages are over it as well")),
        }
    })
    .collect()
}

/// Budgets of addresses that no page has.
fn unused(site: &Inspection<'_>, budgets: &[Budget], found: &mut Vec<Diagnostic>) {
    let plan = site.output.plan;
    // A list has a second page as soon as there is enough to list.
    let lists = site.output.content.structure.paginations.iter();
    let further: Vec<String> = lists
        .map(|list| list.route.replace("{number}", "2"))
        .collect();
    let others = plan.unusable.iter().chain(plan.hidden.keys());
    let known: Vec<&str> = plan
        .routes
        .urls()
        .chain(others.chain(&further).map(String::as_str))
        .collect();
    for (index, budget) in budgets.iter().enumerate() {
        for (number, pattern) in budget.pages.iter().enumerate() {
            let pattern = std::slice::from_ref(pattern);
            if known.iter().any(|url| is_meant(pattern, url)) {
                continue;
            }
            let written = &pattern[0];
            let diagnostic =
                Diagnostic::new(&UNUSED_BUDGET, format!("no page has the address {written}"))
                    .maybe_help(did_you_mean(written, known.iter().copied()));
            let pointer = format!("/budget/{index}/pages/{number}");
            found.push(match site.settings.place(&pointer) {
                Some(place) => diagnostic.at(place, "no such page"),
                None => diagnostic,
            });
        }
    }
}

/// What a budget is of, as `checks.toml` calls it.
type Kind = &'static str;

/// A finding, with what it is of and how much there is.
type Over = ((Kind, usize), Diagnostic);

/// What of a page's cost is over its budget.
fn over(
    site: &Inspection<'_>,
    url: &str,
    budget: &Budget,
    index: usize,
    cost: &Cost<'_>,
    links: &Links,
) -> Vec<Over> {
    let limits = [
        ("HTML", "html", budget.html),
        ("style sheets", "css", budget.css),
        ("scripts", "js", budget.js),
        ("fonts", "fonts", budget.fonts),
        ("pictures", "images", budget.images),
        ("all", "total", budget.total),
    ];
    let counted = if budget.encoding == Encoding::Raw {
        ""
    } else {
        " compressed"
    };
    let mut found = Vec::new();
    for (what, key, limit) in limits {
        let Some(limit) = limit else { continue };
        let mut files: Vec<(&str, usize)> = match key {
            "total" => cost
                .values()
                .flatten()
                .map(|(path, size)| (*path, *size))
                .collect(),
            _ => cost
                .get(what)
                .into_iter()
                .flatten()
                .map(|(path, size)| (*path, *size))
                .collect(),
        };
        let sum: usize = files.iter().map(|(_, size)| size).sum();
        if sum <= limit {
            continue;
        }
        files.sort_by_key(|(path, size)| (std::cmp::Reverse(*size), *path));
        let what = match key {
            "total" => format!("all that {url} loads"),
            _ => format!("{what} of {url}"),
        };
        let message = format!(
            "{what}: {}{counted}, and its budget is {}",
            bytes(sum),
            bytes(limit)
        );
        let mut diagnostic = Diagnostic::new(&OVER_BUDGET, message);
        if key != "html" {
            let largest: Vec<String> = files
                .iter()
                .take(3)
                .map(|(path, size)| format!("{path} ({})", bytes(*size)))
                .collect();
            diagnostic = diagnostic.help(format!("the largest: {}", largest.join(", ")));
        }
        let budget_place = site.settings.place(&format!("/budget/{index}/{key}"));
        diagnostic = match (key, budget_place.clone()) {
            // A picture was put there by somebody; the other kinds come with the theme.
            ("images", _) => {
                site.blamed_picture(diagnostic, url, files.first().map_or("", |(path, _)| path))
            }
            ("css" | "js" | "fonts", Some(place)) => diagnostic.at(place, "the budget"),
            _ => site.blamed_key(diagnostic, url, "title"),
        };
        if let Some(place) = budget_place.filter(|_| matches!(key, "images" | "html" | "total")) {
            diagnostic = diagnostic.related(place, "the budget");
        }
        // Words of another script bring fonts of their own.
        if matches!(key, "fonts" | "total")
            && let Some(script) = other_script(site, url, cost, links)
            && sum - script.size <= limit
        {
            let is_said = found.iter().any(|((key, _), _)| *key == "fonts");
            if key == "total" && is_said {
                continue;
            }
            diagnostic.place = Some((script.place, "needs fonts of its own".to_owned()));
            diagnostic = diagnostic.help(format!(
                "without `{}` {} would not be loaded: {}",
                script.word,
                if script.fonts.len() == 1 {
                    "this font"
                } else {
                    "these fonts"
                },
                script.fonts.join(", ")
            ));
        }
        found.push(((key, sum), diagnostic));
    }
    found
}

/// A word of another script than most of the page, and the fonts that only such words need.
struct OtherScript {
    word: String,
    place: Place,
    fonts: Vec<String>,
    size: usize,
}

/// The script whose fonts are the largest.
fn other_script(
    site: &Inspection<'_>,
    url: &str,
    cost: &Cost<'_>,
    links: &Links,
) -> Option<OtherScript> {
    let document = site.output.plan.routes.get(url)?.document.as_deref()?;
    let text = document.markdown();
    let mut scripts: BTreeMap<String, OtherScript> = BTreeMap::new();
    for style in cost.get("style sheets")?.keys() {
        let sheet = String::from_utf8_lossy(site.output.files.get(*style)?);
        for face in links.font_face.captures_iter(&sheet) {
            let block = &face[1];
            let (Some(range), Some(font)) =
                (links.range.captures(block), links.font_url.captures(block))
            else {
                continue;
            };
            let path = beside(style, &font[1]);
            let Some(size) = cost.get("fonts")?.get(path.trim_start_matches('/')) else {
                continue;
            };
            let needs = |c: char| covers(&range[1], &BTreeSet::from([u32::from(c)]));
            // What Latin text needs as well is no other script's.
            let Some(at) = text.find(needs).filter(|_| !('a'..='z').any(needs)) else {
                continue;
            };
            let word = text[at..].split_whitespace().next().unwrap_or_default();
            let start = document.body.start + at;
            let script = scripts.entry(range[1].to_owned());
            let script = script.or_insert_with(|| OtherScript {
                word: word.to_owned(),
                place: Place::new(document.source(), start..start + word.len()),
                fonts: Vec::new(),
                size: 0,
            });
            let shown = format!("{} ({})", path.trim_start_matches('/'), bytes(*size));
            if !script.fonts.contains(&shown) {
                script.fonts.push(shown);
                script.size += size;
            }
        }
    }
    scripts.into_values().max_by_key(|script| script.size)
}

/// Finds what scripts and style sheets ask for.
struct Links {
    import: Regex,
    font_face: Regex,
    font_url: Regex,
    range: Regex,
    italic: Regex,
    class: Regex,
}

impl Links {
    fn new() -> Result<Self, regex::Error> {
        Ok(Self {
            // `import("…")` is not loaded with the page.
            import: Regex::new(r#"(?:from|import)\s*["']([^"']+\.m?js)["']"#)?,
            font_face: Regex::new(r"@font-face\s*\{([^}]*)\}")?,
            font_url: Regex::new(r#"url\(["']?([^"')]+\.woff2)["']?\)"#)?,
            range: Regex::new(r"unicode-range:\s*([^;}]+)")?,
            italic: Regex::new(r"([^{}]+)\{[^{}]*font-style:\s*(?:italic|oblique)[^{}]*\}")?,
            class: Regex::new(r"\.([A-Za-z_][\w-]*)")?,
        })
    }
}

fn loads<'a>(
    site: &'a Inspection<'_>,
    page: &Markup,
    links: &Links,
) -> BTreeMap<&'static str, BTreeSet<&'a str>> {
    let files = &site.output.files;
    let file = |address: &str| -> Option<&'a str> {
        let path = address
            .split(['?', '#'])
            .next()
            .unwrap_or(address)
            .strip_prefix('/')?;
        files.get_key_value(path).map(|(path, _)| path.as_str())
    };
    let mut styles = BTreeSet::new();
    let mut scripts = BTreeSet::new();
    let mut pictures = BTreeSet::new();
    let mut fonts = BTreeSet::new();
    for element in page.elements() {
        let attribute = |name: &str| page.attribute(element, name);
        match page.name(element) {
            "link" if attribute("rel") == Some("stylesheet") => {
                styles.extend(attribute("href").and_then(file));
            }
            "link" if attribute("rel") == Some("modulepreload") => {
                scripts.extend(attribute("href").and_then(file));
            }
            "link" if attribute("as") == Some("font") => {
                fonts.extend(attribute("href").and_then(file));
            }
            "script" => scripts.extend(attribute("src").and_then(file)),
            "img" => pictures.extend(attribute("src").and_then(file)),
            _ => {}
        }
        // An island that waits for its first use loads nothing before.
        if attribute("data-when") != Some("interaction") {
            scripts.extend(attribute("data-module").and_then(file));
        }
    }
    let mut waiting: Vec<&str> = scripts.iter().copied().collect();
    while let Some(script) = waiting.pop() {
        let text = files
            .get(script)
            .map(|bytes| String::from_utf8_lossy(bytes))
            .unwrap_or_default();
        for found in links.import.captures_iter(&text) {
            if let Some(path) =
                file(&beside(script, &found[1])).filter(|path| !scripts.contains(path))
            {
                scripts.insert(path);
                waiting.push(path);
            }
        }
    }
    let characters: BTreeSet<u32> = page.text(0).chars().map(u32::from).collect();
    for style in &styles {
        let text = files
            .get(*style)
            .map(|bytes| String::from_utf8_lossy(bytes))
            .unwrap_or_default();
        let has_italics = has_italics(page, &text, links);
        for face in links.font_face.captures_iter(&text) {
            let block = &face[1];
            let is_italic = block.contains("italic") || block.contains("oblique");
            let needed = links
                .range
                .captures(block)
                .is_none_or(|range| covers(&range[1], &characters))
                && (has_italics || !is_italic);
            if let Some(url) = links.font_url.captures(block).filter(|_| needed) {
                fonts.extend(file(&beside(style, &url[1])));
            }
        }
    }
    BTreeMap::from([
        ("style sheets", styles),
        ("scripts", scripts),
        ("pictures", pictures),
        ("fonts", fonts),
    ])
}

/// Whether anything of a page is set in italics: by its element (HTML standard, 15.3; addresses are set upright by most themes), or by a class of the style sheet.
fn has_italics(page: &Markup, style: &str, links: &Links) -> bool {
    if page
        .named(&["em", "i", "cite", "dfn", "var"])
        .next()
        .is_some()
    {
        return true;
    }
    let rules = links
        .italic
        .captures_iter(style)
        .map(|rule| rule[1].to_owned())
        .filter(|one| !one.contains("@font-face"));
    let selectors: String = rules.collect();
    let classes: BTreeSet<&str> = links
        .class
        .captures_iter(&selectors)
        .filter_map(|one| Some(one.get(1)?.as_str()))
        .collect();
    page.elements()
        .filter_map(|element| page.attribute(element, "class"))
        .flat_map(str::split_ascii_whitespace)
        .any(|class| classes.contains(class))
}

/// An address as seen from a file of the output.
fn beside(file: &str, address: &str) -> String {
    if address.starts_with('/') {
        return address.to_owned();
    }
    let mut parts: Vec<&str> = file
        .rsplit_once('/')
        .map_or("", |(folder, _)| folder)
        .split('/')
        .collect();
    parts.retain(|part| !part.is_empty());
    for part in address.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

/// Whether a `unicode-range` has any of the characters.
fn covers(ranges: &str, characters: &BTreeSet<u32>) -> bool {
    code_points(ranges).any(|range| characters.range(range).next().is_some())
}

fn is_text(path: &str) -> bool {
    [".css", ".js", ".mjs", ".svg", ".json"]
        .iter()
        .any(|ending| path.ends_with(ending))
}

/// Bytes after compression. Quality 5 is what CDNs choose for compressing as they go.
fn brotli(bytes: &[u8]) -> usize {
    let parameters = brotli::enc::BrotliEncoderParams {
        quality: 5,
        lgwin: 22,
        ..Default::default()
    };
    let mut output = Vec::new();
    match brotli::BrotliCompress(&mut &bytes[..], &mut output, &parameters) {
        Ok(size) => size,
        Err(_) => bytes.len(),
    }
}

#[expect(clippy::cast_precision_loss, reason = "a size shown with one decimal")]
fn bytes(count: usize) -> String {
    if count < 1000 {
        format!("{count} B")
    } else {
        format!("{:.1} kB", count as f64 / 1000.0)
    }
}

impl Inspection<'_> {
    /// A finding at the place where a picture is named: by the file's own name, which its fingerprint follows.
    fn blamed_picture(&self, diagnostic: Diagnostic, url: &str, path: &str) -> Diagnostic {
        let file = path.rsplit('/').next().unwrap_or(path);
        let (stem, ending) = file.rsplit_once('.').unwrap_or((file, ""));
        let plain = stem
            .rsplit_once(['-', '.'])
            .map_or(stem, |(plain, _)| plain);
        let clues = [
            format!("/{path}"),
            format!("{stem}.{ending}"),
            format!("{plain}.{ending}"),
        ];
        let known = self
            .output
            .tree
            .others
            .iter()
            .chain(self.output.tree.texts.keys());
        let named = known
            .filter_map(|one| one.strip_prefix("content/"))
            .find(|one| {
                clues
                    .iter()
                    .any(|clue| one.rsplit('/').next() == Some(clue.as_str()))
            });
        let mut all: Vec<&str> = named.into_iter().collect();
        all.extend(clues.iter().map(String::as_str));
        self.blamed_any(diagnostic, url, &all, "the largest picture")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::site;

    #[test]
    fn a_picture_that_is_too_large() {
        let settings =
            "[[budget]]\npages = [\"/a*\"]\nencoding = \"raw\"\nimages = 1_000\njs = 10\n";
        let page = "<img src=\"/big.png\" alt=\"\">\n\n<script src=\"/a.js\"></script>";
        assert_eq!(
            site()
                .file("content/checks.toml", settings)
                .output("big.png", &[0; 2000])
                .output("a.js", b"import\"./b.js\"")
                .output("b.js", b"0")
                .page("a", page)
                .drawn(&["over-budget"]),
            r#"error[over-budget]: scripts of /a: 15 B, and its budget is 10 B
 --> content/checks.toml:5:6
  |
5 | js = 10
  |      ^^ the budget
  |
  = help: the largest: a.js (14 B), b.js (1 B)
error[over-budget]: pictures of /a: 2.0 kB, and its budget is 1.0 kB
 --> content/pages/a.md:5:11
  |
5 | <img src="/big.png" alt="">
  |           ^^^^^^^^ the largest picture
  |
  = help: the largest: big.png (2.0 kB)
note: the budget
 --> content/checks.toml:4:10
  |
4 | images = 1_000
  |          ^^^^^
"#
        );
    }

    #[test]
    fn islands_count_unless_they_wait_for_their_first_use() {
        let settings = "[[budget]]\npages = [\"*\"]\nencoding = \"raw\"\njs = 10\n";
        let island = |when: &str| {
            let island =
                format!("<site-island data-when=\"{when}\" data-module=\"/i.js\"></site-island>");
            site()
                .file("content/checks.toml", settings)
                .output("i.js", &[0; 20])
                .page("a", &island)
                .findings(&["over-budget"])
        };
        assert_eq!(
            island("visible"),
            [
                "content/checks.toml:4:6: error: over-budget: scripts of /a: 20 B, and its budget is 10 B"
            ]
        );
        assert_eq!(island("interaction"), [] as [&str; 0]);
    }

    #[test]
    fn a_budget_for_nothing() {
        let settings = "[[budget]]\npages = [\"/abuot\", \"/a*\"]\nhtml = 9_000\n";
        assert_eq!(
            site()
                .file("content/checks.toml", settings)
                .page("about", "Us.")
                .drawn(&["unused-budget"]),
            r#"error[unused-budget]: no page has the address /abuot
 --> content/checks.toml:2:10
  |
2 | pages = ["/abuot", "/a*"]
  |          ^^^^^^^^ no such page
  |
  = help: did you mean `/about`?
"#
        );
    }

    #[test]
    fn a_site_that_declares_none() {
        let page = "<link rel=\"preload\" as=\"font\" href=\"/f.woff2\">";
        let found = site()
            .output("f.woff2", &vec![0; 300_000])
            .page("a", page)
            .page("b", page)
            .drawn(&["over-budget"]);
        expect_test::expect![[r#"
            error[over-budget]: fonts of /a: 300.0 kB compressed, and its budget is 200.0 kB
             --> content/pages/a.md:2:9
              |
            2 | title = "a"
              |         ^^^
              |
              = help: the largest: f.woff2 (300.0 kB)
              = help: this is the budget of a site that declares none: a [[budget]] in content/checks.toml sets another
              = help: 1 more page is over it as well
        "#]].assert_eq(&found);
    }

    #[test]
    fn a_word_of_another_script() {
        let settings =
            "[[budget]]\npages = [\"*\"]\nencoding = \"raw\"\nfonts = 1_000\ntotal = 2_500\n";
        let styles = "@font-face{font-family:a;src:url(/a.woff2);unicode-range:U+0000-00FF}\
                      @font-face{font-family:b;src:url(/b.woff2);unicode-range:U+0900-097F}";
        let found = site()
            .file("content/checks.toml", settings)
            .output("s.css", styles.as_bytes())
            .output("a.woff2", &[0; 900])
            .output("b.woff2", &[0; 2_000])
            .page(
                "a",
                "<link rel=\"stylesheet\" href=\"/s.css\">\n\nThe word नमस्ते here.",
            )
            .drawn(&["over-budget"]);
        expect_test::expect![[r"
            error[over-budget]: fonts of /a: 2.9 kB, and its budget is 1.0 kB
             --> content/pages/a.md:7:10
              |
            7 | The word नमस्ते here.
              |          ^^^^ needs fonts of its own
              |
              = help: the largest: b.woff2 (2.0 kB), a.woff2 (900 B)
              = help: without `नमस्ते` this font would not be loaded: b.woff2 (2.0 kB)
        "]]
        .assert_eq(&found);
    }

    #[test]
    fn fonts_count_where_their_characters_are() {
        let latin = BTreeSet::from([u32::from('a')]);
        assert!(
            covers("U+0000-00FF, U+0131", &latin)
                && covers("U+00??", &latin)
                && covers("U+61", &latin)
        );
        assert!(!covers("U+0900-097F", &latin));
        assert_eq!(beside("assets/a.css", "./f.woff2"), "/assets/f.woff2");
        assert_eq!(beside("assets/a.css", "../f.woff2"), "/f.woff2");
    }
}
