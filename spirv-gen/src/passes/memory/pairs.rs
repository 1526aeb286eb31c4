//! Two words that lie side by side are one of 64 bits, on a CPU: its loads and stores by a vector of addresses are gathers and scatters, which
//! cost by the lane.
//!
//! ```text
//! before  %a = load float, i64 %p;  %b = load float, i64 (%p + 4)     after  %w = load i64, i64 %p;  %a = the low half, %b = the high half
//! before  store float %a, i64 %p;  store float %b, i64 (%p + 4)       after  store i64 (%a, %b), i64 %p
//! ```
//! Both in one block, with nothing between that may change memory (or, for stores, look at it), and both the same thread's: no byte is touched
//! that was not touched before. Fission puts neighbouring threads' words into one lane for this (`warp/fission/streaming`).
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
use crate::passes::util::build::{Build, bitcast_folded, bits_of, concat_bits, split_bits};

/// Bytes of a word.
const WORD: u64 = 4;
/// What the driver is told of a pair's address, which is a word's: SPIR-V has no access of 64 bits that says less. The CPU's driver loads and
/// stores each lane's with an instruction for which it does not matter.
const PAIR_ALIGNMENT: u32 = 8;
/// Stores that are remembered: a partner is among the last ones.
const MOST_STORES: usize = 16;

/// Two accesses that become one.
#[derive(Clone, Copy, Debug)]
struct Pair {
    first: Inst,
    second: Inst,
    /// Whether the first has the lower address.
    rises: bool,
}

/// See the file's description.
///
/// # Errors
/// None.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    if !device.target.cpu {
        return Ok(());
    }
    let Module { ctx, functions, .. } = module;
    // Rows have been seen to.
    let by_rows = |f: &Function| f.attrs.fission.is_some_and(|f| f.by_rows);
    for func in functions.values_mut().filter(|f| !f.is_declaration() && !by_rows(f)) {
        let pairs = find(ctx, func);
        if !pairs.is_empty() {
            join(ctx, func, &pairs);
        }
    }
    Ok(())
}

/// The address of a word that `inst` loads or stores, and whether it stores.
fn word(ctx: &Context, func: &Function, inst: Inst) -> Option<(Value, bool)> {
    let (ptr, ty, stores) = match *func.op(inst) {
        Op::Load { ptr, volatile: false, atomic: None, .. } => (ptr, func.insts[inst].ty, false),
        Op::Store { ptr, value, volatile: false, atomic: None, .. } => (ptr, ctx.type_of(func, value), true),
        _ => return None,
    };
    (matches!(ty, Type::I32 | Type::FLOAT) && ctx.type_of(func, ptr) == Type::I64).then_some((ptr, stores))
}

/// All pairs of `func`, by their second access.
fn find(ctx: &Context, func: &Function) -> HashMap<Inst, Pair> {
    let mut sums = Sums::new(ctx, func);
    let mut pairs = HashMap::default();
    for &block in &func.layout {
        let mut loads: HashMap<Sum, Inst> = HashMap::default();
        let mut stores: Vec<(Sum, Inst)> = Vec::new();
        for &inst in &func.blocks[block].insts {
            let pair = match word(ctx, func, inst) {
                Some((ptr, false)) => {
                    stores.clear();
                    partner_of_load(&mut loads, sums.of(ptr), inst)
                }
                Some((ptr, true)) => {
                    loads.clear();
                    partner_of_store(&mut stores, sums.of(ptr), inst)
                }
                None => {
                    let op = func.op(inst);
                    if matches!(op, Op::Load { .. }) || op.has_side_effects() {
                        stores.clear();
                    }
                    if op.has_side_effects() {
                        loads.clear();
                    }
                    None
                }
            };
            pairs.extend(pair.map(|p| (p.second, p)));
        }
    }
    pairs
}

fn partner_of_load(waiting: &mut HashMap<Sum, Inst>, at: Sum, second: Inst) -> Option<Pair> {
    for (distance, rises) in [(WORD.wrapping_neg(), true), (WORD, false)] {
        if let Some(first) = waiting.remove(&at.behind(distance)) {
            return Some(Pair { first, second, rises });
        }
    }
    waiting.insert(at, second);
    None
}

