//! Words that lie side by side are one vector's, on a GPU, whose memory moves 16 bytes as cheaply as 4. Not every driver sees it by itself:
//! NVIDIA's (580.159) does not across the additions that make their addresses, and a copy of `float4`s through registers ran at half of its speed,
//! into the host's memory at a tenth.
//!
//! ```text
//! before  %a = load float, i64 %p align 16;  %b = load float, i64 (%p + 4);  ... + 8;  ... + 12
//! after   %v = load <4 x float>, i64 %p align 16;  %a = extractelement %v, 0;  ...
//! ```
//! Two or four of one type, all in one block, with nothing between that may change memory (or, for stores, look at it), the first as aligned as the
//! vector is long: no byte is touched that was not touched before. A CPU's are left to `pairs`.
//! Called by the device list, behind `optimize/cse`; `optimize/dce` sweeps up behind it.

use crate::analysis::sums::{Sum, Sums};
use crate::error::CompileError;
use crate::hash::{HashMap, HashSet};
use crate::ir::cursor::Cursor;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{BinaryOp, Inst, Op, Value};
use crate::ir::module::{Context, Module};
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::util::build::Build;

/// Bytes of the longest vector.
const LONGEST: u64 = 16;
/// Accesses that are looked at together.
const MOST: usize = 256;

/// A load or store of a scalar in global memory.
#[derive(Clone, Debug)]
struct Access {
    at: Sum,
    inst: Inst,
    ptr: Value,
    ty: Type,
    align: u32,
    stores: bool,
}

/// Accesses that become one, from the lowest address up.
type Group = Vec<Access>;

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
        let groups = find(ctx, func);
        if !groups.is_empty() {
            join(ctx, func, &groups);
        }
    }
    Ok(())
}

/// All groups of `func`, by the member in whose place the vector's access stands: the first one of loads, the last one of stores.
fn find(ctx: &Context, func: &Function) -> HashMap<Inst, Group> {
    let mut sums = Sums::new(ctx, func);
    let mut groups = HashMap::default();
    for &block in &func.layout {
        let (mut loads, mut stores) = (Vec::new(), Vec::new());
        for &inst in &func.blocks[block].insts {
            let op = func.op(inst);
            let (reads, writes) = (matches!(op, Op::Load { .. }), op.has_side_effects());
            if writes || loads.len() == MOST {
                close(ctx, &mut loads, &mut groups);
            }
            let access = access(ctx, func, &mut sums, inst);
            let stores_on = access.as_ref().is_some_and(|a| a.stores) && stores.len() < MOST;
            if (reads || writes) && !stores_on {
                close(ctx, &mut stores, &mut groups);
            }
            match access {
                Some(access) if access.stores => stores.push(access),
                Some(access) => loads.push(access),
                None => {}
            }
        }
        close(ctx, &mut loads, &mut groups);
        close(ctx, &mut stores, &mut groups);
    }
    groups
}

fn access(ctx: &Context, func: &Function, sums: &mut Sums<'_>, inst: Inst) -> Option<Access> {
    let (ptr, ty, align, stores) = match *func.op(inst) {
        Op::Load { ptr, align, volatile: false, atomic: None } => (ptr, func.insts[inst].ty, align, false),
        Op::Store { ptr, value, align, volatile: false, atomic: None } => (ptr, ctx.type_of(func, value), align, true),
        _ => return None,
    };
    let bits = ctx.types.value_bits(ty);
    let scalar = ctx.types.vector_parts(ty).is_none() && matches!(bits, 8 | 16 | 32 | 64);
    (scalar && ctx.type_of(func, ptr) == Type::I64).then(|| Access { at: sums.of(ptr), inst, ptr, ty, align, stores })
}

