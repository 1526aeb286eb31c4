; test passes=device/report_traps,calls/inline,device/end_threads
; A trap, the assembly statement and C's abort too, becomes the device library's report, and behind inlining its thread's end is a return.
declare void @llvm.trap()
declare void @llvm.debugtrap()
declare void @abort()
declare void @__hip_vk_end_thread()
define void @__hip_vk_trap() {
  store i32 1, ptr addrspace(1) null, align 4
  call void @__hip_vk_end_thread()
  unreachable
}
define amdgpu_kernel void @k(ptr addrspace(1) %p, i1 %c, i1 %d) {
  br i1 %c, label %bad, label %good
bad:
  call void @llvm.trap()
  unreachable
good:
  br i1 %d, label %worse, label %best
worse:
  call void asm sideeffect "s_trap 0x02;", ""()
  br i1 %c, label %worst, label %best
worst:
  call void @abort()
  unreachable
best:
  call void asm sideeffect "s_nop 0\0As_trap 3", ""()
  call void @llvm.debugtrap()
  store i32 2, ptr addrspace(1) %p, align 4
  ret void
}

; ---- expected ----
declare void @abort()

declare void @__hip_vk_end_thread()

declare void @__hip_vk_trap()

define amdgpu_kernel void @k(ptr addrspace(1) %p, i1 %c, i1 %d) {
b0:
  br i1 %c, label %b1, label %b4

b1:
  br label %b2

b2:
  store i32 1, ptr addrspace(1) null, align 4
  ret void

b3:
  unreachable

b4:
  br i1 %d, label %b5, label %b11

b5:
  br label %b6

b6:
  store i32 1, ptr addrspace(1) null, align 4
  ret void

b7:
  br i1 %c, label %b8, label %b11

b8:
  br label %b9

b9:
  store i32 1, ptr addrspace(1) null, align 4
  ret void

b10:
  unreachable

b11:
  store i32 2, ptr addrspace(1) %p, align 4
  ret void
}

declare void @"asm \22s_trap 0x02;\22, \22\22"() convergent

declare void @"asm \22s_nop 0\0As_trap 3\22, \22\22"() convergent
