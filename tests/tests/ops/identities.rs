//! What looks like an identity, and is none for some floats: what drivers simplify when they may.
//!
//! For values that are rounded, infinite, NaN, or zeros with a sign. Each operation has the flag that clang gives all of them by default
//! (`contract`); nothing here may be contracted, so no flag gives leave to compute anything else. Called by tests/ops.rs.

use super::{Case, FLOATS, case};

/// Predicates of `fcmp`, but for the two constant ones.
const PREDICATES: &[&str] =
    &["oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno"];

/// All of them, for every float type.
pub fn cases(all: &mut Vec<Case>) {
    for &(ty, suffix, _) in FLOATS {
        let mut add = |name: &str, body: &str| {
            let body = body.replace("FLAGS", "contract").replace("TY", ty).replace("SUFFIX", suffix);
            all.push(case(format!("{name} {ty}"), &[ty, ty, ty], ty, body));
        };
        for (name, first, second) in SUMS {
            add(
                name,
                &format!("%s = {first}\n%r = {second}")
                    .replace("fadd", "fadd FLAGS TY")
                    .replace("fsub", "fsub FLAGS TY"),
            );
        }
        for (name, value) in ONE_OPERATION {
            add(name, &format!("%r = {value}"));
        }
        for (name, body) in SEVERAL {
            add(name, body);
        }
        for (name, body) in clamps() {
            add(&name, &body);
        }
        // What simplifies comparisons seldom looks at their width.
        let few = ["olt", "oge", "une", "uge"];
        for pred in PREDICATES.iter().filter(|pred| ty == "float" || few.contains(pred)) {
            for (name, body) in decided(pred) {
                add(&format!("{name} by {pred}"), &body);
            }
        }
    }
}

/// What clamps from zero to one, in either order, each bound by a minimum or maximum, by a comparison that is false for a NaN and so gives the
/// bound, or by one that leaves the NaN: 0, 1 or a NaN is right.
fn clamps() -> Vec<(String, String)> {
    let bounds = [
        ("upper", "1.0", ["minnum", "olt", "ogt"]),
        ("lower", "0.0", ["maxnum", "ogt", "olt"]),
        ("lower", "-0.0", ["maxnum", "ogt", "olt"]),
    ];
    let step = |result: &str, of: &str, (_, limit, ops): &(&str, &str, [&str; 3]), way: usize| match way {
        0 => format!("{result} = call FLAGS TY @llvm.{}.SUFFIX(TY {of}, TY {limit})", ops[0]),
        1 => {
            format!("{result}t = fcmp {} TY {of}, {limit}\n{result} = select i1 {result}t, TY {of}, TY {limit}", ops[1])
        }
        _ => {
            format!("{result}t = fcmp {} TY {of}, {limit}\n{result} = select i1 {result}t, TY {limit}, TY {of}", ops[2])
        }
    };
    let ways = ["number", "else the bound", "else itself"];
    let mut all = Vec::new();
    for (first, second) in [(0, 1), (1, 0), (0, 2), (2, 0)] {
        // The lesser of zeros may be either for minnum and maxnum, so -0 is for comparisons only.
        let least = if bounds[first].1 == "-0.0" || bounds[second].1 == "-0.0" { 1 } else { 0 };
        for (inner, outer) in (least..3).flat_map(|inner| (least..3).map(move |outer| (inner, outer))) {
            let (a, b) = (&bounds[first], &bounds[second]);
            let name = format!("{} {} {}, then {} {} {}", a.0, a.1, ways[inner], b.0, b.1, ways[outer]);
            all.push((name, format!("{}\n{}", step("%s", "%a", a, inner), step("%r", "%s", b, outer))));
        }
    }
    let nested = "%t = fcmp olt TY %a, 0.0\n%u = fcmp ogt TY %a, 1.0\n%s = select i1 %u, TY 1.0, TY %a\n";
    all.push((
        "between zero and one by nested selects".to_owned(),
        format!("{nested}%r = select i1 %t, TY 0.0, TY %s"),
    ));
    all
}

