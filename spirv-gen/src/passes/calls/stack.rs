//! Gives the stacks of recursive functions their size: [`Target::stack_bytes`](crate::target::Target), what `hipLimitStackSize` says.
//!
//!   before  %n = call i32 @hip.stack.size()     %stack = alloca i8, i32 %n
//!   after                                       %stack = alloca i8, i32 1024
//!
//! Runs first on the device. Made by `calls::recursion` and `calls::local_stack`.

use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::function::Function;
use crate::ir::instruction::{Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Module;
use crate::passes::DeviceContext;

/// See the module's description.
///
/// # Errors
/// None.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let size = module.ctx.i32(device.target.stack_bytes);
    for func in module.functions.values_mut() {
        let asked = func.insts.iter().filter(|(_, data)| asks(&data.op));
        let known: HashMap<Value, Value> = asked.map(|(inst, _)| (Value::Inst(inst), size)).collect();
        func.replace_uses(&known);
        for block in func.layout.clone() {
            func.blocks[block].insts.retain(|&inst| !known.contains_key(&Value::Inst(inst)));
        }
    }
    Ok(())
}

fn asks(op: &Op) -> bool {
    matches!(op, Op::Intrinsic { id: Intrinsic::StackSize, .. })
}

/// Whether `value` is that size: an array of it is a stack, as good as of constant size.
pub(super) fn is_size(func: &Function, value: Value) -> bool {
    matches!(value, Value::Inst(inst) if asks(func.op(inst)))
}
