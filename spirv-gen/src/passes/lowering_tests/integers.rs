//! Integers of every width, from one bit to 128: arithmetic, comparisons, conversions, counted bits.

use super::bodies::check_body;

#[test]
fn integers_of_odd_widths_compute_as_written() {
    for ty in ["i3", "i8", "i13", "i16", "i24", "i33", "i48", "i63", "i65", "i96", "i127", "i128"] {
        for op in ["add", "sub", "mul", "and", "or", "xor"] {
            check_body(ty, &format!("%r = {op} {ty} %a, %b\nstore {ty} %r, ptr addrspace(1) %out"));
        }
        for op in ["udiv", "sdiv", "urem", "srem"] {
            let body = format!(
                "%z = icmp eq {ty} %b, 0\n%m = icmp eq {ty} %b, -1\n%zm = or i1 %z, %m
                 %d = select i1 %zm, {ty} 3, {ty} %b
                 %r = {op} {ty} %a, %d\nstore {ty} %r, ptr addrspace(1) %out"
            );
            check_body(ty, &body);
        }
        for op in ["shl", "lshr", "ashr"] {
            let body = format!("%s = and {ty} %b, 2\n%r = {op} {ty} %a, %s\nstore {ty} %r, ptr addrspace(1) %out");
            check_body(ty, &body);
        }
    }
}

#[test]
fn comparisons_and_extensions_of_odd_widths_see_the_sign() {
    for ty in ["i1", "i5", "i8", "i16", "i24", "i37", "i100", "i127"] {
        for pred in ["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"] {
            let body =
                format!("%c1 = icmp {pred} {ty} %a, %b\n%r = zext i1 %c1 to i32\nstore i32 %r, ptr addrspace(1) %out");
            check_body(ty, &body);
        }
        for op in ["sext", "zext", "sitofp", "uitofp"] {
            let to = if op.ends_with("fp") { "double" } else { "i128" };
            let body = format!("%r = {op} {ty} %a to {to}\nstore {to} %r, ptr addrspace(1) %out");
            check_body(ty, &body);
        }
    }
}

#[test]
fn bits_are_counted_at_every_width() {
    for ty in ["i8", "i16", "i32", "i64", "i24", "i40", "i128", "i77"] {
        for (name, flag) in [("ctlz", ", i1 false"), ("cttz", ", i1 false"), ("ctpop", ""), ("bitreverse", "")] {
            let body = format!("%r = call {ty} @llvm.{name}.{ty}({ty} %a{flag})\nstore {ty} %r, ptr addrspace(1) %out");
            check_body(ty, &body);
        }
        for name in ["smax", "smin", "umax", "umin"] {
            let body =
                format!("%r = call {ty} @llvm.{name}.{ty}({ty} %a, {ty} %b)\nstore {ty} %r, ptr addrspace(1) %out");
            check_body(ty, &body);
        }
    }
}

#[test]
fn dot_products_of_bytes_are_the_same_with_the_instruction_and_without() {
    for name in ["signed", "unsigned"] {
        check_body(
            "i32",
            &format!("%r = call i32 @hip.byte.dot.{name}(i32 %a, i32 %b)\nstore i32 %r, ptr addrspace(1) %out"),
        );
    }
}

#[test]
fn shifts_of_128_bits_by_any_amount() {
    for op in ["shl", "lshr", "ashr"] {
        for amount in [0, 1, 31, 32, 63, 64, 65, 100, 127] {
            check_body("i128", &format!("%r = {op} i128 %a, {amount}\nstore i128 %r, ptr addrspace(1) %out"));
        }
        let body = format!("%s = and i128 %c, 127\n%r = {op} i128 %a, %s\nstore i128 %r, ptr addrspace(1) %out");
        check_body("i128", &body);
    }
}

#[test]
fn wide_integers_and_floats_round_once_into_each_other() {
    for ty in ["half", "float", "double"] {
        for op in ["uitofp", "sitofp"] {
            for shift in [0, 40, 63, 64, 72, 110] {
                let body = format!(
                    "%s = lshr i128 %a, {shift}\n%r = {op} i128 %s to {ty}\nstore {ty} %r, ptr addrspace(1) %out"
                );
                check_body("i128", &body);
            }
        }
    }
    for ty in ["float", "double"] {
        for op in ["fptoui", "fptosi"] {
            let body = format!(
                "%i = lshr i128 %a, 9\n%f = uitofp i128 %i to {ty}\n%neg = fneg {ty} %f
                 %odd = trunc i32 %t to i1\n%sel = select i1 %odd, {ty} {}, {ty} %f
                 %r = {op} {ty} %sel to i128\nstore i128 %r, ptr addrspace(1) %out",
                if op == "fptosi" { "%neg" } else { "%f" }
            );
            check_body("i128", &body);
        }
    }
}

#[test]
fn wide_values_pass_loops_selects_and_switches() {
    let body = "br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %j, %latch ]
  %v = phi i128 [ %a, %entry ], [ %ww, %latch ]
  switch i128 %v, label %other [ i128 0, label %latch
                                 i128 -1, label %minus
                                 i128 18446744073709551616, label %latch ]
minus:
  br label %latch
other:
  br label %latch
latch:
  %ww = phi i128 [ 5, %head ], [ 5, %head ], [ %b, %minus ], [ %x, %other ]
  %j = add i32 %i, 1
  %x2 = mul i128 %ww, 3
  %more = icmp ult i32 %j, 5
  br i1 %more, label %head, label %done
done:
  store i128 %x2, ptr addrspace(1) %out";
    let body = body.replace("other:\n", "other:\n  %x = add i128 %v, %b\n");
    check_body("i128", &body);
}

#[test]
fn indices_of_odd_widths_count_with_their_sign() {
    for ty in ["i5", "i8", "i16", "i24", "i33", "i48"] {
        let body = format!(
            "%low = and {ty} %a, 7\n%back = sub {ty} 0, %low\n%middle = getelementptr i8, ptr addrspace(1) %out, i64 8
             %q = getelementptr i8, ptr addrspace(1) %middle, {ty} %back\n%l = trunc {ty} %low to i3\n%v = zext i3 %l to i8
             store i8 %v, ptr addrspace(1) %q\n%first = getelementptr i8, ptr addrspace(1) %middle, {ty} -8
             store i8 9, ptr addrspace(1) %first"
        );
        check_body(ty, &body);
    }
}
