//! Manual of the values that templates can use, and their fields.

use super::{Field, Object, field};

/// Values with fields, in the order of the manual.
pub static OBJECTS: &[Object] = &[
    Object {
        name: "page",
        text: "The page that is rendered. A page that shows a document also has every key of the document's front matter.",
        page: "/about",
        expression: "page",
        fields: PAGE,
    },
    Object {
        name: "paginator",
        text: "The list of a page that `[[pagination]]` or `[[taxonomy]]` splits into pages.",
        page: "/journal/page/2",
        expression: "page.paginator",
        fields: PAGINATOR,
    },
    Object {
        name: "term",
        text: "A term of a taxonomy: `page.term` on the term's page, and what `taxonomy(name=…)` lists.",
        page: "/journal/topic/baking",
        expression: "page.term",
        fields: TERM,
    },
    Object {
        name: "entry",
        text: "A document in a list: what `collection(name=…)` and `paginator.items` list, and `entry(…)` returns. It also has every \
               key of the document's front matter, but not its text: `content(url=one.url)` returns that.",
        page: "/about",
        expression: "entry(collection=\"journal\", slug=\"new-oven\")",
        fields: ENTRY,
    },
    Object {
        name: "site",
        text: "The content of `content/site.toml`, including every key that the site adds to it. The [reference of that file](site-toml.md) \
               lists the keys that `site` itself reads. A key that the file does not have does not exist here either.",
        page: "/about",
        expression: "site",
        fields: SITE,
    },
    Object {
        name: "menus",
        text: "The content of `content/menus.toml`: a list of links for each menu. The [reference of that file](menus-toml.md) lists \
               the keys of a link.",
        page: "/about",
        expression: "menus",
        fields: MENUS,
    },
    Object {
        name: "build",
        text: "The build.",
        page: "/about",
        expression: "build",
        fields: BUILD,
    },
];

