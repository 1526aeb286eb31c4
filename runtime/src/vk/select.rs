//! Looks at every physical device and says what it can do, or why it is turned down.
//!
//! The result, [`DeviceInfo`], is a plain value: `hip::device` turns it into device properties, the compiler's device
//! half reads its [`Target`]. A device that lacks a required feature is turned down by the feature's Vulkan name;
//! one whose driver is known to compute wrong results, by the driver's name and with the command that mends it.

use std::ffi::CStr;

use ash::vk;
use spirv_gen::target::{AtomicSupport, CPU_SHARED, FloatControls, RADV_ARRAY_REGISTERS, Target, TexturePath};

use crate::config;

use super::features::FeatureSet;
use super::workarounds;

/// 0 samples textures in software everywhere, 1 by the texture unit also on CPUs.
const TEXTURES_VARIABLE: &str = "HIPVK_HARDWARE_TEXTURES";
/// Texture objects beyond this many are sampled in software.
const MAX_TEXTURE_SLOTS: u32 = 4096;

/// Who wrote the driver; some behave differently where the specification leaves room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DriverKind {
    /// Mesa's CPU driver.
    Lavapipe,
    /// Mesa's AMD driver.
    Radv,
    /// NVIDIA's own driver.
    Nvidia,
    /// Mesa's NVIDIA driver.
    Nvk,
    /// Mesa's Intel driver.
    Anv,
    /// AMD's own drivers.
    Amd,
    /// Any other.
    Other,
}

impl DriverKind {
    fn from_raw(id: vk::DriverId) -> Self {
        match id {
            vk::DriverId::MESA_LLVMPIPE => Self::Lavapipe,
            vk::DriverId::MESA_RADV => Self::Radv,
            vk::DriverId::NVIDIA_PROPRIETARY => Self::Nvidia,
            vk::DriverId::MESA_NVK => Self::Nvk,
            vk::DriverId::INTEL_OPEN_SOURCE_MESA => Self::Anv,
            vk::DriverId::AMD_PROPRIETARY | vk::DriverId::AMD_OPEN_SOURCE => Self::Amd,
            _ => Self::Other,
        }
    }
}

/// The driver, as it names itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DriverInfo {
    /// Which driver.
    pub kind: DriverKind,
    /// Its name: "llvmpipe", "radv", "NVIDIA".
    pub name: String,
    /// Its version in words: "Mesa 25.0.7 (LLVM 15.0.6)".
    pub info: String,
    /// `driverVersion`, in the driver's own encoding.
    pub version: u32,
    /// The driver's build, from `VkPhysicalDeviceIDProperties::driverUUID`: a key for caches.
    pub uuid: [u8; 16],
}

/// What kind of hardware a device is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DeviceKind {
    /// A GPU with its own memory.
    Discrete,
    /// A GPU that shares the CPU's memory.
    Integrated,
    /// A GPU seen from a virtual machine.
    Virtual,
    /// Something else.
    Other,
    /// A CPU.
    Cpu,
}

impl DeviceKind {
    fn from_raw(kind: vk::PhysicalDeviceType) -> Self {
        match kind {
            vk::PhysicalDeviceType::DISCRETE_GPU => Self::Discrete,
            vk::PhysicalDeviceType::INTEGRATED_GPU => Self::Integrated,
            vk::PhysicalDeviceType::VIRTUAL_GPU => Self::Virtual,
            vk::PhysicalDeviceType::CPU => Self::Cpu,
            _ => Self::Other,
        }
    }
}

/// Limits that HIP programs can ask for or run into. Sizes are bytes.
#[derive(Debug, Clone, PartialEq)]
pub struct Limits {
    /// Threads of a block, in all.
    pub block_threads: u32,
    /// Threads of a block per dimension, as Vulkan has them (HIP blocks are made 1-D, so x counts).
    pub block_dim: [u32; 3],
    /// Workgroups of one dispatch per dimension; larger grids are split by the stream.
    pub groups: [u32; 3],
    /// Shared memory of a block.
    pub shared_bytes: u32,
    /// Push constants.
    pub push_bytes: u32,
    /// Largest single `VkDeviceMemory`.
    pub allocation_bytes: u64,
    /// Largest buffer.
    pub buffer_bytes: u64,
    /// Largest storage-buffer binding (built-in WGSL kernels; addresses are not bound by it).
    pub binding_bytes: u64,
    /// Smallest subgroup size a pipeline may ask for.
    pub min_subgroup: u32,
    /// Largest subgroup size a pipeline may ask for.
    pub max_subgroup: u32,
    /// Alignment of `import_host` pointers and sizes; 0 where importing is not supported.
    pub import_alignment: u64,
    /// Nanoseconds per timestamp tick; 0 where no queue has timestamps.
    pub timestamp_period: f32,
    /// Largest 1-D image.
    pub image_1d: u32,
    /// Largest 2-D image, per side.
    pub image_2d: u32,
    /// Largest 3-D image, per side.
    pub image_3d: u32,
    /// Largest number of layers of an image.
    pub image_layers: u32,
}

