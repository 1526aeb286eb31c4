//! Tests of `infer_address_space.rs`.

use super::infer_address_space::run;
use crate::ir::parse::parse_module;
use crate::ir::print::print_module;
use crate::passes::lowering_tests::case::{Case, words};

#[test]
fn an_address_that_is_copied_as_an_integer_stays_what_it_is() {
    // A shared address goes to a local structure, which goes on to device memory as two words, whose pointer is read there.
    let text = "@s = internal addrspace(3) global [4 x i32] undef, align 4
define amdgpu_kernel void @k(ptr addrspace(1) %buf) {
  %local = alloca [2 x ptr], align 8, addrspace(5)
  %generic = addrspacecast ptr addrspace(3) @s to ptr
  %t = call i32 @hip.thread.id.x()
  %place = getelementptr [2 x ptr], ptr addrspace(5) %local, i32 0, i32 %t
  store ptr %generic, ptr addrspace(5) %place, align 8
  store i32 77, ptr addrspace(3) @s, align 4
  %low = load i32, ptr addrspace(5) %place, align 8
  %behind = getelementptr i8, ptr addrspace(5) %place, i32 4
  %high = load i32, ptr addrspace(5) %behind, align 4
  %to = getelementptr i8, ptr addrspace(1) %buf, i64 8
  store i32 %low, ptr addrspace(1) %to, align 8
  %more = getelementptr i8, ptr addrspace(1) %buf, i64 12
  store i32 %high, ptr addrspace(1) %more, align 4
  %again = load ptr, ptr addrspace(1) %to, align 8
  %x = load i32, ptr %again, align 4
  store i32 %x, ptr addrspace(1) %buf, align 4
  store i64 0, ptr addrspace(1) %to, align 8
  ret void
}";
    let mut module = parse_module(text).unwrap();
    run(&mut module).unwrap();
    let case = Case::new(&print_module(&module));
    assert_eq!(words(&case.check())[0], 77);
}
