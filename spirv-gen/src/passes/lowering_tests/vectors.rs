//! Vectors of every shape, alone and behind pointers.

use super::bodies::{check_body, noise};
use super::case::Case;

#[test]
fn vectors_of_every_shape_are_taken_apart() {
    for ty in ["<2 x i32>", "<3 x float>", "<4 x i8>", "<8 x i16>", "<4 x float>", "<5 x i32>", "<8 x i1>", "<3 x i24>"]
    {
        let op = if ty.contains("float") { "fadd" } else { "add" };
        check_body(ty, &format!("%r = {op} {ty} %a, %b\nstore {ty} %r, ptr addrspace(1) %out, align 16"));
        check_body(
            ty,
            &format!(
                "%f = icmp slt i32 %t, 7\n%r = select i1 %f, {ty} %a, {ty} %b\nstore {ty} %r, ptr addrspace(1) %out, align 4"
            ),
        );
    }
    check_body(
        "<4 x i32>",
        "%r = shufflevector <4 x i32> %a, <4 x i32> %b, <3 x i32> <i32 5, i32 0, i32 3>\nstore <3 x i32> %r, ptr addrspace(1) %out, align 16",
    );
    check_body(
        "<4 x i32>",
        "%i = and i32 %t, 3\n%x = extractelement <4 x i32> %a, i32 %i\n%r = insertelement <4 x i32> %b, i32 %x, i32 %i\nstore <4 x i32> %r, ptr addrspace(1) %out, align 4",
    );
    check_body("<2 x i32>", "%r = bitcast <2 x i32> %a to i64\nstore i64 %r, ptr addrspace(1) %out");
    check_body(
        "i64",
        "%r = bitcast i64 %a to <4 x i16>\n%s = add <4 x i16> %r, <i16 1, i16 2, i16 3, i16 4>\nstore <4 x i16> %s, ptr addrspace(1) %out",
    );
    check_body("<4 x i8>", "%r = bitcast <4 x i8> %a to float\nstore float %r, ptr addrspace(1) %out");
    check_body("<16 x i1>", "%r = bitcast <16 x i1> %a to i16\nstore i16 %r, ptr addrspace(1) %out");
}

#[test]
fn vectors_pass_through_generic_pointers_and_uniform_shared_vectors_stay_whole() {
    let text = "@s = internal addrspace(3) global [16 x <4 x i32>] undef, align 16
@v = internal addrspace(3) global [16 x <4 x float>] undef, align 16
define amdgpu_kernel void @k(ptr addrspace(1) %buf) {
  %t = call i32 @hip.thread.id.x()
  %i = zext i32 %t to i64
  %pg = getelementptr [64 x i8], ptr addrspace(1) %buf, i64 %i
  %ps = getelementptr inbounds [16 x <4 x i32>], ptr addrspace(3) @s, i32 0, i32 %t
  %g = load <4 x i32>, ptr addrspace(1) %pg, align 16
  %g1 = add <4 x i32> %g, <i32 1, i32 2, i32 3, i32 4>
  store <4 x i32> %g1, ptr addrspace(3) %ps, align 16
  %pv = getelementptr inbounds [16 x <4 x float>], ptr addrspace(3) @v, i32 0, i32 %t
  %f = bitcast <4 x i32> %g to <4 x float>
  store <4 x float> %f, ptr addrspace(3) %pv, align 16
  %gs = addrspacecast ptr addrspace(3) %ps to ptr
  %gg = addrspacecast ptr addrspace(1) %pg to ptr
  %odd = trunc i32 %t to i1
  %p = select i1 %odd, ptr %gs, ptr %gg
  %l = load <4 x i32>, ptr %p, align 16
  %r = add <4 x i32> %l, %g
  store <4 x i32> %r, ptr %p, align 16
  %back = load <4 x i32>, ptr addrspace(3) %ps, align 16
  %o = getelementptr i8, ptr addrspace(1) %pg, i64 16
  store <4 x i32> %back, ptr addrspace(1) %o, align 16
  %w = load <4 x float>, ptr addrspace(3) %pv, align 16
  %o2 = getelementptr i8, ptr addrspace(1) %pg, i64 32
  store <4 x float> %w, ptr addrspace(1) %o2, align 16
  ret void
}";
    let mut case = Case::new(text);
    case.block = [16, 1, 1];
    case.input = noise(1024, 5);
    case.check();
    let module = case.lowered().unwrap();
    assert!(module.globals.values().any(|g| module.ctx.types.display(g.ty) == "[16 x <4 x float>]"));
}
