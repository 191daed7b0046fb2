//! Recognizes what Handlebars, Go, Twig, Liquid, and others write between `{{` and `}}` or `{%` and `%}`, which Tera cannot parse.

use super::date_formats::translated;
use super::foreign_expressions::{expression, is_expression};
use super::foreign_meaning::Meaning;
use super::tags::name_at;
use super::template_names::Names;

/// Returns the language and the meaning of what is within `{{` and `}}`. Returns `None` if it is not known.
pub fn in_braces(inner: &str) -> Option<(&'static str, Meaning)> {
    if inner.starts_with("--") && inner.ends_with("--") {
        return Some(("Blade", Meaning::Comment));
    }
    let inner = inner.trim_matches(['-', ' ', '\n', '\t', '~']);
    let first = inner.chars().next()?;
    if let Some(date) = date_of_go(inner) {
        return Some(("Go", date));
    }
    let rest = inner[first.len_utf8()..].trim_start();
    match first {
        '#' | '^' | '/' | '>' | '!' | '&' | '{' => return of_handlebars(first, rest),
        '$' => {
            let Some((name, value)) = inner.split_once('=') else {
                return Some(("PHP", Meaning::Print(inner.to_owned())));
            };
            let name = name.trim_end_matches([':', ' ']).trim_start_matches('$');
            let meaning = Meaning::Set {
                name: name_at(name).to_owned(),
                value: value.trim().to_owned(),
            };
            return (!value.starts_with('=')).then_some(("Go", list_of_go(meaning)));
        }
        _ => {}
    }
    let inner = inner.trim();
    let word = inner.split_whitespace().next()?;
    let after = inner[word.len()..].trim();
    let argument = || after.split_whitespace().next().unwrap_or_default();
    let meaning = match word {
        "if" | "with" => Meaning::If(after.to_owned()),
        "else" if after.starts_with("if ") || after.starts_with("with ") => {
            Meaning::ElseIf(after.split_once(' ')?.1.to_owned())
        }
        "range" => {
            let list = after.rsplit_once(":=").map_or(after, |(_, list)| list);
            let names = after.rsplit_once(":=").map_or("", |(names, _)| names);
            Meaning::each(names.rsplit(',').next().unwrap_or_default(), list)
        }
        "partial" | "template" | "partialCached" | "include"
            if argument().starts_with(['"', '\'', '`']) =>
        {
            Meaning::Include(argument().trim_matches('`').to_owned())
        }
        "block" | "define" => Meaning::Block(argument().trim_matches(['"', '\'']).to_owned()),
        "i18n" | "T" if argument().starts_with(['"', '\'']) => {
            let key = argument().trim_matches(['"', '\'']);
            Meaning::Advice(format!("write {{{{ word(key=\"{key}\") }}}}"))
        }
        "relURL" | "absURL" | "relLangURL" | "absLangURL" if argument().starts_with('"') => {
            let path = argument().trim_matches('"').trim_start_matches('/');
            Meaning::Advice(format!(
                "write the URL alone, /{path}, or {{{{ asset(path=\"{path}\") }}}} for a file of the theme"
            ))
        }
        "relref" | "ref" if argument().starts_with('"') || after.contains('"') => {
            let name = after.split('"').nth(1)?;
            let name = name
                .trim_start_matches('/')
                .trim_end_matches(".md")
                .trim_end_matches("/_index");
            Meaning::Advice(format!("write the URL of the page alone, such as /{name}"))
        }
        "safeHTML" | "markdownify" => Meaning::Raw(after.to_owned()),
        "printf" | "print" | "len" | "default" | "index" | "first" | "eq" | "ne" | "not" => {
            Meaning::Print(inner.to_owned())
        }
        _ if first == '.' => Meaning::Print(inner.to_owned()),
        _ => return None,
    };
    Some(("Go", meaning))
}

