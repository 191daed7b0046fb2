//! The threads that build a site.

use rayon::ThreadPoolBuilder;

/// Makes the current thread one of the threads that build the site, in a command that builds it once and waits for the result.
/// Otherwise this thread would only wait for the others, and most of the memory would be used by another thread than the one that
/// allocated it. The pool of threads needs this thread, so it must not wait for any other thread that uses the pool.
pub fn build_in_current() {
    // Fails only if there is a pool already, which can be used as well.
    let _ = ThreadPoolBuilder::new().use_current_thread().build_global();
}
