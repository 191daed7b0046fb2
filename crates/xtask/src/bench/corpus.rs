//! Generates posts of about 3 KB of varied Markdown, which are the same for every engine and in every run.

/// A post of the benchmark's sites.
pub struct Post {
    /// Last part of the URL.
    pub slug: String,
    /// Title of the post.
    pub title: String,
    /// Meta description.
    pub description: String,
    /// Date as year-month-day.
    pub date: String,
    /// Category, one of eight.
    pub category: &'static str,
    /// A taxonomy other than the category, and the post's term in it.
    pub topic: (&'static str, &'static str),
    /// Text in Markdown.
    pub body: String,
}

#[rustfmt::skip]
const CATEGORIES: [&str; 8] = [
    "Audit", "Tax", "Payroll", "Company law", "Funding", "Exports", "Insurance", "Records",
];

/// Taxonomies other than the category, with their terms. Each post has one term in one of them.
#[rustfmt::skip]
const TOPICS: [(&str, [&str; 3]); 4] = [
    ("sector", ["Retail", "Banking", "Farming"]),
    ("region", ["North", "South", "Coast"]),
    ("form", ["Partnership", "Trust", "Company"]),
    ("size", ["Small", "Medium", "Large"]),
];

const WORDS: [&str; 48] = [
    "ledger", "return", "notice", "invoice", "board", "quarter", "filing", "reserve", "voucher",
    "balance", "charge", "register", "minute", "share", "dividend", "surplus", "audit", "payment",
    "credit", "debit", "stock", "margin", "tender", "agency", "branch", "partner", "member",
    "officer", "clause", "section", "schedule", "annexure", "the", "a", "of", "and", "to",
    "before", "after", "within", "against", "under", "is", "was", "must", "may", "shall", "not",
];

/// Pseudorandom number generator that returns the same numbers on every computer (Marsaglia's xorshift64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or(0) % limit
    }

    fn words(&mut self, count: usize) -> String {
        (0..count)
            .map(|_| WORDS[self.below(WORDS.len())])
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn sentence(&mut self) -> String {
        let count = 8 + self.below(12);
        let text = self.words(count);
        format!("{}{}.", text[..1].to_uppercase(), &text[1..])
    }
}

/// Generates `count` posts, the newest first.
pub fn corpus(count: usize) -> Vec<Post> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    (0..count)
        .map(|index| {
            let category = CATEGORIES[random.below(CATEGORIES.len())];
            let day = index % 28 + 1;
            let month = index / 28 % 12 + 1;
            let year = 2025 - index / 336 % 25;
            Post {
                slug: format!("post-{index:05}"),
                title: format!("Post {index}: {}", random.words(4)),
                description: format!("Post {index}. {} {}", random.sentence(), random.words(4)),
                date: format!("{year}-{month:02}-{day:02}"),
                category,
                topic: (
                    TOPICS[index % TOPICS.len()].0,
                    TOPICS[index % TOPICS.len()].1[index / TOPICS.len() % 3],
                ),
                body: body(&mut random, index, count),
            }
        })
        .collect()
}

fn body(random: &mut Random, index: usize, count: usize) -> String {
    let mut text = format!("{} {}\n\n", random.sentence(), random.sentence());
    for part in 0..4 {
        text.push_str(&format!("## Part {part} {}\n\n", random.words(3)));
        for _ in 0..2 {
            let (bold, italic) = (random.words(2), random.words(2));
            let [a, b, c] = std::array::from_fn(|_| random.sentence());
            text.push_str(&format!("{a} **{bold}** {b} _{italic}_ {c}\n\n"));
        }
        match part {
            0 => {
                for _ in 0..5 {
                    let (words, link) = (random.words(6), random.words(2));
                    let next = (index + 7) % count;
                    text.push_str(&format!("- {words} [{link}](/posts/post-{next:05})\n"));
                }
            }
            1 => {
                text.push_str("| Due | Form | Note |\n|---|---:|---|\n");
                for row in 0..5 {
                    let (due, note) = (random.words(2), random.words(4));
                    text.push_str(&format!("| {due} | {row} | {note} |\n"));
                }
            }
            2 => {
                let (first, second, quote) = (random.words(8), random.words(8), random.sentence());
                text.push_str(&format!("```\n{first}\n{second}\n```\n\n> {quote}\n"));
            }
            _ => {
                for item in 1..5 {
                    let (words, code) = (random.words(7), random.words(1));
                    text.push_str(&format!("{item}. {words} `{code}`\n"));
                }
            }
        }
        text.push('\n');
    }
    text
}
