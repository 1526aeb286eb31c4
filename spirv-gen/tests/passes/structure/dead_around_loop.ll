; test passes=structure
; The way from c over the dispatcher to u is none of the program's, yet v would be read there; it is nothing at the start of each round, so the loop carries i alone.
define amdgpu_kernel void @k() {
b0:
  %p = call i64 @hip.param(i32 0)
  br label %h

h:
  %i = phi i32 [ 0, %b0 ], [ %next, %latch ]
  %c1 = icmp ult i32 %i, 7
  br i1 %c1, label %a, label %bc

a:
  %x = load i32, i64 %p, align 4
  %c2 = icmp ult i32 %x, 3
  br i1 %c2, label %u, label %m

bc:
  %c3 = icmp ult i32 %i, 9
  br i1 %c3, label %b, label %c

b:
  %y = load i32, i64 %p, align 8
  %c4 = icmp ult i32 %y, 5
  br i1 %c4, label %u, label %m

c:
  store i32 1, i64 %p, align 4
  br label %m

u:
  %v = phi i32 [ %x, %a ], [ %y, %b ]
  %w = add i32 %v, 1
  store i32 %w, i64 %p, align 4
  br label %latch

m:
  store i32 2, i64 %p, align 4
  br label %latch

latch:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 16
  br i1 %more, label %h, label %end

end:
  ret void
}

; ---- expected ----
define amdgpu_kernel void @k() {
b0:
  %0 = call i64 @hip.param(i32 0)
  br label %b1

b1:
  %1 = phi i32 [ 0, %b0 ], [ %15, %b19 ]
  %2 = icmp ult i32 %1, 7
  call void @hip.merge.loop(label %b20, label %b19)
  br label %b2

b2:
  call void @hip.merge.selection(label %b14)
  br i1 %2, label %b3, label %b7

b3:
  %3 = load i32, i64 %0, align 4
  %4 = icmp ult i32 %3, 3
  call void @hip.merge.selection(label %b6)
  br i1 %4, label %b4, label %b5

b4:
  br label %b6

b5:
  br label %b6

b6:
  %5 = phi i1 [ true, %b5 ], [ false, %b4 ]
  br label %b14

b7:
  %6 = icmp ult i32 %1, 9
  call void @hip.merge.selection(label %b13)
  br i1 %6, label %b8, label %b12

b8:
  %7 = load i32, i64 %0, align 8
  %8 = icmp ult i32 %7, 5
  call void @hip.merge.selection(label %b11)
  br i1 %8, label %b9, label %b10

b9:
  br label %b11

b10:
  br label %b11

b11:
  %9 = phi i1 [ true, %b10 ], [ false, %b9 ]
  br label %b13

b12:
  store i32 1, i64 %0, align 4
  br label %b13

b13:
  %10 = phi i1 [ true, %b12 ], [ %9, %b11 ]
  %11 = phi i32 [ undef, %b12 ], [ %7, %b11 ]
  br label %b14

b14:
  %12 = phi i1 [ %10, %b13 ], [ %5, %b6 ]
  %13 = phi i32 [ %11, %b13 ], [ %3, %b6 ]
  call void @hip.merge.selection(label %b17)
  br i1 %12, label %b15, label %b16

b15:
  store i32 2, i64 %0, align 4
  br label %b17

b16:
  %14 = add i32 %13, 1
  store i32 %14, i64 %0, align 4
  br label %b17

b17:
  %15 = add i32 %1, 1
  %16 = icmp ult i32 %15, 16
  call void @hip.merge.selection(label %b18)
  br i1 %16, label %b19, label %b18

b18:
  br label %b20

b19:
  br label %b1

b20:
  ret void
}
