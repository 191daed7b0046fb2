//! Reports links, shortcodes and imports in the notation of another site generator, each kind once per file.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::Arc;

use diagnostic::{Change, Diagnostic, Fix, Place, Severity, Source, first_line};

use crate::code::Code;
use crate::codes::FOREIGN_NOTATION;
use crate::foreign_help::correction;
use crate::foreign_signs;
use crate::structure::Extension;

/// An occurrence of foreign notation: its range, its name, and help.
type Notation = (Range<usize>, &'static str, &'static str);

/// Links: opening delimiter, closing delimiter, and name. Hugo's shortcodes are reported when Markdown is rendered.
const LINKS: [(&str, &str, &str); 3] = [
    ("](@/", ")", "a Zola link"),
    ("{% link ", "%}", "a Jekyll link"),
    ("{% post_url ", "%}", "a Jekyll link"),
];
const DIRECTIVES: [&str; 5] = [
    "client:load",
    "client:idle",
    "client:visible",
    "client:media",
    "client:only",
];
const LINK: &str = "link to the file, [text](../pages/about.md), or to the page, [text](/about)";
const SHORTCODE: &str = "write a picture as ![what it shows](photo.jpg), and anything else as a component that the theme defines in templates/components/";
const IMPORT: &str = "delete this line: components need no import, and are defined in the theme's templates/components/";
const ISLAND: &str = "use a component that the theme defines in templates/components/, or put an island into a template";

