//! Kernel launches and timestamps: recording them into a stream's open batch.

use std::sync::Arc;
use std::time::Instant;

use ash::vk;

use super::command::{Batch, Keep, Kind};
use super::fifo::{State, Stream};
use super::point::Point;
use super::query::Timestamp;
use crate::trace::Work;
use crate::vk::error::VkError;
use crate::vk::lavapipe::lane::{self, Lane};
use crate::vk::lavapipe::waiting_lane;
use crate::vk::memory::allocation::At;
use crate::vk::pipeline::compute::Pipeline;

/// How a kernel gets its arguments.
#[derive(Debug, Clone, Copy)]
pub enum Arguments<'a> {
    /// As push constants; a multiple of 4 bytes, at most `Limits::push_bytes`.
    Push(&'a [u8]),
    /// Copied to memory; the kernel gets the block's address as its only push constant (8 bytes).
    Block(&'a [u8]),
}

/// A storage buffer for one binding of a WGSL or GLSL kernel.
#[derive(Debug, Clone, Copy)]
pub struct BufferBinding<'a> {
    /// Binding number in set 0.
    pub binding: u32,
    /// Where the buffer starts; its address must be a multiple of 256.
    pub at: At<'a>,
    /// Its size in bytes, at most `Limits::binding_bytes`.
    pub size: u64,
}

/// One launch.
#[derive(Debug, Clone, Copy)]
pub struct Dispatch<'a> {
    /// The kernel.
    pub pipeline: &'a Arc<Pipeline>,
    /// Blocks per dimension; any number, split into several dispatches above the device's limit. None at all is a dispatch too:
    /// llvmpipe compiles a kernel at its first, whatever its size.
    pub groups: [u32; 3],
    /// Arguments.
    pub arguments: Arguments<'a>,
    /// Buffers, for pipelines made with bindings.
    pub bindings: &'a [BufferBinding<'a>],
    /// No more blocks than these may run at a time; those of lower numbers go first.
    pub at_once: Option<u32>,
}

impl<'a> Dispatch<'a> {
    /// Without bindings, and as many blocks at a time as the device likes.
    pub fn new(pipeline: &'a Arc<Pipeline>, groups: [u32; 3], arguments: Arguments<'a>) -> Dispatch<'a> {
        Dispatch { pipeline, groups, arguments, bindings: &[], at_once: None }
    }

    /// The kernel and its blocks, if there are more than are under way at once.
    fn crowd(&self, at_once: Option<u32>) -> Option<(String, u64)> {
        let blocks = self.groups.iter().map(|&n| u64::from(n)).product();
        at_once.is_some_and(|most| blocks > u64::from(most)).then(|| (self.pipeline.name().to_owned(), blocks))
    }

    /// For the trace.
    fn work(&self) -> Work {
        let (name, block) = (self.pipeline.name().to_owned(), self.pipeline.block());
        Work::Kernel { name, grid: self.groups, block }
    }
}

impl Stream {
    /// Records a launch. Returns before it runs; errors of the work itself appear when somebody waits.
    pub fn dispatch(self: &Arc<Self>, dispatch: &Dispatch<'_>) -> Result<(), VkError> {
        self.dispatch_as(dispatch, || dispatch.work())
    }

