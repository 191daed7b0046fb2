//! left-over: template code or a missing value shows on a page.

use std::collections::HashSet;
use std::ops::Range;

use content::{Document, Part};
use diagnostic::{Diagnostic, Fix, Place, line_start};

use crate::inspection::Inspection;
use crate::rule::Rule;
use crate::scope::When;

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

const SIGNS: [&str; 27] = [
    "{!!",
    "@foreach (",
    "{{",
    "{ { ",
    "{ % ",
    "[[ page.",
    "[[ site.",
    "{%",
    "<%",
    "{page.",
    "{site.",
    "{ page.",
    "{ site.",
    "{frontmatter.",
    "{props.",
    "{Astro.",
    "[object Object]",
    "undefined",
    "NaN",
    "__tera",
    "&nbsp",
    "&#",
    "<no value>",
    // What is left of “, ” and ’ in UTF-8 when it is read as Windows-1252.
    "â€",
    // The same, read as Latin 1.
    "â\u{80}",
    // What is left of ₹ and other currencies.
    "â‚",
    // What is left of a no-break space.
    "Â\u{a0}",
];

/// Elements that mark words of a sentence.
const INLINE: [&str; 9] = ["em", "strong", "i", "b", "cite", "dfn", "mark", "q", "var"];

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    // Titles and facts are on many pages, but wrong in one place.
    let mut places: HashSet<(String, Range<usize>)> = HashSet::new();
    for (url, page) in site.markup() {
        for node in page.within(0) {
            let Some(text) = page.as_text(node) else {
                continue;
            };
            if page.is_within(node, &["script", "style", "code", "pre", "template"]) {
                continue;
            }
            // A word such as "undefined" may be part of a sentence; alone, it is a missing value.
            let sign = SIGNS.into_iter().find(|sign| match *sign {
                "undefined" | "NaN" => text.trim() == *sign,
                sign => text.contains(sign),
            });
            // A tag's own text with an unknown reference is reported as HTML.
            let is_escaped = |sign: &&str| {
                let written = sign.replacen('&', "&amp;", 1);
                page.html(page.span(node)).contains(&written)
            };
            let sign = sign.or_else(|| entity(text).filter(is_escaped));
            let sign = sign.or_else(|| misread(text));
            let is_markup = sign.is_none();
            let Some(sign) = sign.or_else(|| unread_markup(text)) else {
                continue;
            };
            let line = text.lines().find(|line| line.contains(sign));
            let line = line.unwrap_or(text).trim();
            if is_reported(site, url, line) {
                continue;
            }
            let help = match sign {
                _ if is_markup => "this value is plain text: write it without these signs",
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
                "&nbsp" => {
                    "type a space instead; a no-break space is written `&nbsp;`, with its semicolon"
                }
                sign if sign.starts_with('&') => {
                    "write the character itself, such as & instead of `&amp;`, or é instead of `&eacute;`"
                }
                sign if !sign.is_ascii() => {
                    "these characters were read in the wrong encoding where the text comes from: type them again"
                }
                _ => "correct the template or the widget that writes this value",
            };
            let text_span = page.span(node);
            let place = written(page.html(text_span.clone()), sign).and_then(|at| {
                let start = text_span.start + at.start;
                let blame = site.output.blame;
                blame.place_in_document(url, &(start..text_span.start + at.end))
            });
            // An emphasized word of the text is what its author has written.
            let is_word = matches!(sign, "undefined" | "NaN") && page.is_within(node, &INLINE);
            if is_word && place.is_some() {
                continue;
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
                text[place.span.clone()].contains(sign)
                    || line.is_some_and(|line| line.contains(sign))
            };
            let typed = place.clone().filter(is_typed);
            let place = typed.or_else(|| in_facts(site, sign)).or(place);
            if is_markup && !place.as_ref().is_some_and(|place| is_value(site, place)) {
                continue;
            }
            // In a template, only `raw` shows braces, so they are meant.
            let is_template = |place: &Place| place.source.path.ends_with(".html");
            if matches!(sign, "{{" | "{%") && place.as_ref().is_some_and(is_template) {
                continue;
            }
            let value = place.as_ref().and_then(|place| value_at(site, place, sign));
            let (place, with) = value.map_or((place, None), |(place, with)| (Some(place), with));
            if let Some(place) = &place
                && !places.insert((place.source.path.clone(), place.span.clone()))
            {
                continue;
            }
            let shown = place
                .as_ref()
                .map_or(sign, |place| &place.source.text[place.span.clone()]);
            let shown = if shown.contains(sign) { shown } else { sign };
            if let Some(diagnostic) = place.as_ref().and_then(|text| unfiltered(site, url, text)) {
                diagnostics.push(diagnostic);
                continue;
            }
            let diagnostic = Diagnostic::new(&LEFT_OVER, format!("`{shown}` shows on {url}"));
            let diagnostic = match (with, &place) {
                (_, Some(place)) if let Some((string, with)) = concatenation(place) => diagnostic
                    .help(format!("join texts and values with ~: {{{{ {with} }}}}"))
                    .fixed_by(string, with),
                (Some(with), Some(place)) => diagnostic
                    .part("meant", &with)
                    .help(format!("write {with}"))
                    .fixed_by(place.clone(), with),
                (None, Some(place)) if sign == "<%" && is_template(place) => {
                    diagnostic.help("write a value between two braces: {{ page.title }}")
                }
                (None, Some(place)) if sign.ends_with('.') && !is_template(place) => {
                    diagnostic.help(FACTS_ONLY)
                }
                _ => diagnostic.help(help),
            };
            diagnostics.push(site.at_place_or_route(diagnostic, url, place));
        }
    }
    descriptions(site, &places, diagnostics);
    form_texts(site, diagnostics);
}

