//! Private arrays larger than the driver's compiler takes lie in device memory.
//!
//! Where [`Target::max_private`] says that there is a limit, the largest arrays of a kernel move until the others keep to it. A running block holds a
//! slot of the device's scratch memory (`scratch`): its first thread takes one when the block starts, and whichever thread ends last gives it
//! back. An array has its elements of neighbouring threads side by side, as a GPU lays out private memory itself.
//!
//! ```text
//! before  %e = getelementptr [8192 x i32], ptr addrspace(5) @hip.private.0, i32 0, i32 %i     load i32, %e
//! after   %e = add i64 %slot, 4 * (%i * threads + %thread)                                    load i32, i64 %e
//! ```
//! Needs: pointers physical.   Called by the device list, behind `warp`.
//!
//! [`Target::max_private`]: crate::target::Target::max_private

use crate::error::{CompileError, CompileErrorKind};
use crate::hash::HashMap;
use crate::ir::constant::ConstData;
use crate::ir::cursor::Cursor;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{AtomicOp, Atomicity, BinaryOp, Flags, IntPredicate, Op, Ordering, Scope, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Context, Global, GlobalId, Module};
use crate::ir::types::{AddressSpace, Type, TypeKind};
use crate::passes::DeviceContext;
use crate::passes::util::build::Build;
use crate::passes::util::rewrite::join_ends;
use crate::passes::util::walk::{Visit, kernel_of, walk};

use super::mem2reg;
use super::scratch::{Layout, MOST_SCRATCH, Slot, Slots, element, give_back};

const PASS: &str = "memory/far_arrays";

/// See the module's description.
///
/// # Errors
/// A block's arrays need more scratch memory than there can be.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let kernel = kernel_of(module, PASS)?;
    let Some(limit) = device.target.max_private else { return Ok(()) };
    if module.functions[kernel].attrs.fission.is_some() {
        return Ok(());
    }
    let mut layout = Layout::default();
    let far = too_many(module, &module.functions[kernel], limit.into(), |bytes| {
        layout.place(bytes * u64::from(device.shape.threads()))
    });
    if far.is_empty() {
        return Ok(());
    }
    if layout.bytes() > MOST_SCRATCH {
        let text = format!(
            "local arrays of more than {limit} bytes a thread lie in device memory on device '{}', at most {MOST_SCRATCH} bytes a block: these \
             are {}",
            device.target.name,
            layout.bytes()
        );
        let name = &module.functions[kernel].name;
        return Err(CompileError::new(PASS, CompileErrorKind::LimitExceeded(text)).in_function(name));
    }
    let words = shared_words(module);
    let Module { ctx, functions, .. } = &mut *module;
    let func = &mut functions[kernel];
    join_ends(func);
    let held = begin(ctx, func, words, device);
    end(ctx, func, words, held, device.shape.threads());
    func.attrs.scratch = layout.bytes() as u32;
    walk(module, kernel, |cursor, inst| {
        let Op::Gep { elem, base, ref indices, .. } = *cursor.func.op(inst) else { return Ok(Visit::Keep) };
        let (Some(&offset), Some(&index)) = (named(cursor.ctx, base).and_then(|g| far.get(&g)), indices.last()) else {
            return Ok(Visit::Keep);
        };
        let (unit, _) = parts(cursor.ctx, elem).unwrap_or((elem, 1));
        let bytes = cursor.ctx.types.size(unit) as u32;
        let row = cursor.fold_const(BinaryOp::Mul, index, device.shape.threads().into());
        let at = cursor.add(row, held.thread);
        Ok(Visit::Replace(element(cursor, held.slot.memory, offset, at, bytes)))
    })?;
    let Module { ctx, functions, .. } = module;
    mem2reg::run_on(ctx, &mut functions[kernel]);
    Ok(())
}

/// The private arrays of `func` that go, each with its place, so that the others take at most `limit` bytes.
fn too_many(module: &Module, func: &Function, limit: u64, mut place: impl FnMut(u64) -> u64) -> HashMap<GlobalId, u64> {
    let mut arrays: Vec<(u64, GlobalId)> = Vec::new();
    for (id, global) in module.globals.iter().filter(|(_, g)| g.space == AddressSpace::Private) {
        let used = |op: &Op| matches!(op, Op::Gep { base, .. } if named(&module.ctx, *base) == Some(id));
        if func.linked_insts().any(|(_, inst)| used(func.op(inst))) {
            arrays.push((module.ctx.types.size(global.ty), id));
        }
    }
    arrays.sort_unstable();
    let mut far = HashMap::default();
    while arrays.iter().map(|(bytes, _)| bytes).sum::<u64>() > limit {
        let Some((bytes, largest)) = arrays.pop() else { break };
        far.insert(largest, place(bytes));
    }
    far
}

