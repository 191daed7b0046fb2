//! Tests of the summary of a plan.

use jiff::SignedDuration;
use publish::{Options, Site};

use crate::world::{FakeCloud, clock, first, go, go_if, later, options, published, second, site};

/// Publishes `site`, and returns the summary that was shown.
async fn shown(cloud: &FakeCloud<'_>, site: &Site, options: &Options) -> String {
    let mut shown = String::new();
    let ask = |_: &_, summary: &publish::Summary| {
        shown = summary.to_string();
        true
    };
    go_if(cloud, site, options, ask).await.unwrap();
    shown
}

#[tokio::test]
async fn a_change() {
    let cloud = published([&first()]).await;
    assert_eq!(
        shown(&cloud, &second(), &options("a", clock)).await,
        "1 new page: /new\n\
         3 pages changed:\n  \
         /about: “we” became “we all”\n  \
         /about: “x” was added\n  \
         /: “start” became “start!”\n  \
         1 page with the same text, but other markup or file names: /same\n\
         1 other file to write: /sitemap.xml\n\
         1 new asset to upload first: styles, scripts, pictures\n\
         1 routing rule to set: /old redirects to /new\n\
         1 file no longer in use, to be deleted by a later run: /old (16 January 2027, 08:00 UTC)\n\
         11 uploads, 9 addresses to clear from the CDN's cache\n"
    );
}

#[tokio::test]
async fn every_deletion_is_named() {
    let cloud = FakeCloud::new();
    let options = Options {
        keep: 1,
        grace: SignedDuration::from_hours(24),
        ..options("a", clock)
    };
    let many: Vec<String> = (0..20).map(|number| format!("p{number:02}")).collect();
    let mut pages: Vec<(&str, &str, &[&str])> = vec![("index", "start", &[])];
    pages.extend(many.iter().map(|path| (path.as_str(), "leaves", &[][..])));
    go(&cloud, &site("AAA", &pages), &options).await.unwrap();
    let small = site("BBB", &[("index", "start", &[])]);
    go(&cloud, &small, &options).await.unwrap();
    // This takes the previous release out of use, with its assets and copies.
    let smaller = site("CCC", &[("index", "begin", &[])]);
    go(&cloud, &smaller, &options).await.unwrap();
    let before: Vec<String> = cloud.world().objects.keys().cloned().collect();
    let options = Options {
        clock: later,
        ..options
    };
    let text = shown(&cloud, &smaller, &options).await;
    let after = cloud.world().objects.clone();
    let deleted: Vec<&String> = before
        .iter()
        .filter(|key| !after.contains_key(*key))
        .collect();
    let kinds = [
        "p19.html",
        "assets/main-AAA.css",
        ".site/contents/",
        ".site/releases/",
    ];
    for kind in kinds {
        assert!(
            deleted.iter().any(|key| key.starts_with(kind)),
            "{kind}: {deleted:?}"
        );
    }
    for key in deleted {
        let shown = match key.strip_suffix(".html") {
            Some(page) => format!("\n  /{page}\n"),
            None => format!("\n  {key}\n"),
        };
        assert!(text.contains(&shown), "{key}: {text}");
    }
}
