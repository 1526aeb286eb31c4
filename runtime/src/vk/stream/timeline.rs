//! A timeline semaphore with a cached counter: what has completed, and waiting for more.
//!
//! Values are the sequence numbers of a stream's operations; a batch signals the number of its last one. Waiting polls first (14 us a
//! launch+sync on an H200), then polls and gives way to other threads, and only after some milliseconds blocks in the driver, unless the
//! program asked for that (`Device::set_blocking_waits`): a blocked thread wakes up 30 to 250 us late, more than many kernels run.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ash::vk;

use super::idle::Idle;
use super::marks::Marks;
use crate::vk::device::raw::RawDevice;
use crate::vk::error::{VkError, map_oom, map_oom_lost};
use crate::vk::exit;
use crate::vk::lavapipe::lane::{Lane, OTHERS};

/// How long the first blocking wait lasts before the thread looks whether the device was lost or the work was dropped; the next twice as long.
const FIRST_SLICE: Duration = Duration::from_millis(4);
/// The longest.
const SLICE: Duration = Duration::from_millis(500);
/// The same where the end of the process waits for it.
const SHORT_SLICE: Duration = Duration::from_millis(50);
/// The same for a value within a batch, whose mark wakes nobody.
const MARK_SLICE: Duration = Duration::from_micros(250);

/// How long a wait has lasted, and how long of that nothing was completed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waited {
    pub so_far: Duration,
    pub without_news: Duration,
}

/// A timeline semaphore.
#[derive(Debug)]
pub(in crate::vk) struct Timeline {
    pub(super) semaphore: vk::Semaphore,
    /// The counterparts on other lanes: a stream's values grow through all, so the largest counter counts.
    others: [OnceLock<vk::Semaphore>; OTHERS],
    completed: AtomicU64,
    /// Values that were dropped (`dropping`): complete when the one before the first of them is.
    skipped: [AtomicU64; 2],
    /// Values within batches.
    pub(super) marks: Marks,
}

impl Timeline {
    /// One that has reached a value: 0, unless it is what another stream has left.
    pub(in crate::vk) fn new(device: &RawDevice, idle: &Idle) -> Result<(Self, u64), VkError> {
        let (semaphore, value) = match idle.timeline() {
            Some(left) => left,
            None => (create(&device.raw)?, 0),
        };
        let this = Self {
            semaphore,
            others: Default::default(),
            completed: AtomicU64::new(value),
            skipped: Default::default(),
            marks: Marks::default(),
        };
        Ok((this, value))
    }

    /// The semaphore that a lane's batches signal. The caller holds the stream's lock.
    pub(super) fn semaphore_of(&self, device: &RawDevice, lane: Lane) -> Result<vk::Semaphore, VkError> {
        let Some(number) = lane.number() else {
            return Ok(self.semaphore);
        };
        if let Some(&semaphore) = self.others[number].get() {
            return Ok(semaphore);
        }
        let semaphore = create(device.lane(lane)?)?;
        Ok(*self.others[number].get_or_init(|| semaphore))
    }

    /// What comes behind `from`, up to `to`, will not be signalled: it is complete when that is. The caller holds the stream's lock.
    pub(super) fn skip(&self, from: u64, to: u64) {
        let [first, last] = &self.skipped;
        // What was dropped before, with nothing submitted between, is dropped with it.
        if from > last.load(Ordering::Acquire) || last.load(Ordering::Acquire) == 0 {
            first.store(from, Ordering::Release);
        }
        last.store(to, Ordering::Release);
    }

    /// The value whose signal says that `value` is complete.
    pub(super) fn signal_of(&self, value: u64) -> u64 {
        let [first, last] = self.skipped.each_ref().map(|bound| bound.load(Ordering::Acquire));
        if value <= last { value.min(first) } else { value }
    }

    /// What is complete where `signalled` is.
    fn completed_by(&self, signalled: u64) -> u64 {
        let [first, last] = self.skipped.each_ref().map(|bound| bound.load(Ordering::Acquire));
        if signalled >= first { signalled.max(last) } else { signalled }
    }

    /// The semaphores on other lanes than the main one.
    fn others(&self) -> impl Iterator<Item = (Lane, vk::Semaphore)> {
        self.others.iter().enumerate().filter_map(|(n, semaphore)| Some((Lane::other(n), *semaphore.get()?)))
    }