/// Returns the meaning of a date with a format of Go: `.Date.Format "2 January 2006"`, or `dateFormat "2006" .Date`.
fn date_of_go(inner: &str) -> Option<Meaning> {
    let quote = inner.find(['"', '`'])?;
    let sign = inner[quote..].chars().next()?;
    let format = inner[quote + 1..].split(sign).next()?;
    let (before, after) = (&inner[..quote], inner.get(quote + format.len() + 2..)?);
    let value = match before.trim().strip_suffix(".Format") {
        Some(value) => value.trim_matches(['(', ')', ' ']),
        None if matches!(before.trim(), "dateFormat" | "time.Format") => after.trim(),
        None => return None,
    };
    let value = match value.rsplit(['.', ' ']).next().unwrap_or_default() {
        "now" | "Now" => "build.date",
        "Lastmod" => "page.updated",
        _ => "page.date",
    };
    let format = translated(format).unwrap_or_else(|| "%-d %B %Y".to_owned());
    Some(Meaning::Advice(format!(
        "write {{{{ {value} | date(format=\"{format}\") }}}}"
    )))
}

/// Translates the list of Go, `slice "a" "b"`, that a variable is set to.
fn list_of_go(meaning: Meaning) -> Meaning {
    let Meaning::Set { name, value } = meaning else {
        return meaning;
    };
    let items = value.strip_prefix("slice ").map(|items| {
        let items: Vec<&str> = items.split_whitespace().collect();
        format!("[{}]", items.join(", "))
    });
    Meaning::Set {
        name,
        value: items.unwrap_or(value),
    }
}

/// Returns the meaning of a tag of Handlebars or Mustache, given its sign and what follows.
fn of_handlebars(sign: char, rest: &str) -> Option<(&'static str, Meaning)> {
    let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let value = after.trim();
    let meaning = match (sign, word) {
        ('#', "if" | "with") => Meaning::If(value.to_owned()),
        ('#', "unless") => Meaning::If(format!("!({value})")),
        ('#', "each") => {
            let (list, names) = value.split_once(" as ").unwrap_or((value, ""));
            Meaning::each(names.trim_matches('|'), list)
        }
        ('/', "*") => Meaning::Comment,
        ('/', _) if rest.starts_with('*') => Meaning::Comment,
        ('/', "if" | "unless" | "with") => Meaning::End("endif"),
        ('/', "each") => Meaning::End("endfor"),
        ('/', _) => Meaning::End("{% endif %} or {% endfor %}"),
        ('#', name) => Meaning::Advice(format!(
            "write {{% if {name} %}} … {{% endif %}} for a condition, or {{% for one in {name} %}} … {{% endfor %}} for a list"
        )),
        ('^', name) => Meaning::If(format!("!{name}")),
        ('>', _) => Meaning::Include(word.to_owned()),
        ('!', _) if rest.starts_with(['=', '!']) => return None,
        // A negation in JavaScript.
        ('!', _) if !rest.contains(' ') && rest.contains('.') => {
            return Some(("JavaScript", Meaning::Print(format!("!{rest}"))));
        }
        ('!', _) => Meaning::Comment,
        ('&' | '{', _) if !rest.contains(':') => {
            Meaning::Raw(rest.trim_end_matches('}').to_owned())
        }
        _ => return None,
    };
    Some(("Handlebars", meaning))
}

/// A name of a tag, and what to do.
type Known = (&'static str, &'static str);

