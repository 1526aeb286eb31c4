//! The scratch memory of a running block, and how it gets hold of it.
//!
//! Its layout is part of the kernel ABI: `bundle::metadata::scratch`.
//! A block takes a free slot when it starts and gives it back when it ends. Blocks that wait for others of lower numbers, which prefix sums do, must
//! find one all: whoever holds a slot may be waiting for the one that has none. So there are as many as blocks can run at a time (`hip::scratch`).
//! On a GPU, where thousands start at once, each begins its search at a place of its own; on a CPU at the first, which its caches know.
//! Called by `warp::fission` and `far_arrays`.

use crate::bundle::metadata::hidden;
use crate::bundle::metadata::scratch::{BYTES, LINE, MEMORY};
use crate::ir::cursor::Cursor;
use crate::ir::function::Block;
use crate::ir::instruction::{AtomicOp, Atomicity, BinaryOp, CastOp, IntPredicate, Op, Ordering, Scope, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::util::build::Build;

/// Bytes of scratch memory that a block may use.
pub const MOST_SCRATCH: u64 = 1 << 28;

/// Hands out offsets in a slot.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layout {
    bytes: u64,
}

impl Layout {
    /// Room for `bytes`, aligned to a cache line.
    pub fn place(&mut self, bytes: u64) -> u64 {
        let at = self.bytes;
        self.bytes = (at + bytes).next_multiple_of(LINE.into());
        at
    }
    /// Bytes of a slot.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// A slot that the block has taken.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// Address of its memory.
    pub memory: Value,
    /// Address of its mark.
    mark: Value,
}

/// All slots, as the kernel finds them.
#[derive(Clone, Copy, Debug)]
pub struct Slots {
    /// Address of the header.
    base: Value,
    count: Value,
    /// Bytes of each.
    size: Value,
    /// Address of the first.
    memory: Value,
}

impl Slots {
    /// Reads the header.
    pub fn read(cursor: &mut Cursor<'_>, device: &DeviceContext<'_>) -> Self {
        let at = cursor.ctx.i32(device.metadata.hidden_offset() + hidden::SCRATCH);
        let base = cursor.intrinsic(Intrinsic::Param, vec![at], Type::I64);
        let count = cursor.load(Type::I32, base, 4);
        let [size, memory] = [BYTES, MEMORY].map(|offset| {
            let at = cursor.fold_const(BinaryOp::Add, base, offset.into());
            cursor.load(Type::I64, at, 8)
        });
        Self { base, count, size, memory }
    }

    /// The thread with `searches` takes a slot; the cursor ends up in another block, where all come together. Returns the slot's number, which that
    /// thread alone has.
    pub fn search(self, cursor: &mut Cursor<'_>, device: &DeviceContext<'_>, searches: Value) -> Value {
        let tried = cursor.inst(Op::Alloca { elem: Type::I32, count: None, align: 4 }, Type::PTR_PRIVATE);
        let zero = cursor.ctx.i32(0);
        cursor.store(zero, tried, 4);
        let [begin, search, next, found]: [Block; 4] = std::array::from_fn(|_| cursor.func.add_block());
        cursor.cond_br(searches, begin, found);

        cursor.goto_end(begin);
        if !device.target.cpu {
            let start = self.start(cursor, device);
            cursor.store(start, tried, 4);
        }
        cursor.br(search);

        cursor.goto_end(search);
        let nth = cursor.load(Type::I32, tried, 4);
        let mark = self.mark(cursor, nth);
        let one = cursor.ctx.i32(1);
        let atomic = Atomicity { ordering: Ordering::Acquire, scope: Scope::Agent };
        let op = Op::AtomicRmw { op: AtomicOp::Xchg, ptr: mark, value: one, align: 4, volatile: false, atomic };
        let was = cursor.inst(op, Type::I32);
        let free = cursor.compare_const(IntPredicate::Eq, was, 0);
        cursor.cond_br(free, found, next);

        cursor.goto_end(next);
        let after = cursor.fold_const(BinaryOp::Add, nth, 1);
        let wraps = cursor.compare(IntPredicate::Uge, after, self.count);
        let after = cursor.choose(wraps, zero, after);
        cursor.store(after, tried, 4);
        cursor.br(search);

        cursor.goto_end(found);
        cursor.load(Type::I32, tried, 4)
    }

