//! Code between tags of Jekyll and Hugo, as in `{% highlight ruby %}…{% endhighlight %}`, which becomes code between fences before anything
//! else is changed.

use std::borrow::Cow;
use std::ops::Range;

use crate::edits::{Edit, apply, code, is_within};
use crate::model::Site;
use crate::shortcodes::{Form, of_hugo, template_tags};

/// The tags around code, and the words after the opening fence.
type Block = (Range<usize>, Range<usize>, String);

/// Writes code between tags as code between fences.
pub fn with_fences<'t>(site: &Site, text: Cow<'t, str>) -> Cow<'t, str> {
    let is_own = site.shortcodes.contains_key("highlight");
    let blocks = match site.generator {
        _ if !text.contains("highlight") => return text,
        "Jekyll" => of_jekyll(&text),
        "Hugo" if !is_own => of_hugo_itself(&text),
        _ => return text,
    };
    let edits = blocks.into_iter().flat_map(|(open, close, words)| {
        let body = &text[open.end..close.start];
        let fence = fence_around(body);
        // A fence has lines of its own.
        let line = text[..open.start].rsplit('\n').next().unwrap_or_default();
        let before = if line.trim().is_empty() { "" } else { "\n\n" };
        let begins = body.trim_start_matches([' ', '\t']).starts_with('\n');
        let ends = body.trim_end_matches([' ', '\t']).ends_with('\n');
        let rest = text[close.end..].lines().next().unwrap_or_default();
        let after = if rest.trim().is_empty() { "" } else { "\n\n" };
        let first = if begins { "" } else { "\n" };
        let last = if ends { "" } else { "\n" };
        [
            (open, format!("{before}{fence}{words}{first}")),
            (close, format!("{last}{fence}{after}")),
        ]
    });
    let edits: Vec<Edit> = edits.collect();
    Cow::Owned(apply(&text, edits))
}

/// Returns a fence that code does not end.
pub fn fence_around(code: &str) -> String {
    let longest = code.split(|one| one != '`').map(str::len).max();
    "`".repeat(longest.unwrap_or(0).max(2) + 1)
}

/// Returns the code between tags of Liquid, which are also run in code of Markdown.
fn of_jekyll(text: &str) -> Vec<Block> {
    let mut open: Option<(Range<usize>, String)> = None;
    let mut blocks = Vec::new();
    for span in template_tags(text) {
        let inner = text[span.start + 2..span.end - 2].trim_matches('-').trim();
        let (word, rest) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
        match (word, open.take()) {
            _ if !text[span.clone()].starts_with("{%") => {}
            ("highlight", None) => open = Some((span, rest.trim().to_owned())),
            ("endhighlight", Some((start, words))) => blocks.push((start, span, words)),
            (_, other) => open = other,
        }
    }
    blocks
}

/// Returns the code in calls of the shortcode of Hugo itself outside of code of Markdown.
fn of_hugo_itself(text: &str) -> Vec<Block> {
    let code = code(text);
    let mut open: Option<(Range<usize>, String)> = None;
    let mut blocks = Vec::new();
    let calls = of_hugo(text).into_iter();
    for call in calls.filter(|call| call.name == "highlight") {
        match (call.form, open.take()) {
            (Form::Open, _) if !is_within(&code, call.span.start) => {
                let argument = |keys: [&str; 2]| {
                    let mut all = call.arguments.iter();
                    all.find_map(|(key, value)| {
                        keys.contains(&key.as_str()).then_some(value.as_str())
                    })
                };
                let words = [argument(["arg1", "lang"]), argument(["arg2", "options"])];
                let words: Vec<&str> = words.into_iter().flatten().collect();
                open = Some((call.span, words.join(" ")));
            }
            (Form::Close, Some((start, words))) => blocks.push((start, call.span, words)),
            (_, other) => open = other,
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_between_tags() {
        for (generator, text, expected) in [
            (
                "Jekyll",
                "a\n\n{% highlight html %}\n<head>\n{% endhighlight %}\n",
                "a\n\n```html\n<head>\n```\n",
            ),
            (
                "Jekyll",
                "{% highlight ruby linenos %}\nputs `a` + '```'\n{%- endhighlight -%}\n",
                "````ruby linenos\nputs `a` + '```'\n````\n",
            ),
            (
                "Jekyll",
                "See {% highlight c %}int a;{% endhighlight %} there.\n",
                "See \n\n```c\nint a;\n```\n\n there.\n",
            ),
            (
                "Jekyll",
                "- a\n\n  {% highlight c %}\n  int a;\n  {% endhighlight %}\n",
                "- a\n\n  ```c\n  int a;\n  ```\n",
            ),
            (
                "Jekyll",
                "{% raw %}{% highlight c %}{% endraw %} {{ highlight }} {% endhighlight %}",
                "{% raw %}{% highlight c %}{% endraw %} {{ highlight }} {% endhighlight %}",
            ),
            (
                "Jekyll",
                "{% highlight c %}\nint a;\n",
                "{% highlight c %}\nint a;\n",
            ),
            (
                "Hugo",
                "{{< highlight html \"linenos=table\" >}}\n<!DOCTYPE html>\n{{< /highlight >}}\n",
                "```html linenos=table\n<!DOCTYPE html>\n```\n",
            ),
            (
                "Hugo",
                "```\n{{< highlight c >}}\nx\n{{< /highlight >}}\n```\n",
                "```\n{{< highlight c >}}\nx\n{{< /highlight >}}\n```\n",
            ),
            (
                "Hugo",
                "{{</* highlight c */>}}\nx\n{{</* /highlight */>}}\n",
                "{{</* highlight c */>}}\nx\n{{</* /highlight */>}}\n",
            ),
            (
                "Zola",
                "{% highlight() %}x{% end %}",
                "{% highlight() %}x{% end %}",
            ),
        ] {
            let site = Site {
                generator,
                ..Site::default()
            };
            assert_eq!(with_fences(&site, Cow::Borrowed(text)), expected, "{text}");
        }
    }

    /// The time for a text does not grow with the square of its length.
    #[test]
    fn long_texts() {
        for (generator, part) in [
            ("Jekyll", "{% highlight a %}"),
            ("Jekyll", "{% highlight a %}{% endhighlight %} "),
            ("Hugo", "{{< highlight a >}}"),
            ("Hugo", "{{< highlight a >}}x{{< /highlight >}} "),
        ] {
            let site = Site {
                generator,
                ..Site::default()
            };
            let text = part.repeat(5_000);
            assert!(with_fences(&site, Cow::Owned(text)).len() > 5_000);
        }
    }
}
