//! What memory the machine has left, for devices whose memory is the machine's (lavapipe).
//!
//! Linux promises more memory than there is and kills a process that then uses it. HIP's answer is hipErrorOutOfMemory from the
//! allocation, so a CPU device's blocks are held against what is really there: the kernel's estimate (and that of every control group
//! the process is in), less what was allocated before and not touched yet. Called by `allocator` for each block, and for hipMemGetInfo.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

use crate::locks::{Mutex, MutexGuard, Rank};

/// This fraction of the machine stays free: stacks, heaps and compilers need some, and the kernel only estimates.
const MARGIN: u64 = 32;
/// When other processes have taken more than this fraction, the memory is no longer called free.
const MUCH: u64 = 8;

/// Blocks of all CPU devices of this process, by address: bytes.
static HELD: Mutex<BTreeMap<usize, u64>> = Mutex::new(Rank::Machine, BTreeMap::new());

fn held() -> MutexGuard<'static, BTreeMap<usize, u64>> {
    HELD.lock()
}

/// From now on these bytes count as used, touched or not.
pub(super) fn hold(address: usize, size: u64) {
    held().insert(address, size);
}

/// They are given back.
pub(super) fn release(address: usize) {
    held().remove(&address);
}

/// Whether `size` more bytes can be promised. `total` is the machine's memory.
pub(super) fn has_room(size: u64, total: u64) -> bool {
    let Some(available) = available() else {
        // Nobody knows: Windows, or no /proc. The driver answers.
        return true;
    };
    let _ = at_start();
    let wanted = size.saturating_add(total / MARGIN);
    // As if nothing was touched: no need to look.
    wanted.saturating_add(held().values().sum()) <= available || wanted <= available.saturating_sub(untouched())
}

/// Bytes that can be allocated, if that can be known: what there was when the process began less what it holds. Other processes come and
/// go every moment, and programs compare this figure before and behind an allocation; so they count when much is gone.
pub(in crate::vk) fn free_bytes(total: u64) -> Option<u64> {
    let held = held().values().sum();
    let now = available()?.saturating_sub(untouched()) + total / MUCH;
    Some(at_start()?.saturating_sub(held).min(now).saturating_sub(total / MARGIN))
}

/// What was available when this was first asked, before the first block.
fn at_start() -> Option<u64> {
    static AT_START: OnceLock<Option<u64>> = OnceLock::new();
    *AT_START.get_or_init(available)
}

/// Bytes of the held blocks that have no memory behind them yet.
fn untouched() -> u64 {
    held().iter().map(|(&address, &size)| size - resident(address, size).min(size)).sum()
}

/// Bytes of a range that have memory behind them.
#[cfg(unix)]
fn resident(address: usize, size: u64) -> u64 {
    const PAGE: usize = 4096;
    const AT_ONCE: usize = 1 << 30;
    let mut pages = vec![0u8; AT_ONCE / PAGE];
    let end = address + size as usize;
    let mut present = 0;
    for start in (address..end).step_by(AT_ONCE) {
        let length = AT_ONCE.min(end - start);
        // SAFETY: mincore only writes to `pages`, a byte for each page of the range; a range that is not mapped is an error.
        if unsafe { libc::mincore(start as *mut libc::c_void, length, pages.as_mut_ptr()) } == 0 {
            present += pages[..length.div_ceil(PAGE)].iter().filter(|&&page| page & 1 != 0).count();
        }
    }
    (present * PAGE) as u64
}

/// Every page of the range is mapped, as far as the system tells.
#[cfg(unix)]
pub fn is_mapped(address: u64, size: u64) -> bool {
    const PAGE: u64 = 4096;
    const AT_ONCE: u64 = 1 << 30;
    let (first, Some(end)) = (address / PAGE * PAGE, address.checked_add(size)) else { return false };
    let mut pages = vec![0u8; (AT_ONCE.min(end - first).div_ceil(PAGE)) as usize];
    (first..end).step_by(AT_ONCE as usize).all(|start| {
        let length = AT_ONCE.min(end - start) as usize;
        // SAFETY: mincore only writes to `pages`, a byte for each page of the range; a range that is not mapped is an error.
        unsafe { libc::mincore(start as *mut libc::c_void, length, pages.as_mut_ptr()) == 0 }
    })
}

/// Windows would say it by `VirtualQuery`.
#[cfg(not(unix))]
pub fn is_mapped(_address: u64, _size: u64) -> bool {
    true
}

#[cfg(not(unix))]
fn resident(_address: usize, size: u64) -> u64 {
    size
}

