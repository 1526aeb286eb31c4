//! Streams, and the order that HIP's default stream imposes on them.
//!
//! Work itself is `vk::Stream`'s: a FIFO that records and submits in batches. Here is what HIP adds: which stream a handle
//! means, and the *legacy default stream* (HIP: "the null stream … synchronizes with all other blocking streams").
//!
//! ```text
//!   blocking stream:  if the legacy stream got work since we last looked: wait for it;  record;  mark ourselves dirty
//!   legacy stream:    wait for every dirty stream, which is clean then;                 record;  count up
//!   non-blocking:                                                                       record
//! ```
//! Only dirty streams are visited, so idle streams cost a launch nothing. Marks are set after recording: a legacy
//! operation that another thread issues in between need not wait for ours, and the next one will find the mark.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use super::capturing::{self, Capture, Member};
use super::device_log;
use super::error::{HipError, HipResult};
use super::event::Event;
use super::handle::{Id, Registered, Registry};
use super::locks::{Mutex, Rank};
use super::{runtime, thread};
use crate::vk;

/// `hipStreamNonBlocking`.
pub const NON_BLOCKING: u32 = 1;
/// `hipSyncPolicyAuto`, the first of four.
const SYNC_AUTO: u32 = 1;
/// `hipSyncPolicyBlockingSync`.
const SYNC_BLOCKING: u32 = 4;
/// `hipStreamPerThread`, as C has it.
pub const PER_THREAD: u64 = 2;
/// Lowest and highest priority (HIP: "lower numbers represent greater stream priorities").
pub const PRIORITIES: (i32, i32) = (1, -1);

/// What a `hipStream_t` says, before it is known to exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StreamRef {
    /// 0 or `hipStreamLegacy`: the current device's null stream.
    Legacy,
    /// `hipStreamPerThread`: the calling thread's default stream on the current device.
    PerThread,
    /// A stream that was created.
    Created(Id<Stream>),
}

/// How a stream relates to the legacy stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// It is the legacy stream.
    Legacy,
    /// Ordered with the legacy stream.
    Blocking,
    /// Independent of it.
    NonBlocking,
}

/// A stream.
#[derive(Debug)]
pub struct Stream {
    /// The work.
    pub vk: Arc<vk::Stream>,
    /// `hipStreamGetId`'s answer: unique in the process.
    pub number: u64,
    /// Priority as asked for, clamped to [`PRIORITIES`].
    pub priority: i32,
    /// The compute units it was created for, one bit each; empty for all.
    cu_mask: OnceLock<Vec<u32>>,
    role: Role,
    device: usize,
    order: Arc<Order>,
    /// Legacy operations this stream has been ordered after.
    seen: AtomicU64,
    /// In the order's list of streams with work that the legacy stream has not waited for.
    dirty: AtomicBool,
    /// For the list above.
    this: Weak<Stream>,
    /// It captures, or did when it was last looked at.
    captures: AtomicBool,
    capture: Mutex<Option<Arc<Capture>>>,
    /// The places in other streams that it was told to wait for, the last of each: memory pools ask.
    waited: Mutex<Vec<vk::PastPoint>>,
    /// `hipSynchronizationPolicy`.
    policy: AtomicU32,
}

impl Registered for Stream {
    const KIND: u8 = 0x51;

    fn registry() -> &'static Registry<Stream> {
        static ALL: Registry<Stream> = Registry::new();
        &ALL
    }
}

/// A function of the program's, which a graph may call again and again.
#[derive(Clone)]
pub struct HostWork {
    /// Its address.
    pub function: u64,
    /// Its argument.
    pub data: u64,
    /// Calls it.
    pub call: Arc<dyn Fn() + Send + Sync>,
}

impl std::fmt::Debug for HostWork {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{:#x}({:#x})", self.function, self.data)
    }
}

/// What the streams of a device share to keep the legacy order.
#[derive(Debug)]
struct Order {
    legacy_operations: AtomicU64,
    any_dirty: AtomicBool,
    dirty: Mutex<Vec<Arc<Stream>>>,
    legacy: Mutex<Option<Arc<vk::Stream>>>,
}

