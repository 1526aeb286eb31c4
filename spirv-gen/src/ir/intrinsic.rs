//! Every function that the compiler itself knows: LLVM's own (`llvm.*`) and ours (`hip.*`), one table.
//!
//! The portable half turns amdgcn builtins and `__ockl_*` calls into these; the device half lowers them; what is not in
//! the table stays a [`Op::Call`](super::instruction::Op::Call) and is reported by name if it survives inlining.
//! In text, an overloaded intrinsic carries its result type (`@llvm.fma.f32`); the parser ignores suffixes.

use serde::{Deserialize, Serialize};

/// What may be done with a call whose result nobody uses, or that is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A function of its arguments.
    Pure,
    /// Depends on where it stands or on other threads, but changes nothing: may be dropped, not moved across control flow.
    Convergent,
    /// Changes memory or waits: stays where it is.
    Changes,
    /// Says something to the optimiser only: may always be dropped.
    Hint,
}

macro_rules! intrinsics {
    ($($variant:ident $name:literal $effect:ident;)*) => {
        /// A function that the compiler knows. See [`Intrinsic::name`] for the spelling.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[allow(missing_docs)]
        pub enum Intrinsic { $($variant,)* }

        impl Intrinsic {
            /// Every intrinsic.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];
            /// The name without type suffixes, e.g. `llvm.fma`.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
            /// What a call of it does.
            pub fn effect(self) -> Effect {
                match self { $(Self::$variant => Effect::$effect,)* }
            }
        }
    };
}

