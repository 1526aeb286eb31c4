//! Loads around a short branch stand in front of it, on a GPU: a warp whose lanes go both ways waits in each of them for what it loads there, and
//! behind them once more, though nothing that it then loads hangs on the branch. Drivers do not move loads across branches.
//!
//! ```text
//! before   br %c, then, else            after   %a = load %p;  %b = load %q
//!          then: %a = load %p                   br %c, then, else
//!          else: %a2 = load %p                  then:  else:
//!          join: %b = load %q                   join:
//! ```
//! - A load that both ways have is done once.
//! - One behind the place where they meet again, of an address that is known in front of the branch, happens anyway.
//! - One of one way only may stand where the program would not read, so it moves only if it lies between two that happen anyway and are no page
//!   apart: then it is in the page of one of them and can be read, whoever's memory it is.
//!
//! Nothing in between may change memory or look at it in an order; addresses move along. Called by the device list behind `warp`, whose meetings are
//! such places, and in front of `vectors`, which finds more side by side.

use super::earlier_loads::EarlierLoads;
use crate::analysis::cfg::Cfg;
use crate::analysis::sums::{Sum, Sums};
use crate::analysis::zero_bits::zero_bits;
use crate::error::CompileError;
use crate::hash::{HashMap, HashSet};
use crate::ir::fold::int;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Flags, Inst, Op, Value};
use crate::ir::module::{Context, Module};
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::optimize::licm::is_free;

/// A way of more instructions hides what it waits for, and has registers to think of.
const LONGEST: usize = 32;
/// Instructions in front of a branch and behind it that are looked at.
const REACH: usize = 128;
/// Bytes of the smallest page of any device or host.
const PAGE: i64 = 4096;

/// A branch whose ways meet again.
struct Diamond {
    /// What the branch ends.
    head: Block,
    /// One way or two.
    ways: Vec<Block>,
    join: Block,
}

/// A load of a plain value, and its address.
struct Load {
    inst: Inst,
    at: Sum,
    ty: Type,
    bytes: i64,
    align: u32,
}

/// See the file's description.
///
/// # Errors
/// None.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    if device.target.cpu {
        return Ok(());
    }
    let Module { ctx, functions, .. } = module;
    for func in functions.values_mut().filter(|f| !f.is_declaration()) {
        let cfg = Cfg::new(func);
        let diamonds: Vec<Diamond> = func.layout.iter().filter_map(|&block| diamond(func, &cfg, block)).collect();
        for diamond in diamonds {
            hoist(ctx, func, &diamond);
        }
    }
    Ok(())
}

/// What the branch at the end of `head` is, if its ways are short, compute and load only, and one of them loads.
fn diamond(func: &Function, cfg: &Cfg, head: Block) -> Option<Diamond> {
    let &Op::CondBr { then_, else_, .. } = func.op(func.terminator(head)?) else { return None };
    let leads_to = |way: Block| {
        let (last, rest) = func.blocks[way].insts.split_last()?;
        let plain = |&inst: &Inst| is_free(func.op(inst)) || is_plain(func, inst);
        match *func.op(*last) {
            Op::Br(to) if cfg.preds(way).len() == 1 && rest.len() <= LONGEST && rest.iter().all(plain) => Some(to),
            _ => None,
        }
    };
    let (ways, join) = match (leads_to(then_), leads_to(else_)) {
        (Some(at), Some(other)) if at == other && then_ != else_ => (vec![then_, else_], at),
        (Some(at), _) if at == else_ => (vec![then_], at),
        (_, Some(at)) if at == then_ => (vec![else_], at),
        _ => return None,
    };
    let loads = |&way: &Block| func.blocks[way].insts.iter().any(|&inst| is_plain(func, inst));
    (join != head && cfg.preds(join).len() == 2 && ways.iter().any(loads)).then_some(Diamond { head, ways, join })
}

fn is_plain(func: &Function, inst: Inst) -> bool {
    matches!(func.op(inst), Op::Load { volatile: false, atomic: None, .. })
}

