; test emit=spirv-asm target=lavapipe block=64
; Loops over a block's threads, unrolled, cost lavapipe's LLVM many times the time: it is told to leave all loops alone (DontUnroll).
define amdgpu_kernel void @k() {
b0:
  %p = call i64 @hip.param(i32 0)
  br label %b1

b1:
  %i = phi i32 [ 0, %b0 ], [ %next, %b2 ]
  %more = icmp ult i32 %i, 16
  call void @hip.merge.loop(label %b3, label %b2)
  br i1 %more, label %b2, label %b3

b2:
  %next = add i32 %i, 1
  br label %b1

b3:
  store i32 %i, i64 %p, align 4
  ret void
}

; ---- expected ----
; SPIR-V
; Version: 1.6
; Generator: rspirv
; Bound: 38
OpCapability Shader
OpCapability Int64
OpCapability VulkanMemoryModel
OpCapability VulkanMemoryModelDeviceScope
OpCapability PhysicalStorageBufferAddresses
%14 = OpExtInstImport "GLSL.std.450"
OpMemoryModel PhysicalStorageBuffer64 Vulkan
OpEntryPoint GLCompute %23 "main" %20
OpExecutionMode %23 LocalSize 64 1 1
OpDecorate %17 ArrayStride 4
OpDecorate %18 Block
OpMemberDecorate %18 0 Offset 0
%15 = OpTypeInt 32 0
%16 = OpConstant  %15  16
%17 = OpTypeArray %15 %16
%18 = OpTypeStruct %17
%19 = OpTypePointer PushConstant %18
%20 = OpVariable  %19  PushConstant
%21 = OpTypeVoid
%22 = OpTypeFunction %21
%25 = OpTypeInt 64 0
%26 = OpTypePointer PushConstant %15
%27 = OpConstant  %15  0
%30 = OpConstant  %15  1
%33 = OpTypeVector %15 2
%35 = OpTypeBool
%36 = OpTypePointer PhysicalStorageBuffer %15
%23 = OpFunction  %21  None %22
%24 = OpLabel
OpBranch %10
%10 = OpLabel
%28 = OpAccessChain  %26  %20 %27 %27
%29 = OpLoad  %15  %28
%31 = OpAccessChain  %26  %20 %27 %30
%32 = OpLoad  %15  %31
%34 = OpCompositeConstruct  %33  %29 %32
%1 = OpBitcast  %25  %34
OpBranch %11
%11 = OpLabel
%3 = OpPhi  %15  %27 %10 %6 %12
%4 = OpULessThan  %35  %3 %16
OpLoopMerge %13 %12 DontUnroll
OpBranchConditional %4 %12 %13
%12 = OpLabel
%6 = OpIAdd  %15  %3 %30
OpBranch %11
%13 = OpLabel
%37 = OpConvertUToPtr  %36  %1
OpStore %37 %3 Aligned 4
OpReturn
OpFunctionEnd
