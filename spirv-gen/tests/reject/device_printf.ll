; test passes=device/builtins
; A call of printf that clang did not lower: with a va_list, or through another declaration.
declare i32 @printf(ptr, ...)
define amdgpu_kernel void @k() {
  %p = call i32 (ptr, ...) @printf(ptr null)
  ret void
}

; ---- expected ----
in 'k': unsupported: printf in device code (printf)
