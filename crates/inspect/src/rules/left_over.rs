//! left-over: template code or a missing value shows on a page.

use std::collections::HashSet;
use std::ops::Range;

use content::{Document, Part, TomlText};
use diagnostic::{Diagnostic, Fix, Place, line_start};
use render::values_in_signs;

use crate::inspection::Inspection;
use crate::markup::Markup;
use crate::rule::Rule;
use crate::scope::When;
use crate::unread_signs::{Kind, in_html, signs, written};

pub static RULE: Rule = Rule::new(When::Check, ALL, check);

diagnostic::codes! {
    LEFT_OVER {
        name: "left-over",
        summary: "template code or a missing value shows on a page",
        why: "Visitors read it, and trust the rest of the page less.",
        example: "Dear {{ name }}, or [object Object]",
        fix: "Correct the template or the text. Put code that visitors should see between backticks.",
    }
}

/// Elements that mark words of a sentence.
const INLINE: [&str; 9] = ["em", "strong", "i", "b", "cite", "dfn", "mark", "q", "var"];

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    // Titles and facts are on many pages, but wrong in one place.
    let mut places: HashSet<(String, Range<usize>)> = HashSet::new();
    for (url, page) in site.markup() {
        for node in page.within(0) {
            let texts = texts(page, node);
            if texts.is_empty() || page.is_within(node, &UNREAD) {
                continue;
            }
            for (text, is_attribute) in texts {
                let html = page.html(page.span(node));
                // Where the next sign is searched in the HTML.
                let mut from = 0;
                for (sign, kind) in signs(text, html) {
                    let at = written(&html[from..], sign);
                    let at = at.map(|at| from + at.start..from + at.end);
                    from = at.as_ref().map_or(from, |at| at.end);
                    let shown = Shown {
                        url,
                        page,
                        node,
                        text,
                        is_attribute,
                        sign,
                        kind,
                    };
                    report(site, &shown, at, &mut places, diagnostics);
                }
            }
        }
    }
    values(site, &places, diagnostics);
    form_texts(site, diagnostics);
}

/// A sign that shows as typed, and where.
struct Shown<'a> {
    url: &'a str,
    page: &'a Markup,
    node: usize,
    /// The text with the sign.
    text: &'a str,
    /// Whether the text is the value of an attribute.
    is_attribute: bool,
    sign: &'a str,
    kind: Kind<'a>,
}

/// Attributes that visitors read or hear.
const READ: [&str; 5] = ["alt", "title", "aria-label", "placeholder", "label"];

/// Elements whose text is code, or is shown as typed.
const UNREAD: [&str; 7] = ["script", "style", "code", "pre", "template", "kbd", "samp"];

/// Returns the texts of a node that visitors read or hear, each with whether it is the value of an attribute.
fn texts(page: &Markup, node: usize) -> Vec<(&str, bool)> {
    if let Some(text) = page.as_text(node) {
        return vec![(text, false)];
    }
    let values = READ.iter().filter_map(|name| page.attribute(node, name));
    values.map(|value| (value, true)).collect()
}

