//! Limits of a device, from Vulkan's property structures.

use super::properties::Properties;
use crate::config;
use crate::vk::device::features::FeatureSet;

/// MiB above which buffers and allocations are made of several.
const LARGEST_BUFFER_VARIABLE: &str = "HIPVK_LARGEST_BUFFER";

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
    /// Addresses for sparse buffers; 0 without them.
    pub sparse_bytes: u64,
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

impl Limits {
    pub(super) fn new(p: &Properties, features: &FeatureSet) -> Self {
        let l = &p.core.limits;
        let largest = largest_buffer(config::value(LARGEST_BUFFER_VARIABLE).as_deref());
        Self {
            block_threads: l.max_compute_work_group_invocations,
            block_dim: l.max_compute_work_group_size,
            groups: l.max_compute_work_group_count,
            shared_bytes: l.max_compute_shared_memory_size,
            push_bytes: l.max_push_constants_size,
            allocation_bytes: p.v11.max_memory_allocation_size.min(largest),
            buffer_bytes: p.v13.max_buffer_size.min(largest),
            sparse_bytes: l.sparse_address_space_size,
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
}

/// The option's bytes: tests shrink the driver's limits, so that small memory has borders too.
fn largest_buffer(mebibytes: Option<&str>) -> u64 {
    let number = mebibytes.and_then(|text| text.parse::<u64>().ok()).filter(|&number| number > 0);
    number.map_or(u64::MAX, |number| number.saturating_mul(1 << 20))
}

#[cfg(test)]
mod tests {
    use super::largest_buffer;

    #[test]
    fn the_option_counts_mebibytes_and_anything_else_is_no_limit() {
        assert_eq!(largest_buffer(Some("64")), 64 << 20);
        for other in [None, Some("0"), Some("-1"), Some("1 GiB"), Some("")] {
            assert_eq!(largest_buffer(other), u64::MAX, "{other:?}");
        }
    }
}
