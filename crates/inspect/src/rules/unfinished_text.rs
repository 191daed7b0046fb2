//! unfinished-text: the text still contains filler, a note to oneself, or what another program has left in it.

use std::ops::Range;

use diagnostic::{Diagnostic, Fix, Place, Severity};

use crate::inspection::Inspection;
use crate::prose::{self, Prose};
use crate::rule::Rule;
use crate::scope::When;
use crate::text_findings::TextFindings;

pub static RULE: Rule = Rule::new(When::Check, ALL, check);

diagnostic::codes! {
    UNFINISHED_TEXT {
        name: "unfinished-text",
        severity: Severity::Warning,
        summary: "filler, a note to oneself, or what another program wrote is left in the text",
        why: "Visitors see that the page is not finished. With --publish it is an error.",
        example: "Lorem ipsum dolor sit amet   TODO: ask Priya   XXXX   #REF!   Error! Bookmark not defined.",
        fix: "Write the text; put a note to yourself into a comment: <!-- ask Priya -->. Replace what Word, Excel, WhatsApp, or a mail or chat program wrote.",
    }
}

/// Pattern for filler text and for words that mark unfinished text.
const UNFINISHED: &str = r"(?:\b(?:(?i:lorem ipsum(?: dolor sit amet)?|dolor sit amet|fixme|tbd)|TODO|TBC|TKTK|X{4,}|X{2}:X{2})\b|\((?:[Pp]lease |[Pp]ls )?(?:[Cc]heck|[Cc]onfirm|[Vv]erify|[Aa]sk)(?: this| once| again)? (?:with )?(?:Sir|Madam|[A-Z][a-z]+ (?:Sir|Madam|bhai|ben|ji))\b[^)\n\x01\x02]*\))";

/// Pattern for a comment whose signs are wrong, such as `<!- ask Anna ->`.
const COMMENT: &str =
    r"<(?:!\s+-{1,2}!?|!-[^-<>\x01\x02]|!\s*[–—]|-{2}!?|-!-{1,2})[^<>\x01\x02]+?(?:-{1,2}|[–—])!?>";

