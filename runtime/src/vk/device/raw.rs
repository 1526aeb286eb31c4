//! The bottom of all that is made from a device: its handle and functions, what it is and can do, its queues and lanes, and its health.
//!
//! Everything of `vk` that talks to the driver takes a [`RawDevice`]; it knows nothing of what is made from it. `logical::Device` owns
//! one, and what all users of a device share besides. It goes last: whoever holds one may still give back what is theirs.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use ash::vk;
use spirv_gen::target::HostWindow;

use super::calibration::Moment;
use super::features::FeatureSet;
use super::instance::Instance;
use super::queue::Queue;
use super::queues::QueuePlan;
use super::quirks::HostWrites;
use super::select::DeviceInfo;
use crate::config;
use crate::locks::{Mutex, Rank};
use crate::trace;
use crate::vk::error::{VkError, driver, map_oom, map_oom_lost};
use crate::vk::lavapipe::denormals;
use crate::vk::lavapipe::fault;
use crate::vk::lavapipe::lane::{Lane, Open, SerialLane};
use crate::vk::lavapipe::waiting_lane::{self, WaitingLanes};
use crate::vk::loader;
use crate::vk::memory::owner::Owner;
use crate::vk::stream::flight::Flight;

/// Set to 1 to give host memory a translated range even where the driver needs none.
const HOST_WINDOW_VARIABLE: &str = "HIPVK_HOST_WINDOW";

/// Entry points of the extensions in use.
pub(in crate::vk) struct Functions {
    pub(in crate::vk) push_descriptor: Option<ash::khr::push_descriptor::Device>,
    pub(in crate::vk) map_placed: Option<ash::khr::map_memory2::Device>,
    pub(in crate::vk) import_host: Option<ash::ext::external_memory_host::Device>,
    #[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "other processes get memory on Linux only"))]
    pub(in crate::vk) external_memory: Option<ash::khr::external_memory_fd::Device>,
    pub(in crate::vk) external_semaphore: Option<ash::khr::external_semaphore_fd::Device>,
    pub(in crate::vk) executable: Option<ash::khr::pipeline_executable_properties::Device>,
    /// The device's clock and the host's monotonic one at once.
    pub(in crate::vk) calibrated: Option<ash::khr::calibrated_timestamps::Device>,
}

/// A device of the driver, open.
pub struct RawDevice {
    pub(in crate::vk) raw: ash::Device,
    pub(in crate::vk) info: DeviceInfo,
    pub(in crate::vk) functions: Functions,
    pub(in crate::vk) memory_types: Vec<vk::MemoryType>,
    /// Allocates what needs no more than a type.
    pub(in crate::vk) owner: Owner,
    host_heap_bytes: u64,
    host_window: OnceLock<HostWindow>,
    /// Memory can be placed at an address of ours.
    pub(in crate::vk) replays: bool,
    pub(in crate::vk) queues: Vec<Arc<Queue>>,
    sparse_queue: Option<Arc<Queue>>,
    /// For large copies between host and device, beside kernels: one for each way, or one for both, or none.
    copy_queues: Vec<Arc<Queue>>,
    /// The families that use buffers, if there are several.
    sharing: Vec<u32>,
    /// For messages to running kernels.
    pub(in crate::vk) relay_queue: Option<Arc<Queue>>,
    pub(in crate::vk) serial: Arc<SerialLane>,
    pub(in crate::vk) waiting: WaitingLanes,
    /// Live memories that the host can read.
    pub(in crate::vk) host_readable: AtomicUsize,
    is_lost: AtomicBool,
    blocking_waits: AtomicBool,
    /// When both clocks were last compared.
    pub(super) calibration: Mutex<Option<Moment>>,
    last_kernel: Mutex<Option<&'static Flight>>,
    /// What was told already of long waits.
    told: Mutex<HashSet<String>>,
    physical: vk::PhysicalDevice,
    // Last: the instance must outlive the device.
    instance: Arc<Instance>,
}

impl std::fmt::Debug for RawDevice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RawDevice").field("name", &self.info.name).finish_non_exhaustive()
    }
}

