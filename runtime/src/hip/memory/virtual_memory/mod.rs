//! Virtual memory management: addresses that a program reserves, memory without an address, and the one mapped at the other.
//!
//! ```text
//! hipMemAddressReserve   range       ranges there are, what is mapped in them, who may use it
//! hipMemCreate           physical    handles, each of some memory of one device; other processes may have it
//! hipMemMap              tiles       what the map of allocations shows of a range: runs of mapped memory, and the gaps between
//! ```
//! To all others (copies, fills, questions about pointers) mapped memory is an allocation like any other: neighbours of one device with the
//! same access are one, so that a copy crosses from handle to handle. Gaps are allocations too, which nothing may be done with: a copy
//! there is an error and not a fault. Called by `capi::virtual_memory`.

pub mod physical;
pub mod range;
mod tiles;

use std::sync::Arc;

use super::stream_ordered::at;
use crate::hip::device::Device;
use crate::hip::error::{HipError, HipResult};

/// `hipMemAllocationTypePinned`.
const PINNED: u32 = 1;
/// `hipMemAllocationTypeUncached`: as pinned, to us.
const UNCACHED: u32 = 0x4000_0000;
/// `hipMemLocationTypeDevice`.
const AT_DEVICE: u32 = 1;
/// `hipMemAllocationGranularityRecommended`: what GPUs have large pages for.
const RECOMMENDED: u64 = 2 << 20;

/// `hipMemAllocationProp`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Properties {
    /// `hipMemAllocationType`.
    pub kind: u32,
    /// `hipMemAllocationHandleType`: how other processes may get it.
    pub handles: u32,
    /// `hipMemLocation`: type and number.
    pub location: (u32, i32),
    /// `allocFlags.usage`, remembered.
    pub usage: u16,
}

impl Properties {
    /// The device they name. hip-tests: hipErrorInvalidValue for another kind of memory, another place than a device, and no such device.
    fn device(&self) -> HipResult<&'static Arc<Device>> {
        if !matches!(self.kind, PINNED | UNCACHED) {
            return Err(HipError::InvalidValue.because(format_args!("no memory of type {}", self.kind)));
        }
        at(self.location)
    }
}

/// hipErrorNotSupported, by name, of a device that cannot.
fn check_able(device: &Device) -> HipResult {
    if device.vk.maps_memory() {
        return Ok(());
    }
    Err(HipError::NotSupported.because(format_args!(
        "{} cannot map memory at reserved addresses (sparseResidencyBuffer)",
        device.properties.name
    )))
}

/// `hipMemGetAllocationGranularity`: "Calculates either the minimal or recommended granularity." hipErrorInvalidValue for neither.
pub fn granularity(properties: &Properties, option: u32) -> HipResult<u64> {
    let device = properties.device()?;
    check_able(device)?;
    let least = device.vk.map_granularity()?;
    match option {
        0 => Ok(least),
        1 => Ok(least.max(RECOMMENDED)),
        other => Err(HipError::InvalidValue.because(format_args!("granularity {other} is neither least nor best"))),
    }
}
