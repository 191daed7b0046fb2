//! `cargo xtask cycles`: finds import cycles, which are files of a crate that import each other.
//!
//! A file that contains a path such as `crate::source::Place` imports the file that defines `Place`; re-exports are followed.
//! A declaration such as `mod x;` is not an import. Tests inside a file (`#[cfg(test)]`) are ignored.

mod graph;
mod modules;
mod paths;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::files;
use crate::run::{Outcome, root};
use graph::{Cycle, Import, find_cycles};
use modules::Target;

/// Prints the import cycles in the given crates, or in all crates if none is given. Fails if there is one.
pub fn run(names: &[String]) -> Outcome {
    let names = if names.is_empty() {
        crate_names()?
    } else {
        names.to_vec()
    };
    let mut count = 0;
    for name in names {
        let folder = format!("crates/{name}/src/");
        let imports = imports(&sources(&root().join(&folder))?)?;
        for cycle in find_cycles(&imports) {
            count += 1;
            print!("{}", report(&folder, &cycle));
        }
    }
    match count {
        0 => Ok(()),
        1 => Err("1 import cycle".to_owned()),
        _ => Err(format!("{count} import cycles")),
    }
}

fn crate_names() -> Result<Vec<String>, String> {
    let folder = root().join("crates");
    let entries = fs::read_dir(&folder)
        .map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    let mut names: Vec<String> = entries
        .flatten()
        .filter(|entry| entry.path().join("Cargo.toml").exists())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    Ok(names)
}

/// Returns the report of an import cycle among the files of a folder.
fn report(folder: &str, cycle: &Cycle) -> String {
    let mut text = format!("{} files in {folder} import each other:\n", cycle.files);
    for import in &cycle.imports {
        text += &format!(
            "  {folder}{}:{}: {} is in {}\n",
            import.from, import.line, import.path, import.to
        );
    }
    text
}

/// Returns the imports between the files of a crate, in its library and its binaries.
fn imports(files: &BTreeMap<String, String>) -> Result<Vec<Import>, String> {
    let roots = files.keys().filter(|file| {
        ["lib.rs", "main.rs"].contains(&file.as_str())
            || file
                .strip_prefix("bin/")
                .is_some_and(|rest| !rest.contains('/'))
    });
    let mut imports = Vec::new();
    for root in roots {
        imports.extend(Target::parse(root, files)?.imports());
    }
    Ok(imports)
}

/// Reads every Rust file below a folder. The keys are paths relative to the folder, with `/` as the separator.
pub fn sources(folder: &Path) -> Result<BTreeMap<String, String>, String> {
    let mut sources = BTreeMap::new();
    for (path, _) in files::below(folder)? {
        if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(folder).unwrap_or(&path);
            let name = name.to_string_lossy().replace('\\', "/");
            sources.insert(name, files::read(&path)?);
        }
    }
    Ok(sources)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    /// Asserts that the report of a crate's import cycles is `expected`. Each file in `files` begins with a line `//- name`.
    fn check(files: &str, expected: &str) {
        let sources = files.split("//- ").skip(1).map(|file| {
            let (name, text) = file.split_once('\n').unwrap();
            (name.to_owned(), text.to_owned())
        });
        let imports = imports(&sources.collect()).unwrap();
        let reports: String = find_cycles(&imports)
            .iter()
            .map(|cycle| report("", cycle))
            .collect();
        assert_eq!(reports, expected, "{files}");
    }

    #[test]
    fn files_that_import_each_other() {
        for (files, expected) in [
            (
                "//- lib.rs\nmod a;\nmod b;\n\
                 //- a.rs\nuse crate::b::B;\npub struct A(B);\nimpl A { fn b() -> crate::b::B { B } }\n\
                 //- b.rs\npub struct B;\nfn f() {\n    println!(\"{}\", crate::a::A::default());\n}\n",
                "2 files in  import each other:\n  a.rs:1: crate::b::B is in b.rs\n  b.rs:3: crate::a::A::default is in a.rs\n",
            ),
            // A parent and its child.
            (
                "//- lib.rs\nmod a;\npub use a::A;\npub struct Root;\n\
                 //- a/mod.rs\nmod b;\npub struct A(b::B);\n\
                 //- a/b.rs\nuse super::{A, super::Root};\npub struct B;\n",
                "3 files in  import each other:\n  a/b.rs:1: super::A is in a/mod.rs\n  a/b.rs:1: super::super::Root is in lib.rs\n  \
                 a/mod.rs:2: b::B is in a/b.rs\n  lib.rs:2: a::A is in a/mod.rs\n",
            ),
            // Three files, through a glob, a renamed import, and a module's name.
            (
                "//- main.rs\nmod a;\nmod b;\nmod c;\n\
                 //- a.rs\nuse crate::b::*;\n\
                 //- b.rs\nuse crate::{a, c::C as D};\nuse super::c as see;\nfn f() { see::g() }\n\
                 //- c.rs\npub struct C;\npub fn g() { use super::{a::{self}}; }\n",
                "3 files in  import each other:\n  a.rs:1: crate::b::* is in b.rs\n  b.rs:1: crate::a is in a.rs\n  \
                 b.rs:1: crate::c::C is in c.rs\n  c.rs:2: super::a is in a.rs\n",
            ),
        ] {
            check(files, expected);
        }
    }

    #[test]
    fn files_without_cycles() {
        for files in [
            // Declarations, and children that import only their parent.
            "//- lib.rs\nmod a;\npub struct Root;\n//- a.rs\nuse crate::Root;\npub(crate) struct A(Root);\n",
            // Re-exports are followed to the file that defines the name.
            "//- lib.rs\nmod a;\nmod b;\npub use a::A;\npub use b::*;\npub use serde::Deserialize;\n\
             //- a.rs\nuse crate::B;\npub struct A(B);\n//- b.rs\npub struct B;\n",
            // Tests.
            "//- lib.rs\nmod a;\nmod b;\n//- a.rs\nuse crate::b::B;\npub struct A(B);\n\
             //- b.rs\npub struct B;\n#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\n#[cfg(test)]\nuse crate::a::A;\n",
            // Paths of other crates, methods, and associated types.
            "//- lib.rs\nmod a;\nmod b;\n//- a.rs\nuse crate::b::B;\npub struct A(B);\n\
             //- b.rs\nuse ::a::A;\npub struct B;\nfn f(x: A) { x.a::<A>(); <A as a::b>::a::new(); B::a(); }\n",
            // A module in the same file.
            "//- lib.rs\nmod a { pub use super::Root; pub struct A(Root); }\npub struct Root;\nfn f() { a::A; }\n",
        ] {
            check(files, "");
        }
    }
}
