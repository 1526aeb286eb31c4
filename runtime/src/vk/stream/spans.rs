//! What a batch's operations are and when they ran, for the trace: two timestamps around each, read when the batch is complete.
//!
//! Timestamps wait for the operation before them, as the operations of a stream do anyway, so tracing changes no order and nobody waits for them.
//! Each command buffer has its own (`stamps`), recycled with it. Called where operations are recorded (`launch`, `transfer`, `tape`,
//! `long_wait`) and by `fifo` when a batch retires.

use std::sync::Arc;

use ash::vk;

use super::command::Batch;
use super::fifo::Stream;
use super::stamps::{Span, Stamps};
use crate::clock::monotonic_ns;
use crate::trace::{self, Operation, Track, Work};
use crate::vk::device::calibration::{self, Moment};
use crate::vk::device::logical::Device;
use crate::vk::device::raw::RawDevice;
use crate::vk::error::VkError;

impl Batch {
    /// Call in front of an operation's commands, behind `order`; what it returns goes to [`Batch::end_span`].
    pub(in crate::vk) fn begin_span(
        &mut self,
        device: &Arc<Device>,
        work: impl FnOnce() -> Work,
    ) -> Result<Option<Span>, VkError> {
        if !trace::is_recording() {
            return Ok(None);
        }
        // What is recorded to be executed often has no times of its own.
        if self.recorder.level == vk::CommandBufferLevel::SECONDARY || device.queues[0].timestamp_bits == 0 {
            return Ok(None);
        }
        Operation::new(work).map(|operation| self.open_span(device, operation)).transpose()
    }

    #[cold]
    fn open_span(&mut self, device: &Arc<Device>, operation: Operation) -> Result<Span, VkError> {
        let stamps = match &mut self.stamps {
            Some(stamps) => stamps,
            none => none.insert(Stamps::new(device, &mut self.recorder)?),
        };
        let first = stamps.take();
        // A batch that has no room for two more ends.
        self.ends_here |= stamps.are_all_taken();
        stamps.write(device, &self.recorder, first)?;
        Ok(Span { operation, first })
    }

    /// Call behind the operation's commands.
    pub(in crate::vk) fn end_span(&mut self, device: &RawDevice, span: Option<Span>) -> Result<(), VkError> {
        if let (Some(span), Some(stamps)) = (span, &self.stamps) {
            stamps.write(device, &self.recorder, span.first + 1)?;
            self.spans.push(span);
        }
        Ok(())
    }

    /// Call when nothing more is recorded, before the last barrier.
    pub(super) fn collect_stamps(&mut self, device: &Arc<Device>) -> Result<(), VkError> {
        self.stamps.as_mut().map_or(Ok(()), |stamps| stamps.collect(device, &self.recorder))
    }
}

impl Device {
    /// Before anything is timed: finds out how the device's clock and the host's compare, if the driver does not tell.
    pub(in crate::vk) fn compare_clocks(self: &Arc<Self>) -> Result<(), VkError> {
        if self.queues[0].timestamp_bits == 0 {
            log::warn!("the trace has no operations of '{}', which has no timestamps", self.info.name);
            return Ok(());
        }
        if self.moment().is_none() {
            self.set_moment(self.measured()?);
        }
        Ok(())
    }

    /// The moment of a timestamp that is submitted now.
    fn measured(self: &Arc<Self>) -> Result<Moment, VkError> {
        let stream = self.create_stream()?;
        calibration::between(self.info.limits.timestamp_period.into(), || {
            let timestamp = self.timestamp()?;
            let (_, written) = stream.timestamp(&timestamp)?;
            timestamp.wait(&written)?;
            timestamp.ticks()?.ok_or(VkError::Invalid("a timestamp that was written and is not there"))
        })
    }
}

impl Stream {
    /// Its place in the trace, and what it is called there. Before anything is recorded.
    pub fn trace_as(&self, device: usize, number: u64, name: &str) {
        let track = *self.track.get_or_init(|| Track::new(device, number));
        trace::name_stream(track, name);
    }

    /// Its place in the trace.
    pub fn track(&self) -> Track {
        *self.track.get_or_init(|| Track::own(self.device.info.index))
    }

    /// Tells the trace of a complete batch's operations. They began behind `until`, where the stream's last one ended, and ended before now, also
    /// where the comparison of the clocks is some ns off.
    pub(super) fn tell_spans(&self, until: &mut u64, batch: &mut Batch) {
        if batch.spans.is_empty() {
            return;
        }
        let seen = monotonic_ns();
        let spans = std::mem::take(&mut batch.spans);
        let ticks = batch.stamps.as_ref().and_then(|stamps| stamps.ticks(&self.device, &batch.recorder).ok());
        let (Some(ticks), Some(moment)) = (ticks, self.device.moment()) else { return };
        let (bits, period) = (self.device.queues[0].timestamp_bits, self.device.info.limits.timestamp_period);
        let at = |slot: u32| moment.to_host(ticks[slot as usize], bits, period.into());
        for span in &spans {
            let from = at(span.first).min(seen).max(*until);
            let to = at(span.first + 1).min(seen).max(from);
            *until = to;
            trace::done(self.track(), &span.operation, from, to);
        }
    }
}
