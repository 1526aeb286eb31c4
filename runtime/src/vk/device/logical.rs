//! An open device: the driver's (`raw`), and what all its users share: memory pools, pipeline objects, the scheduler thread.
//!
//! Everything a HIP device needs from Vulkan is created here, and everything created keeps the device alive. Called by
//! `hip::device`; what is below in `vk` takes the `RawDevice` that it owns.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use ash::vk;

use super::instance::Instance;
use super::raw::RawDevice;
use super::select::DeviceInfo;
use crate::locks::{Mutex, MutexGuard, Rank};
use crate::trace;
use crate::vk::error::VkError;
use crate::vk::exit::{self, Ends};
use crate::vk::lavapipe::{fault, worker_count};
use crate::vk::memory::allocator::Pools;
use crate::vk::memory::backing::MemoryUse;
use crate::vk::memory::machine;
use crate::vk::memory::shared_host::{self, HostSources, SharedHost};
use crate::vk::pipeline::cache::DiskCache;
use crate::vk::pipeline::store::PipelineStore;
use crate::vk::stream::idle::Idle;
use crate::vk::stream::nudge::{self, Nudge};
use crate::vk::stream::query_pool::TimestampPool;
use crate::vk::stream::scheduler::Scheduler;
use crate::vk::texture::table::TextureTable;

/// What a device must know of the others that the process opens (`shared_host`).
#[derive(Debug, Clone, Default)]
pub struct Neighbours {
    /// Device memory of other GPUs, whose addresses this one must not use; 0 if there are none.
    pub skip_bytes: u64,
    /// Host memory for all GPUs, where there are several.
    pub shared_host: Option<Arc<SharedHost>>,
    /// Keep a queue for `create_relay_stream`.
    pub keep_queue: bool,
}

/// Kernels of which something is known that may make a wait long: name and sentence.
pub(in crate::vk) type Explanations = Vec<(String, String)>;

/// An open device.
pub struct Device {
    base: Arc<RawDevice>,
    /// A buffer without memory, which takes the addresses of other GPUs' memory; null if there is no need.
    skipped: vk::Buffer,
    nudge: OnceLock<Option<Nudge>>,
    pub(in crate::vk) pipelines: PipelineStore,
    textures: OnceLock<Result<TextureTable, VkError>>,
    /// What destroyed streams have left.
    pub(in crate::vk) idle: Idle,
    pub(in crate::vk) timestamps: Mutex<TimestampPool>,
    pub(in crate::vk) scheduler: Arc<Scheduler>,
    cache: DiskCache,
    pools: Mutex<Pools>,
    /// Workgroups that are under way at once, where others begin when one of them has ended: lavapipe's workers.
    pub(in crate::vk) workgroups_at_once: Option<u32>,
    /// Why waits may be long.
    long_waits: Mutex<Explanations>,
    #[cfg(target_os = "linux")]
    _full_clocks: Option<super::full_clocks::FullClocks>,
}

impl std::fmt::Debug for Device {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Device")
            .field("name", &self.info.name)
            .field("queues", &self.queues.len())
            .finish_non_exhaustive()
    }
}

impl Deref for Device {
    type Target = RawDevice;

    fn deref(&self) -> &RawDevice {
        &self.base
    }
}

impl Device {
    /// Opens the device that `info` describes, as the only one. Fails if the driver refuses, never for a missing optional feature.
    pub fn open(instance: &Arc<Instance>, info: &DeviceInfo) -> Result<Arc<Self>, VkError> {
        Self::open_beside(instance, info, &Neighbours::default())
    }

    /// Opens one of several devices.
    pub fn open_beside(
        instance: &Arc<Instance>,
        info: &DeviceInfo,
        neighbours: &Neighbours,
    ) -> Result<Arc<Self>, VkError> {
        let hosts = HostSources::of(info, neighbours.shared_host.as_ref());
        let shared_host = hosts.shared.clone();
        let replays = shared_host.is_some() || shared_host::wants_replay(info);
        let base = RawDevice::open(instance, info, replays, neighbours.keep_queue)?;
        let cache = DiskCache::open(info);
        let pipelines = PipelineStore::new(&base.raw, info, &cache)?;
        let device = Arc::new(Self {
            skipped: skip_addresses(&base.raw, info, neighbours.skip_bytes),
            nudge: OnceLock::new(),
            pipelines,
            textures: OnceLock::new(),
            idle: Idle::new(),
            timestamps: Mutex::new(Rank::Timestamps, TimestampPool::default()),
            scheduler: Scheduler::start(),
            cache,
            pools: Mutex::new(Rank::Blocks, Pools::new(hosts)),
            workgroups_at_once: info.quirks.cooperative_on_crew.then(worker_count::in_use),
            long_waits: Mutex::new(Rank::LongWaits, Explanations::default()),
            #[cfg(target_os = "linux")]
            _full_clocks: super::full_clocks::FullClocks::ask(info),
            base,
        });
        let ends: Arc<dyn Ends> = Arc::clone(&device) as _;
        exit::stop_at_exit(&ends, device.info.quirks.children_hang);
        if info.quirks.in_process {
            fault::install();
        }
        if trace::writes_file() {
            // A thread writes the trace.
            fault::stay_loaded();
            device.compare_clocks()?;
        }
        match shared_host {
            Some(shared) => shared.join(&device.base),
            None if neighbours.shared_host.is_some() => {
                log::info!("'{}' does not see host memory of other GPUs", info.name);
            }
            None => {}
        }
        Ok(device)
    }

