//! A build that is killed leaves a complete output, which is either the old or the new one.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use crate::bakery::{Bakery, TODAY, command, files_below, leftovers};

/// Number of pages whose text names the build that wrote them.
const PAGES: usize = 150;

fn write_pages(root: &Path, build: usize) {
    for number in 0..PAGES {
        let text = format!(
            "+++\ntitle = \"Page {number}\"\ndescription = \"What page {number} is about.\"\n+++\nBuild {build}.\n{}",
            "Text. ".repeat(200)
        );
        fs::write(root.join(format!("content/pages/many-{number}.md")), text).unwrap();
    }
}

/// Returns the numbers of the builds that wrote the pages of the output.
fn builds_in(dist: &Path) -> Vec<String> {
    let mut builds: Vec<String> = (0..PAGES)
        .map(|number| {
            let html = fs::read_to_string(dist.join(format!("many-{number}.html"))).unwrap();
            assert!(html.ends_with("</html>\n"), "page {number} is cut off");
            html.split_once("Build ").unwrap().1.split_once('.').unwrap().0.to_owned()
        })
        .collect();
    builds.dedup();
    builds
}

#[test]
fn killed_at_any_moment() {
    let bakery = Bakery::new();
    let root = bakery.root().to_owned();
    write_pages(&root, 0);
    let built = bakery.success();
    let files = built.outputs().len();
    for build in 1..=25 {
        write_pages(&root, build);
        let mut child = command(&root).args(["build", "--quiet", "--date", TODAY]).stderr(Stdio::null()).spawn().unwrap();
        // The kills are spread over the duration of a build, so that some hit the writing and the swap of the output.
        std::thread::sleep(Duration::from_millis(build as u64 * 17));
        let _ = child.kill();
        child.wait().unwrap();
        let builds = builds_in(&root.join("dist"));
        assert_eq!(builds.len(), 1, "the output mixes builds {builds:?}");
        assert_eq!(files_below(&root.join("dist")).len(), files);
    }
    let built = built.again().success();
    assert_eq!(builds_in(&built.root().join("dist")), ["25"]);
    assert_eq!(leftovers(&root), [""; 0]);
}
