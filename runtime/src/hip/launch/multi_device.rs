//! Launches on several devices at once: a kernel on each, or a cooperative grid on each that may wait for all (`this_multi_grid().sync()`).
//!
//! The grids meet in host memory that all their devices see. The last block of a grid to arrive (`device_grid.h`) writes the round into
//! its grid's word and reads the words of the others until they have come as far; nobody else writes that word, so plain stores and
//! loads do, which is all that devices on a bus promise each other.
//!
//! ```text
//!   device 0   blocks ──> last block: word[0] = round, waits for word[1] ──> blocks go on
//!   device 1   blocks ──> last block: word[1] = round, waits for word[0] ──> blocks go on
//! ```
//! Where kernels do not see what others write, a thread of the host reads the words and tells them (`relay`).
//!
//! Each grid runs as any cooperative one (`cooperative`). Two such launches could wait for each other crosswise, so there is one at a time
//! in the process. A grid that is over says so in its word, so others that still wait for it trap instead of waiting for ever.
//! What HIP's flags do not turn off happens as in AMD's runtime: the call itself waits for the streams, before and after.

use std::sync::{Arc, Once, OnceLock};
use std::thread::JoinHandle;
use std::time::Duration;

use super::args::Arguments;
use super::cooperative::{Grids, Place};
use super::meeting::{Meeting, STRIDE};
use super::prepared::{Launch, Prepared};
use super::relay::{Listener, Relay};
use super::shape::{Caller, LaunchShape};
use crate::config;
use crate::hip::device::Device;
use crate::hip::error::{HipError, HipResult};
use crate::hip::kernel::Kernel;
use crate::hip::locks::{Mutex, Rank};
use crate::hip::runtime::{self, MAX_DEVICES};
use crate::hip::stream::Stream;
use crate::vk::{self, HostWrites};

/// `hipCooperativeLaunchMultiDeviceNoPreSync`.
const NO_PRE_SYNC: u32 = 1;
/// `hipCooperativeLaunchMultiDeviceNoPostSync`.
const NO_POST_SYNC: u32 = 2;
/// Between two looks at whether the grids are done.
const PAUSE: Duration = Duration::from_micros(50);

/// The launch on one of the devices.
#[derive(Debug)]
pub struct Entry<'a> {
    /// Where; says which device.
    pub stream: Arc<Stream>,
    /// What, on the stream's device.
    pub kernel: Arc<Kernel>,
    /// Grid, block and dynamic shared memory.
    pub shape: LaunchShape,
    /// Arguments.
    pub arguments: Arguments<'a>,
}

/// The launch before.
#[derive(Debug)]
struct Last {
    ends: Vec<vk::Point>,
    relay: Option<JoinHandle<()>>,
}

impl Last {
    /// Waits until its grids are over.
    fn finish(&mut self) {
        for end in self.ends.drain(..) {
            // If its device failed, its stream's owner is told.
            let _ = end.wait();
        }
        if let Some(relay) = self.relay.take() {
            // It does not panic, and has nothing to say.
            let _ = relay.join();
        }
    }
}

/// What launches on several devices share.
#[derive(Debug)]
struct MultiDevice {
    /// Held while others are launched.
    last: Mutex<Last>,
    pages: OnceLock<vk::HostPages>,
    /// The pages as each device sees them.
    seen: [OnceLock<Arc<vk::Memory>>; MAX_DEVICES],
}

/// HIP's rules for a list of launches. hipErrorInvalidValue: no devices, more than there are, unknown flags.
pub fn check_list(count: usize, flags: u32) -> HipResult {
    if count == 0 || count > runtime::get()?.devices.len() || flags & !(NO_PRE_SYNC | NO_POST_SYNC) != 0 {
        return Err(HipError::InvalidValue.because(format_args!("a list of {count} launches, flags {flags:#x}")));
    }
    Ok(())
}

