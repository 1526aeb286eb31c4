//! Cooperative launches: grids whose blocks may wait for each other (`this_grid().sync()`).
//!
//! Vulkan promises nothing about workgroups that wait for others, so a launch is refused unless all of its blocks are
//! resident at once whatever the kernel needs: then a barrier in memory works (`device_grid.h`), one thread of each block spinning.
//!
//! | device | blocks that are resident | how it runs |
//! |---|---|---|
//! | lavapipe | one per core, at least 4: the workers of a second lavapipe (`vk::crew`) | there, as a host function of the stream |
//! | NVIDIA | by multiprocessors, threads, shared memory and the registers that its compiler tells | in the stream |
//! | AMD | the same, as if each thread had 256 registers | in the stream |
//! | others | unknown: cooperative launches are not supported | |
//!
//! Two such grids at once could each hold half of the device and wait for the other half, so one follows the other, in whatever streams
//! they are. Grids of several devices that wait for each other are `multi_device`'s. Called by `launch` and `occupancy`.

use std::sync::Arc;

use super::kept::Cooperative;
use super::meeting::Meeting;
use super::occupancy;
use super::shape::LaunchShape;
use crate::hip::device::Device;
use crate::hip::error::{HipError, HipResult};
use crate::hip::kernel::{Kernel, Variant};
use crate::hip::runtime;
use crate::hip::scratch::Lent;
use crate::hip::shared_layout::GridBarrier;
use crate::hip::stream::Stream;
use crate::vk;

/// Threads that are resident on any multiprocessor when each has as many registers as it can have.
const THREADS_WITH_ALL_REGISTERS: u32 = 256;

/// An NVIDIA multiprocessor's registers since Maxwell, in four parts (two in Pascal's GP100), each for warps of its own; a warp gets them by 256.
const PARTS: u32 = 4;
const REGISTERS_OF_A_PART: u32 = 16384;
const REGISTERS_AT_ONCE: u32 = 256;
const WARP: u32 = 32;

/// The grids that may wait for each other.
#[derive(Clone, Debug)]
pub enum Grids {
    /// One: `hipLaunchCooperativeKernel`.
    Single,
    /// Those of a list: `hipLaunchCooperativeKernelMultiDevice`; `multi_grid_group` is valid.
    Multi(Place),
}

/// The place of a grid among those of its launch.
#[derive(Clone, Debug)]
pub struct Place {
    /// How many there are.
    pub grids: u32,
    /// Its number among them.
    pub rank: u32,
    /// Threads of all.
    pub threads: u32,
    /// Threads of those of lower rank.
    pub first_thread: u32,
    /// Where they meet; nothing if it is the only one.
    pub meeting: Option<Meeting>,
}

impl Grids {
    /// The grid barrier before a launch.
    fn state(&self) -> GridBarrier {
        let Grids::Multi(Place { grids, rank, threads, first_thread, meeting }) = self else {
            return GridBarrier::default();
        };
        GridBarrier {
            grids: *grids,
            rank: *rank,
            threads: *threads,
            first_thread: *first_thread,
            relayed: meeting.as_ref().is_some_and(Meeting::is_relayed).into(),
            meetings: meeting.as_ref().map_or(0, Meeting::address),
            ..GridBarrier::default()
        }
    }

    fn meeting(&self) -> Option<&Meeting> {
        match self {
            Grids::Single => None,
            Grids::Multi(place) => place.meeting.as_ref(),
        }
    }
}

/// Blocks of `kernel` that are resident on one multiprocessor while others wait for them, of those `fitting` by threads and shared memory.
/// `enough` are, if there are so many: registers, which cost a compilation, are not asked for then.
pub fn blocks_per_multiprocessor(kernel: &Kernel, shape: &LaunchShape, fitting: u32, enough: u32) -> u32 {
    let (device, block) = (&kernel.device().properties, shape.block.iter().product::<u32>());
    if device.cooperative_on_crew {
        return fitting.min(vk::crew::workers() / device.multiprocessors);
    }
    let certain = fitting.min((THREADS_WITH_ALL_REGISTERS / block).max(1));
    if certain >= fitting.min(enough) || !device.cooperative {
        return certain;
    }
    let counted = kernel.thread_registers(shape).map(|registers| blocks_by_registers(registers, block));
    certain.max(fitting.min(counted.unwrap_or(0)))
}

/// Blocks of `threads` with so many registers each that an NVIDIA multiprocessor holds.
fn blocks_by_registers(registers: u32, threads: u32) -> u32 {
    let of_a_warp = (registers.max(1) * WARP).next_multiple_of(REGISTERS_AT_ONCE);
    PARTS * (REGISTERS_OF_A_PART / of_a_warp) / threads.div_ceil(WARP).max(1)
}

