//! Random straight-line programs keep their results under the scalar and memory passes; and a few exact expectations.

use proptest::prelude::{Strategy, any, prop};
use proptest::test_runner::{Config, TestRunner};

use crate::interp::{Event, Machine};
use crate::ir::cursor::Cursor;
use crate::ir::fold::Datum;
use crate::ir::function::{Function, Param};
use crate::ir::instruction::{BinaryOp, CastOp, Flags, IntPredicate, Op, Value};
use crate::ir::module::{FuncId, Module};
use crate::ir::parse::parse_module;
use crate::ir::print::print_module;
use crate::ir::types::Type;
use crate::ir::verify::verify_module;
use crate::passes::memory::{mem2reg, sroa};
use crate::passes::{CONST_FOLD, CSE, DCE, SIMPLIFY_CFG};

/// One random instruction: what, and numbers that choose operands and constants.
type Step = (u8, u8, u8, u16);

const OUT_SLOTS: u64 = 64;
/// Bytes of the local variable.
const LOCAL: u64 = 16;

/// A function `f(ptr out, i32, i64, i8)` of these steps that stores every value it computed.
fn build(steps: &[Step], with_memory: bool) -> Module {
    let mut module = Module::default();
    let param = |ty| Param { ty, name: String::new(), by_ref: None, align: 0, noalias: false, readonly: false };
    let params = [Type::PTR_GLOBAL, Type::I32, Type::I64, Type::I8].map(param).to_vec();
    let mut func = Function::declaration("f", Type::VOID, params);
    let pair = module.ctx.types.vector(Type::I32, 2);
    let entry = func.add_block();
    let mut c = Cursor::at_end(&mut module.ctx, &mut func, entry);
    let buffer = c.ctx.types.array(Type::I8, LOCAL);
    let local = c.inst(Op::Alloca { elem: buffer, count: None, align: 16 }, Type::PTR_PRIVATE);
    let mut pool = vec![Value::Param(1), Value::Param(2), Value::Param(3)];
    let zero = c.ctx.zero(Type::I64);
    for at in [0, 8] {
        let place = offset(&mut c, local, at);
        c.store(zero, place, 1);
    }
    for step in steps {
        if with_memory && step.0 % 3 == 0 {
            memory_step(&mut c, local, pair, step, &mut pool);
        } else {
            let value = value_step(&mut c, step, &pool, !with_memory);
            pool.push(value);
        }
    }
    for (i, &value) in pool.iter().enumerate().take(OUT_SLOTS as usize) {
        let place = c.ctx.i64(i as u64 * 8);
        let place = c.byte_offset(Value::Param(0), place);
        c.store(value, place, 1);
    }
    c.inst(Op::Ret(None), Type::VOID);
    module.functions.push(func);
    module
}

fn offset(c: &mut Cursor<'_>, base: Value, at: u64) -> Value {
    let bytes = c.ctx.i32(at as u32);
    c.byte_offset(base, bytes)
}

/// A load or store of some type somewhere in the local variable.
fn memory_step(c: &mut Cursor<'_>, local: Value, pair: Type, &(_, a, b, k): &Step, pool: &mut Vec<Value>) {
    let types = [Type::I8, Type::I16, Type::I32, Type::I64, Type::FLOAT, Type::DOUBLE, pair];
    let ty = types[usize::from(a) % types.len()];
    let size = c.ctx.types.store_size(ty);
    // Mostly aligned, so that pieces coincide; sometimes across everything.
    let at = if k % 5 == 0 { u64::from(k) % (LOCAL - size + 1) } else { u64::from(k) * size % LOCAL };
    let place = offset(c, local, at);
    let int = c.ctx.types.int(8 * size as u32);
    if b % 2 == 0 {
        let value = c.load(ty, place, 1);
        let value = c.cast(CastOp::BitCast, value, int);
        pool.push(value);
    } else {
        let value = as_type(c, pool[usize::from(b) / 2 % pool.len()], int);
        let value = c.cast(CastOp::BitCast, value, ty);
        c.store(value, place, 1);
    }
}

fn as_type(c: &mut Cursor<'_>, value: Value, ty: Type) -> Value {
    c.resize_unsigned(value, ty)
}

