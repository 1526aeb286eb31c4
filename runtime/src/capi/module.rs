//! Modules and what is known of their functions. Semantics: `hip::module`, `hip::kernel`.

use std::ffi::{c_char, c_int, c_uint, c_void};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use spirv_gen::Bundle;

use super::convert::{Address, Out, pointer};
use super::foreign;
use super::guard::hip_api;
use super::register::read_image;
use super::types::{
    hipDeviceptr_t, hipFuncAttribute, hipFuncAttributes, hipFuncCache_t, hipFunction_attribute, hipFunction_t,
    hipModule_t, hipSharedMemConfig,
};
use crate::hip::dialect;
use crate::hip::error::{HipError, HipResult};
use crate::hip::handle::Id;
use crate::hip::kernel::Kernel;
use crate::hip::library;
use crate::hip::module::{Managed, Module};
use crate::hip::runtime;

/// `hipFuncAttributeMaxDynamicSharedMemorySize`, `hipFuncAttributePreferredSharedMemoryCarveout`.
pub(super) const MAX_DYNAMIC_SHARED: u32 = 8;
pub(super) const CARVEOUT: u32 = 9;

fn load(bundle: Bundle) -> HipResult<hipModule_t> {
    let module = Module::new(runtime::current_device()?, Arc::new(bundle), Managed::OfModule);
    Ok(hipModule_t(pointer(runtime::live::<Module>()?.insert(module).raw())))
}

/// hip-tests: an empty name is hipErrorInvalidValue, a file that is not there hipErrorFileNotFound.
fn load_file(path: &str) -> HipResult<hipModule_t> {
    if path.is_empty() {
        return Err(HipError::InvalidValue.because("the file's name is empty"));
    }
    let bytes = std::fs::read(path)
        .map_err(|error| HipError::FileNotFound.because(format_args!("cannot read {path}: {error}")))?;
    if !bytes.starts_with(spirv_gen::bundle::fatbin::MAGIC) {
        return load(foreign::bundle_of_file(&bytes)?);
    }
    load(Bundle::from_bytes(&bytes)?)
}

/// # Safety
/// `image` is null or a whole module image.
unsafe fn load_image(image: *const c_void) -> HipResult<hipModule_t> {
    if image.is_null() {
        return Err(HipError::InvalidValue.because("the image is null"));
    }
    runtime::current_device()?;
    // SAFETY: the caller's promise.
    load(unsafe { read_image(image) }?)
}

/// The kernel's handle for C, made when first asked for.
pub(super) fn kernel_handle(kernel: &Arc<Kernel>) -> HipResult<hipFunction_t> {
    let mut known = kernel.handle.lock();
    let id = match *known {
        Some(id) => id,
        None => {
            let id = runtime::live::<Kernel>()?.insert_arc(Arc::clone(kernel));
            *known = Some(id);
            id
        }
    };
    Ok(hipFunction_t(pointer(id.raw())))
}

/// HIP: "The function … frees … all functions and variables of the module"; work that uses it is finished first.
fn unload(handle: hipModule_t) -> HipResult {
    // hip-tests: hipErrorInvalidResourceHandle for null, hipErrorNotFound for a module that was unloaded before.
    if handle.0.is_null() {
        return Err(HipError::InvalidHandle.because("the module is null"));
    }
    let kernels = runtime::live::<Kernel>()?;
    let id = Id::from_raw(handle.0 as u64);
    if library::has_module(id) {
        return Err(
            HipError::IllegalState.because("the module is its library's, which is unloaded by hipLibraryUnload")
        );
    }
    let module = runtime::live::<Module>()?.remove(id).ok_or_else(|| id.missing(HipError::NotFound))?;
    for handle in module.kernel_handles() {
        kernels.remove(handle);
    }
    module.code().device.synchronize()
}

