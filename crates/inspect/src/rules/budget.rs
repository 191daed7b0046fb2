//! over-budget, unused-budget: a page loads more bytes than its budget allows.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use diagnostic::{Diagnostic, Help, did_you_mean};
use rayon::prelude::*;

use crate::image_place::at_image;
use crate::inspection::Inspection;
use crate::markup::Markup;
use crate::other_script::other_script;
use crate::page_weight::{
    FileKind, LoadedFiles, PageWeight, Sizes, compressed_size, is_compressed,
};
use crate::rule::Rule;
use crate::scope::When;
use crate::settings::{Budget, CountedAs, matches};

pub static RULE: Rule = Rule::on_whole_pages(When::Check, ALL, check);

diagnostic::codes! {
    OVER_BUDGET {
        name: "over-budget",
        summary: "a page loads more bytes than its budget allows",
        why: "On a cheap phone with a slow connection, every 100 kB adds seconds before anything can be read or pressed.",
        example: "a photo of 4 MB on a page whose budget for images is 300 kB",
        fix: "Reduce the largest files, which the finding lists; or, if the page is worth it, give it a budget of its own in \
            checks.toml.",
        source: "Core Web Vitals; checks.toml, [[budget]]",
    }
    UNUSED_BUDGET {
        name: "unused-budget",
        summary: "a budget names a URL that no page has",
        why: "The intended page has another budget, or none.",
        example: "[[budget]] pages = [\"/abuot\"]",
        fix: "Write the URL of a page, or one that ends in /* for all pages below it.",
    }
}

/// Returns the budget of a site that declares none, in bytes as compressed by Brotli. A page within it can be read after about
/// two seconds at 1.6 Mbit/s, which is Lighthouse's slow 4G.
fn default_budget() -> Budget {
    Budget {
        pages: vec!["*".to_owned()],
        encoding: CountedAs::Brotli,
        html: Some(60_000),
        css: Some(40_000),
        js: Some(120_000),
        fonts: Some(200_000),
        images: Some(1_000_000),
        total: None,
    }
}

/// Finding that the files of one kind that a page loads exceed a budget.
struct Excess {
    /// Index of the budget.
    budget: usize,
    kind: FileKind,
    /// Total size of the files in bytes.
    sum: usize,
    /// Whether the files come with the theme, so most pages load the same files.
    is_of_theme: bool,
    diagnostic: Diagnostic,
}

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let declared = &site.settings.budgets;
    let default = [default_budget()];
    let budgets: &[Budget] = if declared.is_empty() {
        &default
    } else {
        declared
    };
    unused(site, declared, diagnostics);
    let files = site.output.files;
    let Ok(weight) = PageWeight::read(files) else {
        return;
    };
    let pages: Vec<(&str, &Markup)> = site.all_markup().collect();
    let loaded: Vec<LoadedFiles<'_>> = pages
        .par_iter()
        .map(|(_, page)| weight.loaded_files(page))
        .collect();
    let texts: BTreeSet<&str> = loaded
        .iter()
        .flat_map(|kinds| kinds.values().flatten().copied())
        .filter(|path| is_compressed(path))
        .collect();
    let compressed: HashMap<&str, usize> = texts
        .into_par_iter()
        .filter_map(|path| Some((path, compressed_size(files.get(path)?))))
        .collect();
    let results = pages.par_iter().zip(&loaded).map(|((url, _), kinds)| {
        let mut budgets = budgets.iter().enumerate();
        let matching = budgets.find(|(_, one)| one.pages.iter().any(|page| matches(page, url)));
        let Some((index, budget)) = matching else {
            return Vec::new();
        };
        let is_raw = budget.encoding == CountedAs::Raw;
        let size = |path: &str| match compressed.get(path) {
            Some(size) if !is_raw => *size,
            _ => files.get(path).map_or(0, bytes::Bytes::len),
        };
        let sizes = kinds.iter().map(|(kind, paths)| {
            let paths = paths.iter().map(|path| (*path, size(path)));
            (*kind, paths.collect())
        });
        let sizes: Sizes<'_> = sizes.collect();
        let with_html = |html: usize| {
            let mut sizes = sizes.clone();
            sizes.insert("html", BTreeMap::from([(*url, html)]));
            excesses(site, url, budget, index, &sizes, &weight)
        };
        let page = site.output.page(url);
        let excess = with_html(page.map_or(0, |page| page.length()));
        match page {
            // A page within its budget as it is needs no compression.
            Some(page) if !is_raw && !excess.is_empty() => {
                with_html(compressed_size(site.output.html(page).as_bytes()))
            }
            _ => excess,
        }
    });
    let results: Vec<Vec<Excess>> = results.collect();
    let results = results.into_iter().flatten();
    let (of_theme, of_pages): (Vec<Excess>, Vec<Excess>) = results.partition(|one| one.is_of_theme);
    diagnostics.extend(of_pages.into_iter().map(|one| one.diagnostic));
    let largest = largest_of_each(of_theme).into_iter();
    diagnostics.extend(largest.map(|diagnostic| {
        if declared.is_empty() {
            diagnostic.help(
                "this is the default budget: a [[budget]] in content/checks.toml sets another",
            )
        } else {
            diagnostic
        }
    }));
}

