//! The words and sentences that all forms have in common. `[form]` in `content/words.LANG.toml` translates them.

use serde::{Deserialize, Serialize};

/// A word that forms show: its key, its English text, and the forms that need it.
#[derive(Debug, Clone, Copy)]
pub struct Word {
    /// Key of the word in the table `[form]`.
    pub key: &'static str,
    /// Text in English.
    pub english: &'static str,
    /// The forms that use the word.
    pub used_by: UsedBy,
}

/// Forms that use a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum UsedBy {
    /// Every form.
    Every,
    /// Forms with a file field.
    Files,
    /// Forms that are subscriptions.
    Subscriptions,
}

/// Defines [`Words`]: each word with its meaning and its text in English, after the forms that use it.
macro_rules! words {
    ($($used_by:ident { $($(#[doc = $doc:literal])+ $name:ident = $english:literal,)+ })+) => {
        /// The words and sentences that all forms have in common, in one language. A text that is missing is in English.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default)]
        pub struct Words {
            $($($(#[doc = $doc])+ pub $name: String,)+)+
        }

        impl Default for Words {
            /// Returns the words in English.
            fn default() -> Self {
                Self { $($($name: $english.to_owned(),)+)+ }
            }
        }

        impl Words {
            /// Words in the order of their declaration.
            pub const ALL: &'static [Word] = &[
                $($(Word { key: stringify!($name), english: $english, used_by: UsedBy::$used_by },)+)+
            ];
        }
    };
}

words! {
    Every {
        /// Mark of a field that may stay empty.
        optional = "(optional)",
        /// Heading above the errors of a form.
        problem = "There is a problem",
        /// Text that screen readers read out before an error.
        error = "Error:",
        /// Begins the message that a form could not be sent.
        not_sent = "Not sent.",
        /// Continues it.
        try_again = "Your text is still here. Try again.",
        /// Continues it, if there is a telephone.
        try_or_call = "Your text is still here. Try again, or call {phone}.",
        /// Label of a submission's reference.
        reference = "Reference",
        /// Label of the button that shows the form again after it was sent.
        again = "Send another",
        /// Name of the region with messages.
        notifications = "Notifications",
        /// Name of the button that closes a message.
        close = "Close",
        /// End of the sentence with the links of the notice.
        stop = ".",
        /// Message if the network fails.
        network = "Network error occurred",
        /// Message if there is no reply.
        timeout = "The server did not answer within 60 seconds. Please try again.",
        /// Link that skips the header of a page.
        skip = "Skip to content",
        /// Link to the page with the form, from a reply or from a page that a link in a mail has opened.
        back = "Back to the website",
        /// Heading of a message that concerns no form.
        wrong = "Something went wrong",
        /// Error of an empty field.
        required = "{label}: please fill in this field.",
        /// Error of a field without a chosen option.
        choose = "{label}: choose one of the options.",
        /// Error of an email address.
        email = "{label}: enter an address like name@example.com.",
        /// Error of a telephone number.
        tel = "{label}: enter one number of 7 to 20 digits, without an extension; spaces, +, -, dots and brackets are allowed.",
        /// Error of a web address.
        url = "{label}: enter one web address that begins with https:// or http://, without spaces.",
        /// Error of a date.
        date = "{label}: enter a real date as DD/MM/YYYY, for example 31/12/1990.",
        /// Error of a date that is not in the past.
        future = "{label}: enter a date in the past.",
        /// Error of a text.
        text = "{label}: enter plain text.",
        /// Error of a line of text with line breaks.
        one_line = "{label}: enter one line of plain text, without line breaks.",
        /// Error of a text that is too long.
        too_long = "{label}: use at most {count} characters.",
        /// Error of a value that was sent twice.
        twice = "{label}: send exactly one value for this field.",
        /// Message above several errors.
        correct = "Please correct {count} fields and send the form again.",
        /// Message if the form cannot be stored.
        unavailable = "We could not save your form just now. Please try again in a minute; what you typed is still here. (Reference {reference})",
        /// Message if too many forms were sent.
        too_many = "Too many forms were sent from here. Please try again in {seconds} seconds.",
        /// Message if the form was sent from another site.
        foreign = "This form can only be sent from the site's own pages.",
        /// Message if the form is larger than any valid one.
        form_too_large = "This is more than the form can take. Please shorten it, or send it by email.",
        /// Message if the form cannot be read.
        unreadable = "We could not read this form. Please send it again or, if this happens once more, send it by email.",
        /// Message if the form is sent with a content type that it does not accept.
        content_type = "Send this form with one of these content types: {types}.",
        /// Message if a program sends an idempotency key that cannot be used.
        bad_key = "The Idempotency-Key header has to be 16 to 255 visible ASCII characters, for example a UUID.",
        /// Message if a program sends an idempotency key again, with another form.
        key_reused = "This Idempotency-Key was used for another submission. Send this one with a new key.",
        /// Message if a browser asks the form function for a page.
        no_page = "This address only receives what the form sends. Please go back to the website, and fill in the form there.",
        /// Message if the form arrives too slowly.
        too_slow = "Your form took too long to arrive. Please send it again, or send it by email.",
    }
    Files {
        /// Name of the progress bar of a file.
        upload = "Upload",
        /// Error of a field without a chosen file.
        choose_file = "{label}: choose a file.",
        /// Error of a file of another kind.
        file_kind = "{label}: please upload a {kinds} file.",
        /// Word before the last of several kinds: PDF, DOC or DOCX.
        or = "or",
        /// Error of a file that is too large.
        too_large = "{label}: upload a file of {megabytes} MB or less.",
        /// Error of an empty file.
        empty_file = "This file is empty. Please save your document again, and choose it once more.",
        /// Error of a file with the name of another kind.
        misnamed = "This file is a {kind} whatever its name says. Please change the end of its name to .{extension}, and choose it again.",
        /// Error of a file that is not what its name says.
        other_content = "The content of this file is not what its name says. Please open it, save it as a PDF, and upload that.",
        /// Error of a file with macros.
        macros = "This document contains macros, which are small programs. Please save it as a PDF, and upload that.",
        /// Error of a PDF with a password.
        locked_pdf = "This PDF opens only with a password. Please open it, print it to a new PDF without one, and upload that.",
        /// Error of a Word document with a password.
        locked_word = "Word saved this with a password. Please remove it (File, Info, Protect Document), save, and upload it again.",
        /// Message if a file has to be chosen again.
        choose_again = "Please choose your file again: a browser does not keep it.",
    }
    Subscriptions {
        /// Subject of the mail that asks a subscriber to confirm.
        confirm_subject = "Please confirm your subscription: {site}",
        /// Text of that mail, before the link.
        confirm_mail = "Somebody, probably you, has given us this address to receive what we send to our subscribers. To confirm, open this page and press its button:",
        /// Text of that mail, after the link.
        confirm_ignore = "If it was not you, do nothing. We will not write to you again.",
        /// Heading of the page that asks a subscriber to confirm.
        confirm_title = "Confirm your subscription",
        /// Text of that page.
        confirm_lead = "Press the button, and we will write to you from now on.",
        /// Label of its button.
        confirm_button = "Confirm",
        /// Heading of the page after that.
        confirmed_title = "You are subscribed",
        /// Text of that page.
        confirmed_lead = "Thank you for confirming. Every mail has a link to unsubscribe.",
        /// Heading of the page that asks a subscriber before unsubscribing.
        leave_title = "Unsubscribe",
        /// Text of that page.
        leave_lead = "Press the button, and we will not write to you again.",
        /// Label of its button.
        leave_button = "Unsubscribe",
        /// Heading of the page after that.
        left_title = "You are unsubscribed",
        /// Text of that page.
        left_lead = "We will not write to you again.",
        /// Message for a link that no longer works.
        dead_link = "This link does not work any more. Please subscribe again, or write to us.",
    }
}

/// Returns a sentence with its placeholders, such as `{label}`, replaced by values.
pub fn fill(sentence: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(sentence.len());
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let known = after.split_once('}').and_then(|(name, after)| {
            let (_, value) = values.iter().find(|(known, _)| *known == name)?;
            Some((*value, after))
        });
        let (value, after) = known.unwrap_or(("{", after));
        filled.push_str(value);
        rest = after;
    }
    filled + rest
}

/// Returns the placeholders of a sentence, in order.
pub fn placeholders(sentence: &str) -> impl Iterator<Item = &str> {
    let parts = sentence.split('{').skip(1);
    parts.filter_map(|part| Some(part.split_once('}')?.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_never_read_as_placeholders() {
        for (sentence, filled) in [
            ("{label}: at most {count}.", "a{count}: at most 5."),
            ("{other} {label", "{other} {label"),
            ("{{label}", "{a{count}"),
        ] {
            assert_eq!(
                fill(sentence, &[("label", "a{count}"), ("count", "5")]),
                filled
            );
        }
        assert_eq!(placeholders("{a} b {c} {").collect::<Vec<_>>(), ["a", "c"]);
    }
}