intrinsics! {
    // Float arithmetic. Operands and result have one type unless said otherwise.
    Fma "llvm.fma" Pure;
    FMulAdd "llvm.fmuladd" Pure;
    Sqrt "llvm.sqrt" Pure;
    FAbs "llvm.fabs" Pure;
    Floor "llvm.floor" Pure;
    Ceil "llvm.ceil" Pure;
    FTrunc "llvm.trunc" Pure;
    Rint "llvm.rint" Pure;
    NearbyInt "llvm.nearbyint" Pure;
    Round "llvm.round" Pure;
    RoundEven "llvm.roundeven" Pure;
    CopySign "llvm.copysign" Pure;
    MinNum "llvm.minnum" Pure;
    MaxNum "llvm.maxnum" Pure;
    Minimum "llvm.minimum" Pure;
    Maximum "llvm.maximum" Pure;
    Canonicalize "llvm.canonicalize" Pure;
    Ldexp "llvm.ldexp" Pure;              // (float, i32)
    Frexp "llvm.frexp" Pure;              // -> { float, i32 }
    Pow "llvm.pow" Pure;
    Powi "llvm.powi" Pure;                // (float, i32)
    Exp "llvm.exp" Pure;
    Exp2 "llvm.exp2" Pure;
    Exp10 "llvm.exp10" Pure;
    Log "llvm.log" Pure;
    Log2 "llvm.log2" Pure;
    Log10 "llvm.log10" Pure;
    Sin "llvm.sin" Pure;
    Cos "llvm.cos" Pure;
    IsFpClass "llvm.is.fpclass" Pure;     // (float, i32 mask) -> i1
    FpToSiSat "llvm.fptosi.sat" Pure;
    FpToUiSat "llvm.fptoui.sat" Pure;
    LRint "llvm.lrint" Pure;
    LRound "llvm.lround" Pure;

    // Integer arithmetic.
    FindMsb "hip.find.msb" Pure;          // i32 -> i32: position of the highest set bit, -1 if none
    FindLsb "hip.find.lsb" Pure;          // i32 -> i32: position of the lowest set bit, -1 if none
    ByteDotSigned "hip.byte.dot.signed" Pure; // (i32, i32) -> i32: the sum of the products of their four bytes
    ByteDotUnsigned "hip.byte.dot.unsigned" Pure;
    Abs "llvm.abs" Pure;                  // (iN, i1 min_is_poison)
    SMax "llvm.smax" Pure;
    SMin "llvm.smin" Pure;
    UMax "llvm.umax" Pure;
    UMin "llvm.umin" Pure;
    Ctlz "llvm.ctlz" Pure;                // (iN, i1 zero_is_poison)
    Cttz "llvm.cttz" Pure;
    Ctpop "llvm.ctpop" Pure;
    BitReverse "llvm.bitreverse" Pure;
    BSwap "llvm.bswap" Pure;
    FShl "llvm.fshl" Pure;
    FShr "llvm.fshr" Pure;
    UAddOverflow "llvm.uadd.with.overflow" Pure;   // -> { iN, i1 }
    SAddOverflow "llvm.sadd.with.overflow" Pure;
    USubOverflow "llvm.usub.with.overflow" Pure;
    SSubOverflow "llvm.ssub.with.overflow" Pure;
    UMulOverflow "llvm.umul.with.overflow" Pure;
    SMulOverflow "llvm.smul.with.overflow" Pure;
    UAddSat "llvm.uadd.sat" Pure;
    SAddSat "llvm.sadd.sat" Pure;
    USubSat "llvm.usub.sat" Pure;
    SSubSat "llvm.ssub.sat" Pure;
    UShlSat "llvm.ushl.sat" Pure;
    SShlSat "llvm.sshl.sat" Pure;
    UCmp "llvm.ucmp" Pure;                // -> -1, 0, 1
    SCmp "llvm.scmp" Pure;

    // Vector reductions. The float forms take (start, vector).
    ReduceAdd "llvm.vector.reduce.add" Pure;
    ReduceMul "llvm.vector.reduce.mul" Pure;
    ReduceAnd "llvm.vector.reduce.and" Pure;
    ReduceOr "llvm.vector.reduce.or" Pure;
    ReduceXor "llvm.vector.reduce.xor" Pure;
    ReduceSMax "llvm.vector.reduce.smax" Pure;
    ReduceSMin "llvm.vector.reduce.smin" Pure;
    ReduceUMax "llvm.vector.reduce.umax" Pure;
    ReduceUMin "llvm.vector.reduce.umin" Pure;
    ReduceFMax "llvm.vector.reduce.fmax" Pure;
    ReduceFMin "llvm.vector.reduce.fmin" Pure;
    ReduceFAdd "llvm.vector.reduce.fadd" Pure;
    ReduceFMul "llvm.vector.reduce.fmul" Pure;

    // Memory. (dst, src, bytes, i1 volatile), and the two addresses' alignments as i32 where the text gave them.
    MemCpy "llvm.memcpy" Changes;
    MemCpyInline "llvm.memcpy.inline" Changes;
    MemMove "llvm.memmove" Changes;
    MemSet "llvm.memset" Changes;         // (dst, i8, bytes, i1 volatile), and the address's alignment
    PtrMask "llvm.ptrmask" Pure;

    // Hints.
    LifetimeStart "llvm.lifetime.start" Hint;
    LifetimeEnd "llvm.lifetime.end" Hint;
    InvariantStart "llvm.invariant.start" Hint;
    InvariantEnd "llvm.invariant.end" Hint;
    Assume "llvm.assume" Hint;
    NoAliasScopeDecl "llvm.experimental.noalias.scope.decl" Hint;
    Prefetch "llvm.prefetch" Hint;
    DoNothing "llvm.donothing" Hint;
    Expect "llvm.expect" Pure;            // (value, likely) -> value
    IsConstant "llvm.is.constant" Pure;
    ObjectSize "llvm.objectsize" Pure;
    Trap "llvm.trap" Changes;
    DebugTrap "llvm.debugtrap" Changes;
    UbsanTrap "llvm.ubsantrap" Changes;

    // Where the thread stands. All i32.
    ThreadIdX "hip.thread.id.x" Pure;
    ThreadIdY "hip.thread.id.y" Pure;
    ThreadIdZ "hip.thread.id.z" Pure;
    ThreadLinear "hip.thread.linear" Pure;      // x + bx*(y + by*z)
    BlockIdX "hip.block.id.x" Pure;
    BlockIdY "hip.block.id.y" Pure;
    BlockIdZ "hip.block.id.z" Pure;
    BlockDimX "hip.block.dim.x" Pure;           // threads per block
    BlockDimY "hip.block.dim.y" Pure;
    BlockDimZ "hip.block.dim.z" Pure;
    GridDimX "hip.grid.dim.x" Pure;             // blocks per grid
    GridDimY "hip.grid.dim.y" Pure;
    GridDimZ "hip.grid.dim.z" Pure;

    // The kernel's surroundings.
    // Typed load of kernel parameter bytes at a constant offset: (i32 offset) -> T.
    Param "hip.param" Pure;
    // Address of the parameter block in memory; asking for it makes the launch pass parameters through memory.
    ParamAddress "hip.param.address" Pure;      // () -> ptr addrspace(4)
    GlobalsBase "hip.globals.base" Pure;        // () -> ptr addrspace(1)
    PrintfBuffer "hip.printf.buffer" Pure;      // () -> ptr addrspace(1)
    HeapBase "hip.heap.base" Pure;              // () -> ptr addrspace(1)
    GridState "hip.grid.state" Pure;            // () -> ptr addrspace(1), null unless the launch is cooperative
    DynamicSharedSize "hip.dynamic.shared.size" Pure; // () -> i32 bytes
    StackSize "hip.stack.size" Pure;            // () -> i32 bytes that each thread has for recursion
    IsShared "hip.is.shared" Pure;              // (ptr) -> i1: where a generic pointer points
    IsPrivate "hip.is.private" Pure;            // (ptr) -> i1

    // Synchronisation.
    Barrier "hip.barrier" Changes;              // control barrier of the block; memory ordering comes from fences
    WarpBarrier "hip.warp.barrier" Changes;     // __syncwarp / wave_barrier: with it, what lanes did to memory is in order
    WarpStep "hip.warp.step" Changes;           // the same for shared memory alone (`passes::warp::lockstep`)

    // Warp operations at the device's own width.
    LaneId "hip.lane.id" Convergent;            // -> i32
    WarpSize "hip.warp.size" Pure;              // -> i32
    Shuffle "hip.shuffle" Convergent;           // (T, i32 lane) -> T; T is i32, i64, float, double
    ShuffleXor "hip.shuffle.xor" Convergent;    // (T, i32 mask)
    ShuffleUp "hip.shuffle.up" Convergent;      // (T, i32 delta)
    ShuffleDown "hip.shuffle.down" Convergent;
    Ballot "hip.ballot" Convergent;             // (i1) -> i64
    ActiveMask "hip.active.mask" Convergent;    // () -> i64
    VoteAny "hip.vote.any" Convergent;          // (i1) -> i1
    VoteAll "hip.vote.all" Convergent;
    ReadFirstLane "hip.read.first.lane" Convergent; // (T) -> T

    // Matrices that a subgroup holds together (`passes::device::matrices`). All numbers are constants: the shape, what a matrix is used as,
    // slots, whether columns lie in memory one behind the other; strides are in bytes.
    MatrixZero "hip.matrix.zero" Changes;         // (i32 shape, i32 slot): of the sums
    MatrixLoad "hip.matrix.load" Changes;         // (i32 shape, i32 use, i32 slot, ptr shared, i32 stride, i32 by columns)
    MatrixStore "hip.matrix.store" Changes;       // (i32 shape, i32 slot, ptr shared, i32 stride, i32 by columns): of the sums
    MatrixMultiply "hip.matrix.multiply" Changes; // (i32 shape, i32 sums, i32 a, i32 b): slot sums += slot a * slot b

    // (i32, i32 constant lanes, i32 constant lane) -> i32: what that lane of a subgroup of so many lanes holds, whatever warps are.
    SubgroupBroadcast "hip.subgroup.broadcast" Convergent;

    // Clocks, in ticks. -> i64
    ClockDevice "hip.clock.device" Changes;
    ClockWall "hip.clock.wall" Changes;
    Sleep "hip.sleep" Changes;                  // (i32)

    // Textures and surfaces (`include/hip/detail/image.h`).
    // (i32 slot, float x, float y, i32 constant component) -> float: the texture unit's answer. Not to be moved in front
    // of the test that there is a slot.
    ImageSample2d "hip.image.sample.2d" Convergent;
    TexturePath "hip.texture.path" Pure;        // () -> i32: `target::TexturePath`
    SurfaceAddress "hip.surface.address" Pure;  // (i64) -> i64: its argument; says that the kernel writes surfaces

    // Native approximations that HIP's `__sinf`-like functions ask for.
    NativeSin "hip.native.sin" Pure;            // radians
    NativeCos "hip.native.cos" Pure;
    NativeExp2 "hip.native.exp2" Pure;
    NativeLog2 "hip.native.log2" Pure;
    NativeRcp "hip.native.rcp" Pure;
    NativeRsqrt "hip.native.rsqrt" Pure;
    NativeSqrt "hip.native.sqrt" Pure;

    // Added since bundles have version 12, which number intrinsics by their place here: at the end only (`bundle::fatbin`).
    CallSite "hip.call.site" Pure;              // (i32) -> i32, the same: where the call goes back to (`calls::one_body`), for `calls::states`
}

