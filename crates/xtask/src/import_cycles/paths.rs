//! Finds paths in tokens: in `use` items, in code, and in the arguments of macros.

use proc_macro2::{Spacing, TokenStream, TokenTree};

/// A path of at least two segments, as written in the source. The last segment of a glob is `*`.
#[derive(Debug)]
pub struct WrittenPath {
    /// Segments of the path.
    pub segments: Vec<String>,
    /// Line of its last segment, from 1.
    pub line: usize,
}

/// Returns every path of at least two segments in the tokens.
pub fn paths(tokens: TokenStream) -> Vec<WrittenPath> {
    let mut found = Vec::new();
    collect(tokens, &mut found);
    found
}

fn collect(tokens: TokenStream, found: &mut Vec<WrittenPath>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at] {
            TokenTree::Group(group) => collect(group.stream(), found),
            // A name after `::` does not begin a path: it belongs to a global path or to `<T as Trait>::name`.
            TokenTree::Ident(_) if !is_separator(&tokens, at.wrapping_sub(2)) => {
                at = path(&tokens, at, &[], found);
                continue;
            }
            _ => {}
        }
        at += 1;
    }
}

/// Reads the path that begins at a token. If the path ends in a list in braces, reads one path for each entry of the list. Returns
/// the index of the token after the path.
fn path(
    tokens: &[TokenTree],
    start: usize,
    prefix: &[String],
    found: &mut Vec<WrittenPath>,
) -> usize {
    let mut segments = prefix.to_vec();
    let mut at = start;
    let mut line = 0;
    loop {
        match tokens.get(at) {
            Some(TokenTree::Ident(name)) => {
                line = name.span().start().line;
                // `{self, …}` names the prefix itself.
                if name != "self" || segments.is_empty() {
                    segments.push(name.to_string().trim_start_matches("r#").to_owned());
                }
                at += 1;
            }
            Some(TokenTree::Punct(star)) if star.as_char() == '*' && !segments.is_empty() => {
                line = star.span().start().line;
                segments.push("*".to_owned());
                at += 1;
            }
            Some(TokenTree::Group(list)) if at > start || !prefix.is_empty() => {
                let list: Vec<TokenTree> = list.stream().into_iter().collect();
                for part in list
                    .split(|token| matches!(token, TokenTree::Punct(one) if one.as_char() == ','))
                {
                    path(part, 0, &segments, found);
                }
                return at + 1;
            }
            _ => break,
        }
        if !is_separator(tokens, at) {
            break;
        }
        at += 2;
    }
    if segments.len() > 1 && line > 0 {
        found.push(WrittenPath { segments, line });
    }
    at.max(start + 1)
}

/// Returns whether `::` begins at a token.
fn is_separator(tokens: &[TokenTree], at: usize) -> bool {
    let is_colon = |place: usize, joint: bool| {
        matches!(tokens.get(place), Some(TokenTree::Punct(colon))
            if colon.as_char() == ':' && (!joint || colon.spacing() == Spacing::Joint))
    };
    is_colon(at, true) && is_colon(at.wrapping_add(1), false)
}
