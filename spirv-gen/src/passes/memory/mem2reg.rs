//! Turns private variables whose address is not otherwise used into SSA values.
//!
//!   before  %x = alloca i32 ... store i32 1, %x ... store i32 2, %x ... load i32, %x
//!   after   phi i32 [1, %a], [2, %b]
//!
//! Phis are placed at the iterated dominance frontiers of the stores, where the variable is live (pruned SSA); a load that
//! no store reaches is undef. Casts and zero-offset geps of the address are looked through; accesses of
//! another type of the same width are bit-cast. Called by the pipelines and by the structuriser.

use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::error::CompileError;
use crate::hash::{HashMap, HashSet};
use crate::ir::entity::Entity;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{CastOp, Flags, Inst, Op, Value};
use crate::ir::intrinsic::{Effect, Intrinsic};
use crate::ir::module::{Context, Module};
use crate::ir::types::Type;
use crate::passes::optimize::simplify_cfg::drop_unreachable;

/// The pass of the portable half.
///
/// # Errors
/// None.
pub fn run(module: &mut Module) -> Result<(), CompileError> {
    module.functions.values_mut().filter(|f| !f.is_declaration()).for_each(|func| run_on(&mut module.ctx, func));
    Ok(())
}

/// Promotes every alloca of `func` that can be, dropping blocks that nothing reaches.
pub fn run_on(ctx: &mut Context, func: &mut Function) {
    // What is never reached has no dominator and would leave phis without a value. Structured code, which also
    // comes to `promote`, has none but merge blocks, which must stay.
    drop_unreachable(func);
    promote(ctx, func);
}

/// Promotes every alloca of `func` that can be. Returns whether there was one.
pub fn promote(ctx: &mut Context, func: &mut Function) -> bool {
    if func.is_declaration() {
        return false;
    }
    let variables = Variables::collect(ctx, func);
    if variables.types.is_empty() {
        return false;
    }
    let cfg = Cfg::new(func);
    let dom = Dominators::new(&cfg);
    let phis = place_phis(func, &cfg, &dom, &variables);
    rename(ctx, func, &cfg, &dom, &variables, phis);
    true
}

/// The variables that are promoted.
struct Variables {
    /// By instruction, the variable that it is the address of: allocas and casts of them.
    of: Vec<Option<u32>>,
    types: Vec<Type>,
}

impl Variables {
    fn collect(ctx: &Context, func: &Function) -> Self {
        let mut of: Vec<Option<u32>> = vec![None; func.insts.len()];
        let mut types: Vec<Option<Type>> = Vec::new(); // the type of the accesses
        let mut sizes = Vec::new();
        for (_, inst) in func.linked_insts() {
            if let Op::Alloca { elem, count: None, .. } = func.op(inst) {
                of[inst.index()] = Some(types.len() as u32);
                types.push(None);
                sizes.push(ctx.types.size(*elem));
            }
        }
        // Addresses derived from them; a derived pointer may stand before its base in the layout, hence the repetition.
        let mut grown = !types.is_empty();
        while std::mem::take(&mut grown) {
            for (_, inst) in func.linked_insts() {
                if of[inst.index()].is_none()
                    && let Some(var) = same_address(ctx, func.op(inst)).and_then(|base| of[base.index()])
                {
                    of[inst.index()] = Some(var);
                    grown = true;
                }
            }
        }
        let mut banned = vec![false; types.len()];
        for (_, inst) in func.linked_insts() {
            check_uses(ctx, func, inst, &of, &mut types, &mut banned);
        }
        for (var, ty) in types.iter().enumerate() {
            banned[var] |= ty.is_some_and(|ty| ctx.types.store_size(ty) > sizes[var]);
        }
        let mut renumber = vec![None; types.len()];
        let mut kept = Vec::new();
        for (var, ty) in types.iter().enumerate().filter(|(var, _)| !banned[*var]) {
            renumber[var] = Some(kept.len() as u32);
            kept.push(ty.unwrap_or(Type::I32)); // never accessed: any type does
        }
        of.iter_mut().for_each(|of| *of = of.and_then(|var| renumber[var as usize]));
        Self { of, types: kept }
    }
    fn get(&self, ptr: Value) -> Option<usize> {
        variable_of(&self.of, ptr)
    }
}

