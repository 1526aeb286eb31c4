//! Turns calls through pointers into calls of a dispatcher: a switch over the functions that the pointer can be.
//!
//! Vulkan has no function pointers. But the module is all the code there is, so a pointer can only hold the address of a
//! function whose address is taken somewhere in it: in a table, a vtable, or as a value. What code sees as an address is a
//! number ([`Module::function_address`]); one dispatcher per function type compares it.
//!
//!   before  %r = call i32 %f(i32 %x)
//!   after   %n = ptrtoint ptr %f to i64      %r = call i32 @hip.dispatch.0(i64 %n, i32 %x)
//!           define i32 @hip.dispatch.0(i64 %n, i32 %x) { switch i64 %n, label %bad [ i64 A, label %a ... ]   a: call @a(%x) ... }
//!
//! A call through a pointer that is none of them traps, like a jump to a wild address.
//! Leaves: no indirect call. `calls::recursion` and `calls::inline` see dispatchers as ordinary functions.

use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::constant::{Const, ConstData};
use crate::ir::cursor::Cursor;
use crate::ir::function::{Function, Param};
use crate::ir::instruction::{Callee, CastOp, Flags, Op, Value};
use crate::ir::module::{Context, FuncId, Module};
use crate::ir::types::{AddressSpace, Type};
use crate::passes::device::traps;
use crate::passes::util::rewrite::{Rewrite, locate, rewrite_function, take_function};

const PASS: &str = "calls/indirect";

/// What a call demands of the function it calls: result and parameters.
type Signature = (Type, Vec<Type>);

/// See the module's description.
///
/// # Errors
/// The pointer is of an address space that holds no function addresses.
pub fn run(module: &mut Module) -> Result<(), CompileError> {
    let mut dispatchers: HashMap<Signature, FuncId> = HashMap::default();
    let first = module.functions.len() as u32;
    let mut wanted: Vec<Signature> = Vec::new();
    for id in module.functions.keys().collect::<Vec<_>>() {
        if module.functions[id].is_declaration() {
            continue;
        }
        let mut func = take_function(module, id);
        let result = rewrite_function(&mut module.ctx, &mut func, |cur, inst| {
            let data = cur.func.insts[inst].clone();
            let Op::Call { callee: Callee::Indirect(pointer), args, flags } = data.op else { return Ok(Rewrite::Keep) };
            let signature: Signature = (data.ty, args.iter().map(|&a| cur.ty(a)).collect());
            let dispatcher = *dispatchers.entry(signature).or_insert_with_key(|signature| {
                wanted.push(signature.clone());
                FuncId(first + wanted.len() as u32 - 1)
            });
            let address = address_of(cur, pointer)?;
            let args = std::iter::once(address).chain(args).collect();
            let call = cur.inst(Op::Call { callee: Callee::Func(dispatcher), flags, args }, data.ty);
            Ok(Rewrite::Replace(call))
        });
        module.functions[id] = func;
        result.map_err(|(error, inst)| locate(module, id, inst, error))?;
    }
    if wanted.is_empty() {
        return Ok(());
    }
    let taken = address_taken(module);
    for (number, signature) in wanted.into_iter().enumerate() {
        let dispatcher = build(module, number, signature, &taken);
        module.functions.push(dispatcher);
    }
    Ok(())
}

/// The pointer's value as the number that dispatchers compare.
fn address_of(cur: &mut Cursor<'_>, pointer: Value) -> Result<Value, CompileError> {
    let ty = cur.ty(pointer);
    match cur.ctx.types.pointee_space(ty) {
        Some(AddressSpace::Shared | AddressSpace::Private) | None => {
            Err(CompileError::unsupported(PASS, "call through a pointer to shared or private memory"))
        }
        Some(_) => Ok(cur.cast(CastOp::PtrToInt, pointer, Type::I64)),
    }
}

/// The functions whose address is part of a value or of an initialiser, in order.
pub(super) fn address_taken(module: &Module) -> Vec<FuncId> {
    let mut taken = Vec::new();
    for func in module.functions.values() {
        for (_, inst) in func.linked_insts() {
            func.op(inst).for_each_operand(|v| {
                if let Value::Const(id) = v {
                    functions_in(&module.ctx, id, &mut taken);
                }
            });
        }
    }
    module.globals.values().filter_map(|g| g.init).for_each(|init| functions_in(&module.ctx, init, &mut taken));
    taken.sort_unstable();
    taken.dedup();
    taken
}

fn functions_in(ctx: &Context, id: Const, out: &mut Vec<FuncId>) {
    match ctx.consts.data(id) {
        ConstData::Function { func, .. } => out.push(*func),
        ConstData::Aggregate { elems, .. } => elems.iter().for_each(|&e| functions_in(ctx, e, out)),
        _ => {}
    }
}

/// The dispatcher for one signature.
fn build(module: &mut Module, number: usize, (ret, params): Signature, taken: &[FuncId]) -> Function {
    let fits = |f: &&FuncId| {
        let func = &module.functions[**f];
        !func.is_kernel && func.ret == ret && func.params.iter().map(|p| p.ty).eq(params.iter().copied())
    };
    let candidates: Vec<(FuncId, u64)> = taken.iter().filter(fits).map(|&f| (f, module.function_address(f))).collect();
    let param = |ty| Param { ty, name: String::new(), by_ref: None, align: 0, noalias: false, readonly: false };
    let all = std::iter::once(Type::I64).chain(params.iter().copied()).map(param).collect();
    let mut func = Function::declaration(format!("hip.dispatch.{number}"), ret, all);
    func.internal = true;
    let args: Vec<Value> = (1..=params.len() as u32).map(Value::Param).collect();
    let entry = func.add_block();
    let mut cases = Vec::with_capacity(candidates.len());
    for (callee, address) in candidates {
        let block = func.add_block();
        let op = Op::Call { callee: Callee::Func(callee), flags: Flags::empty(), args: args.clone() };
        let result = func.append(block, op, ret, None);
        func.append(block, Op::Ret((ret != Type::VOID).then_some(Value::Inst(result))), Type::VOID, None);
        let Value::Const(key) = module.ctx.i64(address) else { continue };
        cases.push((key, block));
    }
    let default = func.add_block();
    func.append(default, traps::because(module, traps::WILD_CALL), Type::VOID, None);
    func.append(default, Op::Unreachable, Type::VOID, None);
    func.append(entry, Op::Switch { value: Value::Param(0), default, cases }, Type::VOID, None);
    func
}
