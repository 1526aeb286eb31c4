//! A kernel's code in a bundle: as it was made, or a part of a packed piece that it shares with its neighbours.
//!
//! A piece is unpacked when a kernel of it is to be compiled, which a program that finds its pipelines on disk never does. Kernels of one
//! source are alike, so many packed together take a third of what each would alone; but what is unpacked for one of them is to be no more
//! than a few milliseconds' work, so a piece has an end. Called by [`super::fatbin`] and [`super::BundleKernel`].

use std::borrow::Cow;
use std::sync::Arc;

use super::fatbin::BundleError;
use super::packed;
use crate::digest::digest;

/// Bytes of code that a piece may have, unless it is one kernel: 5 ms of a core.
pub const PIECE: usize = 512 << 10;

/// A kernel's module, encoded ([`super::fatbin::encode_module`]).
#[derive(Clone, Debug)]
pub struct Code {
    digest: u128,
    length: usize,
    place: Place,
}

#[derive(Clone, Debug)]
enum Place {
    Plain(Arc<[u8]>),
    /// From a byte of the unpacked piece on.
    Piece(Arc<[u8]>, usize),
}

impl Code {
    pub fn new(plain: Vec<u8>) -> Self {
        Self { digest: digest(&[&plain]), length: plain.len(), place: Place::Plain(plain.into()) }
    }

    /// The part of a piece that begins at a byte of what that is unpacked, and is known by its digest.
    pub fn of_piece(piece: &Arc<[u8]>, from: usize, length: usize, digest: u128) -> Self {
        Self { digest, length, place: Place::Piece(Arc::clone(piece), from) }
    }

    /// Bytes when unpacked.
    pub fn len(&self) -> usize {
        self.length
    }

    /// What stands for it; it is never worked out from the code again, so asking is free.
    pub fn digest(&self) -> u128 {
        self.digest
    }

    /// The code itself.
    ///
    /// # Errors
    /// The piece is damaged.
    pub fn plain(&self) -> Result<Cow<'_, [u8]>, BundleError> {
        let (piece, from) = match &self.place {
            Place::Plain(bytes) => return Ok(Cow::Borrowed(bytes)),
            Place::Piece(piece, from) => (piece, *from),
        };
        let corrupt = || BundleError::Corrupt("kernel code: not what it was".into());
        let plain = packed::unpack(piece, from..from.checked_add(self.length).ok_or_else(corrupt)?)?;
        if digest(&[&plain]) == self.digest { Ok(Cow::Owned(plain)) } else { Err(corrupt()) }
    }
}

/// The same code, wherever it lies.
impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        (self.digest, self.length) == (other.digest, other.length)
    }
}

impl Eq for Code {}

#[cfg(test)]
mod tests {
    use super::{Arc, Code};
    use crate::bundle::packed::{Effort, pack};

    #[test]
    fn a_part_of_a_piece_is_the_code_that_was_put_there_or_an_error() {
        let parts = [&b"first code, first code"[..], b"second code", b""];
        let piece: Arc<[u8]> = pack(&parts.concat(), Effort::Quick).into();
        let mut from = 0;
        for part in parts {
            let code = Code::new(part.to_vec());
            let found = Code::of_piece(&piece, from, part.len(), code.digest());
            assert_eq!((found.plain().as_deref(), found.len()), (Ok(part), part.len()));
            assert_eq!(found, code);
            assert!(Code::of_piece(&piece, from, part.len(), code.digest() ^ 1).plain().is_err());
            from += part.len();
        }
        assert!(Code::of_piece(&piece, from, 1, 0).plain().is_err());
        assert!(Code::of_piece(&piece, usize::MAX, 1, 0).plain().is_err());
    }
}
