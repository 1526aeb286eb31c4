//! Gives local arrays whose size is only known at run time (`int a[n];`, `alloca`) a stack, and so those that each round of a loop makes
//! anew while others are kept.
//!
//! Vulkan's private arrays have constant sizes. A function with such arrays gets one array of `hipLimitStackSize` bytes, and a variable that
//! says how much of it is taken; an array takes more, an overflow traps. `llvm.stackrestore`, at the end of a variable array's scope, gives back what was taken since
//! `llvm.stacksave`; the end of the function gives back all, as the next call of it begins with an empty stack.
//!
//!   before  %a = alloca i32, i64 %n
//!   after   %old = load i32, %top        %end = %old + 4 * %n        br (%end <= hip.stack.size), %fits, %overflow
//!           fits: store i32 %end, %top   %a = getelementptr i8, %stack, %old
//!
//! Behind `calls::recursion`, in whose machines the functions of a cycle share a stack; before inlining, as the trap is a call.

use crate::error::CompileError;
use crate::hash::HashSet;
use crate::ir::cursor::Cursor;
use crate::ir::function::{Function, Param};
use crate::ir::instruction::{Callee, CastOp, Flags, Inst, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Context, FuncId, Module};
use crate::ir::types::Type;
use crate::passes::calls::stack;
use crate::passes::device::traps;
use crate::passes::memory::objects::made_in_rounds;
use crate::passes::util::rewrite::{Rewrite, locate, rewrite_function, take_function};

/// No stack is aligned less.
const ALIGN: u64 = 16;
/// LLVM's names of what scopes do, up to a suffix.
const SAVE: &str = "llvm.stacksave";
const RESTORE: &str = "llvm.stackrestore";

/// See the module's description.
///
/// # Errors
/// None.
pub fn run(module: &mut Module) -> Result<(), CompileError> {
    let named = |name: &str| -> HashSet<FuncId> {
        module.functions.iter().filter(|(_, func)| func.name.starts_with(name)).map(|(id, _)| id).collect()
    };
    let (saves, restores) = (named(SAVE), named(RESTORE));
    let trap = traps::because(module, traps::STACK_OVERFLOW);
    for id in module.functions.keys().collect::<Vec<_>>() {
        if module.functions[id].is_declaration() {
            continue;
        }
        let mut func = take_function(module, id);
        let arrays = arrays(&module.ctx, &func);
        let asks = |&(_, i): &(_, Inst)| called(&func, i).is_some_and(|f| saves.contains(&f) || restores.contains(&f));
        let result = if arrays.is_empty() && !func.linked_insts().any(|found| asks(&found)) {
            Ok(false)
        } else {
            let stack = Stack::new(&mut module.ctx, &mut func, &arrays);
            rewrite_function(&mut module.ctx, &mut func, |cur, inst| {
                if arrays.contains(&inst) {
                    return Ok(Rewrite::Replace(stack.array(cur, inst, &trap)));
                }
                Ok(match called(cur.func, inst) {
                    Some(f) if saves.contains(&f) => Rewrite::Replace(stack.save(cur, inst)),
                    Some(f) if restores.contains(&f) => {
                        stack.restore(cur, inst);
                        Rewrite::Drop
                    }
                    _ => Rewrite::Keep,
                })
            })
        };
        module.functions[id] = func;
        result.map_err(|(error, inst)| locate(module, id, inst, error))?;
    }
    Ok(())
}

/// Has `id` give back at its ends what its arrays took: in a cycle of calls, whose machine has one stack, the caller's go on below them.
pub(super) fn give_back(module: &mut Module, id: FuncId) {
    if arrays(&module.ctx, &module.functions[id]).is_empty() {
        return;
    }
    let save = declared(module, SAVE, Type::PTR_PRIVATE, &[]);
    let restore = declared(module, RESTORE, Type::VOID, &[Type::PTR_PRIVATE]);
    let call = |callee, args| Op::Call { callee: Callee::Func(callee), flags: Flags::empty(), args };
    let func = &mut module.functions[id];
    let saved = func.create_inst(call(save, Vec::new()), Type::PTR_PRIVATE, None);
    let entry = func.entry();
    func.blocks[entry].insts.insert(0, saved);
    for block in func.layout.clone() {
        let Some((&last, before)) = func.blocks[block].insts.split_last() else { continue };
        let at = before.len();
        if matches!(func.op(last), Op::Ret(_)) {
            let restored = func.create_inst(call(restore, vec![Value::Inst(saved)]), Type::VOID, None);
            func.blocks[block].insts.insert(at, restored);
        }
    }
}

