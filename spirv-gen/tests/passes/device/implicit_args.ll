; test passes=device/implicit_args
; Block and grid sizes by their offsets in AMD's structures; a wide load covers several fields.
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
declare ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
define amdgpu_kernel void @k(ptr addrspace(1) %out) {
  %p = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %block.at = getelementptr inbounds i8, ptr addrspace(4) %p, i64 12
  %block = load i16, ptr addrspace(4) %block.at, align 4
  store i16 %block, ptr addrspace(1) %out, align 2
  %grid = load <2 x i32>, ptr addrspace(4) %p, align 4
  store <2 x i32> %grid, ptr addrspace(1) %out, align 8
  %both = load i32, ptr addrspace(4) %block.at, align 4
  store i32 %both, ptr addrspace(1) %out, align 4
  %d = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %threads.at = getelementptr i8, ptr addrspace(4) %d, i64 12
  %threads = load i32, ptr addrspace(4) %threads.at, align 4
  store i32 %threads, ptr addrspace(1) %out, align 4
  ret void
}

; ---- expected ----
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()

declare ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()

define amdgpu_kernel void @k(ptr addrspace(1) %out) {
b0:
  %0 = call i32 @hip.block.dim.x()
  %1 = trunc i32 %0 to i16
  store i16 %1, ptr addrspace(1) %out, align 2
  %2 = call i32 @hip.grid.dim.x()
  %3 = insertelement <2 x i32> poison, i32 %2, i32 0
  %4 = call i32 @hip.grid.dim.y()
  %5 = insertelement <2 x i32> %3, i32 %4, i32 1
  store <2 x i32> %5, ptr addrspace(1) %out, align 8
  %6 = call i32 @hip.block.dim.x()
  %7 = trunc i32 %6 to i16
  %8 = zext i16 %7 to i32
  %9 = call i32 @hip.block.dim.y()
  %10 = trunc i32 %9 to i16
  %11 = zext i16 %10 to i32
  %12 = shl i32 %11, 16
  %13 = or i32 %8, %12
  store i32 %13, ptr addrspace(1) %out, align 4
  %14 = call i32 @hip.grid.dim.x()
  %15 = call i32 @hip.block.dim.x()
  %16 = mul i32 %14, %15
  store i32 %16, ptr addrspace(1) %out, align 4
  ret void
}