/// What a comparison decides: selects that look like minima, magnitudes, the compared value itself.
fn decided(pred: &str) -> Vec<(&'static str, String)> {
    let select = |lhs: &str, rhs: &str, yes: &str, no: &str| {
        format!("%t = fcmp {pred} TY {lhs}, {rhs}\n%r = select i1 %t, TY {yes}, TY {no}")
    };
    let behind = |first: &str, rest: String| format!("{first}\n{rest}");
    vec![
        ("the one", select("%a", "%b", "%a", "%b")),
        ("the other", select("%a", "%b", "%b", "%a")),
        ("itself beside zero", select("%a", "0.0", "%a", "%b")),
        ("zero beside", select("%a", "0.0", "0.0", "%a")),
        ("beside zero", select("%a", "0.0", "%a", "0.0")),
        ("magnitude", behind("%n = fneg TY %a", select("%a", "0.0", "%a", "%n"))),
        ("root", behind("%q = call FLAGS TY @llvm.sqrt.SUFFIX(TY %a)", select("%a", "0.0", "0.0", "%q"))),
        ("sum beside its part", behind("%s = fadd FLAGS TY %a, %b", select("%s", "%a", "%s", "%c"))),
        ("difference beside zero", behind("%s = fsub FLAGS TY %a, %b", select("%s", "0.0", "%b", "%c"))),
        ("negative", behind("%m = fneg TY %a\n%n = fneg TY %b", select("%m", "%n", "%b", "%c"))),
        ("opposite", format!("%t = fcmp {pred} TY %a, %b\n%u = xor i1 %t, true\n%r = select i1 %u, TY %a, TY %c")),
    ]
}

/// A sum `%s` and what is made of it.
const SUMS: &[(&str, &str, &str)] = &[
    ("sum less its first part", "fadd %a, %b", "fsub %s, %a"),
    ("sum less its second part", "fadd %a, %b", "fsub %s, %b"),
    ("part less the sum", "fadd %a, %b", "fsub %a, %s"),
    ("difference and what it lacks", "fsub %a, %b", "fadd %s, %b"),
    ("lacking part and the difference", "fsub %b, %a", "fadd %a, %s"),
    ("part less the difference", "fsub %a, %b", "fsub %a, %s"),
    ("sum of three", "fadd %b, %c", "fadd %a, %s"),
    ("sum twice", "fadd %a, %b", "fadd %a, %s"),
    ("sum and nothing", "fadd %a, 0.0", "fadd %s, 0.0"),
    ("nothing less a negation", "fsub -0.0, %a", "fsub -0.0, %s"),
    ("zero less a negation", "fsub 0.0, %a", "fsub 0.0, %s"),
    ("sum of constants", "fadd %a, 1.0", "fadd %s, -1.0"),
    ("constants less", "fsub 1.0, %a", "fsub 1.0, %s"),
    ("difference of itself", "fadd %a, %b", "fsub %s, %s"),
];

const ONE_OPERATION: &[(&str, &str)] = &[
    ("times zero", "fmul FLAGS TY %a, 0.0"),
    ("times negative zero", "fmul FLAGS TY %a, -0.0"),
    ("times one", "fmul FLAGS TY %a, 1.0"),
    ("times minus one", "fmul FLAGS TY %a, -1.0"),
    ("times two", "fmul FLAGS TY %a, 2.0"),
    ("plus zero", "fadd FLAGS TY %a, 0.0"),
    ("plus negative zero", "fadd FLAGS TY %a, -0.0"),
    ("less zero", "fsub FLAGS TY %a, 0.0"),
    ("less negative zero", "fsub FLAGS TY %a, -0.0"),
    ("zero less", "fsub FLAGS TY 0.0, %a"),
    ("negative zero less", "fsub FLAGS TY -0.0, %a"),
    ("less itself", "fsub FLAGS TY %a, %a"),
    ("over itself", "fdiv FLAGS TY %a, %a"),
    ("over one", "fdiv FLAGS TY %a, 1.0"),
    ("zero over", "fdiv FLAGS TY 0.0, %a"),
    ("one over", "fdiv FLAGS TY 1.0, %a"),
    ("twice", "fadd FLAGS TY %a, %a"),
    ("square", "fmul FLAGS TY %a, %a"),
    ("least of itself", "call FLAGS TY @llvm.minnum.SUFFIX(TY %a, TY %a)"),
    ("at least zero", "call FLAGS TY @llvm.maxnum.SUFFIX(TY %a, TY 0.0)"),
    ("at most one", "call FLAGS TY @llvm.minnum.SUFFIX(TY %a, TY 1.0)"),
    ("fma of zero", "call FLAGS TY @llvm.fma.SUFFIX(TY %a, TY 0.0, TY %b)"),
    ("fma of one", "call FLAGS TY @llvm.fma.SUFFIX(TY %a, TY 1.0, TY %b)"),
    ("fma and zero", "call FLAGS TY @llvm.fma.SUFFIX(TY %a, TY %b, TY 0.0)"),
    ("fma and negative zero", "call FLAGS TY @llvm.fma.SUFFIX(TY %a, TY %b, TY -0.0)"),
];