/// Reports a sign. `at` is its range in the HTML of the node, and `places` has the places that were reported.
fn report(
    site: &Inspection<'_>,
    shown: &Shown<'_>,
    at: Option<Range<usize>>,
    places: &mut HashSet<(String, Range<usize>)>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Shown {
        url,
        page,
        node,
        text,
        is_attribute,
        sign,
        kind,
    } = *shown;
    let line = text.lines().find(|line| line.contains(sign));
    let line = line.unwrap_or(text).trim();
    if is_reported(site, url, line) {
        return;
    }
    let text_span = page.span(node);
    let place = at.and_then(|at| {
        let span = text_span.start + at.start..text_span.start + at.end;
        site.output.blame.place_in_document(url, &span)
    });
    let in_text = place.is_some();
    // An emphasized word of the text is what its author has written.
    let is_word = matches!(sign, "undefined" | "NaN") && page.is_within(node, &INLINE);
    if is_word && place.is_some() {
        return;
    }
    let tag = page.parent(node).map_or("", |parent| page.tag(parent));
    let whole = format!("{tag}{line}");
    let blame = site.output.blame;
    let place = place
        .or_else(|| blame.first_text(url, [whole.as_str(), line]))
        .map(|place| exactly(&place, sign));
    // A fact shows where a text refers to it.
    let is_typed = |place: &Place| {
        let text = &place.source.text;
        let line = text[place.span.start..].lines().next();
        text[place.span.clone()].contains(sign) || line.is_some_and(|line| line.contains(sign))
    };
    let typed = place.clone().filter(is_typed);
    let place = typed.or_else(|| in_facts(site, sign)).or(place);
    let is_template = |place: &Place| place.source.path.ends_with(".html");
    let of_template = place.as_ref().is_some_and(is_template);
    let in_template = place.as_ref().filter(|place| is_template(place));
    let element = in_template.and_then(|place| in_html(&place.source.text[place.span.start..]));
    let joined = place.as_ref().and_then(concatenation);
    let is_possible = match kind {
        // `<site.example>` and `[page.12]` may be something else.
        Kind::Fact(name) if !kind.is_certain(sign, of_template) => {
            !of_template && meant(site, name, of_template).is_some()
        }
        Kind::Markup if of_template => element.is_some(),
        Kind::Markup => place
            .as_ref()
            .is_some_and(|place| is_value(site, place) || !in_text && is_in_tag(place)),
        Kind::Start => place
            .as_ref()
            .is_some_and(|place| is_value(site, place) && place.source.path.ends_with(".md")),
        // In a template, only `raw` shows braces, so they are meant.
        _ => !of_template || !matches!(sign, "{{" | "{%"),
    };
    if !is_possible {
        return;
    }
    let reported = joined.as_ref().map(|(string, _)| string).or(place.as_ref());
    if let Some(place) = reported
        && !places.insert((place.source.path.clone(), place.span.clone()))
    {
        return;
    }
    if let Some(diagnostic) = place.as_ref().and_then(|text| unfiltered(site, url, text)) {
        diagnostics.push(diagnostic);
        return;
    }
    let written = place
        .as_ref()
        .map(|place| &place.source.text[place.span.clone()]);
    let written = written
        .filter(|written| written.contains(sign))
        .unwrap_or(sign);
    let diagnostic = Diagnostic::new(&LEFT_OVER, format!("`{written}` shows on {url}"));
    let diagnostic = match (kind, &place) {
        (_, Some(_)) if let Some((string, with)) = joined => diagnostic
            .help(format!("join texts and values with ~: {{{{ {with} }}}}"))
            .fixed_by(string, with),
        (Kind::Fact(name), Some(place)) => match meant(site, name, of_template) {
            Some(with) => {
                let diagnostic = diagnostic
                    .part("meant", &with)
                    .help(format!("write {with}"));
                if written == sign {
                    diagnostic.fixed_by(place.clone(), with)
                } else {
                    // The page shows the sign, but its source has other characters.
                    diagnostic
                }
            }
            None => diagnostic.help(FACTS_ONLY),
        },
        (Kind::Markup, _) if !is_attribute && let Some(with) = element => {
            diagnostic.help(format!("write {with}"))
        }
        (Kind::Sign, Some(_)) if sign == "<%" && of_template => {
            diagnostic.help("write a value between two braces: {{ page.title }}")
        }
        (Kind::Sign, Some(_)) if sign.ends_with('.') && !of_template => diagnostic.help(FACTS_ONLY),
        _ => diagnostic.help(help(sign, kind, line)),
    };
    let in_argument = kind == Kind::Markup && place.as_ref().is_some_and(is_in_tag);
    let is_doubtful = is_attribute || in_argument || !kind.is_certain(sign, of_template);
    let diagnostic = if is_doubtful {
        diagnostic.warning()
    } else {
        diagnostic
    };
    diagnostics.push(site.at_place_or_route(diagnostic, url, place));
}

/// Returns the value that was meant by a name in other signs, or `None` if a text cannot have it.
fn meant(site: &Inspection<'_>, name: &str, of_template: bool) -> Option<String> {
    let with = format!("{{{{ {name} }}}}");
    let is_page = of_template && name.starts_with("page.");
    let is_possible = is_page || name.starts_with("site.") && is_fact(site, &with);
    is_possible.then_some(with)
}

/// Returns whether a reference such as `{{ site.name }}` is to a fact that exists.
fn is_fact(site: &Inspection<'_>, reference: &str) -> bool {
    let mut unknown = Vec::new();
    content::expand(reference, &site.output.content.site, &mut unknown);
    unknown.is_empty()
}

