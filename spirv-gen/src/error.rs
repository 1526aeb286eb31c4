//! What can go wrong between IR text and SPIR-V, and whose fault it is.

use thiserror::Error;

/// Why code could not be compiled. Displayed as `file:line:col: error: in kernel 'k': ...` when the place is known.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{}{kind}", .location.as_ref().map(|l| format!("{l}: ")).unwrap_or_default(), .function.as_ref().map(|f| format!("in '{f}': ")).unwrap_or_default())]
pub struct CompileError {
    /// The kernel or device function concerned, mangled.
    pub function: Option<String>,
    /// `file:line:column` from debug information.
    pub location: Option<String>,
    /// The pass that gave up.
    pub pass: &'static str,
    pub kind: CompileErrorKind,
}

/// The kinds of failure.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CompileErrorKind {
    /// The text is not IR that we read. Caller: wrong file, or a clang version we do not know.
    #[error("cannot read IR, line {line}: {message}")]
    Syntax { line: usize, message: String },
    /// The source uses something we cannot express.
    #[error("unsupported: {0}")]
    Unsupported(String),
    /// The device lacks a feature that the kernel needs.
    #[error("device '{device}' lacks {feature}, which this kernel needs")]
    MissingFeature { device: String, feature: String },
    /// The launch asks for more than the device has.
    #[error("{0}")]
    LimitExceeded(String),
    /// There is no kernel of that name.
    #[error("no kernel named '{0}'")]
    NoSuchKernel(String),
    /// A pass broke an invariant: a bug of ours.
    #[error("internal error (please report): {0}")]
    Internal(String),
}

impl CompileError {
    /// An error of `pass` with nothing known of the place yet.
    pub fn new(pass: &'static str, kind: CompileErrorKind) -> Self {
        Self { function: None, location: None, pass, kind }
    }
    /// The source uses something we cannot express.
    pub fn unsupported(pass: &'static str, what: impl Into<String>) -> Self {
        Self::new(pass, CompileErrorKind::Unsupported(what.into()))
    }
    /// A pass broke an invariant: a bug of ours.
    pub fn internal(pass: &'static str, what: impl Into<String>) -> Self {
        Self::new(pass, CompileErrorKind::Internal(what.into()))
    }
    /// The same, naming the function, unless it already names one.
    pub fn in_function(mut self, name: &str) -> Self {
        self.function.get_or_insert_with(|| name.to_owned());
        self
    }
    /// The same, naming the source place, unless it already names one.
    pub fn at(mut self, location: Option<String>) -> Self {
        if self.location.is_none() {
            self.location = location;
        }
        self
    }
}