/// Reports the first use of each kind of another generator's notation in Markdown, outside of code, and how many more there are. With
/// `has_math`, text between dollar signs is a formula, whose braces mean something else; signs of `extensions` are Markdown. `images` are the
/// paths of existing images.
pub fn foreign_notation(
    source: &Arc<Source>,
    body: Range<usize>,
    has_math: bool,
    extensions: &[Extension],
    images: &[String],
) -> Vec<Diagnostic> {
    let markdown = &source.text[body.clone()];
    // Fast path: most files have no such text, in code or outside of it.
    let signs = ["{{", "{%", "](@/", "client:", "import ", ">`_"];
    let contains =
        |sign: &&str| memchr::memmem::find(markdown.as_bytes(), sign.as_bytes()).is_some();
    if !signs.iter().any(contains) && foreign_signs::signs(markdown).is_empty() {
        return Vec::new();
    }
    let code = Code::of(markdown);
    let text = code.removed_from(markdown);
    let mut found = imports(&text);
    let fences = foreign_signs::signs(markdown).into_iter();
    let is_fence = |at: &Range<usize>| {
        let fenced = &code.fenced;
        fenced
            .binary_search_by_key(&at.start, |one| one.start)
            .is_ok()
            && markdown[at.clone()].starts_with("```{")
    };
    let fences = fences.filter(|(at, _)| is_fence(at));
    let signs = foreign_signs::signs(&text).into_iter().chain(fences);
    found.extend(signs.map(|(at, (kind, help))| (at, kind, help)));
    for (begins, ends, kind) in LINKS {
        let links = text.match_indices(begins);
        found.extend(links.map(|(at, _)| (through(&text, at, ends), kind, LINK)));
    }
    // Markdown reads the link as code.
    let links = code.spans.iter().filter(|span| {
        let inner = markdown[(*span).clone()].trim_matches('`');
        let target = inner
            .strip_suffix('>')
            .and_then(|inner| inner.rsplit_once(" <"));
        let after = markdown[span.end..].trim_start_matches('_');
        target.is_some_and(|(_, target)| {
            !target.contains(' ') && target.contains(['/', ':', '#', '.'])
        }) && after.len() < markdown.len() - span.end
            && !after.starts_with(char::is_alphanumeric)
    });
    found.extend(links.map(|span| {
        let end = markdown.len() - markdown[span.end..].trim_start_matches('_').len();
        (span.start..end, foreign_signs::RST_LINK, LINK)
    }));
    found.extend(directives(&text));
    found.extend(shortcode_calls(&text));
    found.retain(|(at, ..)| !text[..at.start].ends_with('\\'));
    found.retain(|(_, kind, _)| {
        let extension = foreign_signs::extension(kind);
        extension.is_none_or(|one| !extensions.contains(&one))
    });
    if has_math && !found.is_empty() {
        let formulas = formulas(&text);
        found.retain(|(at, ..)| {
            let after = formulas.partition_point(|one| one.start <= at.start);
            !formulas[..after]
                .last()
                .is_some_and(|one| one.contains(&at.start))
        });
    }
    // The options of a picture belong to it.
    for (at, ..) in found
        .iter_mut()
        .filter(|(_, kind, _)| *kind == foreign_signs::RST_PICTURE)
    {
        let mut end = at.end;
        for (index, line) in text[at.end..].split_inclusive('\n').enumerate() {
            let is_option = line.starts_with([' ', '\t']) && line.trim_start().starts_with(':');
            if index > 0 && !is_option {
                break;
            }
            if index > 0 {
                at.end = end + line.trim_end().len();
            }
            end += line.len();
        }
    }
    // A sign within another one is part of it, and so is a tracked change that follows another.
    found.sort_by_key(|(at, ..)| (at.start, Reverse(at.end)));
    found.dedup_by(|next, last| {
        let is_next =
            next.0.start == last.0.end && last.1 == foreign_signs::TRACKED && next.1 == last.1;
        if is_next {
            last.0.end = next.0.end;
        }
        is_next || next.0.end <= last.0.end
    });
    let mut kinds: Vec<(Notation, Vec<Range<usize>>)> = Vec::new();
    for notation in found {
        match kinds
            .iter_mut()
            .find(|((_, kind, _), _)| *kind == notation.1)
        {
            Some((_, more)) => more.push(notation.0),
            None => kinds.push((notation, Vec::new())),
        }
    }
    let findings = kinds.into_iter().map(|((at, kind, help), more)| {
        let place =
            |at: &Range<usize>| Place::new(source, body.start + at.start..body.start + at.end);
        let written = |at: &Range<usize>| {
            source.text[place(at).span]
                .trim_start_matches('`')
                .to_owned()
        };
        let correct = |at: &Range<usize>| correction(kind, &written(at), images);
        let first = written(&at);
        let first = first_line(&first);
        let message = format!("`{first}` is {kind}");
        let mut diagnostic = Diagnostic::new(&FOREIGN_NOTATION, message).at(place(&at), "");
        if foreign_signs::MAY_BE_MEANT.contains(&kind) {
            diagnostic.severity = Severity::Warning;
        }
        let own = correct(&at).map_or_else(|| help.to_owned(), |(help, _)| help);
        // All uses are corrected together: the next one would be reported instead.
        let texts = std::iter::once(&at).chain(&more);
        let texts = texts.map(|at| Some((place(at), correct(at)?.1?)));
        let fix = texts.collect::<Option<Vec<_>>>().map(|texts| Fix {
            label: own.clone(),
            is_safe: texts.iter().all(|(_, (_, is_safe))| *is_safe),
            changes: texts
                .into_iter()
                .map(|(place, (text, _))| Change::Replace(place, text))
                .collect(),
        });
        let diagnostic = diagnostic.help(own).maybe_fix(fix);
        let times = match more.len() {
            0 => return diagnostic,
            1 => "once".to_owned(),
            more => format!("{more} times"),
        };
        diagnostic.help(format!("this file uses this notation {times} more"))
    });
    findings.collect()
}

/// Returns the byte ranges of signs in Markdown, outside of code, that other programs read as notation, and that show as typed. Those after
/// a backslash are left out.
pub fn signs_of_others(markdown: &str) -> Vec<Range<usize>> {
    if foreign_signs::signs(markdown).is_empty() {
        return Vec::new();
    }
    let text = Code::of(markdown).removed_from(markdown);
    let signs = foreign_signs::signs(&text).into_iter().map(|(at, _)| at);
    signs
        .filter(|at| !text[..at.start].ends_with('\\'))
        .collect()
}