    /// The same for a kernel of our own, which the trace knows as something else.
    pub fn dispatch_as(self: &Arc<Self>, dispatch: &Dispatch<'_>, work: impl FnOnce() -> Work) -> Result<(), VkError> {
        if let Arguments::Push(bytes) = dispatch.arguments {
            self.check_push(bytes)?;
        }
        let mut guard = self.lock();
        let state = &mut *guard;
        let lane = match &mut state.taping {
            Some(taping) => {
                let bindings = !dispatch.bindings.is_empty();
                let small = dispatch.groups == [1; 3] && !bindings;
                taping.lane_of(&self.device, dispatch.pipeline, small, bindings)?
            }
            None => {
                let lane = self.choose_lane(state, dispatch);
                self.compile_first(state, dispatch, lane)?;
                lane
            }
        };
        let waits = dispatch.pipeline.waits && self.device.has_one_queue() && lane == Lane::Main;
        if waits && state.open.as_ref().is_some_and(|batch| batch.waits_since.is_none()) {
            // What came before it is not to be held back with it.
            self.cut(state)?;
        }
        self.open_on(state, lane)?;
        let Some(batch) = state.open.as_mut() else {
            return Err(VkError::Invalid("no open batch"));
        };
        batch.polls |= dispatch.pipeline.waits;
        if dispatch.pipeline.waits && batch.crowd.is_none() {
            batch.crowd = dispatch.crowd(self.device.workgroups_at_once);
        }
        if waits {
            batch.waits_since.get_or_insert_with(Instant::now);
        }
        let block;
        let push = match dispatch.arguments {
            Arguments::Push(bytes) => bytes,
            Arguments::Block(bytes) => {
                let (address, chunk) = state.parameters.place(&self.device, batch.keeps_parameters, bytes)?;
                if let Some(chunk) = chunk {
                    batch.keep(Keep::Memory(chunk));
                    batch.keeps_parameters = true;
                }
                block = address.to_le_bytes();
                &block[..]
            }
        };
        self.push_bindings(batch, dispatch)?;
        batch.order(&self.device, Kind::Compute);
        batch.bind(&self.device, dispatch.pipeline)?;
        dispatch.pipeline.flight().note_grid(dispatch.groups);
        let span = batch.begin_span(&self.device, work)?;
        let (raw, commands) = (self.device.lane(lane)?, batch.recorder.commands);
        let layout = self.device.door(lane).map_or(dispatch.pipeline.layout, |open| open.layout);
        if dispatch.pipeline.textures {
            let sets = [self.device.texture_table()?.set];
            // SAFETY: the command buffer is being recorded under the stream's lock; such pipelines have the table's layout
            // and never go to another lane.
            unsafe {
                raw.cmd_bind_descriptor_sets(commands, vk::PipelineBindPoint::COMPUTE, layout, 0, &sets, &[]);
            }
        }
        if !push.is_empty() {
            // SAFETY: the command buffer is being recorded under the stream's lock; length and alignment were checked.
            unsafe {
                raw.cmd_push_constants(commands, layout, vk::ShaderStageFlags::COMPUTE, 0, push);
            }
        }
        self.dispatch_pieces(raw, batch, dispatch);
        batch.end_span(&self.device, span)?;
        self.recorded(state)
    }

    /// Records the pieces of a grid; `raw` is the lane's device, where everything else is bound and pushed.
    fn dispatch_pieces(&self, raw: &ash::Device, batch: &mut Batch, dispatch: &Dispatch<'_>) {
        let [x, y, z] = dispatch.groups;
        let groups = [x.div_ceil(dispatch.pipeline.blocks), y, z];
        let limit = self.device.info.limits.groups;
        let limit = dispatch.at_once.map_or(limit, |most| portion(groups, limit, most));
        for (nth, ([x, y, z], [w, h, d])) in pieces(groups, limit).enumerate() {
            if dispatch.at_once.is_some() && nth > 0 {
                batch.order(&self.device, Kind::Compute);
            }
            // SAFETY: the command buffer is being recorded, a pipeline made with DISPATCH_BASE is bound, and base and
            // size are within the limits.
            unsafe { raw.cmd_dispatch_base(batch.recorder.commands, x, y, z, w, h, d) };
        }
    }

    /// One-block launches in a long row go to the serial lane, kernels that wait to a waiting one, where there are such lanes (`lane`); all
    /// others to the main one.
    fn choose_lane(&self, state: &mut State, dispatch: &Dispatch<'_>) -> Lane {
        if dispatch.pipeline.waits {
            state.small_run = 0;
            return self.waiting_lane(dispatch.pipeline).unwrap_or(Lane::Main);
        }
        if dispatch.groups != [1; 3] || !dispatch.bindings.is_empty() {
            state.small_run = 0;
            return Lane::Main;
        }
        state.small_run = state.small_run.saturating_add(1);
        match self.device.serial.count(&self.device.info) {
            Some(open)
                if state.small_run > lane::RUN
                    && !(self.device.serial.flushes && dispatch.pipeline.has_floats)
                    && dispatch.pipeline.is_made_for(Lane::Serial, open) =>
            {
                Lane::Serial
            }
            _ => Lane::Main,
        }
    }

