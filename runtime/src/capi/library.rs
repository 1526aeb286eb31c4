//! Libraries and their kernels. Semantics: `hip::library`; errors are those of AMD's runtime, whose documentation lists few.

use std::ffi::{c_char, c_int, c_uint, c_void};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use super::convert::{FromC, MaybeOut, Out, pointer};
use super::guard::hip_api;
use super::module::{CARVEOUT, MAX_DYNAMIC_SHARED, attribute, dynamic_shared, kernel_handle};
use super::register::read_image;
use super::types::{
    hipDevice_t, hipFuncAttribute, hipFuncCache_t, hipFunction_attribute, hipFunction_t, hipJitOption, hipKernel_t,
    hipLibrary_t, hipModule_t,
};
use crate::hip::device::Device;
use crate::hip::error::{HipError, HipResult};
use crate::hip::handle::Id;
use crate::hip::kernel::Kernel;
use crate::hip::library::{self, Library};
use crate::hip::module::Module;
use crate::hip::runtime;

/// `hipFuncAttributeRequiredClusterWidth` and what follows it.
const CLUSTER_WIDTH: u32 = 11;
const CLUSTER_DEPTH: u32 = 13;
const NON_PORTABLE_CLUSTER: u32 = 14;
const CLUSTER_POLICY: u32 = 15;

/// A kernel whose library, or module, is loaded: a kernel's handle is its function's.
impl FromC<hipKernel_t> for Arc<Kernel> {
    unsafe fn from_c(value: hipKernel_t) -> HipResult<Arc<Kernel>> {
        // SAFETY: a handle is a number.
        unsafe { Arc::<Kernel>::from_c(hipFunction_t(not_null(value.0)?)) }
    }
}

impl FromC<hipKernel_t> for Id<Kernel> {
    unsafe fn from_c(value: hipKernel_t) -> HipResult<Id<Kernel>> {
        Ok(Id::from_raw(not_null(value.0)? as u64))
    }
}

impl FromC<hipLibrary_t> for Id<Library> {
    unsafe fn from_c(value: hipLibrary_t) -> HipResult<Id<Library>> {
        Ok(Id::from_raw(value.0 as u64))
    }
}

fn not_null(handle: *mut c_void) -> HipResult<*mut c_void> {
    if handle.is_null() {
        return Err(HipError::InvalidValue.because("the handle is null"));
    }
    Ok(handle)
}

/// A library that is loaded. hip-tests: null is `null`'s error; what was unloaded is hipErrorInvalidHandle.
fn get(id: Id<Library>, null: HipError) -> HipResult<Arc<Library>> {
    if id.raw() == 0 {
        return Err(null.because("the library is null"));
    }
    runtime::find(id)
}

fn module(library: &Library) -> HipResult<&Arc<Module>> {
    library.module(runtime::current_device()?)
}

/// AMD's runtime has none of the compiler's options.
fn no_options(count: u32) -> HipResult {
    if count == 0 {
        return Ok(());
    }
    Err(HipError::InvalidValue.because("options for a compiler: nothing is compiled here"))
}

fn insert(library: Library) -> HipResult<hipLibrary_t> {
    Ok(hipLibrary_t(pointer(runtime::live::<Library>()?.insert(library).raw())))
}

fn load_file(path: &str) -> HipResult<hipLibrary_t> {
    let bytes = std::fs::read(path)
        .map_err(|error| HipError::InvalidValue.because(format_args!("cannot read {path}: {error}")))?;
    let bundle = match bytes.starts_with(spirv_gen::bundle::fatbin::MAGIC) {
        true => spirv_gen::Bundle::from_bytes(&bytes).map_err(HipError::from),
        false => super::foreign::bundle_of_file(&bytes),
    };
    insert(Library::new(bundle))
}

/// The handle of a library's kernel.
fn kernel(id: Id<Library>, library: &Library, name: &str) -> HipResult<hipKernel_t> {
    let function = kernel_handle(&module(library)?.kernel(name)?)?;
    library::own(id, Id::from_raw(function.0 as u64));
    Ok(hipKernel_t(function.0))
}

/// Work that uses the library is finished first, as with a module.
fn unload(id: Id<Library>) -> HipResult {
    let library = get(id, HipError::InvalidHandle)?;
    runtime::live::<Library>()?.remove(id);
    let kernels = runtime::live::<Kernel>()?;
    let by_module = library.loaded().map(|module| module.kernel_handles()).unwrap_or_default();
    for kernel in library::disown(id).into_iter().chain(by_module) {
        kernels.remove(kernel);
    }
    library.forget_module()?;
    library.loaded().map_or(Ok(()), |module| module.code().device.synchronize())
}

