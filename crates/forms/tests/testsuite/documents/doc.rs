//! Word documents of before 2007: compound files.

use forms::file::FileFault::{EmbeddedFile, Macros};

use super::check;
use super::samples::compound;

#[test]
fn old_documents() {
    let compound = |streams: &[&str]| {
        let base = [
            "/WordDocument",
            "/1Table",
            "/Data",
            "/\u{1}CompObj",
            "/\u{5}SummaryInformation",
        ];
        compound(&[&base, streams].concat())
    };
    check(
        "doc",
        vec![
            ("sound", compound(&[]), Ok(())),
            ("no objects", compound(&["/ObjectPool/"]), Ok(())),
            ("data store", compound(&["/MsoDataStore/x"]), Ok(())),
            (
                "object",
                compound(&[
                    "/ObjectPool/",
                    "/ObjectPool/_1234/",
                    "/ObjectPool/_1234/\u{1}Ole",
                ]),
                Err(EmbeddedFile),
            ),
            (
                "object elsewhere",
                compound(&["/x/\u{1}Ole10Native"]),
                Err(EmbeddedFile),
            ),
            ("macros", compound(&["/Macros/"]), Err(Macros)),
            (
                "macros in small letters",
                compound(&["/macros/"]),
                Err(Macros),
            ),
            (
                "macros elsewhere",
                compound(&["/x/", "/x/VBA/"]),
                Err(Macros),
            ),
            ("project", compound(&["/x/_VBA_PROJECT"]), Err(Macros)),
        ],
    );
}
