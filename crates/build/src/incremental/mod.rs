//! Property test: after random edits, an incremental build produces the same bytes and findings as a clean build.

mod edits;
mod random_templates;
mod reuse;
mod site_files;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};

use diagnostic::{Diagnostic, Fingerprint, Style};
use proptest::prelude::*;

use crate::build::{Memo, build, once};
use crate::destination::Destination;
use crate::edited_pages::EditedPages;
use crate::output_folder::MARK;
use crate::project::{Inputs, Project};
use crate::site::Site;
use crate::write::OutputFolder;
use inspect::{Files, Scope};

use self::edits::{AT_DEVICE, Edit, apply, edits, put};
use self::site_files::{FILES, PHOTO};

/// Writes the project to the folder `root`. Returns the project and the inputs of its builds.
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
        audience: crate::Audience::Public,
        date: Some(jiff::civil::date(2026, 11, 21)),
        now: jiff::Timestamp::UNIX_EPOCH,
        unsaved: Arc::default(),
        request_urls: None,
        cancelled: None,
        show_edited: None,
        known_findings: false,
        encoding: assets::Encoding::Now,
        types: assets::TypeCheck::Now,
        api_url: "/api".to_owned(),
        scope: Scope::default(),
    };
    (project, inputs)
}

/// Returns the time at which a process starts.
#[expect(clippy::disallowed_methods, reason = "stamps of files are real times")]
fn now() -> jiff::Timestamp {
    jiff::Timestamp::now()
}