/// An integer instruction on earlier values or a constant.
fn value_step(c: &mut Cursor<'_>, &(kind, a, b, k): &Step, pool: &[Value], with_flags: bool) -> Value {
    let ty = [Type::I8, Type::I32, Type::I64, Type::I32][usize::from(k) % 4];
    let bits = c.ctx.types.value_bits(ty);
    let lhs = as_type(c, pool[usize::from(a) % pool.len()], ty);
    let small = [0, 1, 2, u128::MAX, 8, 0x80][usize::from(k / 4) % 6];
    let constant = c.ctx.int(ty, small);
    let rhs = if b % 2 == 0 { constant } else { as_type(c, pool[usize::from(b) / 2 % pool.len()], ty) };
    match kind % 14 {
        op @ 0..=8 => {
            use BinaryOp as B;
            let op = [B::Add, B::Sub, B::Mul, B::And, B::Or, B::Xor, B::Shl, B::LShr, B::AShr][usize::from(op)];
            let is_shift = matches!(op, B::Shl | B::LShr | B::AShr);
            let rhs = if is_shift { c.ctx.int(ty, u128::from(b) % u128::from(bits)) } else { rhs };
            let promise = if with_flags && k % 7 == 0 { Flags::NUW } else { Flags::empty() };
            let flags = if matches!(op, B::Add | B::Sub | B::Mul | B::Shl) { promise } else { Flags::empty() };
            c.binary_flags(op, flags, lhs, rhs)
        }
        9 | 10 => {
            let pred = IntPredicate::ALL[usize::from(k) % IntPredicate::ALL.len()];
            let cond = c.icmp(pred, lhs, rhs);
            let yes = c.ctx.bool(true);
            let cond = if kind % 2 == 0 { c.xor(cond, yes) } else { cond };
            c.cast(CastOp::ZExt, cond, Type::I8)
        }
        11 => {
            let cond = c.icmp(IntPredicate::Ult, lhs, rhs);
            c.select(cond, rhs, lhs)
        }
        12 => {
            let narrow = c.cast(CastOp::Trunc, lhs, Type::I1);
            c.cast(if k % 2 == 0 { CastOp::SExt } else { CastOp::ZExt }, narrow, Type::I32)
        }
        _ => {
            let narrow = as_type(c, lhs, Type::I8);
            c.cast(CastOp::SExt, narrow, Type::I64)
        }
    }
}

fn run(module: &Module, seed: u64) -> Vec<Event> {
    let mut machine = Machine::new(module).expect("no globals");
    machine.trace = Some(Vec::new());
    let out = machine.device.allocate(OUT_SLOTS * 8 + 8);
    let args = [out, seed & 0xffff_ffff, seed.wrapping_mul(0x9e37_79b9_7f4a_7c15), seed >> 3 & 0xff];
    machine.call(FuncId(0), args.map(|a| Datum::bits(a.into())).to_vec()).expect("the program has no faults");
    machine.trace.unwrap_or_default()
}

/// Poison may become anything; everything else stays.
fn refines(before: &Datum, after: &Datum) -> bool {
    match (before, after) {
        (Datum::Lane(None), _) => true,
        (Datum::Many(b), Datum::Many(a)) => b.iter().zip(a).all(|(b, a)| refines(b, a)),
        _ => before == after,
    }
}

fn optimise(module: &mut Module) {
    for _ in 0..2 {
        sroa::run(module).unwrap();
        mem2reg::run(module).unwrap();
        [CONST_FOLD, SIMPLIFY_CFG, CSE, DCE].iter().for_each(|(_, pass)| pass.run(module, None).unwrap());
        verify_module(module).unwrap_or_else(|e| panic!("{e}\n{}", print_module(module)));
    }
}

fn check(steps: &[Step], with_memory: bool) {
    let before = build(steps, with_memory);
    let mut after = before.clone();
    optimise(&mut after);
    for seed in [0, 1, 0xffff_ffff, 0x1234_5678_9abc] {
        let (want, got) = (run(&before, seed), run(&after, seed));
        let same = want.len() == got.len()
            && want.iter().zip(&got).all(|(w, g)| w.place == g.place && refines(&w.value, &g.value));
        assert!(same, "seed {seed}\n{}\n{}", print_module(&before), print_module(&after));
    }
    if with_memory {
        let left = after.functions[FuncId(0)]
            .linked_insts()
            .any(|(_, i)| matches!(after.functions[FuncId(0)].op(i), Op::Alloca { .. } | Op::Load { .. }));
        assert!(!left, "memory is left\n{}", print_module(&after));
    }
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec((any::<u8>(), any::<u8>(), any::<u8>(), any::<u16>()), 1..40)
}

