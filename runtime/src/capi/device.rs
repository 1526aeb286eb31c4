//! Devices: choice, properties, attributes, limits, and what concerns the whole runtime. Semantics: `hip::device`.

use std::ffi::{c_char, c_int, c_uint, c_ulonglong, c_void};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::convert::{In, MaybeOut, Out, TextOut};
use super::guard::hip_api;
use super::table;
use super::types::{
    hipDevice_t, hipDeviceAttribute_t, hipDeviceProp_tR0600, hipFuncCache_t, hipLimit_t, hipSharedMemConfig, hipUUID,
};
use crate::hip::capturing;
use crate::hip::device::{Device, attributes};
use crate::hip::dialect;
use crate::hip::error::{HipError, HipResult};
use crate::hip::image::texture::{MAX_LINEAR, MAX_PITCHED, PITCH_ALIGNMENT, TEXTURE_ALIGNMENT};
use crate::hip::{memory, module, runtime, thread};
use crate::trace;

/// HIP 7.0, as `hipRuntimeGetVersion` encodes it: major * 10,000,000 + minor * 100,000 + patch.
const VERSION: c_int = 70_051_831;

/// `hipLimitStackSize`, `hipLimitPrintfFifoSize`, `hipLimitMallocHeapSize`.
const STACK: u32 = 0;
const PRINTF: u32 = 1;
const HEAP: u32 = 2;

/// Features of `hipDeviceArch_t`, by bit: what kernels compiled by our hipcc can use on every device.
mod arch {
    /// 32-bit atomics and exchanges on global and shared memory, float atomic add.
    pub(super) const ATOMICS_32: u32 = 0b1_1111;
    /// 64-bit atomics on global and shared memory.
    pub(super) const ATOMICS_64: u32 = 0b110_0000;
    /// Doubles.
    pub(super) const DOUBLES: u32 = 1 << 7;
    /// Votes, ballots and shuffles.
    pub(super) const WARP: u32 = 0b111 << 8;
    /// `__threadfence_system`.
    pub(super) const FENCE_SYSTEM: u32 = 1 << 12;
    /// Three-dimensional grids.
    pub(super) const GRID_3D: u32 = 1 << 15;
}

/// Waits for everything on the current device, which nothing there may be capturing for.
pub(super) fn synchronize(call: &str) -> HipResult {
    let device = runtime::current_device()?;
    capturing::forbid_on(device.index, call)?;
    device.synchronize()
}

fn text(bytes: &str) -> [c_char; 256] {
    let mut out = [0; 256];
    for (place, byte) in out.iter_mut().take(255).zip(bytes.bytes()) {
        *place = byte as c_char;
    }
    out
}

