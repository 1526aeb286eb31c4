//! Shared and private objects become typed arrays, whatever the accesses look like; generic pointers find their memory.

use super::bodies::{check_body, noise};
use super::case::{Case, words};

#[test]
fn unaligned_accesses_move_in_pieces() {
    for ty in ["i32", "i64", "double", "<4 x float>", "i24", "i16"] {
        for align in [1, 2, 4] {
            let body = format!(
                "%q = getelementptr i8, ptr addrspace(1) %pa, i64 {align}\n%v = load {ty}, ptr addrspace(1) %q, align {align}
                 %o = getelementptr i8, ptr addrspace(1) %out, i64 {align}\nstore {ty} %v, ptr addrspace(1) %o, align {align}"
            );
            check_body(ty, &body);
        }
    }
}

#[test]
fn a_shared_histogram_of_bytes_shares_words_between_lanes() {
    let text = "@h = internal addrspace(3) global [64 x i8] undef, align 1
define amdgpu_kernel void @k(ptr addrspace(1) %buf) {
  %t = call i32 @hip.thread.id.x()
  %p = getelementptr inbounds [64 x i8], ptr addrspace(3) @h, i32 0, i32 %t
  %t8 = trunc i32 %t to i8
  store i8 %t8, ptr addrspace(3) %p
  fence syncscope(\"workgroup\") release
  call void @hip.barrier()
  fence syncscope(\"workgroup\") acquire
  %n = and i32 %t, 7
  %q = getelementptr inbounds [64 x i8], ptr addrspace(3) @h, i32 0, i32 %n
  %old = atomicrmw add ptr addrspace(3) %q, i8 3 syncscope(\"workgroup\") monotonic
  call void @hip.barrier()
  %v = load i8, ptr addrspace(3) %p
  %word = and i32 %t, 60
  %wp = getelementptr inbounds i8, ptr addrspace(3) @h, i32 %word
  %w = load i32, ptr addrspace(3) %wp, align 1
  %vw = zext i8 %v to i32
  %x = xor i32 %w, %vw
  %i = zext i32 %t to i64
  %o = getelementptr i32, ptr addrspace(1) %buf, i64 %i
  store i32 %x, ptr addrspace(1) %o
  ret void
}";
    let mut case = Case::new(text);
    case.block = [64, 1, 1];
    case.check();
    let module = case.lowered().unwrap();
    let types: Vec<_> = module.globals.values().map(|g| module.ctx.types.display(g.ty)).collect();
    assert_eq!(types, ["[16 x i32]"]);
}

#[test]
fn dynamic_shared_arrays_start_behind_the_static_ones_and_at_one_place() {
    let text = "@s = internal addrspace(3) global [4 x i32] undef, align 4
@d1 = external addrspace(3) global [0 x i32], align 4
@d2 = external addrspace(3) global [0 x double], align 8
define amdgpu_kernel void @k(ptr addrspace(1) %buf) {
  %t = call i32 @hip.thread.id.x()
  %p1 = getelementptr inbounds [0 x i32], ptr addrspace(3) @d1, i32 0, i32 %t
  store i32 %t, ptr addrspace(3) %p1
  %m = and i32 %t, 3
  %ps = getelementptr inbounds [4 x i32], ptr addrspace(3) @s, i32 0, i32 %m
  store i32 %t, ptr addrspace(3) %ps
  call void @hip.barrier()
  %p2 = getelementptr inbounds [0 x double], ptr addrspace(3) @d2, i32 0, i32 %m
  %v = load double, ptr addrspace(3) %p2
  %s = load i32, ptr addrspace(3) %ps
  %i = zext i32 %t to i64
  %o = getelementptr [16 x i8], ptr addrspace(1) %buf, i64 %i
  store double %v, ptr addrspace(1) %o
  %o2 = getelementptr i8, ptr addrspace(1) %o, i64 8
  store i32 %s, ptr addrspace(1) %o2
  ret void
}";
    let mut case = Case::new(text);
    case.block = [16, 1, 1];
    case.dynamic_shared = 64;
    case.check();
    let module = case.lowered().unwrap();
    let types: Vec<_> = module.globals.values().map(|g| module.ctx.types.display(g.ty)).collect();
    assert_eq!(types, ["[4 x i32]", "[16 x i32]"]);
}

#[test]
fn private_arrays_are_indexed_punned_and_vectorised() {
    for (elem, access, align) in
        [("i32", "i32", 4), ("i32", "i16", 2), ("double", "i8", 1), ("float", "<4 x float>", 16)]
    {
        let len = 16;
        let body = format!(
            "%arr = alloca [{len} x {elem}], align 16, addrspace(5)
             %m = and i32 %t, 3
             %zero = getelementptr [{len} x {elem}], ptr addrspace(5) %arr, i32 0, i32 0
             br label %fill
           fill:
             %i = phi i32 [ 0, %entry ], [ %j, %fill ]
             %e = getelementptr inbounds [{len} x {elem}], ptr addrspace(5) %arr, i32 0, i32 %i
             store {elem} %a, ptr addrspace(5) %e
             %j = add i32 %i, 1
             %more = icmp ult i32 %j, {len}
             br i1 %more, label %fill, label %then
           then:
             %q = getelementptr inbounds {access}, ptr addrspace(5) %zero, i32 %m
             %v = load {access}, ptr addrspace(5) %q, align {align}
             store {access} %v, ptr addrspace(1) %out, align {align}"
        );
        check_body(elem, &body);
    }
}

#[test]
fn arrays_that_a_select_joins_live_in_one_variable() {
    let text = "@x = internal addrspace(3) global [8 x i32] undef, align 4
@y = internal addrspace(3) global [8 x i32] undef, align 4
@z = internal addrspace(3) global [8 x float] undef, align 4
define amdgpu_kernel void @k(ptr addrspace(1) %buf) {
  %t = call i32 @hip.thread.id.x()
  %px = getelementptr inbounds [8 x i32], ptr addrspace(3) @x, i32 0, i32 %t
  %py = getelementptr inbounds [8 x i32], ptr addrspace(3) @y, i32 0, i32 %t
  %pz = getelementptr inbounds [8 x float], ptr addrspace(3) @z, i32 0, i32 %t
  store i32 1, ptr addrspace(3) %px
  store i32 2, ptr addrspace(3) %py
  store float 3.0, ptr addrspace(3) %pz
  %odd = trunc i32 %t to i1
  %p = select i1 %odd, ptr addrspace(3) @x, ptr addrspace(3) @y
  %q = getelementptr inbounds i32, ptr addrspace(3) %p, i32 %t
  %v = load i32, ptr addrspace(3) %q
  %f = load float, ptr addrspace(3) %pz
  %w = fptoui float %f to i32
  %s = add i32 %v, %w
  %i = zext i32 %t to i64
  %o = getelementptr i32, ptr addrspace(1) %buf, i64 %i
  store i32 %s, ptr addrspace(1) %o
  ret void
}";
    let mut case = Case::new(text);
    case.block = [8, 1, 1];
    assert_eq!(words(&case.check())[..4], [5, 4, 5, 4]);
    let module = case.lowered().unwrap();
    let types: Vec<_> = module.globals.values().map(|g| module.ctx.types.display(g.ty)).collect();
    assert_eq!(types, ["[16 x i32]", "[8 x float]"]);
}

#[test]
fn generic_pointers_are_told_apart_at_the_access() {
    let text = "@s = internal addrspace(3) global [16 x i32] undef, align 4
define amdgpu_kernel void @k(ptr addrspace(1) %buf) {
  %t = call i32 @hip.thread.id.x()
  %own = alloca i32, align 4, addrspace(5)
  store i32 77, ptr addrspace(5) %own
  %ps = getelementptr inbounds [16 x i32], ptr addrspace(3) @s, i32 0, i32 %t
  store i32 %t, ptr addrspace(3) %ps
  %i = zext i32 %t to i64
  %pg = getelementptr [16 x i8], ptr addrspace(1) %buf, i64 %i
  %gs = addrspacecast ptr addrspace(3) %ps to ptr
  %gg = addrspacecast ptr addrspace(1) %pg to ptr
  %go = addrspacecast ptr addrspace(5) %own to ptr
  %m = urem i32 %t, 3
  %c0 = icmp eq i32 %m, 0
  %c1 = icmp eq i32 %m, 1
  %s1 = select i1 %c0, ptr %gs, ptr %gg
  %g = select i1 %c1, ptr %go, ptr %s1
  %v = load i32, ptr %g, align 4
  %v2 = add i32 %v, 1
  store i32 %v2, ptr %g, align 4
  %old = atomicrmw add ptr %g, i32 5 monotonic
  %pair = cmpxchg ptr %g, i32 %v2, i32 9 monotonic monotonic
  %seen = extractvalue { i32, i1 } %pair, 0
  %iss = call i1 @hip.is.shared(ptr %g)
  %r1 = load i32, ptr addrspace(3) %ps
  %r2 = load i32, ptr addrspace(5) %own
  %sum1 = add i32 %old, %seen
  %flag = select i1 %iss, i32 1000, i32 0
  %sum2 = add i32 %sum1, %flag
  %o1 = getelementptr i32, ptr addrspace(1) %pg, i64 1
  store i32 %sum2, ptr addrspace(1) %o1
  %o2 = getelementptr i32, ptr addrspace(1) %pg, i64 2
  store i32 %r1, ptr addrspace(1) %o2
  %o3 = getelementptr i32, ptr addrspace(1) %pg, i64 3
  store i32 %r2, ptr addrspace(1) %o3
  ret void
}";
    let mut case = Case::new(text);
    case.block = [16, 1, 1];
    case.input = noise(256, 3);
    case.check();
}

#[test]
fn a_place_within_a_shared_vector_is_compared_as_it_is() {
    let text = "@s = internal addrspace(3) global [4 x <4 x float>] undef, align 16
define amdgpu_kernel void @k(ptr addrspace(1) %buf) {
  %t = call i32 @hip.thread.id.x()
  %p = getelementptr inbounds [4 x <4 x float>], ptr addrspace(3) @s, i32 0, i32 %t
  store <4 x float> zeroinitializer, ptr addrspace(3) %p, align 16
  %v = load <4 x float>, ptr addrspace(3) %p, align 16
  %behind = icmp uge ptr addrspace(3) %p, getelementptr inbounds (i8, ptr addrspace(3) @s, i32 8)
  %x = zext i1 %behind to i32
  %i = zext i32 %t to i64
  %o = getelementptr i32, ptr addrspace(1) %buf, i64 %i
  store i32 %x, ptr addrspace(1) %o
  %e = extractelement <4 x float> %v, i32 1
  %r = getelementptr i8, ptr addrspace(1) %o, i64 64
  store float %e, ptr addrspace(1) %r
  ret void
}";
    let mut case = Case::new(text);
    case.block = [4, 1, 1];
    assert_eq!(words(&case.check())[..4], [0, 1, 1, 1]);
}