/// Returns, for each budget and kind, the finding of the page that loads most, with the number of other pages over budget.
fn largest_of_each(results: Vec<Excess>) -> Vec<Diagnostic> {
    let mut largest: BTreeMap<(usize, FileKind), (Excess, usize)> = BTreeMap::new();
    for one in results {
        match largest.get_mut(&(one.budget, one.kind)) {
            None => drop(largest.insert((one.budget, one.kind), (one, 0))),
            Some((known, more)) => {
                *more += 1;
                if one.sum > known.sum {
                    *known = one;
                }
            }
        }
    }
    let largest = largest.into_values();
    largest
        .map(|(Excess { diagnostic, .. }, more)| match more {
            0 => diagnostic,
            1 => diagnostic.help("1 more page is over budget"),
            _ => diagnostic.help(format!("{more} more pages are over budget")),
        })
        .collect()
}

/// Reports budgets for URLs that no page has.
fn unused(site: &Inspection<'_>, budgets: &[Budget], diagnostics: &mut Vec<Diagnostic>) {
    let plan = site.output.plan;
    // A list will have a second page as soon as it is long enough.
    let lists = site.output.content.structure.paginations.iter();
    let second_pages: Vec<String> = lists
        .map(|list| list.route.replace("{number}", "2"))
        .collect();
    let others = plan.unusable.iter().chain(plan.hidden.keys());
    let others = others.chain(&second_pages).map(String::as_str);
    let known: Vec<&str> = plan.routes.urls().chain(others).collect();
    for (index, budget) in budgets.iter().enumerate() {
        for (number, pattern) in budget.pages.iter().enumerate() {
            if !known.iter().any(|url| matches(pattern, url)) {
                let message = format!("no page has the URL {pattern}");
                let pointer = format!("/budget/{index}/pages/{number}");
                diagnostics.push(
                    Diagnostic::new(&UNUSED_BUDGET, message)
                        .maybe_at(site.settings.place(&pointer), "")
                        .help(
                            one_star(pattern, &known)
                                .or_else(|| did_you_mean(pattern, known.iter().copied()))
                                .unwrap_or_else(|| {
                                    "write the URL of a page, or remove this pattern".into()
                                }),
                        ),
                );
            }
        }
    }
}

/// Returns help for a pattern with two stars, as other programs have it: `/notes/**`.
fn one_star(pattern: &str, known: &[&str]) -> Option<Help> {
    let meant = pattern.replace("**", "*");
    let is_meant = meant != pattern && known.iter().any(|url| matches(&meant, url));
    is_meant.then(|| Help::replace(format!("did you mean `{meant}`?"), pattern, &meant))
}

