//! Tests what a build renders again: nothing if nothing has changed, and only the edited page after an edit that no other page
//! shows.

use std::path::Path;
use std::sync::{Arc, Mutex};

use diagnostic::Fingerprint;
use render::Renderer;

use super::edits::put;
use super::{index_of, write_project};
use crate::build::{Memo, build, once};
use crate::cache;
use crate::edited_pages::EditedPages;
use crate::incremental::site_files::FILES;
use crate::project::Project;
use crate::site::Site;

/// Replaces the text of the newest post with another text that has the same number of words.
fn edit_text(root: &Path, text: &str) -> std::path::PathBuf {
    let (path, texts) = FILES[index_of("content/posts/four.md")];
    put(root, path, &texts[0].replace("Fourth.", text))
}

/// Returns the URLs of the pages whose HTML is in memory.
fn in_memory(site: &Site) -> Vec<String> {
    let pages = site.pages.iter();
    let pages = pages.filter(|page| page.rendered().html_in_memory().is_some());
    pages.map(|page| page.url().to_owned()).collect()
}

#[test]
fn another_process_renders_only_changed_pages() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let (project, inputs) = write_project(root);
    // The HTML of cached pages stays in its file.
    let rendered = || {
        let (built, ..) = once(&project, &inputs, &mut |_| {}, in_memory);
        let (site, rendered) = built.unwrap();
        assert!(site.pages.len() > 8);
        rendered
    };
    assert!(rendered().len() > 8);
    assert_eq!(rendered(), [""; 0]);
    edit_text(root, "Forth.");
    assert_eq!(rendered(), ["/posts/four"]);
    assert_eq!(rendered(), [""; 0]);
    // Every page shows the newest post with its number of words.
    edit_text(root, "Forth and back.");
    assert!(rendered().len() > 8);
    // The number of words of another post is shown by its own page, lists, and related posts only.
    let (path, texts) = FILES[index_of("content/posts/two.md")];
    put(root, path, &format!("{}More words.", texts[0]));
    let shows_it = [
        "/",
        "/posts",
        "/posts/four",
        "/posts/one",
        "/posts/two",
        "/tags/chain",
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
        let (built, ..) = once(project, &inputs, &mut |_| {}, in_memory);
        built.unwrap().1.len()
    };
    assert!(rendered(&old) > 8);
    assert!(rendered(&new) > 8);
    assert_eq!(rendered(&new), 0);
}

#[test]
fn a_server_starts_with_the_pages_of_another_process() {
    let folder = tempfile::tempdir().unwrap();
    let (project, inputs) = write_project(folder.path());
    once(&project, &inputs, &mut |_| {}, |_| ());
    let names = |renderer: &Renderer| -> Vec<_> {
        let chunks = renderer.chunks();
        assert!(chunks.iter().all(|chunk| chunk.html().is_some()));
        chunks.iter().map(|chunk| chunk.name).collect()
    };
    let expected = names(&cache::renderer(&project));
    assert!(!expected.is_empty());
    let renderer = cache::renderer(&project).in_memory();
    cache::remove_pages(&project);
    assert_eq!(names(&renderer), expected);
}

#[test]
fn pages_are_left_in_the_cache_if_there_is_no_room_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let (project, inputs) = write_project(folder.path());
    let built = |room| {
        let mut memo = Memo::default();
        memo.html_memory_limit = Some(room);
        build(&project, &inputs, &mut memo, &[], &mut |_| {})
            .0
            .unwrap()
    };
    let taken = |site: &Site| -> usize {
        let pages = site.pages.iter().map(|page| page.rendered());
        let pages = pages.filter_map(|page| page.html_in_memory());
        pages.map(str::len).sum()
    };
    let all = taken(&built(usize::MAX));
    assert_eq!(taken(&built(all)), all);
    assert!(taken(&built(all - 1)) < all);
    assert_eq!(taken(&built(0)), 0);
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
    build(&project, &inputs, &mut memo, &[], &mut |_| {});
    for (text, expected) in [
        ("Forth.", ["/posts/four"].as_slice()),
        ("<Nothing/>", &[]),
        ("Fourth.", &["/posts/four"]),
    ] {
        let changed = edit_text(root, text);
        build(&project, &inputs, &mut memo, &[changed], &mut |_| {});
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
        build(&project, &inputs, &mut memo, &[], &mut |_| {});
        memo.inspection.is_as_read()
    };
    once(&project, &inputs, &mut |_| {}, |_| ());
    assert!(is_reused(), "without a change");
    // No rule notices the edit, but the new fingerprint of the page has to be written to the cache.
    edit_text(root, "Forth.");
    assert!(!is_reused(), "after an edit");
    once(&project, &inputs, &mut |_| {}, |_| ());
    assert!(is_reused(), "after the build of the edit");
    put(root, "public/verify.txt", "three");
    assert!(!is_reused(), "after a change of another file");
}
