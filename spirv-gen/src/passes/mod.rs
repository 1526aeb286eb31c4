//! The pipeline: three ordered lists, PORTABLE (run by `hipcc`, on the whole module), KERNEL (behind it, on each kernel) and DEVICE (run at
//! first launch, for one device and one block shape).
//!
//! One pass per file; the file's name is the pass's name, behind its folder's. After each pass the driver verifies the module in debug builds, and
//! prints it when `HIPVK_DUMP_IR=1` (all passes) or `HIPVK_DUMP_IR=pass,pass` is set.

pub mod abi;
pub mod atomic;
pub mod calls;
pub mod context;
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
pub use context::{DeviceContext, LaunchShape};
use driver::Pass::{self, ForDevice, OnFunctions, OnModule};

const CONST_FOLD: (&str, Pass) = ("optimize/const_fold", OnFunctions(optimize::const_fold::fold_function));
const SIMPLIFY_CFG: (&str, Pass) =
    ("optimize/simplify_cfg", OnFunctions(|ctx, func| optimize::simplify_cfg::simplify(ctx, func)));
const CSE: (&str, Pass) = ("optimize/cse", OnFunctions(|_, func| optimize::cse::eliminate(func)));
const SAME_WAYS: (&str, Pass) =
    ("optimize/same_ways", OnFunctions(|ctx, func| optimize::same_ways::replace(ctx, func)));
const DCE: (&str, Pass) = ("optimize/dce", OnFunctions(|_, func| optimize::dce::eliminate(func)));

/// Run by `hipcc`, in this order.
pub const PORTABLE: &[(&str, Pass)] = &[
    ("integer/limbs", OnModule(integer::limbs::run)), // before everything: nothing else knows such integers
    ("device/claim", OnModule(device::builtins::claim)), // before inlining: bodies that we replace must not be inlined
    ("calls/indirect", OnModule(calls::indirect::run)), // before inlining: a dispatcher is a function like others
    ("calls/elements", OnModule(calls::elements::run)), // before inlining: its kernels are callers like others
    ("calls/recursion", OnModule(calls::recursion::run)), // behind it: virtual functions may call each other
    ("calls/local_stack", OnModule(calls::local_stack::run)), // behind it: machines have local arrays too
    ("device/report_traps", OnModule(device::traps::report)), // before inlining: adds calls of the device library
    ("device/printf", OnModule(device::printf::run)), // before inlining: adds calls of the device library
    ("calls/one_body", OnModule(calls::one_body::run)), // behind all that adds calls
    ("calls/inline", OnModule(calls::inline::run)),   // before everything that looks at one function at a time
    ("device/end_threads", OnModule(device::traps::end)), // behind inlining: ends the kernel, not a function
    ("device/implicit_args", OnModule(device::implicit_args::run)),
    ("device/builtins", OnModule(device::builtins::run)),
    ("calls/externals", OnModule(calls::externals::run)), // what is still a call now has no meaning
    ("memory/memcpy", OnModule(memory::memcpy::run)),     // before scalar replacement, which wants loads and stores
    ("vector/bytes", OnModule(vector::bytes::run)),       // before intrinsics, which saturate byte by byte
    ("intrinsics", OnModule(intrinsics::run)),            // before aggregates: some results are pairs
    ("vector/aggregates", OnModule(vector::aggregates::run)),
    ("memory/sroa", OnModule(memory::sroa::run)),
    ("memory/mem2reg", OnModule(memory::mem2reg::run)), // before addresses are inferred: pointers kept in variables become values
    ("pointers/infer_address_space", OnModule(pointers::infer_address_space::run)), // before simplification, which then sees loads of constants
];

/// Run in [`PORTABLE`] behind inlining, for code that no optimiser has seen: what the next passes read (fields of hidden structures, warp
/// operations' modes) are constants then, and less is left to do for all others.
pub const UNOPTIMISED: &[(&str, Pass)] = &[
    ("memory/mem2reg", OnModule(memory::mem2reg::run)),
    CONST_FOLD,
    SIMPLIFY_CFG, // behind folding: constant branches
    CSE,
    DCE,
];
/// The pass of [`PORTABLE`] that they stand behind.
const INLINING: &str = "calls/inline";

/// Run by `hipcc` behind [`PORTABLE`], on each kernel's own module, in this order.
pub const KERNEL: &[(&str, Pass)] = &[
    ("vector/aggregates", OnModule(vector::aggregates::run)), // addresses in constant structures have become code
    ("pointers/infer_address_space", OnModule(pointers::infer_address_space::run)), // and so have generic addresses of globals
    CONST_FOLD,
    SIMPLIFY_CFG, // behind folding: constant branches
    CSE,
    SAME_WAYS, // behind cse: equal conditions are one value
    CSE,
    DCE,
    SIMPLIFY_CFG, // behind dce: ways in which nothing is left
    DCE,          // last: what the others left over
];

