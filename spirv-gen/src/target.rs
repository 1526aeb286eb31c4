//! What a device can do, as far as code generation must know. A plain value: the runtime fills it from Vulkan
//! (`vk::select`), tests and `hipcc --target=NAME` use the presets.

use serde::{Deserialize, Serialize};

use crate::budget::{Budget, Compiler};
use crate::ir::types::Type;

/// How denormals of one float width are treated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FloatControls {
    pub denorm_preserve: bool,
    pub denorm_flush_to_zero: bool,
    pub signed_zero_inf_nan_preserve: bool,
    pub rounding_rte: bool,
    pub rounding_rtz: bool,
}

/// For which types a device's fma is fused (rounded once). It then costs no more than a multiplication or an addition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FusedFma {
    pub half: bool,
    pub float: bool,
    pub double: bool,
}

impl FusedFma {
    pub const ALL: Self = Self { half: true, float: true, double: true };
    pub const NONE: Self = Self { half: false, float: false, double: false };

    /// For what it is in either.
    pub fn or(self, other: Self) -> Self {
        Self { half: self.half || other.half, float: self.float || other.float, double: self.double || other.double }
    }

    /// Whether it is for `ty`; not for what is no scalar float.
    pub fn of(self, ty: Type) -> bool {
        match ty {
            Type::HALF => self.half,
            Type::FLOAT => self.float,
            Type::DOUBLE => self.double,
            _ => false,
        }
    }
}

/// Which atomic operations exist natively on one kind of memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AtomicSupport {
    pub i64: bool,
    pub f16_add: bool,
    pub f32_add: bool,
    pub f64_add: bool,
    pub f16_min_max: bool,
    pub f32_min_max: bool,
    pub f64_min_max: bool,
}

impl AtomicSupport {
    /// Whether there is all that `other` has.
    pub fn covers(self, other: Self) -> bool {
        let all = |s: Self| [s.i64, s.f16_add, s.f32_add, s.f64_add, s.f16_min_max, s.f32_min_max, s.f64_min_max];
        all(self).into_iter().zip(all(other)).all(|(here, there)| here || !there)
    }
}

/// Products of square matrices that a subgroup calculates together, summed in floats (VK_KHR_cooperative_matrix).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Matrices {
    /// Rows and columns.
    pub side: u32,
}

