//! C arguments become Rust values, or HIP's error for them, before an entry point's body runs.
//!
//! The rule per parameter type is here once; `guard::hip_api!` applies it. Nothing in this file knows what a call does.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::marker::PhantomData;
use std::ptr::NonNull;
use std::sync::Arc;

use super::types::{
    hipArray_t, hipCtx_t, hipEvent_t, hipFunction_t, hipMemcpyKind, hipMipmappedArray_t, hipModule_t, hipStream_t,
    hipSurfaceObject_t, hipTextureObject_t,
};
use crate::hip::device::Device;
use crate::hip::error::{HipError, HipResult};
use crate::hip::event::Event;
use crate::hip::handle::Id;
use crate::hip::image::array::{Array, Mipmapped};
use crate::hip::kernel::Kernel;
use crate::hip::memory::copy::CopyKind;
use crate::hip::module::Module;
use crate::hip::stream::{self, Stream, StreamRef};
use crate::hip::{register, runtime};

/// `hipStreamLegacy`.
const LEGACY_STREAM: u64 = 1;

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

    /// What is there, where the place is a question too.
    pub(crate) fn get(&self) -> T
    where
        T: Copy,
    {
        // SAFETY: `from_c`'s caller guarantees the pointer is valid for reads, as HIP documents such places, during this call.
        unsafe { self.place.as_ptr().read_unaligned() }
    }

    /// Stores what was made, or `nothing` where that failed: a program that does not look at the error must not go on with whatever the
    /// place held. AMD's allocating functions do so, and programs rely on it.
    pub(crate) fn set_or(self, made: HipResult<T>, nothing: T) -> HipResult {
        match made {
            Ok(value) => self.set(value),
            Err(error) => {
                self.set(nothing)?;
                Err(error)
            }
        }
    }
}

