//! Events: a place in a stream, and the time at which the device got there.
//!
//! HIP: an event that was never recorded is complete; recording it again replaces its place, and whoever waited for the
//! old one still waits for the old one.

use std::sync::Arc;
use std::time::Duration;

use super::capturing::{self, Capture, Nodes};
use super::device_log;
use super::error::{HipError, HipResult};
use super::handle::{Id, Registered, Registry};
use super::ipc::HANDLE_BYTES;
use super::ipc::words::SharedEvent;
use super::locks::{Mutex, Rank};
use super::runtime;
use super::stream::Stream;
use crate::vk;

/// `hipEventBlockingSync`: accepted; waiting spins briefly and blocks then, whatever the flag says.
pub const BLOCKING_SYNC: u32 = 0x1;
/// `hipEventDisableTiming`.
pub const DISABLE_TIMING: u32 = 0x2;
/// `hipEventInterprocess`.
pub const INTERPROCESS: u32 = 0x4;
const DISABLE_SYSTEM_FENCE: u32 = 0x2000_0000;
const RELEASE_TO_DEVICE: u32 = 0x4000_0000;
const RELEASE_TO_SYSTEM: u32 = 0x8000_0000;

/// An event.
#[derive(Debug)]
pub struct Event {
    flags: u32,
    device: usize,
    recording: Mutex<Option<Recording>>,
    /// Where it was recorded, if that was in a stream that captured.
    captured: Mutex<Option<(Arc<Capture>, Nodes)>>,
    /// Of an interprocess event: what other processes see of it.
    shared: Option<SharedEvent>,
}

#[derive(Clone, Debug)]
struct Recording {
    /// The number of the stream's device: another than the event's where a graph recorded it.
    device: usize,
    /// What came before is complete.
    point: vk::Point,
    time: Option<Time>,
}

/// When the device got there.
#[derive(Clone, Debug)]
struct Time {
    timestamp: Arc<vk::Timestamp>,
    /// Where it is written: with `point`, or soon after it.
    written: vk::Point,
}

impl Registered for Event {
    const KIND: u8 = 0x52;
    const NAME: &'static str = "event";
    /// HIP: "hipErrorInvalidHandle" for null, destroyed and foreign ones.
    const MISSING: HipError = HipError::InvalidHandle;

    fn registry() -> &'static Registry<Event> {
        static ALL: Registry<Event> = Registry::new();
        &ALL
    }
}

/// `hipEventCreateWithFlags` on the current device. HIP: "hipErrorInvalidValue" for unknown flags and for an
/// interprocess event with timing.
pub fn create(flags: u32) -> HipResult<Id<Event>> {
    let device = runtime::current_device()?;
    Ok(runtime::live::<Event>()?.insert(Event::new(device.index, flags)?))
}

/// `hipEventDestroy`. HIP: "Releases memory associated with the event. If the event is recording but has not completed
/// recording when hipEventDestroy() is called, the function will return immediately". hip-tests: null is
/// hipErrorInvalidResourceHandle, a destroyed event hipErrorContextIsDestroyed.
pub fn destroy(id: Id<Event>) -> HipResult {
    if id.raw() == 0 {
        return Err(HipError::InvalidHandle.because("the event is null"));
    }
    let gone = runtime::live::<Event>()?.remove(id);
    gone.map(drop).ok_or_else(|| id.missing(HipError::ContextIsDestroyed))
}

impl Stream {
    /// `hipStreamWaitEvent`: "all future work submitted to stream will wait until event reports completion". An event
    /// that was never recorded is complete.
    pub fn wait_event(&self, event: &Event) -> HipResult {
        if self.part.wait(event.captured(), self.is_legacy())? {
            return Ok(());
        }
        if let Some(shared) = event.shared() {
            return self.record(|stream| shared.wait_in(stream));
        }
        let Some((device, point)) = event.place() else { return Ok(()) };
        if device != self.device_index() {
            // Timelines do not cross devices: the host orders the two.
            return self.checked(point.wait());
        }
        self.record(|stream| stream.wait_for(&point))?;
        self.note_wait(point.past());
        Ok(())
    }
}

