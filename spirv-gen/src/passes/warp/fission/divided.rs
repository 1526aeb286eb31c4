//! A kernel cut into regions: what `build` makes the new kernel of. Made by the module above, once or twice a kernel.

use super::super::operations::PASS;
use super::super::sync_points::{self, Point};
use super::packing::Packing;
use super::plan::Plan;
use super::regions::{self, Regions};
use super::variables::{self, Variables};
use crate::analysis::cfg::Cfg;
use crate::analysis::divergence::is_uniform;
use crate::error::{CompileError, CompileErrorKind};
use crate::hash::HashSet;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Inst, Op, Value};
use crate::ir::module::Module;
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::memory::scratch::MOST_SCRATCH;
use crate::passes::structure::prepare::hoist_extracts;

/// A kernel cut into regions, and what is to become of them.
pub(super) struct Divided {
    pub(super) source: Function,
    /// Its control flow.
    pub(super) cfg: Cfg,
    /// The block in front of all regions.
    pub(super) prologue: Block,
    pub(super) regions: Regions,
    pub(super) variables: Variables,
    pub(super) plan: Plan,
    pub(super) packing: Option<Packing>,
}

impl Divided {
    /// Of `func`, in which warps take `turns`; without `packing` if that cannot be kept.
    pub(super) fn new(
        module: &mut Module,
        mut func: Function,
        (mut packing, turns): (Option<Packing>, &[Point]),
        device: &DeviceContext<'_>,
    ) -> Result<Self, CompileError> {
        let mut undivided = packing.as_ref().map(|_| func.clone());
        let (prologue, regions) = loop {
            let mut points = match packing {
                Some(_) => sync_points::cut_at_barriers(&mut func),
                None => sync_points::cut(&mut func),
            };
            points.extend_from_slice(turns);
            hoist_extracts(&module.ctx, &mut func);
            let prologue = hoist_common(&mut func);
            let (regions, cfg) = regions::divide(&mut module.ctx, &mut func, points, &device.target.budget);
            let warp = device.metadata.warp_size;
            let renew = |packing: &mut Packing| packing.renew(&module.ctx, (&func, cfg), &regions, warp);
            let whole = packing.as_mut().is_none_or(renew);
            match undivided.take() {
                // A cut that keeps code short has made a warp diverge.
                Some(before) if !whole => (packing, func) = (None, before),
                _ => break (separate(&mut func, prologue), regions),
            }
        };
        let one_row = device.shape.threads() <= device.target.subgroup_size;
        let (ctx, cfg) = (&mut module.ctx, Cfg::new(&func));
        let variables = variables::demote(ctx, (&mut func, &cfg), (&regions, packing.as_ref()), prologue, !one_row);
        let plan = Plan::new(module, &func, (&regions, &variables, packing.is_some()), device);
        if plan.scratch > MOST_SCRATCH {
            let text =
                format!("{} bytes of scratch memory per block: at most {MOST_SCRATCH} are possible", plan.scratch);
            return Err(CompileError::new(PASS, CompileErrorKind::LimitExceeded(text)).in_function(&func.name));
        }
        Ok(Self { source: func, cfg, prologue, regions, variables, plan, packing })
    }
}

/// Moves what only depends on the launch and the block's index to the entry, where it is computed once. Returns the values.
fn hoist_common(func: &mut Function) -> Vec<Inst> {
    let cfg = Cfg::new(func);
    func.layout = cfg.reverse_postorder().to_vec();
    let mut common: Vec<Inst> = Vec::new();
    let mut known = vec![false; func.insts.len()];
    for block in func.layout.clone() {
        let mut insts = std::mem::take(&mut func.blocks[block].insts);
        insts.retain(|&inst| {
            let op = func.op(inst);
            let mut all = is_uniform(op) && !op.is_terminator() && !matches!(op, Op::Gep { .. });
            op.for_each_operand(|v| all &= !matches!(v, Value::Inst(i) if !known[i.0 as usize]));
            if all {
                known[inst.0 as usize] = true;
                common.push(inst);
            }
            !all
        });
        func.blocks[block].insts = insts;
    }
    let entry = func.entry();
    func.blocks[entry].insts.splice(0..0, common.iter().copied());
    common
}

/// Puts `common`, which stands at the entry's start, into a block of its own in front of it.
fn separate(func: &mut Function, common: Vec<Inst>) -> Block {
    let entry = func.entry();
    let moved: HashSet<Inst> = common.iter().copied().collect();
    func.blocks[entry].insts.retain(|i| !moved.contains(i));
    let prologue = func.create_block();
    func.layout.insert(0, prologue);
    func.blocks[prologue].insts = common;
    func.append(prologue, Op::Br(entry), Type::VOID, None);
    prologue
}