/// Help for values of a template in a text.
const FACTS_ONLY: &str =
    "a text can only show facts of content/site.toml, between two braces: {{ site.name }}";

/// Returns the place of the whole value in wrong brackets that begins with `sign` at `place`, such as `{ site.name }` or
/// `<%= page.title %>`, and what to write instead; `None` for the latter if a text cannot have the value.
fn value_at(site: &Inspection<'_>, place: &Place, sign: &str) -> Option<(Place, Option<String>)> {
    let end = match sign {
        "[[ page." | "[[ site." => "]]",
        "<%" => "%>",
        "{%" => "%}",
        "{page." | "{site." | "{ page." | "{ site." => "}",
        _ => return None,
    };
    let line = place.source.text[place.span.start..].lines().next()?;
    let whole = &line[..line.find(end)? + end.len()];
    let name = whole
        .strip_suffix(end)?
        .trim_start_matches(['{', '[', '<', '%', '=', '-', ' ']);
    let name = name.trim_end_matches([' ', '-']);
    let is_name = |one: char| one.is_alphanumeric() || matches!(one, '.' | '_');
    if !(name.starts_with("page.") || name.starts_with("site.")) || !name.chars().all(is_name) {
        return None;
    }
    let with = format!("{{{{ {name} }}}}");
    let mut unknown = Vec::new();
    if !place.source.path.ends_with(".html") {
        content::expand(&with, &site.output.content.site, &mut unknown);
    }
    let is_possible =
        unknown.is_empty() && (name.starts_with("site.") || place.source.path.ends_with(".html"));
    let span = place.span.start..place.span.start + whole.len();
    Some((Place::new(&place.source, span), is_possible.then_some(with)))
}

