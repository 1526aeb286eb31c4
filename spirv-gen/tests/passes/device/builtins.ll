; test passes=device/builtins
; One of each family.
declare i32 @llvm.amdgcn.workitem.id.x()
declare i64 @__ockl_get_local_size(i32)
declare void @llvm.amdgcn.s.barrier()
declare float @llvm.amdgcn.rcp.f32(float)
declare double @llvm.amdgcn.rcp.f64(double)
declare float @llvm.amdgcn.fract.f32(float)
declare i32 @llvm.amdgcn.ubfe.i32(i32, i32, i32)
declare i32 @llvm.amdgcn.mbcnt.lo(i32, i32)
declare i32 @llvm.amdgcn.ds.bpermute(i32, i32)
declare i32 @__ockl_wgred_add_i32(i32)
declare i64 @__ockl_steadyctr_u64()
define amdgpu_kernel void @k(ptr addrspace(1) %out, i32 %dim, float %f, double %d) {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %size = call i64 @__ockl_get_local_size(i32 %dim)
  call void @llvm.amdgcn.s.barrier()
  %r = call float @llvm.amdgcn.rcp.f32(float %f)
  %e = call double @llvm.amdgcn.rcp.f64(double %d)
  %part = call float @llvm.amdgcn.fract.f32(float %f)
  %field = call i32 @llvm.amdgcn.ubfe.i32(i32 %id, i32 %dim, i32 5)
  %lane = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %other = call i32 @llvm.amdgcn.ds.bpermute(i32 %field, i32 %lane)
  %count = call i32 @__ockl_wgred_add_i32(i32 %other)
  %now = call i64 @__ockl_steadyctr_u64()
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  store i32 %count, ptr addrspace(1) %out, align 4
  store i64 %size, ptr addrspace(1) %out, align 8
  store float %r, ptr addrspace(1) %out, align 4
  store double %e, ptr addrspace(1) %out, align 8
  store float %part, ptr addrspace(1) %out, align 4
  store i64 %now, ptr addrspace(1) %out, align 8
  ret void
}

; ---- expected ----
@hip.block.reduction.32 = internal addrspace(3) global i32 undef, align 4

declare i32 @llvm.amdgcn.workitem.id.x()

declare i64 @__ockl_get_local_size(i32 %0)

declare void @llvm.amdgcn.s.barrier()

declare float @llvm.amdgcn.rcp.f32(float %0)

declare double @llvm.amdgcn.rcp.f64(double %0)

declare float @llvm.amdgcn.fract.f32(float %0)

declare i32 @llvm.amdgcn.ubfe.i32(i32 %0, i32 %1, i32 %2)

declare i32 @llvm.amdgcn.mbcnt.lo(i32 %0, i32 %1)

declare i32 @llvm.amdgcn.ds.bpermute(i32 %0, i32 %1)

declare i32 @__ockl_wgred_add_i32(i32 %0)

declare i64 @__ockl_steadyctr_u64()

define amdgpu_kernel void @k(ptr addrspace(1) %out, i32 %dim, float %f, double %d) {
b0:
  %0 = call i32 @hip.thread.id.x()
  %1 = call i32 @hip.block.dim.z()
  %2 = zext i32 %1 to i64
  %3 = icmp eq i32 %dim, 2
  %4 = select i1 %3, i64 %2, i64 1
  %5 = call i32 @hip.block.dim.y()
  %6 = zext i32 %5 to i64
  %7 = icmp eq i32 %dim, 1
  %8 = select i1 %7, i64 %6, i64 %4
  %9 = call i32 @hip.block.dim.x()
  %10 = zext i32 %9 to i64
  %11 = icmp eq i32 %dim, 0
  %12 = select i1 %11, i64 %10, i64 %8
  fence syncscope("workgroup") release
  call void @hip.barrier()
  fence syncscope("workgroup") acquire
  %13 = call float @hip.native.rcp(float %f)
  %14 = fdiv double 1.000000e+00, %d
  %15 = call float @llvm.floor.f32(float %f)
  %16 = fsub float %f, %15
  %17 = fcmp ogt float %16, 0x3FEFFFFFE0000000
  %18 = select i1 %17, float 0x3FEFFFFFE0000000, float %16
  %19 = and i32 %dim, 31
  %20 = and i32 5, 31
  %21 = icmp eq i32 %20, 0
  %22 = sub i32 32, %19
  %23 = call i32 @llvm.umin.i32(i32 %20, i32 %22)
  %24 = sub i32 32, %23
  %25 = select i1 %21, i32 0, i32 %24
  %26 = sub i32 %25, %19
  %27 = select i1 %21, i32 0, i32 %26
  %28 = shl i32 %0, %27
  %29 = lshr i32 %28, %25
  %30 = select i1 %21, i32 0, i32 %29
  %31 = call i32 @hip.lane.id()
  %32 = call i32 @llvm.umin.i32(i32 %31, i32 32)
  %33 = add i32 %32, 0
  %34 = lshr i32 %30, 2
  %35 = call i32 @hip.warp.size()
  %36 = sub i32 %35, 1
  %37 = and i32 %34, %36
  %38 = call i64 @hip.active.mask()
  %39 = call i32 @hip.lane.id()
  %40 = zext i32 %37 to i64
  %41 = lshr i64 %38, %40
  %42 = trunc i64 %41 to i1
  %43 = call i32 @hip.shuffle(i32 %33, i32 %37)
  %44 = select i1 %42, i32 %43, i32 0
  fence syncscope("workgroup") release
  call void @hip.barrier()
  fence syncscope("workgroup") acquire
  store i32 0, ptr addrspace(3) @hip.block.reduction.32, align 4
  fence syncscope("workgroup") release
  call void @hip.barrier()
  fence syncscope("workgroup") acquire
  %45 = atomicrmw add ptr addrspace(3) @hip.block.reduction.32, i32 %44 syncscope("workgroup") monotonic, align 4
  fence syncscope("workgroup") release
  call void @hip.barrier()
  fence syncscope("workgroup") acquire
  %46 = load i32, ptr addrspace(3) @hip.block.reduction.32, align 4
  %47 = call i64 @hip.clock.wall()
  fence syncscope("workgroup") release
  call void @hip.barrier()
  fence syncscope("workgroup") acquire
  store i32 %46, ptr addrspace(1) %out, align 4
  store i64 %12, ptr addrspace(1) %out, align 8
  store float %13, ptr addrspace(1) %out, align 4
  store double %14, ptr addrspace(1) %out, align 8
  store float %18, ptr addrspace(1) %out, align 4
  store i64 %47, ptr addrspace(1) %out, align 8
  ret void
}
