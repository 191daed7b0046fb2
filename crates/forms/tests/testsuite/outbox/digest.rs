//! Tests of the daily limit of mails, and of the digest that reports the submissions beyond it.

use std::collections::BTreeSet;
use std::time::Duration;

use forms::MAILED;
use forms::inbox::{Filter, Status, entries};
use forms::outbox::{HELD, OUTBOX};
use forms::sweep::Report;
use futures_util::future::join_all;
use jiff::SignedDuration;
use tokio::time::timeout;

use super::site::{Site, pass, references, swept};
use crate::unreliable::Fault;

#[tokio::test(start_paused = true)]
async fn beyond_the_limit_one_digest_reports_all() {
    let site = Site::new(3);
    let first = site.submit("contact", 3).await;
    let career = site.submit("career", 2).await;
    let contact = site.submit("contact", 3).await;
    let held: BTreeSet<String> = career.union(&contact).cloned().collect();
    assert_eq!(site.mailbox.reports(), (first.clone(), vec![]));
    assert_eq!(site.keys(OUTBOX).await, Vec::<String>::new());
    let waiting = Filter {
        status: Some(Status::Held),
        ..Filter::default()
    };
    assert_eq!(entries(&site.folder, &waiting).await.entries.len(), 5);

    // The first digest is sent at once, and reports everything that is held.
    assert_eq!(site.sweep().await, swept(1, 0, 0));
    assert_eq!(site.mailbox.reports(), (first.clone(), vec![held.clone()]));
    assert_eq!(site.keys(HELD).await, Vec::<String>::new());
    assert_eq!(entries(&site.folder, &waiting).await.entries, vec![]);
    let digest = String::from_utf8(site.mailbox.mails.lock().unwrap()[3].raw.clone()).unwrap();
    for line in [
        "Subject: 5 more submissions\r\n",
        "The limit of 3 mails a day was reached",
        "\r\nThe form career: 2\r\n  ",
        "\r\nThe form contact: 3\r\n  ",
        "\r\nTo read one:  site inbox show REFERENCE\r\n",
    ] {
        assert!(digest.contains(line), "{line}: {digest}");
    }
    assert!(!digest.contains("asha") && !digest.contains("Reply-To"));

    // Submissions in the rest of the day wait for the next digest, a day later.
    let late = site.submit("career", 2).await;
    pass(SignedDuration::from_hours(19));
    assert_eq!(site.sweep().await, swept(0, 0, 2));
    pass(SignedDuration::from_hours(1));
    // It is now the next day in UTC, which is this site's time zone.
    let next = site.submit("contact", 2).await;
    assert_eq!(site.sweep().await, swept(0, 0, 2));
    pass(SignedDuration::from_hours(4));
    assert_eq!(site.sweep().await, swept(1, 0, 0));
    let own = first.union(&next).cloned().collect();
    assert_eq!(site.mailbox.reports(), (own, vec![held, late]));
    pass(SignedDuration::from_hours(48));
    assert_eq!(site.sweep().await, Report::default());
}

#[tokio::test(start_paused = true)]
async fn the_limit_holds_for_parallel_senders_and_sweeps_send_one_digest() {
    let site = Site::new(5);
    let ids: BTreeSet<String> = join_all((0..20).map(|_| site.submit_one("contact")))
        .await
        .into_iter()
        .collect();
    let more = site.submit("contact", 5).await;
    join_all((0..8).map(|_| site.sweep())).await;
    let (own, digests) = site.mailbox.reports();
    assert!(own.is_subset(&ids) && own.len() >= 5, "{own:?}");
    assert_eq!(digests.len(), 1);
    assert!(digests[0].is_superset(&more) && digests[0].is_disjoint(&own));
    assert_eq!(own.len() + digests[0].len(), 25);
    assert_eq!(site.keys(HELD).await, Vec::<String>::new());
}

