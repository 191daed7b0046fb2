//! A site of another generator, in the form that the import of each generator produces.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use diagnostic::{Diagnostic, Place, Source, folder_of};
use render::bare_url;
use toml::{Table, Value};

use crate::codes::NOT_IMPORTED;
use crate::front_matter::{Parsed, split_with};
use crate::heading_ids::Ids;
use crate::values::{from_yaml, from_yaml_1_2, texts};

/// A site of another generator.
#[expect(clippy::struct_excessive_bools, reason = "they are settings")]
#[derive(Debug, Default)]
pub struct Site {
    /// Name of the generator, for findings.
    pub generator: &'static str,
    /// Value of `heading_ids`.
    pub heading_ids: &'static str,
    /// How the generator makes ids, if this program makes them in another way.
    pub ids: Ids,
    /// Name of the site.
    pub name: String,
    /// URL of the home page.
    pub base_url: String,
    /// Description of the site.
    pub description: Option<String>,
    /// Author of the site.
    pub author: Option<String>,
    /// Code of the main language.
    pub language: String,
    /// The other languages by code.
    pub languages: BTreeMap<String, Language>,
    /// Pages, in the order of their files.
    pub pages: Vec<Page>,
    /// Taxonomies.
    pub taxonomies: Vec<Taxonomy>,
    /// Feeds.
    pub feeds: Vec<Feed>,
    /// The main menu; empty to derive it from the pages.
    pub menu: Vec<MenuLink>,
    /// Old URLs, each with the new one.
    pub redirects: Vec<(String, String)>,
    /// Files that are published unchanged, by their path without a leading slash.
    pub public: BTreeMap<String, String>,
    /// Beginnings of paths that stand for folders, such as `~/` for `src/`.
    pub aliases: Vec<(String, String)>,
    /// Whether quotes and dashes become typographic ones.
    pub typography: bool,
    /// Whether text between dollar signs is a formula on every page.
    pub math: bool,
    /// Whether code is highlighted.
    pub highlight: bool,
    /// Whether names between colons are emoji.
    pub emoji: bool,
    /// Offset of the time zone of dates without one, in minutes, if the settings say it.
    pub utc_offset: Option<i16>,
    /// Name of the time zone of days, if the settings say it.
    pub time_zone: Option<String>,
    /// Values that texts can show.
    pub params: Table,
    /// Folders of files that are published although their page is not, each with its URL without slashes at its ends.
    pub file_folders: Vec<(String, String)>,
    /// Front matter keys by which sections are sorted.
    pub sorts: BTreeMap<String, String>,
    /// Files of pages without a URL.
    pub without_url: Vec<Arc<Source>>,
    /// Files of documents that describe terms, each with the URL of the term.
    pub described: Vec<(String, String)>,
    /// Files that texts can show, by their paths.
    pub documents: BTreeMap<String, Arc<Source>>,
    /// Files that shortcodes show in every call, by the name of the shortcode.
    pub shown_files: BTreeMap<String, Arc<Source>>,
    /// Published files that the generator makes from templates, other than pages and feeds.
    pub liquid: Vec<Arc<Source>>,
    /// Extensions of Markdown that the site uses, as in `structure.toml`.
    pub markdown: Vec<&'static str>,
    /// Template of each shortcode, by its name, if it is text.
    pub shortcodes: BTreeMap<String, String>,
    /// Templates that pages name, each with the files of these pages.
    pub templates: BTreeMap<String, Vec<Arc<Source>>>,
    /// Findings.
    pub diagnostics: Vec<Diagnostic>,
}

/// A language other than the main one.
#[derive(Debug, Default)]
pub struct Language {
    /// Name of the language.
    pub label: String,
    /// Name of the site.
    pub title: Option<String>,
    /// Description of the site.
    pub description: Option<String>,
    /// The main menu; empty to use that of the main language.
    pub menu: Vec<MenuLink>,
}

impl Language {
    /// Returns a language of which only the name is known.
    pub fn named(label: &str) -> Self {
        Self {
            label: label.to_owned(),
            ..Self::default()
        }
    }
}

