//! A kernel that multiplies denormal floats by one in every thread of a lavapipe at once, on a device that has nothing else yet: bare Vulkan.
//!
//! The shader is `shaders/builtin/denormals.wgsl`. Called by `denormals`.

use std::cell::Cell;

use ash::vk;

use crate::builtin_shaders::DENORMALS;

/// Times that a workgroup looks for the others: about 0.1 s.
const PATIENCE: u32 = 1 << 23;
/// Threads that can be asked; llvmpipe has no more than 32 (`LP_MAX_THREADS`).
const MOST: usize = 256;
/// Bytes of the shader's `Probe` before its products, where `met` is in it, and bytes of a product.
const HEAD: usize = 32;
const MET: usize = 28;
const PRODUCT: usize = 16;

const SINGLE: u32 = 1 << 20;
const DOUBLE: u64 = 1 << 20;

/// The kernel and its memory. Handles that were not made yet are null.
pub(in crate::vk) struct Probe<'a> {
    device: &'a ash::Device,
    queue: vk::Queue,
    buffer: vk::Buffer,
    memory: vk::DeviceMemory,
    mapped: *mut u8,
    shader: vk::ShaderModule,
    set_layout: vk::DescriptorSetLayout,
    layout: vk::PipelineLayout,
    pipeline: vk::Pipeline,
    sets: vk::DescriptorPool,
    set: vk::DescriptorSet,
    pool: vk::CommandPool,
    commands: vk::CommandBuffer,
    /// Perhaps, still: its end could not be waited for.
    runs: Cell<bool>,
}

impl<'a> Probe<'a> {
    /// For a queue, with its family, that nobody else uses while the probe lives.
    pub(in crate::vk) fn new(device: &'a ash::Device, (queue, family): (vk::Queue, u32)) -> Result<Self, vk::Result> {
        let mut probe = Self {
            device,
            queue,
            buffer: vk::Buffer::null(),
            memory: vk::DeviceMemory::null(),
            mapped: std::ptr::null_mut(),
            shader: vk::ShaderModule::null(),
            set_layout: vk::DescriptorSetLayout::null(),
            layout: vk::PipelineLayout::null(),
            pipeline: vk::Pipeline::null(),
            sets: vk::DescriptorPool::null(),
            set: vk::DescriptorSet::null(),
            pool: vk::CommandPool::null(),
            commands: vk::CommandBuffer::null(),
            runs: Cell::new(false),
        };
        probe.make_memory()?;
        probe.make_pipeline()?;
        probe.make_set()?;
        probe.make_commands(family)?;
        Ok(probe)
    }

    fn make_memory(&mut self) -> Result<(), vk::Result> {
        let size = (HEAD + MOST * PRODUCT) as u64;
        let buffer = vk::BufferCreateInfo::default().size(size).usage(vk::BufferUsageFlags::STORAGE_BUFFER);
        // SAFETY: the create infos are complete; the memory is as large as the buffer asks for, and all types of a lavapipe can be mapped.
        unsafe {
            self.buffer = self.device.create_buffer(&buffer, None)?;
            let needs = self.device.get_buffer_memory_requirements(self.buffer);
            let memory = vk::MemoryAllocateInfo::default()
                .allocation_size(needs.size)
                .memory_type_index(needs.memory_type_bits.trailing_zeros());
            self.memory = self.device.allocate_memory(&memory, None)?;
            self.device.bind_buffer_memory(self.buffer, self.memory, 0)?;
            self.mapped = self.device.map_memory(self.memory, 0, size, vk::MemoryMapFlags::empty())?.cast();
        }
        Ok(())
    }

    fn make_pipeline(&mut self) -> Result<(), vk::Result> {
        let bindings = [vk::DescriptorSetLayoutBinding::default()
            .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
            .descriptor_count(1)
            .stage_flags(vk::ShaderStageFlags::COMPUTE)];
        let pushed = [vk::PushConstantRange::default().stage_flags(vk::ShaderStageFlags::COMPUTE).size(8)];
        let shader = vk::ShaderModuleCreateInfo::default().code(DENORMALS.spirv);
        let entry = std::ffi::CString::new(DENORMALS.entry).unwrap_or_default();
        // SAFETY: each create info is complete, and what it points to lives through its call; the SPIR-V is naga's, validated when built.
        unsafe {
            self.shader = self.device.create_shader_module(&shader, None)?;
            let layout = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
            self.set_layout = self.device.create_descriptor_set_layout(&layout, None)?;
            let sets = [self.set_layout];
            let layout = vk::PipelineLayoutCreateInfo::default().set_layouts(&sets).push_constant_ranges(&pushed);
            self.layout = self.device.create_pipeline_layout(&layout, None)?;
            let stage = vk::PipelineShaderStageCreateInfo::default()
                .stage(vk::ShaderStageFlags::COMPUTE)
                .module(self.shader)
                .name(&entry);
            let create = [vk::ComputePipelineCreateInfo::default().stage(stage).layout(self.layout)];
            let made = self.device.create_compute_pipelines(vk::PipelineCache::null(), &create, None);
            self.pipeline = made.map_err(|(_, result)| result)?[0];
        }
        Ok(())
    }

