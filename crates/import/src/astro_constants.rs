//! Constants and functions of the programs of an Astro site, those that they import included.

use std::collections::BTreeMap;
use std::sync::Arc;

use diagnostic::folder_of;
use render::joined;

use crate::evaluation::{Closure, Names, Value, evaluate, globals, library};
use crate::expressions::{Expression, Function, expression, function};
use crate::literals::{PROGRAMS, closed, entries, inside, without_comments};
use crate::project::Project;

/// The names in a declaration: `a`, `[a, ...b]`, or `{ a, b: c }`.
#[derive(Debug, Clone)]
enum Pattern {
    Name(String),
    /// Names of elements, and whether each is that of all that are left.
    List(Vec<(String, bool)>),
    /// Keys with the names for their values.
    Table(Vec<(String, String)>),
}

/// The value of a declaration.
#[derive(Debug, Clone)]
enum Given {
    Function(Function),
    Expression(Expression),
    /// A table, and its length in bytes.
    Table(Vec<(String, Self)>, usize),
    Unknown,
}

/// A declaration: `const a = b`, or `function a() {}`.
#[derive(Debug, Clone)]
pub struct Declaration {
    pattern: Pattern,
    given: Given,
}

/// Maximum depth of tables within others.
const DEEPEST: usize = 8;

/// Maximum length of a table, and of an import.
const LONGEST: usize = 16_384;

/// Maximum length of what is between a name and its value.
const LONGEST_TYPE: usize = 1024;

/// Returns the names of a program, given its path and its text without comments.
pub fn names(project: &Project<'_>, aliases: &[(String, String)], path: &str, text: &str) -> Names {
    let mut modules = Modules {
        project,
        aliases,
        read: BTreeMap::new(),
    };
    modules.names(path, text, 0)
}

/// Returns the text that an expression at the beginning of a program has.
pub fn text_of(program: &str, names: &Names) -> Option<String> {
    evaluate(&expression(program)?, names)?.text()
}

/// Programs that were read.
struct Modules<'p> {
    project: &'p Project<'p>,
    aliases: &'p [(String, String)],
    /// Names of each program, by its path.
    read: BTreeMap<String, Names>,
}

impl Modules<'_> {
    fn names(&mut self, path: &str, text: &str, depth: usize) -> Names {
        let text_of = |text: &str| Value::Text(text.to_owned());
        let folder = folder_of(path);
        let meta = [
            ("url", text_of(path)),
            ("filename", text_of(path)),
            ("dirname", text_of(folder)),
            ("env", Value::Unknown),
        ];
        let meta = meta.map(|(key, value)| (key.to_owned(), value));
        let import = [("meta".to_owned(), Value::table(meta.into()))];
        let mut names = globals();
        names.insert("import".to_owned(), Value::table(import.into()));
        names.insert("__dirname".to_owned(), text_of(folder));
        names.insert("__filename".to_owned(), text_of(path));
        for (module, name, local) in imports(text) {
            let value = self.exported(&module, &name, folder, depth);
            names.insert(local, value.unwrap_or(Value::Unknown));
        }
        for declaration in declarations(text) {
            declaration.declare(&mut names);
        }
        names
    }

    /// Returns what a module exports under a name; `None` if that is not known.
    fn exported(&mut self, module: &str, name: &str, folder: &str, depth: usize) -> Option<Value> {
        let mut aliases = self.aliases.iter();
        let path = if module.starts_with('.') {
            joined(folder, module)
        } else if let Some(path) = aliases
            .find_map(|(start, folder)| Some(format!("{folder}{}", module.strip_prefix(start)?)))
        {
            path
        } else {
            return library(module, name);
        };
        if !self.read.contains_key(&path) {
            self.read.insert(path.clone(), Names::new());
            let ends = PROGRAMS.iter();
            let ends = ends.flat_map(|end| [format!(".{end}"), format!("/index.{end}")]);
            let mut files = std::iter::once(String::new()).chain(ends);
            let source = files.find_map(|end| self.project.text(&format!("{path}{end}")));
            if let Some(source) = source.filter(|_| depth < DEEPEST) {
                let text = without_comments(&source.text);
                let names = self.names(&source.path, &text, depth + 1);
                self.read.insert(path.clone(), names);
            }
        }
        self.read.get(&path)?.get(name).cloned()
    }
}

