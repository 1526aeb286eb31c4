//! A device as HIP sees it: its Vulkan device, its default streams, and what it reports about itself.
//!
//! HIP's primary context and a device are one thing here. `properties.rs` says what the device is, `attributes.rs` is the
//! numbered table of the same facts.

pub mod attributes;
pub mod properties;
mod synchronize;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use spirv_gen::target::DEFAULT_STACK_BYTES;

use crate::builtin::Builtins;
use crate::config;
use crate::trace;
use crate::vk;

use super::device_heap::kept::{self, Heap};
use super::device_log::logs::{self, Logs};
use super::error::{HipError, HipResult};
use super::image::shadow::Textures;
use super::launch::kept::Cooperative;
use super::locks::{Mutex, Rank};
use super::memory::pool::of_device::Pools;
use super::scratch::Scratch;
use super::stream::DefaultStreams;
use properties::Properties;

/// `hipDeviceScheduleAuto` … `hipDeviceMapHost`: flags a device may be given.
/// Other programs are seen in the free memory when they took more than this part of all.
const OTHERS_TAKE: u64 = 16;
const KNOWN_FLAGS: u32 = 0x1f;
const SCHEDULE_MASK: u32 = 0x7;
/// `hipDeviceScheduleBlockingSync`.
const BLOCKING_SYNC: u32 = 0x4;

/// An open device.
#[derive(Debug)]
pub struct Device {
    /// Its number in the program's order.
    pub index: usize,
    /// The Vulkan device.
    pub vk: Arc<vk::Device>,
    /// Built-in kernels.
    pub builtins: Builtins,
    /// What it reports.
    pub properties: Properties,
    /// What kernels print.
    pub logs: Logs,
    /// What kernels allocate from.
    pub heap: Heap,
    /// What blocks that one subgroup runs keep their variables in.
    pub scratch: Scratch,
    /// Texture objects, and the images of arrays.
    pub textures: Textures,
    /// Default streams and the order between streams.
    pub streams: DefaultStreams,
    /// Bytes of device memory that were free when it was opened.
    free_at_start: u64,
    /// Bytes the program holds.
    allocated: AtomicU64,
    /// Where memory that is allocated in stream order comes from.
    pub pools: Pools,
    flags: AtomicU32,
    /// The sticky error's code; 0 if none.
    sticky: AtomicU32,
    /// The code of what [`Device::fail_next_wait`] was given; 0 if nothing.
    missed: AtomicU32,
    limits: Mutex<Limits>,
    /// `hipLimitStackSize`: bytes that each thread has for the frames of recursive functions. Every launch reads it.
    pub stack_bytes: AtomicU32,
    /// For cooperative launches.
    pub cooperative: Cooperative,
    /// Freed in stream order, and kept until the stream gets there.
    deferred: Mutex<Vec<(vk::Point, Arc<vk::Memory>)>>,
    any_deferred: AtomicBool,
}

/// `hipDeviceSetLimit`'s values, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// printf buffer.
    pub printf: usize,
    /// Device heap.
    pub heap: usize,
}

/// Which of the program's devices one is.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// In the program's order.
    pub index: usize,
    /// How many there are.
    pub devices: usize,
    /// Tells devices apart that are the same one (`HIPVK_DEVICE_COPIES`).
    pub copy: u32,
    /// Another one is the same GPU.
    pub shares_gpu: bool,
}

impl Device {
    /// Opens the device and its default streams.
    pub fn open(
        instance: &Arc<vk::Instance>,
        info: &vk::DeviceInfo,
        neighbours: &vk::Neighbours,
        number: Number,
    ) -> HipResult<Arc<Device>> {
        let Number { index, devices, copy, shares_gpu } = number;
        let vk = vk::Device::open_beside(instance, info, neighbours)?;
        trace::name_device(index, &info.name);
        let streams = DefaultStreams::new(&vk, index)?;
        Ok(Arc::new(Device {
            index,
            properties: Properties { one_of_several: devices > 1, shares_gpu, ..Properties::new(info).of_copy(copy) },
            builtins: Builtins::new(&vk),
            scratch: Scratch::default(),
            textures: Textures::new(),
            free_at_start: vk.memory_info().0,
            pools: Pools::new(index, &vk),
            vk,
            streams,
            logs: Logs::new(),
            allocated: AtomicU64::new(0),
            flags: AtomicU32::new(0),
            sticky: AtomicU32::new(0),
            missed: AtomicU32::new(0),
            heap: Heap::new(),
            limits: Mutex::new(Rank::Device, Limits { printf: logs::DEFAULT, heap: kept::DEFAULT }),
            stack_bytes: AtomicU32::new(DEFAULT_STACK_BYTES),
            cooperative: Cooperative::new(),
            deferred: Mutex::new(Rank::Device, Vec::new()),
            any_deferred: AtomicBool::new(false),
        }))
    }

    /// Fails with the sticky error once a kernel has lost the device. HIP: "the process must be terminated and
    /// relaunched", or the device reset.
    pub fn check(&self) -> HipResult {
        match self.sticky.load(Ordering::Acquire) {
            0 => Ok(()),
            code => Err(HipError::from_code(code).unwrap_or(HipError::Unknown)),
        }
    }