/// The default streams of a device and the list of all its streams.
#[derive(Debug)]
pub struct DefaultStreams {
    legacy: Arc<Stream>,
    all: Mutex<Vec<Weak<Stream>>>,
    /// Destroyed by the program while work was left: kept until it is done. HIP: hipStreamDestroy "may return while
    /// work is still queued; the resources are released once the device has completed all work".
    retired: Mutex<Vec<Arc<Stream>>>,
}

static NEXT_NUMBER: AtomicU64 = AtomicU64::new(1);

/// Finds the stream. HIP's tests: a destroyed or unknown stream is `hipErrorContextIsDestroyed`.
pub fn resolve(stream: StreamRef) -> HipResult<Arc<Stream>> {
    match stream {
        StreamRef::Legacy => Ok(Arc::clone(&runtime::current_device()?.streams.legacy)),
        StreamRef::PerThread => per_thread(),
        StreamRef::Created(id) => runtime::live::<Stream>()?.get(id).ok_or_else(|| {
            HipError::ContextIsDestroyed.because(format_args!("stream {id:?} does not exist or was destroyed"))
        }),
    }
}

fn per_thread() -> HipResult<Arc<Stream>> {
    let device = runtime::current_device()?;
    if let Some(stream) = thread::default_stream(device.index) {
        return Ok(stream);
    }
    let stream = device.streams.add(&device.vk, device.index, Role::Blocking, 0)?;
    thread::keep_default_stream(device.index, Arc::clone(&stream));
    Ok(stream)
}

/// `hipStreamCreateWithPriority` on the current device. HIP: unknown flags are "hipErrorInvalidValue"; priorities outside
/// the range are clamped.
pub fn create(flags: u32, priority: i32) -> HipResult<Id<Stream>> {
    let device = runtime::current_device()?;
    if flags & !NON_BLOCKING != 0 {
        return Err(HipError::InvalidValue.because(format_args!("stream flags {flags:#x}")));
    }
    let role = if flags == NON_BLOCKING { Role::NonBlocking } else { Role::Blocking };
    device.streams.collect_retired();
    let stream = device.streams.add(&device.vk, device.index, role, priority)?;
    Ok(runtime::live::<Stream>()?.insert_arc(stream))
}

/// `hipExtStreamCreateWithCUMask`. Vulkan cannot keep work to some compute units: the mask is remembered, work runs on all.
pub fn create_with_cu_mask(mask: Vec<u32>) -> HipResult<Id<Stream>> {
    let id = create(0, 0)?;
    if let Some(stream) = runtime::live::<Stream>()?.get(id) {
        // Nobody else knows the stream yet.
        let _ = stream.cu_mask.set(mask);
    }
    Ok(id)
}

/// The compute units of `count`, one bit each, that a stream made for `asked` has: those that exist; all if none of them does.
fn cu_mask(asked: &[u32], count: u32) -> Vec<u32> {
    let all = |word: u32| u32::MAX >> 32u32.saturating_sub(count - word * 32).min(31);
    let all: Vec<u32> = (0..count.div_ceil(32)).map(all).collect();
    let asked = asked.iter().copied().chain(std::iter::repeat(0));
    let mask: Vec<u32> = all.iter().zip(asked).map(|(all, asked)| all & asked).collect();
    if mask.iter().all(|&word| word == 0) { all } else { mask }
}

/// `hipStreamDestroy`. HIP's tests: null is hipErrorInvalidResourceHandle, a destroyed one hipErrorContextIsDestroyed.
pub fn destroy(stream: StreamRef) -> HipResult {
    let StreamRef::Created(id) = stream else {
        return Err(HipError::InvalidHandle.because("a default stream cannot be destroyed"));
    };
    let runtime = runtime::get()?;
    let stream = runtime::live::<Stream>()?.remove(id).ok_or_else(|| {
        HipError::ContextIsDestroyed.because(format_args!("stream {id:?} does not exist or was destroyed"))
    })?;
    if let Some(capture) = stream.capture() {
        let _ = capture.refuse(HipError::StreamCaptureUnsupported, "hipStreamDestroy");
        if capture.began_in(stream.number) {
            capture.cancel();
        }
    }
    stream.order.forget(&stream);
    if !stream.vk.is_done().unwrap_or(true)
        && let Some(device) = runtime.devices.get(stream.device)
    {
        device.streams.retired.lock().push(stream);
    }
    Ok(())
}

