//! Gives each function that has the form of an FFT library's callback a kernel that calls it for every element of an array.
//!
//! hipFFT and rocFFT take the address of a device function that loads (or stores) one element, which AMD's kernels call. Vulkan has no calls into
//! another module's code, so the module that has the function brings the kernel. It is known by the function's address and the element's size
//! (`hip.element.load.8.38d3...`), and the libraries run it over the whole array (`runtime/fft/callbacks.cpp`), whose parameters these are.
//!
//!   before  define internal [2 x i32] @f(ptr %array, i64 %offset, ptr %data, ptr %shared)     ; and its address is taken
//!   after   define amdgpu_kernel void @hip.element.load.8.A(ptr addrspace(1) %dense, ptr addrspace(1) %array, ptr addrspace(1) %data, i64 ...) {
//!             ... %r = call [2 x i32] @f(array, place of element i, data, null)   store %r, dense + 8 * (place of i there) ... }
//!
//! A callback that stores has the element between the offset and the data, in as many parameters as clang makes of it: `void (ptr, i64, T..., ptr, ptr)`.
//! Leaves: modules without such functions as they are.

use crate::bundle::element_kernel;
use crate::error::CompileError;
use crate::ir::cursor::Cursor;
use crate::ir::function::{Function, Param};
use crate::ir::instruction::{BinaryOp, Callee, CastOp, Flags, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Context, FuncId, Module};
use crate::ir::types::{Type, Types};
use crate::passes::calls::indirect::address_taken;

/// Threads of a block.
const BLOCK: u32 = 256;

/// The parameters behind the pointers: the array's lengths and strides, the fastest index first, the distance between batches' arrays, the number
/// of elements, how far rows of the dense array lie apart, and the offset of the array's first element.
const LENGTHS: u32 = 3;
const STRIDES: u32 = 6;
const DISTANCE: u32 = 9;
const COUNT: u32 = 10;
const ROW: u32 = 11;
const FIRST: u32 = 12;
const NAMES: [&str; 13] =
    ["dense", "array", "data", "nx", "ny", "nz", "sx", "sy", "sz", "distance", "count", "row", "first"];

/// A function of that form: the places of the element's parts, and how large it is.
struct Form {
    store: bool,
    parts: Vec<(Type, u64)>,
    bytes: u64,
}

/// See the module's description.
///
/// # Errors
/// None.
pub fn run(module: &mut Module) -> Result<(), CompileError> {
    for id in address_taken(module) {
        let func = &module.functions[id];
        let Some(form) = form(&module.ctx.types, func).filter(|_| !func.is_declaration()) else { continue };
        let name = element_kernel::name(form.store, form.bytes, module.function_address(id));
        let kernel = build(&mut module.ctx, name, id, &form);
        module.functions.push(kernel);
    }
    Ok(())
}

fn form(types: &Types, func: &Function) -> Option<Form> {
    let params: Vec<Type> = func.params.iter().map(|param| param.ty).collect();
    let [Type::PTR, Type::I64, element @ .., Type::PTR, Type::PTR] = params.as_slice() else { return None };
    if func.is_kernel || func.variadic || func.params.iter().any(|param| param.by_ref.is_some()) {
        return None;
    }
    let store = func.ret == Type::VOID;
    let types_of_parts = if store { element } else { &[func.ret] };
    if !store && !element.is_empty() || types_of_parts.contains(&Type::VOID) {
        return None;
    }
    let mut bytes = 0u64;
    let mut parts = Vec::with_capacity(types_of_parts.len());
    for &ty in types_of_parts {
        let place = bytes.next_multiple_of(types.align(ty));
        parts.push((ty, place));
        bytes = place + types.size(ty);
    }
    matches!(bytes, 2 | 4 | 8 | 16).then_some(Form { store, parts, bytes })
}

fn build(ctx: &mut Context, name: String, callee: FuncId, form: &Form) -> Function {
    let param = |(at, name): (usize, &&str)| {
        let ty = if at < LENGTHS as usize { Type::PTR_GLOBAL } else { Type::I64 };
        Param { ty, name: (*name).to_owned(), by_ref: None, align: 0, noalias: false, readonly: false }
    };
    let mut func = Function::declaration(name, Type::VOID, NAMES.iter().enumerate().map(param).collect());
    func.is_kernel = true;
    func.attrs.max_block = BLOCK;
    let (entry, work, done) = (func.add_block(), func.add_block(), func.add_block());
    let mut cur = Cursor::at_end(ctx, &mut func, entry);
    let number = element_number(&mut cur);
    let inside = cur.icmp(IntPredicate::Ult, number, Value::Param(COUNT));
    cur.cond_br(inside, work, done);
    cur.goto_end(work);
    let (place, dense) = places(&mut cur, number, form.bytes);
    call(&mut cur, callee, form, place, dense);
    cur.br(done);
    cur.goto_end(done);
    cur.inst(Op::Ret(None), Type::VOID);
    func
}

/// The thread's element, of fewer than 2^32.
fn element_number(cur: &mut Cursor<'_>) -> Value {
    let block = cur.intrinsic(Intrinsic::BlockIdX, Vec::new(), Type::I32);
    let first = cur.binary_const(BinaryOp::Mul, block, BLOCK.into());
    let thread = cur.intrinsic(Intrinsic::ThreadIdX, Vec::new(), Type::I32);
    let number = cur.add(first, thread);
    cur.cast(CastOp::ZExt, number, Type::I64)
}

/// Where element `number` is: its offset in the array, in elements, and its address in the dense one, whose rows alone may have gaps.
fn places(cur: &mut Cursor<'_>, number: Value, bytes: u64) -> (Value, Value) {
    let mut rest = number;
    let mut place = Value::Param(FIRST);
    let mut dense = place;
    for i in 0..3 {
        let length = Value::Param(LENGTHS + i);
        let index = cur.binary(BinaryOp::URem, rest, length);
        rest = cur.binary(BinaryOp::UDiv, rest, length);
        let along = cur.mul(index, Value::Param(STRIDES + i));
        place = cur.add(place, along);
        if i == 0 {
            let row = cur.mul(rest, Value::Param(ROW));
            dense = cur.add(row, index);
        }
    }
    let batch = cur.mul(rest, Value::Param(DISTANCE));
    let offset = cur.binary_const(BinaryOp::Mul, dense, bytes.into());
    (cur.add(place, batch), cur.byte_offset(Value::Param(0), offset))
}

fn call(cur: &mut Cursor<'_>, callee: FuncId, form: &Form, place: Value, dense: Value) {
    let flat = |cur: &mut Cursor<'_>, param| cur.cast(CastOp::AddrSpaceCast, Value::Param(param), Type::PTR);
    let mut args = vec![flat(cur, 1), place];
    let part = |cur: &mut Cursor<'_>, offset: u64| {
        let offset = cur.ctx.i64(offset);
        cur.byte_offset(dense, offset)
    };
    if form.store {
        for &(ty, offset) in &form.parts {
            let at = part(cur, offset);
            let align = cur.ctx.types.align(ty) as u32;
            args.push(cur.load(ty, at, align));
        }
    }
    // ROCm's libraries give callbacks no shared memory.
    let (data, shared) = (flat(cur, 2), cur.ctx.null(Type::PTR));
    args.extend([data, shared]);
    let ret = if form.store { Type::VOID } else { form.parts[0].0 };
    let value = cur.inst(Op::Call { callee: Callee::Func(callee), flags: Flags::empty(), args }, ret);
    if !form.store {
        let align = cur.ctx.types.align(ret) as u32;
        cur.store(value, dense, align);
    }
}
