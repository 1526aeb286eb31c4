//! Atomics of every type in every memory, on a device that has few of them and on one that has all.

use super::bodies::{check_body, inputs, per_thread};
use super::case::Case;
use crate::ir::print::print_module;
use crate::target::{AtomicSupport, Target};

/// A device without float atomics, and one with all of them.
fn poor_and_rich() -> [Target; 2] {
    let all = AtomicSupport {
        i64: true,
        f16_add: true,
        f32_add: true,
        f64_add: true,
        f16_min_max: true,
        f32_min_max: true,
        f64_min_max: true,
    };
    [Target::baseline(), Target { buffer_atomics: all, shared_atomics: all, ..Target::baseline() }]
}

#[test]
fn atomics_of_every_kind_in_device_memory() {
    let ints =
        ["add", "sub", "and", "nand", "or", "xor", "max", "min", "umax", "umin", "xchg", "uinc_wrap", "udec_wrap"];
    for target in poor_and_rich() {
        for (ty, ops) in [
            ("i8", &ints[..]),
            ("i16", &ints[..]),
            ("i32", &ints[..]),
            ("i64", &ints[..]),
            ("float", &["fadd", "fsub", "fmax", "fmin", "xchg"][..]),
            ("double", &["fadd", "fmax"][..]),
            ("half", &["fadd", "fmin"][..]),
        ] {
            for op in ops {
                let body = format!(
                    "%p = getelementptr {ty}, ptr addrspace(1) %pa, i64 2
                     %old = atomicrmw {op} ptr addrspace(1) %p, {ty} %b syncscope(\"agent\") acq_rel, align 2
                     store {ty} %old, ptr addrspace(1) %out"
                );
                let mut case = Case::new(&per_thread(ty, &body));
                case.block = [16, 1, 1];
                case.target = target.clone();
                case.input = inputs();
                if !ops.contains(&"add") {
                    // Small numbers, so that no result is a NaN whose bits are anybody's choice.
                    for (i, byte) in case.input.iter_mut().enumerate() {
                        *byte = [0, 0, 0, 0x3c, 1, 2, 0x40, 0x3f][(i * 5 + i / 32) % 8];
                    }
                }
                case.check();
            }
        }
    }
}

#[test]
fn atomics_of_every_kind_in_shared_and_private_memory() {
    for target in poor_and_rich() {
        for (space, object) in [(3, ""), (5, "%obj = alloca [64 x i64], align 8, addrspace(5)\n")] {
            for (ty, ops) in [
                ("i8", &["add", "max", "nand", "xchg"][..]),
                ("i16", &["sub", "umin", "uinc_wrap"][..]),
                ("i32", &["udec_wrap", "xor", "xchg"][..]),
                ("i64", &["add", "nand", "min"][..]),
                ("float", &["fadd", "fsub", "fmax"][..]),
                ("half", &["fadd"][..]),
                ("double", &["fadd"][..]),
            ] {
                for op in ops {
                    let name = if space == 3 { "@obj" } else { "%obj" };
                    let body = format!(
                        "{object}%p = getelementptr inbounds {ty}, ptr addrspace({space}) {name}, i32 %t
                         store {ty} %a, ptr addrspace({space}) %p
                         %old = atomicrmw {op} ptr addrspace({space}) %p, {ty} %b syncscope(\"workgroup\") seq_cst
                         %new = load atomic {ty}, ptr addrspace({space}) %p seq_cst, align {}
                         store {ty} %old, ptr addrspace(1) %out
                         %o = getelementptr i8, ptr addrspace(1) %out, i64 16
                         store {ty} %new, ptr addrspace(1) %o",
                        match ty {
                            "i8" => 1,
                            "i16" | "half" => 2,
                            "i32" | "float" => 4,
                            _ => 8,
                        }
                    );
                    let mut text = per_thread(ty, &body);
                    if space == 3 {
                        text = format!("@obj = internal addrspace(3) global [64 x i64] undef, align 8\n{text}");
                    }
                    let mut case = Case::new(&text);
                    case.block = [16, 1, 1];
                    case.target = target.clone();
                    case.input = inputs();
                    for (i, byte) in case.input.iter_mut().enumerate() {
                        *byte = [0, 0, 0, 0x3c, 1, 2, 0x40, 0x3f][(i * 5 + i / 32) % 8];
                    }
                    case.check();
                }
            }
        }
    }
}

#[test]
fn a_packed_half_addition_adds_each_half() {
    let run = |body: &str, lowered: bool| {
        let mut case = Case::new(&per_thread("<2 x half>", body));
        case.block = [16, 1, 1];
        case.input = inputs().iter().enumerate().map(|(i, b)| [*b, 0x3c][i % 2]).collect();
        if lowered { case.run(&case.lowered().unwrap()) } else { case.check() }
    };
    let atomic = "%old = atomicrmw fadd ptr addrspace(1) %pc, <2 x half> %b syncscope(\"agent\") monotonic, align 4
                  store <2 x half> %old, ptr addrspace(1) %out";
    let plain = "%s = fadd <2 x half> %c, %b
                 store <2 x half> %s, ptr addrspace(1) %pc
                 store <2 x half> %c, ptr addrspace(1) %out";
    assert_eq!(run(atomic, true), run(plain, false));
}

#[test]
fn compare_exchange_at_every_width() {
    for ty in ["i8", "i16", "i32", "i64"] {
        for weak in ["", "weak "] {
            let body = format!(
                "%q = getelementptr {ty}, ptr addrspace(1) %pa, i64 1
                 %seen = load {ty}, ptr addrspace(1) %q
                 %is = icmp slt i32 %t, 9
                 %e = select i1 %is, {ty} %seen, {ty} %b
                 %pair = cmpxchg {weak}ptr addrspace(1) %q, {ty} %e, {ty} %c seq_cst seq_cst
                 %old = extractvalue {{ {ty}, i1 }} %pair, 0
                 %ok = extractvalue {{ {ty}, i1 }} %pair, 1
                 %okw = zext i1 %ok to i32
                 store {ty} %old, ptr addrspace(1) %out
                 %o = getelementptr i8, ptr addrspace(1) %out, i64 8
                 store i32 %okw, ptr addrspace(1) %o"
            );
            check_body(ty, &body);
        }
    }
}

/// Two threads that each store and then load what the other stores cannot both miss it.
#[test]
fn sequentially_consistent_accesses_have_a_fence_in_front() {
    let accesses = [
        "%v = load atomic i32, ptr addrspace(1) %pb syncscope(\"agent\") ORDER, align 4\nstore i32 %v, ptr addrspace(1) %out",
        "store atomic i32 %a, ptr addrspace(1) %out syncscope(\"agent\") ORDER, align 4",
        "%v = atomicrmw add ptr addrspace(1) %out, i32 %a syncscope(\"agent\") ORDER",
        "%p = cmpxchg ptr addrspace(1) %out, i32 %a, i32 %b syncscope(\"agent\") ORDER monotonic",
    ];
    for access in accesses {
        for (order, expected) in [("seq_cst", true), ("monotonic", false)] {
            let case = Case::new(&per_thread("i32", &access.replace("ORDER", order)));
            let text = print_module(&case.lowered().expect("it lowers"));
            let lines: Vec<&str> = text.lines().map(str::trim).collect();
            let fenced = lines.windows(2).any(|pair| {
                pair[0].starts_with("fence syncscope(\"agent\") seq_cst")
                    && pair[1].contains("atomic") | pair[1].contains("cmpxchg")
            });
            assert_eq!(fenced, expected, "{text}");
        }
    }
}
