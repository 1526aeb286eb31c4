//! What the compiler's device half must know of a device.

use ash::vk;
use spirv_gen::budget::Budget;
use spirv_gen::target::{AtomicSupport, FloatControls, MOST_SHARED, Matrices, Target, TexturePath};

use super::DeviceKind;
use super::driver::DriverInfo;
use super::limits::Limits;
use super::properties::{MatrixProduct, Properties};
use crate::config;
use crate::vk::device::bfloat;
use crate::vk::device::compiler_quirks::CompilerQuirks;
use crate::vk::device::features::FeatureSet;

/// Lifts or tightens the limits of what kernels become.
const BUDGET_VARIABLE: &str = "HIPVK_BUDGET";
/// Plain accesses count where lanes of a warp must be in step.
const LOCKSTEP_VARIABLE: &str = "HIPVK_LOCKSTEP";
/// Doubles are made of integers, as on devices that have none.
const DOUBLES_VARIABLE: &str = "HIPVK_SOFT_DOUBLES";
/// 0 samples textures in software everywhere, 1 by the texture unit also on CPUs.
const TEXTURES_VARIABLE: &str = "HIPVK_HARDWARE_TEXTURES";
/// Less workgroup memory than there is, and kernels as for GPUs: what does not fit takes the same way as there.
const WORKGROUP_VARIABLE: &str = "HIPVK_WORKGROUP_BYTES";
/// Texture objects beyond this many are sampled in software.
const MAX_TEXTURE_SLOTS: u32 = 4096;

fn on(bit: vk::Bool32) -> bool {
    bit == vk::TRUE
}

/// The device as the compiler sees it.
pub(super) fn target(name: &str, p: &Properties, f: &FeatureSet, driver: &DriverInfo, limits: &Limits) -> Target {
    let ops = p.v11.subgroup_supported_operations;
    let cpu = DeviceKind::from_raw(p.core.device_type) == DeviceKind::Cpu;
    let quirks = CompilerQuirks::of(driver, name);
    let promised_fma = f.promised_fma();
    let mut target = Target {
        name: name.to_owned(),
        cpu,
        subgroup_size: 32u32.clamp(limits.min_subgroup, limits.max_subgroup),
        full_subgroups: on(f.v13.compute_full_subgroups),
        lanes_in_order: quirks.lanes_in_order,
        lanes_in_step: quirks.lanes_in_step,
        strict_lockstep: config::enabled(LOCKSTEP_VARIABLE),
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
        byte_dot: on(f.v13.shader_integer_dot_product)
            && on(p.v13.integer_dot_product4x8_bit_packed_signed_accelerated)
            && on(p.v13.integer_dot_product4x8_bit_packed_unsigned_accelerated),
        fused_fma: quirks.fused_fma.or(promised_fma),
        promised_fma,
        exact_division: quirks.exact_division,
        exact_double_division: quirks.exact_double_division,
        buffer_atomics: buffer_atomics(f),
        shared_atomics: shared_atomics(f),
        explicit_workgroup_layout: on(f.workgroup_layout.workgroup_memory_explicit_layout)
            && on(f.workgroup_layout.workgroup_memory_explicit_layout8_bit_access)
            && on(f.workgroup_layout.workgroup_memory_explicit_layout16_bit_access),
        half_matrices: matrices(p, f, vk::ComponentTypeKHR::FLOAT16).filter(|_| on(f.v12.shader_float16)),
        bfloat_matrices: matrices(p, f, bfloat::COMPONENT).filter(|_| f.multiplies_bfloats()),
        subgroup_clock: on(f.clock.shader_subgroup_clock),
        device_clock: on(f.clock.shader_device_clock),
        narrowing_lasts: quirks.narrowing_lasts,
        clamps_as_written: quirks.clamps_as_written,
        swaps_bytes: quirks.swaps_bytes,
        signs_as_written: quirks.signs_as_written,
        divides_long: quirks.divides_long,
        converts_long: quirks.converts_long,
        converts_low_words: quirks.converts_low_words,
        guesses: quirks.guesses,
        loops_as_written: quirks.loops_as_written,
        blocks_per_workgroup: quirks.blocks_per_workgroup,
        scalar_loads: quirks.scalar_loads,
        array_registers: quirks.array_registers,
        max_private: quirks.max_private,
        host_window: None,
        texture_slots: texture_slots(p, f),
        texture_path: TexturePath::Software,
        stack_bytes: spirv_gen::target::DEFAULT_STACK_BYTES,
        budget: budget(driver),
    };
    if !target.float64 || config::enabled(DOUBLES_VARIABLE) {
        target = target.with_soft_doubles();
    }
    // Shared memory that moves to scratch must still have its atomics.
    if target.buffer_atomics.covers(target.shared_atomics) {
        target.max_shared = target.max_shared.max(MOST_SHARED);
    }
    if let Some(bytes) = config::value(WORKGROUP_VARIABLE).and_then(|bytes| bytes.parse().ok()) {
        target.max_workgroup = target.max_workgroup.min(bytes);
        target.cpu = false;
    }
    target
}

/// What atomics there are in device memory.
fn buffer_atomics(f: &FeatureSet) -> AtomicSupport {
    AtomicSupport {
        i64: on(f.v12.shader_buffer_int64_atomics),
        f16_add: on(f.atomic_float2.shader_buffer_float16_atomic_add),
        f32_add: on(f.atomic_float.shader_buffer_float32_atomic_add),
        f64_add: on(f.atomic_float.shader_buffer_float64_atomic_add),
        f16_min_max: on(f.atomic_float2.shader_buffer_float16_atomic_min_max),
        f32_min_max: on(f.atomic_float2.shader_buffer_float32_atomic_min_max),
        f64_min_max: on(f.atomic_float2.shader_buffer_float64_atomic_min_max),
    }
}

/// And in shared memory.
fn shared_atomics(f: &FeatureSet) -> AtomicSupport {
    AtomicSupport {
        i64: on(f.v12.shader_shared_int64_atomics),
        f16_add: on(f.atomic_float2.shader_shared_float16_atomic_add),
        f32_add: on(f.atomic_float.shader_shared_float32_atomic_add),
        f64_add: on(f.atomic_float.shader_shared_float64_atomic_add),
        f16_min_max: on(f.atomic_float2.shader_shared_float16_atomic_min_max),
        f32_min_max: on(f.atomic_float2.shader_shared_float32_atomic_min_max),
        f64_min_max: on(f.atomic_float2.shader_shared_float64_atomic_min_max),
    }
}

/// The largest square matrices of such elements whose products a subgroup sums in floats.
fn matrices(p: &Properties, f: &FeatureSet, of: vk::ComponentTypeKHR) -> Option<Matrices> {
    const SUM: vk::ComponentTypeKHR = vk::ComponentTypeKHR::FLOAT32;
    let compute = f.multiplies_matrices() && p.matrix_stages.contains(vk::ShaderStageFlags::COMPUTE);
    let fits = |m: &&MatrixProduct| {
        m.sizes == [m.sizes[0]; 3] && m.types == [of, of, SUM, SUM] && m.scope == vk::ScopeKHR::SUBGROUP
    };
    let side = p.matrices.iter().filter(fits).map(|m| m.sizes[0]).max()?;
    compute.then_some(Matrices { side })
}

/// What the driver's compiler is given, unless the user says otherwise.
fn budget(driver: &DriverInfo) -> Budget {
    match config::value(BUDGET_VARIABLE).as_deref() {
        Some("unlimited") => Budget::unlimited(),
        Some("least") => Budget::least(),
        _ => Budget::of(driver.compiler()),
    }
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
