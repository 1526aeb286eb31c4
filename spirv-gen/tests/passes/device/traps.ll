; test passes=device/report_traps,calls/inline,device/end_threads
; A trap becomes the device library's report, and behind inlining its thread's end is a return.
declare void @llvm.trap()
declare void @llvm.debugtrap()
declare void @__hip_vk_end_thread()
define void @__hip_vk_trap() {
  store i32 1, ptr addrspace(1) null, align 4
  call void @__hip_vk_end_thread()
  unreachable
}
define amdgpu_kernel void @k(ptr addrspace(1) %p, i1 %c) {
  br i1 %c, label %bad, label %good
bad:
  call void @llvm.trap()
  unreachable
good:
  call void @llvm.debugtrap()
  store i32 2, ptr addrspace(1) %p, align 4
  ret void
}

; ---- expected ----
declare void @__hip_vk_end_thread()

declare void @__hip_vk_trap()

define amdgpu_kernel void @k(ptr addrspace(1) %p, i1 %c) {
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
  store i32 2, ptr addrspace(1) %p, align 4
  ret void
}
