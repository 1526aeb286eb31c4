//! The texture table: one descriptor set per device, an array of combined image samplers that kernels index.
//!
//! A slot is an image and how to sample it. Slots are written while the set is bound and in use (update after bind, partially
//! bound): nobody reads a slot before its texture object exists, and `hip::image` gives one back only when no submitted work
//! can read it. Slot 0 stays empty: in a texture object's record it means "none". Made when first asked for, on devices whose
//! `Target::texture_slots` is not 0.

use ash::vk;

use crate::locks::{Mutex, Rank};
use crate::vk::error::{VkError, map_oom};

/// What becomes of coordinates outside the image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AddressMode {
    /// The image repeats.
    Repeat,
    /// The nearest texel inside.
    Clamp,
    /// Every other repetition is mirrored.
    Mirror,
    /// Zeros in every channel.
    Border,
}

/// How to sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SamplerDesc {
    /// Weighted sum of four texels, otherwise the nearest.
    pub linear: bool,
    /// Coordinates are 0 to 1. Where they are texels, Vulkan has [`AddressMode::Clamp`] and [`AddressMode::Border`].
    pub normalized: bool,
    /// For x and y.
    pub address: [AddressMode; 2],
}

/// A device's table.
#[derive(Debug)]
pub(in crate::vk) struct TextureTable {
    set_layout: vk::DescriptorSetLayout,
    /// Of kernels that sample textures: the table, and the same push constants as all others.
    pub(in crate::vk) layout: vk::PipelineLayout,
    pool: vk::DescriptorPool,
    pub(in crate::vk) set: vk::DescriptorSet,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// Free slots below `next`.
    free: Vec<u32>,
    next: u32,
    end: u32,
    samplers: Vec<(SamplerDesc, vk::Sampler)>,
}

impl State {
    fn take(&mut self) -> Option<u32> {
        if let Some(slot) = self.free.pop() {
            return Some(slot);
        }
        let slot = self.next;
        (slot < self.end).then(|| {
            self.next += 1;
            slot
        })
    }

    /// One sampler for each way of sampling: drivers have room for some thousands.
    fn sampler(&mut self, device: &ash::Device, desc: SamplerDesc) -> Result<vk::Sampler, VkError> {
        if let Some((_, sampler)) = self.samplers.iter().find(|(other, _)| *other == desc) {
            return Ok(*sampler);
        }
        let filter = if desc.linear { vk::Filter::LINEAR } else { vk::Filter::NEAREST };
        let mode = |mode: AddressMode| match mode {
            AddressMode::Repeat => vk::SamplerAddressMode::REPEAT,
            AddressMode::Clamp => vk::SamplerAddressMode::CLAMP_TO_EDGE,
            AddressMode::Mirror => vk::SamplerAddressMode::MIRRORED_REPEAT,
            AddressMode::Border => vk::SamplerAddressMode::CLAMP_TO_BORDER,
        };
        let texels = !desc.normalized;
        if texels && desc.address.iter().any(|mode| matches!(mode, AddressMode::Repeat | AddressMode::Mirror)) {
            return Err(VkError::Invalid("coordinates in texels neither repeat nor mirror"));
        }
        let info = vk::SamplerCreateInfo::default()
            .mag_filter(filter)
            .min_filter(filter)
            .mipmap_mode(vk::SamplerMipmapMode::NEAREST)
            .address_mode_u(mode(desc.address[0]))
            .address_mode_v(mode(desc.address[1]))
            .address_mode_w(vk::SamplerAddressMode::CLAMP_TO_EDGE)
            .border_color(vk::BorderColor::FLOAT_TRANSPARENT_BLACK)
            .unnormalized_coordinates(texels);
        // SAFETY: `info` is complete and keeps Vulkan's rules for unnormalized coordinates: one filter, no levels, no
        // anisotropy, no comparison, and the address modes checked above.
        let sampler = unsafe { device.create_sampler(&info, None) }.map_err(map_oom("vkCreateSampler"))?;
        self.samplers.push((desc, sampler));
        Ok(sampler)
    }
}

impl TextureTable {
    pub(in crate::vk) fn new(device: &ash::Device, slots: u32, push_bytes: u32) -> Result<Self, VkError> {
        let mut table = Self {
            set_layout: vk::DescriptorSetLayout::null(),
            layout: vk::PipelineLayout::null(),
            pool: vk::DescriptorPool::null(),
            set: vk::DescriptorSet::null(),
            state: Mutex::new(
                Rank::TextureTable,
                State { free: Vec::new(), next: 1, end: slots, samplers: Vec::new() },
            ),
        };
        match table.fill(device, slots, push_bytes) {
            Ok(()) => Ok(table),
            Err(error) => {
                // SAFETY: just made, nothing uses it; destroying null handles is allowed.
                unsafe { table.destroy(device) };
                Err(error)
            }
        }
    }

