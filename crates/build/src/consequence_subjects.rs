//! Subjects of findings, such as a file or a URL. A finding is a consequence of another one if both have the same subject.

use diagnostic::{Diagnostic, line_start};

/// Returns the same value for all findings.
#[expect(clippy::unnecessary_wraps, reason = "a `Subject`")]
pub fn everything(_: &Diagnostic) -> Option<String> {
    Some(String::new())
}

/// Returns the file of a finding.
pub fn file(finding: &Diagnostic) -> Option<String> {
    let (place, _) = finding.place.as_ref()?;
    Some(place.source.path.clone())
}

/// Returns the file of a finding that is above the first `+++`.
pub fn above_front_matter(finding: &Diagnostic) -> Option<String> {
    let (place, _) = finding.place.as_ref()?;
    let before = place.source.text.get(..place.span.end)?;
    let is_above = !before.lines().any(|line| line.trim_end() == "+++");
    file(finding).filter(|_| is_above)
}

/// Returns the file and the place of a finding.
pub fn start(finding: &Diagnostic) -> Option<String> {
    let (place, _) = finding.place.as_ref()?;
    Some(format!("{}:{}", place.source.path, place.span.start))
}

/// Returns the file and the line of a finding.
pub fn line(finding: &Diagnostic) -> Option<String> {
    let (place, _) = finding.place.as_ref()?;
    let before = place.source.text.get(..place.span.start)?;
    let start = line_start(before);
    Some(format!("{}:{start}", place.source.path))
}

/// Number of bytes before and after a finding in which the spaces around its word are searched: many findings may be in one long word.
const LONGEST_WORD: usize = 1_000;

/// Returns where the word begins that a finding is about: after the last space before it.
pub fn word(finding: &Diagnostic) -> Option<String> {
    let (place, _) = finding.place.as_ref()?;
    let text = &place.source.text;
    let from = text.floor_char_boundary(place.span.start.saturating_sub(LONGEST_WORD));
    let before = text.get(from..place.span.start)?;
    let start = from + before.trim_end_matches(|c: char| !c.is_whitespace()).len();
    Some(format!("{}:{start}", place.source.path))
}

/// Returns a value if a finding is about `structure.toml`.
pub fn in_structure_toml(finding: &Diagnostic) -> Option<String> {
    let file = file(finding)?;
    (file == "content/structure.toml").then(String::new)
}

/// Returns the table of a finding: its file, and where its header begins.
pub fn table(finding: &Diagnostic) -> Option<String> {
    let (place, _) = finding.place.as_ref()?;
    let text = place.source.text.get(..place.span.start)?;
    let line = line_start(text);
    let is_header = place.source.text[line..].starts_with('[');
    let header = if is_header {
        Some(line)
    } else {
        text.rfind("\n[").map(|at| at + 1)
    };
    Some(format!(
        "{}:{}",
        place.source.path,
        header.unwrap_or_default()
    ))
}

/// Returns the table of a finding if it needs one of two keys.
pub fn alternatives(finding: &Diagnostic) -> Option<String> {
    table(finding).filter(|_| finding.message.contains(" needs `"))
}

/// Returns a value if a key of `structure.toml` is unknown that was meant to declare a collection or its route.
pub fn lost_collection(finding: &Diagnostic) -> Option<String> {
    let (place, _) = finding.place.as_ref()?;
    let before = place.source.text.get(..place.span.start)?;
    let is_header = before.ends_with('[');
    let is_route = meant(finding).is_some_and(|meant| meant == "route");
    in_structure_toml(finding).filter(|_| is_header || is_route)
}

/// Returns the file and the variable that a condition sets which is always false.
pub fn set_by_condition(finding: &Diagnostic) -> Option<String> {
    let (place, _) = finding
        .place
        .as_ref()
        .filter(|_| finding.message.ends_with("takes it as false"))?;
    let before = place.source.text.get(..place.span.start)?;
    let (_, tag) = before.rsplit_once("{%")?;
    let (name, _) = tag.split_once("set ")?.1.split_once('=')?;
    Some(format!("{}:{}", place.source.path, name.trim()))
}