/// The variable that `value` is the address of, by `of`, which knows instructions that were there when it was made.
fn variable_of(of: &[Option<u32>], value: Value) -> Option<usize> {
    let Value::Inst(inst) = value else { return None };
    of.get(inst.index()).copied().flatten().map(|var| var as usize)
}

/// The pointer whose address `op` passes on unchanged.
fn same_address(ctx: &Context, op: &Op) -> Option<Inst> {
    let base = match op {
        Op::Cast { op: CastOp::AddrSpaceCast | CastOp::BitCast, value, .. } => value,
        Op::Gep { base, indices, .. } if indices.iter().all(|&i| ctx.as_int(i) == Some(0)) => base,
        _ => return None,
    };
    if let Value::Inst(inst) = base { Some(*inst) } else { None }
}

/// Notes what `inst` does to variables: the type it accesses them with, or that it makes them unpromotable.
fn check_uses(
    ctx: &Context,
    func: &Function,
    inst: Inst,
    of: &[Option<u32>],
    types: &mut [Option<Type>],
    banned: &mut [bool],
) {
    let var_of = |v: Value| variable_of(of, v);
    let mut access = |var: usize, ty: Type| match types[var] {
        Some(first) if first != ty => banned[var] |= !castable(ctx, first, ty),
        _ => types[var] = Some(ty),
    };
    match func.op(inst) {
        Op::Load { ptr, volatile: false, atomic: None, .. } => {
            if let Some(var) = var_of(*ptr) {
                access(var, func.insts[inst].ty);
            }
        }
        Op::Store { value, ptr, volatile: false, atomic: None, .. } => {
            if let Some(var) = var_of(*ptr) {
                access(var, ctx.type_of(func, *value));
            }
            if let Some(var) = var_of(*value) {
                banned[var] = true;
            }
        }
        Op::Intrinsic { id: Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd, .. } => {}
        _ if of[inst.index()].is_some() => {}
        op => op.for_each_operand(|v| {
            if let Some(var) = var_of(v) {
                banned[var] = true;
            }
        }),
    }
}

/// Whether a value of one type can be read as the other without memory.
fn castable(ctx: &Context, a: Type, b: Type) -> bool {
    let types = &ctx.types;
    let plain = |t: Type| !types.is_aggregate(t) && types.pointee_space(types.scalar(t)).is_none();
    let pointer_and_int = |p: Type, i: Type| types.pointee_space(p).is_some() && types.int_bits(i).is_some();
    types.value_bits(a) == types.value_bits(b)
        && (plain(a) && plain(b) || pointer_and_int(a, b) || pointer_and_int(b, a))
}

/// `value` read as type `to`; a conversion goes to the end of `out`.
fn cast(ctx: &Context, func: &mut Function, out: &mut Vec<Inst>, value: Value, to: Type) -> Value {
    let from = ctx.type_of(func, value);
    if from == to {
        return value;
    }
    let op = match (ctx.types.pointee_space(from), ctx.types.pointee_space(to)) {
        (Some(_), None) => CastOp::PtrToInt,
        (None, Some(_)) => CastOp::IntToPtr,
        _ => CastOp::BitCast,
    };
    let inst = func.create_inst(Op::Cast { op, flags: Flags::empty(), value }, to, None);
    out.push(inst);
    Value::Inst(inst)
}

