//! Plain expressions of JavaScript, such as `entry.split('/')[0].replace(/\.mdx?$/, '')`, as trees.

use std::collections::BTreeSet;

/// An expression.
#[derive(Debug, Clone, PartialEq)]
pub enum Expression {
    /// A text in quotes.
    Text(String),
    /// An integer.
    Number(i64),
    /// A regular expression, and its flags.
    Pattern(String, String),
    /// A variable, or a keyword such as `undefined`.
    Name(String),
    /// A text in backticks: its parts, in order.
    Template(Vec<Self>),
    /// A property: `a.b`.
    Property(Box<Self>, String),
    /// An element: `a[0]`.
    Element(Box<Self>, Box<Self>),
    /// A call of a function or a method.
    Call(Box<Self>, Vec<Self>),
    /// An operator before its operand, such as `typeof a`.
    Prefix(&'static str, Box<Self>),
    /// An operator between its operands, such as `a + b`.
    Infix(&'static str, Box<Self>, Box<Self>),
    /// `a ? b : c`.
    Choice(Box<Self>, Box<Self>, Box<Self>),
}

/// A statement of a function.
#[derive(Debug, Clone, PartialEq)]
pub enum Statement {
    /// `const a = b;`
    Constant(String, Expression),
    /// `return a;`
    Return(Expression),
    /// `if (a) { … } else { … }`
    If(Expression, Vec<Self>, Vec<Self>),
}

/// A function.
#[derive(Debug, Clone, PartialEq)]
pub struct Function {
    /// Name of its only parameter; empty if the parameter is taken apart, as in `({ a, b }) => …`.
    pub parameter: String,
    /// Statements of the function, in order.
    pub body: Vec<Statement>,
    /// Names that the function uses.
    pub names: BTreeSet<String>,
    /// Number of its expressions.
    pub length: usize,
}

/// Operators between operands, those that bind least first.
const LEVELS: [&[&str]; 4] = [&["??", "||"], &["&&"], &["===", "!==", "==", "!="], &["+"]];

/// Reads the function at the beginning of a program: `({ entry }) => entry`, or `({ entry }) { return entry; }`. Returns `None` if it has
/// anything that is not a plain expression.
pub fn function(program: &str) -> Option<Function> {
    let mut reader = Reader::new(program);
    let parameter = if reader.takes("(") {
        let parameter = reader.parameter()?;
        reader.takes(",");
        reader.takes(")").then_some(parameter)?
    } else {
        reader.name()?
    };
    if reader.takes(":") {
        reader.annotation()?;
    }
    let is_arrow = reader.takes("=>");
    let body = if reader.takes("{") {
        reader.block()?
    } else if is_arrow {
        vec![Statement::Return(reader.expression()?)]
    } else {
        return None;
    };
    Some(Function {
        parameter,
        body,
        names: reader.names,
        length: reader.length,
    })
}

/// Reads the expression at the beginning of a program, which ends with a comma, a bracket, or its line.
pub fn expression(program: &str) -> Option<Expression> {
    let mut reader = Reader::new(program);
    let expression = reader.expression()?;
    let rest = reader.rest.trim_start();
    let read = &program[..program.len() - rest.len()];
    let is_new_line = read[read.trim_end().len()..].contains('\n');
    let is_end = rest.is_empty() || rest.starts_with([',', ';', ')', ']', '}']);
    (is_end || is_new_line).then_some(expression)
}

/// The rest of a program.
struct Reader<'t> {
    rest: &'t str,
    /// Number of expressions and branches around the next one.
    depth: usize,
    /// Number of expressions that were read.
    length: usize,
    /// Names that were read.
    names: BTreeSet<String>,
}

/// Maximum depth of a program.
const DEEPEST: usize = 64;

/// Maximum number of expressions, which is also that of operators and calls in a row.
const LONGEST: usize = 512;

/// Maximum length of a type.
const LONGEST_TYPE: usize = 1024;

impl<'t> Reader<'t> {
    fn new(program: &'t str) -> Self {
        Self {
            rest: program,
            depth: 0,
            length: 0,
            names: BTreeSet::new(),
        }
    }

