//! Patterns of URLs in the setting `permalinks` of Hugo.

use toml::{Table, Value};

use crate::calendar::{MONTHS, WEEKDAYS, day_of_year, weekday};
use crate::hugo_paths::sanitized;
use crate::values::{day, text};

/// Values of the tokens of a pattern that are not in front matter.
pub struct Parts<'a> {
    /// Path of the section.
    pub sections: &'a str,
    /// The `slug` in front matter.
    pub slug: Option<&'a str>,
    /// Name of the file, or of the folder of a bundle.
    pub name: &'a str,
    /// The function that makes paths of URLs.
    pub path: fn(&str) -> String,
}

impl Parts<'_> {
    /// Returns a part of a URL that a text becomes. Plus signs count as spaces.
    fn urlized(&self, text: &str) -> String {
        let text = sanitized(text.trim()).replace('+', " ");
        let mut part = sanitized(&text);
        if text.ends_with(' ') && !part.ends_with('-') {
            part.push('-');
        }
        (self.path)(&part)
    }

    /// Returns what a token stands for; `None` if it is not known.
    fn value(&self, token: &str, fields: &Table) -> Option<String> {
        let date = fields.get("date").and_then(Value::as_datetime);
        let (year, month, day) = date.and_then(day).unwrap_or((1, 1, 1));
        let date = (i64::from(year), i64::from(month), i64::from(day));
        let name_of_month = MONTHS.get(usize::from(month.saturating_sub(1)));
        let name_of_month = name_of_month.copied().unwrap_or_default();
        let title = text(fields, "title").unwrap_or(self.name);
        let sunday_first = (weekday(date) + 1) % 7;
        Some(match token {
            "year" | "2006" => format!("{year:04}"),
            "06" => format!("{:02}", year % 100),
            "month" | "01" => format!("{month:02}"),
            "1" => month.to_string(),
            "monthname" | "January" => self.urlized(name_of_month),
            "Jan" => self.urlized(name_of_month.get(..3).unwrap_or_default()),
            "day" | "02" => format!("{day:02}"),
            "2" => day.to_string(),
            "weekday" => sunday_first.to_string(),
            "weekdayname" => {
                let at = usize::try_from(weekday(date)).ok()?;
                self.urlized(WEEKDAYS.get(at)?)
            }
            "yearday" => day_of_year(date).to_string(),
            "section" | "sectionslug" => (self.path)(self.sections.split('/').next()?),
            "sections" | "sectionslugs" => (self.path)(self.sections),
            "title" => self.urlized(title),
            "slug" => self.urlized(self.slug.unwrap_or(title)),
            "filename" | "contentbasename" => self.urlized(&(self.path)(self.name)),
            "slugorfilename" | "slugorcontentbasename" => match self.slug {
                Some(slug) => self.urlized(slug),
                None => self.urlized(&(self.path)(self.name)),
            },
            token => {
                let range = token.strip_prefix("sections[")?.strip_suffix(']')?;
                let all: Vec<&str> = self.sections.split('/').collect();
                (self.path)(&slice(&all, range)?.join("/"))
            }
        })
    }
}

/// Returns the values that an index or a range, such as `1:last`, selects.
fn slice<'s, 't>(all: &'s [&'t str], range: &str) -> Option<&'s [&'t str]> {
    let at = |text: &str, default: usize| match text.trim() {
        "" => Some(default),
        "last" => Some(all.len().saturating_sub(1)),
        number => number.parse::<usize>().ok(),
    };
    let (start, end) = match range.split_once(':') {
        Some((start, end)) => (at(start, 0)?, at(end, all.len())?),
        None => (at(range, 0)?, at(range, 0)?.checked_add(1)?),
    };
    let end = end.min(all.len());
    Some(all.get(start..end).unwrap_or_default())
}

/// A part of a pattern.
enum Piece<'p> {
    Literal(&'p str),
    Token(&'p str),
}

/// Splits a pattern into its tokens and the texts between them.
fn pieces(pattern: &str) -> Vec<Piece<'_>> {
    let is_word = |one: char| one.is_ascii_alphanumeric() || one == '_';
    let mut all = Vec::new();
    let mut rest = pattern;
    while let Some((text, after)) = rest.split_once(':') {
        let mut end = after.find(|one| !is_word(one)).unwrap_or(after.len());
        if after[end..].starts_with('[') {
            end = after.find(']').map_or(end, |at| at + 1);
        }
        let (token, others) = after.split_at(end);
        all.push(Piece::Literal(text));
        all.push(Piece::Token(token));
        rest = others;
    }
    all.push(Piece::Literal(rest));
    all
}

