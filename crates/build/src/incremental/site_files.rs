//! Files of the test site.

const SITE: &str = "name = \"Bikes\"\nbase_url = \"https://bikes.example\"\ntheme = \"t\"\nutc_offset = \"+05:30\"\n\
                    [facts]\nyears = 7\n[languages.hi]\nname = \"Hindi\"\n[limits]\ndescription_max = 400\n";

const STRUCTURE: &str = r#"[[collection]]
name = "pages"
dir = "pages"
schema = "schemas/any.json"
route = "/{path}"
template = "page.html"

[[collection]]
name = "posts"
dir = "posts"
schema = "schemas/any.json"
route = "/posts/{slug}"
template = "post.html"
sort = "-date"
sections = true
related = 2

[[collection]]
name = "people"
file = "people.toml"
schema = "models/person.json"

[[pagination]]
page = "/posts"
collection = "posts"
per_page = 2
lead = 1
route = "/posts/page/{number}"
title = "{title}, page {number}"
description = "{description} Page {number}."

[[taxonomy]]
name = "tag"
collection = ["posts", "pages"]
field = "tags"
route = "/tags/{slug}"
template = "list.html"
title = "Tagged {term}"
description = "Everything about {term}, the newest first, on this page of the site."
per_page = 2

[[feed]]
route = "/feed.xml"
collection = ["posts", "pages"]
title = "Bikes"
limit = 3

[[feed]]
route = "/rss.xml"
collection = "posts"
title = "Bikes"
format = "rss"

[[feed]]
route = "/tags/{slug}/feed.xml"
taxonomy = "tag"
title = "Tagged {term}"

[[frame]]
page = "/hi/about"
hosts = ["https://maps.example"]

[llms]

[[llms.section]]
title = "Posts"
collection = "posts"

[search]
synonyms = [["bicycle", "bike"]]

[[search.collection]]
name = "posts"
weight = 2
fields = ["tags"]

[[search.collection]]
name = "pages"

[[redirect]]
from = "/old"
to = "/posts"
"#;

/// A structure with search of a single collection, and nothing else.
const ONLY_PAGES: &str = "[[collection]]\nname = \"pages\"\ndir = \"pages\"\nschema = \"schemas/any.json\"\nroute = \"/{path}\"\ntemplate = \"page.html\"\n\
[search]\n[[search.collection]]\nname = \"pages\"\n";
const ANY: &str = "{ \"type\": \"object\", \"required\": [\"title\"], \"properties\": { \"title\": { \"type\": \"string\" } } }";
const MENUS: &str = "[[main]]\nlabel = \"Posts\"\nurl = \"/posts\"\n";
const FORM: &str = "path = \"/ask\"\npage = \"/about\"\nthanks = \"/posts\"\ntitle = \"Ask\"\nsubmit = \"Send\"\nloading = \"Sending\"\n\
success = { title = \"Sent\", message = \"Thank you.\" }\nfailure = { title = \"Not sent\", message = \"Try again.\" }\n\
privacy = { version = \"2026-01-01\", purpose = \"To answer.\", links = [{ label = \"Privacy\", url = \"/about\" }] }\n\
[[field]]\nname = \"email\"\nlabel = \"Email\"\ntype = \"email\"\nrequired = true\npurpose = \"To answer.\"\n";
const PEOPLE: &str =
    "[[item]]\ntitle = \"Ana\"\nslug = \"ana\"\n[[item]]\ntitle = \"Bo\"\nslug = \"bo\"\n";