/// Puts an empty phi wherever two definitions of a live variable meet. Returns the phis of each block, by index.
fn place_phis(func: &mut Function, cfg: &Cfg, dom: &Dominators, vars: &Variables) -> Vec<Vec<(usize, Inst)>> {
    let frontiers = dom.frontiers(cfg);
    let count = vars.types.len();
    let mut stores: Vec<Vec<Block>> = vec![Vec::new(); count];
    let mut exposed: Vec<Vec<Block>> = vec![Vec::new(); count];
    for &block in cfg.reverse_postorder() {
        for &inst in &func.blocks[block].insts {
            let (ptr, list) = match func.op(inst) {
                Op::Load { ptr, .. } if vars.get(*ptr).is_some_and(|v| stores[v].last() != Some(&block)) => {
                    (*ptr, &mut exposed)
                }
                Op::Store { ptr, .. } => (*ptr, &mut stores),
                _ => continue,
            };
            if let Some(var) = vars.get(ptr).filter(|&v| list[v].last() != Some(&block)) {
                list[var].push(block);
            }
        }
    }
    let mut phis: Vec<Vec<(usize, Inst)>> = vec![Vec::new(); func.blocks.len()];
    let mut live = vec![usize::MAX; func.blocks.len()];
    let mut placed = vec![usize::MAX; func.blocks.len()];
    let mut storing = vec![usize::MAX; func.blocks.len()];
    for var in 0..count {
        stores[var].iter().for_each(|b| storing[b.index()] = var);
        mark_live(cfg, &storing, std::mem::take(&mut exposed[var]), var, &mut live);
        let mut work = std::mem::take(&mut stores[var]);
        while let Some(block) = work.pop() {
            for &join in &frontiers[block.index()] {
                if placed[join.index()] == var || live[join.index()] != var {
                    continue;
                }
                placed[join.index()] = var;
                let phi = func.create_inst(Op::Phi(Vec::new()), vars.types[var], None);
                phis[join.index()].push((var, phi));
                work.push(join);
            }
        }
    }
    phis
}

/// Marks the blocks where the variable is live on entry; those that store it are marked in `storing`.
fn mark_live(cfg: &Cfg, storing: &[usize], mut work: Vec<Block>, var: usize, live: &mut [usize]) {
    while let Some(block) = work.pop() {
        if std::mem::replace(&mut live[block.index()], var) == var {
            continue;
        }
        work.extend(cfg.preds(block).iter().filter(|p| storing[p.index()] != var));
    }
}

/// Walks the dominator tree with the current value of each variable; removes loads, stores and the variables.
fn rename(
    ctx: &mut Context,
    func: &mut Function,
    cfg: &Cfg,
    dom: &Dominators,
    vars: &Variables,
    phis: Vec<Vec<(usize, Inst)>>,
) {
    let mut current: Vec<Option<Value>> = vec![None; vars.types.len()];
    let mut replaced: HashMap<Value, Value> = HashMap::default();
    enum Visit {
        Enter(Block),
        Restore(Vec<(usize, Option<Value>)>),
    }
    let mut stack = vec![Visit::Enter(func.entry())];
    while let Some(visit) = stack.pop() {
        let block = match visit {
            Visit::Enter(block) => block,
            Visit::Restore(old) => {
                old.into_iter().rev().for_each(|(var, value)| current[var] = value);
                continue;
            }
        };
        let mut old = Vec::new();
        for &(var, phi) in &phis[block.index()] {
            old.push((var, current[var].replace(Value::Inst(phi))));
        }
        rename_block(ctx, func, block, vars, &mut current, &mut old, &mut replaced);
        let mut succs = func.successors(block);
        succs.sort_unstable();
        succs.dedup();
        for succ in succs {
            for &(var, phi) in &phis[succ.index()] {
                let value = current[var].unwrap_or_else(|| ctx.undef(vars.types[var]));
                if let Op::Phi(incoming) = &mut func.insts[phi].op {
                    incoming.push((value, block));
                }
            }
        }
        stack.push(Visit::Restore(old));
        stack.extend(dom.children(block).iter().rev().map(|&child| Visit::Enter(child)));
    }
    for &block in &func.layout.clone() {
        if !cfg.is_reachable(block) {
            drop_accesses(ctx, func, block, vars, &mut current, &mut replaced);
        }
    }
    for (block, list) in phis.into_iter().enumerate().filter(|(_, list)| !list.is_empty()) {
        let list = list.into_iter().map(|(_, phi)| phi);
        func.blocks[Block::new(block)].insts.splice(0..0, list);
    }
    remove_trivial_phis(func, &mut replaced);
    func.replace_uses(&replaced);
}