/// Patterns for what other programs write in place of a text or beside it, each with the program's name.
const LEFT_BY_PROGRAMS: [(&str, &str); 11] = [
    (
        "Word",
        r"(?:(?i:error! (?:reference source|bookmark|hyperlink reference|no text of specified|no bookmark|not a valid)|fehler! (?:verweisquelle|textmarke|hyperlink-referenz|kein text)|erreur ?! (?:source du renvoi|signet non)|¡error! (?:no se encuentra el origen|marcador no)|fout! (?:verwijzingsbron|bladwijzer)|erro! (?:a origem da|fonte de|indicador não))[^.\x01\x02\n]*\.?|Click (?:or tap )?here to enter [a-z ]+\.|\bChoose an item\.|\[Type (?:here|text)\]|\bCommented \[[A-Z]{1,4}[0-9]+\]:|\bFormatted: (?:Font|Indent|Normal|Left|Right|Centered|Justified|Space|Line spacing|Numbered|Bulleted)|\{ (?:PAGE|NUMPAGES|DATE|TOC|REF|SEQ) (?:\\[^}\n\x01\x02]*)?\}|[.!?:,;]¶|\b(?:HYPERLINK|PAGEREF|MERGEFIELD|INCLUDEPICTURE) [\x22“\\_A-Za-z]|[^\s.…\x01\x02]+ ?\.{6,}[ \t]*[0-9]{1,3}\b|«[A-Z][A-Za-z]*[a-z_][A-Z][A-Za-z_]*»|\bTOC \\[a-z]\b|\bEnter any content that you want to repeat\b[^.\x01\x02\n]*\.?|\b[0-9]{1,3} ?\| ?P a g e\b)",
    ),
    (
        "a mail program",
        r"(?:(?-u:[\w.+-]+@[\w-]+(?:\.[\w-]+)+) ?[\x01<]*mailto:[^\s\x01\x02<>]+[\x01>]?|\[(?:image|cid): ?[^\]\n\x01\x02]+\]|<image(?:[0-9]{3})?\.(?:png|jpe?g|gif)>|[-–—]{2,} ?(?:Original|Forwarded) [Mm]essage ?[-–—]{2,}|\bFrom: [^\n\x01\x02]+\nSent: [^\n\x01\x02]*|\bOn [^\n\x01\x02]+[0-9]:[0-9]{2}[^\n\x01\x02]+[\x01\x02]*[^\n\x01\x02]*[\x01\x02]*>? wrote:|\bSent from (?:my (?:iPhone|iPad|Galaxy|Samsung|Android|BlackBerry|Huawei|Pixel)|Outlook for (?:iOS|Android|Mac|Windows)|Yahoo Mail|Mail for Windows|Proton Mail)\b|\b(?:Von meinem|Gesendet von meinem|Envoyé (?:de|depuis) mon|Enviado desde mi|Inviato da(?:l mio)?|Enviado do meu|Verstuurd vanaf mijn) (?:iPhone|iPad|Galaxy|Samsung|Android|Huawei)(?: gesendet)?\b|\b(?:Am|Le|El|Il) [^\n\x01\x02]*20[0-9]{2}[^\n\x01\x02]*[0-9]:[0-9]{2}[^\n\x01\x02]* (?:schrieb|a écrit|escribió|ha scritto)\b[^\n\x01\x02]*[\x01\x02]*[^\n\x01\x02]*[\x01\x02]*>? ?:|\bGet Outlook for (?:Android|iOS|Mac|Windows)\b|\bCAUTION: This e-?mail (?:originated|was sent)\b[^.\n\x01\x02]*\.?|=[C-E][0-9A-F](?:=[89AB][0-9A-F])+|(?:\p{L}{3,}|[.,;:!?])=20(?:\n|[\x01\x02]|$))",
    ),
    (
        "a chat program",
        r"(?:【[^】\n\x01\x02]*†[^】\n\x01\x02]*】|(?::contentReference)?\[oaicite:[^\]\n\x01\x02]+\](?:\{index=[0-9]+\})?|\b(?:cite)?(?:turn[0-9]+(?:search|news|view|file)[0-9]+)+\b|\[cite: ?[0-9]+(?:, ?[0-9]+)*\]|\[cite_(?:start|end)\]|\bAs an AI (?:language model|assistant)\b[^.\n\x02]*\.?|\b(?:Certainly|Sure|Of course|Absolutely), here(?: is|’s|'s| are) (?:the|your|a|an) [^.!?:\n\x01\x02]{1,60}:|\b(?:Certainly|Sure|Of course|Absolutely)! Here(?: is|’s|'s| are)\b|\bChatGPT said:|\bWould you like me to (?:make|adjust|shorten|change|write|add|revise|expand|create|turn|draft|rewrite|format)\b[^?\n\x01\x02]*\?|\bLet me know if you(?:’|'| woul)d like (?:me to |any (?:changes|adjustments|edits|tweaks|revisions))|\bHere(?: is|’s|'s) (?:the|your|a) (?:revised|updated|rewritten|improved|polished) (?:version|text|draft|copy)\b|\bIs there anything else you(?:’|'| woul)d like me to\b|[(\[]Word count: [0-9]+[)\]]|\bI hope this helps! (?:Let me know|Feel free|If you)\b|\bAs of my last (?:knowledge )?update\b|\b(?:Meta [Dd]escription|Meta [Tt]itle|SEO [Tt]itle|Focus [Kk]ey(?:word|phrase)|URL [Ss]lug)s?:)",
    ),
    (
        "a form letter",
        r"(?:%[A-Z][A-Z_]{3,}%|[{«](?i:your (?:name|address|city|e-?mail|phone|number|date|text|company))[}»]|\{(?:[A-Z][A-Za-z]{2,}|[A-Z]{3,})(?:[ _][A-Z][A-Za-z]*){0,2}\}|\[(?i:(?:your|client|company|firm|customer)(?: company| firm)? (?:name|address|city|e-?mail|phone|telephone|number|date|logo|photo)|insert(?: [^\s\]\x01\x02]+){1,5}|please (?:insert|enter|add|fill in)(?: [^\s\]\x01\x02]+){0,5}|(?:[^\s\]\x01\x02]+ ){0,2}(?:name|address|date|amount|number|text|link|photo|picture|image|price) here|to be (?:added|confirmed|announced|completed))\]|\[(?:[Ee]nter|[Aa]dd|[Ff]ill in|[Nn]ame of)(?: the| your| an?)? [a-z]+(?: [a-z]+){0,2}\]|\[(?:ENTER|ADD|FILL IN|NAME OF)(?: [A-Z]+){1,4}\]|\[(?:[A-Z]+ ){0,2}(?:NAME|NUMBER|ADDRESS|DATE|TIME|AMOUNT|E-?MAIL|PHONE|TELEPHONE|COMPANY|CITY|PRICE)\]|_{6,} ?\((?:date|name|amount|place)\)|\[(?:citation needed|more (?:text |details )?to come)\]|\b(?:Rs\.?|₹|INR) ?[xX]{1,2},[xX]{2,3}\b|\b[xX]{2}/[xX]{2}/(?:20[0-9]{2}|[xX]{2,4}))",
    ),
    (
        "an editor of web pages",
        r"(?:<[A-Z][a-z]+[A-Za-z]* [^<>\n]*/>|\[[A-Z][a-z]+[A-Za-z]* [a-z]+=[\x22“][^\]\n]*\])",
    ),
    ("a draft of a contract", r"\[ ?(?:●|•|_{2,}|\*{1,3}) ?\]"),
    (
        "Excel",
        r"\B=[A-Z]{1,3}[0-9]{1,4}(?:[-+*/][A-Z]{1,3}[0-9]{1,4})+\b|\B=[A-ZÄÖÜÉ.]{2,20}\([A-Z]{1,3}[0-9]{1,4}[:;,][^()\n]*\)|\B=(?:HYPERLINK|SUM|SUMIFS?|SUMPRODUCT|AVERAGE|COUNT(?:A|IFS?|BLANK)?|IF|IFS|IFERROR|[VHX]LOOKUP|INDEX|MATCH|CONCAT(?:ENATE)?|TEXT(?:JOIN)?|LEFT|RIGHT|MID|TRIM|ROUND(?:UP|DOWN)?|MAX|MIN|TODAY|NOW|DATE|YEAR|IMAGE|IMPORTRANGE|GOOGLEFINANCE|ARRAYFORMULA|QUERY|FILTER|SUBTOTAL)\((?:[^()\n]|\([^()\n]*\))*\)|#(?:(?i:REF!|DIV/0!|NUM!|NULL!)|VALUE!|NAME\?|SPILL!|CALC!|N/A\b)|#{8,}|_x000[9AD]_|\bx000[9AD]\b|\b[0-9]\.[0-9]{5}E\+[01][0-9]\b",
    ),
    (
        "WhatsApp",
        r"(?:<attached: [^<>\n]+>|\x{200e}(?:image|video|audio|sticker|GIF|document) omitted\b|\b(?:IMG|VID|PTT|AUD|STK|DOC)-[0-9]{8}-WA[0-9]{4}\.[a-z0-9]{3,4} \(file attached\)|\b(?:This message was deleted|You deleted this message|Messages and calls are end-to-end encrypted)\b|\[?[0-9]{1,2}[./][0-9]{1,2}[./][0-9]{2,4}, [0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?: ?[AaPp]\.?[Mm]\.?)?(?:\]| [-–] ) ?[^:\n\x02]{1,40}:|\[[0-9]{1,2}:[0-9]{2}(?: ?[AaPp]\.?[Mm]\.?)?, [0-9]{1,2}/[0-9]{1,2}/[0-9]{2,4}\] ?[^:\n\x02]{1,40}:)",
    ),
    (
        "a program",
        r"[\p{L}\p{N}.!?,;:)](?:\\r)?\\n(?:\\r)?\\n|[.!?](?:\\r)?\\n(?:\s|\p{Lu}|$)",
    ),
    ("a program that lost the letters", r"\?{3,}(?: \?{2,})+"),
    (
        "a PDF or Word",
        r"(?:(?:\(cid:[0-9]+\))+|` [0-9]{1,3}(?:,[0-9]{2,3})+\b|\x{FFFC}|\p{L}+¬\p{L}+|[\p{L}]*[\x{FB00}-\x{FB06}][\p{L}\x{FB00}-\x{FB06}]*)",
    ),
];

