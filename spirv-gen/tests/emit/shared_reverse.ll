; test emit=spirv-asm check=emittable target=baseline block=64
@hip.shared.0 = external addrspace(3) global [64 x i32]

define amdgpu_kernel void @reverse(ptr addrspace(1) %p) {
  %t = call i32 @hip.thread.linear()
  %a = call i64 @hip.param(i32 0)
  %w = zext i32 %t to i64
  %o = shl i64 %w, 2
  %at = add i64 %a, %o
  %x = load i32, i64 %at, align 4
  %s = getelementptr [64 x i32], ptr addrspace(3) @hip.shared.0, i32 0, i32 %t
  store i32 %x, ptr addrspace(3) %s, align 4
  fence syncscope("workgroup") release
  call void @hip.barrier()
  fence syncscope("workgroup") acquire
  %r = sub i32 63, %t
  %q = getelementptr [64 x i32], ptr addrspace(3) @hip.shared.0, i32 0, i32 %r
  %y = load i32, ptr addrspace(3) %q, align 4
  store i32 %y, i64 %at, align 4
  ret void
}

; ---- expected ----
; SPIR-V
; Version: 1.6
; Generator: rspirv
; Bound: 54
OpCapability Shader
OpCapability Int64
OpCapability VulkanMemoryModel
OpCapability VulkanMemoryModelDeviceScope
OpCapability PhysicalStorageBufferAddresses
%18 = OpExtInstImport "GLSL.std.450"
OpMemoryModel PhysicalStorageBuffer64 Vulkan
OpEntryPoint GLCompute %31 "main" %24 %28 %34
OpExecutionMode %31 LocalSize 64 1 1
OpDecorate %21 ArrayStride 4
OpDecorate %22 Block
OpMemberDecorate %22 0 Offset 0
OpDecorate %34 BuiltIn LocalInvocationIndex
%19 = OpTypeInt 32 0
%20 = OpConstant  %19  18
%21 = OpTypeArray %19 %20
%22 = OpTypeStruct %21
%23 = OpTypePointer PushConstant %22
%24 = OpVariable  %23  PushConstant
%25 = OpConstant  %19  64
%26 = OpTypeArray %19 %25
%27 = OpTypePointer Workgroup %26
%28 = OpVariable  %27  Workgroup
%29 = OpTypeVoid
%30 = OpTypeFunction %29
%33 = OpTypePointer Input %19
%34 = OpVariable  %33  Input
%36 = OpTypeInt 64 0
%37 = OpTypePointer PushConstant %19
%38 = OpConstant  %19  0
%41 = OpConstant  %19  1
%44 = OpTypeVector %19 2
%46 = OpConstant  %36  2
%47 = OpTypePointer PhysicalStorageBuffer %19
%49 = OpTypePointer Workgroup %19
%50 = OpConstant  %19  2
%51 = OpConstant  %19  24840
%52 = OpConstant  %19  63
%31 = OpFunction  %29  None %30
%32 = OpLabel
%35 = OpLoad  %19  %34
OpBranch %17
%17 = OpLabel
%1 = OpCopyObject  %19  %35
%39 = OpAccessChain  %37  %24 %38 %38
%40 = OpLoad  %19  %39
%42 = OpAccessChain  %37  %24 %38 %41
%43 = OpLoad  %19  %42
%45 = OpCompositeConstruct  %44  %40 %43
%2 = OpBitcast  %36  %45
%3 = OpUConvert  %36  %1
%4 = OpShiftLeftLogical  %36  %3 %46
%5 = OpIAdd  %36  %2 %4
%48 = OpConvertUToPtr  %47  %5
%6 = OpLoad  %19  %48 Aligned|NonPrivatePointer 4
%7 = OpAccessChain  %49  %28 %1
OpStore %7 %6 NonPrivatePointer
OpControlBarrier %50 %50 %51
%12 = OpISub  %19  %52 %1
%13 = OpAccessChain  %49  %28 %12
%14 = OpLoad  %19  %13 NonPrivatePointer
%53 = OpConvertUToPtr  %47  %5
OpStore %53 %14 Aligned|NonPrivatePointer 4
OpReturn
OpFunctionEnd