/// Replaces the loads and removes the stores of one block.
fn rename_block(
    ctx: &mut Context,
    func: &mut Function,
    block: Block,
    vars: &Variables,
    current: &mut [Option<Value>],
    old: &mut Vec<(usize, Option<Value>)>,
    replaced: &mut HashMap<Value, Value>,
) {
    let mut kept = Vec::with_capacity(func.blocks[block].insts.len());
    for inst in std::mem::take(&mut func.blocks[block].insts) {
        match *func.op(inst) {
            Op::Load { ptr, .. } if vars.get(ptr).is_some() => {
                let var = vars.get(ptr).unwrap_or_default();
                let value = current[var].unwrap_or_else(|| ctx.undef(vars.types[var]));
                let value = cast(ctx, func, &mut kept, value, func.insts[inst].ty);
                replaced.insert(Value::Inst(inst), value);
            }
            Op::Store { value, ptr, .. } if vars.get(ptr).is_some() => {
                let var = vars.get(ptr).unwrap_or_default();
                // What is replaced so far needs no second look, so chains of copies stay short.
                let value = replaced.get(&value).copied().unwrap_or(value);
                let value = cast(ctx, func, &mut kept, value, vars.types[var]);
                old.push((var, current[var].replace(value)));
            }
            ref op if vars.get(Value::Inst(inst)).is_some() || is_hint_on(op, vars) => {}
            _ => kept.push(inst),
        }
    }
    func.blocks[block].insts = kept;
}

/// In code that is never reached: loads become undef. No variable holds anything in `current`, before and after.
fn drop_accesses(
    ctx: &mut Context,
    func: &mut Function,
    block: Block,
    vars: &Variables,
    current: &mut [Option<Value>],
    replaced: &mut HashMap<Value, Value>,
) {
    let mut old = Vec::new();
    rename_block(ctx, func, block, vars, current, &mut old, replaced);
    old.into_iter().for_each(|(var, _)| current[var] = None);
}

fn is_hint_on(op: &Op, vars: &Variables) -> bool {
    let Op::Intrinsic { id, args, .. } = op else { return false };
    id.effect() == Effect::Hint && args.iter().any(|&a| vars.get(a).is_some())
}

/// Replaces phis that have one value besides themselves, until none is left. Each is looked at again only when one that it takes has gone.
fn remove_trivial_phis(func: &mut Function, replaced: &mut HashMap<Value, Value>) {
    let resolve = |replaced: &HashMap<Value, Value>, mut v: Value| {
        while let Some(&next) = replaced.get(&v) {
            v = next;
        }
        v
    };
    let mut work: Vec<Inst> = func.layout.iter().flat_map(|&block| func.phis(block)).collect();
    let mut takers: HashMap<Value, Vec<Inst>> = HashMap::default();
    for &phi in &work {
        takers.insert(Value::Inst(phi), Vec::new());
    }
    for &phi in &work {
        func.op(phi).for_each_operand(|v| {
            if let Some(takers) = takers.get_mut(&resolve(replaced, v)) {
                takers.push(phi);
            }
        });
    }
    let mut dead: HashSet<Inst> = HashSet::default();
    let mut at = 0;
    while let Some(&phi) = work.get(at) {
        at += 1;
        let (own, Op::Phi(incoming)) = (Value::Inst(phi), func.op(phi)) else { continue };
        let mut values = incoming.iter().map(|&(v, _)| resolve(replaced, v)).filter(|&v| v != own);
        let Some(first) = values.next().filter(|_| !dead.contains(&phi)) else { continue };
        if values.any(|v| v != first) {
            continue;
        }
        replaced.insert(own, first);
        dead.insert(phi);
        let again = takers.remove(&own).unwrap_or_default();
        work.extend(&again);
        if let Some(takers) = takers.get_mut(&first) {
            takers.extend(again);
        }
    }
    for block in func.layout.clone() {
        let end = func.phis(block).count();
        if end > 0 {
            let mut at = 0;
            func.blocks[block].insts.retain(|phi| {
                at += 1;
                at > end || !dead.contains(phi)
            });
        }
    }
}
