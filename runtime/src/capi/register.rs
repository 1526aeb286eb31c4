//! What clang's host code calls before `main`, and the launch configuration it pushes. Semantics: `hip::register`.
//!
//! These functions return no error code: what cannot be registered fails at its first use.

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};

use spirv_gen::Bundle;
use spirv_gen::bundle::fatbin;

use super::convert::pointer;
use super::foreign;
use super::types::textureReference;
#[cfg(unix)]
use super::unconfigured;
use crate::hip::error::{HipError, HipResult};
use crate::hip::memory::host;
use crate::hip::module::ManagedVariable;
use crate::hip::{register, runtime};

/// clang's wrapper around an embedded image.
#[repr(C)]
struct Wrapper {
    magic: u32,
    version: u32,
    image: *const c_void,
    unused: *const c_void,
}

/// `HIPF`.
const WRAPPER_MAGIC: u32 = 0x4849_5046;

/// A bundle's address in the program's image; the wrapper's magic says whether that is what lies there.
#[derive(Clone, Copy)]
struct Image(*const u8, u32);

// SAFETY: the image is constant data of the program, read only.
unsafe impl Send for Image {}
// SAFETY: as above.
unsafe impl Sync for Image {}

impl Image {
    fn read(self) -> HipResult<Bundle> {
        if self.1 == foreign::KPACK_MAGIC {
            return Err(foreign::kpack());
        }
        // SAFETY: whoever made the image vouches for it: see `read_image`.
        unsafe { read_image(self.0.cast()) }
    }

    fn warp_size(self) -> Option<u32> {
        if self.1 != WRAPPER_MAGIC || self.0.is_null() {
            return None;
        }
        // SAFETY: as above.
        let bytes = unsafe { image_bytes(self.0.cast()) }.ok()?;
        fatbin::warp_size(bytes).ok()
    }
}

/// Reads a bundle of unknown length: its header says how long it is.
///
/// # Safety
/// `image` is null, or points to a whole module image, of our hipcc or another. Of something that does not begin like one only the
/// first eight bytes are read.
pub(super) unsafe fn read_image(image: *const c_void) -> HipResult<Bundle> {
    let first = image.cast::<u8>();
    if first.is_null() {
        return Err(HipError::InvalidImage.because("the image is null"));
    }
    // SAFETY: an image has at least its magic number.
    let magic = unsafe { std::slice::from_raw_parts(first, fatbin::MAGIC.len()) };
    if magic != fatbin::MAGIC {
        // SAFETY: what begins like another compiler's image is one, and is read as far as its own header says.
        let bytes = |from, count| Some(unsafe { std::slice::from_raw_parts(first.add(from), count) }.to_vec());
        return foreign::bundle(&bytes);
    }
    // SAFETY: the caller's promise; the image has our magic.
    Ok(Bundle::from_bytes(unsafe { image_bytes(image) }?)?)
}

/// The bytes of a bundle of ours, as its header counts them.
///
/// # Safety
/// As for [`read_image`], not null; the image stays as long as the bytes are used.
unsafe fn image_bytes<'a>(image: *const c_void) -> HipResult<&'a [u8]> {
    let first = image.cast::<u8>();
    // SAFETY: an image has at least its magic number.
    if unsafe { std::slice::from_raw_parts(first, fatbin::MAGIC.len()) } != fatbin::MAGIC {
        return Err(HipError::InvalidImage);
    }
    // SAFETY: an image with our magic has our header.
    let header = unsafe { std::slice::from_raw_parts(first, fatbin::HEADER_SIZE) };
    let total = fatbin::total_size(header)?;
    // SAFETY: the header gives the image's length; a checksum tells if it was changed since it was written.
    Ok(unsafe { std::slice::from_raw_parts(first, total as usize) })
}

/// # Safety
/// `name` is null or a zero-terminated string.
unsafe fn text(name: *const c_char) -> String {
    if name.is_null() {
        return String::new();
    }
    // SAFETY: the caller's promise.
    unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned()
}

/// Announces a translation unit's device code; returns the handle for the calls below.
///
/// # Safety
/// `data` is the wrapper clang made, constant until `__hipUnregisterFatBinary`.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub unsafe extern "C" fn __hipRegisterFatBinary(data: *const c_void) -> *mut *mut c_void {
    // SAFETY: clang passes its wrapper, which lives in the program's image.
    let wrapper = unsafe { data.cast::<Wrapper>().as_ref() };
    let image = match wrapper {
        Some(wrapper) if [WRAPPER_MAGIC, foreign::KPACK_MAGIC].contains(&wrapper.magic) => {
            Image(wrapper.image.cast(), wrapper.magic)
        }
        _ => Image(std::ptr::null(), WRAPPER_MAGIC),
    };
    pointer(register::binary(image.0 as u64, image.warp_size(), move || image.read())).cast()
}

/// Forgets a translation unit.
///
/// # Safety
/// None: a handle is a number.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub unsafe extern "C" fn __hipUnregisterFatBinary(handle: *mut *mut c_void) {
    // At the end of the process clang's code unregisters the program's own kernels, perhaps before its static objects' destructors run:
    // they may launch them still, and the program is never unloaded.
    if !register::image(handle as u64).is_some_and(is_in_program) {
        register::unregister(handle as u64);
    }
}

