; test passes=calls/recursion
; A function that calls itself becomes a machine: what is needed behind the call goes to a frame.
define internal i32 @factorial(i32 %n) {
  %done = icmp eq i32 %n, 0
  br i1 %done, label %end, label %more
more:
  %less = sub i32 %n, 1
  %rest = call i32 @factorial(i32 %less)
  %product = mul i32 %n, %rest
  ret i32 %product
end:
  ret i32 1
}
define amdgpu_kernel void @k(ptr addrspace(1) %out, i32 %n) {
  %f = call i32 @factorial(i32 %n)
  store i32 %f, ptr addrspace(1) %out, align 4
  ret void
}

; ---- expected ----
define internal i32 @factorial(i32 %n) {
b0:
  %0 = icmp eq i32 %n, 0
  br i1 %0, label %b2, label %b1

b1:
  %1 = sub i32 %n, 1
  %2 = call i32 @factorial(i32 %1)
  %3 = mul i32 %n, %2
  ret i32 %3

b2:
  ret i32 1
}

define amdgpu_kernel void @k(ptr addrspace(1) %out, i32 %n) {
b0:
  %0 = call i32 @hip.recursion.factorial(i32 %n)
  store i32 %0, ptr addrspace(1) %out, align 4
  ret void
}

define internal i32 @hip.recursion.factorial(i32 %n) {
b0:
  %0 = call i32 @hip.stack.size()
  %1 = alloca i8, i32 %0, align 16, addrspace(5)
  %2 = alloca i32, align 4, addrspace(5)
  %3 = alloca i32, align 4, addrspace(5)
  %4 = alloca i32, align 4, addrspace(5)
  store i32 %n, ptr addrspace(5) %3, align 4
  store i32 0, ptr addrspace(5) %2, align 4
  %5 = load i32, ptr addrspace(5) %2, align 4
  %6 = add i32 %5, 0
  %7 = add i32 %6, 16
  %8 = icmp ule i32 %7, %0
  br i1 %8, label %b1, label %b10

b1:
  store i32 %6, ptr addrspace(5) %2, align 4
  %9 = getelementptr i8, ptr addrspace(5) %1, i32 %6
  store i32 0, ptr addrspace(5) %9, align 4
  br label %b2

b2:
  br label %b3

b3:
  %10 = load i32, ptr addrspace(5) %3, align 4
  %11 = icmp eq i32 %10, 0
  br i1 %11, label %b4, label %b8

b4:
  store i32 1, ptr addrspace(5) %4, align 4
  br label %b5

b5:
  %12 = load i32, ptr addrspace(5) %2, align 4
  %13 = add i32 %12, 0
  %14 = getelementptr i8, ptr addrspace(5) %1, i32 %13
  %15 = load i32, ptr addrspace(5) %14, align 4
  switch i32 %15, label %b6 [
    i32 1, label %b7
  ]

b6:
  %16 = load i32, ptr addrspace(5) %4, align 4
  ret i32 %16

b7:
  %17 = load i32, ptr addrspace(5) %2, align 4
  %18 = sub i32 %17, 16
  store i32 %18, ptr addrspace(5) %2, align 4
  %19 = load i32, ptr addrspace(5) %2, align 4
  %20 = add i32 %19, 4
  %21 = getelementptr i8, ptr addrspace(5) %1, i32 %20
  %22 = load i32, ptr addrspace(5) %21, align 4
  store i32 %22, ptr addrspace(5) %3, align 4
  %23 = load i32, ptr addrspace(5) %4, align 4
  %24 = load i32, ptr addrspace(5) %3, align 4
  %25 = mul i32 %24, %23
  store i32 %25, ptr addrspace(5) %4, align 4
  br label %b5

b8:
  %26 = load i32, ptr addrspace(5) %3, align 4
  %27 = sub i32 %26, 1
  %28 = load i32, ptr addrspace(5) %3, align 4
  %29 = load i32, ptr addrspace(5) %2, align 4
  %30 = add i32 %29, 4
  %31 = getelementptr i8, ptr addrspace(5) %1, i32 %30
  store i32 %28, ptr addrspace(5) %31, align 4
  store i32 %27, ptr addrspace(5) %3, align 4
  %32 = load i32, ptr addrspace(5) %2, align 4
  %33 = add i32 %32, 16
  %34 = add i32 %33, 16
  %35 = icmp ule i32 %34, %0
  br i1 %35, label %b9, label %b10

b9:
  store i32 %33, ptr addrspace(5) %2, align 4
  %36 = getelementptr i8, ptr addrspace(5) %1, i32 %33
  store i32 1, ptr addrspace(5) %36, align 4
  br label %b2

b10:
  call void @llvm.trap()
  unreachable
}