fn check(edits: &[Edit]) {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let dist = root.join("dist");
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
        let again = build(
            &project,
            &inputs,
            &mut memo,
            &paths,
            Destination::Memory,
            &mut |_| {},
        );
        if let Some(edited) = shown.lock().unwrap().take() {
            check_edited(edited, last.as_ref(), again.0.as_ref().unwrap());
        }
        let mut fresh = Memo::default();
        let clean = build(
            &project,
            &inputs,
            &mut fresh,
            &[],
            Destination::Memory,
            &mut |_| {},
        );
        // A build with the cache of another process, which writes pages to a folder, must produce the same result.
        let folder = OutputFolder::open(&project, &dist).unwrap();
        let destination = Destination::Folder(&folder);
        inputs.now = now();
        let from_cache = once(&project, &inputs, destination, &mut |_| {});
        let files = |site: &Option<Site>| site.as_ref().map(Site::files);
        assert!(
            files(&from_cache.0) == files(&clean.0)
                && from_cache.0.as_ref().map(|site| &site.headers)
                    == clean.0.as_ref().map(|site| &site.headers)
                && from_cache.1 == clean.1,
            "from the cache after {step:?}"
        );
        if let Some(site) = &from_cache.0
            && !diagnostic::has_errors(&from_cache.1)
        {
            folder
                .finish(&site.pages, &site.others, &site.base_path())
                .unwrap();
            assert_eq!(written(&dist), site.files(), "written after {step:?}");
        }
        drop(folder);
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

/// Checks that the pages of edited documents, which are shown first, are the same as in the whole build (`now`), and that the
/// last site has everything they need once they are put into it.
fn check_edited(edited: EditedPages, last: Option<&Site>, now: &Site) {
    for page in &edited.pages {
        assert_eq!(now.file(page.output()), page.bytes());
    }
    let pages = edited.pages.clone();
    let Some(site) = last.and_then(|last| last.with(edited)) else {
        return;
    };
    for page in pages {
        assert_eq!(site.file(page.output()), page.bytes());
        let mut resources = page.facts().resources();
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

/// Returns the index of a file in [`FILES`].
fn index_of(path: &str) -> usize {
    FILES.iter().position(|file| file.0 == path).unwrap()
}

/// Applies every single edit once, because random edits may miss some.
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

/// Pieces of a template that could not be rendered would test nothing.
#[test]
fn pieces_of_templates_can_be_rendered() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let (project, inputs) = write_project(root);
    let mut memo = Memo::default();
    for (index, piece) in random_templates::PIECES.iter().enumerate() {
        let path = "themes/t/templates/post.html";
        let changed = put(root, path, &random_templates::template(&[index]));
        let destination = Destination::Memory;
        let found = build(
            &project,
            &inputs,
            &mut memo,
            &[changed],
            destination,
            &mut |_| {},
        )
        .1;
        let mut messages = found.iter().map(|one| (one.code.name, &one.message));
        let failure = messages.find(|(code, _)| {
            code.starts_with("template") || ["broken-link", "unknown-entry"].contains(code)
        });
        assert_eq!(
            failure.is_some(),
            index >= random_templates::FIRST_MISTAKE,
            "{piece}: {failure:?}"
        );
    }
}

/// Writes each piece of a template once, because random templates may miss some.
#[test]
fn each_piece_of_a_template() {
    let edits: Vec<Edit> = (0..random_templates::PIECES.len())
        .map(|piece| Edit::Template(piece % random_templates::TEMPLATES.len(), vec![piece]))
        .collect();
    check(&edits);
}

/// Saves each file in an encoding that is not read, then as an editor does that has opened it nevertheless, and goes on typing.
#[test]
fn each_file_in_another_encoding() {
    let files = 0..FILES.len();
    let edits = files.flat_map(|file| {
        [
            Edit::Encode(file, 0),
            Edit::Encode(file, 1),
            Edit::Append(file, 7),
            Edit::Revert(file),
        ]
    });
    check(&edits.collect::<Vec<_>>());
}

#[test]
fn a_schema_anywhere_in_the_content() {
    let schema = index_of("content/models/person.json");
    check(&[1, 0, 2, 3].map(|text| Edit::Write(schema, text)));
}

#[test]
fn a_picture_that_only_a_feed_shows() {
    let four = index_of("content/posts/four.md");
    check(&[
        // Has no link to a heading of a post, whose text is not shown any more.
        Edit::Write(index_of("content/pages/about.md"), 1),
        Edit::Write(index_of("themes/t/templates/post.html"), 2),
        Edit::Write(index_of("themes/t/templates/list.html"), 2),
        Edit::Write(four, 3),
        Edit::Revert(four),
        Edit::Write(four, 3),
        Edit::Write(index_of("content/images/lamp.svg"), 1),
    ]);
}

#[test]
fn a_page_whose_name_is_now_a_mistake_of_its_url() {
    check(&[Edit::Named(AT_DEVICE), Edit::KeepUrl(AT_DEVICE)]);
}

#[test]
fn pictures_that_are_replaced_with_their_folder() {
    check(&[1, 0].map(|text| Edit::ReplaceFolder("content/images", text)));
}

#[test]
fn a_mistake_that_shows_once_the_menus_are_valid() {
    let nowhere = random_templates::PIECES.len() - 1;
    check(&[
        Edit::Write(index_of("content/menus.toml"), 3),
        Edit::Template(3, vec![nowhere]),
        Edit::Write(index_of("themes/t/templates/list.html"), 1),
    ]);
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

/// Returns the content of each file of an output folder, by path.
fn written(dist: &Path) -> Files {
    let paths = files_below(dist).into_iter();
    let files = paths.filter(|path| !path.ends_with(MARK)).map(|path| {
        let name = path.strip_prefix(dist).unwrap().to_str().unwrap();
        (name.replace('\\', "/"), fs::read(&path).unwrap().into())
    });
    files.collect()
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
    let findings = |inputs: &Inputs, memo: &mut Memo| {
        let destination = Destination::Memory;
        build(&project, inputs, memo, &[], destination, &mut |_| {}).1
    };
    let of_build = findings(&inputs, &mut Memo::default());
    inputs.scope.check = true;
    let cancelled = Arc::new(AtomicBool::new(false));
    inputs.cancelled = Some(Arc::clone(&cancelled));
    let mut memo = Memo::default();
    let mut findings = || findings(&inputs, &mut memo);
    let found = findings();
    assert!(found.len() > of_build.len());
    cancelled.store(true, Relaxed);
    assert_eq!(findings(), of_build);
    cancelled.store(false, Relaxed);
    assert_eq!(findings(), found);
}

/// Whatever happens to the cache and to the last output, the next build writes the same files.
#[test]
fn a_damaged_cache_or_output_gives_the_same_site() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let dist = root.join("dist");
    let (project, inputs) = write_project(root);
    let files = || {
        let folder = OutputFolder::open(&project, &dist).unwrap();
        let destination = Destination::Folder(&folder);
        let (site, ..) = once(&project, &inputs, destination, &mut |_| {});
        let site = site.unwrap();
        folder
            .finish(&site.pages, &site.others, &site.base_path())
            .unwrap();
        written(&dist)
    };
    let expected = files();
    assert_eq!(files(), expected);
    let names = files_below(&project.cache);
    for name in ["documents.bin", "output.bin", "output/index.html"] {
        assert!(names.contains(&project.cache.join(name)), "{names:?}");
    }
    let is_one_of_many = |path: &PathBuf| {
        let is_output = path.starts_with(project.cache.join("output"));
        is_output && !path.ends_with("index.html")
    };
    let outputs = ["index.html", "feed.xml"].map(|name| dist.join(name));
    for path in names.into_iter().chain(outputs) {
        if is_one_of_many(&path) {
            continue;
        }
        let whole = fs::read(&path).unwrap();
        let mut changed = whole.clone();
        if let Some(byte) = changed.get_mut(whole.len() / 2) {
            *byte ^= 1;
        }
        for damaged in [&changed, &whole[..whole.len() / 2], b""] {
            fs::write(&path, damaged).unwrap();
            assert!(files() == expected, "{}", path.display());
        }
        fs::remove_file(&path).unwrap();
        assert!(files() == expected, "{}", path.display());
    }
    fs::remove_dir_all(&dist).unwrap();
    assert!(files() == expected, "without an output");
}
