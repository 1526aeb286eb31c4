%t40 = type [4 x i8]
%t41 = type [4 x float]
%t42 = type { i32, i32 }
%t9 = type <{ i8, double }>
%t43 = type { %t42, <4 x i32> }
@table = internal addrspace(1) externally_initialized constant %t40 c"aaaa"
@variable = addrspace(1) externally_initialized global %t9 <{ i8 97, double 0x3FB999999999999A }>, align 16
@unnamed.56 = internal addrspace(1) externally_initialized global ptr addrspacecast (ptr addrspace(1) @variable to ptr)
@dynamic = external addrspace(3) global [0 x float]
define linkonce_odr i32 @helper(i32 %v61) {
b62:
  switch i32 %v61, label %b63 [ i32 1, label %b64 i32 4294967295, label %b64 ]
b64:
  br label %b65
b63:
  %v66 = sub i32 0, %v61
  %v67 = xor i32 %v66, -1
  br label %b65
b65:
  %v68 = phi i32 [ 3, %b64 ], [ %v67, %b63 ]
  ret i32 %v68
}
define amdgpu_kernel void @kernel(ptr addrspace(1) noalias readonly %v10, i32 %v69, ptr addrspace(4) byref(%t42) %p70, ptr addrspace(4) byref([8 x i8]) %v71) "amdgpu-flat-work-group-size"="1,64" {
b72:
  %v70 = load %t42, ptr addrspace(4) %p70
  %v73 = alloca %t42, addrspace(5)
  %v74 = addrspacecast ptr addrspace(5) %v73 to ptr
  call void @llvm.memcpy.p0.p4.i64(ptr align 4 %v74, ptr addrspace(4) align 4 %v71, i64 8, i1 false)
  %v75 = getelementptr inbounds %t42, ptr %v74, i32 0, i32 1
  %v76 = load volatile i32, ptr %v75, align 4
  %v78 = getelementptr %t9, ptr addrspace(1) %v10, i32 %v69, i32 1
  %v79 = load double, ptr addrspace(1) %v78, align 1
  %v80 = fptrunc double %v79 to float
  %v13 = fmul nnan contract float %v80, 0x400A000000000000
  %v81 = call float @llvm.sqrt.f32(float %v13)
  %v82 = call float @__ocml_tan_f32(float %v81)
  %v83 = fptosi float %v82 to i32
  %v84 = call i32 @llvm.amdgcn.workitem.id.x()
  %v85 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v84)
  %v11 = add nsw i32 %v85, %v83
  %v86 = call i32 @helper(i32 %v11)
  %v87 = extractvalue %t42 %v70, 1
  %v88 = icmp slt i32 %v86, %v87
  %v89 = select i1 %v88, i32 %v86, i32 %v76
  %m1 = insertelement <4 x i32> poison, i32 %v89, i32 0
  %m2 = insertelement <4 x i32> %m1, i32 %v87, i32 1
  %m3 = insertelement <4 x i32> %m2, i32 %v86, i32 2
  %v90 = insertelement <4 x i32> %m3, i32 %v11, i32 3
  %v91 = shufflevector <4 x i32> %v90, <4 x i32> <i32 1, i32 1, i32 1, i32 1>, <2 x i32> <i32 3, i32 poison>
  %m4 = extractelement <2 x i32> %v91, i32 0
  %m5 = extractelement <2 x i32> %v91, i32 1
  %m6 = insertelement <4 x i32> poison, i32 %m4, i32 0
  %m7 = insertelement <4 x i32> %m6, i32 %m5, i32 1
  %m8 = insertelement <4 x i32> %m7, i32 %v89, i32 2
  %v92 = insertelement <4 x i32> %m8, i32 %v87, i32 3
  %v93 = icmp eq <4 x i32> %v90, %v92
  %v94 = xor <4 x i1> %v93, splat (i1 true)
  %v95 = extractelement <4 x i1> %v94, i32 2
  %m9 = insertvalue %t43 poison, %t42 %v70, 0
  %v96 = insertvalue %t43 %m9, <4 x i32> %v90, 1
  %m10 = extractvalue %t43 %v96, 1
  %m11 = insertelement <4 x i32> %m10, i32 %v11, i32 3
  %v97 = insertvalue %t43 %v96, <4 x i32> %m11, 1
  %m12 = extractvalue %t43 %v97, 1
  %v98 = extractelement <4 x i32> %m12, i32 0
  %v99 = call i32 @llvm.ctpop.i32(i32 %v98)
  %v100 = call i32 @llvm.ctlz.i32(i32 %v99, i1 false)
  %m13 = zext i32 %v100 to i64
  %m14 = zext i32 %v99 to i64
  %m15 = mul i64 %m13, %m14
  %m16 = trunc i64 %m15 to i32
  %m17 = lshr i64 %m15, 32
  %m18 = trunc i64 %m17 to i32
  %v101 = bitcast i32 %m18 to i32
  %v102 = atomicrmw add ptr addrspace(1) %v10, i32 %v101 syncscope("agent") acq_rel
  %m19 = cmpxchg ptr addrspace(1) %v10, i32 %v102, i32 %v11 syncscope("agent") acq_rel acquire
  %v103 = extractvalue { i32, i1 } %m19, 0
  fence syncscope("workgroup") release
  fence syncscope("workgroup") acq_rel
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acq_rel
  %v104 = icmp eq ptr addrspace(3) @dynamic, addrspacecast (ptr null to ptr addrspace(3))
  %v105 = sext i32 %v103 to i64
  %v106 = trunc i64 %v105 to i16
  %v12 = call i64 @llvm.fptosi.sat.i64.f32(float %v82)
  br i1 %v95, label %b107, label %b108
b107:
  store i16 %v106, ptr addrspace(1) %v10, align 2
  br label %b108
b108:
  ret void
}
declare float @__ocml_tan_f32(float)
declare i32 @llvm.amdgcn.readfirstlane.i32(i32 %v60)
declare void @llvm.amdgcn.s.barrier()
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.ctpop.i32(i32)
declare i64 @llvm.fptosi.sat.i64.f32(float)
declare void @llvm.memcpy.p0.p4.i64(ptr, ptr addrspace(4), i64, i1)
declare float @llvm.sqrt.f32(float)