    /// What was complete when somebody last looked; never asks the driver.
    pub(in crate::vk) fn known(&self) -> u64 {
        self.completed.load(Ordering::Acquire)
    }

    /// What has been signalled, on any lane. Marks within batches may be ahead of it.
    fn counter(&self, device: &RawDevice) -> Result<u64, VkError> {
        // SAFETY: the semaphore lives as long as `self`.
        let value = unsafe { device.raw.get_semaphore_counter_value(self.semaphore) };
        let mut value = value.map_err(map_oom_lost("vkGetSemaphoreCounterValue"))?;
        for (lane, semaphore) in self.others() {
            // SAFETY: as above.
            let other = unsafe { device.lane(lane)?.get_semaphore_counter_value(semaphore) };
            value = value.max(other.map_err(map_oom_lost("vkGetSemaphoreCounterValue"))?);
        }
        if value == u64::MAX {
            // Drivers report a lost device so.
            return Err(VkError::DeviceLost { kernel: None });
        }
        Ok(value)
    }

    /// Whether `value` has been signalled. Unlike [`Timeline::reached`] it does not heed marks: a batch that has passed the mark at its end
    /// may have its signal still to come, and who signals a larger value before makes that one go backwards.
    pub(super) fn is_signalled(&self, device: &RawDevice, value: u64) -> Result<bool, VkError> {
        Ok(self.counter(device)? >= self.signal_of(value))
    }

    /// Waits until `value` is signalled, which has been seen complete: a moment, where a mark was seen.
    pub(super) fn settle(&self, device: &RawDevice, value: u64) -> Result<(), VkError> {
        while device.info.quirks.marks_points && !self.is_signalled(device, value)? {
            device.check_lost()?;
            std::thread::yield_now();
        }
        Ok(())
    }

    /// Asks the driver what is complete.
    pub(super) fn poll(&self, device: &RawDevice) -> Result<u64, VkError> {
        let mut value = self.completed_by(self.counter(device)?);
        if device.info.quirks.marks_points {
            value = self.marks.passed(device, value)?;
        }
        // A mark that another thread saw is not there any more.
        Ok(self.completed.fetch_max(value, Ordering::AcqRel).max(value))
    }

    /// Whether `value` is complete, asking the driver only if it was not before.
    pub(super) fn reached(&self, device: &RawDevice, value: u64) -> Result<bool, VkError> {
        Ok(self.known() >= value || self.poll(device)? >= value)
    }

    /// Waits until `value`, which a batch of `lane` signals, is complete. `alive` is asked from time to time whether it can
    /// still come, and told how long that is.
    pub(super) fn wait(
        &self,
        device: &RawDevice,
        value: u64,
        lane: Lane,
        alive: impl Fn(Waited) -> Result<(), VkError>,
    ) -> Result<(), VkError> {
        if self.spin(device, value)? {
            return Ok(());
        }
        let semaphores = [self.semaphore_of(device, lane)?];
        let raw = device.lane(lane)?;
        let values = [self.signal_of(value)];
        let info = vk::SemaphoreWaitInfo::default().semaphores(&semaphores).values(&values);
        let start = Instant::now();
        let mut news = (self.known(), start);
        let (mut slice, most) = match self.marks.holds(value) {
            true => (MARK_SLICE, MARK_SLICE),
            false if device.info.quirks.ends_at_exit => (FIRST_SLICE, SHORT_SLICE),
            false => (FIRST_SLICE, SLICE),
        };
        loop {
            // SAFETY: the semaphore lives as long as `self`; the arrays live through the call.
            let result = exit::waiting(|| unsafe { raw.wait_semaphores(&info, slice.as_nanos() as u64) });
            match result {
                Ok(()) => {
                    self.completed.fetch_max(value, Ordering::AcqRel);
                    return Ok(());
                }
                Err(vk::Result::TIMEOUT) => {
                    let seen = self.poll(device)?;
                    if seen >= value {
                        return Ok(());
                    }
                    if seen != news.0 {
                        news = (seen, Instant::now());
                    }
                    device.check_lost()?;
                    alive(Waited { so_far: start.elapsed(), without_news: news.1.elapsed() })?;
                    slice = (slice * 2).min(most);
                }
                Err(result) => return Err(map_oom_lost("vkWaitSemaphores")(result)),
            }
        }
    }

