//! Memory that other processes use too: where they find it, and opening that of another process. On Linux.
//!
//! A CPU device's memory is a file (lavapipe since some version before 25.0: one file in memory, of which each allocation is a part), whose pages
//! the other process maps: it opens the descriptor through /proc, as it may for processes of the same user, so nobody has to be there to
//! answer. Words that count events are pages of a file too, whatever the device. A GPU's memory goes by the driver's descriptors (`exported`).
//! Called by `hip::ipc`.

use std::sync::Arc;

use super::allocation::Memory;
#[cfg(not(target_os = "linux"))]
use crate::vk::device::logical::Device;
use crate::vk::error::VkError;

/// Pages of a process, for others to find.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PagesPlace {
    /// The process.
    pub process: u32,
    /// When it began, in the system's ticks: numbers of processes are used again.
    pub started: u64,
    /// Its descriptor of the file.
    pub descriptor: i32,
    /// The file's inode.
    pub inode: u64,
    /// Where in the file.
    pub offset: u64,
    /// Bytes.
    pub size: u64,
}

/// Memory of a process that its `giver` gives to others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OfferPlace {
    /// The process.
    pub process: u32,
    /// When it began.
    pub started: u64,
    /// What to ask it for.
    pub number: u32,
    /// Where in the memory that it gives.
    pub offset: u64,
    /// Bytes.
    pub size: u64,
}

/// Where other processes find memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryPlace {
    /// In a file.
    Pages(PagesPlace),
    /// At the process that has it.
    Offer(OfferPlace),
}

impl MemoryPlace {
    /// What is left of the first `size` bytes of it behind `offset`.
    pub fn behind(mut self, offset: u64, size: u64) -> Self {
        let (from, bytes) = match &mut self {
            Self::Pages(place) => (&mut place.offset, &mut place.size),
            Self::Offer(place) => (&mut place.offset, &mut place.size),
        };
        *from += offset;
        *bytes = size - offset;
        self
    }

    /// Its bytes.
    pub fn size(&self) -> u64 {
        match self {
            Self::Pages(place) => place.size,
            Self::Offer(place) => place.size,
        }
    }
}

/// Memory of all who know its place, made of words that are read and written as a whole.
#[derive(Debug)]
pub struct SharedWords {
    memory: Arc<Memory>,
    #[cfg(target_os = "linux")]
    place: PagesPlace,
    /// Keeps the descriptor that others open; none for words of another process.
    _file: Option<super::shared_file::SharedFile>,
}

fn unsupported() -> VkError {
    VkError::Unsupported { feature: "memory that other processes map".into() }
}

#[cfg(not(target_os = "linux"))]
impl Memory {
    /// Where other processes find it.
    pub fn place(&self) -> Result<MemoryPlace, VkError> {
        Err(unsupported())
    }
}

#[cfg(not(target_os = "linux"))]
impl Device {
    /// Memory of another process.
    pub fn open_place(self: &Arc<Self>, _place: &MemoryPlace) -> Result<Arc<Memory>, VkError> {
        Err(unsupported())
    }

    /// Words for several processes.
    pub fn create_words(self: &Arc<Self>, _count: u64) -> Result<SharedWords, VkError> {
        Err(unsupported())
    }

    /// Those of another process.
    pub fn open_words(self: &Arc<Self>, _place: &PagesPlace) -> Result<SharedWords, VkError> {
        Err(unsupported())
    }
}

impl SharedWords {
    /// The words as streams write them.
    pub fn memory(&self) -> &Arc<Memory> {
        &self.memory
    }

    /// A word; 0 behind the last one.
    pub fn load(&self, index: u64) -> u64 {
        self.memory.load_word(index * 8, true).unwrap_or(0)
    }

    /// Where other processes find them.
    #[cfg(target_os = "linux")]
    pub fn place(&self) -> PagesPlace {
        self.place
    }

