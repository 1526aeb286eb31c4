//! Device attributes by HIP's number: one table.
//!
//! `hipDeviceGetAttribute` looks here; an attribute that is not in the table is `InvalidValue`, as HIP documents.

use super::properties::Properties;
use crate::hip::dialect;
use crate::hip::image::texture::{MAX_LINEAR, MAX_PITCHED, PITCH_ALIGNMENT, TEXTURE_ALIGNMENT};

/// One attribute.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// `hipDeviceAttribute_t`.
    pub number: u32,
    /// HIP's name without `hipDeviceAttribute`.
    #[allow(dead_code, reason = "says what a row is, in the table and in its tests' messages")]
    pub name: &'static str,
    value: fn(&Properties) -> i64,
}

impl Attribute {
    /// The device's value; what does not fit an `int` is the largest one.
    pub fn value(&self, properties: &Properties) -> i32 {
        (self.value)(properties).clamp(0, i32::MAX.into()) as i32
    }
}

/// The attribute of this number.
pub fn find(number: u32) -> Option<&'static Attribute> {
    let index = ATTRIBUTES.binary_search_by_key(&number, |attribute| attribute.number).ok()?;
    Some(&ATTRIBUTES[index])
}

const fn row(number: u32, name: &'static str, value: fn(&Properties) -> i64) -> Attribute {
    Attribute { number, name, value }
}

