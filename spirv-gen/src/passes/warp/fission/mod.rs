//! Block fission: one subgroup runs a whole block.
//!
//! The code between two places where threads meet (barriers, warp operations) becomes a loop over the block's threads; what outlives it
//! lies in arrays. So a warp has HIP's width on any hardware, its operations are exact also under divergence, and a barrier
//! costs nothing: on a CPU this is what makes blocks fast (`baseline.md`: a block reduction 63 times).
//!
//! ```text
//! sync_points   cuts the kernel where threads meet            variables  what outlives a region
//! regions       cuts on, until divergent code is by itself    plan       how control goes on, where everything lies
//! packing       whether warps run whole: then only barriers cut, and `lanes` does warp operations; sharing: what rows have in common;
//!               streaming: whether threads' words lie side by side
//! linearise     divergent code with convergent operations, as code that whole warps can run
//! guards        whether the kernel is written twice, once for blocks whose threads all pass its bound checks; ends: told from the first and the last
//! divided       the kernel after all that
//! blocks        several blocks a workgroup
//! build         the new kernel, with copy, forms, lanes, resume, rows, schedule, turns, memory; broadcast behind it
//! ```
//! `before  a; barrier; b`      `after  for each row of threads { a }  for each row of threads { b }`
//!
//! A thread that waits in a loop for what another one does (`analysis::polling`) lets the other warps of its block go on first: with its whole
//! warp, in a loop that all of its lanes go round (`warp_waits`), or by itself (`waits`).
//! Called by `warp::run`.

mod blocks;
mod broadcast;
mod build;
mod copy;
mod divided;
mod ends;
mod forms;
mod guards;
mod lanes;
mod linearise;
#[cfg(test)]
pub(crate) mod lowered;
mod memory;
mod packing;
mod plan;
mod regions;
mod resume;
mod rows;
mod schedule;
mod sharing;
mod streaming;
mod turns;
mod variables;
pub mod waits;
mod warp_waits;

use crate::analysis::cfg::Cfg;
use crate::analysis::polling::polls;
use crate::budget::Budget;
use crate::error::{CompileError, CompileErrorKind};
use crate::ir::cursor::Cursor;
use crate::ir::function::{Block, Fission, Function};
use crate::ir::instruction::{BinaryOp, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Context, FuncId, Module};
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::memory::mem2reg;
use crate::passes::optimize::cse;
use crate::passes::util::build::Build;
use crate::passes::util::rewrite::take_function;
use crate::passes::vector::phis;

use super::operations::PASS;
use super::sync_points::Point;
use super::{normalize, sync_points};
use blocks::Rounds;
use broadcast::Uniform;
use divided::Divided;
use guards::Guarded;
use packing::Packing;

/// Divides `kernel`. See the module's description.
///
/// # Errors
/// A block's variables need too much memory.
pub fn run(module: &mut Module, kernel: FuncId, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    normalize::run(module, kernel, device.metadata.warp_size)?;
    let mut func = take_function(module, kernel);
    let polls = polls(&module.ctx, &func);
    let waits = !polls.is_empty();
    let strategy = Strategy::choose(module, &mut func, waits, device)?;
    sync_points::drop_block_fences(&mut func);
    let mut out = Function {
        attrs: func.attrs.clone(),
        loc: func.loc,
        ..Function::declaration(&func.name, func.ret, Vec::new())
    };
    out.is_kernel = func.is_kernel;
    out.internal = func.internal;
    let mut start = out.add_block();
    let several = device.target.blocks_per_workgroup;
    let rounds = (several > 1 && streaming::is_plain(&func, &Cfg::new(&func)))
        .then(|| Rounds::open(&mut module.ctx, &mut out, start, device));
    start = rounds.map_or(start, |r| r.body());
    let mut uniform = Uniform::default();
    let (mut scratch, mut rare) = (0, false);
    let packs = matches!(strategy, Strategy::Nobody);
    out.attrs.waits_alone = packs && waits;
    if packs && polls.iter().any(|poll| poll.own_block) {
        return Err(too_long_to_wait(&func, device));
    }
    let mut guarded = None;
    if let Some(guards) = packs.then(|| Guarded::new(&mut module.ctx, &func, device)).flatten() {
        let (passed, packing) = guards.passed();
        let divided = Divided::new(module, passed, (Some(packing), &[]), device)?;
        guarded = divided.packing.is_some().then(|| (guards, divided, func.clone()));
    }
    let divided = match strategy {
        Strategy::Warps(divided) => *divided,
        Strategy::Threads(turns) => Divided::new(module, func, (None, &turns), device)?,
        Strategy::Nobody => {
            let packed = packed(&mut module.ctx, &func, device);
            let (func, packing) = packed.map_or((func, None), |(func, packing)| (func, Some(packing)));
            Divided::new(module, func, (packing, &[]), device)?
        }
    };
    let share = shares(guarded.as_ref().map(|g| &g.1), &divided, device).map(|count| {
        let mut cursor = Cursor::at_end(&mut module.ctx, &mut out, start);
        let subgroup = subgroup_index(&mut cursor, device.target.subgroup_size);
        uniform.values.insert(subgroup);
        (subgroup, count)
    });
    if let Some((guards, divided, source)) = guarded {
        let [all, others]: [Block; 2] = std::array::from_fn(|_| out.add_block());
        let mut cursor = Cursor::at_end(&mut module.ctx, &mut out, start);
        let pass = guards.count(&mut cursor, &source, device);
        cursor.cond_br(pass, all, others);
        build::build(&mut module.ctx, &mut out, all, (&divided, false, share), device, &mut uniform);
        rare = guards.is_wide();
        scratch = divided.plan.scratch;
        start = others;
    }
    build::build(&mut module.ctx, &mut out, start, (&divided, rare, share), device, &mut uniform);
    out.attrs.scratch = scratch.max(divided.plan.scratch) as u32;
    let (lanes, shares) = (divided.plan.lanes, share.map_or(1, |(_, count)| count));
    let blocks = rounds.map_or(1, |_| several);
    out.attrs.fission = Some(Fission { invocations: lanes * shares, lanes, by_rows: share.is_some(), blocks });
    if let Some(rounds) = rounds {
        rounds.close(&mut module.ctx, &mut out);
    }
    mem2reg::run_on(&mut module.ctx, &mut out);
    phis::split(&mut module.ctx, &mut out);
    if device.target.cpu {
        cse::eliminate(&mut out); // neighbouring words have one root then
        broadcast::run(&mut module.ctx, &mut out, &uniform, device.target.subgroup_size);
    }
    out.compact_insts();
    module.functions[kernel] = out;
    Ok(())
}

