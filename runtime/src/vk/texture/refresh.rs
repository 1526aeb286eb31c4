//! Fills an image from linear memory, in a stream.
//!
//! A refresh always writes the whole image, so the old contents are discarded. Before and behind it the image is in the layout that
//! shaders read. Called by `hip::image::shadow`.

use std::sync::Arc;

use ash::vk;

use super::image::{Image, whole};
use crate::trace::Work;
use crate::vk::error::VkError;
use crate::vk::memory::allocation::At;
use crate::vk::stream::command::{Keep, Kind};
use crate::vk::stream::fifo::Stream;

impl Stream {
    /// Records copying memory to an image: texels from `from` on, rows `row` texels apart. Kernels that this device's
    /// streams run behind it see it; earlier ones that sample the image must be complete or of this stream.
    pub fn refresh(self: &Arc<Self>, image: &Arc<Image>, from: At<'_>, row: u32, texel: u64) -> Result<(), VkError> {
        let [width, height] = image.size;
        let bytes = (u64::from(row) * u64::from(height - 1) + u64::from(width)) * texel;
        let span = from.binding(bytes)?;
        let region = [vk::BufferImageCopy::default()
            .buffer_offset(span.offset)
            .buffer_row_length(row)
            .image_subresource(
                vk::ImageSubresourceLayers::default().aspect_mask(vk::ImageAspectFlags::COLOR).layer_count(1),
            )
            .image_extent(vk::Extent3D { width, height, depth: 1 })];
        let mut state = self.lock();
        let batch = self.open(&mut state)?;
        batch.order(&self.device, Kind::Transfer);
        let (raw, commands) = (&self.device.raw, batch.recorder.commands);
        let written = vk::ImageLayout::TRANSFER_DST_OPTIMAL;
        let timed = batch.begin_span(&self.device, || Work::Copy("copy array to texture", bytes))?;
        image.change(raw, commands, [vk::ImageLayout::UNDEFINED, written]);
        // SAFETY: the command buffer is being recorded under the stream's lock; the region is inside the buffer
        // (`At::binding`) and is the whole image; the batch keeps both alive; rows are whole texels.
        unsafe { raw.cmd_copy_buffer_to_image(commands, span.buffer, image.raw, written, &region) };
        image.change(raw, commands, [written, vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL]);
        batch.end_span(&self.device, timed)?;
        batch.keep(Keep::Memory(Arc::clone(from.memory)));
        batch.keep(Keep::Image(Arc::clone(image)));
        self.recorded(&mut state)
    }
}

impl Image {
    /// Records the barrier between sampling and copying: the new contents follow whatever sampled or wrote the old ones.
    fn change(&self, raw: &ash::Device, commands: vk::CommandBuffer, [from, to]: [vk::ImageLayout; 2]) {
        let (compute, copy) = (vk::PipelineStageFlags2::COMPUTE_SHADER, vk::PipelineStageFlags2::ALL_TRANSFER);
        let barrier = vk::ImageMemoryBarrier2::default().image(self.raw).subresource_range(whole());
        let barrier = if from == vk::ImageLayout::UNDEFINED {
            barrier
                .src_stage_mask(compute | copy)
                .src_access_mask(vk::AccessFlags2::TRANSFER_WRITE)
                .dst_stage_mask(copy)
                .dst_access_mask(vk::AccessFlags2::TRANSFER_WRITE)
        } else {
            barrier
                .src_stage_mask(copy)
                .src_access_mask(vk::AccessFlags2::TRANSFER_WRITE)
                .dst_stage_mask(compute | copy)
                .dst_access_mask(vk::AccessFlags2::SHADER_SAMPLED_READ | vk::AccessFlags2::TRANSFER_WRITE)
        };
        let barriers = [barrier
            .old_layout(from)
            .new_layout(to)
            .src_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
            .dst_queue_family_index(vk::QUEUE_FAMILY_IGNORED)];
        let info = vk::DependencyInfo::default().image_memory_barriers(&barriers);
        // SAFETY: the command buffer is being recorded under the stream's lock; the image is kept by the batch.
        unsafe { raw.cmd_pipeline_barrier2(commands, &info) };
    }
}