const BASE: &str = "<!doctype html><html lang=\"{{ page.lang }}\"><head><meta name=\"viewport\" content=\"width=device-width\"><title>{{ page.meta.title }}</title>\
<meta name=\"description\" content=\"{{ page.meta.description }}\"><link rel=\"stylesheet\" href=\"{{ asset(path='styles/main.css') }}\">\
{% if page?.card %}<meta property=\"og:image\" content=\"{{ page.card.url }}\">{% endif %}</head>\
<body>{% for item in menus.main %}<a href=\"{{ item.url }}\">{{ item.label }}</a>{% endfor %}{% for b in page.breadcrumbs %}{{ b.title }} {% endfor %}\
{% for t in page.translations %}{{ t.title }} {% endfor %}<main>{% block main %}<h1>{{ page.title }}</h1>{{ page.content }}{% endblock main %}</main>\
{% include \"foot.html\" %}</body></html>";
const FOOT: &str = "<footer>{{ site.facts.years }} years {{ build.date }}{% for p in collection(name=\"posts\", limit=1) %}{{ p.title }} {{ p.words }}{% endfor %}</footer>";
const NOTE: &str = "{% component Note(kind: string) %}<div class=\"{{ kind }}\">{{ body }}</div>{% endcomponent Note %}";
const POST: &str = "{% extends \"base.html\" %}{% block main %}<h1>{{ page.title }}</h1>{{ page.content }}{% for s in page.sections %}{{ s.title }}{% endfor %}\
{% for one in page.related %}{{ one.title }} {{ one.words }}, {% endfor %}\
{% set ana = entry(collection=\"people\", slug=\"ana\") %}{{ ana.title }} {{ page.words }}\
{% set near = neighbors(url=page.url) %}{% if near?.previous %}{{ near.previous.title }}{% endif %}{% if near?.next %}{{ near.next.title }}{% endif %}\
{% for p in collection(name=\"posts\", key=\"title\", values=[page.title]) %}{{ p.url }}{% endfor %}{% endblock main %}";
const LIST: &str = "{% extends \"base.html\" %}{% block main %}<h1>{{ page.title }}</h1>{% for p in page.paginator.items %}<a href=\"{{ p.url }}\">{{ p.title }} {{ p.words }} {{ p.permalink }}</a>{% endfor %}\
{{ page.paginator.count }} {% for t in taxonomy(name=\"tag\") %}{{ t.title }} {{ t.count }} {% endfor %}{% for f in page.feeds %}{{ f.url }} {{ f.title }} {% endfor %}\
{% for p in page.paginator.items %}{{ content(url=p.url) }}{% endfor %}{% endblock main %}";
const HOME: &str = "{% extends \"base.html\" %}{% block main %}<h1>{{ page.title }}</h1>{% for p in collection(name=\"posts\") %}{{ p.title }}, {% endfor %}\
{% for p in collection(name=\"people\") %}{{ p.title }} {% endfor %}{% set ask = form(name=\"ask\") %}{{ ask.title }}\
{% for title, group in collection(name=\"posts\") | group_by(attribute=\"title\") %}{{ title }} {{ group | length }} {% endfor %}\
{% for one in collection(name=\"people\") | sort(attribute=\"title\") %}{{ one.title }}{% endfor %}\
{% for key in site | keys %}{{ key }} {% endfor %}{% for pair in site.facts | pairs %}{{ pair | join(sep=\" \") }}{% endfor %}\
{{ [3, 1, 3] | unique | sort | join(sep=\" \") }} {{ site.facts | json }}{% endblock main %}";

/// A picture of 4 × 3 pixels.
pub const PHOTO: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x04\0\0\0\x03\x08\x02\0\0\0\x3b\x96\x39\x91\0\0\0\x14IDAT\x78\xda\x63\x3c\
\x51\xa1\xc1\0\x03\x4c\x0c\x48\0\x85\x03\0\x35\x44\x01\x6e\x24\xf3\xc8\x18\0\0\0\0IEND\xae\x42\x60\x82";

