//! Test of the rule that stages remember nothing: what their crates export takes no cache, no earlier result, and no findings of another
//! stage. Only `build` keeps results.

use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Field, ImplItemFn, ItemFn, Signature, Visibility};

use crate::import_cycles::sources;
use crate::run::root;

/// Crates that are stages.
const STAGES: [&str; 5] = ["assets", "content", "inspect", "pictures", "render"];

/// Parts of names of values that are left from an earlier run.
const REMEMBERED: [&str; 4] = ["memo", "earlier", "last_build", "incremental"];

/// Functions that turn findings into something else: `content/baseline.toml`, and an error of Tera.
const OF_FINDINGS: [&str; 2] = ["text", "failure"];

/// Visitor of what a file exports.
#[derive(Default)]
struct Exports(Vec<String>);

impl Exports {
    fn check(&mut self, name: &str, types: &impl ToTokens) {
        let names = format!("{name} {}", types.to_token_stream());
        let names = names.to_lowercase().replace("memory", "");
        let mentions = |word: &&str| names.contains(*word);
        let words = REMEMBERED.iter().copied().filter(mentions);
        let faults = words.map(|word| format!("{name}: {word}"));
        self.0.extend(faults);
    }

    /// Checks a function. One that returns only findings, such as one that sorts them, is no stage.
    fn check_function(&mut self, signature: &Signature) {
        let name = signature.ident.to_string();
        self.check(&name, &signature.inputs);
        let takes_findings = signature.inputs.iter().any(|input| {
            let input = input.to_token_stream().to_string();
            let (_, kind) = input.split_once(" : ").unwrap_or_default();
            ["Vec < Diagnostic >", "& [Diagnostic]"].contains(&kind)
        });
        let output = signature.output.to_token_stream().to_string();
        let is_filter = output == "-> Vec < Diagnostic >" || OF_FINDINGS.contains(&&*name);
        if takes_findings && !is_filter {
            self.0.push(format!("{name}: findings"));
        }
    }
}

impl Visit<'_> for Exports {
    fn visit_item_fn(&mut self, function: &ItemFn) {
        if matches!(function.vis, Visibility::Public(_)) {
            self.check_function(&function.sig);
        }
    }

    fn visit_impl_item_fn(&mut self, function: &ImplItemFn) {
        if matches!(function.vis, Visibility::Public(_)) {
            self.check_function(&function.sig);
        }
    }

    fn visit_field(&mut self, field: &Field) {
        if matches!(field.vis, Visibility::Public(_)) {
            let name = field.ident.as_ref().map(ToString::to_string);
            self.check(&name.unwrap_or_default(), &field.ty);
        }
        visit::visit_field(self, field);
    }
}

fn faults(text: &str) -> Vec<String> {
    let mut exports = Exports::default();
    exports.visit_file(&syn::parse_file(text).unwrap());
    exports.0
}

#[test]
fn stages_remember_nothing() {
    for stage in STAGES {
        let files = sources(&root().join(format!("crates/{stage}/src"))).unwrap();
        for (file, text) in files {
            assert_eq!(faults(&text), [""; 0], "crates/{stage}/src/{file}");
        }
    }
}

#[test]
fn signatures_that_remember_are_faults() {
    for (text, expected) in [
        ("pub fn f(memo: &mut Memo) {}", "f: memo"),
        ("pub struct S { pub at: EarlierSite }", "at: earlier"),
        (
            "impl S { pub fn f(&self, all: &[Diagnostic]) -> Site {} }",
            "f: findings",
        ),
        ("pub fn f(all: Vec<Diagnostic>) -> Plan {}", "f: findings"),
    ] {
        assert_eq!(faults(text), [expected]);
    }
    for text in [
        "fn f(memo: &mut Memo) {}",
        "pub fn f(all: &mut Vec<Diagnostic>) {}",
        "pub fn f(all: Vec<Diagnostic>) -> Vec<Diagnostic> {}",
    ] {
        assert_eq!(faults(text), [""; 0]);
    }
}
