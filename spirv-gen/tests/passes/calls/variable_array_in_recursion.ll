; test passes=calls/recursion,calls/local_stack
; An array of variable size is not in the frame: it is taken from another stack, and given back where its function returns.
define internal i32 @f(i32 %n) {
  %array = alloca i32, i32 %n, align 4, addrspace(5)
  store i32 1, ptr addrspace(5) %array, align 4
  %less = sub i32 %n, 1
  %r = call i32 @f(i32 %less)
  %x = load i32, ptr addrspace(5) %array, align 4
  %s = add i32 %x, %r
  ret i32 %s
}
define amdgpu_kernel void @k(ptr addrspace(1) %out, i32 %n) {
  %f = call i32 @f(i32 %n)
  store i32 %f, ptr addrspace(1) %out, align 4
  ret void
}

; ---- expected ----
define internal i32 @f(i32 %n) {
b0:
  %0 = call i32 @hip.stack.size()
  %1 = alloca i8, i32 %0, align 16, addrspace(5)
  %2 = alloca i32, align 4, addrspace(5)
  store i32 0, ptr addrspace(5) %2, align 4
  %3 = load i32, ptr addrspace(5) %2, align 4
  %4 = inttoptr i32 %3 to ptr addrspace(5)
  %5 = zext i32 %n to i64
  %6 = call i64 @llvm.umin.i64(i64 %5, i64 4294967295)
  %7 = mul i64 %6, 4
  %8 = load i32, ptr addrspace(5) %2, align 4
  %9 = add i32 %8, 3
  %10 = and i32 %9, -4
  %11 = zext i32 %10 to i64
  %12 = add i64 %11, %7
  %13 = zext i32 %0 to i64
  %14 = icmp ule i64 %12, %13
  br i1 %14, label %b2, label %b1

b1:
  call void @llvm.trap()
  unreachable

b2:
  %15 = trunc i64 %12 to i32
  store i32 %15, ptr addrspace(5) %2, align 4
  %16 = getelementptr i8, ptr addrspace(5) %1, i32 %10
  store i32 1, ptr addrspace(5) %16, align 4
  %17 = sub i32 %n, 1
  %18 = call i32 @f(i32 %17)
  %19 = load i32, ptr addrspace(5) %16, align 4
  %20 = add i32 %19, %18
  %21 = ptrtoint ptr addrspace(5) %4 to i32
  store i32 %21, ptr addrspace(5) %2, align 4
  ret i32 %20
}

define amdgpu_kernel void @k(ptr addrspace(1) %out, i32 %n) {
b0:
  %0 = call i32 @hip.recursion.f(i32 %n)
  store i32 %0, ptr addrspace(1) %out, align 4
  ret void
}

declare ptr addrspace(5) @llvm.stacksave.p5()

declare void @llvm.stackrestore.p5(ptr addrspace(5) %0)

define internal i32 @hip.recursion.f(i32 %n) {
b0:
  %0 = call i32 @hip.stack.size()
  %1 = alloca i8, i32 %0, align 16, addrspace(5)
  %2 = alloca i32, align 4, addrspace(5)
  store i32 0, ptr addrspace(5) %2, align 4
  %3 = call i32 @hip.stack.size()
  %4 = alloca i8, i32 %3, align 16, addrspace(5)
  %5 = alloca i32, align 4, addrspace(5)
  %6 = alloca i32, align 4, addrspace(5)
  %7 = alloca i32, align 4, addrspace(5)
  %8 = alloca ptr addrspace(5), align 4, addrspace(5)
  %9 = alloca ptr addrspace(5), align 4, addrspace(5)
  store i32 %n, ptr addrspace(5) %6, align 4
  store i32 0, ptr addrspace(5) %5, align 4
  %10 = load i32, ptr addrspace(5) %5, align 4
  %11 = add i32 %10, 0
  %12 = add i32 %11, 16
  %13 = icmp ule i32 %12, %3
  br i1 %13, label %b1, label %b7

b1:
  store i32 %11, ptr addrspace(5) %5, align 4
  %14 = getelementptr i8, ptr addrspace(5) %4, i32 %11
  store i32 0, ptr addrspace(5) %14, align 4
  br label %b2

b2:
  %15 = load i32, ptr addrspace(5) %6, align 4
  br label %b3

b3:
  %16 = load i32, ptr addrspace(5) %2, align 4
  %17 = inttoptr i32 %16 to ptr addrspace(5)
  store ptr addrspace(5) %17, ptr addrspace(5) %9, align 4
  %18 = zext i32 %15 to i64
  %19 = call i64 @llvm.umin.i64(i64 %18, i64 4294967295)
  %20 = mul i64 %19, 4
  %21 = load i32, ptr addrspace(5) %2, align 4
  %22 = add i32 %21, 3
  %23 = and i32 %22, -4
  %24 = zext i32 %23 to i64
  %25 = add i64 %24, %20
  %26 = zext i32 %0 to i64
  %27 = icmp ule i64 %25, %26
  br i1 %27, label %b5, label %b4

b4:
  call void @llvm.trap()
  unreachable

b5:
  %28 = trunc i64 %25 to i32
  store i32 %28, ptr addrspace(5) %2, align 4
  %29 = getelementptr i8, ptr addrspace(5) %1, i32 %23
  store ptr addrspace(5) %29, ptr addrspace(5) %8, align 4
  %30 = load ptr addrspace(5), ptr addrspace(5) %8, align 4
  store i32 1, ptr addrspace(5) %30, align 4
  %31 = sub i32 %15, 1
  %32 = load ptr addrspace(5), ptr addrspace(5) %8, align 4
  %33 = load i32, ptr addrspace(5) %5, align 4
  %34 = add i32 %33, 4
  %35 = getelementptr i8, ptr addrspace(5) %4, i32 %34
  store ptr addrspace(5) %32, ptr addrspace(5) %35, align 4
  %36 = load ptr addrspace(5), ptr addrspace(5) %9, align 4
  %37 = load i32, ptr addrspace(5) %5, align 4
  %38 = add i32 %37, 8
  %39 = getelementptr i8, ptr addrspace(5) %4, i32 %38
  store ptr addrspace(5) %36, ptr addrspace(5) %39, align 4
  store i32 %31, ptr addrspace(5) %6, align 4
  %40 = load i32, ptr addrspace(5) %5, align 4
  %41 = add i32 %40, 16
  %42 = add i32 %41, 16
  %43 = icmp ule i32 %42, %3
  br i1 %43, label %b6, label %b7

b6:
  store i32 %41, ptr addrspace(5) %5, align 4
  %44 = getelementptr i8, ptr addrspace(5) %4, i32 %41
  store i32 1, ptr addrspace(5) %44, align 4
  br label %b2

b7:
  call void @llvm.trap()
  unreachable
}
