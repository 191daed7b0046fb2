//! Tests what a build renders again: nothing if nothing has changed, and only the edited page after an edit that no other page
//! shows.

use std::path::Path;
use std::sync::{Arc, Mutex};

use diagnostic::Fingerprint;

use super::edits::put;
use super::{index_of, write_project, written};
use crate::build::{Memo, build, once};
use crate::destination::Destination;
use crate::edited_pages::EditedPages;
use crate::incremental::site_files::FILES;
use crate::project::Project;
use crate::site::Site;
use crate::write::OutputFolder;

/// Replaces the text of the newest post with another text that has the same number of words.
fn edit_text(root: &Path, text: &str) -> std::path::PathBuf {
    let (path, texts) = FILES[index_of("content/posts/four.md")];
    put(root, path, &texts[0].replace("Fourth.", text))
}

/// Returns the URLs of the pages whose HTML is in memory, because this build rendered them.
fn in_memory(site: &Site) -> Vec<String> {
    let pages = site.pages.iter();
    let pages = pages.filter(|page| page.html().is_some());
    pages.map(|page| page.url().to_owned()).collect()
}

#[test]
fn another_process_renders_only_changed_pages() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let (project, inputs) = write_project(root);
    let rendered = || {
        let (site, ..) = once(&project, &inputs, Destination::Memory, &mut |_| {});
        let site = site.unwrap();
        assert!(site.pages.len() > 8);
        in_memory(&site)
    };
    assert!(rendered().len() > 8);
    assert_eq!(rendered(), [""; 0]);
    edit_text(root, "Forth.");
    // The list of its tag shows its whole text.
    assert_eq!(rendered(), ["/posts/four", "/tags/lamp"]);
    assert_eq!(rendered(), [""; 0]);
    // Every page shows the newest post with its number of words.
    edit_text(root, "Forth and back.");
    assert!(rendered().len() > 8);
    // The number of words of another post is shown by its own page, lists, related posts, and neighbors only. A list that shows the
    // text of a related post depends on it, too, because components in that text could show it.
    let (path, texts) = FILES[index_of("content/posts/two.md")];
    put(root, path, &format!("{}More words.", texts[0]));
    let shows_it = [
        "/",
        "/posts",
        "/posts/four",
        "/posts/one",
        "/posts/page/2",
        "/posts/three",
        "/posts/two",
        "/tags/chain",
        "/tags/lamp",
        "/tags/wheel",
    ];
    assert_eq!(rendered(), shows_it);
}

#[test]
fn after_an_update_of_the_program_all_pages_are_rendered_once() {
    let folder = tempfile::tempdir().unwrap();
    let (old, inputs) = write_project(folder.path());
    let new = Project {
        program: Fingerprint::of("the next version"),
        ..old.clone()
    };
    let rendered = |project: &Project| {
        let (site, ..) = once(project, &inputs, Destination::Memory, &mut |_| {});
        in_memory(&site.unwrap()).len()
    };
    assert!(rendered(&old) > 8);
    assert!(rendered(&new) > 8);
    assert_eq!(rendered(&new), 0);
}

#[test]
fn a_page_that_another_process_made_is_rendered_when_its_html_is_needed() {
    let folder = tempfile::tempdir().unwrap();
    let (project, inputs) = write_project(folder.path());
    let site = || {
        let (site, ..) = once(&project, &inputs, Destination::Memory, &mut |_| {});
        site.unwrap()
    };
    let (first, second) = (site(), site());
    assert_eq!(in_memory(&second), [""; 0]);
    assert_eq!(second.files(), first.files());
}

#[test]
fn a_page_leaves_memory_when_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let (project, inputs) = write_project(folder.path());
    let out = OutputFolder::open(&project, &folder.path().join("dist")).unwrap();
    let (site, ..) = once(&project, &inputs, Destination::Folder(&out), &mut |_| {});
    let site = site.unwrap();
    assert_eq!(in_memory(&site), [""; 0]);
    out.finish(&site.pages, &site.others, &site.base_path())
        .unwrap();
    assert_eq!(written(&folder.path().join("dist")), site.files());
}

#[test]
fn an_edited_page_is_shown_first_unless_it_has_a_finding() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let (project, mut inputs) = write_project(root);
    let shown = Arc::new(Mutex::new(Vec::new()));
    let show = {
        let shown = Arc::clone(&shown);
        move |edited: EditedPages| {
            let urls = edited.pages.iter().map(|page| page.url().to_owned());
            shown.lock().unwrap().extend(urls);
        }
    };
    inputs.show_edited = Some(Arc::new(show));
    let mut memo = Memo::default();
    let destination = Destination::Memory;
    build(&project, &inputs, &mut memo, &[], destination, &mut |_| {});
    for (text, expected) in [
        ("Forth.", ["/posts/four"].as_slice()),
        ("<Nothing/>", &[]),
        ("Fourth.", &["/posts/four"]),
    ] {
        let changed = edit_text(root, text);
        build(
            &project,
            &inputs,
            &mut memo,
            &[changed],
            destination,
            &mut |_| {},
        );
        assert_eq!(
            std::mem::take(&mut *shown.lock().unwrap()),
            expected,
            "{text}"
        );
    }
}

#[test]
fn the_inspection_of_another_process_is_reused() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let (project, inputs) = write_project(root);
    let is_reused = || {
        let mut memo = Memo::read(&project);
        let destination = Destination::Memory;
        build(&project, &inputs, &mut memo, &[], destination, &mut |_| {});
        memo.first.inspection.is_as_read()
    };
    once(&project, &inputs, Destination::Memory, &mut |_| {});
    assert!(is_reused(), "without a change");
    edit_text(root, "Forth.");
    assert!(is_reused(), "after an edit that no rule notices");
    put(root, "public/verify.txt", "three");
    assert!(!is_reused(), "after a change of another file");
}

/// The results from a file that changed during the build may be wrong, so they must be neither written nor reused.
#[test]
fn a_file_that_changes_during_a_build() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let (project, mut inputs) = write_project(root);
    // The stamps of all files are old enough for the second build to read the texts only when it renders them.
    inputs.now = super::now() + jiff::SignedDuration::from_mins(1);
    once(&project, &inputs, Destination::Memory, &mut |_| {});
    let (template, texts) = FILES[index_of("themes/t/templates/post.html")];
    put(
        root,
        template,
        &texts[0].replace("<h1>", "<h1 class=\"new\">"),
    );
    let mut change = |stage: &str| {
        if stage == "rendering pages" {
            edit_text(root, "Forth and back.");
        }
    };
    let (_, findings, _) = once(&project, &inputs, Destination::Memory, &mut change);
    let messages: Vec<&str> = findings.iter().map(|one| one.message.as_str()).collect();
    assert_eq!(
        messages,
        ["content/posts/four.md was changed while the site was being built"]
    );
    let (site, findings, _) = once(&project, &inputs, Destination::Memory, &mut |_| {});
    assert!(!diagnostic::has_errors(&findings));
    let page = &site.unwrap().files()["posts/four.html"];
    assert!(String::from_utf8_lossy(page).contains("Forth and back."));
}
