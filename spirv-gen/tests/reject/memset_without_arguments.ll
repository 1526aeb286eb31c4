; test portable
; A known function that lacks its arguments is the text's fault.
define amdgpu_kernel void @k() {
  call void @llvm.memset.p0.i64()
  ret void
}

; ---- expected ----
in 'k': unsupported: malformed IR: llvm.memset does not take these arguments or give this result
  in: call void @llvm.memset()
