//! Tests of markers and claims: which process sends a mail, and when leftovers are removed.

use std::collections::BTreeSet;
use std::time::Duration;

use forms::Store as _;
use forms::outbox::{Marker, OUTBOX};
use forms::sweep::Report;
use jiff::SignedDuration;
use tokio::time::{Instant, sleep};

use super::site::{Site, now, pass, swept};
use crate::unreliable::Fault;

const MINUTE: SignedDuration = SignedDuration::from_mins(1);

/// Reads the only marker.
async fn marker(site: &Site) -> Marker {
    let keys = site.keys(OUTBOX).await;
    assert_eq!(keys.len(), 1);
    let (bytes, _) = site.folder.read(&keys[0]).await.unwrap().unwrap();
    serde_json::from_slice(&bytes).unwrap()
}

fn write(site: &Site, key: &str, marker: &Marker) {
    let bytes = serde_json::to_vec(marker).unwrap();
    site.folder.write(key, &bytes).unwrap();
}

/// Claims the only marker, like another sweep whose clock is `seconds` ahead.
async fn claim(site: &Site, seconds: i64) {
    let claimed = Some(now() + SignedDuration::from_secs(seconds));
    let marker = marker(site).await;
    let key = site.keys(OUTBOX).await.remove(0);
    write(site, &key, &Marker { claimed, ..marker });
}

