; test emit=spirv-asm check=emittable target=baseline block=64
define amdgpu_kernel void @saxpy(i32 %n, float %a, ptr addrspace(1) %x, ptr addrspace(1) %y) {
b0:
  %0 = call i32 @hip.block.id.x()
  %1 = mul i32 %0, 64
  %2 = call i32 @hip.thread.linear()
  %3 = add i32 %1, %2
  %4 = call i32 @hip.param(i32 0)
  %5 = icmp slt i32 %3, %4
  call void @hip.merge.selection(label %b2)
  br i1 %5, label %b1, label %b2

b1:
  %6 = call float @hip.param(i32 4)
  %7 = call i64 @hip.param(i32 8)
  %8 = call i64 @hip.param(i32 16)
  %9 = sext i32 %3 to i64
  %10 = shl i64 %9, 2
  %11 = add i64 %7, %10
  %12 = load float, i64 %11, align 4
  %13 = add i64 %8, %10
  %14 = load float, i64 %13, align 4
  %15 = fmul float %6, %12
  %16 = fadd float %15, %14
  store float %16, i64 %13, align 4
  br label %b2

b2:
  ret void
}

; ---- expected ----
; SPIR-V
; Version: 1.6
; Generator: rspirv
; Bound: 75
OpCapability Shader
OpCapability Int64
OpCapability VulkanMemoryModel
OpCapability VulkanMemoryModelDeviceScope
OpCapability PhysicalStorageBufferAddresses
%25 = OpExtInstImport "GLSL.std.450"
OpMemoryModel PhysicalStorageBuffer64 Vulkan
OpEntryPoint GLCompute %34 "main" %31 %37 %41
OpExecutionMode %34 LocalSize 64 1 1
OpDecorate %28 ArrayStride 4
OpDecorate %29 Block
OpMemberDecorate %29 0 Offset 0
OpDecorate %37 BuiltIn LocalInvocationIndex
OpDecorate %41 BuiltIn WorkgroupId
OpDecorate %17 NoContraction
OpDecorate %18 NoContraction
%26 = OpTypeInt 32 0
%27 = OpConstant  %26  22
%28 = OpTypeArray %26 %27
%29 = OpTypeStruct %28
%30 = OpTypePointer PushConstant %29
%31 = OpVariable  %30  PushConstant
%32 = OpTypeVoid
%33 = OpTypeFunction %32
%36 = OpTypePointer Input %26
%37 = OpVariable  %36  Input
%39 = OpTypeVector %26 3
%40 = OpTypePointer Input %39
%41 = OpVariable  %40  Input
%44 = OpConstant  %26  64
%45 = OpTypePointer PushConstant %26
%46 = OpConstant  %26  0
%49 = OpTypeBool
%50 = OpTypeFloat 32
%51 = OpConstant  %26  1
%54 = OpTypeInt 64 0
%55 = OpConstant  %26  2
%58 = OpConstant  %26  3
%61 = OpTypeVector %26 2
%63 = OpConstant  %26  4
%66 = OpConstant  %26  5
%70 = OpConstant  %54  2
%71 = OpTypePointer PhysicalStorageBuffer %50
%34 = OpFunction  %32  None %33
%35 = OpLabel
%38 = OpLoad  %26  %37
%42 = OpLoad  %39  %41
%43 = OpCompositeExtract  %26  %42 0
OpBranch %22
%22 = OpLabel
%1 = OpCopyObject  %26  %43
%2 = OpIMul  %26  %1 %44
%3 = OpCopyObject  %26  %38
%4 = OpIAdd  %26  %2 %3
%47 = OpAccessChain  %45  %31 %46 %46
%48 = OpLoad  %26  %47
%5 = OpCopyObject  %26  %48
%6 = OpSLessThan  %49  %4 %5
OpSelectionMerge %24 None
OpBranchConditional %6 %23 %24
%23 = OpLabel
%52 = OpAccessChain  %45  %31 %46 %51
%53 = OpLoad  %26  %52
%8 = OpBitcast  %50  %53
%56 = OpAccessChain  %45  %31 %46 %55
%57 = OpLoad  %26  %56
%59 = OpAccessChain  %45  %31 %46 %58
%60 = OpLoad  %26  %59
%62 = OpCompositeConstruct  %61  %57 %60
%9 = OpBitcast  %54  %62
%64 = OpAccessChain  %45  %31 %46 %63
%65 = OpLoad  %26  %64
%67 = OpAccessChain  %45  %31 %46 %66
%68 = OpLoad  %26  %67
%69 = OpCompositeConstruct  %61  %65 %68
%10 = OpBitcast  %54  %69
%11 = OpSConvert  %54  %4
%12 = OpShiftLeftLogical  %54  %11 %70
%13 = OpIAdd  %54  %9 %12
%72 = OpConvertUToPtr  %71  %13
%14 = OpLoad  %50  %72 Aligned 4
%15 = OpIAdd  %54  %10 %12
%73 = OpConvertUToPtr  %71  %15
%16 = OpLoad  %50  %73 Aligned 4
%17 = OpFMul  %50  %8 %14
%18 = OpFAdd  %50  %17 %16
%74 = OpConvertUToPtr  %71  %15
OpStore %74 %18 Aligned 4
OpBranch %24
%24 = OpLabel
OpReturn
OpFunctionEnd
