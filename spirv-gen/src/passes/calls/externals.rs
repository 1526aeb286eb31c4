//! Reports what nothing could replace: calls of functions without a body that are no builtin of ours.
//!
//! The message names function, kernel and source line, as a linker would. Leaves: no call.

use crate::error::CompileError;
use crate::ir::instruction::{Callee, Op};
use crate::ir::module::Module;
use crate::passes::device::builtins::refusal;
use crate::passes::util::rewrite::locate;

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
                _ => continue,
            };
            return Err(locate(module, id, inst, CompileError::unsupported(PASS, what)));
        }
    }
    Ok(())
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
