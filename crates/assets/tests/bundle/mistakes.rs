//! Tests of mistakes in widgets and style sheets.

use assets::TypeCheck;
use diagnostic::Diagnostic;

use crate::project::{GREETING, Project, shown};

#[test]
fn mistakes_are_reported_at_their_place() {
    let (path, text) = GREETING;
    let main = "theme/styles/main.css";
    let typo = text.replace("Hello, {name}", "Hello, {nome}");
    let no_type = text.replace("interface Props", "interface Other");
    let no_name = format!("{path}:9:50 widgets-error: Cannot find name 'nome'.");
    let no_picture = format!("{main}:1:8 style-error: there is no file `no.svg`");
    for (files, expected) in [
        (
            vec![(main, "/**/\n@import \"./no.css\";\nb { c: url(./no.svg) }")],
            vec![
                format!("{main}:2:9 style-error: there is no file `no.css`"),
                format!("{main}:3:8 style-error: there is no file `no.svg`"),
            ],
        ),
        // A mistake in a style does not hide type errors.
        (
            vec![(main, "b { c: url(./no.svg) }"), (path, &typo)],
            vec![no_picture, no_name],
        ),
        (
            vec![(path, "export interface Props { name: string }\n")],
            vec![format!(
                "{path}:1:1 widgets-error: the island `Greeting` has no default export"
            )],
        ),
        (
            vec![(path, &text.replace("</p>;", "</q>;"))],
            vec![format!(
                "{path}:9:57 widgets-error: Unexpected closing \"q\" tag does not match opening \"p\" tag"
            )],
        ),
        (
            vec![(path, &no_type.replace(": Props", ": Other"))],
            vec![format!(
                "{path}:1:1 widgets-error: island Greeting exports no type `Props`"
            )],
        ),
        // Wrong settings do not cause a flood of type errors.
        (
            vec![("widgets/tsconfig.json", "{ \"files\": [] \"include\": [] }")],
            vec!["widgets/tsconfig.json:1:15 widgets-error: Expected \",\" in JSON but found \"\\\"include\\\"\"".to_owned()],
        ),
        (
            vec![("widgets/tsconfig.json", "{ \"compilerOptions\": { \"strcit\": true } }")],
            vec!["widgets/tsconfig.json:1:24 widgets-error: Unknown compiler option 'strcit'.".to_owned()],
        ),
        (
            vec![("widgets/tsconfig.json", "{ \"compilerOptions\": { \"module\": \"esnext\", \"moduleResolution\": \"node10\" } }")],
            vec!["widgets/tsconfig.json:1:1 widgets-error: Option 'moduleResolution=node10' has been removed. Please remove it from your configuration.".to_owned()],
        ),
    ] {
        assert_eq!(Project::with_widgets(&files).errors(), expected);
    }
    // The islands are bundled nevertheless.
    let both = [(main, "b { c: url(./no.svg) }"), (path, &typo)];
    let bundle = Project::with_widgets(&both).checked(TypeCheck::Now);
    let module = &bundle.manifest.islands["Greeting"].module[1..];
    assert!(!bundle.is_complete && bundle.files.contains_key(module));
}

/// Help says what to do where the message of esbuild alone would be misleading.
#[test]
fn what_to_do_about_files_and_packages() {
    let (path, text) = GREETING;
    let importing = |what: &str| format!("import {what};\n{text}");
    for (files, expected) in [
        (
            vec![(path, importing("\"@scope/clock/face\""))],
            "widgets-error: Could not resolve \"@scope/clock/face\" = install the package: run `npm install @scope/clock` in widgets/",
        ),
        (
            vec![(path, importing("\"node:fs\""))],
            "widgets-error: Could not resolve \"node:fs\" = browsers do not have the modules of Node, and the scripts of islands run in browsers",
        ),
        (
            vec![
                (path, importing("\"./Greeting.css\"")),
                (
                    "widgets/src/islands/Greeting/Greeting.css",
                    "b { color: red }".to_owned(),
                ),
            ],
            "widgets-error: pages do not load ./Greeting.css, which a script imports = write the styles in the theme's styles/, or import the file there: @import",
        ),
        (
            vec![("widgets/src/islands/Clock/clock.tsx", text.to_owned())],
            "widgets-error: the folder `Clock` has no island: there is no Clock.tsx = name the file of the island's component Clock.tsx, like its folder",
        ),
    ] {
        let files: Vec<(&str, &str)> = files
            .iter()
            .map(|(path, text)| (*path, text.as_str()))
            .collect();
        let bundle = Project::with_widgets(&files).checked(TypeCheck::Now);
        let error = |one: &Diagnostic| {
            format!("{}: {} = {}", one.code.name, one.message, one.help.concat())
        };
        let shown: Vec<String> = bundle.errors.iter().map(error).collect();
        assert_eq!(shown, [expected]);
    }
    for (removed, expected) in [
        (
            "widgets/src/enhance/index.ts",
            "widgets/src/enhance/index.ts:1:1 widgets-error: there is no src/enhance/index.ts",
        ),
        (
            "widgets/package-lock.json",
            "widgets/package.json:1:1 widgets-error: the widgets' packages have no lock file",
        ),
    ] {
        let project = Project::with_widgets(&[]);
        std::fs::remove_file(project.path(removed)).unwrap();
        assert_eq!(project.errors(), [expected]);
    }
}

/// A bundle that does not wait for the type check has the types of the previous version.
#[test]
fn types_are_checked_later() {
    let (path, text) = GREETING;
    let project = Project::with_widgets(&[(path, text)]);
    let first = project.checked(TypeCheck::Later);
    assert_eq!((shown(&first.errors), first.unchecked), (vec![], None));

    let typo = text.replace("Hello, {name}", "Hello, {nome}");
    project.write(path, &typo);
    let at_once = project.checked(TypeCheck::Later);
    let (was, is) = (
        &first.manifest.islands["Greeting"],
        &at_once.manifest.islands["Greeting"],
    );
    assert_eq!(was.props_schema, is.props_schema);
    assert_ne!(first.files, at_once.files);
    assert!(at_once.errors.is_empty() && at_once.unchecked.is_some());

    let error = [format!(
        "{path}:9:50 widgets-error: Cannot find name 'nome'."
    )];
    for types in [TypeCheck::Now, TypeCheck::Later] {
        let checked = project.checked(types);
        assert_eq!(
            (shown(&checked.errors), checked.unchecked),
            (error.to_vec(), None)
        );
    }
}
