//! An open device: its queues, memory pools, pipeline objects and scheduler thread.
//!
//! Everything a HIP device needs from Vulkan is created here, and everything created keeps the device alive. Called by
//! `hip::device`; the other files of `vk` take the raw handles from it.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use ash::vk;
use spirv_gen::target::HostWindow;

use crate::config;

use super::features::FeatureSet;
use super::instance::Instance;
use super::queue::Queue;
use super::queues::QueuePlan;
use super::select::DeviceInfo;
use super::workarounds::Workarounds;
use crate::vk::error::{VkError, driver, map_oom};
use crate::vk::exit;
use crate::vk::lavapipe::denormals;
use crate::vk::lavapipe::fault;
use crate::vk::lavapipe::lane::SerialLane;
use crate::vk::lavapipe::waiting_lane::{self, WaitingLanes};
use crate::vk::memory::allocation::Memory;
use crate::vk::memory::allocator::{MemoryUse, Pools};
use crate::vk::memory::large;
use crate::vk::memory::machine;
use crate::vk::memory::shared_host::{self, SharedHost};
use crate::vk::pipeline::cache::DiskCache;
use crate::vk::pipeline::compute::PipelineStore;
use crate::vk::stream::long_wait::Explanations;
use crate::vk::stream::nudge::Nudge;
use crate::vk::stream::query::TimestampPool;
use crate::vk::stream::scheduler::Scheduler;
use crate::vk::texture::table::TextureTable;

/// Set to 1 to give host memory a translated range even where the driver needs none.
const HOST_WINDOW_VARIABLE: &str = "HIPVK_HOST_WINDOW";

/// Entry points of the extensions in use.
pub(in crate::vk) struct Functions {
    pub(in crate::vk) push_descriptor: Option<ash::khr::push_descriptor::Device>,
    pub(in crate::vk) map_placed: Option<ash::khr::map_memory2::Device>,
    pub(in crate::vk) import_host: Option<ash::ext::external_memory_host::Device>,
    pub(in crate::vk) executable: Option<ash::khr::pipeline_executable_properties::Device>,
}

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

/// An open device.
pub struct Device {
    pub(in crate::vk) raw: ash::Device,
    pub(in crate::vk) info: DeviceInfo,
    pub(in crate::vk) functions: Functions,
    pub(in crate::vk) workarounds: Workarounds,
    pub(in crate::vk) memory_types: Vec<vk::MemoryType>,
    host_heap_bytes: u64,
    host_window: OnceLock<HostWindow>,
    /// A buffer without memory, which takes the addresses of other GPUs' memory; null if there is no need.
    skipped: vk::Buffer,
    /// Memory can be placed at an address of ours.
    pub(in crate::vk) replays: bool,
    /// Where host memory comes from that other GPUs see too.
    pub(in crate::vk) shared_host: Option<Arc<SharedHost>>,
    /// Where host memory comes from that is larger than one of the driver's allocations, if not from there.
    pub(in crate::vk) large_host: Option<Arc<SharedHost>>,
    pub(in crate::vk) queues: Vec<Arc<Queue>>,
    pub(super) sparse_queue: Option<Arc<Queue>>,
    /// For messages to running kernels.
    pub(in crate::vk) relay_queue: Option<Arc<Queue>>,
    pub(in crate::vk) nudge: OnceLock<Option<Nudge>>,
    pub(in crate::vk) pipelines: PipelineStore,
    textures: OnceLock<Result<TextureTable, VkError>>,
    pub(in crate::vk) timestamps: Mutex<TimestampPool>,
    pub(in crate::vk) scheduler: Arc<Scheduler>,
    pub(in crate::vk) serial: SerialLane,
    pub(in crate::vk) waiting: WaitingLanes,
    cache: DiskCache,
    pools: Mutex<Pools>,
    /// Live memories that the host can read.
    pub(in crate::vk) host_readable: AtomicUsize,
    is_lost: AtomicBool,
    blocking_waits: AtomicBool,
    last_kernel: Mutex<Option<String>>,
    /// Why waits may be long, and what of it was told.
    long_waits: Mutex<Explanations>,
    told: Mutex<HashSet<String>>,
    physical: vk::PhysicalDevice,
    // Last: the instance must outlive the device.
    instance: Arc<Instance>,
}

