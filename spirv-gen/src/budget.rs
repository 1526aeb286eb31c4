//! How much code a kernel may become: every limit that passes keep to because a driver's compiler fails, or somebody's time grows, beyond it.
//!
//! One value in [`Target`](crate::target::Target), made for the driver's compiler ([`Compiler`]), which the runtime tells by the driver and its version.
//! Beyond a limit a kernel is right and slower. Where that cannot be, its launch fails by name (`passes::warp::fission`), or the
//! runtime says what may happen. `HIPVK_BUDGET=unlimited` lifts them all: so one finds out whether a driver's compiler still needs them.
//! How often a block pays for something at run time is weighed where it is done, and is no budget.

use serde::{Deserialize, Serialize};

/// As good as none.
const MOST: usize = usize::MAX / 2;

/// Who compiles the SPIR-V.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compiler {
    /// LLVM of this major version, in lavapipe. A kernel that fission has divided is one function to it.
    Llvm(u32),
    /// A GPU's. It sees fission only where subgroups are narrower than warps; none of those has been tried, so all are taken for the worst.
    Gpu,
}

/// See the module's description. Sizes are instructions in front of fission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Budget {
    /// A longer kernel is not cut for single threads to take turns where they wait for others (`fission::waits`): its warps must run whole, or
    /// the wait may have no end. LLVM 15's register allocator crashed over device-wide scans (hipCUB; HeCBench scan3 and nonzero), which
    /// came in some thousand pieces. Goes with the last LLVM that does.
    pub cut: usize,
    /// A longer kernel is not packed, but cut where its threads meet: packed, each instruction is there once per row of a warp, four times on
    /// lavapipe, and LLVM 15's time grows faster than a function. Goes where a compiler's time is in proportion.
    pub packed: usize,
    /// A region without warp operations is packed while that leaves it below this size: the same reason, but here there is less to win.
    pub packed_region: usize,
    /// The same size where most of what the region loads is the same for several rows, as in an unrolled loop over a tile: unpacked such a region is
    /// slower and takes LLVM 15 as long (16 unrolled bodies of an n-body tile: 14.8 ms packed, 34.6 not, both compiled in 2 s; 64: 44 and 50 ms, 6 s).
    pub packed_sharing: usize,
    /// A region whose rows share nothing is not packed if it has more to do than this (in instructions, a load or store being eight): packing
    /// saves it the loop's own steps, and each of its accesses is there once per row. LLVM's time: where gathers are slow (AMD's
    /// processors before AVX-512) it makes a branch for every lane of every gather and scatter, and half its time over HeCBench's kernels went
    /// there. What meets after every few steps stays packed: the bench kernel `barriers` took 1.6 times as long without. Goes where a
    /// gather is an instruction.
    pub own_work: usize,
    /// More loops than this at one place where lanes wait are not gathered (`fission::warp_waits`): each begins anew for each row of a warp. LLVM
    /// 15 crashed over rocPRIM's one-sweep radix sorts, and took 28 s over a kernel that allocates. Goes when a place is written once
    /// for all its rows.
    pub loops_of_a_place: usize,
    /// Longer divergent code is not linearised (`fission::linearise`): all lanes would go through it.
    pub linearised: usize,
    /// Places that are linearised, or gathered, in one kernel. Our own time: each costs a look at the whole of it. Goes when one look serves all.
    pub places: usize,
    /// Code that regions share is copied until that makes this many times the kernel, and `copies_free` instructions; from there on it
    /// is cut, which costs traffic with memory (`fission::regions`). LLVM's time, in any version.
    pub copies: usize,
    pub copies_free: usize,
    /// A block of more than twice as many instructions is cut in pieces of so many (`optimize/pieces`). LLVM's time, in versions 15 and 19.
    pub straight: usize,
}

impl Budget {
    /// What `compiler` is given.
    pub const fn of(compiler: Compiler) -> Self {
        match compiler {
            // LLVM 19 (Mesa 26.1) has not been shown to need less care; see CONTRIBUTING, "How to find out whether a limit may go".
            Compiler::Llvm(_) | Compiler::Gpu => Self {
                cut: 1000,
                packed: 3000,
                packed_region: 1200,
                packed_sharing: 7000,
                own_work: if matches!(compiler, Compiler::Llvm(_)) { 48 } else { MOST },
                loops_of_a_place: 1,
                linearised: 500,
                places: 12,
                copies: 3,
                copies_free: 1500,
                straight: if matches!(compiler, Compiler::Llvm(_)) { 2500 } else { MOST },
            },
        }
    }

    /// Less than any kernel needs: each goes the way of those that are beyond every limit.
    pub const fn least() -> Self {
        Self {
            cut: 0,
            packed: 0,
            packed_region: 0,
            packed_sharing: 0,
            own_work: 0,
            loops_of_a_place: 0,
            linearised: 0,
            places: 0,
            copies: 1,
            copies_free: 0,
            straight: 60,
        }
    }

    /// None at all.
    pub const fn unlimited() -> Self {
        Self {
            cut: MOST,
            packed: MOST,
            packed_region: MOST,
            packed_sharing: MOST,
            own_work: MOST,
            loops_of_a_place: MOST,
            linearised: MOST,
            places: MOST,
            copies: 0,
            copies_free: MOST,
            straight: MOST,
        }
    }
}