/// Finds the groups among accesses that may be done together, and forgets them.
fn close(ctx: &Context, accesses: &mut Vec<Access>, groups: &mut HashMap<Inst, Group>) {
    let all = std::mem::take(accesses);
    if all.len() < 2 {
        return;
    }
    let roots: Vec<Sum> = all.iter().map(|access| access.at.clone().root()).collect();
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by(|&a, &b| (&roots[a], all[a].at.constant).cmp(&(&roots[b], all[b].at.constant)));
    let mut next = 0;
    while next + 1 < order.len() {
        let fits = |count: &usize| order.get(next..next + count).is_some_and(|some| is_vector(ctx, &all, &roots, some));
        let Some(count) = [4, 2].into_iter().find(fits) else {
            next += 1;
            continue;
        };
        let members = &order[next..next + count];
        let (first, last) = (members.iter().min(), members.iter().max());
        if let Some(&place) = if all[0].stores { last } else { first } {
            groups.insert(all[place].inst, members.iter().map(|&nth| all[nth].clone()).collect());
        }
        next += count;
    }
}

/// Whether these accesses, in the order of their addresses, lie side by side as a vector does, and stores can move down to the last of them.
fn is_vector(ctx: &Context, all: &[Access], roots: &[Sum], members: &[usize]) -> bool {
    let low = &all[members[0]];
    let width = ctx.types.store_size(low.ty);
    let bytes = width * members.len() as u64;
    let distance = |nth: usize| all[nth].at.constant.wrapping_sub(low.at.constant);
    let side_by_side = |(step, &nth): (usize, &usize)| {
        roots[nth] == roots[members[0]] && all[nth].ty == low.ty && distance(nth) == step as u64 * width
    };
    let is_one = bytes <= LONGEST && u64::from(low.align) >= bytes && members.iter().enumerate().all(side_by_side);
    if !is_one || !low.stores {
        return is_one;
    }
    let (first, last) = (members.iter().min(), members.iter().max());
    let between = first.zip(last).map_or(0..0, |(&first, &last)| first..last);
    between.filter(|nth| !members.contains(nth)).all(|nth| {
        let size = ctx.types.store_size(all[nth].ty);
        roots[nth] == roots[members[0]] && distance(nth) >= bytes && distance(nth) <= size.wrapping_neg()
    })
}

/// Makes one access of each group.
fn join(ctx: &mut Context, func: &mut Function, groups: &HashMap<Inst, Group>) {
    let gone: HashSet<Inst> = groups.values().flatten().map(|access| access.inst).collect();
    let mut loaded = HashMap::default();
    for block in func.layout.clone() {
        let mut at = 0;
        while let Some(&inst) = func.blocks[block].insts.get(at) {
            if !gone.contains(&inst) {
                at += 1;
                continue;
            }
            func.blocks[block].insts.remove(at);
            if let Some(group) = groups.get(&inst) {
                at = write(ctx, func, (block, at), inst, group, &mut loaded);
            }
        }
    }
    func.replace_uses(&loaded);
}

/// Writes a group as one access in the place of its member `inst`; returns the place behind it. What was loaded is noted in `loaded`.
fn write(
    ctx: &mut Context,
    func: &mut Function,
    (block, at): (Block, usize),
    inst: Inst,
    group: &[Access],
    loaded: &mut HashMap<Value, Value>,
) -> usize {
    let (low, length) = (&group[0], group.len() as u32);
    let loc = func.insts[inst].loc;
    let values: Vec<Value> = group
        .iter()
        .filter_map(|access| match *func.op(access.inst) {
            Op::Store { value, .. } => Some(value),
            _ => None,
        })
        .collect();
    let mut cursor = Cursor::before(ctx, func, block, at);
    cursor.loc = loc;
    let ty = cursor.ctx.types.vector(low.ty, length);
    if low.stores {
        let mut vector = cursor.ctx.poison(ty);
        for (nth, value) in values.into_iter().enumerate() {
            let index = cursor.ctx.i32(nth as u32);
            vector = cursor.inst(Op::InsertElement { vector, value, index }, ty);
        }
        cursor.store(vector, low.ptr, low.align);
        return cursor.index;
    }
    // The lowest address may be computed behind this place.
    let here = group.iter().find(|access| access.inst == inst).unwrap_or(low);
    let back = low.at.constant.wrapping_sub(here.at.constant);
    let start = cursor.fold_const(BinaryOp::Add, here.ptr, back.into());
    let vector = cursor.load(ty, start, low.align);
    for (nth, access) in group.iter().enumerate() {
        let index = cursor.ctx.i32(nth as u32);
        let value = cursor.inst(Op::ExtractElement { vector, index }, access.ty);
        loaded.insert(Value::Inst(access.inst), value);
    }
    cursor.index
}
