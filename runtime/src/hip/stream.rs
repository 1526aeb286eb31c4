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

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Weak};

use super::device_log;
use super::error::{HipError, HipResult};
use super::event::Event;
use super::handle::{Id, Registered};
use super::kernel::Variant;
use super::locks::{Mutex, Rank};
use super::runtime;
use crate::vk;

/// `hipStreamNonBlocking`.
pub const NON_BLOCKING: u32 = 1;
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
    role: Role,
    device: usize,
    order: Arc<Order>,
    /// Legacy operations this stream has been ordered after.
    seen: AtomicU64,
    /// In the order's list of streams with work that the legacy stream has not waited for.
    dirty: AtomicBool,
    /// For the list above.
    this: Weak<Stream>,
}

impl Registered for Stream {
    const KIND: u8 = 0x51;
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

thread_local! {
    static THREAD_STREAMS: RefCell<HashMap<usize, Arc<Stream>>> = RefCell::new(HashMap::new());
}

/// Finds the stream. HIP's tests: a destroyed or unknown stream is `hipErrorContextIsDestroyed`.
pub fn resolve(stream: StreamRef) -> HipResult<Arc<Stream>> {
    match stream {
        StreamRef::Legacy => Ok(Arc::clone(&runtime::current_device()?.streams.legacy)),
        StreamRef::PerThread => per_thread(),
        StreamRef::Created(id) => runtime::get()?.streams.get(id).ok_or_else(|| {
            HipError::ContextIsDestroyed.because(format_args!("stream {id:?} does not exist or was destroyed"))
        }),
    }
}

fn per_thread() -> HipResult<Arc<Stream>> {
    let device = runtime::current_device()?;
    let found = THREAD_STREAMS.with(|streams| streams.borrow().get(&device.index).cloned());
    if let Some(stream) = found {
        return Ok(stream);
    }
    let stream = device.streams.add(&device.vk, device.index, Role::Blocking, 0)?;
    THREAD_STREAMS.with(|streams| streams.borrow_mut().insert(device.index, Arc::clone(&stream)));
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
    Ok(runtime::get()?.streams.insert_arc(stream))
}

/// `hipStreamDestroy`. HIP's tests: null is hipErrorInvalidResourceHandle, a destroyed one hipErrorContextIsDestroyed.
pub fn destroy(stream: StreamRef) -> HipResult {
    let StreamRef::Created(id) = stream else {
        return Err(HipError::InvalidHandle.because("a default stream cannot be destroyed"));
    };
    let runtime = runtime::get()?;
    let stream = runtime.streams.remove(id).ok_or_else(|| {
        HipError::ContextIsDestroyed.because(format_args!("stream {id:?} does not exist or was destroyed"))
    })?;
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
            role,
            device: index,
            order: Arc::clone(order),
            seen: AtomicU64::new(0),
            dirty: AtomicBool::new(false),
            this: this.clone(),
        }))
    }

    /// The number of its device.
    pub fn device_index(&self) -> usize {
        self.device
    }

    /// `hipStreamGetFlags`.
    pub fn flags(&self) -> u32 {
        if self.role == Role::NonBlocking { NON_BLOCKING } else { 0 }
    }

    /// Records one operation in HIP's order (module header).
    pub fn record<R>(&self, operation: impl FnOnce(&Arc<vk::Stream>) -> Result<R, vk::VkError>) -> HipResult<R> {
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
            Role::Legacy => self.wait_for_dirty(),
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

    /// Records a kernel launch.
    pub fn launch(&self, variant: &Variant, block: &[u8], grid: [u32; 3]) -> HipResult {
        self.record(|stream| stream.dispatch(&variant.dispatch(block, grid)))
    }

    /// `hipStreamSynchronize`: "the host will block until the specified stream is empty … specifying the null stream
    /// will cause the command to wait for other streams on the same device".
    pub fn synchronize(&self) -> HipResult {
        self.order_before()?;
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
        self.order_before()?;
        device_log::seal_of(self.device);
        if self.checked(self.vk.is_done())? { device_log::show_of(self.device) } else { Err(HipError::NotReady) }
    }

    /// `hipStreamWaitEvent`: "all future work submitted to stream will wait until event reports completion". An event
    /// that was never recorded is complete.
    pub fn wait_event(&self, event: &Event) -> HipResult {
        let Some(point) = event.point() else { return Ok(()) };
        if event.device_index() != self.device {
            // Timelines do not cross devices: the host orders the two.
            return self.checked(point.wait());
        }
        self.record(|stream| stream.wait_for(&point))
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
