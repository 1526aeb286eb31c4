//! Marks: points within a batch, which the host sees the device pass.
//!
//! A batch signals its end alone, so a point (an event, say) ends the batch, and each costs a submission: 10 us on lavapipe where recording a
//! launch costs 1. A `VkEvent` that is set between two commands costs it next to nothing. So there a point is marked with one and the
//! batch goes on; who asks for a stream's progress looks at its marks too.
//!
//! ```text
//!   batch   launch, mark 1, launch, mark 2, copy, launch        signals 4
//! ```
//! Each mark stands behind one operation and is passed when that is complete, as commands there run one after the other
//! (`Quirks::marks_points`). Called by `fifo` (a point) and `timeline` (progress).

use std::collections::VecDeque;

use ash::vk;

use super::recorder::Recorder;
use crate::locks::{Mutex, MutexGuard, Rank};
use crate::vk::device::raw::RawDevice;
use crate::vk::error::{VkError, map_oom, map_oom_lost};
use crate::vk::lavapipe::lane::Lane;

/// The marks of a stream.
#[derive(Debug)]
pub(in crate::vk) struct Marks(Mutex<State>);

impl Default for Marks {
    fn default() -> Self {
        Self(Mutex::new(Rank::Marks, State::default()))
    }
}

#[derive(Debug, Default)]
struct State {
    /// In the order of their values, which is that in which they are passed.
    ahead: VecDeque<Mark>,
    spare: Vec<(Lane, vk::Event)>,
}

#[derive(Debug)]
struct Mark {
    value: u64,
    lane: Lane,
    event: vk::Event,
}

impl Marks {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock()
    }

    /// Marks `value`, that of the operation recorded last. Under the stream's lock; once is enough.
    pub(in crate::vk) fn set(&self, device: &RawDevice, recorder: &Recorder, value: u64) -> Result<(), VkError> {
        let mut state = self.lock();
        if state.ahead.back().is_some_and(|last| last.value >= value) {
            return Ok(());
        }
        let (lane, raw) = (recorder.lane, device.lane(recorder.lane)?);
        let event = match state.spare.iter().rposition(|(other, _)| *other == lane) {
            Some(index) => state.spare.swap_remove(index).1,
            None => {
                // SAFETY: the structure is complete.
                unsafe { raw.create_event(&vk::EventCreateInfo::default(), None) }.map_err(map_oom("vkCreateEvent"))?
            }
        };
        // SAFETY: the device has passed the event, or never saw it, and this stream alone uses it; the command buffer is being recorded.
        unsafe {
            if let Err(result) = raw.reset_event(event) {
                state.spare.push((lane, event));
                return Err(map_oom("vkResetEvent")(result));
            }
            raw.cmd_set_event(recorder.commands, event, vk::PipelineStageFlags::ALL_COMMANDS);
        }
        state.ahead.push_back(Mark { value, lane, event });
        Ok(())
    }

    /// What is complete by the marks, where everything up to `known` is: at least that.
    pub(super) fn passed(&self, device: &RawDevice, known: u64) -> Result<u64, VkError> {
        let mut state = self.lock();
        let mut passed = known;
        while let Some(mark) = state.ahead.front() {
            let status = || {
                // SAFETY: the event lives as long as the stream.
                unsafe { device.lane(mark.lane)?.get_event_status(mark.event) }
                    .map_err(map_oom_lost("vkGetEventStatus"))
            };
            if mark.value > passed && !status()? {
                break;
            }
            if let Some(mark) = state.ahead.pop_front() {
                passed = passed.max(mark.value);
                state.spare.push((mark.lane, mark.event));
            }
        }
        Ok(passed)
    }

    /// Whether `value` is marked and was not passed when somebody last looked.
    pub(super) fn holds(&self, value: u64) -> bool {
        self.lock().ahead.iter().any(|mark| mark.value == value)
    }

    /// The stream's work is complete.
    pub(in crate::vk) fn destroy(&self, device: &RawDevice) {
        let state = std::mem::take(&mut *self.lock());
        for (lane, event) in state.ahead.into_iter().map(|mark| (mark.lane, mark.event)).chain(state.spare) {
            if let Ok(raw) = device.lane(lane) {
                // SAFETY: nothing submitted refers to it any more.
                unsafe { raw.destroy_event(event, None) };
            }
        }
    }
}