/// Returns the kinds of files for which a page is over budget. The total is left out if it would be within budget once each
/// kind is.
fn excesses(
    site: &Inspection<'_>,
    url: &str,
    budget: &Budget,
    index: usize,
    sizes: &Sizes<'_>,
    weight: &PageWeight<'_>,
) -> Vec<Excess> {
    let limits = [
        ("html", budget.html),
        ("css", budget.css),
        ("js", budget.js),
        ("fonts", budget.fonts),
        ("images", budget.images),
        ("total", budget.total),
    ];
    let mut excesses: Vec<Excess> = Vec::new();
    let mut excess = 0;
    for (kind, limit) in limits {
        let Some(limit) = limit else { continue };
        let of_kind = sizes
            .iter()
            .filter(|(one, _)| kind == "total" || **one == kind);
        let files = of_kind.flat_map(|(_, files)| files);
        let mut files: Vec<(&str, usize)> = files.map(|(path, size)| (*path, *size)).collect();
        let sum: usize = files.iter().map(|(_, size)| size).sum();
        if sum <= limit || kind == "total" && sum - excess <= limit {
            continue;
        }
        excess += sum - limit;
        files.sort_by_key(|(path, size)| (std::cmp::Reverse(*size), *path));
        let what = match kind {
            "total" => format!("everything that {url} loads"),
            "html" => format!("HTML of {url}"),
            "css" => format!("style sheets of {url}"),
            "js" => format!("scripts of {url}"),
            kind => format!("{kind} of {url}"),
        };
        let compressed = match budget.encoding {
            CountedAs::Raw => "",
            CountedAs::Brotli => " compressed",
        };
        let (size, maximum) = (bytes(sum), bytes(limit));
        let message = format!("{what}: {size}{compressed}, over the budget of {maximum}");
        let mut diagnostic = Diagnostic::new(&OVER_BUDGET, message).part("page", url);
        if let Some(document) = site.document(url).filter(|_| kind == "fonts") {
            diagnostic = diagnostic.part("fonts", document.source().path.clone());
        }
        if kind == "html" {
            diagnostic = diagnostic.help("shorten the page, or split it into several");
        } else {
            let largest = files.iter().take(3).map(shown);
            let largest: Vec<String> = largest.collect();
            diagnostic =
                diagnostic.help(format!("reduce the largest files: {}", largest.join(", ")));
        }
        let place = site.settings.place(&format!("/budget/{index}/{kind}"));
        diagnostic = match (kind, place) {
            // The image belongs to the page; files of the other kinds come with the theme.
            ("images", place) => {
                let largest = files.first().map_or("", |(path, _)| path);
                at_image(site, diagnostic, url, largest).maybe_related(place, "the budget")
            }
            ("css" | "js" | "fonts", Some(place)) => diagnostic.at(place, "the budget"),
            (_, place) => site
                .at_key(diagnostic, url, "title")
                .maybe_related(place, "the budget"),
        };
        let mut is_of_theme = matches!(kind, "css" | "js" | "fonts");
        // Words in another writing system need fonts of their own.
        if matches!(kind, "fonts" | "total")
            && let Some(script) = other_script(site, url, sizes, weight)
            && sum - script.size <= limit
        {
            if excesses.iter().any(|one| one.kind == "fonts") {
                continue;
            }
            let shown_fonts: Vec<String> = script.fonts.iter().map(shown).collect();
            let fonts = match script.fonts.len() {
                1 => "this font",
                _ => "these fonts",
            };
            is_of_theme = false;
            diagnostic.place = Some((script.place, "needs fonts of its own".to_owned()));
            diagnostic = diagnostic.help(format!(
                "without `{}` the page would not load {fonts}: {}",
                script.word,
                shown_fonts.join(", ")
            ));
        }
        excesses.push(Excess {
            budget: index,
            kind,
            sum,
            is_of_theme,
            diagnostic,
        });
    }
    excesses
}

#[expect(
    clippy::cast_precision_loss,
    reason = "sizes are shown with one decimal"
)]
fn bytes(count: usize) -> String {
    if count < 1000 {
        format!("{count} B")
    } else {
        format!("{:.1} kB", count as f64 / 1000.0)
    }
}