/// Returns what a program imports: the module, the name there, and the name in the program.
pub fn imports(text: &str) -> Vec<(String, String, String)> {
    let mut all = Vec::new();
    let starts = text.match_indices("import ");
    for (at, _) in starts.filter(|(at, _)| *at == 0 || text[..*at].ends_with(['\n', ';'])) {
        let rest = &text[at + "import ".len()..];
        let rest = &rest[..rest.floor_char_boundary(LONGEST)];
        let quotes = ['"', '\''].into_iter().filter_map(|quote| rest.find(quote));
        let Some((clause, module)) = quotes.min().map(|at| (&rest[..at], &rest[at + 1..])) else {
            continue;
        };
        let Some(clause) = clause.trim_end().strip_suffix("from") else {
            continue;
        };
        let module = module.split(['"', '\'']).next().unwrap_or_default();
        let (default, named) = clause.split_once('{').unwrap_or((clause, ""));
        for one in default.split(',').map(str::trim) {
            let (name, local) = match one.strip_prefix("* as ") {
                Some(local) => ("*", local),
                None => ("default", one),
            };
            if !local.is_empty() && !local.contains(' ') {
                all.push((module.to_owned(), name.to_owned(), local.to_owned()));
            }
        }
        for one in named.trim_end().trim_end_matches('}').split(',') {
            let (name, local) = one.split_once(" as ").unwrap_or((one, one));
            let (name, local) = (name.trim(), local.trim());
            if !local.is_empty() {
                all.push((module.to_owned(), name.to_owned(), local.to_owned()));
            }
        }
    }
    all
}

/// Returns the declarations of a program, in order.
pub fn declarations(text: &str) -> Vec<Declaration> {
    let is_part = |one: char| one.is_alphanumeric() || matches!(one, '_' | '$' | '.');
    let mut starts: Vec<(usize, &str)> = ["const ", "let ", "var ", "function ", "export default "]
        .into_iter()
        .flat_map(|word| text.match_indices(word))
        .filter(|(at, _)| !text[..*at].ends_with(is_part))
        .collect();
    starts.sort_unstable();
    let mut end = 0;
    let all = starts.into_iter().filter_map(|(at, word)| {
        if at < end {
            return None;
        }
        let rest = text[at + word.len()..].trim_start();
        let declaration = match word {
            "function " => of_function(rest),
            "export default " => Some(Declaration {
                pattern: Pattern::Name("default".to_owned()),
                given: match rest
                    .strip_prefix("function")
                    .map(|rest| of_function(rest.trim_start()))
                {
                    Some(of_function) => of_function?.given,
                    None => given(rest, 0),
                },
            }),
            _ => of_constant(rest),
        };
        // Functions in a table have declarations of their own.
        if let Some(Declaration {
            given: Given::Table(_, length),
            ..
        }) = &declaration
        {
            end = at + length;
        }
        declaration
    });
    all.collect()
}

/// Reads `name(a) { … }`, in which the name may be missing.
fn of_function(rest: &str) -> Option<Declaration> {
    let end = rest.find(|one: char| !one.is_alphanumeric() && !"_$".contains(one))?;
    let (name, rest) = rest.split_at(end);
    let own = function(rest).filter(|_| rest.trim_start().starts_with('('));
    Some(Declaration {
        pattern: Pattern::Name(name.to_owned()),
        given: own.map_or(Given::Unknown, Given::Function),
    })
}

/// Reads `name: type = value`, `[name, name] = value`, or `{ name, name } = value`.
fn of_constant(rest: &str) -> Option<Declaration> {
    let (pattern, rest) = if let open @ ('[' | '{') = rest.chars().next()? {
        let inner = inside(&rest[..rest.floor_char_boundary(LONGEST_TYPE)]);
        let names = inner.split(',').map(str::trim);
        let pattern = if open == '[' {
            let names = names.map(|name| {
                let rest = name.strip_prefix("...");
                (rest.unwrap_or(name).to_owned(), rest.is_some())
            });
            Pattern::List(names.collect())
        } else {
            let pairs = names.map(|name| {
                let (key, name) = name.split_once(':').unwrap_or((name, name));
                (key.trim().to_owned(), name.trim().to_owned())
            });
            Pattern::Table(pairs.collect())
        };
        (pattern, rest.get(inner.len() + 2..)?)
    } else {
        let end = rest.find(|one: char| !one.is_alphanumeric() && !"_$".contains(one))?;
        (Pattern::Name(rest[..end].to_owned()), &rest[end..])
    };
    let mut signs = rest[..rest.floor_char_boundary(LONGEST_TYPE)].match_indices('=');
    let (equals, _) = signs.find(|(at, _)| !rest[at + 1..].starts_with('>'))?;
    // A type may be between the name and the value, but no other statement.
    let is_type = rest[..equals].trim_start().starts_with(':') || rest[..equals].trim().is_empty();
    let value = rest[equals + 1..].trim_start();
    is_type.then(|| Declaration {
        pattern,
        given: given(value, 0),
    })
}