/// Returns the place of the string in a value of a template that contains a value in single braces at `place`, and the expression that
/// the string was meant as: `"Repairs: " ~ page.title` for `"Repairs: #{page.title}"`.
fn concatenation(place: &Place) -> Option<(Place, String)> {
    let (text, span) = (&place.source.text, &place.span);
    let name = text[span.clone()].strip_prefix('{')?.strip_suffix('}')?;
    let start = text[..span.start].rfind("{{")? + 2;
    let mut open: Option<(usize, char)> = None;
    for (at, sign) in text[start..].char_indices() {
        let at = start + at;
        match open {
            Some((from, quote)) if sign == quote && from > span.start => return None,
            Some((from, quote)) if sign == quote && at >= span.end => {
                let before = text[from + 1..span.start].trim_end_matches(['#', '$']);
                let string =
                    |part: &str| (!part.is_empty()).then(|| format!("{quote}{part}{quote}"));
                let parts = [
                    string(before),
                    Some(name.trim().to_owned()),
                    string(&text[span.end..at]),
                ];
                let parts: Vec<String> = parts.into_iter().flatten().collect();
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

/// Reports Markdown, HTML, and character references in descriptions, which search results show as they are. `known` has the places that
/// were reported because they show on a page.
fn descriptions(
    site: &Inspection<'_>,
    known: &HashSet<(String, Range<usize>)>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for document in site.documents() {
        let Some(text) = document.text("description") else {
            continue;
        };
        let Some(sign) = unread_markup(text).or_else(|| entity(text)) else {
            continue;
        };
        let place = document.place("/description", Part::Value);
        // A fact shows where a text refers to it.
        if !place.source.text[place.span.clone()].contains(sign) {
            continue;
        }
        let place = exactly(&place, sign);
        if known.contains(&(place.source.path.clone(), place.span.clone())) {
            continue;
        }
        let message = format!("`{sign}` is in a description, which search results show as it is");
        let help = "write the description as plain text";
        diagnostics.push(
            Diagnostic::new(&LEFT_OVER, message)
                .at(place, "")
                .help(help),
        );
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

/// Returns the first two characters in a text that are a letter in UTF-8, read as Windows-1252, such as `Ã©` for é, or `à¤` for the
/// beginning of a letter in Devanagari.
fn misread(text: &str) -> Option<&str> {
    if text.is_ascii() {
        return None;
    }
    let mut signs = text.char_indices().zip(text.chars().skip(1));
    signs.find_map(|((at, first), second)| {
        let is_misread = match first {
            // No quotation mark or dash: it may follow a word in capitals.
            'Ã' if "€ƒ†‡ˆ‰Š‹ŒŽ˜šœžŸ".contains(second) => true,
            'Â' | 'Ã' | 'Ð' | 'Ñ' => {
                matches!(second, '\u{80}'..='\u{9f}' | '\u{a1}'..='\u{bf}')
            }
            'à' => matches!(second, '¤' | '¥'),
            _ => false,
        };
        is_misread.then(|| &text[at..at + first.len_utf8() + second.len_utf8()])
    })
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

/// Returns whether a place is in a value, which is not Markdown: in front matter or TOML.
fn is_value(site: &Inspection<'_>, place: &Place) -> bool {
    let path = place.source.path.as_str();
    let mut documents = site.documents().filter(|one| one.source().path == path);
    let is_text = |one: &Document| one.body.contains(&place.span.start);
    !path.ends_with(".html") && !documents.any(is_text)
}

/// Number of bytes in which the end of an address is looked for. Browsers cut longer ones.
const LONGEST_ADDRESS: usize = 2_000;

/// Returns the first sign of Markdown or HTML in a text that shows as typed: a link, bold text, or a tag for a part of a sentence.
fn unread_markup(text: &str) -> Option<&str> {
    if !text.contains(['*', '[', '<', '`']) {
        return None;
    }
    let mut links = text.match_indices("](").filter_map(|(at, sign)| {
        let start = text[..at].rfind('[')?;
        let target = &text[at + sign.len()..];
        let target = &target[..target.floor_char_boundary(LONGEST_ADDRESS)];
        let target = &target[..target.find([')', ' '])?];
        let starts = ["/", "#", "http://", "https://", "mailto:", "tel:"];
        let is_address = starts.iter().any(|start| target.starts_with(start));
        is_address.then(|| &text[start..=at + sign.len() + target.len()])
    });
    let marked = |mark: &'static str| {
        let start = text.find(mark)?;
        let inside = &text[start + mark.len()..];
        let end = inside.find(mark)?;
        let is_marked = inside.starts_with(char::is_alphanumeric)
            && inside[..end].ends_with(|sign: char| !sign.is_whitespace())
            && !text[..start].ends_with(char::is_alphanumeric)
            && !inside[end + mark.len()..].starts_with(char::is_alphanumeric);
        is_marked.then(|| &text[start..start + end + 2 * mark.len()])
    };
    let marks = || ["**", "*", "`"].into_iter().find_map(marked);
    let tags = [
        "<b>", "<i>", "<u>", "<em>", "<strong>", "<br>", "<br/>", "<br />", "<a href=", "<sup>",
        "<sub>", "<small>", "<p>", "<span ", "<font ",
    ];
    let tag = || {
        let mut tags = tags.into_iter();
        tags.find_map(|tag| text.find(tag).map(|at| &text[at..at + tag.len()]))
    };
    links.next().or_else(marks).or_else(tag)
}

/// Returns the first character reference in a text, such as `&amp;`, whether it is known or not.
fn entity(text: &str) -> Option<&str> {
    text.match_indices('&').find_map(|(start, _)| {
        let rest = &text[start + 1..];
        let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let (name, after) = rest.split_at(length);
        let is_name = length > 1 && name.starts_with(|c: char| c.is_ascii_alphabetic());
        if is_name
            && after.starts_with(';')
            && !(name.len() <= 3 && name.chars().any(|c| c.is_ascii_uppercase()))
        {
            return Some(&text[start..start + length + 2]);
        }
        let is_sign = SIGNS_WITHOUT_SEMICOLON.contains(&name) && !after.starts_with(['=', '&']);
        is_sign.then(|| &text[start..=start + length])
    })
}

/// Names of characters that show as typed if their semicolon is missing, and that are no words.
const SIGNS_WITHOUT_SEMICOLON: [&str; 12] = [
    "copy", "reg", "amp", "lt", "gt", "quot", "trade", "hellip", "mdash", "ndash", "euro", "rsquo",
];

/// Returns where a text that shows on a page is in its HTML, in which `&` is written as a character reference.
fn written(html: &str, sign: &str) -> Option<Range<usize>> {
    let found = |sign: &str| html.find(sign).map(|at| at..at + sign.len());
    found(sign)
        .or_else(|| found(&sign.replacen('&', "&amp;", 1)))
        .or_else(|| found(&sign.replacen('<', "&lt;", 1)))
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
                themes/t/templates/page.html:2:70 «{page.title}» error[left-over]: `{page.title}` shows on /
                  help: join texts and values with ~: {{ "Loaves: " ~ page.title }}
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
