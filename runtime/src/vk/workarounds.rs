//! Everything this runtime does differently because of one driver, in one place: driver, reason, how to remove it.

use super::select::{DriverInfo, DriverKind};

/// Behaviour that depends on the driver rather than on a Vulkan feature.
#[derive(Debug, Clone, Copy)]
pub(super) struct Workarounds {
    /// Dispatches and copies of one command buffer run strictly one after the other, so no barrier is recorded between
    /// them. lavapipe 25.0.7: its queue thread waits for each dispatch before it starts the next, and a barrier costs a
    /// 28 us flush where the dispatch alone costs 6 (measured 2026-11-21). Remove when lavapipe overlaps dispatches.
    pub(super) serial_commands: bool,
    /// How long a waiting thread polls the timeline without a pause, in microseconds.
    pub(super) spin_us: u64,
    /// How long it then goes on polling and gives way to other threads in between, in microseconds, before it blocks. An H200's driver wakes a
    /// blocked thread 110 to 260 us after the work is done, in a virtual machine. lavapipe needs the processors itself.
    pub(super) yield_us: u64,
    /// Pauses between two polls while spinning.
    pub(super) spin_pause: u32,
}

impl Workarounds {
    /// The largest `VkDeviceMemory` to ask for. lavapipe 25.0.7 reports 2 GiB but allocates whatever the machine has
    /// (8 GiB tried), while its sparse address space ends at 2 GiB: one allocation is the only way to a large buffer.
    pub(super) fn allocation_bytes(&self, reported: u64) -> u64 {
        if self.serial_commands {
            return u64::MAX;
        }
        reported
    }

    pub(super) fn for_driver(kind: DriverKind) -> Self {
        match kind {
            DriverKind::Lavapipe => Self { serial_commands: true, spin_us: 60, yield_us: 0, spin_pause: 64 },
            _ => Self { serial_commands: false, spin_us: 100, yield_us: 20_000, spin_pause: 8 },
        }
    }
}

/// Why a driver must not be used at all, and what to do about it.
///
/// lavapipe before Mesa 23 stops every loop silently after 65,535 iterations (Debian 12 ships
/// 22.3.6). Remove never: the driver stays wrong.
pub(super) fn refusal(driver: &DriverInfo) -> Option<(String, String)> {
    if driver.kind != DriverKind::Lavapipe {
        return None;
    }
    let major = mesa_major(&driver.info)?;
    (major < 23).then(|| {
        (
            format!("{} stops every loop after 65,535 iterations and so computes wrong results", driver.info),
            "`apt-get install -t bookworm-backports mesa-vulkan-drivers` brings a good one".into(),
        )
    })
}

/// The major version in a text such as "Mesa 22.3.6 (LLVM 15.0.6)".
fn mesa_major(info: &str) -> Option<u32> {
    let version = info.split("Mesa ").nth(1)?;
    version.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{DriverInfo, DriverKind, refusal};

    fn lavapipe(info: &str) -> DriverInfo {
        DriverInfo { kind: DriverKind::Lavapipe, name: "llvmpipe".into(), info: info.into(), version: 1, uuid: [0; 16] }
    }

    #[test]
    fn debians_lavapipe_is_refused_with_the_command_that_mends_it() {
        let (reason, remedy) = refusal(&lavapipe("Mesa 22.3.6 (LLVM 15.0.6)")).unwrap();
        assert!(reason.contains("22.3.6"), "{reason}");
        assert!(remedy.contains("bookworm-backports"), "{remedy}");
    }

    #[test]
    fn the_backported_lavapipe_is_accepted() {
        assert_eq!(refusal(&lavapipe("Mesa 25.0.7 (LLVM 15.0.6)")), None);
        assert_eq!(refusal(&lavapipe("Mesa 25.0.7-2~bpo12+1 (LLVM 15.0.6)")), None);
    }
}
