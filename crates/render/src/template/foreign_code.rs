//! What a piece of PHP, JavaScript, or Ruby between `<?php` and `?>` or `<%` and `%>` does.

use super::foreign_meaning::Meaning;
use super::tags::name_at;

/// Functions of `WordPress`, each with what to write here.
const WORDPRESS: [(&str, &str); 12] = [
    ("the_title", "write {{ page.title }}"),
    ("get_the_title", "write {{ page.title }}"),
    ("the_content", "write {{ page.content }}"),
    ("the_excerpt", "write {{ page.description }}"),
    ("the_permalink", "write {{ page.url }}"),
    ("get_permalink", "write {{ page.url }}"),
    (
        "the_date",
        "write {{ page.date | date(format=\"%-d %B %Y\") }}",
    ),
    ("bloginfo", "write {{ site.name }}"),
    (
        "get_header",
        "write {% extends \"base.html\" %} in the first line",
    ),
    ("get_footer", "delete it: the base template has the footer"),
    (
        "wp_head",
        "delete it: the base template has the tags of <head>",
    ),
    ("wp_footer", "delete it: the base template has the footer"),
];

/// Returns what a piece of code does. `is_output` if its delimiter prints the value.
pub fn code(written: &str, is_output: bool) -> Meaning {
    let (is_output, is_raw) = (
        is_output || written.starts_with(['=', '-']),
        written.starts_with('-'),
    );
    let is_comment = written.starts_with('#')
        || written.trim_start().starts_with("/*")
        || written.trim_start().starts_with("//");
    if is_comment {
        return Meaning::Comment;
    }
    let trimmed = written.trim_matches(['=', '-', '_', ' ', '\n', '\t', ';']);
    let function = trimmed.trim_start_matches("echo ").trim();
    if let Some((_, help)) = WORDPRESS
        .iter()
        .find(|(known, _)| name_at(function) == *known)
    {
        return Meaning::Advice((*help).to_owned());
    }
    let bare = trimmed
        .trim_end_matches([':', '{', ' '])
        .trim_start_matches(['}', ' ']);
    let bare = bare
        .strip_suffix(" do")
        .or_else(|| bare.strip_suffix(" then"))
        .unwrap_or(bare)
        .trim();
    let word = name_at(bare);
    let after = bare[word.len()..].trim();
    let in_parentheses = after
        .strip_prefix('(')
        .and_then(|inner| inner.strip_suffix(')'));
    let value = in_parentheses.unwrap_or(after);
    let quoted = || {
        value
            .split(['"', '\''])
            .nth(1)
            .unwrap_or_default()
            .to_owned()
    };
    match word {
        "" if trimmed.starts_with('}') => return Meaning::End("{% endif %} or {% endfor %}"),
        "end" | "endwhile" | "endswitch" => return Meaning::End("{% endif %} or {% endfor %}"),
        "endif" => return Meaning::End("endif"),
        "endforeach" | "endfor" => return Meaning::End("endfor"),
        "if" => return Meaning::If(value.to_owned()),
        "unless" => return Meaning::If(format!("!({value})")),
        "elseif" | "elsif" => return Meaning::ElseIf(value.to_owned()),
        "else" if after.starts_with("if") => {
            let value = after["if".len()..].trim();
            let inner = value
                .strip_prefix('(')
                .and_then(|inner| inner.strip_suffix(')'));
            return Meaning::ElseIf(inner.unwrap_or(value).to_owned());
        }
        "else" => return Meaning::Else,
        "foreach" | "for" => {
            let pair = value
                .split_once(" as ")
                .map(|(list, item)| (item.rsplit("=>").next().unwrap_or(item).trim(), list));
            let found = pair.map(|(item, list)| Meaning::each(item, list));
            return found
                .or_else(|| Meaning::loop_in(value))
                .unwrap_or(Meaning::Advice(
                    "write {% for one in collection(name=…) %} … {% endfor %}".to_owned(),
                ));
        }
        "include" | "require" | "include_once" | "require_once" | "render" | "partial"
        | "get_template_part" => {
            return Meaning::Include(quoted());
        }
        "yield" | "content_for" => return Meaning::Block("main".to_owned()),
        "echo" | "print" => return Meaning::Print(after.to_owned()),
        "var" | "let" | "const" => {
            if let Some((name, value)) = after.split_once('=') {
                return Meaning::Set {
                    name: name.trim().to_owned(),
                    value: value.trim().to_owned(),
                };
            }
        }
        _ => {}
    }
    // `notes.each do |note|` and `notes.forEach(note => {`.
    for call in [".each", ".forEach("] {
        if let Some((list, item)) = bare.split_once(call) {
            let item = item
                .trim_start_matches([' ', '('])
                .trim_start_matches("do")
                .trim_start_matches("function");
            return Meaning::each(item.trim_matches(['|', ' ', '(']), list);
        }
    }
    match bare.split_once('=') {
        Some((name, value)) if !is_output && bare.starts_with('$') && !value.starts_with('=') => Meaning::Set {
            name: name_at(name.trim_start_matches('$')).to_owned(),
            value: value.trim().to_owned(),
        },
        _ if is_raw => Meaning::Raw(bare.to_owned()),
        _ if is_output => Meaning::Print(bare.to_owned()),
        _ => Meaning::Advice(
            "delete it: a page is made when the site is built; templates print values as {{ page.title }}".to_owned(),
        ),
    }
}