impl RawDevice {
    /// Opens the device that `info` describes. `replays`: its memory can be placed; `keep_queue`: one is kept for `relay_queue`.
    pub(super) fn open(
        instance: &Arc<Instance>,
        info: &DeviceInfo,
        replays: bool,
        keep_queue: bool,
    ) -> Result<Arc<Self>, VkError> {
        let physical = *instance.physical.get(info.index).ok_or(VkError::Invalid("a device of another instance"))?;
        let plan = QueuePlan::choose(&instance.raw, physical, info.quirks.copies_beside)?;
        let opening = denormals::opening();
        let (raw, begun) = fault::watched(|| create(&instance.raw, physical, info, &plan, replays));
        let raw = raw?;
        let functions = loader::alone(|| Functions::load(instance, physical, &raw, info));
        let mut queues = plan.main_queues(&raw);
        let queue = (*queues[0].lock(), plan.main);
        let keeper = instance.keepers.of(info.index, || opening.keep(&raw, queue, info, &begun));
        drop(opening);
        let copy_queues = match plan.copy_queues(&raw) {
            // So that devices with one queue, which is to say lavapipe, go the same ways in tests.
            none if none.is_empty() && info.quirks.copies_beside && queues.len() == 1 => vec![Arc::clone(&queues[0])],
            beside => beside,
        };
        let sparse_queue = match plan.copy {
            Some((family, _)) if plan.sparse == Some(family) => copy_queues.first().cloned(),
            _ => plan.sparse_queue(&raw, &queues),
        };
        let sharing = plan.copy.map_or(Vec::new(), |(family, _)| vec![plan.main, family]);
        let relay_queue = match keep_queue || info.quirks.host_writes == HostWrites::AtSubmission {
            true if queues.len() > 1 => queues.pop(),
            // Cooperative kernels do not stand in it.
            true if info.quirks.cooperative_on_crew => queues.first().cloned(),
            _ => None,
        };
        // SAFETY: `physical` comes from this instance.
        let memory = unsafe { instance.raw.get_physical_device_memory_properties(physical) };
        Ok(Arc::new(Self {
            functions,
            owner: Owner::new(&instance.raw, physical, &raw)?,
            memory_types: memory.memory_types[..memory.memory_type_count as usize].to_vec(),
            host_heap_bytes: host_heap_bytes(&memory),
            host_window: OnceLock::new(),
            replays,
            queues,
            sparse_queue,
            copy_queues,
            sharing,
            relay_queue,
            serial: Arc::new(SerialLane::prepare(info, keeper)),
            waiting: WaitingLanes::default(),
            host_readable: AtomicUsize::new(0),
            is_lost: AtomicBool::new(false),
            blocking_waits: AtomicBool::new(false),
            calibration: Mutex::new(Rank::Calibration, None),
            last_kernel: Mutex::new(Rank::LastKernel, None),
            told: Mutex::new(Rank::Told, HashSet::new()),
            physical,
            instance: Arc::clone(instance),
            info: info.clone(),
            raw,
        }))
    }

    /// What the device is and can do.
    pub fn info(&self) -> &DeviceInfo {
        &self.info
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

    /// Some memory of this device can be read by the host.
    pub(in crate::vk) fn host_reads(&self) -> bool {
        self.host_readable.load(Ordering::Acquire) > 0
    }

    pub(in crate::vk) fn features(&self) -> &FeatureSet {
        &self.info.features
    }

    /// What optimally tiled images of a format can do.
    pub(in crate::vk) fn format_features(&self, format: vk::Format) -> vk::FormatFeatureFlags {
        // SAFETY: `physical` comes from this instance.
        let properties = unsafe { self.instance.raw.get_physical_device_format_properties(self.physical, format) };
        properties.optimal_tiling_features
    }

    /// Bytes of device memory that the driver would still give, where it tells.
    pub(super) fn free_bytes(&self) -> Option<u64> {
        if !self.info.features.extensions.memory_budget {
            return None;
        }
        let mut budget = vk::PhysicalDeviceMemoryBudgetPropertiesEXT::default();
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
        Some(free)
    }
}

/// Queues.
impl RawDevice {
    /// All streams share one queue, which runs one batch after the other.
    pub(in crate::vk) fn has_one_queue(&self) -> bool {
        self.queues.len() == 1
    }

    /// The queue with the fewest streams.
    pub(in crate::vk) fn least_used_queue(&self) -> Arc<Queue> {
        let queue = self.queues.iter().min_by_key(|q| q.streams.load(Ordering::Relaxed));
        Arc::clone(queue.unwrap_or(&self.queues[0]))
    }

