//! What kernels are compiled for differently because of one driver's compiler or its hardware, with the version it was seen in and when it
//! can go. Vulkan tells none of it. Derived once for each device, into its `Target` (`select::target`), whose fields say what follows.

use spirv_gen::target::{FusedFma, Guesses, INTEL_PRIVATE, NVIDIA_PRIVATE, RADV_ARRAY_REGISTERS};

use super::quirks::is_lavapipe_before;
use super::select::driver::{DriverInfo, DriverKind};

/// See the fields of the same names of `Target`.
#[derive(Debug, Clone, Copy)]
pub(super) struct CompilerQuirks {
    /// NVIDIA: as CUDA promises of the same hardware. Not to go; a Vulkan extension may come to tell.
    pub(super) lanes_in_order: bool,
    /// AMD's hardware, whoever drives it. Not to go.
    pub(super) lanes_in_step: bool,
    /// RADV below GFX10.3 makes two operations of a float's (Mesa 25.0's `lower_ffma32`); lavapipe has none that is fused. Remove a family when
    /// Mesa no longer lowers its.
    pub(super) fused_fma: FusedFma,
    /// lavapipe, by the processor's instructions. Others are within Vulkan's 2.5 ulp.
    pub(super) exact_division: bool,
    /// NVIDIA: its instructions MUFU.RCP and MUFU.RSQ, which CUDA's own code for division and roots takes one step for on every generation
    /// (H100, 580.159: `tests/kernels/every_float`). AMD: V_RCP_F32, of which ROCm's own division makes quotients by one step, on every generation
    /// (LLVM's `LowerFDIV32`). Not to go: it is what the hardware does.
    pub(super) guesses: Guesses,
    /// lavapipe, and NVIDIA on an H200 (580.159; `tests/ops.rs`).
    pub(super) exact_double_division: bool,
    /// Not with NVIDIA, 580: it computes `(float)(half)x` as `x`. Remove with `float/narrowing.rs` when it rounds.
    pub(super) narrowing_lasts: bool,
    /// Not with NVIDIA, 580: it makes a saturation of `max(min(x, 1), 0)`. Remove with `float/clamps` when it does not.
    pub(super) clamps_as_written: bool,
    /// Not with NVIDIA, 580: of `x << 8 | x >> 8` in 16 bits it makes what an unwritten register holds. Remove with `integer/byte_swaps.rs`.
    pub(super) swaps_bytes: bool,
    /// Not with NVIDIA, 580: `(int64_t)x << 31` has the wrong sign, and `-x` of the smallest 8- and 16-bit number none. Remove with `integer/signs.rs`.
    pub(super) signs_as_written: bool,
    /// lavapipe, where the processor does. Mesa's drivers of GPUs take 64 steps of half a dozen instructions (25.0: `nir_lower_int64`); NVIDIA's, 580.159, takes
    /// several quotients that are places in memory for the first (bare GLSL as well, 2026-11-24; `tests/kernels/long_division`); of others nobody knows.
    pub(super) divides_long: bool,
    /// Not with Mesa's drivers of GPUs, 25.0 (`nir_lower_int64`); of others but NVIDIA's nobody knows. Remove when they do.
    pub(super) converts_long: bool,
    /// Not with NVIDIA, 580.159: of `(uint32_t)(uint64_t)x` it makes `(uint32_t)x`. Remove with `float/float_legal`'s part when it does not.
    pub(super) converts_low_words: bool,
    /// RADV, Mesa 25.0: it unrolls by the number of instructions alone. lavapipe 25.0: it unrolls the loops over a block's threads, and its LLVM
    /// takes up to ten times as long over that, for nothing. Remove when they weigh registers, and the compiler's time, too.
    pub(super) loops_as_written: bool,
    /// lavapipe before 25.2, which makes a coroutine of every kernel: an empty workgroup takes 95 ns of a Zen 3 with 25.0.7, and 12 with 26.1.6 and
    /// 25.2.8. Remove when no lavapipe before 25.2 is supported.
    pub(super) blocks_per_workgroup: u32,
    /// lavapipe since 25.2 (25.2.8 and 26.1.6 have scalar registers, 25.0.7 has not; 25.1, of which nobody knows, is taken for the latter). Not to go:
    /// it is what the driver makes of code.
    pub(super) scalar_loads: bool,
    /// RADV, Mesa 25.0: it spends what it likes on private arrays. Remove with `memory/registers` when it does not.
    pub(super) array_registers: Option<u32>,
    /// NVIDIA, 580.159: pipelines with private arrays of 16 KiB and more are VK_ERROR_UNKNOWN. Mesa's driver for Intel, 25.0: those of more than 8 KiB
    /// are, on all hardware since Xe-HPG. Remove with `memory/far_arrays` when they are made.
    pub(super) max_private: Option<u32>,
}

