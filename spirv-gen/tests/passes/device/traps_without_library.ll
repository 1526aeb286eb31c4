; test passes=device/report_traps,calls/inline,device/end_threads
; Of a module without the device library: a trap is the end of its thread, also where unoptimised code goes on behind it.
declare void @llvm.trap()
define void @fail() {
  call void @llvm.trap()
  unreachable
}
define amdgpu_kernel void @k(ptr addrspace(1) %p, i1 %c, i1 %d) {
  br i1 %c, label %bad, label %good
bad:
  call void @fail()
  br label %good
good:
  %x = phi i32 [ 1, %bad ], [ 2, %0 ]
  store i32 %x, ptr addrspace(1) %p, align 4
  br i1 %d, label %worse, label %best
worse:
  call void @llvm.trap()
  br label %best
best:
  %y = phi i32 [ 3, %good ], [ 4, %worse ]
  store i32 %y, ptr addrspace(1) %p, align 4
  ret void
}

; ---- expected ----
declare void @fail()

define amdgpu_kernel void @k(ptr addrspace(1) %p, i1 %c, i1 %d) {
b0:
  br i1 %c, label %b1, label %b3

b1:
  br label %b2

b2:
  ret void

b3:
  %0 = phi i32 [ 2, %b0 ]
  store i32 %0, ptr addrspace(1) %p, align 4
  br i1 %d, label %b4, label %b5

b4:
  ret void

b5:
  %1 = phi i32 [ 3, %b3 ]
  store i32 %1, ptr addrspace(1) %p, align 4
  ret void
}
