//! Arrays larger than the driver takes lie in device memory: private ones than its compiler takes ([`Target::max_private`], where there is a
//! limit), shared ones than Vulkan's workgroup memory ([`Target::max_workgroup`]). Shared arrays with 64-bit atomics do, too, where the device has
//! these for buffers alone (Intel's).
//!
//! Of each kind, arrays of a kernel move until the others keep to the limit. A running block holds a slot of the device's scratch memory
//! (`scratch`): its first thread takes one when the block starts, and whichever thread ends last gives it back. A private array has its elements
//! of neighbouring threads side by side, as a GPU lays out private memory itself; a shared one lies as it is. What orders shared memory
//! orders device memory then: block barriers by themselves (`analysis::barrier_memory` looks at what is left here), warps' steps are made barriers.
//!
//! ```text
//! before  %e = getelementptr [8192 x i32], ptr addrspace(5) @hip.private.0, i32 0, i32 %i     load i32, %e
//! after   %e = add i64 %slot, 4 * (%i * threads + %thread)                                    load i32, i64 %e
//! ```
//! Needs: pointers physical.   Called by the device list, behind `warp`, which places arrays by itself where one subgroup runs a block.
//!
//! [`Target::max_private`]: crate::target::Target::max_private
//! [`Target::max_workgroup`]: crate::target::Target::max_workgroup

use crate::error::{CompileError, CompileErrorKind};
use crate::hash::{HashMap, HashSet};
use crate::ir::constant::ConstData;
use crate::ir::cursor::Cursor;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{AtomicOp, Atomicity, BinaryOp, Flags, Inst, IntPredicate, Op, Ordering, Scope, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Context, Global, GlobalId, Module};
use crate::ir::types::{AddressSpace, Type, TypeKind};
use crate::passes::DeviceContext;
use crate::passes::util::build::Build;
use crate::passes::util::rewrite::join_ends;
use crate::passes::util::walk::{Visit, kernel_of, walk};
use crate::target::Target;

use super::mem2reg;
use super::scratch::{Layout, MOST_SCRATCH, Slot, Slots, element, give_back};

const PASS: &str = "memory/far_arrays";

/// Bytes of [`Words`].
const WORDS: u64 = 8;