#[tokio::test(start_paused = true)]
async fn a_mail_that_is_tried_again_counts_once() {
    let site = Site::new(2);
    site.refuse_mails(true);
    let ids = site.submit("contact", 2).await;
    for _ in 0..5 {
        pass(SignedDuration::from_mins(6));
        assert_eq!(site.sweep().await, swept(0, 2, 0));
    }
    // The mails that wait for another attempt have used up the daily limit.
    let held = site.submit("contact", 1).await;
    site.refuse_mails(false);
    assert_eq!(site.sweep().await, swept(3, 0, 0));
    assert_eq!(site.mailbox.reports(), (ids, vec![held]));
}

#[tokio::test(start_paused = true)]
async fn a_digest_that_fails_is_pending_and_tried_again() {
    for refused in [
        &["create mailed/digest.json"][..],
        &["update mailed/digest.json"],
        &["list mailed/"],
        &["mail"],
    ] {
        let site = Site::new(1);
        let own = site.submit("contact", 1).await;
        let mut held = site.submit("contact", 3).await;
        site.refuse(refused);
        site.refuse_mails(refused == ["mail"]);
        if refused == ["list mailed/"] {
            // The number of today's mails cannot be determined, so this mail waits.
            held.extend(site.submit("contact", 1).await);
            assert_eq!(site.keys(OUTBOX).await.len(), 1);
            assert_eq!(site.sweep().await, swept(1, 1, 0));
            site.refuse(&[]);
            pass(SignedDuration::from_hours(25));
            assert_eq!(site.sweep().await.sent, 1);
            let (own, digests) = site.mailbox.reports();
            assert_eq!(own.len() + digests[0].len(), 5);
            continue;
        }
        let report = site.sweep().await;
        assert_eq!((report.sent, report.held), (0, 0), "{refused:?}");
        assert!(report.pending > 0, "{refused:?}");
        assert_eq!(site.keys(HELD).await.len(), 3, "{refused:?}");
        site.refuse(&[]);
        site.refuse_mails(false);
        assert_eq!(site.sweep().await, swept(1, 0, 0), "{refused:?}");
        assert_eq!(site.mailbox.reports(), (own, vec![held]), "{refused:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_marker_whose_move_was_interrupted_is_reported_once() {
    let site = Site::new(1);
    site.submit("contact", 1).await;
    site.refuse(&["delete outbox/"]);
    let held = site.submit("contact", 1).await;
    site.refuse(&[]);
    let places = [site.keys(OUTBOX).await.len(), site.keys(HELD).await.len()];
    assert_eq!(places, [1, 1]);
    // On the next day, the limit would allow a separate mail for the submission.
    pass(SignedDuration::from_hours(24));
    assert_eq!(site.sweep().await, swept(0, 0, 1));
    assert_eq!(site.keys(OUTBOX).await, Vec::<String>::new());
    assert_eq!(site.sweep().await, swept(1, 0, 0));
    assert_eq!(site.mailbox.reports().1, [held]);
}

#[tokio::test(start_paused = true)]
async fn what_was_reported_is_not_reported_again() {
    let site = Site::new(1);
    site.submit("contact", 1).await;
    let first = site.submit("contact", 2).await;
    site.refuse(&["delete held/"]);
    assert_eq!(site.sweep().await, swept(1, 0, 0));
    assert_eq!(site.keys(HELD).await.len(), 2);
    pass(SignedDuration::from_hours(1));
    let second = site.submit("contact", 1).await;
    pass(SignedDuration::from_hours(24));
    assert_eq!(site.sweep().await, swept(1, 0, 0));
    site.refuse(&[]);
    pass(SignedDuration::from_hours(24));
    assert_eq!(site.sweep().await, Report::default());
    assert_eq!(site.keys(HELD).await, Vec::<String>::new());
    assert_eq!(site.mailbox.reports().1, [first, second]);
}

#[tokio::test(start_paused = true)]
async fn a_digest_claimed_by_a_process_that_was_killed_is_taken_over() {
    for (claimed, is_sent) in [
        ("2026-11-22T03:50:00Z", false),
        ("2026-11-22T03:49:50Z", true),
        ("2026-11-22T04:04:00Z", false),
        // A wrong clock does not delay the digest.
        ("2031-01-01T00:00:00Z", true),
    ] {
        let site = Site::new(1);
        site.submit("contact", 2).await;
        let state = format!(r#"{{"claimed":"{claimed}","sent":false,"reported":[]}}"#);
        let digest = format!("{MAILED}digest.json");
        site.folder.write(&digest, state.as_bytes()).unwrap();
        let expected = if is_sent {
            swept(1, 0, 0)
        } else {
            swept(0, 0, 1)
        };
        assert_eq!(site.sweep().await, expected, "{claimed}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_digest_of_a_flood_lists_the_first_thousand() {
    let site = Site::new(1);
    for (form, number) in (0..1_200).map(|number| (["career", "gone"][number % 2], number)) {
        let folder = site.temporary.root.join(HELD).join(form);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(format!("{number:026}.{number:026}")), "{}").unwrap();
    }
    site.refuse(&["delete held/"]);
    assert_eq!(site.sweep().await, swept(1, 0, 0));
    let mails = site.mailbox.mails.lock().unwrap();
    let raw = String::from_utf8(mails[0].raw.clone()).unwrap();
    for line in [
        "Subject: 1200 more submissions\r\n",
        "\r\nThe form career: 600\r\n",
        "\r\ngone: 600\r\n",
        "\r\n  and 200 more\r\n",
    ] {
        assert!(raw.contains(line), "{line}");
    }
    assert_eq!(references(&raw).len(), 1_001);
}

#[tokio::test(start_paused = true)]
async fn a_pending_mail_beyond_the_limit_is_held_too() {
    let site = Site::new(1);
    let own = site.submit("contact", 1).await;
    site.refuse(&["list mailed/"]);
    let held = site.submit("contact", 1).await;
    site.refuse(&[]);
    assert_eq!(site.sweep().await, swept(0, 0, 1));
    assert_eq!(site.sweep().await, swept(1, 0, 0));
    assert_eq!(site.mailbox.reports(), (own, vec![held]));
}

#[tokio::test(start_paused = true)]
async fn a_digest_is_sent_only_if_there_is_time_to_note_it() {
    let site = Site::new(1);
    site.submit("contact", 2).await;
    assert_eq!(site.sweep_within(7_000).await, swept(0, 0, 1));
    // The claim would expire before the mail is sent and recorded.
    site.set_faults(&[Fault::late("update mailed/", 3_000)]);
    assert_eq!(site.sweep().await, swept(0, 0, 1));
    pass(SignedDuration::from_mins(11));
    // Recording that the digest was sent fails four times, and then succeeds.
    site.set_faults(&[Fault {
        after: 1,
        times: 4,
        ..Fault::refused("update mailed/")
    }]);
    assert_eq!(site.sweep().await, swept(1, 0, 0));
    pass(SignedDuration::from_mins(11));
    assert_eq!(site.sweep().await, Report::default());
}

#[tokio::test(start_paused = true)]
async fn a_sweep_that_is_killed_while_it_sends_the_digest_forgets_nothing() {
    let site = Site::new(1);
    site.submit("contact", 2).await;
    site.refuse(&["delete held/"]);
    assert_eq!(site.sweep().await, swept(1, 0, 0));
    let new = site.submit("contact", 1).await;
    pass(SignedDuration::from_hours(24));
    site.slow_mails(3_000);
    let killed = timeout(Duration::from_secs(1), site.sweep()).await;
    assert!(killed.is_err());
    pass(SignedDuration::from_mins(11));
    assert_eq!(site.sweep().await, swept(1, 0, 0));
    assert_eq!(site.mailbox.reports().1[1..], [new]);
}

#[tokio::test(start_paused = true)]
async fn what_was_reported_is_removed_only_in_time() {
    let site = Site::new(1);
    site.submit("contact", 2).await;
    site.refuse(&["delete held/"]);
    site.sweep().await;
    site.refuse(&[]);
    site.sweep_within(900).await;
    assert_eq!(site.keys(HELD).await.len(), 1);
    site.sweep_within(2_000).await;
    assert_eq!(site.keys(HELD).await.len(), 0);
}
