; test passes=calls/elements
; Functions of the form of an FFT library's callback, whose address is taken, get a kernel each.
@load = addrspace(1) externally_initialized global ptr @load_two
@store = addrspace(1) externally_initialized global ptr @store_parts
@others = addrspace(4) constant [4 x ptr] [ptr @three_bytes, ptr @four_arguments, ptr @load_none, ptr @store_none]

define internal [2 x i32] @load_two(ptr %a, i64 %i, ptr %d, ptr %s) {
  %slot = getelementptr i64, ptr %a, i64 %i
  %r = load [2 x i32], ptr %slot, align 4
  ret [2 x i32] %r
}
define internal void @store_parts(ptr %a, i64 %i, double %x, double %y, ptr %d, ptr %s) {
  %slot = getelementptr double, ptr %a, i64 %i
  store double %x, ptr %slot, align 8
  ret void
}
define internal float @never_taken(ptr %a, i64 %i, ptr %d, ptr %s) {
  ret float 0.0
}
define internal [3 x i8] @three_bytes(ptr %a, i64 %i, ptr %d, ptr %s) {
  ret [3 x i8] zeroinitializer
}
define internal float @four_arguments(ptr %a, i64 %i, float %f, ptr %d) {
  ret float %f
}
define internal float @load_none(ptr %a, i64 %i, float %f, ptr %d, ptr %s) {
  ret float %f
}
define internal void @store_none(ptr %a, i64 %i, ptr %d, ptr %s) {
  ret void
}

; ---- expected ----
@load = addrspace(1) externally_initialized global ptr @load_two
@store = addrspace(1) externally_initialized global ptr @store_parts
@others = addrspace(4) constant [4 x ptr] [ptr @three_bytes, ptr @four_arguments, ptr @load_none, ptr @store_none]

define internal [2 x i32] @load_two(ptr %a, i64 %i, ptr %d, ptr %s) {
b0:
  %0 = getelementptr i64, ptr %a, i64 %i
  %1 = load [2 x i32], ptr %0, align 4
  ret [2 x i32] %1
}

define internal void @store_parts(ptr %a, i64 %i, double %x, double %y, ptr %d, ptr %s) {
b0:
  %0 = getelementptr double, ptr %a, i64 %i
  store double %x, ptr %0, align 8
  ret void
}

define internal float @never_taken(ptr %a, i64 %i, ptr %d, ptr %s) {
b0:
  ret float 0.000000e+00
}

define internal [3 x i8] @three_bytes(ptr %a, i64 %i, ptr %d, ptr %s) {
b0:
  ret [3 x i8] zeroinitializer
}

define internal float @four_arguments(ptr %a, i64 %i, float %f, ptr %d) {
b0:
  ret float %f
}

define internal float @load_none(ptr %a, i64 %i, float %f, ptr %d, ptr %s) {
b0:
  ret float %f
}

define internal void @store_none(ptr %a, i64 %i, ptr %d, ptr %s) {
b0:
  ret void
}

define amdgpu_kernel void @hip.element.load.8.38d394c200000010(ptr addrspace(1) %dense, ptr addrspace(1) %array, ptr addrspace(1) %data, i64 %nx, i64 %ny, i64 %nz, i64 %sx, i64 %sy, i64 %sz, i64 %distance, i64 %count, i64 %row, i64 %first) "amdgpu-flat-work-group-size"="1,256" {
b0:
  %0 = call i32 @hip.block.id.x()
  %1 = mul i32 %0, 256
  %2 = call i32 @hip.thread.id.x()
  %3 = add i32 %1, %2
  %4 = zext i32 %3 to i64
  %5 = icmp ult i64 %4, %count
  br i1 %5, label %b1, label %b2

b1:
  %6 = urem i64 %4, %nx
  %7 = udiv i64 %4, %nx
  %8 = mul i64 %6, %sx
  %9 = add i64 %first, %8
  %10 = mul i64 %7, %row
  %11 = add i64 %10, %6
  %12 = urem i64 %7, %ny
  %13 = udiv i64 %7, %ny
  %14 = mul i64 %12, %sy
  %15 = add i64 %9, %14
  %16 = urem i64 %13, %nz
  %17 = udiv i64 %13, %nz
  %18 = mul i64 %16, %sz
  %19 = add i64 %15, %18
  %20 = mul i64 %17, %distance
  %21 = mul i64 %11, 8
  %22 = add i64 %19, %20
  %23 = getelementptr i8, ptr addrspace(1) %dense, i64 %21
  %24 = addrspacecast ptr addrspace(1) %array to ptr
  %25 = addrspacecast ptr addrspace(1) %data to ptr
  %26 = call [2 x i32] @load_two(ptr %24, i64 %22, ptr %25, ptr null)
  store [2 x i32] %26, ptr addrspace(1) %23, align 4
  br label %b2

b2:
  ret void
}

define amdgpu_kernel void @hip.element.store.16.38d394c200000020(ptr addrspace(1) %dense, ptr addrspace(1) %array, ptr addrspace(1) %data, i64 %nx, i64 %ny, i64 %nz, i64 %sx, i64 %sy, i64 %sz, i64 %distance, i64 %count, i64 %row, i64 %first) "amdgpu-flat-work-group-size"="1,256" {
b0:
  %0 = call i32 @hip.block.id.x()
  %1 = mul i32 %0, 256
  %2 = call i32 @hip.thread.id.x()
  %3 = add i32 %1, %2
  %4 = zext i32 %3 to i64
  %5 = icmp ult i64 %4, %count
  br i1 %5, label %b1, label %b2

b1:
  %6 = urem i64 %4, %nx
  %7 = udiv i64 %4, %nx
  %8 = mul i64 %6, %sx
  %9 = add i64 %first, %8
  %10 = mul i64 %7, %row
  %11 = add i64 %10, %6
  %12 = urem i64 %7, %ny
  %13 = udiv i64 %7, %ny
  %14 = mul i64 %12, %sy
  %15 = add i64 %9, %14
  %16 = urem i64 %13, %nz
  %17 = udiv i64 %13, %nz
  %18 = mul i64 %16, %sz
  %19 = add i64 %15, %18
  %20 = mul i64 %17, %distance
  %21 = mul i64 %11, 16
  %22 = add i64 %19, %20
  %23 = getelementptr i8, ptr addrspace(1) %dense, i64 %21
  %24 = addrspacecast ptr addrspace(1) %array to ptr
  %25 = getelementptr i8, ptr addrspace(1) %23, i64 0
  %26 = load double, ptr addrspace(1) %25, align 8
  %27 = getelementptr i8, ptr addrspace(1) %23, i64 8
  %28 = load double, ptr addrspace(1) %27, align 8
  %29 = addrspacecast ptr addrspace(1) %data to ptr
  call void @store_parts(ptr %24, i64 %22, double %26, double %28, ptr %29, ptr null)
  br label %b2

b2:
  ret void
}