/// A link of a menu.
#[derive(Debug, Clone)]
pub struct MenuLink {
    /// Text of the link; `None` for the title of its page.
    pub label: Option<String>,
    /// Its target: the URL of a page without the language's prefix, or that of another site.
    pub url: String,
    /// Links below this one.
    pub group: Vec<MenuLink>,
}

impl MenuLink {
    /// Returns a link without others below it.
    pub fn single(label: Option<String>, url: String) -> Self {
        Self {
            label,
            url,
            group: Vec::new(),
        }
    }
}

/// A page of a site.
#[derive(Debug)]
pub struct Page {
    /// The file.
    pub source: Arc<Source>,
    /// Byte range of the text in the file.
    pub body: Range<usize>,
    /// Front matter with the keys of this program.
    pub fields: Table,
    /// Code of the language.
    pub lang: String,
    /// URL without host and without the language's prefix, as it was published: `/blog/soil/`.
    pub url: String,
    /// Name of the section, such as `blog`; empty for a page of none.
    pub section: String,
    /// The list that the page shows.
    pub list: Option<List>,
    /// Whether the page has a folder of its own, in which other files may be.
    pub has_folder: bool,
    /// Whether lists and feeds may show the page.
    pub is_listed: bool,
}

/// Keys with which pages, or the settings of a theme, load a program that shows formulas.
pub const MATH: [&str; 6] = [
    "math",
    "katex",
    "mathjax",
    "latex",
    "use_math",
    "usemathjax",
];

/// Returns whether a table turns on formulas.
pub fn has_math(fields: &Table) -> bool {
    MATH.iter()
        .any(|key| fields.get(*key).and_then(Value::as_bool) == Some(true))
}

/// Returns what the URLs of a language begin with: nothing in the `main` language, otherwise its code, as in `/hi`.
pub fn url_prefix(lang: &str, main: &str) -> String {
    if lang == main {
        String::new()
    } else {
        format!("/{lang}")
    }
}

impl Page {
    /// Returns a page that is only the text of a file, without front matter, language, and URL.
    pub fn new(source: &Arc<Source>) -> Self {
        Self {
            source: Arc::clone(source),
            body: 0..source.text.len(),
            fields: Table::new(),
            lang: String::new(),
            url: String::new(),
            section: String::new(),
            list: None,
            has_folder: false,
            is_listed: true,
        }
    }

    /// Returns the URL of the folder with the files of the page, without slashes at its ends.
    pub fn folder_url(&self) -> &str {
        let url = self.url.trim_matches('/');
        let url = url.strip_suffix(".html").unwrap_or(url);
        if self.has_folder { url } else { folder_of(url) }
    }

    /// Returns whether the page is a draft, or only published for some time.
    pub fn is_temporary(&self) -> bool {
        let is_draft = self.fields.get("draft").and_then(Value::as_bool) == Some(true);
        let mut days = ["publish", "expire"].iter();
        is_draft || days.any(|key| self.fields.contains_key(*key))
    }

    /// Returns whether the page is an entry of lists and feeds, and not a list itself.
    pub fn is_entry(&self) -> bool {
        let is_made = self.url == "/" || bare_url(&self.url) == "/404";
        self.is_listed && self.list.is_none() && !is_made && !self.fields.contains_key("taxonomy")
    }
}

/// A list of the pages of a section.
#[derive(Debug, Clone)]
pub struct List {
    /// The section.
    pub section: String,
    /// Number of pages on each page of the list; `None` for all.
    pub per_page: Option<usize>,
    /// URL pattern of the second and later pages.
    pub route: String,
    /// Key to sort by, as in `sort`.
    pub sort: Option<&'static str>,
}

/// A taxonomy of a site.
#[derive(Debug)]
pub struct Taxonomy {
    /// Front matter key, which is also its name.
    pub key: String,
    /// URL pattern of a term.
    pub route: String,
    /// URL of the list of terms.
    pub url: String,
    /// Number of pages on each page of a term.
    pub per_page: Option<usize>,
    /// Part of the URLs of a term's further pages: `page` in `/tags/soil/page/2/`.
    pub pages: String,
    /// Part of the URL of a term.
    pub slug: fn(&str) -> String,
    /// Terms that have a document of their own.
    pub terms: Vec<Term>,
}

