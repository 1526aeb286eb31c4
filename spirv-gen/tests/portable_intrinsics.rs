//! Each expansion of an intrinsic against the interpreter's own meaning of that intrinsic: same arguments, same result.

use spirv_gen::interp::Machine;
use spirv_gen::ir::fold::Datum;
use spirv_gen::ir::module::Module;
use spirv_gen::ir::parse::parse_module;
use spirv_gen::passes::intrinsics;
use spirv_gen::passes::vector::aggregates;

fn results(module: &Module, inputs: &[Vec<u128>]) -> Vec<Option<u128>> {
    let func = module.function_named("f").expect("the function");
    let mut machine = Machine::new(module).expect("a machine");
    inputs
        .iter()
        .map(|args| {
            let args = args.iter().map(|&a| Datum::bits(a)).collect();
            machine.call(func, args).expect("no fault").expect("a result").lane()
        })
        .collect()
}

/// Parses `text`, runs `@f` on `inputs` as it is and expanded, and compares wherever the original is defined.
fn same_before_and_after(text: &str, inputs: &[Vec<u128>]) {
    let before = parse_module(text).expect("the test's own text");
    let mut after = before.clone();
    intrinsics::run(&mut after).expect("a known intrinsic");
    aggregates::run(&mut after).expect("pairs come apart");
    for func in after.functions.values() {
        for (_, inst) in func.linked_insts() {
            if let spirv_gen::ir::instruction::Op::Intrinsic { id, .. } = func.op(inst) {
                assert!(intrinsics::stays(*id), "{} is left in\n{text}", id.name());
            }
        }
    }
    let (old, new) = (results(&before, inputs), results(&after, inputs));
    for ((input, old), new) in inputs.iter().zip(old).zip(new) {
        let both_nan = is_float_nan(text, old) && is_float_nan(text, new);
        assert!(old.is_none() || old == new || both_nan, "{input:x?}: {old:x?} became {new:x?} in\n{text}");
    }
}

/// Whether `@f` returns a float and these are a NaN's bits: which NaN is nobody's promise.
fn is_float_nan(text: &str, bits: Option<u128>) -> bool {
    let Some(bits) = bits else { return false };
    (text.contains("define float @f") && f32::from_bits(bits as u32).is_nan())
        || (text.contains("define double @f") && f64::from_bits(bits as u64).is_nan())
}

/// Numbers with every kind of edge, and some in between, cut to `bits`.
fn interesting(bits: u32) -> Vec<u128> {
    let mask = if bits == 128 { u128::MAX } else { (1 << bits) - 1 };
    let half = 1u128 << (bits - 1);
    let mixed = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834u128;
    let mut all =
        vec![0, 1, 2, 3, half - 1, half, half + 1, mask, mask - 1, mixed, mixed >> 3, mixed >> 40, 0x80, 0xff, 0x100];
    all.iter_mut().for_each(|v| *v &= mask);
    all
}

fn pairs(values: &[u128]) -> Vec<Vec<u128>> {
    values.iter().flat_map(|&a| values.iter().map(move |&b| vec![a, b])).collect()
}

#[test]
fn integer_intrinsics_of_two_operands_keep_their_meaning_at_every_width() {
    for bits in [8, 16, 32, 64, 128] {
        for name in ["uadd.sat", "sadd.sat", "usub.sat", "ssub.sat", "ushl.sat", "sshl.sat", "ucmp", "scmp"] {
            let text = format!(
                "declare i{bits} @llvm.{name}.i{bits}(i{bits}, i{bits})\n\
                 define i{bits} @f(i{bits} %a, i{bits} %b) {{\n\
                   %r = call i{bits} @llvm.{name}.i{bits}(i{bits} %a, i{bits} %b)\n  ret i{bits} %r\n}}\n"
            );
            same_before_and_after(&text, &pairs(&interesting(bits)));
        }
    }
}

#[test]
fn overflow_is_seen_at_every_width() {
    for bits in [8, 16, 32, 64, 128] {
        for name in ["uadd", "sadd", "usub", "ssub", "umul", "smul"] {
            for part in 0..2 {
                let ty = if part == 0 { format!("i{bits}") } else { "i1".into() };
                let text = format!(
                    "declare {{ i{bits}, i1 }} @llvm.{name}.with.overflow.i{bits}(i{bits}, i{bits})\n\
                     define {ty} @f(i{bits} %a, i{bits} %b) {{\n\
                       %p = call {{ i{bits}, i1 }} @llvm.{name}.with.overflow.i{bits}(i{bits} %a, i{bits} %b)\n\
                       %r = extractvalue {{ i{bits}, i1 }} %p, {part}\n  ret {ty} %r\n}}\n"
                );
                same_before_and_after(&text, &pairs(&interesting(bits)));
            }
        }
    }
}

