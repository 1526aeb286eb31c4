; test passes=device/printf
; printf("%d %s %s", n, "text", dynamic), whose result nobody uses, and printf("hi"), whose result is stored.
@format = private constant [9 x i8] c"%d %s %s\00", align 1
@text = private constant [5 x i8] c"text\00", align 1
@hi = private constant [3 x i8] c"hi\00", align 1
declare i64 @__ockl_printf_begin(i64)
declare i64 @__ockl_printf_append_string_n(i64, ptr, i64, i32)
declare i64 @__ockl_printf_append_args(i64, i32, i64, i64, i64, i64, i64, i64, i64, i32)
define ptr addrspace(1) @__hip_vk_record_alloc(i32 %size, i32 %counted) {
  ret ptr addrspace(1) null
}
define i32 @__hip_vk_printf_length(ptr addrspace(1) %record) {
  ret i32 0
}
define amdgpu_kernel void @k(ptr addrspace(1) %out, i64 %n, ptr %dynamic, i64 %bytes) {
  %a = call i64 @__ockl_printf_begin(i64 0)
  %b = call i64 @__ockl_printf_append_string_n(i64 %a, ptr @format, i64 9, i32 0)
  %c = call i64 @__ockl_printf_append_args(i64 %b, i32 1, i64 %n, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i32 0)
  %d = call i64 @__ockl_printf_append_string_n(i64 %c, ptr @text, i64 5, i32 0)
  %e = call i64 @__ockl_printf_append_string_n(i64 %d, ptr %dynamic, i64 %bytes, i32 1)
  %f = call i64 @__ockl_printf_begin(i64 0)
  %g = call i64 @__ockl_printf_append_string_n(i64 %f, ptr @hi, i64 3, i32 1)
  store i64 %g, ptr addrspace(1) %out, align 8
  ret void
}

; ---- expected ----
@format = internal constant [9 x i8] c"%d %s %s\00", align 1
@text = internal constant [5 x i8] c"text\00", align 1
@hi = internal constant [3 x i8] c"hi\00", align 1

declare i64 @__ockl_printf_begin(i64 %0)

declare i64 @__ockl_printf_append_string_n(i64 %0, ptr %1, i64 %2, i32 %3)

declare i64 @__ockl_printf_append_args(i64 %0, i32 %1, i64 %2, i64 %3, i64 %4, i64 %5, i64 %6, i64 %7, i64 %8, i32 %9)

define ptr addrspace(1) @__hip_vk_record_alloc(i32 %size, i32 %counted) {
b0:
  ret ptr addrspace(1) null
}

define i32 @__hip_vk_printf_length(ptr addrspace(1) %record) {
b0:
  ret i32 0
}

define amdgpu_kernel void @k(ptr addrspace(1) %out, i64 %n, ptr %dynamic, i64 %bytes) {
b0:
  %0 = add i64 %bytes, 7
  %1 = and i64 %0, -8
  %2 = add i64 52, %1
  %3 = call i64 @llvm.umin.i64(i64 %2, i64 1073741828)
  %4 = trunc i64 %3 to i32
  %5 = sub i32 %4, 16
  %6 = call ptr addrspace(1) @__hip_vk_record_alloc(i32 %4, i32 %5)
  %7 = icmp eq ptr addrspace(1) %6, null
  br i1 %7, label %b2, label %b1

b1:
  %8 = shl i32 %4, 2
  %9 = or i32 %8, 1
  %10 = getelementptr i8, ptr addrspace(1) %6, i64 0
  store i32 %9, ptr addrspace(1) %10, align 4
  %11 = getelementptr i8, ptr addrspace(1) %6, i64 4
  store i32 5, ptr addrspace(1) %11, align 4
  %12 = getelementptr i8, ptr addrspace(1) %6, i64 8
  store i32 8, ptr addrspace(1) %12, align 4
  %13 = getelementptr i8, ptr addrspace(1) %6, i64 12
  store i64 8, ptr addrspace(1) %13, align 8
  %14 = getelementptr i8, ptr addrspace(1) %6, i64 20
  %15 = ptrtoint ptr @format to i64
  store i64 %15, ptr addrspace(1) %14, align 8
  %16 = getelementptr i8, ptr addrspace(1) %14, i64 8
  store i64 %n, ptr addrspace(1) %16, align 8
  %17 = getelementptr i8, ptr addrspace(1) %16, i64 8
  %18 = ptrtoint ptr @text to i64
  store i64 %18, ptr addrspace(1) %17, align 8
  %19 = getelementptr i8, ptr addrspace(1) %17, i64 8
  store i64 %bytes, ptr addrspace(1) %19, align 8
  %20 = getelementptr i8, ptr addrspace(1) %19, i64 8
  call void @llvm.memcpy(ptr addrspace(1) %20, ptr %dynamic, i64 %bytes, i1 false, i32 8, i32 1)
  %21 = add i64 %bytes, 7
  %22 = and i64 %21, -8
  %23 = getelementptr i8, ptr addrspace(1) %20, i64 %22
  br label %b2

b2:
  %24 = call i64 @llvm.umin.i64(i64 28, i64 1073741828)
  %25 = trunc i64 %24 to i32
  %26 = sub i32 %25, 16
  %27 = call ptr addrspace(1) @__hip_vk_record_alloc(i32 %25, i32 %26)
  %28 = icmp eq ptr addrspace(1) %27, null
  br i1 %28, label %b4, label %b3

b3:
  %29 = shl i32 %25, 2
  %30 = or i32 %29, 1
  %31 = getelementptr i8, ptr addrspace(1) %27, i64 0
  store i32 %30, ptr addrspace(1) %31, align 4
  %32 = getelementptr i8, ptr addrspace(1) %27, i64 4
  store i32 5, ptr addrspace(1) %32, align 4
  %33 = getelementptr i8, ptr addrspace(1) %27, i64 8
  store i32 2, ptr addrspace(1) %33, align 4
  %34 = getelementptr i8, ptr addrspace(1) %27, i64 12
  store i64 0, ptr addrspace(1) %34, align 8
  %35 = getelementptr i8, ptr addrspace(1) %27, i64 20
  %36 = ptrtoint ptr @hi to i64
  store i64 %36, ptr addrspace(1) %35, align 8
  %37 = getelementptr i8, ptr addrspace(1) %35, i64 8
  %38 = call i32 @__hip_vk_printf_length(ptr addrspace(1) %27)
  %39 = sext i32 %38 to i64
  br label %b4

b4:
  %40 = phi i64 [ -1, %b2 ], [ %39, %b3 ]
  store i64 %40, ptr addrspace(1) %out, align 8
  ret void
}
