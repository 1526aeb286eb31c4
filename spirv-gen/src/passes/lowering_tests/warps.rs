//! Warp operations move values of every type, in words.

use super::bodies::{check_body, inputs, per_thread};
use super::case::Case;
use crate::ir::print::print_module;
use crate::ir::verify::verify_emittable;
use crate::target::Target;

#[test]
fn warp_shuffles_move_values_of_every_type() {
    for ty in ["i1", "i8", "i16", "i32", "i64", "i128", "float", "double", "half", "ptr addrspace(1)"] {
        for (name, by) in [("", "%lane"), (".xor", "1"), (".up", "2"), (".down", "1")] {
            let stored = match ty {
                "i1" => "%z = zext i1 %r to i32\nstore i32 %z, ptr addrspace(1) %out",
                "ptr addrspace(1)" => "store ptr addrspace(1) %r, ptr addrspace(1) %out",
                _ => "store TY %r, ptr addrspace(1) %out",
            };
            let body = format!(
                "%lane = xor i32 %t, 3\n%r = call {ty} @hip.shuffle{name}({ty} %a, i32 {by})\n{}",
                stored.replace("TY", ty)
            );
            check_body(ty, &body);
        }
        if ty != "i1" {
            let body = format!("%r = call {ty} @hip.read.first.lane({ty} %a)\nstore {ty} %r, ptr addrspace(1) %out");
            check_body(ty, &body);
        }
    }
}

#[test]
fn sums_with_the_lane_that_wrap_are_compared_as_they_are() {
    // Some lanes' sums are negative.
    let body = "%lane = and i32 %t, 7
      %sum = add i32 %lane, 2147483645
      %below = icmp slt i32 %sum, 0
      %is = icmp eq i32 %sum, -2147483646
      %votes = call i64 @hip.ballot(i1 %below)
      %z = zext i1 %below to i64
      %y = zext i1 %is to i64
      %up = shl i64 %y, 1
      %both = or i64 %z, %up
      store i64 %both, ptr addrspace(1) %out
      %next = getelementptr i64, ptr addrspace(1) %out, i64 1
      store i64 %votes, ptr addrspace(1) %next";
    let mut case = Case::new(&per_thread("i32", body));
    case.target = Target::lavapipe();
    (case.block, case.input) = ([32, 1, 1], [inputs(), inputs()].concat());
    case.check();
}

#[test]
fn a_first_lane_of_half_a_wide_subgroup_is_found_by_what_devices_have() {
    let body = "%r = call i32 @hip.read.first.lane(i32 %a)\nstore i32 %r, ptr addrspace(1) %out";
    let mut case = Case::new(&per_thread("i32", body));
    case.target = Target { subgroup_size: 64, ..Target::baseline() };
    case.block = [128, 1, 1];
    let module = case.lowered().expect("it lowers");
    verify_emittable(&module).unwrap_or_else(|e| panic!("{e}\n{}", print_module(&module)));
}
