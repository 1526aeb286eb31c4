; test emit=spirv-asm check=emittable target=nvidia block=64
; clang asks for NaN by comparing with zero: one question, not two.
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
b0:
  %0 = call i64 @hip.param(i32 0)
  %1 = load float, i64 %0, align 4
  %2 = fcmp uno float %1, 0.000000e+00
  %3 = add i64 %0, 4
  %4 = load float, i64 %3, align 4
  %5 = fcmp uno float %1, %4
  %6 = or i1 %2, %5
  %7 = select i1 %6, i32 1, i32 0
  store i32 %7, i64 %0, align 4
  ret void
}

; ---- expected ----
; SPIR-V
; Version: 1.6
; Generator: rspirv
; Bound: 43
OpCapability Shader
OpCapability Int64
OpCapability SignedZeroInfNanPreserve
OpCapability VulkanMemoryModel
OpCapability VulkanMemoryModelDeviceScope
OpCapability PhysicalStorageBufferAddresses
%12 = OpExtInstImport "GLSL.std.450"
OpMemoryModel PhysicalStorageBuffer64 Vulkan
OpEntryPoint GLCompute %21 "main" %18
OpExecutionMode %21 LocalSize 64 1 1
OpExecutionMode %21 SignedZeroInfNanPreserve 32
OpDecorate %15 ArrayStride 4
OpDecorate %16 Block
OpMemberDecorate %16 0 Offset 0
%13 = OpTypeInt 32 0
%14 = OpConstant  %13  18
%15 = OpTypeArray %13 %14
%16 = OpTypeStruct %15
%17 = OpTypePointer PushConstant %16
%18 = OpVariable  %17  PushConstant
%19 = OpTypeVoid
%20 = OpTypeFunction %19
%23 = OpTypeInt 64 0
%24 = OpTypePointer PushConstant %13
%25 = OpConstant  %13  0
%28 = OpConstant  %13  1
%31 = OpTypeVector %13 2
%33 = OpTypeFloat 32
%34 = OpTypePointer PhysicalStorageBuffer %33
%36 = OpTypeBool
%37 = OpConstant  %23  4
%41 = OpTypePointer PhysicalStorageBuffer %13
%21 = OpFunction  %19  None %20
%22 = OpLabel
OpBranch %11
%11 = OpLabel
%26 = OpAccessChain  %24  %18 %25 %25
%27 = OpLoad  %13  %26
%29 = OpAccessChain  %24  %18 %25 %28
%30 = OpLoad  %13  %29
%32 = OpCompositeConstruct  %31  %27 %30
%1 = OpBitcast  %23  %32
%35 = OpConvertUToPtr  %34  %1
%2 = OpLoad  %33  %35 Aligned 4
%3 = OpIsNan  %36  %2
%4 = OpIAdd  %23  %1 %37
%38 = OpConvertUToPtr  %34  %4
%5 = OpLoad  %33  %38 Aligned 4
%39 = OpIsNan  %36  %2
%40 = OpIsNan  %36  %5
%6 = OpLogicalOr  %36  %39 %40
%7 = OpLogicalOr  %36  %3 %6
%8 = OpSelect  %13  %7 %28 %25
%42 = OpConvertUToPtr  %41  %1
OpStore %42 %8 Aligned 4
OpReturn
OpFunctionEnd