/// The address is in the program itself, not in a library of it.
#[cfg(target_os = "linux")]
fn is_in_program(address: u64) -> bool {
    let object = |address: *const c_void| {
        let mut info = std::mem::MaybeUninit::<libc::Dl_info>::zeroed();
        // SAFETY: `dladdr` takes any address, and fills the structure if it returns something else than 0.
        unsafe { (libc::dladdr(address, info.as_mut_ptr()) != 0).then(|| info.assume_init().dli_fbase) }
    };
    // SAFETY: the call only reads what the kernel told the process: here, where the program's own headers are.
    let program = unsafe { libc::getauxval(libc::AT_PHDR) };
    let object_of_image = object(address as usize as *const c_void);
    object_of_image.is_some() && object_of_image == object(program as usize as *const c_void)
}

#[cfg(not(target_os = "linux"))]
fn is_in_program(_address: u64) -> bool {
    false
}

/// Announces a kernel. The unused arguments are CUDA's.
///
/// # Safety
/// `device_name` is a zero-terminated string.
#[unsafe(no_mangle)]
#[allow(non_snake_case, clippy::too_many_arguments)]
pub unsafe extern "C" fn __hipRegisterFunction(
    handle: *mut *mut c_void,
    host_function: *const c_void,
    _device_function: *mut c_char,
    device_name: *const c_char,
    _thread_limit: c_uint,
    _thread_id: *mut c_void,
    _block_id: *mut c_void,
    _block_dim: *mut c_void,
    _grid_dim: *mut c_void,
    _warp_size: *mut c_int,
) {
    #[cfg(unix)]
    unconfigured::catch_calls();
    // SAFETY: clang passes a string constant.
    register::function(handle as u64, host_function as u64, unsafe { text(device_name) });
}

/// Announces a `__device__` or `__constant__` variable.
///
/// # Safety
/// `device_name` is a zero-terminated string.
#[unsafe(no_mangle)]
#[allow(non_snake_case, clippy::too_many_arguments)]
pub unsafe extern "C" fn __hipRegisterVar(
    handle: *mut *mut c_void,
    shadow: *mut c_void,
    _host_name: *mut c_char,
    device_name: *const c_char,
    _is_extern: c_int,
    size: usize,
    _is_constant: c_int,
    _is_global: c_int,
) {
    // SAFETY: clang passes a string constant.
    register::variable(handle as u64, shadow as u64, unsafe { text(device_name) }, size as u64);
}

/// Announces a `__managed__` variable: allocates it, stores its address in `*place` for the host, and remembers that the
/// device's pointer of that name must hold the same address.
///
/// # Safety
/// `place` may be written, `initial` has `size` bytes, `name` is a zero-terminated string.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub unsafe extern "C" fn __hipRegisterManagedVar(
    handle: *mut c_void,
    place: *mut *mut c_void,
    initial: *mut c_void,
    name: *const c_char,
    size: usize,
    _align: c_uint,
) {
    if place.is_null() || initial.is_null() || size == 0 {
        return;
    }
    // The host uses the variable without calling us first, so it must exist before `main`.
    let allocated = runtime::current_device().and_then(|device| host::allocate_variable(device, size as u64));
    let allocation = match allocated {
        Ok(allocation) => allocation,
        Err(error) => {
            eprintln!("hipvk: cannot allocate a managed variable: {error}");
            return;
        }
    };
    // SAFETY: the base is that of a fresh host-visible allocation of `size` bytes, `initial` has as many; `place` is the host's
    // pointer variable, which nobody reads before `main`.
    unsafe {
        std::ptr::copy_nonoverlapping(initial.cast::<u8>(), pointer(allocation.base).cast(), size);
        place.write(pointer(allocation.base));
    }
    // SAFETY: clang passes a string constant.
    let name = unsafe { text(name) };
    register::managed(handle as u64, ManagedVariable { name, memory: allocation });
}

/// Announces a texture reference: `texture<...>` at namespace scope.
///
/// # Safety
/// `device_name` is a zero-terminated string.
#[unsafe(no_mangle)]
#[allow(non_snake_case, clippy::too_many_arguments)]
pub unsafe extern "C" fn __hipRegisterTexture(
    handle: *mut *mut c_void,
    shadow: *mut c_void,
    _host_name: *mut c_char,
    device_name: *mut c_char,
    _kind: c_int,
    _normalized: c_int,
    _is_extern: c_int,
) {
    // SAFETY: clang passes a string constant.
    let name = unsafe { text(device_name) };
    register::texture_reference(handle as u64, shadow as u64, name, size_of::<textureReference>() as u64);
}

/// Announces a surface reference, which HIP 7 cannot bind to anything: surface objects have taken their place.
///
/// # Safety
/// None.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub unsafe extern "C" fn __hipRegisterSurface(
    _handle: *mut *mut c_void,
    _shadow: *mut c_void,
    _host_name: *mut c_char,
    _device_name: *mut c_char,
    _kind: c_int,
    _is_extern: c_int,
) {
    log::warn!("surface references are not supported: HIP has no function to bind one; use surface objects");
}
