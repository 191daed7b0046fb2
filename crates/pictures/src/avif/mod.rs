//! AVIF files, whose decoder and encoder are compiled only with the feature `avif`.

#[cfg(feature = "avif")]
mod decode;
#[cfg(feature = "avif")]
mod encode;
#[cfg(feature = "avif")]
mod rgb;

#[cfg(feature = "avif")]
pub(crate) use {decode::decoded, encode::encoded};

#[cfg(not(feature = "avif"))]
mod without {
    use crate::decoded::Decoded;
    use crate::fault::Fault;
    use crate::resize::Pixels;

    fn unsupported<T>(what: &str) -> Result<T, Fault> {
        Err(Fault {
            message: format!("this program cannot {what} AVIF files"),
            help: "compile it with the feature `avif`",
        })
    }

    pub(crate) fn decoded(_: &[u8], _: bool) -> Result<Decoded, Fault> {
        unsupported("read")
    }

    pub(crate) fn encoded(_: &Pixels, _: bool, _: u8) -> Result<Vec<u8>, Fault> {
        unsupported("write")
    }
}

#[cfg(not(feature = "avif"))]
pub(crate) use without::{decoded, encoded};
