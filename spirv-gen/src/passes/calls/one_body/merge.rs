//! Makes one call of all the calls of a function: they jump to it, and it jumps back to where it came from.
//!
//!   before  A0: %a = call @f(%x)  ..B0..      A1: %b = call @f(%y)  ..B1..
//!   after   A0: br %C   A1: br %C   C: %site = phi [ 0, %A0 ], [ 1, %A1 ]   %p = phi [ %x, %A0 ], [ %y, %A1 ]
//!           %r = call @f(%p)   switch %site [ %B0, %B1 ]     B0: %a = phi [ %r, %C ] ..    B1: %b = phi [ %r, %C ] ..
//!
//! `A0` no longer dominates `B0`: what is defined in front of a call and used behind it is carried by a variable, which `memory::mem2reg` makes
//! phis of; at the calls that it does not outlive the variable is given up, so that it is no further alive than before. Called by `one_body`.

use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::hash::{HashMap, HashSet};
use crate::ir::cursor::Cursor;
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Callee, Inst, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Context, FuncId};
use crate::ir::types::Type;

/// See the module's description. Leaves a single call as it is, and calls that do not fit the `callee`'s parameters (a prototype that lies).
pub fn run(ctx: &mut Context, func: &mut Function, id: FuncId, callee: &Function) {
    let calls: HashSet<Inst> =
        func.linked_insts().map(|(_, i)| i).filter(|&i| fits(ctx, func, i, id, callee)).collect();
    if calls.len() < 2 {
        return;
    }
    let sites = split(ctx, func, &calls);
    let before = Cfg::new(func);
    join(ctx, func, &sites, id, callee);
    let uses = strays(func);
    carry(ctx, func, &before, &sites, uses);
}

/// Whether `inst` is a call of `callee` with what it wants.
fn fits(ctx: &Context, func: &Function, inst: Inst, id: FuncId, callee: &Function) -> bool {
    let Op::Call { callee: Callee::Func(called), args, .. } = func.op(inst) else { return false };
    *called == id
        && func.insts[inst].ty == callee.ret
        && args.len() == callee.params.len()
        && args.iter().zip(&callee.params).all(|(&arg, param)| ctx.type_of(func, arg) == param.ty)
}

/// A call: what stands in front of it, and what behind.
struct Site {
    before: Block,
    behind: Block,
    args: Vec<Value>,
    /// The instruction that was the call, and becomes its result's phi.
    result: Inst,
}

/// Parts the blocks at the calls, which are taken out.
fn split(ctx: &mut Context, func: &mut Function, calls: &HashSet<Inst>) -> Vec<Site> {
    let mut sites = Vec::new();
    for block in func.layout.clone() {
        let mut before = block;
        while let Some(at) = func.blocks[before].insts.iter().position(|i| calls.contains(i)) {
            let result = func.blocks[before].insts[at];
            let Op::Call { args, .. } = func.op(result) else { break };
            let args = args.clone();
            let behind = Cursor::before(ctx, func, before, at).split();
            func.blocks[behind].insts.remove(0);
            func.append(before, Op::Br(behind), Type::VOID, func.insts[result].loc);
            sites.push(Site { before, behind, args, result });
            before = behind;
        }
    }
    sites
}

/// Makes the one call.
fn join(ctx: &mut Context, func: &mut Function, sites: &[Site], id: FuncId, callee: &Function) {
    let call = func.add_block();
    let phi = |ctx: &mut Context, func: &mut Function, ty: Type, values: Vec<Value>| {
        let first = values[0];
        if matches!(first, Value::Const(_)) && values.iter().all(|&v| v == first) {
            return first;
        }
        let incoming = values.into_iter().zip(sites).map(|(value, site)| (value, site.before)).collect();
        Cursor::at_end(ctx, func, call).phi(incoming, ty)
    };
    let numbers = (0..sites.len() as u32).map(|n| ctx.i32(n)).collect::<Vec<_>>();
    let site = phi(ctx, func, Type::I32, numbers.clone());
    let args = (0..callee.params.len()).map(|at| {
        let values = sites.iter().map(|s| s.args[at]).collect();
        phi(ctx, func, callee.params[at].ty, values)
    });
    let op = Op::Call { callee: Callee::Func(id), args: args.collect(), flags: Default::default() };
    let result = Value::Inst(func.append(call, op, callee.ret, None));
    let cases = numbers.iter().zip(sites).skip(1).filter_map(|(&number, site)| match number {
        Value::Const(number) => Some((number, site.behind)),
        _ => None,
    });
    let cases = cases.collect();
    let site = Cursor::at_end(ctx, func, call).intrinsic(Intrinsic::CallSite, vec![site], Type::I32);
    func.append(call, Op::Switch { value: site, default: sites[0].behind, cases }, Type::VOID, None);
    for site in sites {
        if let Some(end) = func.terminator(site.before) {
            func.insts[end].op = Op::Br(call);
        }
        if callee.ret != Type::VOID {
            func.insts[site.result].op = Op::Phi(vec![(result, call)]);
            func.blocks[site.behind].insts.insert(0, site.result);
        }
    }
}

