//! Tests of the requirements M: the notification mail.

use crate::support::documents::pdf;
use crate::support::request::{Request, career, changed, contact, post, valid};
use crate::support::target::both;

/// Returns the header names of a raw message, in order.
fn headers(mail: &str) -> Vec<&str> {
    let head = mail.split("\r\n\r\n").next().unwrap();
    head.lines()
        .filter(|line| !line.starts_with(' '))
        .map(|line| line.split(':').next().unwrap())
        .collect()
}

const HEADERS: [&str; 10] = [
    "From",
    "To",
    "Reply-To",
    "Subject",
    "Date",
    "Message-ID",
    "X-Submission-Id",
    "Auto-Submitted",
    "MIME-Version",
    "Content-Type",
];

/// Returns the plain text and the HTML of a raw message.
fn bodies(mail: &str) -> [String; 2] {
    let boundary = mail.split("boundary=\"").nth(1).unwrap();
    let boundary = format!("--{}", boundary.split('"').next().unwrap());
    let mut parts = mail.split(&boundary).skip(1);
    [(); 2].map(|()| {
        let (_, body) = parts.next().unwrap().split_once("\r\n\r\n").unwrap();
        let body = body.replace("=\r\n", "");
        let mut pieces = body.split('=');
        let mut bytes = pieces.next().unwrap().as_bytes().to_vec();
        for piece in pieces {
            bytes.push(u8::from_str_radix(&piece[..2], 16).unwrap());
            bytes.extend(&piece.as_bytes()[2..]);
        }
        String::from_utf8(bytes).unwrap().replace("\r\n", "\n")
    })
}

#[tokio::test]
async fn m1_no_field_adds_a_header() {
    let injections = [
        "a\r\nBcc: x@example.com",
        "a\nBcc: x@example.com",
        "a\rBcc: x",
        "a\0b",
        "a\u{2028}Bcc: x",
        "a\u{2029}b",
    ];
    for target in both().await {
        for form in ["contact", "query", "newsletter"] {
            for (field, _) in valid(form).as_object().unwrap() {
                if ["message", "query"].contains(&field.as_str()) {
                    continue;
                }
                for injection in injections {
                    let reply = target.send(changed(form, field, injection)).await;
                    assert_eq!(reply.status, 422, "{form} {field} {injection:?}");
                }
            }
        }
        target.assert_untouched().await;
        let text = "a\r\nBcc: x@example.com\r\n\r\n--=_boundary\r\n.\r\n\u{2028}Bcc: y";
        let long = changed("contact", "message", text);
        target.accept(long).await;
        let mails = target.mails().await;
        assert_eq!(headers(&mails[0]), HEADERS);
        for line in mails[0].split("\r\n") {
            let is_plain = line.is_ascii() && !line.contains(['\r', '\n']);
            assert!(line.len() <= 78 && is_plain, "{line:?}");
        }
    }
}

#[tokio::test]
async fn m1_no_header_holds_an_encoded_word() {
    let name = "=?utf-8?q?Bcc=3A_x=40evil.example?=";
    for target in both().await {
        let request = changed("contact", "name", name);
        target.accept(request).await;
        let mail = &target.mails().await[0];
        let head = mail.split("\r\n\r\n").next().unwrap();
        assert!(!head.contains("=?"), "{head}");
        let [text, _] = bodies(mail);
        assert!(text.contains(&format!("\nName: {name}\n")), "{text}");
    }
}

