//! C arguments become Rust values, or HIP's error for them, before an entry point's body runs.
//!
//! The rule per parameter type is here once; `guard::hip_api!` applies it. Nothing in this file knows what a call does.

use std::ffi::{CStr, c_char, c_void};
use std::marker::PhantomData;
use std::ptr::NonNull;

use crate::hip::error::{HipError, HipResult};

/// A conversion from what C passed.
pub(crate) trait FromC<C>: Sized {
    /// Converts or refuses.
    ///
    /// # Safety
    /// A pointer must be null or valid for reads (and for writes where `Self` is [`Out`]) for as long as the value is used,
    /// which is the duration of the API call.
    unsafe fn from_c(value: C) -> HipResult<Self>;
}

/// Numbers, and pointers that are only passed on, need no conversion.
impl<T: Copy> FromC<T> for T {
    unsafe fn from_c(value: T) -> HipResult<T> {
        Ok(value)
    }
}

/// Where a result goes. A null pointer is `InvalidValue` before the call does anything.
#[derive(Debug)]
pub(crate) struct Out<T> {
    place: NonNull<T>,
}

impl<T> Out<T> {
    /// Stores the result. C's pointer may be misaligned only if C broke its own rules, which costs nothing to allow.
    pub(crate) fn set(self, value: T) -> HipResult {
        // SAFETY: `from_c`'s caller guarantees the pointer is valid for writes during this call.
        unsafe { self.place.as_ptr().write_unaligned(value) };
        Ok(())
    }
}

impl<T> FromC<*mut T> for Out<T> {
    unsafe fn from_c(value: *mut T) -> HipResult<Out<T>> {
        let place = NonNull::new(value).ok_or_else(|| HipError::InvalidValue.because("a result pointer is null"))?;
        Ok(Out { place })
    }
}

/// A result that the caller may decline by passing null.
#[derive(Debug)]
pub(crate) struct MaybeOut<T> {
    place: *mut T,
}

impl<T> MaybeOut<T> {
    /// Stores the result if the caller wants it.
    pub(crate) fn set(self, value: T) {
        if !self.place.is_null() {
            // SAFETY: not null, and `from_c`'s caller guarantees it is then valid for writes during this call.
            unsafe { self.place.write_unaligned(value) };
        }
    }

    /// True when the caller passed null.
    pub(crate) fn is_null(&self) -> bool {
        self.place.is_null()
    }
}

impl<T> FromC<*mut T> for MaybeOut<T> {
    unsafe fn from_c(value: *mut T) -> HipResult<MaybeOut<T>> {
        Ok(MaybeOut { place: value })
    }
}

/// A structure the caller filled in, copied.
#[derive(Clone, Copy, Debug)]
pub(crate) struct In<T>(pub(crate) T);

impl<T: Copy> In<T> {
    unsafe fn read(value: *const T) -> HipResult<In<T>> {
        if value.is_null() {
            return Err(HipError::InvalidValue.because("a pointer to parameters is null"));
        }
        // SAFETY: not null, so valid for reads by `from_c`'s contract.
        Ok(In(unsafe { value.read_unaligned() }))
    }
}

impl<T: Copy> FromC<*const T> for In<T> {
    unsafe fn from_c(value: *const T) -> HipResult<In<T>> {
        // SAFETY: the same contract.
        unsafe { In::read(value) }
    }
}

/// Room for a C string of known size.
#[derive(Debug)]
pub(crate) struct TextOut<'call> {
    place: *mut c_char,
    call: PhantomData<&'call mut c_char>,
}

impl TextOut<'_> {
    /// Stores as much of the text as fits, zero-terminated. HIP: "The NULL-terminated string … `len` specifies the
    /// maximum length of the string that may be returned."
    pub(crate) fn set(self, text: &str, room: i32) -> HipResult {
        if room <= 0 {
            return Err(HipError::InvalidValue.because("the string's buffer has no room"));
        }
        let length = text.len().min(room as usize - 1);
        // SAFETY: the caller guarantees `room` writable bytes; `length` + 1 <= `room`.
        unsafe {
            std::ptr::copy_nonoverlapping(text.as_ptr(), self.place.cast(), length);
            self.place.add(length).write(0);
        }
        Ok(())
    }
}

impl FromC<*mut c_char> for TextOut<'_> {
    unsafe fn from_c(value: *mut c_char) -> HipResult<Self> {
        if value.is_null() {
            return Err(HipError::InvalidValue.because("the string's buffer is null"));
        }
        Ok(TextOut { place: value, call: PhantomData })
    }
}

impl FromC<*const c_char> for String {
    unsafe fn from_c(value: *const c_char) -> HipResult<String> {
        if value.is_null() {
            return Err(HipError::InvalidValue.because("a name is null"));
        }
        // SAFETY: not null, so a zero-terminated string by C's contract.
        Ok(unsafe { CStr::from_ptr(value) }.to_string_lossy().into_owned())
    }
}

/// An address in the one address space that host and device share; not known to be anything yet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Address(pub(crate) u64);

impl Address {
    /// As C holds it.
    pub(crate) fn pointer(self) -> *mut c_void {
        self.0 as *mut c_void
    }
}

impl FromC<*mut c_void> for Address {
    unsafe fn from_c(value: *mut c_void) -> HipResult<Address> {
        Ok(Address(value as u64))
    }
}

impl FromC<*const c_void> for Address {
    unsafe fn from_c(value: *const c_void) -> HipResult<Address> {
        Ok(Address(value as u64))
    }
}