/// A PCI address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PciAddress {
    /// Domain.
    pub domain: u32,
    /// Bus.
    pub bus: u32,
    /// Device.
    pub device: u32,
    /// Function.
    pub function: u32,
}

/// A device that can run HIP.
#[derive(Debug, Clone)]
pub struct DeviceInfo {
    /// Its place in the loader's list.
    pub(super) index: usize,
    /// The device's name.
    pub name: String,
    /// PCI vendor, or a Khronos vendor id.
    pub vendor_id: u32,
    /// The vendor's own device id.
    pub device_id: u32,
    /// Identifies the device across processes and APIs.
    pub uuid: [u8; 16],
    /// The Vulkan version it implements.
    pub api_version: u32,
    /// The driver.
    pub driver: DriverInfo,
    /// The kind of hardware.
    pub kind: DeviceKind,
    /// Device memory in bytes: the sum of the device-local heaps.
    pub memory_bytes: u64,
    /// Host and device share one memory, and every allocation is visible to both (CPU devices, most integrated ones).
    pub unified_memory: bool,
    /// Multiprocessors or compute units; `None` where no extension tells.
    pub multiprocessors: Option<u32>,
    /// PCI address, where there is one.
    pub pci: Option<PciAddress>,
    /// Limits.
    pub limits: Limits,
    /// What the compiler must know.
    pub target: Target,
    /// Optional features that are missing, by their Vulkan names: for `doctor`.
    pub missing: Vec<&'static str>,
    pub(super) features: FeatureSet,
}

/// A device that was turned down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The device's name.
    pub name: String,
    /// Why.
    pub reason: String,
    /// The command or step that mends it, where there is one.
    pub remedy: Option<String>,
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.name, self.reason)?;
        match &self.remedy {
            Some(remedy) => write!(f, "; {remedy}"),
            None => Ok(()),
        }
    }
}

/// Sorts the devices into usable ones (real GPUs first) and refused ones.
pub(super) fn examine(instance: &ash::Instance, physical: &[vk::PhysicalDevice]) -> (Vec<DeviceInfo>, Vec<Refused>) {
    let mut usable = Vec::new();
    let mut refused = Vec::new();
    for (index, &device) in physical.iter().enumerate() {
        match examine_one(instance, index, device) {
            Ok(info) => usable.push(info),
            Err(why) => refused.push(why),
        }
    }
    usable.sort_by_key(|info| (info.kind == DeviceKind::Cpu, info.index));
    (usable, refused)
}

/// The property structures of a device, one query.
#[derive(Default)]
struct Properties {
    core: vk::PhysicalDeviceProperties,
    v11: vk::PhysicalDeviceVulkan11Properties<'static>,
    v12: vk::PhysicalDeviceVulkan12Properties<'static>,
    v13: vk::PhysicalDeviceVulkan13Properties<'static>,
    import: vk::PhysicalDeviceExternalMemoryHostPropertiesEXT<'static>,
    pci: vk::PhysicalDevicePCIBusInfoPropertiesEXT<'static>,
    sm: vk::PhysicalDeviceShaderSMBuiltinsPropertiesNV<'static>,
    cores: vk::PhysicalDeviceShaderCorePropertiesAMD<'static>,
}

impl Properties {
    fn query(instance: &ash::Instance, device: vk::PhysicalDevice, set: &FeatureSet) -> Self {
        let mut p = Self::default();
        p.core = {
            let mut chain = vk::PhysicalDeviceProperties2::default()
                .push_next(&mut p.v11)
                .push_next(&mut p.v12)
                .push_next(&mut p.v13);
            if set.extensions.external_memory_host {
                chain = chain.push_next(&mut p.import);
            }
            if set.extensions.pci_bus_info {
                chain = chain.push_next(&mut p.pci);
            }
            if set.extensions.sm_builtins {
                chain = chain.push_next(&mut p.sm);
            }
            if set.extensions.core_properties {
                chain = chain.push_next(&mut p.cores);
            }
            // SAFETY: `device` comes from `instance`; the chain holds core structures and offered extensions' only.
            unsafe { instance.get_physical_device_properties2(device, &mut chain) };
            chain.properties
        };
        p
    }
}

