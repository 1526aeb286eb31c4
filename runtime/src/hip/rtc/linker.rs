//! A link: pieces compiled with `-fgpu-rdc` become one module. Serves hipRTC's functions and HIP's own (`hipLink*`).
//!
//! Called by `capi::link`.

use std::path::Path;
use std::sync::Arc;

use spirv_gen::driver::rtc::{self, Input};

use super::error::{RtcError, RtcResult};
use crate::hip::dialect;
use crate::hip::error::HipError;
use crate::hip::handle::{Registered, Registry};
use crate::hip::locks::{Mutex, Rank};

/// Kinds of input that HIP lists as supported: LLVM's bitcode, bundles of it, archives of those, and SPIR-V, which for us is what hipRTC
/// made for such a target. What an input really is, its first bytes say.
const KINDS: std::ops::RangeInclusive<u32> = 100..=103;

/// An unfinished or finished link.
#[derive(Debug)]
pub struct Link {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    inputs: Vec<Input>,
    /// C holds pointers to each.
    modules: Vec<Arc<[u8]>>,
}

impl Registered for Link {
    const KIND: u8 = 0x71;
    const NAME: &'static str = "link";
    /// As HIPRTC_ERROR_INVALID_INPUT, which HIP gives as this.
    const MISSING: HipError = HipError::InvalidValue;

    fn registry() -> &'static Registry<Link> {
        static ALL: Registry<Link> = Registry::new();
        &ALL
    }
}

impl Link {
    /// Nothing to link yet.
    pub fn new() -> Link {
        Link { state: Mutex::new(Rank::Program, State::default()) }
    }

    /// HIP: "only the input types HIPRTC_JIT_INPUT_LLVM_BITCODE, HIPRTC_JIT_INPUT_LLVM_BUNDLED_BITCODE and
    /// HIPRTC_JIT_INPUT_LLVM_ARCHIVES_OF_BUNDLED_BITCODE are supported". "If adding the file fails … HIPRTC_ERROR_PROGRAM_CREATION_FAILURE."
    pub fn add(&self, kind: u32, name: String, bytes: Vec<u8>) -> RtcResult {
        check_kind(kind)?;
        if bytes.is_empty() {
            return Err(RtcError::InvalidInput.because("the input is empty"));
        }
        if !rtc::is_linkable(&bytes) {
            let what = "neither LLVM bitcode nor what hipRTC or hipcc made with -fgpu-rdc";
            return Err(RtcError::ProgramCreationFailure.because(format_args!("{name}: {what}")));
        }
        self.state.lock().inputs.push(Input { name, bytes });
        Ok(())
    }

    /// The same with a file's contents.
    pub fn add_file(&self, kind: u32, path: String) -> RtcResult {
        check_kind(kind)?;
        let bytes = std::fs::read(&path)
            .map_err(|error| RtcError::ProgramCreationFailure.because(format_args!("cannot read {path}: {error}")))?;
        self.add(kind, path, bytes)
    }

    /// The module, which lives as long as the link. An error comes with the log.
    pub fn complete(&self, library: &Path) -> Result<Arc<[u8]>, String> {
        let warp_size = dialect::of_program().warp_size;
        let mut state = self.state.lock();
        let module: Arc<[u8]> = rtc::link(&state.inputs, warp_size, library)?.into();
        state.modules.push(Arc::clone(&module));
        Ok(module)
    }
}

fn check_kind(kind: u32) -> RtcResult {
    if KINDS.contains(&kind) {
        return Ok(());
    }
    Err(RtcError::InvalidInput.because(format_args!("input of kind {kind} cannot be linked")))
}

#[cfg(test)]
mod tests {
    use super::{Link, RtcError};

    #[test]
    fn only_what_can_be_linked_is_taken() {
        let link = Link::new();
        let add = |kind, bytes: &[u8]| link.add(kind, "a".into(), bytes.to_vec());
        assert_eq!(add(0, b"BC\xc0\xde"), Err(RtcError::InvalidInput));
        assert_eq!(add(104, b"BC\xc0\xde"), Err(RtcError::InvalidInput));
        assert_eq!(add(100, b""), Err(RtcError::InvalidInput));
        assert_eq!(add(100, b"call me ishmael"), Err(RtcError::ProgramCreationFailure));
        assert_eq!(add(100, b"BC\xc0\xde"), Ok(()));
        assert_eq!(link.add_file(100, "/nonexistent".into()), Err(RtcError::ProgramCreationFailure));
    }

    #[test]
    fn nothing_links_to_nothing() {
        let log = Link::new().complete(std::path::Path::new("/")).expect_err("there is no input");
        assert!(log.contains("nothing to link"), "{log}");
    }
}