/// `hipExtLaunchMultiKernelMultiDevice`: a kernel on each device, which do not wait for each other.
pub fn launch(entries: &[Entry<'_>], flags: u32, caller: Caller) -> HipResult {
    let ready = prepare(entries, caller, false)?;
    synchronize_unless(flags & NO_PRE_SYNC, entries)?;
    ready.into_iter().try_for_each(|launch| launch.record(None))?;
    synchronize_unless(flags & NO_POST_SYNC, entries)
}

/// `hipLaunchCooperativeKernelMultiDevice`: a grid on each device, all of which may wait for each other.
/// HIP: hipErrorCooperativeLaunchTooLarge. hipErrorNotSupported: a device cannot be told how far others are, or is one GPU with another.
pub fn launch_cooperative(entries: &[Entry<'_>], flags: u32, caller: Caller) -> HipResult {
    let ready = prepare(entries, caller, true)?;
    let shared = &SHARED;
    let places = shared.places(entries)?;
    synchronize_unless(flags & NO_PRE_SYNC, entries)?;
    let points = shared.record(entries, ready, &places)?;
    if flags & NO_POST_SYNC == 0 {
        wait_for_all(&points, &places);
    }
    synchronize_unless(flags & NO_POST_SYNC, entries)
}

/// Checks every launch of a list, so that none begins if another cannot. HIP: hipErrorInvalidValue for a device that is named twice.
fn prepare<'a>(entries: &'a [Entry<'a>], caller: Caller, cooperative: bool) -> HipResult<Vec<Prepared<'a>>> {
    for (index, entry) in entries.iter().enumerate() {
        let device = entry.stream.device_index();
        if entries[..index].iter().any(|other| other.stream.device_index() == device) {
            return Err(HipError::InvalidValue.because(format_args!("two launches of the list on device {device}")));
        }
    }
    let prepare = |entry: &'a Entry<'a>| {
        let Entry { stream, kernel, shape, arguments } = entry;
        let launch = Launch { stream, kernel, shape: *shape, arguments: *arguments, caller, cooperative };
        let launch = Prepared::new(&launch)?;
        launch.check_arguments()?;
        Ok(launch)
    };
    entries.iter().map(prepare).collect()
}

fn synchronize_unless(off: u32, entries: &[Entry<'_>]) -> HipResult {
    if off != 0 {
        return Ok(());
    }
    let mut result = Ok(());
    for entry in entries {
        // All of them, whatever becomes of the first.
        result = result.and(entry.stream.synchronize());
    }
    result
}

/// Waits for grids that may wait for each other. One whose device fails will never say that it is over, so this does.
fn wait_for_all(points: &[vk::Point], places: &[Place]) {
    let mut waiting: Vec<_> = points.iter().zip(places).collect();
    loop {
        waiting.retain(|(point, place)| match point.is_done() {
            Ok(done) => !done,
            Err(_) => {
                place.meeting.iter().for_each(Meeting::end);
                false
            }
        });
        if waiting.is_empty() {
            return;
        }
        std::thread::sleep(PAUSE);
    }
}

/// Nothing made yet.
static SHARED: MultiDevice = MultiDevice {
    last: Mutex::new(Rank::MultiDevice, Last { ends: Vec::new(), relay: None }),
    pages: OnceLock::new(),
    seen: [const { OnceLock::new() }; MAX_DEVICES],
};

impl MultiDevice {
    /// Each grid's place among those of a launch.
    fn places(&'static self, entries: &[Entry<'_>]) -> HipResult<Vec<Place>> {
        let threads = |shape: &LaunchShape| shape.grid.iter().chain(&shape.block).product::<u32>();
        let all = entries.iter().map(|entry| threads(&entry.shape)).fold(0, u32::wrapping_add);
        let mut first_thread = 0u32;
        let mut places = Vec::with_capacity(entries.len());
        for (rank, entry) in entries.iter().enumerate() {
            let meeting = if entries.len() > 1 { Some(self.meeting(&entry.kernel, rank)?) } else { None };
            places.push(Place { grids: entries.len() as u32, rank: rank as u32, threads: all, first_thread, meeting });
            first_thread = first_thread.wrapping_add(threads(&entry.shape));
        }
        Ok(places)
    }

    fn meeting(&'static self, kernel: &Kernel, rank: usize) -> HipResult<Meeting> {
        let device: &Device = kernel.device();
        let pages = self.pages.get_or_init(|| vk::HostPages::leak(MAX_DEVICES * STRIDE));
        let slot = self.seen.get(device.index).ok_or(HipError::InvalidDevice)?;
        let refuse = |why: &str| {
            let (kernel, device) = (&kernel.metadata().name, &device.properties.name);
            let why = format_args!("{kernel}: a cooperative launch on several devices: {why} on '{device}'");
            HipError::NotSupported.because(why)
        };
        if device.properties.shares_gpu {
            return Err(refuse("kernels of two devices take turns that are one GPU"));
        }
        let relay = match device.properties.host_writes {
            HostWrites::Seen => None,
            HostWrites::AtSubmission => {
                let stream = device.vk.create_relay_stream();
                let stream = stream.map_err(|_| refuse("there is no queue to spare"))?;
                Some((stream, Arc::clone(device.cooperative.memory(device)?)))
            }
            HostWrites::Unknown => {
                return Err(refuse("it is not known whether kernels see what others write to host memory"));
            }
        };
        // Who imports it at the same time has the same; and what failed is tried again.
        let memory = match slot.get() {
            Some(memory) => memory,
            None => {
                let made = pages.import(&device.vk).map_err(|_| refuse("host memory cannot be imported"))?;
                slot.get_or_init(|| made)
            }
        };
        Ok(Meeting { pages, memory: Arc::clone(memory), rank, relay })
    }

    /// Records the grids when those of the launch before are over, and hands them to their devices.
    fn record(&self, entries: &[Entry<'_>], ready: Vec<Prepared<'_>>, places: &[Place]) -> HipResult<Vec<vk::Point>> {
        let mut last = self.last.lock();
        last.finish();
        places.iter().filter_map(|place| place.meeting.as_ref()).for_each(Meeting::begin);
        let ends = Arc::new(OnceLock::new());
        last.relay = start_relay(places, &ends)?;
        let mut result = Ok(());
        for ((entry, launch), place) in entries.iter().zip(ready).zip(places) {
            if result.is_ok() {
                result = launch.record(Some(Grids::Multi(place.clone())));
                last.ends.push(entry.stream.vk.point());
            }
            if result.is_err() {
                // Not expected after all checks; those that run already must not wait for it.
                place.meeting.iter().for_each(Meeting::end);
            }
        }
        let points = last.ends.clone();
        drop(last);
        // Nobody else sets it.
        let _ = ends.set(points.clone());
        result?;
        // None waits for the scheduler's next visit while the others spin.
        for entry in entries {
            entry.stream.vk.flush()?;
        }
        Ok(points)
    }
}

/// A thread that tells grids how far the others are, if any must be told.
fn start_relay(places: &[Place], ends: &Arc<OnceLock<Vec<vk::Point>>>) -> HipResult<Option<JoinHandle<()>>> {
    let meetings: Vec<&Meeting> = places.iter().filter_map(|place| place.meeting.as_ref()).collect();
    let listener = |meeting: &&Meeting| {
        let (stream, barrier) = meeting.relay.clone()?;
        Some(Listener { rank: meeting.rank, stream, barrier })
    };
    let listeners: Vec<Listener> = meetings.iter().filter_map(listener).collect();
    let Some(first) = meetings.first().filter(|_| !listeners.is_empty() && !config::null_kernels()) else {
        return Ok(None);
    };
    static AT_EXIT: Once = Once::new();
    AT_EXIT.call_once(|| {
        vk::before_exit(|| {
            if runtime::get().is_ok() {
                SHARED.last.lock().finish();
            }
        });
    });
    let relay = Relay { pages: first.pages, grids: places.len(), listeners, ends: Arc::clone(ends) };
    let started = std::thread::Builder::new().name("hipvk-relay".into()).spawn(move || relay.run());
    let refused = |error| HipError::OutOfMemory.because(format_args!("a thread for a multi-device launch: {error}"));
    started.map(Some).map_err(refused)
}