impl Intrinsic {
    /// Whether a call of it must stay even when nobody uses the result.
    pub fn has_side_effects(self) -> bool {
        self.effect() == Effect::Changes
    }

    /// Which argument is the address of the shared memory that a matrix lies in.
    pub fn matrix_address(self) -> Option<usize> {
        match self {
            Self::MatrixLoad => Some(3),
            Self::MatrixStore => Some(2),
            _ => None,
        }
    }

    /// Whether it is about matrices that a subgroup holds together.
    pub fn is_matrix(self) -> bool {
        matches!(self, Self::MatrixZero | Self::MatrixLoad | Self::MatrixStore | Self::MatrixMultiply)
    }

    /// Whether it is about subgroups as the device has them, which are no warps: nothing may be done to their lanes.
    pub fn is_of_subgroup(self) -> bool {
        self.is_matrix() || self == Self::SubgroupBroadcast
    }

    /// The intrinsic that `name` spells, with or without type suffixes: the longest table entry that is `name` or a
    /// prefix of it up to a dot.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .filter(|i| name.strip_prefix(i.name()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
            .max_by_key(|i| i.name().len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_do_not_hide_the_longest_name() {
        assert_eq!(Intrinsic::from_name("llvm.fma.v2f32"), Some(Intrinsic::Fma));
        assert_eq!(Intrinsic::from_name("llvm.memcpy.inline.p1.p4.i64"), Some(Intrinsic::MemCpyInline));
        assert_eq!(Intrinsic::from_name("llvm.fptosi.sat.i32.f32"), Some(Intrinsic::FpToSiSat));
        assert_eq!(Intrinsic::from_name("llvm.exp2.f32"), Some(Intrinsic::Exp2));
        assert_eq!(Intrinsic::from_name("llvm.fmaximum"), None);
    }
}