/// Reads the value at the beginning of a program.
fn given(program: &str, depth: usize) -> Given {
    if program.starts_with('{') && depth < DEEPEST {
        let end = program.floor_char_boundary(LONGEST);
        let Some(object) = closed(&program[..end]) else {
            return Given::Unknown;
        };
        let all: Vec<(&str, &str)> = entries(object).collect();
        if all.iter().any(|(key, _)| key.starts_with("...")) {
            return Given::Unknown;
        }
        let all = all
            .into_iter()
            .map(|(key, value)| (key.to_owned(), given(value, depth + 1)));
        return Given::Table(all.collect(), object.len());
    }
    if let Some(function) = function(program) {
        return Given::Function(function);
    }
    expression(program).map_or(Given::Unknown, Given::Expression)
}

impl Given {
    /// Returns the value; unknown if it uses something that is not known.
    fn value(&self, names: &Names) -> Value {
        match self {
            Self::Unknown => Value::Unknown,
            Self::Expression(expression) => evaluate(expression, names).unwrap_or(Value::Unknown),
            Self::Table(all, _) => {
                let all = all.iter();
                Value::table(
                    all.map(|(key, one)| (key.clone(), one.value(names)))
                        .collect(),
                )
            }
            Self::Function(function) => Closure::new(function.clone(), names)
                .map_or(Value::Unknown, |one| Value::Function(Arc::new(one))),
        }
    }
}