impl CompilerQuirks {
    /// Those of a device, by its driver and name.
    pub(super) fn of(info: &DriverInfo, device: &str) -> Self {
        let driver = info.kind;
        let lavapipe = driver == DriverKind::Lavapipe;
        let nvidia = driver == DriverKind::Nvidia;
        let radv = driver == DriverKind::Radv;
        let before_25_2 = is_lavapipe_before(info, (25, 2));
        Self {
            lanes_in_order: nvidia,
            lanes_in_step: matches!(driver, DriverKind::Radv | DriverKind::Amd),
            fused_fma: fused_fma(device, driver),
            exact_division: lavapipe,
            guesses: guesses(driver),
            exact_double_division: lavapipe || nvidia,
            narrowing_lasts: !nvidia,
            clamps_as_written: !nvidia,
            swaps_bytes: !nvidia,
            signs_as_written: !nvidia,
            divides_long: lavapipe,
            converts_long: lavapipe || nvidia,
            converts_low_words: !nvidia,
            loops_as_written: radv || lavapipe,
            blocks_per_workgroup: if before_25_2 { 8 } else { 1 },
            scalar_loads: lavapipe && !before_25_2,
            array_registers: radv.then_some(RADV_ARRAY_REGISTERS),
            max_private: match driver {
                DriverKind::Nvidia => Some(NVIDIA_PRIVATE),
                DriverKind::Anv => Some(INTEL_PRIVATE),
                _ => None,
            },
        }
    }
}

/// Families for which RADV makes two operations of a float's fma, as theirs is slow or flushes denormals: up to RDNA 1 (`lower_ffma32`
/// below GFX10.3). The other two widths are lowered below GFX9, whose half is not offered, and never.
const SPLIT_FLOAT_FMA: &[&str] = &[
    "TAHITI",
    "PITCAIRN",
    "VERDE",
    "OLAND",
    "HAINAN",
    "BONAIRE",
    "KAVERI",
    "KABINI",
    "HAWAII",
    "TONGA",
    "ICELAND",
    "CARRIZO",
    "FIJI",
    "STONEY",
    "POLARIS10",
    "POLARIS11",
    "POLARIS12",
    "VEGAM",
    "VEGA10",
    "VEGA12",
    "VEGA20",
    "RAVEN",
    "RAVEN2",
    "RENOIR",
    "NAVI10",
    "NAVI12",
    "NAVI14",
    "GFX1013",
];

fn guesses(driver: DriverKind) -> Guesses {
    match driver {
        DriverKind::Nvidia => Guesses::Close,
        DriverKind::Radv | DriverKind::Amd => Guesses::ForQuotients,
        _ => Guesses::Loose,
    }
}

/// Where Fma rounds once. RADV's devices are called `AMD Radeon RX 5700 (RADV NAVI10)`.
fn fused_fma(name: &str, driver: DriverKind) -> FusedFma {
    match driver {
        DriverKind::Lavapipe => FusedFma::NONE,
        DriverKind::Radv => {
            let family = name.rsplit_once("(RADV ").map_or("", |(_, rest)| rest.trim_end_matches(')'));
            FusedFma { float: !SPLIT_FLOAT_FMA.contains(&family), ..FusedFma::ALL }
        }
        _ => FusedFma::ALL,
    }
}

#[cfg(test)]
mod tests {
    use super::{DriverKind, FusedFma, fused_fma};

    #[test]
    fn radv_fuses_floats_from_rdna_2_on() {
        let float = |name: &str| fused_fma(name, DriverKind::Radv).float;
        assert!(float("AMD Radeon RX 7900 XTX (RADV NAVI31)") && float("AMD Radeon RX 6800 (RADV NAVI21)"));
        assert!(!float("AMD Radeon RX 5700 (RADV NAVI10)") && !float("AMD Radeon RX Vega (RADV VEGA10)"));
        assert!(fused_fma("AMD Radeon RX 5700 (RADV NAVI10)", DriverKind::Radv).double);
        assert_eq!(fused_fma("llvmpipe (LLVM 15.0.6, 256 bits)", DriverKind::Lavapipe), FusedFma::NONE);
    }
}
