; test emit=spirv-asm check=emittable target=baseline block=64
; `contract` gives the driver no leave to cancel and to reassociate; all fast-math flags together do, and `arcp` asks for its own quotient.
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
b0:
  %0 = call i64 @hip.param(i32 0)
  %1 = load float, i64 %0, align 4
  %2 = fadd contract float %1, %1
  %3 = fmul fast float %2, %1
  %4 = fneg contract float %3
  %5 = fdiv contract arcp float %4, %1
  %6 = call contract float @llvm.fabs.f32(float %5)
  %7 = fpext float %6 to double
  store double %7, i64 %0, align 8
  ret void
}

; ---- expected ----
; SPIR-V
; Version: 1.6
; Generator: rspirv
; Bound: 39
OpCapability Shader
OpCapability Float64
OpCapability Int64
OpCapability VulkanMemoryModel
OpCapability VulkanMemoryModelDeviceScope
OpCapability PhysicalStorageBufferAddresses
%12 = OpExtInstImport "GLSL.std.450"
OpMemoryModel PhysicalStorageBuffer64 Vulkan
OpEntryPoint GLCompute %21 "main" %18
OpExecutionMode %21 LocalSize 64 1 1
OpDecorate %15 ArrayStride 4
OpDecorate %16 Block
OpMemberDecorate %16 0 Offset 0
OpDecorate %3 NoContraction
OpDecorate %5 NoContraction
OpDecorate %7 NoContraction
OpDecorate %8 NoContraction
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
%36 = OpTypeFloat 64
%37 = OpTypePointer PhysicalStorageBuffer %36
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
%3 = OpFAdd  %33  %2 %2
%4 = OpFMul  %33  %3 %2
%5 = OpFNegate  %33  %4
%6 = OpFDiv  %33  %5 %2
%7 = OpExtInst  %33  %12 FAbs %6
%8 = OpFConvert  %36  %7
%38 = OpConvertUToPtr  %37  %1
OpStore %38 %8 Aligned 8
OpReturn
OpFunctionEnd