    /// Takes a sign, with the space before it, if it is next.
    fn takes(&mut self, sign: &str) -> bool {
        self.rest = self.rest.trim_start();
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Takes something that is within an expression or a statement. Returns `None` if too many are around it.
    fn nested<T>(&mut self, take: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.depth == DEEPEST {
            return None;
        }
        self.count()?;
        self.depth += 1;
        let taken = take(self);
        self.depth -= 1;
        taken
    }

    /// Counts an expression. Returns `None` if there are too many.
    fn count(&mut self) -> Option<()> {
        self.length += 1;
        (self.length <= LONGEST).then_some(())
    }

    /// Takes a type, such as `Entry<"blog">["data"] | undefined`.
    fn annotation(&mut self) -> Option<()> {
        loop {
            self.takes_word("readonly");
            self.takes_word("keyof");
            self.takes_word("typeof");
            self.rest = self.rest.trim_start();
            match self.rest.chars().next()? {
                quote @ ('"' | '\'') => drop(self.quoted(quote)?),
                '{' | '[' | '(' => self.bracketed()?,
                _ => {
                    self.name()?;
                    while self.takes(".") {
                        self.name()?;
                    }
                }
            }
            while self.rest.starts_with(['<', '[']) {
                self.bracketed()?;
            }
            let rest = self.rest.trim_start();
            let is_operator = rest.starts_with("||") || rest.starts_with("&&");
            if is_operator || !self.takes("|") && !self.takes("&") {
                return Some(());
            }
        }
    }

    /// Takes a bracket of a type, and everything up to the one that closes it.
    fn bracketed(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        let part = &self.rest[..self.rest.floor_char_boundary(LONGEST_TYPE)];
        for (at, one) in part.char_indices() {
            match one {
                '<' | '{' | '[' | '(' => depth += 1,
                '>' if part[..at].ends_with('=') => {}
                '>' | '}' | ']' | ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.rest = &self.rest[at + 1..];
                return Some(());
            }
        }
        None
    }

    /// Takes a word if it is next.
    fn takes_word(&mut self, word: &str) -> bool {
        let start = self.rest;
        let is_next = self.name().is_some_and(|name| name == word);
        if !is_next {
            self.rest = start;
        }
        is_next
    }

    fn name(&mut self) -> Option<String> {
        self.rest = self.rest.trim_start();
        let is_part = |one: char| one.is_alphanumeric() || matches!(one, '_' | '$');
        let end = self.rest.find(|one| !is_part(one));
        let (name, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        let is_name = name.starts_with(|one: char| !one.is_ascii_digit());
        is_name.then(|| {
            self.rest = rest;
            name.to_owned()
        })
    }

    /// Takes a parameter with its type. Returns its name, which is empty if it has none.
    fn parameter(&mut self) -> Option<String> {
        let name = if self.takes("{") {
            while let Some(_name) = self.name() {
                self.takes(",");
            }
            self.takes("}").then(String::new)?
        } else {
            self.name()?
        };
        if self.takes(":") {
            self.annotation()?;
        }
        Some(name)
    }

    /// Takes the statements up to the brace that closes them.
    fn block(&mut self) -> Option<Vec<Statement>> {
        let mut all = Vec::new();
        while !self.takes("}") {
            if !self.takes(";") {
                all.push(self.statement()?);
            }
        }
        Some(all)
    }

    fn statement(&mut self) -> Option<Statement> {
        if self.takes_word("return") {
            return Some(Statement::Return(self.expression()?));
        }
        if self.takes_word("if") {
            let condition = self.takes("(").then(|| self.expression())??;
            let then = self.takes(")").then(|| self.branch())??;
            let other = if self.takes_word("else") {
                self.branch()?
            } else {
                Vec::new()
            };
            return Some(Statement::If(condition, then, other));
        }
        let is_constant = self.takes_word("const") || self.takes_word("let");
        let name = is_constant.then(|| self.name())??;
        if self.takes(":") {
            self.annotation()?;
        }
        let value = self.takes("=").then(|| self.expression())??;
        Some(Statement::Constant(name, value))
    }

    fn branch(&mut self) -> Option<Vec<Statement>> {
        if self.takes("{") {
            self.nested(Self::block)
        } else {
            Some(vec![self.nested(Self::statement)?])
        }
    }

    fn expression(&mut self) -> Option<Expression> {
        self.nested(Self::choice)
    }

    fn choice(&mut self) -> Option<Expression> {
        let condition = self.infix(0)?;
        if self.rest.trim_start().starts_with("?.") || !self.takes("?") {
            return Some(condition);
        }
        let then = self.expression()?;
        let other = self.takes(":").then(|| self.expression())??;
        Some(Expression::Choice(
            Box::new(condition),
            Box::new(then),
            Box::new(other),
        ))
    }

    fn infix(&mut self, level: usize) -> Option<Expression> {
        let Some(operators) = LEVELS.get(level) else {
            return self.prefix();
        };
        let mut left = self.infix(level + 1)?;
        while let Some(operator) = operators.iter().find(|one| self.takes(one)) {
            self.count()?;
            let right = self.infix(level + 1)?;
            left = Expression::Infix(operator, Box::new(left), Box::new(right));
        }
        Some(left)
    }

    fn prefix(&mut self) -> Option<Expression> {
        for operator in ["!", "-"] {
            if self.takes(operator) {
                return Some(Expression::Prefix(operator, self.operand()?));
            }
        }
        if self.takes_word("typeof") {
            return Some(Expression::Prefix("typeof", self.operand()?));
        }
        // That of a URL is a call here.
        self.takes_word("new");
        self.postfix()
    }

    fn operand(&mut self) -> Option<Box<Expression>> {
        self.nested(Self::prefix).map(Box::new)
    }

    fn postfix(&mut self) -> Option<Expression> {
        let mut value = self.primary()?;
        loop {
            self.count()?;
            let is_comparison = self.rest.trim_start().starts_with("!=");
            if self.takes("?.") || self.takes(".") {
                value = Expression::Property(Box::new(value), self.name()?);
            } else if self.takes("[") {
                let at = self.expression()?;
                self.takes("]").then_some(())?;
                value = Expression::Element(Box::new(value), Box::new(at));
            } else if self.takes("(") {
                value = Expression::Call(Box::new(value), self.arguments()?);
            } else if self.takes_word("as") || self.takes_word("satisfies") {
                self.annotation()?;
            } else if is_comparison || !self.takes("!") {
                return Some(value);
            }
        }
    }

    fn arguments(&mut self) -> Option<Vec<Expression>> {
        let mut all = Vec::new();
        while !self.takes(")") {
            all.push(self.expression()?);
            if !self.takes(",") {
                return self.takes(")").then_some(all);
            }
        }
        Some(all)
    }

    fn primary(&mut self) -> Option<Expression> {
        self.rest = self.rest.trim_start();
        let first = self.rest.chars().next()?;
        match first {
            '(' => {
                self.takes("(");
                let inner = self.expression()?;
                self.takes(")").then_some(inner)
            }
            '"' | '\'' => Some(Expression::Text(self.quoted(first)?)),
            '`' => self.template(),
            '/' => {
                let pattern = self.pattern()?;
                let is_flag = |one: char| one.is_ascii_alphabetic();
                let end = self.rest.find(|one| !is_flag(one));
                let (flags, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
                self.rest = rest;
                Some(Expression::Pattern(pattern, flags.to_owned()))
            }
            '0'..='9' => {
                let end = self.rest.find(|one: char| !one.is_ascii_digit());
                let (digits, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
                self.rest = rest;
                Some(Expression::Number(digits.parse().ok()?))
            }
            _ => {
                let name = self.name()?;
                self.names.insert(name.clone());
                Some(Expression::Name(name))
            }
        }
    }

    /// Takes a text in quotes.
    fn quoted(&mut self, quote: char) -> Option<String> {
        let mut text = String::new();
        let mut letters = self.rest.char_indices().skip(1);
        while let Some((at, one)) = letters.next() {
            match one {
                '\\' => text.push(letters.next()?.1),
                one if one == quote => {
                    self.rest = &self.rest[at + 1..];
                    return Some(text);
                }
                one => text.push(one),
            }
        }
        None
    }

    /// Takes a regular expression between slashes.
    fn pattern(&mut self) -> Option<String> {
        let mut is_class = false;
        let mut letters = self.rest.char_indices().skip(1);
        while let Some((at, one)) = letters.next() {
            match one {
                '\\' => drop(letters.next()?),
                '[' => is_class = true,
                ']' => is_class = false,
                '/' if !is_class => {
                    let pattern = self.rest[1..at].replace("\\/", "/");
                    self.rest = &self.rest[at + 1..];
                    return Some(pattern);
                }
                _ => {}
            }
        }
        None
    }

    fn template(&mut self) -> Option<Expression> {
        let mut parts = Vec::new();
        self.rest = self.rest.strip_prefix('`')?;
        loop {
            let end = self.rest.find(['`', '$'])?;
            let (text, rest) = self.rest.split_at(end);
            parts.push(Expression::Text(text.to_owned()));
            if let Some(rest) = rest.strip_prefix('`') {
                self.rest = rest;
                return Some(Expression::Template(parts));
            }
            self.rest = rest.strip_prefix("${")?;
            parts.push(self.expression()?);
            self.takes("}").then_some(())?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions() {
        let nested = |before: &str, after: &str, count: usize| {
            format!("a => {}a{}", before.repeat(count), after.repeat(count))
        };
        for (program, expected) in [
            ("({ entry }) => entry", true),
            ("(options) => options.entry", true),
            ("options => options.entry,", true),
            (
                "({ entry }: { entry: string }): string { return entry; }",
                true,
            ),
            (
                "({ entry, base }) => { const a = entry.split('/'); if (!a) { return 'x' } else return a[0] }",
                true,
            ),
            ("({ entry }) => entry.split('/').map((one) => one)", false),
            ("({ entry }) => { throw new Error(entry) }", false),
            ("({ entry }) => ({ a: 1 })", false),
            ("makeId(1)", false),
            ("", false),
            (&nested("(", ")", 60), true),
            (&nested("(", ")", 10_000), false),
            (&nested("!", "", 10_000), false),
            (&nested("a + ", "", 10_000), false),
            (&nested("", ".a", 10_000), false),
            (&nested("", "!", 10_000), false),
            (&nested("a ? a : ", "", 10_000), false),
            (&format!("(a) => {{ {} }}", "if (a) ".repeat(10_000)), false),
        ] {
            assert_eq!(function(program).is_some(), expected, "{program}");
        }
    }
}