impl std::fmt::Debug for Device {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Device")
            .field("name", &self.info.name)
            .field("queues", &self.queues.len())
            .finish_non_exhaustive()
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
        let physical = *instance.physical.get(info.index).ok_or(VkError::Invalid("a device of another instance"))?;
        let plan = QueuePlan::choose(&instance.raw, physical)?;
        let shared_host = neighbours.shared_host.clone().filter(|_| shared_host::can_share(info));
        let replays = shared_host.is_some() || large::wants_replay(info);
        let opening = denormals::opening();
        let (raw, begun) = fault::watched(|| create(&instance.raw, physical, info, &plan, replays));
        let raw = raw?;
        let functions = Functions::load(&instance.raw, &raw, info);
        let mut queues = plan.main_queues(&raw);
        let queue = (*queues[0].lock(), plan.main);
        let keeper = instance.keepers.of(info.index, || opening.keep(&raw, queue, info, &begun));
        drop(opening);
        let sparse_queue = plan.sparse_queue(&raw, &queues);
        let workarounds = Workarounds::for_driver(info.driver.kind);
        let relay_queue = match neighbours.keep_queue || workarounds.host_writes_at_submission {
            true if queues.len() > 1 => queues.pop(),
            // lavapipe's cooperative kernels run on another device (`crew`).
            true if info.target.cpu => queues.first().cloned(),
            _ => None,
        };
        // SAFETY: `physical` comes from this instance.
        let memory = unsafe { instance.raw.get_physical_device_memory_properties(physical) };
        let cache = DiskCache::open(info);
        let pipelines = match PipelineStore::new(&raw, info, &cache) {
            Ok(pipelines) => pipelines,
            Err(error) => {
                // SAFETY: nothing was made from the device yet that is still alive.
                unsafe { raw.destroy_device(None) };
                return Err(error);
            }
        };
        let device = Arc::new(Self {
            functions,
            workarounds,
            memory_types: memory.memory_types[..memory.memory_type_count as usize].to_vec(),
            host_heap_bytes: host_heap_bytes(&memory),
            host_window: OnceLock::new(),
            skipped: skip_addresses(&raw, info, neighbours.skip_bytes),
            replays,
            large_host: (replays && shared_host::can_share(info)).then(Arc::default),
            shared_host,
            queues,
            sparse_queue,
            relay_queue,
            nudge: OnceLock::new(),
            pipelines,
            textures: OnceLock::new(),
            timestamps: Mutex::new(TimestampPool::default()),
            scheduler: Scheduler::start(),
            serial: SerialLane::prepare(info, keeper),
            waiting: WaitingLanes::default(),
            cache,
            pools: Mutex::new(Pools::default()),
            host_readable: AtomicUsize::new(0),
            is_lost: AtomicBool::new(false),
            blocking_waits: AtomicBool::new(false),
            last_kernel: Mutex::new(None),
            long_waits: Mutex::default(),
            told: Mutex::default(),
            physical,
            instance: Arc::clone(instance),
            info: info.clone(),
            raw,
        });
        exit::stop_at_exit(&device);
        if device.info.target.cpu {
            fault::install();
        }
        match &device.shared_host {
            Some(shared) => shared.join(&device),
            None if neighbours.shared_host.is_some() => {
                log::info!("'{}' does not see host memory of other GPUs", device.info.name);
            }
            None => {}
        }
        Ok(device)
    }

    /// What the device is and can do.
    pub fn info(&self) -> &DeviceInfo {
        &self.info
    }

    /// The cache on disk for what was compiled for this device: SPIR-V of kernels, under keys of the caller's making.
    pub fn cache(&self) -> &DiskCache {
        &self.cache
    }

    /// Allocates `size` bytes (not 0), aligned to 256. [`VkError::OutOfDeviceMemory`] if there is no room or the
    /// device cannot make an allocation this large.
    pub fn allocate(self: &Arc<Self>, usage: MemoryUse, size: u64) -> Result<Arc<Memory>, VkError> {
        Memory::allocate(self, usage, size)
    }

    /// Makes existing host memory visible to the device. The result's host address is `pointer`.
    /// [`VkError::Unsupported`] without `VK_EXT_external_memory_host`.
    ///
    /// # Safety
    /// `[pointer, pointer+size)` is mapped, and stays mapped until the result is dropped.
    pub unsafe fn import_host(self: &Arc<Self>, pointer: *mut u8, size: u64) -> Result<Arc<Memory>, VkError> {
        // SAFETY: the caller's guarantee is passed on.
        unsafe { Memory::import(self, pointer, size) }
    }

    /// Where host memory has a second address on this device, the range and the distance; `None` while no host memory
    /// exists, and always where both addresses are one. Kernels compiled from then on must translate
    /// (`Target::host_window`).
    pub fn host_window(&self) -> Option<HostWindow> {
        self.host_window.get().copied()
    }

    pub(in crate::vk) fn set_host_window(&self, window: HostWindow) {
        // Set once, under the lock of the pools.
        let _ = self.host_window.set(window);
    }

    /// Tests ask for a window also where it is not needed; its delta is then 0.
    pub(in crate::vk) fn wants_host_window(&self) -> bool {
        config::enabled(HOST_WINDOW_VARIABLE)
    }

    pub(in crate::vk) fn host_heap_bytes(&self) -> u64 {
        self.host_heap_bytes
    }

    /// Device memory in bytes: (free, total). Free is what the machine has left where its memory is the device's; else the driver's
    /// budget where it tells one, otherwise the total less what this process holds.
    pub fn memory_info(&self) -> (u64, u64) {
        let mut budget = vk::PhysicalDeviceMemoryBudgetPropertiesEXT::default();
        let total = self.info.memory_bytes;
        if self.info.target.cpu
            && let Some(free) = machine::free_bytes(total)
        {
            return (free.min(total), total);
        }
        if !self.info.features.extensions.memory_budget {
            return (total.saturating_sub(self.lock_pools().reserved), total);
        }
        let mut chain = vk::PhysicalDeviceMemoryProperties2::default().push_next(&mut budget);
        // SAFETY: `physical` comes from this instance; the extension is offered.
        unsafe {
            self.instance.raw.get_physical_device_memory_properties2(self.physical, &mut chain);
        }
        let properties = chain.memory_properties;
        let free = (0..properties.memory_heap_count as usize)
            .filter(|&i| properties.memory_heaps[i].flags.contains(vk::MemoryHeapFlags::DEVICE_LOCAL))
            .map(|i| budget.heap_budget[i].saturating_sub(budget.heap_usage[i]))
            .sum::<u64>();
        (free.min(total), total)
    }

    /// Some memory of this device can be read by the host.
    pub(in crate::vk) fn host_reads(&self) -> bool {
        self.host_readable.load(Ordering::Acquire) > 0
    }

    pub(in crate::vk) fn features(&self) -> &FeatureSet {
        &self.info.features
    }

    pub(in crate::vk) fn lock_pools(&self) -> MutexGuard<'_, Pools> {
        self.pools.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// What optimally tiled images of a format can do.
    pub(in crate::vk) fn format_features(&self, format: vk::Format) -> vk::FormatFeatureFlags {
        // SAFETY: `physical` comes from this instance.
        let properties = unsafe { self.instance.raw.get_physical_device_format_properties(self.physical, format) };
        properties.optimal_tiling_features
    }

    /// A kernel, one that waits for others or not, may go to another lane than the main one.
    pub(in crate::vk) fn has_lanes(&self, waits: bool) -> bool {
        if waits { waiting_lane::is_possible(&self.info) } else { self.serial.is_possible() }
    }

    /// Whether threads that wait for this device soon block in the driver, for the processor's sake, or poll for some milliseconds, for
    /// quick answers (the default).
    pub fn set_blocking_waits(&self, block: bool) {
        self.blocking_waits.store(block, Ordering::Relaxed);
    }

    pub(in crate::vk) fn blocks_when_waiting(&self) -> bool {
        self.blocking_waits.load(Ordering::Relaxed)
    }

    /// Remembers which kernel is in flight, for the message of a lost device.
    pub(in crate::vk) fn note_kernel(&self, name: &str) {
        let mut last = self.last_kernel.lock().unwrap_or_else(PoisonError::into_inner);
        if last.as_deref() != Some(name) {
            *last = Some(name.to_owned());
        }
    }

    /// Completes an error: a lost device is remembered for every other waiter, and named after its last kernel.
    pub(in crate::vk) fn lost(&self, error: VkError) -> VkError {
        let VkError::DeviceLost { kernel } = error else {
            return error;
        };
        self.is_lost.store(true, Ordering::Release);
        let last = self.last_kernel.lock().unwrap_or_else(PoisonError::into_inner);
        VkError::DeviceLost { kernel: kernel.or_else(|| last.clone()) }
    }

    pub(in crate::vk) fn long_waits(&self) -> MutexGuard<'_, Explanations> {
        self.long_waits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether this is told for the first time.
    pub(in crate::vk) fn is_news(&self, text: &str) -> bool {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).insert(text.to_owned())
    }

    /// Fails if the device was lost earlier.
    pub(in crate::vk) fn check_lost(&self) -> Result<(), VkError> {
        if self.is_lost.load(Ordering::Acquire) {
            return Err(self.lost(VkError::DeviceLost { kernel: None }));
        }
        Ok(())
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        self.scheduler.stop();
        let mut pools = std::mem::take(&mut *self.lock_pools());
        // SAFETY: streams, memory, pipelines and timestamps hold an `Arc` of this device, so none is left, and a
        // stream waits for its work before it goes: nothing is running and nothing else refers to these objects.
        unsafe {
            let _ = self.raw.device_wait_idle();
            if let Some(nudge) = self.nudge.take().flatten() {
                nudge.destroy(self);
            }
            pools.destroy(self);
            self.timestamps.get_mut().unwrap_or_else(PoisonError::into_inner).destroy(&self.raw);
            self.pipelines.destroy(&self.raw, &self.cache);
            if let Some(Ok(textures)) = self.textures.get_mut() {
                textures.destroy(&self.raw);
            }
            self.serial.destroy();
            self.waiting.destroy();
            self.raw.destroy_buffer(self.skipped, None);
            self.raw.destroy_device(None);
        }
    }
}

