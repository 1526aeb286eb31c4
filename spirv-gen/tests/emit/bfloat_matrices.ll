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

; ---- expected ----
; SPIR-V
; Version: 1.6
; Generator: rspirv
; Bound: 47
OpCapability Shader
OpCapability Int64
OpCapability SignedZeroInfNanPreserve
OpCapability BFloat16TypeKHR
OpCapability BFloat16CooperativeMatrixKHR
OpCapability VulkanMemoryModel
OpCapability VulkanMemoryModelDeviceScope
OpCapability PhysicalStorageBufferAddresses
OpCapability CooperativeMatrixKHR
OpExtension "SPV_KHR_bfloat16"
OpExtension "SPV_KHR_cooperative_matrix"
%9 = OpExtInstImport "GLSL.std.450"
OpMemoryModel PhysicalStorageBuffer64 Vulkan
OpEntryPoint GLCompute %18 "main" %15
OpExecutionMode %18 LocalSize 64 1 1
OpExecutionMode %18 SignedZeroInfNanPreserve 32
%10 = OpTypeInt 32 0
%11 = OpTypeVector %10 4
%12 = OpConstant  %10  256
%13 = OpTypeArray %11 %12
%14 = OpTypePointer Workgroup %13
%15 = OpVariable  %14  Workgroup
%16 = OpTypeVoid
%17 = OpTypeFunction %16
%20 = OpTypeFloat 32
%21 = OpConstant  %10  3
%22 = OpConstant  %10  16
%23 = OpConstant  %10  2
%24 = OpTypeCooperativeMatrixKHR %20 %21 %22 %22 %23
%25 = OpTypePointer Function %24
%27 = OpTypeFloat 16 BFloat16KHR
%28 = OpConstant  %10  0
%29 = OpTypeCooperativeMatrixKHR %27 %21 %22 %22 %28
%30 = OpTypePointer Function %29
%32 = OpConstant  %10  1
%33 = OpTypeCooperativeMatrixKHR %27 %21 %22 %22 %32
%34 = OpTypePointer Function %33
%36 = OpTypePointer Workgroup %11
%37 = OpConstant  %20  0
%38 = OpConstantComposite  %24  %37
%46 = OpConstant  %10  5
%18 = OpFunction  %16  None %17
%19 = OpLabel
%26 = OpVariable  %25  Function
%31 = OpVariable  %30  Function
%35 = OpVariable  %34  Function
OpBranch %8
%8 = OpLabel
%1 = OpAccessChain  %36  %15 %28
OpStore %26 %38
%39 = OpCooperativeMatrixLoadKHR  %29  %1 %32 %21
OpStore %31 %39
%40 = OpCooperativeMatrixLoadKHR  %33  %1 %28 %21
OpStore %35 %40
%41 = OpLoad  %29  %31
%42 = OpLoad  %33  %35
%43 = OpLoad  %24  %26
%44 = OpCooperativeMatrixMulAddKHR  %24  %41 %42 %43
OpStore %26 %44
%45 = OpLoad  %24  %26
OpCooperativeMatrixStoreKHR %1 %45 %32 %46
OpReturn
OpFunctionEnd
