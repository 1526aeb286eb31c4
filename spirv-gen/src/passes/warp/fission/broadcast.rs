//! Loads for all lanes at once: where every lane reads the same addresses, one after the other at equal distances, each lane reads one
//! of them instead, and hands it to the others.
//!
//! ```text
//! before  %a = load float, %p   %b = load float, %p + 4   ...            after  %v = load float, %p + 4 * lane
//!                                                                               %a = shuffle(%v, 0)   %b = shuffle(%v, 1)   ...
//! ```
//! On a CPU every load by a vector of addresses is a gather, as dear for one address as for eight; a shuffle by a constant is one
//! instruction. Only in blocks that all lanes come to. Called by `fission::run` behind `build`.

use std::collections::BTreeMap;

use crate::hash::{HashMap, HashSet};
use crate::ir::cursor::Cursor;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{BinaryOp, CastOp, Inst, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Context;
use crate::ir::types::Type;
use crate::passes::util::build::{Build, build_vector};
use crate::passes::util::floats::FloatCode;

/// Fewer loads are not worth a shuffle each.
const FEWEST: usize = 3;

/// What is known of a packed kernel's code.
#[derive(Debug, Default)]
pub struct Uniform {
    /// Values that are the same for all lanes of the subgroup.
    pub values: HashSet<Value>,
    /// Blocks that all lanes come to.
    pub blocks: Vec<Block>,
}

/// A word that is loaded.
#[derive(Clone, Copy, Debug)]
struct Word {
    load: Inst,
    /// Which of a vector's elements.
    element: Option<u32>,
}

/// Loads words of the uniform addresses in `func` by runs; `lanes` is the subgroup's width.
pub fn run(ctx: &mut Context, func: &mut Function, uniform: &Uniform, lanes: u32) {
    for &block in &uniform.blocks {
        let mut from = 0;
        while from < func.blocks[block].insts.len() {
            from = segment(ctx, func, uniform, lanes, block, from);
        }
    }
}

/// Rewrites what stands between `from` and the next change of memory; returns where that is.
fn segment(ctx: &mut Context, func: &mut Function, uniform: &Uniform, lanes: u32, block: Block, from: usize) -> usize {
    let insts = &func.blocks[block].insts;
    // An atomic load too: what is read behind it may have been written for those who have seen its value.
    let changes = |&i: &Inst| func.op(i).has_side_effects();
    let end = insts[from..].iter().position(changes).map_or(insts.len(), |n| from + n);
    let stop = insts.get(end).copied();
    let mut words: BTreeMap<(Value, i64), Vec<Word>> = BTreeMap::new();
    for &load in &insts[from..end] {
        for (root, offset, word) in words_of(ctx, func, uniform, load) {
            words.entry((root, offset)).or_default().push(word);
        }
    }
    let mut loaded: HashMap<Inst, Vec<(Option<u32>, Value)>> = HashMap::default();
    for run in runs(&words, lanes as usize) {
        let first = run.iter().flat_map(|(_, words)| words.iter()).map(|w| w.load);
        let places = first.filter_map(|load| func.blocks[block].insts.iter().position(|&i| i == load));
        let Some(at) = places.min() else { continue };
        let mut cursor = Cursor::before(ctx, func, block, at);
        let values = load_run(&mut cursor, &run, lanes);
        for (value, (_, words)) in values.into_iter().zip(&run) {
            for word in *words {
                loaded.entry(word.load).or_default().push((word.element, value));
            }
        }
    }
    replace(ctx, func, block, loaded);
    let insts = &func.blocks[block].insts;
    insts.iter().position(|&i| Some(i) == stop).map_or(insts.len(), |at| at + 1)
}

type Run<'a> = Vec<((Value, i64), &'a Vec<Word>)>;

/// Words at equal distances from one root, at most `lanes` at a time.
fn runs(words: &BTreeMap<(Value, i64), Vec<Word>>, lanes: usize) -> Vec<Run<'_>> {
    let all: Run<'_> = words.iter().map(|(&at, words)| (at, words)).collect();
    let mut found = Vec::new();
    let mut start = 0;
    while start + 1 < all.len() {
        let ((root, first), (next_root, next)) = (all[start].0, all[start + 1].0);
        let step = next - first;
        let fits = |(nth, at): (usize, &((Value, i64), &Vec<Word>))| at.0 == (root, first + nth as i64 * step);
        let count = all[start..].iter().enumerate().take(lanes).take_while(|&(n, at)| fits((n, at))).count();
        if root == next_root && count >= FEWEST {
            found.push(all[start..start + count].to_vec());
            start += count;
        } else {
            start += 1;
        }
    }
    found
}

