//! What each function of a cycle of calls keeps, and where in its frame: decided before code is made.
//!
//! Arrays whose size is only known at run time lie on a stack of their own (`calls::local_stack`).
//!
//!   frame of f:  [ 0..4 where to return ][ f's local arrays, copies of its byval parameters ][ what the current call keeps ]
//!
//! Called by `machine`, which makes the code.

use std::collections::BTreeSet;

use super::callee;
use super::live::across_calls;
use crate::hash::{HashMap, HashSet};
use crate::ir::function::Function;
use crate::ir::instruction::{Inst, Op, Value};
use crate::ir::module::{Context, FuncId, Module};
use crate::passes::calls::{local_stack, stack};

/// Frames start at multiples of this; no local array is aligned more.
pub(super) const FRAME_ALIGN: u64 = 16;

/// What is decided about a function of the cycle before code is made.
pub(super) struct Plan {
    /// The calls inside the cycle, and what each must keep.
    pub(super) calls: HashMap<Inst, BTreeSet<Value>>,
    /// Everything that some call keeps.
    pub(super) kept: BTreeSet<Value>,
    /// Local arrays' places in the frame.
    pub(super) arrays: HashMap<Inst, u64>,
    /// Places of copies of byval parameters, by position.
    pub(super) copies: HashMap<u32, u64>,
    /// Stacks of machines inside: shared by all frames, as none of theirs lives across a call in this one.
    pub(super) stacks: HashSet<Inst>,
    /// Parameters that every call passes on unchanged.
    pub(super) unchanged: HashSet<u32>,
    /// Bytes in front of what calls keep.
    fixed: u64,
    /// Bytes of the whole frame.
    pub(super) frame: u64,
}

impl Plan {
    pub(super) fn of(module: &Module, cycle: &[FuncId], id: FuncId, alone: bool) -> Self {
        let func = &module.functions[id];
        let types = &module.ctx.types;
        let inside = |i: Inst| callee(func.op(i)).is_some_and(|f| cycle.contains(&f));
        let mut plan = Self {
            calls: HashMap::default(),
            kept: BTreeSet::new(),
            arrays: HashMap::default(),
            copies: HashMap::default(),
            stacks: HashSet::default(),
            unchanged: HashSet::default(),
            fixed: 4,
            frame: 0,
        };
        let on_stack = local_stack::arrays(&module.ctx, func);
        for (_, inst) in func.linked_insts() {
            let Op::Alloca { elem, count, align } = func.op(inst) else { continue };
            if count.is_some_and(|c| stack::is_size(func, c)) {
                plan.stacks.insert(inst);
                continue;
            }
            let known = count.map_or(Some(1), |c| module.ctx.as_int(c)).filter(|_| !on_stack.contains(&inst));
            let Some(count) = known else { continue };
            let align = u64::from(*align).max(types.align(*elem)).min(FRAME_ALIGN);
            let at = plan.place(types.size(*elem).saturating_mul(count as u64), align);
            plan.arrays.insert(inst, at);
        }
        for (index, param) in func.params.iter().enumerate() {
            if let Some(ty) = param.by_ref.filter(|_| !param.readonly) {
                let align = u64::from(param.align).max(types.align(ty)).min(FRAME_ALIGN);
                let at = plan.place(types.size(ty), align);
                plan.copies.insert(index as u32, at);
            }
        }
        if alone {
            plan.unchanged = unchanged(func, inside, &plan.copies);
        }
        let mut calls = across_calls(func, inside);
        for kept in calls.values_mut() {
            kept.retain(|&v| !plan.is_recomputed(v));
            plan.kept.extend(kept.iter().copied());
        }
        plan.calls = calls;
        let needs: Vec<u64> = plan.calls.values().map(|kept| plan.places(&module.ctx, func, kept).1).collect();
        plan.frame = needs.into_iter().max().unwrap_or(0).max(plan.fixed).next_multiple_of(FRAME_ALIGN);
        plan
    }

    /// Takes `size` bytes of the frame's fixed part.
    fn place(&mut self, size: u64, align: u64) -> u64 {
        let at = self.fixed.next_multiple_of(align);
        self.fixed = at + size;
        at
    }

    /// Whether a value need not be kept: it follows from the frame's place, or never changes.
    fn is_recomputed(&self, value: Value) -> bool {
        match value {
            Value::Inst(inst) => self.arrays.contains_key(&inst) || self.stacks.contains(&inst),
            Value::Param(index) => self.unchanged.contains(&index) || self.copies.contains_key(&index),
            Value::Const(_) => true,
        }
    }

    /// Where in the frame the memory lies that `value` is the address of.
    pub(super) fn frame_offset(&self, value: Value) -> Option<u64> {
        match value {
            Value::Inst(inst) => self.arrays.get(&inst).copied(),
            Value::Param(index) => self.copies.get(&index).copied(),
            Value::Const(_) => None,
        }
    }

    /// Where in the frame a call keeps each value, and where that ends.
    pub(super) fn places(&self, ctx: &Context, func: &Function, kept: &BTreeSet<Value>) -> (Vec<(Value, u64)>, u64) {
        let mut end = self.fixed;
        let mut places = Vec::with_capacity(kept.len());
        for &value in kept {
            let ty = ctx.type_of(func, value);
            end = end.next_multiple_of(ctx.types.align(ty).min(FRAME_ALIGN));
            places.push((value, end));
            end += ctx.types.size(ty);
        }
        (places, end)
    }
}

/// The parameters that every call inside passes on as they came.
fn unchanged(func: &Function, inside: impl Fn(Inst) -> bool, copies: &HashMap<u32, u64>) -> HashSet<u32> {
    let mut found: HashSet<u32> = (0..func.params.len() as u32).filter(|i| !copies.contains_key(i)).collect();
    for (_, inst) in func.linked_insts().filter(|&(_, i)| inside(i)) {
        if let Op::Call { args, .. } = func.op(inst) {
            found.retain(|&i| args.get(i as usize) == Some(&Value::Param(i)));
        }
    }
    found
}
