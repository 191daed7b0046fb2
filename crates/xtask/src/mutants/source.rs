//! Rewrites a source file so that an environment variable can switch on each of its mutants.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

use proc_macro2::Span;
use quote::ToTokens as _;
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};
use syn::{
    Attribute, BinOp, Block, Expr, ExprBinary, Lit, ReturnType, Signature, Stmt, Type, UnOp,
};

/// A small change to the program.
pub struct Mutant {
    /// Number of the mutant. It is switched on if the environment variable `MUTANT` has this value.
    pub number: usize,
    /// Path of the file, relative to the project's root.
    pub file: String,
    /// Line in the file, from 1.
    pub line: usize,
    /// Name of the function that contains the change.
    pub function: String,
    /// Description of the change, such as ``remove `self.flush()?` ``.
    pub change: String,
}

/// Source code of the function that rewritten code calls to ask whether a mutant is switched on. It is added to the root of each
/// crate.
pub const SWITCH: &str = r#"
pub(crate) fn mutant(number: usize) -> bool {
    use std::io::Write as _;
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicBool, Ordering};
    static ON: LazyLock<usize> = LazyLock::new(|| std::env::var("MUTANT").ok().and_then(|on| on.parse().ok()).unwrap_or(0));
    static LOG: LazyLock<Option<std::fs::File>> = LazyLock::new(|| {
        let path = std::env::var_os("MUTANT_LOG")?;
        std::fs::File::options().create(true).append(true).open(path).ok()
    });
    static LOGGED: [AtomicBool; 10_000] = [const { AtomicBool::new(false) }; 10_000];
    if let Some(mut log) = LOG.as_ref() {
        if LOGGED.get(number).is_some_and(|logged| !logged.swap(true, Ordering::Relaxed)) {
            let _ = log.write_all(format!("{number}\n").as_bytes());
        }
    }
    *ON == number
}
"#;

/// Adds the mutants of a file to `mutants`, and returns the file's text with a switch for each mutant whose number is not in
/// `broken`, which lists the mutants that do not compile.
pub fn add_switches(
    file: &str,
    text: &str,
    mutants: &mut Vec<Mutant>,
    broken: &BTreeSet<usize>,
) -> Result<String, String> {
    let parsed = syn::parse_file(text).map_err(|error| format!("{file}: {error}"))?;
    let mut visitor = Visitor {
        file,
        text,
        functions: Vec::new(),
        mutants,
        broken,
        insertions: Vec::new(),
    };
    visitor.visit_file(&parsed);
    let mut insertions = visitor.insertions;
    insertions.sort_by(|a, b| (a.at, &a.rank).cmp(&(b.at, &b.rank)));
    let mut rewritten = String::with_capacity(text.len() * 2);
    let mut done = 0;
    for Insertion { at, text: new, .. } in insertions {
        rewritten.push_str(&text[done..at]);
        rewritten.push_str(&new);
        done = at;
    }
    Ok(rewritten + &text[done..])
}

/// Text to insert at a byte offset.
struct Insertion {
    at: usize,
    rank: Rank,
    text: String,
}

/// Order of insertions at the same offset.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// Text after an expression of this length. Inner expressions come first.
    End(usize),
    /// Text after an operand or after the beginning of a block.
    Between,
    /// End of the comment around an operator.
    AfterOperator,
    /// Text before an expression of this length. Outer expressions come first.
    Start(Reverse<usize>),
}

struct Visitor<'a> {
    file: &'a str,
    text: &'a str,
    functions: Vec<String>,
    mutants: &'a mut Vec<Mutant>,
    broken: &'a BTreeSet<usize>,
    insertions: Vec<Insertion>,
}

