//! Names that templates of other programs use, each with what to write here.

use diagnostic::Help;

use super::foreign_filters::{FILTERS, WORD};

/// Functions.
const FUNCTIONS: [(&str, &str); 72] = [
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
    ("parent", "write `{{ super() }}`"),
    ("caller", "write `{{ body }}`"),
    ("url_for", "write the URL alone, such as /about"),
    ("url", "write the URL alone, such as /about"),
    ("path", "write the URL alone, such as /about"),
    ("route", "write the URL alone, such as /about"),
    ("link_to", "write the URL alone, such as /about"),
    ("site_url", "write the URL alone, such as /about"),
    ("home_url", "write the URL alone, such as /about"),
    ("ref", "write the URL alone, such as /about"),
    ("relref", "write the URL alone, such as /about"),
    ("dump", "write `{{ page | json }}`"),
    ("debug", "write `{{ page | json }}`"),
    ("inspect", "write `{{ page | json }}`"),
    ("print_r", "write `{{ page | json }}`"),
    ("var_dump", "write `{{ page | json }}`"),
    ("_", WORD),
    ("__", WORD),
    ("t", WORD),
    ("gettext", WORD),
    ("i18n", WORD),
    ("translate", WORD),
    (
        "static",
        "write `asset(path=…)`, with the path of a file in the theme's folder",
    ),
    (
        "asset_url",
        "write `asset(path=…)`, with the path of a file in the theme's folder",
    ),
    (
        "asset_path",
        "write `asset(path=…)`, with the path of a file in the theme's folder",
    ),
    (
        "mix",
        "write `asset(path=…)`, with the path of a file in the theme's folder",
    ),
    (
        "vite",
        "write `asset(path=…)`, with the path of a file in the theme's folder",
    ),
    ("get_posts", "write `collection(name=…)`"),
    ("get_pages", "write `collection(name=…)`"),
    ("getCollection", "write `collection(name=…)`"),
    ("get_collection", "write `collection(name=…)`"),
    ("query_posts", "write `collection(name=…)`"),
    ("include", "write `{% include \"name.html\" %}`"),
    ("partial", "write `{% include \"name.html\" %}`"),
    ("render", "write `{% include \"name.html\" %}`"),
    ("require", "write `{% include \"name.html\" %}`"),
    ("block", "write `{% block main %} … {% endblock %}`"),
    ("section", "write `{% block main %} … {% endblock %}`"),
    ("yield", "write `{% block main %} … {% endblock %}`"),
    ("slot", "write `{% block main %} … {% endblock %}`"),
    ("date", "write `build.date`"),
    ("today", "write `build.date`"),
    ("current_date", "write `build.date`"),
    ("time", "write `build.date`"),
    ("strftime", "write `build.date`"),
    ("len", "write `| length` after the value"),
    ("count", "write `| length` after the value"),
    ("size", "write `| length` after the value"),
    ("length", "write `| length` after the value"),
    ("img", "write `image(path=…, alt=…)`"),
    ("image_tag", "write `image(path=…, alt=…)`"),
    ("picture_tag", "write `image(path=…, alt=…)`"),
    (
        "config",
        "add a key to content/site.toml, and write `site.…`",
    ),
    ("env", "add a key to content/site.toml, and write `site.…`"),
    (
        "getenv",
        "add a key to content/site.toml, and write `site.…`",
    ),
    (
        "setting",
        "add a key to content/site.toml, and write `site.…`",
    ),
    ("namespace", "write {% set name = … %}"),
    (
        "cycle",
        "write {{ \"odd\" if loop.index is odd else \"even\" }}",
    ),
    ("enumerate", "write `loop.index` within the loop"),
    ("sorted", "write `| sort` after the value"),
    ("reversed", "write `| reverse` after the value"),
];

/// Variables.
const VARIABLES: [(&str, &str); 40] = [
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
    ("post", "write `page`"),
    ("article", "write `page`"),
    ("doc", "write `page`"),
    ("frontmatter", "write `page`"),
    ("props", "write `page`"),
    ("request", "write `page`"),
    ("self", "write `page`"),
    ("posts", "write `collection(name=…)`"),
    ("articles", "write `collection(name=…)`"),
    ("pages", "write `collection(name=…)`"),
    (
        "block",
        "write `{{ super() }}` for what the parent template has in the block",
    ),
    ("super", "write `{{ super() }}`"),
    ("pagination", "write `page.paginator`"),
    ("settings", "write `site`"),
    (
        "theme",
        "write `site`, and add the key to content/site.toml",
    ),
    ("params", "write `page`"),
    ("now", "write `build.date`"),
    ("today", "write `build.date`"),
    ("lang", "write `page.lang`"),
    ("locale", "write `page.lang`"),
    ("metadata", "write `page.meta`"),
    ("children", "write `{{ body }}`"),
    ("slot", "write `{{ body }}`"),
];

