//! The manual of what the stages before inspection find: reading content, planning, rendering, bundling, writing.

use content::Severity::{self, Error, Warning};

use crate::inspect::Manual;

const fn manual(
    severity: Severity,
    code: &'static str,
    summary: &'static str,
    why: &'static str,
    example: &'static str,
    fix: &'static str,
) -> Manual {
    Manual {
        code,
        severity,
        summary,
        why,
        example,
        fix,
        source: "",
    }
}

/// Manuals in the order of the alphabet.
pub const STAGES: &[Manual] = &[
    manual(
        Error,
        "bad-address",
        "a link in Markdown has an address that no browser can follow",
        "Who presses it gets nowhere.",
        "[us](www.example.com)   [form](C:\\form.pdf)   [mail](mailto:office)",
        "Write it in full, as the message says.",
    ),
    manual(
        Error,
        "bad-component",
        "a component's tag in Markdown cannot be read",
        "What follows would come out as text or not at all.",
        "<Callout kind=note>",
        "Put arguments between quotes: <Callout kind=\"note\">.",
    ),
    manual(
        Error,
        "bad-date",
        "a date is not a date",
        "Order, feeds and publishing hang on it.",
        "date = \"22 Sep\"",
        "Write year-month-day without quotes: date = 2025-09-22.",
    ),
    manual(
        Error,
        "bad-file-name",
        "a file's name is not UTF-8",
        "Its address could not be written.",
        "a name made by an old system",
        "Rename the file, with plain letters and hyphens.",
    ),
    manual(
        Error,
        "bad-form",
        "a form's definition contradicts itself",
        "Page, browser and form function would each read it differently.",
        "a select without options",
        "Mend the definition in content/forms/.",
    ),
    manual(
        Error,
        "bad-markdown",
        "Markdown in a value cannot be rendered",
        "It would be missing from the page.",
        "a component in front matter",
        "Write plain Markdown there; components belong in the body.",
    ),
    manual(
        Error,
        "bad-picture",
        "a picture file is not what its name says",
        "Browsers show a broken picture, and its size is not known.",
        "a web page that was saved as photo.png, half a file, a HEIC picture of a phone, an SVG that is not well-formed",
        "Save the picture again in the format that its name says.",
    ),
    manual(
        Error,
        "bad-schema",
        "a schema is not JSON, or not a JSON Schema",
        "Without it nothing of that collection can be checked.",
        "a comma after the last entry",
        "Mend the file in content/schemas/.",
    ),
    manual(
        Error,
        "bad-slug",
        "a file's name, or its slug, cannot be part of an address",
        "Browsers and servers would each encode it in their own way.",
        "blogs/GST & you.md",
        "Use letters, digits, hyphens, dots and underscores.",
    ),
    manual(
        Error,
        "bad-toml",
        "text between the +++ lines, or a .toml file, is not TOML",
        "Nothing of it can be used.",
        "title = About us",
        "Put text between double quotes: title = \"About us\".",
    ),
    manual(
        Error,
        "bad-value",
        "a value given to `site new` cannot be the value of its key",
        "The file would be refused.",
        "site new office --set weight=heavy",
        "Give another value; `site new COLLECTION` at a terminal says what is asked for.",
    ),
    manual(
        Error,
        "base-element",
        "a page has a <base> element",
        "It would turn every address of the page into another; the security policy refuses it.",
        "<base href=\"https://other.example/\">",
        "Write whole addresses, or such that begin with a slash.",
    ),
    manual(
        Error,
        "cannot-publish",
        "the site could not be published",
        "What is live is whole all the same: each page is an old or a new one.",
        "somebody else is publishing",
        "Do what the message says, then run the command again: it goes on from what is there.",
    ),
    manual(
        Error,
        "cannot-serve",
        "the server cannot listen where it was asked to",
        "Nobody could open the page.",
        "--host with an address of another computer",
        "Choose an address of this computer, or leave --host out.",
    ),
    manual(
        Error,
        "cannot-watch",
        "changes of files cannot be watched",
        "Pages would stay as they are until the next start.",
        "too many folders for the system's limit",
        "Raise the limit the message names, or start again after changes.",
    ),
    manual(
        Error,
        "cannot-write",
        "the output cannot be written",
        "There is no new site; the last good one is as it was.",
        "a full disk, a folder of another user",
        "Do what the system's message says.",
    ),
    manual(
        Error,
        "case-clash",
        "two addresses differ in the case of letters only",
        "On disks that do not tell case apart one overwrites the other.",
        "/Terms and /terms",
        "Rename one, and redirect the other if need be.",
    ),
    manual(
        Error,
        "duplicate-component",
        "two components of the theme have one name",
        "Which of them a page gets would depend on the order of files.",
        "two files with {% component Note() %}",
        "Rename one of the two.",
    ),
    manual(
        Error,
        "duplicate-name",
        "two collections, two taxonomies, or two terms of one, have one name",
        "Templates ask for them by it and would get only one.",
        "two [[collection]] with name = \"journal\"",
        "Give one of them another name.",
    ),
    manual(
        Error,
        "duplicate-route",
        "two sources give one address",
        "Only one of them could be seen.",
        "pages/about.md and public/about.html",
        "Rename or remove one of the two.",
    ),
    manual(
        Error,
        "duplicate-slug",
        "two documents of a collection have one slug",
        "Only one of them could be seen.",
        "a copy of a file with its `slug` left in",
        "Rename one of the files, or change its slug.",
    ),
    manual(
        Error,
        "empty-file",
        "a document is empty",
        "It has no title and nothing to show.",
        "a new file saved at once",
        "Begin with front matter, or delete it. `site new` writes one to begin with.",
    ),
    manual(
        Warning,
        "hidden-file",
        "a file of public/ is not published, because its name begins with a dot",
        "Hidden files are mostly there by mistake; and who means to publish one would miss it.",
        "public/.htaccess",
        "Rename it without the dot, or take it out of public/. Of hidden folders only .well-known/ is published.",
    ),
    manual(
        Error,
        "hidden-page",
        "a redirect stands in front of a page",
        "Nobody could reach that page.",
        "[[redirect]] from = \"/about\", where pages/about.md is",
        "Remove the redirect, or rename the page.",
    ),
    manual(
        Error,
        "inbox",
        "the inbox cannot be opened or written out",
        "Submissions could not be looked at.",
        "a folder of another user",
        "Do what the system's message says.",
    ),
    manual(
        Error,
        "inbox-bucket",
        "this build of the program cannot reach a bucket",
        "The parts for AWS are left out of it, for they take minutes to compile.",
        "site inbox --bucket NAME list",
        "Build it with them: cargo run --release --package site --features aws -- inbox --bucket NAME list",
    ),
    manual(
        Error,
        "inbox-date",
        "a day is out of the calendar's range",
        "No submissions could be chosen by it.",
        "--since with a year that no calendar has",
        "Write it as year-month-day: 2026-04-30.",
    ),
    manual(
        Error,
        "inbox-empty",
        "there is no folder of submissions",
        "No form has been sent to this computer yet.",
        "site inbox list before the first form",
        "Send a form through `site serve`, or look into the bucket with --bucket NAME.",
    ),
    manual(
        Error,
        "inbox-erase",
        "nothing was erased, for nobody confirmed it",
        "What is erased cannot be brought back.",
        "site inbox erase in a script, without --yes",
        "Answer `yes`, or give --yes.",
    ),
    manual(
        Error,
        "inbox-export",
        "the export cannot be written",
        "There is no file to hand on.",
        "--out in a folder that does not exist",
        "Do what the system's message says.",
    ),
    manual(
        Error,
        "inbox-form",
        "the site has no form of this name, and nothing was ever sent by one",
        "An empty list would read as if nobody had written.",
        "site inbox list --form contat",
        "Give the name of a file below content/forms/, without its ending.",
    ),
    manual(
        Error,
        "inbox-store",
        "the place where submissions are kept does not answer well",
        "They could not be read or changed.",
        "a bucket without permission",
        "Do what the message says.",
    ),
    manual(
        Error,
        "inbox-unknown",
        "no submission has this reference",
        "There is nothing to show.",
        "a reference with a letter missing",
        "`site inbox list` shows all references.",
    ),
    manual(
        Error,
        "inline-handler",
        "a page does something by an attribute such as onclick",
        "The security policy refuses it: whoever can slip in an attribute could run a script.",
        "<button onclick=\"send()\">",
        "Put it into a script of widgets/src/enhance/, or an island.",
    ),
    manual(
        Error,
        "inline-style",
        "a page has a style attribute",
        "The security policy refuses it, so it would do nothing.",
        "<p style=\"color: red\">",
        "Give it a class, and the class a rule in the style sheet.",
    ),
    manual(
        Error,
        "invalid-value",
        "a value is not of the form its schema asks for",
        "It could not be used.",
        "weight = 1.5",
        "Do what the message says.",
    ),
    manual(
        Error,
        "island-error",
        "an island could not be rendered",
        "Its place on the page would be empty.",
        "a component that reads `window` while rendering",
        "Mend the component: it has to render without a browser.",
    ),
    manual(
        Error,
        "island-props",
        "an island is given what it does not take, or not what it needs",
        "In the browser it would fail to wake.",
        "island(name=\"Map\", props={\"titel\": …})",
        "Give the props its type declares.",
    ),
    manual(
        Error,
        "merge-conflict",
        "both versions of a merge are still in a file",
        "The page would show both, with the marks between them.",
        "<<<<<<< HEAD",
        "Keep what is right and delete the three lines. In an example, put a blank before each.",
    ),
    manual(
        Error,
        "missing-argument",
        "a component in Markdown lacks an argument",
        "It cannot be rendered.",
        "<Callout> where `kind` is needed",
        "Add the argument.",
    ),
    manual(
        Error,
        "missing-asset",
        "a template asks for a file there is not",
        "The page would ask for it in vain.",
        "asset(path=\"styles/mian.css\")",
        "Write the name of a file of content, theme or widgets.",
    ),
    manual(
        Error,
        "missing-body",
        "a component that needs a text is closed by itself",
        "It has nothing to show.",
        "<Note/>",
        "Write <Note>, the text, and </Note>.",
    ),
    manual(
        Error,
        "missing-file",
        "a file that something else names is not there",
        "What names it cannot work.",
        "schema = \"schemas/artikel.json\"",
        "Correct the name, or add the file.",
    ),
    manual(
        Error,
        "missing-front-matter",
        "a Markdown file does not begin with front matter",
        "It has no title and no description.",
        "a file that begins with its first heading",
        "Begin with a +++ line, `title`, `description`, and a +++ line.",
    ),
    manual(
        Error,
        "missing-image",
        "a picture that is named is not there",
        "The page would show a broken picture.",
        "image = \"images/gts.svg\"",
        "Write the path relative to content/, as the file is called.",
    ),
    manual(
        Error,
        "missing-key",
        "a key that is required is missing",
        "Something on the page would be empty.",
        "a service without `summary`",
        "Add the key; the message says what it is for.",
    ),
    manual(
        Error,
        "missing-menu",
        "a template asks for a menu that menus.toml does not have, or for none of one that it has",
        "The page cannot be rendered, or lacks links.",
        "[[leagl]], where the footer shows `legal`",
        "Rename the menu as the template has it, or add it.",
    ),
    manual(
        Error,
        "missing-template",
        "a template that is named is not there",
        "The page cannot be rendered.",
        "template = \"servcie.html\"",
        "Write the name of a file in the theme's templates/.",
    ),
    manual(
        Error,
        "missing-theme",
        "the theme that is named is not there",
        "Nothing can be rendered.",
        "theme = \"frim\"",
        "Write the name of a folder in themes/.",
    ),
    manual(
        Error,
        "missing-value",
        "a new entry lacks values that its schema requires",
        "The file would be refused.",
        "site new article, where nobody can be asked",
        "Give each with --set KEY=VALUE, or run the command at a terminal, where it asks.",
    ),
    manual(
        Error,
        "no-project",
        "there is no site here",
        "There is nothing to build.",
        "the command run in another folder",
        "Change to the project's folder, or name it with --root.",
    ),
    manual(
        Error,
        "not-an-option",
        "a value is none of those allowed",
        "Nothing knows what to do with it.",
        "category = \"Tax\", where it is Taxation",
        "Choose one of those the message lists.",
    ),
    manual(
        Error,
        "not-an-output",
        "the folder to write to holds other files",
        "They would be lost.",
        "--out content",
        "Name an empty or new folder.",
    ),
    manual(
        Error,
        "not-empty",
        "the folder for a new site holds something",
        "It would be mixed with the site, or lost.",
        "site init . in a folder with files",
        "Name a new folder: `site init` makes it.",
    ),
    manual(
        Error,
        "not-finished",
        "the questions of `site new` were not answered to the end",
        "Nothing was written.",
        "Ctrl-D",
        "Run it again, or give the values with --set.",
    ),
    manual(
        Error,
        "not-utf8",
        "a text file is not UTF-8",
        "Letters beyond English ones would come out wrong.",
        "a file saved by an old editor",
        "Save it with the encoding UTF-8.",
    ),
    manual(
        Error,
        "out-of-range",
        "a number is too small or too large",
        "It could not be meant.",
        "rating = 7",
        "Keep within the bounds the message names.",
    ),
    manual(
        Error,
        "outside-resource",
        "a page loads something from another host",
        "Visitors would be made known to that host; the security policy refuses it.",
        "<img src=\"https://cdn.example/a.png\">",
        "Put the file into the project. A frame may be allowed for one page by [[frame]] in structure.toml.",
    ),
    manual(
        Error,
        "plugin",
        "a page has an <object> or <embed> element",
        "Plug-ins are gone from browsers; the security policy refuses them.",
        "<embed src=\"a.pdf\">",
        "Link to the file.",
    ),
    manual(
        Error,
        "redirect-chain",
        "a redirect leads to another redirect",
        "Visitors wait twice, and search engines give up on long chains.",
        "/a to /b, and /b to /c",
        "Redirect to the last address at once.",
    ),
    manual(
        Error,
        "route-too-long",
        "a redirect or the rewrites are too long for CloudFront's table",
        "CloudFront would refuse to take it.",
        "an address of 600 letters",
        "Shorten or remove rules in structure.toml.",
    ),
    manual(
        Error,
        "script-address",
        "a link's address is a script",
        "The security policy refuses it, and without script it leads nowhere.",
        "<a href=\"javascript:open()\">",
        "Use a <button>, and put what it does into a script.",
    ),
    manual(
        Error,
        "slug-taken",
        "a file of that name is there already",
        "It would be written over.",
        "two articles with one title",
        "Name the new file with --slug.",
    ),
    manual(
        Error,
        "style-error",
        "a style sheet names a file that is not there, or cannot be read",
        "Browsers leave out what they do not find.",
        "background: url(\"nothing.png\")",
        "Correct the name; paths are relative to the style sheet.",
    ),
    manual(
        Error,
        "template-error",
        "a template fails",
        "The page cannot be rendered.",
        "{{ page.titel }}",
        "Do what the message says, at its line.",
    ),
    manual(
        Error,
        "template-loop",
        "templates include each other without end",
        "They can never be finished.",
        "a.html includes b.html, which includes a.html",
        "Take one of the includes out.",
    ),
    manual(
        Error,
        "template-syntax",
        "a template cannot be parsed",
        "No page can be rendered: templates draw each other in.",
        "{% if page.lead %} without {% endif %}",
        "Do what the message says, at its line.",
    ),
    manual(
        Error,
        "too-long",
        "a text is longer than its place allows",
        "It would be cut off, or break the layout.",
        "a summary of 300 characters",
        "Shorten it to the length the message names.",
    ),
    manual(
        Error,
        "too-short",
        "a text is shorter than it may be",
        "It says too little to be of use.",
        "description = \"Tax.\"",
        "Say more.",
    ),
    manual(
        Error,
        "unclosed-component",
        "a component's tag in Markdown is not closed",
        "Everything after it would be taken into it.",
        "<Callout> without </Callout>",
        "Add the closing tag on a line of its own.",
    ),
    manual(
        Error,
        "unclosed-front-matter",
        "front matter has no closing +++ line",
        "Everything would be taken for front matter.",
        "+++, keys, and then the text",
        "Add a +++ line after the last key.",
    ),
    manual(
        Error,
        "unknown-argument",
        "a component is given an argument it does not have",
        "It would be lost without a word.",
        "<Callout knid=\"note\">",
        "Write the argument as the component declares it.",
    ),
    manual(
        Error,
        "unknown-collection",
        "a collection or taxonomy that is named does not exist",
        "A list would stay empty.",
        "collection(name=\"artikles\")",
        "Write a name that structure.toml declares.",
    ),
    manual(
        Error,
        "unknown-component",
        "a component that is used does not exist",
        "It would come out as text.",
        "<Calout>",
        "Write the name of a file in the theme's templates/components/.",
    ),
    manual(
        Error,
        "unknown-entry",
        "a document that a template names does not exist",
        "Its place would be empty.",
        "entry(collection=\"ca\", slug=\"bpoo\")",
        "Write the slug of a document that is there.",
    ),
    manual(
        Error,
        "unknown-fact",
        "text refers to a fact there is not",
        "The braces would show on the page.",
        "{{ site.stats.yers.value }}",
        "Write a path that leads through the keys of content/site.toml.",
    ),
    manual(
        Error,
        "unknown-form",
        "a form that is named does not exist",
        "There would be nothing to fill in.",
        "form(name=\"contcat\")",
        "Write the name of a file in content/forms/.",
    ),
    manual(
        Error,
        "unknown-island",
        "an island that is named does not exist",
        "Its place would be empty.",
        "island(name=\"Sldier\")",
        "Write the name of a folder in widgets/src/islands/.",
    ),
    manual(
        Error,
        "unknown-key",
        "a key is not known here",
        "It would be ignored without a word; mostly it is a slip of the hand.",
        "descripton = \"…\"",
        "Write it as the message suggests. The keys are those of the collection's schema.",
    ),
    manual(
        Error,
        "unknown-language",
        "a language is named that the site does not have",
        "The file would be taken for something else.",
        "site new page --lang fr",
        "Declare it in content/site.toml as [languages.fr], or name one that is.",
    ),
    manual(
        Error,
        "unknown-placeholder",
        "a pattern of structure.toml has a word between braces that stands for nothing",
        "It would show as it is written: in an address, a title or a description.",
        "route = \"/notes/{slgu}\"",
        "Write one of those the message lists.",
    ),
    manual(
        Error,
        "unknown-rule",
        "a finding is named by a code there is not",
        "The setting or the question would be about nothing.",
        "[rules] heading-oder = \"off\"",
        "`site check --list` names all codes.",
    ),
    manual(
        Error,
        "unknown-term",
        "a term of structure.toml is like one that documents have, and no document has it",
        "It would have a page without documents, and theirs would lack its description.",
        "[[taxonomy.term]] name = \"Auditng\"",
        "Write it as the documents do.",
    ),
    manual(
        Warning,
        "unread-file",
        "a file below content/ is read by nothing, or is named by no page and not published",
        "Whoever wrote it takes it for a part of the site.",
        "content/notes/story.markdown",
        "Rename it to .md, move it into the folder of a collection, declare a [[collection]], or move it to public/.",
    ),
    manual(
        Error,
        "unread-markdown",
        "text that looks like Markdown is not read as such",
        "It stands in the page as it was typed, or does not show at all.",
        "##Heading   > [!NOTTE]   a code block without its end   a footnote that nothing refers to",
        "Write it as the message says; a backslash keeps a sign as it is: \\##.",
    ),
    manual(
        Error,
        "unreadable-file",
        "a file cannot be read",
        "What it holds is missing.",
        "a file of another user",
        "Do what the system's message says.",
    ),
    manual(
        Error,
        "unused-frame",
        "a [[frame]] of structure.toml allows what no page needs",
        "A host that is allowed and not used is only of use to an attacker.",
        "[[frame]] page = \"/contact\" after the map was taken out",
        "Remove it.",
    ),
    manual(
        Error,
        "widgets-error",
        "scripts or styles cannot be bundled",
        "The page would be without them.",
        "import of a file that is not there",
        "Do what the message says, at its line.",
    ),
    manual(
        Warning,
        "widgets-warning",
        "the bundler warns of something in scripts or styles",
        "It works, but probably not as meant.",
        "a colour no browser knows",
        "Do what the message says, at its line.",
    ),
    manual(
        Error,
        "wrong-count",
        "a list has too few or too many entries",
        "The layout has room for as many as the schema says.",
        "three features where four are shown",
        "Add or remove entries.",
    ),
    manual(
        Error,
        "wrong-form",
        "a text does not have the form expected",
        "What reads it would fail.",
        "link = \"example.org\" without https://",
        "Write it in the form the message names.",
    ),
    manual(
        Error,
        "wrong-type",
        "a value is of another type than expected",
        "It could not be used.",
        "weight = \"3\"",
        "Put texts between quotes, and numbers without.",
    ),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use crate::explain::manuals;

    /// Codes that are taken out again before anybody sees them.
    const INTERNAL: [&str; 2] = ["unusable-document", "value-markdown"];

    /// What the source of a crate says in the place of a finding's code, tests left out.
    fn emitted(folder: &Path, codes: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                emitted(&path, codes);
                continue;
            }
            let is_test = ["fixture.rs", "incremental.rs"]
                .iter()
                .any(|name| path.ends_with(name));
            if is_test || path.extension().is_none_or(|ending| ending != "rs") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let text = text
                .split("#[cfg(test)]\nmod tests")
                .next()
                .unwrap_or_default();
            for before in [
                "Diagnostic::error(",
                "Diagnostic::warning(",
                "function_error(",
                "words(",
                "code: ",
            ] {
                for (at, _) in text.match_indices(before) {
                    let rest = text[at + before.len()..].trim_start();
                    let code = rest
                        .strip_prefix('"')
                        .and_then(|rest| rest.split('"').next());
                    codes.extend(code.map(str::to_owned));
                }
            }
        }
    }

    /// `site check --explain` knows every code that a finding can have.
    #[test]
    fn every_code_has_a_manual() {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut codes = BTreeSet::new();
        for name in ["content", "render", "assets", "forms", "publish", "site"] {
            emitted(&crates.join(name).join("src"), &mut codes);
        }
        assert!(
            codes.contains("template-syntax"),
            "the search finds nothing"
        );
        let known: BTreeSet<&str> = manuals().map(|(manual, _)| manual.code).collect();
        let unknown: Vec<&String> = codes
            .iter()
            .filter(|code| !known.contains(code.as_str()) && !INTERNAL.contains(&code.as_str()))
            .collect();
        assert!(unknown.is_empty(), "without a manual: {unknown:?}");
    }
}
