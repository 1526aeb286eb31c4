//! What a device reports about itself, in HIP's terms.
//!
//! Facts come from Vulkan (`vk::DeviceInfo`). Where Vulkan is silent (bus width) the value is 0, which HIP
//! programs read as unknown; where programs divide by the value, a plain guess is documented at the field.

use crate::config;
use crate::vk::{self, DeviceInfo, DeviceKind, HostWrites, PciAddress, clock_rate};

/// A device's facts. Sizes in bytes. What follows from the program's code and not from the device is in `hip::dialect`.
#[derive(Clone, Debug)]
pub struct Properties {
    /// Vulkan's name of the device.
    pub name: String,
    /// Vulkan's device UUID.
    pub uuid: [u8; 16],
    /// Device memory.
    pub total_memory: u64,
    /// Shared memory that a block may have.
    pub shared_per_block: u32,
    /// How much of it is as quick as shared memory is here. Blocks with more keep it in device memory (`spirv_gen::passes::memory::far_arrays`).
    pub quick_shared: u32,
    /// Rows and columns of the matrices of half floats that a subgroup multiplies; 0 if it multiplies none.
    pub matrix_side: u32,
    /// The same of matrices of bfloat16.
    pub bfloat_matrix_side: u32,
    /// Lanes of a subgroup, as kernels are compiled for.
    pub subgroup_lanes: u32,
    /// Threads of a block.
    pub max_threads: u32,
    /// Threads of a block per dimension.
    pub max_block: [u32; 3],
    /// Blocks of a grid per dimension.
    pub max_grid: [u32; 3],
    /// Multiprocessors: CPU devices report their cores (lavapipe uses 32 at most), others what an extension tells, or 16.
    pub multiprocessors: u32,
    /// Threads resident on a multiprocessor.
    pub threads_per_multiprocessor: u32,
    /// Cooperative launches are possible: it is known how many blocks are resident.
    pub cooperative: bool,
    /// What a running kernel sees of what others write to host memory: whether grids here may wait for those of other devices.
    pub host_writes: HostWrites,
    /// The program has other devices.
    pub one_of_several: bool,
    /// One of them is the same GPU (`HIPVK_DEVICE_COPIES`). Their kernels take turns: grids that wait for each other lose an H200.
    pub shares_gpu: bool,
    /// Cooperative kernels run on a second device, with a worker per block.
    pub cooperative_on_crew: bool,
    /// A launch tells its kernel the time.
    pub narrow_clock: bool,
    /// The host's memory is the device's.
    pub integrated: bool,
    /// Host-visible memory has one address for host and device.
    pub unified: bool,
    /// The host sees the device's memory.
    pub large_bar: bool,
    /// PCI domain, bus and device; zeros where there is none.
    pub pci: [u32; 3],
    /// Largest image per dimensionality: 1D, 2D, 3D side, layers.
    pub images: [u32; 4],
    /// Memory can be mapped at reserved addresses.
    pub maps_memory: bool,
    /// Events can be shared with other processes.
    pub shares_events: bool,
    /// Pools can be shared with other processes.
    pub shares_pools: bool,
    /// Host pages can be registered.
    pub host_register: bool,
    /// Ticks of wall_clock64 per millisecond; 0 without VK_KHR_shader_clock.
    pub wall_clock_khz: u32,
    /// What clock64 counts.
    pub clock: Clock,
}

