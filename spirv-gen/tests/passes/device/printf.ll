; test passes=device/printf
; printf("%d %s %s", n, "text", dynamic), whose result nobody uses, and printf("hi"), whose result is stored.
@format = private constant [9 x i8] c"%d %s %s\00", align 1
@text = private constant [5 x i8] c"text\00", align 1
@hi = private constant [3 x i8] c"hi\00", align 1
declare i64 @__ockl_printf_begin(i64)
declare i64 @__ockl_printf_append_string_n(i64, ptr, i64, i32)
declare i64 @__ockl_printf_append_args(i64, i32, i64, i64, i64, i64, i64, i64, i64, i32)
define ptr addrspace(1) @__printf_alloc(i32 %size) {
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

define ptr addrspace(1) @__printf_alloc(i32 %size) {
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
  %5 = call ptr addrspace(1) @__printf_alloc(i32 %4)
  %6 = icmp eq ptr addrspace(1) %5, null
  br i1 %6, label %b2, label %b1

b1:
  %7 = shl i32 %4, 2
  %8 = or i32 %7, 1
  %9 = getelementptr i8, ptr addrspace(1) %5, i64 0
  store i32 %8, ptr addrspace(1) %9, align 4
  %10 = getelementptr i8, ptr addrspace(1) %5, i64 4
  store i32 5, ptr addrspace(1) %10, align 4
  %11 = getelementptr i8, ptr addrspace(1) %5, i64 8
  store i32 8, ptr addrspace(1) %11, align 4
  %12 = getelementptr i8, ptr addrspace(1) %5, i64 12
  store i64 8, ptr addrspace(1) %12, align 8
  %13 = getelementptr i8, ptr addrspace(1) %5, i64 20
  %14 = ptrtoint ptr @format to i64
  store i64 %14, ptr addrspace(1) %13, align 8
  %15 = getelementptr i8, ptr addrspace(1) %13, i64 8
  store i64 %n, ptr addrspace(1) %15, align 8
  %16 = getelementptr i8, ptr addrspace(1) %15, i64 8
  %17 = ptrtoint ptr @text to i64
  store i64 %17, ptr addrspace(1) %16, align 8
  %18 = getelementptr i8, ptr addrspace(1) %16, i64 8
  store i64 %bytes, ptr addrspace(1) %18, align 8
  %19 = getelementptr i8, ptr addrspace(1) %18, i64 8
  call void @llvm.memcpy(ptr addrspace(1) %19, ptr %dynamic, i64 %bytes, i1 false, i32 8, i32 1)
  %20 = add i64 %bytes, 7
  %21 = and i64 %20, -8
  %22 = getelementptr i8, ptr addrspace(1) %19, i64 %21
  br label %b2

b2:
  %23 = call i64 @llvm.umin.i64(i64 28, i64 1073741828)
  %24 = trunc i64 %23 to i32
  %25 = call ptr addrspace(1) @__printf_alloc(i32 %24)
  %26 = icmp eq ptr addrspace(1) %25, null
  br i1 %26, label %b4, label %b3

b3:
  %27 = shl i32 %24, 2
  %28 = or i32 %27, 1
  %29 = getelementptr i8, ptr addrspace(1) %25, i64 0
  store i32 %28, ptr addrspace(1) %29, align 4
  %30 = getelementptr i8, ptr addrspace(1) %25, i64 4
  store i32 5, ptr addrspace(1) %30, align 4
  %31 = getelementptr i8, ptr addrspace(1) %25, i64 8
  store i32 2, ptr addrspace(1) %31, align 4
  %32 = getelementptr i8, ptr addrspace(1) %25, i64 12
  store i64 0, ptr addrspace(1) %32, align 8
  %33 = getelementptr i8, ptr addrspace(1) %25, i64 20
  %34 = ptrtoint ptr @hi to i64
  store i64 %34, ptr addrspace(1) %33, align 8
  %35 = getelementptr i8, ptr addrspace(1) %33, i64 8
  %36 = call i32 @__hip_vk_printf_length(ptr addrspace(1) %25)
  %37 = sext i32 %36 to i64
  br label %b4

b4:
  %38 = phi i64 [ -1, %b2 ], [ %37, %b3 ]
  store i64 %38, ptr addrspace(1) %out, align 8
  ret void
}
