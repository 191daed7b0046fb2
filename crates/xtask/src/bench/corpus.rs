//! Posts of about 3 KB of varied Markdown, the same for every engine and every run.

/// A post.
pub struct Post {
    /// Its part of the address.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// Its meta description.
    pub description: String,
    /// Its day, year-month-day.
    pub date: String,
    /// One of eight categories.
    pub category: &'static str,
    /// Its Markdown.
    pub body: String,
}

const CATEGORIES: [&str; 8] = [
    "Audit",
    "Tax",
    "Payroll",
    "Company law",
    "Funding",
    "Exports",
    "Insurance",
    "Records",
];

const WORDS: [&str; 48] = [
    "ledger", "return", "notice", "invoice", "board", "quarter", "filing", "reserve", "voucher",
    "balance", "charge", "register", "minute", "share", "dividend", "surplus", "audit", "payment",
    "credit", "debit", "stock", "margin", "tender", "agency", "branch", "partner", "member",
    "officer", "clause", "section", "schedule", "annexure", "the", "a", "of", "and", "to",
    "before", "after", "within", "against", "under", "is", "was", "must", "may", "shall", "not",
];

/// A generator of numbers that is the same everywhere (Marsaglia's xorshift64).
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

/// `count` posts, the newest first.
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
            text.push_str(&format!(
                "{} **{}** {} _{}_ {}\n\n",
                random.sentence(),
                random.words(2),
                random.sentence(),
                random.words(2),
                random.sentence()
            ));
        }
        match part {
            0 => {
                for _ in 0..5 {
                    text.push_str(&format!(
                        "- {} [{}](/posts/post-{:05})\n",
                        random.words(6),
                        random.words(2),
                        (index + 7) % count
                    ));
                }
            }
            1 => {
                text.push_str("| Due | Form | Note |\n|---|---:|---|\n");
                for row in 0..5 {
                    text.push_str(&format!(
                        "| {} | {row} | {} |\n",
                        random.words(2),
                        random.words(4)
                    ));
                }
            }
            2 => text.push_str(&format!(
                "```\n{}\n{}\n```\n\n> {}\n",
                random.words(8),
                random.words(8),
                random.sentence()
            )),
            _ => {
                for item in 1..5 {
                    text.push_str(&format!(
                        "{item}. {} `{}`\n",
                        random.words(7),
                        random.words(1)
                    ));
                }
            }
        }
        text.push('\n');
    }
    text
}
