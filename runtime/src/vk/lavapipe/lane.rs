//! The serial lane: a second door to lavapipe, for long runs of one-block launches.
//!
//! lavapipe hands every dispatch to its worker threads and waits for them: 6 to 30 us of waking and sleeping, however small
//! the dispatch. A dispatch of one workgroup runs on one thread anyway. With `LP_NUM_THREADS=0` the queue thread runs it
//! itself, in half a microsecond. So for lavapipe there is a second instance made with that setting; its memory is the
//! same (a device address is a host pointer), its pipelines are made from the same SPIR-V. A stream that has launched
//! one block at a time for a while goes on there, and comes back for everything else.
//!
//! ```text
//!   main    [copy | big | small × 16] ──complete──>                          [big …
//!   serial                             [small × 200][small × 256] ──complete──>
//! ```
//!
//! The two are different Vulkan devices and share no semaphore: a stream submits to one only when what it gave the other
//! is complete (`stream::submission`). Opened by a thread of its own once enough launches would have used it. Called by
//! `stream` and `pipeline`. Remove when lavapipe runs one-workgroup dispatches on its queue thread.
//!
//! Further such doors are for kernels that wait (`waiting_lane`).

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;

use ash::vk;

use crate::config;

use super::denormals::{self, Keeper};
use super::fault;
use super::worker_count;
use crate::locks::{Mutex, Rank};
use crate::vk::device::queue::Queue;
use crate::vk::device::select::DeviceInfo;
use crate::vk::loader;

/// Which door work goes through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::vk) enum Lane {
    Main,
    Serial,
    /// One of those for kernels that wait: `waiting_lane`.
    Waiting(usize),
    /// The main one's device, but a queue for copies `to` it, or from it. No other device: `number` has none.
    Copies {
        to: bool,
    },
}

/// How many waiting lanes there may be (`waiting_lane`).
pub(super) const WAITING: usize = 3;
/// How many lanes there are besides the main one.
pub(in crate::vk) const OTHERS: usize = 1 + WAITING;

impl Lane {
    /// Its number among the [`OTHERS`]; none for the main one.
    pub(in crate::vk) fn number(self) -> Option<usize> {
        match self {
            Self::Main | Self::Copies { .. } => None,
            Self::Serial => Some(0),
            Self::Waiting(index) => Some(1 + index),
        }
    }

    /// The one of this number.
    pub(in crate::vk) fn other(number: usize) -> Self {
        match number.checked_sub(1) {
            None => Self::Serial,
            Some(index) => Self::Waiting(index),
        }
    }
}

/// One-block launches in a row after which a stream changes to the serial lane.
pub(in crate::vk) const RUN: u32 = 16;
/// One-block launches of a process after which the lane is opened.
const WORTH_OPENING: u32 = 100;
/// 0 turns the lane off.
const LANE_VARIABLE: &str = "HIPVK_SERIAL_LANE";

/// The lane of one device, opened or not.
#[derive(Debug)]
pub(in crate::vk) struct SerialLane {
    source: Option<Source>,
    /// It takes denormal floats for zero, which the main device is kept from (`denormals`): kernels with floats stay there.
    pub(in crate::vk) flushes: bool,
    launches: AtomicU32,
    opener: Mutex<Option<JoinHandle<()>>>,
    open: OnceLock<Option<Open>>,
}

/// An instance of lavapipe, for one device.
pub(in crate::vk) struct Source {
    instance: ash::Instance,
    physical: vk::PhysicalDevice,
    // Last: see `Instance`.
    _entry: ash::Entry,
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Source")
    }
}

/// The opened device.
pub(in crate::vk) struct Open {
    pub(in crate::vk) raw: ash::Device,
    pub(in crate::vk) queue: Queue,
    pub(in crate::vk) layout: vk::PipelineLayout,
}

impl std::fmt::Debug for Open {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Open")
    }
}

impl SerialLane {
    /// Prepares the lane for a lavapipe device; nothing for any other, or if the user chose the thread count.
    pub(in crate::vk) fn prepare(info: &DeviceInfo, keeper: Keeper) -> Self {
        let wanted = info.quirks.wakes_all_workers && !worker_count::is_chosen() && config::not_disabled(LANE_VARIABLE);
        let source = if wanted { Source::without_workers(info) } else { None };
        Self {
            source,
            flushes: keeper != Keeper::Driver,
            launches: AtomicU32::new(0),
            opener: Mutex::new(Rank::Opener, None),
            open: OnceLock::new(),
        }
    }

    /// The lane, if it is open. Counts a launch that would use it, and has it opened when they are many.
    pub(in crate::vk) fn count(self: &Arc<Self>, info: &DeviceInfo) -> Option<&Open> {
        self.count_many(info, 1)
    }

    /// The same for several launches.
    pub(in crate::vk) fn count_many(self: &Arc<Self>, info: &DeviceInfo, launches: u32) -> Option<&Open> {
        self.source.as_ref()?;
        if let Some(open) = self.open.get() {
            return open.as_ref();
        }
        let before = self.launches.fetch_add(launches, Ordering::Relaxed);
        if before <= WORTH_OPENING && before.saturating_add(launches) > WORTH_OPENING {
            self.begin_opening(info);
        }
        None
    }

    fn begin_opening(self: &Arc<Self>, info: &DeviceInfo) {
        let (lane, info) = (Arc::clone(self), info.clone());
        let spawned = std::thread::Builder::new().name("hipvk-serial-lane".into()).spawn(move || {
            let open = |source| fault::watching(|| Open::new(source, &info));
            let opened = lane.source.as_ref().and_then(open);
            let _ = lane.open.set(opened);
        });
        match spawned {
            Ok(opener) => *self.opener.lock() = Some(opener),
            Err(_) => drop(self.open.set(None)),
        }
    }

