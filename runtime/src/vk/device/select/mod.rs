//! Looks at every physical device and says what it can do, or why it is turned down.
//!
//! The result, [`DeviceInfo`], is a plain value: `hip::device` turns it into device properties, the compiler's device
//! half reads its [`Target`]. A device that lacks a required feature is turned down by the feature's Vulkan name;
//! one whose driver is known to compute wrong results, by the driver's name and with the command that mends it. Each part of the answer
//! has a file: the driver, its limits, what the compiler must know.

pub(super) mod driver;
pub(in crate::vk) mod exports;
mod limits;
mod properties;
mod target;

use ash::vk;
use spirv_gen::target::Target;

use super::features::FeatureSet;
use super::quirks::{self, Quirks};
use crate::config;
use properties::{Properties, text};

pub use driver::{DriverInfo, DriverKind};
pub use exports::Exports;
pub use limits::Limits;

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

/// A PCI address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
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
    pub(in crate::vk) index: usize,
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
    /// The host is let into all of the device's memory, at the device's addresses.
    pub large_bar: bool,
    /// Host and device share one memory, and every allocation is visible to both (CPU devices, most integrated ones).
    pub unified_memory: bool,
    /// Multiprocessors or compute units; `None` where no extension tells.
    pub multiprocessors: Option<u32>,
    /// Blocks that it runs at a time, at most, of however few threads.
    pub running_blocks: u32,
    /// PCI address, where there is one.
    pub pci: Option<PciAddress>,
    /// Limits.
    pub limits: Limits,
    /// What of its memory other processes can open by descriptors.
    pub exports: Exports,
    /// What is done differently because of its driver.
    pub quirks: Quirks,
    /// What the compiler must know.
    pub target: Target,
    /// Optional features that are missing, by their Vulkan names: for `doctor`.
    pub missing: Vec<&'static str>,
    pub(in crate::vk) features: FeatureSet,
}

/// A device that was turned down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The device's name.
    pub name: String,
    /// What sort it is.
    pub kind: DeviceKind,
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
pub(super) fn examine(
    entry: &ash::Entry,
    instance: &ash::Instance,
    physical: &[vk::PhysicalDevice],
) -> (Vec<DeviceInfo>, Vec<Refused>) {
    let mut usable = Vec::new();
    let mut refused = Vec::new();
    for (index, &device) in physical.iter().enumerate() {
        match examine_one(entry, instance, index, device) {
            Ok(info) => usable.push(info),
            Err(why) => refused.push(why),
        }
    }
    usable.sort_by_key(|info| (info.kind == DeviceKind::Cpu, info.index));
    (usable, refused)
}

fn examine_one(
    entry: &ash::Entry,
    instance: &ash::Instance,
    index: usize,
    device: vk::PhysicalDevice,
) -> Result<DeviceInfo, Refused> {
    // SAFETY: `device` comes from `instance`.
    let basic = unsafe { instance.get_physical_device_properties(device) };
    let name = text(&basic.device_name);
    let kind = DeviceKind::from_raw(basic.device_type);
    let refuse = |reason: String, remedy: Option<String>| Refused { name: name.clone(), kind, reason, remedy };
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
    let p = Properties::query(entry, instance, device, &features);
    let driver = DriverInfo::new(&p);
    if let Some((reason, remedy)) = quirks::refusal(&driver) {
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
    let limits = Limits::new(p, &features);
    let target = target::target(&name, p, &features, &driver, &limits);
    let kind = DeviceKind::from_raw(p.core.device_type);
    let quirks = Quirks::of(&driver, kind == DeviceKind::Cpu);
    let large_bar = quirks.one_address && features.places_mappings() && has_large_bar(&memory);
    DeviceInfo {
        index,
        vendor_id: p.core.vendor_id,
        device_id: p.core.device_id,
        uuid: p.v11.device_uuid,
        api_version: p.core.api_version,
        kind,
        exports: if large_bar { Exports::default() } else { Exports::query(instance, device, &features, &quirks) },
        quirks,
        memory_bytes: memory.memory_heaps[..memory.memory_heap_count as usize]
            .iter()
            .filter(|heap| heap.flags.contains(vk::MemoryHeapFlags::DEVICE_LOCAL))
            .map(|heap| heap.size)
            .sum(),
        large_bar,
        unified_memory: unified(&memory),
        multiprocessors: multiprocessors(p),
        running_blocks: running_blocks(p),
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

/// NVIDIA's multiprocessors have at most 32 blocks (CUDA's programming guide, "Maximum number of resident blocks per SM"), AMD's compute units one for
/// each wave that their SIMDs hold. Of other devices nothing is known: more than any has.
fn running_blocks(p: &Properties) -> u32 {
    const OF_A_MULTIPROCESSOR: u32 = 32;
    const UNKNOWN: u32 = 8192;
    let units = multiprocessors(p).unwrap_or(0);
    let of_a_unit = match p.sm.shader_sm_count {
        0 => p.cores.simd_per_compute_unit * p.cores.wavefronts_per_simd,
        _ => OF_A_MULTIPROCESSOR,
    };
    Some(units * of_a_unit).filter(|&blocks| blocks != 0).unwrap_or(UNKNOWN)
}

/// Every device-local type is host-visible too: one memory.
fn unified(memory: &vk::PhysicalDeviceMemoryProperties) -> bool {
    memory.memory_types[..memory.memory_type_count as usize]
        .iter()
        .filter(|t| t.property_flags.contains(vk::MemoryPropertyFlags::DEVICE_LOCAL))
        .all(|t| t.property_flags.contains(vk::MemoryPropertyFlags::HOST_VISIBLE))
}

/// Memory of the largest heap of the device's own that the host sees: not just a window of 256 MiB. Only where `HIPVK_LARGE_BAR` asks for it:
/// NVIDIA's driver (580.159) does not export such memory.
fn has_large_bar(memory: &vk::PhysicalDeviceMemoryProperties) -> bool {
    use vk::MemoryPropertyFlags as F;
    let heaps = &memory.memory_heaps[..memory.memory_heap_count as usize];
    let local = |heap: &&vk::MemoryHeap| heap.flags.contains(vk::MemoryHeapFlags::DEVICE_LOCAL);
    let largest = heaps.iter().filter(local).map(|heap| heap.size).max();
    let seen = |kind: &vk::MemoryType| {
        kind.property_flags.contains(F::DEVICE_LOCAL | F::HOST_VISIBLE | F::HOST_COHERENT)
            && Some(heaps[kind.heap_index as usize].size) == largest
    };
    config::enabled("HIPVK_LARGE_BAR") && memory.memory_types[..memory.memory_type_count as usize].iter().any(seen)
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
        ("shaderBFloat16CooperativeMatrix", u32::from(f.multiplies_bfloats())),
    ];
    optional.iter().filter(|(_, present)| *present == vk::FALSE).map(|(name, _)| *name).collect()
}
