//! Kernel launches and timestamps: recording them into a stream's open batch.

use std::sync::Arc;

use ash::vk;

use super::command::{Batch, Keep, Kind};
use super::error::VkError;
use super::lane::{self, Lane};
use super::memory::At;
use super::pipeline::Pipeline;
use super::query::Timestamp;
use super::stream::{State, Stream};

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
    /// Workgroups per dimension; any number, split into several dispatches above the device's limit. None at all is a dispatch too:
    /// llvmpipe compiles a kernel at its first, whatever its size.
    pub groups: [u32; 3],
    /// Arguments.
    pub arguments: Arguments<'a>,
    /// Buffers, for pipelines made with bindings.
    pub bindings: &'a [BufferBinding<'a>],
}

impl Stream {
    /// Records a launch. Returns before it runs; errors of the work itself appear when somebody waits.
    pub fn dispatch(self: &Arc<Self>, dispatch: &Dispatch<'_>) -> Result<(), VkError> {
        if let Arguments::Push(bytes) = dispatch.arguments {
            self.check_push(bytes)?;
        }
        let mut guard = self.lock();
        let state = &mut *guard;
        let lane = self.choose_lane(state, dispatch);
        self.open_on(state, lane)?;
        let Some(batch) = state.open.as_mut() else {
            return Err(VkError::Invalid("no open batch"));
        };
        let block;
        let push = match dispatch.arguments {
            Arguments::Push(bytes) => bytes,
            Arguments::Block(bytes) => {
                block = state.parameters.place(&self.device, batch, bytes)?.to_le_bytes();
                &block[..]
            }
        };
        self.push_bindings(batch, dispatch)?;
        batch.order(&self.device, Kind::Compute);
        batch.bind(&self.device, dispatch.pipeline)?;
        let (raw, commands) = (self.device.lane(lane)?, batch.recorder.commands);
        let layout = match (lane, self.device.serial.get()) {
            (Lane::Serial, Some(serial)) => serial.layout,
            _ => dispatch.pipeline.layout,
        };
        if dispatch.pipeline.textures {
            let sets = [self.device.texture_table()?.set];
            // SAFETY: the command buffer is being recorded under the stream's lock; such pipelines have the table's layout
            // and never go to the serial lane.
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
        let limit = self.device.info.limits.groups;
        for ([x, y, z], [w, h, d]) in pieces(dispatch.groups, limit) {
            // SAFETY: the command buffer is being recorded, a pipeline made with DISPATCH_BASE is bound, and base and
            // size are within the limits.
            unsafe { raw.cmd_dispatch_base(commands, x, y, z, w, h, d) };
        }
        self.recorded(state)
    }

    /// One-block launches in a long row go to the serial lane, where there is one (`lane`); all others to the main one.
    fn choose_lane(&self, state: &mut State, dispatch: &Dispatch<'_>) -> Lane {
        if dispatch.groups != [1; 3] || !dispatch.bindings.is_empty() {
            state.small_run = 0;
            return Lane::Main;
        }
        state.small_run = state.small_run.saturating_add(1);
        match self.device.serial.count(&self.device) {
            Some(lane) if state.small_run > lane::RUN && dispatch.pipeline.has_serial(lane) => Lane::Serial,
            _ => Lane::Main,
        }
    }

    /// Records a timestamp: the device's time when everything before it has completed.
    pub fn timestamp(self: &Arc<Self>, timestamp: &Arc<Timestamp>) -> Result<(), VkError> {
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
        }
        self.recorded(&mut state)
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
            buffers.push([vk::DescriptorBufferInfo::default()
                .buffer(binding.at.memory.buffer)
                .offset(binding.at.binding_offset(binding.size)?)
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
    use super::pieces;

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