/// HIP's structure, from what is known of the device. What Vulkan does not tell stays 0.
pub(super) fn fill(device: &Device) -> hipDeviceProp_tR0600 {
    let (p, dialect) = (&device.properties, dialect::of_program());
    let shared = p.shared_per_block as usize;
    let int = |number: u32| c_int::try_from(number).unwrap_or(c_int::MAX);
    let [one, two, three, layers] = p.images.map(int);
    // SAFETY: the structure holds numbers, arrays of numbers and pointers, for all of which zero is a value.
    let mut out: hipDeviceProp_tR0600 = unsafe { std::mem::zeroed() };
    out.name = text(&p.name);
    out.uuid = p.uuid;
    out.totalGlobalMem = p.total_memory as usize;
    out.sharedMemPerBlock = p.planned_shared() as usize;
    out.regsPerBlock = 65536;
    out.warpSize = int(dialect.warp_size);
    out.memPitch = c_int::MAX as usize;
    out.maxThreadsPerBlock = int(p.max_threads);
    out.maxThreadsDim = p.max_block.map(int);
    out.maxGridSize = p.max_grid.map(int);
    out.totalConstMem = c_int::MAX as usize;
    [out.major, out.minor] = dialect.capability.map(int);
    out.textureAlignment = TEXTURE_ALIGNMENT as usize;
    out.texturePitchAlignment = PITCH_ALIGNMENT as usize;
    out.deviceOverlap = 1;
    out.multiProcessorCount = int(p.multiprocessors);
    out.clockRate = int(p.clock.khz());
    out.clockInstructionRate = int(p.wall_clock_khz);
    out.integrated = p.integrated.into();
    (out.cooperativeLaunch, out.cooperativeMultiDeviceLaunch) = (p.cooperative.into(), p.multi_grid().into());
    (out.cooperativeMultiDeviceUnmatchedFunc, out.cooperativeMultiDeviceUnmatchedGridDim) =
        (p.multi_grid().into(), p.multi_grid().into());
    (out.cooperativeMultiDeviceUnmatchedBlockDim, out.cooperativeMultiDeviceUnmatchedSharedMem) =
        (p.multi_grid().into(), p.multi_grid().into());
    out.canMapHostMemory = 1;
    (out.maxTexture1D, out.maxTexture1DMipmap, out.maxTexture1DLinear) = (one, one, MAX_LINEAR as c_int);
    (out.maxTexture2D, out.maxTexture2DMipmap) = ([two; 2], [two; 2]);
    let pitched = MAX_PITCHED as c_int;
    (out.maxTexture2DLinear, out.maxTexture2DGather) = ([pitched, pitched, c_int::MAX], [two; 2]);
    (out.maxTexture3D, out.maxTexture3DAlt) = ([three; 3], [three; 3]);
    (out.maxTextureCubemap, out.maxTextureCubemapLayered) = (two, [two, layers]);
    (out.maxTexture1DLayered, out.maxTexture2DLayered) = ([one, layers], [two, two, layers]);
    (out.maxSurface1D, out.maxSurface2D, out.maxSurface3D) = (one, [two; 2], [three; 3]);
    (out.maxSurface1DLayered, out.maxSurface2DLayered) = ([one, layers], [two, two, layers]);
    (out.maxSurfaceCubemap, out.maxSurfaceCubemapLayered) = (two, [two, layers]);
    out.surfaceAlignment = 256;
    out.concurrentKernels = 1;
    [out.pciDomainID, out.pciBusID, out.pciDeviceID] = p.pci.map(int);
    out.asyncEngineCount = 1;
    out.memoryPoolsSupported = 1;
    out.ipcEventSupported = p.shares_events.into();
    // `hipMemHandleTypePosixFileDescriptor`.
    out.memoryPoolSupportedHandleTypes = p.shares_pools.into();
    out.unifiedAddressing = 1;
    out.maxThreadsPerMultiProcessor = int(p.threads_per_multiprocessor);
    out.streamPrioritiesSupported = 1;
    (out.globalL1CacheSupported, out.localL1CacheSupported) = (1, 1);
    out.sharedMemPerMultiprocessor = shared;
    out.regsPerMultiprocessor = 65536;
    out.managedMemory = 1;
    out.hostNativeAtomicSupported = p.integrated.into();
    out.concurrentManagedAccess = p.unified.into();
    out.directManagedMemAccessFromHost = p.unified.into();
    out.sharedMemPerBlockOptin = shared;
    out.maxBlocksPerMultiProcessor = 32;
    out.hostRegisterSupported = p.host_register.into();
    out.gcnArchName = text(dialect.arch_name);
    out.maxSharedMemoryPerMultiProcessor = shared;
    out.arch = arch::ATOMICS_32 | arch::ATOMICS_64 | arch::DOUBLES | arch::WARP | arch::FENCE_SYSTEM | arch::GRID_3D;
    out.isLargeBar = p.large_bar.into();
    out
}

/// The device that meets most of what is asked for: memory and capability at least as large. HIP: "Device which matches
/// hipDeviceProp_t is returned".
pub(super) fn choose(wanted: &hipDeviceProp_tR0600) -> HipResult<c_int> {
    let meets = |device: &Device| {
        let p = fill(device);
        let version = (p.major, p.minor) >= (wanted.major, wanted.minor);
        [
            version,
            p.totalGlobalMem >= wanted.totalGlobalMem,
            p.sharedMemPerBlock >= wanted.sharedMemPerBlock,
            p.maxThreadsPerBlock >= wanted.maxThreadsPerBlock,
            p.multiProcessorCount >= wanted.multiProcessorCount,
        ]
        .iter()
        .filter(|&&met| met)
        .count()
    };
    let devices = &runtime::get()?.devices;
    let best = devices.iter().rev().max_by_key(|device| meets(device)).ok_or(HipError::NoDevice)?;
    Ok(best.index as c_int)
}