    /// How every buffer is made: all queues may use it.
    pub(in crate::vk) fn shared<'a>(&'a self, info: vk::BufferCreateInfo<'a>) -> vk::BufferCreateInfo<'a> {
        match self.sharing.is_empty() {
            true => info,
            false => info.sharing_mode(vk::SharingMode::CONCURRENT).queue_family_indices(&self.sharing),
        }
    }

    /// Large copies go to queues of their own.
    pub(in crate::vk) fn copies_beside(&self) -> bool {
        !self.copy_queues.is_empty()
    }

    /// The queue for copies `to` the device, or from it.
    pub(in crate::vk) fn copy_queue(&self, to: bool) -> Option<&Arc<Queue>> {
        self.copy_queues.get(usize::from(!to)).or(self.copy_queues.first())
    }

    pub(in crate::vk) fn can_bind_sparse(&self) -> bool {
        self.sparse_queue.is_some()
    }

    /// Binds memory behind a sparse buffer and waits for that, not for what else the queue does.
    pub(in crate::vk) fn bind_sparse(&self, buffer: vk::Buffer, binds: &[vk::SparseMemoryBind]) -> Result<(), VkError> {
        let Some(queue) = &self.sparse_queue else {
            return Err(VkError::Unsupported { feature: "sparseBinding".into() });
        };
        // SAFETY: the device is open.
        let fence = unsafe { self.raw.create_fence(&vk::FenceCreateInfo::default(), None) }
            .map_err(map_oom("vkCreateFence"))?;
        let bound = self.bind_behind_fence(queue, buffer, binds, fence);
        // SAFETY: it is signalled, or was never submitted, or the device is lost.
        unsafe { self.raw.destroy_fence(fence, None) };
        bound
    }

    fn bind_behind_fence(
        &self,
        queue: &Queue,
        buffer: vk::Buffer,
        binds: &[vk::SparseMemoryBind],
        fence: vk::Fence,
    ) -> Result<(), VkError> {
        let buffers = [vk::SparseBufferMemoryBindInfo::default().buffer(buffer).binds(binds)];
        let info = [vk::BindSparseInfo::default().buffer_binds(&buffers)];
        // SAFETY: the guard synchronises the queue; buffer and memory are this device's; the family supports sparse
        // binding (`QueuePlan`).
        unsafe { self.raw.queue_bind_sparse(*queue.lock(), &info, fence) }
            .map_err(map_oom_lost("vkQueueBindSparse"))?;
        self.outlast(fence)
    }

    /// Waits for a fence that was submitted, whichever calls fail for want of memory: what it stands for will be done, and it is to go.
    fn outlast(&self, fence: vk::Fence) -> Result<(), VkError> {
        loop {
            // SAFETY: the fence was submitted just before.
            let (waited, status) =
                unsafe { (self.raw.wait_for_fences(&[fence], true, u64::MAX), self.raw.get_fence_status(fence)) };
            match (waited, status) {
                (Ok(()), _) | (_, Ok(true)) => return Ok(()),
                (Err(lost @ vk::Result::ERROR_DEVICE_LOST), _) | (_, Err(lost @ vk::Result::ERROR_DEVICE_LOST)) => {
                    return Err(map_oom_lost("vkWaitForFences")(lost));
                }
                _ => std::thread::yield_now(),
            }
        }
    }
}

/// Lanes.
impl RawDevice {
    /// A kernel, one that waits for others or not, may go to another lane than the main one.
    pub(in crate::vk) fn has_lanes(&self, waits: bool) -> bool {
        if waits { waiting_lane::is_possible(&self.info) } else { self.serial.is_possible() }
    }

    /// The device of a lane, which is not the main one and open.
    pub(in crate::vk) fn door(&self, lane: Lane) -> Option<&Open> {
        match lane {
            Lane::Main | Lane::Copies { .. } => None,
            Lane::Serial => self.serial.get(),
            Lane::Waiting(index) => self.waiting.get(index),
        }
    }

