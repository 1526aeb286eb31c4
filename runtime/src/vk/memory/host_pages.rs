//! Host memory that several devices see: pages of the process, imported into each.
//!
//! Vulkan devices share no memory of their own making; what they can share is the host's, by `VK_EXT_external_memory_host`. Each may
//! see it at an address of its own. Used by `hip::multi_device`, for grids of several devices that wait for each other.

use std::alloc::{Layout, alloc_zeroed, handle_alloc_error};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::allocation::Memory;
use crate::vk::device::logical::Device;
use crate::vk::error::VkError;

/// No driver asks for more (`minImportedHostPointerAlignment`; Vulkan allows 64 KiB).
const ALIGNMENT: usize = 64 << 10;

/// Zeroed host memory that lives as long as the process.
#[derive(Debug)]
pub struct HostPages {
    words: &'static [AtomicU32],
}

impl HostPages {
    /// Pages for `bytes` bytes. They are never given back: devices may hold them until the process ends.
    pub fn leak(bytes: usize) -> HostPages {
        let size = bytes.next_multiple_of(ALIGNMENT).max(ALIGNMENT);
        let Ok(layout) = Layout::from_size_align(size, ALIGNMENT) else {
            panic!("{bytes} bytes are more than an address space");
        };
        // SAFETY: the layout's size is not 0.
        let first = unsafe { alloc_zeroed(layout) };
        if first.is_null() {
            handle_alloc_error(layout);
        }
        // SAFETY: the memory was allocated just before with this size, is aligned for words, zeroed, and never freed.
        let words = unsafe { std::slice::from_raw_parts(first.cast::<AtomicU32>(), size / size_of::<AtomicU32>()) };
        HostPages { words }
    }

    /// The pages as `device` sees them. [`VkError::Unsupported`] without `VK_EXT_external_memory_host`.
    pub fn import(&self, device: &Arc<Device>) -> Result<Arc<Memory>, VkError> {
        let first = self.words.as_ptr().cast::<u8>().cast_mut();
        // SAFETY: the pages are never freed, so they stay mapped; devices and host write them only as atomic words.
        unsafe { device.import_host(first, size_of_val(self.words) as u64) }
    }

    /// Writes the word at a multiple of 4 bytes, for every device to see.
    pub fn store(&self, offset: usize, value: u32) {
        self.words[offset / size_of::<AtomicU32>()].store(value, Ordering::Release);
    }

    /// The word at a multiple of 4 bytes.
    pub fn load(&self, offset: usize) -> u32 {
        self.words[offset / size_of::<AtomicU32>()].load(Ordering::Acquire)
    }
}

#[cfg(test)]
mod tests {
    use super::{ALIGNMENT, HostPages};

    #[test]
    fn pages_are_zeroed_and_aligned_for_every_import() {
        let pages = HostPages::leak(100);
        assert!((pages.words.as_ptr() as usize).is_multiple_of(ALIGNMENT));
        assert_eq!((pages.load(0), pages.load(ALIGNMENT - 4)), (0, 0));
        pages.store(64, 7);
        assert_eq!((pages.load(60), pages.load(64)), (0, 7));
    }
}