/// Fields of `page` that do not come from front matter.
pub const PAGE: &[Field] = &[
    field("title", "Its title.", "{{ page.title }}"),
    field(
        "description",
        "Its meta description.",
        "{{ page.description }}",
    ),
    field(
        "meta",
        "What belongs in `<head>`: `meta.title`, which contains the site's name if both fit, and `meta.description`.",
        "<title>{{ page.meta.title }}</title>",
    ),
    field("url", "Its URL without scheme and host.", "{{ page.url }}"),
    field(
        "permalink",
        "Its URL with scheme and host.",
        "<link rel=\"canonical\" href=\"{{ page.permalink }}\">",
    ),
    field(
        "lang",
        "The code of its language.",
        "<html lang=\"{{ page.lang }}\">",
    ),
    field(
        "direction",
        "The direction in which its language is written: `ltr`, or `rtl` for a language such as Urdu or Arabic.",
        "<html lang=\"{{ page.lang }}\" dir=\"{{ page.direction }}\">",
    ),
    field(
        "kind",
        "`page` for a document, `pagination` for page 2 and later of a document's list, `taxonomy` for the pages of a term.",
        "{{ page.kind }}",
    ),
    field(
        "noindex",
        "Whether it is kept out of search engines.",
        "{% if page.noindex %}<meta name=\"robots\" content=\"noindex\">{% else %}for everybody{% endif %}",
    ),
    field(
        "card",
        "Its share card, if the theme has a template `card.svg`, which draws one for this page: `url`, `width`, `height`, and the \
         alternative text `alt`. [How to draw cards](../theme.md#share-cards).",
        "{% if page?.card %}<meta property=\"og:image\" content=\"{{ site.base_url }}{{ page.card.url }}\">{% endif %}",
    ),
    field("content", "Its text as HTML.", "{{ page.content }}"),
    field(
        "intro",
        "Its text before the first heading of the second level as HTML, if its collection has `sections = true`.",
        "{{ page.intro }}",
    ),
    field(
        "sections",
        "Its sections, if its collection has `sections = true`: the text from each heading of the second level to the next, as \
         `id`, `title`, and `content`.",
        "{% for section in page.sections %}<h2>{{ section.title }}</h2>{{ section.content }}{% endfor %}",
    ),
    field(
        "toc",
        "Its headings, each with `id`, `title`, and `level`.",
        "{% for heading in page.toc %}<a href=\"#{{ heading.id }}\">{{ heading.title }}</a>{% endfor %}",
    ),
    field(
        "breadcrumbs",
        "The pages above it from the home page down, and the page itself, each with `title` and `url`.",
        "{% for page in page.breadcrumbs %}{{ page.title }} / {% endfor %}",
    ),
    field(
        "translations",
        "The page in all its languages, this one included, the main language first; each with `lang`, `url`, `permalink`, and \
         `title`. Empty if there is only one.",
        "{% for other in page.translations %}{{ other.lang }}: {{ other.url }} {% endfor %}",
    ),
    field(
        "feeds",
        "On a page of a list, and on a page above a feed: the feeds with the same documents, each with `url`, `title`, and `type`.",
        "{% for feed in page.feeds %}<link rel=\"alternate\" type=\"{{ feed.type }}\" title=\"{{ feed.title }}\" href=\"{{ feed.url }}\">{% endfor %}",
    ),
    field(
        "slug",
        "For a document: the last part of its URL.",
        "{{ page.slug }}",
    ),
    field(
        "collection",
        "For a document: the name of its collection.",
        "{{ page.collection }}",
    ),
    field(
        "words",
        "For a document: the number of words of its text.",
        "{{ page.words }}",
    ),
    field(
        "reading_minutes",
        "For a document: the minutes it takes to read, at least 1.",
        "{{ page.reading_minutes }}",
    ),
    field(
        "summary",
        "For a document: the beginning of its text, as in [entries](#entry).",
        "{{ page?.summary is defined }}",
    ),
    field(
        "related",
        "The [entries](#entry) of its collection that are most similar to it, the closest first, if its collection has \
         `related`: those that share taxonomy terms and rare words with it.",
        "{% for one in page.related %}{{ one.title }}, {% endfor %}",
    ),
    field(
        "paginator",
        "On a page of a list: the [list](#paginator).",
        "{{ page?.paginator is defined }}",
    ),
    field(
        "term",
        "On the page of a term: the [term](#term).",
        "{{ page?.term is defined }}",
    ),
];

/// Fields of `page.paginator`.
pub const PAGINATOR: &[Field] = &[
    field(
        "items",
        "The [entries](#entry) of this page, without those set apart by `lead`.",
        "{% for one in page.paginator.items %}{{ one.title }} {% endfor %}",
    ),
    field(
        "lead",
        "The entries set apart at the top of this page.",
        "{% for one in page.paginator.lead %}{{ one.title }} {% endfor %}",
    ),
    field(
        "number",
        "The number of this page, from 1.",
        "{{ page.paginator.number }}",
    ),
    field(
        "total",
        "The number of pages.",
        "{{ page.paginator.total }}",
    ),
    field(
        "count",
        "The number of entries on all pages.",
        "{{ page.paginator.count }}",
    ),
    field(
        "per_page",
        "The number of entries per page.",
        "{{ page.paginator.per_page }}",
    ),
    field(
        "first_url",
        "The URL of the first page.",
        "{{ page.paginator.first_url }}",
    ),
    field(
        "previous_url",
        "The URL of the page before; missing on the first page.",
        "{% if page.paginator?.previous_url %}<a rel=\"prev\" href=\"{{ page.paginator.previous_url }}\">Newer</a>{% endif %}",
    ),
    field(
        "next_url",
        "The URL of the page after; missing on the last page.",
        "{% if page.paginator?.next_url %}<a rel=\"next\" href=\"{{ page.paginator.next_url }}\">Older</a>{% else %}the end{% endif %}",
    ),
    field(
        "pages",
        "All pages of the list, each with `number` and `url`.",
        "{% for one in page.paginator.pages %}<a href=\"{{ one.url }}\">{{ one.number }}</a> {% endfor %}",
    ),
];

