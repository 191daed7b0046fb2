//! Summaries in lists, and descriptions from the text of documents.

use expect_test::expect;

use crate::bakery::Bakery;

#[test]
fn lists_and_descriptions() {
    let text = "## Ofen\n\nWir backen *jeden Tag* in {{ site.stats.ovens }} Öfen.\n\nDanach\u{a0}ruhen wir.\n\n<!-- more -->\n\nNoch mehr.\n";
    let long = "Мы печём хлеб ".repeat(30);
    let entry =
        |title: &str, date: &str, text: &str| format!("+++\ntitle = \"{title}\"\ndate = {date}\ntopic = \"Baking\"\n+++\n{text}");
    let list = "{{ page.content }}\n{% for one in collection(name=\"journal\", limit=4) %}<p>{{ one.summary }}|{{ one.description }}</p>\n{% endfor %}";
    let built = Bakery::new()
        .replace("content/site.toml", "description_max = 100", "description_max = 160")
        .replace("content/structure.toml", "sort = \"-date\"\n", "sort = \"-date\"\nsummaries = true\n")
        .replace("content/schemas/entry.json", "\"description\", ", "")
        .write("content/journal/a.md", entry("A", "2026-05-31", text))
        .write("content/journal/b.md", entry("B", "2026-05-30", &long))
        .write("content/journal/c.md", entry("C", "2026-05-29", "我们每天烘烤新鲜的面包，也每天清洗烤箱和所有的工具，然后在夜里继续工作，直到清晨的第一位客人来到店里买走第一个面包，这样的日子已经过去了二十年。\n\n再见。"))
        .template("page", list)
        .success();
    expect![[r#"
        <p>We bake at night.</p>
        <h2 id="hours">Hours</h2>
        <p>From six to noon. Our bread is in <a href="/loaves/rye">the list</a>.</p>

        <p>Wir backen jeden Tag in 2 Öfen. Danach ruhen wir.|Wir backen jeden Tag in 2 Öfen. Danach ruhen wir.</p>
        <p>Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы…|Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы…</p>
        <p>我们每天烘烤新鲜的面包，也每天清洗烤箱和所有的工具，然后在夜里继续工作，直到清晨的第一位客人来到店里买走第一个面包，这样的日子已经过去了二十年。|我们每天烘烤新鲜的面包，也每天清洗烤箱和所有的工具，然后在夜里继续工作，直到清晨的第一位客人来到店里买走第一个面包，这样的日子已经过去了二十年。</p>
        <p>From the valley.|Where the flour comes from.</p>
    "#]]
    .assert_eq(&built.main_of("about.html"));
    let lines = |file: &str, word: &str| {
        built
            .read(file)
            .lines()
            .filter(|line| line.contains(word))
            .take(4)
            .fold(String::new(), |all, line| all + line.trim() + "\n")
    };
    expect![[r#"
        <meta name="description" content="Wir backen jeden Tag in 2 Öfen. Danach ruhen wir.">
    "#]]
    .assert_eq(&lines("dist/journal/a.html", "name=\"description\""));
    expect![[r#"
        <summary>Wir backen jeden Tag in 2 Öfen. Danach ruhen wir.</summary>
        <summary>Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы печём хлеб Мы…</summary>
        <summary>我们每天烘烤新鲜的面包，也每天清洗烤箱和所有的工具，然后在夜里继续工作，直到清晨的第一位客人来到店里买走第一个面包，这样的日子已经过去了二十年。</summary>
        <summary>Where the flour comes from.</summary>
    "#]].assert_eq(&lines("dist/journal/feed.xml", "<summary>"));
}