/// How many subgroups share a block, one for each warp: where threads only stream through memory, nothing has to know of the whole, and a warp is
/// straight code then, in which the driver sees what is the same for a subgroup. `guarded` is the kernel for blocks that pass, if there is one.
fn shares(guarded: Option<&Divided>, all: &Divided, device: &DeviceContext<'_>) -> Option<u32> {
    let plain = |d: &&Divided| d.regions.list.len() == 1 && d.plan.scratch == 0 && d.plan.states.is_none();
    let first = guarded.unwrap_or(all);
    let packing = first.packing.as_ref().filter(|p| p.streams)?;
    let whole = packing.rows_of(&first.source, &first.regions.list[0], false) == packing.rows;
    let fits = device.target.scalar_loads && whole && guarded.iter().copied().chain([all]).all(|d| plain(&d));
    fits.then(|| all.plan.slots / packing.rows)
}

/// The number of the subgroup of `lanes` in its workgroup, which is the same for all of them.
fn subgroup_index(cursor: &mut Cursor<'_>, lanes: u32) -> Value {
    let thread = cursor.intrinsic(Intrinsic::ThreadLinear, Vec::new(), Type::I32);
    let own = cursor.fold_const(BinaryOp::LShr, thread, lanes.trailing_zeros().into());
    cursor.intrinsic(Intrinsic::ReadFirstLane, vec![own], Type::I32)
}

/// Who takes turns where threads wait for each other in loops.
enum Strategy {
    /// Whole warps: the kernel as it is cut then.
    Warps(Box<Divided>),
    /// Single threads, at these points.
    Threads(Vec<Point>),
    /// Nobody: warps run whole if they can.
    Nobody,
}

impl Strategy {
    /// For the kernel `func`, whose threads may wait; gives it the points where single threads take turns, if they do.
    fn choose(
        module: &mut Module,
        func: &mut Function,
        waits: bool,
        device: &DeviceContext<'_>,
    ) -> Result<Self, CompileError> {
        if !waits {
            return Ok(Self::Nobody);
        }
        if let Some(divided) = in_turn(module, func, device)? {
            return Ok(Self::Warps(Box::new(divided)));
        }
        if !waits::is_short(func, device) {
            return Ok(Self::Nobody);
        }
        let turns = waits::take_turns(&mut module.ctx, func);
        Ok(if turns.is_empty() { Self::Nobody } else { Self::Threads(turns) })
    }
}

/// Threads of the kernel `func` wait for others of their block, and nothing makes those get on.
fn too_long_to_wait(func: &Function, device: &DeviceContext<'_>) -> CompileError {
    let (target, size) = (device.target, func.linked_insts().count());
    let Budget { cut, packed, .. } = target.budget;
    let text = format!(
        "threads wait in a loop for others of their block; on device '{}' warps take turns there in kernels of up to {cut} instructions, and of \
         up to {packed} in blocks of whole warps that wait in one loop at a place, but this one has {size}",
        target.name
    );
    CompileError::new(PASS, CompileErrorKind::LimitExceeded(text)).in_function(&func.name)
}

/// The kernel `func`, whose threads wait for each other in loops, with whole warps that take turns there; nothing if that is not how it goes.
fn in_turn(module: &mut Module, func: &Function, device: &DeviceContext<'_>) -> Result<Option<Divided>, CompileError> {
    if !Packing::is_possible(func, device) {
        return Ok(None);
    }
    let (ctx, short) = (&mut module.ctx, waits::is_short(func, device));
    let Some((mut whole, turns)) =
        warp_waits::gather(ctx, func, (device.metadata.warp_size, &device.target.budget), short)
    else {
        return Ok(None);
    };
    sync_points::drop_block_fences(&mut whole);
    let Some((whole, packing)) = packed(ctx, &whole, device) else { return Ok(None) };
    let divided = Divided::new(module, whole, (Some(packing), &turns), device)?;
    Ok(divided.packing.is_some().then_some(divided))
}

/// The kernel `func` as it is packed, with its packing; linearised first if it must be.
fn packed(ctx: &mut Context, func: &Function, device: &DeviceContext<'_>) -> Option<(Function, Packing)> {
    if let Some(packing) = Packing::new(ctx, func, device) {
        return Some((func.clone(), packing));
    }
    if !Packing::is_possible(func, device) {
        return None;
    }
    let linear = linearise::run(ctx, func, device.metadata.warp_size, &device.target.budget)?;
    let packing = Packing::new(ctx, &linear, device)?;
    Some((linear, packing))
}

/// Whether whole warps of the kernel `func` go round a loop together, so that their rows may share what they load there.
pub fn packs_a_loop(ctx: &mut Context, func: &Function, device: &DeviceContext<'_>) -> bool {
    Packing::new(ctx, func, device).is_some_and(|packing| packing.loops_together(ctx, func) > 0)
        || Guarded::new(ctx, func, device).is_some()
}
