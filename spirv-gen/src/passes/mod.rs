//! The pipeline: three ordered lists, PORTABLE (run by `hipcc`, on the whole module), KERNEL (behind it, on each kernel) and DEVICE (run at
//! first launch, for one device and one block shape).
//!
//! One pass per file; the file's name is the pass's name, behind its folder's. (`scalar/` stands for `optimize/`, `integer/`, `float/`, `atomic/`,
//! `vector/` and `intrinsics/`: they were one folder, and dumps keep their names.) After each pass the driver verifies the module in debug builds,
//! and prints it when `HIPVK_DUMP_IR=1` (all passes) or `HIPVK_DUMP_IR=pass,pass` is set.

pub mod abi;
pub mod atomic;
pub mod calls;
pub mod device;
pub mod driver;
pub mod float;
pub mod integer;
pub mod intrinsics;
#[cfg(test)]
mod lowering_fuzz;
#[cfg(test)]
pub(crate) mod lowering_tests;
pub mod memory;
pub mod optimize;
pub mod pointers;
pub mod structure;
pub mod util;
pub mod vector;
pub mod warp;

use crate::error::CompileError;
use crate::ir::module::Module;
use crate::target::Target;

/// Block shape and shared memory of a launch: what a pipeline is specialised for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LaunchShape {
    /// Threads per block in x, y, z; none is zero.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory, rounded up as the runtime caches them.
    pub dynamic_shared: u32,
}

impl LaunchShape {
    /// Threads per block.
    pub fn threads(&self) -> u32 {
        self.block.iter().product()
    }
}

/// What a device pass may look at.
#[derive(Clone, Copy, Debug)]
pub struct DeviceContext<'a> {
    pub target: &'a Target,
    pub shape: LaunchShape,
    pub metadata: &'a crate::bundle::metadata::KernelMetadata,
}

/// A pass of the portable half.
pub type PortablePass = fn(&mut Module) -> Result<(), CompileError>;
/// A pass of the device half; the module holds one kernel and no other function with a body.
pub type DevicePass = fn(&mut Module, &DeviceContext<'_>) -> Result<(), CompileError>;

/// Run by `hipcc`, in this order.
pub const PORTABLE: &[(&str, PortablePass)] = &[
    ("scalar/limbs", integer::limbs::run), // before everything: nothing else knows such integers
    ("device/claim", device::builtins::claim), // before inlining: bodies that we replace must not be inlined
    ("calls/indirect", calls::indirect::run), // before inlining: a dispatcher is a function like others
    ("calls/recursion", calls::recursion::run), // behind it: virtual functions may call each other
    ("device/report_traps", device::traps::report), // before inlining: adds calls of the device library
    ("device/printf", device::printf::run), // before inlining: adds calls of the device library
    ("calls/inline", calls::inline::run),  // before everything that looks at one function at a time
    ("device/end_threads", device::traps::end), // behind inlining: ends the kernel, not a function
    ("device/implicit_args", device::implicit_args::run),
    ("device/builtins", device::builtins::run),
    ("calls/externals", calls::externals::run), // what is still a call now has no meaning
    ("memory/memcpy", memory::memcpy::run),     // before scalar replacement, which wants loads and stores
    ("scalar/intrinsics", intrinsics::run),     // before aggregates: some results are pairs
    ("scalar/aggregates", vector::aggregates::run),
    ("memory/sroa", memory::sroa::run),
    ("memory/mem2reg", memory::mem2reg::run), // before addresses are inferred: pointers kept in variables become values
    ("pointers/infer_address_space", pointers::infer_address_space::run), // before simplification, which then sees loads of constants
];

/// Run by `hipcc` behind [`PORTABLE`], on each kernel's own module, in this order.
pub const KERNEL: &[(&str, PortablePass)] = &[
    ("scalar/aggregates", vector::aggregates::run), // addresses in constant structures have become code
    ("pointers/infer_address_space", pointers::infer_address_space::run), // and so have generic addresses of globals
    ("scalar/const_fold", optimize::const_fold::run),
    ("scalar/simplify_cfg", optimize::simplify_cfg::run), // behind folding: constant branches
    ("scalar/cse", optimize::cse::run),
    ("scalar/dce", optimize::dce::run), // last: what the others left over
];

/// Run at first launch, in this order.
pub const DEVICE: &[(&str, DevicePass)] = &[
    ("calls/stack", calls::stack::run),
    ("abi/block_shape", abi::block_shape::run),
    ("device/clock_reads", device::clock_reads::run),
    ("abi/kernel_args", abi::kernel_args::run),
    ("scalar/scalarize", vector::scalarize::run),
    ("pointers/generic", pointers::generic::run), // before atomics, which differ by memory
    ("scalar/atomics", atomic::atomics::run),
    ("scalar/small_floats", float::small_floats::run), // before float_legal, which sees what they become
    ("scalar/float_legal", float::float_legal::run),
    ("scalar/promote_ints", integer::promote_ints::run),
    ("scalar/wide_ints", integer::wide_ints::run), // behind the promotion of i65 to i127
    ("scalar/int_ops", integer::int_ops::run),
    ("scalar/half_narrowing", float::half_narrowing::run), // behind all that makes conversions to half
    ("pointers/physical", pointers::physical::run),        // nothing after it sees a pointer
    ("scalar/const_fold", optimize::const_fold::run_device),
    ("scalar/simplify_cfg", optimize::simplify_cfg::run_device),
    ("scalar/cse", optimize::cse::run_device), // addresses of neighbouring accesses have much in common
    ("scalar/dce", optimize::dce::run_device),
    ("scalar/contract", float::contract::run), // behind cse, and before what may part a sum from its product
    ("warp", warp::run),                       // behind clean-up: what outlives a meeting costs memory
    ("memory/far_arrays", memory::far_arrays::run), // behind fission, which places private arrays by itself
    ("scalar/const_fold", optimize::const_fold::run_device),
    ("scalar/simplify_cfg", optimize::simplify_cfg::run_device),
    ("scalar/cse", optimize::cse::run_device),
    ("scalar/licm", optimize::licm::run_device), // behind cse: fewer values to move
    ("scalar/dce", optimize::dce::run_device),
    ("scalar/narrowing", float::narrowing::run),    // behind all that narrows
    ("scalar/clamps", float::clamps::run),          // behind all that makes minima
    ("scalar/zeros", float::zeros::run), // behind all that computes with floats, and what would see through it
    ("memory/lane_loads", memory::lane_loads::run), // behind all that makes loads or moves them
    ("structure", structure::run),       // nothing after it may change control flow
];

/// Runs the portable list.
///
/// # Errors
/// The first pass's that fails.
pub fn run_portable(module: &mut Module) -> Result<(), CompileError> {
    driver::run(PORTABLE, module, |pass, module| pass(module))
}

/// Runs the list for single kernels.
///
/// # Errors
/// The first pass's that fails.
pub fn run_kernel(module: &mut Module) -> Result<(), CompileError> {
    driver::run(KERNEL, module, |pass, module| pass(module))
}

/// Runs the device list.
///
/// # Errors
/// The first pass's that fails.
pub fn run_device(module: &mut Module, ctx: &DeviceContext<'_>) -> Result<(), CompileError> {
    driver::run(DEVICE, module, |pass, module| pass(module, ctx))
}