fn attributes(kernel: &Kernel) -> hipFuncAttributes {
    let metadata = kernel.metadata();
    let settings = &kernel.settings;
    // hip-tests: "major * 10 + minor" of the device's compute capability, which AMD's runtime says of the PTX too.
    let [major, minor] = dialect::of_program().capability;
    let version = (major * 10 + minor) as c_int;
    hipFuncAttributes {
        binaryVersion: version,
        cacheModeCA: 0,
        constSizeBytes: 0,
        localSizeBytes: 0,
        maxDynamicSharedSizeBytes: settings.max_dynamic_shared() as c_int,
        maxThreadsPerBlock: kernel.max_threads() as c_int,
        // Vulkan does not tell; a plain figure, because programs divide by it.
        numRegs: 32,
        preferredShmemCarveout: settings.carveout.load(Ordering::Relaxed) as c_int,
        ptxVersion: version,
        sharedSizeBytes: metadata.static_shared as usize,
    }
}

/// The values of `hipFunction_attribute`.
pub(super) fn attribute(kernel: &Kernel, number: u32) -> HipResult<c_int> {
    let all = attributes(kernel);
    Ok(match number {
        0 => all.maxThreadsPerBlock,
        1 => all.sharedSizeBytes as c_int,
        2 => all.constSizeBytes as c_int,
        3 => all.localSizeBytes as c_int,
        4 => all.numRegs,
        5 => all.ptxVersion,
        6 => all.binaryVersion,
        7 => all.cacheModeCA,
        8 => all.maxDynamicSharedSizeBytes,
        9 => all.preferredShmemCarveout,
        10..=15 => 0,
        _ => return Err(HipError::InvalidValue.because(format_args!("function attribute {number}"))),
    })
}

/// Bytes of dynamic shared memory, if a launch of the kernel can have so many.
pub(super) fn dynamic_shared(kernel: &Kernel, value: c_int) -> Option<u32> {
    let room = kernel.device().properties.shared_per_block.saturating_sub(kernel.metadata().static_shared);
    u32::try_from(value).ok().filter(|&bytes| bytes <= room)
}

/// hip-tests: hipErrorInvalidValue for an unknown attribute, a negative value, and more shared memory than there is.
fn set_attribute(kernel: &Kernel, number: u32, value: c_int) -> HipResult {
    match number {
        MAX_DYNAMIC_SHARED if dynamic_shared(kernel, value).is_some() => {
            kernel.settings.set_max_dynamic_shared(value as u32);
        }
        CARVEOUT if (-1..=100).contains(&value) => {
            kernel.settings.carveout.store(value.max(0) as u32, Ordering::Relaxed);
        }
        _ => return Err(HipError::InvalidValue.because(format_args!("function attribute {number} = {value}"))),
    }
    Ok(())
}