impl DefaultStreams {
    /// Opens a device's legacy stream.
    pub fn new(device: &Arc<vk::Device>, index: usize) -> HipResult<DefaultStreams> {
        let order = Arc::new(Order {
            legacy_operations: AtomicU64::new(0),
            any_dirty: AtomicBool::new(false),
            dirty: Mutex::new(Rank::StreamOrder, Vec::new()),
            legacy: Mutex::new(Rank::StreamOrder, None),
        });
        let legacy = Stream::new(device, index, Role::Legacy, 0, &order)?;
        *order.legacy.lock() = Some(Arc::clone(&legacy.vk));
        let all = vec![Arc::downgrade(&legacy)];
        Ok(DefaultStreams { legacy, all: Mutex::new(Rank::Device, all), retired: Mutex::new(Rank::Device, Vec::new()) })
    }

    /// The legacy stream.
    pub fn legacy(&self) -> &Arc<Stream> {
        &self.legacy
    }

    /// Every stream that still lives.
    pub fn all(&self) -> Vec<Arc<Stream>> {
        self.all.lock().iter().filter_map(Weak::upgrade).collect()
    }

    fn add(&self, device: &Arc<vk::Device>, index: usize, role: Role, priority: i32) -> HipResult<Arc<Stream>> {
        let priority = priority.clamp(PRIORITIES.1, PRIORITIES.0);
        let stream = Stream::new(device, index, role, priority, &self.legacy.order)?;
        let mut all = self.all.lock();
        all.retain(|stream| stream.strong_count() > 0);
        all.push(Arc::downgrade(&stream));
        Ok(stream)
    }

    /// A stream for the safe API, which needs no handle.
    pub fn add_owned(&self, device: &Arc<vk::Device>, index: usize, role: Role) -> HipResult<Arc<Stream>> {
        self.add(device, index, role, 0)
    }

    /// Lets go of destroyed streams whose work is done.
    fn collect_retired(&self) {
        let done = |stream: &Arc<Stream>| stream.vk.is_done().unwrap_or(true);
        let finished: Vec<_> = self.retired.lock().extract_if(.., |stream| done(stream)).collect();
        drop(finished);
    }
}

impl Order {
    /// Takes a destroyed stream out of the dirty list, after the legacy stream has been ordered behind it.
    fn forget(&self, stream: &Arc<Stream>) {
        let was_dirty = {
            let mut dirty = self.dirty.lock();
            let before = dirty.len();
            dirty.retain(|other| !Arc::ptr_eq(other, stream));
            dirty.len() != before
        };
        let legacy = self.legacy.lock().clone();
        if let Some(legacy) = legacy.filter(|_| was_dirty) {
            // A failure is the stream's own; whoever waits for it learns of it.
            let _ = legacy.wait_for(&stream.vk.point());
        }
    }
}

impl Stream {
    fn new(
        device: &Arc<vk::Device>,
        index: usize,
        role: Role,
        priority: i32,
        order: &Arc<Order>,
    ) -> HipResult<Arc<Stream>> {
        let vk = device.create_stream()?;
        Ok(Arc::new_cyclic(|this| Stream {
            vk,
            number: NEXT_NUMBER.fetch_add(1, Ordering::Relaxed),
            priority,
            cu_mask: OnceLock::new(),
            role,
            device: index,
            order: Arc::clone(order),
            seen: AtomicU64::new(0),
            dirty: AtomicBool::new(false),
            this: this.clone(),
            captures: AtomicBool::new(false),
            capture: Mutex::new(Rank::Stream, None),
            waited: Mutex::new(Rank::Waited, Vec::new()),
            policy: AtomicU32::new(SYNC_AUTO),
        }))
    }

    /// The number of its device.
    pub fn device_index(&self) -> usize {
        self.device
    }

    /// `hipStreamSetAttribute`: how the host is to wait for it, remembered. The device's own flags (`hipSetDeviceFlags`) say how it does.
    pub fn set_synchronization_policy(&self, policy: u32) -> HipResult {
        if !(SYNC_AUTO..=SYNC_BLOCKING).contains(&policy) {
            return Err(HipError::InvalidValue.because(format_args!("synchronization policy {policy}")));
        }
        self.policy.store(policy, Ordering::Relaxed);
        Ok(())
    }

