//! Everything this runtime does differently because of one driver, in one place: driver, reason, how to remove it.

use crate::config;

use super::select::driver::{DriverInfo, DriverKind};

/// Behaviour that depends on the driver rather than on a Vulkan feature.
#[derive(Debug, Clone, Copy)]
pub(in crate::vk) struct Workarounds {
    /// Dispatches and copies of one command buffer run strictly one after the other, so no barrier is recorded between
    /// them. lavapipe 25.0.7: its queue thread waits for each dispatch before it starts the next, and a barrier costs a
    /// 28 us flush where the dispatch alone costs 6 (measured 2026-11-21). Remove when lavapipe overlaps dispatches.
    pub(in crate::vk) serial_commands: bool,
    /// A point within a batch is marked by a VkEvent instead of ending the batch (`marks`). lavapipe: a submission costs 10 us there, an event
    /// nothing, and it is set when all before it is complete (`serial_commands`). Others have not been tried.
    pub(in crate::vk) marks_points: bool,
    /// vkGetQueryPoolResults waits until the device is idle, so that who asks for the time between two events would wait for a kernel
    /// behind them. lavapipe 25.0.7 and 26.1.6 (both measured 2026-11-22). Remove when it reads what is there.
    pub(in crate::vk) query_reads_wait: bool,
    /// The first launch of a kernel compiles it: `long_wait`. llvmpipe; remove when vkCreateComputePipelines does.
    pub(in crate::vk) compiles_at_first_launch: bool,
    /// How long a waiting thread polls the timeline without a pause, in microseconds.
    pub(in crate::vk) spin_us: u64,
    /// How long it then goes on polling and gives way to other threads in between, in microseconds, before it blocks. An H200's driver wakes a
    /// blocked thread 110 to 260 us after the work is done, in a virtual machine. lavapipe needs the processors itself.
    pub(in crate::vk) yield_us: u64,
    /// Pauses between two polls while spinning.
    pub(in crate::vk) spin_pause: u32,
    /// A running kernel sees what the host writes to memory that it has read before only when something is submitted: `nudge`. NVIDIA 580.159 on
    /// an H200 (measured 2026-11-21). Remove when kernels that poll host memory see it change.
    pub(in crate::vk) host_writes_at_submission: bool,
    /// No call may be made behind the driver's own exit handlers, as a static destructor of the program would: NVIDIA's 580.159 crashes there.
    /// lavapipe is right there; of the others nobody knows. Remove never: a driver may end with its process.
    pub(in crate::vk) ends_at_exit: bool,
}

impl Workarounds {
    pub(super) fn for_driver(kind: DriverKind) -> Self {
        match kind {
            DriverKind::Lavapipe => Self {
                serial_commands: true,
                marks_points: true,
                query_reads_wait: true,
                compiles_at_first_launch: true,
                spin_us: 60,
                yield_us: 0,
                spin_pause: 64,
                host_writes_at_submission: config::enabled("HIPVK_GRID_RELAY"),
                ends_at_exit: config::enabled("HIPVK_EXIT_REFUSES"),
            },
            _ => Self {
                serial_commands: false,
                marks_points: false,
                query_reads_wait: false,
                compiles_at_first_launch: false,
                spin_us: 100,
                yield_us: 20_000,
                spin_pause: 8,
                host_writes_at_submission: kind == DriverKind::Nvidia,
                ends_at_exit: true,
            },
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
    let (major, _) = mesa_version(&driver.info)?;
    (major < 23).then(|| {
        (
            format!("{} stops every loop after 65,535 iterations and so computes wrong results", driver.info),
            "`apt-get install -t bookworm-backports mesa-vulkan-drivers` brings a good one".into(),
        )
    })
}

/// Whether kernels may take denormal floats for zero unless `denormals` sees to it: lavapipe's since some version behind 25.0, and in 26.1.
/// Remove with that file.
pub(in crate::vk) fn may_flush_denormals(driver: &DriverInfo) -> bool {
    driver.kind == DriverKind::Lavapipe && mesa_version(&driver.info).is_none_or(|version| version > (25, 0))
}

/// Major and minor version in a text such as "Mesa 22.3.6 (LLVM 15.0.6)".
fn mesa_version(info: &str) -> Option<(u32, u32)> {
    let mut numbers = info.split("Mesa ").nth(1)?.split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::{DriverInfo, DriverKind, may_flush_denormals, refusal};

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
    fn only_newer_lavapipes_are_asked_about_denormals() {
        let newer = lavapipe("Mesa 26.1.6-1~bpo13+1 (LLVM 19.1.7)");
        assert!(may_flush_denormals(&newer) && may_flush_denormals(&lavapipe("Mesa 25.1.0 (LLVM 19.1.7)")));
        assert!(!may_flush_denormals(&lavapipe("Mesa 25.0.7 (LLVM 15.0.6)")));
        assert!(!may_flush_denormals(&DriverInfo { kind: DriverKind::Radv, ..newer }));
        assert!(may_flush_denormals(&lavapipe("of unknown version")));
    }

    #[test]
    fn the_backported_lavapipe_is_accepted() {
        assert_eq!(refusal(&lavapipe("Mesa 25.0.7 (LLVM 15.0.6)")), None);
        assert_eq!(refusal(&lavapipe("Mesa 25.0.7-2~bpo12+1 (LLVM 15.0.6)")), None);
    }
}
