//! float to half without branches, on a CPU.
//!
//! lavapipe (25.0.7) writes this conversion as three nested ifs. Each reads the loop's execution masks, which are variables when LLVM
//! splits llvmpipe's coroutine, and that looks at every pair of a variable's uses: a thousand conversions took 50 s. These are 22
//! operations on integers, with selects; they run faster too. The result is the same: rounded to nearest even, NaN quiet.
//!
//!   before  %h = fptrunc float %x to half
//!   after   %i = i16 (rounded bits of %x)   %h = bitcast i16 %i to half
//!
//! Needs: the expansions that end in such a conversion done (`float/float_legal`, `integer/wide_ints`).   Leaves: none on a CPU.

use super::small_floats::narrow;
use crate::error::CompileError;
use crate::ir::instruction::{CastOp, Op};
use crate::ir::module::Module;
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::util::walk::{Visit, kernel_of, walk};

const PASS: &str = "float/half_narrowing";

/// See the file's description.
///
/// # Errors
/// The module has no kernel.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let id = kernel_of(module, PASS)?;
    let func = &module.functions[id];
    let narrows = |op: &Op| matches!(op, Op::Cast { op: CastOp::FPTrunc, .. });
    if !device.target.cpu || !func.linked_insts().any(|(_, inst)| narrows(func.op(inst))) {
        return Ok(());
    }
    walk(module, id, |cursor, inst| {
        let Op::Cast { op: CastOp::FPTrunc, value, .. } = *cursor.func.op(inst) else { return Ok(Visit::Keep) };
        if cursor.func.insts[inst].ty != Type::HALF || cursor.ty(value) != Type::FLOAT {
            return Ok(Visit::Keep);
        }
        let bits = narrow(cursor, value, Type::HALF);
        Ok(Visit::Replace(cursor.bitcast(bits, Type::HALF)))
    })?;
    Ok(())
}