impl Event {
    /// An event of a device, not recorded.
    pub fn new(device: usize, flags: u32) -> HipResult<Event> {
        let known = BLOCKING_SYNC
            | DISABLE_TIMING
            | INTERPROCESS
            | DISABLE_SYSTEM_FENCE
            | RELEASE_TO_DEVICE
            | RELEASE_TO_SYSTEM;
        let releases = flags & (RELEASE_TO_DEVICE | RELEASE_TO_SYSTEM);
        if flags & !known != 0 || releases.count_ones() > 1 {
            return Err(HipError::InvalidValue.because(format_args!("event flags {flags:#x}")));
        }
        if flags & INTERPROCESS != 0 {
            // HIP: "hipEventDisableTiming flag must be set" with it.
            if flags & DISABLE_TIMING == 0 {
                return Err(HipError::InvalidValue.because("an interprocess event must have timing disabled"));
            }
            let shared = SharedEvent::new(&runtime::device(device as i32)?.vk)?;
            return Ok(Event { flags, ..Event::opened(device, shared) });
        }
        Ok(Event { flags, ..Event::plain(device) })
    }

    fn plain(device: usize) -> Event {
        let (recording, captured) = (Mutex::new(Rank::Event, None), Mutex::new(Rank::Event, None));
        Event { flags: 0, device, recording, captured, shared: None }
    }

    /// An event of another process. HIP: "behaves like a locally created event with the hipEventDisableTiming flag specified".
    pub fn opened(device: usize, shared: SharedEvent) -> Event {
        Event { flags: DISABLE_TIMING | INTERPROCESS, shared: Some(shared), ..Event::plain(device) }
    }

    /// What other processes see of it.
    pub fn shared(&self) -> Option<&SharedEvent> {
        self.shared.as_ref()
    }

    /// `hipIpcGetEventHandle`. hip-tests: hipErrorInvalidResourceHandle for an event that was not made for it.
    pub fn ipc_handle(&self) -> HipResult<[u8; HANDLE_BYTES]> {
        let shared = self.shared.as_ref();
        shared
            .map(SharedEvent::handle)
            .ok_or_else(|| HipError::InvalidHandle.because("the event is of this process alone"))
    }

    /// The number of the device that it was last recorded on; of its own before.
    fn device_index(&self) -> usize {
        self.recording.lock().as_ref().map_or(self.device, |recording| recording.device)
    }

    /// The number of the device that it was last recorded on, and its place in a stream of that; `None` before it was recorded.
    pub fn place(&self) -> Option<(usize, vk::Point)> {
        self.recording.lock().as_ref().map(|recording| (recording.device, recording.point.clone()))
    }

    /// Its place in a stream; `None` before it was recorded.
    pub fn point(&self) -> Option<vk::Point> {
        self.place().map(|(_, point)| point)
    }

    /// Its place in a capture that goes on, if it was recorded there.
    pub fn captured(&self) -> Option<(Arc<Capture>, Nodes)> {
        let mut captured = self.captured.lock();
        if captured.as_ref().is_none_or(|(capture, _)| capture.status() != capturing::NONE) {
            return captured.clone();
        }
        let over = captured.take();
        // Behind the lock: what it made and nobody got goes with it.
        drop(captured);
        drop(over);
        None
    }

    /// HIP: hipErrorCapturedEvent, "the operation is not permitted on an event which was last recorded in a capturing stream".
    fn refuse_while_captured(&self, call: &str) -> HipResult {
        match self.captured() {
            Some((capture, _)) => Err(capture.refuse(HipError::CapturedEvent, call)),
            None => Ok(()),
        }
    }

    /// `hipEventRecord`. HIP: "the event and the stream must be on the same device", hipErrorInvalidHandle otherwise.
    pub fn record_in(&self, stream: &Stream) -> HipResult {
        if stream.device_index() != self.device {
            return Err(HipError::InvalidHandle.because("event and stream belong to different devices"));
        }
        self.record(stream)
    }

    /// The same in any stream, as a graph's node does: it may name an event of another device than the graph is launched on (hip-tests
    /// "SetEvent_Positive_DifferentDevices").
    pub fn record(&self, stream: &Stream) -> HipResult {
        let device = stream.device_index();
        if let Some(capture) = stream.capture() {
            capture.check()?;
            let before = self.captured.lock().replace((Arc::clone(&capture), capture.position(stream.number)));
            drop(before);
            return Ok(());
        }
        let before = self.captured.lock().take();
        drop(before);
        runtime::get()?.devices.get(device).ok_or(HipError::InvalidDevice)?.logs.seal_for_event();
        let timed = self.flags & DISABLE_TIMING == 0;
        let recording = stream.record(|vk| {
            let timestamp = match timed.then(|| vk.device().timestamp()) {
                None | Some(Err(vk::VkError::Unsupported { .. })) => {
                    return Ok(Recording { device, point: vk.point(), time: None });
                }
                Some(timestamp) => timestamp?,
            };
            let (point, written) = vk.timestamp(&timestamp)?;
            Ok(Recording { device, point, time: Some(Time { timestamp, written }) })
        })?;
        let shown = self.shared.as_ref().map_or(Ok(()), |shared| {
            let number = shared.begin();
            stream.record(|vk| shared.complete_in(vk, number)).inspect_err(|_| shared.give_up(number))
        });
        *self.recording.lock() = Some(recording);
        shown
    }

