; test passes=calls/externals
; What another translation unit defines is not there: hipcc does not link device code.
declare float @elsewhere(float)
define amdgpu_kernel void @k(ptr addrspace(1) %out, float %x) {
  %r = call float @elsewhere(float %x)
  store float %r, ptr addrspace(1) %out, align 4
  ret void
}

; ---- expected ----
in 'k': unsupported: call of undefined function 'elsewhere'
