//! Clocks as programs read them: 64 bits wide, and not to be removed.
//!
//! - lavapipe's clock counts nanoseconds and loses its upper 32 bits (Mesa 25.0.7 shifts them the wrong way), so a loop that waits
//!   would wait for ever where the count wraps, every 4.3 seconds. The launch passes the full count of its own moment; a
//!   kernel's clock is that plus what the lower half has moved on. It wraps 4.3 seconds after its launch.
//! - Mesa deletes a loop that does nothing but read a clock. A fence behind the read keeps it.
//!
//! Needs: `abi/block_shape`'s place for parameters.   Leaves: the clock intrinsics, widened and fenced.

use crate::bundle::metadata::hidden;
use crate::error::CompileError;
use crate::ir::cursor::Cursor;
use crate::ir::instruction::{Atomicity, Op, Ordering, Scope, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Module;
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::util::walk::{Visit, kernel_of, walk};

const PASS: &str = "device/clock_reads";

/// See the file's description.
///
/// # Errors
/// None.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let id = kernel_of(module, PASS)?;
    let is_clock = |op: &Op| matches!(op, Op::Intrinsic { id: Intrinsic::ClockDevice | Intrinsic::ClockWall, .. });
    let func = &module.functions[id];
    if !func.linked_insts().any(|(_, inst)| is_clock(func.op(inst))) {
        return Ok(());
    }
    let base_at = device.metadata.hidden_offset() + hidden::CLOCK_BASE;
    walk(module, id, |cursor, inst| {
        let Op::Intrinsic { id, .. } = *cursor.func.op(inst) else { return Ok(Visit::Keep) };
        if !is_clock(cursor.func.op(inst)) {
            return Ok(Visit::Keep);
        }
        let read = cursor.intrinsic(id, Vec::new(), Type::I64);
        // Where one subgroup runs the block, fences for the block alone are dropped.
        let scope = if device.target.cpu { Scope::Agent } else { Scope::Workgroup };
        cursor.inst(Op::Fence(Atomicity { ordering: Ordering::AcqRel, scope }), Type::VOID);
        Ok(Visit::Replace(if device.target.cpu { widened(cursor, read, base_at) } else { read }))
    })?;
    Ok(())
}

/// The full count whose lower half is `read`'s, at or after the launch's.
fn widened(cursor: &mut Cursor<'_>, read: Value, base_at: u32) -> Value {
    let at = cursor.ctx.i32(base_at);
    let base = cursor.intrinsic(Intrinsic::Param, vec![at], Type::I64);
    let now = cursor.resize_unsigned(read, Type::I32);
    let then = cursor.resize_unsigned(base, Type::I32);
    let passed = cursor.sub(now, then);
    let passed = cursor.resize_unsigned(passed, Type::I64);
    cursor.add(base, passed)
}
