; test passes=calls/inline
; A callee's body replaces the call; its own source lines stay.
define internal i32 @twice(i32 %x) {
  %y = shl i32 %x, 1, !dbg "k.hip:2:10"
  ret i32 %y
}

define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %x = load i32, ptr addrspace(1) %p, align 4
  %y = call i32 @twice(i32 %x), !dbg "k.hip:6:8"
  store i32 %y, ptr addrspace(1) %p, align 4
  ret void
}

; ---- expected ----
declare internal i32 @twice(i32 %x)

define amdgpu_kernel void @k(ptr addrspace(1) %p) {
b0:
  %0 = load i32, ptr addrspace(1) %p, align 4
  br label %b1, !dbg "k.hip:6:8"

b1:
  %1 = shl i32 %0, 1, !dbg "k.hip:2:10"
  br label %b2

b2:
  store i32 %1, ptr addrspace(1) %p, align 4
  ret void
}