/// # Safety
/// `places` has room for `room` handles.
unsafe fn enumerate(places: *mut hipKernel_t, room: u32, id: Id<Library>) -> HipResult {
    if places.is_null() {
        return Err(HipError::InvalidValue.because("there is no place for the kernels"));
    }
    let library = get(id, HipError::InvalidValue)?;
    let bundle = Arc::clone(&module(&library)?.code().bundle);
    for (at, known) in bundle.program_kernels().take(room as usize).enumerate() {
        let kernel = kernel(id, &library, &known.metadata.name)?;
        // SAFETY: `at` is below `room`; the caller's promise.
        unsafe { places.add(at).write_unaligned(kernel) };
    }
    Ok(())
}

/// What hipLibraryGetGlobal and hipLibraryGetManaged share.
fn variable(
    address: MaybeOut<*mut c_void>,
    bytes: MaybeOut<usize>,
    id: Id<Library>,
    name: &str,
    managed: bool,
) -> HipResult {
    if address.is_null() && bytes.is_null() || name.is_empty() {
        return Err(HipError::InvalidValue.because("nothing is asked for"));
    }
    let library = get(id, HipError::InvalidHandle)?;
    let module = module(&library)?;
    if managed && !module.is_managed(name) {
        return Err(HipError::NotFound.because(format_args!("the library has no managed variable named '{name}'")));
    }
    let (start, size) = module.global(name)?;
    address.set(pointer(start));
    bytes.set(size as usize);
    Ok(())
}

/// The kernel as it is on a device. A library's is loaded for the device that asks; hipErrorMissingConfiguration: a module's, elsewhere.
fn on_device(id: Id<Kernel>, device: &Arc<Device>) -> HipResult<Arc<Kernel>> {
    let kernel = runtime::find(id)?;
    if kernel.device().index == device.index {
        return Ok(kernel);
    }
    match library::owner(id) {
        Ok(owner) => runtime::find(owner)?.kernel_on(device, &kernel.metadata().name),
        Err(_) => Err(HipError::MissingConfiguration.because("the kernel's module was loaded for another device")),
    }
}

/// The attributes that a kernel has apart from its function's; the others are the function's.
fn kernel_attribute(kernel: &Kernel, number: u32) -> HipResult<i32> {
    let settings = &kernel.settings;
    Ok(match number {
        MAX_DYNAMIC_SHARED => settings.kernel_max_dynamic_shared() as i32,
        CARVEOUT => settings.kernel_carveout.load(Relaxed),
        CLUSTER_WIDTH..=CLUSTER_DEPTH => settings.cluster[(number - CLUSTER_WIDTH) as usize].load(Relaxed),
        NON_PORTABLE_CLUSTER => settings.non_portable_cluster.load(Relaxed),
        CLUSTER_POLICY => settings.cluster_policy.load(Relaxed),
        _ => attribute(kernel, number)?,
    })
}

/// hip-tests: hipErrorInvalidValue for what is not to be set, and for values that the attribute does not have.
fn set_kernel_attribute(kernel: &Kernel, number: u32, value: i32) -> HipResult {
    let settings = &kernel.settings;
    match number {
        MAX_DYNAMIC_SHARED if dynamic_shared(kernel, value).is_some() => {
            settings.set_kernel_max_dynamic_shared(value as u32);
        }
        CARVEOUT if (-1..=100).contains(&value) => settings.kernel_carveout.store(value, Relaxed),
        CLUSTER_WIDTH..=CLUSTER_DEPTH if value >= 0 => {
            settings.cluster[(number - CLUSTER_WIDTH) as usize].store(value, Relaxed);
        }
        NON_PORTABLE_CLUSTER => settings.non_portable_cluster.store(value, Relaxed),
        CLUSTER_POLICY if (0..=2).contains(&value) => settings.cluster_policy.store(value, Relaxed),
        _ => return Err(HipError::InvalidValue.because(format_args!("kernel attribute {number} = {value}"))),
    }
    Ok(())
}

/// HIP: hipErrorInvalidResourceHandle for no kernel, in the functions that came with HIP 7.2.
fn some_kernel(kernel: hipKernel_t) -> HipResult<Id<Kernel>> {
    if kernel.0.is_null() {
        return Err(HipError::InvalidHandle.because("the kernel is null"));
    }
    Ok(Id::from_raw(kernel.0 as u64))
}

