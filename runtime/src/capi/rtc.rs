//! hipRTC. Semantics: `hip::rtc`.

use std::ffi::{CStr, c_char, c_int};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use super::convert::{FromC, Out, pointer};
use super::guard_rtc::rtc_api;
use super::types::{hiprtcProgram, hiprtcResult};
use crate::hip::error::HipResult;
use crate::hip::handle::{Id, Registered};
use crate::hip::rtc::error::{self, RtcError, RtcResult};
use crate::hip::rtc::program::Program;

/// What AMD's library says of itself.
const VERSION: (i32, i32) = (9, 0);

/// A program that was not destroyed. Anything else is HIPRTC_ERROR_INVALID_PROGRAM.
impl FromC<hiprtcProgram> for Arc<Program> {
    unsafe fn from_c(value: hiprtcProgram) -> HipResult<Arc<Program>> {
        Program::registry().find(Id::from_raw(value.0 as u64))
    }
}

/// The folder that this library lies in, links followed: the headers for run-time compilation are found from there.
pub(super) fn own_folder() -> &'static PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let path = own_file().or_else(|| std::env::current_exe().ok()).unwrap_or_default();
        let path = path.canonicalize().unwrap_or(path);
        path.parent().map(PathBuf::from).unwrap_or_default()
    })
}

#[cfg(unix)]
fn own_file() -> Option<PathBuf> {
    use std::os::unix::ffi::OsStrExt;
    let mut info = std::mem::MaybeUninit::<libc::Dl_info>::zeroed();
    let here = own_file as *const () as *const std::ffi::c_void;
    // SAFETY: `dladdr` takes any address, and fills the structure if it returns something else than 0.
    let info = unsafe { (libc::dladdr(here, info.as_mut_ptr()) != 0).then(|| info.assume_init()) }?;
    if info.dli_fname.is_null() {
        return None;
    }
    // SAFETY: the loader's own string, which lives as long as this library is loaded.
    let name = unsafe { CStr::from_ptr(info.dli_fname) };
    Some(PathBuf::from(std::ffi::OsStr::from_bytes(name.to_bytes())))
}

#[cfg(not(unix))]
fn own_file() -> Option<PathBuf> {
    None
}

/// # Safety
/// `list` is null or has `count` pointers, each of them null or a zero-terminated string.
pub(super) unsafe fn texts(list: *const *const c_char, count: c_int) -> RtcResult<Vec<Vec<u8>>> {
    let invalid = || RtcError::InvalidInput.because("a list or one of its texts is null, or its length negative");
    let count = usize::try_from(count).map_err(|_| invalid())?;
    if count > 0 && list.is_null() {
        return Err(invalid());
    }
    let text = |at: usize| {
        // SAFETY: `at` is below the count; the caller's promise.
        let text = unsafe { list.add(at).read_unaligned() };
        // SAFETY: not null, so a string by the caller's promise.
        (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_bytes().to_vec()).ok_or_else(invalid)
    };
    (0..count).map(text).collect()
}

fn strings(texts: Vec<Vec<u8>>) -> Vec<String> {
    texts.iter().map(|text| String::from_utf8_lossy(text).into_owned()).collect()
}

/// A C string that may be null.
///
/// # Safety
/// `text` is null or a zero-terminated string.
unsafe fn maybe(text: *const c_char) -> Option<Vec<u8>> {
    // SAFETY: not null, so a string by the caller's promise.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_bytes().to_vec())
}

/// hip-tests: a place that is null is told of before the program is looked at.
fn there(place: *mut c_char) -> RtcResult {
    if place.is_null() {
        return Err(RtcError::InvalidInput.because("the place for the result is null"));
    }
    Ok(())
}

fn get(program: hiprtcProgram) -> RtcResult<Arc<Program>> {
    // SAFETY: a handle is a number.
    Ok(unsafe { FromC::from_c(program) }?)
}

/// Copies to memory of the caller's that is large enough.
///
/// # Safety
/// `place` has room for `bytes`.
unsafe fn copy(bytes: &[u8], place: *mut c_char) -> RtcResult {
    // SAFETY: there is room by the caller's promise; the bytes are ours.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), place.cast(), bytes.len()) };
    Ok(())
}

