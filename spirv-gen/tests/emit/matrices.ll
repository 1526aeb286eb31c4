; test emit=spirv-asm check=emittable target=nvidia block=64
; Each slot is a variable of the function; products are of half floats, sums are floats.
@hip.shared.0 = internal addrspace(3) global [256 x <4 x i32>] undef, align 16
define amdgpu_kernel void @product() {
b0:
  %a = getelementptr inbounds [256 x <4 x i32>], ptr addrspace(3) @hip.shared.0, i32 0, i32 0
  %b = getelementptr inbounds [256 x <4 x i32>], ptr addrspace(3) @hip.shared.0, i32 0, i32 48
  call void @hip.matrix.zero(i32 8208, i32 0)
  call void @hip.matrix.load(i32 8208, i32 0, i32 0, ptr addrspace(3) %a, i32 3, i32 1)
  call void @hip.matrix.load(i32 8208, i32 1, i32 0, ptr addrspace(3) %b, i32 3, i32 0)
  call void @hip.matrix.multiply(i32 8208, i32 0, i32 0, i32 0)
  call void @hip.matrix.store(i32 8208, i32 0, ptr addrspace(3) %a, i32 5, i32 1)
  ret void
}

; ---- expected ----
; SPIR-V
; Version: 1.6
; Generator: rspirv
; Bound: 49
OpCapability Shader
OpCapability Float16
OpCapability Int64
OpCapability DenormPreserve
OpCapability SignedZeroInfNanPreserve
OpCapability RoundingModeRTE
OpCapability VulkanMemoryModel
OpCapability VulkanMemoryModelDeviceScope
OpCapability PhysicalStorageBufferAddresses
OpCapability CooperativeMatrixKHR
OpExtension "SPV_KHR_cooperative_matrix"
%10 = OpExtInstImport "GLSL.std.450"
OpMemoryModel PhysicalStorageBuffer64 Vulkan
OpEntryPoint GLCompute %19 "main" %16
OpExecutionMode %19 LocalSize 64 1 1
OpExecutionMode %19 DenormPreserve 16
OpExecutionMode %19 SignedZeroInfNanPreserve 16
OpExecutionMode %19 RoundingModeRTE 16
OpExecutionMode %19 SignedZeroInfNanPreserve 32
%11 = OpTypeInt 32 0
%12 = OpTypeVector %11 4
%13 = OpConstant  %11  256
%14 = OpTypeArray %12 %13
%15 = OpTypePointer Workgroup %14
%16 = OpVariable  %15  Workgroup
%17 = OpTypeVoid
%18 = OpTypeFunction %17
%21 = OpTypeFloat 32
%22 = OpConstant  %11  3
%23 = OpConstant  %11  16
%24 = OpConstant  %11  2
%25 = OpTypeCooperativeMatrixKHR %21 %22 %23 %23 %24
%26 = OpTypePointer Function %25
%28 = OpTypeFloat 16
%29 = OpConstant  %11  0
%30 = OpTypeCooperativeMatrixKHR %28 %22 %23 %23 %29
%31 = OpTypePointer Function %30
%33 = OpConstant  %11  1
%34 = OpTypeCooperativeMatrixKHR %28 %22 %23 %23 %33
%35 = OpTypePointer Function %34
%37 = OpTypePointer Workgroup %12
%38 = OpConstant  %11  48
%39 = OpConstant  %21  0
%40 = OpConstantComposite  %25  %39
%48 = OpConstant  %11  5
%19 = OpFunction  %17  None %18
%20 = OpLabel
%27 = OpVariable  %26  Function
%32 = OpVariable  %31  Function
%36 = OpVariable  %35  Function
OpBranch %9
%9 = OpLabel
%1 = OpAccessChain  %37  %16 %29
%2 = OpAccessChain  %37  %16 %38
OpStore %27 %40
%41 = OpCooperativeMatrixLoadKHR  %30  %1 %33 %22
OpStore %32 %41
%42 = OpCooperativeMatrixLoadKHR  %34  %2 %29 %22
OpStore %36 %42
%43 = OpLoad  %30  %32
%44 = OpLoad  %34  %36
%45 = OpLoad  %25  %27
%46 = OpCooperativeMatrixMulAddKHR  %25  %43 %44 %45
OpStore %27 %46
%47 = OpLoad  %25  %27
OpCooperativeMatrixStoreKHR %1 %47 %33 %48
OpReturn
OpFunctionEnd