/// The path of each file, with its texts: first the initial one, then those that edits may write.
pub const FILES: &[(&str, &[&str])] = &[
    (
        "content/site.toml",
        &[
            SITE,
            "name = \"Bikes\"\nbase_url = \"https://wheels.example\"\ntheme = \"t\"\n[facts]\nyears = 8\n",
        ],
    ),
    ("content/structure.toml", &[STRUCTURE, ONLY_PAGES]),
    (
        "content/structure.hi.toml",
        &[
            "[taxonomy.tag]\ntitle = \"Vishay {term}\"\n",
            "[taxonomy.tag]\ntitle = \"Vishay: {term}\"\n[feed.\"/feed.xml\"]\ntitle = \"Samachar\"\n",
            "[taxonomy.tags]\n",
            "[taxonomy\n",
        ],
    ),
    (
        "content/menus.toml",
        &[
            MENUS,
            "[[main]]\nlabel = \"All posts\"\nurl = \"/posts\"\n",
            "[[mian]]\nlabel = \"Posts\"\nurl = \"/posts\"\n",
            "[[main]]\nlabel = \"Posts\"\nurl = \"/posts\"\n[[mains]]\nlabel = \"Posts\"\nurl = \"/posts\"\n",
            "[[main]]\nlabel = \"\"\nurl = \"/posts\"\ncollection = \"none\"\n",
            "<<<<<<< one\n[[main]]\n=======\n>>>>>>> other\n",
        ],
    ),
    (
        "content/forms/ask.toml",
        &[
            FORM,
            "title = Ask\n",
            "path = \"/ask\"\npage = \"/nowhere\"\n",
            "<<<<<<< one\n=======\n>>>>>>> other\n",
        ],
    ),
    (
        "content/schemas/any.json",
        &[
            ANY,
            "{ \"type\": \"object\", \"required\": [\"title\", \"description\"] }",
            "{",
        ],
    ),
    (
        "content/models/person.json",
        &[
            ANY,
            "{ \"type\": \"object\", \"required\": [\"title\", \"born\"] }",
            "{ \"type\": \"object\" }",
            "{",
        ],
    ),
    (
        "content/people.toml",
        &[
            PEOPLE,
            "[[item]]\ntitle = \"Ann\"\nslug = \"ana\"\n",
            "[[item]]\ntitle = \"Bo\"\nslug = \"bo\"\n",
            "[[item]\n",
        ],
    ),
    (
        "content/pages/index.md",
        &[
            "+++\ntitle = \"Home\"\ndescription = \"Bicycles repaired while you wait, at the corner of the square, every day.\"\ntemplate = \"home.html\"\n+++\n",
            "+++\ntitle = \"Start\"\ndescription = \"Bicycles repaired while you wait, at the corner of the square, every day.\"\ntemplate = \"home.html\"\n+++\n",
        ],
    ),
    (
        "content/pages/posts.md",
        &[
            "+++\ntitle = \"Posts\"\ndescription = \"What we wrote about bicycles and their repair, the newest of it first of all.\"\ntemplate = \"list.html\"\n+++\n",
            "+++\ntitle = \"Stories\"\ndescription = \"What we wrote about bicycles and their repair, the newest of it first of all.\"\ntemplate = \"list.html\"\n+++\n",
        ],
    ),
    (
        "content/pages/about.md",
        &[
            "+++\ntitle = \"About\"\ndescription = \"Who we are and how long we have been here, which is for quite a few years.\"\n+++\nFor {{ site.facts.years }} years. See [one](../posts/one.md#part) and [four](/posts/four).\n\n<Note kind=\"plain\">\n\nText\n\n</Note>\n",
            "+++\ntitle = \"About\"\ndescription = \"Who we are and how long we have been here, which is for quite a few years.\"\naliases = [\"/team\", \"/wheel.svg\"]\n+++\nNo links.\n",
            "+++\ntitle = \"About\"\n",
            "+++\ntitle = \"About {{ site.facts.years }\"\ndescription = \"Who we are.\"\nupdated = \"2001-01-01\"\ndate = \"2002-01-01\"\n+++\nA {{ site.facts.years and \0.\n",
        ],
    ),
    (
        "content/pages/about.hi.md",
        &[
            "+++\ntitle = \"Parichay\"\ndescription = \"Ham kaun hain aur kab se yahan hain: ek lambi kahani, thode shabdon mein.\"\ndate = \"2026-02-02\"\ntags = [\"chain\"]\n+++\nNamaste, `https://maps.example`\n",
            "+++\ntitle = \"Parichay\"\ndescription = \"Ham kaun hain aur kab se yahan hain: ek lambi kahani, thode shabdon mein.\"\n+++\nNamaste\n",
        ],
    ),
    (
        "content/posts/one.md",
        &[
            "+++\ntitle = \"One\"\ndescription = \"The first of our posts is about chains, and about what they cost and why.\"\ndate = \"2026-01-01\"\ntags = [\"chain\"]\n+++\n## Part\n\nWords here. ![A wheel](../images/wheel.svg)\n",
            "+++\ntitle = \"One\"\ndescription = \"The first of our posts is about chains, and about what they cost and why.\"\ndate = \"2026-01-01\"\ntags = [\"chain\"]\n+++\n## Other\n\nMore words stand here.\n",
            "+++\ntitle = \"One again\"\ndescription = \"The first of our posts is about brakes, and about what they cost and why.\"\ndate = \"2026-05-01\"\ntags = [\"brake\"]\nslug = \"first\"\n+++\n## Part\n",
        ],
    ),
    (
        "content/posts/two.md",
        &[
            "+++\ntitle = \"Two\"\ndescription = \"The second of our posts is about wheels: how they turn, and when they stop.\"\ndate = \"2026-02-01\"\ntags = [\"wheel\", \"chain\"]\n+++\nSecond. ![A photo](/images/photo.png)\n",
            "+++\ntitle = \"Two\"\ndescription = \"The second of our posts is about wheels: how they turn, and when they stop.\"\ndate = \"2026-02-01\"\ntags = [\"wheel\", \"chain\"]\n+++\nAnother.\n",
            "+++\ntitle = \"Two\"\ndescription = \"The second of our posts is about wheels: how they turn, and when they stop.\"\ndate = \"2026-02-01\"\ntags = [\"wheel\", \"chain\"]\ndraft = true\n+++\nSecond.\n",
            "+++\ntitel = \"Two\"\n+++\n",
            "+++\n<<<<<<< one\nslug = \"two\"\n=======\n>>>>>>> other\nslug = \"second\"\n+++\n",
        ],
    ),
    (
        "content/posts/three.md",
        &[
            "+++\ntitle = \"Three\"\ndescription = \"The third of our posts is about saddles, which people choose too soft.\"\ndate = \"2026-03-01\"\ntags = []\naliases = [\"/third\"]\n+++\nThird.\n",
            "+++\ntitle = \"Two\"\ndescription = \"The third of our posts is about saddles, which people choose too soft.\"\ndate = \"2026-03-01\"\naliases = [\"/team\", \"/verify.txt\"]\n+++\nThird [link](/nowhere).\n",
        ],
    ),
    (
        "content/posts/four.md",
        &[
            "+++\ntitle = \"Four\"\ndescription = \"The fourth of our posts is about lamps, and about riding home at night.\"\ndate = \"2026-04-01\"\ntags = [\"lamp\"]\n+++\nFourth.\n",
            "",
            "+++\ntitle = \"Four\"\ndescription = \"The fourth of our posts is about lamps, and about riding home at night.\"\ndate = \"2026-04-01\"\npublish = \"2030-01-01\"\n+++\nFourth.\n",
            "+++\ntitle = \"Four\"\ndescription = \"The fourth of our posts is about lamps, and about riding home at night.\"\ndate = \"2026-04-01\"\ntags = [\"lamp\"]\n+++\nFourth. ![A lamp](../images/lamp.svg)\n",
        ],
    ),
    (
        // Only a text of a post shows it.
        "content/images/lamp.svg",
        &[
            "<svg viewBox=\"0 0 8 8\"><title>Lamp</title></svg>",
            "<svg viewBox=\"0 0 8 9\"><title>Lamp</title></svg>",
        ],
    ),
    (
        "content/images/wheel.svg",
        &[
            "<svg viewBox=\"0 0 8 8\"><title>One</title></svg>",
            "<svg viewBox=\"0 0 8 9\"><title>Another</title></svg>",
        ],
    ),
    (
        "themes/t/styles/main.css",
        &["a { color: red }", "a { color: blue }"],
    ),
    ("themes/t/templates/base.html", &[BASE]),
    (
        "themes/t/templates/foot.html",
        &[
            FOOT,
            "<footer>{{ site.name }}</footer>",
            "<footer>{{ site.nothing }}</footer>",
            "<footer>{{ </footer>",
        ],
    ),
    (
        "themes/t/templates/note.html",
        &[
            NOTE,
            "{% component Note(kind: string) %}<aside class=\"{{ kind }}\">{{ body }}</aside>{% endcomponent Note %}",
        ],
    ),
    (
        "themes/t/templates/page.html",
        &["{% extends \"base.html\" %}"],
    ),
    (
        "themes/t/templates/post.html",
        &[
            POST,
            "{% extends \"base.html\" %}",
            // The text of a post is in the feeds only.
            "{% extends \"base.html\" %}{% block main %}<h1>{{ page.title }}</h1>{% endblock main %}",
        ],
    ),
    (
        "themes/t/templates/list.html",
        &[
            LIST,
            "{% extends \"base.html\" %}{% block main %}<h1>{{ page.title }}</h1>{% for item in menus.mains %}{{ item.label }}{% endfor %}{% endblock main %}",
            "{% extends \"base.html\" %}{% block main %}<h1>{{ page.title }}</h1>{% endblock main %}",
        ],
    ),
    (
        "themes/t/templates/card.svg",
        &[
            // An empty drawing, so that no page has a card: the site has no `widgets`, so cards could not be drawn.
            "",
            "<svg><title>{{ page.title }}</title></svg>",
            "{% if page.kind == \"page\" %}<svg>{% for p in collection(name=\"people\") %}{{ p.title }}{% endfor %}</svg>{% endif %}",
            "<svg>{{ page.nothing }}</svg>",
            "<svg>{{ </svg>",
        ],
    ),
    ("themes/t/templates/home.html", &[HOME]),
    ("public/verify.txt", &["one", "two"]),
];