/// The table, by ascending number.
#[rustfmt::skip]
pub const ATTRIBUTES: &[Attribute] = &[
    row(0, "EccEnabled", |_| 0),
    row(1, "AccessPolicyMaxWindowSize", |_| 0),
    row(2, "AsyncEngineCount", |_| 1),
    row(3, "CanMapHostMemory", |_| 1),
    row(4, "CanUseHostPointerForRegisteredMem", |_| 0),
    row(5, "ClockRate", |p| p.clock.khz().into()),
    row(6, "ComputeMode", |_| 0),
    row(7, "ComputePreemptionSupported", |_| 0),
    row(8, "ConcurrentKernels", |_| 1),
    row(9, "ConcurrentManagedAccess", |p| p.unified.into()),
    row(10, "CooperativeLaunch", |p| p.cooperative.into()),
    row(11, "CooperativeMultiDeviceLaunch", |p| p.multi_grid().into()),
    row(12, "DeviceOverlap", |_| 1),
    row(13, "DirectManagedMemAccessFromHost", |p| p.unified.into()),
    row(14, "GlobalL1CacheSupported", |_| 1),
    row(15, "HostNativeAtomicSupported", |p| p.integrated.into()),
    row(16, "Integrated", |p| p.integrated.into()),
    row(17, "IsMultiGpuBoard", |_| 0),
    row(18, "KernelExecTimeout", |_| 0),
    row(19, "L2CacheSize", |_| 0),
    row(20, "LocalL1CacheSupported", |_| 1),
    row(21, "Luid", |_| 0),
    row(22, "LuidDeviceNodeMask", |_| 0),
    row(23, "ComputeCapabilityMajor", |_| dialect::of_program().capability[0].into()),
    row(24, "ManagedMemory", |_| 1),
    row(25, "MaxBlocksPerMultiProcessor", |_| 32),
    row(26, "MaxBlockDimX", |p| p.max_block[0].into()),
    row(27, "MaxBlockDimY", |p| p.max_block[1].into()),
    row(28, "MaxBlockDimZ", |p| p.max_block[2].into()),
    row(29, "MaxGridDimX", |p| p.max_grid[0].into()),
    row(30, "MaxGridDimY", |p| p.max_grid[1].into()),
    row(31, "MaxGridDimZ", |p| p.max_grid[2].into()),
    row(32, "MaxSurface1D", |p| p.images[0].into()),
    row(33, "MaxSurface1DLayered", |p| p.images[3].into()),
    row(34, "MaxSurface2D", |p| p.images[1].into()),
    row(35, "MaxSurface2DLayered", |p| p.images[3].into()),
    row(36, "MaxSurface3D", |p| p.images[2].into()),
    row(37, "MaxSurfaceCubemap", |p| p.images[1].into()),
    row(38, "MaxSurfaceCubemapLayered", |p| p.images[3].into()),
    row(39, "MaxTexture1DWidth", |p| p.images[0].into()),
    row(40, "MaxTexture1DLayered", |p| p.images[3].into()),
    row(41, "MaxTexture1DLinear", |_| MAX_LINEAR as i64),
    row(42, "MaxTexture1DMipmap", |p| p.images[0].into()),
    row(43, "MaxTexture2DWidth", |p| p.images[1].into()),
    row(44, "MaxTexture2DHeight", |p| p.images[1].into()),
    row(45, "MaxTexture2DGather", |p| p.images[1].into()),
    row(46, "MaxTexture2DLayered", |p| p.images[3].into()),
    row(47, "MaxTexture2DLinear", |_| MAX_PITCHED as i64),
    row(48, "MaxTexture2DMipmap", |p| p.images[1].into()),
    row(49, "MaxTexture3DWidth", |p| p.images[2].into()),
    row(50, "MaxTexture3DHeight", |p| p.images[2].into()),
    row(51, "MaxTexture3DDepth", |p| p.images[2].into()),
    row(52, "MaxTexture3DAlt", |p| p.images[2].into()),
    row(53, "MaxTextureCubemap", |p| p.images[1].into()),
    row(54, "MaxTextureCubemapLayered", |p| p.images[3].into()),
    row(55, "MaxThreadsDim", |p| p.max_block[0].into()),
    row(56, "MaxThreadsPerBlock", |p| p.max_threads.into()),
    row(57, "MaxThreadsPerMultiProcessor", |p| p.threads_per_multiprocessor.into()),
    row(58, "MaxPitch", |_| i32::MAX.into()),
    row(59, "MemoryBusWidth", |_| 0),
    row(60, "MemoryClockRate", |_| 0),
    row(61, "ComputeCapabilityMinor", |_| dialect::of_program().capability[1].into()),
    row(62, "MultiGpuBoardGroupID", |_| 0),
    row(63, "MultiprocessorCount", |p| p.multiprocessors.into()),
    row(65, "PageableMemoryAccess", |_| 0),
    row(66, "PageableMemoryAccessUsesHostPageTables", |_| 0),
    row(67, "PciBusId", |p| p.pci[1].into()),
    row(68, "PciDeviceId", |p| p.pci[2].into()),
    row(69, "PciDomainId", |p| p.pci[0].into()),
    row(70, "PersistingL2CacheMaxSize", |_| 0),
    row(71, "MaxRegistersPerBlock", |_| 65536),
    row(72, "MaxRegistersPerMultiprocessor", |_| 65536),
    row(73, "ReservedSharedMemPerBlock", |_| 0),
    row(74, "MaxSharedMemoryPerBlock", |p| p.planned_shared().into()),
    row(75, "SharedMemPerBlockOptin", |p| p.shared_per_block.into()),
    row(76, "SharedMemPerMultiprocessor", |p| p.shared_per_block.into()),
    row(77, "SingleToDoublePrecisionPerfRatio", |_| 0),
    row(78, "StreamPrioritiesSupported", |_| 1),
    row(79, "SurfaceAlignment", |_| 256),
    row(80, "TccDriver", |_| 0),
    row(81, "TextureAlignment", |_| TEXTURE_ALIGNMENT as i64),
    row(82, "TexturePitchAlignment", |_| PITCH_ALIGNMENT as i64),
    row(83, "TotalConstantMemory", |_| i32::MAX.into()),
    row(84, "TotalGlobalMem", |p| p.total_memory as i64),
    row(85, "UnifiedAddressing", |_| 1),
    row(87, "WarpSize", |_| dialect::of_program().warp_size.into()),
    row(88, "MemoryPoolsSupported", |_| 1),
    row(89, "VirtualMemoryManagementSupported", |p| p.maps_memory.into()),
    row(90, "HostRegisterSupported", |p| p.host_register.into()),
    row(91, "MemoryPoolSupportedHandleTypes", |p| p.shares_pools.into()),
    row(92, "HostNumaId", |_| 0),
    row(93, "DmaBufSupported", |_| 0),
    row(94, "GPUDirectRDMAWithHipVMMSupported", |_| 0),
    row(95, "HandleTypeFabricSupported", |_| 0),
    row(10000, "ClockInstructionRate", |p| p.wall_clock_khz.into()),
    row(10002, "MaxSharedMemoryPerMultiprocessor", |p| p.shared_per_block.into()),
    row(10005, "HdpMemFlushCntl", |_| 0),
    row(10006, "HdpRegFlushCntl", |_| 0),
    row(10007, "CooperativeMultiDeviceUnmatchedFunc", |p| p.multi_grid().into()),
    row(10008, "CooperativeMultiDeviceUnmatchedGridDim", |p| p.multi_grid().into()),
    row(10009, "CooperativeMultiDeviceUnmatchedBlockDim", |p| p.multi_grid().into()),
    row(10010, "CooperativeMultiDeviceUnmatchedSharedMem", |p| p.multi_grid().into()),
    row(10011, "IsLargeBar", |p| p.large_bar.into()),
    row(10012, "AsicRevision", |_| 0),
    row(10013, "CanUseStreamWaitValue", |_| 1),
    row(10014, "ImageSupport", |_| 1),
    row(10015, "PhysicalMultiProcessorCount", |p| p.multiprocessors.into()),
    row(10016, "FineGrainSupport", |p| p.unified.into()),
    row(10017, "WallClockRate", |p| p.wall_clock_khz.into()),
    row(10018, "NumberOfXccs", |_| 1),
    row(10019, "MaxAvailableVgprsPerThread", |_| 256),
    row(10020, "PciChipId", |_| 0),
    row(10021, "ExpertSchedMode", |_| 0),
    row(10022, "MaxDynDataPrefetchRegions", |_| 0),
    // Behind HIP's "extended attributes for vendors": ours, which runtime/blas/matrices.h and, the last, runtime/fft/device.h know too.
    row(20001, "HipvkMatrixSide", |p| p.matrix_side.into()),
    row(20002, "HipvkSubgroupLanes", |p| p.subgroup_lanes.into()),
    row(20003, "HipvkBfloatMatrixSide", |p| p.bfloat_matrix_side.into()),
    row(20004, "HipvkQuickSharedMemoryPerBlock", |p| p.quick_shared.into()),
];

#[cfg(test)]
mod tests {
    use super::{ATTRIBUTES, find};

    #[test]
    fn the_table_ascends_so_that_every_row_is_found() {
        for pair in ATTRIBUTES.windows(2) {
            assert!(pair[0].number < pair[1].number, "{}", pair[1].name);
        }
        for attribute in ATTRIBUTES {
            assert_eq!(find(attribute.number).map(|found| found.name), Some(attribute.name));
        }
    }

    #[test]
    fn numbers_hip_leaves_out_are_not_found() {
        assert!([64, 86, 9999, 10001, 20000, u32::MAX].iter().all(|&number| find(number).is_none()));
    }
}
