; test passes=memory/memcpy
; A small copy of known size becomes loads and stores.
define amdgpu_kernel void @k(ptr addrspace(1) align 8 %d, ptr addrspace(1) align 8 %s) {
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 8 %d, ptr addrspace(1) align 8 %s, i64 12, i1 false)
  ret void
}

; ---- expected ----
define amdgpu_kernel void @k(ptr addrspace(1) align 8 %d, ptr addrspace(1) align 8 %s) {
b0:
  %0 = load i64, ptr addrspace(1) %s, align 8
  %1 = getelementptr i8, ptr addrspace(1) %s, i64 8
  %2 = load i32, ptr addrspace(1) %1, align 8
  store i64 %0, ptr addrspace(1) %d, align 8
  %3 = getelementptr i8, ptr addrspace(1) %d, i64 8
  store i32 %2, ptr addrspace(1) %3, align 8
  ret void
}