#[tokio::test]
async fn m1_what_was_typed_cannot_pass_for_the_mails_own_words() {
    let mut fields = valid("contact");
    let blanks = " \u{a0}\u{3000}\u{2800}\u{3164}\t".repeat(20);
    fields["name"] = format!("Asha\u{3164}\u{202e}{blanks}Reference: 1").into();
    fields["company"] = "\u{202e}oaR\u{2066}\u{200f}".into();
    fields["message"] =
        "Hello\n\nReference: 2\u{2028}Received: today\n\u{202e}Email: x@evil.example\n\nAnswer this mail".into();
    for target in both().await {
        let reply = target.accept(Request::json("/contact", &fields)).await;
        let [text, html] = bodies(&target.mails().await[0]);
        let received = text.lines().nth(2).unwrap();
        assert!(received.starts_with("Received: "), "{received}");
        let id = reply.id();
        assert_eq!(
            text.trim_end(),
            format!(
                "New: Contact message\nReference: {id}\n{received}\n\n\
                 Name: Asha Reference: 1\nEmail: asha@example.com\nPhone: +91 79 4000 0000\n\
                 Company: oaR\nService: Chartered Accountant Services (CA)\n\
                 Message:\n> Hello\n> \n> Reference: 2\n> Received: today\n> Email: x@evil.example\n> \n\
                 > Answer this mail\n\nAnswer this mail to write to the sender."
            )
        );
        let reference = html.find(&format!("Reference: {id}")).unwrap();
        assert!(reference < html.find("<dl").unwrap(), "{html}");
        let marked = html.matches("border-left").count();
        assert_eq!(marked, html.matches("<dd").count(), "{html}");
        let hidden =
            |c| matches!(c, '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        assert!(!html.contains(hidden) && !text.contains(hidden));
        let record = target.record().await;
        assert_eq!(record["fields"]["company"], "oaR");
    }
}

#[tokio::test]
async fn m2_sender_and_recipients_are_the_settings_and_replies_go_to_the_visitor() {
    for target in both().await {
        let mut fields = valid("contact");
        for name in ["_cc", "_to", "bcc"] {
            fields[name] = "x@evil.example".into();
        }
        fields["_subject"] = "Hi".into();
        target.accept(Request::json("/contact", &fields)).await;
        let mail = &target.mails().await[0];
        let head = "From: forms@example.com\r\nTo: staff";
        assert!(mail.starts_with(head), "{mail}");
        assert!(mail.contains("\r\nReply-To: asha@example.com\r\n"));
        // What was sent in unknown fields is shown, and steers nothing.
        let (headers, _) = mail.split_once("\r\n\r\n").unwrap();
        assert!(!headers.contains("evil.example"), "{headers}");
    }
}

#[tokio::test]
async fn m3_text_first_then_escaped_html_and_no_attachment() {
    for target in both().await {
        let name = "<img src=x onerror=alert(1)> & \"Co\"";
        target.accept(changed("contact", "name", name)).await;
        let mail = &target.mails().await[0].replace("=\r\n", "");
        let (text, html) = mail.split_once("Content-Type: text/html").unwrap();
        assert!(text.contains("Content-Type: text/plain; charset=utf-8"));
        let shown = format!("Name: {}", name.replace('=', "=3D"));
        assert!(text.contains(&shown), "{text}");
        let labels = "Name: Email: Phone: Company: Service: Message: Reference:";
        for label in labels.split(' ') {
            assert!(text.contains(label), "{label}");
        }
        assert!(html.contains("&lt;img") && !html.contains("<img"), "{html}");
        target.accept(career("cv.pdf", &pdf(200))).await;
        let mut mails = target.mails().await;
        mails.retain(|mail| mail.contains("Job application"));
        let mail = &mails[0];
        assert!(!mail.contains("Content-Disposition") && !mail.contains("application/pdf"));
        assert_eq!(headers(mail), HEADERS);
    }
}

#[tokio::test]
async fn m4_gender_and_date_of_birth_stay_out_and_every_mail_has_its_reference() {
    for target in both().await {
        let reply = target.send(career("me/c\u{202e}v.pdf", &pdf(200))).await;
        let (id, mail) = (reply.id(), &target.mails().await[0]);
        for absent in ["Gender", "female", "Date of birth", "29/02/2000"] {
            assert!(!mail.contains(absent), "{absent}");
        }
        assert!(mail.contains(&format!("\r\nX-Submission-Id: {id}\r\n")));
        assert!(mail.contains(&format!("Reference: {id}")));
        let [text, _] = bodies(mail);
        let resume = "\nResume: cv.pdf (1 KB), kept with the submission\n";
        assert!(text.contains(resume), "{text}");
        // The omitted values are stored.
        assert_eq!(target.record().await["fields"]["gender"], "female");
    }
}

#[tokio::test]
async fn m5_newsletter_addresses_are_stored_and_mailed_and_no_mail_holds_a_signed_link() {
    for target in both().await {
        target.accept(post("newsletter")).await;
        assert_eq!(target.record().await["fields"], valid("newsletter"));
        assert!(target.mails().await[0].contains("Email: asha@example.com"));
        target.send(contact()).await;
        for mail in target.mails().await {
            assert!(!mail.contains("X-Amz-") && !mail.contains("http://"));
        }
    }
}