fn partner_of_store(waiting: &mut Vec<(Sum, Inst)>, at: Sum, second: Inst) -> Option<Pair> {
    let root = at.clone().root();
    // The first store moves down to the second, past those between: known not to touch its word.
    for nth in (0..waiting.len()).rev() {
        if waiting[nth].0.clone().root() != root {
            break;
        }
        let distance = at.constant.wrapping_sub(waiting[nth].0.constant);
        if distance != WORD && distance != WORD.wrapping_neg() {
            continue;
        }
        let moves_past = |other: &(Sum, Inst)| {
            let apart = other.0.constant.wrapping_sub(waiting[nth].0.constant);
            apart >= WORD && apart <= WORD.wrapping_neg()
        };
        if waiting[nth + 1..].iter().all(moves_past) {
            let (_, first) = waiting.remove(nth);
            // Nothing moves past the pair, which is longer than a word.
            waiting.clear();
            return Some(Pair { first, second, rises: distance == WORD });
        }
    }
    if waiting.len() == MOST_STORES {
        waiting.remove(0);
    }
    waiting.push((at, second));
    None
}

/// Makes one access of each pair.
fn join(ctx: &mut Context, func: &mut Function, pairs: &HashMap<Inst, Pair>) {
    let mut gone: HashSet<Inst> = pairs.keys().copied().collect();
    gone.extend(pairs.values().map(|p| p.first));
    let loads: HashMap<Inst, Pair> = pairs.values().map(|&p| (p.first, p)).collect();
    let mut halves = HashMap::default();
    for block in func.layout.clone() {
        let mut at = 0;
        while let Some(&inst) = func.blocks[block].insts.get(at) {
            if !gone.contains(&inst) {
                at += 1;
                continue;
            }
            let stores = matches!(func.op(inst), Op::Store { .. });
            func.blocks[block].insts.remove(at);
            // Loads where the first one stands, stores where the second does.
            let pair = if stores { pairs.get(&inst) } else { loads.get(&inst) };
            if let Some(&pair) = pair {
                at = write(ctx, func, (block, at), pair, stores, &mut halves);
            }
        }
    }
    func.replace_uses(&halves);
}

/// Writes `pair` as one access at the place; returns the place behind it. What was loaded is noted in `halves`.
fn write(
    ctx: &mut Context,
    func: &mut Function,
    (block, at): (Block, usize),
    pair: Pair,
    stores: bool,
    halves: &mut HashMap<Value, Value>,
) -> usize {
    let data = func.insts[pair.first].clone();
    let (low, high) = if pair.rises { (pair.first, pair.second) } else { (pair.second, pair.first) };
    let of_high = func.op(high).clone();
    let of_low = func.op(low).clone();
    let mut cursor = Cursor::before(ctx, func, block, at);
    cursor.loc = data.loc;
    match (stores, of_low, of_high) {
        (true, Op::Store { ptr, value: low, .. }, Op::Store { value: high, .. }) => {
            let words = [low, high].map(|value| bits_of(&mut cursor, value));
            let both = concat_bits(&mut cursor, &words, Type::I64);
            cursor.store(both, ptr, PAIR_ALIGNMENT);
        }
        (false, Op::Load { ptr: low_at, .. }, Op::Load { ptr: high_at, .. }) => {
            // The address of the second may not be there yet.
            let start = match pair.rises {
                true => low_at,
                false => cursor.fold_const(BinaryOp::Add, high_at, WORD.wrapping_neg().into()),
            };
            let both = cursor.load(Type::I64, start, PAIR_ALIGNMENT);
            let words = split_bits(&mut cursor, both, Type::I32);
            for (load, word) in [low, high].into_iter().zip(words) {
                let ty = cursor.func.insts[load].ty;
                let value = bitcast_folded(&mut cursor, word, ty);
                halves.insert(Value::Inst(load), value);
            }
        }
        _ => {}
    }
    cursor.index
}
