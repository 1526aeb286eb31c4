//! Small kernels, built by hand, whose results are known.

use super::{Fault, Launch, Machine};
use crate::ir::cursor::Cursor;
use crate::ir::fold::Datum;
use crate::ir::function::{Function, Param};
use crate::ir::instruction::{AtomicOp, Atomicity, IntPredicate, Op, Ordering, Scope};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{FuncId, Module};
use crate::ir::types::Type;

/// A module with one kernel that takes `params`, built by `body`.
fn kernel(params: &[Type], body: impl FnOnce(&mut Cursor<'_>)) -> (Module, FuncId) {
    let mut module = Module::default();
    let param = |&ty| Param { ty, name: String::new(), by_ref: None, align: 0, noalias: false, readonly: false };
    let mut func = Function::declaration("k", Type::VOID, params.iter().map(param).collect());
    func.is_kernel = true;
    let entry = func.add_block();
    body(&mut Cursor::at_end(&mut module.ctx, &mut func, entry));
    let id = module.functions.push(func);
    (module, id)
}

#[test]
fn each_thread_stores_its_own_index() {
    use crate::ir::instruction::{BinaryOp, CastOp, Value};
    let (module, id) = kernel(&[Type::PTR_GLOBAL], |c| {
        let tid = c.intrinsic(Intrinsic::ThreadLinear, vec![], Type::I32);
        let wide = c.cast(CastOp::ZExt, tid, Type::I64);
        let bytes = c.binary_const(BinaryOp::Mul, wide, 4);
        let ptr = c.byte_offset(Value::Param(0), bytes);
        c.store(tid, ptr, 4);
        c.inst(Op::Ret(None), Type::VOID);
    });
    let mut machine = Machine::new(&module).unwrap();
    let buffer = machine.device.allocate(16);
    let launch = Launch { args: buffer.to_le_bytes().to_vec(), ..Launch::new([1; 3], [4, 1, 1]) };
    machine.launch(id, &launch).unwrap();
    assert_eq!(machine.device.bytes(buffer, 16).unwrap(), [0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0]);
    let wider = Launch { block: [5, 1, 1], ..launch };
    assert!(matches!(machine.launch(id, &wider), Err(Fault::OutOfBounds { .. })));
}

#[test]
fn a_barrier_makes_the_last_thread_wait_for_the_first() {
    use crate::ir::instruction::Value;
    // Every thread adds 1 to a counter, waits, and the first thread copies the counter.
    let (module, id) = kernel(&[Type::PTR_GLOBAL], |c| {
        let relaxed = Atomicity { ordering: Ordering::Monotonic, scope: Scope::Agent };
        let one = c.ctx.i32(1);
        let ptr = Value::Param(0);
        let add = Op::AtomicRmw { op: AtomicOp::Add, ptr, value: one, align: 4, volatile: false, atomic: relaxed };
        c.inst(add, Type::I32);
        c.intrinsic(Intrinsic::Barrier, vec![], Type::VOID);
        let (then_, end) = (c.func.add_block(), c.func.add_block());
        let tid = c.intrinsic(Intrinsic::ThreadIdX, vec![], Type::I32);
        let zero = c.ctx.i32(0);
        let first = c.icmp(IntPredicate::Eq, tid, zero);
        c.cond_br(first, then_, end);
        c.goto_end(then_);
        let count = c.load(Type::I32, ptr, 4);
        let four = c.ctx.i64(4);
        let slot = c.byte_offset(ptr, four);
        c.store(count, slot, 4);
        c.br(end);
        c.goto_end(end);
        c.inst(Op::Ret(None), Type::VOID);
    });
    let mut machine = Machine::new(&module).unwrap();
    let buffer = machine.device.allocate(8);
    let launch = Launch { args: buffer.to_le_bytes().to_vec(), ..Launch::new([2, 1, 1], [64, 1, 1]) };
    machine.launch(id, &launch).unwrap();
    assert_eq!(machine.device.bytes(buffer, 8).unwrap(), [128, 0, 0, 0, 128, 0, 0, 0]);
}

#[test]
fn ballot_sees_the_lanes_of_its_own_warp() {
    use crate::ir::instruction::{BinaryOp, CastOp, Value};
    let (module, id) = kernel(&[Type::PTR_GLOBAL], |c| {
        let tid = c.intrinsic(Intrinsic::ThreadIdX, vec![], Type::I32);
        let odd = c.cast(CastOp::Trunc, tid, Type::I1);
        let votes = c.intrinsic(Intrinsic::Ballot, vec![odd], Type::I64);
        let wide = c.cast(CastOp::ZExt, tid, Type::I64);
        let bytes = c.binary_const(BinaryOp::Mul, wide, 8);
        let ptr = c.byte_offset(Value::Param(0), bytes);
        c.store(votes, ptr, 8);
        c.inst(Op::Ret(None), Type::VOID);
    });
    let mut machine = Machine::new(&module).unwrap();
    let buffer = machine.device.allocate(48);
    let args = buffer.to_le_bytes().to_vec();
    let launch = Launch { args, warp_size: 4, ..Launch::new([1; 3], [6, 1, 1]) };
    machine.launch(id, &launch).unwrap();
    let bytes = machine.device.bytes(buffer, 48).unwrap();
    let lanes: Vec<u8> = bytes.chunks(8).map(|c| c[0]).collect();
    assert_eq!(lanes, [0b1010, 0b1010, 0b1010, 0b1010, 0b10, 0b10]);
}

#[test]
fn a_loop_without_an_end_runs_out_of_fuel_and_poison_conditions_fault() {
    let (module, id) = kernel(&[], |c| {
        let again = c.block;
        c.br(again);
    });
    let launch = Launch { fuel: 1000, ..Launch::new([1; 3], [1; 3]) };
    assert_eq!(Machine::new(&module).unwrap().launch(id, &launch), Err(Fault::OutOfFuel));

    let (module, id) = kernel(&[], |c| {
        let end = c.func.add_block();
        let cond = c.ctx.undef(Type::I1);
        c.cond_br(cond, end, end);
        c.goto_end(end);
        c.inst(Op::Ret(None), Type::VOID);
    });
    assert!(matches!(Machine::new(&module).unwrap().launch(id, &launch), Err(Fault::Undefined(_))));
}

#[test]
fn calls_return_their_value() {
    use crate::ir::instruction::{Callee, Flags, Value};
    let mut module = Module::default();
    let param =
        || Param { ty: Type::I32, name: String::new(), by_ref: None, align: 0, noalias: false, readonly: false };
    let mut square = Function::declaration("square", Type::I32, vec![param()]);
    let entry = square.add_block();
    let mut c = Cursor::at_end(&mut module.ctx, &mut square, entry);
    let result = c.mul(Value::Param(0), Value::Param(0));
    c.inst(Op::Ret(Some(result)), Type::VOID);
    let square = module.functions.push(square);
    let mut outer = Function::declaration("outer", Type::I32, vec![param()]);
    let entry = outer.add_block();
    let mut c = Cursor::at_end(&mut module.ctx, &mut outer, entry);
    let call = Op::Call { callee: Callee::Func(square), flags: Flags::empty(), args: vec![Value::Param(0)] };
    let once = c.inst(call, Type::I32);
    let sum = c.add(once, Value::Param(0));
    c.inst(Op::Ret(Some(sum)), Type::VOID);
    let outer = module.functions.push(outer);
    let result = Machine::new(&module).unwrap().call(outer, vec![Datum::bits(7)]);
    assert_eq!(result, Ok(Some(Datum::bits(56))));
}

#[test]
fn a_call_through_a_pointer_finds_its_function_and_no_other() {
    let text = "define i32 @up(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n\
        define i32 @down(i32 %x) {\n  %y = sub i32 %x, 1\n  ret i32 %y\n}\n\
        define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %which) {\n  %c = icmp eq i32 %which, 0\n  \
        %d = icmp eq i32 %which, 1\n  %f = select i1 %c, ptr @up, ptr @down\n  \
        %g = select i1 %d, ptr %f, ptr null\n  %h = select i1 %c, ptr %f, ptr %g\n  \
        %r = call i32 %h(i32 10)\n  store i32 %r, ptr addrspace(1) %p, align 4\n  ret void\n}\n";
    let module = crate::ir::parse::parse_module(text).unwrap();
    let kernel = module.function_named("k").unwrap();
    for (which, expected) in [(0u32, Ok(11u32)), (1, Ok(9)), (2, Err(()))] {
        let mut machine = Machine::new(&module).unwrap();
        let out = machine.device.allocate(4);
        let mut args = out.to_le_bytes().to_vec();
        args.extend_from_slice(&which.to_le_bytes());
        let ran = machine.launch(kernel, &Launch { args, ..Launch::new([1; 3], [1; 3]) });
        let bytes = machine.device.bytes(out, 4).unwrap();
        let found = u32::from_le_bytes(bytes.try_into().unwrap());
        assert_eq!(ran.map(|_| found).map_err(|_| ()), expected, "function {which}");
    }
}
