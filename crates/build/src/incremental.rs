//! Property test: after random edits, an incremental build gives the same bytes and findings as a clean one.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};

use diagnostic::{Diagnostic, Fingerprint, Style};
use proptest::prelude::*;

use crate::build::{Memo, build};
use crate::cache;
use crate::edited_pages::EditedPages;
use crate::project::{Inputs, Project};
use crate::site::Site;
use inspect::Scope;

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
schema = "schemas/any.json"

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
collection = "posts"
field = "tags"
route = "/tags/{slug}"
template = "list.html"
title = "Tagged {term}"
description = "Everything about {term}, the newest first, on this page of the site."
per_page = 2

[[feed]]
route = "/feed.xml"
collection = "posts"
title = "Bikes"
limit = 3

[[feed]]
route = "/rss.xml"
collection = "posts"
title = "Bikes"
format = "rss"

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

/// Search of one collection, without the other things.
const ONLY_PAGES: &str = "[[collection]]\nname = \"pages\"\ndir = \"pages\"\nschema = \"schemas/any.json\"\nroute = \"/{path}\"\ntemplate = \"page.html\"\n\
[search]\n[[search.collection]]\nname = \"pages\"\n";
const ANY: &str = "{ \"type\": \"object\", \"required\": [\"title\"], \"properties\": { \"title\": { \"type\": \"string\" } } }";
const MENUS: &str = "[[main]]\nlabel = \"Posts\"\nurl = \"/posts\"\n";
const FORM: &str = "path = \"/ask\"\npage = \"/about\"\nthanks = \"/posts\"\ntitle = \"Ask\"\nsubmit = \"Send\"\nloading = \"Sending\"\n\
success = { title = \"Sent\", message = \"Thank you.\" }\nfailure = { title = \"Not sent\", message = \"Try again.\" }\n\
privacy = { version = \"2026-01-01\", purpose = \"To answer.\", links = [{ label = \"Privacy\", url = \"/about\" }] }\n\
[[field]]\nname = \"email\"\nlabel = \"Email\"\ntype = \"email\"\nrequired = true\n";
const PEOPLE: &str =
    "[[item]]\ntitle = \"Ana\"\nslug = \"ana\"\n[[item]]\ntitle = \"Bo\"\nslug = \"bo\"\n";
const BASE: &str = "<!doctype html><html lang=\"{{ page.lang }}\"><head><title>{{ page.meta.title }}</title>\
<meta name=\"description\" content=\"{{ page.meta.description }}\"><link rel=\"stylesheet\" href=\"{{ asset(path='styles/main.css') }}\">\
{% if page?.card %}<meta property=\"og:image\" content=\"{{ page.card.url }}\">{% endif %}</head>\
<body>{% for item in menus.main %}<a href=\"{{ item.url }}\">{{ item.label }}</a>{% endfor %}{% for b in page.breadcrumbs %}{{ b.title }} {% endfor %}\
{% for t in page.translations %}{{ t.title }} {% endfor %}<main>{% block main %}<h1>{{ page.title }}</h1>{{ page.content }}{% endblock main %}</main>\
{% include \"foot.html\" %}</body></html>";
const FOOT: &str = "<footer>{{ site.facts.years }} years {{ build.date }}</footer>";
const NOTE: &str = "{% component Note(kind: string) %}<div class=\"{{ kind }}\">{{ body }}</div>{% endcomponent Note %}";
const POST: &str = "{% extends \"base.html\" %}{% block main %}<h1>{{ page.title }}</h1>{{ page.content }}{% for s in page.sections %}{{ s.title }}{% endfor %}\
{% for one in page.related %}{{ one.title }} {{ one.words }}, {% endfor %}\
{% set ana = entry(collection=\"people\", slug=\"ana\") %}{{ ana.title }} {{ page.words }}{% endblock main %}";
const LIST: &str = "{% extends \"base.html\" %}{% block main %}<h1>{{ page.title }}</h1>{% for p in page.paginator.items %}<a href=\"{{ p.url }}\">{{ p.title }} {{ p.words }}</a>{% endfor %}\
{{ page.paginator.count }} {% for t in taxonomy(name=\"tag\") %}{{ t.name }} {{ t.count }} {% endfor %}{% endblock main %}";
const HOME: &str = "{% extends \"base.html\" %}{% block main %}<h1>{{ page.title }}</h1>{% for p in collection(name=\"posts\") %}{{ p.title }}, {% endfor %}\
{% for p in collection(name=\"people\") %}{{ p.title }} {% endfor %}{% set ask = form(name=\"ask\") %}{{ ask.title }}{% endblock main %}";

