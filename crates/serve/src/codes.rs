//! Codes of findings of the development server.

diagnostic::codes! {
    CANNOT_SERVE {
        name: "cannot-serve",
        summary: "the server cannot listen at this address",
        why: "Nobody could open the site.",
        example: "--host with the address of another computer",
        fix: "Give an address of this computer with --host, or omit it; if the ports are in use, choose another with --port.",
    }
    CANNOT_WATCH {
        name: "cannot-watch",
        summary: "file changes cannot be watched",
        why: "Pages would not change until the server is restarted.",
        example: "more folders than the system's limit",
        fix: "Raise the limit that the message names, or restart the server after changes.",
    }
}
