; test passes=device/builtins
; Both ways to the loop end with a barrier, whose fence clang has put at the loop's head once; both ways from it begin with one, whose fence stands
; before the branch; the barrier behind the loop has no fences at all. Each barrier has its two in its own block.
define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) convergent {
entry:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %again ]
  fence syncscope("workgroup") acquire
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  store i32 %i, ptr addrspace(1) %p, align 4
  fence syncscope("workgroup") release
  br i1 %more, label %again, label %done
again:
  call void @llvm.amdgcn.s.barrier()
  br label %loop
done:
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  store i32 %n, ptr addrspace(1) %p, align 4
  call void @llvm.amdgcn.s.barrier()
  ret void
}
; A fence that one of two ways brings stays; two barriers in neighbouring blocks keep what is theirs.
define amdgpu_kernel void @apart(ptr addrspace(1) %p, i32 %n) convergent {
entry:
  %way = icmp eq i32 %n, 0
  br i1 %way, label %meet, label %side
side:
  fence syncscope("workgroup") release
  br label %meet
meet:
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br label %next
next:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  store i32 %n, ptr addrspace(1) %p, align 4
  ret void
}
declare void @llvm.amdgcn.s.barrier()

; ---- expected ----
define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) convergent {
b0:
  fence syncscope("workgroup") release
  call void @hip.barrier()
  fence syncscope("workgroup") acquire
  br label %b1

b1:
  %0 = phi i32 [ 0, %b0 ], [ %1, %b2 ]
  %1 = add i32 %0, 1
  %2 = icmp ult i32 %1, %n
  store i32 %0, ptr addrspace(1) %p, align 4
  br i1 %2, label %b2, label %b3

b2:
  fence syncscope("workgroup") release
  call void @hip.barrier()
  fence syncscope("workgroup") acquire
  br label %b1

b3:
  fence syncscope("workgroup") release
  call void @hip.barrier()
  fence syncscope("workgroup") acquire
  store i32 %n, ptr addrspace(1) %p, align 4
  fence syncscope("workgroup") release
  call void @hip.barrier()
  fence syncscope("workgroup") acquire
  ret void
}

define amdgpu_kernel void @apart(ptr addrspace(1) %p, i32 %n) convergent {
b0:
  %0 = icmp eq i32 %n, 0
  br i1 %0, label %b2, label %b1

b1:
  fence syncscope("workgroup") release
  br label %b2

b2:
  fence syncscope("workgroup") release
  call void @hip.barrier()
  fence syncscope("workgroup") acquire
  br label %b3

b3:
  fence syncscope("workgroup") release
  call void @hip.barrier()
  fence syncscope("workgroup") acquire
  store i32 %n, ptr addrspace(1) %p, align 4
  ret void
}

declare void @llvm.amdgcn.s.barrier()