/// Tags without an equivalent, each with what to do instead.
const ADVICE: [Known; 49] = [
    ("macro", COMPONENT),
    ("endmacro", COMPONENT),
    ("snippet", COMPONENT),
    ("shortcode", "write a component: `{{ <Name … /> }}`"),
    (
        "load",
        "delete it: templates need no libraries, and all filters are known",
    ),
    ("use", "delete it: `{% extends %}` is enough"),
    (
        "csrf_token",
        "delete it: `form(name=…)` has everything that a form needs",
    ),
    (
        "autoescape",
        "delete it and its end tag: values are escaped, and `| safe` prints HTML",
    ),
    (
        "endautoescape",
        "delete it: values are escaped, and `| safe` prints HTML",
    ),
    (
        "spaceless",
        "delete it and its end tag; `{%-` and `-%}` remove the spaces around a tag",
    ),
    (
        "endspaceless",
        "delete it; `{%-` and `-%}` remove the spaces around a tag",
    ),
    (
        "cache",
        "delete it and its end tag: pages are built in advance",
    ),
    ("endcache", "delete it: pages are built in advance"),
    ("flush", "delete it: pages are built in advance"),
    ("sandbox", "delete it and its end tag"),
    ("debug", "write {{ page | json }} to see a value"),
    ("dump", "write {{ page | json }} to see a value"),
    ("lorem", "write the text in the content"),
    ("templatetag", "write {% raw %}{{{% endraw %}"),
    (
        "regroup",
        "write {% for name, entries in list | group_by(attribute=\"topic\") %}",
    ),
    (
        "ifchanged",
        "write {% for name, entries in list | group_by(attribute=\"topic\") %}",
    ),
    ("widthratio", "write {{ value / most * 100 }}"),
    ("highlight", "write code in Markdown, between two lines ```"),
    (
        "endhighlight",
        "write code in Markdown, between two lines ```",
    ),
    ("link", "write the URL of the page: <a href=\"/about\">"),
    ("post_url", "write the URL of the page: <a href=\"/about\">"),
    ("seo", HEAD),
    ("feed_meta", HEAD),
    ("schema", "delete it: settings belong in content/site.toml"),
    ("javascript", "write <script> … </script>, or an island"),
    (
        "stylesheet",
        "write the rules in the theme's styles/main.css",
    ),
    (
        "stylesheets",
        "write the rules in the theme's styles/main.css",
    ),
    ("style", "write the rules in the theme's styles/main.css"),
    (
        "liquid",
        "write each of its lines as a tag of its own: {% set name = … %}, {{ name }}",
    ),
    (
        "form",
        "write {% set order = form(name=\"order\") %}, with the name of a file in content/forms/",
    ),
    ("form_theme", "delete it"),
    (
        "paginate",
        "add a [[pagination]] to content/structure.toml, and write {% for one in page.paginator.items %}",
    ),
    (
        "cycle",
        "write {{ \"odd\" if loop.index is odd else \"even\" }}",
    ),
    ("increment", "write {{ loop.index }} within {% for … %}"),
    ("decrement", "write {{ loop.index }} within {% for … %}"),
    ("switch", CASE),
    ("case", CASE),
    ("while", "write {% for i in range(end=10) %} … {% endfor %}"),
    ("image", PICTURE),
    ("picture", PICTURE),
    ("img", PICTURE),
    ("eleventyImage", PICTURE),
    (
        "return",
        "delete it, and put what follows into {% if … %} … {% endif %}",
    ),
    ("php", "delete it: templates run no PHP"),
];

const COMPONENT: &str = "define a component in templates/components/: `{% component Card(title: string) %} … {% endcomponent Card %}`";
const HEAD: &str = "delete it: the base template has the tags of <head>, such as <title>{{ page.meta.title }}</title>";
const CASE: &str = "write `{% if … %}`, `{% elif … %}`, and `{% endif %}`";
const PICTURE: &str = "write {{ image(path=\"images/name.jpg\", alt=\"What it shows\") }}";