    /// Puts an image into the table, to be sampled like this. The slot, at least 1; `None` if the table is full.
    pub(super) fn bind(
        &self,
        device: &ash::Device,
        view: vk::ImageView,
        sampler: SamplerDesc,
    ) -> Result<Option<u32>, VkError> {
        let mut state = self.state.lock();
        let sampler = state.sampler(device, sampler)?;
        let Some(slot) = state.take() else { return Ok(None) };
        let image = [vk::DescriptorImageInfo::default()
            .sampler(sampler)
            .image_view(view)
            .image_layout(vk::ImageLayout::SHADER_READ_ONLY_OPTIMAL)];
        let write = [vk::WriteDescriptorSet::default()
            .dst_set(self.set)
            .dst_array_element(slot)
            .descriptor_type(vk::DescriptorType::COMBINED_IMAGE_SAMPLER)
            .image_info(&image)];
        // SAFETY: no pending work reads the slot (module header), the binding allows updates of such while it is in use,
        // and `state` is the lock of all updates.
        unsafe { device.update_descriptor_sets(&write, &[]) };
        Ok(Some(slot))
    }

    /// Gives a slot back. No submitted or recorded work may read it any more.
    pub(super) fn release(&self, slot: u32) {
        self.state.lock().free.push(slot);
    }

    fn fill(&mut self, device: &ash::Device, slots: u32, push_bytes: u32) -> Result<(), VkError> {
        let kind = vk::DescriptorType::COMBINED_IMAGE_SAMPLER;
        let flags = [vk::DescriptorBindingFlags::UPDATE_AFTER_BIND
            | vk::DescriptorBindingFlags::UPDATE_UNUSED_WHILE_PENDING
            | vk::DescriptorBindingFlags::PARTIALLY_BOUND];
        let mut flags = vk::DescriptorSetLayoutBindingFlagsCreateInfo::default().binding_flags(&flags);
        let bindings = [vk::DescriptorSetLayoutBinding::default()
            .descriptor_type(kind)
            .descriptor_count(slots)
            .stage_flags(vk::ShaderStageFlags::COMPUTE)];
        let info = vk::DescriptorSetLayoutCreateInfo::default()
            .flags(vk::DescriptorSetLayoutCreateFlags::UPDATE_AFTER_BIND_POOL)
            .bindings(&bindings)
            .push_next(&mut flags);
        // SAFETY: `info` is complete; `slots` is within the device's limits and the binding's features are enabled
        // (`select::target`).
        self.set_layout = unsafe { device.create_descriptor_set_layout(&info, None) }
            .map_err(map_oom("vkCreateDescriptorSetLayout"))?;
        let layouts = [self.set_layout];
        let range = [vk::PushConstantRange::default().stage_flags(vk::ShaderStageFlags::COMPUTE).size(push_bytes)];
        let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&layouts).push_constant_ranges(&range);
        // SAFETY: `info` is complete, the range is the device's limit.
        self.layout =
            unsafe { device.create_pipeline_layout(&info, None) }.map_err(map_oom("vkCreatePipelineLayout"))?;
        let sizes = [vk::DescriptorPoolSize { ty: kind, descriptor_count: slots }];
        let info = vk::DescriptorPoolCreateInfo::default()
            .flags(vk::DescriptorPoolCreateFlags::UPDATE_AFTER_BIND)
            .max_sets(1)
            .pool_sizes(&sizes);
        // SAFETY: `info` is complete.
        self.pool = unsafe { device.create_descriptor_pool(&info, None) }.map_err(map_oom("vkCreateDescriptorPool"))?;
        let info = vk::DescriptorSetAllocateInfo::default().descriptor_pool(self.pool).set_layouts(&layouts);
        // SAFETY: the pool was made for one set of this layout.
        self.set = unsafe { device.allocate_descriptor_sets(&info) }.map_err(map_oom("vkAllocateDescriptorSets"))?[0];
        Ok(())
    }

    /// # Safety
    /// The device is idle and no pipeline of this layout is left.
    pub(in crate::vk) unsafe fn destroy(&mut self, device: &ash::Device) {
        let state = self.state.get_mut();
        // SAFETY: passed on from the caller; the set goes with its pool.
        unsafe {
            state.samplers.drain(..).for_each(|(_, sampler)| device.destroy_sampler(sampler, None));
            device.destroy_descriptor_pool(self.pool, None);
            device.destroy_pipeline_layout(self.layout, None);
            device.destroy_descriptor_set_layout(self.set_layout, None);
        }
    }
}
