//! Pages that several places map: a file in memory without a name, and a range of this process's addresses that parts of such files
//! come and go in.
//!
//! On a CPU device an address of the process is the device's, so this is all that `physical` and `address_range` need there; other
//! processes map the same file by its descriptor. Linux only: elsewhere there is none.

use crate::vk::error::VkError;

/// What may be done with mapped pages, by host and device: they are one here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protection {
    /// Nothing.
    None,
    /// Reading.
    Read,
    /// Reading and writing.
    ReadWrite,
}

/// Addresses start and files end at multiples of this.
pub(super) const PAGE: u64 = 4096;

#[cfg(target_os = "linux")]
pub(in crate::vk) use linux::{PageRange, SharedFile};
#[cfg(not(target_os = "linux"))]
pub(in crate::vk) use other::{PageRange, SharedFile};

#[cfg(target_os = "linux")]
mod linux {
    use std::os::fd::{AsRawFd, FromRawFd, IntoRawFd, OwnedFd, RawFd};

    use super::{PAGE, Protection, VkError};

    fn system(what: &'static str) -> VkError {
        VkError::System { what, reason: std::io::Error::last_os_error().to_string() }
    }

    /// A file in memory that keeps its size.
    #[derive(Debug)]
    pub(in crate::vk) struct SharedFile {
        file: OwnedFd,
        size: u64,
        /// Where it is mapped, for nobody to read: `machine` looks there how much of it exists.
        home: usize,
    }

    impl SharedFile {
        /// Of zeros. A page costs nothing until it is touched.
        pub(in crate::vk) fn new(size: u64) -> Result<Self, VkError> {
            let flags = libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING;
            // SAFETY: a new descriptor of a file with this name, which is a constant.
            let raw = unsafe { libc::memfd_create(c"hipvk".as_ptr(), flags) };
            if raw < 0 {
                return Err(system("memfd_create"));
            }
            // SAFETY: just made, and nobody else's.
            let file = unsafe { OwnedFd::from_raw_fd(raw) };
            // SAFETY: a descriptor of ours; who maps the file relies on its size, hence the seals.
            let made = unsafe {
                libc::ftruncate(raw, size as libc::off_t) == 0
                    && libc::fcntl(raw, libc::F_ADD_SEALS, libc::F_SEAL_SHRINK | libc::F_SEAL_GROW) == 0
            };
            if made { Self::map_home(file, size) } else { Err(system("the size of a file in memory")) }
        }

        /// One that another [`SharedFile`] made, here or in another process; `Invalid` for any other file. The descriptor stays the caller's.
        pub(in crate::vk) fn open(descriptor: RawFd) -> Result<Self, VkError> {
            // SAFETY: a number that is no descriptor is an error.
            let copy = unsafe { libc::fcntl(descriptor, libc::F_DUPFD_CLOEXEC, 0) };
            if copy < 0 {
                return Err(VkError::Invalid("this is no file descriptor"));
            }
            // SAFETY: just made, and nobody else's.
            let file = unsafe { OwnedFd::from_raw_fd(copy) };
            // SAFETY: only asks; the place for the answer is ours.
            let (seals, size) = unsafe {
                let mut about: libc::stat = std::mem::zeroed();
                let seals = libc::fcntl(file.as_raw_fd(), libc::F_GET_SEALS);
                let told = libc::fstat(file.as_raw_fd(), &raw mut about) == 0;
                (seals, if told { about.st_size as u64 } else { 0 })
            };
            if seals < 0 || seals & libc::F_SEAL_SHRINK == 0 || size == 0 || !size.is_multiple_of(PAGE) {
                return Err(VkError::Invalid("the descriptor is of no memory that can be shared"));
            }
            Self::map_home(file, size)
        }

        fn map_home(file: OwnedFd, size: u64) -> Result<Self, VkError> {
            let flags = libc::MAP_SHARED | libc::MAP_NORESERVE;
            // SAFETY: without MAP_FIXED a new mapping never disturbs an existing one.
            let home =
                unsafe { libc::mmap(std::ptr::null_mut(), size as usize, libc::PROT_NONE, flags, file.as_raw_fd(), 0) };
            if home == libc::MAP_FAILED {
                return Err(system("mmap of a file in memory"));
            }
            Ok(Self { file, size, home: home as usize })
        }

        pub(in crate::vk) fn size(&self) -> u64 {
            self.size
        }

        /// Its descriptor, which is closed with it.
        pub(in crate::vk) fn number(&self) -> RawFd {
            self.file.as_raw_fd()
        }

        pub(in crate::vk) fn home(&self) -> usize {
            self.home
        }

        /// Writes bytes that are not mapped yet.
        pub(in crate::vk) fn write(&self, from: u64, bytes: &[u8]) -> Result<(), VkError> {
            let (file, start) = (self.file.as_raw_fd(), from as libc::off_t);
            // SAFETY: reads `bytes` only, all of which is ours.
            let written = unsafe { libc::pwrite(file, bytes.as_ptr().cast(), bytes.len(), start) };
            if written == bytes.len() as isize { Ok(()) } else { Err(system("pwrite to a file in memory")) }
        }