/// Returns what a tag of Liquid, Jinja, Django, Twig, or Nunjucks does: its first word, and what follows. `open` is the innermost tag
/// that is open. Returns `None` if the tag is not known.
pub fn tag(word: &str, after: &str, open: Option<&str>, names: &Names) -> Option<Meaning> {
    let after = after.trim();
    let quoted = || after.split(['"', '\'']).nth(1);
    let first = after.split([' ', ',']).next().unwrap_or_default();
    Some(match word {
        "elseif" | "elsif" | "elseIf" | "elif" | "else_if" => Meaning::ElseIf(after.to_owned()),
        "else" if after.starts_with("if ") => Meaning::ElseIf(after[3..].to_owned()),
        "if" => {
            let translated = expression(after, names)?;
            Meaning::If(translated)
        }
        "unless" => Meaning::If(format!("!({after})")),
        "ifequal" | "ifnotequal" => {
            let (left, right) = after.split_once(' ')?;
            let sign = if word == "ifequal" { "==" } else { "!=" };
            Meaning::If(format!("{left} {sign} {right}"))
        }
        "endunless" | "endifequal" | "endifnotequal" | "endcase" | "endswitch" | "endif_" => {
            Meaning::End("endif")
        }
        "empty" => Meaning::Else,
        "foreach" | "each" | "asyncEach" | "asyncAll" | "tablerow" => {
            let after = after.trim_matches(['(', ')', ' ']);
            let swapped = after
                .split_once(" as ")
                .map(|(list, item)| Meaning::each(item, list));
            swapped.or_else(|| Meaning::loop_in(after))?
        }
        "endforeach" | "endeach" | "endall" | "endtablerow" | "endwhile" => Meaning::End("endfor"),
        "end" => Meaning::End(match open {
            Some("for") => "endfor",
            Some("block") => "endblock",
            Some("if") => "endif",
            _ => "{% endif %} or {% endfor %}",
        }),
        "assign" | "let" | "var" | "const" | "setvar" | "global" => {
            let (name, value) = after.split_once('=')?;
            Meaning::Set {
                name: name.trim().to_owned(),
                value: value.trim().to_owned(),
            }
        }
        "with" => {
            let (name, value) = after
                .split_once('=')
                .or_else(|| after.rsplit_once(" as ").map(|(value, name)| (name, value)))?;
            Meaning::Set {
                name: name.trim().trim_start_matches("{ ").to_owned(),
                value: value.trim().to_owned(),
            }
        }
        "endwith" => Meaning::Advice(
            "delete it: a variable is set up to the end of the template or loop".to_owned(),
        ),
        "capture" => Meaning::Advice(format!(
            "write {{% set {} %}} … {{% endset %}}",
            name_at(after.trim_matches(['"', '\'']))
        )),
        "endcapture" => Meaning::End("endset"),
        "do" => return in_place(after),
        "echo" | "print" => Meaning::Print(after.to_owned()),
        "comment" | "#" => Meaning::Comment,
        "endcomment" => Meaning::Advice("end the comment with #}".to_owned()),
        "verbatim" => Meaning::Advice("write {% raw %} … {% endraw %}".to_owned()),
        "endverbatim" => Meaning::End("endraw"),
        "apply" => Meaning::Advice(format!(
            "write {{% filter {} %}} … {{% endfilter %}}",
            name_at(after)
        )),
        "endapply" => Meaning::End("endfilter"),
        "render" | "partial" | "embed" | "section" | "sections" | "include_relative"
        | "include_cached" | "includes" | "component_block" => {
            Meaning::Include(quoted().unwrap_or(first).to_owned())
        }
        "layout" | "extend" | "inherits" => Meaning::Extends(quoted().unwrap_or(first).to_owned()),
        "yield" | "slot" | "content_for" | "placeholder" => {
            Meaning::Block(after.trim_matches(['"', '\'']).to_owned())
        }
        "trans" | "translate" | "t" | "blocktrans" | "blocktranslate" => {
            let key = quoted().map(key_of).filter(|key| !key.is_empty());
            let key = key.unwrap_or_else(|| "name".to_owned());
            Meaning::Advice(format!(
                "write {{{{ word(key=\"{key}\") }}}}, and the text as {key} = \"…\" in content/words.toml"
            ))
        }
        "now" => {
            let format = quoted().unwrap_or("Y");
            let format = if format == "Y" { "%Y" } else { "%-d %B %Y" };
            Meaning::Advice(format!(
                "write {{{{ build.date | date(format=\"{format}\") }}}}"
            ))
        }
        "firstof" => {
            let (value, default) = after.split_once(' ')?;
            Meaning::Advice(format!(
                "write {{{{ {value} | default(value={}) }}}}",
                default.trim()
            ))
        }
        "url" | "path" | "link_to" => {
            let name = quoted().unwrap_or_default();
            let name = name.rsplit(':').next().unwrap_or(name);
            let is_home = matches!(name, "" | "home" | "index" | "/");
            let path = if is_home {
                String::new()
            } else {
                name.trim_start_matches('/').replace('_', "-")
            };
            Meaning::Advice(format!("write the URL of the page alone: /{path}"))
        }
        "static" | "asset" | "get_static_prefix" => {
            let path = quoted()
                .unwrap_or("images/name.svg")
                .trim_start_matches('/');
            let is_picture = !path.contains('/') && content::is_picture(path);
            let folder = if is_picture { "images/" } else { "" };
            let path = format!("{folder}{path}");
            Meaning::Advice(format!(
                "write {{{{ asset(path=\"{path}\") }}}}, with the path of a file in the theme's folder"
            ))
        }
        "image" | "img" | "picture" | "eleventyImage" if quoted().is_some() => {
            let mut texts = after.split(['"', '\'']).skip(1).step_by(2);
            let file = texts
                .next()
                .unwrap_or_default()
                .rsplit('/')
                .next()
                .unwrap_or_default();
            let alt = texts
                .next()
                .filter(|alt| !alt.is_empty())
                .unwrap_or("What it shows");
            Meaning::Advice(format!(
                "write {{{{ image(path=\"images/{file}\", alt=\"{alt}\") }}}}"
            ))
        }
        "case" | "switch" if expression(after, names).is_some() => {
            let value = expression(after, names)?;
            Meaning::Advice(format!(
                "write {{% if {value} == … %}} for the first case, {{% elif {value} == … %}} for the others, and {{% endif %}}"
            ))
        }
        "import" | "from" | "call" => {
            let mut words = after.split(|c: char| !c.is_alphanumeric() && c != '_');
            let named = words.find_map(|word| {
                let start = format!("<{word} ");
                names
                    .components
                    .iter()
                    .find(|call| !word.is_empty() && call.starts_with(&start))
            });
            let all = names.components.iter().take(MOST_COMPONENTS);
            let calls: Vec<String> = named
                .map_or_else(|| all.collect(), |named| vec![named])
                .into_iter()
                .map(|call| format!("{{{{ {call} }}}}"))
                .collect();
            let call = match calls.as_slice() {
                [] => "{{ <Name text=\"…\" /> }}".to_owned(),
                calls => calls.join(", "),
            };
            Meaning::Advice(format!(
                "components need no import: write {call}, or {{% include \"…\" %}} for a whole template"
            ))
        }
        "when" => match open {
            Some("if") => Meaning::ElseIf(format!("page.title == {after}")),
            _ => Meaning::Advice(CASE.to_owned()),
        },
        "set" if after.contains('=') && !after.contains("==") => {
            let (name, value) = after.split_once('=')?;
            Meaning::Set {
                name: name.trim().to_owned(),
                value: expression(value, names)?,
            }
        }
        "include" => Meaning::Advice(include(after, names)?),
        _ => Meaning::Advice(
            ADVICE
                .iter()
                .find(|(known, _)| *known == word)?
                .1
                .to_owned(),
        ),
    })
}