/// Fills in a pattern.
pub fn filled(pattern: &str, fields: &Table, parts: &Parts<'_>) -> String {
    let mut url = String::new();
    for piece in pieces(pattern) {
        match piece {
            Piece::Literal(text) => url.push_str(text),
            Piece::Token(token) => match parts.value(token, fields) {
                Some(value) => url.push_str(&value),
                None => url.extend([":", token]),
            },
        }
    }
    let parts: Vec<&str> = url.split('/').filter(|part| !part.is_empty()).collect();
    format!("/{}", parts.join("/"))
}

/// Returns the tokens of a pattern that are not known.
pub fn unknown_tokens(pattern: &str) -> Vec<String> {
    let parts = Parts {
        sections: "a",
        slug: None,
        name: "a",
        path: str::to_owned,
    };
    let pieces = pieces(pattern).into_iter();
    let tokens = pieces.filter_map(|piece| match piece {
        Piece::Token(token) => Some(token),
        Piece::Literal(_) => None,
    });
    let unknown = tokens.filter(|token| parts.value(token, &Table::new()).is_none());
    unknown.map(|token| format!(":{token}")).collect()
}

/// Returns the route of the terms of a taxonomy that a pattern of Hugo says; `None` if no route of this program can. `key` is the
/// taxonomy's part of URLs.
pub fn route_of_terms(pattern: &str, key: &str) -> Option<String> {
    let mut route = String::new();
    for piece in pieces(pattern) {
        route.push_str(match piece {
            Piece::Literal(text) => text,
            Piece::Token("section" | "sections") => key,
            Piece::Token(
                "slug"
                | "title"
                | "contentbasename"
                | "slugorcontentbasename"
                | "filename"
                | "slugorfilename",
            ) => "{slug}",
            Piece::Token(_) => return None,
        });
    }
    let is_route = route.matches("{slug}").count() == 1;
    let bare = route.trim_matches('/');
    is_route.then(|| format!("/{bare}/"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hugo_paths::path_of;
    use crate::values::from_yaml;

    #[test]
    fn permalinks() {
        for (title, pattern, slug, expected) in [
            (
                "My Title",
                "/:year/:month/:day/:title/",
                None,
                "/2020/03/04/my-title",
            ),
            ("A", ":sections/:slug", Some("own"), "/blog/tips/old/own"),
            ("A", "/:section/:filename.html", None, "/blog/a-file.html"),
            ("A", "/p/:slugorfilename", None, "/p/a-file"),
            (
                "A",
                "/:contentbasename/:slugorcontentbasename",
                Some("My Slug"),
                "/a-file/my-slug",
            ),
            ("A", "/:sections[1:]/:title", None, "/tips/old/a"),
            ("A", "/:sections[:last]/:title", None, "/blog/tips/a"),
            (
                "A",
                "/:sections[0]/:sections[last]/:sections[7]/x",
                None,
                "/blog/old/x",
            ),
            (
                "A",
                "/:monthname/:yearday/:weekday/:weekdayname",
                None,
                "/march/64/3/wednesday",
            ),
            ("A", "/:06/:1/:2/:Jan", None, "/20/3/4/mar"),
            ("A", "/:nothing/:title", None, "/:nothing/a"),
            ("C++ & C#: what?!", "/:title", None, "/c-c#-what"),
            ("a/b -- c_d.e", "/:title", None, "/a/b--c_d.e"),
            ("a/b / c", "/:slug", None, "/a/b-/-c"),
            ("From C++", "/:slug", None, "/from-c-"),
            ("A +", "/:slug", None, "/a-"),
            ("Est-il là ?", "/:title", None, "/est-il-là"),
            ("你好，世界！ foo", "/:title", None, "/你好世界-foo"),
        ] {
            let fields = format!("title: '{title}'\ndate: 2020-03-04T23:00:00-05:00\n");
            let parts = Parts {
                sections: "blog/tips/old",
                slug,
                name: "a file",
                path: path_of,
            };
            let found = filled(pattern, &from_yaml(&fields).unwrap(), &parts);
            assert_eq!(found, expected, "{pattern}");
        }
    }

    #[test]
    fn tokens() {
        assert_eq!(
            unknown_tokens("/:years/:sections[1:]/:title/:x"),
            [":years", ":x"]
        );
    }
}
