//! Names that templates of Zola, Jekyll, or Hugo use, each with what to write here.

use diagnostic::Help;

/// Filters.
const FILTERS: [(&str, &str); 46] = [
    ("slug", "write the URL alone: every page and term has `url`"),
    (
        "urlize",
        "write the URL alone: every page and term has `url`",
    ),
    (
        "relURL",
        "write the URL alone, or `asset(path=…)` for a file of the theme",
    ),
    ("relLangURL", "write the URL alone"),
    ("absURL", "write the `permalink` of the page or entry"),
    ("safeHTML", "write `safe`"),
    ("safe_html", "write `safe`"),
    ("html_safe", "write `safe`"),
    ("safeURL", "delete it: an address needs no filter"),
    ("safeCSS", "delete it"),
    ("safeJS", "write `json`"),
    ("plainify", "write `striptags`"),
    ("humanize", "write `capitalize`"),
    ("dateFormat", "write `date(format=\"%-d %B %Y\")`"),
    ("dateFilter", "write `date(format=\"%-d %B %Y\")`"),
    (
        "replaceRE",
        "write `replace(from=…, to=…)`, which replaces a text without a pattern",
    ),
    (
        "regex_replace",
        "write `replace(from=…, to=…)`, which replaces a text without a pattern",
    ),
    (
        "slugify",
        "write the URL alone: every page and term has `url`",
    ),
    ("slice", "write a range in brackets: `list[:5]`"),
    ("limit", "write a range in brackets: `list[:5]`"),
    ("filter", CHOICE),
    ("where", CHOICE),
    ("json_encode", "write `json`"),
    ("jsonify", "write `json`"),
    ("markdownify", "write `markdown`"),
    ("strip_html", "write `striptags`"),
    ("linebreaksbr", "write `newlines_to_br`"),
    ("newline_to_br", "write `newlines_to_br`"),
    ("number_of_words", "write `wordcount`"),
    (
        "truncatewords",
        "write `truncate(length=…)`, which counts characters",
    ),
    ("xml_escape", "write `escape_xml`"),
    ("upcase", "write `upper`"),
    ("downcase", "write `lower`"),
    ("uppercase", "write `upper`"),
    ("lowercase", "write `lower`"),
    ("strip", "write `trim`"),
    ("dump", "write `json`"),
    ("selectattr", CHOICE),
    ("size", "write `length`"),
    ("date_to_string", "write `date(format=\"%-d %B %Y\")`"),
    (
        "date_to_xmlschema",
        "write the date alone: it is in this format",
    ),
    ("absolute_url", "write the `permalink` of the page or entry"),
    (
        "relative_url",
        "write the URL alone, or `asset(path=…)` for a file of the theme",
    ),
    ("append", CONCATENATION),
    ("prepend", CONCATENATION),
    (
        "concat",
        "write `[...list, \"more\"]` for a longer list, or one loop for each list",
    ),
];

const CHOICE: &str = "choose documents in `collection(name=…, key=…, values=[…])`, or write `{% if … %}` within the loop";
const CONCATENATION: &str = "concatenate strings with `~`";

/// Functions.
const FUNCTIONS: [(&str, &str); 11] = [
    (
        "get_url",
        "write the URL, or `asset(path=…)` for a file of the theme",
    ),
    ("get_page", "write `entry(collection=…, slug=…)`"),
    ("get_section", "write `collection(name=…)`"),
    ("get_taxonomy", "write `taxonomy(name=…)`"),
    (
        "get_taxonomy_url",
        "write the `url` of a term that `taxonomy(name=…)` returns",
    ),
    ("get_image_metadata", "write `picture(path=…)`"),
    ("resize_image", "write `image(path=…, alt=…)`"),
    (
        "load_data",
        "make the data a collection with `file = \"lists/…\"`, and write `collection(name=…)`",
    ),
    (
        "get_env",
        "add a key to content/site.toml, and write `site.…`",
    ),
    ("trans", "write `word(key=…)`"),
    ("now", "write `build.date`"),
];

/// Variables.
const VARIABLES: [(&str, &str); 17] = [
    ("else", "write `{% else %}`"),
    ("len", "write `| length` after the value"),
    ("hugo", "delete it: there is no such variable here"),
    ("eleventy", "delete it: there is no such variable here"),
    ("config", "write `site`"),
    (
        "section",
        "write `page`; a list of its documents is `page.paginator.items`",
    ),
    ("paginator", "write `page.paginator`"),
    ("content", "write `page.content`"),
    (
        "term",
        "write `page.title`; the documents of the term are `page.paginator.items`",
    ),
    ("terms", "write `taxonomy(name=…)`"),
    ("current_url", "write `page.permalink`"),
    ("current_path", "write `page.url`"),
    (
        "end",
        "write `{% endif %}`, `{% endfor %}`, or `{% endblock %}`",
    ),
    (
        "forloop",
        "write `loop.index`, `loop.first`, or `loop.last`",
    ),
    (
        "this",
        "write `page`, or the name that `{% for … in … %}` gives",
    ),
    ("Astro", "write `page` or `site`"),
    ("collections", "write `collection(name=…)`"),
];