/// Returns what to write in place of a sign in a line.
fn help(sign: &str, kind: Kind<'_>, line: &str) -> &'static str {
    match sign {
        _ if !matches!(kind, Kind::Sign | Kind::Fact(_)) => PLAIN,
        "{ { " | "{ % " => "write the two signs without a space between them",
        "{{" => {
            "write a fact as {{ site.name }}; put braces that visitors should see between backticks"
        }
        "{%" if line.contains("{% site.") || line.contains("{% page.") => {
            "write a fact between two braces: {{ site.name }}"
        }
        "{%" | "<%" => {
            "text cannot have template tags; put braces that visitors should see between backticks"
        }
        sign if sign.ends_with('.') => "write a value between two braces: {{ page.title }}",
        "&nbsp" => "type a space instead; a no-break space is written `&nbsp;`, with its semicolon",
        sign if sign.starts_with('&') => {
            "write the character itself, such as & instead of `&amp;`, or é instead of `&eacute;`"
        }
        sign if !sign.is_ascii() => {
            "these characters were read in the wrong encoding where the text comes from: type them again"
        }
        _ => "correct the template or the widget that writes this value",
    }
}

/// Help for Markdown and HTML in a plain text.
const PLAIN: &str = "this value is plain text: write it without these signs";

/// Help for values of a template in a text.
const FACTS_ONLY: &str =
    "a text can only show facts of content/site.toml, between two braces: {{ site.name }}";

/// Returns the place of the string in a value of a template that contains a value in single braces at `place`, and the expression that
/// the string was meant as: `"Repairs: " ~ page.title` for `"Repairs: #{page.title}"`.
fn concatenation(place: &Place) -> Option<(Place, String)> {
    let (text, span) = (&place.source.text, &place.span);
    let start = text[..span.start].rfind("{{")? + 2;
    let mut open: Option<(usize, char)> = None;
    for (at, sign) in text[start..].char_indices() {
        let at = start + at;
        match open {
            Some((from, quote)) if sign == quote && from > span.start => return None,
            Some((from, quote)) if sign == quote && at >= span.end => {
                let inner = &text[from + 1..at];
                let string =
                    |part: &str| (!part.is_empty()).then(|| format!("{quote}{part}{quote}"));
                let mut parts = Vec::new();
                let mut end = 0;
                for (value, name) in values_in_signs(inner) {
                    parts.extend(string(&inner[end..value.start]));
                    parts.push(name.to_owned());
                    end = value.end;
                }
                parts.extend(string(&inner[end..]));
                let whole = Place::new(&place.source, from..at + quote.len_utf8());
                return Some((whole, parts.join(" ~ ")));
            }
            Some((_, quote)) if sign == quote => open = None,
            None if at >= span.start || text[at..].starts_with("}}") => return None,
            None if matches!(sign, '"' | '\'') => open = Some((at, sign)),
            _ => {}
        }
    }
    None
}

/// Reports facts in single braces in the texts of forms, some of which are shown only after a form was sent.
fn form_texts(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let texts = site.output.tree.texts.iter();
    for (_, source) in texts.filter(|(path, _)| path.starts_with("content/forms/")) {
        for sign in ["{ site.", "{site."] {
            let found = source.text.match_indices(sign);
            let single = found.filter(|(at, _)| {
                let before = &source.text[..*at];
                let line = &before[line_start(before)..];
                !before.ends_with('{') && !line.trim_start().starts_with('#')
            });
            diagnostics.extend(single.map(|(at, _)| {
                Diagnostic::new(&LEFT_OVER, format!("`{sign}` shows in this form"))
                    .at(Place::new(source, at..at + sign.len()), "")
                    .help("write a fact between two braces: {{ site.name }}")
            }));
        }
    }
}

/// Reports signs in texts that no page has to show: descriptions, which search results show as they are, and the titles and labels of
/// `structure.toml`, which feeds and the search show. `known` has the places that were reported because they show on a page.
fn values(
    site: &Inspection<'_>,
    known: &HashSet<(String, Range<usize>)>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let descriptions = site.documents().filter_map(|document| {
        let text = document.text("description")?;
        Some((
            text.to_owned(),
            document.place("/description", Part::Value),
            true,
        ))
    });
    let structure = site.output.tree.texts.get("content/structure.toml");
    let structure = structure.map(TomlText::whole);
    let structure = structure.iter().flat_map(TomlText::texts).filter(|value| {
        let key = value.pointer.rsplit('/').next().unwrap_or_default();
        matches!(key, "title" | "label" | "description")
    });
    // Unknown facts were reported where they are written.
    let facts = &site.output.content.site;
    let structure = structure.map(|value| {
        let text = content::expand(&value.text, facts, &mut Vec::new());
        (text.into_owned(), value.place.clone(), false)
    });
    for (text, whole, is_description) in descriptions.chain(structure) {
        let written = &whole.source.text[whole.span.clone()];
        for (sign, kind) in signs(&text, &written.replace('&', "&amp;")) {
            // A fact shows where a text refers to it.
            if kind == Kind::Start {
                continue;
            }
            let place = exactly(&whole, sign);
            if place.source.text[place.span.clone()] != *sign {
                continue;
            }
            if known.contains(&(place.source.path.clone(), place.span.clone())) {
                continue;
            }
            let readers = if is_description {
                "a description, which search results show"
            } else {
                "a text that feeds or the search show"
            };
            let message = format!("`{sign}` is in {readers} as it is");
            let diagnostic = Diagnostic::new(&LEFT_OVER, message).at(place.clone(), "");
            let is_markup = matches!(kind, Kind::Markup) || sign.starts_with('&');
            diagnostics.push(match kind {
                Kind::Fact(name) if let Some(with) = meant(site, name, false) => diagnostic
                    .help(format!("write {with}"))
                    .fixed_by(place, with)
                    .warning(),
                _ if is_description && is_markup => {
                    diagnostic.help("write the description as plain text")
                }
                _ if is_markup => diagnostic.help(PLAIN).warning(),
                _ => diagnostic.help(FACTS_ONLY).warning(),
            });
        }
    }
}

/// Returns the only place of a text in the values of `site.toml` and of the lists, or `None` if no value or more than one contains it.
fn in_facts(site: &Inspection<'_>, sign: &str) -> Option<Place> {
    let lists = site.output.content.structure.collections.iter();
    let lists = lists.filter_map(|rule| Some(format!("content/{}", rule.file.as_ref()?)));
    let files = std::iter::once("content/site.toml".to_owned()).chain(lists);
    let texts = files.filter_map(|file| site.output.tree.texts.get(&file));
    let places = texts.flat_map(|source| {
        let found = source.text.match_indices(sign);
        let values = found.filter(|(at, _)| {
            let line = source.text[..*at].rsplit('\n').next().unwrap_or_default();
            line.contains('=') && !line.trim_start().starts_with('#')
        });
        values.map(move |(at, _)| Place::new(source, at..at + sign.len()))
    });
    let mut places = places.take(2);
    let only = places.next()?;
    places.next().is_none().then_some(only)
}

/// Returns the finding about a template that shows a link of Markdown, in a value of the theme's own, without the filter `markdown`.
fn unfiltered(site: &Inspection<'_>, url: &str, text: &Place) -> Option<Diagnostic> {
    let written = &text.source.text;
    if !written[text.span.clone()].starts_with('[') || !is_value(site, text) {
        return None;
    }
    let line = &written[..text.span.start];
    let line = &line[line_start(line)..];
    let (before, _) = line.split_once('"')?;
    let key = before.trim_end().strip_suffix('=')?.trim_end();
    let key = key.rsplit(['{', ',', ' ']).next()?;
    if ["title", "description", "meta_title"].contains(&key) {
        return None;
    }
    let place = site.output.blame.printed_key(url, key)?;
    let expression = &place.source.text[place.span.clone()];
    let value = expression.trim_matches(['{', '}', '-', ' ']);
    let message = format!("{expression} shows Markdown as typed on {url}");
    let help = format!("write {{{{ {value} | markdown }}}}, or write the text without these signs");
    let fix = format!("{{{{ {value} | markdown }}}}");
    let fix = Fix::replace(help.clone(), place.clone(), fix).to_confirm();
    let diagnostic = Diagnostic::new(&LEFT_OVER, message)
        .at(place, "")
        .help(help);
    Some(diagnostic.fix(fix).related(text.clone(), "the text"))
}

/// Returns whether a place is within a tag, such as in an argument of a component.
fn is_in_tag(place: &Place) -> bool {
    let before = &place.source.text[..place.span.start];
    before
        .rfind(['<', '>'])
        .is_some_and(|at| before[at..].starts_with('<'))
}

/// Returns whether a place is in a value, which is not Markdown: in front matter or TOML.
fn is_value(site: &Inspection<'_>, place: &Place) -> bool {
    let path = place.source.path.as_str();
    let mut documents = site.documents().filter(|one| one.source().path == path);
    let is_text = |one: &Document| one.body.contains(&place.span.start);
    !path.ends_with(".html") && !documents.any(is_text)
}

/// Returns the place of a text in the line at `place`. HTML and source differ in length where characters are escaped.
fn exactly(place: &Place, text: &str) -> Place {
    let start = place.span.start;
    let line = place.source.text[start..].lines().next();
    let found = line.and_then(|line| line.find(text));
    found.map_or_else(
        || place.clone(),
        |at| Place::new(&place.source, start + at..start + at + text.len()),
    )
}

/// Returns whether the line refers to a fact that does not exist, which was reported when the document was read.
fn is_reported(site: &Inspection<'_>, url: &str, line: &str) -> bool {
    let Some(document) = site.document(url) else {
        return false;
    };
    let mut unknown = Vec::new();
    content::expand(line, &site.output.content.site, &mut unknown);
    let text = &document.source().text;
    unknown
        .iter()
        .any(|(span, _)| text.contains(&line[span.clone()]))
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;

    #[test]
    fn signs() {
        let text = "Dear {{ first name }},\n\nDear {{ name }},\n\nthis is `{{ code }}`, and undefined behaviour is a term.\n\n<p>undefined</p>\n\nIt is *NaN*. R&amp;D, `&amp;`.\n\nA &amp;amp; B\n\na &nosuch; b\n\nnot&nbsp yet\n\nQ&As; R&D;\n\nâ€œquotedâ€";
        site().page("a", text).assert_findings(
            &["left-over"],
            &[
                "content/pages/a.md:5:6: error: left-over: `{{` shows on /a",
                "content/pages/a.md:11:4: error: left-over: `undefined` shows on /a",
                "content/pages/a.md:15:3: error: left-over: `&amp;` shows on /a",
                "content/pages/a.md:17:3: error: left-over: `&nosuch;` shows on /a",
                "content/pages/a.md:19:4: error: left-over: `&nbsp` shows on /a",
                "content/pages/a.md:23:1: error: left-over: `â€` shows on /a",
            ],
        );
    }

    #[test]
    fn values_within_texts_of_templates() {
        let template = "{{ \"Loaves: #{page.title}\" }}\n{{ '${page.title} and {page.url}' }}\n";
        site()
            .append("themes/t/templates/page.html", template)
            .page("a", "Text")
            .assert_report(&["left-over"], &expect_test::expect![[r#"
                themes/t/templates/page.html:2:69 «#{page.title}» error[left-over]: `#{page.title}` shows on /
                  help: join texts and values with ~: {{ "Loaves: " ~ page.title }}
                themes/t/templates/page.html:3:5 «${page.title}» error[left-over]: `${page.title}` shows on /
                  help: join texts and values with ~: {{ page.title ~ ' and ' ~ page.url }}
            "#]]);
    }

    /// A title is on its page and wherever the page is listed, and is plain text.
    #[test]
    fn values_with_markup_are_reported_once() {
        let list =
            "{% for one in collection(name=\"pages\") %}<p>{{ one.title }}</p>\n{% endfor %}";
        let page =
            |title: &str| format!("+++\ntitle = \"{title}\"\ndescription = \"d\"\n+++\nText\n");
        let text = "\\*\\*No\\*\\* [link\\](/a), 2**3**4";
        let site = site()
            .append("themes/t/templates/page.html", list)
            .file("content/pages/b.md", &page("The **best** rye"))
            .file("content/pages/c.md", &page("Rye &amp; spelt"))
            .file("content/pages/d.md", &page("See [rye](/b)"))
            .file("content/pages/e.md", &page("Rye<br>and spelt"))
            .file("content/pages/f.md", &page("2**3**4 and <x>"))
            .file("content/pages/h.md", &page("The *best* rye"))
            .file(
                "content/pages/i.md",
                &page("The `best` rye, 5*4*3, and dates*"),
            )
            .page("g", text);
        site.assert_findings(
            &["left-over"],
            &[
                "content/pages/b.md:2:14: error: left-over: `**best**` shows on /",
                "content/pages/c.md:2:14: error: left-over: `&amp;` shows on /",
                "content/pages/d.md:2:14: error: left-over: `[rye](/b)` shows on /",
                "content/pages/e.md:2:13: error: left-over: `<br>` shows on /e",
                "content/pages/h.md:2:14: error: left-over: `*best*` shows on /",
                "content/pages/i.md:2:14: error: left-over: ``best`` shows on /",
            ],
        );
    }

    /// Texts that are read out, and values that no page has to show.
    #[test]
    fn attributes_and_other_values() {
        let feed = "[[feed]]\nroute = \"/feed.xml\"\ncollection = \"pages\"\ntitle = \"Notes of {site.name}\"\n";
        let html = "<p title=\"See **us**\">[Prices](/a), **{{ page.title }}** &lt;b&gt;</p><kbd>**x**</kbd><p>[page.x] [site.x]</p>";
        let text = "<p title=\"{site.name}\">x</p>\n\nCall %site.contact.a.phone% or <site.name>, not <site.example>, [page.12], 5 % off.\n";
        site()
            .append("content/structure.toml", feed)
            .append("themes/t/templates/page.html", html)
            .page("a", text)
            .page_with("b", "lead = \"• Rye\"\n", "<details>")
            .file("content/pages/c.md", "+++\ntitle = \"> Rye</BR>\"\ndescription = \"{site.name} and [site.name]\"\n+++\nThe <BR> tag\n")
            .file("content/pages/d.md", "+++\ntitle = \"The <details> element, > 3 and # 1\"\ndescription = \"d\"\n+++\nText\n")
            .assert_report(&["left-over"], &expect_test::expect![[r#"
                content/pages/a.md:5:11 «{site.name}» warning[left-over]: `{site.name}` shows on /a
                  help: write {{ site.name }}
                content/pages/a.md:7:6 «%site.contact.a.phone%» warning[left-over]: `%site.contact.a.phone%` shows on /a
                  help: write {{ site.contact.a.phone }}
                content/pages/a.md:7:32 «<site.name>» warning[left-over]: `<site.name>` shows on /a
                  help: write {{ site.name }}
                content/pages/c.md:2:15 «</BR>» error[left-over]: `</BR>` shows on /c
                  help: this value is plain text: write it without these signs
                content/pages/c.md:3:16 «{site.name}» warning[left-over]: `{site.name}` is in a description, which search results show as it is
                  help: write {{ site.name }}
                content/pages/c.md:3:32 «[site.name]» warning[left-over]: `[site.name]` is in a description, which search results show as it is
                  help: write {{ site.name }}
                content/structure.toml:10:19 «{site.name}» warning[left-over]: `{site.name}` is in a text that feeds or the search show as it is
                  help: write {{ site.name }}
                themes/t/templates/page.html:2:71 «**us**» warning[left-over]: `**us**` shows on /
                  help: this value is plain text: write it without these signs
                themes/t/templates/page.html:2:79 «[Prices](/a)» warning[left-over]: `[Prices](/a)` shows on /
                  help: write <a href="/a">Prices</a>
            "#]]);
    }

    #[test]
    fn a_fact_of_many_pages_is_reported_once() {
        let facts =
            "name = \"Firm &amp; Co\"\nbase_url = \"https://firm.example\"\ntheme = \"t\"\n";
        site()
            .file("content/site.toml", facts)
            .page("a", "Text")
            .page("b", "Text")
            .assert_findings(
                &["left-over"],
                &["content/site.toml:1:14: error: left-over: `&amp;` shows on /"],
            );
    }

    #[test]
    fn an_unknown_fact_is_reported_once() {
        let text = "[A link](/a) and {{ site.nmae }}";
        let findings = site().page("a", text).findings(&["left-over"]);
        assert_eq!(findings, Vec::<String>::new());
        let findings = site().page("a", text).findings(&["unknown-fact"]);
        assert_eq!(findings.len(), 1);
    }
}
