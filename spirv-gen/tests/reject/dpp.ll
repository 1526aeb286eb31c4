; test passes=calls/externals
; Lane moves in fixed patterns are written for AMD's widths.
declare i32 @llvm.amdgcn.update.dpp.i32(i32, i32, i32, i32, i32, i1)
define amdgpu_kernel void @k(ptr addrspace(1) %out, i32 %x) {
  %r = call i32 @llvm.amdgcn.update.dpp.i32(i32 0, i32 %x, i32 273, i32 15, i32 15, i1 false)
  store i32 %r, ptr addrspace(1) %out, align 4
  ret void
}

; ---- expected ----
in 'k': unsupported: device builtin llvm.amdgcn.update.dpp.i32