fn declared(module: &mut Module, name: &str, ret: Type, params: &[Type]) -> FuncId {
    let name = format!("{name}.p5");
    if let Some(id) = module.function_named(&name) {
        return id;
    }
    let param = |&ty| Param { ty, name: String::new(), by_ref: None, align: 0, noalias: false, readonly: false };
    module.functions.push(Function::declaration(name, ret, params.iter().map(param).collect()))
}

/// The function that `inst` calls by name.
fn called(func: &Function, inst: Inst) -> Option<FuncId> {
    if let Op::Call { callee: Callee::Func(id), .. } = func.op(inst) { Some(*id) } else { None }
}

/// The local arrays that need a stack.
pub(super) fn arrays(ctx: &Context, func: &Function) -> HashSet<Inst> {
    let is_fixed = |count: Value| ctx.as_int(count).is_some() || stack::is_size(func, count);
    let grows = |&inst: &Inst| matches!(*func.op(inst), Op::Alloca { count: Some(count), .. } if !is_fixed(count));
    func.linked_insts().map(|(_, inst)| inst).filter(grows).chain(made_in_rounds(func)).collect()
}

struct Stack {
    array: Value,
    /// Its size in bytes, i32.
    size: Value,
    /// The variable that says how many are taken, i32.
    top: Value,
}

impl Stack {
    /// At the start of `func`, which nothing jumps to.
    fn new(ctx: &mut Context, func: &mut Function, arrays: &HashSet<Inst>) -> Self {
        let align = arrays.iter().map(|&inst| alignment(ctx, func, inst)).fold(ALIGN, u64::max);
        let entry = func.entry();
        let mut cur = Cursor::before(ctx, func, entry, 0);
        let size = cur.intrinsic(Intrinsic::StackSize, Vec::new(), Type::I32);
        let op = Op::Alloca { elem: Type::I8, count: Some(size), align: align as u32 };
        let array = cur.inst(op, Type::PTR_PRIVATE);
        let top = cur.inst(Op::Alloca { elem: Type::I32, count: None, align: 4 }, Type::PTR_PRIVATE);
        let zero = cur.ctx.i32(0);
        cur.store(zero, top, 4);
        Self { array, size, top }
    }

    fn array(&self, cur: &mut Cursor<'_>, inst: Inst, trap: &Op) -> Value {
        let Op::Alloca { elem, count, .. } = *cur.func.op(inst) else { return Value::Inst(inst) };
        let (align, elem) = (alignment(cur.ctx, cur.func, inst) as u32, cur.ctx.types.size(elem));
        let (elem, most) = (cur.ctx.i64(elem), cur.ctx.i64(u32::MAX.into()));
        let count = count.unwrap_or(cur.ctx.i64(1));
        let count = cur.resize_unsigned(count, Type::I64);
        // No product wraps then, and no stack has so much.
        let count = cur.intrinsic(Intrinsic::UMin, vec![count, most], Type::I64);
        let bytes = cur.mul(count, elem);
        let (below, mask) = (cur.ctx.i32(align - 1), cur.ctx.i32(!(align - 1)));
        let old = cur.load(Type::I32, self.top, 4);
        let old = cur.add(old, below);
        let start = cur.and(old, mask);
        let start_wide = cur.resize_unsigned(start, Type::I64);
        let end = cur.add(start_wide, bytes);
        let size = cur.resize_unsigned(self.size, Type::I64);
        let fits = cur.icmp(IntPredicate::Ule, end, size);
        let (room, overflow) = (cur.new_block(), cur.new_block());
        cur.cond_br(fits, room, overflow);
        cur.goto_end(overflow);
        cur.inst(trap.clone(), Type::VOID);
        cur.inst(Op::Unreachable, Type::VOID);
        cur.goto_end(room);
        let end = cur.cast(CastOp::Trunc, end, Type::I32);
        cur.store(end, self.top, 4);
        cur.byte_offset(self.array, start)
    }

    /// How much is taken, as the pointer that the program takes it for.
    fn save(&self, cur: &mut Cursor<'_>, inst: Inst) -> Value {
        let ty = cur.func.insts[inst].ty;
        let taken = cur.load(Type::I32, self.top, 4);
        cur.cast(CastOp::IntToPtr, taken, ty)
    }

    fn restore(&self, cur: &mut Cursor<'_>, inst: Inst) {
        let Op::Call { args, .. } = cur.func.op(inst) else { return };
        let Some(&saved) = args.first() else { return };
        let taken = cur.cast(CastOp::PtrToInt, saved, Type::I32);
        cur.store(taken, self.top, 4);
    }
}

fn alignment(ctx: &Context, func: &Function, inst: Inst) -> u64 {
    let Op::Alloca { elem, align, .. } = *func.op(inst) else { return 1 };
    u64::from(align).max(ctx.types.align(elem)).max(1)
}
