//! Lists the parts of a document, and the documents of a project.

use diagnostic::lines_in;
use lsp_types::{DocumentSymbol, SymbolInformation, SymbolKind};

use super::components::components;
use super::locations::location;
use super::outline::outline;
use super::parts::toml_part;
use super::positions::{Encoding, Positions};
use super::project::Project;

/// A part of a document.
struct Symbol {
    name: String,
    kind: SymbolKind,
    level: u8,
    /// Byte offset at which the part begins, and the length of its first line.
    start: usize,
    length: usize,
}

/// Returns the parts of a document: headings, tables of TOML, blocks and components of a template.
pub fn document_symbols(project: &Project, path: &str, encoding: Encoding) -> Vec<DocumentSymbol> {
    let Some(source) = project.text(path) else {
        return Vec::new();
    };
    let text = source.text.as_str();
    let headings = outline(project, path).into_iter().map(|heading| Symbol {
        name: heading.title,
        kind: SymbolKind::STRING,
        level: heading.level,
        start: heading.span.start,
        length: text[heading.span].lines().next().map_or(0, str::len),
    });
    let mut symbols: Vec<Symbol> = headings.collect();
    if path.ends_with(".html") {
        symbols.extend(blocks(text));
    }
    let (toml, positions) = (toml_part(path, text), Positions::new(text, encoding));
    let mut all = nested(&tables(text, toml.clone()), toml.end, &positions);
    all.extend(nested(&symbols, text.len(), &positions));
    all
}

/// Returns the tables of TOML in a byte range. A table of a list is named after its title, name, or label, or else
/// after its first text.
fn tables(text: &str, toml: std::ops::Range<usize>) -> Vec<Symbol> {
    let mut symbols: Vec<Symbol> = Vec::new();
    let mut is_named = true;
    for (start, line) in lines_in(text, toml) {
        let trimmed = line.trim();
        if trimmed.starts_with('[') && trimmed.ends_with(']') {
            is_named = !trimmed.starts_with("[[");
            symbols.push(Symbol {
                name: trimmed.to_owned(),
                kind: SymbolKind::OBJECT,
                level: 1,
                start,
                length: line.trim_end().len(),
            });
        } else if let Some(last) = symbols.last_mut()
            && !is_named
            && let Some((key, value)) = trimmed.split_once('=')
        {
            let value = value.trim();
            is_named = ["title", "name", "label"].contains(&key.trim());
            let is_first_text = last.name.starts_with("[[") && value.starts_with('"');
            if is_named || is_first_text {
                value.trim_matches('"').clone_into(&mut last.name);
            }
        }
    }
    symbols.retain(|symbol| !symbol.name.is_empty());
    symbols
}

/// Returns the blocks and components of a template.
fn blocks(text: &str) -> Vec<Symbol> {
    let words = [
        ("block", SymbolKind::NAMESPACE),
        ("component", SymbolKind::FUNCTION),
    ];
    let mut symbols = Vec::new();
    for (start, _) in text.match_indices("{%") {
        let tag = &text[start + 2..];
        let tag = tag[..tag.find("%}").unwrap_or(tag.len())].trim_matches(['-', ' ']);
        for (word, kind) in words {
            let name = tag
                .strip_prefix(word)
                .and_then(|rest| rest.strip_prefix(' '));
            let name = name.map(|name| name.trim().split(['(', ' ']).next().unwrap_or_default());
            symbols.extend(name.filter(|name| !name.is_empty()).map(|name| Symbol {
                name: name.to_owned(),
                kind,
                level: 1,
                start,
                length: text[start..].lines().next().map_or(0, str::len),
            }));
        }
    }
    symbols
}

/// Nests symbols by their level. Each ends where the next of the same or a higher level begins, the last one at `end`.
fn nested(symbols: &[Symbol], end: usize, positions: &Positions<'_>) -> Vec<DocumentSymbol> {
    let mut all = Vec::new();
    let mut rest = symbols;
    while let Some((first, after)) = rest.split_first() {
        let inner = after.iter().take_while(|symbol| symbol.level > first.level);
        let (inner, next) = after.split_at(inner.count());
        let end = next.first().map_or(end, |next| next.start);
        all.push(symbol(first, end, nested(inner, end, positions), positions));
        rest = next;
    }
    all
}

fn symbol(
    symbol: &Symbol,
    end: usize,
    children: Vec<DocumentSymbol>,
    positions: &Positions<'_>,
) -> DocumentSymbol {
    let line_end = symbol.start + symbol.length;
    #[expect(deprecated, reason = "the type has the field")]
    DocumentSymbol {
        name: symbol.name.clone(),
        detail: None,
        kind: symbol.kind,
        tags: None,
        deprecated: None,
        range: positions.range(&(symbol.start..end.max(line_end))),
        selection_range: positions.range(&(symbol.start..line_end)),
        children: (!children.is_empty()).then_some(children),
    }
}

/// Maximum number of symbols in an answer; editors ask again when more is typed.
const MOST: usize = 200;

/// Returns the documents, headings, and components whose names contain a text, whatever its case.
pub fn workspace_symbols(
    project: &Project,
    query: &str,
    encoding: Encoding,
) -> Vec<SymbolInformation> {
    let query = query.to_lowercase();
    let is_match = |name: &str| name.to_lowercase().contains(&query);
    let mut found = Vec::new();
    for route in &project.plan.routes {
        let Some(document) = route.document_in(&project.loaded) else {
            continue;
        };
        let path = document.source().path.as_str();
        let title = route.title(&project.loaded);
        if is_match(&title) {
            let span = document.place("", content::Part::Key).span;
            found.push((
                title.into_owned(),
                SymbolKind::FILE,
                path.to_owned(),
                span,
                route.url.clone(),
            ));
        }
        if !query.is_empty() {
            let headings = outline(project, path).into_iter();
            let headings = headings.filter(|heading| is_match(&heading.title));
            found.extend(headings.map(|heading| {
                let url = format!("{}#{}", route.url, heading.id);
                (
                    heading.title,
                    SymbolKind::STRING,
                    path.to_owned(),
                    heading.span,
                    url,
                )
            }));
        }
        if found.len() >= MOST {
            break;
        }
    }
    let components = components(project).into_iter();
    found.extend(components.filter(|one| is_match(&one.name)).map(|one| {
        let path = one.source.path.clone();
        (one.name, SymbolKind::FUNCTION, path.clone(), one.span, path)
    }));
    let found = found
        .into_iter()
        .filter_map(|(name, kind, path, span, container)| {
            #[expect(deprecated, reason = "the type has the field")]
            Some(SymbolInformation {
                name,
                kind,
                tags: None,
                deprecated: None,
                location: location(project, &path, &span, encoding)?,
                container_name: Some(container),
            })
        });
    found.collect()
}
