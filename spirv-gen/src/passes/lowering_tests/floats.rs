//! Float operations, bit for bit: what Vulkan computes badly or lacks is made of what it computes well.

use super::bodies::{awkward_floats, check_body, check_floats, inputs, per_thread};
use super::case::Case;
use crate::ir::parse::parse_module;
use crate::ir::print::print_module;
use crate::target::Target;

#[test]
fn fused_multiply_add_rounds_once_on_a_device_that_does_not() {
    for ty in ["half", "float", "double"] {
        let body = format!("%r = call {ty} @llvm.fma({ty} %a, {ty} %b, {ty} %c)\nstore {ty} %r, ptr addrspace(1) %out");
        check_floats(ty, &body, Target::lavapipe());
    }
}

#[test]
fn products_that_a_sum_nearly_cancels_are_fused_exactly() {
    // c is -a*b as rounded, so the result is the product's rounding error.
    for ty in ["float", "double"] {
        let body = format!(
            "%p = fmul {ty} %a, %b\n%n = fneg {ty} %p\n%r = call {ty} @llvm.fma({ty} %a, {ty} %b, {ty} %n)
             store {ty} %r, ptr addrspace(1) %out"
        );
        check_floats(ty, &body, Target::lavapipe());
    }
}

#[test]
fn float_remainders_and_scalings_are_exact() {
    for ty in ["half", "float", "double"] {
        check_floats(ty, &format!("%r = frem {ty} %a, %b\nstore {ty} %r, ptr addrspace(1) %out"), Target::baseline());
        let scaled = format!(
            "%q = getelementptr i8, ptr addrspace(1) %pa, i64 48\n%n = load i32, ptr addrspace(1) %q
             %r = call {ty} @llvm.ldexp({ty} %a, i32 %n)\nstore {ty} %r, ptr addrspace(1) %out"
        );
        check_floats(ty, &scaled, Target::baseline());
    }
}

#[test]
fn float_functions_that_vulkan_lacks_compute_as_llvm_says() {
    for ty in ["half", "float", "double"] {
        for name in ["copysign", "minimum", "maximum", "minnum", "maxnum"] {
            let body = format!("%r = call {ty} @llvm.{name}({ty} %a, {ty} %b)\nstore {ty} %r, ptr addrspace(1) %out");
            check_floats(ty, &body, Target::baseline());
        }
        for name in ["rint", "nearbyint", "round", "roundeven", "canonicalize", "sqrt", "trunc"] {
            let body = format!("%r = call {ty} @llvm.{name}({ty} %a)\nstore {ty} %r, ptr addrspace(1) %out");
            check_floats(ty, &body, Target::baseline());
        }
    }
}

#[test]
fn corrected_division_keeps_an_exact_quotient() {
    for body in ["%r = fdiv float %a, %b", "%r = call float @llvm.sqrt.f32(float %a)"] {
        check_floats("float", &format!("{body}\nstore float %r, ptr addrspace(1) %out"), Target::baseline());
    }
}

#[test]
fn small_floats_compute_through_float_and_round_once() {
    let no_half = Target { float16: false, ..Target::baseline() };
    for ty in ["bfloat", "half"] {
        let check =
            |body: &str| check_floats(ty, &format!("{body}\nstore {ty} %r, ptr addrspace(1) %out"), no_half.clone());
        for op in ["fadd", "fsub", "fmul", "fdiv"] {
            check(&format!("%r = {op} {ty} %a, %b"));
        }
        check(&format!("%r = call {ty} @llvm.fma({ty} %a, {ty} %b, {ty} %c)"));
        check(&format!(
            "%n = fneg {ty} %a\n%m = call {ty} @llvm.fabs({ty} %b)\n%o = fcmp olt {ty} %n, %m\n%r = select i1 %o, {ty} %m, {ty} %n"
        ));
        check(&format!(
            "%d = fpext {ty} %a to double\n%e = fmul double %d, 0x3FF0000000000001\n%r = fptrunc double %e to {ty}"
        ));
        check(&format!(
            "%q = getelementptr i8, ptr addrspace(1) %pa, i64 48\n%n = load i32, ptr addrspace(1) %q\n%r = sitofp i32 %n to {ty}"
        ));
        check(&format!("%f = fpext {ty} %a to float\n%r = fptrunc float %f to {ty}"));
        check(&format!("%s = call {ty} @llvm.floor({ty} %a)\n%r = call {ty} @llvm.sqrt({ty} %s)"));
    }
    let vectors = "%r = fadd <4 x half> %a, %b\nstore <4 x half> %r, ptr addrspace(1) %out";
    let mut case = Case::new(&per_thread("<4 x half>", vectors));
    case.block = [16, 1, 1];
    case.target = no_half;
    case.input = inputs().iter().enumerate().map(|(i, b)| if i % 2 == 1 { b & 0x3f } else { *b }).collect();
    case.check();
}

