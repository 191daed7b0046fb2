//! Properties that hold for every input.

use bytes::Bytes;
use forms::decode::{Limits, json, multipart, urlencoded};
use forms::{file, value};
use futures_util::stream;
use jiff::civil::date;
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};

use crate::site_forms::site_form;

fn percent(text: &str) -> String {
    let escapes: Vec<String> = text.bytes().map(|byte| format!("%{byte:02x}")).collect();
    escapes.concat()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_decoders_give_back_what_was_encoded(entries in vec(("[a-zA-Z]{1,12}", any::<String>()), 0..20)) {
        let pairs: Vec<String> = entries.iter().map(|(name, text)| format!("{name}={}", percent(text))).collect();
        prop_assert_eq!(&urlencoded(pairs.join("&").as_bytes(), 20).unwrap().texts, &entries);
        let pairs: Vec<String> =
            entries.iter().map(|(name, text)| format!("\"{name}\":{}", serde_json::to_string(text).unwrap())).collect();
        prop_assert_eq!(&json(format!("{{{}}}", pairs.join(",")).as_bytes(), 20).unwrap().texts, &entries);
    }

    #[test]
    fn a_file_arrives_byte_for_byte_however_the_network_cuts_it(content in vec(any::<u8>(), 0..2000), cut in 1_usize..500) {
        let mut body = b"--bOuNdArY\r\nContent-Disposition: form-data; name=\"resume\"; filename=\"cv.pdf\"\r\n\r\n".to_vec();
        body.extend(&content);
        body.extend(b"\r\n--bOuNdArY--\r\n");
        let pieces: Vec<Result<Bytes, std::io::Error>> =
            body.chunks(cut).map(|piece| Ok(Bytes::copy_from_slice(piece))).collect();
        let limits = Limits { body: 10_000, file: 1000, text: 1000, entries: 40 };
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let decoded = runtime
            .block_on(multipart("multipart/form-data; boundary=bOuNdArY", stream::iter(pieces), limits))
            .unwrap();
        prop_assert_eq!(&decoded.uploads[0].bytes[..], &content[..content.len().min(1001)]);
    }

    #[test]
    fn an_accepted_value_is_accepted_again_and_keeps_its_limits(text in any::<String>()) {
        for name in ["career", "contact", "newsletter", "query"] {
            for field in site_form(name).fields {
                if let Ok(stored) = value::check(&field, &text, date(2026, 11, 21)) {
                    prop_assert!(stored.chars().count() <= field.max_length);
                    prop_assert_eq!(value::check(&field, &stored, date(2026, 11, 21)), Ok(stored.clone()));
                }
            }
        }
    }

    #[test]
    fn a_file_name_becomes_harmless_and_stays_so(name in any::<String>()) {
        let clean = file::sanitized(&name);
        prop_assert!(clean.chars().count() <= 100);
        prop_assert!(!clean.contains(|c: char| c.is_control() || "/\\:*?\"<>|".contains(c)));
        prop_assert_eq!(file::sanitized(&clean), clean);
    }
}
