//! URLs of pages as Jekyll makes them.

use toml::{Table, Value};

use crate::calendar::{MONTHS, WEEKDAYS, day_of_year, week, weekday};
use crate::values::day;
use crate::zola::absolute;

/// Names of patterns of URLs, each with the pattern.
const STYLES: [(&str, &str); 5] = [
    ("date", "/:categories/:year/:month/:day/:title:output_ext"),
    ("pretty", "/:categories/:year/:month/:day/:title/"),
    ("ordinal", "/:categories/:year/:y_day/:title:output_ext"),
    (
        "weekdate",
        "/:categories/:year/W:week/:short_day/:title:output_ext",
    ),
    ("none", "/:categories/:title:output_ext"),
];

/// Returns the pattern of the URLs of posts that the setting `permalink` names or is.
pub fn pattern_of(style: &str) -> &str {
    let named = STYLES.iter().find(|(name, _)| *name == style);
    named.map_or(style, |(_, pattern)| pattern)
}

/// Returns a part of a URL: characters that a URL cannot have as they are become hyphens.
pub fn pretty(text: &str) -> String {
    hyphenated(text, |one| "._~!$&'()+,;=@".contains(one))
}

/// Returns a part of a URL in lower case, with hyphens for everything but letters and digits.
fn plain(text: &str) -> String {
    hyphenated(text, |_| false).to_lowercase()
}

fn hyphenated(text: &str, is_kept: impl Fn(char) -> bool) -> String {
    let mut slug = String::new();
    for one in text.chars() {
        if one.is_alphanumeric() || content::slug::is_mark(one) || is_kept(one) {
            slug.push(one);
        } else if !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.trim_matches('-').to_owned()
}

/// Values of the tokens of a pattern.
pub struct Parts<'a> {
    /// Front matter.
    pub fields: &'a Table,
    /// Categories.
    pub categories: &'a [String],
    /// The name of the document, or its `slug`.
    pub slug: &'a str,
    /// Name of the collection.
    pub collection: &'a str,
    /// Path within the collection, without the ending.
    pub path: &'a str,
}

impl Parts<'_> {
    /// Returns what a token stands for; `None` if Jekyll does not know it.
    fn value(&self, token: &str) -> Option<String> {
        let moment = self.fields.get("date").and_then(Value::as_datetime);
        let (year, month, day) = moment.and_then(day).unwrap_or((1, 1, 1));
        let date = (i64::from(year), i64::from(month), i64::from(day));
        let time = moment.and_then(|one| one.time);
        let time = time.map_or((0, 0, 0), |one| {
            (one.hour, one.minute, one.second.unwrap_or_default())
        });
        let month_name = MONTHS.get(usize::from(month.saturating_sub(1)));
        let month_name = month_name.copied().unwrap_or_default();
        let day_name = usize::try_from(weekday(date)).ok();
        let day_name = day_name.and_then(|at| WEEKDAYS.get(at));
        let day_name = day_name.copied().unwrap_or_default();
        let categories = |part: fn(&str) -> String| {
            let mut all: Vec<String> = Vec::new();
            for one in self.categories.iter().map(|one| part(one)) {
                if !all.contains(&one) {
                    all.push(one);
                }
            }
            all.join("/")
        };
        Some(match token {
            "categories" => categories(str::to_lowercase),
            "slugified_categories" => categories(plain),
            "collection" => self.collection.to_owned(),
            "output_ext" => ".html".to_owned(),
            "title" => pretty(self.slug),
            "slug" | "name" => plain(self.slug),
            "basename" => self.slug.to_owned(),
            "path" => self.path.to_owned(),
            "year" => format!("{year:04}"),
            "short_year" => format!("{:02}", year % 100),
            "month" => format!("{month:02}"),
            "i_month" => month.to_string(),
            "short_month" => month_name.chars().take(3).collect(),
            "long_month" => month_name.to_owned(),
            "day" => format!("{day:02}"),
            "i_day" => day.to_string(),
            "y_day" => format!("{:03}", day_of_year(date)),
            "short_day" => day_name.chars().take(3).collect(),
            "long_day" => day_name.to_owned(),
            "w_day" => (weekday(date) + 1).to_string(),
            "w_year" => format!("{:04}", week(date).0),
            "week" => format!("{:02}", week(date).1),
            "hour" => format!("{:02}", time.0),
            "minute" => format!("{:02}", time.1),
            "second" => format!("{:02}", time.2),
            _ => return None,
        })
    }
}

/// Fills in a pattern of URLs.
pub fn filled(pattern: &str, parts: &Parts<'_>) -> String {
    let mut pieces = pattern.split(':');
    let mut url = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let is_name = |one: char| one.is_ascii_lowercase() || one == '_';
        let end = piece.find(|one| !is_name(one)).unwrap_or(piece.len());
        let (token, rest) = piece.split_at(end);
        // A low line may follow a token.
        let known = parts.value(token).or_else(|| {
            let value = parts.value(token.strip_suffix('_')?)?;
            Some(format!("{value}_"))
        });
        match known {
            Some(value) => url.push_str(&value),
            None => url.extend([":", token]),
        }
        url.push_str(rest);
    }
    let url = absolute(&url);
    let mut short = String::new();
    for one in url.chars() {
        if !(one == '/' && short.ends_with('/')) {
            short.push(one);
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::from_yaml;

    #[test]
    fn urls() {
        let fields = from_yaml("date: 2020-03-04 23:05:00 -0500\n").unwrap();
        let categories = ["Tips & Tricks".to_owned(), "C".to_owned()];
        for (pattern, expected) in [
            ("date", "/tips & tricks/c/2020/03/04/My-Post_x.html"),
            ("pretty", "/tips & tricks/c/2020/03/04/My-Post_x/"),
            ("ordinal", "/tips & tricks/c/2020/064/My-Post_x.html"),
            ("weekdate", "/tips & tricks/c/2020/W10/Wed/My-Post_x.html"),
            ("none", "/tips & tricks/c/My-Post_x.html"),
            (
                "/:year/:i_month/:i_day/:short_month/:slug/",
                "/2020/3/4/Mar/my-post-x/",
            ),
            (":title", "/My-Post_x"),
            ("/:title/:name", "/My-Post_x/my-post-x"),
            ("/:slugified_categories/:title", "/tips-tricks/c/My-Post_x"),
            ("/:y_day/:hour-:minute/:title", "/064/23-05/My-Post_x"),
            (
                "/:long_month/:long_day/:w_day/:w_year",
                "/March/Wednesday/3/2020",
            ),
            ("/:year_:month/:unknown", "/2020_03/:unknown"),
            ("/:collection/:path/", "/posts/a/x/"),
        ] {
            let parts = Parts {
                fields: &fields,
                categories: &categories,
                slug: "My Post_x",
                collection: "posts",
                path: "a/x",
            };
            assert_eq!(filled(pattern_of(pattern), &parts), expected, "{pattern}");
        }
    }
}