impl Visitor<'_> {
    /// Adds a mutant, and returns the call that asks whether it is switched on, or `None` if the mutant does not compile.
    fn mutant(&mut self, span: Span, change: String) -> Option<String> {
        let number = self.mutants.last().map_or(1, |last| last.number + 1);
        self.mutants.push(Mutant {
            number,
            file: self.file.to_owned(),
            line: span.start().line,
            function: self.functions.last().cloned().unwrap_or_default(),
            change,
        });
        (!self.broken.contains(&number)).then(|| format!("crate::mutant({number})"))
    }

    /// Inserts text before and after a range.
    fn wrap(&mut self, range: &Range<usize>, before: String, after: String) {
        let length = range.len();
        self.insert(range.start, Rank::Start(Reverse(length)), before);
        self.insert(range.end, Rank::End(length), after);
    }

    fn insert(&mut self, at: usize, rank: Rank, text: String) {
        self.insertions.push(Insertion { at, rank, text });
    }

    fn shown(&self, span: Span) -> String {
        let text = &self.text[span.byte_range()];
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut text = words.join(" ");
        if let Some((at, _)) = text.char_indices().nth(60) {
            text.replace_range(at.., "…");
        }
        format!("`{text}`")
    }

    /// Rewrites `left operator right` to the text `before`, `left`, `between`, `right`, `after`.
    fn rewrite(&mut self, binary: &ExprBinary, [before, between, after]: [String; 3]) {
        self.wrap(&binary.span().byte_range(), before, after);
        let left = binary.left.span().byte_range();
        let right = binary.right.span().byte_range();
        self.insert(left.end, Rank::Between, between + "/* ");
        self.insert(right.start, Rank::AfterOperator, "*/".to_owned());
    }

    fn condition(&mut self, condition: &Expr) {
        if matches!(
            condition,
            Expr::Binary(_) | Expr::Unary(_) | Expr::Let(_) | Expr::Macro(_)
        ) {
            return;
        }
        let change = format!("negate {}", self.shown(condition.span()));
        if let Some(switch) = self.mutant(condition.span(), change) {
            self.wrap(
                &condition.span().byte_range(),
                format!("({switch} != ("),
                "))".to_owned(),
            );
        }
    }

    fn function(&mut self, signature: &Signature, block: &Block) {
        if signature.constness.is_some() {
            return;
        }
        self.functions.push(signature.ident.to_string());
        for value in early_returns(&signature.output, block) {
            let change = format!("return `{value}`");
            if let Some(switch) = self.mutant(signature.ident.span(), change) {
                let start = block.span().byte_range().start + 1;
                self.insert(
                    start,
                    Rank::Between,
                    format!(" if {switch} {{ return {value}; }}"),
                );
            }
        }
        visit::visit_block(self, block);
        self.functions.pop();
    }
}

/// Returns the values that a mutated function could return at once, according to its return type. Empty if there are none.
fn early_returns(output: &ReturnType, block: &Block) -> &'static [&'static str] {
    let ReturnType::Type(_, output) = output else {
        return if block.stmts.len() > 1 { &["()"] } else { &[] };
    };
    let Type::Path(path) = &**output else {
        return &[];
    };
    let Some(last) = path.path.segments.last() else {
        return &[];
    };
    let written = last.to_token_stream().to_string().replace(' ', "");
    match last.ident.to_string().as_str() {
        "bool" => &["true", "false"],
        "Option" => &["None"],
        "Vec" | "String" | "BTreeMap" | "BTreeSet" => &["Default::default()"],
        "usize" | "u64" | "i64" | "u32" => &["0"],
        "Result" if written.starts_with("Result<()") => &["Ok(())"],
        _ => &[],
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let text = attribute.meta.to_token_stream().to_string();
        text.contains("test")
    })
}