impl Out<*mut c_void> {
    /// The address of an allocation, null if there is none.
    pub(crate) fn allocated(self, address: HipResult<u64>) -> HipResult {
        self.set_or(address.map(pointer), std::ptr::null_mut())
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Address(pub(crate) u64);

/// An address as C holds it.
pub(crate) fn pointer(address: u64) -> *mut c_void {
    address as usize as *mut c_void
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

impl FromC<hipStream_t> for StreamRef {
    unsafe fn from_c(value: hipStream_t) -> HipResult<StreamRef> {
        Ok(match value.0 as u64 {
            0 | LEGACY_STREAM => StreamRef::Legacy,
            stream::PER_THREAD => StreamRef::PerThread,
            raw => StreamRef::Created(Id::from_raw(raw)),
        })
    }
}

/// A stream that exists: null is the legacy default stream.
impl FromC<hipStream_t> for Arc<Stream> {
    unsafe fn from_c(value: hipStream_t) -> HipResult<Arc<Stream>> {
        // SAFETY: a handle is a number and never dereferenced.
        stream::resolve(unsafe { StreamRef::from_c(value) }?)
    }
}

impl hipStream_t {
    /// What the `_spt` functions take it for: null is the thread's default stream.
    pub(crate) fn of_thread(self) -> hipStream_t {
        if self.0.is_null() { hipStream_t(pointer(stream::PER_THREAD)) } else { self }
    }
}

impl FromC<hipEvent_t> for Id<Event> {
    unsafe fn from_c(value: hipEvent_t) -> HipResult<Id<Event>> {
        Ok(Id::from_raw(value.0 as u64))
    }
}

/// An event that exists; anything else is `InvalidHandle`.
impl FromC<hipEvent_t> for Arc<Event> {
    unsafe fn from_c(value: hipEvent_t) -> HipResult<Arc<Event>> {
        runtime::find(Id::from_raw(value.0 as u64))
    }
}

/// An event that exists, or none for null.
impl FromC<hipEvent_t> for Option<Arc<Event>> {
    unsafe fn from_c(value: hipEvent_t) -> HipResult<Option<Arc<Event>>> {
        if value.0.is_null() { Ok(None) } else { runtime::find(Id::from_raw(value.0 as u64)).map(Some) }
    }
}

/// A module that is loaded. hip-tests: anything else is hipErrorInvalidHandle.
impl FromC<hipModule_t> for Arc<Module> {
    unsafe fn from_c(value: hipModule_t) -> HipResult<Arc<Module>> {
        runtime::find(Id::from_raw(value.0 as u64))
    }
}

/// A kernel whose module is loaded. hip-tests: null is hipErrorInvalidResourceHandle.
impl FromC<hipFunction_t> for Arc<Kernel> {
    unsafe fn from_c(value: hipFunction_t) -> HipResult<Arc<Kernel>> {
        runtime::find(Id::from_raw(value.0 as u64))
    }
}

impl FromC<hipArray_t> for Id<Array> {
    unsafe fn from_c(value: hipArray_t) -> HipResult<Id<Array>> {
        Ok(Id::from_raw(value.0 as u64))
    }
}

/// An array that exists. hip-tests: anything else is hipErrorInvalidHandle.
impl FromC<hipArray_t> for Arc<Array> {
    unsafe fn from_c(value: hipArray_t) -> HipResult<Arc<Array>> {
        runtime::find(Id::from_raw(value.0 as u64))
    }
}

impl FromC<hipMipmappedArray_t> for Id<Mipmapped> {
    unsafe fn from_c(value: hipMipmappedArray_t) -> HipResult<Id<Mipmapped>> {
        Ok(Id::from_raw(value.0 as u64))
    }
}

/// A mipmapped array that exists. hip-tests: anything else is hipErrorInvalidHandle.
impl FromC<hipMipmappedArray_t> for Arc<Mipmapped> {
    unsafe fn from_c(value: hipMipmappedArray_t) -> HipResult<Arc<Mipmapped>> {
        runtime::find(Id::from_raw(value.0 as u64))
    }
}

impl FromC<hipTextureObject_t> for u64 {
    unsafe fn from_c(value: hipTextureObject_t) -> HipResult<u64> {
        Ok(value.0 as u64)
    }
}

impl FromC<hipSurfaceObject_t> for u64 {
    unsafe fn from_c(value: hipSurfaceObject_t) -> HipResult<u64> {
        Ok(value.0 as u64)
    }
}

/// The kernel that a host function stands for on the current device, or that a `hipKernel_t` is. HIP: hipErrorInvalidDeviceFunction.
impl FromC<*const c_void> for Arc<Kernel> {
    unsafe fn from_c(value: *const c_void) -> HipResult<Arc<Kernel>> {
        // No function lies where handles are.
        if let Some(kernel) = runtime::live::<Kernel>()?.get(Id::from_raw(value as u64)) {
            return Ok(kernel);
        }
        register::kernel(value as u64, runtime::current_device()?)
    }
}

/// What a launch names as its kernel: a host function, or a `hipKernel_t`. Of which device the kernel is to be, the launch's stream says: AMD's
/// runtime launches there, whichever device is current (hip-tests "Multidevice_Concurrent", whose threads name streams of other devices).
pub(super) struct Launched(u64);

impl Launched {
    /// The kernel on the stream's device. HIP: hipErrorInvalidDeviceFunction.
    pub(super) fn on(&self, stream: &Stream) -> HipResult<Arc<Kernel>> {
        // No function lies where handles are.
        if let Some(kernel) = runtime::live::<Kernel>()?.get(Id::from_raw(self.0)) {
            return Ok(kernel);
        }
        let device = runtime::get()?.devices.get(stream.device_index()).ok_or(HipError::InvalidDevice)?;
        let kernel = register::kernel(self.0, device);
        if let Err(error @ HipError::NoBinaryForGpu) = kernel {
            device.fail_next_wait(error);
        }
        kernel
    }
}

impl FromC<*const c_void> for Launched {
    unsafe fn from_c(value: *const c_void) -> HipResult<Launched> {
        Ok(Launched(value as u64))
    }
}

/// A device that exists. HIP: hipErrorInvalidDevice.
impl FromC<c_int> for &'static Arc<Device> {
    unsafe fn from_c(value: c_int) -> HipResult<&'static Arc<Device>> {
        runtime::device(value)
    }
}

impl FromC<hipCtx_t> for u64 {
    unsafe fn from_c(value: hipCtx_t) -> HipResult<u64> {
        Ok(value.0 as u64)
    }
}

impl FromC<hipMemcpyKind> for CopyKind {
    unsafe fn from_c(value: hipMemcpyKind) -> HipResult<CopyKind> {
        CopyKind::from_code(value)
    }
}

#[cfg(test)]
mod tests {
    use super::{FromC, In, Out, StreamRef, TextOut};
    use crate::capi::types::{dim3, hipStream_t};
    use crate::hip::error::HipError;
    use std::ffi::c_char;
    use std::ptr::{null, null_mut};

    #[test]
    fn null_pointers_are_invalid_values_before_anything_runs() {
        // SAFETY: null is allowed by every conversion.
        unsafe {
            assert_eq!(Out::<u32>::from_c(null_mut::<u32>()).err(), Some(HipError::InvalidValue));
            assert_eq!(In::<dim3>::from_c(null::<dim3>()).err(), Some(HipError::InvalidValue));
            assert_eq!(String::from_c(null::<c_char>()).err(), Some(HipError::InvalidValue));
        }
    }

    #[test]
    fn reserved_stream_values_are_the_default_streams() {
        let stream = |raw: usize| {
            // SAFETY: a handle is a number.
            unsafe { StreamRef::from_c(hipStream_t(raw as *mut _)) }
        };
        assert_eq!(stream(0), Ok(StreamRef::Legacy));
        assert_eq!(stream(1), Ok(StreamRef::Legacy));
        assert_eq!(stream(2), Ok(StreamRef::PerThread));
        assert!(matches!(stream(3), Ok(StreamRef::Created(_))));
    }

    #[test]
    fn text_is_cut_to_the_room_there_is_and_always_terminated() {
        let mut room = [0x55u8; 8];
        // SAFETY: eight bytes, of which four are offered.
        unsafe { TextOut::from_c(room.as_mut_ptr().cast::<c_char>()) }
            .and_then(|text| text.set("llvmpipe", 4))
            .expect("there is room");
        assert_eq!(&room, b"llv\0UUUU");
    }
}