fn examine_one(instance: &ash::Instance, index: usize, device: vk::PhysicalDevice) -> Result<DeviceInfo, Refused> {
    // SAFETY: `device` comes from `instance`.
    let basic = unsafe { instance.get_physical_device_properties(device) };
    let name = text(&basic.device_name);
    let refuse = |reason: String, remedy: Option<String>| Refused { name: name.clone(), reason, remedy };
    if basic.api_version < vk::API_VERSION_1_3 {
        return Err(refuse(
            format!(
                "Vulkan {}.{} only, 1.3 is needed",
                vk::api_version_major(basic.api_version),
                vk::api_version_minor(basic.api_version)
            ),
            Some("install a newer driver".into()),
        ));
    }
    let features = FeatureSet::query(instance, device);
    let p = Properties::query(instance, device, &features);
    let driver = driver_info(&p);
    if let Some((reason, remedy)) = workarounds::refusal(&driver) {
        return Err(refuse(reason, Some(remedy)));
    }
    let missing = features.missing();
    if !missing.is_empty() {
        return Err(refuse(format!("it lacks {}", missing.join(", ")), Some("a newer driver may have it".into())));
    }
    Ok(describe(instance, index, device, name.clone(), driver, features, &p))
}

fn describe(
    instance: &ash::Instance,
    index: usize,
    device: vk::PhysicalDevice,
    name: String,
    driver: DriverInfo,
    features: FeatureSet,
    p: &Properties,
) -> DeviceInfo {
    // SAFETY: `device` comes from `instance`.
    let memory = unsafe { instance.get_physical_device_memory_properties(device) };
    let limits = limits(p, &features);
    let target = target(&name, p, &features, &driver, &limits);
    DeviceInfo {
        index,
        vendor_id: p.core.vendor_id,
        device_id: p.core.device_id,
        uuid: p.v11.device_uuid,
        api_version: p.core.api_version,
        kind: DeviceKind::from_raw(p.core.device_type),
        memory_bytes: memory.memory_heaps[..memory.memory_heap_count as usize]
            .iter()
            .filter(|heap| heap.flags.contains(vk::MemoryHeapFlags::DEVICE_LOCAL))
            .map(|heap| heap.size)
            .sum(),
        unified_memory: unified(&memory),
        multiprocessors: multiprocessors(p),
        pci: features.extensions.pci_bus_info.then_some(PciAddress {
            domain: p.pci.pci_domain,
            bus: p.pci.pci_bus,
            device: p.pci.pci_device,
            function: p.pci.pci_function,
        }),
        missing: optional_missing(&features),
        name,
        driver,
        limits,
        target,
        features,
    }
}

/// Multiprocessors or compute units, where the driver tells them.
fn multiprocessors(p: &Properties) -> Option<u32> {
    let units =
        p.cores.shader_engine_count * p.cores.shader_arrays_per_engine_count * p.cores.compute_units_per_shader_array;
    [p.sm.shader_sm_count, units].into_iter().find(|&count| count != 0)
}

/// Every device-local type is host-visible too: one memory.
fn unified(memory: &vk::PhysicalDeviceMemoryProperties) -> bool {
    memory.memory_types[..memory.memory_type_count as usize]
        .iter()
        .filter(|t| t.property_flags.contains(vk::MemoryPropertyFlags::DEVICE_LOCAL))
        .all(|t| t.property_flags.contains(vk::MemoryPropertyFlags::HOST_VISIBLE))
}

fn driver_info(p: &Properties) -> DriverInfo {
    DriverInfo {
        kind: DriverKind::from_raw(p.v12.driver_id),
        name: text(&p.v12.driver_name),
        info: text(&p.v12.driver_info),
        version: p.core.driver_version,
        uuid: p.v11.driver_uuid,
    }
}

fn limits(p: &Properties, features: &FeatureSet) -> Limits {
    let l = &p.core.limits;
    Limits {
        block_threads: l.max_compute_work_group_invocations,
        block_dim: l.max_compute_work_group_size,
        groups: l.max_compute_work_group_count,
        shared_bytes: l.max_compute_shared_memory_size,
        push_bytes: l.max_push_constants_size,
        allocation_bytes: p.v11.max_memory_allocation_size,
        buffer_bytes: p.v13.max_buffer_size,
        binding_bytes: u64::from(l.max_storage_buffer_range),
        min_subgroup: p.v13.min_subgroup_size,
        max_subgroup: p.v13.max_subgroup_size,
        import_alignment: if features.extensions.external_memory_host {
            p.import.min_imported_host_pointer_alignment
        } else {
            0
        },
        timestamp_period: l.timestamp_period,
        image_1d: l.max_image_dimension1_d,
        image_2d: l.max_image_dimension2_d,
        image_3d: l.max_image_dimension3_d,
        image_layers: l.max_image_array_layers,
    }
}