/// Run at first launch, in this order.
pub const DEVICE: &[(&str, Pass)] = &[
    ("calls/stack", ForDevice(calls::stack::run)),
    ("abi/block_shape", ForDevice(abi::block_shape::run)),
    ("device/clock_reads", ForDevice(device::clock_reads::run)),
    ("optimize/unroll", ForDevice(optimize::unroll::run)), // before all that looks at one block at a time
    ("memory/unaliased_loads", ForDevice(memory::unaliased_loads::run)), // before parameters are read: they say what aliases
    ("abi/kernel_args", ForDevice(abi::kernel_args::run)),
    ("vector/scalarize", OnModule(vector::scalarize::run)),
    ("pointers/generic", OnModule(pointers::generic::run)), // before atomics, which differ by memory
    ("atomic/atomics", ForDevice(atomic::atomics::run)),
    ("float/small_floats", ForDevice(float::small_floats::run)), // before float_legal, which sees what they become
    ("float/fma_runs", ForDevice(float::fma_runs::run)), // behind what makes doubles of other types, which come between them
    ("float/float_legal", ForDevice(float::float_legal::run)),
    ("integer/promote_ints", ForDevice(integer::promote_ints::run)),
    ("integer/wide_ints", OnModule(integer::wide_ints::run)), // behind the promotion of i65 to i127
    ("float/soft_doubles", ForDevice(float::soft_doubles::run)), // behind all that makes doubles, and before 64-bit operations are the device's
    ("integer/int_ops", ForDevice(integer::int_ops::run)),
    ("float/half_narrowing", ForDevice(float::half_narrowing::run)), // behind all that makes conversions to half
    ("pointers/physical", ForDevice(pointers::physical::run)),       // nothing after it sees a pointer
    CONST_FOLD,
    SIMPLIFY_CFG,
    ("optimize/flatten", ForDevice(optimize::flatten::run)), // behind what makes empty blocks, and with addresses as numbers
    ("optimize/joint_conditions", ForDevice(optimize::joint_conditions::run)), // behind it: what it flattens is no question
    CSE, // addresses of neighbouring accesses have much in common
    DCE,
    ("integer/long_division", ForDevice(integer::long_division::run)), // behind cse: a quotient and its remainder are one division
    ("float/root_scales", ForDevice(float::root_scales::run)),         // behind cse: equal conditions are one value
    ("float/contract", ForDevice(float::contract::run)), // behind cse, and before what may part a sum from its product
    ("warp", ForDevice(warp::run)),                      // behind clean-up: what outlives a meeting costs memory
    ("memory/far_arrays", ForDevice(memory::far_arrays::run)), // behind fission, which places private arrays by itself
    ("memory/narrow_loads", ForDevice(memory::narrow_loads::run)), // behind fission, which loads half words and bytes itself
    CONST_FOLD,
    SIMPLIFY_CFG,
    CSE,
    ("memory/near", ForDevice(memory::near::run)), // behind cse, and before loads stand where flags promise nothing
    ("memory/early_loads", ForDevice(memory::early_loads::run)), // behind the meetings of warps, and cse: equal addresses are one value
    ("memory/rows", ForDevice(memory::rows::run)), // behind cse, by which equal parts of addresses are one value
    ("memory/pairs", ForDevice(memory::pairs::run)), // likewise
    ("memory/vectors", ForDevice(memory::vectors::run)), // likewise
    ("integer/byte_swaps", ForDevice(integer::byte_swaps::run)), // behind all that makes integer operations
    ("optimize/licm", ForDevice(optimize::licm::run)), // behind cse: fewer values to move
    DCE,
    ("integer/signs", ForDevice(integer::signs::run)), // behind all that makes integer operations, and what would see through it
    ("float/narrowing", ForDevice(float::narrowing::run)), // behind all that narrows
    ("float/clamps", ForDevice(float::clamps::run)),   // behind all that makes minima
    ("float/signs", ForDevice(float::signs::run)),     // likewise, and what takes negations
    ("float/zero_signs", ForDevice(float::zero_signs::run)), // behind all that computes with floats
    ("float/zeros", ForDevice(float::zeros::run)), // behind all that computes with floats, and what would see through it
    ("memory/lane_loads", ForDevice(memory::lane_loads::run)), // behind all that makes loads or moves them
    ("optimize/pieces", ForDevice(optimize::pieces::run)), // behind all that takes instructions out of loops
    ("calls/states", ForDevice(calls::states::run)), // behind all that looks at values: what crosses is words in memory then
    ("structure", ForDevice(structure::run)),        // nothing after it may change control flow
    ("memory/idle_loads", ForDevice(memory::lane_loads::run_structured)), // the structuriser's arms and loops are the driver's
    ("memory/phis", ForDevice(memory::phis::run)), // last: nothing is known of what lies in memory
];

const _: () = assert!(driver::need_no_device(PORTABLE) && driver::need_no_device(KERNEL));
const _: () = assert!(driver::need_no_device(UNOPTIMISED));

/// Runs the portable list.
///
/// # Errors
/// The first pass's that fails.
pub fn run_portable(module: &mut Module) -> Result<(), CompileError> {
    driver::run(PORTABLE, module, None)
}

/// The same for code that no optimiser has seen.
///
/// # Errors
/// The first pass's that fails.
pub fn run_portable_unoptimised(module: &mut Module) -> Result<(), CompileError> {
    let behind = PORTABLE.iter().position(|(name, _)| *name == INLINING).map_or(0, |at| at + 1);
    let (front, back) = PORTABLE.split_at(behind);
    [front, UNOPTIMISED, back].into_iter().try_for_each(|list| driver::run(list, module, None))
}

/// Runs the list for single kernels.
///
/// # Errors
/// The first pass's that fails.
pub fn run_kernel(module: &mut Module) -> Result<(), CompileError> {
    driver::run(KERNEL, module, None)
}

/// Runs the device list.
///
/// # Errors
/// The first pass's that fails.
pub fn run_device(module: &mut Module, ctx: &DeviceContext<'_>) -> Result<(), CompileError> {
    driver::run(DEVICE, module, Some(ctx))
}
