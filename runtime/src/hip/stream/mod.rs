//! Streams: what HIP adds to `vk::Stream`, a FIFO that records and submits in batches.
//!
//! Which stream a handle means (`handles`), the order with the default stream (`order`), captures that the stream is part of (`capturing::part`), what
//! is shown of kernels' output, and what the stream is told of itself (`attributes`).

pub mod attributes;
mod handles;
pub mod order;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};

use super::capturing::part::{Member, Part};
use super::capturing::{self, Capture};
use super::device_log;
use super::error::{HipError, HipResult};
use super::handle::{Id, Registered, Registry};
use super::locks::{Mutex, Rank};
use super::runtime;
use crate::trace::Track;
use crate::vk;
use attributes::Attributes;
pub use attributes::PRIORITIES;
pub use handles::{create, create_on, create_with_cu_mask, destroy, let_go, resolve};
pub use order::Role;
use order::{Order, Place};

/// `hipStreamNonBlocking`.
pub const NON_BLOCKING: u32 = 1;
/// `hipStreamPerThread`, as C has it.
pub const PER_THREAD: u64 = 2;

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

/// A stream.
#[derive(Debug)]
pub struct Stream {
    /// The work.
    pub vk: Arc<vk::Stream>,
    /// `hipStreamGetId`'s answer: unique in the process.
    pub number: u64,
    /// What it was told of itself.
    pub attributes: Attributes,
    device: usize,
    place: Arc<Place>,
    pub(super) part: Part,
    /// The places in other streams that it was told to wait for, the last of each: memory pools ask.
    waited: Mutex<Vec<vk::PastPoint>>,
}

impl Registered for Stream {
    const KIND: u8 = 0x51;
    const NAME: &'static str = "stream";
    /// HIP's tests: a destroyed or unknown stream is `hipErrorContextIsDestroyed`.
    const MISSING: HipError = HipError::ContextIsDestroyed;

    fn registry() -> &'static Registry<Stream> {
        static ALL: Registry<Stream> = Registry::new();
        &ALL
    }
}