/// What a device can do. 64-bit integers, buffer device addresses, 8-bit and 16-bit storage for buffers and the Vulkan
/// memory model with device scope are required of every device and have no flag.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Target {
    /// For messages: the device's or preset's name.
    pub name: String,
    /// A CPU pretending to be a GPU (lavapipe): gathers are dear, barriers dearer.
    pub cpu: bool,
    /// Lanes per subgroup that pipelines ask for.
    pub subgroup_size: u32,
    /// Full subgroups may be required, so that thread indices can come from subgroup builtins.
    pub full_subgroups: bool,
    /// Subgroups are known to hold threads with consecutive LocalInvocationIndex, lane by lane, which Vulkan leaves open.
    pub lanes_in_order: bool,
    /// The lanes of a subgroup take each step together, as on AMD's hardware: what one wrote by a volatile access, the others see in their next
    /// one. NVIDIA's do not since Volta; of hardware that nobody has tried it is not taken for granted.
    pub lanes_in_step: bool,
    /// The user asks for lanes to be in step at plain accesses of memory too, wherever another lane may make one (`warp/lockstep`).
    pub strict_lockstep: bool,
    pub subgroup_shuffle: bool,
    pub subgroup_ballot: bool,
    pub maximal_reconvergence: bool,
    pub max_push_constants: u32,
    /// Bytes of shared memory per block, as HIP's programs see it.
    pub max_shared: u32,
    /// Bytes of Vulkan's workgroup memory. What of `max_shared` does not fit lies in scratch memory (`passes::warp`, `memory::far_arrays`).
    pub max_workgroup: u32,
    /// Threads per block.
    pub max_block: u32,
    pub int8: bool,
    pub int16: bool,
    pub float16: bool,
    pub float64: bool,
    pub fp16_controls: FloatControls,
    pub fp32_controls: FloatControls,
    pub fp64_controls: FloatControls,
    /// Dot products of four bytes are an instruction (`OpSDot`, `OpUDot`).
    pub byte_dot: bool,
    /// `OpExtInst Fma` rounds once. Otherwise it is emulated.
    pub fused_fma: FusedFma,
    /// Among these, for which types the driver promises it (SPV_KHR_fma).
    pub promised_fma: FusedFma,
    /// f16 and f32 division and square root are correctly rounded. Otherwise they are corrected.
    pub exact_division: bool,
    /// How near the device's own `1 / x` and `InverseSqrt` of floats are (`float/division`).
    pub guesses: Guesses,
    /// f64 division and square root are correctly rounded.
    pub exact_double_division: bool,
    pub buffer_atomics: AtomicSupport,
    pub shared_atomics: AtomicSupport,
    /// VK_KHR_workgroup_memory_explicit_layout, with 8- and 16-bit access.
    pub explicit_workgroup_layout: bool,
    /// Of half floats.
    pub half_matrices: Option<Matrices>,
    /// Of bfloat16 (VK_KHR_shader_bfloat16).
    pub bfloat_matrices: Option<Matrices>,
    /// VK_KHR_shader_clock: (subgroup clock, device clock).
    pub subgroup_clock: bool,
    pub device_clock: bool,
    /// A float that was narrowed and is widened again is the rounded one. (Otherwise the driver takes it for what it was before.)
    pub narrowing_lasts: bool,
    /// `max(min(x, 1), 0)` is 1 for a NaN (otherwise the driver saturates, which makes 0 of it: `float/clamps`), and `-x * (c ? 1 : 0)` may be -0
    /// (otherwise: `float/zero_signs`).
    pub clamps_as_written: bool,
    /// The two bytes of a half word can be swapped. (Otherwise the driver makes nonsense of `x << 8 | x >> 8`: `integer/byte_swaps`.)
    pub swaps_bytes: bool,
    /// 8- and 16-bit integers wrap where they are negated, `(int64_t)x << 31` has the sign of x, `max(abs(x), y)` is not less than 0, and what else
    /// `integer/signs` is about.
    pub signs_as_written: bool,
    /// The driver divides 64-bit integers, right and in few steps. (Otherwise it finds their quotients bit by bit, or takes several that are places in
    /// memory for one: `integer/long_division`.)
    pub divides_long: bool,
    /// Doubles become 64-bit integers, and these doubles, by one operation of the driver's. (Otherwise of 20 to 60: `float/float_legal`.)
    pub converts_long: bool,
    /// The low word of a float as an unsigned 64-bit integer is that. (Otherwise the driver takes the float as a word, and the largest where it is none:
    /// `float/float_legal`.)
    pub converts_low_words: bool,
    /// Loops stay as clang, or fission, left them: clang has weighed their unrolling for AMD's processors, and this driver, which weighs it again by
    /// the number of instructions alone, does not see what it costs: registers on a GPU, the time of LLVM on a CPU.
    pub loops_as_written: bool,
    /// Blocks along x that a workgroup runs, where they are short: more than one if a workgroup costs as much as a short block
    /// (`passes::warp::fission::blocks`).
    pub blocks_per_workgroup: u32,
    /// A load from an address that is the same for the subgroup is one scalar load, wherever it stands, so that neighbouring lanes' words are had
    /// by as many such loads, of which the driver's compiler makes one of a vector (`passes::memory::rows`).
    pub scalar_loads: bool,
    /// The 32-bit registers that private arrays which are indexed at run time may take together, where the driver has to be told
    /// (`passes::memory::registers`).
    pub array_registers: Option<u32>,
    /// Bytes of private arrays that a thread may have where the driver's compiler refuses more: what is beyond lies in device memory
    /// (`passes::memory::far_arrays`).
    pub max_private: Option<u32>,
    /// Where some host memory has another address on the device.
    pub host_window: Option<HostWindow>,
    /// Descriptors of the device's texture table (set 0, binding 0); 0 where textures are sampled in software only.
    pub texture_slots: u32,
    /// Which of the ways to sample a texture the code keeps.
    pub texture_path: TexturePath,
    /// Bytes each thread has for the frames of recursive functions: `hipLimitStackSize`.
    pub stack_bytes: u32,
    /// How much code a kernel may become.
    pub budget: Budget,
}