/// Where a value is used: by an instruction, or by a phi when control comes from a block.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Use {
    block: Block,
    inst: Inst,
    /// At the end of `block`.
    by_phi: bool,
}

/// The uses that their definitions no longer dominate, by definition, in order.
fn strays(func: &Function) -> Vec<(Inst, Vec<Use>)> {
    let dom = Dominators::new(&Cfg::new(func));
    let home = func.homes();
    let mut order = Vec::new();
    let mut uses: HashMap<Inst, Vec<Use>> = HashMap::default();
    let mut add = |value: Value, at: Use| {
        let Value::Inst(def) = value else { return };
        if home[def.index()].is_some_and(|h| h != at.block && !dom.dominates(h, at.block)) {
            let known = uses.entry(def).or_insert_with(|| {
                order.push(def);
                Vec::new()
            });
            if known.last() != Some(&at) {
                known.push(at);
            }
        }
    };
    for (block, inst) in func.linked_insts() {
        match func.op(inst) {
            Op::Phi(incoming) => {
                incoming.iter().for_each(|&(value, from)| add(value, Use { block: from, inst, by_phi: true }));
            }
            op => op.for_each_operand(|value| add(value, Use { block, inst, by_phi: false })),
        }
    }
    order.into_iter().map(|def| (def, uses.remove(&def).unwrap_or_default())).collect()
}

/// Instructions to be put into blocks, all at once.
#[derive(Default)]
struct Added {
    before: HashMap<Inst, Vec<Inst>>,
    behind: HashMap<Inst, Vec<Inst>>,
    /// In front of terminators, first.
    loads: HashMap<Block, Vec<Inst>>,
    /// Likewise, behind them.
    stores: HashMap<Block, Vec<Inst>>,
    entry: Vec<Inst>,
}

/// Gives each stray value a variable. `old` is control flow as it was.
fn carry(ctx: &mut Context, func: &mut Function, old: &Cfg, sites: &[Site], strays: Vec<(Inst, Vec<Use>)>) {
    let home = func.homes();
    let mut added = Added::default();
    for (def, uses) in strays {
        let Some(block) = home[def.index()] else { continue };
        let ty = func.insts[def].ty;
        let variable = func.create_inst(Op::Alloca { elem: ty, count: None, align: 1 }, Type::PTR_PRIVATE, None);
        added.entry.push(variable);
        let ptr = Value::Inst(variable);
        let store = |func: &mut Function, value: Value| {
            func.create_inst(Op::Store { value, ptr, align: 1, volatile: false, atomic: None }, Type::VOID, None)
        };
        let kept = store(func, Value::Inst(def));
        added.behind.entry(def).or_default().push(kept);
        let live = live_in(old, block, &uses);
        let undef = ctx.undef(ty);
        for site in sites.iter().filter(|s| !live.contains(&s.behind)) {
            let given_up = store(func, undef);
            added.stores.entry(site.before).or_default().push(given_up);
        }
        for at in uses {
            let load = func.create_inst(Op::Load { ptr, align: 1, volatile: false, atomic: None }, ty, None);
            let is = |v: Value| if v == Value::Inst(def) { Value::Inst(load) } else { v };
            if at.by_phi {
                added.loads.entry(at.block).or_default().push(load);
                if let Op::Phi(incoming) = &mut func.insts[at.inst].op {
                    incoming.iter_mut().filter(|(_, from)| *from == at.block).for_each(|(v, _)| *v = is(*v));
                }
            } else {
                added.before.entry(at.inst).or_default().push(load);
                func.insts[at.inst].op.map_operands(is);
            }
        }
    }
    added.put(func);
}

/// The blocks at whose start the value defined in `home` is needed for `uses`.
fn live_in(cfg: &Cfg, home: Block, uses: &[Use]) -> HashSet<Block> {
    let mut live = HashSet::default();
    let mut work: Vec<Block> = uses.iter().map(|u| u.block).collect();
    while let Some(block) = work.pop() {
        if block != home && live.insert(block) {
            work.extend(cfg.preds(block));
        }
    }
    live
}

impl Added {
    fn put(mut self, func: &mut Function) {
        for block in func.layout.clone() {
            let phis = func.phis(block).count();
            let old = std::mem::take(&mut func.blocks[block].insts);
            let mut insts = Vec::with_capacity(old.len());
            let mut behind_phis = Vec::new();
            for (at, inst) in old.into_iter().enumerate() {
                if at == phis {
                    insts.append(&mut behind_phis);
                }
                if func.insts[inst].op.is_terminator() {
                    insts.extend(self.loads.remove(&block).unwrap_or_default());
                }
                insts.extend(self.before.remove(&inst).unwrap_or_default());
                if func.insts[inst].op.is_terminator() {
                    insts.extend(self.stores.remove(&block).unwrap_or_default());
                }
                insts.push(inst);
                let stores = self.behind.remove(&inst).unwrap_or_default();
                if at < phis { behind_phis.extend(stores) } else { insts.extend(stores) }
            }
            func.blocks[block].insts = insts;
        }
        let entry = func.entry();
        func.blocks[entry].insts.splice(0..0, self.entry);
    }
}