    /// The policy that was set.
    pub fn synchronization_policy(&self) -> u32 {
        self.policy.load(Ordering::Relaxed)
    }

    /// `hipStreamGetFlags`.
    pub fn flags(&self) -> u32 {
        if self.role == Role::NonBlocking { NON_BLOCKING } else { 0 }
    }

    /// Records one operation in HIP's order (module header).
    pub fn record<R>(&self, operation: impl FnOnce(&Arc<vk::Stream>) -> Result<R, vk::VkError>) -> HipResult<R> {
        if let Some(capture) = self.capture() {
            capture.check()?;
            return Err(capture.refuse(HipError::StreamCaptureUnsupported, "this operation"));
        }
        self.order_before()?;
        let result = operation(&self.vk);
        self.order_after();
        self.checked(result)
    }

    /// Turns a Vulkan error into HIP's, remembering it in the device if it is sticky.
    fn checked<R>(&self, result: Result<R, vk::VkError>) -> HipResult<R> {
        result.map_err(|error| {
            let error = HipError::from(error);
            if let Ok(runtime) = runtime::get()
                && let Some(device) = runtime.devices.get(self.device)
            {
                let _ = device.note::<()>(Err(error));
            }
            error
        })
    }

    fn order_before(&self) -> HipResult {
        match self.role {
            Role::NonBlocking => Ok(()),
            Role::Legacy => {
                capturing::forbid_legacy(self.device)?;
                self.wait_for_dirty()
            }
            Role::Blocking => {
                let operations = self.order.legacy_operations.load(Ordering::Acquire);
                if self.seen.load(Ordering::Relaxed) == operations {
                    return Ok(());
                }
                let legacy = self.order.legacy.lock().clone();
                self.seen.store(operations, Ordering::Relaxed);
                match legacy {
                    Some(legacy) => self.checked(self.vk.wait_for(&legacy.point())),
                    None => Ok(()),
                }
            }
        }
    }

    fn wait_for_dirty(&self) -> HipResult {
        if !self.order.any_dirty.load(Ordering::Acquire) {
            return Ok(());
        }
        let streams = {
            let mut dirty = self.order.dirty.lock();
            self.order.any_dirty.store(false, Ordering::Release);
            // Cleared under the lock: a stream that records from here on puts itself back.
            dirty.iter().for_each(|stream| stream.dirty.store(false, Ordering::Release));
            std::mem::take(&mut *dirty)
        };
        streams.iter().try_for_each(|stream| self.checked(self.vk.wait_for(&stream.vk.point())))
    }

    fn order_after(&self) {
        match self.role {
            Role::NonBlocking => {}
            Role::Legacy => {
                self.order.legacy_operations.fetch_add(1, Ordering::Release);
            }
            Role::Blocking => {
                if self.dirty.load(Ordering::Acquire) {
                    return;
                }
                let Some(this) = self.this.upgrade() else { return };
                let mut dirty = self.order.dirty.lock();
                if !self.dirty.swap(true, Ordering::AcqRel) {
                    dirty.push(this);
                    self.order.any_dirty.store(true, Ordering::Release);
                }
            }
        }
    }

    /// `hipExtStreamGetCUMask`, which writes `room` words. AMD's runtime: hipErrorInvalidValue if not all compute units fit them.
    pub fn cu_mask(&self, room: usize) -> HipResult<Vec<u32>> {
        let device = runtime::get()?.devices.get(self.device).ok_or(HipError::InvalidDevice)?;
        let count = device.properties.multiprocessors;
        if room < count.div_ceil(32) as usize {
            return Err(HipError::InvalidValue.because(format_args!("{room} words for {count} compute units")));
        }
        Ok(cu_mask(self.cu_mask.get().map_or(&[], Vec::as_slice), count))
    }