#[test]
fn byte_swaps_absolute_values_and_funnel_shifts_keep_their_meaning() {
    for bits in [16, 32, 64, 128] {
        let text = format!(
            "declare i{bits} @llvm.bswap.i{bits}(i{bits})\n\
             define i{bits} @f(i{bits} %a) {{\n  %r = call i{bits} @llvm.bswap.i{bits}(i{bits} %a)\n  ret i{bits} %r\n}}\n"
        );
        let inputs: Vec<Vec<u128>> = interesting(bits).into_iter().map(|v| vec![v]).collect();
        same_before_and_after(&text, &inputs);
        let text = format!(
            "declare i{bits} @llvm.abs.i{bits}(i{bits}, i1)\n\
             define i{bits} @f(i{bits} %a) {{\n  %r = call i{bits} @llvm.abs.i{bits}(i{bits} %a, i1 false)\n  ret i{bits} %r\n}}\n"
        );
        same_before_and_after(&text, &inputs);
    }
    for bits in [8, 24, 32, 64] {
        for name in ["fshl", "fshr"] {
            for amount in ["%c".to_owned(), "0".to_owned(), "5".to_owned(), bits.to_string(), (bits + 3).to_string()] {
                let text = format!(
                    "declare i{bits} @llvm.{name}.i{bits}(i{bits}, i{bits}, i{bits})\n\
                     define i{bits} @f(i{bits} %a, i{bits} %b, i{bits} %c) {{\n\
                       %r = call i{bits} @llvm.{name}.i{bits}(i{bits} %a, i{bits} %b, i{bits} {amount})\n  ret i{bits} %r\n}}\n"
                );
                let mut inputs = Vec::new();
                for amount in [0, 1, 7, u128::from(bits) - 1, u128::from(bits), u128::from(bits) + 1] {
                    inputs.extend(interesting(bits).windows(2).map(|w| vec![w[0], w[1], amount]));
                }
                same_before_and_after(&text, &inputs);
            }
        }
    }
}

/// Bits of interesting floats of the format.
fn floats(ty: &str) -> Vec<u128> {
    let values = [
        0.0,
        0.25,
        0.5,
        0.499_999_97,
        0.75,
        1.0,
        1.5,
        2.5,
        3.999,
        127.5,
        255.9,
        256.0,
        32767.9,
        65504.0,
        1e-7,
        1e9,
        2147483648.0,
        4e9,
        1e18,
        9.3e18,
        1.9e19,
        1e30,
        1e-310,
        f64::INFINITY,
        f64::NAN,
    ];
    let both = values.into_iter().chain(values.into_iter().map(|v| -v));
    match ty {
        "float" => both
            .map(|v| (v as f32).to_bits().into())
            .chain([1, 0x7f_ffff, 0x80_0000, 0x7f80_0001, 0x8000_0001])
            .collect(),
        _ => both.map(|v| v.to_bits().into()).chain([1, 0x7ff0_0000_0000_0001, 1 << 52]).collect(),
    }
}

#[test]
fn float_classes_are_told_apart_by_every_mask() {
    for (ty, suffix) in [("float", "f32"), ("double", "f64")] {
        let inputs: Vec<Vec<u128>> = floats(ty).into_iter().map(|v| vec![v]).collect();
        for mask in (0..10).map(|bit| 1 << bit).chain([3, 0x90, 0x60, 0x264, 0x1f8, 0x3ff, 0x207, 0x3fc]) {
            let text = format!(
                "declare i1 @llvm.is.fpclass.{suffix}({ty}, i32)\n\
                 define i1 @f({ty} %a) {{\n  %r = call i1 @llvm.is.fpclass.{suffix}({ty} %a, i32 {mask})\n  ret i1 %r\n}}\n"
            );
            same_before_and_after(&text, &inputs);
        }
    }
}

#[test]
fn saturating_conversions_stop_at_the_type_s_limits() {
    for (ty, suffix) in [("float", "f32"), ("double", "f64")] {
        let inputs: Vec<Vec<u128>> = floats(ty).into_iter().map(|v| vec![v]).collect();
        for name in ["fptosi.sat", "fptoui.sat"] {
            for bits in [8, 16, 32, 64] {
                let text = format!(
                    "declare i{bits} @llvm.{name}.i{bits}.{suffix}({ty})\n\
                     define i{bits} @f({ty} %a) {{\n  %r = call i{bits} @llvm.{name}.i{bits}.{suffix}({ty} %a)\n  ret i{bits} %r\n}}\n"
                );
                same_before_and_after(&text, &inputs);
            }
        }
    }
}

#[test]
fn frexp_and_round_keep_their_meaning_for_denormals_and_specials() {
    for (ty, suffix) in [("float", "f32"), ("double", "f64")] {
        let inputs: Vec<Vec<u128>> = floats(ty).into_iter().map(|v| vec![v]).collect();
        for (part, result) in [(0, ty), (1, "i32")] {
            let text = format!(
                "declare {{ {ty}, i32 }} @llvm.frexp.{suffix}.i32({ty})\n\
                 define {result} @f({ty} %a) {{\n  %p = call {{ {ty}, i32 }} @llvm.frexp.{suffix}.i32({ty} %a)\n\
                   %r = extractvalue {{ {ty}, i32 }} %p, {part}\n  ret {result} %r\n}}\n"
            );
            same_before_and_after(&text, &inputs);
        }
        let text = format!(
            "declare {ty} @llvm.round.{suffix}({ty})\n\
             define {ty} @f({ty} %a) {{\n  %r = call {ty} @llvm.round.{suffix}({ty} %a)\n  ret {ty} %r\n}}\n"
        );
        same_before_and_after(&text, &inputs);
    }
}

#[test]
fn vectors_are_expanded_element_by_element() {
    let text = "declare <3 x i16> @llvm.uadd.sat.v3i16(<3 x i16>, <3 x i16>)\n\
                declare i16 @llvm.vector.reduce.add.v3i16(<3 x i16>)\n\
                define i16 @f(i16 %a, i16 %b) {\n\
                  %v0 = insertelement <3 x i16> <i16 1, i16 65535, i16 7>, i16 %a, i32 0\n\
                  %v1 = insertelement <3 x i16> <i16 65000, i16 2, i16 9>, i16 %b, i32 2\n\
                  %s = call <3 x i16> @llvm.uadd.sat.v3i16(<3 x i16> %v0, <3 x i16> %v1)\n\
                  %r = call i16 @llvm.vector.reduce.add.v3i16(<3 x i16> %s)\n  ret i16 %r\n}\n";
    same_before_and_after(text, &pairs(&interesting(16)));
}
