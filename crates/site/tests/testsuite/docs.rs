//! The manual, `docs/`, is a site without findings.

use std::path::Path;

use crate::bakery::{Bakery, copy};

#[test]
fn the_manual_has_no_findings() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let project = Bakery::empty();
    for folder in ["content", "themes"] {
        copy(&docs.join(folder), &project.root().join(folder));
    }
    let checked = project.args("check --strict --quiet").success();
    let built = checked.again().success();
    assert!(built.read("dist/reference/findings.html").contains("id=\"broken-link\""));
}
