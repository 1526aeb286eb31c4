//! The memory that kernels allocate from with malloc and new: one heap per device.
//!
//! Made when the first kernel that allocates is launched, with the size that `hipLimitMallocHeapSize` says then; it lives until
//! the device is reset, as what one kernel allocates another may free. The allocator itself is device code
//! (`runtime/include/hip/detail/device_heap.h`), which shares the header with the host (`shared_layout`). Called by `launch.rs`.

pub mod kept;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use bytemuck::Zeroable;

use super::device::Device;
use super::error::HipResult;
use super::memory::{self, Kind};
use super::shared_layout::HeapHeader;
use kept::Heap;

/// The unit in which the device counts, in bytes.
const PLACE: u64 = 16;
const HEADER: u64 = size_of::<HeapHeader>() as u64;
/// Places are 32-bit numbers.
const LARGEST: u64 = u32::MAX as u64 * PLACE;

impl Heap {
    /// The heap's address, which this makes if need be. `OutOfMemory` if the device has not so much.
    pub fn address(&self, device: &Arc<Device>) -> HipResult<u64> {
        let mut address = self.address.lock();
        if let Some(address) = *address {
            return Ok(address);
        }
        let bytes = device.with_limits(|limits| limits.heap) as u64;
        // Of no more bytes than there can be: the limit may be any number.
        let places = bytes.min(LARGEST).div_ceil(PLACE);
        let size = (HEADER + places * PLACE).min(LARGEST);
        let made = memory::copy::allocate_initialised(device, size, Kind::Module, bytemuck::bytes_of(&header(size)))?;
        self.exists.store(true, Ordering::Release);
        Ok(*address.insert(made.device_address()))
    }

    /// Gives the memory back: nothing runs on the device, and nobody will use what kernels allocated.
    pub fn release(&self) {
        let address = self.address.lock().take();
        self.exists.store(false, Ordering::Release);
        if let Some((memory, _)) = address.and_then(memory::find) {
            memory::forget(&memory);
        }
    }
}

/// The header of an empty heap of `size` bytes.
fn header(size: u64) -> HeapHeader {
    HeapHeader { top: HEADER / PLACE, end: size / PLACE, ..HeapHeader::zeroed() }
}
