//! Addresses of this process, held so that nothing else comes to lie there.
//!
//! Device memory that the host sees is mapped at the device's addresses (`host_map`), pages of ours are shared with devices (`large`,
//! `shared_host`), and what the host does not see keeps its addresses free of anything else (`make`, `address_range`).

/// A range of addresses; given back when it is dropped.
#[derive(Debug)]
pub(in crate::vk) struct Reservation {
    #[cfg(unix)]
    address: usize,
    #[cfg(unix)]
    size: usize,
}

/// The process has something there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Taken;

#[cfg(unix)]
const PAGE: usize = 4096;

#[cfg(unix)]
impl Reservation {
    /// Reserves exactly `[address, address+size)`, or nothing if any of it is taken or cannot be a user address.
    pub(super) fn at(address: usize, size: usize) -> Option<Self> {
        Self::fixed(address, size, libc::PROT_NONE, libc::MAP_NORESERVE)
    }

    /// Keeps what the process maps from now on off a device's addresses: a host's pointer must not look like one into device memory. Nothing
    /// is reserved of addresses that no process can have, nor where the process may reserve no more.
    ///
    /// # Errors
    /// The process has something there already.
    pub(super) fn apart(address: u64, size: u64) -> Result<Option<Self>, Taken> {
        let Some(first) = address.checked_next_multiple_of(PAGE as u64) else { return Ok(None) };
        let last = address.saturating_add(size) / PAGE as u64 * PAGE as u64;
        if first == 0 || last <= first {
            return Ok(None);
        }
        match Self::map(
            first as usize,
            (last - first) as usize,
            libc::PROT_NONE,
            libc::MAP_FIXED_NOREPLACE | libc::MAP_NORESERVE,
        ) {
            // As in `fixed`.
            Some(this) if this.address as u64 == first => Ok(Some(this)),
            Some(_) => Err(Taken),
            None if std::io::Error::last_os_error().raw_os_error() == Some(libc::EEXIST) => Err(Taken),
            None => Ok(None),
        }
    }

    /// Zeroed memory at exactly these addresses, as with `at`.
    pub(super) fn pages(address: usize, size: usize) -> Option<Self> {
        Self::fixed(address, size, libc::PROT_READ | libc::PROT_WRITE, 0)
    }

    /// Zeroed memory wherever there is room for it.
    pub(super) fn anywhere(size: usize) -> Option<Self> {
        Self::map(0, size, libc::PROT_READ | libc::PROT_WRITE, 0)
    }

    /// Its first address.
    pub(in crate::vk) fn address(&self) -> usize {
        self.address
    }

    fn fixed(address: usize, size: usize, access: libc::c_int, flags: libc::c_int) -> Option<Self> {
        if address == 0 || !address.is_multiple_of(PAGE) {
            return None;
        }
        let this = Self::map(address, size, access, libc::MAP_FIXED_NOREPLACE | flags)?;
        // Kernels before 4.17 ignore NOREPLACE and may place the range elsewhere; dropping `this` releases it.
        (this.address == address).then_some(this)
    }

    fn map(address: usize, size: usize, access: libc::c_int, flags: libc::c_int) -> Option<Self> {
        let size = size.checked_next_multiple_of(PAGE)?;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | flags;
        // SAFETY: without MAP_FIXED a new mapping never disturbs an existing one.
        let got = unsafe { libc::mmap(address as *mut libc::c_void, size, access, flags, -1, 0) };
        // Not `then_some`: what is no mapping must not be unmapped.
        (got != libc::MAP_FAILED).then(|| Self { address: got as usize, size })
    }
}

#[cfg(unix)]
impl Drop for Reservation {
    fn drop(&mut self) {
        // SAFETY: the range was mapped by `map` and whatever was placed in it has been unmapped (`HostMapping::unmap`).
        unsafe { libc::munmap(self.address as *mut libc::c_void, self.size) };
    }
}

#[cfg(not(unix))]
impl Reservation {
    /// Windows has `VirtualAlloc2` placeholders for this; not done yet, so mappings are ordinary ones there.
    pub(super) fn at(_address: usize, _size: usize) -> Option<Self> {
        None
    }

    /// So a host's pointer may look like a device's there.
    pub(super) fn apart(_address: u64, _size: u64) -> Result<Option<Self>, Taken> {
        Ok(None)
    }

    /// Not there either: several GPUs share no host memory on Windows.
    pub(super) fn pages(_address: usize, _size: usize) -> Option<Self> {
        None
    }

    /// Nor does any device make its memory of pages of ours.
    pub(super) fn anywhere(_size: usize) -> Option<Self> {
        None
    }

    /// There is none.
    pub(in crate::vk) fn address(&self) -> usize {
        0
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::{Reservation, Taken};

    #[test]
    fn addresses_are_kept_apart_unless_they_are_taken_or_no_processes() {
        let size = 1 << 20;
        let pages = Reservation::anywhere(size).expect("a free place");
        let (first, middle) = (pages.address() as u64, pages.address() as u64 + 8192);
        assert_eq!(Reservation::apart(first, size as u64).err(), Some(Taken));
        assert_eq!(Reservation::apart(middle, 4096).err(), Some(Taken));
        drop(pages);
        // Whole pages within the range; another thread's may have come to lie there.
        if let Ok(held) = Reservation::apart(first + 256, size as u64 - 256) {
            let held = held.expect("an address of a process");
            assert_eq!(held.address() as u64, first + 4096);
            assert_eq!(Reservation::apart(middle, 4096).err(), Some(Taken));
        }
        for none in [0, 100, 0xffff_8000_0000_0000, u64::MAX - 10] {
            assert!(Reservation::apart(none, 200).is_ok_and(|held| held.is_none()));
        }
        assert!(Reservation::apart(0xffff_8000_0000_0000, 1 << 30).is_ok_and(|held| held.is_none()));
    }
}
