//! Compute pipelines from SPIR-V.
//!
//! HIP kernels take no descriptors but the texture table, and that only if they sample textures: one pipeline layout with all the push constants a device has serves them all, and
//! every pipeline may be dispatched from a base (huge grids are split). Built-in WGSL kernels, and those a Rust user
//! brings, have storage buffers in set 0, pushed with the dispatch. Called by `hip::kernel` and `builtin`.

use std::ffi::CString;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use ash::vk;

use crate::vk::device::logical::Device;
use crate::vk::device::raw::RawDevice;
use crate::vk::error::{VkError, map_oom};
use crate::vk::lavapipe::lane::{self, Lane, OTHERS};
use crate::vk::stream::flight::Flight;

/// A storage buffer that a WGSL or GLSL kernel takes: its binding number in set 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Binding(pub u32);

/// What to make a pipeline from.
#[derive(Debug, Clone, Copy)]
pub struct PipelineDesc<'a> {
    /// The kernel's name, for messages.
    pub name: &'a str,
    /// The module.
    pub spirv: &'a [u32],
    /// The entry point.
    pub entry: &'a str,
    /// Lanes per subgroup, where the module relies on a number.
    pub subgroup_size: Option<u32>,
    /// Every subgroup but the last is full. Needs a local size in x that is a multiple of the subgroup size.
    pub full_subgroups: bool,
    /// Storage buffers in set 0; empty for HIP kernels.
    pub bindings: &'a [Binding],
    /// The texture table is set 0.
    pub textures: bool,
    /// Keep what the driver's compiler knows: [`Pipeline::statistics`].
    pub statistics: bool,
    /// It may wait for what other kernels or the host write.
    pub waits: bool,
    /// HIP's blocks along x that a workgroup runs.
    pub blocks: u32,
}

/// A compute pipeline.
#[derive(Debug)]
pub struct Pipeline {
    pub(in crate::vk) device: Arc<Device>,
    pub(in crate::vk) raw: vk::Pipeline,
    pub(in crate::vk) layout: vk::PipelineLayout,
    /// Set layout and layout of its own, for pipelines with bindings.
    own: Option<(vk::DescriptorSetLayout, vk::PipelineLayout)>,
    name: String,
    /// For reports of wild accesses.
    flight: OnceLock<&'static Flight>,
    /// The texture table must be bound.
    pub(in crate::vk) textures: bool,
    /// It may wait for what other kernels or the host write.
    pub(in crate::vk) waits: bool,
    /// HIP's blocks along x that a workgroup runs.
    pub(in crate::vk) blocks: u32,
    /// Its first launch is recorded.
    pub(in crate::vk) launched: AtomicBool,
    /// Made with the capture flags.
    pub(super) has_statistics: bool,
    /// Its code reads a clock.
    reads_clock: bool,
    /// Its code knows a type of floats.
    pub(in crate::vk) has_floats: bool,
    /// What it was made from, on a device with several lanes, and its counterparts on the others.
    source: Option<Source>,
    others: [OnceLock<Option<vk::Pipeline>>; OTHERS],
}

/// Enough of a [`PipelineDesc`] to make the same pipeline again.
#[derive(Debug)]
struct Source {
    spirv: Box<[u32]>,
    entry: String,
    full_subgroups: bool,
}

impl Device {
    /// Compiles a pipeline. May take seconds; safe from any number of threads.
    /// [`VkError::InvalidShader`] if the driver refuses the module.
    pub fn create_pipeline(self: &Arc<Self>, desc: &PipelineDesc<'_>) -> Result<Arc<Pipeline>, VkError> {
        let own = if desc.bindings.is_empty() { None } else { Some(binding_layouts(self, desc.bindings)?) };
        let layout = match own {
            Some((_, layout)) => layout,
            None if desc.textures => self.texture_table()?.layout,
            None => self.pipelines.kernel_layout,
        };
        match compile(self, &self.raw, self.pipelines.cache, desc, layout) {
            Ok(raw) => Ok(Arc::new(Pipeline {
                device: Arc::clone(self),
                raw,
                layout,
                own,
                name: desc.name.to_owned(),
                flight: OnceLock::new(),
                textures: desc.textures,
                waits: desc.waits,
                blocks: desc.blocks,
                launched: AtomicBool::new(false),
                has_floats: has_floats(desc.spirv),
                reads_clock: has_operation(desc.spirv, READ_CLOCK),
                has_statistics: desc.statistics && self.functions.executable.is_some(),
                source: (self.has_lanes(desc.waits) && own.is_none() && !desc.textures).then(|| Source {
                    spirv: desc.spirv.into(),
                    entry: desc.entry.to_owned(),
                    full_subgroups: desc.full_subgroups,
                }),
                others: Default::default(),
            })),
            Err(error) => {
                destroy_layouts(&self.raw, own);
                Err(error)
            }
        }
    }
}

