//! Everything this runtime does differently because of one driver, in one place: which driver and version, why, and when it can go.
//!
//! Derived once for each device, by `select`; a part of what a device is ([`Quirks`] in `DeviceInfo`). Nobody else asks which driver it is. What
//! kernels are compiled for differently is in `compiler_quirks`.

use super::select::driver::{DriverInfo, DriverKind};
use crate::config;

/// When a running kernel sees what the host or another device writes to host memory that it has read before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HostWrites {
    /// At once.
    Seen,
    /// When something else is submitted to the device. An H200 (580.159) keeps what it has read, whatever kind of load or atomic asks
    /// again, until then; what a kernel writes is out at once.
    AtSubmission,
    /// Not tried.
    Unknown,
}

/// Behaviour that depends on the driver rather than on a Vulkan feature.
#[derive(Debug, Clone, Copy)]
pub struct Quirks {
    /// A CPU: kernels are run by threads of this process, their memory is the process's, and a wild access is a signal. Not to go: that is
    /// what such a driver is.
    pub in_process: bool,
    /// Workers take a row of workgroups each and run one after the other, so cooperative grids go to a device with a worker per block
    /// (`crew`). lavapipe 25.0.7 and 26.1.6. Remove when it promises progress of all workgroups.
    pub cooperative_on_crew: bool,
    /// The device clock loses its upper 32 bits, so a launch passes the count of its moment (`spirv_gen::passes::device::clock_reads`). lavapipe
    /// 25.0.7. Remove when no supported lavapipe does.
    pub narrow_clock: bool,
    /// What a running kernel sees of what others write to host memory: `nudge`, and grids of several devices. NVIDIA 580.159 on an H200
    /// (measured 2026-11-21): at submissions alone. Remove when kernels that poll host memory see it change.
    pub host_writes: HostWrites,
    /// Memory that the host sees has its address on the device there too. NVIDIA, which places mappings where we say
    /// (VK_EXT_map_memory_placed); others say so by having one memory. Not to go.
    pub one_address: bool,
    /// Addresses from 0xe0_8000_0000 on can be replayed, where a process has nothing of its own: `shared_host`. NVIDIA 580.159 on H200s. Remove
    /// when a driver's range of such addresses can be asked for.
    pub(in crate::vk) shares_host_addresses: bool,
    /// Dispatches and copies of one command buffer run strictly one after the other, so no barrier is recorded between
    /// them. lavapipe 25.0.7: its queue thread waits for each dispatch before it starts the next, and a barrier costs a
    /// 28 us flush where the dispatch alone costs 6 (measured 2026-11-21). Remove when lavapipe overlaps dispatches.
    pub(in crate::vk) serial_commands: bool,
    /// A kernel wakes all workers, so long runs of one-block launches go to a device without any: `lane`. lavapipe 25.0.7. Remove when it runs
    /// dispatches of one workgroup on its queue's thread.
    pub(in crate::vk) wakes_all_workers: bool,
    /// One queue runs one dispatch at a time, but further devices share all memory: kernels that wait go to those (`waiting_lane`). lavapipe
    /// 25.0.7 and 26.1.6. Remove when it has several queues.
    pub(in crate::vk) waits_on_lanes: bool,
    /// A point within a batch is marked by a VkEvent instead of ending the batch (`marks`). lavapipe: a submission costs 10 us there, an event
    /// nothing, and it is set when all before it is complete (`serial_commands`). Others have not been tried.
    pub(in crate::vk) marks_points: bool,
    /// vkGetQueryPoolResults waits until the device is idle, so that who asks for the time between two events would wait for a kernel
    /// behind them. lavapipe 25.0.7 and 26.1.6 (both measured 2026-11-22). Remove when it reads what is there.
    pub(in crate::vk) query_reads_wait: bool,
    /// The first launch of a kernel compiles it: `long_wait`. llvmpipe; remove when vkCreateComputePipelines does.
    pub(in crate::vk) compiles_at_first_launch: bool,
    /// Kernels may take denormal floats for zero unless `denormals` sees to it. lavapipe's since some version behind 25.0, and in 26.1. Remove with
    /// that file.
    pub(in crate::vk) may_flush_denormals: bool,
    /// Denormal floats are kept, though shaderDenormPreserveFloat32 is not offered. lavapipe, where it does not flush. Remove when it offers it.
    pub(in crate::vk) keeps_denormals_unasked: bool,
    /// An import that fails closes the descriptor, which Vulkan leaves to the caller (`memory/external`). lavapipe 25.0.7; 25.2.8 and 26.1.6 do not
    /// (measured 2026-11-28). 25.1 is taken to: a descriptor too many stays open if not, but none of somebody else's is
    /// closed. Remove when no lavapipe before 25.2 is supported.
    pub(in crate::vk) closes_failed_imports: bool,
    /// Behind a sparse buffer, memory that was imported is other memory (`exports`). lavapipe 25.0.7 and 25.2.8; not 26.1.6. Those between are
    /// taken to. Remove when no lavapipe before 26.1 is supported.
    pub(in crate::vk) mistakes_imports: bool,
    /// Memory that is one buffer's alone is made of large pages, other memory is not: it takes 10 to 25 times as long to allocate, and reading
    /// here and there in it takes half as long again. NVIDIA 580.159 on an H200 (2026-11-24). Remove when it makes no difference.
    pub(in crate::vk) dedicates_buffers: bool,
    /// Device memory larger than `maxMemoryAllocationSize` (4 GiB) may be had in one piece all the same, and is asked for first; Vulkan lets a
    /// driver say no. Of sparse memory, the other way, 6000 MB take 170 ms where this takes 6, streaming goes at 0.77 of the speed and reading
    /// here and there at 0.16. NVIDIA 580.159 on an H200 (2026-11-24). Remove when the limit is what can be had.
    pub(in crate::vk) exceeds_allocation_limit: bool,
    /// What work wrote to host memory is there when its semaphore's signal is seen, without a barrier that names the host, which Vulkan asks for.
    /// Batches then end with no barrier and begin with the one that orders them behind others, which is recorded while the host waits: launch and
    /// wait take 13.2 us on an H200, 13.7 the other way (bare Vulkan 11.8, 13.3). NVIDIA 580.159: its signals release to the system (2026-11-24, 240,000 reads
    /// by `tests/kernels/host_reads 20000`). Remove if that program ever fails there.
    pub(in crate::vk) signals_reach_host: bool,
    /// How long a waiting thread polls the timeline without a pause, in microseconds.
    pub(in crate::vk) spin_us: u64,
    /// How long it then goes on polling and gives way to other threads in between, in microseconds, before it blocks. An H200's driver wakes a
    /// blocked thread 110 to 260 us after the work is done, in a virtual machine. lavapipe needs the processors itself.
    pub(in crate::vk) yield_us: u64,
    /// Pauses between two polls while spinning.
    pub(in crate::vk) spin_pause: u32,
    /// A copy between host and device in a queue of kernels keeps kernels of other queues waiting, and the copy the other way; the family for copies
    /// alone does neither. NVIDIA 580.159 on an H200 (2026-11-23): a copy of 21 ms and a kernel
    /// as long take 42 ms, and 22 with them; both ways at once 52 GB/s, and 59. Of others nobody knows: measure, then add.
    pub(in crate::vk) copies_beside: bool,
    /// No call may be made behind the driver's own exit handlers, as a static destructor of the program would: NVIDIA's 580.159 crashes there.
    /// lavapipe is right there; of the others nobody knows. Remove never: a driver may end with its process.
    pub(in crate::vk) ends_at_exit: bool,
    /// A wild access may be told to the system's log alone, and every wait goes on: `long_wait`. NVIDIA 580.159 on an H100 in a virtual machine (2026-11-28; bare Vulkan
    /// too: vkWaitSemaphores times out, vkDeviceWaitIdle does not return, all else succeeds). Remove when they return VK_ERROR_DEVICE_LOST there.
    pub(in crate::vk) hides_faults: bool,
    /// In a child of a process that used the device, the driver's exit handlers wait for threads that only the parent has, so the child ends in front of
    /// them (`exit`). NVIDIA 580.159 (a handler of libEGL_nvidia, 2026-11-22); lavapipe from 26.2 on (26.2.6). Remove when `exit_and_fork` passes without.
    pub(in crate::vk) children_hang: bool,
}

