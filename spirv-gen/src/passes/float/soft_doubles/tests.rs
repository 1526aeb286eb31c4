//! Doubles made of integers compute what doubles do, bit for bit, in the interpreter: numbers near each other, near the ends of the range, special.

use crate::ir::print::print_module;
use crate::passes::lowering_tests::bodies::{check_floats, per_thread};
use crate::passes::lowering_tests::case::Case;
use crate::target::Target;

fn without_doubles() -> Target {
    Target::baseline().with_soft_doubles()
}

fn check(body: &str) {
    check_floats("double", &format!("{body}\nstore double %r, ptr addrspace(1) %out"), without_doubles());
}

#[test]
fn sums_products_and_quotients_are_rounded_once() {
    for op in ["fadd", "fsub", "fmul", "fdiv"] {
        check(&format!("%r = {op} double %a, %b"));
    }
    check("%r = call double @llvm.sqrt.f64(double %a)");
    check("%s = call double @llvm.fabs.f64(double %a)\n%r = call double @llvm.sqrt.f64(double %s)");
}

#[test]
fn products_and_sums_are_rounded_together() {
    check("%r = call double @llvm.fma.f64(double %a, double %b, double %c)");
    // c is -a*b as rounded, so the result is the product's rounding error.
    check(
        "%p = fmul double %a, %b\n%n = fneg double %p\n%r = call double @llvm.fma.f64(double %a, double %b, double %n)",
    );
    check(
        "%p = fmul double %a, %b\n%n = fneg double %p\n%m = fmul double %n, 0x3FF0000000000001\n%r = call double @llvm.fma.f64(double %a, double %b, double %m)",
    );
}

#[test]
fn whole_numbers_signs_and_extremes_are_doubles_own() {
    for name in ["floor", "ceil", "trunc", "rint", "roundeven", "round", "fabs", "canonicalize"] {
        check(&format!("%r = call double @llvm.{name}.f64(double %a)"));
        check(&format!("%s = fmul double %a, 0x3FE0000000000000\n%r = call double @llvm.{name}.f64(double %s)"));
    }
    for name in ["copysign", "minimum", "maximum", "minnum", "maxnum"] {
        check(&format!("%r = call double @llvm.{name}.f64(double %a, double %b)"));
    }
    check("%r = fneg double %a");
    check("%r = frem double %a, %b");
    check(
        "%q = getelementptr i8, ptr addrspace(1) %pa, i64 48\n%n = load i32, ptr addrspace(1) %q
         %r = call double @llvm.ldexp.f64(double %a, i32 %n)",
    );
}

#[test]
fn every_comparison_holds_where_it_does_for_doubles() {
    for pred in ["oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno"] {
        check(&format!("%o = fcmp {pred} double %a, %b\n%r = select i1 %o, double %a, double %c"));
        check(&format!("%o = fcmp {pred} double %a, %a\n%r = select i1 %o, double %a, double %c"));
    }
}

#[test]
fn conversions_are_rounded_once_and_towards_zero() {
    check("%f = fptrunc double %a to float\n%r = fpext float %f to double");
    check("%h = fptrunc double %a to half\n%r = fpext half %h to double");
    check(
        "%i = bitcast double %a to i64\n%l = lshr i64 %i, 32\n%cut = trunc i64 %l to i32\n%f = bitcast i32 %cut to float\n%r = fpext float %f to double",
    );
    for (op, bits) in [("sitofp", 64), ("uitofp", 64), ("sitofp", 32), ("uitofp", 32), ("sitofp", 16), ("uitofp", 8)] {
        let cut =
            if bits == 64 { "%cut = add i64 %i, 0".to_owned() } else { format!("%cut = trunc i64 %i to i{bits}") };
        check(&format!("%i = bitcast double %a to i64\n{cut}\n%r = {op} i{bits} %cut to double"));
        check(&format!("%j = bitcast double %a to i64\n%i = ashr i64 %j, 40\n{cut}\n%r = {op} i{bits} %cut to double"));
    }
    // Of more than 64 bits: by their halves (`integer/wide_ints`).
    for op in ["sitofp", "uitofp"] {
        check(&format!(
            "%i = bitcast double %a to i64\n%j = bitcast double %b to i64\n%long = zext i64 %i to i128\n%other = sext i64 %j to i128
             %both = mul i128 %long, %other\n%r = {op} i128 %both to double"
        ));
    }
    // Numbers that the integer holds.
    let held = "%s = call double @llvm.fabs.f64(double %a)\n%o = fcmp olt double %s, 0x41D0000000000000\n%v = select i1 %o, double %a, double 0x40C3880CCCCCCCCD";
    for (op, value) in [("fptosi", "%v"), ("fptoui", "%size")] {
        for bits in [64, 32] {
            check(&format!(
                "{held}\n%size = call double @llvm.fabs.f64(double %v)\n%i = {op} double {value} to i{bits}\n%r = sitofp i{bits} %i to double"
            ));
        }
    }
}

#[test]
fn doubles_pass_through_memory_loops_and_shared_arrays() {
    let body = "br label %begin
begin:
  br label %loop
loop:
  %x = phi double [ %a, %begin ], [ %next, %loop ]
  %sum = phi double [ 0x0, %begin ], [ %more, %loop ]
  %n = phi i32 [ 0, %begin ], [ %m, %loop ]
  %next = fmul double %x, 0x3FE0000000000000
  %more = fadd double %sum, %x
  %m = add i32 %n, 1
  %done = icmp eq i32 %m, 5
  br i1 %done, label %end, label %loop
end:
  store double %more, ptr addrspace(1) %out";
    let text = per_thread("double", body);
    let mut case = Case::new(&text);
    case.target = without_doubles();
    case.input = (0..1024u32).map(|at| (at * 37 % 251) as u8).collect();
    case.check();
    let lowered = print_module(&case.lowered().expect("it lowers"));
    assert!(!lowered.contains("double"), "{lowered}");
}
