//! Bytes and half words are loaded as parts of the aligned word around them, on a CPU: its driver's LLVM takes twice as long over gathers of
//! 8 and 16 bits as over those of words.
//!
//! ```text
//! before  %a = load i8, i64 %p
//! after   %q = and i64 %p, -4;  %w = load i32, i64 %q, align 4;  %bits = shl i32 (trunc (and i64 %p, 3)), 3;  %a = trunc (lshr i32 %w, %bits)
//! ```
//! Three bytes more may be read than the program reads. They lie in the same word, so in the same page, and can be read whoever's memory it is: an
//! allocation, a host's that is registered, the arena of variables, scratch. What another thread writes to them meanwhile does not matter, since
//! they are shifted out or cut off. Volatile and atomic loads stay as written. A half word that may lie in two words is two bytes by now
//! (`pointers/physical`). Stores stay: a word's other bytes are not ours to write.
//! Called by the device list, behind fission, in front of `optimize/cse`, by which neighbours' addresses and shifts are computed once.

use crate::error::CompileError;
use crate::ir::cursor::Cursor;
use crate::ir::function::Function;
use crate::ir::instruction::{BinaryOp, CastOp, Flags, Inst, Op, Value};
use crate::ir::module::{Context, Module};
use crate::ir::types::Type;
use crate::passes::DeviceContext;

/// Bytes of a word.
const WORD: u32 = 4;

/// See the file's description.
///
/// # Errors
/// None.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    if !device.target.cpu {
        return Ok(());
    }
    let Module { ctx, functions, .. } = module;
    for func in functions.values_mut().filter(|f| !f.is_declaration()) {
        for block in func.layout.clone() {
            let mut at = 0;
            while let Some(&inst) = func.blocks[block].insts.get(at) {
                if let Some((ptr, bits, align)) = narrow(ctx, func, inst) {
                    at = widen(&mut Cursor::before(ctx, func, block, at), inst, ptr, bits, align);
                }
                at += 1;
            }
        }
    }
    Ok(())
}

/// The address that `inst` loads from, as how many bits, and its alignment, if that is a part of one word of device memory.
fn narrow(ctx: &Context, func: &Function, inst: Inst) -> Option<(Value, Type, u32)> {
    let Op::Load { ptr, align, volatile: false, atomic: None } = *func.op(inst) else { return None };
    let (bits, bytes) = match func.insts[inst].ty {
        Type::I8 => (Type::I8, 1),
        Type::I16 | Type::HALF => (Type::I16, 2),
        _ => return None,
    };
    (align >= bytes && ctx.type_of(func, ptr) == Type::I64).then_some((ptr, bits, align))
}

/// Makes the load behind the cursor the conversion of its word's bits; where it stands then.
fn widen(cursor: &mut Cursor<'_>, inst: Inst, ptr: Value, bits: Type, align: u32) -> usize {
    cursor.loc = cursor.func.insts[inst].loc;
    let word = if align >= WORD {
        cursor.load(Type::I32, ptr, WORD)
    } else {
        let start = cursor.binary_const(BinaryOp::And, ptr, u128::from(u64::from(WORD - 1) ^ u64::MAX));
        let word = cursor.load(Type::I32, start, WORD);
        let low = cursor.cast(CastOp::Trunc, ptr, Type::I32);
        let byte = cursor.binary_const(BinaryOp::And, low, u128::from(WORD - 1));
        let shift = cursor.binary_const(BinaryOp::Shl, byte, 3);
        cursor.lshr(word, shift)
    };
    let is_integer = cursor.func.insts[inst].ty == bits;
    let (op, value) = match is_integer {
        true => (CastOp::Trunc, word),
        false => (CastOp::BitCast, cursor.cast(CastOp::Trunc, word, bits)),
    };
    cursor.func.insts[inst].op = Op::Cast { op, flags: Flags::empty(), value };
    cursor.index
}
