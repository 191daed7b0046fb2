//! The manual of what the stages before inspection find: reading content, planning, rendering, bundling, writing. A code stands
//! with the first of the stages that finds it.

mod content;
mod render;
mod site;

use ::content::Severity;

use crate::inspect::Manual;

const fn manual(
    severity: Severity,
    code: &'static str,
    summary: &'static str,
    why: &'static str,
    example: &'static str,
    fix: &'static str,
) -> Manual {
    Manual {
        code,
        severity,
        summary,
        why,
        example,
        fix,
        source: "",
    }
}

/// All of them, a stage after the other.
pub fn stages() -> impl Iterator<Item = &'static Manual> {
    [content::CODES, render::CODES, site::CODES]
        .into_iter()
        .flatten()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use crate::explain::manuals;

    /// Codes that are taken out again before anybody sees them.
    const INTERNAL: [&str; 2] = ["unusable-document", "value-markdown"];

    /// What the source of a crate says in the place of a finding's code, tests left out.
    fn emitted(folder: &Path, codes: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                emitted(&path, codes);
                continue;
            }
            let is_test = ["fixture.rs", "incremental.rs"]
                .iter()
                .any(|name| path.ends_with(name));
            if is_test || path.extension().is_none_or(|ending| ending != "rs") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let text = text
                .split("#[cfg(test)]\nmod tests")
                .next()
                .unwrap_or_default();
            for before in [
                "Diagnostic::error(",
                "Diagnostic::warning(",
                "function_error(",
                "words(",
                "code: ",
            ] {
                for (at, _) in text.match_indices(before) {
                    let rest = text[at + before.len()..].trim_start();
                    let code = rest
                        .strip_prefix('"')
                        .and_then(|rest| rest.split('"').next());
                    codes.extend(code.map(str::to_owned));
                }
            }
        }
    }

    /// `site check --explain` knows every code that a finding can have.
    #[test]
    fn every_code_has_a_manual() {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut codes = BTreeSet::new();
        for name in ["content", "render", "assets", "forms", "publish", "site"] {
            emitted(&crates.join(name).join("src"), &mut codes);
        }
        assert!(
            codes.contains("template-syntax"),
            "the search finds nothing"
        );
        let known: BTreeSet<&str> = manuals().map(|(manual, _)| manual.code).collect();
        let unknown: Vec<&String> = codes
            .iter()
            .filter(|code| !known.contains(code.as_str()) && !INTERNAL.contains(&code.as_str()))
            .collect();
        assert!(unknown.is_empty(), "without a manual: {unknown:?}");
    }
}