fn named(ctx: &Context, base: Value) -> Option<GlobalId> {
    let Value::Const(id) = base else { return None };
    if let ConstData::GlobalAddr { global, .. } = ctx.consts.data(id) { Some(*global) } else { None }
}

/// The elements' type and number.
fn parts(ctx: &Context, array: Type) -> Option<(Type, u64)> {
    if let TypeKind::Array { elem, len } = *ctx.types.kind(array) { Some((elem, len)) } else { None }
}

/// The words by which threads of a block agree on their slot: its number, and how many of them have ended.
#[derive(Clone, Copy)]
struct Words {
    variable: GlobalId,
    array: Type,
}

fn shared_words(module: &mut Module) -> Words {
    let array = module.ctx.types.array(Type::I32, 2);
    let variable = module.globals.push(Global {
        name: "hip.shared.slot".into(),
        ty: array,
        space: AddressSpace::Shared,
        init: None,
        align: 4,
        constant: false,
        internal: true,
        externally_initialized: false,
    });
    Words { variable, array }
}

impl Words {
    fn at(self, cursor: &mut Cursor<'_>, nth: u32) -> Value {
        let ty = Type::ptr(AddressSpace::Shared);
        let address = ConstData::GlobalAddr { ty, global: self.variable, offset: 0 };
        let base = Value::Const(cursor.ctx.consts.intern(address));
        let indices = vec![cursor.ctx.i32(0), cursor.ctx.i32(nth)];
        cursor.inst(Op::Gep { elem: self.array, flags: Flags::INBOUNDS, base, indices }, ty)
    }
}

/// What each thread knows from the start on.
#[derive(Clone, Copy)]
struct Held {
    thread: Value,
    slot: Slot,
}

/// Takes a slot, in front of all code of `func`.
fn begin(ctx: &mut Context, func: &mut Function, words: Words, device: &DeviceContext<'_>) -> Held {
    let (entry, start) = (func.entry(), func.create_block());
    func.layout.insert(0, start);
    let mut cursor = Cursor::at_end(ctx, func, start);
    let thread = cursor.intrinsic(Intrinsic::ThreadLinear, Vec::new(), Type::I32);
    let first = cursor.compare_const(IntPredicate::Eq, thread, 0);
    let slots = Slots::read(&mut cursor, device);
    let nth = slots.search(&mut cursor, first);
    let [tell, told]: [Block; 2] = std::array::from_fn(|_| cursor.func.add_block());
    cursor.cond_br(first, tell, told);

    cursor.goto_end(tell);
    let number = words.at(&mut cursor, 0);
    cursor.store(nth, number, 4);
    let ended = words.at(&mut cursor, 1);
    let none = cursor.ctx.i32(0);
    cursor.store(none, ended, 4);
    cursor.br(told);

    cursor.goto_end(told);
    cursor.intrinsic(Intrinsic::Barrier, Vec::new(), Type::VOID);
    let number = words.at(&mut cursor, 0);
    let nth = cursor.load(Type::I32, number, 4);
    let slot = slots.slot(&mut cursor, nth);
    cursor.br(entry);
    Held { thread, slot }
}

/// The last of `threads` threads to end gives the slot back: no barrier could wait for those that end early while others meet.
fn end(ctx: &mut Context, func: &mut Function, words: Words, held: Held, threads: u32) {
    let returns = |b: &Block| func.terminator(*b).is_some_and(|t| matches!(func.op(t), Op::Ret(None)));
    let Some(last) = func.layout.iter().copied().find(returns) else { return };
    let mut cursor = Cursor::before_terminator(ctx, func, last);
    let ended = words.at(&mut cursor, 1);
    let one = cursor.ctx.i32(1);
    // What each has written comes before the slot is free.
    let atomic = Atomicity { ordering: Ordering::AcqRel, scope: Scope::Workgroup };
    let op = Op::AtomicRmw { op: AtomicOp::Add, ptr: ended, value: one, align: 4, volatile: false, atomic };
    let before = cursor.inst(op, Type::I32);
    let gives = cursor.compare_const(IntPredicate::Eq, before, (threads - 1).into());
    let rest = cursor.split();
    give_back(&mut cursor, held.slot, gives);
    cursor.br(rest);
}