/// Returns the ranges of formulas: from a dollar sign, or two, to the next in the same paragraph.
fn formulas(text: &str) -> Vec<Range<usize>> {
    let mut signs = text.match_indices('$').map(|(at, _)| at).peekable();
    let mut formulas = Vec::new();
    let mut open = None;
    while let Some(at) = signs.next() {
        let is_double = signs.next_if_eq(&(at + 1)).is_some();
        if text[..at].ends_with('\\') {
            continue;
        }
        match open {
            Some(start) if !text[start..at].contains("\n\n") => {
                formulas.push(start..at);
                open = None;
            }
            _ => open = Some(at + usize::from(is_double)),
        }
    }
    formulas
}

/// Returns the range from an offset to the closing delimiter `ends`, or to the end of the line.
fn through(text: &str, at: usize, ends: &str) -> Range<usize> {
    let line = first_line(&text[at..]).trim_end();
    let length = line.find(ends).map_or(line.len(), |end| end + ends.len());
    at..at + length
}

/// Returns the imports of Astro or MDX: `import Card from './Card.astro';`.
fn imports(text: &str) -> Vec<Notation> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let from = line
            .starts_with("import ")
            .then(|| line.rsplit_once(" from "));
        let file = from.flatten().map(|(_, file)| file.trim());
        let file = file.map(|file| file.trim_end_matches(';'));
        if file.is_some_and(|file| file.starts_with(['"', '\'']) && file.ends_with(['"', '\''])) {
            found.push((through(text, start, "\n"), "an Astro or MDX import", IMPORT));
        }
        start += line.len();
    }
    found
}

/// Returns Astro's directives: attributes such as `client:load` in `<Chart client:load />`.
fn directives(text: &str) -> Vec<Notation> {
    let mut found = Vec::new();
    let mut start = 0;
    for piece in text.split_inclusive('<') {
        let tag = piece.split_once('>').map_or("", |(tag, _)| tag);
        let is_tag = start > 0 && tag.starts_with(|c: char| c.is_ascii_alphabetic());
        let mut at = start;
        // Every second part is a value in quotes.
        for (index, part) in tag.split('"').enumerate() {
            for name in DIRECTIVES.iter().filter(|_| is_tag && index % 2 == 0) {
                let uses = part.match_indices(name).filter(|(from, _)| {
                    let is_end = |c: char| c.is_whitespace() || matches!(c, '=' | '/');
                    let after = &part[from + name.len()..];
                    part[..*from].ends_with(char::is_whitespace)
                        && (after.is_empty() || after.starts_with(is_end))
                });
                found.extend(uses.map(|(from, _)| {
                    let from = at + from;
                    (from..from + name.len(), "an Astro directive", ISLAND)
                }));
            }
            at += part.len() + 1;
        }
        start += piece.len();
    }
    found
}