/// What the kernel thinks can be used without swapping.
fn available() -> Option<u64> {
    let machine = meminfo(&std::fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")?;
    let groups = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let limits = groups.lines().filter_map(group_of).flat_map(|(root, path)| group_rooms(root, path));
    Some(limits.fold(machine, u64::min))
}

/// A value of /proc/meminfo, in bytes.
fn meminfo(text: &str, name: &str) -> Option<u64> {
    let value = text.lines().find_map(|line| line.strip_prefix(name))?;
    value.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// From a line of /proc/self/cgroup, where memory is controlled: the mount (version 2, or version 1's), and the path below it.
fn group_of(line: &str) -> Option<(&'static str, &str)> {
    let mut fields = line.splitn(3, ':').skip(1);
    let (controllers, path) = (fields.next()?, fields.next()?);
    match controllers {
        "" => Some(("/sys/fs/cgroup", path)),
        _ if controllers.split(',').any(|one| one == "memory") => Some(("/sys/fs/cgroup/memory", path)),
        _ => None,
    }
}

/// What a group and each above it have left. In a container the path may be the host's, which is not there; the mount's own files are.
fn group_rooms(root: &'static str, path: &str) -> impl Iterator<Item = u64> {
    let own = Path::new(root).join(path.trim_start_matches('/'));
    let groups: Vec<_> = own.ancestors().take_while(|group| group.starts_with(root)).map(Path::to_owned).collect();
    groups.into_iter().filter_map(|group| {
        let read = |names: [&str; 2]| names.iter().find_map(|name| std::fs::read_to_string(group.join(name)).ok());
        group_room(
            &read(["memory.max", "memory.limit_in_bytes"])?,
            &read(["memory.current", "memory.usage_in_bytes"])?,
            &read(["memory.stat", "memory.stat"]).unwrap_or_default(),
        )
    })
}

/// A group's limit less its use; files that it read and nobody needs do not count. Nothing without a limit.
fn group_room(limit: &str, used: &str, statistics: &str) -> Option<u64> {
    let (limit, used) = (limit.trim().parse::<u64>().ok()?, used.trim().parse::<u64>().ok()?);
    let value = |name: &str| {
        let line = statistics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
        line.trim().parse::<u64>().ok()
    };
    let files = value("total_inactive_file").or_else(|| value("inactive_file")).unwrap_or(0);
    Some(limit.saturating_sub(used.saturating_sub(files)))
}

#[cfg(test)]
mod tests {
    use super::{group_of, group_room, group_rooms, meminfo};

    #[test]
    fn the_kernels_estimate_is_read_in_bytes() {
        let text = "MemTotal:       24684092 kB\nMemFree:        15587396 kB\nMemAvailable:   19530448 kB\n";
        assert_eq!(meminfo(text, "MemAvailable:"), Some(19_530_448 * 1024));
        assert_eq!(meminfo(text, "SwapFree:"), None);
        assert_eq!(meminfo("MemAvailable: many kB", "MemAvailable:"), None);
    }

    #[test]
    fn both_versions_of_control_groups_are_found() {
        assert_eq!(group_of("0::/user.slice/a:b"), Some(("/sys/fs/cgroup", "/user.slice/a:b")));
        assert_eq!(group_of("4:memory:/docker/1234"), Some(("/sys/fs/cgroup/memory", "/docker/1234")));
        assert_eq!(group_of("4:cpu,memory:/x"), Some(("/sys/fs/cgroup/memory", "/x")));
        for other in ["8:pids:/", "9:name=systemd:/", "", "4:memory"] {
            assert_eq!(group_of(other), None, "{other}");
        }
    }

    #[test]
    fn a_groups_room_is_its_limit_less_what_it_cannot_give_back() {
        assert_eq!(group_room("1000\n", "600\n", "anon 100\ninactive_file 250\n"), Some(650));
        assert_eq!(group_room("1000", "600", "inactive_file 1\ntotal_inactive_file 300"), Some(700));
        assert_eq!(group_room("1000", "1600", ""), Some(0));
        assert_eq!(group_room("max\n", "600", ""), None);
    }

    #[test]
    fn a_group_that_is_not_there_has_no_limit() {
        assert_eq!(group_rooms("/sys/fs/cgroup/none of ours", "/a/b/c").count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn a_range_with_a_hole_is_not_mapped() {
        let bytes = [1u8; 100];
        let address = bytes.as_ptr() as u64;
        assert!(super::is_mapped(address, 100));
        assert!(!super::is_mapped(address, 1 << 46), "nothing is mapped all the way up");
        assert!(!super::is_mapped(u64::MAX - 10, 100) && !super::is_mapped(16, 1));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn only_touched_pages_are_resident() {
        let mut bytes = vec![0u8; 64 << 20];
        // Whole pages inside.
        let start = (bytes.as_ptr() as usize).next_multiple_of(4096);
        let before = super::resident(start, 32 << 20);
        let skip = start - bytes.as_ptr() as usize;
        bytes[skip..skip + (32 << 20)].fill(1);
        assert_eq!(super::resident(start, 32 << 20), 32 << 20);
        assert!(before < 32 << 20, "{before}");
    }
}