impl Declaration {
    /// Adds the names of the declaration to those of its program.
    pub fn declare(&self, names: &mut Names) {
        let value = self.given.value(names);
        match &self.pattern {
            Pattern::Name(name) => drop(names.insert(name.clone(), value)),
            Pattern::List(all) => {
                for (at, (name, is_rest)) in all.iter().enumerate() {
                    let own = match &value {
                        Value::List(values) if *is_rest => {
                            Value::List(values.get(at..).unwrap_or_default().to_vec())
                        }
                        Value::List(values) => values.get(at).cloned().unwrap_or(Value::Undefined),
                        _ => Value::Unknown,
                    };
                    names.insert(name.clone(), own);
                }
            }
            Pattern::Table(all) => {
                for (key, name) in all {
                    let own = match &value {
                        Value::Table(table, _) => {
                            table.get(key).cloned().unwrap_or(Value::Undefined)
                        }
                        _ => Value::Unknown,
                    };
                    names.insert(name.clone(), own);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Files;

    #[test]
    fn texts_of_constants() {
        let files = Files::of(&[
            (
                "src/lib/paths.ts",
                "import { ROOT } from '../root';\nexport const POSTS = `${ROOT}/posts`, x = 1;\nexport default POSTS;",
            ),
            (
                "src/root.mjs",
                "export const ROOT: string = 'data' as const;",
            ),
            (
                "src/loop.ts",
                "import { A } from './loop';\nexport const B = A;",
            ),
            (
                "src/site/index.ts",
                "// const SITE = 1\nexport const SITE = { title: 'T', dirs: { blog: \"b\", n: f(1) }, };\nexport const slugify = (one: Entry<\"a\">[\"data\"]) => one.key ? slug(one.key) : one.title;\nimport { slug } from 'github-slugger';",
            ),
        ]);
        let aliases = [("@/".to_owned(), "src/".to_owned())];
        for (program, value, expected) in [
            ("const A = 'x';", "A", "x"),
            ("const A = 'x';", "`./${A}/y`,", "./x/y"),
            ("const A = 'x';", "'./' + A }", "./x"),
            (
                "import { POSTS } from './lib/paths'\n",
                "POSTS",
                "data/posts",
            ),
            ("import P from \"@/lib/paths.ts\"\n", "P", "data/posts"),
            ("import {\n  ROOT as R,\n} from './root';", "R", "data"),
            ("import { SITE } from './site';", "SITE.dirs.blog", "b"),
            ("import { SITE } from './site';", "SITE.dirs.n", "?"),
            ("import { SITE } from './site';", "`${SITE.no}`", "?"),
            ("import { slugify } from './site';", "slugify({})", "?"),
            ("", "path.join(process.cwd(), 'a', '../b')", "b"),
            ("", "new URL('./posts', import.meta.url)", "src/posts"),
            (
                "",
                "fileURLToPath(new URL('../b/', import.meta.url)).toString()",
                "b",
            ),
            ("", "path.resolve(import.meta.dirname, 'c')", "src/c"),
            ("", "import.meta.env.BASE ?? '/b'", "?"),
            ("", "process.env.CI ? '/a' : '/b'", "?"),
            ("", "A", "?"),
            ("const A = f('x');", "A", "?"),
            (
                "const [a, ...b] = 'x/y/z'.split('/');",
                "b.join('-') + a",
                "y-zx",
            ),
            ("const { b, c: d } = { c: 'e' };", "`${d}`", "e"),
            ("const A = 'x'\nconst B = A", "B", "x"),
            ("const A = 3 * 4;", "A", "?"),
            (
                "import { join } from 'node:path';\nimport { fileURLToPath as f } from 'url';",
                "join(f(import.meta.url), '../b')",
                "src/b",
            ),
            (
                "import * as p from 'path';",
                "p.posix.basename('a/b.md', '.md')",
                "b",
            ),
            ("import path from './root';", "path.join('a', 'b')", "?"),
            ("const path = 'a/b';", "path.split('/')[1]", "b"),
            ("import path from 'pkg';", "path.join('a', 'b')", "?"),
            ("", "Math.PI ?? 'a'", "?"),
            (
                "let A: Record<'a', string>[\"a\"] | undefined = 'x' satisfies string | Entry<'a'>;",
                "A",
                "x",
            ),
            ("const A = ('x' as string[]) as const || 'y';", "A", "x"),
            ("const A = { b: 'x', b: 'y' } as const;", "A.b", "y"),
            (
                "const A = -9223372036854775807;",
                "`${-A}`",
                "9223372036854775807",
            ),
            ("const w = (a) => a(a);", "w(w)", "?"),
            (
                "const w = (a) => { const b = a.w; return b(a); };\nconst t = { w: w };",
                "w(t)",
                "?",
            ),
            ("const w = (w) => w(w);\nconst t = { w: w };", "w(t)", "?"),
            ("import { B } from './loop';", "B", "?"),
            ("const f = (a) => a.trim();", "f(' x ')", "x"),
            ("function f(a: string) { return a + 'y' }", "f('x')", "xy"),
            ("const ä = 'é';", "`${ä}`", "é"),
        ] {
            let names = names(&files.project(), &aliases, "src/a.ts", program);
            let found = text_of(value, &names);
            assert_eq!(
                found.as_deref().unwrap_or("?"),
                expected,
                "{program} {value}"
            );
        }
    }

    #[test]
    fn broken_programs() {
        let project = Files::empty(&[]);
        for part in [
            "const a = {",
            "const [",
            "import { a from '",
            "function (",
            "let ä: ",
            "export default ",
            "function ",
            "import a\n",
            "const A = A + A;",
        ] {
            let program = part.repeat(2_000);
            names(&project.project(), &[], "a.ts", &program);
        }
        let links = |link: &dyn Fn(usize) -> String| {
            let all: String = (1..2_000).map(link).collect();
            let start = "const a0 = 'x'; const f0 = (a) => a + a0;";
            names(&project.project(), &[], "a.ts", &format!("{start}{all}"));
        };
        links(&|at| format!("const a{at} = a{} + a{0};", at - 1));
        links(&|at| format!("const a{at} = {{ b: a{}, c: a{0} }};", at - 1));
        links(&|at| format!("const f{at} = (a) => f{}(a) + f{0}(a);", at - 1));
        links(&|at| {
            format!(
                "const f{at} = (a) => a{}.f;const a{at} = {{ f: f{at} }};",
                at - 1
            )
        });
        let levels = format!(
            "const a = {}'x'{};",
            "(".repeat(60),
            " + 'x' + 'x')".repeat(60)
        );
        names(&project.project(), &[], "a.ts", &levels);
    }
}
