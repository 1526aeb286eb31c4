//! Warp operations move values of every type, in words.

use super::bodies::check_body;

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