/// Returns the file of a finding about a field, and the variable that lacks it.
pub fn owner(finding: &Diagnostic) -> Option<String> {
    let (place, _) = finding.place.as_ref()?;
    let before = place
        .source
        .text
        .get(..place.span.start)?
        .strip_suffix('.')?;
    let name = before
        .rsplit(|c: char| !c.is_alphanumeric() && c != '_')
        .next()?;
    Some(format!("{}:{name}", place.source.path))
}

/// Returns the file that the help tells to create.
pub fn file_to_create(finding: &Diagnostic) -> Option<String> {
    let help = finding
        .help
        .iter()
        .find_map(|help| help.strip_prefix("create "))?;
    help.split(" with").next().map(str::to_owned)
}

/// Returns the file that the help tells to create, or that lacks words and is not there.
pub fn missing_file(finding: &Diagnostic) -> Option<String> {
    let lacking = || {
        let (file, _) = finding.message.split_once(" lacks ")?;
        finding.place.is_none().then(|| file.to_owned())
    };
    file_to_create(finding).or_else(lacking)
}

/// Returns a value if a finding is about the words of the theme.
pub fn in_words_toml(finding: &Diagnostic) -> Option<String> {
    let file = file(finding)?;
    (file == "content/words.toml").then(String::new)
}

/// Returns the word that has a placeholder for which no template gives a value.
pub fn unknown_placeholder(finding: &Diagnostic) -> Option<String> {
    let is_in_translation = finding.message.contains("has no placeholder");
    let is_unknown = is_in_translation || in_words_toml(finding).is_some();
    quoted_name(finding).filter(|_| is_unknown)
}

/// Returns the part of a finding that has this name.
pub fn part(finding: &Diagnostic, name: &str) -> Option<String> {
    finding.named_part(name).map(str::to_owned)
}

/// Returns the document of a page that loads too large fonts.
pub fn document_with_fonts(finding: &Diagnostic) -> Option<String> {
    part(finding, "fonts")
}

/// Returns the first URL that a message names.
pub fn url_in_message(finding: &Diagnostic) -> Option<String> {
    let mut words = finding.message.split(' ');
    words.find(|word| word.starts_with('/')).map(str::to_owned)
}

/// Returns the path of a page that does not exist.
pub fn path_of_page(finding: &Diagnostic) -> Option<String> {
    let named = || finding.message.strip_prefix("there is no page ");
    part(finding, "path").or_else(|| named()?.split_whitespace().next().map(str::to_owned))
}

/// Returns the path of a URL that nothing answers, unless a document that is left out has it, or it is clear which one was meant.
pub fn path(finding: &Diagnostic) -> Option<String> {
    let is_clear = finding.replacements.iter().any(|one| one.is_certain);
    part(finding, "path").filter(|_| part(finding, "hidden").is_none() && !is_clear)
}

/// Returns the path of a URL that nothing answers with `*` in place of its last part: `/due-dates/*.ics`.
pub fn urls_like_it(finding: &Diagnostic) -> Option<String> {
    let path = path(finding)?;
    let (folder, name) = path
        .rsplit_once('/')
        .filter(|(folder, _)| !folder.is_empty())?;
    let ending = name.rfind('.').map_or("", |at| &name[at..]);
    Some(format!("{folder}/*{ending}"))
}

/// Returns the name that a message quotes.
pub fn quoted_name(finding: &Diagnostic) -> Option<String> {
    finding.message.split('`').nth(1).map(str::to_owned)
}

/// Returns the name that was probably meant.
pub fn meant(finding: &Diagnostic) -> Option<String> {
    let replacement = finding.replacements.first()?;
    Some(replacement.with.clone())
}

/// Returns the file and the name that was probably meant.
pub fn meant_in_file(finding: &Diagnostic) -> Option<String> {
    Some(format!("{}:{}", file(finding)?, meant(finding)?))
}