    /// Remembers a sticky error; passes every result on.
    pub fn note<T>(&self, result: HipResult<T>) -> HipResult<T> {
        if let Err(error) = result
            && error.is_sticky()
        {
            self.sticky.store(error.code(), Ordering::Release);
        }
        result
    }

    /// Work that the program believes to be in a stream is not there, and the next wait says so, once: a launch's own error is easily lost
    /// (CuPy drops what hipCUB returns, `<<<>>>` has no result), and what the kernel should have written is then taken for its result.
    pub fn fail_next_wait(&self, error: HipError) {
        self.missed.store(error.code(), Ordering::Release);
    }

    /// HIP, of waits: they "may also return error codes from previous, asynchronous launches".
    pub fn missed(&self) -> HipResult {
        if self.missed.load(Ordering::Relaxed) == 0 {
            return Ok(());
        }
        match HipError::from_code(self.missed.swap(0, Ordering::AcqRel)) {
            Some(error) => Err(error.because("an earlier launch failed, and what its kernel was to write is missing")),
            None => Ok(()),
        }
    }

    /// Keeps memory until `point` is reached.
    pub fn release_after(&self, point: vk::Point, memory: Arc<vk::Memory>) {
        // Asking a stream how far it is submits its batch, so that is not done for every free.
        const SOME: usize = 64;
        let kept = {
            let mut deferred = self.deferred.lock();
            deferred.push((point, memory));
            deferred.len()
        };
        self.any_deferred.store(true, Ordering::Release);
        if kept >= SOME {
            self.collect_deferred();
        }
    }

    /// Lets go of memory whose time has come.
    pub fn collect_deferred(&self) {
        if !self.any_deferred.load(Ordering::Acquire) {
            return;
        }
        let mut deferred = self.deferred.lock();
        // A lost device uses no memory.
        let done: Vec<_> = deferred.extract_if(.., |(point, _)| point.is_over()).collect();
        self.any_deferred.store(!deferred.is_empty(), Ordering::Release);
        drop(deferred);
        drop(done);
    }

    /// `bytes` of device memory are the program's from here on.
    pub fn count_allocated(&self, bytes: u64) {
        self.allocated.fetch_add(bytes, Ordering::AcqRel);
    }

    /// They no longer are.
    pub fn uncount_allocated(&self, bytes: u64) {
        self.allocated.fetch_sub(bytes, Ordering::AcqRel);
    }

    /// `hipDeviceReset`: forgets the sticky error, the flags and what pools hold. The program's memory is gone already.
    pub fn reset(&self) {
        self.heap.release();
        self.sticky.store(0, Ordering::Release);
        self.missed.store(0, Ordering::Release);
        self.flags.store(0, Ordering::Release);
        self.vk.set_blocking_waits(false);
        self.pools.reset();
    }

    /// `hipGetDeviceFlags`: "gets the flags set for current device", of which AMD's runtime keeps how the host waits
    /// (hip-tests: "flags other than hipDeviceSchedule* are ignore[d] on the ROCm backend").
    pub fn flags(&self) -> u32 {
        self.flags.load(Ordering::Acquire)
    }

    /// `hipSetDeviceFlags`: spin and yield, between which the default chooses, are one here; blocking is honoured. HIP: "hipErrorInvalidValue" for unknown flags or several scheduling modes at once.
    pub fn set_flags(&self, flags: u32) -> HipResult {
        if flags & !KNOWN_FLAGS != 0 || (flags & SCHEDULE_MASK).count_ones() > 1 {
            return Err(HipError::InvalidValue.because(format_args!("device flags {flags:#x}")));
        }
        self.flags.store(flags & SCHEDULE_MASK, Ordering::Release);
        self.vk.set_blocking_waits(flags & BLOCKING_SYNC != 0);
        Ok(())
    }

    /// Reads or changes the limits.
    pub fn with_limits<R>(&self, change: impl FnOnce(&mut Limits) -> R) -> R {
        change(&mut self.limits.lock())
    }

    /// Free and total bytes of device memory, as `hipMemGetInfo` reports them: what was free at the start less what the program holds, so
    /// that what it frees is free again (drivers allocate lazily, and our blocks keep memory); what the driver says where that is much less,
    /// since then others have taken it.
    pub fn memory_info(&self) -> (u64, u64) {
        let (free, total) = self.vk.memory_info();
        let held = self.allocated.load(Ordering::Acquire) + self.pools.reserved();
        let left = self.free_at_start.saturating_sub(held);
        let free = if left - left.min(free) > total / OTHERS_TAKE { free } else { left };
        (free.saturating_sub(hidden_bytes()), total)
    }
}

/// `HIP_HIDDEN_FREE_MEM`, in bytes.
fn hidden_bytes() -> u64 {
    config::value("HIP_HIDDEN_FREE_MEM").and_then(|megabytes| megabytes.parse::<u64>().ok()).unwrap_or(0) << 20
}