impl Functions {
    fn load(instance: &ash::Instance, device: &ash::Device, info: &DeviceInfo) -> Self {
        let on = &info.features.extensions;
        let placed = on.map_memory2 && on.map_memory_placed && info.features.map_placed.memory_map_placed == vk::TRUE;
        Self {
            push_descriptor: on.push_descriptor.then(|| ash::khr::push_descriptor::Device::new(instance, device)),
            map_placed: placed.then(|| ash::khr::map_memory2::Device::new(instance, device)),
            import_host: on.external_memory_host.then(|| ash::ext::external_memory_host::Device::new(instance, device)),
            executable: (info.features.executable.pipeline_executable_info == vk::TRUE)
                .then(|| ash::khr::pipeline_executable_properties::Device::new(instance, device)),
        }
    }
}

fn create(
    instance: &ash::Instance,
    physical: vk::PhysicalDevice,
    info: &DeviceInfo,
    plan: &QueuePlan,
    replay_addresses: bool,
) -> Result<ash::Device, VkError> {
    let priorities = vec![0.5f32; plan.main_count as usize];
    let mut queues =
        vec![vk::DeviceQueueCreateInfo::default().queue_family_index(plan.main).queue_priorities(&priorities)];
    if let Some(family) = plan.sparse.filter(|&f| f != plan.main) {
        queues.push(vk::DeviceQueueCreateInfo::default().queue_family_index(family).queue_priorities(&priorities[..1]));
    }
    let extensions = info.features.extensions.names();
    let mut features = info.features.clone();
    features.v12.buffer_device_address_capture_replay = replay_addresses.into();
    features
        .with_chain(|chain| {
            let create = vk::DeviceCreateInfo::default()
                .queue_create_infos(&queues)
                .enabled_extension_names(&extensions)
                .push_next(chain);
            // SAFETY: `physical` comes from `instance`; features and extensions are ones it reported.
            unsafe { instance.create_device(physical, &create, None) }
        })
        .map_err(|result| match result {
            vk::Result::ERROR_DEVICE_LOST => VkError::DeviceLost { kernel: None },
            vk::Result::ERROR_INITIALIZATION_FAILED | vk::Result::ERROR_TOO_MANY_OBJECTS => {
                driver("vkCreateDevice", result)
            }
            other => map_oom("vkCreateDevice")(other),
        })
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

/// The largest heap that the host can see.
fn host_heap_bytes(memory: &vk::PhysicalDeviceMemoryProperties) -> u64 {
    memory.memory_types[..memory.memory_type_count as usize]
        .iter()
        .filter(|t| t.property_flags.contains(vk::MemoryPropertyFlags::HOST_VISIBLE))
        .map(|t| memory.memory_heaps[t.heap_index as usize].size)
        .max()
        .unwrap_or(0)
}