    /// Where other processes find them.
    #[cfg(not(target_os = "linux"))]
    pub fn place(&self) -> PagesPlace {
        PagesPlace { process: 0, started: 0, descriptor: -1, inode: 0, offset: 0, size: 0 }
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
    use std::os::unix::fs::MetadataExt;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::super::allocation::{Lender, Memory};
    use super::super::backing::MemoryUse;
    use super::super::process::started;
    use super::super::shared_file::{PAGE, SharedFile};
    use super::{MemoryPlace, OfferPlace, PagesPlace, SharedWords, unsupported};
    use crate::vk::device::logical::Device;
    use crate::vk::error::VkError;

    /// Pages of another process's file, mapped here.
    #[derive(Debug)]
    struct MappedPages {
        address: usize,
        size: usize,
    }

    impl Lender for MappedPages {}

    impl Drop for MappedPages {
        fn drop(&mut self) {
            // SAFETY: mapped by `map`; what was made of it holds it.
            unsafe { libc::munmap(self.address as *mut libc::c_void, self.size) };
        }
    }

    impl MappedPages {
        fn map(file: &impl AsRawFd, offset: u64, size: u64) -> Result<Self, VkError> {
            let (bits, size) = (libc::PROT_READ | libc::PROT_WRITE, size as usize);
            let (file, offset) = (file.as_raw_fd(), offset as libc::off_t);
            // SAFETY: without MAP_FIXED a new mapping never disturbs an existing one.
            let got = unsafe { libc::mmap(std::ptr::null_mut(), size, bits, libc::MAP_SHARED, file, offset) };
            if got == libc::MAP_FAILED {
                let reason = std::io::Error::last_os_error().to_string();
                return Err(VkError::System { what: "mapping memory of another process", reason });
            }
            Ok(Self { address: got as usize, size })
        }
    }

    fn place_of(descriptor: i32, inode: u64, offset: u64, size: u64) -> Result<PagesPlace, VkError> {
        let process = std::process::id();
        let started = started(process).ok_or_else(unsupported)?;
        Ok(PagesPlace { process, started, descriptor, inode, offset, size })
    }

    /// The file in memory that a range of addresses is mapped of: its inode, and where in it.
    pub(super) fn file_behind(maps: &str, address: u64, size: u64) -> Option<(u64, u64)> {
        maps.lines().find_map(|line| {
            let mut fields = line.split_whitespace();
            let (range, access) = (fields.next()?, fields.next()?);
            let (first, end) = range.split_once('-')?;
            let hex = |text| u64::from_str_radix(text, 16).ok();
            let (first, end, offset) = (hex(first)?, hex(end)?, hex(fields.next()?)?);
            let (inode, name) = (fields.nth(1)?.parse().ok()?, fields.next()?);
            let inside = first <= address && address + size <= end;
            (inside && access.ends_with('s') && name.starts_with("/memfd:")).then(|| (inode, offset + address - first))
        })
    }

    /// A descriptor of this process for a file in memory.
    fn descriptor_of(inode: u64) -> Option<i32> {
        fs::read_dir("/proc/self/fd").ok()?.flatten().find_map(|entry| {
            let number = entry.file_name().to_str()?.parse().ok()?;
            let is_memory = fs::read_link(entry.path()).ok()?.to_str()?.starts_with("/memfd:");
            (is_memory && fs::metadata(entry.path()).ok()?.ino() == inode).then_some(number)
        })
    }

    /// The file of another process.
    fn open(place: &PagesPlace) -> Result<fs::File, VkError> {
        let gone = || VkError::Invalid("the process that made the handle, or its memory, is gone");
        if started(place.process) != Some(place.started) {
            return Err(gone());
        }
        let path = format!("/proc/{}/fd/{}", place.process, place.descriptor);
        let file = fs::File::options().read(true).write(true).open(path);
        let file = file.map_err(|error| VkError::System {
            what: "memory of another process",
            reason: format!("{error} (it must be of the same user)"),
        })?;
        let about = file.metadata().map_err(|_| gone())?;
        let right = about.ino() == place.inode
            && place.size > 0
            && place.offset.checked_add(place.size).is_some_and(|end| end <= about.len().next_multiple_of(PAGE));
        if right { Ok(file) } else { Err(gone()) }
    }

    impl Memory {
        /// Where other processes find it.
        pub fn place(&self) -> Result<MemoryPlace, VkError> {
            let Some((exported, offset)) = self.exported() else { return self.pages_place().map(MemoryPlace::Pages) };
            let process = std::process::id();
            let started = started(process).ok_or_else(unsupported)?;
            let number = exported.offer(self.device())?;
            Ok(MemoryPlace::Offer(OfferPlace { process, started, number, offset, size: self.size() }))
        }

        fn pages_place(&self) -> Result<PagesPlace, VkError> {
            let info = &self.device().info;
            if info.exports.memory {
                let feature =
                    format!("{} bytes for other processes, more than one allocation of '{}'", self.size(), info.name);
                return Err(VkError::Unsupported { feature });
            }
            if !info.shares_pages() {
                return Err(unsupported());
            }
            let host = self.host_address().ok_or_else(unsupported)? as u64;
            let maps = fs::read_to_string("/proc/self/maps").map_err(|_| unsupported())?;
            let (inode, offset) = file_behind(&maps, host, self.size()).ok_or_else(unsupported)?;
            place_of(descriptor_of(inode).ok_or_else(unsupported)?, inode, offset, self.size())
        }
    }

    impl Device {
        /// Memory of another process.
        pub fn open_place(self: &Arc<Self>, place: &MemoryPlace) -> Result<Arc<Memory>, VkError> {
            match place {
                MemoryPlace::Pages(place) => self.open_pages(place),
                MemoryPlace::Offer(OfferPlace { process, started, number, offset, size }) => {
                    self.open_offer(*process, *started, *number)?.part(*offset, *size)
                }
            }
        }

        fn open_pages(self: &Arc<Self>, place: &PagesPlace) -> Result<Arc<Memory>, VkError> {
            if !self.info.shares_pages() {
                return Err(unsupported());
            }
            let file = open(place)?;
            let first = place.offset / PAGE * PAGE;
            let lead = place.offset - first;
            let pages = MappedPages::map(&file, first, (lead + place.size).next_multiple_of(PAGE))?;
            let address = (pages.address + lead as usize) as *mut u8;
            // SAFETY: mapped just above, until `pages` goes, which the memory sees to.
            unsafe { Memory::import(self, address, place.size, MemoryUse::Device, Some(Arc::new(pages))) }
        }

        /// Words for several processes: `count` of them, zeros.
        pub fn create_words(self: &Arc<Self>, count: u64) -> Result<SharedWords, VkError> {
            if !self.info.shares_words() {
                return Err(unsupported());
            }
            let size = (count * 8).next_multiple_of(PAGE);
            let file = SharedFile::new(size)?;
            // SAFETY: it is ours alone, and closed behind this function: others open the file's own descriptor.
            let copy = unsafe { OwnedFd::from_raw_fd(file.descriptor()?) };
            let pages = MappedPages::map(&copy, 0, size)?;
            let inode = fs::File::from(copy).metadata().map_err(|_| unsupported())?.ino();
            let place = place_of(file.number(), inode, 0, size)?;
            self.words(pages, place, Some(file))
        }

        /// Those of another process.
        pub fn open_words(self: &Arc<Self>, place: &PagesPlace) -> Result<SharedWords, VkError> {
            if !self.info.shares_words() {
                return Err(unsupported());
            }
            let pages = MappedPages::map(&open(place)?, place.offset, place.size)?;
            self.words(pages, *place, None)
        }

        fn words(
            self: &Arc<Self>,
            pages: MappedPages,
            place: PagesPlace,
            file: Option<SharedFile>,
        ) -> Result<SharedWords, VkError> {
            let first = pages.address as *mut u8;
            // SAFETY: as in `open_pages`.
            let memory = unsafe { Memory::import(self, first, place.size, MemoryUse::Host, Some(Arc::new(pages))) }?;
            Ok(SharedWords { memory, place, _file: file })
        }
    }

    impl SharedWords {
        /// Does something with a word at once; nothing if there is none.
        fn with<R>(&self, index: u64, work: impl FnOnce(&AtomicU64) -> R) -> Option<R> {
            let first = self.memory.host_address()?;
            if index >= self.memory.size() / 8 {
                return None;
            }
            // SAFETY: inside the mapping (checked above), which begins at a page, so it is aligned; it stays mapped while `self` lives, and
            // every process writes whole words.
            Some(work(unsafe { AtomicU64::from_ptr(first.cast::<u64>().add(index as usize)) }))
        }

        /// One more; what it was before.
        pub fn count_up(&self, index: u64) -> u64 {
            self.with(index, |word| word.fetch_add(1, Ordering::AcqRel)).unwrap_or(0)
        }

        /// Gives it a value.
        pub fn store(&self, index: u64, value: u64) {
            self.with(index, |word| word.store(value, Ordering::Release));
        }
    }
}

#[cfg(not(target_os = "linux"))]
impl SharedWords {
    /// There are none.
    pub fn count_up(&self, _index: u64) -> u64 {
        0
    }

    /// There are none.
    pub fn store(&self, _index: u64, _value: u64) {}
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::linux::file_behind;

    const MAPS: &str = "\
7f0000000000-7f0000010000 rw-s 00004000 00:01 77                         /memfd:allocation fd (deleted)
7f0000020000-7f0000030000 rw-p 00000000 00:00 0
7f0000040000-7f0000050000 rw-p 00000000 00:01 78                         /memfd:private (deleted)
7f0000060000-7f0000070000 r--s 00000000 fe:00 9                          /usr/lib/locale/x";

    #[test]
    fn a_range_is_found_in_the_file_that_all_of_it_is_mapped_of() {
        assert_eq!(file_behind(MAPS, 0x7f00_0000_1010, 0x100), Some((77, 0x5010)));
        assert_eq!(file_behind(MAPS, 0x7f00_0000_0000, 0x10000), Some((77, 0x4000)));
        for (address, size) in
            [(0x7f00_0000_0000, 0x10001), (0x7f00_0002_0000, 1), (0x7f00_0004_0000, 1), (0x7f00_0006_0000, 1), (0, 1)]
        {
            assert_eq!(file_behind(MAPS, address, size), None, "{address:#x}");
        }
    }
}
