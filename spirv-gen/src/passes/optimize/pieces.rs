//! Long blocks are cut into loops of one round, for a compiler whose time grows faster than a block: LLVM's, of versions 15 and 19. HeCBench's
//! crossEntropy, 81 exponentials of doubles one behind the other, took 55 s to compile, and 12 s in 81 pieces.
//!
//! ```text
//! before  a: 100,000 instructions, br b        after  a0: 3,000 instructions; br (bits that are never set), a0, a1
//!                                                      a1: ...                                                        an: ... br b
//! ```
//! A branch alone would not do: lavapipe makes masks of most, and no blocks. Where the budget has a limit (`Budget::straight`). Called by the device list
//! in front of the structuriser, behind all that moves instructions out of loops.

use crate::error::CompileError;
use crate::ir::cursor::Cursor;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{IntPredicate, Op, Value};
use crate::ir::module::{Context, Module};
use crate::passes::DeviceContext;
use crate::passes::util::build::{Build, unset_bits};
use crate::passes::util::walk::kernel_of;

const PASS: &str = "optimize/pieces";

/// See the file's description.
///
/// # Errors
/// The module has no kernel.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let id = kernel_of(module, PASS)?;
    let Module { ctx, functions, .. } = module;
    let func = &mut functions[id];
    let longest = device.target.budget.straight;
    let is_long = |func: &Function, block: Block| func.blocks[block].insts.len() > longest.saturating_mul(2);
    let long: Vec<Block> = func.layout.iter().copied().filter(|&block| is_long(func, block)).collect();
    if long.is_empty() {
        return Ok(());
    }
    let entry = func.entry();
    let mut cursor = Cursor::before(ctx, func, entry, 0);
    let never = unset_bits(&mut cursor, device.metadata.hidden_offset());
    let again = cursor.compare_const(IntPredicate::Ne, never, 0);
    for block in long {
        cut(ctx, func, block, longest, again);
    }
    Ok(())
}

/// Leaves `block` what must stand at its head, and makes pieces of up to `longest` instructions of the rest; the last is no loop.
fn cut(ctx: &mut Context, func: &mut Function, block: Block, longest: usize, again: Value) {
    let stays = |&inst: &_| matches!(func.op(inst), Op::Phi(_) | Op::Alloca { .. }) || Value::Inst(inst) == again;
    let head = func.blocks[block].insts.iter().rposition(stays).map_or(0, |last| last + 1);
    let mut at = (block, head);
    loop {
        let mut cursor = Cursor::before(ctx, func, at.0, at.1);
        let piece = cursor.split();
        match at.1 == head && at.0 == block {
            true => cursor.br(piece),
            false => cursor.cond_br(again, at.0, piece),
        }
        if func.blocks[piece].insts.len() <= longest {
            return;
        }
        at = (piece, longest);
    }
}

#[cfg(test)]
mod tests {
    use crate::budget::Budget;
    use crate::ir::print::print_module;
    use crate::passes::lowering_tests::case::Case;
    use crate::target::Target;

    #[test]
    fn what_pieces_compute_is_what_the_block_computed() {
        let mut body = String::from("%x0 = add i32 %t, 1\n");
        for i in 1..200 {
            body += &format!("%y{i} = mul i32 %x{}, {}\n%x{i} = xor i32 %y{i}, %x{}\n", i - 1, 2 * i + 1, i / 2);
        }
        let text = format!(
            "define amdgpu_kernel void @k(ptr addrspace(1) %p) {{
             entry:
               %t = call i32 @hip.thread.id.x()
               %s = alloca [4 x i32], align 4, addrspace(5)
               br label %loop
             loop:
               %i = phi i32 [ 0, %entry ], [ %next, %loop ]
               {body}
               %m = and i32 %x7, 3
               %o = zext i32 %m to i64
               %place = getelementptr inbounds i32, ptr addrspace(5) %s, i64 %o
               store i32 %x199, ptr addrspace(5) %place, align 4
               %back = load i32, ptr addrspace(5) %place, align 4
               %next = add i32 %i, 1
               %at = zext i32 %t to i64
               %q = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %at
               store i32 %back, ptr addrspace(1) %q, align 4
               %done = icmp eq i32 %next, 3
               br i1 %done, label %out, label %loop
             out:
               ret void
             }}
             declare i32 @hip.thread.id.x()"
        );
        for (straight, cut) in [(Budget::unlimited().straight, false), (50, true), (7, true)] {
            let budget = Budget { straight, ..Budget::unlimited() };
            let target = Target { budget, ..Target::baseline() };
            let case = Case { target, block: [40, 1, 1], ..Case::new(&text) };
            case.check();
            let blocks = print_module(&case.lowered().expect("it lowers")).matches("br i1").count();
            assert_eq!(blocks > 3, cut, "{straight}: {blocks}");
        }
    }
}