/// Definitions that end with `%r`.
const SEVERAL: &[(&str, &str)] = &[
    ("negation of a negation", "%n = fneg FLAGS TY %a\n%r = fneg FLAGS TY %n"),
    ("negated sum", "%s = fadd FLAGS TY %a, %b\n%r = fneg FLAGS TY %s"),
    ("negated difference", "%s = fsub FLAGS TY %a, %b\n%r = fneg FLAGS TY %s"),
    ("negated product", "%s = fmul FLAGS TY %a, %b\n%r = fneg FLAGS TY %s"),
    ("magnitude of a negation", "%n = fneg FLAGS TY %a\n%r = call FLAGS TY @llvm.fabs.SUFFIX(TY %n)"),
    ("product over its factor", "%s = fmul FLAGS TY %a, %b\n%r = fdiv FLAGS TY %s, %b"),
    ("quotient times its divisor", "%s = fdiv FLAGS TY %a, %b\n%r = fmul FLAGS TY %s, %b"),
    ("over the reciprocal", "%s = fdiv FLAGS TY 1.0, %a\n%r = fdiv FLAGS TY 1.0, %s"),
    ("times the reciprocal", "%s = fdiv FLAGS TY 1.0, %a\n%r = fmul FLAGS TY %b, %s"),
    ("product of three", "%s = fmul FLAGS TY %b, %c\n%r = fmul FLAGS TY %a, %s"),
    ("product with constants", "%s = fmul FLAGS TY %a, 3.0\n%r = fmul FLAGS TY %s, 0.5"),
    ("common factor", "%s = fmul TY %a, %b\n%t = fmul TY %a, %c\n%r = fadd TY %s, %t"),
    ("common divisor", "%s = fdiv FLAGS TY %a, %c\n%t = fdiv FLAGS TY %b, %c\n%r = fadd FLAGS TY %s, %t"),
    ("root of a square", "%s = fmul FLAGS TY %a, %a\n%r = call FLAGS TY @llvm.sqrt.SUFFIX(TY %s)"),
    ("square of a root", "%s = call FLAGS TY @llvm.sqrt.SUFFIX(TY %a)\n%r = fmul FLAGS TY %s, %s"),
    ("reciprocal root", "%s = call FLAGS TY @llvm.sqrt.SUFFIX(TY %a)\n%r = fdiv FLAGS TY 1.0, %s"),
    ("fraction", "%s = call FLAGS TY @llvm.floor.SUFFIX(TY %a)\n%r = fsub FLAGS TY %a, %s"),
    ("fraction upwards", "%s = call FLAGS TY @llvm.ceil.SUFFIX(TY %a)\n%r = fsub FLAGS TY %a, %s"),
    ("whole part", "%s = call FLAGS TY @llvm.trunc.SUFFIX(TY %a)\n%r = fsub FLAGS TY %a, %s"),
    (
        "between zero and one",
        "%s = call FLAGS TY @llvm.maxnum.SUFFIX(TY %a, TY 0.0)\n%r = call FLAGS TY @llvm.minnum.SUFFIX(TY %s, TY 1.0)",
    ),
    (
        "from one to zero",
        "%s = call FLAGS TY @llvm.minnum.SUFFIX(TY %a, TY 1.0)\n%r = call FLAGS TY @llvm.maxnum.SUFFIX(TY %s, TY 0.0)",
    ),
    (
        "from two to minus one",
        "%s = call FLAGS TY @llvm.minnum.SUFFIX(TY %a, TY 2.0)\n%r = call FLAGS TY @llvm.maxnum.SUFFIX(TY %s, TY -1.0)",
    ),
    (
        "from one to zero of a sum",
        "%b2 = fadd FLAGS TY %a, %b\n%s = call FLAGS TY @llvm.minnum.SUFFIX(TY 1.0, TY %b2)\n%r = call FLAGS TY @llvm.maxnum.SUFFIX(TY 0.0, TY %s)",
    ),
    (
        "least of three",
        "%s = call FLAGS TY @llvm.minnum.SUFFIX(TY %a, TY %b)\n%r = call FLAGS TY @llvm.minnum.SUFFIX(TY %s, TY %c)",
    ),
    (
        "middle of three",
        "%s = call FLAGS TY @llvm.minnum.SUFFIX(TY %a, TY %b)\n%t = call FLAGS TY @llvm.maxnum.SUFFIX(TY %a, TY %b)\n%u = call FLAGS TY @llvm.minnum.SUFFIX(TY %t, TY %c)\n%r = call FLAGS TY @llvm.maxnum.SUFFIX(TY %s, TY %u)",
    ),
    (
        "greatest of negations",
        "%m = fneg TY %a\n%n = fneg TY %b\n%s = call FLAGS TY @llvm.maxnum.SUFFIX(TY %m, TY %n)\n%r = fneg TY %s",
    ),
    ("a truth times", "%t = fcmp olt TY %b, %c\n%s = uitofp i1 %t to TY\n%r = fmul FLAGS TY %s, %a"),
    ("a truth less", "%t = fcmp olt TY %b, %c\n%s = uitofp i1 %t to TY\n%r = fsub FLAGS TY %s, %a"),
    (
        "a truth's opposite times",
        "%t = fcmp olt TY %b, %c\n%s = uitofp i1 %t to TY\n%u = fsub FLAGS TY 1.0, %s\n%r = fmul FLAGS TY %u, %a",
    ),
    ("mixed", "%t = fsub FLAGS TY %b, %a\n%s = fmul TY %c, %t\n%r = fadd TY %a, %s"),
    (
        "mixed the other way",
        "%t = fsub FLAGS TY 1.0, %c\n%s = fmul TY %a, %t\n%u = fmul TY %b, %c\n%r = fadd TY %s, %u",
    ),
    ("is itself", "%t = fcmp oeq TY %a, %a\n%r = select i1 %t, TY %b, TY %c"),
    ("is not itself", "%t = fcmp une TY %a, %a\n%r = select i1 %t, TY %b, TY %c"),
    (
        "is whole",
        "%s = call FLAGS TY @llvm.floor.SUFFIX(TY %a)\n%t = fcmp oeq TY %a, %s\n%r = select i1 %t, TY %b, TY %c",
    ),
    ("square is not negative", "%s = fmul FLAGS TY %a, %a\n%t = fcmp oge TY %s, 0.0\n%r = select i1 %t, TY %b, TY %c"),
    (
        "magnitude is negative",
        "%s = call FLAGS TY @llvm.fabs.SUFFIX(TY %a)\n%t = fcmp olt TY %s, 0.0\n%r = select i1 %t, TY %b, TY %c",
    ),
    (
        "magnitude is not below zero",
        "%s = call FLAGS TY @llvm.fabs.SUFFIX(TY %a)\n%t = fcmp ult TY %s, 0.0\n%r = select i1 %t, TY %b, TY %c",
    ),
    ("below its negation", "%n = fneg TY %a\n%t = fcmp olt TY %a, %n\n%r = select i1 %t, TY %b, TY %c"),
    (
        "below both",
        "%t = fcmp olt TY %a, %b\n%u = fcmp olt TY %a, %c\n%v = and i1 %t, %u\n%r = select i1 %v, TY %a, TY %b",
    ),
    (
        "below one of both",
        "%t = fcmp olt TY %a, %b\n%u = fcmp olt TY %a, %c\n%v = or i1 %t, %u\n%r = select i1 %v, TY %a, TY %b",
    ),
    (
        "above both",
        "%t = fcmp olt TY %b, %a\n%u = fcmp olt TY %c, %a\n%v = and i1 %t, %u\n%r = select i1 %v, TY %a, TY %b",
    ),
    (
        "not below either",
        "%t = fcmp uge TY %a, %b\n%u = fcmp uge TY %a, %c\n%v = and i1 %t, %u\n%r = select i1 %v, TY %a, TY %b",
    ),
    (
        "in a range",
        "%t = fcmp oge TY %a, 0.0\n%u = fcmp ole TY %a, 1.0\n%v = and i1 %t, %u\n%r = select i1 %v, TY %a, TY %b",
    ),
    (
        "neither is a NaN",
        "%t = fcmp oeq TY %a, %a\n%u = fcmp oeq TY %b, %b\n%v = and i1 %t, %u\n%r = select i1 %v, TY %a, TY %c",
    ),
    (
        "one is a NaN",
        "%t = fcmp une TY %a, %a\n%u = fcmp une TY %b, %b\n%v = or i1 %t, %u\n%r = select i1 %v, TY %c, TY %a",
    ),
    (
        "through an integer",
        "%m = call FLAGS TY @llvm.maxnum.SUFFIX(TY %a, TY -100.0)\n%n = call FLAGS TY @llvm.minnum.SUFFIX(TY %m, TY 100.0)\n%w = fptosi TY %n to i32\n%r = sitofp i32 %w to TY",
    ),
];
