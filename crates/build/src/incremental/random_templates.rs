//! Random templates: pieces that each use another feature of Tera or of this program, in any order and number.

/// Templates of the test site that are replaced.
pub const TEMPLATES: [&str; 4] = ["home.html", "list.html", "page.html", "post.html"];

/// Index of the first piece that is a mistake, as all after it are.
pub const FIRST_MISTAKE: usize = 32;

/// Pieces of a template. Each of those before [`FIRST_MISTAKE`] can be rendered on every post.
pub const PIECES: &[&str] = &[
    // Loops and conditions
    "{% for p in collection(name=\"posts\") %}{{ loop.index }}{{ p.title }}{% if not loop.last %}, {% endif %}{% else %}none{% endfor %}",
    "{% for p in collection(name=\"posts\", limit=2) %}{{ p.words }} {{ p.url }} {{ p.permalink }}{% endfor %}",
    "{% for a in collection(name=\"people\") %}{% for b in collection(name=\"people\") %}{% if a.slug == b.slug %}{% continue %}{% endif %}{{ a.title }}{{ b.title }}{% endfor %}{% endfor %}",
    "{% for p in collection(name=\"posts\") | reverse %}{% if loop.index > 2 %}{% break %}{% endif %}{{ p.date }}{% endfor %}",
    "{% for i in range(end=3) %}{{ i }}{% endfor %}{{ \"even\" if page.words is even else \"odd\" }}",
    "{% set n = 0 %}{% for p in collection(name=\"people\") %}{% set_global n = n + 1 %}{% endfor %}{{ n }}",
    "{% set text %}{{ page.title }} <b>{% endset %}{{ text }}",
    // Filters
    "{% for p in collection(name=\"posts\") | sort(attribute=\"title\") %}{{ p.title | upper | truncate(length=3) }}{% endfor %}",
    "{% for day, group in collection(name=\"posts\") | group_by(attribute=\"date\") %}{{ day }} {{ group | length }} {% endfor %}",
    "{% for p in collection(name=\"people\") | unique(attribute=\"title\") %}{{ p.title }}{% endfor %}",
    "{{ page.title | replace(from=\"o\", to=\"<\") | split(pat=\"<\") | join(sep=\"|\") }}",
    "{{ site.facts | json }}{{ page.content | striptags | wordcount }}",
    "{% filter upper %}{{ page.title }}{% include \"foot.html\" %}{% endfilter %}",
    "{{ collection(name=\"posts\") | length }}{{ collection(name=\"posts\") | first | get(key=\"title\") }}",
    // Questions about other documents
    "{% set near = neighbors(url=page.url) %}{% if near?.previous %}{{ near.previous.title }}{% endif %}{% if near?.next %}{{ near.next.url }}{% endif %}",
    "{% set ana = entry(collection=\"people\", slug=\"ana\") %}{{ ana.title }}",
    "{% set one = entry(collection=\"posts\", slug=\"one\") %}{{ one.title }} {{ one.description }} {{ one.words }}",
    "{% for p in collection(name=\"posts\", key=\"title\", values=[page.title, \"One\"]) %}{{ p.url }}{% endfor %}",
    "{% for t in taxonomy(name=\"tag\") %}<a href=\"{{ t.url }}\">{{ t.name }} {{ t.count }}</a>{% endfor %}",
    "{% for one in page?.related | default(value=[]) %}{{ one.title }}{{ one.words }}{% endfor %}",
    "{% if page?.paginator %}{{ page.paginator.count }}{% for p in page.paginator.items %}{{ p.title }}{% endfor %}{% endif %}",
    // The page and its neighbors in the tree
    "{% for b in page.breadcrumbs %}{{ b.title }} {% endfor %}{% for t in page.translations %}{{ t.lang }}{{ t.title }}{% endfor %}",
    "{% for h in page?.toc | default(value=[]) %}{{ h.title }}{% endfor %}{{ page.kind }}{{ page.lang }}{{ page.direction }}",
    "{% for item in menus.main %}{{ item.label }}{% endfor %}{{ build.date }}",
    // Parts, pictures and forms
    "{% <Note kind=\"random\"> %}{{ page.title }}{% for p in collection(name=\"posts\", limit=1) %}{{ p.title }}{% endfor %}{% </Note> %}",
    "{% include \"foot.html\" %}",
    "{{ svg(path=\"images/wheel.svg\", label=\"A wheel\") }}",
    "{{ image(path=\"images/photo.png\", alt=\"A photo\") }}",
    "{{ picture(path=\"images/photo.png\") | json }}",
    "{% set ask = form(name=\"ask\") %}{{ ask.title }}{% for f in ask.fields %}{{ f.label }}{% endfor %}",
    "{% raw %}{{ not read }}{% endraw %}{# {{ nor this }} #}{{- page.title -}} .",
    "<a href=\"/posts/one#part\">a</a><a href=\"/tags/chain\">b</a>",
    // Mistakes
    "{{ page.nothing }}",
    "{% for p in collection(name=\"posts\") %}{{ p.price }}{% endfor %}",
    "{% set n = 0 %}{% for p in menus.main %}{% set n = n + 1 %}{% endfor %}{{ n }}",
    "{% if page.title %}",
    "<a href=\"/nowhere\">c</a>",
    NEAR_NO_PAGE,
];

/// A mistake that is not reported while menus or lists are missing.
const NEAR_NO_PAGE: &str = "{% set near = neighbors(url=\"/nowhere\") %}{{ near | length }}";

/// Returns a template with these pieces, given their indexes.
pub fn template(pieces: &[usize]) -> String {
    let main: String = pieces
        .iter()
        .map(|index| format!("<p>{}</p>\n", PIECES[*index]))
        .collect();
    format!(
        "{{% extends \"base.html\" %}}{{% block main %}}<h1>{{{{ page.title }}}}</h1>{main}{{{{ page.content }}}}{{% endblock main %}}"
    )
}