/// Returns the file and the word that it lacks, if it lacks only one.
pub fn only_missing_word(finding: &Diagnostic) -> Option<String> {
    let [help] = finding.help.as_slice() else {
        return None;
    };
    let word = help.strip_prefix("translate `")?.split('`').next()?;
    Some(format!("{}:{word}", file(finding)?))
}

/// Returns the file without its ending, and without its language if it is a translation: `content/forms/contact`.
pub fn path_without_language(finding: &Diagnostic) -> Option<String> {
    let path = file(finding)?;
    let (folder, name) = path.rsplit_once('/')?;
    let stem = name.split('.').next()?;
    Some(format!("{folder}/{stem}"))
}

/// Returns [`path_without_language`] if a finding is about the file in the main language.
pub fn main_language(finding: &Diagnostic) -> Option<String> {
    let name = file(finding)?.rsplit('/').next()?.to_owned();
    path_without_language(finding).filter(|_| name.matches('.').count() == 1)
}

/// Returns the page of a finding whose message names it outside of quotes.
pub fn page(finding: &Diagnostic) -> Option<String> {
    let mut texts = finding.message.split('`').step_by(2);
    let url = texts.find_map(|text| text.split(' ').find(|word| word.starts_with('/')))?;
    let pages = [url.trim_end_matches(':')].into_iter();
    let pages: Vec<&str> = pages.chain(finding.named_parts("page")).collect();
    Some(pages.join("\n"))
}

/// Returns the two pages that a finding compares, each on a line.
pub fn both_pages(finding: &Diagnostic) -> Option<String> {
    let words = finding.message.split(' ');
    let pages: Vec<&str> = words.filter(|word| word.starts_with('/')).collect();
    (pages.len() == 2).then(|| pages.join("\n"))
}

/// Returns the page of an element that is not closed and whose content is text, such as a script or a style sheet.
pub fn unclosed_text(finding: &Diagnostic) -> Option<String> {
    let name = finding.message.split(['<', '>']).nth(1)?;
    let is_text = [
        "script", "style", "title", "textarea", "noscript", "template",
    ]
    .contains(&name);
    (is_text && finding.message.contains("is not closed"))
        .then(|| page(finding))
        .flatten()
}

/// Returns the file and the first invisible character of the words that a finding is about, or the start of these words if they have
/// none, as in `"C:\temp"`.
pub fn invisible_character(finding: &Diagnostic) -> Option<String> {
    let (place, _) = finding.place.as_ref()?;
    let text = &place.source.text;
    let is_space = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r');
    let from = text.floor_char_boundary(place.span.start.saturating_sub(LONGEST_WORD));
    let start = text.get(from..place.span.start)?.rfind(is_space);
    let start = start.map_or(from, |at| from + at + 1);
    let to = text.floor_char_boundary(place.span.end + LONGEST_WORD);
    let after = text.get(place.span.end..to)?.find(is_space);
    let end = after.map_or(to, |at| place.span.end + at);
    let is_invisible = |c: char| {
        c.is_control() && !is_space(c)
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{feff}')
            || matches!(c, '\u{e200}'..='\u{e206}' | '\u{f000}'..='\u{f0ff}' | '\u{fffd}'..='\u{ffff}')
    };
    let at = text[start..end].find(is_invisible);
    let at = start + at.unwrap_or_default();
    Some(format!("{}:{at}", place.source.path))
}

/// Returns a value if a text is in the writing system of another language of the site.
pub fn in_other_script(finding: &Diagnostic) -> Option<String> {
    finding
        .message
        .contains(", the script of ")
        .then(String::new)
}

/// Returns a value if a share card has a character that its fonts lack.
pub fn lacks_character(finding: &Diagnostic) -> Option<String> {
    finding
        .message
        .starts_with("no font of the card")
        .then(String::new)
}

/// Returns a value if a page refers to a share card that was not drawn.
pub fn missing_card(finding: &Diagnostic) -> Option<String> {
    let start = "the picture for shared links";
    finding.message.starts_with(start).then(String::new)
}

/// Returns the document of a text in the writing system of another language of the site.
pub fn document_in_other_script(finding: &Diagnostic) -> Option<String> {
    in_other_script(finding)?;
    file(finding)
}