    fn make_set(&mut self) -> Result<(), vk::Result> {
        let sizes = [vk::DescriptorPoolSize::default().ty(vk::DescriptorType::STORAGE_BUFFER).descriptor_count(1)];
        let pool = vk::DescriptorPoolCreateInfo::default().max_sets(1).pool_sizes(&sizes);
        let layouts = [self.set_layout];
        let whole = [vk::DescriptorBufferInfo::default().buffer(self.buffer).range(vk::WHOLE_SIZE)];
        // SAFETY: as above; the pool has room for the one set, which nobody uses yet.
        unsafe {
            self.sets = self.device.create_descriptor_pool(&pool, None)?;
            let set = vk::DescriptorSetAllocateInfo::default().descriptor_pool(self.sets).set_layouts(&layouts);
            self.set = self.device.allocate_descriptor_sets(&set)?[0];
            let write = vk::WriteDescriptorSet::default()
                .dst_set(self.set)
                .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
                .buffer_info(&whole);
            self.device.update_descriptor_sets(&[write], &[]);
        }
        Ok(())
    }

    fn make_commands(&mut self, family: u32) -> Result<(), vk::Result> {
        let pool = vk::CommandPoolCreateInfo::default()
            .queue_family_index(family)
            .flags(vk::CommandPoolCreateFlags::RESET_COMMAND_BUFFER);
        // SAFETY: as above; the device has a queue of this family.
        unsafe {
            self.pool = self.device.create_command_pool(&pool, None)?;
            let commands = vk::CommandBufferAllocateInfo::default().command_pool(self.pool).command_buffer_count(1);
            self.commands = self.device.allocate_command_buffers(&commands)?[0];
        }
        Ok(())
    }

    /// Whether all of `threads` threads keep denormal floats of both widths, if so many have met.
    pub(in crate::vk) fn run(&self, threads: usize) -> Result<Option<bool>, vk::Result> {
        let threads = threads.min(MOST);
        let mut bytes = vec![0; HEAD + threads * PRODUCT];
        bytes[..4].copy_from_slice(&SINGLE.to_le_bytes());
        bytes[4..8].copy_from_slice(&1f32.to_le_bytes());
        bytes[8..16].copy_from_slice(&DOUBLE.to_le_bytes());
        bytes[16..24].copy_from_slice(&1f64.to_le_bytes());
        // SAFETY: the mapping has room for MOST products behind the head, and no dispatch runs.
        unsafe { self.mapped.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        self.dispatch(threads as u32)?;
        // SAFETY: as above.
        unsafe { bytes.as_mut_ptr().copy_from_nonoverlapping(self.mapped, bytes.len()) };
        let (head, products) = bytes.split_at(HEAD);
        if head[MET..] != (threads as u32).to_le_bytes() {
            return Ok(None);
        }
        let kept = [u64::from(SINGLE).to_le_bytes(), DOUBLE.to_le_bytes()].concat();
        Ok(Some(products.chunks(PRODUCT).all(|product| product == kept)))
    }

    /// Runs so many workgroups, to their end.
    fn dispatch(&self, groups: u32) -> Result<(), vk::Result> {
        let (device, commands, compute) = (self.device, self.commands, vk::PipelineBindPoint::COMPUTE);
        let pushed = [groups.to_le_bytes(), PATIENCE.to_le_bytes()].concat();
        let begin = vk::CommandBufferBeginInfo::default().flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
        let read = [vk::MemoryBarrier::default()
            .src_access_mask(vk::AccessFlags::SHADER_WRITE)
            .dst_access_mask(vk::AccessFlags::HOST_READ)];
        let (from, to) = (vk::PipelineStageFlags::COMPUTE_SHADER, vk::PipelineStageFlags::HOST);
        let buffers = [commands];
        // SAFETY: all handles are this device's; the command buffer is not in use, as each submission is waited for; layout, set and push
        // constants are the pipeline's.
        unsafe {
            device.begin_command_buffer(commands, &begin)?;
            device.cmd_bind_pipeline(commands, compute, self.pipeline);
            device.cmd_bind_descriptor_sets(commands, compute, self.layout, 0, &[self.set], &[]);
            device.cmd_push_constants(commands, self.layout, vk::ShaderStageFlags::COMPUTE, 0, &pushed);
            device.cmd_dispatch(commands, groups, 1, 1);
            device.cmd_pipeline_barrier(commands, from, to, vk::DependencyFlags::empty(), &read, &[], &[]);
            device.end_command_buffer(commands)?;
            device.queue_submit(
                self.queue,
                &[vk::SubmitInfo::default().command_buffers(&buffers)],
                vk::Fence::null(),
            )?;
            // Where it does not say when the queue is idle, the device may; if neither does, what the shader uses stays.
            let waited = device.queue_wait_idle(self.queue).or_else(|_| device.device_wait_idle());
            self.runs.set(waited.is_err());
            waited
        }
    }
}

impl Drop for Probe<'_> {
    fn drop(&mut self) {
        if self.runs.get() {
            return;
        }
        // SAFETY: nothing runs any more, and nobody else knows these objects; null handles are allowed.
        unsafe {
            self.device.destroy_command_pool(self.pool, None);
            self.device.destroy_descriptor_pool(self.sets, None);
            self.device.destroy_pipeline(self.pipeline, None);
            self.device.destroy_pipeline_layout(self.layout, None);
            self.device.destroy_descriptor_set_layout(self.set_layout, None);
            self.device.destroy_shader_module(self.shader, None);
            self.device.destroy_buffer(self.buffer, None);
            self.device.free_memory(self.memory, None);
        }
    }
}