fn target(name: &str, p: &Properties, f: &FeatureSet, driver: &DriverInfo, limits: &Limits) -> Target {
    let on = |bit: vk::Bool32| bit == vk::TRUE;
    let ops = p.v11.subgroup_supported_operations;
    let cpu = DeviceKind::from_raw(p.core.device_type) == DeviceKind::Cpu;
    let mut target = Target {
        name: name.to_owned(),
        cpu,
        subgroup_size: 32u32.clamp(limits.min_subgroup, limits.max_subgroup),
        full_subgroups: on(f.v13.compute_full_subgroups),
        lanes_in_order: driver.kind == DriverKind::Nvidia,
        subgroup_shuffle: ops.contains(vk::SubgroupFeatureFlags::SHUFFLE | vk::SubgroupFeatureFlags::SHUFFLE_RELATIVE),
        subgroup_ballot: ops.contains(vk::SubgroupFeatureFlags::BALLOT | vk::SubgroupFeatureFlags::VOTE),
        maximal_reconvergence: on(f.reconvergence.shader_maximal_reconvergence),
        max_push_constants: limits.push_bytes,
        max_shared: limits.shared_bytes,
        max_workgroup: limits.shared_bytes,
        max_block: limits.block_threads.min(limits.block_dim[0]),
        int8: on(f.v12.shader_int8),
        int16: on(f.core.shader_int16),
        float16: on(f.v12.shader_float16),
        float64: on(f.core.shader_float64),
        fp16_controls: float_controls(&p.v12, 16),
        fp32_controls: float_controls(&p.v12, 32),
        fp64_controls: float_controls(&p.v12, 64),
        fused_fma: driver.kind != DriverKind::Lavapipe,
        exact_division: driver.kind == DriverKind::Lavapipe,
        exact_double_division: matches!(driver.kind, DriverKind::Lavapipe | DriverKind::Nvidia),
        buffer_atomics: AtomicSupport {
            i64: on(f.v12.shader_buffer_int64_atomics),
            f16_add: on(f.atomic_float2.shader_buffer_float16_atomic_add),
            f32_add: on(f.atomic_float.shader_buffer_float32_atomic_add),
            f64_add: on(f.atomic_float.shader_buffer_float64_atomic_add),
            f16_min_max: on(f.atomic_float2.shader_buffer_float16_atomic_min_max),
            f32_min_max: on(f.atomic_float2.shader_buffer_float32_atomic_min_max),
            f64_min_max: on(f.atomic_float2.shader_buffer_float64_atomic_min_max),
        },
        shared_atomics: AtomicSupport {
            i64: on(f.v12.shader_shared_int64_atomics),
            f16_add: on(f.atomic_float2.shader_shared_float16_atomic_add),
            f32_add: on(f.atomic_float.shader_shared_float32_atomic_add),
            f64_add: on(f.atomic_float.shader_shared_float64_atomic_add),
            f16_min_max: on(f.atomic_float2.shader_shared_float16_atomic_min_max),
            f32_min_max: on(f.atomic_float2.shader_shared_float32_atomic_min_max),
            f64_min_max: on(f.atomic_float2.shader_shared_float64_atomic_min_max),
        },
        explicit_workgroup_layout: on(f.workgroup_layout.workgroup_memory_explicit_layout)
            && on(f.workgroup_layout.workgroup_memory_explicit_layout8_bit_access)
            && on(f.workgroup_layout.workgroup_memory_explicit_layout16_bit_access),
        subgroup_clock: on(f.clock.shader_subgroup_clock),
        device_clock: on(f.clock.shader_device_clock),
        loops_as_written: driver.kind == DriverKind::Radv,
        array_registers: (driver.kind == DriverKind::Radv).then_some(RADV_ARRAY_REGISTERS),
        host_window: None,
        texture_slots: texture_slots(p, f),
        texture_path: TexturePath::Software,
        stack_bytes: spirv_gen::target::DEFAULT_STACK_BYTES,
    };
    // Shared memory that moves to scratch must still have its atomics.
    if cpu && target.buffer_atomics == target.shared_atomics {
        target.max_shared = target.max_shared.max(CPU_SHARED);
    }
    target
}