    /// `hipStreamSynchronize`: "the host will block until the specified stream is empty … specifying the null stream
    /// will cause the command to wait for other streams on the same device".
    pub fn synchronize(&self) -> HipResult {
        // hip-tests, Unit_hipStreamBeginCapture_StreamSync_OngoingCapture_MThread: of other streams too.
        self.forbid_now("hipStreamSynchronize")?;
        self.refuse_while_capturing("hipStreamSynchronize")?;
        self.order_of_others()?;
        self.finish()?;
        if let Some(device) = runtime::get()?.devices.get(self.device) {
            device.pools.synchronised();
        }
        Ok(())
    }

    /// Waits until the stream is empty, for calls that say nothing of captures: what a stream captures does not run.
    pub fn settle(&self) -> HipResult {
        if self.role == Role::Legacy {
            self.wait_for_dirty()?;
        }
        self.finish()
    }

    /// Waits for everything that an operation recorded now would come behind: for what the host does in the stream's order.
    pub fn catch_up(&self) -> HipResult {
        self.refuse_while_capturing("an operation of the host")?;
        self.order_before()?;
        self.finish()
    }

    /// The null stream stands for all blocking ones. A blocking stream without work is idle, whatever the null stream does (hip-tests,
    /// Unit_hipStreamCreateWithFlags_DefaultStreamInteraction): its next operation waits for that one, and not it.
    fn order_of_others(&self) -> HipResult {
        if self.role == Role::Legacy { self.order_before() } else { Ok(()) }
    }

    /// Waits for what was recorded here, and shows what kernels printed. For operations that end with their call.
    pub fn finish(&self) -> HipResult {
        device_log::seal_of(self.device);
        let waited = self.checked(self.vk.wait());
        // What kernels printed before they lost the device is worth having.
        let shown = device_log::show_of(self.device);
        waited.and(shown)
    }

    /// Behind an operation that has waited: shows what kernels printed, if there is anything. HIP does at every synchronisation.
    pub fn show_output(&self) -> HipResult {
        let device = runtime::get()?.devices.get(self.device).ok_or(HipError::InvalidDevice)?;
        if device.logs.any() { self.synchronize() } else { Ok(()) }
    }

    /// `hipStreamQuery`: `NotReady` while work is left.
    pub fn query(&self) -> HipResult {
        self.refuse_while_capturing("hipStreamQuery")?;
        self.order_of_others()?;
        device_log::seal_of(self.device);
        if self.checked(self.vk.is_done())? { device_log::show_of(self.device) } else { Err(HipError::NotReady) }
    }

    /// `hipStreamWaitEvent`: "all future work submitted to stream will wait until event reports completion". An event
    /// that was never recorded is complete.
    pub fn wait_event(&self, event: &Event) -> HipResult {
        if self.wait_captured(event)? {
            return Ok(());
        }
        let Some(point) = event.point() else { return Ok(()) };
        if event.device_index() != self.device {
            // Timelines do not cross devices: the host orders the two.
            return self.checked(point.wait());
        }
        self.record(|stream| stream.wait_for(&point))?;
        self.note_wait(point.past());
        Ok(())
    }

    fn note_wait(&self, place: vk::PastPoint) {
        const MOST: usize = 64;
        let mut waited = self.waited.lock();
        waited.retain(|other| !other.same_stream(&place) && !other.is_gone());
        if waited.len() == MOST {
            // Forgetting one costs a chance to use memory again, no more.
            waited.remove(0);
        }
        waited.push(place);
    }

    /// Everything recorded here from now on comes behind `place`, by an event that this stream waits for.
    pub fn follows(&self, place: &vk::Point) -> bool {
        self.waited.lock().iter().any(|waited| waited.covers(place))
    }

    /// The place behind which nothing that was ordered before a free in this stream uses the memory any more.
    pub fn place_of_free(&self) -> HipResult<vk::Point> {
        self.order_before()?;
        Ok(self.vk.work_point())
    }

    /// The capture it is part of, if any.
    #[inline]
    pub fn capture(&self) -> Option<Arc<Capture>> {
        if self.captures.load(Ordering::Acquire) { self.look_at_capture() } else { None }
    }

    #[cold]
    fn look_at_capture(&self) -> Option<Arc<Capture>> {
        let mut capture = self.capture.lock();
        if capture.as_ref().is_none_or(|capture| capture.status() != capturing::NONE) {
            return capture.clone();
        }
        let over = capture.take();
        self.captures.store(false, Ordering::Release);
        // Behind the lock: what it made and nobody got goes with it.
        drop(capture);
        drop(over);
        None
    }