    fn spin(&self, device: &RawDevice, value: u64) -> Result<bool, VkError> {
        if self.reached(device, value)? {
            return Ok(true);
        }
        let spin = Duration::from_micros(device.info.quirks.spin_us);
        let limit =
            if device.blocks_when_waiting() { spin } else { spin + Duration::from_micros(device.info.quirks.yield_us) };
        let start = Instant::now();
        loop {
            let waited = start.elapsed();
            if waited >= limit {
                return Ok(false);
            }
            if waited < spin {
                (0..device.info.quirks.spin_pause).for_each(|_| std::hint::spin_loop());
            } else {
                std::thread::yield_now();
            }
            if exit::waiting(|| self.poll(device))? >= value {
                return Ok(true);
            }
        }
    }

    /// Waits until `value`, which a batch of `lane` signals, is signalled, whichever calls fail on the way, unless the device is lost: what
    /// uses it is to be destroyed. There are two ways to find out; one of them fails at a time, or memory comes back.
    pub(super) fn outlast(&self, device: &RawDevice, value: u64, lane: Lane) {
        let semaphore = self.semaphore_of(device, lane).unwrap_or(self.semaphore);
        let (semaphores, values) = ([semaphore], [self.signal_of(value)]);
        let info = vk::SemaphoreWaitInfo::default().semaphores(&semaphores).values(&values);
        while device.check_lost().is_ok() {
            match self.is_signalled(device, value) {
                Ok(true) => break,
                Err(VkError::DeviceLost { .. }) => return,
                _ => {}
            }
            // SAFETY: as in `wait`.
            let waited =
                device.lane(lane).map(|raw| unsafe { raw.wait_semaphores(&info, SHORT_SLICE.as_nanos() as u64) });
            match waited {
                Ok(Ok(())) => break,
                Ok(Err(vk::Result::ERROR_DEVICE_LOST)) | Err(_) => return,
                Ok(Err(_)) => std::thread::yield_now(),
            }
        }
        self.completed.fetch_max(self.completed_by(self.signal_of(value)), Ordering::AcqRel);
    }

    /// Signals from the host: a host function has run, or a value has come. Values must grow: what is before it [`Timeline::is_signalled`].
    pub(in crate::vk) fn signal(&self, device: &RawDevice, value: u64) -> Result<(), VkError> {
        let info = vk::SemaphoreSignalInfo::default().semaphore(self.semaphore).value(value);
        // SAFETY: the semaphore lives as long as `self`; everything before `value` has completed and nothing after it
        // has been submitted (`stream::submission`), so the value lies between the counter and any pending signal.
        unsafe { device.raw.signal_semaphore(&info) }.map_err(map_oom_lost("vkSignalSemaphore"))?;
        self.completed.fetch_max(value, Ordering::AcqRel);
        Ok(())
    }

    /// Leaves what another stream can use and destroys the rest. `last` is the last value there was.
    pub(in crate::vk) fn destroy(&self, device: &RawDevice, idle: &Idle, last: u64) {
        self.marks.destroy(device);
        // What is dropped, or signalled by other lanes, this semaphore does not count.
        // SAFETY: the semaphore lives as long as `self`.
        let reached = unsafe { device.raw.get_semaphore_counter_value(self.semaphore) } == Ok(last);
        if !(reached && device.check_lost().is_ok() && idle.keep_timeline(self.semaphore, last)) {
            // SAFETY: the owner (`Stream::drop`) has waited until the last value was signalled; no submission refers to the semaphore.
            unsafe { device.raw.destroy_semaphore(self.semaphore, None) };
        }
        for (lane, semaphore) in self.others() {
            if let Ok(raw) = device.lane(lane) {
                // SAFETY: as above.
                unsafe { raw.destroy_semaphore(semaphore, None) };
            }
        }
    }
}

/// A timeline semaphore at 0.
pub(in crate::vk) fn create(device: &ash::Device) -> Result<vk::Semaphore, VkError> {
    let mut kind = vk::SemaphoreTypeCreateInfo::default().semaphore_type(vk::SemaphoreType::TIMELINE).initial_value(0);
    let info = vk::SemaphoreCreateInfo::default().push_next(&mut kind);
    // SAFETY: `info` is complete; timelineSemaphore is a required feature.
    unsafe { device.create_semaphore(&info, None) }.map_err(map_oom("vkCreateSemaphore"))
}