    /// The slot that a block tries first: blocks that follow each other try slots that follow each other.
    fn start(self, cursor: &mut Cursor<'_>, device: &DeviceContext<'_>) -> Value {
        let size = |cursor: &mut Cursor<'_>, axis: u32| {
            let at = cursor.ctx.i32(device.metadata.hidden_offset() + hidden::GRID_DIM + 4 * axis);
            cursor.intrinsic(Intrinsic::Param, vec![at], Type::I32)
        };
        let id = |cursor: &mut Cursor<'_>, id: Intrinsic| cursor.intrinsic(id, Vec::new(), Type::I32);
        let (height, width) = (size(cursor, 1), size(cursor, 0));
        let layers = id(cursor, Intrinsic::BlockIdZ);
        let layers = cursor.mul(layers, height);
        let row = id(cursor, Intrinsic::BlockIdY);
        let row = cursor.add(layers, row);
        let rows = cursor.mul(row, width);
        let column = id(cursor, Intrinsic::BlockIdX);
        let linear = cursor.add(rows, column);
        cursor.binary(BinaryOp::URem, linear, self.count)
    }

    /// Slot number `nth`.
    pub fn slot(self, cursor: &mut Cursor<'_>, nth: Value) -> Slot {
        let mark = self.mark(cursor, nth);
        let index = cursor.to_unsigned(nth, Type::I64);
        let offset = cursor.mul(index, self.size);
        Slot { memory: cursor.add(self.memory, offset), mark }
    }

    /// The marks are an array behind the header's first line, one a line.
    fn mark(self, cursor: &mut Cursor<'_>, nth: Value) -> Value {
        element(cursor, self.base, LINE.into(), nth, LINE)
    }
}

/// Takes a slot for the block, which one subgroup runs; the cursor ends up in another block.
pub fn take(cursor: &mut Cursor<'_>, device: &DeviceContext<'_>, lane: Value) -> Slot {
    let slots = Slots::read(cursor, device);
    let first = cursor.compare_const(IntPredicate::Eq, lane, 0);
    let nth = slots.search(cursor, device, first);
    let zero = cursor.ctx.i32(0);
    let nth = cursor.intrinsic(Intrinsic::Shuffle, vec![nth, zero], Type::I32);
    slots.slot(cursor, nth)
}

/// Gives the slot back; the cursor ends up in another block. Only the thread with `gives` does: as soon as the mark is clear another block may take
/// the slot, and a second store would free it again.
pub fn give_back(cursor: &mut Cursor<'_>, slot: Slot, gives: Value) {
    let [clear, done]: [Block; 2] = std::array::from_fn(|_| cursor.func.add_block());
    cursor.cond_br(gives, clear, done);
    cursor.goto_end(clear);
    let zero = cursor.ctx.i32(0);
    let atomic = Some(Atomicity { ordering: Ordering::Release, scope: Scope::Agent });
    cursor.inst(Op::Store { value: zero, ptr: slot.mark, align: 4, volatile: false, atomic }, Type::VOID);
    cursor.br(done);
    cursor.goto_end(done);
}

/// Address of element `index`, of `bytes` bytes, of the array at `offset`.
///
/// The constant comes last: so the elements of this index of all arrays share the rest. `memory + offset` would be the same wherever the array is
/// used, and one value for each array would live through the whole kernel, which LLVM's register allocator takes long over.
pub fn element(cursor: &mut Cursor<'_>, memory: Value, offset: u64, index: Value, bytes: u32) -> Value {
    let wide = cursor.cast(CastOp::ZExt, index, Type::I64);
    let distance = cursor.fold_const(BinaryOp::Mul, wide, bytes.into());
    let row = cursor.add(memory, distance);
    cursor.fold_const(BinaryOp::Add, row, offset.into())
}
