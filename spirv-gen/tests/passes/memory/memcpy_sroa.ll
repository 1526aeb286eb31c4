; test passes=memory/memcpy,memory/sroa,memory/mem2reg
; Copies to and from an element of a local array are at constant offsets in the pointer's own width, so the array is taken apart: nothing of it is
; left in memory.
define amdgpu_kernel void @k(ptr addrspace(1) align 8 %d, ptr addrspace(1) align 8 %s) {
  %a = alloca [2 x { i32, i32 }], align 8, addrspace(5)
  %e = getelementptr i8, ptr addrspace(5) %a, i32 8
  call void @llvm.memcpy.p5.p1.i64(ptr addrspace(5) align 8 %e, ptr addrspace(1) align 8 %s, i64 8, i1 false)
  call void @llvm.memcpy.p1.p5.i64(ptr addrspace(1) align 8 %d, ptr addrspace(5) align 8 %e, i64 8, i1 false)
  ret void
}

; ---- expected ----
define amdgpu_kernel void @k(ptr addrspace(1) align 8 %d, ptr addrspace(1) align 8 %s) {
b0:
  %0 = load i32, ptr addrspace(1) %s, align 8
  %1 = getelementptr i8, ptr addrspace(1) %s, i64 4
  %2 = load i32, ptr addrspace(1) %1, align 4
  store i32 %0, ptr addrspace(1) %d, align 8
  %3 = getelementptr i8, ptr addrspace(1) %d, i64 4
  store i32 %2, ptr addrspace(1) %3, align 4
  ret void
}