/// A term of a taxonomy that has a document of its own.
#[derive(Debug)]
pub struct Term {
    /// The term, or the part of the URL that it becomes.
    pub name: String,
    /// Code of the language.
    pub lang: String,
    /// Title of its page.
    pub title: Option<String>,
    /// Its part of the URL.
    pub slug: Option<String>,
    /// Description of its page.
    pub description: Option<String>,
}

/// A feed of a site.
#[derive(Debug)]
pub struct Feed {
    /// URL.
    pub route: String,
    /// Whether it is RSS instead of Atom.
    pub is_rss: bool,
    /// The entries that it lists.
    pub entries: Entries,
    /// Maximum number of entries.
    pub limit: Option<usize>,
}

/// The entries of a feed.
#[derive(Debug)]
pub enum Entries {
    /// All pages with a date.
    All,
    /// The pages of the section with the most dates.
    Main,
    /// The pages of a section.
    Section(String),
    /// The pages of a section whose URLs are below one that ends with a slash.
    Below(String, String),
    /// The pages of each term of a taxonomy, named by its key. Each term has a feed.
    Terms(String),
    /// The terms of a taxonomy, named by its key.
    ListOfTerms(String),
}

impl Site {
    /// Returns the codes of all languages, the main one first.
    pub fn langs(&self) -> Vec<String> {
        let main = std::iter::once(&self.language);
        main.chain(self.languages.keys()).cloned().collect()
    }

    /// Splits a document into front matter and text. Reports front matter that cannot be read, and returns `None`.
    pub fn split(&mut self, source: &Arc<Source>) -> Option<Parsed> {
        let yaml = match self.generator {
            "Hugo" | "Astro" => from_yaml_1_2,
            _ => from_yaml,
        };
        let message = match split_with(&source.text, yaml) {
            Ok(mut parsed) => {
                // A title that is a number or a date is the text that it is written as.
                let title = parsed.fields.get("title").filter(|one| !one.is_str());
                let title = texts(title).first().cloned();
                let title = title.map(|text| ("title".to_owned(), Value::String(text)));
                parsed.fields.extend(title);
                return Some(parsed);
            }
            Err(message) => format!("front matter cannot be read: {message}"),
        };
        let help = "correct it in the old site, and import it again";
        self.report(source, 0..0, message, help);
        None
    }

    /// Returns what the generator calls the parts of texts that become components.
    pub fn kind_of_calls(&self) -> &'static str {
        if self.generator == "Astro" {
            "component"
        } else {
            "shortcode"
        }
    }

    /// Reports something that could not be converted, at a byte range of a file.
    pub fn report(
        &mut self,
        source: &Arc<Source>,
        span: Range<usize>,
        message: String,
        help: &str,
    ) {
        let place = Place::new(source, span);
        let diagnostic = Diagnostic::new(&NOT_IMPORTED, message).at(place, "");
        self.diagnostics.push(diagnostic.help(help.to_owned()));
    }

    /// Reports the text of a document that describes a term, which the page of the term does not show. `body` is its byte range.
    pub fn report_term(&mut self, source: &Arc<Source>, body: &Range<usize>, name: &str) {
        let text = &source.text[body.clone()];
        if !text.trim().is_empty() {
            let start = body.start + text.len() - text.trim_start().len();
            let message = format!("the text of the term `{name}` was left out");
            let help = "show it on the page of the term: write it as a document without a URL, and name it in themes/plain/templates/term.html";
            self.report(source, start..start, message, help);
        }
    }

    /// Reports something that could not be converted and is not in a particular file.
    pub fn note(&mut self, message: String, help: &str) {
        let diagnostic = Diagnostic::new(&NOT_IMPORTED, message);
        self.diagnostics.push(diagnostic.help(help.to_owned()));
    }
}

/// Returns words for a name of a file: `about-us` becomes `About us`.
pub fn title_of(name: &str) -> String {
    let words = name.replace(['-', '_'], " ");
    let mut letters = words.trim().chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