    /// The cache on disk for what was compiled for this device: SPIR-V of kernels, under keys of the caller's making.
    pub fn cache(&self) -> &DiskCache {
        &self.cache
    }

    /// Device memory in bytes: (free, total). Free is what the machine has left where its memory is the device's; else the driver's
    /// budget where it tells one, otherwise the total less what this process holds.
    pub fn memory_info(&self) -> (u64, u64) {
        let total = self.info.memory_bytes;
        if self.info.quirks.in_process
            && let Some(free) = machine::free_bytes(total)
        {
            return (free.min(total), total);
        }
        match self.free_bytes() {
            Some(free) => (free.min(total), total),
            None => (total.saturating_sub(self.lock_pools().reserved), total),
        }
    }

    /// Writes Vulkan's pipeline cache to disk if it has grown; `hip` calls this at exit and after first launches.
    pub fn save_pipeline_cache(&self) {
        self.pipelines.save(&self.raw, &self.cache);
    }

    pub(in crate::vk) fn lock_pools(&self) -> MutexGuard<'_, Pools> {
        self.pools.lock()
    }

    /// The table of textures, made when first asked for.
    pub(in crate::vk) fn texture_table(&self) -> Result<&TextureTable, VkError> {
        let slots = self.info.target.texture_slots;
        let make = || match slots {
            0 => Err(VkError::Unsupported { feature: "descriptorIndexing (textures)".into() }),
            _ => TextureTable::new(&self.raw, slots, self.info.limits.push_bytes),
        };
        self.textures.get_or_init(make).as_ref().map_err(Clone::clone)
    }

    pub(in crate::vk) fn long_waits(&self) -> MutexGuard<'_, Explanations> {
        self.long_waits.lock()
    }

    /// Has running kernels read host memory anew, where they would not by themselves and there is any. The scheduler's thread only.
    pub(in crate::vk) fn nudge(&self) {
        if !self.info.quirks.nudges() || !self.host_reads() {
            return;
        }
        let make = || {
            let nudge = self.make_nudge()?;
            nudge.map_err(|error| log::warn!("kernels may not see what the host writes: {error}")).ok()
        };
        if let Some(nudge) = self.nudge.get_or_init(make) {
            // A lost device is told to who waits for it.
            let _ = nudge.send(self);
        }
    }

    fn make_nudge(&self) -> Option<Result<Nudge, VkError>> {
        // A queue for copies runs whatever the kernels do.
        let queue = self.copy_queue(true).or(self.relay_queue.as_ref())?.clone();
        // Never given back: it goes with the device's blocks.
        let piece = self.lock_pools().allocate(self, MemoryUse::Device, nudge::BYTES);
        Some(piece.and_then(|piece| Nudge::new(self, queue, &piece)))
    }
}

impl Ends for Device {
    fn end(&self) -> bool {
        if trace::writes_file() {
            self.scheduler.see_out();
        }
        self.scheduler.finish();
        self.serial.finish_opening();
        self.save_pipeline_cache();
        self.info.quirks.ends_at_exit
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        self.scheduler.stop();
        let base = Arc::clone(&self.base);
        let raw = &base.raw;
        let mut pools = std::mem::take(&mut *self.lock_pools());
        // SAFETY: streams, memory, pipelines and timestamps hold an `Arc` of this device, so none is left, and a
        // stream waits for its work before it goes: nothing is running and nothing else refers to these objects.
        unsafe {
            let _ = raw.device_wait_idle();
            if let Some(nudge) = self.nudge.take().flatten() {
                nudge.destroy(&base);
            }
            self.idle.destroy(&base);
            pools.destroy(&base);
            self.timestamps.get_mut().destroy(raw);
            self.pipelines.destroy(raw, &self.cache);
            if let Some(Ok(textures)) = self.textures.get_mut() {
                textures.destroy(raw);
            }
            raw.destroy_buffer(self.skipped, None);
        }
    }
}

/// Takes the addresses of other GPUs' memory. Where that fails, an allocation at one of them is refused (`hip::memory`).
fn skip_addresses(raw: &ash::Device, info: &DeviceInfo, bytes: u64) -> vk::Buffer {
    if bytes == 0 {
        return vk::Buffer::null();
    }
    shared_host::skip_addresses(raw, bytes).unwrap_or_else(|error| {
        log::warn!("'{}' may have the addresses of other GPUs: {error}", info.name);
        vk::Buffer::null()
    })
}