hip_api! {
    /// Loads a file made by `hipcc --genco`. hipErrorFileNotFound, hipErrorInvalidImage, hipErrorNoBinaryForGpu.
    fn hipModuleLoad(module: *mut hipModule_t, name: *const c_char) => |out: Out<hipModule_t>, path: String| {
        out.set(load_file(&path)?)
    };

    /// Loads an image from memory. hipErrorInvalidValue: null; hipErrorInvalidImage; hipErrorNoBinaryForGpu.
    fn hipModuleLoadData(module: *mut hipModule_t, image: *const c_void) => |out: Out<hipModule_t>, image: *const c_void| {
        // SAFETY: HIP's contract: a whole module image.
        out.set(unsafe { load_image(image) }?)
    };

    /// The same; the options are hints for a compiler we do not have.
    fn hipModuleLoadDataEx(
        module: *mut hipModule_t, image: *const c_void, count: c_uint, options: *mut c_uint, values: *mut *mut c_void,
    ) => |out: Out<hipModule_t>, image: *const c_void, _count: u32, _options: *mut c_uint, _values: *mut *mut c_void| {
        // SAFETY: HIP's contract: a whole module image.
        out.set(unsafe { load_image(image) }?)
    };

    /// Loads an image from memory.
    fn hipModuleLoadFatBinary(module: *mut hipModule_t, image: *const c_void) =>
        |out: Out<hipModule_t>, image: *const c_void| {
            // SAFETY: HIP's contract: a whole module image.
            out.set(unsafe { load_image(image) }?)
        };

    /// Unloads a module, after its device's work. hipErrorInvalidHandle: null; hipErrorNotFound: not loaded; hipErrorIllegalState: a library's.
    fn hipModuleUnload(module: hipModule_t) => |module: hipModule_t| unload(module);

    /// The function of this name. hipErrorNotFound; hipErrorInvalidHandle: no module.
    fn hipModuleGetFunction(function: *mut hipFunction_t, module: hipModule_t, name: *const c_char) =>
        |out: Out<hipFunction_t>, module: Arc<Module>, name: String| {
            if name.is_empty() {
                // hip-tests: hipErrorInvalidValue on AMD.
                return Err(HipError::InvalidValue.because("the function's name is empty"));
            }
            out.set(kernel_handle(&module.kernel(&name)?)?)
        };

    /// How many functions a module has.
    fn hipModuleGetFunctionCount(count: *mut c_uint, module: hipModule_t) => |out: Out<u32>, module: Arc<Module>| {
        out.set(module.code().bundle.program_kernels().count() as u32)
    };

    /// Address and size of the variable of this name; either may be null. hipErrorNotFound.
    fn hipModuleGetGlobal(address: *mut hipDeviceptr_t, size: *mut usize, module: hipModule_t, name: *const c_char) =>
        |address: super::convert::MaybeOut<hipDeviceptr_t>, size: super::convert::MaybeOut<usize>, module: Arc<Module>,
         name: String| {
            if address.is_null() && size.is_null() || name.is_empty() {
                return Err(HipError::InvalidValue.because("nothing is asked for"));
            }
            let (start, bytes) = module.global(&name)?;
            address.set(pointer(start));
            size.set(bytes as usize);
            Ok(())
        };

    /// What is known of a kernel. hipErrorInvalidDeviceFunction: not a kernel.
    fn hipFuncGetAttributes(attributes_out: *mut hipFuncAttributes, function: *const c_void) =>
        |out: Out<hipFuncAttributes>, kernel: Arc<Kernel>| out.set(attributes(&kernel));

    /// One fact of a module's function. hipErrorInvalidValue: no such attribute.
    fn hipFuncGetAttribute(value: *mut c_int, number: hipFunction_attribute, function: hipFunction_t) =>
        |out: Out<i32>, number: u32, kernel: Arc<Kernel>| out.set(attribute(&kernel, number)?);

    /// Sets an attribute of a kernel.
    fn hipFuncSetAttribute(function: *const c_void, number: hipFuncAttribute, value: c_int) =>
        |kernel: Arc<Kernel>, number: u32, value: i32| set_attribute(&kernel, number, value);

    /// Accepted for a kernel, without effect.
    fn hipFuncSetCacheConfig(function: *const c_void, config: hipFuncCache_t) => |_kernel: Arc<Kernel>, config: u32| {
        if config > 3 {
            return Err(HipError::InvalidValue.because(format_args!("cache preference {config}")));
        }
        Ok(())
    };

    /// Accepted for a kernel, without effect.
    fn hipFuncSetSharedMemConfig(function: *const c_void, config: hipSharedMemConfig) =>
        |_kernel: Arc<Kernel>, config: u32| {
            if config > 2 {
                return Err(HipError::InvalidValue.because(format_args!("bank width preference {config}")));
            }
            Ok(())
        };

    /// The function handle of a host function. hipErrorInvalidDeviceFunction: not a kernel.
    fn hipGetFuncBySymbol(function: *mut hipFunction_t, symbol: *const c_void) =>
        |out: Out<hipFunction_t>, kernel: Arc<Kernel>| out.set(kernel_handle(&kernel)?);
}

/// The kernel's name, or null. The string lives as long as the module.
///
/// # Safety
/// None: a handle is a number.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub unsafe extern "C" fn hipKernelNameRef(function: hipFunction_t) -> *const c_char {
    use super::convert::FromC;
    // SAFETY: a handle is a number and never dereferenced.
    unsafe { Arc::<Kernel>::from_c(function) }.map_or(std::ptr::null(), |kernel| kernel.c_name().as_ptr())
}

/// The name of the kernel that a host function stands for, or null. The string lives as long as its code.
///
/// # Safety
/// None: the address is only looked up.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub unsafe extern "C" fn hipKernelNameRefByPtr(
    function: *const c_void,
    _stream: super::types::hipStream_t,
) -> *const c_char {
    use super::convert::FromC;
    let address = Address(function as u64);
    // SAFETY: the address is only looked up.
    unsafe { Arc::<Kernel>::from_c(address.0 as *const c_void) }
        .map_or(std::ptr::null(), |kernel| kernel.c_name().as_ptr())
}
