; test passes=device/builtins,pointers/infer_address_space,vector/scalarize,pointers/physical,optimize/dce target=nvidia block=32
; Matrices lie in shared memory of any type: strides become elements. Vectors of floats and of integers share a variable of integers.
@tile = internal addrspace(3) global [64 x <4 x i32>] undef, align 16
declare void @__hip_vk_matrix_zero(i32, i32)
declare void @__hip_vk_matrix_load(i32, i32, i32, ptr, i32, i32)
declare void @__hip_vk_matrix_store(i32, i32, ptr, i32, i32)
declare void @__hip_vk_matrix_multiply(i32, i32, i32, i32)
define amdgpu_kernel void @k(ptr addrspace(1) %out, i32 %i) {
  %p = getelementptr inbounds [64 x <4 x i32>], ptr addrspace(3) @tile, i32 0, i32 %i
  store <4 x i32> <i32 1, i32 2, i32 3, i32 4>, ptr addrspace(3) %p, align 16
  %g = addrspacecast ptr addrspace(3) %p to ptr
  call void @__hip_vk_matrix_zero(i32 8208, i32 0)
  call void @__hip_vk_matrix_load(i32 8208, i32 0, i32 0, ptr %g, i32 48, i32 1)
  call void @__hip_vk_matrix_load(i32 8208, i32 1, i32 0, ptr addrspacecast (ptr addrspace(3) @tile to ptr), i32 32, i32 0)
  call void @__hip_vk_matrix_multiply(i32 8208, i32 0, i32 0, i32 0)
  call void @__hip_vk_matrix_store(i32 8208, i32 0, ptr %g, i32 80, i32 1)
  %v = load <4 x float>, ptr addrspace(3) %p, align 16
  store <4 x float> %v, ptr addrspace(1) %out, align 16
  ret void
}

; ---- expected ----
@hip.shared.0 = external addrspace(3) global [64 x <4 x i32>], align 16

declare void @__hip_vk_matrix_zero(i32 %0, i32 %1)

declare void @__hip_vk_matrix_load(i32 %0, i32 %1, i32 %2, ptr %3, i32 %4, i32 %5)

declare void @__hip_vk_matrix_store(i32 %0, i32 %1, ptr %2, i32 %3, i32 %4)

declare void @__hip_vk_matrix_multiply(i32 %0, i32 %1, i32 %2, i32 %3)

define amdgpu_kernel void @k(ptr addrspace(1) %out, i32 %i) {
b0:
  %0 = insertelement <4 x i32> poison, i32 1, i32 0
  %1 = insertelement <4 x i32> %0, i32 2, i32 1
  %2 = insertelement <4 x i32> %1, i32 3, i32 2
  %3 = insertelement <4 x i32> %2, i32 4, i32 3
  %4 = getelementptr inbounds [64 x <4 x i32>], ptr addrspace(3) @hip.shared.0, i32 0, i32 %i
  store <4 x i32> %3, ptr addrspace(3) %4, align 16
  call void @hip.matrix.zero(i32 8208, i32 0)
  %5 = getelementptr inbounds [64 x <4 x i32>], ptr addrspace(3) @hip.shared.0, i32 0, i32 %i
  call void @hip.matrix.load(i32 8208, i32 0, i32 0, ptr addrspace(3) %5, i32 3, i32 1)
  %6 = getelementptr inbounds [64 x <4 x i32>], ptr addrspace(3) @hip.shared.0, i32 0, i32 0
  call void @hip.matrix.load(i32 8208, i32 1, i32 0, ptr addrspace(3) %6, i32 2, i32 0)
  call void @hip.matrix.multiply(i32 8208, i32 0, i32 0, i32 0)
  %7 = getelementptr inbounds [64 x <4 x i32>], ptr addrspace(3) @hip.shared.0, i32 0, i32 %i
  call void @hip.matrix.store(i32 8208, i32 0, ptr addrspace(3) %7, i32 5, i32 1)
  %8 = getelementptr inbounds [64 x <4 x i32>], ptr addrspace(3) @hip.shared.0, i32 0, i32 %i
  %9 = load <4 x i32>, ptr addrspace(3) %8, align 16
  %10 = extractelement <4 x i32> %9, i32 0
  %11 = bitcast i32 %10 to float
  %12 = extractelement <4 x i32> %9, i32 1
  %13 = bitcast i32 %12 to float
  %14 = extractelement <4 x i32> %9, i32 2
  %15 = bitcast i32 %14 to float
  %16 = extractelement <4 x i32> %9, i32 3
  %17 = bitcast i32 %16 to float
  %18 = insertelement <4 x float> poison, float %11, i32 0
  %19 = insertelement <4 x float> %18, float %13, i32 1
  %20 = insertelement <4 x float> %19, float %15, i32 2
  %21 = insertelement <4 x float> %20, float %17, i32 3
  store <4 x float> %21, ptr addrspace(1) %out, align 16
  ret void
}