        /// Reads bytes, all of which are in the file.
        pub(in crate::vk) fn read(&self, from: u64, bytes: &mut [u8]) -> Result<(), VkError> {
            let (file, start) = (self.file.as_raw_fd(), from as libc::off_t);
            // SAFETY: writes to `bytes` only, all of which is ours.
            let read = unsafe { libc::pread(file, bytes.as_mut_ptr().cast(), bytes.len(), start) };
            if read == bytes.len() as isize { Ok(()) } else { Err(system("pread of a file in memory")) }
        }

        /// Gives whole pages back to the system; whoever maps them sees zeros from now on.
        pub(in crate::vk) fn discard(&self, from: u64, size: u64) {
            let how = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;
            let file = self.file.as_raw_fd();
            // SAFETY: changes the file's contents alone, of which nobody relies on these bytes any more.
            if unsafe { libc::fallocate(file, how, from as libc::off_t, size as libc::off_t) } != 0 {
                log::warn!("{}", system("giving pages of a file in memory back"));
            }
        }

        /// Another descriptor of it, which the caller closes.
        pub(in crate::vk) fn descriptor(&self) -> Result<RawFd, VkError> {
            self.file
                .try_clone()
                .map(IntoRawFd::into_raw_fd)
                .map_err(|error| VkError::System { what: "a descriptor's copy", reason: error.to_string() })
        }
    }

    impl Drop for SharedFile {
        fn drop(&mut self) {
            // SAFETY: mapped by `map_home`, and nobody has the address.
            unsafe { libc::munmap(self.home as *mut libc::c_void, self.size as usize) };
        }
    }

    /// Addresses of this process that nothing else is placed at.
    #[derive(Debug)]
    pub(in crate::vk) struct PageRange {
        /// What was reserved: more than the range where that has to be aligned.
        reserved: (usize, usize),
        address: u64,
    }

    impl PageRange {
        /// `size` bytes at a multiple of `alignment`; at `wish` if that is free, and not 0.
        pub(in crate::vk) fn new(size: u64, alignment: u64, wish: u64) -> Result<Self, VkError> {
            if wish != 0
                && wish.is_multiple_of(alignment.max(PAGE))
                && let Some(this) = Self::reserve(wish, size, libc::MAP_FIXED_NOREPLACE)
                && this.address == wish
            {
                return Ok(this);
            }
            let spare = if alignment > PAGE { alignment } else { 0 };
            let full = VkError::OutOfHostMemory { call: "mmap" };
            let whole = size.checked_add(spare).ok_or_else(|| full.clone())?;
            let mut this = Self::reserve(0, whole, 0).ok_or(full)?;
            this.address = this.address.next_multiple_of(alignment.max(1));
            Ok(this)
        }

        fn reserve(place: u64, size: u64, flags: libc::c_int) -> Option<Self> {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | flags;
            // SAFETY: without MAP_FIXED a new mapping never disturbs an existing one.
            let got = unsafe { libc::mmap(place as *mut libc::c_void, size as usize, libc::PROT_NONE, flags, -1, 0) };
            (got != libc::MAP_FAILED).then(|| Self { reserved: (got as usize, size as usize), address: got as u64 })
        }

        pub(in crate::vk) fn address(&self) -> u64 {
            self.address
        }

        /// Puts `size` bytes of a file, from `from` on, at `offset`; nothing may be done with them yet. The caller has checked that all of
        /// it is inside.
        pub(in crate::vk) fn map(&self, offset: u64, size: u64, file: &SharedFile, from: u64) -> Result<(), VkError> {
            let flags = libc::MAP_SHARED | libc::MAP_FIXED | libc::MAP_NORESERVE;
            self.place(offset, size, flags, file.file.as_raw_fd(), from)
        }

        /// Takes what is there away.
        pub(in crate::vk) fn unmap(&self, offset: u64, size: u64) -> Result<(), VkError> {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED | libc::MAP_NORESERVE;
            self.place(offset, size, flags, -1, 0)
        }

        fn place(&self, offset: u64, size: u64, flags: libc::c_int, file: i32, from: u64) -> Result<(), VkError> {
            let at = (self.address + offset) as *mut libc::c_void;
            // SAFETY: the range was reserved by `new`, so nothing but earlier parts of it is replaced; who uses those waits first
            // (`hip::memory::virtual_memory`).
            let got = unsafe { libc::mmap(at, size as usize, libc::PROT_NONE, flags, file, from as libc::off_t) };
            if got == libc::MAP_FAILED { Err(system("mmap at a reserved address")) } else { Ok(()) }
        }