/// What the trace calls a stream.
fn title(role: Role, number: u64) -> String {
    match role {
        Role::Legacy => "default stream".to_owned(),
        Role::Blocking => format!("stream {number}"),
        Role::NonBlocking => format!("stream {number} (non-blocking)"),
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

impl DefaultStreams {
    /// Opens a device's legacy stream.
    pub fn new(device: &Arc<vk::Device>, index: usize) -> HipResult<DefaultStreams> {
        let legacy = Stream::new(device, index, Role::Legacy, 0, &Order::new())?;
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
        let stream = Stream::new(device, index, role, priority, self.legacy.place.order())?;
        let mut all = self.all.lock();
        all.retain(|stream| stream.strong_count() > 0);
        all.push(Arc::downgrade(&stream));
        Ok(stream)
    }

    /// A stream for the safe API, which needs no handle.
    pub fn add_owned(&self, device: &Arc<vk::Device>, index: usize, role: Role) -> HipResult<Arc<Stream>> {
        self.add(device, index, role, 0)
    }

    /// A stream that the program has destroyed goes when its work is done.
    fn retire(&self, stream: Arc<Stream>) {
        match stream.vk.is_done() {
            Ok(true) => self.forget(&[stream]),
            Ok(false) => self.retired.lock().push(stream),
            Err(_) => {}
        }
    }

    /// Lets go of destroyed streams whose work is done.
    fn collect_retired(&self) {
        let done = |stream: &Arc<Stream>| stream.vk.is_done().unwrap_or(true);
        let finished: Vec<_> = self.retired.lock().extract_if(.., |stream| done(stream)).collect();
        let (complete, failed): (Vec<_>, Vec<_>) =
            finished.into_iter().partition(|stream| stream.vk.is_done().is_ok_and(|done| done));
        self.forget(&complete);
        drop(failed);
    }

    /// Nobody waits for these any more. Who waits for all streams holds them meanwhile: threads that did so one behind the other would find each
    /// other's for ever.
    fn forget(&self, streams: &[Arc<Stream>]) {
        if !streams.is_empty() {
            let known =
                |one: &Weak<Stream>| streams.iter().any(|stream| std::ptr::eq(one.as_ptr(), Arc::as_ptr(stream)));
            self.all.lock().retain(|one| !known(one));
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
        let number = NEXT_NUMBER.fetch_add(1, Ordering::Relaxed);
        vk.trace_as(index, number, &title(role, number));
        let place = Place::new(role, &vk, order);
        let member = Member { number, device: index, blocking: role == Role::Blocking };
        Ok(Arc::new(Stream {
            vk,
            number,
            attributes: Attributes::new(priority),
            device: index,
            place,
            part: Part::new(member),
            waited: Mutex::new(Rank::Waited, Vec::new()),
        }))
    }

    /// The number of its device.
    pub fn device_index(&self) -> usize {
        self.device
    }

    /// Its place in the trace.
    pub fn track(&self) -> Track {
        self.vk.track()
    }

    /// `hipStreamGetFlags`.
    pub fn flags(&self) -> u32 {
        if self.place.role() == Role::NonBlocking { NON_BLOCKING } else { 0 }
    }

    /// Records one operation in HIP's order (`order`).
    pub fn record<R>(&self, operation: impl FnOnce(&Arc<vk::Stream>) -> Result<R, vk::VkError>) -> HipResult<R> {
        self.part.refuse_operation()?;
        self.order_before()?;
        let result = operation(&self.vk);
        self.place.after();
        self.checked(result)
    }

    /// Turns a Vulkan error into HIP's, remembering it in the device if it is sticky.
    pub fn checked<R>(&self, result: Result<R, vk::VkError>) -> HipResult<R> {
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
        if self.is_legacy() {
            capturing::forbid_legacy(self.device)?;
        }
        self.checked(self.place.before())
    }

    /// `hipExtStreamGetCUMask`, which writes `room` words.
    pub fn cu_mask(&self, room: usize) -> HipResult<Vec<u32>> {
        let device = runtime::get()?.devices.get(self.device).ok_or(HipError::InvalidDevice)?;
        self.attributes.cu_mask(room, device.properties.multiprocessors)
    }

    /// `hipStreamSynchronize`: "the host will block until the specified stream is empty … specifying the null stream
    /// will cause the command to wait for other streams on the same device".
    pub fn synchronize(&self) -> HipResult {
        // hip-tests, Unit_hipStreamBeginCapture_StreamSync_OngoingCapture_MThread: of other streams too.
        self.forbid_now("hipStreamSynchronize")?;
        self.part.refuse("hipStreamSynchronize")?;
        self.order_of_others()?;
        self.finish()?;
        if let Some(device) = runtime::get()?.devices.get(self.device) {
            device.pools.synchronised();
        }
        Ok(())
    }

    /// Waits until the stream is empty, for calls that say nothing of captures: what a stream captures does not run.
    pub fn settle(&self) -> HipResult {
        if self.is_legacy() {
            self.checked(self.place.wait_for_dirty())?;
        }
        self.finish()
    }

    /// Waits for everything that an operation recorded now would come behind: for what the host does in the stream's order.
    pub fn catch_up(&self) -> HipResult {
        self.part.refuse("an operation of the host")?;
        self.order_before()?;
        self.finish()
    }

    /// The null stream stands for all blocking ones. A blocking stream without work is idle, whatever the null stream does (hip-tests,
    /// Unit_hipStreamCreateWithFlags_DefaultStreamInteraction): its next operation waits for that one, and not it.
    fn order_of_others(&self) -> HipResult {
        if self.is_legacy() { self.order_before() } else { Ok(()) }
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
        if device.logs.any() { self.synchronize() } else { device.missed() }
    }

    /// `hipStreamQuery`: `NotReady` while work is left.
    pub fn query(&self) -> HipResult {
        self.part.refuse("hipStreamQuery")?;
        self.order_of_others()?;
        device_log::seal_of(self.device);
        if self.checked(self.vk.is_done())? { device_log::show_of(self.device) } else { Err(HipError::NotReady) }
    }

    /// Work recorded from here on comes behind this place of another stream.
    pub fn note_wait(&self, place: vk::PastPoint) {
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
        self.part.capture()
    }

    /// From here on operations become nodes of this capture.
    pub fn set_capture(&self, capture: &Arc<Capture>) {
        self.part.set(capture);
    }

    /// Itself, for a capture.
    pub fn member(&self) -> Member {
        self.part.member()
    }

    /// How it stands to the others of its device.
    pub fn role(&self) -> Role {
        self.place.role()
    }

    /// It is the legacy stream, which cannot capture.
    pub fn is_legacy(&self) -> bool {
        self.place.role() == Role::Legacy
    }

    /// Before a call that waits: captures may forbid it. That it would touch the null stream comes first (hip-tests,
    /// Unit_hipStreamBeginCapture_UnsupportedOp…).
    pub fn forbid_now(&self, call: &str) -> HipResult {
        if self.is_legacy() {
            capturing::forbid_legacy(self.device)?;
        }
        capturing::forbid(call)
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
                device_log::print_of(device);
                function();
            }))
        })
    }
}