    /// The functions of a lane's device. A recorder or batch of another than the main one exists only once that lane is open.
    pub(in crate::vk) fn lane(&self, lane: Lane) -> Result<&ash::Device, VkError> {
        match lane {
            Lane::Main | Lane::Copies { .. } => Ok(&self.raw),
            _ => self.door(lane).map(|open| &open.raw).ok_or(VkError::Invalid("this lane is not open")),
        }
    }
}

/// Health, and how threads wait.
impl RawDevice {
    /// Whether threads that wait for this device soon block in the driver, for the processor's sake, or poll for some milliseconds, for
    /// quick answers (the default).
    pub fn set_blocking_waits(&self, block: bool) {
        self.blocking_waits.store(block, Ordering::Relaxed);
    }

    pub(in crate::vk) fn blocks_when_waiting(&self) -> bool {
        self.blocking_waits.load(Ordering::Relaxed)
    }

    /// Remembers which kernel is in flight, for the message of a lost device.
    pub(in crate::vk) fn note_kernel(&self, kernel: &'static Flight) {
        *self.last_kernel.lock() = Some(kernel);
    }

    /// Completes an error: a lost device is remembered for every other waiter, named after its last kernel, and told, whatever the log level:
    /// a program that ignores errors computes nothing from here on.
    pub(in crate::vk) fn lost(&self, error: VkError) -> VkError {
        let VkError::DeviceLost { kernel } = error else {
            return error;
        };
        self.is_lost.store(true, Ordering::Release);
        let last = *self.last_kernel.lock();
        let error = VkError::DeviceLost { kernel: kernel.or_else(|| last.map(ToString::to_string)) };
        let text = format!("hipvk: '{}': {error}", self.info.name);
        if self.is_news(&text) {
            eprintln!("{text}");
        }
        error
    }

    /// Whether this is told for the first time.
    pub(in crate::vk) fn is_news(&self, text: &str) -> bool {
        self.told.lock().insert(text.to_owned())
    }

    /// Fails if the device was lost earlier.
    pub(in crate::vk) fn check_lost(&self) -> Result<(), VkError> {
        if self.is_lost.load(Ordering::Acquire) {
            return Err(self.lost(VkError::DeviceLost { kernel: None }));
        }
        Ok(())
    }
}

impl Drop for RawDevice {
    fn drop(&mut self) {
        self.serial.finish_opening();
        // SAFETY: what is made from the device holds it, so none is left: nothing is running and nothing else refers to these objects.
        unsafe {
            if let Some(serial) = Arc::get_mut(&mut self.serial) {
                serial.destroy();
            }
            self.waiting.destroy();
            self.owner.close();
            loader::alone(|| self.raw.destroy_device(None));
        }
    }
}

impl Functions {
    fn load(owner: &Instance, physical: vk::PhysicalDevice, device: &ash::Device, info: &DeviceInfo) -> Self {
        let instance = &owner.raw;
        let on = &info.features.extensions;
        Self {
            push_descriptor: on.push_descriptor.then(|| ash::khr::push_descriptor::Device::new(instance, device)),
            map_placed: info.features.places_mappings().then(|| ash::khr::map_memory2::Device::new(instance, device)),
            import_host: on.external_memory_host.then(|| ash::ext::external_memory_host::Device::new(instance, device)),
            external_memory: on.external_memory_fd.then(|| ash::khr::external_memory_fd::Device::new(instance, device)),
            external_semaphore: on
                .external_semaphore_fd
                .then(|| ash::khr::external_semaphore_fd::Device::new(instance, device)),
            calibrated: (on.calibrated_timestamps && trace::writes_file() && owner.compares_clocks(physical))
                .then(|| ash::khr::calibrated_timestamps::Device::new(instance, device)),
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
    let copies = vec![0.5f32; plan.copy.map_or(0, |(_, count)| count as usize)];
    if let Some((family, _)) = plan.copy {
        // Where sparse memory is bound in it too, one of its queues serves both.
        queues.retain(|known| known.queue_family_index != family);
        queues.push(vk::DeviceQueueCreateInfo::default().queue_family_index(family).queue_priorities(&copies));
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
            loader::alone(|| unsafe { instance.create_device(physical, &create, None) })
        })
        .map_err(|result| match result {
            vk::Result::ERROR_DEVICE_LOST => VkError::DeviceLost { kernel: None },
            vk::Result::ERROR_INITIALIZATION_FAILED | vk::Result::ERROR_TOO_MANY_OBJECTS => {
                driver("vkCreateDevice", result)
            }
            other => map_oom("vkCreateDevice")(other),
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