impl Properties {
    /// Translates Vulkan's facts.
    pub fn new(info: &DeviceInfo) -> Properties {
        let limits = &info.limits;
        let max_threads = limits.block_threads.min(1024);
        Properties {
            name: info.name.clone(),
            uuid: info.uuid,
            total_memory: info.memory_bytes,
            shared_per_block: info.target.max_shared,
            matrix_side: info.target.half_matrices.map_or(0, |matrices| matrices.side),
            bfloat_matrix_side: info.target.bfloat_matrices.map_or(0, |matrices| matrices.side),
            subgroup_lanes: info.target.subgroup_size,
            quick_shared: if info.target.cpu { info.target.max_shared } else { info.target.max_workgroup },
            max_threads,
            max_block: [max_threads; 3],
            // HIP: "HIP does not support kernel launch with total work items defined in dimension with size
            // gridDim x blockDim >= 2^32"; larger grids than one Vulkan dispatch are split by the stream.
            max_grid: [i32::MAX as u32, 65535, 65535],
            multiprocessors: multiprocessors(info),
            threads_per_multiprocessor: 2048,
            cooperative: info.quirks.cooperative_on_crew || info.multiprocessors.is_some(),
            host_writes: info.quirks.host_writes,
            one_of_several: false,
            shares_gpu: false,
            cooperative_on_crew: info.quirks.cooperative_on_crew,
            narrow_clock: info.quirks.narrow_clock,
            integrated: matches!(info.kind, DeviceKind::Integrated | DeviceKind::Cpu),
            unified: info.unified_memory || info.quirks.one_address,
            large_bar: info.unified_memory || info.large_bar,
            pci: info.pci.map_or([0; 3], |pci| [pci.domain, pci.bus, pci.device]),
            images: [limits.image_1d, limits.image_2d, limits.image_3d, limits.image_layers],
            maps_memory: info.maps_memory(),
            shares_events: info.shares_words(),
            shares_pools: info.shares_pages() || info.exports.memory,
            host_register: limits.import_alignment != 0,
            wall_clock_khz: wall_clock_khz(info),
            clock: clock(info),
        }
    }

    /// HIP's `sharedMemPerBlock`, by which programs plan. What AMD's processors have, 64 KiB, unless the user prefers plans for what is quick: programs
    /// written for AMD need as much (ggml's products of `q2_K` have no smaller tile) where others only run faster with less (VkFFT).
    pub fn planned_shared(&self) -> u32 {
        match config::value("HIPVK_SHARED_PER_BLOCK").as_deref() {
            Some("quick") => self.quick_shared,
            _ => self.shared_per_block,
        }
    }

    /// Whether it may be in the list of a multi-device cooperative launch: of one with other devices, if there are any.
    pub fn multi_grid(&self) -> bool {
        let with_others = self.host_writes != HostWrites::Unknown && !self.shares_gpu;
        self.cooperative && (with_others || !self.one_of_several)
    }

    /// Whether memory that both work on is the host's, as the host does not see the device's own.
    pub fn host_lends(&self) -> bool {
        self.unified && !self.large_bar
    }

    /// Those of a copy of the device, 0 being the device itself. A copy has a UUID and a PCI address of its own, by which programs
    /// tell devices apart: the number is in the last byte, and in the upper four bits of the domain. All else is the device's.
    pub fn of_copy(mut self, copy: u32) -> Properties {
        self.uuid = uuid_of_copy(self.uuid, copy);
        self.pci[0] |= copy << 12;
        self
    }
}

/// The UUID of a device's copy (`HIPVK_DEVICE_COPIES`).
pub fn uuid_of_copy(mut uuid: [u8; 16], copy: u32) -> [u8; 16] {
    uuid[15] ^= copy as u8;
    uuid
}

fn multiprocessors(info: &DeviceInfo) -> u32 {
    match info.kind {
        DeviceKind::Cpu => vk::crew::cores().min(vk::crew::workers()),
        _ => info.multiprocessors.unwrap_or(16),
    }
}

/// The device's clock counts as its timestamps do (RADV, NVIDIA); lavapipe's counts nanoseconds. Intel's have none that kernels can read: 0.
fn wall_clock_khz(info: &DeviceInfo) -> u32 {
    match info.target.device_clock {
        true => (1e6 / f64::from(info.limits.timestamp_period)) as u32,
        false => 0,
    }
}

/// clock64 counts the cycles of a multiprocessor, whose rate Vulkan does not tell; on CPUs it is the wall clock.
fn clock(info: &DeviceInfo) -> Clock {
    if info.kind == DeviceKind::Cpu || !info.target.subgroup_clock {
        return Clock::Wall(wall_clock_khz(info));
    }
    info.pci.map_or(Clock::Wall(0), |pci| Clock::Cycles(info.vendor_id, pci))
}

/// What clock64 counts.
#[derive(Debug, Clone, Copy)]
pub enum Clock {
    /// The clock that wall_clock64 counts, at so many ticks per millisecond; 0 if that is unknown.
    Wall(u32),
    /// Cycles of a vendor's device.
    Cycles(u32, PciAddress),
}

impl Clock {
    /// Its highest rate in kHz; 0 where nobody tells it. The first to ask waits for the driver.
    pub fn khz(self) -> u32 {
        match self {
            Clock::Wall(khz) => khz,
            Clock::Cycles(vendor, device) => clock_rate::highest_khz(vendor, device),
        }
    }
}
