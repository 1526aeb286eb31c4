; test emit=spirv-asm check=emittable target=nvidia block=64
; Reads of one place share an image instruction; another slot has its own. The table is set 0, binding 0.
define amdgpu_kernel void @sample(ptr addrspace(1) %out, i32 %slot) {
b0:
  %base = call i64 @hip.param(i32 0)
  %slot1 = call i32 @hip.param(i32 8)
  %t = call i32 @hip.thread.linear()
  %x = uitofp i32 %t to float
  %red = call float @hip.image.sample.2d(i32 %slot1, float %x, float 5.000000e-01, i32 0)
  %alpha = call float @hip.image.sample.2d(i32 %slot1, float %x, float 5.000000e-01, i32 3)
  %other = call float @hip.image.sample.2d(i32 %t, float %x, float 5.000000e-01, i32 0)
  %some = fadd float %red, %alpha
  %sum = fadd float %some, %other
  store float %sum, i64 %base, align 4
  ret void
}

; ---- expected ----
; SPIR-V
; Version: 1.6
; Generator: rspirv
; Bound: 62
OpCapability Shader
OpCapability Int64
OpCapability SignedZeroInfNanPreserve
OpCapability ShaderNonUniform
OpCapability SampledImageArrayNonUniformIndexing
OpCapability VulkanMemoryModel
OpCapability VulkanMemoryModelDeviceScope
OpCapability PhysicalStorageBufferAddresses
%13 = OpExtInstImport "GLSL.std.450"
OpMemoryModel PhysicalStorageBuffer64 Vulkan
OpEntryPoint GLCompute %22 "main" %19 %25 %47
OpExecutionMode %22 LocalSize 64 1 1
OpExecutionMode %22 SignedZeroInfNanPreserve 32
OpDecorate %16 ArrayStride 4
OpDecorate %17 Block
OpMemberDecorate %17 0 Offset 0
OpDecorate %25 BuiltIn LocalInvocationIndex
OpDecorate %4 NoContraction
OpDecorate %47 DescriptorSet 0
OpDecorate %47 Binding 0
OpDecorate %52 NonUniform
OpDecorate %53 NonUniform
OpDecorate %57 NonUniform
OpDecorate %58 NonUniform
OpDecorate %8 NoContraction
OpDecorate %9 NoContraction
%14 = OpTypeInt 32 0
%15 = OpConstant  %14  20
%16 = OpTypeArray %14 %15
%17 = OpTypeStruct %16
%18 = OpTypePointer PushConstant %17
%19 = OpVariable  %18  PushConstant
%20 = OpTypeVoid
%21 = OpTypeFunction %20
%24 = OpTypePointer Input %14
%25 = OpVariable  %24  Input
%27 = OpTypeInt 64 0
%28 = OpTypePointer PushConstant %14
%29 = OpConstant  %14  0
%32 = OpConstant  %14  1
%35 = OpTypeVector %14 2
%37 = OpConstant  %14  2
%40 = OpTypeFloat 32
%41 = OpConstant  %40  0.5
%42 = OpConstant  %14  4096
%43 = OpTypeImage %40 2D 0 0 0 1 Unknown
%44 = OpTypeSampledImage %43
%45 = OpTypeArray %44 %42
%46 = OpTypePointer UniformConstant %45
%47 = OpVariable  %46  UniformConstant
%48 = OpTypePointer UniformConstant %44
%49 = OpTypeVector %40 2
%50 = OpTypeVector %40 4
%54 = OpConstant  %40  0
%60 = OpTypePointer PhysicalStorageBuffer %40
%22 = OpFunction  %20  None %21
%23 = OpLabel
%26 = OpLoad  %14  %25
OpBranch %12
%12 = OpLabel
%30 = OpAccessChain  %28  %19 %29 %29
%31 = OpLoad  %14  %30
%33 = OpAccessChain  %28  %19 %29 %32
%34 = OpLoad  %14  %33
%36 = OpCompositeConstruct  %35  %31 %34
%1 = OpBitcast  %27  %36
%38 = OpAccessChain  %28  %19 %29 %37
%39 = OpLoad  %14  %38
%2 = OpCopyObject  %14  %39
%3 = OpCopyObject  %14  %26
%4 = OpConvertUToF  %40  %3
%51 = OpCompositeConstruct  %49  %4 %41
%52 = OpAccessChain  %48  %47 %2
%53 = OpLoad  %44  %52
%55 = OpImageSampleExplicitLod  %50  %53 %51 Lod %54
%5 = OpCompositeExtract  %40  %55 0
%6 = OpCompositeExtract  %40  %55 3
%56 = OpCompositeConstruct  %49  %4 %41
%57 = OpAccessChain  %48  %47 %3
%58 = OpLoad  %44  %57
%59 = OpImageSampleExplicitLod  %50  %58 %56 Lod %54
%7 = OpCompositeExtract  %40  %59 0
%8 = OpFAdd  %40  %5 %6
%9 = OpFAdd  %40  %8 %7
%61 = OpConvertUToPtr  %60  %1
OpStore %61 %9 Aligned 4
OpReturn
OpFunctionEnd