#[tokio::test(start_paused = true)]
async fn what_an_attempt_left_is_removed_only_when_it_has_failed_for_good() {
    let absent = "submissions/contact/0.json";
    for (what, is_recorded, has_file, minutes, is_removed) in [
        ("under way", false, false, 0, false),
        ("under way, with a file", false, true, 0, false),
        ("not yet an hour", false, false, 59, false),
        ("not yet an hour, with a file", false, true, 59, false),
        ("failed", false, false, 60, true),
        ("failed, with a file", false, true, 60, true),
        ("second", true, false, 0, true),
        ("second, its file may be on its way", true, true, 59, false),
        ("second, with a file", true, true, 60, true),
    ] {
        let site = Site::new(9);
        site.submit("contact", 1).await;
        let record = site.keys("submissions/").await.remove(0);
        let file = "resumes/0.1.pdf";
        site.folder.write(file, b"%PDF").unwrap();
        let left = Marker {
            record: if is_recorded {
                record
            } else {
                absent.to_owned()
            },
            document: has_file.then(|| file.to_owned()),
            created: now(),
            claimed: Some(now()),
            sent: false,
        };
        write(&site, &format!("{OUTBOX}0.1"), &left);
        pass(MINUTE * minutes);
        let report = site.sweep().await;
        assert_eq!(
            (report.pending, report.removed),
            (usize::from(!is_removed), usize::from(is_removed)),
            "{what}"
        );
        let files = site.keys("resumes/").await.len();
        assert_eq!(files, usize::from(!is_removed || !has_file), "{what}");
        assert_eq!(site.keys(OUTBOX).await.len(), usize::from(!is_removed));
        assert_eq!(site.mailbox.reports().0.len(), 1, "{what}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_mail_that_fails_is_given_up_after_a_day() {
    let site = Site::new(9);
    site.refuse_mails(true);
    let id = site.submit_one("contact").await;
    assert_eq!(
        marker(&site).await.claimed,
        None,
        "the next sweep need not wait"
    );
    for (minutes, given_up) in [(0, 0), (23 * 60, 0), (59, 0), (1, 1)] {
        pass(MINUTE * minutes);
        let report = site.sweep().await;
        assert_eq!(
            (report.pending, report.given_up),
            (1 - given_up, given_up),
            "{minutes}"
        );
        if given_up == 0 {
            assert_eq!(marker(&site).await.claimed, None);
        }
    }
    assert_eq!(site.keys(OUTBOX).await, Vec::<String>::new());
    let dead = format!("outbox-dead/{id}");
    assert_eq!(site.keys("outbox-dead/").await, std::slice::from_ref(&dead));

    // Once SES works again, an operator moves the marker back (`deploy/README.md`). A marker that is only copied is not sent.
    site.refuse_mails(false);
    let (marker, _) = site.folder.read(&dead).await.unwrap().unwrap();
    let copy = || site.folder.write(&format!("{OUTBOX}{id}"), &marker);
    copy().unwrap();
    assert_eq!(site.sweep().await.given_up, 1);
    assert_eq!(site.keys(OUTBOX).await, Vec::<String>::new());
    copy().unwrap();
    site.folder.delete(&dead).await.unwrap();
    assert_eq!(site.sweep().await, swept(1, 0, 0));
    assert_eq!(site.mailbox.reports().0, BTreeSet::from([id]));
}

/// Checks the log lines that the alarms in `deploy/alarms.yaml` count.
#[tokio::test(start_paused = true)]
async fn what_is_late_is_logged() {
    let site = Site::new(1);
    site.submit_one("contact").await;
    assert_eq!(site.logged(), Vec::<String>::new());
    site.submit_one("contact").await;
    assert_eq!(site.logged(), ["info notification held: "]);
    site.refuse(&["replace held/"]);
    site.submit_one("contact").await;
    let stays = "warn notification pending: marker not moved";
    assert_eq!(site.logged(), ["info notification held: ", stays]);
    site.refuse(&["delete held/"]);
    site.refuse_mails(true);
    site.sweep().await;
    let pending = "warn digest pending: refused";
    assert_eq!(site.logged(), [pending, "info sweep: 1 pending"]);
    site.refuse_mails(false);
    site.sweep().await;
    let stays = "warn held marker not removed: refused";
    assert_eq!(site.logged()[0], stays);

    let site = Site::new(9);
    site.refuse_mails(true);
    site.submit_one("contact").await;
    let pending = "warn notification pending: refused";
    assert_eq!(site.logged(), [pending]);
    site.sweep().await;
    assert_eq!(site.logged(), [pending, "info sweep: 1 pending"]);
    pass(MINUTE * (25 * 60));
    site.sweep().await;
    let given_up = "error notification given up: refused";
    assert_eq!(site.logged(), [given_up, "info sweep: 0 pending"]);

    site.folder.write("outbox/torn", b"{").unwrap();
    site.sweep().await;
    let torn = "error sweep of one marker failed: unreadable marker";
    assert_eq!(site.logged(), [torn, "info sweep: 1 pending"]);
    site.folder.delete("outbox/torn").await.unwrap();

    site.refuse_mails(false);
    site.refuse(&["delete outbox/"]);
    site.submit_one("contact").await;
    assert_eq!(site.logged(), Vec::<String>::new(), "noted in the marker");
    site.refuse(&["delete outbox/", "update outbox/"]);
    site.submit_one("contact").await;
    let stays = "warn notification pending: marker not updated";
    assert_eq!(site.logged(), [stays]);
}

#[tokio::test(start_paused = true)]
async fn the_oldest_mails_are_sent_first_while_there_is_time() {
    let site = Site::new(99);
    let mut ids = Vec::new();
    for _ in 0..12 {
        ids.push(site.submit_pending("contact").await);
    }
    // A mail may take four seconds, and one more second is reserved to record that it was sent.
    assert_eq!(site.sweep_within(4_900).await, swept(0, 12, 0));
    site.slow_mails(3_000);
    assert_eq!(site.sweep_within(6_000).await, swept(4, 8, 0));
    let oldest: BTreeSet<String> = ids[..4].iter().cloned().collect();
    assert_eq!(site.mailbox.reports().0, oldest);
    assert_eq!(site.sweep().await, swept(8, 0, 0));
}

#[tokio::test(start_paused = true)]
async fn a_claim_is_waited_for_only_while_it_may_hold() {
    for (minutes, time, waited, sent) in [
        (0, 60_000, 8, 1),
        (10, 60_000, 8, 1),
        (11, 60_000, 0, 1),
        // There is not enough time to wait.
        (0, 12_000, 0, 0),
    ] {
        let site = Site::new(9);
        site.submit_pending("contact").await;
        claim(&site, 0).await;
        pass(MINUTE * minutes);
        let start = Instant::now();
        let report = site.sweep_within(time).await;
        assert_eq!(report, swept(sent, 1 - sent, 0), "{minutes} {time}");
        assert_eq!(start.elapsed().as_secs(), waited, "{minutes} {time}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_claim_that_is_renewed_meanwhile_is_respected() {
    let site = Site::new(9);
    site.submit_pending("contact").await;
    claim(&site, 0).await;
    let renew = async {
        sleep(Duration::from_secs(7)).await;
        claim(&site, 7).await;
    };
    let (report, ()) = tokio::join!(site.sweep(), renew);
    assert_eq!(report, swept(0, 1, 0));
}

#[tokio::test(start_paused = true)]
async fn no_mail_is_sent_whose_claim_or_sweep_would_end_before_it_is_noted() {
    for (late, time) in [(2_100, 60_000), (1_000, 5_500)] {
        let site = Site::new(9);
        site.submit_pending("contact").await;
        site.set_faults(&[Fault::late("update outbox/", late)]);
        let report = site.sweep_within(time).await;
        assert_eq!(report, swept(0, 1, 0), "{late}");
        assert_eq!(marker(&site).await.claimed, None, "{late}");
        assert_eq!(site.sweep().await, swept(1, 0, 0), "{late}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_request_that_is_stored_slowly_renews_its_claim_before_it_sends() {
    for late in [1_900, 7_000] {
        let site = Site::new(9);
        site.set_faults(&[Fault::late("create submissions/", late)]);
        site.slow_mails(3_000);
        let sweep = async {
            sleep(Duration::from_millis(500)).await;
            site.sweep().await
        };
        let (_, report) = tokio::join!(site.submit_one("contact"), sweep);
        assert_eq!(report.sent, 0, "{late}");
        assert_eq!(site.mailbox.reports().0.len(), 1, "{late}");
        assert_eq!(site.keys(OUTBOX).await, Vec::<String>::new(), "{late}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_mail_that_was_sent_is_noted_with_patience() {
    for (times, left) in [(0, 0), (4, 1)] {
        let site = Site::new(9);
        if times > 0 {
            let delete = Fault::refused("delete outbox/");
            let update = Fault::refused("update outbox/");
            site.set_faults(&[delete, Fault { times, ..update }]);
        }
        site.submit_one("contact").await;
        assert_eq!(site.keys(OUTBOX).await.len(), left, "{times}");
        if left > 0 {
            assert!(marker(&site).await.sent);
        }
        site.set_faults(&[]);
        pass(MINUTE * 11);
        let removed = Report {
            removed: left,
            ..Report::default()
        };
        assert_eq!(site.sweep().await, removed);
        assert_eq!(site.mailbox.reports().0.len(), 1);
    }
}

/// The store carries out the write of a marker a second time, after the mail was sent and the marker removed.
#[tokio::test(start_paused = true)]
async fn a_marker_that_is_written_late_does_not_mail_twice() {
    for limit in [9, 0] {
        let site = Site::new(limit);
        let mails = || site.mailbox.mails.lock().unwrap().len();
        site.refuse(&["delete outbox/"]);
        site.submit("contact", 1).await;
        let key = site.keys(OUTBOX).await.remove(0);
        let late = Marker {
            sent: false,
            ..marker(&site).await
        };
        site.set_faults(&[]);
        for _ in 0..3 {
            site.sweep().await;
        }
        assert_eq!((site.keys(OUTBOX).await.len(), mails()), (0, 1), "{limit}");
        write(&site, &key, &late);
        pass(MINUTE * 14);
        site.sweep().await;
        assert_eq!((site.keys(OUTBOX).await.len(), mails()), (0, 1), "{limit}");
    }
}