/// What is known of first guesses of reciprocals and roots, which decides how many steps make the nearest float of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Guesses {
    /// Vulkan's bounds: 2.5 units in the last place.
    #[default]
    Loose,
    /// One of Newton's steps is enough for what two corrections follow: a quotient.
    ForQuotients,
    /// One step is enough wherever two are needed of loose ones.
    Close,
}

/// How kernels sample textures. The numbers are what `include/hip/detail/image.h` compares with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TexturePath {
    /// No texture object has a slot in the texture table.
    #[default]
    Software = 0,
    /// Some have, some have not: each read looks.
    Mixed = 1,
    /// All have.
    Hardware = 2,
}

/// [`Target::max_shared`]: as much as AMD's devices have. What lies in scratch memory costs a CPU nothing.
pub const MOST_SHARED: u32 = 65536;
/// [`Target::array_registers`] of RADV: what AMD's own compiler spends, a quarter of the 192 that a thread of a large block has.
pub const RADV_ARRAY_REGISTERS: u32 = 48;
/// [`Target::max_private`] of NVIDIA's driver: pipelines with private arrays of 16 KiB and more are VK_ERROR_UNKNOWN (580.159), and so are some with less,
/// as what does not fit into registers counts, too (MFEM's with 16,000 bytes).
pub const NVIDIA_PRIVATE: u32 = 12288;
/// [`Target::max_private`] of Mesa's driver for Intel: a thread of Xe-HPG and later hardware has 256 KiB for 32 lanes (25.0: "Scratch space required is larger
/// than supported"), of which what does not fit into registers takes a part.
pub const INTEL_PRIVATE: u32 = 6144;
/// [`Target::stack_bytes`] unless the program sets `hipLimitStackSize`.
pub const DEFAULT_STACK_BYTES: u32 = 4096;

/// The one range of host memory whose device address differs from its host address: device = host + `delta` in
/// `[host_base, host_base + size)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct HostWindow {
    pub host_base: u64,
    pub size: u64,
    pub delta: u64,
}

impl Target {
    /// What every supported device has: the preset `baseline`.
    pub fn baseline() -> Self {
        Self {
            name: "baseline".into(),
            cpu: false,
            subgroup_size: 32,
            full_subgroups: true,
            lanes_in_order: false,
            lanes_in_step: false,
            strict_lockstep: false,
            subgroup_shuffle: true,
            subgroup_ballot: true,
            maximal_reconvergence: false,
            max_push_constants: 128,
            max_shared: MOST_SHARED,
            max_workgroup: 32768,
            max_block: 1024,
            int8: true,
            int16: true,
            float16: true,
            float64: true,
            fp16_controls: FloatControls::default(),
            fp32_controls: FloatControls::default(),
            fp64_controls: FloatControls::default(),
            byte_dot: false,
            fused_fma: FusedFma::ALL,
            promised_fma: FusedFma::NONE,
            exact_division: false,
            exact_double_division: false,
            buffer_atomics: AtomicSupport { i64: true, ..AtomicSupport::default() },
            shared_atomics: AtomicSupport { i64: true, ..AtomicSupport::default() },
            explicit_workgroup_layout: false,
            half_matrices: None,
            bfloat_matrices: None,
            subgroup_clock: false,
            device_clock: false,
            narrowing_lasts: true,
            clamps_as_written: true,
            swaps_bytes: true,
            signs_as_written: true,
            divides_long: false,
            converts_long: false,
            converts_low_words: true,
            guesses: Guesses::Loose,
            loops_as_written: false,
            blocks_per_workgroup: 1,
            scalar_loads: false,
            array_registers: None,
            max_private: None,
            host_window: None,
            texture_slots: 0,
            texture_path: TexturePath::Software,
            stack_bytes: DEFAULT_STACK_BYTES,
            budget: Budget::of(Compiler::Gpu),
        }
    }