/// Refuses grids that are not resident. HIP: hipErrorCooperativeLaunchTooLarge.
pub fn check(kernel: &Kernel, shape: &LaunchShape) -> HipResult {
    let device = &kernel.device().properties;
    let name = &kernel.metadata().name;
    if !device.cooperative {
        let why =
            format_args!("{name}: a cooperative launch: Vulkan does not tell the multiprocessors of '{}'", device.name);
        return Err(HipError::NotSupported.because(why));
    }
    let threads = shape.block.iter().product::<u32>();
    let asked = shape.grid.iter().map(|&n| u64::from(n)).product::<u64>();
    let enough = asked.div_ceil(u64::from(device.multiprocessors));
    let each = occupancy::resident_blocks(kernel, shape, u32::try_from(enough).unwrap_or(u32::MAX));
    let most = u64::from(each) * u64::from(device.multiprocessors);
    if asked > most {
        let why =
            format_args!("{name}: {asked} blocks of {threads} threads, {most} can be resident on '{}'", device.name);
        return Err(HipError::CooperativeLaunchTooLarge.because(why));
    }
    Ok(())
}

/// Refuses grids of which not every block can have scratch memory at once. HIP: hipErrorCooperativeLaunchTooLarge.
pub fn check_scratch(kernel: &Kernel, shape: &LaunchShape, lent: &Lent) -> HipResult {
    let asked = shape.grid.iter().map(|&n| u64::from(n)).product::<u64>();
    if asked > u64::from(lent.count) {
        let (name, most) = (&kernel.metadata().name, lent.count);
        let why = format_args!("{name}: {asked} blocks, and {most} have memory for their local arrays at a time");
        return Err(HipError::CooperativeLaunchTooLarge.because(why));
    }
    Ok(())
}

impl Cooperative {
    /// The Vulkan device on which cooperative kernels of `device` run.
    pub fn vk<'d>(&'d self, device: &'d Device) -> HipResult<&'d Arc<vk::Device>> {
        if !device.properties.cooperative_on_crew {
            return Ok(&device.vk);
        }
        self.made(&self.crew, || Ok(vk::crew::open(device.vk.info())?))
    }

    /// Address of the grid barrier.
    pub fn state(&self, device: &Device) -> HipResult<u64> {
        self.memory(device).map(|memory| memory.address())
    }

    /// The grid barrier.
    pub fn memory(&self, device: &Device) -> HipResult<&Arc<vk::Memory>> {
        self.made(&self.state, || Ok(device.vk.allocate(vk::MemoryUse::Device, size_of::<GridBarrier>() as u64)?))
    }

    /// Launches on `stream`, whose device this belongs to; `block` holds the parameters.
    pub fn launch(
        &self,
        device: &Device,
        stream: &Stream,
        variant: &Arc<Variant>,
        block: &[u8],
        grid: [u32; 3],
        grids: Grids,
    ) -> HipResult {
        let memory = self.memory(device)?;
        if device.properties.cooperative_on_crew {
            return self.launch_on_crew(
                device,
                stream,
                Job { variant: Arc::clone(variant), block: block.into(), grid, grids },
            );
        }
        let mut last = self.last.lock();
        stream.record(|vk| {
            if let Some(before) = &*last {
                vk.wait_for(before)?;
            }
            vk.upload(memory.at(0), bytemuck::bytes_of(&grids.state()))?;
            vk.dispatch(&variant.dispatch(block, grid))?;
            grids.meeting().map_or(Ok(()), |meeting| meeting.record_end(vk))
        })?;
        *last = Some(stream.vk.point());
        Ok(())
    }

    fn launch_on_crew(&self, device: &Device, stream: &Stream, job: Job) -> HipResult {
        let crew = Arc::clone(self.vk(device)?);
        let memory = Arc::clone(self.memory(device)?);
        let (running, index) = (Arc::clone(&self.running), device.index);
        let run = move || {
            let mut running = running.lock();
            let ran = job.run(&crew, &memory, &mut running);
            // Also if it failed: other grids must not wait for this one.
            job.grids.meeting().inspect(|meeting| meeting.end());
            if let (Err(error), Ok(runtime)) = (ran, runtime::get())
                && let Some(device) = runtime.devices.get(index)
            {
                let _ = device.note::<()>(Err(HipError::from(error)));
            }
        };
        stream.record(|vk| vk.host_fn(Box::new(run)))
    }
}

/// One grid on the crew.
struct Job {
    variant: Arc<Variant>,
    block: Vec<u8>,
    grid: [u32; 3],
    grids: Grids,
}

impl Job {
    fn run(
        &self,
        crew: &Arc<vk::Device>,
        memory: &vk::Memory,
        stream: &mut Option<Arc<vk::Stream>>,
    ) -> Result<(), vk::VkError> {
        let stream = match stream {
            Some(stream) => stream,
            None => stream.insert(crew.create_stream()?),
        };
        // All of lavapipe's memory is the host's.
        memory.write_host(0, bytemuck::bytes_of(&self.grids.state()));
        stream.dispatch(&self.variant.dispatch(&self.block, self.grid))?;
        stream.wait()
    }
}

#[cfg(test)]
mod tests {
    use super::blocks_by_registers;

    /// Figures of CUDA's occupancy calculator for 65536 registers.
    #[test]
    fn registers_bound_blocks_as_cuda_counts() {
        assert_eq!(blocks_by_registers(32, 1024), 2);
        assert_eq!(blocks_by_registers(33, 1024), 1);
        assert_eq!(blocks_by_registers(255, 256), 1);
        assert_eq!(blocks_by_registers(64, 128), 8);
        assert_eq!(blocks_by_registers(40, 32), 48);
        assert_eq!(blocks_by_registers(80, 1024), 0, "such a block cannot be launched");
    }
}
