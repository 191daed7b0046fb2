//! Tests of the digest about submissions that the trap caught, and of their release.

use std::collections::BTreeSet;

use forms::inbox::{Entry, Filter, Status, entries, erase, release};
use forms::outbox::{HELD, OUTBOX};
use forms::record::QUARANTINE;
use forms::sweep::Report;
use jiff::SignedDuration;

use super::site::{Site, now, pass, references, swept};

/// Returns the submissions in quarantine.
async fn quarantined(site: &Site) -> Vec<Entry> {
    let filter = Filter {
        status: Some(Status::Quarantined),
        ..Filter::default()
    };
    entries(&site.folder, &filter).await.entries
}

/// Returns the last mail.
fn last_mail(site: &Site) -> String {
    let mails = site.mailbox.mails.lock().unwrap();
    String::from_utf8(mails.last().unwrap().raw.clone()).unwrap()
}

#[tokio::test(start_paused = true)]
async fn what_the_trap_caught_is_reported_once_a_day() {
    let site = Site::new(1);
    let own = site.submit("contact", 1).await;
    let first = [
        site.submit_trapped("contact").await,
        site.submit_trapped("career").await,
    ];
    assert_eq!(site.sweep().await, swept(1, 0, 0));
    let digest = last_mail(&site);
    for line in [
        "Subject: 2 probably automatic submissions\r\n",
        "\r\nThe form career: 1\r\n  ",
        "\r\nThe form contact: 1\r\n  ",
        "\r\nTo list them: site inbox list --status quarantined --since ",
        "\r\nTo send one on like any other: site inbox release REFERENCE\r\n",
    ] {
        assert!(digest.contains(line), "{line}: {digest}");
    }
    assert!(!digest.contains("asha"));
    assert_eq!(references(&digest), BTreeSet::from(first));
    assert_eq!(site.keys(HELD).await, Vec::<String>::new());
    assert_eq!(quarantined(&site).await.len(), 2);

    // What the trap catches does not delay the digest about the limit of mails.
    let late = site.submit_trapped("contact").await;
    let held = site.submit("contact", 1).await;
    assert_eq!(site.sweep().await, swept(1, 0, 0));
    let (reported, digests) = site.mailbox.reports();
    assert!(reported.is_superset(&own) && digests == [held]);
    pass(SignedDuration::from_hours(25));
    assert_eq!(site.sweep().await, swept(1, 0, 0));
    assert_eq!(references(&last_mail(&site)), BTreeSet::from([late]));
    pass(SignedDuration::from_hours(48));
    assert_eq!(site.sweep().await, Report::default());
}

#[tokio::test(start_paused = true)]
async fn what_is_released_is_sent_on_like_any_other() {
    for fault in [
        "nothing",
        "replace outbox/",
        "create submissions/",
        "read submissions/",
        "delete held/",
        "delete quarantine/",
    ] {
        let site = Site::new(5);
        let id = site.submit_trapped("contact").await;
        let entry = quarantined(&site).await.remove(0);
        site.refuse(&[fault]);
        let interrupted = release(&site.service.store, &entry, now).await;
        assert_eq!(interrupted.is_ok(), fault == "nothing", "{fault}");
        site.refuse(&[]);
        if interrupted.is_err() {
            let entry = quarantined(&site).await.remove(0);
            assert_eq!(
                release(&site.folder, &entry, now)
                    .await
                    .unwrap()
                    .to_string(),
                id
            );
        }
        pass(SignedDuration::from_hours(2));
        let report = site.sweep().await;
        assert_eq!(report.sent, 1, "{fault}");
        pass(SignedDuration::from_hours(2));
        assert_eq!(site.sweep().await, Report::default(), "{fault}");
        for folder in [QUARANTINE, HELD, OUTBOX] {
            assert_eq!(site.keys(folder).await, Vec::<String>::new(), "{fault}");
        }
        assert_eq!(site.mailbox.reports(), ([id].into(), vec![]), "{fault}");
    }
}

#[tokio::test(start_paused = true)]
async fn erasing_what_the_trap_caught_erases_its_marker() {
    let site = Site::new(5);
    site.submit_trapped("contact").await;
    erase(&site.folder, quarantined(&site).await, now()).await;
    for folder in [QUARANTINE, HELD] {
        assert_eq!(site.keys(folder).await, Vec::<String>::new());
    }
}