fn float_controls(v12: &vk::PhysicalDeviceVulkan12Properties<'_>, width: u32) -> FloatControls {
    let [preserve, flush, signed_zero, rte, rtz] = match width {
        16 => [
            v12.shader_denorm_preserve_float16,
            v12.shader_denorm_flush_to_zero_float16,
            v12.shader_signed_zero_inf_nan_preserve_float16,
            v12.shader_rounding_mode_rte_float16,
            v12.shader_rounding_mode_rtz_float16,
        ],
        32 => [
            v12.shader_denorm_preserve_float32,
            v12.shader_denorm_flush_to_zero_float32,
            v12.shader_signed_zero_inf_nan_preserve_float32,
            v12.shader_rounding_mode_rte_float32,
            v12.shader_rounding_mode_rtz_float32,
        ],
        _ => [
            v12.shader_denorm_preserve_float64,
            v12.shader_denorm_flush_to_zero_float64,
            v12.shader_signed_zero_inf_nan_preserve_float64,
            v12.shader_rounding_mode_rte_float64,
            v12.shader_rounding_mode_rtz_float64,
        ],
    };
    FloatControls {
        denorm_preserve: preserve == vk::TRUE,
        denorm_flush_to_zero: flush == vk::TRUE,
        signed_zero_inf_nan_preserve: signed_zero == vk::TRUE,
        rounding_rte: rte == vk::TRUE,
        rounding_rtz: rtz == vk::TRUE,
    }
}

/// Slots of the texture table: 0 where the texture unit cannot be used, or should not. A CPU has none: its driver's code is
/// no faster than ours and not exact, so there it is for tests only.
fn texture_slots(p: &Properties, f: &FeatureSet) -> u32 {
    let cpu = DeviceKind::from_raw(p.core.device_type) == DeviceKind::Cpu;
    let wanted = if cpu { config::enabled(TEXTURES_VARIABLE) } else { config::not_disabled(TEXTURES_VARIABLE) };
    // HIP: weights have 8 fractional bits.
    if !wanted || !f.can_index_textures() || p.core.limits.sub_texel_precision_bits < 8 {
        return 0;
    }
    let limits = [
        p.v12.max_per_stage_descriptor_update_after_bind_samplers,
        p.v12.max_per_stage_descriptor_update_after_bind_sampled_images,
        p.v12.max_per_stage_update_after_bind_resources,
        p.v12.max_descriptor_set_update_after_bind_samplers,
        p.v12.max_descriptor_set_update_after_bind_sampled_images,
        p.v12.max_update_after_bind_descriptors_in_all_pools,
    ];
    let most = limits.iter().fold(MAX_TEXTURE_SLOTS, |least, &limit| least.min(limit));
    // Slot 0 is never used.
    if most < 2 { 0 } else { most }
}

/// Optional features a program may miss, by their Vulkan names.
fn optional_missing(f: &FeatureSet) -> Vec<&'static str> {
    let optional = [
        ("shaderInt8", f.v12.shader_int8),
        ("shaderInt16", f.core.shader_int16),
        ("shaderFloat16", f.v12.shader_float16),
        ("shaderFloat64", f.core.shader_float64),
        ("shaderBufferInt64Atomics", f.v12.shader_buffer_int64_atomics),
        ("shaderSharedInt64Atomics", f.v12.shader_shared_int64_atomics),
        ("shaderBufferFloat32AtomicAdd", f.atomic_float.shader_buffer_float32_atomic_add),
        ("shaderBufferFloat64AtomicAdd", f.atomic_float.shader_buffer_float64_atomic_add),
        ("shaderMaximalReconvergence", f.reconvergence.shader_maximal_reconvergence),
        ("shaderDeviceClock", f.clock.shader_device_clock),
        ("workgroupMemoryExplicitLayout", f.workgroup_layout.workgroup_memory_explicit_layout),
        ("memoryMapPlaced", f.map_placed.memory_map_placed),
        ("VK_EXT_external_memory_host", u32::from(f.extensions.external_memory_host)),
        ("VK_KHR_push_descriptor", u32::from(f.extensions.push_descriptor)),
        ("sparseBinding", f.core.sparse_binding),
        ("cooperativeMatrix", f.cooperative_matrix.cooperative_matrix),
    ];
    optional.iter().filter(|(_, present)| *present == vk::FALSE).map(|(name, _)| *name).collect()
}

fn text(chars: &[std::ffi::c_char]) -> String {
    let bytes: Vec<u8> = chars.iter().map(|&c| c as u8).collect();
    CStr::from_bytes_until_nul(&bytes).map(|s| s.to_string_lossy().into_owned()).unwrap_or_default()
}