    /// There is none yet, and may be one.
    pub(in crate::vk) fn is_to_come(&self) -> bool {
        self.source.is_some() && self.open.get().is_none()
    }

    /// Waits for the thread that opens the lane, if there is one.
    pub(in crate::vk) fn finish_opening(&self) {
        let opener = self.opener.lock().take();
        if let Some(opener) = opener {
            let _ = opener.join();
        }
    }

    /// There may be a lane one day.
    pub(in crate::vk) fn is_possible(&self) -> bool {
        self.source.is_some()
    }

    /// The lane, if it is open.
    pub(in crate::vk) fn get(&self) -> Option<&Open> {
        self.open.get()?.as_ref()
    }

    /// # Safety
    /// No stream and no pipeline of the device is left.
    pub(in crate::vk) unsafe fn destroy(&mut self) {
        if let Some(open) = self.open.take().flatten() {
            // SAFETY: passed on from the caller.
            unsafe { open.destroy() };
        }
        if let Some(source) = self.source.take() {
            // SAFETY: its only device was destroyed just above.
            unsafe { source.destroy() };
        }
    }
}

impl Source {
    /// Its lavapipe runs everything on the queue's thread.
    fn without_workers(info: &DeviceInfo) -> Option<Self> {
        worker_count::with(0, || Self::new(info))
    }

    /// Its lavapipe has worker threads of its own.
    pub(super) fn with_workers(info: &DeviceInfo) -> Option<Self> {
        if denormals::needs_worker(info) {
            return worker_count::with(1, || Self::new(info));
        }
        Self::new(info)
    }

    fn new(info: &DeviceInfo) -> Option<Self> {
        // SAFETY: the loader is open already (`Instance`); `_entry` keeps this handle of it.
        let entry = unsafe { ash::Entry::load() }.ok()?;
        let (instance, physical) = fault::watching(|| loader::alone(|| Self::enumerate(&entry, info)))?;
        Some(Self { instance, physical, _entry: entry })
    }

    /// # Safety
    /// Nothing made from it is left.
    pub(in crate::vk) unsafe fn destroy(self) {
        // SAFETY: passed on from the caller.
        loader::alone(|| unsafe { self.instance.destroy_instance(None) });
    }

    fn enumerate(entry: &ash::Entry, info: &DeviceInfo) -> Option<(ash::Instance, vk::PhysicalDevice)> {
        let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_3);
        let create = vk::InstanceCreateInfo::default().application_info(&application);
        // SAFETY: `create` and what it points to live through the call.
        let instance = unsafe { entry.create_instance(&create, None) }.ok()?;
        // SAFETY: the instance was made just before.
        let devices = unsafe { instance.enumerate_physical_devices() }.unwrap_or_default();
        // SAFETY: the devices are this instance's.
        let name_of = |d: &vk::PhysicalDevice| unsafe { instance.get_physical_device_properties(*d) }.device_name;
        let same =
            |d: &vk::PhysicalDevice| name_of(d).iter().take_while(|&&c| c != 0).map(|&c| c as u8).eq(info.name.bytes());
        if let Some(physical) = devices.into_iter().find(same) {
            return Some((instance, physical));
        }
        // SAFETY: nothing was made from it.
        unsafe { instance.destroy_instance(None) };
        None
    }
}

impl Open {
    pub(in crate::vk) fn new(source: &Source, info: &DeviceInfo) -> Option<Self> {
        let priorities = [1.0];
        // lavapipe has one family with one queue.
        let queues = [vk::DeviceQueueCreateInfo::default().queue_family_index(0).queue_priorities(&priorities)];
        let extensions = info.features.extensions.names();
        let mut features = info.features.clone();
        let raw = features
            .with_chain(|chain| {
                let create = vk::DeviceCreateInfo::default()
                    .queue_create_infos(&queues)
                    .enabled_extension_names(&extensions)
                    .push_next(chain);
                // SAFETY: the physical device is the source's; features and extensions are those of the same driver.
                loader::alone(|| unsafe { source.instance.create_device(source.physical, &create, None) })
            })
            .map_err(|result| log::debug!("no second device: {result:?}"))
            .ok()?;
        let range =
            [vk::PushConstantRange::default().stage_flags(vk::ShaderStageFlags::COMPUTE).size(info.limits.push_bytes)];
        let layout = vk::PipelineLayoutCreateInfo::default().push_constant_ranges(&range);
        // SAFETY: the device was made just before, with one queue of family 0; `layout` is complete.
        let (queue, layout) = unsafe { (raw.get_device_queue(0, 0), raw.create_pipeline_layout(&layout, None)) };
        match layout {
            Ok(layout) => Some(Self { raw, queue: Queue::new(queue, 0, 0), layout }),
            Err(_) => {
                // SAFETY: nothing was made from it.
                loader::alone(|| unsafe { raw.destroy_device(None) });
                None
            }
        }
    }
}

impl Open {
    /// # Safety
    /// Nothing made from it is left.
    pub(in crate::vk) unsafe fn destroy(&self) {
        // SAFETY: passed on from the caller.
        unsafe {
            let _ = self.raw.device_wait_idle();
            self.raw.destroy_pipeline_layout(self.layout, None);
            loader::alone(|| self.raw.destroy_device(None));
        }
    }
}
