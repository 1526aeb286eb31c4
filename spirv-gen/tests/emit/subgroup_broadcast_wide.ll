; test emit=spirv-asm check=emittable target=lavapipe block=8
; The same of 64 bits.
define amdgpu_kernel void @broadcast(ptr addrspace(1) %p0) {
b0:
  %out = call i64 @hip.param(i32 0)
  %t = call i32 @hip.thread.linear()
  %w = zext i32 %t to i64
  %v = call i64 @hip.subgroup.broadcast(i64 %w, i32 8, i32 5)
  store i64 %v, i64 %out, align 8
  ret void
}

; ---- expected ----
; SPIR-V
; Version: 1.6
; Generator: rspirv
; Bound: 41
OpCapability Shader
OpCapability Int64
OpCapability GroupNonUniform
OpCapability GroupNonUniformBallot
OpCapability VulkanMemoryModel
OpCapability VulkanMemoryModelDeviceScope
OpCapability PhysicalStorageBufferAddresses
%8 = OpExtInstImport "GLSL.std.450"
OpMemoryModel PhysicalStorageBuffer64 Vulkan
OpEntryPoint GLCompute %17 "main" %14 %20 %22
OpExecutionMode %17 LocalSize 8 1 1
OpDecorate %11 ArrayStride 4
OpDecorate %12 Block
OpMemberDecorate %12 0 Offset 0
OpDecorate %20 BuiltIn SubgroupLocalInvocationId
OpDecorate %22 BuiltIn SubgroupId
%9 = OpTypeInt 32 0
%10 = OpConstant  %9  18
%11 = OpTypeArray %9 %10
%12 = OpTypeStruct %11
%13 = OpTypePointer PushConstant %12
%14 = OpVariable  %13  PushConstant
%15 = OpTypeVoid
%16 = OpTypeFunction %15
%19 = OpTypePointer Input %9
%20 = OpVariable  %19  Input
%22 = OpVariable  %19  Input
%24 = OpConstant  %9  8
%27 = OpTypeInt 64 0
%28 = OpTypePointer PushConstant %9
%29 = OpConstant  %9  0
%32 = OpConstant  %9  1
%35 = OpTypeVector %9 2
%37 = OpConstant  %9  3
%38 = OpConstant  %9  5
%39 = OpTypePointer PhysicalStorageBuffer %27
%17 = OpFunction  %15  None %16
%18 = OpLabel
%21 = OpLoad  %9  %20
%23 = OpLoad  %9  %22
%25 = OpIMul  %9  %23 %24
%26 = OpIAdd  %9  %25 %21
OpBranch %7
%7 = OpLabel
%30 = OpAccessChain  %28  %14 %29 %29
%31 = OpLoad  %9  %30
%33 = OpAccessChain  %28  %14 %29 %32
%34 = OpLoad  %9  %33
%36 = OpCompositeConstruct  %35  %31 %34
%1 = OpBitcast  %27  %36
%2 = OpCopyObject  %9  %26
%3 = OpUConvert  %27  %2
%4 = OpGroupNonUniformBroadcast  %27  %37 %3 %38
%40 = OpConvertUToPtr  %39  %1
OpStore %40 %4 Aligned 8
OpReturn
OpFunctionEnd
