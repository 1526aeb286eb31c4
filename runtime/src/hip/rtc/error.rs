//! hipRTC's error codes, with the names that `hiprtcGetErrorString` gives.

use std::ffi::CStr;

use crate::hip::error::HipError;

macro_rules! rtc_errors {
    ($($(#[doc = $doc:literal])* $variant:ident = $value:literal, $name:literal;)*) => {
        /// A `hiprtcResult` but `HIPRTC_SUCCESS`.
        #[allow(dead_code, reason = "all of HIP's, ours to return or not")]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u32)]
        pub enum RtcError {
            $($(#[doc = $doc])* $variant = $value,)*
        }

        /// HIP: "returns the name of the error", and for other numbers "Invalid HIPRTC error code".
        pub fn text(code: u32) -> &'static CStr {
            match code {
                0 => c"HIPRTC_SUCCESS",
                $($value => $name,)*
                _ => c"Invalid HIPRTC error code",
            }
        }
    };
}

rtc_errors! {
    /// No memory.
    OutOfMemory = 1, c"HIPRTC_ERROR_OUT_OF_MEMORY";
    /// A program, or something added to a link, could not be made.
    ProgramCreationFailure = 2, c"HIPRTC_ERROR_PROGRAM_CREATION_FAILURE";
    /// A parameter is null or makes no sense.
    InvalidInput = 3, c"HIPRTC_ERROR_INVALID_INPUT";
    /// No such program, or not in a state that has what is asked for.
    InvalidProgram = 4, c"HIPRTC_ERROR_INVALID_PROGRAM";
    /// An option of the linker.
    InvalidOption = 5, c"HIPRTC_ERROR_INVALID_OPTION";
    /// The program does not compile; its log says why.
    Compilation = 6, c"HIPRTC_ERROR_COMPILATION";
    /// Not used.
    BuiltinOperationFailure = 7, c"HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE";
    /// Name expressions come before the compilation.
    NoNameExpressionsAfterCompilation = 8, c"HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION";
    /// Lowered names come behind it.
    NoLoweredNamesBeforeCompilation = 9, c"HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION";
    /// The name expression was not added.
    NameExpressionNotValid = 10, c"HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID";
    /// Our own fault.
    InternalError = 11, c"HIPRTC_ERROR_INTERNAL_ERROR";
    /// What was added does not link.
    Linking = 100, c"HIPRTC_ERROR_LINKING";
}

/// What a hipRTC function returns.
pub type RtcResult<T = ()> = Result<T, RtcError>;

impl RtcError {
    /// As C has it.
    pub fn code(self) -> u32 {
        self as u32
    }

    /// The same, with the reason in the log.
    pub fn because(self, reason: impl std::fmt::Display) -> RtcError {
        log::debug!("{}: {reason}", text(self.code()).to_string_lossy());
        self
    }
}

/// Arguments are converted by the rules of HIP's other functions.
impl From<HipError> for RtcError {
    fn from(error: HipError) -> RtcError {
        match error {
            HipError::OutOfMemory => RtcError::OutOfMemory,
            HipError::InvalidHandle => RtcError::InvalidProgram,
            HipError::InvalidValue => RtcError::InvalidInput,
            _ => RtcError::InternalError,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{RtcError, text};

    #[test]
    fn every_code_has_its_name_and_other_numbers_say_so() {
        assert_eq!(text(0), c"HIPRTC_SUCCESS");
        assert_eq!(text(RtcError::Linking.code()), c"HIPRTC_ERROR_LINKING");
        assert_eq!(text(RtcError::NameExpressionNotValid.code()), c"HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID");
        assert_eq!(text(12), c"Invalid HIPRTC error code");
        assert_eq!(text(u32::MAX), c"Invalid HIPRTC error code");
    }
}
