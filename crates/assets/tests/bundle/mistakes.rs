//! Mistakes in widgets and style sheets.

use assets::TypeCheck;

use crate::project::{GREETING, Project, shown};

#[test]
fn mistakes_are_reported_at_their_place() {
    let styles = Project::with_widgets(&[(
        "theme/styles/main.css",
        "/**/\n@import \"./no.css\";\nb { c: url(./no.svg) }",
    )]);
    assert_eq!(
        styles.errors(),
        [
            "theme/styles/main.css:2:9 style-error: Could not resolve \"./no.css\"",
            "theme/styles/main.css:3:8 style-error: Could not resolve \"./no.svg\"",
        ]
    );

    let (path, text) = GREETING;
    let types = Project::with_widgets(&[(path, &text.replace("Hello, {name}", "Hello, {nome}"))]);
    assert_eq!(
        types.errors(),
        [format!(
            "{path}:9:50 widgets-error: Cannot find name 'nome'."
        )]
    );
    // A mistake in a style neither hides type errors nor prevents that the islands are made.
    let both = Project::with_widgets(&[
        ("theme/styles/main.css", "b { c: url(./no.svg) }"),
        (path, &text.replace("Hello, {name}", "Hello, {nome}")),
    ]);
    assert_eq!(
        both.errors(),
        [
            "theme/styles/main.css:1:8 style-error: Could not resolve \"./no.svg\"".to_owned(),
            format!("{path}:9:50 widgets-error: Cannot find name 'nome'.")
        ]
    );
    let bundle = both.checked(TypeCheck::Now);
    assert!(
        !bundle.whole
            && bundle
                .files
                .contains_key(&bundle.manifest.islands["Greeting"].module[1..])
    );
    let nothing = Project::with_widgets(&[(path, "export interface Props { name: string }\n")]);
    assert_eq!(
        nothing.errors(),
        [format!(
            "{path}:1:1 widgets-error: the island `Greeting` has no default export"
        )]
    );
    let syntax = Project::with_widgets(&[(path, &text.replace("</p>;", "</q>;"))]);
    assert_eq!(
        syntax.errors(),
        [format!(
            "{path}:9:57 widgets-error: Unexpected closing \"q\" tag does not match opening \"p\" tag"
        )]
    );
    let props = Project::with_widgets(&[(
        path,
        &text
            .replace("interface Props", "interface Other")
            .replace(": Props", ": Other"),
    )]);
    assert_eq!(
        props.errors(),
        [format!(
            "{path}:1:1 widgets-error: island Greeting exports no type `Props`"
        )]
    );
}

/// Where a message of esbuild alone would mislead, help says what to do.
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
        let shown: Vec<String> = bundle
            .errors
            .iter()
            .map(|one| {
                format!(
                    "{}: {} = {}",
                    one.code.name,
                    one.message,
                    one.help.join(" = ")
                )
            })
            .collect();
        assert_eq!(shown, [expected]);
    }
    let project = Project::with_widgets(&[]);
    std::fs::remove_file(project.path("widgets/src/enhance/index.ts")).unwrap();
    assert_eq!(
        project.errors(),
        ["widgets/src/enhance/index.ts:1:1 widgets-error: there is no src/enhance/index.ts"]
    );
    let project = Project::with_widgets(&[]);
    std::fs::remove_file(project.path("widgets/package-lock.json")).unwrap();
    assert_eq!(
        project.errors(),
        ["widgets/package.json:1:1 widgets-error: the widgets' packages have no lock file"]
    );
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
