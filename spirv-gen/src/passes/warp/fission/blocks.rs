//! Several blocks a workgroup, one after the other.
//!
//! lavapipe before 25.2 has a coroutine, and memory for it, for each workgroup: 95 to 140 ns, as much as a short block takes. A worker runs workgroups
//! one after the other anyway, so blocks that nobody waits for may as well be rounds of a loop:
//!
//! ```text
//! before  code                     after   for (k = 0; k < 8 && 8 * workgroup + k < gridDim.x; k++) { blockIdx.x = 8 * workgroup + k; code }
//! ```
//! The runtime starts a workgroup for every eight blocks along x (`CompiledKernel::blocks`). Only for kernels without loops and meetings: a block is over in
//! a microsecond, and eight of them need no second worker.
//! Called by `fission::run`, around `build`.

use crate::bundle::metadata::hidden;
use crate::hash::HashMap;
use crate::ir::cursor::Cursor;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{BinaryOp, Flags, Inst, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Context;
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::util::build::Build;

/// The loop over blocks, while its body is written.
#[derive(Clone, Copy, Debug)]
pub struct Rounds {
    /// Blocks a workgroup.
    blocks: u32,
    /// The variable that counts them.
    counter: Value,
    /// The block that is run, and how many there are.
    block: Value,
    grid: Value,
    head: Block,
    workgroup: Value,
}

impl Rounds {
    /// Opens the loop at the end of `start`; the body begins in [`Self::body`].
    pub fn open(ctx: &mut Context, out: &mut Function, start: Block, device: &DeviceContext<'_>) -> Self {
        let blocks = device.target.blocks_per_workgroup;
        let head = out.add_block();
        let mut cursor = Cursor::at_end(ctx, out, start);
        let counter = cursor.inst(Op::Alloca { elem: Type::I32, count: None, align: 4 }, Type::PTR_PRIVATE);
        let workgroup = cursor.intrinsic(Intrinsic::BlockIdX, Vec::new(), Type::I32);
        let at = cursor.ctx.i32(device.metadata.hidden_offset() + hidden::GRID_DIM);
        let grid = cursor.intrinsic(Intrinsic::Param, vec![at], Type::I32);
        let first = cursor.fold_const(BinaryOp::Mul, workgroup, blocks.into());
        let zero = cursor.ctx.i32(0);
        cursor.store(zero, counter, 4);
        cursor.br(head);
        cursor.goto_end(head);
        let nth = cursor.load(Type::I32, counter, 4);
        let block = cursor.fold(BinaryOp::Add, Flags::empty(), first, nth);
        Self { blocks, counter, block, grid, head, workgroup }
    }

    /// Where the code for a block begins.
    pub fn body(&self) -> Block {
        self.head
    }

    /// Closes the loop: where `out` returned, the next block's turn is.
    pub fn close(&self, ctx: &mut Context, out: &mut Function) {
        let is_index = |&i: &Inst| matches!(out.op(i), Op::Intrinsic { id: Intrinsic::BlockIdX, .. });
        let indices = out.linked_insts().map(|(_, i)| i).filter(|i| is_index(i) && Value::Inst(*i) != self.workgroup);
        let known: HashMap<Value, Value> = indices.map(|i| (Value::Inst(i), self.block)).collect();
        out.replace_uses(&known);
        let ends: Vec<Block> = out.layout.iter().copied().filter(|&b| returns(out, b)).collect();
        let [next, more, end]: [Block; 3] = std::array::from_fn(|_| out.add_block());
        for block in ends {
            out.blocks[block].insts.pop();
            Cursor::at_end(ctx, out, block).br(next);
        }
        let mut cursor = Cursor::at_end(ctx, out, next);
        let nth = cursor.load(Type::I32, self.counter, 4);
        let after = cursor.fold_const(BinaryOp::Add, nth, 1);
        cursor.store(after, self.counter, 4);
        let follows = cursor.fold_const(BinaryOp::Add, self.block, 1);
        let own = cursor.compare_const(IntPredicate::Ult, after, self.blocks.into());
        let there = cursor.compare(IntPredicate::Ult, follows, self.grid);
        let again = cursor.and(own, there);
        cursor.cond_br(again, more, end);
        cursor.goto_end(more);
        cursor.br(self.head);
        cursor.goto_end(end);
        cursor.inst(Op::Ret(None), Type::VOID);
    }
}

fn returns(func: &Function, block: Block) -> bool {
    func.terminator(block).is_some_and(|t| matches!(func.op(t), Op::Ret(_)))
}

#[cfg(test)]
mod tests {
    use crate::interp::{Launch, Machine};
    use crate::ir::module::Module;
    use crate::passes::warp::fission::lowered::for_lavapipe;

    const THREADS: u32 = 64;

    /// A kernel that adds to a word of each thread what its block's index makes of the word; `rest` stands behind that, in blocks of [`THREADS`].
    fn kernel(rest: &str) -> Module {
        let text = format!(
            "define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {{
  %t = call i32 @hip.thread.linear()
  %x = call i32 @hip.block.id.x()
  %y = call i32 @hip.block.id.y()
  %w = call i32 @hip.grid.dim.x()
  %row = mul i32 %y, %w
  %block = add i32 %row, %x
  %first = mul i32 %block, {THREADS}
  %i = add i32 %first, %t
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %odd = and i32 %x, 1
  %one = icmp eq i32 %odd, 1
  %c = icmp ugt i32 %t, 40
  %out = and i1 %one, %c
  br i1 %out, label %end, label %inside
inside:
  %v = load i32, ptr addrspace(1) %at
  %ten = mul i32 %x, 10
  %s = add i32 %v, %ten
  %r = add i32 %s, 1
  store i32 %r, ptr addrspace(1) %at
{rest}
  br label %end
end:
  ret void
}}"
        );
        for_lavapipe(&text, THREADS)
    }

    #[test]
    fn every_block_of_any_grid_is_run_once() {
        let module = kernel("");
        let id = module.function_named("k").unwrap();
        assert_eq!(module.functions[id].attrs.fission.unwrap().blocks, 8);
        for grid in [[1, 1], [7, 2], [8, 1], [9, 3], [16, 1], [21, 2]] {
            let mut machine = Machine::new(&module).unwrap();
            let words = grid[0] * grid[1] * THREADS;
            let at = machine.device.allocate(u64::from(words * 4));
            machine.device.bytes(at, u64::from(words * 4)).unwrap().fill(0);
            let args = [&at.to_le_bytes()[..], &words.to_le_bytes()].concat();
            machine.launch(id, &Launch { args, ..Launch::new([grid[0], grid[1], 1], [THREADS, 1, 1]) }).unwrap();
            for (i, word) in machine.device.bytes(at, u64::from(words * 4)).unwrap().as_chunks().0.iter().enumerate() {
                let (x, thread) = (i as u32 / THREADS % grid[0], i as u32 % THREADS);
                let expected = if x % 2 == 1 && thread > 40 { 0 } else { 10 * x + 1 };
                assert_eq!(u32::from_le_bytes(*word), expected, "{i} of {grid:?}");
            }
        }
    }

    #[test]
    fn blocks_that_take_long_or_speak_to_others_have_a_workgroup_each() {
        let blocks = |rest: &str| {
            let module = kernel(rest);
            let fission = module.functions[module.function_named("k").unwrap()].attrs.fission;
            fission.map_or(1, |f| f.blocks)
        };
        assert_eq!(blocks("  %m = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic"), 1);
        let turns = "  br label %loop
loop:
  %k = phi i32 [ 0, %inside ], [ %next, %loop ]
  %next = add i32 %k, 1
  store i32 %k, ptr addrspace(1) %at
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %behind
behind:";
        assert_eq!(blocks(turns), 1);
    }
}