/// See [`Quirks::copies_beside`].
const COPY_QUEUE_VARIABLE: &str = "HIPVK_COPY_QUEUE";

impl Quirks {
    /// Those of a device, which may be a CPU.
    pub(super) fn of(driver: &DriverInfo, cpu: bool) -> Self {
        match driver.kind {
            DriverKind::Lavapipe => Self::lavapipe(driver, cpu),
            DriverKind::Nvidia => Self {
                host_writes: HostWrites::AtSubmission,
                one_address: true,
                shares_host_addresses: true,
                children_hang: true,
                hides_faults: true,
                signals_reach_host: true,
                dedicates_buffers: true,
                exceeds_allocation_limit: true,
                copies_beside: config::not_disabled(COPY_QUEUE_VARIABLE),
                ..Self::none(cpu)
            },
            _ => Self::none(cpu),
        }
    }

    /// Running kernels see what the host writes only when something is submitted (`stream::nudge`).
    pub(in crate::vk) fn nudges(&self) -> bool {
        self.host_writes == HostWrites::AtSubmission
    }

    /// Of a driver that nothing is known of.
    fn none(cpu: bool) -> Self {
        Self {
            in_process: cpu,
            cooperative_on_crew: false,
            narrow_clock: false,
            host_writes: HostWrites::Unknown,
            one_address: false,
            shares_host_addresses: false,
            serial_commands: false,
            wakes_all_workers: false,
            waits_on_lanes: false,
            marks_points: false,
            query_reads_wait: false,
            compiles_at_first_launch: false,
            may_flush_denormals: false,
            keeps_denormals_unasked: false,
            closes_failed_imports: false,
            mistakes_imports: false,
            dedicates_buffers: false,
            exceeds_allocation_limit: false,
            spin_us: 100,
            yield_us: 20_000,
            spin_pause: 8,
            copies_beside: config::enabled(COPY_QUEUE_VARIABLE),
            ends_at_exit: true,
            children_hang: false,
            hides_faults: false,
            signals_reach_host: false,
        }
    }

