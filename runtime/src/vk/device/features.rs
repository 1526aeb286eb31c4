//! The Vulkan features and extensions this runtime looks for: what must be there, what is used where it is there.
//!
//! One [`FeatureSet`] is filled by asking the driver, reduced to the wanted bits, and handed back unchanged to
//! `vkCreateDevice`, so "recorded as present" and "enabled" cannot drift apart. Used by `select` and `logical`.

use std::ffi::CStr;

use ash::vk;
use spirv_gen::target::FusedFma;

/// Every optional device extension, with whether the device offers it. `FeatureSet::extensions` lists what to enable.
macro_rules! extensions {
    ($($(#[$doc:meta])* $field:ident = $name:expr;)*) => {
        /// Which of the device extensions we know are offered.
        #[derive(Debug, Clone, Default)]
        pub(in crate::vk) struct Extensions { $($(#[$doc])* pub(in crate::vk) $field: bool,)* }

        impl Extensions {
            fn from_names(offered: &[vk::ExtensionProperties]) -> Self {
                let has = |name: &CStr| offered.iter().any(|e| e.extension_name_as_c_str() == Ok(name));
                Self { $($field: has($name),)* }
            }

            /// The names to pass to `vkCreateDevice`.
            pub(in crate::vk) fn names(&self) -> Vec<*const std::ffi::c_char> {
                let mut names = Vec::new();
                $(if self.$field { names.push($name.as_ptr()); })*
                names
            }
        }
    };
}

extensions! {
    atomic_float = ash::ext::shader_atomic_float::NAME;
    atomic_float2 = ash::ext::shader_atomic_float2::NAME;
    maximal_reconvergence = ash::khr::shader_maximal_reconvergence::NAME;
    quad_control = ash::khr::shader_quad_control::NAME;
    subgroup_uniform_control_flow = ash::khr::shader_subgroup_uniform_control_flow::NAME;
    shader_clock = ash::khr::shader_clock::NAME;
    workgroup_explicit_layout = ash::khr::workgroup_memory_explicit_layout::NAME;
    map_memory2 = ash::khr::map_memory2::NAME;
    map_memory_placed = ash::ext::map_memory_placed::NAME;
    external_memory_host = ash::ext::external_memory_host::NAME;
    external_memory_fd = ash::khr::external_memory_fd::NAME;
    external_memory_dma_buf = ash::ext::external_memory_dma_buf::NAME;
    external_semaphore_fd = ash::khr::external_semaphore_fd::NAME;
    pipeline_executable_properties = ash::khr::pipeline_executable_properties::NAME;
    push_descriptor = ash::khr::push_descriptor::NAME;
    memory_budget = ash::ext::memory_budget::NAME;
    memory_priority = ash::ext::memory_priority::NAME;
    cooperative_matrix = ash::khr::cooperative_matrix::NAME;
    bfloat16 = super::bfloat::NAME;
    shader_fma = super::fma::NAME;
    subgroup_rotate = ash::khr::shader_subgroup_rotate::NAME;
    pci_bus_info = ash::ext::pci_bus_info::NAME;
    sm_builtins = ash::nv::shader_sm_builtins::NAME;
    core_properties = ash::amd::shader_core_properties::NAME;
    calibrated_timestamps = ash::khr::calibrated_timestamps::NAME;
}

/// The feature structures, filled by the driver.
#[derive(Default, Clone)]
pub(in crate::vk) struct FeatureSet {
    pub(in crate::vk) extensions: Extensions,
    pub(super) core: vk::PhysicalDeviceFeatures,
    pub(super) v11: vk::PhysicalDeviceVulkan11Features<'static>,
    pub(super) v12: vk::PhysicalDeviceVulkan12Features<'static>,
    pub(super) v13: vk::PhysicalDeviceVulkan13Features<'static>,
    pub(super) atomic_float: vk::PhysicalDeviceShaderAtomicFloatFeaturesEXT<'static>,
    pub(super) atomic_float2: vk::PhysicalDeviceShaderAtomicFloat2FeaturesEXT<'static>,
    pub(super) reconvergence: vk::PhysicalDeviceShaderMaximalReconvergenceFeaturesKHR<'static>,
    pub(super) quad_control: vk::PhysicalDeviceShaderQuadControlFeaturesKHR<'static>,
    pub(super) uniform_flow: vk::PhysicalDeviceShaderSubgroupUniformControlFlowFeaturesKHR<'static>,
    pub(super) clock: vk::PhysicalDeviceShaderClockFeaturesKHR<'static>,
    pub(super) workgroup_layout: vk::PhysicalDeviceWorkgroupMemoryExplicitLayoutFeaturesKHR<'static>,
    pub(in crate::vk) map_placed: vk::PhysicalDeviceMapMemoryPlacedFeaturesEXT<'static>,
    pub(in crate::vk) executable: vk::PhysicalDevicePipelineExecutablePropertiesFeaturesKHR<'static>,
    pub(super) cooperative_matrix: vk::PhysicalDeviceCooperativeMatrixFeaturesKHR<'static>,
    pub(super) bfloat16: super::bfloat::Features,
    pub(super) fma: super::fma::Features,
    pub(super) subgroup_rotate: vk::PhysicalDeviceShaderSubgroupRotateFeaturesKHR<'static>,
    /// `bufferDeviceAddressCaptureReplay` is offered. Enabled only beside other GPUs (`shared_host`).
    pub(in crate::vk) can_replay_addresses: bool,
}

// SAFETY: the `p_next` fields, the only pointers inside, are null whenever no chain is being walked (`with_chain`
// resets them), so the value is plain data.
unsafe impl Send for FeatureSet {}
// SAFETY: as above.
unsafe impl Sync for FeatureSet {}

impl std::fmt::Debug for FeatureSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FeatureSet").field("extensions", &self.extensions).finish_non_exhaustive()
    }
}

impl FeatureSet {
    /// Asks the driver what `device` offers and keeps the bits this runtime has a use for.
    pub(in crate::vk) fn query(instance: &ash::Instance, device: vk::PhysicalDevice) -> Self {
        // SAFETY: `device` comes from `instance` (see `select::examine`).
        let offered = unsafe { instance.enumerate_device_extension_properties(device) }.unwrap_or_default();
        let mut set = Self { extensions: Extensions::from_names(&offered), ..Self::default() };
        set.with_chain(|features| {
            // SAFETY: `device` comes from `instance`; the chain holds core structures and those of offered
            // extensions only.
            unsafe { instance.get_physical_device_features2(device, features) };
        });
        set.reduce();
        set
    }

    /// Runs `use_chain` on a `VkPhysicalDeviceFeatures2` whose chain holds every structure the device knows.
    pub(in crate::vk) fn with_chain<R>(
        &mut self,
        use_chain: impl FnOnce(&mut vk::PhysicalDeviceFeatures2<'_>) -> R,
    ) -> R {
        let extensions = self.extensions.clone();
        let (result, core) = {
            let mut chain = vk::PhysicalDeviceFeatures2::default()
                .features(self.core)
                .push_next(&mut self.v11)
                .push_next(&mut self.v12)
                .push_next(&mut self.v13);
            macro_rules! push {
                ($($extension:ident => $field:ident),* $(,)?) => {
                    $(if extensions.$extension { chain = chain.push_next(&mut self.$field); })*
                };
            }
            push!(
                atomic_float => atomic_float,
                atomic_float2 => atomic_float2,
                maximal_reconvergence => reconvergence,
                quad_control => quad_control,
                subgroup_uniform_control_flow => uniform_flow,
                shader_clock => clock,
                workgroup_explicit_layout => workgroup_layout,
                map_memory_placed => map_placed,
                pipeline_executable_properties => executable,
                cooperative_matrix => cooperative_matrix,
                bfloat16 => bfloat16,
                shader_fma => fma,
                subgroup_rotate => subgroup_rotate,
            );
            let result = use_chain(&mut chain);
            (result, chain.features)
        };
        self.core = core;
        self.cut_chain();
        result
    }

    fn cut_chain(&mut self) {
        macro_rules! cut {
            ($($field:ident),*) => { $(self.$field.p_next = std::ptr::null_mut();)* };
        }
        cut!(
            v11,
            v12,
            v13,
            atomic_float,
            atomic_float2,
            reconvergence,
            quad_control,
            uniform_flow,
            clock,
            workgroup_layout,
            map_placed,
            executable,
            cooperative_matrix,
            bfloat16,
            fma,
            subgroup_rotate
        );
    }

    /// Drops the graphics features: enabling only what compute needs keeps drivers on their fast paths
    /// (`robustBufferAccess` above all must stay off).
    fn reduce(&mut self) {
        let offered = self.core;
        self.core = vk::PhysicalDeviceFeatures {
            shader_int16: offered.shader_int16,
            shader_int64: offered.shader_int64,
            shader_float64: offered.shader_float64,
            sparse_binding: offered.sparse_binding,
            sparse_residency_buffer: offered.sparse_residency_buffer,
            pipeline_statistics_query: 0,
            shader_storage_image_extended_formats: offered.shader_storage_image_extended_formats,
            shader_storage_image_read_without_format: offered.shader_storage_image_read_without_format,
            shader_storage_image_write_without_format: offered.shader_storage_image_write_without_format,
            shader_sampled_image_array_dynamic_indexing: offered.shader_sampled_image_array_dynamic_indexing,
            ..Default::default()
        };
        self.v11 = vk::PhysicalDeviceVulkan11Features {
            storage_buffer16_bit_access: self.v11.storage_buffer16_bit_access,
            uniform_and_storage_buffer16_bit_access: self.v11.uniform_and_storage_buffer16_bit_access,
            storage_push_constant16: self.v11.storage_push_constant16,
            variable_pointers: self.v11.variable_pointers,
            variable_pointers_storage_buffer: self.v11.variable_pointers_storage_buffer,
            ..Default::default()
        };
        self.can_replay_addresses = self.v12.buffer_device_address_capture_replay == vk::TRUE;
        self.v12.buffer_device_address_capture_replay = 0;
        self.v12.buffer_device_address_multi_device = 0;
        self.v13.robust_image_access = 0;
        self.v13.private_data = 0;
        self.v13.dynamic_rendering = 0;
        self.atomic_float.sparse_image_float32_atomics = 0;
        self.atomic_float.sparse_image_float32_atomic_add = 0;
        self.atomic_float2.sparse_image_float32_atomic_min_max = 0;
        self.cooperative_matrix.cooperative_matrix_robust_buffer_access = 0;
        self.bfloat16.dot_product = 0;
        // Whole memory objects are mapped, never a part.
        self.map_placed.memory_map_range_placed = 0;
    }

    /// Kernels may index an array of textures that is written while it is in use.
    pub(super) fn can_index_textures(&self) -> bool {
        [
            self.core.shader_sampled_image_array_dynamic_indexing,
            self.v12.shader_sampled_image_array_non_uniform_indexing,
            self.v12.descriptor_binding_sampled_image_update_after_bind,
            self.v12.descriptor_binding_update_unused_while_pending,
            self.v12.descriptor_binding_partially_bound,
        ]
        .iter()
        .all(|&offered| offered == vk::TRUE)
    }

    /// Subgroups calculate products of matrices (VK_KHR_cooperative_matrix).
    pub(super) fn multiplies_matrices(&self) -> bool {
        self.extensions.cooperative_matrix && self.cooperative_matrix.cooperative_matrix == vk::TRUE
    }

    /// And of bfloat16 (VK_KHR_shader_bfloat16).
    pub(super) fn multiplies_bfloats(&self) -> bool {
        let on = [self.bfloat16.in_shaders, self.bfloat16.cooperative_matrix];
        self.multiplies_matrices() && self.extensions.bfloat16 && on == [vk::TRUE; 2]
    }

    /// For which floats there is an fma that is promised to round once (VK_KHR_shader_fma).
    pub(super) fn promised_fma(&self) -> FusedFma {
        let there = |bit: vk::Bool32| self.extensions.shader_fma && bit == vk::TRUE;
        FusedFma { half: there(self.fma.half), float: there(self.fma.float), double: there(self.fma.double) }
    }

    /// Memory can be mapped at an address that we choose.
    pub(in crate::vk) fn places_mappings(&self) -> bool {
        let on = &self.extensions;
        on.map_memory2 && on.map_memory_placed && self.map_placed.memory_map_placed == vk::TRUE
    }

    /// Memory may come and go behind parts of a sparse buffer.
    pub(in crate::vk) fn can_bind_parts(&self) -> bool {
        self.core.sparse_binding == vk::TRUE && self.core.sparse_residency_buffer == vk::TRUE
    }

    /// The Vulkan names of the required features that are missing; empty for a usable device.
    pub(super) fn missing(&self) -> Vec<&'static str> {
        let required: [(&'static str, u32); 14] = [
            ("shaderInt64", self.core.shader_int64),
            ("storageBuffer16BitAccess", self.v11.storage_buffer16_bit_access),
            ("storageBuffer8BitAccess", self.v12.storage_buffer8_bit_access),
            ("bufferDeviceAddress", self.v12.buffer_device_address),
            ("timelineSemaphore", self.v12.timeline_semaphore),
            ("vulkanMemoryModel", self.v12.vulkan_memory_model),
            ("vulkanMemoryModelDeviceScope", self.v12.vulkan_memory_model_device_scope),
            ("scalarBlockLayout", self.v12.scalar_block_layout),
            ("hostQueryReset", self.v12.host_query_reset),
            ("shaderSubgroupExtendedTypes", self.v12.shader_subgroup_extended_types),
            ("synchronization2", self.v13.synchronization2),
            ("subgroupSizeControl", self.v13.subgroup_size_control),
            ("computeFullSubgroups", self.v13.compute_full_subgroups),
            ("maintenance4", self.v13.maintenance4),
        ];
        required.iter().filter(|(_, present)| *present == vk::FALSE).map(|(name, _)| *name).collect()
    }
}