/// Length of the longest note in a comment with wrong signs, in bytes.
const LONGEST_NOTE: usize = 250;

/// Length of the longest mark of a program, in bytes.
const LONGEST_MARK: usize = 400;

fn check(site: &Inspection<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut findings = TextFindings::new(site, diagnostics);
    let pattern = prose::pattern(UNFINISHED, true);
    let mut report = |text: &Prose, span: &Range<usize>, mut diagnostic: Diagnostic| {
        if site.output.scope.publish {
            diagnostic.severity = Severity::Error;
        }
        findings.report(diagnostic, UNFINISHED_TEXT.name, text, span);
    };
    for (text, span) in pattern.iter().flat_map(|one| site.matches(one)) {
        let message = format!("`{}` is left in the text", text.words(&span));
        let comment = if text.source.path.ends_with(".toml") {
            "# …"
        } else {
            "<!-- … -->"
        };
        let help = format!("write the text, or put a note to yourself into a comment: {comment}");
        report(text, &span, finding(message, help));
    }
    let pattern = prose::pattern(COMMENT, true);
    for (text, span) in pattern.iter().flat_map(|one| site.matches(one)) {
        if span.len() > LONGEST_NOTE {
            continue;
        }
        let words = text.words(&span);
        // A page has dashes in place of the hyphens of its source.
        if text.is_page() && words.contains(['–', '—']) {
            continue;
        }
        let note = words.trim_matches(|c: char| {
            matches!(c, '<' | '>' | '!' | '-' | '–' | '—') || c.is_whitespace()
        });
        let help = if text.source.path.ends_with(".toml") {
            format!("write a comment on a line of its own: # {note}")
        } else {
            format!("write <!-- {note} -->")
        };
        let message = format!("`{words}` is not a comment, and shows as text");
        report(text, &span, finding(message, help));
    }
    for (program, pattern) in LEFT_BY_PROGRAMS {
        let pattern = prose::pattern(pattern, true);
        let mut last: Option<(&str, usize)> = None;
        for (text, span) in pattern.iter().flat_map(|one| site.matches(one)) {
            // A longer text only begins and ends like a mark.
            if span.len() > LONGEST_MARK {
                continue;
            }
            let path = text.source.path.as_str();
            let before = |from: usize| text.source.text.get(from..span.start).unwrap_or_default();
            let words = text.words(&span).replace('\u{fffc}', "U+FFFC");
            // The lines of a table of contents are one mistake.
            let is_line = words.contains("....");
            let is_next = last.is_some_and(|(file, end)| {
                is_line && file == path && !before(end).contains("\n\n")
            });
            // The marks of one program are one mistake.
            let is_formula = words.starts_with('=')
                && (words.ends_with(')') || words.contains(['+', '-', '*', '/']));
            let is_coded = words.contains("=20") || words.starts_with('=') && !is_formula;
            let is_head = words.starts_with("From: ")
                || ["riginal ", "orwarded "]
                    .iter()
                    .any(|one| words.starts_with('-') && words.contains(one));
            let is_mark = words.starts_with("[cite") || is_coded || is_head;
            let is_next = is_next || is_mark && last.is_some_and(|(file, _)| file == path);
            last = (is_line || is_mark).then_some((path, span.end));
            // `page=20` at the end of a line is a value, unless the text has other marks of a mail program.
            let others = ["=E2=", "=C2=", "=C3=", "=\n"];
            let is_value = words.trim_end().ends_with("=20")
                && words.starts_with(char::is_alphabetic)
                && !others.iter().any(|other| text.source.text.contains(other));
            // A note between signs of a chat program is reported as a control character.
            let mut code = ["<code>", "<kbd>", "<samp>"].iter();
            let is_example = is_formula && code.any(|tag| before(0).ends_with(tag));
            // An argument in a formula, as in `\\text{Speed}`.
            let name = before(0).trim_end_matches(|c: char| c.is_ascii_alphabetic());
            let is_argument =
                words.starts_with('{') && name.len() < span.start && name.ends_with('\\');
            // A page has other quotes in a formula than its source.
            let is_repeated = is_formula && text.is_page();
            if is_argument
                || is_example
                || is_repeated
                || is_next
                || is_value
                || before(0).ends_with('\u{e202}')
            {
                continue;
            }
            if let Some((place, what, meant)) = meant_address(text, &span) {
                let written = &place.source.text[place.span.clone()];
                let message = format!("`{written}` is left in the text: {program} wrote {what}");
                let help = format!("write {meant}");
                let fix = Fix::replace(help.as_str(), place.clone(), meant);
                report(text, &place.span, finding(message, help).fix(fix));
                continue;
            }
            let message = format!("`{words}` is left in the text: {program} wrote it");
            let letters = without_ligatures(&words);
            let help = if words.contains("\\n") {
                "begin a new line here, or write an empty line for a new paragraph".to_owned()
            } else if words.contains("x000") {
                "delete `_x000D_`, with its underscores".to_owned()
            } else if is_coded {
                let meant = match decoded(&words).trim() {
                    "" => "a space".to_owned(),
                    text if text.contains('\u{fffd}') => "what visitors should read".to_owned(),
                    text => format!("`{text}`"),
                };
                format!("write {meant}, and correct each other mark of this kind in this text")
            } else if ["Meta ", "SEO ", "Focus ", "URL "]
                .iter()
                .any(|start| words.starts_with(start))
            {
                "delete this whole line: the front matter has title and description".to_owned()
            } else if is_head {
                "delete the head of the mail: this line, and those with From, Sent, To, and Subject"
                    .to_owned()
            } else if is_mark {
                "delete it, and each other `[cite…]` in this text".to_owned()
            } else if is_formula {
                "write what the sheet shows in its place".to_owned()
            } else if letters == words {
                "write what visitors should read, or delete it".to_owned()
            } else {
                format!("type the letters one by one: {letters}")
            };
            report(text, &span, finding(message, help));
        }
    }
    findings.report_unused_waivers(&[UNFINISHED_TEXT.name]);
}