/// `OpTypeFloat` and `OpReadClockKHR`.
const TYPE_FLOAT: u32 = 22;
const READ_CLOCK: u32 = 5056;

/// Whether a SPIR-V module declares a type of floats.
fn has_floats(spirv: &[u32]) -> bool {
    has_operation(spirv, TYPE_FLOAT)
}

/// Whether an operation stands in a SPIR-V module.
fn has_operation(spirv: &[u32], operation: u32) -> bool {
    const HEADER: usize = 5;
    let mut rest = spirv.get(HEADER..).unwrap_or_default();
    while let Some(&first) = rest.first() {
        if first & 0xffff == operation {
            return true;
        }
        rest = rest.get((first >> 16).max(1) as usize..).unwrap_or_default();
    }
    false
}

impl Pipeline {
    /// The kernel's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A launch of it is the same whenever it is made: it needs nothing of its moment, and may stand in a [`crate::vk::Recording`].
    pub fn is_repeatable(&self) -> bool {
        !self.textures && !self.waits && !self.reads_clock
    }

    /// Its blocks may wait for each other, or for another kernel or the host.
    pub fn waits_for_others(&self) -> bool {
        self.waits
    }

    /// Notes the shape of HIP's blocks and where the kernel is defined, for messages. Before the first launch.
    pub fn note_block(&self, block: [u32; 3], location: Option<&str>) {
        self.flight.get_or_init(|| Flight::of(&self.name, Some(block), location));
    }

    /// The shape of HIP's blocks, if it was noted.
    pub(in crate::vk) fn block(&self) -> Option<[u32; 3]> {
        self.flight.get().and_then(|flight| flight.block)
    }

    pub(in crate::vk) fn flight(&self) -> &'static Flight {
        self.flight.get_or_init(|| Flight::of(&self.name, None, None))
    }
}

impl Pipeline {
    /// Its handle on a lane. Another than the main one must exist (`is_made_for`).
    pub(in crate::vk) fn on(&self, lane: Lane) -> Result<vk::Pipeline, VkError> {
        let Some(number) = lane.number() else { return Ok(self.raw) };
        self.others[number].get().copied().flatten().ok_or(VkError::Invalid("no pipeline for this lane"))
    }

    /// Whether the pipeline can be used on another lane, whose device is `open`; makes it there when first asked.
    pub(in crate::vk) fn is_made_for(&self, lane: Lane, open: &lane::Open) -> bool {
        let make = || {
            let source = self.source.as_ref()?;
            let desc = PipelineDesc {
                name: &self.name,
                spirv: &source.spirv,
                entry: &source.entry,
                subgroup_size: None,
                full_subgroups: source.full_subgroups,
                bindings: &[],
                textures: false,
                statistics: false,
                waits: false,
                blocks: 1,
            };
            compile(&self.device, &open.raw, vk::PipelineCache::null(), &desc, open.layout).ok()
        };
        lane.number().is_none_or(|number| self.others[number].get_or_init(make).is_some())
    }
}

impl Drop for Pipeline {
    fn drop(&mut self) {
        // SAFETY: every batch that uses the pipeline holds an `Arc` of it until it has run.
        unsafe { self.device.raw.destroy_pipeline(self.raw, None) };
        destroy_layouts(&self.device.raw, self.own);
        for (number, other) in self.others.iter().enumerate() {
            if let (Some(Some(other)), Ok(raw)) = (other.get(), self.device.lane(Lane::other(number))) {
                // SAFETY: as above.
                unsafe { raw.destroy_pipeline(*other, None) };
            }
        }
    }
}

