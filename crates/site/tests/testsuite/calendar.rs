//! Calendars with the dates of a collection.

use expect_test::expect;

use crate::bakery::Bakery;

const MARKETS: &str = "\
[[item]]
title = \"Harvest market, with bread; and soup\"
place = \"Harbour\"
summary = \"On the square before the old customs house, from eight until the last loaf is sold\"
source = \"town council\"
checked = 2026-05-02
dates = [{ title = \"autumn\", date = 2026-10-03 }]

[[item]]
title = \"Early market\"
place = \"Old town\"
checked = 2026-05-02
dates = [{ date = 2026-06-06 }]
";

/// Returns a bakery with a collection of market days and a calendar of them.
fn bakery() -> Bakery {
    Bakery::new()
        .write("content/lists/markets.toml", MARKETS)
        .write(
            "content/schemas/market.json",
            "{ \"type\": \"object\", \"properties\": { \"checked\": { \"type\": \"string\", \"format\": \"date\" } } }",
        )
        .append(
            "content/structure.toml",
            "\n[[collection]]\nname = \"markets\"\nfile = \"lists/markets.toml\"\nschema = \"schemas/market.json\"\n\n\
             [[calendar]]\nroute = \"/markets/{slug}.ics\"\ncollection = \"markets\"\nfield = \"place\"\n\
             title = \"{term} markets\"\npage = \"/about\"\n",
        )
}

#[test]
fn a_calendar_of_all_and_one_for_each_value() {
    let built = bakery().success();
    let all = built.read("dist/markets/all.ics");
    assert_eq!(all.matches("BEGIN:VEVENT\r\n").count(), 2);
    assert!(!all.replace("\r\n", "").contains(['\r', '\n']));
    assert!(built.has("dist/markets/old-town.ics"));
    let harbour = built.read("dist/markets/harbour.ics");
    expect![[r#"
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//Millstone Bakery//site//EN
        CALSCALE:GREGORIAN
        NAME:Harbour markets - Millstone Bakery
        X-WR-CALNAME:Harbour markets - Millstone Bakery
        REFRESH-INTERVAL;VALUE=DURATION:P1D
        X-PUBLISHED-TTL:P1D
        BEGIN:VEVENT
        UID:harvest-market-with-bread-and-soup-autumn@millstone.example
        DTSTAMP:20260502T000000Z
        DTSTART;VALUE=DATE:20261003
        SUMMARY:Harvest market\, with bread\; and soup: autumn
        DESCRIPTION:On the square before the old customs house\, from eight until t
         he last loaf is sold\nSource: town council
        URL:https://millstone.example/about
        TRANSP:TRANSPARENT
        END:VEVENT
        END:VCALENDAR
    "#]]
    .assert_eq(&harbour.replace('\r', ""));
}

/// The calendar depends only on the content, not on the day of the build.
#[test]
fn a_calendar_does_not_change_with_the_day() {
    let [first, second] = ["2026-06-01", "2026-07-01"].map(|day| {
        let built = bakery().args(&format!("build --quiet --date {day}")).success();
        built.read("dist/markets/all.ics")
    });
    assert_eq!(first, second);
}

#[test]
fn mistakes_in_a_calendar() {
    for (old, new, expected) in [
        ("collection = \"markets\"", "collection = \"market\"", "collection `market` does not exist"),
        ("/markets/{slug}.ics", "/markets/all.ics", "`route` has the wrong format"),
        ("\"{term} markets\"", "\"{trem} markets\"", "unknown placeholder `{trem}`"),
    ] {
        let report = bakery().replace("content/structure.toml", old, new).report(1);
        assert!(report.contains(expected), "{report}");
    }
}

#[test]
#[rustfmt::skip]
fn calendars_with_one_url() {
    bakery()
        .replace("content/lists/markets.toml", "\"Old town\"", "\"harbour\"")
        .append("content/lists/markets.toml", "\n[[item]]\ntitle = \"Every market\"\nplace = \"All\"\nchecked = 2026-05-02\ndates = []\n")
        .append("content/structure.toml", "\n[[calendar]]\nroute = \"/markets/{slug}.ics\"\ncollection = \"journal\"\nfield = \"topic\"\ntitle = \"{term}\"\npage = \"/about\"\n")
        .findings(expect![[r#"
            content/lists/markets.toml:11:9 «"harbour"» error[duplicate-route]: the calendars of `Harbour` and `harbour` have the same URL, /markets/harbour.ics (the second)
              help: write the same value in both documents, or rename one of them
              note: content/lists/markets.toml:3:9 «"Harbour"» the first is here
            content/lists/markets.toml:17:9 «"All"» error[duplicate-route]: the calendar of `All` has the URL of the one with all dates, /markets/all.ics
              help: change the value
            content/structure.toml:74:9 «"/markets/{slug}.ics"» error[duplicate-route]: two calendars produce markets/all.ics (the second)
              help: change this `route`
              note: content/structure.toml:67:9 «"/markets/{slug}.ics"» the first is here
            content/structure.toml:75:14 «"journal"» warning[invalid-value]: no document of `journal` has `dates`, so this calendar is empty
              help: name a collection whose documents have `dates`, or add them: dates = [{ date = 2026-12-31 }]
            3 errors; nothing was written
        "#]]);
}

/// Calendar programs keep one of two events with the same UID.
#[test]
#[rustfmt::skip]
fn dates_with_one_id() {
    let dates = "dates = [{ date = 2026-07-04, title = \"July\" }, { date = 2026-08-01, title = \"July\" }, { date = 2026-09-05 }]";
    let market = |place: &str| format!("\n[[item]]\ntitle = \"Night market\"\nplace = \"{place}\"\nchecked = 2026-05-02\n{dates}\n");
    let bakery = bakery().append("content/lists/markets.toml", &(market("Old town") + &market("Harbour")));
    bakery.args("build --date 2026-06-01").stderr(expect![[r#"
        warning[invalid-value]: calendar programs take two dates of `Night market` for one
          --> content/lists/markets.toml:19:58
           |
        19 | dates = [{ date = 2026-07-04, title = "July" }, { date = 2026-08-01, title = "July" }, { date = 2026-09-05 }]
           |                                                          ^^^^^^^^^^ the second
           |
           = help: give each date a `title` of its own, or delete one of them
        note: the first is here
          --> content/lists/markets.toml:19:19
           |
        19 | dates = [{ date = 2026-07-04, title = "July" }, { date = 2026-08-01, title = "July" }, { date = 2026-09-05 }]
           |                   ^^^^^^^^^^

        warning[invalid-value]: two entries with dates have the title `Night market`
          --> content/lists/markets.toml:22:9
           |
        22 | title = "Night market"
           |         ^^^^^^^^^^^^^^ the second
           |
           = help: correct one of them, or write all dates into one entry
        note: the first is here
          --> content/lists/markets.toml:16:9
           |
        16 | title = "Night market"
           |         ^^^^^^^^^^^^^^

        2 warnings
        Built 13 pages and 10 other files (16.2 kB) in [TIME] s to [ROOT]/dist
    "#]]).success();
}