fn finding(message: String, help: String) -> Diagnostic {
    Diagnostic::new(&UNFINISHED_TEXT, message).help(help)
}

/// Returns the whole place of an address that a mail program has doubled, or of a link that Excel computes; what it is, and what to write
/// in Markdown. Returns `None` for anything else, and for finished pages.
fn meant_address(text: &Prose, span: &Range<usize>) -> Option<(Place, &'static str, String)> {
    let whole = &text.source.text;
    let source = whole.get(span.clone())?;
    // In the front matter, these signs are no Markdown.
    let body = whole.find("\n+++").unwrap_or_default();
    if text.is_page() || !text.source.path.ends_with(".md") || span.start < body {
        return None;
    }
    if let Some((address, again)) = source.split_once("<mailto:") {
        let address = address.trim_end();
        let is_open = !again.ends_with('>') && whole[span.end..].starts_with('>');
        let end = span.end + usize::from(is_open);
        let again = again.split(['?', '>']).next().unwrap_or_default();
        let is_same = again.eq_ignore_ascii_case(address);
        let is_link = whole[end..].starts_with("](");
        let place = text.place(span.start..end);
        let meant = format!("<{address}>");
        return (is_same && !is_link).then_some((place, "the address twice", meant));
    }
    let inner = source.strip_prefix("=HYPERLINK(")?.strip_suffix(')')?;
    let parts: Vec<&str> = inner.split(['"', '“', '”']).map(str::trim).collect();
    let [_, address, "," | ";", label, ""] = parts.as_slice() else {
        return None;
    };
    let place = text.place(span.clone());
    Some((place, "a formula", format!("[{label}]({address})")))
}

