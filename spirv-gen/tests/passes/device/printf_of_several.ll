; test passes=device/printf
; clang has made one call of the ends of three messages: "left %d\n", "%s: %d\n" and "hi", the last two of which meet first.
@left = private constant [9 x i8] c"left %d\0A\00", align 1
@pair = private constant [8 x i8] c"%s: %d\0A\00", align 1
@hi = private constant [3 x i8] c"hi\00", align 1
declare i64 @__ockl_printf_begin(i64)
declare i64 @__ockl_fprintf_stderr_begin()
declare i64 @__ockl_printf_append_string_n(i64, ptr, i64, i32)
declare i64 @__ockl_printf_append_args(i64, i32, i64, i64, i64, i64, i64, i64, i64, i32)
define ptr addrspace(1) @__hip_vk_record_alloc(i32 %size, i32 %counted) {
  ret ptr addrspace(1) null
}
define i32 @__hip_vk_printf_length(ptr addrspace(1) %record) {
  ret i32 0
}
define amdgpu_kernel void @k(ptr addrspace(1) %out, i1 %c, i1 %d, i64 %n, ptr %dynamic, i64 %bytes) {
  br i1 %c, label %x, label %y
x:
  %a = call i64 @__ockl_printf_begin(i64 0)
  %b = call i64 @__ockl_printf_append_string_n(i64 %a, ptr @left, i64 9, i32 0)
  br label %w
y:
  br i1 %d, label %y1, label %y2
y1:
  %e = call i64 @__ockl_fprintf_stderr_begin()
  %f = call i64 @__ockl_printf_append_string_n(i64 %e, ptr @pair, i64 8, i32 0)
  %more = add i64 %bytes, 1
  %g = call i64 @__ockl_printf_append_string_n(i64 %f, ptr %dynamic, i64 %more, i32 0)
  br label %z
y2:
  %h = call i64 @__ockl_printf_begin(i64 0)
  %i = call i64 @__ockl_printf_append_string_n(i64 %h, ptr @hi, i64 3, i32 0)
  br label %z
z:
  %j = phi i64 [ %g, %y1 ], [ %i, %y2 ]
  br label %w
w:
  %l = phi i64 [ %b, %x ], [ %j, %z ]
  %m = call i64 @__ockl_printf_append_args(i64 %l, i32 1, i64 %n, i64 0, i64 0, i64 0, i64 0, i64 0, i64 0, i32 1)
  store i64 %m, ptr addrspace(1) %out, align 8
  ret void
}

; ---- expected ----
@left = internal constant [9 x i8] c"left %d\0A\00", align 1
@pair = internal constant [8 x i8] c"%s: %d\0A\00", align 1
@hi = internal constant [3 x i8] c"hi\00", align 1

declare i64 @__ockl_printf_begin(i64 %0)

declare i64 @__ockl_fprintf_stderr_begin()

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

