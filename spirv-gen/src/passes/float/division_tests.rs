//! Division and square root are right although the device's own are not: each lowered kernel runs in the interpreter with
//! every `fdiv` and `sqrt` of it moved by up to two units in the last place, and with divisions that flush denormals.

use crate::interp::Flush;
use crate::ir::parse::parse_module;
use crate::ir::print::print_module;
use crate::passes::lowering_tests::bodies::{awkward_floats, per_thread};
use crate::passes::lowering_tests::case::Case;
use crate::target::Target;

const THREADS: usize = 256;

/// `text` with the results of divisions and roots (but zeros, infinities and NaNs) moved by `units`.
pub(crate) fn sloppy(text: &str, units: i32) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let Some((name, op)) = line.split_once(" = ").filter(|(_, op)| op.starts_with("fdiv ") || op.contains("sqrt"))
        else {
            out += &format!("{line}\n");
            continue;
        };
        let double = op.contains("double");
        let (ty, int) = if double { ("double", "i64") } else { ("float", "i32") };
        let infinity: u64 = if double { 0x7ff0_0000_0000_0000 } else { 0x7f80_0000 };
        let magnitude = if double { (1 << 63) - 1 } else { (1u64 << 31) - 1 };
        out += &format!("{name}.raw = {op}\n");
        out += &format!("{name}.bits = bitcast {ty} {name}.raw to {int}\n");
        out += &format!("{name}.size = and {int} {name}.bits, {magnitude}\n");
        out += &format!("{name}.less = sub {int} {name}.size, 1\n");
        out += &format!("{name}.fit = icmp ult {int} {name}.less, {}\n", infinity - 1);
        out += &format!("{name}.off = add {int} {name}.bits, {units}\n");
        out += &format!("{name}.pick = select i1 {name}.fit, {int} {name}.off, {int} {name}.bits\n");
        out += &format!("{name} = bitcast {int} {name}.pick to {ty}\n");
    }
    out
}

/// `text` with divisions as NVIDIA's driver makes them: the product with a reciprocal, denormals flushed on the way.
fn flushing(text: &str) -> String {
    let mut out = String::new();
    let flush = |out: &mut String, name: &str, value: &str| {
        *out += &format!("{name}.size = call float @llvm.fabs.f32(float {value})\n");
        *out += &format!("{name}.tiny = fcmp olt float {name}.size, 0x3810000000000000\n");
        *out += &format!("{name}.zero = call float @llvm.copysign.f32(float 0.0, float {value})\n");
        *out += &format!("{name} = select i1 {name}.tiny, float {name}.zero, float {value}\n");
    };
    for line in text.lines() {
        let Some((name, operands)) = line.split_once(" = fdiv float ") else {
            out += &format!("{line}\n");
            continue;
        };
        let (a, b) = operands.split_once(", ").expect("two operands");
        let name = name.trim();
        flush(&mut out, &format!("{name}.a"), a);
        flush(&mut out, &format!("{name}.b"), b);
        out += &format!("{name}.raw = fdiv float 1.0, {name}.b\n");
        flush(&mut out, &format!("{name}.rcp"), &format!("{name}.raw"));
        out += &format!("{name} = fmul float {name}.a, {name}.rcp\n");
    }
    out
}

fn check(ty: &str, body: &str, size: usize, fraction: u32) {
    let target = Target { exact_division: false, exact_double_division: false, ..Target::baseline() };
    check_on(&target, ty, body, size, fraction);
}

fn check_on(target: &Target, ty: &str, body: &str, size: usize, fraction: u32) {
    for seed in 1..9 {
        let body = format!("{body}\nstore {ty} %r, ptr addrspace(1) %out");
        let mut case = Case::new(&per_thread(ty, &body));
        case.block = [THREADS as u32, 1, 1];
        case.target = target.clone();
        let values = awkward_floats(size as u32 * 8, fraction, seed, THREADS * 3);
        case.input = vec![0; THREADS * 128];
        for (at, value) in values.chunks_exact(size).enumerate() {
            let place = at / 3 * 128 + at % 3 * 32;
            case.input[place..place + size].copy_from_slice(value);
        }
        let exact = case.check();
        let module = case.lowered().expect("it lowers");
        let lowered = print_module(&module);
        let mut variants: Vec<_> =
            [-2, -1, 1, 2].map(|units| (format!("{units} units off"), sloppy(&lowered, units))).into();
        if body.contains("fdiv float") {
            variants.push(("by a flushed reciprocal".to_owned(), flushing(&lowered)));
        }
        let mut found = Vec::new();
        for (how, text) in variants {
            assert_ne!(text, lowered, "nothing in it is sloppy");
            let module = parse_module(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
            found.push((how, case.run(&module)));
        }
        if ty == "float" && !target.fp32_controls.denorm_preserve {
            case.flush = Flush { float: true, ..Flush::default() };
            found.push(("where all that computes with denormals flushes them".to_owned(), case.run(&module)));
        }
        for (how, found) in found {
            for thread in 0..THREADS {
                let at = |place: usize| thread * 128 + place..thread * 128 + place + size;
                assert_eq!(
                    found[at(96)],
                    exact[at(96)],
                    "{body}\n{how}, of {:x?} and {:x?}",
                    &found[at(0)],
                    &found[at(32)]
                );
            }
        }
    }
}

#[test]
fn quotients_are_rounded_once_from_a_division_that_is_two_units_off() {
    check("float", "%r = fdiv float %a, %b", 4, 23);
    check("double", "%r = fdiv double %a, %b", 8, 52);
}

#[test]
fn roots_are_rounded_once_from_a_root_that_is_two_units_off() {
    check("float", "%r = call float @llvm.sqrt.f32(float %a)", 4, 23);
    check("double", "%r = call double @llvm.sqrt.f64(double %a)", 8, 52);
}

/// As one piece (`reciprocal_root`), and where the root or the quotient has other uses.
#[test]
fn reciprocals_of_roots_are_rounded_twice_as_written() {
    let root = "%s = call float @llvm.sqrt.f32(float %a)";
    check("float", &format!("{root}\n%r = fdiv float 1.0, %s"), 4, 23);
    check("float", &format!("{root}\n%r = fdiv float -8.0, %s"), 4, 23);
    check("float", &format!("{root}\n%q = fdiv float 1.0, %s\n%r = fmul float %q, %s"), 4, 23);
    check("float", &format!("{root}\n%r = fdiv float 3.0, %s"), 4, 23);
}

#[test]
fn doubles_where_denormals_are_kept_are_scaled_instead_of_taken_apart() {
    check_on(&Target::radv(), "double", "%r = fdiv double %a, %b", 8, 52);
    check_on(&Target::radv(), "double", "%r = call double @llvm.sqrt.f64(double %a)", 8, 52);
}

#[test]
fn halves_divide_and_have_roots_through_float() {
    check("half", "%r = fdiv half %a, %b", 2, 10);
    check("half", "%r = call half @llvm.sqrt.f16(half %a)", 2, 10);
}