    /// The stream's waiting lane, if there are such lanes and the kernel can go there. Where no other stream is, nobody is held up.
    fn waiting_lane(&self, pipeline: &Pipeline) -> Option<Lane> {
        if !waiting_lane::is_possible(&self.device.info) || self.queue.is_exclusive() {
            return None;
        }
        let index = *self.waiting_lane.get_or_init(|| self.device.waiting.take());
        let open = self.device.waiting.open(index, &self.device.info)?;
        Some(Lane::Waiting(index)).filter(|&lane| pipeline.is_made_for(lane, open))
    }

    /// Records a timestamp: the device's time when everything before it has completed. Returns the place after the work before it, and
    /// that of the timestamp itself: at the start of a batch it is written when the batch runs, which nobody need wait for who waits
    /// for the work; so what a pair of timestamps encloses stays in one batch.
    pub fn timestamp(self: &Arc<Self>, timestamp: &Arc<Timestamp>) -> Result<(Point, Point), VkError> {
        let mut state = self.lock();
        let batch = self.open(&mut state)?;
        batch.operations += 1;
        batch.keep(Keep::Timestamp(Arc::clone(timestamp)));
        // SAFETY: the command buffer is being recorded under the stream's lock; the slot was reset when it was taken
        // and is written once.
        unsafe {
            self.device.raw.cmd_write_timestamp2(
                batch.recorder.commands,
                vk::PipelineStageFlags2::ALL_COMMANDS,
                timestamp.pool,
                timestamp.slot,
            );
            if let Some(memory) = &timestamp.copied_to {
                let (span, flags) = (memory.at(0).binding(memory.size())?, vk::QueryResultFlags::TYPE_64);
                self.device.raw.cmd_copy_query_pool_results(
                    batch.recorder.commands,
                    timestamp.pool,
                    timestamp.slot,
                    1,
                    span.buffer,
                    span.offset,
                    memory.size(),
                    flags | vk::QueryResultFlags::WAIT,
                );
            }
        }
        self.recorded(&mut state)?;
        let written = Point { stream: Arc::clone(self), value: state.last };
        Ok((self.point_in(&mut state), written))
    }

    fn check_push(&self, bytes: &[u8]) -> Result<(), VkError> {
        let limit = u64::from(self.device.info.limits.push_bytes);
        if bytes.len() as u64 > limit {
            return Err(VkError::Limit { what: "push constant bytes", asked: bytes.len() as u64, limit });
        }
        if !bytes.len().is_multiple_of(4) {
            return Err(VkError::Invalid("push constants come in multiples of 4 bytes"));
        }
        Ok(())
    }

    fn push_bindings(&self, batch: &mut Batch, dispatch: &Dispatch<'_>) -> Result<(), VkError> {
        if dispatch.bindings.is_empty() {
            return Ok(());
        }
        let Some(functions) = &self.device.functions.push_descriptor else {
            return Err(VkError::Unsupported { feature: "VK_KHR_push_descriptor".into() });
        };
        let limit = self.device.info.limits.binding_bytes;
        let mut buffers = Vec::with_capacity(dispatch.bindings.len());
        for binding in dispatch.bindings {
            if binding.size > limit {
                return Err(VkError::Limit { what: "bytes of a storage buffer binding", asked: binding.size, limit });
            }
            let span = binding.at.binding(binding.size)?;
            buffers.push([vk::DescriptorBufferInfo::default()
                .buffer(span.buffer)
                .offset(span.offset)
                .range(binding.size)]);
            batch.keep(Keep::Memory(Arc::clone(binding.at.memory)));
        }
        let writes: Vec<_> = dispatch
            .bindings
            .iter()
            .zip(&buffers)
            .map(|(binding, info)| {
                vk::WriteDescriptorSet::default()
                    .dst_binding(binding.binding)
                    .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
                    .buffer_info(info)
            })
            .collect();
        // SAFETY: the command buffer is being recorded under the stream's lock; the batch keeps the buffers alive; the
        // pipeline's layout was made for push descriptors with these bindings.
        unsafe {
            functions.cmd_push_descriptor_set(
                batch.recorder.commands,
                vk::PipelineBindPoint::COMPUTE,
                dispatch.pipeline.layout,
                0,
                &writes,
            );
        }
        Ok(())
    }
}