    /// `hipEventQuery`: `NotReady` while the work before it runs.
    pub fn query(&self) -> HipResult {
        self.refuse_while_captured("hipEventQuery")?;
        match self.point() {
            Some(point) if !point.is_done()? => Err(HipError::NotReady),
            _ if self.shared.as_ref().is_some_and(|shared| !shared.is_done()) => Err(HipError::NotReady),
            Some(_) => device_log::show_of(self.device_index()),
            None => Ok(()),
        }
    }

    /// `hipEventSynchronize`: "Wait for an event to complete … If hipEventRecord() has not been called on event, this
    /// function returns immediately."
    pub fn synchronize(&self) -> HipResult {
        self.refuse_while_captured("hipEventSynchronize")?;
        if let (Some(shared), None) = (&self.shared, self.point()) {
            shared.wait();
        }
        match self.point() {
            Some(point) => {
                let waited = point.wait().map_err(HipError::from);
                if let (Some(shared), Ok(())) = (&self.shared, waited) {
                    shared.wait();
                }
                if let Some(device) = runtime::get()?.devices.get(self.device_index()) {
                    device.pools.synchronised();
                }
                waited.and(device_log::show_of(self.device_index()))
            }
            None => Ok(()),
        }
    }

    /// `hipEventElapsedTime` from `start` to `self`. HIP: hipErrorInvalidHandle if one was not recorded or has timing
    /// disabled; hipErrorNotReady if one is not complete.
    pub fn since(&self, start: &Event) -> HipResult<Duration> {
        self.milliseconds_since(start).map(|ms| Duration::from_secs_f64(f64::from(ms.max(0.0)) / 1000.0))
    }

    /// The same in HIP's unit; negative if `self` came first.
    pub fn milliseconds_since(&self, start: &Event) -> HipResult<f32> {
        if self.device_index() != start.device_index() {
            return Err(HipError::InvalidHandle.because("the events belong to different devices"));
        }
        start.refuse_while_captured("hipEventElapsedTime")?;
        self.refuse_while_captured("hipEventElapsedTime")?;
        let time = |event: &Event| -> HipResult<(vk::Point, Time)> {
            if event.flags & DISABLE_TIMING != 0 {
                return Err(HipError::InvalidHandle.because("an event has timing disabled"));
            }
            let recording = event.recording.lock().clone();
            let recording = recording.ok_or_else(|| HipError::InvalidHandle.because("an event was never recorded"))?;
            let time = recording.time.ok_or_else(|| HipError::NotSupported.because("the device has no timestamps"))?;
            Ok((recording.point, time))
        };
        let ((start_point, start), (stop_point, stop)) = (time(start)?, time(self)?);
        if !start_point.is_done()? || !stop_point.is_done()? {
            return Err(HipError::NotReady);
        }
        for time in [&start, &stop] {
            time.timestamp.wait(&time.written)?;
        }
        let nanoseconds = stop.timestamp.since(&start.timestamp)?.ok_or(HipError::NotReady)?;
        Ok((nanoseconds / 1e6) as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::{DISABLE_TIMING, Event, HipError, INTERPROCESS, RELEASE_TO_DEVICE, RELEASE_TO_SYSTEM};

    fn refused(flags: u32) -> Option<HipError> {
        Event::new(0, flags).err()
    }

    #[test]
    fn contradictory_and_unknown_flags_are_invalid_values() {
        for flags in [INTERPROCESS, RELEASE_TO_DEVICE | RELEASE_TO_SYSTEM, 0x10, 0x8] {
            assert_eq!(refused(flags), Some(HipError::InvalidValue), "{flags:#x}");
        }
        assert_eq!(refused(DISABLE_TIMING), None);
    }

    #[test]
    fn an_event_that_was_never_recorded_is_complete_but_has_no_time() {
        let event = Event::new(0, 0).expect("no flags");
        assert_eq!(event.query(), Ok(()));
        assert_eq!(event.synchronize(), Ok(()));
        assert_eq!(event.milliseconds_since(&event), Err(HipError::InvalidHandle));
    }
}
