//! Converts descriptions in the code to Markdown.

/// Escapes a text for Markdown, except for code between backquotes.
pub fn prose(text: &str) -> String {
    let mut markdown = String::new();
    for (at, part) in text.split('`').enumerate() {
        if at > 0 {
            markdown.push('`');
        }
        if at % 2 == 1 {
            markdown.push_str(part);
            continue;
        }
        let mut rest = part;
        // Outside of code, the build would treat double braces as a fact of the site or as template code.
        while let Some(start) = rest.find("{{").or_else(|| rest.find("{%")) {
            let tail = &rest[start..];
            let end = tail.find('}').map_or(tail.len(), |at| at + 1);
            let end = end + usize::from(tail[end..].starts_with('}'));
            markdown.push_str(&escaped(&rest[..start]));
            markdown.push_str(&format!("`{}`", &tail[..end]));
            rest = &tail[end..];
        }
        markdown.push_str(&escaped(rest));
    }
    markdown
}

fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        if matches!(character, '\\' | '<' | '*' | '[' | ']') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// Returns a text as a sentence: capitalized, and with a full stop.
pub fn sentence(text: &str) -> String {
    let text = text.trim();
    let mut characters = text.chars();
    let first = characters.next().map(char::to_uppercase);
    let mut sentence: String = first.into_iter().flatten().chain(characters).collect();
    if !sentence.ends_with(['.', '?', '!', ':']) {
        sentence.push('.');
    }
    sentence
}

/// Returns a fenced code block.
pub fn code(language: &str, text: &str) -> String {
    let text = text.trim_end();
    let fence = if text.contains("```") { "````" } else { "```" };
    format!("{fence}{language}\n{text}\n{fence}\n\n")
}

/// Returns a Markdown table.
pub fn table<const N: usize>(head: [&str; N], rows: &[[String; N]]) -> String {
    let line = |cells: &[String]| {
        let cells = cells.iter().map(|cell| cell.replace('|', "\\|"));
        format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
    };
    let mut table = line(&head.map(str::to_owned));
    table.push_str(&format!("|{}\n", "---|".repeat(N)));
    for row in rows {
        table.push_str(&line(row));
    }
    table.push('\n');
    table
}