/// Number of components that help lists.
const MOST_COMPONENTS: usize = 4;

/// Returns a key of words for a text: `Read more` becomes `read_more`.
fn key_of(text: &str) -> String {
    let words: Vec<String> = text
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .take(3)
        .map(str::to_lowercase)
        .collect();
    words.join("_")
}

/// Returns what to write in place of a method that changes a list or a table: `items.append("x")`.
fn in_place(call: &str) -> Option<Meaning> {
    let (target, rest) = call.split_once('(')?;
    let value = rest.trim_end().strip_suffix(')')?.trim();
    let (name, method) = target.rsplit_once('.')?;
    let help = match method {
        "append" | "push" | "add" => format!("write {{% set {name} = [...{name}, {value}] %}}"),
        "extend" | "concat" => format!("write {{% set {name} = [...{name}, ...{value}] %}}"),
        "insert" | "unshift" => {
            let value = value
                .split_once(',')
                .map_or(value, |(_, value)| value.trim());
            format!("write {{% set {name} = [{value}, ...{name}] %}}")
        }
        "update" => format!("write {{% set {name} = {{...{name}, ...{value}}} %}}"),
        _ => "delete it: a value that is not printed has no effect".to_owned(),
    };
    Some(Meaning::Advice(help))
}

/// Returns what to write in place of an include with arguments or of a template whose name is not in quotes. `None` if it has neither.
fn include(after: &str, names: &Names) -> Option<String> {
    let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''));
    let Some(quote) = quote else {
        // A name with a variable in it cannot be known in advance.
        let file = after.split([' ', ',']).next().unwrap_or_default();
        let is_file = file.contains('.')
            || file.contains('/')
            || names.templates.contains(&format!("{file}.html"));
        return is_file.then(|| Meaning::Include(file.to_owned()).help(names));
    };
    let name = after[1..].split(quote).next()?;
    let rest = after[1 + name.len()..].trim_start_matches(quote).trim();
    if rest.is_empty() {
        return None;
    }
    let plain = Meaning::Include(name.to_owned()).help(names);
    if rest.contains("ignore missing") {
        return Some(plain);
    }
    // What the template does not see yet is set before it.
    let pairs = rest
        .trim_start_matches(',')
        .trim()
        .trim_start_matches("with")
        .trim()
        .trim_end_matches("only")
        .trim();
    let pairs = pairs.trim_matches(['{', '}', ' ']).split(',');
    let sets = pairs.filter_map(|pair| {
        let (name, value) = pair.split_once(['=', ':'])?;
        let (name, value) = (name.trim().trim_matches(['"', '\'']), value.trim());
        let is_new = name != value && !name.is_empty() && is_expression(value);
        is_new.then(|| format!("{{% set {name} = {value} %}}"))
    });
    let sets: String = sets.collect();
    Some(if sets.is_empty() {
        format!("{plain}: an included template sees all values that this one has")
    } else {
        format!(
            "{}: an included template sees all values that this one has",
            plain.replacen("write ", &format!("write {sets}"), 1)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[rustfmt::skip]
    fn tags_of_other_languages() {
        let names = Names {
            variables: ["page", "site", "note"].map(str::to_owned).into(),
            collections: vec!["notes".to_owned()],
            templates: vec!["base.html".to_owned(), "components/footer.html".to_owned()],
            ..Names::default()
        };
        for (inner, expected) in [
            ("if eq page.url \"/repairs\"", "write {% if page.url == \"/repairs\" %} … {% endif %}"),
            ("else if .Draft", "write {% elif page.draft %}"),
            ("range .Site.RegularPages", "write {% for one in collection(name=…) %} … {% endfor %}, and {{ one.title }} within it"),
            ("range $i, $n := notes", "write {% for n in collection(name=\"notes\") %} … {% endfor %}, and {{ n.title }} within it"),
            ("partial \"footer.html\" .", "write {% include \"components/footer.html\" %}"),
            ("define \"main\"", "write {% block main %} … {% endblock %}"),
            ("$x := .Title", "write {% set x = page.title %}"),
            (".Title", "write {{ page.title }}"),
            ("#each notes as |n|", "write {% for n in collection(name=\"notes\") %} … {% endfor %}, and {{ n.title }} within it"),
            ("#unless note.draft", "write {% if not note.draft %} … {% endif %}"),
            ("/each", "write {% endfor %}"),
            ("> footer", "write {% include \"components/footer.html\" %}"),
            ("! a comment", "write a comment as {# … #}"),
            ("/* a comment */", "write a comment as {# … #}"),
            ("& title", "write {{ page.title | safe }}"),
        ] {
            let found = in_braces(inner).map(|(_, meaning)| meaning.help(&names));
            assert_eq!(found.unwrap_or_default(), expected, "{inner}");
        }
        for (written, expected) in [
            ("elsif page.title == 'x'", "write {% elif page.title == \"x\" %}"),
            ("unless page.draft", "write {% if not page.draft %} … {% endif %}"),
            ("do items.append(\"x\")", "write {% set items = [...items, \"x\"] %}"),
            ("url 'visit'", "write the URL of the page alone: /visit"),
            ("empty", "write {% else %}"),
            ("assign x = page.title", "write {% set x = page.title %}"),
            ("include \"components/footer.html\" with site=site", "write {% include \"components/footer.html\" %}: an included template sees all values that this one has"),
            ("include 'footer' with { 'kind': \"small\" } only", "write {% set kind = \"small\" %}{% include \"components/footer.html\" %}: an included template sees all values that this one has"),
            ("include footer.html", "write {% include \"components/footer.html\" %}"),
            ("trans \"Read more\"", "write {{ word(key=\"read_more\") }}, and the text as read_more = \"…\" in content/words.toml"),
            ("foreach ($notes as $note)", "write {% for note in collection(name=\"notes\") %} … {% endfor %}, and {{ note.title }} within it"),
            ("if eq page.url \"/a\"", "write {% if page.url == \"/a\" %} … {% endif %}"),
            ("layout 'base'", "write {% extends \"base.html\" %} in the first line"),
            ("nothing", ""),
        ] {
            let (word, after) = written.split_once(' ').unwrap_or((written, ""));
            let found = tag(word, after, None, &names).map(|meaning| meaning.help(&names));
            assert_eq!(found.unwrap_or_default(), expected, "{written}");
        }
    }
}