    /// The same device, whose doubles are made of integers (`passes::float::soft_doubles`): rounded once, whatever the operation.
    #[must_use]
    pub fn with_soft_doubles(self) -> Self {
        Self {
            float64: false,
            fused_fma: FusedFma { double: true, ..self.fused_fma },
            exact_double_division: true,
            converts_long: true,
            buffer_atomics: AtomicSupport { f64_add: false, f64_min_max: false, ..self.buffer_atomics },
            shared_atomics: AtomicSupport { f64_add: false, f64_min_max: false, ..self.shared_atomics },
            ..self
        }
    }

    /// Mesa's CPU driver, 25.0.
    pub fn lavapipe() -> Self {
        let atomics = AtomicSupport { i64: true, f32_add: true, f32_min_max: true, ..AtomicSupport::default() };
        Self {
            name: "lavapipe".into(),
            cpu: true,
            subgroup_size: 8,
            maximal_reconvergence: true,
            max_push_constants: 256,
            fused_fma: FusedFma::NONE,
            exact_division: true,
            exact_double_division: true,
            divides_long: true,
            converts_long: true,
            buffer_atomics: atomics,
            shared_atomics: atomics,
            device_clock: true,
            loops_as_written: true,
            blocks_per_workgroup: 8,
            half_matrices: Some(Matrices { side: 8 }),
            budget: Budget::of(Compiler::Llvm(15)),
            ..Self::baseline()
        }
    }

    /// RADV on RDNA3 (`navi31`).
    pub fn radv() -> Self {
        let controls = FloatControls {
            denorm_preserve: true,
            signed_zero_inf_nan_preserve: true,
            rounding_rte: true,
            ..FloatControls::default()
        };
        let atomics = AtomicSupport {
            i64: true,
            f32_add: true,
            f32_min_max: true,
            f64_min_max: true,
            ..AtomicSupport::default()
        };
        Self {
            byte_dot: true,
            name: "radv".into(),
            lanes_in_step: true,
            guesses: Guesses::ForQuotients, // as ROCm's own division on the same hardware
            max_workgroup: 65536,
            max_push_constants: 256,
            maximal_reconvergence: true,
            fp16_controls: controls,
            fp32_controls: controls,
            fp64_controls: controls,
            buffer_atomics: atomics,
            shared_atomics: atomics,
            explicit_workgroup_layout: true,
            half_matrices: Some(Matrices { side: 16 }),
            subgroup_clock: true,
            device_clock: true,
            loops_as_written: true,
            array_registers: Some(RADV_ARRAY_REGISTERS),
            texture_slots: 4096,
            ..Self::baseline()
        }
    }

    /// NVIDIA's driver on Turing and later.
    pub fn nvidia() -> Self {
        let atomics = AtomicSupport { i64: true, f32_add: true, f64_add: true, ..AtomicSupport::default() };
        Self {
            name: "nvidia".into(),
            clamps_as_written: false, // float/clamps
            swaps_bytes: false,       // integer/byte_swaps
            signs_as_written: false,  // integer/signs
            converts_long: true,
            converts_low_words: false,   // float/float_legal
            lanes_in_order: true,        // as CUDA promises of the same hardware
            lanes_in_step: false,        // as CUDA says of it ("independent thread scheduling")
            exact_double_division: true, // measured on an H200: tests/ops.rs
            guesses: Guesses::Close,     // tests/kernels/every_float
            max_workgroup: 49152,
            max_push_constants: 256,
            maximal_reconvergence: true,
            buffer_atomics: atomics,
            shared_atomics: atomics,
            loops_as_written: false,
            bfloat_matrices: Some(Matrices { side: 16 }),
            array_registers: None,
            max_private: Some(NVIDIA_PRIVATE),
            // Of f16 and f64 it keeps them (580.159, H100 and H200).
            fp32_controls: FloatControls { denorm_preserve: false, ..Self::radv().fp32_controls },
            ..Self::radv()
        }
    }

    /// The preset called `name`: `hipcc --target=NAME`.
    pub fn preset(name: &str) -> Option<Self> {
        Some(match name {
            "baseline" => Self::baseline(),
            "lavapipe" => Self::lavapipe(),
            "radv" => Self::radv(),
            "nvidia" => Self::nvidia(),
            _ => return None,
        })
    }

    /// The presets' names.
    pub const PRESETS: &[&str] = &["baseline", "lavapipe", "radv", "nvidia"];
}
