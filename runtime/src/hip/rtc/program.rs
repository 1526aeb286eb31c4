//! A hipRTC program: source, headers and name expressions; then what it compiled to, or why it did not.
//!
//! Called by `capi::rtc`.

use std::collections::HashMap;
use std::ffi::{CStr, CString};
use std::path::Path;
use std::sync::Arc;

use spirv_gen::driver::rtc::{self, Compiled, Job};

use super::cache;
use super::error::{RtcError, RtcResult};
use crate::hip::dialect;
use crate::hip::error::HipError;
use crate::hip::handle::{Registered, Registry};
use crate::hip::locks::{Mutex, Rank};

/// What messages call a program without a name.
const NAMELESS: &str = "CompileSource";

/// A program. Several threads may use one; they take turns.
#[derive(Debug)]
pub struct Program {
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    input: rtc::Program,
    /// The last compilation, and those before: C holds pointers to their lowered names.
    outcomes: Vec<Arc<Outcome>>,
}

/// What a compilation left.
#[derive(Debug)]
struct Outcome {
    log: String,
    /// Nothing if it failed.
    compiled: Option<Compiled>,
    /// By name expression.
    lowered: HashMap<String, CString>,
}

impl Registered for Program {
    const KIND: u8 = 0x70;
    const NAME: &'static str = "program";
    /// As HIPRTC_ERROR_INVALID_PROGRAM.
    const MISSING: HipError = HipError::InvalidHandle;

    fn registry() -> &'static Registry<Program> {
        static ALL: Registry<Program> = Registry::new();
        &ALL
    }
}

impl Program {
    /// HIP: "Any invalid input parameter … HIPRTC_ERROR_INVALID_INPUT". The source must not be empty, nor a header or its name.
    pub fn new(source: Vec<u8>, name: Option<String>, headers: Vec<(String, Vec<u8>)>) -> RtcResult<Program> {
        if source.is_empty() {
            return Err(RtcError::InvalidInput.because("the source is empty"));
        }
        if let Some((name, _)) = headers.iter().find(|(name, text)| text.is_empty() || !rtc::is_header_name(name)) {
            return Err(
                RtcError::InvalidInput.because(format_args!("the header '{name}' is empty or cannot be called so"))
            );
        }
        let name = name.filter(|name| !name.is_empty()).unwrap_or_else(|| NAMELESS.to_owned());
        let input = rtc::Program { source, name, headers, names: Vec::new() };
        Ok(Program { state: Mutex::new(Rank::Program, State { input, outcomes: Vec::new() }) })
    }

    /// HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION: "No name expression after compilation".
    pub fn add_name(&self, expression: String) -> RtcResult {
        let mut state = self.state.lock();
        if !state.outcomes.is_empty() {
            return Err(RtcError::NoNameExpressionsAfterCompilation);
        }
        if expression.trim().is_empty() {
            return Err(RtcError::InvalidInput.because("the name expression is empty"));
        }
        if !state.input.names.contains(&expression) {
            state.input.names.push(expression);
        }
        Ok(())
    }

    /// HIP: "If the compiler failed to build the runtime compilation program, it will return HIPRTC_ERROR_COMPILATION." `library` is the
    /// folder of this library.
    pub fn compile(&self, options: &[String], library: &Path) -> RtcResult {
        let warp_size = dialect::of_program().warp_size;
        let mut state = self.state.lock();
        let result = Job::new(&state.input, options, warp_size, library).and_then(|job| cache::compiled(&job));
        let (outcome, result) = match result {
            Ok(compiled) => (Outcome::of(compiled, &state.input.names), Ok(())),
            Err(log) => {
                let failed = RtcError::Compilation.because(&log);
                (Outcome { log, compiled: None, lowered: HashMap::new() }, Err(failed))
            }
        };
        state.outcomes.push(Arc::new(outcome));
        result
    }

    fn outcome(&self) -> Option<Arc<Outcome>> {
        self.state.lock().outcomes.last().cloned()
    }

    /// HIP: "If name_expression is not found, it will return HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID. If failed to get lowered_name from
    /// the program, it will return HIPRTC_ERROR_COMPILATION." The text lives as long as the program.
    pub fn lowered_name(&self, expression: &str) -> RtcResult<*const std::ffi::c_char> {
        let outcome = self.outcome().ok_or(RtcError::NoLoweredNamesBeforeCompilation)?;
        if outcome.compiled.is_none() {
            return Err(RtcError::Compilation);
        }
        let found: Option<&CStr> = outcome.lowered.get(expression).map(CString::as_c_str);
        Ok(found.ok_or(RtcError::NameExpressionNotValid)?.as_ptr())
    }

    /// Messages of the last compilation, zero-terminated; nothing if there are none.
    pub fn log(&self) -> Vec<u8> {
        let log = self.outcome().map_or(String::new(), |outcome| outcome.log.replace('\0', " "));
        if log.is_empty() { Vec::new() } else { log.into_bytes().into_iter().chain([0]).collect() }
    }

    /// Hands the bundle to `see`, or with `-fgpu-rdc` the unit. HIPRTC_ERROR_INVALID_PROGRAM if there is none of the kind.
    pub fn code<R>(&self, unit: bool, see: impl FnOnce(&[u8]) -> R) -> RtcResult<R> {
        let outcome = self.outcome();
        match outcome.as_ref().and_then(|outcome| outcome.compiled.as_ref()) {
            Some(compiled) if compiled.is_unit == unit => Ok(see(&compiled.code)),
            Some(_) => Err(RtcError::InvalidProgram.because("-fgpu-rdc makes bitcode, and nothing else does")),
            None => Err(RtcError::InvalidProgram.because("the program has not been compiled")),
        }
    }
}

impl Outcome {
    fn of(compiled: Compiled, names: &[String]) -> Outcome {
        let lowered = names.iter().zip(&compiled.lowered);
        let lowered = lowered.filter_map(|(name, symbol)| Some((name.clone(), CString::new(symbol.as_str()).ok()?)));
        Outcome { log: compiled.log.clone(), lowered: lowered.collect(), compiled: Some(compiled) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Program, RtcError};

    fn program() -> Program {
        Program::new(b"__global__ void k() {}".to_vec(), None, Vec::new()).expect("a good program")
    }

    #[test]
    fn empty_sources_and_headers_and_names_that_lead_out_are_invalid_input() {
        let header = |name: &str, text: &[u8]| vec![(name.to_owned(), text.to_vec())];
        let made = |source: &[u8], headers| Program::new(source.to_vec(), None, headers).map(|_| ()).err();
        assert_eq!(made(b"", Vec::new()), Some(RtcError::InvalidInput));
        assert_eq!(made(b"x", header("a.h", b"")), Some(RtcError::InvalidInput));
        assert_eq!(made(b"x", header("", b"x")), Some(RtcError::InvalidInput));
        assert_eq!(made(b"x", header("../../../../../a.h", b"x")), Some(RtcError::InvalidInput));
        assert_eq!(made(b"x", header("a/b.h", b"x")), None);
        assert_eq!(program().add_name(" ".into()), Err(RtcError::InvalidInput));
    }

    #[test]
    fn nothing_is_to_be_had_before_the_compilation() {
        let program = program();
        assert_eq!(program.add_name("k".into()), Ok(()));
        assert_eq!(program.lowered_name("k"), Err(RtcError::NoLoweredNamesBeforeCompilation));
        assert_eq!(program.code(false, <[u8]>::len), Err(RtcError::InvalidProgram));
        assert_eq!(program.log(), b"");
    }
}