/// A picture of 4 × 3 pixels.
const PHOTO: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x04\0\0\0\x03\x08\x02\0\0\0\x3b\x96\x39\x91\0\0\0\x14IDAT\x78\xda\x63\x3c\
\x51\xa1\xc1\0\x03\x4c\x0c\x48\0\x85\x03\0\x35\x44\x01\x6e\x24\xf3\xc8\x18\0\0\0\0IEND\xae\x42\x60\x82";

/// Each file with its initial text, and other texts that edits may give it.
const FILES: &[(&str, &[&str])] = &[
    (
        "content/site.toml",
        &[
            SITE,
            "name = \"Bikes\"\nbase_url = \"https://bikes.example\"\ntheme = \"t\"\n[facts]\nyears = 8\n",
        ],
    ),
    ("content/structure.toml", &[STRUCTURE, ONLY_PAGES]),
    (
        "content/menus.toml",
        &[
            MENUS,
            "[[main]]\nlabel = \"All posts\"\nurl = \"/posts\"\n",
            "[[mian]]\nlabel = \"Posts\"\nurl = \"/posts\"\n",
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
            "+++\ntitle = \"About\"\ndescription = \"Who we are and how long we have been here, which is for quite a few years.\"\n+++\nFor {{ site.facts.years }} years. See [one](../posts/one.md#part).\n\n<Note kind=\"plain\">\n\nText\n\n</Note>\n",
            "+++\ntitle = \"About\"\ndescription = \"Who we are and how long we have been here, which is for quite a few years.\"\naliases = [\"/team\", \"/wheel.svg\"]\n+++\nNo links.\n",
            "+++\ntitle = \"About\"\n",
            "+++\ntitle = \"About {{ site.facts.years }\"\ndescription = \"Who we are.\"\nupdated = \"2001-01-01\"\ndate = \"2002-01-01\"\n+++\nA {{ site.facts.years and \0.\n",
        ],
    ),
    (
        "content/pages/about.hi.md",
        &[
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
        &[POST, "{% extends \"base.html\" %}"],
    ),
    ("themes/t/templates/list.html", &[LIST]),
    (
        "themes/t/templates/card.svg",
        &[
            // No page has a card. Without `widgets`, none could be drawn.
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

#[derive(Debug, Clone)]
enum Edit {
    /// Writes one of the file's texts.
    Write(usize, usize),
    /// Appends a line, as when typing.
    Append(usize, u8),
    /// Changes the title, date, tags or description of several files at once.
    Fields(Vec<(usize, &'static str, u8)>),
    Remove(usize),
    /// Renames a file within its folder.
    Rename(usize),
    /// Restores the initial text.
    Revert(usize),
    /// Restores all files at once, as a checkout does.
    RevertAll,
    /// Removes a folder with everything in it.
    RemoveFolder(&'static str),
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let file = 0..FILES.len();
    let key = prop_oneof![
        Just("title"),
        Just("date"),
        Just("tags"),
        Just("description")
    ];
    let fields = prop::collection::vec((file.clone(), key, 0..9_u8), 1..4);
    let edit = prop_oneof![
        8 => fields.prop_map(Edit::Fields),
        6 => (file.clone(), 0..5_usize).prop_map(|(file, text)| Edit::Write(file, text)),
        4 => (file.clone(), any::<u8>()).prop_map(|(file, word)| Edit::Append(file, word)),
        1 => file.clone().prop_map(Edit::Remove),
        1 => file.clone().prop_map(Edit::Rename),
        4 => file.prop_map(Edit::Revert),
        1 => Just(Edit::RevertAll),
        1 => prop_oneof![Just("content/posts"), Just("public"), Just("content/images")].prop_map(Edit::RemoveFolder),
    ];
    prop::collection::vec(edit, 1..14)
}

fn put(root: &Path, path: &str, text: &str) -> PathBuf {
    let path = root.join(path);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).unwrap();
    }
    fs::write(&path, text).unwrap();
    path
}

/// Makes an edit. Returns the paths that the watcher would report.
fn apply(root: &Path, edit: &Edit) -> BTreeSet<PathBuf> {
    let revert = |(path, texts): &(&str, &[&str])| put(root, path, texts[0]);
    match edit {
        Edit::Write(file, text) => {
            let (path, texts) = FILES[*file];
            BTreeSet::from([put(root, path, texts[text % texts.len()])])
        }
        Edit::Append(file, word) => {
            let (path, _) = FILES[*file];
            let Ok(text) = fs::read_to_string(root.join(path)) else {
                return BTreeSet::new();
            };
            let line = match path.rsplit('.').next() {
                Some("md") => format!("\nWord{word} is typed.\n"),
                Some("toml") => format!("\n# {word}\n"),
                Some("css") => format!("\nb {{ margin: {word}px }}"),
                _ => format!(" {word}"),
            };
            BTreeSet::from([put(root, path, &(text + &line))])
        }
        Edit::Fields(fields) => fields
            .iter()
            .filter_map(|(file, key, value)| {
                let (path, _) = FILES[*file];
                let text = fs::read_to_string(root.join(path)).ok()?;
                let value = match *key {
                    "date" => format!("\"2026-0{}-01\"", value % 9 + 1),
                    "tags" => format!("[\"tag{}\"]", value % 3),
                    _ => format!("\"Word{value} and a good many more, as many as a {key} needs, to be long enough\""),
                };
                let start = format!("{key} = ");
                let lines = text.split('\n').map(|line| {
                    if line.starts_with(&start) {
                        format!("{start}{value}")
                    } else {
                        line.to_owned()
                    }
                });
                let lines: Vec<String> = lines.collect();
                path.ends_with(".md").then(|| put(root, path, &lines.join("\n")))
            })
            .collect(),
        Edit::Remove(file) => {
            let path = root.join(FILES[*file].0);
            let _ = fs::remove_file(&path);
            BTreeSet::from([path])
        }
        Edit::Rename(file) => {
            let path = root.join(FILES[*file].0);
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let new = path.with_file_name(format!("renamed-{name}"));
            let _ = fs::rename(&path, &new);
            BTreeSet::from([path, new])
        }
        Edit::Revert(file) => BTreeSet::from([revert(&FILES[*file])]),
        Edit::RevertAll => FILES.iter().map(revert).collect(),
        Edit::RemoveFolder(folder) => {
            let path = root.join(folder);
            let _ = fs::remove_dir_all(&path);
            BTreeSet::from([path])
        }
    }
}

/// Writes the project to the folder `root`. Returns it, and inputs to build it with.
fn write_project(root: &Path) -> (Project, Inputs) {
    for (path, texts) in FILES {
        put(root, path, texts[0]);
    }
    put(root, "public/404.html", "<!doctype html>");
    fs::create_dir_all(root.join("content/images")).unwrap();
    fs::write(root.join("content/images/photo.png"), PHOTO).unwrap();
    let project = Project {
        root: root.to_owned(),
        cache: root.join(".cache"),
        program: Fingerprint::default(),
    };
    let inputs = Inputs {
        drafts: false,
        future: false,
        date: Some(jiff::civil::date(2026, 11, 21)),
        now: jiff::Timestamp::UNIX_EPOCH,
        ask: None,
        cancelled: None,
        show_edited: None,
        encoding: assets::Encoding::Now,
        types: assets::TypeCheck::Now,
        api_url: "/api".to_owned(),
        scope: Scope::default(),
    };
    (project, inputs)
}

fn check(edits: &[Edit]) {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let (project, mut inputs) = write_project(root);
    let shown = Arc::new(Mutex::new(None));
    let last = Arc::clone(&shown);
    let show = move |edited| *last.lock().unwrap() = Some(edited);
    inputs.show_edited = Some(Arc::new(show));
    let mut memo = Memo::default();
    let mut last = None;
    let mut changed: BTreeSet<PathBuf> = BTreeSet::new();
    for step in std::iter::once(None).chain(edits.iter().map(Some)) {
        changed.extend(step.map(|edit| apply(root, edit)).unwrap_or_default());
        let paths: Vec<PathBuf> = std::mem::take(&mut changed).into_iter().collect();
        let again = build(&project, &inputs, &mut memo, &paths, &mut |_| {});
        if let Some(edited) = shown.lock().unwrap().take() {
            check_edited(edited, last.as_ref(), again.0.as_ref().unwrap());
        }
        let mut fresh = Memo::default();
        let clean = build(&project, &inputs, &mut fresh, &[], &mut |_| {});
        // A build with the cache of another process, and without room in memory, gives the same.
        let mut cached = Memo::open(&project);
        cached.room = Some(0);
        let from_cache = build(&project, &inputs, &mut cached, &[], &mut |_| {});
        let unused = cached.write(&project);
        let files = |site: &Option<Site>| site.as_ref().map(Site::files);
        assert!(
            files(&from_cache.0) == files(&clean.0)
                && from_cache.0.as_ref().map(|site| &site.headers)
                    == clean.0.as_ref().map(|site| &site.headers)
                && from_cache.1 == clean.1,
            "from the cache after {step:?}"
        );
        cache::remove(unused);
        let shown = |diagnostics: &[Diagnostic]| {
            let mut diagnostics = diagnostics.to_vec();
            diagnostic::sort(&mut diagnostics);
            let texts = diagnostics.iter();
            texts
                .map(|one| diagnostic::render(one, Style::Plain))
                .collect::<String>()
        };
        assert_eq!(shown(&again.1), shown(&clean.1), "findings after {step:?}");
        if step.is_none() {
            assert!(clean.0.is_some(), "{}", shown(&clean.1));
        }
        let has_errors = diagnostic::has_errors(&again.1);
        match (again.0, clean.0) {
            (None, None) => last = None,
            (Some(again), Some(clean)) => {
                let (files, expected) = (again.files(), clean.files());
                assert!(
                    files.keys().eq(expected.keys()),
                    "files after {step:?}: {:?}",
                    files.keys()
                );
                for (path, bytes) in &expected {
                    assert_eq!(files.get(path), again.file(path).as_ref());
                    assert_eq!(
                        String::from_utf8_lossy(&files[path]),
                        String::from_utf8_lossy(bytes),
                        "{path} after {step:?}"
                    );
                }
                assert_eq!(again.headers, clean.headers);
                assert_eq!(again.plan.addresses, clean.plan.addresses);
                last = (!has_errors).then_some(again);
            }
            (again, _) => panic!(
                "after {step:?} only the {} build failed",
                if again.is_some() {
                    "clean"
                } else {
                    "incremental"
                }
            ),
        }
    }
}

/// Checks that the pages of edited documents are those of the whole build, and that the last site with these pages has what they
/// need.
fn check_edited(edited: EditedPages, last: Option<&Site>, now: &Site) {
    for page in &edited.pages {
        assert_eq!(now.file(page.output()), Some(page.bytes()));
    }
    let pages = edited.pages.clone();
    let Some(site) = last.and_then(|last| last.with(edited)) else {
        return;
    };
    for page in pages {
        assert_eq!(site.file(page.output()), Some(page.bytes()));
        let html = page.html();
        let mut resources = page.facts().resources(&html);
        assert!(resources.all(|path| site.addresses().is_linkable(path)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, max_shrink_iters: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_rebuild_is_a_clean_build(edits in edits()) {
        check(&edits);
    }
}

/// Returns the index of a file.
fn index_of(path: &str) -> usize {
    FILES.iter().position(|file| file.0 == path).unwrap()
}

/// Random edits may leave one out.
#[test]
fn each_edit_alone() {
    let mut edits = Vec::new();
    for (file, (path, texts)) in FILES.iter().enumerate() {
        for text in 1..texts.len() {
            edits.extend([Edit::Write(file, text), Edit::Revert(file)]);
        }
        if path.ends_with(".md") {
            for key in ["title", "date", "tags", "description"] {
                edits.extend([Edit::Fields(vec![(file, key, 1)]), Edit::Revert(file)]);
            }
        }
    }
    check(&edits);
}

#[test]
fn a_card_that_fails_on_a_page_that_fails() {
    let form = index_of("content/forms/ask.toml");
    let card = index_of("themes/t/templates/card.svg");
    check(&[
        Edit::Write(form, 1),
        Edit::Write(card, 3),
        Edit::Append(index_of("public/verify.txt"), 0),
    ]);
}

#[test]
fn a_link_to_a_heading_that_is_removed() {
    let one = index_of("content/posts/one.md");
    check(&[
        Edit::Write(one, 1),
        Edit::Revert(one),
        Edit::Remove(one),
        Edit::Revert(one),
    ]);
}

#[test]
fn a_link_to_a_heading_of_a_page_that_fails_for_a_while() {
    let one = index_of("content/posts/one.md");
    let people = index_of("content/people.toml");
    check(&[
        Edit::Write(one, 1),
        Edit::Write(people, 2),
        Edit::Revert(people),
    ]);
}

/// Returns all files below a folder.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let files = entries.flat_map(|entry| {
        let path = entry.path();
        if path.is_dir() {
            files_below(&path)
        } else {
            vec![path]
        }
    });
    files.collect()
}

#[test]
fn a_check_that_is_cancelled_runs_no_rule() {
    let folder = tempfile::tempdir().unwrap();
    let (project, mut inputs) = write_project(folder.path());
    inputs.scope.check = true;
    let cancelled = Arc::new(AtomicBool::new(false));
    inputs.cancelled = Some(Arc::clone(&cancelled));
    let mut memo = Memo::default();
    let mut findings = || build(&project, &inputs, &mut memo, &[], &mut |_| {}).1;
    let found = findings();
    assert!(!found.is_empty());
    cancelled.store(true, Relaxed);
    assert_eq!(findings(), []);
    cancelled.store(false, Relaxed);
    assert_eq!(findings(), found);
}

#[test]
fn a_damaged_cache_gives_the_same_site() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let (project, inputs) = write_project(root);
    let files = || {
        let (site, ..) = crate::build::once(&project, &inputs, &mut |_| {}, Site::files);
        site.unwrap().1
    };
    let expected = files();
    let names = files_below(&project.cache);
    assert!(names.iter().any(|path| path.ends_with("documents.bin")));
    assert!(names.len() > 3, "{names:?}");
    for path in names {
        let whole = fs::read(&path).unwrap();
        let mut changed = whole.clone();
        changed[whole.len() / 2] ^= 1;
        for damaged in [&changed, &whole[..whole.len() / 2], b""] {
            fs::write(&path, damaged).unwrap();
            assert!(files() == expected, "{}", path.display());
            assert_eq!(fs::read(&path).unwrap(), whole, "{}", path.display());
        }
        fs::remove_file(&path).unwrap();
        assert!(files() == expected, "{}", path.display());
    }
}

#[test]
fn the_inspection_of_another_process_is_reused() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let (project, inputs) = write_project(root);
    let is_reused = || {
        let mut memo = Memo::read(&project);
        build(&project, &inputs, &mut memo, &[], &mut |_| {});
        memo.inspection.is_as_read()
    };
    crate::build::once(&project, &inputs, &mut |_| {}, |_| ());
    assert!(is_reused(), "without a change");
    put(root, "public/verify.txt", "three");
    assert!(!is_reused(), "after a change");
}
