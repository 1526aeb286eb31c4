; test emit=spirv-asm target=baseline block=32
; A device without such matrices.
define amdgpu_kernel void @product() {
b0:
  call void @hip.matrix.zero(i32 8208, i32 0)
  ret void
}

; ---- expected ----
in 'product': device 'baseline' lacks cooperativeMatrix of 16x16 half floats summed in floats, in full subgroups of 32, which this kernel needs