fn hoist(ctx: &Context, func: &mut Function, diamond: &Diamond) {
    let (moved, merged) = plan(ctx, func, diamond);
    if moved.is_empty() {
        return;
    }
    let gone: HashSet<Inst> = moved.iter().copied().chain(merged.keys().copied()).collect();
    for block in diamond.ways.iter().chain([&diamond.join]) {
        func.blocks[*block].insts.retain(|inst| !gone.contains(inst));
    }
    for &inst in &moved {
        // What flags promise holds only where it is needed.
        if let Op::Binary { flags, .. } | Op::Cast { flags, .. } = &mut func.insts[inst].op {
            flags.remove(Flags::NUW | Flags::NSW | Flags::EXACT | Flags::DISJOINT | Flags::NNEG);
        }
    }
    let end = func.blocks[diamond.head].insts.len() - 1;
    func.blocks[diamond.head].insts.splice(end..end, moved);
    let merged: HashMap<Value, Value> =
        merged.into_iter().map(|(inst, by)| (Value::Inst(inst), Value::Inst(by))).collect();
    func.replace_uses(&merged);
}

/// What moves, in an order that it can stand in, and the loads that others stand for.
fn plan(ctx: &Context, func: &Function, diamond: &Diamond) -> (Vec<Inst>, HashMap<Inst, Inst>) {
    let behind_branch = diamond.ways.iter().chain([&diamond.join]).flat_map(|&block| &func.blocks[block].insts);
    let mut plan = EarlierLoads::new(func, behind_branch.copied().collect());
    let mut sums = Sums::everywhere(ctx, func);
    let mut of = |inst: Inst| load(ctx, func, &mut sums, inst);
    let mut loads_in = |insts: &[Inst]| -> Vec<Load> { insts.iter().filter_map(|&inst| of(inst)).collect() };
    let ways: Vec<Vec<Load>> = diamond.ways.iter().map(|&way| loads_in(&func.blocks[way].insts)).collect();
    let mut anyway = loads_in(before(func, diamond.head));
    let mut merged = HashMap::default();
    if let [first, second] = ways.as_slice() {
        for load in first {
            let same = |other: &&Load| other.at == load.at && other.ty == load.ty && other.align == load.align;
            let twins: Vec<Inst> = second.iter().filter(same).map(|other| other.inst).collect();
            if !twins.is_empty() && plan.take(load.inst) {
                merged.extend(twins.into_iter().map(|twin| (twin, load.inst)));
            }
        }
    }
    let behind: Vec<Load> = loads_in(behind(func, diamond.join));
    for load in &behind {
        plan.take(load.inst);
    }
    anyway.extend(behind);
    let common: Vec<&Load> = ways.iter().flatten().filter(|load| plan.has(load.inst)).collect();
    let most = |value| {
        let bits = ctx.types.int_bits(ctx.type_of(func, value)).unwrap_or(u64::BITS);
        (int::mask(bits) & !zero_bits(ctx, func, value)) as u64
    };
    for load in ways.iter().flatten().filter(|load| !merged.contains_key(&load.inst)) {
        let others = || anyway.iter().chain(common.iter().copied());
        let below = || others().filter_map(|low| load.at.range_behind(&low.at, &most));
        let above = || {
            others().filter_map(|high| {
                let (least, most) = high.at.range_behind(&load.at, &most)?;
                Some((least + high.bytes - load.bytes, most + high.bytes))
            })
        };
        let nearest = |ranges: &mut dyn Iterator<Item = (i64, i64)>| {
            ranges.filter(|&(least, _)| least >= 0).map(|(_, most)| most).min()
        };
        let span = nearest(&mut below()).zip(nearest(&mut above()));
        if span.is_some_and(|(below, above)| below + above <= PAGE) {
            plan.take(load.inst);
        }
    }
    (plan.into_order(), merged)
}

/// What is executed together with the end of `block`, as far as looked at.
fn before(func: &Function, block: Block) -> &[Inst] {
    let insts = &func.blocks[block].insts;
    &insts[insts.len().saturating_sub(REACH)..]
}

/// What of `block` comes before anything that memory may change by.
fn behind(func: &Function, block: Block) -> &[Inst] {
    let insts = &func.blocks[block].insts;
    let still = |&&inst: &&Inst| is_free(func.op(inst)) || is_plain(func, inst) || matches!(func.op(inst), Op::Phi(_));
    let length = insts.iter().take(REACH).take_while(still).count();
    &insts[..length]
}

fn load(ctx: &Context, func: &Function, sums: &mut Sums<'_>, inst: Inst) -> Option<Load> {
    let Op::Load { ptr, align, volatile: false, atomic: None } = *func.op(inst) else { return None };
    let ty = func.insts[inst].ty;
    let bytes = i64::try_from(ctx.types.store_size(ty)).ok()?;
    (ctx.type_of(func, ptr) == Type::I64).then(|| Load { inst, at: sums.of(ptr), ty, bytes, align })
}