/// Fields of `page.term`.
pub const TERM: &[Field] = &[
    field(
        "name",
        "Its name, as in front matter.",
        "{{ page.term.name }}",
    ),
    field(
        "title",
        "What pages call it: its `title` in `[[taxonomy.term]]` in the language of the page, or its name.",
        "{{ page.term.title }}",
    ),
    field("slug", "Its part of the URL.", "{{ page.term.slug }}"),
    field("url", "The URL of its page.", "{{ page.term.url }}"),
    field(
        "description",
        "The meta description of its page.",
        "{{ page.term.description }}",
    ),
    field(
        "count",
        "The number of documents with this term.",
        "{{ page.term.count }}",
    ),
];

const ENTRY: &[Field] = &[
    field(
        "slug",
        "The last part of its URL.",
        "{% set one = entry(collection=\"journal\", slug=\"new-oven\") %}{{ one.slug }}",
    ),
    field(
        "lang",
        "The code of its language.",
        "{% set one = entry(collection=\"journal\", slug=\"new-oven\") %}{{ one.lang }}",
    ),
    field(
        "collection",
        "The name of its collection.",
        "{% set one = entry(collection=\"journal\", slug=\"new-oven\") %}{{ one.collection }}",
    ),
    field(
        "url",
        "Its URL. This and the following fields exist only if its collection has a `route`.",
        "{% set one = entry(collection=\"journal\", slug=\"new-oven\") %}{{ one.url }}",
    ),
    field(
        "permalink",
        "Its URL with scheme and host.",
        "{% set one = entry(collection=\"journal\", slug=\"new-oven\") %}{{ one.permalink }}",
    ),
    field(
        "words",
        "The number of words of its text.",
        "{% set one = entry(collection=\"journal\", slug=\"new-oven\") %}{{ one.words }}",
    ),
    field(
        "reading_minutes",
        "The minutes it takes to read, at least 1.",
        "{% set one = entry(collection=\"journal\", slug=\"new-oven\") %}{{ one.reading_minutes }}",
    ),
    field(
        "summary",
        "The beginning of its text, without markup, if its collection has `summaries = true`: up to the comment `<!-- more -->` \
         or, without one, the first paragraph, cut after a word. The key `summary` of its front matter takes precedence.",
        "{% set one = entry(collection=\"journal\", slug=\"new-oven\") %}{{ one.summary }}",
    ),
];

/// Fields of `site` that the program reads.
pub const SITE: &[Field] = &[
    field("name", "The site's name.", "{{ site.name }}"),
    field(
        "base_url",
        "Its scheme and host, and its path if it has one.",
        "{{ site.base_url }}",
    ),
    field("theme", "The folder of its theme.", "{{ site.theme }}"),
    field(
        "language",
        "The code of its language.",
        "{{ site.language }}",
    ),
    field(
        "languages",
        "Its other languages by code, each with its `name`.",
        "{% for code, language in site.languages %}{{ code }}: {{ language.name }}{% endfor %}",
    ),
    field(
        "utc_offset",
        "The offset of its time zone.",
        "{{ site.utc_offset }}",
    ),
    field(
        "limits",
        "Its limits for titles and descriptions.",
        "{{ site.limits.title }}",
    ),
    field(
        "stats",
        "A key that only the example site has.",
        "{{ site.stats.ovens }} ovens",
    ),
];

const MENUS: &[Field] = &[field(
    "main",
    "A menu of the example site. Each link has `label` and `url`, and perhaps `collection` and `group`.",
    "{% for link in menus.main %}<a href=\"{{ link.url }}\">{{ link.label }}</a> {% endfor %}",
)];

const BUILD: &[Field] = &[
    field(
        "date",
        "The day of the build in the site's time zone.",
        "{{ build.date | date(format=\"%-d %B %Y\") }}",
    ),
    field(
        "year",
        "The year of the build.",
        "© {{ build.year }} {{ site.name }}",
    ),
    field(
        "api",
        "The base URL of the form function.",
        "{{ build.api }}",
    ),
];