    fn lavapipe(driver: &DriverInfo, cpu: bool) -> Self {
        // So that what other drivers need is tested there.
        let relayed = config::enabled("HIPVK_GRID_RELAY");
        Self {
            cooperative_on_crew: true,
            narrow_clock: true,
            host_writes: if relayed { HostWrites::AtSubmission } else { HostWrites::Seen },
            // Its layer is to see the barriers.
            serial_commands: !config::validation(),
            wakes_all_workers: true,
            waits_on_lanes: true,
            marks_points: true,
            query_reads_wait: true,
            compiles_at_first_launch: true,
            may_flush_denormals: may_flush_denormals(driver),
            keeps_denormals_unasked: true,
            closes_failed_imports: is_lavapipe_before(driver, (25, 2)),
            mistakes_imports: is_lavapipe_before(driver, (26, 1)),
            // So that what NVIDIA's gets is tested there.
            signals_reach_host: config::enabled("HIPVK_BARRIERS_FIRST"),
            spin_us: 60,
            yield_us: 0,
            spin_pause: 64,
            ends_at_exit: config::enabled("HIPVK_EXIT_REFUSES"),
            children_hang: !is_lavapipe_before(driver, (26, 2)),
            ..Self::none(cpu)
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

fn may_flush_denormals(driver: &DriverInfo) -> bool {
    driver.kind == DriverKind::Lavapipe && mesa_version(&driver.info).is_none_or(|version| version > (25, 0))
}

/// Whether it is the lavapipe of a Mesa before this major and minor version. One that does not tell its own is taken for it.
pub(super) fn is_lavapipe_before(driver: &DriverInfo, version: (u32, u32)) -> bool {
    driver.kind == DriverKind::Lavapipe && mesa_version(&driver.info).is_none_or(|own| own < version)
}

/// Major and minor version in a text such as "Mesa 22.3.6 (LLVM 15.0.6)".
fn mesa_version(info: &str) -> Option<(u32, u32)> {
    let mut numbers = info.split("Mesa ").nth(1)?.split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::{DriverInfo, DriverKind, is_lavapipe_before, may_flush_denormals, refusal};

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
    fn older_lavapipes_treat_imports_badly() {
        let is_older = |info| is_lavapipe_before(&lavapipe(info), (25, 2));
        assert!(
            !is_older("Mesa 26.1.6-1~bpo13+1 (LLVM 19.1.7)") && !is_older("Mesa 25.2.8-0ubuntu0.24.04.5 (LLVM 20.1.2)")
        );
        assert!(is_older("Mesa 25.0.7 (LLVM 15.0.6)") && is_older("?"));
    }

    #[test]
    fn the_backported_lavapipe_is_accepted() {
        assert_eq!(refusal(&lavapipe("Mesa 25.0.7 (LLVM 15.0.6)")), None);
        assert_eq!(refusal(&lavapipe("Mesa 25.0.7-2~bpo12+1 (LLVM 15.0.6)")), None);
    }
}
