//! Functions with one body (`calls::one_body`) as the states of one loop, each of which is structured by itself.
//!
//! What such functions leave is a graph without structure: the code behind each call can be entered from the callee. It is cut into
//! *regions* that are entered at one place (`regions`): behind a call, where a body begins, and where such ways meet. A region goes to another
//! through the loop's head, which knows by number where to:
//!
//!   before  ..A0.. br %C      C: ..   switch (call.site %s) [ %B0, %B1 ]      B0: use %x      (defined in A0)
//!   after   ..A0.. store %x   br %loop(1)   ..C.. br %loop(2 or 3)   loop: %to = phi ..  switch %to [ ..A0.., ..C.., %B0, %B1 ]   B0: load   use
//!
//! Values that cross from one region to another live in memory (`slots`): as phis of the loop all of them would be alive in all of it. (The structuriser
//! makes 620,000 phis of Cycles' `shade_surface` as `calls::one_body` leaves it, and 25,000 so.) Needs: pointers physical, no call.   Leaves: no `hip.call.site`.
//! Called by the device list, right in front of `structure`.

mod memory;
mod regions;
mod slots;

use crate::error::CompileError;
use crate::ir::cursor::Cursor;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Inst, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Context, Module};
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::optimize::simplify_cfg::drop_unreachable;
use crate::passes::util::addresses;
use crate::passes::util::rewrite::take_function;
use crate::passes::util::walk::{kernel_of, order_blocks};
use crate::passes::util::words::Words;
use regions::Regions;

const PASS: &str = "calls/states";

/// See the module's description.
///
/// # Errors
/// The module has no kernel.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let id = kernel_of(module, PASS)?;
    if !module.functions[id].linked_insts().any(|(_, i)| site(module.functions[id].op(i)).is_some()) {
        return Ok(());
    }
    let mut func = take_function(module, id);
    drop_unreachable(&mut func);
    let returns = returns(&mut func);
    addresses::copy_to_uses(&module.ctx, &mut func, |home, block| home != block);
    let mut regions = Regions::of(&mut func, &returns);
    regions.part(&mut func);
    let slots = slots::of(&module.ctx, &func, &regions).map_err(|inst| {
        let ty = module.ctx.types.display(func.insts[inst].ty).to_string();
        CompileError::internal(PASS, format!("a value of type {ty} crosses regions")).in_function(&func.name)
    })?;
    let Module { ctx, globals, .. } = module;
    let words = Words::new(ctx, globals, &mut func, slots.words, (device.target.cpu, device.metadata.hidden_offset()));
    memory::cross(ctx, &mut func, &regions, &slots, &words);
    dispatch(ctx, &mut func, &regions);
    order_blocks(&mut func);
    func.compact();
    func.attrs.states = true;
    module.functions[id] = func;
    Ok(())
}

/// What a call's number is taken of, if `op` is that.
fn site(op: &Op) -> Option<Value> {
    if let Op::Intrinsic { id: Intrinsic::CallSite, args, .. } = op { args.first().copied() } else { None }
}

/// The blocks that go back behind calls; the numbers are numbers from here on.
fn returns(func: &mut Function) -> Vec<Block> {
    let numbers: Vec<(Inst, Value)> = func.linked_insts().filter_map(|(_, i)| Some((i, site(func.op(i))?))).collect();
    let is_number = |v: Value| numbers.iter().any(|&(inst, _)| v == Value::Inst(inst));
    let goes_back = |b: &Block| {
        let end = func.terminator(*b).map(|t| func.op(t));
        matches!(end, Some(&Op::Switch { value, .. }) if is_number(value))
    };
    let blocks = func.layout.iter().copied().filter(goes_back).collect();
    let replaced = numbers.iter().map(|&(inst, value)| (Value::Inst(inst), value)).collect();
    func.replace_uses(&replaced);
    for block in func.layout.clone() {
        func.blocks[block].insts.retain(|i| !numbers.iter().any(|(n, _)| n == i));
    }
    blocks
}

/// Makes the loop's head.
fn dispatch(ctx: &mut Context, func: &mut Function, regions: &Regions) {
    let head = regions.dispatch;
    let incoming = regions.crossings.iter().map(|c| (ctx.i32(c.to as u32), c.block)).collect();
    let state = Cursor::at_end(ctx, func, head).phi(incoming, Type::I32);
    let mut cases = Vec::new();
    let mut default = head;
    for (number, &landing) in regions.landings.iter().enumerate().skip(1) {
        default = landing;
        if let Value::Const(number) = ctx.i32(number as u32) {
            cases.push((number, landing));
        }
    }
    cases.pop();
    func.append(head, Op::Switch { value: state, default, cases }, Type::VOID, None);
}