/// The largest pieces of a grid that have at most `most` groups (at least 1) each, and follow each other by their groups' numbers.
fn portion([x, y, _]: [u32; 3], limit: [u32; 3], most: u32) -> [u32; 3] {
    let w = x.min(most).min(limit[0]).max(1);
    // A piece has several rows only if it has them whole, and several layers likewise.
    let h = if w < x { 1 } else { y.min(most / w).min(limit[1]).max(1) };
    let d = if w < x || h < y { 1 } else { (most / (w * h)).min(limit[2]).max(1) };
    [w, h, d]
}

/// Splits a grid into pieces within `limit`: (first group, groups) of each.
fn pieces(groups: [u32; 3], limit: [u32; 3]) -> impl Iterator<Item = ([u32; 3], [u32; 3])> {
    let axis = move |i: usize| {
        let (total, most) = (groups[i], limit[i].max(1));
        (0..total.max(1)).step_by(most as usize).map(move |base| (base, most.min(total - base)))
    };
    axis(2).flat_map(move |(z, d)| axis(1).flat_map(move |(y, h)| axis(0).map(move |(x, w)| ([x, y, z], [w, h, d]))))
}

#[cfg(test)]
mod tests {
    use super::{pieces, portion};

    #[test]
    fn a_grid_within_the_limits_is_one_piece() {
        let all: Vec<_> = pieces([7, 5, 3], [65535; 3]).collect();
        assert_eq!(all, [([0, 0, 0], [7, 5, 3])]);
    }

    #[test]
    fn a_grid_of_no_groups_is_one_empty_piece() {
        let all: Vec<_> = pieces([0, 0, 3], [4, 3, 2]).map(|(_, size)| size.iter().product::<u32>()).collect();
        assert!(!all.is_empty() && all.iter().all(|&groups| groups == 0));
        assert_eq!(pieces([0; 3], [65535; 3]).count(), 1);
    }

    #[test]
    fn portions_are_filled_by_rows_and_follow_each_other() {
        const LIMIT: [u32; 3] = [65535; 3];
        for (grid, of) in
            [([9, 1, 1], [4, 1, 1]), ([3, 5, 1], [3, 1, 1]), ([2, 5, 1], [2, 2, 1]), ([1, 2, 7], [1, 2, 2])]
        {
            let limit = portion(grid, LIMIT, 4);
            assert_eq!(limit, of, "{grid:?}");
            let number = |[x, y, z]: [u32; 3]| x + grid[0] * (y + grid[1] * z);
            let mut next = 0;
            for (base, size) in pieces(grid, limit) {
                assert!(size.iter().product::<u32>() <= 4);
                assert_eq!(number(base), next);
                next += size.iter().product::<u32>();
            }
            assert_eq!(next, grid.iter().product::<u32>());
        }
    }

    #[test]
    fn pieces_cover_every_group_exactly_once() {
        let mut seen = std::collections::HashSet::new();
        for ([x, y, z], [w, h, d]) in pieces([10, 4, 5], [4, 3, 2]) {
            assert!(w <= 4 && h <= 3 && d <= 2);
            for (i, j, k) in (x..x + w).flat_map(|i| (y..y + h).flat_map(move |j| (z..z + d).map(move |k| (i, j, k)))) {
                assert!(seen.insert((i, j, k)));
            }
        }
        assert_eq!(seen.len(), 200);
    }
}
