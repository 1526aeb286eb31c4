; test passes=calls/indirect
; A dispatcher compares the pointer with the addresses of the functions of that type whose address is taken, and traps else.
@table = addrspace(4) constant [2 x ptr] [ptr @up, ptr @down]
@other = addrspace(1) constant { [1 x ptr addrspace(1)] } { [1 x ptr addrspace(1)] [ptr addrspace(1) addrspacecast (ptr @scale to ptr addrspace(1))] }

define internal i32 @up(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}
define internal i32 @down(i32 %x) {
  %y = sub i32 %x, 1
  ret i32 %y
}
define internal float @scale(float %x) {
  ret float %x
}
define internal i32 @never_taken(i32 %x) {
  ret i32 %x
}
define amdgpu_kernel void @k(ptr addrspace(1) %p, i64 %i) {
  %slot = getelementptr ptr, ptr addrspace(4) @table, i64 %i
  %f = load ptr, ptr addrspace(4) %slot, align 8
  %r = call i32 %f(i32 5)
  %g = load ptr addrspace(1), ptr addrspace(1) @other, align 8
  %s = call addrspace(1) float %g(float 1.0)
  %n = call i32 @never_taken(i32 %r)
  store i32 %n, ptr addrspace(1) %p, align 4
  store float %s, ptr addrspace(1) %p, align 4
  ret void
}

; ---- expected ----
@table = addrspace(4) constant [2 x ptr] [ptr @up, ptr @down]
@other = addrspace(1) constant { [1 x ptr addrspace(1)] } { [1 x ptr addrspace(1)] [ptr addrspace(1) addrspacecast (ptr @scale to ptr addrspace(1))] }

define internal i32 @up(i32 %x) {
b0:
  %0 = add i32 %x, 1
  ret i32 %0
}

define internal i32 @down(i32 %x) {
b0:
  %0 = sub i32 %x, 1
  ret i32 %0
}

define internal float @scale(float %x) {
b0:
  ret float %x
}

define internal i32 @never_taken(i32 %x) {
b0:
  ret i32 %x
}

define amdgpu_kernel void @k(ptr addrspace(1) %p, i64 %i) {
b0:
  %0 = getelementptr ptr, ptr addrspace(4) @table, i64 %i
  %1 = load ptr, ptr addrspace(4) %0, align 8
  %2 = ptrtoint ptr %1 to i64
  %3 = call i32 @hip.dispatch.0(i64 %2, i32 5)
  %4 = load ptr addrspace(1), ptr addrspace(1) @other, align 8
  %5 = ptrtoint ptr addrspace(1) %4 to i64
  %6 = call float @hip.dispatch.1(i64 %5, float 1.000000e+00)
  %7 = call i32 @never_taken(i32 %3)
  store i32 %7, ptr addrspace(1) %p, align 4
  store float %6, ptr addrspace(1) %p, align 4
  ret void
}

define internal i32 @hip.dispatch.0(i64 %0, i32 %1) {
b0:
  switch i64 %0, label %b3 [
    i64 4094780047154479120, label %b1
    i64 4094780047154479136, label %b2
  ]

b1:
  %2 = call i32 @up(i32 %1)
  ret i32 %2

b2:
  %3 = call i32 @down(i32 %1)
  ret i32 %3

b3:
  call void @llvm.trap()
  unreachable
}

define internal float @hip.dispatch.1(i64 %0, float %1) {
b0:
  switch i64 %0, label %b2 [
    i64 4094780047154479152, label %b1
  ]

b1:
  %2 = call float @scale(float %1)
  ret float %2

b2:
  call void @llvm.trap()
  unreachable
}
