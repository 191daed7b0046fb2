//! Requests every path in `tests/paths.json` from the development server, which must answer like the CDN.
//!
//! The content is the website's. Its theme is replaced with a single template that needs no Node.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::bakery::{Bakery, copy, files_below};
use crate::server::Server;

/// Template that replaces the theme's templates. It contains the site's facts, because pages with frames must name their hosts,
/// and an id for the heading, because a redirect points to it.
const TEMPLATE: &str = "<!doctype html>
<html lang=\"{{ page.lang }}\">
<title>{{ page.meta.title }}</title>
<meta name=\"description\" content=\"{{ page.meta.description }}\">
<h1 id=\"cs\">{{ page.title }}</h1>
<script type=\"application/json\">{{ site | json }}</script>
</html>
";

/// Returns the website's content with the simple theme.
fn real_content() -> Bakery {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let theme: PathBuf = "themes/firm/templates".into();
    let bakery = Bakery::empty();
    copy(&repository.join("content"), &bakery.root().join("content"));
    copy(&repository.join("public"), &bakery.root().join("public"));
    let mut bakery = bakery.write("themes/firm/styles/main.css", "body { color: black }\n");
    for file in files_below(&repository.join(&theme)) {
        let name = file.strip_prefix(repository.join(&theme)).unwrap().to_str().unwrap();
        if !name.contains('/') {
            bakery = bakery.write(&format!("themes/firm/templates/{name}"), TEMPLATE);
        }
    }
    // These templates print no words of the theme, only those of the forms.
    bakery = bakery.remove("content/words.toml");
    for file in ["content/words.hi.toml", "content/words.gu.toml"] {
        let words = fs::read_to_string(bakery.root().join(file)).unwrap();
        let of_forms = words.find("\n[form]\n").unwrap();
        bakery = bakery.write(file, &words[of_forms..]);
    }
    // The components that Markdown uses must exist.
    for name in components_of(&repository.join("content")) {
        let component =
            format!("{{% component {name}(...rest) -%}}{{{{ body | default(value=\"\") }}}}{{%- endcomponent {name} %}}\n");
        bakery = bakery.write(&format!("themes/firm/templates/components/{name}.html"), component);
    }
    bakery.args("build --quiet")
}

/// Returns the names of capitalized tags in Markdown files.
fn components_of(content: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for file in files_below(content).into_iter().filter(|file| file.extension().is_some_and(|ending| ending == "md")) {
        for tag in fs::read_to_string(file).unwrap().split('<').skip(1) {
            let name: String = tag.chars().take_while(char::is_ascii_alphanumeric).collect();
            let is_component =
                name.starts_with(|c: char| c.is_ascii_uppercase()) && name.contains(|c: char| c.is_ascii_lowercase());
            if is_component && !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

#[test]
fn every_path_of_the_table() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/paths.json")).unwrap();
    let table: Map<String, Value> = serde_json::from_str(&text).unwrap();
    let built = real_content().success();
    let server = Server::start(built.root());
    for (target, expected) in &table {
        let answer = server.get(target);
        assert_eq!(expected["status"], answer.status, "{target}");
        assert_eq!(expected.get("location").and_then(Value::as_str), answer.header("location"), "{target}");
        if let Some(file) = expected.get("file").and_then(Value::as_str) {
            let bytes = fs::read(built.root().join("dist").join(file)).unwrap();
            assert!(answer.body == bytes, "{target} is not answered with {file}");
        }
    }
}
