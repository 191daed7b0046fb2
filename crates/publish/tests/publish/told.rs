//! What a person is told.

use publish::publish;

use crate::stand::{Stand, Visitor, clock, first, go, options, second};

#[tokio::test]
async fn the_plan_can_be_read() {
    let stand = Stand::new();
    go(&stand, &first(), &options("a", clock)).await.unwrap();
    let mut told = String::new();
    publish(
        &stand,
        &stand,
        None::<&Visitor>,
        &second(),
        &options("a", clock),
        |_, text| {
            text.clone_into(&mut told);
            true
        },
    )
    .await
    .unwrap();
    assert_eq!(
        told,
        "1 new page: /new\n\
         3 pages changed:\n  \
         /about: “we” became “we all”\n  \
         /about: “x” was added\n  \
         /: “start” became “start!”\n  \
         1 page with the same text, other markup or addresses of files: /same\n\
         1 other file to write: /sitemap.xml\n\
         1 new asset to upload first: styles, scripts, pictures\n\
         1 rule for addresses to set: /old leads to /new\n\
         1 page no longer part of the site, to vanish after the grace period: /old (16 January 2027, 08:00 UTC)\n\
         11 uploads, 9 addresses for the CDN to forget\n"
    );
}