/// HIP: "Resets the state of current device … and frees all the resources allocated". Memory, streams' work and the
/// sticky error go, variables have their initial values again; handles of streams, events and modules stay valid.
fn reset(device: &Arc<Device>) -> HipResult {
    device.outlast();
    memory::map()?.remove_device(device.index).iter().for_each(|freed| memory::released(freed));
    device.reset();
    module::reset(device)
}

fn pci_text(device: &Device) -> String {
    let [domain, bus, number] = device.properties.pci;
    format!("{domain:04x}:{bus:02x}:{number:02x}.0")
}

/// Bytes of stack a thread can have on AMD's hardware.
const MAX_STACK: u32 = 131_056;

fn limit(device: &Device, number: u32) -> HipResult<usize> {
    let limits = device.with_limits(|limits| *limits);
    match number {
        STACK => Ok(device.stack_bytes.load(Ordering::Acquire) as usize),
        PRINTF => Ok(limits.printf),
        HEAP => Ok(limits.heap),
        _ => Err(HipError::UnsupportedLimit.because(format_args!("limit {number}"))),
    }
}

fn set_limit(device: &Device, number: u32, value: usize) -> HipResult {
    if number == STACK {
        let fitting = u32::try_from(value).ok().filter(|&bytes| bytes <= MAX_STACK);
        let bytes = fitting.ok_or_else(|| {
            HipError::InvalidValue.because(format_args!("{value} bytes of stack; at most {MAX_STACK} are possible"))
        })?;
        device.stack_bytes.store(bytes, Ordering::Release);
        return Ok(());
    }
    device.with_limits(|limits| {
        match number {
            PRINTF => limits.printf = value,
            // As CUDA documents it; AMD's heap cannot change its size in use either.
            HEAP if device.heap.exists() => {
                return Err(HipError::InvalidValue.because("a kernel that allocates memory has been launched already"));
            }
            HEAP => limits.heap = value,
            // hip-tests "Invalid Flag": hipErrorInvalidValue, where asking for such a limit is hipErrorUnsupportedLimit.
            _ => return Err(HipError::InvalidValue.because(format_args!("limit {number}"))),
        }
        Ok(())
    })
}

/// The first version whose programs mean another function by some names, as ROCm's header does.
const SUFFIXED_SINCE: c_int = 600;

/// The exported name of what a program compiled for `version` of HIP (600 for 6.0) calls `name`.
fn exported(name: &str, version: c_int) -> &str {
    match name {
        "hipGetDeviceProperties" if version >= SUFFIXED_SINCE => "hipGetDevicePropertiesR0600",
        "hipChooseDevice" if version >= SUFFIXED_SINCE => "hipChooseDeviceR0600",
        _ => name,
    }
}

/// `hipGetProcAddress`: 0 found, 1 not found.
fn find_function(name: &str, out: Out<*mut c_void>, status: MaybeOut<c_int>) -> HipResult {
    match table::address(name) {
        Some(address) => {
            status.set(0);
            out.set(address)
        }
        None => {
            status.set(1);
            out.set(std::ptr::null_mut())?;
            Err(HipError::InvalidValue.because(format_args!("there is no function {name}")))
        }
    }
}

/// The same for a program whose default stream is the thread's: the function's twin for that, if it has one.
fn find_twin(name: &str, out: Out<*mut c_void>, status: MaybeOut<c_int>) -> HipResult {
    let twin = format!("{name}_spt");
    find_function(if table::address(&twin).is_some() { &twin } else { name }, out, status)
}