rtc_api! {
    /// Makes a program. HIPRTC_ERROR_INVALID_PROGRAM: no place for it; HIPRTC_ERROR_INVALID_INPUT: no source, or headers without names.
    fn hiprtcCreateProgram(
        program: *mut hiprtcProgram, source: *const c_char, name: *const c_char, count: c_int,
        headers: *const *const c_char, names: *const *const c_char,
    ) => |place: *mut hiprtcProgram, source: *const c_char, name: *const c_char, count: c_int,
          headers: *const *const c_char, names: *const *const c_char| {
        if place.is_null() {
            return Err(RtcError::InvalidProgram.because("there is no place for the program"));
        }
        // SAFETY: HIP's contract: strings, and lists of `count` strings.
        let (source, name) = unsafe { (maybe(source), maybe(name)) };
        let source = source.ok_or_else(|| RtcError::InvalidInput.because("the source is null"))?;
        // SAFETY: the same.
        let (headers, names) = unsafe { (texts(headers, count)?, texts(names, count)?) };
        let name = name.map(|name| String::from_utf8_lossy(&name).into_owned());
        let program = Program::new(source, name, strings(names).into_iter().zip(headers).collect())?;
        // SAFETY: not null, so valid for writes by HIP's contract.
        unsafe { place.write_unaligned(hiprtcProgram(pointer(Program::registry().insert(program).raw()))) };
        Ok(())
    };

    /// Ends a program, and its handle. HIPRTC_ERROR_INVALID_INPUT: null; HIPRTC_ERROR_INVALID_PROGRAM: no program there.
    fn hiprtcDestroyProgram(program: *mut hiprtcProgram) => |place: *mut hiprtcProgram| {
        if place.is_null() {
            return Err(RtcError::InvalidInput.because("there is no program's place"));
        }
        // SAFETY: not null, so valid by HIP's contract.
        let program = unsafe { place.read_unaligned() };
        Program::registry().end(Id::from_raw(program.0 as u64))?;
        // SAFETY: the same.
        unsafe { place.write_unaligned(hiprtcProgram(std::ptr::null_mut())) };
        Ok(())
    };

    /// Asks for the symbol of a kernel or variable. HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION.
    fn hiprtcAddNameExpression(program: hiprtcProgram, expression: *const c_char) =>
        |program: Arc<Program>, expression: String| program.add_name(expression);

    /// Compiles. HIPRTC_ERROR_COMPILATION: the log says why.
    fn hiprtcCompileProgram(program: hiprtcProgram, count: c_int, options: *const *const c_char) =>
        |program: Arc<Program>, count: c_int, options: *const *const c_char| {
            // SAFETY: HIP's contract: `count` strings.
            program.compile(&strings(unsafe { texts(options, count) }?), own_folder())
        };

    /// The symbol of a name expression. HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID: never added;
    /// HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION.
    fn hiprtcGetLoweredName(program: hiprtcProgram, expression: *const c_char, lowered: *mut *const c_char) =>
        |program: Arc<Program>, expression: String, out: Out<*const c_char>| {
            Ok(out.set(program.lowered_name(&expression)?)?)
        };

    /// Bytes of the log, its terminating zero counted; 0 for none.
    fn hiprtcGetProgramLogSize(program: hiprtcProgram, size: *mut usize) =>
        |program: hiprtcProgram, out: Out<usize>| Ok(out.set(get(program)?.log().len())?);

    /// The log.
    fn hiprtcGetProgramLog(program: hiprtcProgram, log: *mut c_char) => |program: hiprtcProgram, place: *mut c_char| {
        there(place)?;
        // SAFETY: HIP's contract: room for what hiprtcGetProgramLogSize said.
        unsafe { copy(&get(program)?.log(), place) }
    };

    /// Bytes of the module. HIPRTC_ERROR_INVALID_PROGRAM: there is none.
    fn hiprtcGetCodeSize(program: hiprtcProgram, size: *mut usize) =>
        |program: hiprtcProgram, out: Out<usize>| Ok(out.set(get(program)?.code(false, <[u8]>::len)?)?);

    /// The module, for hipModuleLoadData.
    fn hiprtcGetCode(program: hiprtcProgram, code: *mut c_char) => |program: hiprtcProgram, place: *mut c_char| {
        there(place)?;
        // SAFETY: HIP's contract: room for what hiprtcGetCodeSize said.
        get(program)?.code(false, |bytes| unsafe { copy(bytes, place) })?
    };

    /// Bytes of what -fgpu-rdc compiled to. HIPRTC_ERROR_INVALID_PROGRAM: there is none.
    fn hiprtcGetBitcodeSize(program: hiprtcProgram, size: *mut usize) =>
        |program: hiprtcProgram, out: Out<usize>| Ok(out.set(get(program)?.code(true, <[u8]>::len)?)?);

    /// What -fgpu-rdc compiled to, for hiprtcLinkAddData.
    fn hiprtcGetBitcode(program: hiprtcProgram, code: *mut c_char) => |program: hiprtcProgram, place: *mut c_char| {
        there(place)?;
        // SAFETY: HIP's contract: room for what hiprtcGetBitcodeSize said.
        get(program)?.code(true, |bytes| unsafe { copy(bytes, place) })?
    };

    /// The version of hipRTC.
    fn hiprtcVersion(major: *mut c_int, minor: *mut c_int) => |major: Out<i32>, minor: Out<i32>| {
        major.set(VERSION.0)?;
        Ok(minor.set(VERSION.1)?)
    };
}

/// The name of an error.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub extern "C" fn hiprtcGetErrorString(result: hiprtcResult) -> *const c_char {
    error::text(result).as_ptr()
}
