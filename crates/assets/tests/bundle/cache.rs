//! Tests that results are reused from the cache.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::project::Project;

#[test]
fn equal_input_gives_equal_output_in_every_folder() {
    let (one, other) = (Project::with_widgets(&[]), Project::with_widgets(&[]));
    let (first, second, again) = (one.bundle(), other.bundle(), one.bundle());
    assert_eq!(first.manifest, second.manifest);
    assert_eq!(first.manifest, again.manifest);
    // No `assert_eq`: it would print the files.
    assert!(first.files == second.files);
    assert!(first.files == again.files);
}

#[test]
fn an_unchanged_build_starts_no_node() {
    let project = Project::with_widgets(&[]);
    project.bundle();
    let html = project.render("Greeting", json!({"name": "A"}));
    let cache = project.path("cache");
    let before = fs::read_dir(cache.join("bundles")).unwrap().count();
    let node_is_gone = Project {
        widgets: project.widgets.clone(),
        ..project
    };
    // A run of Node would fail now, because it would find no packages.
    fs::rename(
        node_is_gone.path("widgets/node_modules"),
        node_is_gone.path("elsewhere"),
    )
    .unwrap();
    node_is_gone.bundle();
    assert_eq!(node_is_gone.render("Greeting", json!({"name": "A"})), html);
    assert_eq!(fs::read_dir(cache.join("bundles")).unwrap().count(), before);
}

/// The result is the same, whichever files of the cache are damaged or missing.
#[test]
fn a_damaged_cache_is_replaced() {
    let project = Project::with_widgets(&[]);
    let first = project.bundle();
    let html = project.render("Greeting", json!({"name": "A"}));
    let damages: [fn(&Path); 4] = [
        |file| fs::write(file, "").unwrap(),
        |file| {
            let bytes = fs::read(file).unwrap();
            fs::write(file, &bytes[..bytes.len() / 2]).unwrap();
        },
        |file| fs::write(file, "{\"garbled\": [").unwrap(),
        |file| fs::remove_file(file).unwrap(),
    ];
    let mut files = Vec::new();
    below(&project.path("cache"), &mut files);
    assert!(files.len() > 5, "{files:?}");
    // Each file is damaged in a different way in each round.
    for round in 0..2 {
        for (index, file) in files.iter().enumerate() {
            damages[(index + round * 2) % damages.len()](file);
        }
        let again = project.bundle();
        assert!(again.files == first.files);
        assert_eq!(again.manifest, first.manifest);
        let server = files.iter().find(|file| file.ends_with("server.cjs"));
        damages[round](server.unwrap());
        assert_eq!(project.render("Greeting", json!({"name": "A"})), html);
    }
}

fn below(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        if entry.path().is_dir() {
            below(&entry.path(), files);
        } else {
            files.push(entry.path());
        }
    }
}