fn compile(
    device: &RawDevice,
    raw: &ash::Device,
    cache: vk::PipelineCache,
    desc: &PipelineDesc<'_>,
    layout: vk::PipelineLayout,
) -> Result<vk::Pipeline, VkError> {
    let invalid = |reason: String| VkError::InvalidShader { kernel: desc.name.to_owned(), reason };
    let entry = CString::new(desc.entry).map_err(|_| invalid("an entry point with a NUL in its name".into()))?;
    let module = vk::ShaderModuleCreateInfo::default().code(desc.spirv);
    // SAFETY: the words are a SPIR-V module: every caller passes what spirv-gen, naga or the user's compiler emitted,
    // and a user's own is checked by the driver or is the user's risk (`Module::from_spirv` says so).
    let module = unsafe { raw.create_shader_module(&module, None) }
        .map_err(|result| refused("vkCreateShaderModule", result, invalid))?;
    let mut size = vk::PipelineShaderStageRequiredSubgroupSizeCreateInfo::default();
    let mut stage =
        vk::PipelineShaderStageCreateInfo::default().stage(vk::ShaderStageFlags::COMPUTE).module(module).name(&entry);
    if desc.full_subgroups {
        stage = stage.flags(vk::PipelineShaderStageCreateFlags::REQUIRE_FULL_SUBGROUPS);
    }
    let limits = &device.info.limits;
    if let Some(lanes) = desc.subgroup_size
        && limits.min_subgroup != limits.max_subgroup
    {
        size = size.required_subgroup_size(lanes);
        stage = stage.push_next(&mut size);
    }
    let mut flags = vk::PipelineCreateFlags::DISPATCH_BASE;
    if desc.statistics && device.functions.executable.is_some() {
        flags |= vk::PipelineCreateFlags::CAPTURE_STATISTICS_KHR
            | vk::PipelineCreateFlags::CAPTURE_INTERNAL_REPRESENTATIONS_KHR;
    }
    let info = [vk::ComputePipelineCreateInfo::default().flags(flags).stage(stage).layout(layout)];
    // SAFETY: module, layout and cache are live; the cache is internally synchronised by default.
    let result = unsafe { raw.create_compute_pipelines(cache, &info, None) };
    // SAFETY: a pipeline does not need its module after creation.
    unsafe { raw.destroy_shader_module(module, None) };
    match result {
        Ok(pipelines) => Ok(pipelines[0]),
        Err((_, result)) => Err(refused("vkCreateComputePipelines", result, invalid)),
    }
}

/// Why there is no pipeline: no memory, or the shader.
fn refused(call: &'static str, result: vk::Result, invalid: impl Fn(String) -> VkError) -> VkError {
    match result {
        vk::Result::ERROR_OUT_OF_HOST_MEMORY | vk::Result::ERROR_OUT_OF_DEVICE_MEMORY => map_oom(call)(result),
        _ => invalid(format!("{call} returned {result:?}")),
    }
}

fn binding_layouts(
    device: &RawDevice,
    bindings: &[Binding],
) -> Result<(vk::DescriptorSetLayout, vk::PipelineLayout), VkError> {
    if device.functions.push_descriptor.is_none() {
        return Err(VkError::Unsupported { feature: "VK_KHR_push_descriptor".into() });
    }
    let bindings: Vec<_> = bindings
        .iter()
        .map(|binding| {
            vk::DescriptorSetLayoutBinding::default()
                .binding(binding.0)
                .descriptor_type(vk::DescriptorType::STORAGE_BUFFER)
                .descriptor_count(1)
                .stage_flags(vk::ShaderStageFlags::COMPUTE)
        })
        .collect();
    let info = vk::DescriptorSetLayoutCreateInfo::default()
        .flags(vk::DescriptorSetLayoutCreateFlags::PUSH_DESCRIPTOR_KHR)
        .bindings(&bindings);
    // SAFETY: `info` is complete and the extension is enabled.
    let set = unsafe { device.raw.create_descriptor_set_layout(&info, None) }
        .map_err(map_oom("vkCreateDescriptorSetLayout"))?;
    let sets = [set];
    let range = [vk::PushConstantRange::default()
        .stage_flags(vk::ShaderStageFlags::COMPUTE)
        .size(device.info.limits.push_bytes)];
    let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&sets).push_constant_ranges(&range);
    // SAFETY: `info` is complete, the set layout is live.
    match unsafe { device.raw.create_pipeline_layout(&info, None) } {
        Ok(layout) => Ok((set, layout)),
        Err(result) => {
            // SAFETY: just made, nothing uses it.
            unsafe { device.raw.destroy_descriptor_set_layout(set, None) };
            Err(map_oom("vkCreatePipelineLayout")(result))
        }
    }
}

fn destroy_layouts(device: &ash::Device, own: Option<(vk::DescriptorSetLayout, vk::PipelineLayout)>) {
    if let Some((set, layout)) = own {
        // SAFETY: the pipeline they belonged to is gone, and with it every batch that used it.
        unsafe {
            device.destroy_pipeline_layout(layout, None);
            device.destroy_descriptor_set_layout(set, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::has_floats;
    use crate::builtin_shaders::{DENORMALS, MASKED_STORE};

    #[test]
    fn modules_with_types_of_floats_are_known_and_broken_ones_end() {
        assert!(has_floats(DENORMALS.spirv));
        assert!(!has_floats(MASKED_STORE.spirv));
        assert!(!has_floats(&[]));
        assert!(!has_floats(&[0; 9]));
    }
}
