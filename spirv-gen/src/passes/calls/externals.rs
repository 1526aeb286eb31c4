//! Reports what nothing could replace: calls of functions without a body that are no builtin of ours, and functions' addresses.
//!
//! The message names function, kernel and source line, as a linker would. Leaves: no call.

use crate::error::CompileError;
use crate::ir::constant::{Const, ConstData};
use crate::ir::instruction::{Callee, Op, Value};
use crate::ir::module::{FuncId, Module};
use crate::passes::device::builtins::refusal;
use crate::passes::rewrite::locate;

const PASS: &str = "calls/externals";

/// See the module's description.
///
/// # Errors
/// The first remaining call.
pub fn run(module: &mut Module) -> Result<(), CompileError> {
    for (id, func) in module.functions.iter() {
        for (_, inst) in func.linked_insts() {
            let what = match func.op(inst) {
                Op::Call { callee: Callee::Func(callee), .. } => describe(&module.functions[*callee].name),
                Op::Call { callee: Callee::Indirect(_), .. } => "call through a function pointer".into(),
                op => match function_address(module, op) {
                    Some(name) => format!("the address of function '{name}' as a value"),
                    None => continue,
                },
            };
            return Err(locate(module, id, inst, CompileError::unsupported(PASS, what)));
        }
    }
    Ok(())
}

/// The name of a function whose address is an operand of `op`.
fn function_address<'m>(module: &'m Module, op: &Op) -> Option<&'m str> {
    let mut found = None;
    op.for_each_operand(|v| {
        if let Value::Const(id) = v {
            found = found.or_else(|| function_in(module, id));
        }
    });
    found.map(|id: FuncId| module.functions[id].name.as_str())
}

fn function_in(module: &Module, id: Const) -> Option<FuncId> {
    match module.ctx.consts.data(id) {
        ConstData::Function { func, .. } => Some(*func),
        ConstData::Aggregate { elems, .. } => elems.iter().find_map(|&e| function_in(module, e)),
        _ => None,
    }
}

fn describe(name: &str) -> String {
    if let Some(why) = refusal(name) {
        return format!("{why} ({name})");
    }
    // The parser's name for a statement: `asm "text", "constraints"`.
    if let Some(statement) = name.strip_prefix("asm ") {
        return format!("inline assembly {statement}");
    }
    if name.starts_with("llvm.") || name.starts_with("__ockl_") || name.starts_with("__hip_vk_") {
        return format!("device builtin {name}");
    }
    format!("call of undefined function '{name}'")
}