/// Returns a text without the marks of quoted-printable (RFC 2045, section 6.7): `–` for `=E2=80=93`.
fn decoded(words: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = words;
    while let Some(sign) = rest.chars().next() {
        let code = rest.get(1..3).filter(|_| sign == '=');
        let byte = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        let length = if byte.is_some() { 3 } else { sign.len_utf8() };
        match byte {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(&rest.as_bytes()[..length]),
        }
        rest = &rest[length..];
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns a text with letters in the place of ligatures (Unicode, "Alphabetic Presentation Forms").
fn without_ligatures(words: &str) -> String {
    const LETTERS: [&str; 7] = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"];
    let mut letters = String::new();
    for sign in words.chars() {
        let at = u32::from(sign).checked_sub(0xfb00).map(|at| at as usize);
        match at.and_then(|at| LETTERS.get(at)) {
            Some(ligature) => letters.push_str(ligature),
            None => letters.push(sign),
        }
    }
    letters
}

#[cfg(test)]
mod tests {
    use crate::fixture::site;
    use crate::scope::Scope;

    #[test]
    fn what_programs_leave() {
        for (text, expected) in [
            (
                "See Error! Reference source not found. for prices.",
                "5: `Error! Reference source not found.` by Word",
            ),
            (
                "Error! Hyperlink reference not valid.",
                "1: `Error! Hyperlink reference not valid.` by Word",
            ),
            (
                "See error! reference source not found. for prices.",
                "5: `error! reference source not found.` by Word",
            ),
            (
                "Siehe Fehler! Verweisquelle konnte nicht gefunden werden. Danke.",
                "7: `Fehler! Verweisquelle konnte nicht gefunden werden.` by Word",
            ),
            (
                "Error! We were wrong. Ein Fehler! Das kommt vor. ¡Error! No hay pan.",
                "",
            ),
            (
                "Sent from Outlook for iOS",
                "1: `Sent from Outlook for iOS` by a mail program",
            ),
            (
                "Von meinem iPhone gesendet",
                "1: `Von meinem iPhone gesendet` by a mail program",
            ),
            (
                "Am Mo., 3. Nov. 2025 um 09:14 Uhr schrieb Asha Rao:",
                "1: `Am Mo., 3. Nov. 2025 um 09:14 Uhr schrieb Asha Rao:` by a mail program",
            ),
            (
                "Sent from my garden. Von meinem Garten gesendet. Am Montag um 9:14 schrieb er: Nein.",
                "",
            ),
            (
                "12.03.26, 09:14 - Asha Rao: please add",
                "1: `12.03.26, 09:14 - Asha Rao:` by WhatsApp",
            ),
            ("Am 12.03.26, 09:14 Uhr. Punkt: ja", ""),
            ("Sum =B2+B3 of all", "5: `=B2+B3` by Excel"),
            ("Sum =SUMME(B2:B5)", "5: `=SUMME(B2:B5)` by Excel"),
            ("Rate #ref! here", "6: `#ref!` by Excel"),
            (
                "E=MC2, a=A4 (paper), =A4, route =ABC(x), #ref and #Name? #Value!",
                "",
            ),
            (
                "Certainly, here is the text:",
                "1: `Certainly, here is the text:` by a chat program",
            ),
            (
                "Of course, here is the catch. Sure, here is a list we like.",
                "",
            ),
            ("Open at [TIME].", "9: `[TIME]` by a form letter"),
            ("Dear {your name},", "6: `{your name}` by a form letter"),
            ("\\[ \\text{Speed} = 1 \\]", ""),
            ("Write (your name) and «Your Way» and {your}", ""),
            (
                "Click or tap here to enter text.",
                "1: `Click or tap here to enter text.` by Word",
            ),
            ("Dear [Type here]", "6: `[Type here]` by Word"),
            (
                "Dear [insert your name],",
                "6: `[insert your name]` by a form letter",
            ),
            (
                "Call [INSERT NUMBER HERE].",
                "6: `[INSERT NUMBER HERE]` by a form letter",
            ),
            (
                "Closed on Monday.\\n\\nOpen on Tuesday.",
                "17: `.\\n\\n` by a program",
            ),
            (
                "Would you like me to make it shorter?",
                "1: `Would you like me to make it shorter?` by a chat program",
            ),
            ("At C:\\new\\notes. Would you like to visit us?", ""),
            (
                "[SIC], press [Add] or [Add App Password], [NOTE], [your] way",
                "",
            ),
            ("Due on xx/xx/2026.", "8: `xx/xx/2026` by a form letter"),
            (
                "[11:02, 28/11/2026] Asha: hello",
                "1: `[11:02, 28/11/2026] Asha:` by WhatsApp",
            ),
            (
                "???? ??? of tax",
                "1: `???? ???` by a program that lost the letters",
            ),
            (
                "Prices ............................ 3",
                "1: `Prices ............................ 3` by Word",
            ),
            ("See HYPERLINK “https”", "5: `HYPERLINK “` by Word"),
            ("Total: #REF! and 3", "8: `#REF!` by Excel"),
            ("Rate #N/A", "6: `#N/A` by Excel"),
            ("Sum =SUM(B2:B9) of all", "5: `=SUM(B2:B9)` by Excel"),
            (
                "=IF(A1>0;ROUND(A1;2);0) rupees",
                "1: `=IF(A1>0;ROUND(A1;2);0)` by Excel",
            ),
            ("x=SUM(1) and `=SUM(A1)`, = SUM (a), =SUMMARY(x)", ""),
            (
                "IMG-20261128-WA0004.jpg (file attached)",
                "1: `IMG-20261128-WA0004.jpg (file attached)` by WhatsApp",
            ),
            (
                "This message was deleted",
                "1: `This message was deleted` by WhatsApp",
            ),
            (
                "[27/11/26, 10:31 am] Asha: please add",
                "1: `[27/11/26, 10:31 am] Asha:` by WhatsApp",
            ),
            (
                "27/11/2026, 10:31 - Asha Rao: please add",
                "1: `27/11/2026, 10:31 - Asha Rao:` by WhatsApp",
            ),
            ("a \u{fffc} b", "3: `U+FFFC` by a PDF or Word"),
            ("The oﬃce, first", "5: `oﬃce` by a PDF or Word"),
            ("your regis¬tration", "6: `regis¬tration` by a PDF or Word"),
            ("Commented [AR1]: check", "1: `Commented [AR1]:` by Word"),
            ("Page { PAGE } of 7", "6: `{ PAGE }` by Word"),
            ("Oil it.¶", "7: `.¶` by Word"),
            (
                "Get Outlook for Android",
                "1: `Get Outlook for Android` by a mail program",
            ),
            (
                "CAUTION: This email originated outside.",
                "1: `CAUTION: This email originated outside.` by a mail program",
            ),
            (
                "On Mon, 2 Nov 2026 at 10:31, Asha Rao <a@b.example> wrote:",
                "1: `On Mon, 2 Nov 2026 at 10:31, Asha Rao a@b.example wrote:` by a mail program",
            ),
            (
                "**Meta description:** Fees for 2026.",
                "3: `Meta description:` by a chat program",
            ),
            (
                "I hope this helps! Let me know.",
                "1: `I hope this helps! Let me know` by a chat program",
            ),
            (
                "We bake. (Word count: 148)",
                "10: `(Word count: 148)` by a chat program",
            ),
            (
                "Dear [Insert address here],",
                "6: `[Insert address here]` by a form letter",
            ),
            (
                "At [Company name here] and",
                "4: `[Company name here]` by a form letter",
            ),
            (
                "Since 1961.[citation needed]",
                "12: `[citation needed]` by a form letter",
            ),
            ("Rs. XX,XXX a year", "1: `Rs. XX,XXX` by a form letter"),
            (
                "-----Original Message-----\nFrom: Asha",
                "1: `-----Original Message-----` by a mail program",
            ),
            (
                "From: Asha\nSent: Monday\nTo: us",
                "1: `From: Asha Sent: Monday` by a mail program",
            ),
            (
                "On Mon, 5 Jan 2026 at 10:30, Asha wrote:",
                "1: `On Mon, 5 Jan 2026 at 10:30, Asha wrote:` by a mail program",
            ),
            (
                "Sent from my iPhone",
                "1: `Sent from my iPhone` by a mail program",
            ),
            ("=C2=A0Hello=20there", "1: `=C2=A0` by a mail program"),
            (
                "As an AI language model, I cannot.",
                "1: `As an AI language model, I cannot.` by a chat program",
            ),
            (
                "Certainly! Here is a new text:",
                "1: `Certainly! Here is` by a chat program",
            ),
            (
                "The rules.[oaicite:3]{index=3}",
                "11: `[oaicite:3]{index=3}` by a chat program",
            ),
            (
                "See turn0search3 for more.",
                "5: `turn0search3` by a chat program",
            ),
            ("Dear {Name}, welcome.", "6: `{Name}` by a form letter"),
            (
                "Dear %FIRSTNAME%, welcome.",
                "6: `%FIRSTNAME%` by a form letter",
            ),
            (
                "The fee is [●] rupees.",
                "12: `[●]` by a draft of a contract",
            ),
            (
                "ChatGPT said: Certainly.",
                "1: `ChatGPT said:` by a chat program",
            ),
            ("I hope this helps! 6.022E+23", ""),
            (
                "Dear [Your Company Name],",
                "6: `[Your Company Name]` by a form letter",
            ),
            ("Sum 1.23457E+11", "5: `1.23457E+11` by Excel"),
            (
                "Introduction......3\nFees.....5\nAudit.......7",
                "1: `Introduction......3` by Word",
            ),
            ("a \u{e200}cite\u{e202}turn0search1\u{e201}", ""),
            (
                "We say sure! Here we are. {a, b}, 5 %, 100%A%, [A], x=C3, [Note] your way.",
                "",
            ),
            (
                "Errors are rare. Wait... 3 days. On 27/11/2026, 10:31 we met. Issue #12, `#REF!`.",
                "",
            ),
        ] {
            let findings = site().page("a", text).findings(&["unfinished-text"]);
            let expected = expected.split_once(": ").map(|(column, rest)| {
                let rest = rest.replace(" by ", " is left in the text: ");
                format!("content/pages/a.md:5:{column}: warning: unfinished-text: {rest} wrote it")
            });
            assert_eq!(findings, Vec::from_iter(expected), "{text}");
        }
    }

    #[test]
    fn addresses_to_write_in_their_place() {
        for (text, expected) in [
            (
                "Write to a@b.example<mailto:a@b.example>.",
                "Write to <a@b.example>.",
            ),
            (
                "a@b.example <mailto:a@b.example?subject=Hi>, or call",
                "<a@b.example>, or call",
            ),
            (
                "See =HYPERLINK(\"https://c.example\",\"the town\") today",
                "See [the town](https://c.example) today",
            ),
            (
                "See =HYPERLINK(\"https://c.example\"; \"the town\").",
                "See [the town](https://c.example).",
            ),
        ] {
            let found = site().page("a", text).diagnostics();
            let fixes = found
                .iter()
                .filter(|one| one.code.name == "unfinished-text");
            let fixes: Vec<_> = fixes.flat_map(|one| one.own_fixes.iter()).collect();
            let [diagnostic::Fix { changes, .. }] = fixes.as_slice() else {
                panic!("{text}: {fixes:?}");
            };
            let [diagnostic::Change::Replace(place, with)] = changes.as_slice() else {
                panic!("{changes:?}");
            };
            let mut fixed = place.source.text.to_string();
            fixed.replace_range(place.span.clone(), with);
            assert!(fixed.trim_end().ends_with(expected), "{fixed}");
        }
    }

    #[test]
    fn an_error_once_the_site_is_public() {
        let project = site().page("a", "Lorem Ipsum, TODO and `TODO`.\n<!-- TODO -->");
        let places = [
            "1: warning: unfinished-text: `Lorem Ipsum`",
            "14: warning: unfinished-text: `TODO`",
        ];
        let expected = places.map(|at| format!("content/pages/a.md:5:{at} is left in the text"));
        assert_eq!(project.findings(&["unfinished-text"]), expected);
        let publish = Scope {
            check: true,
            publish: true,
            ..Scope::default()
        };
        let expected = expected.map(|one| one.replace("warning", "error"));
        assert_eq!(
            project.scope(publish).findings(&["unfinished-text"]),
            expected
        );
    }
}
