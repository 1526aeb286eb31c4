//! libamd_comgr's status codes.

use std::ffi::CStr;

use crate::hip::error::HipError;

/// An `amd_comgr_status_t` but `AMD_COMGR_STATUS_SUCCESS`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Failure {
    /// It went wrong; a log may say why.
    Error = 1,
    /// An argument is null, no handle of ours, or not to be used for this.
    InvalidArgument = 2,
    /// No memory.
    OutOfResources = 3,
}

/// What a function of libamd_comgr returns.
pub type Status<T = ()> = Result<T, Failure>;

impl Failure {
    /// As C has it.
    pub fn code(self) -> u32 {
        self as u32
    }

    /// The same, with the reason in the log.
    pub fn because(self, reason: impl std::fmt::Display) -> Failure {
        log::debug!("{}: {reason}", name(self.code()).unwrap_or_default().to_string_lossy());
        self
    }
}

/// What is not here at all.
pub fn missing<T>(what: &str) -> Status<T> {
    Err(Failure::Error.because(format_args!("{what} is not offered")))
}

/// The name of a code, if it is one.
pub fn name(code: u32) -> Option<&'static CStr> {
    Some(match code {
        0 => c"SUCCESS",
        1 => c"ERROR",
        2 => c"INVALID_ARGUMENT",
        3 => c"OUT_OF_RESOURCES",
        _ => return None,
    })
}

/// Arguments are converted by the rules of HIP's functions.
impl From<HipError> for Failure {
    fn from(error: HipError) -> Failure {
        match error {
            HipError::OutOfMemory => Failure::OutOfResources,
            HipError::InvalidHandle | HipError::InvalidValue => Failure::InvalidArgument,
            _ => Failure::Error,
        }
    }
}