    /// From here on operations become nodes of this capture.
    pub fn set_capture(&self, capture: &Arc<Capture>) {
        let before = self.capture.lock().replace(Arc::clone(capture));
        drop(before);
        self.captures.store(true, Ordering::Release);
    }

    /// Itself, for a capture.
    pub fn member(&self) -> Member {
        Member { number: self.number, device: self.device, blocking: self.role == Role::Blocking }
    }

    /// It is the legacy stream, which cannot capture.
    pub fn is_legacy(&self) -> bool {
        self.role == Role::Legacy
    }

    /// Before a call that waits: captures may forbid it. That it would touch the null stream comes first (hip-tests,
    /// Unit_hipStreamBeginCapture_UnsupportedOp…).
    pub fn forbid_now(&self, call: &str) -> HipResult {
        if self.is_legacy() {
            capturing::forbid_legacy(self.device)?;
        }
        capturing::forbid(call)
    }

    /// HIP: hipErrorStreamCaptureUnsupported, of what waits for a stream that captures.
    fn refuse_while_capturing(&self, call: &str) -> HipResult {
        let Some(capture) = self.capture() else { return Ok(()) };
        Err(capture.refuse(HipError::StreamCaptureUnsupported, call))
    }

    /// Waits in a capture. HIP: an event recorded in a capture makes the stream part of it; hipErrorStreamCaptureMerge if it is part of
    /// another one, hipErrorStreamCaptureIsolation for an event recorded outside. False if there is no capture.
    fn wait_captured(&self, event: &Event) -> HipResult<bool> {
        match (self.capture(), event.captured()) {
            (None, None) => Ok(false),
            (None, Some(_)) if self.is_legacy() => {
                Err(HipError::InvalidHandle.because("the null stream cannot be part of a capture"))
            }
            (None, Some((capture, nodes))) => {
                capture.check()?;
                capture.join(self.member(), &nodes);
                self.set_capture(&capture);
                Ok(true)
            }
            (Some(own), Some((capture, nodes))) if Arc::ptr_eq(&own, &capture) => {
                capture.check()?;
                capture.join(self.member(), &nodes);
                Ok(true)
            }
            (Some(own), Some((capture, _))) => {
                own.check()?;
                let _ = capture.refuse(HipError::StreamCaptureMerge, "hipStreamWaitEvent");
                Err(own.refuse(HipError::StreamCaptureMerge, "hipStreamWaitEvent"))
            }
            (Some(own), None) => {
                own.check()?;
                Err(own.refuse(HipError::StreamCaptureIsolation, "hipStreamWaitEvent for work outside"))
            }
        }
    }

    /// Runs a function of the program's on the host after everything recorded so far and before what follows.
    pub fn host_work(&self, work: HostWork) -> HipResult {
        match self.capture() {
            Some(capture) => capture.add(self.number, work),
            None => self.host_function(move || (work.call)()),
        }
    }

    /// Runs a function on the host after everything recorded so far and before what follows.
    pub fn host_function(&self, function: impl FnOnce() + Send + 'static) -> HipResult {
        device_log::seal_of(self.device);
        let device = self.device;
        self.record(|stream| {
            stream.host_fn(Box::new(move || {
                // A kernel's failure is kept in the device for whoever calls HIP next.
                let _ = device_log::show_of(device);
                function();
            }))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::cu_mask;

    #[test]
    fn a_mask_has_a_bit_for_each_compute_unit_that_exists_and_was_asked_for() {
        assert_eq!(cu_mask(&[], 4), [0xf]);
        assert_eq!(cu_mask(&[], 32), [u32::MAX]);
        assert_eq!(cu_mask(&[], 40), [u32::MAX, 0xff]);
        assert_eq!(cu_mask(&[0xc], 40), [0xc, 0]);
        assert_eq!(cu_mask(&[0, 0xfff], 40), [0, 0xff]);
        assert_eq!(cu_mask(&[0xf0], 4), [0xf], "none of them exists: all");
    }
}
