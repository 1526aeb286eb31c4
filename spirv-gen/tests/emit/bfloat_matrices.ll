; test emit=spirv-asm check=emittable target=nvidia block=64
; Products of bfloat16: a float type of that encoding, which matrices alone are of.
@hip.shared.0 = internal addrspace(3) global [256 x <4 x i32>] undef, align 16
define amdgpu_kernel void @product() {
b0:
  %a = getelementptr inbounds [256 x <4 x i32>], ptr addrspace(3) @hip.shared.0, i32 0, i32 0
  call void @hip.matrix.zero(i32 73744, i32 0)
  call void @hip.matrix.load(i32 73744, i32 0, i32 0, ptr addrspace(3) %a, i32 3, i32 1)
  call void @hip.matrix.load(i32 73744, i32 1, i32 0, ptr addrspace(3) %a, i32 3, i32 0)
  call void @hip.matrix.multiply(i32 73744, i32 0, i32 0, i32 0)
  call void @hip.matrix.store(i32 73744, i32 0, ptr addrspace(3) %a, i32 5, i32 1)
  ret void
}
