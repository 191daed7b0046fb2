//! Small projects for tests, with a theme and widgets.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Once;

use assets::{Bundle, BundleInputs, Region, TypeCheck, WantedIsland, bundle, render_islands};
use diagnostic::Diagnostic;
use serde_json::Value;

/// Path and text of a small island.
pub const GREETING: (&str, &str) = (
    "widgets/src/islands/Greeting/Greeting.tsx",
    r#"import Dot from "theme:icons/dot.svg";
export interface Props {
  /** Who is greeted. */
  name: string;
  size?: "small" | "large";
}
export default function Greeting({ name }: Props) {
  if (name === "") throw new Error("nobody to greet");
  return <p className="greeting"><Dot /> Hello, {name}</p>;
}
"#,
);

static PACKAGES: Once = Once::new();

/// Installs the packages of the widgets if they are missing, as in a fresh clone.
fn install(widgets: &Path) {
    if !widgets.join("node_modules").exists() {
        let npm = Command::new("npm").arg("ci").current_dir(widgets).status();
        assert!(npm.is_ok_and(|status| status.success()), "npm ci failed");
    }
}

/// A project in a temporary folder.
pub struct Project {
    /// The project's root.
    pub folder: tempfile::TempDir,
    /// Folder of the widgets; `None` if the project has none.
    pub widgets: Option<PathBuf>,
}

impl Project {
    pub fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let project = Self {
            folder,
            widgets: None,
        };
        for (path, text) in files {
            project.write(path, text);
        }
        project
    }

    /// Returns a project with the build scripts and packages of this repository, and an island.
    pub fn with_widgets(files: &[(&str, &str)]) -> Self {
        let real = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../widgets");
        PACKAGES.call_once(|| install(&real));
        let mut project = Self::new(&[
            ("theme/styles/main.css", "a { color: red }"),
            (
                "theme/icons/dot.svg",
                "<svg viewBox=\"0 0 1 1\"><path d=\"M0 0\"/></svg>",
            ),
            GREETING,
        ]);
        let own = project.path("widgets");
        fs::create_dir_all(own.join("src/enhance")).unwrap();
        fs::create_dir_all(own.join("src/page")).unwrap();
        fs::create_dir_all(own.join("build")).unwrap();
        let scripts = fs::read_dir(real.join("build")).unwrap().flatten();
        let scripts = scripts.map(|entry| format!("build/{}", entry.file_name().to_string_lossy()));
        let fixed = ["build.mjs", "package.json", "tsconfig.json"];
        let sources = [
            "src/hydrate.ts",
            "src/runtime.ts",
            "src/page/click.ts",
            "src/drawings.d.ts",
        ];
        for file in scripts.chain(fixed.into_iter().chain(sources).map(str::to_owned)) {
            fs::copy(real.join(&file), own.join(&file)).unwrap();
        }
        project.write(
            "widgets/src/enhance/index.ts",
            "import { startIslands } from \"../runtime.ts\";\nstartIslands();\n",
        );
        // If the lock file were newer than the packages, they would be installed again.
        let lock = own.join("package-lock.json");
        fs::copy(real.join("package-lock.json"), &lock).unwrap();
        let written = fs::metadata(real.join("package-lock.json")).unwrap();
        let lock = fs::File::options().write(true).open(lock).unwrap();
        lock.set_modified(written.modified().unwrap()).unwrap();
        let packages = walk::real_path(&real.join("node_modules")).unwrap();
        std::os::unix::fs::symlink(packages, own.join("node_modules")).unwrap();
        for (path, text) in files {
            project.write(path, text);
        }
        project.widgets = Some(own);
        project
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    pub fn with<T>(&self, f: impl FnOnce(&BundleInputs) -> T) -> T {
        let (styles, cache) = (self.path("theme/styles"), self.path("cache"));
        f(&BundleInputs {
            root: self.folder.path(),
            widgets: self.widgets.as_deref(),
            styles: &styles,
            cache: &cache,
        })
    }

    /// Bundles the project. The bundle may have errors.
    pub fn checked(&self, types: TypeCheck) -> Bundle {
        self.with(|inputs| bundle(inputs, types))
    }

    pub fn bundle(&self) -> Bundle {
        let bundle = self.checked(TypeCheck::Now);
        assert!(bundle.errors.is_empty(), "{:?}", bundle.errors);
        bundle
    }

    /// Renders an island in a region.
    pub fn render_in(&self, region: &Region, name: &str, props: Value) -> Option<String> {
        let call = WantedIsland {
            name: name.into(),
            props,
        };
        let (mut html, _) = self.with(|inputs| render_islands(inputs, None, region, &[call]));
        html.pop()?
    }

    pub fn render(&self, name: &str, props: Value) -> Result<String, Vec<String>> {
        self.render_both(name, props.clone(), props)
    }

    /// Renders an island with two different props in one run. Returns the HTML of the first.
    pub fn render_both(&self, name: &str, one: Value, other: Value) -> Result<String, Vec<String>> {
        let calls = [one, other].map(|props| WantedIsland {
            name: name.into(),
            props,
        });
        let rendered = self.with(|inputs| render_islands(inputs, None, &region(), &calls));
        match rendered {
            (html, errors) if errors.is_empty() => Ok(html[0].clone().unwrap()),
            (_, errors) => Err(shown(&errors)),
        }
    }

    pub fn errors(&self) -> Vec<String> {
        shown(&self.checked(TypeCheck::Now).errors)
    }
}

/// Returns an Indian region.
pub fn region() -> Region {
    Region {
        language: "en-IN".to_owned(),
        utc_offset: "+05:30".to_owned(),
    }
}

/// Formats each diagnostic as `file:line:column code: message`.
pub fn shown(diagnostics: &[Diagnostic]) -> Vec<String> {
    let text = |diagnostic: &Diagnostic| {
        let (place, _) = diagnostic.place.as_ref().unwrap();
        let at = place.line_column();
        let (code, message) = (diagnostic.code.name, &diagnostic.message);
        format!(
            "{}:{}:{} {code}: {message}",
            place.source.path, at.line, at.column
        )
    };
    diagnostics.iter().map(text).collect()
}
