; test emit=spirv-asm check=emittable target=lavapipe block=8
; A broadcast within the device's own subgroup, whatever warps are.
define amdgpu_kernel void @broadcast(ptr addrspace(1) %p0) {
b0:
  %out = call i64 @hip.param(i32 0)
  %t = call i32 @hip.thread.linear()
  %v = call i32 @hip.subgroup.broadcast(i32 %t, i32 8, i32 5)
  store i32 %v, i64 %out, align 4
  ret void
}

; ---- expected ----
; SPIR-V
; Version: 1.6
; Generator: rspirv
; Bound: 40
OpCapability Shader
OpCapability Int64
OpCapability GroupNonUniform
OpCapability GroupNonUniformBallot
OpCapability VulkanMemoryModel
OpCapability VulkanMemoryModelDeviceScope
OpCapability PhysicalStorageBufferAddresses
%7 = OpExtInstImport "GLSL.std.450"
OpMemoryModel PhysicalStorageBuffer64 Vulkan
OpEntryPoint GLCompute %16 "main" %13 %19 %21
OpExecutionMode %16 LocalSize 8 1 1
OpDecorate %10 ArrayStride 4
OpDecorate %11 Block
OpMemberDecorate %11 0 Offset 0
OpDecorate %19 BuiltIn SubgroupLocalInvocationId
OpDecorate %21 BuiltIn SubgroupId
%8 = OpTypeInt 32 0
%9 = OpConstant  %8  18
%10 = OpTypeArray %8 %9
%11 = OpTypeStruct %10
%12 = OpTypePointer PushConstant %11
%13 = OpVariable  %12  PushConstant
%14 = OpTypeVoid
%15 = OpTypeFunction %14
%18 = OpTypePointer Input %8
%19 = OpVariable  %18  Input
%21 = OpVariable  %18  Input
%23 = OpConstant  %8  8
%26 = OpTypeInt 64 0
%27 = OpTypePointer PushConstant %8
%28 = OpConstant  %8  0
%31 = OpConstant  %8  1
%34 = OpTypeVector %8 2
%36 = OpConstant  %8  3
%37 = OpConstant  %8  5
%38 = OpTypePointer PhysicalStorageBuffer %8
%16 = OpFunction  %14  None %15
%17 = OpLabel
%20 = OpLoad  %8  %19
%22 = OpLoad  %8  %21
%24 = OpIMul  %8  %22 %23
%25 = OpIAdd  %8  %24 %20
OpBranch %6
%6 = OpLabel
%29 = OpAccessChain  %27  %13 %28 %28
%30 = OpLoad  %8  %29
%32 = OpAccessChain  %27  %13 %28 %31
%33 = OpLoad  %8  %32
%35 = OpCompositeConstruct  %34  %30 %33
%1 = OpBitcast  %26  %35
%2 = OpCopyObject  %8  %25
%3 = OpGroupNonUniformBroadcast  %8  %36 %2 %37
%39 = OpConvertUToPtr  %38  %1
OpStore %39 %3 Aligned 4
OpReturn
OpFunctionEnd