/// Variables in conditions, which are values of other languages.
const CONDITIONS: [(&str, &str); 4] = [
    ("blank", EMPTY),
    ("empty", EMPTY),
    (
        "nil",
        "write `none`; for a key that may be missing, write `{% if page?.title %}`",
    ),
    ("defined", "write `page?.title is defined`"),
];

const EMPTY: &str = "write {% if page.title %}: an empty text is false";

/// Methods of values in JavaScript, Python, and Go, each with what to write after the value.
const METHODS: [(&str, &str); 19] = [
    ("toUpperCase", "| upper"),
    ("upper", "| upper"),
    ("toLowerCase", "| lower"),
    ("lower", "| lower"),
    ("trim", "| trim"),
    ("strip", "| trim"),
    ("toString", "| str"),
    ("toFixed", "| round(precision=2)"),
    ("split", "| split(pat=\",\")"),
    ("join", "| join(sep=\", \")"),
    ("replace", "| replace(from=\"…\", to=\"…\")"),
    ("slice", "[:5]"),
    ("substring", "[:5]"),
    ("reverse", "| reverse"),
    ("sort", "| sort"),
    ("startsWith", "is starting_with(pat=\"…\")"),
    ("endsWith", "is ending_with(pat=\"…\")"),
    ("includes", "is containing(pat=\"…\")"),
    ("Format", "| date(format=\"%-d %B %Y\")"),
];

/// Returns what to write in place of the call of a method of `value`.
pub fn method(value: &str, name: &str) -> Help {
    let known = METHODS.iter().find(|(known, _)| *known == name);
    match known {
        Some((_, meant)) => {
            let space = if meant.starts_with('[') { "" } else { " " };
            format!("write `{value}{space}{meant}`").into()
        }
        None if name == "map" || name == "forEach" => {
            format!("write {{% for one in {value} %}} … {{% endfor %}}").into()
        }
        None => "values have no methods, but filters: `site help filters` lists them".into(),
    }
}

const NEIGHBORS: &str =
    "write `neighbors(url=page.url)?.previous` or `neighbors(url=page.url)?.next`";

/// Values of a page or of a site in Zola, Jekyll, and Hexo.
const VALUES: [(&str, &str); 13] = [
    ("page.lower", NEIGHBORS),
    ("page.higher", NEIGHBORS),
    ("page.earlier", NEIGHBORS),
    ("page.later", NEIGHBORS),
    ("page.previous", NEIGHBORS),
    ("page.next", NEIGHBORS),
    ("site.lang", "write `site.language`"),
    ("site.posts", "write `collection(name=…)`"),
    ("site.pages", "write `collection(name=…)`"),
    (
        "site.data",
        "write `collection(name=…)`, or a fact of content/site.toml",
    ),
    ("site.tags", "write `taxonomy(name=…)`"),
    ("site.categories", "write `taxonomy(name=…)`"),
    ("site.time", "write `build.date`"),
];

/// Fields of Hugo's page and site, which begin with a dot there.
const HUGO: [(&str, &str); 14] = [
    ("Title", "page.title"),
    ("Content", "page.content"),
    ("Summary", "page.description"),
    ("Description", "page.description"),
    ("Date", "page.date"),
    ("Lastmod", "page.updated"),
    ("Permalink", "page.permalink"),
    ("RelPermalink", "page.url"),
    ("TableOfContents", "page.toc"),
    ("ReadingTime", "page.reading_minutes"),
    ("WordCount", "page.words"),
    ("Site", "site.name"),
    ("Pages", "collection(name=…)"),
    ("Paginator", "page.paginator"),
];

/// Returns what to write in place of a field of Hugo, or `None` if it has no field of this name.
pub fn hugo(name: &str) -> Option<&'static str> {
    let (_, meant) = HUGO.iter().find(|(known, _)| *known == name)?;
    Some(meant)
}

/// Properties of values in other languages, which are filters here.
const FIELDS: [(&str, &str); 5] = [
    ("length", "it is a filter: write `| length` after the value"),
    ("size", "write `| length` after the value"),
    ("count", "write `| length` after the value"),
    ("first", "it is a filter: write `| first` after the value"),
    ("last", "it is a filter: write `| last` after the value"),
];

/// Returns what to write in place of a filter, function, variable, or value of another generator. Returns `None` if the name is not one of
/// theirs.
pub fn help(kind: &str, name: &str) -> Option<Help> {
    let known: &[(&str, &'static str)] = match kind {
        "filter" => &FILTERS,
        "function" => &FUNCTIONS,
        "variable" => &VARIABLES,
        "condition" => &CONDITIONS,
        "value" => &VALUES,
        "field" => &FIELDS,
        _ => return None,
    };
    let (_, help) = known.iter().find(|(known, _)| *known == name)?;
    Some((*help).into())
}