#[cfg(test)]
mod tests {
    use crate::interp::{Launch, Machine, Pace};
    use crate::ir::module::Module;
    use crate::passes::warp::fission::lowered::lowered;
    use crate::target::Target;

    const THREADS: u32 = 64;
    const BLOCKS: u32 = 5;

    /// Each thread writes 100 words of its own, and one of a small array; then all meet but thread 5, and read their own again.
    const KERNEL: &str = "define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %large = alloca [100 x i32], addrspace(5)
  %small = alloca [4 x i32], addrspace(5)
  %t = call i32 @hip.thread.linear()
  %b = call i32 @hip.block.id.x()
  %of = and i32 %t, 3
  %word = getelementptr [4 x i32], ptr addrspace(5) %small, i32 0, i32 %of
  store i32 %t, ptr addrspace(5) %word
  br label %write
write:
  %i = phi i32 [ 0, %0 ], [ %i1, %write ]
  %at = getelementptr [100 x i32], ptr addrspace(5) %large, i32 0, i32 %i
  %x = mul i32 %i, %t
  store i32 %x, ptr addrspace(5) %at
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i1, 100
  br i1 %more, label %write, label %written
written:
  %five = icmp eq i32 %t, 5
  br i1 %five, label %early, label %meet
early:
  ret void
meet:
  call void @hip.barrier()
  br label %read
read:
  %j = phi i32 [ 0, %meet ], [ %j1, %read ]
  %sum = phi i32 [ %b, %meet ], [ %sum1, %read ]
  %j.at = getelementptr [100 x i32], ptr addrspace(5) %large, i32 0, i32 %j
  %y = load i32, ptr addrspace(5) %j.at
  %sum1 = add i32 %sum, %y
  %j1 = add i32 %j, 1
  %go = icmp ult i32 %j1, 100
  br i1 %go, label %read, label %out
out:
  %z = load i32, ptr addrspace(5) %word
  %all = add i32 %sum1, %z
  %row = mul i32 %b, 64
  %place = add i32 %row, %t
  %to = getelementptr i32, ptr addrspace(1) %p, i32 %place
  store i32 %all, ptr addrspace(1) %to
  ret void
}";

    fn made(max_private: Option<u32>) -> Module {
        lowered(KERNEL, THREADS, &Target { max_private, ..Target::nvidia() }).unwrap_or_else(|e| panic!("{e}"))
    }

    fn scratch(module: &Module) -> u32 {
        module.functions.values().map(|f| f.attrs.scratch).sum()
    }

    #[test]
    fn arrays_move_until_the_others_keep_to_the_limit() {
        assert_eq!(scratch(&made(None)), 0);
        assert_eq!(scratch(&made(Some(416))), 0, "both fit");
        assert_eq!(scratch(&made(Some(415))), 400 * THREADS, "the large one goes");
        assert_eq!(scratch(&made(Some(15))), 416 * THREADS);
    }

    #[test]
    fn each_thread_keeps_its_own_and_each_block_gives_its_slot_back() {
        for (limit, pace) in [(415, Pace::InStep), (415, Pace::LowestFirst), (15, Pace::HighestFirst)] {
            let module = made(Some(limit));
            let mut machine = Machine::new(&module).unwrap();
            let bytes = u64::from(THREADS * BLOCKS) * 4;
            let at = machine.device.allocate(bytes);
            let shape = Launch::new([BLOCKS, 1, 1], [THREADS, 1, 1]);
            // There are two slots: a third block would search for ever.
            let launch = Launch { args: at.to_le_bytes().to_vec(), warp_size: 32, pace, ..shape };
            machine.launch(module.function_named("k").unwrap(), &launch).unwrap();
            let left = machine.device.bytes(at, bytes).unwrap().to_vec();
            for (n, word) in left.chunks(4).enumerate() {
                let (block, thread) = (n as u32 / THREADS, n as u32 % THREADS);
                let expected = if thread == 5 { 0 } else { block + 4950 * thread + thread };
                assert_eq!(u32::from_le_bytes(word.try_into().unwrap()), expected, "thread {thread} of block {block}");
            }
        }
    }

    #[test]
    fn more_than_there_can_be_is_an_error_by_name() {
        let large = KERNEL.replace("[100 x i32]", "[2000000 x i32]");
        let error = lowered(&large, THREADS, &Target::nvidia()).unwrap_err().to_string();
        assert!(error.contains("local arrays") && error.contains('k'), "{error}");
    }
}
