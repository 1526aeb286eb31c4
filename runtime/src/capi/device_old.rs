//! Device properties as programs compiled before ROCm 6 have them, under the names without a suffix: ROCm's header has mapped those to
//! `…R0600` since, so only old programs and `dlsym` find these. What a device is says `capi::device`.

use std::ffi::{CStr, c_char, c_int};
use std::sync::Arc;

use super::convert::{In, Out};
use super::device::{choose, fill};
use super::guard::hip_api;
use super::types::{hipDeviceProp_tR0000, hipDeviceProp_tR0600};
use crate::hip::device::Device;

/// The fields that both structures have.
macro_rules! copy_fields {
    ($from:ident to $to:ident: $($field:ident)*) => { $($to.$field = $from.$field;)* };
}

fn old(new: &hipDeviceProp_tR0600) -> hipDeviceProp_tR0000 {
    // SAFETY: the structure holds numbers, arrays of numbers and pointers, for all of which zero is a value.
    let mut out: hipDeviceProp_tR0000 = unsafe { std::mem::zeroed() };
    copy_fields!(new to out: name totalGlobalMem sharedMemPerBlock regsPerBlock warpSize maxThreadsPerBlock maxThreadsDim maxGridSize
        clockRate memoryClockRate memoryBusWidth totalConstMem major minor multiProcessorCount l2CacheSize maxThreadsPerMultiProcessor
        computeMode clockInstructionRate arch concurrentKernels pciDomainID pciBusID pciDeviceID maxSharedMemoryPerMultiProcessor
        isMultiGpuBoard canMapHostMemory gcnArchName integrated cooperativeLaunch cooperativeMultiDeviceLaunch maxTexture1DLinear
        maxTexture1D maxTexture2D maxTexture3D hdpMemFlushCntl hdpRegFlushCntl memPitch textureAlignment texturePitchAlignment
        kernelExecTimeoutEnabled ECCEnabled tccDriver cooperativeMultiDeviceUnmatchedFunc cooperativeMultiDeviceUnmatchedGridDim
        cooperativeMultiDeviceUnmatchedBlockDim cooperativeMultiDeviceUnmatchedSharedMem isLargeBar asicRevision managedMemory
        directManagedMemAccessFromHost concurrentManagedAccess pageableMemoryAccess pageableMemoryAccessUsesHostPageTables);
    out.gcnArch = arch_number(&new.gcnArchName);
    out
}

/// `gfx1030` is 1030; 0 for names with letters, as HIP 5 had it.
fn arch_number(name: &[c_char]) -> c_int {
    let bytes: Vec<u8> = name.iter().map(|&byte| byte as u8).collect();
    let text = CStr::from_bytes_until_nul(&bytes).ok().and_then(|text| text.to_str().ok());
    text.and_then(|text| text.strip_prefix("gfx")?.split(':').next()?.parse().ok()).unwrap_or(0)
}

/// What [`choose`] asks of a device.
fn new(old: &hipDeviceProp_tR0000) -> hipDeviceProp_tR0600 {
    // SAFETY: as above.
    let mut out: hipDeviceProp_tR0600 = unsafe { std::mem::zeroed() };
    copy_fields!(old to out: major minor totalGlobalMem sharedMemPerBlock maxThreadsPerBlock multiProcessorCount);
    out
}

hip_api! {
    /// What a device is, in HIP 5's structure. hipErrorInvalidDevice.
    fn hipGetDeviceProperties(properties: *mut hipDeviceProp_tR0000, device: c_int) =>
        |out: Out<hipDeviceProp_tR0000>, device: &'static Arc<Device>| out.set(old(&fill(device)));

    /// The same, under the name that ROCm 6 gave it.
    fn hipGetDevicePropertiesR0000(properties: *mut hipDeviceProp_tR0000, device: c_int) =>
        |out: Out<hipDeviceProp_tR0000>, device: &'static Arc<Device>| out.set(old(&fill(device)));

    /// The device that fits best.
    fn hipChooseDevice(device: *mut c_int, wanted: *const hipDeviceProp_tR0000) =>
        |out: Out<i32>, wanted: In<hipDeviceProp_tR0000>| out.set(choose(&new(&wanted.0))?);

    /// The same, under the name that ROCm 6 gave it.
    fn hipChooseDeviceR0000(device: *mut c_int, wanted: *const hipDeviceProp_tR0000) =>
        |out: Out<i32>, wanted: In<hipDeviceProp_tR0000>| out.set(choose(&new(&wanted.0))?);
}

#[cfg(test)]
mod tests {
    use super::arch_number;

    #[test]
    fn an_architectures_number_is_in_its_name() {
        let of =
            |name: &str| arch_number(&name.bytes().chain([0]).map(|byte| byte as std::ffi::c_char).collect::<Vec<_>>());
        assert_eq!([of("gfx1030"), of("gfx906:sramecc+"), of("gfx90a"), of("")], [1030, 906, 0, 0]);
    }
}