/// The 32-bit words that `load` reads from a uniform address: root, offset and word.
fn words_of(ctx: &Context, func: &Function, uniform: &Uniform, load: Inst) -> Vec<(Value, i64, Word)> {
    let Op::Load { ptr, volatile: false, atomic: None, .. } = *func.op(load) else { return Vec::new() };
    if !uniform.values.contains(&ptr) || ctx.type_of(func, ptr) != Type::I64 {
        return Vec::new();
    }
    let ty = func.insts[load].ty;
    let (root, offset) = split(ctx, func, ptr);
    let word = |element| Word { load, element };
    match ctx.types.vector_parts(ty) {
        None if matches!(ty, Type::I32 | Type::FLOAT) => vec![(root, offset, word(None))],
        Some((Type::I32 | Type::FLOAT, count)) => {
            (0..count).map(|e| (root, offset + i64::from(e) * 4, word(Some(e)))).collect()
        }
        _ => Vec::new(),
    }
}

/// `address` without the constants that were added last, and their sum.
fn split(ctx: &Context, func: &Function, mut address: Value) -> (Value, i64) {
    let mut offset = 0i64;
    while let Value::Inst(inst) = address
        && let Op::Binary { op: BinaryOp::Add, lhs, rhs, .. } = *func.op(inst)
        && let Some(constant) = ctx.as_int(rhs)
    {
        offset = offset.wrapping_add(constant as u64 as i64);
        address = lhs;
    }
    (address, offset)
}

/// One load for `run`; returns each word, as i32.
fn load_run(cursor: &mut Cursor<'_>, run: &Run<'_>, lanes: u32) -> Vec<Value> {
    let ((root, first), step) = (run[0].0, run[1].0.1 - run[0].0.1);
    let lane = cursor.intrinsic(Intrinsic::LaneId, Vec::new(), Type::I32);
    let last = cursor.ctx.i32(run.len() as u32 - 1);
    let nth = if run.len() < lanes as usize { cursor.pair(Intrinsic::UMin, lane, last) } else { lane };
    let nth = cursor.cast(CastOp::ZExt, nth, Type::I64);
    let distance = cursor.fold_const(BinaryOp::Mul, nth, step as u64 as u128);
    let start = cursor.fold_const(BinaryOp::Add, root, first as u64 as u128);
    let address = cursor.add(start, distance);
    let loaded = cursor.load(Type::I32, address, 4);
    (0..run.len() as u32)
        .map(|n| {
            let n = cursor.ctx.i32(n);
            cursor.intrinsic(Intrinsic::Shuffle, vec![loaded, n], Type::I32)
        })
        .collect()
}

/// Puts words in the place of the loads whose every word is at hand.
fn replace(ctx: &mut Context, func: &mut Function, block: Block, loaded: HashMap<Inst, Vec<(Option<u32>, Value)>>) {
    let mut replaced = HashMap::default();
    for (load, mut words) in loaded {
        let ty = func.insts[load].ty;
        let parts = ctx.types.vector_parts(ty);
        if words.len() != parts.map_or(1, |p| p.1 as usize) {
            continue;
        }
        words.sort_by_key(|w| w.0);
        let Some(at) = func.blocks[block].insts.iter().position(|&i| i == load) else { continue };
        let mut cursor = Cursor::before(ctx, func, block, at);
        let value = match parts {
            None => cursor.bitcast(words[0].1, ty),
            Some((elem, _)) => {
                let words: Vec<Value> = words.into_iter().map(|(_, word)| cursor.bitcast(word, elem)).collect();
                build_vector(&mut cursor, &words)
            }
        };
        replaced.insert(Value::Inst(load), value);
    }
    func.blocks[block].insts.retain(|&i| !replaced.contains_key(&Value::Inst(i)));
    func.replace_uses(&replaced);
}

#[cfg(test)]
mod tests {
    use super::{Uniform, run};
    use crate::hash::HashSet;
    use crate::ir::instruction::{Op, Value};
    use crate::ir::module::FuncId;
    use crate::ir::parse::parse_module;

    /// How many loads are left of three side by side, with `between` behind the first.
    fn loads_of(between: &str) -> usize {
        let text = format!(
            "define amdgpu_kernel void @k() {{
  %p = call i64 @hip.param(i32 0)
  %q = call i64 @hip.param(i32 8)
  %p4 = add i64 %p, 4
  %p8 = add i64 %p, 8
  %a = load i32, i64 %p, align 4
  {between}
  %b = load i32, i64 %p4, align 4
  %c = load i32, i64 %p8, align 4
  %ab = add i32 %a, %b
  %abc = add i32 %ab, %c
  store i32 %abc, i64 %q, align 4
  ret void
}}"
        );
        let mut module = parse_module(&text).unwrap_or_else(|e| panic!("{e}"));
        let func = &mut module.functions[FuncId(0)];
        let values: HashSet<Value> = func.linked_insts().map(|(_, inst)| Value::Inst(inst)).collect();
        let uniform = Uniform { values, blocks: func.layout.clone() };
        run(&mut module.ctx, func, &uniform, 8);
        func.linked_insts().filter(|&(_, inst)| matches!(func.op(inst), Op::Load { atomic: None, .. })).count()
    }

    #[test]
    fn loads_do_not_move_in_front_of_one_that_acquires() {
        assert_eq!(loads_of("%x = add i64 %p, 12"), 1);
        assert_eq!(loads_of("%f = load atomic i32, i64 %q syncscope(\"agent\") acquire, align 4"), 3);
    }
}