fn property(with_memory: bool) {
    let mut runner = TestRunner::new(Config { cases: 400, failure_persistence: None, ..Config::default() });
    runner
        .run(&steps(), |steps| {
            check(&steps, with_memory);
            Ok(())
        })
        .unwrap();
}

#[test]
fn random_arithmetic_keeps_its_results() {
    property(false);
}

#[test]
fn random_accesses_to_a_local_variable_become_values() {
    property(true);
}

/// The printed form after `optimise`.
fn optimised(text: &str) -> String {
    let mut module = parse_module(text).unwrap();
    optimise(&mut module);
    print_module(&module)
}

#[test]
fn a_constant_branch_leaves_one_block_and_its_dead_arm_goes() {
    let text = "define void @f(ptr addrspace(1) %p) {
  %c = icmp ult i32 3, 4
  br i1 %c, label %yes, label %no
yes:
  br label %end
no:
  br label %end
end:
  %v = phi i32 [ 1, %yes ], [ 2, %no ]
  store i32 %v, ptr addrspace(1) %p, align 4
  ret void
}
";
    let after = optimised(text);
    assert!(after.contains("store i32 1") && !after.contains("br "), "{after}");
}

#[test]
fn a_comparison_with_a_nan_is_its_predicates() {
    for (pred, holds) in [("une", true), ("olt", false), ("uno", true), ("ord", false)] {
        let text = format!(
            "define void @f(ptr addrspace(1) %p, float %x) {{
  %c = fcmp {pred} float %x, 0x7FF8000000000000
  %v = select i1 %c, i32 1, i32 0
  store i32 %v, ptr addrspace(1) %p, align 4
  ret void
}}
"
        );
        let after = optimised(&text);
        assert!(after.contains(&format!("store i32 {}", u32::from(holds))), "{after}");
    }
}

#[test]
fn an_absolute_value_is_above_a_negative_number_unless_it_is_a_nan() {
    for (pred, expected) in [("ogt", "fcmp ord"), ("ult", "fcmp uno"), ("ole", "store i32 0"), ("une", "store i32 1")] {
        let text = format!(
            "define void @f(ptr addrspace(1) %p, float %x) {{
  %a = call float @llvm.fabs.f32(float %x)
  %c = fcmp {pred} float %a, -1.000000e+00
  %v = select i1 %c, i32 1, i32 0
  store i32 %v, ptr addrspace(1) %p, align 4
  ret void
}}
"
        );
        let after = optimised(&text);
        assert!(after.contains(expected) && !after.contains("fabs"), "{after}");
    }
}

#[test]
fn address_arithmetic_is_computed_once_and_constant_steps_join() {
    let text = "define void @f(ptr addrspace(1) %p, i64 %i) {
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %i
  %a1 = getelementptr inbounds i32, ptr addrspace(1) %a, i64 1
  %a2 = getelementptr inbounds i32, ptr addrspace(1) %a1, i64 2
  %b = getelementptr inbounds float, ptr addrspace(1) %p, i64 %i
  store i32 1, ptr addrspace(1) %a2, align 4
  store i32 2, ptr addrspace(1) %b, align 4
  ret void
}
";
    let after = optimised(text);
    assert_eq!(after.matches("getelementptr").count(), 2, "{after}");
    assert!(after.contains("i64 12"), "{after}");
}

#[test]
fn a_variable_that_is_only_written_goes_with_its_stores() {
    let text = "define void @f(i32 %i) {
  %x = alloca [4 x i32], align 4, addrspace(5)
  %e = getelementptr [4 x i32], ptr addrspace(5) %x, i32 0, i32 %i
  store i32 1, ptr addrspace(5) %e, align 4
  ret void
}
";
    let after = optimised(text);
    assert!(!after.contains("alloca") && !after.contains("store"), "{after}");
}