/// Returns Zola's shortcode calls, `{{ name(…) }}` and `{% name(…) %}`.
fn shortcode_calls(text: &str) -> impl Iterator<Item = Notation> {
    let pairs = [("{{", "}}"), ("{%", "%}")].into_iter();
    pairs.flat_map(move |(begins, ends)| {
        text.match_indices(begins).filter_map(move |(at, _)| {
            let rest = text[at + 2..].trim_start();
            let name = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
            let is_call = name > 0 && rest[name..].starts_with('(');
            is_call.then(|| (through(text, at, ends), "a Zola shortcode", SHORTCODE))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows: a text with the reported notation between `«` and `»`, the name of the notation, and the second line of help.
    #[test]
    #[rustfmt::skip]
    fn notation_of_other_generators() {
        for (marked, kind, more) in [
            ("«{{ youtube(id=\"x\") }}»", "a Zola shortcode", ""),
            ("«{% quote(by=\"me\") %}»", "a Zola shortcode", ""),
            ("[a](«{% post_url 2020-01-01-a %}»)", "a Jekyll link", ""),
            ("«import Card from './Card.astro';»", "an Astro or MDX import", ""),
            ("<Chart «client:load» />", "an Astro directive", ""),
            ("`[a](@/a.md)` and ``` and \\](@/a.md)", "", ""),
            ("```\n[a](@/a.md)\n```\n\n    {{ a() }}\n", "", ""),
            ("{{ site.name }}, {% since x %} and our client: the mill", "", ""),
            ("«{% if x %}» and", "a tag of Liquid, Jinja or Twig", ""),
            ("«{%- highlight ruby -%}»", "a tag of Liquid, Jinja or Twig", ""),
            ("«{% include nav.html %}»", "a tag of Liquid, Jinja or Twig", ""),
            ("«:::note»\nText\n:::", "a box of Docusaurus, VitePress or Pandoc", ""),
            ("> «::: {.tip}»\n> a", "a box of Docusaurus, VitePress or Pandoc", ""),
            ("«!!! note \"Title\"»\n    Text", "a box of MkDocs", ""),
            ("«???+ tip»", "a box of MkDocs", ""),
            ("«=== \"Tab\"»", "a tab of MkDocs", ""),
            ("«--8<-- \"a.md\"»", "an inclusion of MkDocs", ""),
            ("«```{note}»\nText\n```", "a directive of MyST or R Markdown", ""),
            ("«```{.python .numberLines}»\nx\n```", "code with attributes of Pandoc", ""),
            ("«[TOC]»", "a table of contents of other generators", ""),
            ("«[[toc]]»", "a table of contents of other generators", ""),
            ("Text\n«{: .lead}»", "an attribute list of kramdown (Jekyll)", ""),
            ("[a](/b)«{: .button}»", "attributes of Pandoc, kramdown or markdown-it", ""),
            ("![a](b.jpg)«{width=50%}»", "attributes of Pandoc, kramdown or markdown-it", ""),
            ("[a]«{.smallcaps}»", "attributes of Pandoc, kramdown or markdown-it", ""),
            ("![a](b.jpg «=300x200»)", "a size of markdown-it", ""),
            ("![a«|300»](b.jpg)", "a size of Obsidian", ""),
            ("Term\n«: Definition»", "a definition list of PHP Markdown Extra or Pandoc", ""),
            ("so «==marked==» here", "highlighted text of Obsidian or Pandoc", ""),
            ("so «++new++» here", "underlined text of other dialects", ""),
            ("the 10«^th^» of", "superscript of Pandoc", ""),
            ("H«~2~»O", "subscript of Pandoc", ""),
            ("good «:+1:», :smile:", "a short code for an emoji", "this file uses this notation once more"),
            ("good «:smile:»", "a short code for an emoji", ""),
            ("text«^[a note]» more", "a footnote of Pandoc", ""),
            ("at «{--eight--}{++nine++}» or {>>ask<<}", "a tracked change of CriticMarkup", "this file uses this notation once more"),
            ("so «{~~old~>new~~}», `{++a++}`, {+a+}", "a tracked change of CriticMarkup", ""),
            ("see «\"our prices\":/prices», \"a\": /b and {\"a\":\"/b\"}", "a link of Textile", ""),
            ("see «link:/prices[our prices]», blink:x", "a link of AsciiDoc", ""),
            ("so.«[[a]](#cmnt1)»", "the mark of a comment of Google Docs", ""),
            ("we are «~closed~» now, ~10 to 20~, a~bcdef~, ~/abcde/~ and ~~struck~~", "struck text of WhatsApp, Slack, or Teams", ""),
            ("see «[[/prices][our prices]]», [[a]] and [b][c]", "a link of Org", ""),
            ("see «`our prices </prices>`_», `a <b>` and __a__", "a link of reStructuredText", ""),
            (".. a\n\n«.. image:: a.svg\n   :alt: A chain»\n", "a picture of reStructuredText", ""),
            ("«{# ask Anna #}» and {#a}", "a comment of templates", ""),
            ("<a href='«{{ \"/prices\" | relative_url }}»'>", "a value of Liquid or Hugo", ""),
            ("see «[our prices|/prices]», [a|b], [a|/b](/c), [a | /b]", "a link of Jira or Confluence", ""),
            ("see «![[file.png]]»", "an embedded file of Obsidian", ""),
            ("«%% hidden %%»", "a comment of Obsidian", ""),
            ("«{/* hidden */}»", "a comment of MDX", ""),
            ("«*[HTML]: Hyper Text»", "an abbreviation of PHP Markdown Extra or kramdown", ""),
            ("«export const a = 1»", "an export of MDX", ""),
            ("«{{#include a.md}}»", "an inclusion of mdBook", ""),
            ("«\\newpage»", "a page break of Pandoc", ""),
            ("at 10:30:45, a::b::c, https://e.org:80/, note:this:", "", ""),
            ("a == b == c, C++ and g++, x ^ y ^ z, ~10 to 20~, ~/a~", "", ""),
            ("f(x){ a } and {% b", "", ""),
            ("## Title {#id .class}", "", ""),
            ("Text\n`code`: text, and more", "", ""),
            ("`code`«{.rust}»", "attributes of Pandoc, kramdown or markdown-it", ""),
            ("*[ERROR] on page [b]:*", "", ""),
            ("*emphasis* [a]: b\n: \n\n: alone", "", ""),
            ("`==a==` and `:smile:`\n\n```\n:::note\n```", "", ""),
            ("Done!!! Really???", "", ""),
            ("a | b\n---|---\n:--|:-:", "", ""),
            ("<strong>Our client:</strong> a < b client:load", "", ""),
            ("<a title=\"a client:load b\">client:load</a>", "", ""),
            ("import goods from the UK's port", "", ""),
            ("@[Mara](https://a.example/mara) and me@[a](/b)", "", ""),
            ("«@[YouTube](a1)»", "a video or other embedded content of other dialects", ""),
            ("`` {{ f() }} `` and ```{{ g() }} ` ```", "", ""),
            ("a `code\n{{ f() }} span`", "", ""),
            ("> ```\n> {{ f() }}\n> ```", "", ""),
            ("- one ` tick\n- `{{ f() }}`", "", ""),
            ("    ```{r}\n    a\n    ```\n", "", ""),
            ("- a\n\n    «```{r}»\n    a\n    ```\n", "a directive of MyST or R Markdown", ""),
            ("- ```\n  {{ f() }}\n\n«{{ f() }}»", "a Zola shortcode", ""),
            ("- a\n\n    «{{ f() }}»", "a Zola shortcode", ""),
            ("one ` tick «{{ f() }}»", "a Zola shortcode", ""),
            ("```x```\n«{{ f() }}»\n[a](@/b.md)", "a Zola shortcode", ""),
            ("<Chart\n  title=\"é\" «client:only»=\"react\"\n/>", "an Astro directive", ""),
        ] {
            let text = marked.replace(['«', '»'], "");
            let found = foreign_notation(&Source::new("a.md", text.as_str()), 0..text.len(), false, &[], &[]);
            let found = found.into_iter().next();
            let found = found.map(|one| (one.place.unwrap().0.span, one.message, one.help[1..].concat()));
            let expected = marked.split_once('«').map(|(before, rest)| {
                let (written, _) = rest.split_once('»').unwrap();
                let span = before.len()..before.len() + written.len();
                let first = first_line(written.trim_start_matches('`'));
                (span, format!("`{first}` is {kind}"), more.to_owned())
            });
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn braces_of_formulas() {
        for (text, has_math, expected) in [
            ("$\\sum_{n=0}^2$", false, Some("`{n=0}`")),
            ("$\\sum_{n=0}^2$", true, None),
            ("$$\n\\sum_{n=0}^2\n$$", true, None),
            ("$\n\nx_{n=0} $a$", true, Some("`{n=0}`")),
            ("\\$5 x_{n=0} $6", true, Some("`{n=0}`")),
            ("$a$ x_{n=0} $b$", true, Some("`{n=0}`")),
        ] {
            let found = foreign_notation(
                &Source::new("a.md", text),
                0..text.len(),
                has_math,
                &[],
                &[],
            );
            let message = found.into_iter().next().map(|one| one.message);
            let written = message.as_deref().and_then(|one| one.split(" is ").next());
            assert_eq!(written, expected, "{text}");
        }
    }
}