#[test]
fn doubles_become_halves_in_one_rounding() {
    let body = "%r = fptrunc double %a to half\nstore half %r, ptr addrspace(1) %out";
    check_floats("double", body, Target::lavapipe());
    let near = "%h = fptrunc double %a to half\n%wd = fpext half %h to double\n%e = fmul double %wd, 0x3FF0010000000001
                %r = fptrunc double %e to half\nstore half %r, ptr addrspace(1) %out";
    check_floats("double", near, Target::lavapipe());
}

#[test]
fn floats_become_halves_without_the_drivers_conversion_on_a_cpu() {
    let body = "%wide = fpext half %b to float\n%scaled = fmul float %wide, 0x3FF0010000000000\n%near = fptrunc float %scaled to half
                %r = fadd half %near, %a\nstore half %r, ptr addrspace(1) %out";
    check_floats("half", body, Target::lavapipe());
    check_floats("float", "%r = fptrunc float %a to half\nstore half %r, ptr addrspace(1) %out", Target::lavapipe());
    let conversions = |target: Target| {
        let mut case = Case::new(&per_thread("half", body));
        case.target = target;
        print_module(&case.lowered().expect("it lowers")).matches("fptrunc").count()
    };
    assert_eq!((conversions(Target::lavapipe()), conversions(Target::radv())), (0, 1));
}

#[test]
fn floats_that_an_integer_cannot_hold_saturate_where_conversions_are_made_of_integer_operations() {
    for (ty, suffix) in [("half", "f16"), ("float", "f32")] {
        for op in ["fptosi", "fptoui"] {
            let converted = |conversion: &str| {
                let text = per_thread(ty, &format!("{conversion}\nstore i64 %r, ptr addrspace(1) %out"));
                let mut case = Case::new(&text);
                case.block = [256, 1, 1];
                case.target = Target::lavapipe();
                let (bits, fraction) = if ty == "half" { (16, 10) } else { (32, 23) };
                case.input = vec![0; 256 * 128];
                for (at, value) in awkward_floats(bits, fraction, 5, 256).chunks_exact(bits as usize / 8).enumerate() {
                    case.input[at * 128..at * 128 + value.len()].copy_from_slice(value);
                }
                case
            };
            let plain = converted(&format!("%r = {op} {ty} %a to i64"));
            let found = plain.run(&plain.lowered().expect("it lowers"));
            let saturating = converted(&format!("%r = call i64 @llvm.{op}.sat.i64.{suffix}({ty} %a)"));
            let expected = saturating.run(&parse_module(&saturating.text).expect("it parses"));
            assert_eq!(found, expected, "{op} of {ty}");
        }
    }
}

#[test]
fn long_integers_become_small_floats_by_one_rounding() {
    for (op, ty) in [
        ("sitofp", "i64"),
        ("uitofp", "i64"),
        ("sitofp", "i128"),
        ("uitofp", "i128"),
        ("uitofp", "i61"),
        ("uitofp", "i33"),
    ] {
        let body = format!(
            "%up = shl {ty} %a, 20\n%top = and {ty} %up, 288230376151711744\n%low = and {ty} %b, 3\n%tie = or {ty} 1152921504606846976, 4503599627370496
             %near = or {ty} %tie, %low\n%n = xor {ty} %near, %top
             %r = {op} {ty} %n to bfloat\nstore bfloat %r, ptr addrspace(1) %out"
        );
        check_body(
            ty,
            &body
                .replace("i33 1152921504606846976, 4503599627370496", "i33 4294967296, 16777216")
                .replace("i33 %up, 288230376151711744", "i33 %up, 1073741824"),
        );
    }
}