/// `hipProfilerStart` and `hipProfilerStop`.
fn switch_trace(on: bool) -> HipResult {
    if !trace::writes_file() {
        return Err(HipError::NotSupported.because("there is no trace (HIPVK_TRACE=FILE)"));
    }
    trace::set_recording(on);
    Ok(())
}

/// `hipEnablePerThreadDefaultStream`, `HIP_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM`.
const PER_THREAD: u64 = 2;

/// hip-tests, "Invalid flag": hipErrorInvalidValue.
fn check_search(flags: u64) -> HipResult {
    match flags {
        0..=PER_THREAD => Ok(()),
        other => Err(HipError::InvalidValue.because(format_args!("flags {other:#x} of a search"))),
    }
}

/// HIP: with hipEnablePerThreadDefaultStream the function's `_spt` form, if it has one.
fn find_flagged(name: &str, flags: u64, out: Out<*mut c_void>, status: MaybeOut<c_int>) -> HipResult {
    check_search(flags)?;
    if flags == PER_THREAD { find_twin(name, out, status) } else { find_function(name, out, status) }
}

hip_api! {
    /// Starts the runtime. hipErrorInvalidValue: flags must be 0; hipErrorNoDevice.
    fn hipInit(flags: c_uint) => |flags: u32| {
        if flags != 0 {
            return Err(HipError::InvalidValue.because("flags must be 0"));
        }
        runtime::get().map(|_| ())
    };

    /// The version of HIP this library implements.
    fn hipDriverGetVersion(version: *mut c_int) deviceless => |out: Out<i32>| out.set(VERSION);

    /// The version of HIP this library implements.
    fn hipRuntimeGetVersion(version: *mut c_int) deviceless => |out: Out<i32>| out.set(VERSION);

    /// How many devices there are. hipErrorNoDevice, with 0, if none.
    fn hipGetDeviceCount(count: *mut c_int) deviceless => |out: Out<i32>| match runtime::get() {
        Ok(runtime) => out.set(runtime.devices.len() as c_int),
        Err(error) => {
            out.set(0)?;
            Err(error)
        }
    };

    /// The handle of a device: its number.
    fn hipDeviceGet(device: *mut hipDevice_t, number: c_int) => |out: Out<i32>, device: &'static Arc<Device>| {
        out.set(device.index as i32)
    };

    /// The thread's current device.
    fn hipGetDevice(device: *mut c_int) => |out: Out<i32>| out.set(runtime::current_device()?.index as c_int);

    /// Makes a device the thread's current one. hipErrorInvalidDevice.
    fn hipSetDevice(device: c_int) => |device: &'static Arc<Device>| {
        thread::set_device_index(device.index);
        Ok(())
    };

    /// Accepted for devices that exist: every thread may use every device anyway.
    fn hipSetValidDevices(devices: *mut c_int, count: c_int) => |devices: *mut c_int, count: i32| {
        if devices.is_null() || count < 0 {
            return Err(HipError::InvalidValue.because("no list of devices"));
        }
        // SAFETY: HIP's contract: `count` numbers.
        let numbers = unsafe { std::slice::from_raw_parts(devices, count as usize) };
        numbers.iter().try_for_each(|&number| runtime::device(number).map(|_| ()))
    };

    /// Waits for everything on the current device.
    fn hipDeviceSynchronize() => | | synchronize("hipDeviceSynchronize");

    /// Waits for the current device, frees its memory and initialises its variables anew.
    fn hipDeviceReset() => | | reset(runtime::current_device()?);

    /// What a device is. hipErrorInvalidDevice.
    fn hipGetDevicePropertiesR0600(properties: *mut hipDeviceProp_tR0600, device: c_int) =>
        |out: Out<hipDeviceProp_tR0600>, device: &'static Arc<Device>| out.set(fill(device));

    /// The device that fits best.
    fn hipChooseDeviceR0600(device: *mut c_int, wanted: *const hipDeviceProp_tR0600) =>
        |out: Out<i32>, wanted: In<hipDeviceProp_tR0600>| out.set(choose(&wanted.0)?);

    /// One fact of a device. hipErrorInvalidValue: no such attribute; hipErrorInvalidDevice.
    fn hipDeviceGetAttribute(value: *mut c_int, attribute: hipDeviceAttribute_t, device: c_int) =>
        |out: Out<i32>, number: u32, device: &'static Arc<Device>| {
            let attribute = attributes::find(number)
                .ok_or_else(|| HipError::InvalidValue.because(format_args!("device attribute {number}")))?;
            out.set(attribute.value(&device.properties))
        };

    /// The dialect's version: 10.3.
    fn hipDeviceComputeCapability(major: *mut c_int, minor: *mut c_int, device: hipDevice_t) =>
        |major: Out<i32>, minor: Out<i32>, _device: &'static Arc<Device>| {
            let [first, second] = dialect::of_program().capability;
            major.set(first as c_int)?;
            minor.set(second as c_int)
        };

    /// The device's name, cut to `len` bytes.
    fn hipDeviceGetName(name: *mut c_char, len: c_int, device: hipDevice_t) =>
        |out: TextOut<'_>, len: i32, device: &'static Arc<Device>| out.set(&device.properties.name, len);

    /// Vulkan's UUID of the device.
    fn hipDeviceGetUuid(uuid: *mut hipUUID, device: hipDevice_t) => |out: Out<hipUUID>, device: &'static Arc<Device>| {
        out.set(hipUUID { bytes: device.properties.uuid })
    };

    /// `domain:bus:device.function`, cut to `len` bytes, which is hipErrorInvalidValue.
    fn hipDeviceGetPCIBusId(id: *mut c_char, len: c_int, device: c_int) =>
        |out: TextOut<'_>, len: i32, device: &'static Arc<Device>| {
            let text = pci_text(device);
            out.set(&text, len)?;
            // hip-tests, Negative_PartialFill.
            match usize::try_from(len) {
                Ok(room) if room > text.len() => Ok(()),
                _ => Err(HipError::InvalidValue.because(format_args!("{len} bytes for '{text}'"))),
            }
        };

    /// The device at this PCI address. hipErrorInvalidValue: none.
    fn hipDeviceGetByPCIBusId(device: *mut c_int, id: *const c_char) => |out: Out<i32>, id: String| {
        let devices = &runtime::get()?.devices;
        let found = devices.iter().find(|device| pci_text(device).eq_ignore_ascii_case(&id));
        match found {
            Some(device) => out.set(device.index as c_int),
            None => Err(HipError::InvalidValue.because(format_args!("no device at PCI address '{id}'"))),
        }
    };

    /// Bytes of device memory.
    fn hipDeviceTotalMem(bytes: *mut usize, device: hipDevice_t) => |out: Out<usize>, device: &'static Arc<Device>| {
        out.set(device.properties.total_memory as usize)
    };

    /// Free and total bytes of device memory.
    fn hipMemGetInfo(free: *mut usize, total: *mut usize) => |free: MaybeOut<usize>, total: MaybeOut<usize>| {
        let (free_bytes, total_bytes) = runtime::current_device()?.memory_info();
        free.set(free_bytes as usize);
        total.set(total_bytes as usize);
        Ok(())
    };

    /// The size of an allocation, by its address.
    fn hipMemPtrGetInfo(address: *mut c_void, size: *mut usize) =>
        |address: super::convert::Address, out: Out<usize>| {
            out.set(memory::pointer::allocation(address.0, HipError::InvalidValue)?.size as usize)
        };

    /// hipErrorInvalidValue: unknown preference. Without effect, as on AMD.
    fn hipDeviceSetCacheConfig(config: hipFuncCache_t) => |config: u32| {
        if config > 3 {
            return Err(HipError::InvalidValue.because(format_args!("cache preference {config}")));
        }
        Ok(())
    };

    /// hipFuncCachePreferNone, as on AMD.
    fn hipDeviceGetCacheConfig(config: *mut hipFuncCache_t) => |out: Out<u32>| out.set(0);

    /// hipErrorInvalidValue: unknown preference. Without effect, as on AMD.
    fn hipDeviceSetSharedMemConfig(config: hipSharedMemConfig) => |config: u32| {
        if config > 2 {
            return Err(HipError::InvalidValue.because(format_args!("bank width preference {config}")));
        }
        Ok(())
    };

    /// hipSharedMemBankSizeFourByte, as on AMD.
    fn hipDeviceGetSharedMemConfig(config: *mut hipSharedMemConfig) => |out: Out<u32>| out.set(1);

    /// A limit in bytes. hipErrorUnsupportedLimit.
    fn hipDeviceGetLimit(value: *mut usize, number: hipLimit_t) => |out: Out<usize>, number: u32| {
        out.set(limit(runtime::current_device()?, number)?)
    };

    /// Sets a limit. hipErrorInvalidValue: no such limit, or out of its range.
    fn hipDeviceSetLimit(number: hipLimit_t, value: usize) => |number: u32, value: usize| {
        set_limit(runtime::current_device()?, number, value)
    };

    /// The current device's flags.
    fn hipGetDeviceFlags(flags: *mut c_uint) => |out: Out<u32>| out.set(runtime::current_device()?.flags());

    /// Sets the current device's flags. hipErrorInvalidValue: unknown ones, or two ways of waiting.
    fn hipSetDeviceFlags(flags: c_uint) => |flags: u32| runtime::current_device()?.set_flags(flags);

    /// HIP: "Start recording of profiling information": the trace goes on. Without one hipErrorNotSupported, as AMD's runtime returns.
    fn hipProfilerStart() => | | switch_trace(true);

    /// HIP: "Stop recording of profiling information". Without a trace hipErrorNotSupported, as AMD's runtime returns.
    fn hipProfilerStop() => | | switch_trace(false);

    /// The address of a HIP function by its name, or of its form for the thread's own stream. hipErrorInvalidValue: no such function, flags.
    fn hipGetProcAddress(
        symbol: *const c_char, address: *mut *mut c_void, version: c_int, flags: u64, status: *mut c_int,
    ) deviceless => |name: String, out: Out<*mut c_void>, version: i32, flags: u64, status: MaybeOut<c_int>|
        find_flagged(exported(&name, version), flags, out, status);

    /// The same.
    fn hipGetDriverEntryPoint(
        symbol: *const c_char, address: *mut *mut c_void, flags: c_ulonglong, status: *mut c_int,
    ) deviceless => |name: String, out: Out<*mut c_void>, flags: u64, status: MaybeOut<c_int>|
        find_flagged(exported(&name, SUFFIXED_SINCE), flags, out, status);

    /// The same for programs compiled with `-fgpu-default-stream=per-thread`.
    fn hipGetProcAddress_spt(
        symbol: *const c_char, address: *mut *mut c_void, version: c_int, flags: u64, status: *mut c_int,
    ) deviceless => |name: String, out: Out<*mut c_void>, version: i32, flags: u64, status: MaybeOut<c_int>| {
        check_search(flags)?;
        find_twin(exported(&name, version), out, status)
    };

    /// The same for programs compiled with `-fgpu-default-stream=per-thread`.
    fn hipGetDriverEntryPoint_spt(
        symbol: *const c_char, address: *mut *mut c_void, flags: c_ulonglong, status: *mut c_int,
    ) deviceless => |name: String, out: Out<*mut c_void>, flags: u64, status: MaybeOut<c_int>| {
        check_search(flags)?;
        find_twin(exported(&name, SUFFIXED_SINCE), out, status)
    };
}

/// The headers that `hiprtc` would have precompiled: there are none.
///
/// # Safety
/// Both places are null or may be written.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub unsafe extern "C" fn __hipGetPCH(pch: *mut *const c_char, size: *mut c_uint) {
    use super::convert::FromC;
    // SAFETY: the caller's promise.
    if let (Ok(pch), Ok(size)) = unsafe { (MaybeOut::from_c(pch), MaybeOut::from_c(size)) } {
        pch.set(std::ptr::null());
        size.set(0);
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn pointers_of_found_functions_are_never_null() {
        assert!(super::table::address("hipMalloc").is_some_and(|address| !address.is_null()));
        assert!(super::table::address("hipNoSuchFunction").is_none());
    }
}