hip_api! {
    /// Loads an image from memory; what is wrong with it is told by who asks for its contents. hipErrorInvalidValue: null, or options.
    fn hipLibraryLoadData(
        library: *mut hipLibrary_t, image: *const c_void, options: *mut hipJitOption, values: *mut *mut c_void,
        count: c_uint, library_options: *mut c_uint, library_values: *mut *mut c_void, library_count: c_uint,
    ) => |out: Out<hipLibrary_t>, image: *const c_void, _options: *mut hipJitOption, _values: *mut *mut c_void, count: u32,
          _library_options: *mut c_uint, _library_values: *mut *mut c_void, _library_count: u32| {
        not_null(image.cast_mut())?;
        no_options(count)?;
        // SAFETY: HIP's contract: a whole image.
        out.set(insert(Library::new(unsafe { read_image(image) }))?)
    };

    /// The same from a file. hipErrorInvalidValue: it is not there.
    fn hipLibraryLoadFromFile(
        library: *mut hipLibrary_t, path: *const c_char, options: *mut hipJitOption, values: *mut *mut c_void, count: c_uint,
        library_options: *mut c_uint, library_values: *mut *mut c_void, library_count: c_uint,
    ) => |out: Out<hipLibrary_t>, path: String, _options: *mut hipJitOption, _values: *mut *mut c_void, count: u32,
          _library_options: *mut c_uint, _library_values: *mut *mut c_void, _library_count: u32| {
        no_options(count)?;
        out.set(load_file(&path)?)
    };

    /// Unloads a library, behind its device's work. hipErrorInvalidHandle.
    fn hipLibraryUnload(library: hipLibrary_t) => |library: Id<Library>| unload(library);

    /// A kernel by its name. hipErrorNotFound; hipErrorInvalidImage, hipErrorNoBinaryForGpu: the library is none of ours.
    fn hipLibraryGetKernel(kernel_out: *mut hipKernel_t, library: hipLibrary_t, name: *const c_char) =>
        |out: Out<hipKernel_t>, id: Id<Library>, name: String| {
            let library = get(id, HipError::InvalidValue)?;
            out.set(kernel(id, &library, &name)?)
        };

    /// How many kernels there are.
    fn hipLibraryGetKernelCount(count: *mut c_uint, library: hipLibrary_t) => |out: Out<u32>, id: Id<Library>| {
        let library = get(id, HipError::InvalidValue)?;
        out.set(module(&library)?.code().bundle.program_kernels().count() as u32)
    };

    /// As many of them as there is room for.
    fn hipLibraryEnumerateKernels(kernels: *mut hipKernel_t, count: c_uint, library: hipLibrary_t) =>
        |places: *mut hipKernel_t, room: u32, id: Id<Library>|
            // SAFETY: HIP's contract: room for so many.
            unsafe { enumerate(places, room, id) };

    /// Address and size of a variable; either may be null. hipErrorNotFound.
    fn hipLibraryGetGlobal(address: *mut *mut c_void, bytes: *mut usize, library: hipLibrary_t, name: *const c_char) =>
        |address: MaybeOut<*mut c_void>, bytes: MaybeOut<usize>, id: Id<Library>, name: String|
            variable(address, bytes, id, &name, false);

    /// The same of a managed variable. hipErrorNotFound: no such variable, or not managed.
    fn hipLibraryGetManaged(address: *mut *mut c_void, bytes: *mut usize, library: hipLibrary_t, name: *const c_char) =>
        |address: MaybeOut<*mut c_void>, bytes: MaybeOut<usize>, id: Id<Library>, name: String|
            variable(address, bytes, id, &name, true);

    /// The library of a kernel. hipErrorInvalidHandle: none.
    fn hipKernelGetLibrary(library: *mut hipLibrary_t, kernel: hipKernel_t) =>
        |out: Out<hipLibrary_t>, kernel: Id<Kernel>| out.set(hipLibrary_t(pointer(library::owner(kernel)?.raw())));

    /// The name of a library's kernel, which lives as long as the library.
    fn hipKernelGetName(name: *mut *const c_char, kernel: hipKernel_t) =>
        |out: Out<*const c_char>, id: Id<Kernel>| {
            library::owner(id)?;
            let kernel = runtime::find(id)?;
            out.set(kernel.c_name().as_ptr())
        };

    /// The kernel as a function, for hipModuleLaunchKernel.
    fn hipKernelGetFunction(function: *mut hipFunction_t, kernel: hipKernel_t) =>
        |out: Out<hipFunction_t>, kernel: Arc<Kernel>| out.set(kernel_handle(&kernel)?);

    /// Where a parameter lies, and its size, whose place may be null. hipErrorInvalidValue: no such parameter.
    fn hipKernelGetParamInfo(kernel: hipKernel_t, index: usize, offset: *mut usize, size: *mut usize) =>
        |kernel: Arc<Kernel>, index: usize, offset: Out<usize>, size: MaybeOut<usize>| {
            let parameter = kernel.metadata().params.get(index);
            let parameter = parameter
                .ok_or_else(|| HipError::InvalidValue.because(format_args!("the kernel has no parameter {index}")))?;
            size.set(parameter.size as usize);
            offset.set(parameter.offset as usize)
        };

    /// The module of a library, the same at each call, for the module functions; `hipModuleUnload` refuses it. hipErrorInvalidValue: null;
    /// hipErrorInvalidHandle: no library; hipErrorInvalidImage, hipErrorNoBinaryForGpu: none of ours.
    fn hipLibraryGetModule(module: *mut hipModule_t, library: hipLibrary_t) => |out: Out<hipModule_t>, id: Id<Library>| {
        let library = get(id, HipError::InvalidHandle)?;
        out.set(hipModule_t(pointer(library.module_handle(runtime::current_device()?)?.raw())))
    };

    /// A function with one address on host and device, of which there are none. hipErrorInvalidValue: null, no name; hipErrorInvalidHandle: no
    /// library; hipErrorNotFound.
    fn hipLibraryGetUnifiedFunction(function: *mut *mut c_void, library: hipLibrary_t, name: *const c_char) =>
        |_out: Out<*mut c_void>, id: Id<Library>, name: String| {
            if name.is_empty() {
                return Err(HipError::InvalidValue.because("the function's name is empty"));
            }
            module(&*get(id, HipError::InvalidHandle)?)?;
            Err(HipError::NotFound.because(format_args!("no device has unified function pointers: '{name}'")))
        };

    /// One fact of a kernel. hipErrorInvalidValue: null, no such fact; hipErrorInvalidHandle: no kernel; hipErrorInvalidDevice;
    /// hipErrorMissingConfiguration: a module's kernel, another device.
    fn hipKernelGetAttribute(value: *mut c_int, number: hipFunction_attribute, kernel: hipKernel_t, device: hipDevice_t) =>
        |out: Out<i32>, number: u32, kernel: hipKernel_t, device: &'static Arc<Device>| {
            let kernel = on_device(some_kernel(kernel)?, device)?;
            out.set(kernel_attribute(&kernel, number)?)
        };

    /// Sets shared memory's; the carve-out is looked at. hipErrorInvalidValue: no kernel, not to be set, or not to that.
    fn hipKernelSetAttribute(number: hipFunction_attribute, value: c_int, kernel: hipKernel_t, device: hipDevice_t) =>
        |number: u32, value: i32, kernel: Id<Kernel>, device: &'static Arc<Device>| {
            let kernel = on_device(kernel, device)?;
            match number {
                MAX_DYNAMIC_SHARED | CARVEOUT => set_kernel_attribute(&kernel, number, value),
                _ => Err(HipError::InvalidValue.because(format_args!("kernel attribute {number}"))),
            }
        };

    /// Sets one on a device. hipErrorInvalidHandle: no kernel; hipErrorInvalidDevice; hipErrorInvalidValue: not to be set, or not to that.
    fn hipKernelSetAttributeForDevice(kernel: hipKernel_t, number: hipFuncAttribute, value: c_int, device: c_int) =>
        |kernel: hipKernel_t, number: u32, value: i32, device: i32| {
            let kernel = on_device(some_kernel(kernel)?, runtime::device(device)?)?;
            set_kernel_attribute(&kernel, number, value)
        };

    /// Accepted for a kernel, without effect. hipErrorInvalidHandle: no kernel; hipErrorInvalidValue: no such preference.
    fn hipKernelSetCacheConfig(kernel: hipKernel_t, config: hipFuncCache_t, device: hipDevice_t) =>
        |kernel: hipKernel_t, config: u32, device: &'static Arc<Device>| {
            on_device(some_kernel(kernel)?, device)?;
            match config {
                0..=3 => Ok(()),
                other => Err(HipError::InvalidValue.because(format_args!("cache preference {other}"))),
            }
        };
}