fn has_let(expression: &Expr) -> bool {
    match expression {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

/// Returns a description of the mutant that replaces an operator, and the text to write before, between, and after the operands.
/// Each operand occurs only once in the result, so that nested mutants do not double the code at each level.
fn changed_operator(binary: &ExprBinary) -> Option<(&'static str, [String; 3])> {
    let parts = |before: &str, between: &str, after: &str| {
        [before.to_owned(), between.to_owned(), after.to_owned()]
    };
    let comparison = |old: &str, new: &str| {
        let after = format!(")) {{ (l, r) => if SWITCH {{ l {new} r }} else {{ l {old} r }} }})");
        parts("(match (&(", "), &(", &after)
    };
    let number = |operator: &str| {
        let between = format!(") {{ l => if SWITCH {{ l }} else {{ l {operator} ");
        parts("(match (", &between, " } })")
    };
    let is_integer =
        matches!(&*binary.right, Expr::Lit(literal) if matches!(literal.lit, Lit::Int(_)));
    Some(match binary.op {
        BinOp::Eq(_) => ("`!=`", comparison("==", "!=")),
        BinOp::Ne(_) => ("`==`", comparison("!=", "==")),
        BinOp::Lt(_) => ("`<=`", comparison("<", "<=")),
        BinOp::Le(_) => ("`<`", comparison("<=", "<")),
        BinOp::Gt(_) => ("`>=`", comparison(">", ">=")),
        BinOp::Ge(_) => ("`>`", comparison(">=", ">")),
        BinOp::Add(_) if is_integer => ("only the left side", number("+")),
        BinOp::Sub(_) if is_integer => ("only the left side", number("-")),
        BinOp::And(_) if has_let(&binary.left) || has_let(&binary.right) => return None,
        BinOp::And(_) => (
            "`||`",
            parts(
                "(match ((",
                "), SWITCH) { (l, m) => if l != m { ",
                " } else { m } })",
            ),
        ),
        BinOp::Or(_) => (
            "`&&`",
            parts(
                "(match ((",
                "), SWITCH) { (l, m) => if l == m { ",
                " } else { !m } })",
            ),
        ),
        _ => return None,
    })
}

impl<'ast> Visit<'ast> for Visitor<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}

    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_test(&item.attrs) {
            self.function(&item.sig, &item.block);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_test(&item.attrs) {
            self.function(&item.sig, &item.block);
        }
    }

    fn visit_type(&mut self, _: &'ast Type) {}

    fn visit_pat(&mut self, _: &'ast syn::Pat) {}

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if let Stmt::Expr(expression, Some(_)) = statement
            && matches!(
                expression,
                Expr::MethodCall(_) | Expr::Call(_) | Expr::Assign(_) | Expr::Try(_)
            )
        {
            let change = format!("remove {}", self.shown(expression.span()));
            if let Some(switch) = self.mutant(expression.span(), change) {
                self.wrap(
                    &statement.span().byte_range(),
                    format!("if !{switch} {{ "),
                    " }".to_owned(),
                );
            }
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_expr_if(&mut self, expression: &'ast syn::ExprIf) {
        self.condition(&expression.cond);
        visit::visit_expr_if(self, expression);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if let Some((_, guard)) = &arm.guard {
            self.condition(guard);
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_unary(&mut self, expression: &'ast syn::ExprUnary) {
        if let UnOp::Not(not) = &expression.op {
            let change = format!("{} without `!`", self.shown(expression.span()));
            if let Some(switch) = self.mutant(expression.span(), change) {
                let whole = expression.span().byte_range();
                self.wrap(&whole, format!("({switch} == (/* "), "))".to_owned());
                self.insert(
                    not.span().byte_range().end,
                    Rank::AfterOperator,
                    "*/".to_owned(),
                );
            }
        }
        visit::visit_expr_unary(self, expression);
    }

    fn visit_expr_binary(&mut self, binary: &'ast ExprBinary) {
        if let Some((name, parts)) = changed_operator(binary) {
            let change = format!("{}: {name}", self.shown(binary.span()));
            if let Some(switch) = self.mutant(binary.span(), change) {
                self.rewrite(binary, parts.map(|part| part.replace("SWITCH", &switch)));
            }
        }
        visit::visit_expr_binary(self, binary);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "fn due(now: u32, last: u32) -> bool {\n    log(now);\n    if is_off() {\n        return false;\n    }\n    \
                        now - 1 >= last && !is_paused()\n}\n#[test]\nfn no_mutants() {\n    assert(1 == 1);\n}\n";

    #[test]
    fn each_change_has_a_switch() {
        let (mut mutants, broken) = (Vec::new(), BTreeSet::from([4]));
        let rewritten = add_switches("a.rs", FILE, &mut mutants, &broken).unwrap();
        let changes: Vec<&str> = mutants.iter().map(|mutant| &*mutant.change).collect();
        assert_eq!(
            changes,
            [
                "return `true`",
                "return `false`",
                "remove `log(now)`",
                "negate `is_off()`",
                "`now - 1 >= last && !is_paused()`: `||`",
                "`now - 1 >= last`: `>`",
                "`now - 1`: only the left side",
                "`!is_paused()` without `!`",
            ]
        );
        for number in 1..=8 {
            let switch = format!("crate::mutant({number})");
            assert_eq!(rewritten.contains(&switch), number != 4, "{rewritten}");
        }
        assert!(syn::parse_file(&rewritten).is_ok(), "{rewritten}");
        assert_eq!(rewritten.lines().count(), FILE.lines().count());
    }
}