/// Variables in conditions, which are values of other languages.
const CONDITIONS: [(&str, &str); 1] = [("defined", "write `page?.title is defined`")];

/// Methods of values in JavaScript, Python, and Go, each with what to write after the value.
const METHODS: [(&str, &str); 36] = [
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
    ("keys", "| keys"),
    ("values", "| values"),
    ("strftime", "| date(format=\"%-d %B %Y\")"),
    ("toLocaleDateString", "| date(format=\"%-d %B %Y\")"),
    ("toISOString", "| date(format=\"%Y-%m-%d\")"),
    ("capitalize", "| capitalize"),
    ("title", "| title"),
    ("substr", "[:5]"),
    ("contains", "is containing(pat=\"…\")"),
    ("startswith", "is starting_with(pat=\"…\")"),
    ("endswith", "is ending_with(pat=\"…\")"),
    ("size", "| length"),
    ("count", "| length"),
    ("length", "| length"),
    ("trimEnd", "| trim_end"),
    ("first", "| first"),
    ("last", "| last"),
];

/// Returns what to write in place of the call of a method of `value`.
pub fn method(value: &str, name: &str, argument: &str) -> Help {
    let known = METHODS.iter().find(|(known, _)| *known == name);
    match known {
        Some((_, meant)) => {
            let space = if meant.starts_with('[') { "" } else { " " };
            format!("write `{value}{space}{meant}`").into()
        }
        None if matches!(name, "items" | "iteritems" | "entries") => {
            format!("write {{% for key, value in {value} %}} … {{% endfor %}}").into()
        }
        None if matches!(name, "push" | "append" | "add") && !argument.trim().is_empty() => {
            format!("write {{% set {value} = [...{value}, {argument}] %}}").into()
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
const VALUES: [(&str, &str); 34] = [
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
    ("page.prev", NEIGHBORS),
    ("page.older", NEIGHBORS),
    ("page.newer", NEIGHBORS),
    ("page.prev_page", NEIGHBORS),
    ("page.next_page", NEIGHBORS),
    ("site.title", "write `site.name`"),
    ("site.url", "write `site.base_url`"),
    ("site.baseurl", "write `site.base_url`"),
    ("page.excerpt", "write `page.description`"),
    ("page.summary", "write `page.description`"),
    ("page.path", "write `page.url`"),
    ("page.relative_path", "write `page.url`"),
    ("page.body", "write `page.content`"),
    ("page.html", "write `page.content`"),
    ("page.readingTime", "write `page.reading_minutes`"),
    ("page.reading_time", "write `page.reading_minutes`"),
    ("page.word_count", "write `page.words`"),
    ("page.wordcount", "write `page.words`"),
    ("page.language", "write `page.lang`"),
    ("page.locale", "write `page.lang`"),
    ("page.layout", "write `page.kind`, or `page.collection`"),
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

/// Tests.
const TESTS: [(&str, &str); 13] = [
    ("sequence", "write `is array`"),
    ("list", "write `is array`"),
    ("mapping", "write `is map`"),
    ("hash", "write `is map`"),
    ("boolean", "write `is bool`"),
    ("divisibleby", "write `is divisible_by(divisor=3)`"),
    ("divisible", "write `is divisible_by(divisor=3)`"),
    ("eq", "write `==`"),
    ("equalto", "write `==`"),
    ("sameas", "write `==`"),
    ("same", "write `==`"),
    ("matching", "write `is containing(pat=\"…\")`"),
    ("in", "write `\"part\" in page.title`"),
];

/// Returns what to write in place of a filter, function, test, variable, or value of another generator. Returns `None` if the name is not one of
/// theirs.
pub fn help(kind: &str, name: &str) -> Option<Help> {
    let known: &[(&str, &'static str)] = match kind {
        "filter" => &FILTERS,
        "function" => &FUNCTIONS,
        "variable" => &VARIABLES,
        "condition" => &CONDITIONS,
        "value" => &VALUES,
        "field" => &FIELDS,
        "test" => &TESTS,
        _ => return None,
    };
    let (_, help) = known.iter().find(|(known, _)| *known == name)?;
    Some((*help).into())
}
