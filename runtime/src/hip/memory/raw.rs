//! Host memory that C points to: the one place in `hip` that turns its addresses into bytes.
//!
//! A copy's pageable side is memory this runtime knows nothing about. C's contract is that it is valid for the size the
//! call names; a [`HostRange`] carries that promise from `capi`, where it is made, to here, where it is used.

/// Host memory named by an API call. Not owned; valid while the call (or the asynchronous copy) lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostRange {
    address: u64,
    size: usize,
}

impl HostRange {
    /// Memory at `address`, `size` bytes long. `hip::memory::copy` makes one only for a range that the C caller named as
    /// source or destination of `size` bytes and that is no allocation of ours.
    pub(super) fn new(address: u64, size: u64) -> HostRange {
        HostRange { address, size: size as usize }
    }

    /// The range `offset..offset + size` of this one; empty beyond its end.
    pub fn part(self, offset: u64, size: u64) -> HostRange {
        let offset = (offset as usize).min(self.size);
        let size = (size as usize).min(self.size - offset);
        HostRange { address: self.address + offset as u64, size }
    }

    /// Bytes.
    #[cfg(test)]
    pub fn len(self) -> usize {
        self.size
    }

    /// True for no bytes.
    #[cfg(test)]
    pub fn is_empty(self) -> bool {
        self.size == 0
    }

    /// For reading, while `use_bytes` runs.
    pub fn read<R>(self, use_bytes: impl FnOnce(&[u8]) -> R) -> R {
        if self.size == 0 {
            return use_bytes(&[]);
        }
        // SAFETY: the C caller named this range as a source, so it is readable until the call returns (see `new`); that
        // nobody writes it meanwhile is the program's duty in HIP, as with memcpy.
        use_bytes(unsafe { std::slice::from_raw_parts(self.address as usize as *const u8, self.size) })
    }

    /// For writing, while `use_bytes` runs.
    pub fn write<R>(self, use_bytes: impl FnOnce(&mut [u8]) -> R) -> R {
        if self.size == 0 {
            return use_bytes(&mut []);
        }
        // SAFETY: the C caller named this range as a destination, so it is writable until the call returns (see `new`);
        // that nobody else uses it meanwhile is the program's duty in HIP.
        use_bytes(unsafe { std::slice::from_raw_parts_mut(self.address as usize as *mut u8, self.size) })
    }

    /// Copies from another range of the same size; the two may overlap.
    pub fn copy_from(self, source: HostRange) {
        let size = self.size.min(source.size);
        // SAFETY: as in `read` and `write`; `copy` allows overlap.
        unsafe {
            std::ptr::copy(source.address as usize as *const u8, self.address as usize as *mut u8, size);
        }
    }
}
