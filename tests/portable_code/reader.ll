%t39 = type [4 x i8]
%t40 = type [4 x float]
%t41 = type { i32, i32 }
%t9 = type <{ i8, double }>
%t42 = type { %t41, <4 x i32> }
@table = internal addrspace(1) externally_initialized constant %t39 c"aaaa"
@variable = addrspace(1) externally_initialized global %t9 <{ i8 97, double 0x3FB999999999999A }>, align 16
@unnamed.55 = internal addrspace(1) externally_initialized global ptr addrspacecast (ptr addrspace(1) @variable to ptr)
@dynamic = external addrspace(3) global [0 x float]
define linkonce_odr i32 @helper(i32 %v60) {
b61:
  switch i32 %v60, label %b62 [ i32 1, label %b63 i32 4294967295, label %b63 ]
b63:
  br label %b64
b62:
  %v65 = sub i32 0, %v60
  %v66 = xor i32 %v65, -1
  br label %b64
b64:
  %v67 = phi i32 [ 3, %b63 ], [ %v66, %b62 ]
  ret i32 %v67
}
define amdgpu_kernel void @kernel(ptr addrspace(1) noalias readonly %v10, i32 %v68, ptr addrspace(4) byref(%t41) %p69, ptr addrspace(4) byref([8 x i8]) %v70) "amdgpu-flat-work-group-size"="1,64" {
b71:
  %v69 = load %t41, ptr addrspace(4) %p69
  %v72 = alloca %t41, addrspace(5)
  %v73 = addrspacecast ptr addrspace(5) %v72 to ptr
  call void @llvm.memcpy.p0.p4.i64(ptr align 4 %v73, ptr addrspace(4) align 4 %v70, i64 8, i1 false)
  %v74 = getelementptr inbounds %t41, ptr %v73, i32 0, i32 1
  %v75 = load volatile i32, ptr %v74, align 4
  %v77 = getelementptr %t9, ptr addrspace(1) %v10, i32 %v68, i32 1
  %v78 = load double, ptr addrspace(1) %v77, align 1
  %v79 = fptrunc double %v78 to float
  %v12 = fmul nnan contract float %v79, 0x400A000000000000
  %v80 = call float @llvm.sqrt.f32(float %v12)
  %v81 = call float @__ocml_tan_f32(float %v80)
  %v82 = fptosi float %v81 to i32
  %v83 = call i32 @llvm.amdgcn.workitem.id.x()
  %v84 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v83)
  %v11 = add nsw i32 %v84, %v82
  %v85 = call i32 @helper(i32 %v11)
  %v86 = extractvalue %t41 %v69, 1
  %v87 = icmp slt i32 %v85, %v86
  %v88 = select i1 %v87, i32 %v85, i32 %v75
  %m1 = insertelement <4 x i32> poison, i32 %v88, i32 0
  %m2 = insertelement <4 x i32> %m1, i32 %v86, i32 1
  %m3 = insertelement <4 x i32> %m2, i32 %v85, i32 2
  %v89 = insertelement <4 x i32> %m3, i32 %v11, i32 3
  %v90 = shufflevector <4 x i32> %v89, <4 x i32> <i32 1, i32 1, i32 1, i32 1>, <2 x i32> <i32 3, i32 poison>
  %m4 = extractelement <2 x i32> %v90, i32 0
  %m5 = extractelement <2 x i32> %v90, i32 1
  %m6 = insertelement <4 x i32> poison, i32 %m4, i32 0
  %m7 = insertelement <4 x i32> %m6, i32 %m5, i32 1
  %m8 = insertelement <4 x i32> %m7, i32 %v88, i32 2
  %v91 = insertelement <4 x i32> %m8, i32 %v86, i32 3
  %v92 = icmp eq <4 x i32> %v89, %v91
  %v93 = xor <4 x i1> %v92, splat (i1 true)
  %v94 = extractelement <4 x i1> %v93, i32 2
  %m9 = insertvalue %t42 poison, %t41 %v69, 0
  %v95 = insertvalue %t42 %m9, <4 x i32> %v89, 1
  %m10 = extractvalue %t42 %v95, 1
  %m11 = insertelement <4 x i32> %m10, i32 %v11, i32 3
  %v96 = insertvalue %t42 %v95, <4 x i32> %m11, 1
  %m12 = extractvalue %t42 %v96, 1
  %v97 = extractelement <4 x i32> %m12, i32 0
  %v98 = call i32 @llvm.ctpop.i32(i32 %v97)
  %v99 = call i32 @llvm.ctlz.i32(i32 %v98, i1 false)
  %m13 = zext i32 %v99 to i64
  %m14 = zext i32 %v98 to i64
  %m15 = mul i64 %m13, %m14
  %m16 = trunc i64 %m15 to i32
  %m17 = lshr i64 %m15, 32
  %m18 = trunc i64 %m17 to i32
  %v100 = bitcast i32 %m18 to i32
  %v101 = atomicrmw add ptr addrspace(1) %v10, i32 %v100 syncscope("agent") acq_rel
  %m19 = cmpxchg ptr addrspace(1) %v10, i32 %v101, i32 %v11 syncscope("agent") acq_rel acquire
  %v102 = extractvalue { i32, i1 } %m19, 0
  fence syncscope("workgroup") release
  fence syncscope("workgroup") acq_rel
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acq_rel
  %v103 = icmp eq ptr addrspace(3) @dynamic, addrspacecast (ptr null to ptr addrspace(3))
  %v104 = sext i32 %v102 to i64
  %v105 = trunc i64 %v104 to i16
  br i1 %v94, label %b106, label %b107
b106:
  store i16 %v105, ptr addrspace(1) %v10, align 2
  br label %b107
b107:
  ret void
}
declare float @__ocml_tan_f32(float)
declare i32 @llvm.amdgcn.readfirstlane.i32(i32 %v59)
declare void @llvm.amdgcn.s.barrier()
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.ctpop.i32(i32)
declare void @llvm.memcpy.p0.p4.i64(ptr, ptr addrspace(4), i64, i1)
declare float @llvm.sqrt.f32(float)