fn shown((path, size): &(&str, usize)) -> String {
    format!("{path} ({})", bytes(*size))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::fixture::site;

    #[test]
    fn an_image_that_is_too_large() {
        let settings =
            "[[budget]]\npages = [\"/a*\"]\nencoding = \"raw\"\nimages = 1_000\njs = 10\n";
        let page = "<img src=\"/big.png\" alt=\"\">\n\n<script src=\"/a.js\"></script>";
        site()
            .file("content/checks.toml", settings)
            .output("big.png", &[0; 2000])
            .output("a.js", b"import\"./b.js\"")
            .output("b.js", b"0")
            .page("a", page)
            .assert_report(&["over-budget"], &expect![[r#"
                content/checks.toml:5:6 «10» error[over-budget]: scripts of /a: 15 B, over the budget of 10 B (the budget)
                  help: reduce the largest files: a.js (14 B), b.js (1 B)
                content/pages/a.md:5:11 «/big.png» error[over-budget]: images of /a: 2.0 kB, over the budget of 1.0 kB
                  help: reduce the largest files: big.png (2.0 kB)
                  note: content/checks.toml:4:10 «1_000» the budget
            "#]]);
    }

    #[test]
    fn islands_count_unless_they_wait_for_the_visitor() {
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
                "content/checks.toml:4:6: error: over-budget: scripts of /a: 20 B, over the budget of 10 B"
            ]
        );
        for when in ["interaction", "address"] {
            assert_eq!(island(when), [] as [&str; 0]);
        }
    }

    /// A budget that the theme exceeds is reported once, and does not count against the total.
    #[test]
    fn scripts_of_every_page() {
        let settings = "[[budget]]\npages = [\"*\"]\nencoding = \"raw\"\njs = 10\ntotal = 5_000\n";
        let page = |files: &[&str]| -> String {
            let scripts = files.iter();
            scripts
                .map(|file| format!("<script src=\"/{file}\"></script>"))
                .collect()
        };
        site()
            .file("content/checks.toml", settings)
            .output("a.js", &[0; 6_000])
            .output("b.js", &[0; 6_000])
            .page("a", &page(&["a.js"]))
            .page("b", &page(&["a.js", "b.js"]))
            .page("c", &page(&["a.js"]))
            .assert_report(&["over-budget"], &expect![[r#"
                content/checks.toml:4:6 «10» error[over-budget]: scripts of /b: 12.0 kB, over the budget of 10 B (the budget)
                  help: reduce the largest files: a.js (6.0 kB), b.js (6.0 kB)
                  help: 2 more pages are over budget
            "#]]);
    }

    #[test]
    fn a_budget_for_nothing() {
        let settings = "[[budget]]\npages = [\"/abuot\", \"/a*\"]\nhtml = 9_000\n";
        site()
            .file("content/checks.toml", settings)
            .page("about", "Us.")
            .assert_report(
                &["unused-budget"],
                &expect![[r#"
                content/checks.toml:2:10 «"/abuot"» error[unused-budget]: no page has the URL /abuot
                  help: did you mean `/about`?
            "#]],
            );
    }

    #[test]
    fn of_a_picture_in_several_sizes_one_is_loaded() {
        let settings = "[[budget]]\npages = [\"/a*\"]\nencoding = \"raw\"\nimages = 1_000\n";
        let page = "<picture><source type=\"image/webp\" srcset=\"/s.webp 375w, /m.webp 750w, /l.webp 1600w\">\
                    <img src=\"/l.jpg\" srcset=\"/m.jpg 750w, /l.jpg 1600w\" alt=\"\"></picture>\n\n\
                    <img src=\"/l.jpg\" srcset=\"/m.jpg 750w, /l.jpg 1600w\" alt=\"\">";
        let files = ["s.webp", "m.webp", "l.webp", "m.jpg", "l.jpg"].into_iter();
        let site = site().file("content/checks.toml", settings);
        let site = files.fold(site, |site, name| {
            let size = if name.starts_with('l') { 2000 } else { 600 };
            site.output(name, &vec![0; size])
        });
        site.page("a", page)
            .assert_report(&["over-budget"], &expect![[r#"
                content/pages/a.md:5:113 «/m.jpg» error[over-budget]: images of /a: 1.2 kB, over the budget of 1.0 kB
                  help: reduce the largest files: m.jpg (600 B), m.webp (600 B)
                  note: content/checks.toml:4:10 «1_000» the budget
            "#]]);
    }

    #[test]
    fn a_photograph_whose_published_files_have_other_names() {
        let settings = "[[budget]]\npages = [\"*\"]\nencoding = \"raw\"\nimages = 1_000\n";
        site()
            .file("content/checks.toml", settings)
            .file("content/images/oven.jpg", "")
            .output("assets/images/oven-750x1200-DCB4ICVO.webp", &[0; 2000])
            .page(
                "a",
                "The oven: <img alt=\"\" src=\"/assets/images/oven-750x1200-DCB4ICVO.webp\" title=\"images/oven.jpg\">",
            )
            .assert_report(&["over-budget"], &expect![[r#"
                content/pages/a.md:5:79 «images/oven.jpg» error[over-budget]: images of /a: 2.0 kB, over the budget of 1.0 kB
                  help: reduce the largest files: assets/images/oven-750x1200-DCB4ICVO.webp (2.0 kB)
                  note: content/checks.toml:4:10 «1_000» the budget
            "#]]);
    }

    #[test]
    fn a_site_that_declares_none() {
        let page = "<link rel=\"preload\" as=\"font\" href=\"/f.woff2\">";
        site()
            .output("f.woff2", &vec![0; 300_000])
            .page("a", page)
            .page("b", page)
            .assert_report(&["over-budget"], &expect![[r#"
                content/pages/a.md:2:9 «"a"» error[over-budget]: fonts of /a: 300.0 kB compressed, over the budget of 200.0 kB
                  help: reduce the largest files: f.woff2 (300.0 kB)
                  help: 1 more page is over budget
                  help: this is the default budget: a [[budget]] in content/checks.toml sets another
            "#]]);
    }

    #[test]
    fn a_word_of_another_script() {
        let settings =
            "[[budget]]\npages = [\"*\"]\nencoding = \"raw\"\nfonts = 1_000\ntotal = 2_500\n";
        let styles = "@font-face{font-family:a;src:url(/a.woff2);unicode-range:U+0000-00FF}\
                      @font-face{font-family:b;src:url(/b.woff2);unicode-range:U+0900-097F}";
        site()
            .file("content/checks.toml", settings)
            .output("s.css", styles.as_bytes())
            .output("a.woff2", &[0; 900])
            .output("b.woff2", &[0; 2_000])
            .page(
                "a",
                "<link rel=\"stylesheet\" href=\"/s.css\">\n\nThe word नमस्ते here.",
            )
            .assert_report(&["over-budget"], &expect![[r#"
                content/pages/a.md:7:10 «नमस्ते» error[over-budget]: fonts of /a: 2.9 kB, over the budget of 1.0 kB (needs fonts of its own)
                  help: reduce the largest files: b.woff2 (2.0 kB), a.woff2 (900 B)
                  help: without `नमस्ते` the page would not load this font: b.woff2 (2.0 kB)
            "#]]);
    }

    #[test]
    fn a_word_in_another_typeface() {
        let settings = "[[budget]]\npages = [\"*\"]\nencoding = \"raw\"\nfonts = 1_000\n";
        let faces = "@font-face{font-family:a;src:url(/a.woff2);unicode-range:U+0900-097F}";
        for (rule, is_over) in [
            (".name{color:red;font-family:system-ui,sans-serif}", false),
            (".name { font-family: system-ui, \"a\" }", true),
            (".name{font-family:\"b\",system-ui}", false),
            (".name{font-family:var(--sans)}", true),
            (".name a{font-family:system-ui}", true),
        ] {
            let site = site()
                .file("content/checks.toml", settings)
                .output("s.css", format!("{faces}{rule}").as_bytes())
                .output("a.woff2", &[0; 2_000])
                .page(
                    "a",
                    "<link rel=\"stylesheet\" href=\"/s.css\">\n\n<b class=\"name\">नमस्ते</b>",
                );
            assert_eq!(
                !site.findings(&["over-budget"]).is_empty(),
                is_over,
                "{rule}"
            );
        }
    }
}