/// See the module's description.
///
/// # Errors
/// A block's arrays need more scratch memory than there can be.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let kernel = kernel_of(module, PASS)?;
    if module.functions[kernel].attrs.fission.is_some() {
        return Ok(());
    }
    let threads = device.shape.threads();
    let mut layout = Layout::default();
    let far = far(module, &module.functions[kernel], device, &mut layout);
    if far.is_empty() {
        return Ok(());
    }
    if layout.bytes() > MOST_SCRATCH {
        let text = format!(
            "local arrays that the driver has no room for lie in device memory on device '{}', at most {MOST_SCRATCH} bytes a block: these \
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
    if far.values().any(|array| !array.per_thread) {
        order_device_memory(func);
    }
    join_ends(func);
    let held = begin(ctx, func, words, device);
    end(ctx, func, words, held, threads);
    func.attrs.scratch = layout.bytes() as u32;
    walk(module, kernel, |cursor, inst| {
        let Op::Gep { elem, base, ref indices, .. } = *cursor.func.op(inst) else { return Ok(Visit::Keep) };
        let (Some(&array), Some(&index)) = (named(cursor.ctx, base).and_then(|g| far.get(&g)), indices.last()) else {
            return Ok(Visit::Keep);
        };
        let (unit, _) = parts(cursor.ctx, elem).unwrap_or((elem, 1));
        let bytes = cursor.ctx.types.size(unit) as u32;
        let at = if array.per_thread {
            let row = cursor.fold_const(BinaryOp::Mul, index, threads.into());
            cursor.add(row, held.thread)
        } else {
            index
        };
        Ok(Visit::Replace(element(cursor, held.slot.memory, array.offset, at, bytes)))
    })?;
    let Module { ctx, functions, .. } = module;
    mem2reg::run_on(ctx, &mut functions[kernel]);
    Ok(())
}

/// An array that moves.
#[derive(Clone, Copy, Debug)]
struct Far {
    /// Where it begins in the slot.
    offset: u64,
    /// Each thread has its own.
    per_thread: bool,
}

/// The arrays of `func` that move.
fn far(module: &Module, func: &Function, device: &DeviceContext<'_>, layout: &mut Layout) -> HashMap<GlobalId, Far> {
    let mut far = HashMap::default();
    let threads = u64::from(device.shape.threads());
    for (bytes, array) in too_many_private(module, func, device, |_| true) {
        far.insert(array, Far { offset: layout.place(bytes * threads), per_thread: true });
    }
    let mut shared = used(module, func, AddressSpace::Shared);
    let atomic = long_atomics(&module.ctx, func, device.target);
    for (bytes, array) in shared.extract_if(.., |(_, array)| atomic.contains(array)) {
        far.insert(array, Far { offset: layout.place(bytes), per_thread: false });
    }
    let room = u64::from(device.target.max_workgroup);
    if sum(&shared) > room || !far.is_empty() {
        let room = room.saturating_sub(WORDS);
        let excess = |arrays: &[(u64, GlobalId)]| sum(arrays).saturating_sub(room);
        // As few bytes as will do: they are slower there.
        let pick = |arrays: &mut Vec<(u64, GlobalId)>| {
            let enough = arrays.iter().position(|(bytes, _)| *bytes >= excess(arrays));
            enough.map(|at| arrays.remove(at)).or_else(|| arrays.pop())
        };
        for (bytes, array) in too_many(shared, room, pick) {
            far.insert(array, Far { offset: layout.place(bytes), per_thread: false });
        }
    }
    far
}

/// The private arrays that go, the largest first, with their sizes; of those that would `stay`.
pub fn too_many_private(
    module: &Module,
    func: &Function,
    device: &DeviceContext<'_>,
    stay: impl Fn(GlobalId) -> bool,
) -> Vec<(u64, GlobalId)> {
    let Some(limit) = device.target.max_private else { return Vec::new() };
    let mut arrays = used(module, func, AddressSpace::Private);
    arrays.retain(|&(_, array)| stay(array));
    too_many(arrays, limit.into(), Vec::pop)
}

/// The shared arrays whose 64-bit atomics the device has not there, but in device memory.
pub fn long_atomics(ctx: &Context, func: &Function, target: &Target) -> HashSet<GlobalId> {
    if target.shared_atomics.i64 {
        return HashSet::default();
    }
    let array_of = |inst| {
        let data = &func.insts[inst];
        let (ptr, ty) = match data.op {
            Op::Load { ptr, atomic: Some(_), .. } | Op::AtomicRmw { ptr, .. } => (ptr, data.ty),
            Op::Store { ptr, value, atomic: Some(_), .. } => (ptr, ctx.type_of(func, value)),
            Op::CmpXchg { ptr, desired, .. } => (ptr, ctx.type_of(func, desired)),
            _ => return None,
        };
        let Value::Inst(place) = ptr else { return None };
        let Op::Gep { base, .. } = *func.op(place) else { return None };
        (ctx.types.value_bits(ty) == 64).then(|| named(ctx, base)).flatten()
    };
    func.linked_insts().filter_map(|(_, inst)| array_of(inst)).collect()
}

/// The arrays of a kind that `func` uses with their sizes, the smallest first.
fn used(module: &Module, func: &Function, space: AddressSpace) -> Vec<(u64, GlobalId)> {
    let names: HashSet<GlobalId> = func
        .linked_insts()
        .filter_map(|(_, inst)| match func.op(inst) {
            Op::Gep { base, .. } => named(&module.ctx, *base),
            _ => None,
        })
        .collect();
    let of_kind = module.globals.iter().filter(|(id, global)| global.space == space && names.contains(id));
    let mut arrays: Vec<_> = of_kind.map(|(id, global)| (module.ctx.types.size(global.ty), id)).collect();
    arrays.sort_unstable();
    arrays
}

fn sum(arrays: &[(u64, GlobalId)]) -> u64 {
    arrays.iter().map(|(bytes, _)| bytes).sum()
}

/// Those of `arrays` that go, as `pick` takes them, so that the others take at most `limit` bytes.
fn too_many(
    mut arrays: Vec<(u64, GlobalId)>,
    limit: u64,
    pick: impl Fn(&mut Vec<(u64, GlobalId)>) -> Option<(u64, GlobalId)>,
) -> Vec<(u64, GlobalId)> {
    let mut gone = Vec::new();
    while sum(&arrays) > limit {
        gone.extend(pick(&mut arrays));
    }
    gone
}

/// Warps' steps that order shared memory alone order all memory.
fn order_device_memory(func: &mut Function) {
    let steps: Vec<Inst> = func.linked_insts().map(|(_, inst)| inst).collect();
    for inst in steps {
        if let Op::Intrinsic { id, .. } = &mut func.insts[inst].op
            && *id == Intrinsic::WarpStep
        {
            *id = Intrinsic::WarpBarrier;
        }
    }
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
    let nth = slots.search(&mut cursor, device, first);
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
    let fence = Op::Fence(Atomicity { ordering: Ordering::AcqRel, scope: Scope::Workgroup });
    cursor.inst(fence.clone(), Type::VOID);
    cursor.intrinsic(Intrinsic::Barrier, Vec::new(), Type::VOID);
    cursor.inst(fence, Type::VOID);
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