define amdgpu_kernel void @k(ptr addrspace(1) %out, i1 %c, i1 %d, i64 %n, ptr %dynamic, i64 %bytes) {
b0:
  br i1 %c, label %b1, label %b2

b1:
  br label %b6

b2:
  br i1 %d, label %b3, label %b4

b3:
  %0 = add i64 %bytes, 1
  br label %b5

b4:
  br label %b5

b5:
  %1 = phi i32 [ 0, %b3 ], [ 1, %b4 ]
  %2 = phi i64 [ %0, %b3 ], [ 0, %b4 ]
  %3 = icmp eq i32 %1, 0
  %4 = select i1 %3, i32 1, i32 0
  br label %b6

b6:
  %5 = phi i32 [ 0, %b1 ], [ %4, %b5 ]
  %6 = phi i64 [ 0, %b1 ], [ %2, %b5 ]
  %7 = phi ptr [ @left, %b1 ], [ @hi, %b5 ]
  %8 = icmp eq i32 %5, 0
  br i1 %8, label %b7, label %b10

b7:
  %9 = call i64 @llvm.umin.i64(i64 36, i64 1073741828)
  %10 = trunc i64 %9 to i32
  %11 = sub i32 %10, 16
  %12 = call ptr addrspace(1) @__hip_vk_record_alloc(i32 %10, i32 %11)
  %13 = icmp eq ptr addrspace(1) %12, null
  br i1 %13, label %b9, label %b8

b8:
  %14 = shl i32 %10, 2
  %15 = or i32 %14, 1
  %16 = getelementptr i8, ptr addrspace(1) %12, i64 0
  store i32 %15, ptr addrspace(1) %16, align 4
  %17 = getelementptr i8, ptr addrspace(1) %12, i64 4
  store i32 5, ptr addrspace(1) %17, align 4
  %18 = getelementptr i8, ptr addrspace(1) %12, i64 8
  store i32 4, ptr addrspace(1) %18, align 4
  %19 = getelementptr i8, ptr addrspace(1) %12, i64 12
  store i64 0, ptr addrspace(1) %19, align 8
  %20 = getelementptr i8, ptr addrspace(1) %12, i64 20
  %21 = ptrtoint ptr %7 to i64
  store i64 %21, ptr addrspace(1) %20, align 8
  %22 = getelementptr i8, ptr addrspace(1) %20, i64 8
  store i64 %n, ptr addrspace(1) %22, align 8
  %23 = getelementptr i8, ptr addrspace(1) %22, i64 8
  %24 = call i32 @__hip_vk_printf_length(ptr addrspace(1) %12)
  %25 = sext i32 %24 to i64
  br label %b9

b9:
  %26 = phi i64 [ -1, %b7 ], [ %25, %b8 ]
  br label %b13

b10:
  %27 = add i64 %6, 7
  %28 = and i64 %27, -8
  %29 = add i64 44, %28
  %30 = call i64 @llvm.umin.i64(i64 %29, i64 1073741828)
  %31 = trunc i64 %30 to i32
  %32 = sub i32 %31, 16
  %33 = call ptr addrspace(1) @__hip_vk_record_alloc(i32 %31, i32 %32)
  %34 = icmp eq ptr addrspace(1) %33, null
  br i1 %34, label %b12, label %b11

b11:
  %35 = shl i32 %31, 2
  %36 = or i32 %35, 1
  %37 = getelementptr i8, ptr addrspace(1) %33, i64 0
  store i32 %36, ptr addrspace(1) %37, align 4
  %38 = getelementptr i8, ptr addrspace(1) %33, i64 4
  store i32 5, ptr addrspace(1) %38, align 4
  %39 = getelementptr i8, ptr addrspace(1) %33, i64 8
  store i32 7, ptr addrspace(1) %39, align 4
  %40 = getelementptr i8, ptr addrspace(1) %33, i64 12
  store i64 2, ptr addrspace(1) %40, align 8
  %41 = getelementptr i8, ptr addrspace(1) %33, i64 20
  %42 = ptrtoint ptr @pair to i64
  store i64 %42, ptr addrspace(1) %41, align 8
  %43 = getelementptr i8, ptr addrspace(1) %41, i64 8
  store i64 %6, ptr addrspace(1) %43, align 8
  %44 = getelementptr i8, ptr addrspace(1) %43, i64 8
  call void @llvm.memcpy(ptr addrspace(1) %44, ptr %dynamic, i64 %6, i1 false, i32 8, i32 1)
  %45 = add i64 %6, 7
  %46 = and i64 %45, -8
  %47 = getelementptr i8, ptr addrspace(1) %44, i64 %46
  store i64 %n, ptr addrspace(1) %47, align 8
  %48 = getelementptr i8, ptr addrspace(1) %47, i64 8
  %49 = call i32 @__hip_vk_printf_length(ptr addrspace(1) %33)
  %50 = sext i32 %49 to i64
  br label %b12

b12:
  %51 = phi i64 [ -1, %b10 ], [ %50, %b11 ]
  br label %b13

b13:
  %52 = phi i64 [ %26, %b9 ], [ %51, %b12 ]
  store i64 %52, ptr addrspace(1) %out, align 8
  ret void
}