        pub(in crate::vk) fn protect(&self, offset: u64, size: u64, protection: Protection) -> Result<(), VkError> {
            let bits = match protection {
                Protection::None => libc::PROT_NONE,
                Protection::Read => libc::PROT_READ,
                Protection::ReadWrite => libc::PROT_READ | libc::PROT_WRITE,
            };
            // SAFETY: the range is this object's (`new`); taking access away makes a use of it a fault, as HIP has it.
            let result = unsafe { libc::mprotect((self.address + offset) as *mut libc::c_void, size as usize, bits) };
            if result == 0 { Ok(()) } else { Err(system("mprotect")) }
        }
    }

    impl Drop for PageRange {
        fn drop(&mut self) {
            // SAFETY: reserved by `new`; what is still mapped in it nobody uses any more, since its owner is gone.
            unsafe { libc::munmap(self.reserved.0 as *mut libc::c_void, self.reserved.1) };
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod other {
    use super::{Protection, VkError};

    /// There is none.
    #[derive(Debug)]
    pub(in crate::vk) enum SharedFile {}

    /// There is none.
    #[derive(Debug)]
    pub(in crate::vk) enum PageRange {}

    fn none() -> VkError {
        VkError::Unsupported { feature: "memfd_create".into() }
    }

    impl SharedFile {
        pub(in crate::vk) fn new(_size: u64) -> Result<Self, VkError> {
            Err(none())
        }

        pub(in crate::vk) fn open(_descriptor: i32) -> Result<Self, VkError> {
            Err(none())
        }

        pub(in crate::vk) fn descriptor(&self) -> Result<i32, VkError> {
            match *self {}
        }

        pub(in crate::vk) fn write(&self, _from: u64, _bytes: &[u8]) -> Result<(), VkError> {
            match *self {}
        }

        pub(in crate::vk) fn read(&self, _from: u64, _bytes: &mut [u8]) -> Result<(), VkError> {
            match *self {}
        }

        pub(in crate::vk) fn discard(&self, _from: u64, _size: u64) {
            match *self {}
        }

        pub(in crate::vk) fn size(&self) -> u64 {
            match *self {}
        }

        pub(in crate::vk) fn home(&self) -> usize {
            match *self {}
        }
    }

    impl PageRange {
        pub(in crate::vk) fn new(_size: u64, _alignment: u64, _wish: u64) -> Result<Self, VkError> {
            Err(none())
        }

        pub(in crate::vk) fn address(&self) -> u64 {
            match *self {}
        }

        pub(in crate::vk) fn map(&self, _: u64, _: u64, _: &SharedFile, _: u64) -> Result<(), VkError> {
            match *self {}
        }

        pub(in crate::vk) fn unmap(&self, _: u64, _: u64) -> Result<(), VkError> {
            match *self {}
        }

        pub(in crate::vk) fn protect(&self, _: u64, _: u64, _: Protection) -> Result<(), VkError> {
            match *self {}
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

    use super::{PAGE, PageRange, Protection, SharedFile};
    use crate::vk::error::VkError;

    #[test]
    fn a_file_is_the_same_wherever_it_is_mapped_and_its_descriptor_is_as_good() {
        let file = SharedFile::new(4 * PAGE).expect("memory");
        // SAFETY: it is the caller's, and nobody else has it.
        let descriptor = unsafe { OwnedFd::from_raw_fd(file.descriptor().expect("a descriptor")) };
        let again = SharedFile::open(descriptor.as_raw_fd()).expect("it is one of ours");
        assert_eq!(again.size(), 4 * PAGE);
        let range = PageRange::new(8 * PAGE, 1 << 20, 0).expect("addresses");
        assert!(range.address().is_multiple_of(1 << 20));
        range.map(0, 2 * PAGE, &file, 2 * PAGE).expect("room");
        range.map(4 * PAGE, 4 * PAGE, &again, 0).expect("room");
        range.protect(0, 2 * PAGE, Protection::ReadWrite).expect("it is mapped");
        range.protect(4 * PAGE, 4 * PAGE, Protection::Read).expect("it is mapped");
        let (first, second) = (range.address() as *mut u32, (range.address() + 6 * PAGE) as *const u32);
        // SAFETY: both are mapped just above, the first for writing.
        let seen = unsafe {
            first.write_volatile(77);
            second.read_volatile()
        };
        assert_eq!(seen, 77);
        range.unmap(0, 2 * PAGE).expect("it is mapped");
    }

    #[test]
    fn a_wish_is_heeded_where_the_place_is_free() {
        // Far from where anything is put unasked.
        let place = 0x3f00_0000_0000;
        let range = PageRange::new(2 * PAGE, 0, place).expect("addresses");
        assert_eq!(range.address(), place);
        assert_ne!(PageRange::new(PAGE, 0, place).expect("addresses elsewhere").address(), place);
    }

    #[test]
    fn any_other_file_is_refused() {
        let other = std::fs::File::open("/proc/self/exe").expect("the test itself");
        assert!(matches!(SharedFile::open(other.as_raw_fd()), Err(VkError::Invalid(_))));
    }
}
