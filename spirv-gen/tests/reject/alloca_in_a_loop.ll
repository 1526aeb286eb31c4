; test passes=pointers/physical target=lavapipe
; A list of as many nodes as the loop has rounds: all of them would have one place.
define amdgpu_kernel void @list(ptr addrspace(1) %out, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %head = phi ptr addrspace(5) [ null, %entry ], [ %node, %loop ]
  %node = alloca { ptr addrspace(5), i32 }, align 4, addrspace(5)
  store ptr addrspace(5) %head, ptr addrspace(5) %node, align 4
  %value = getelementptr i8, ptr addrspace(5) %node, i32 4
  store i32 %i, ptr addrspace(5) %value, align 4
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %last = getelementptr i8, ptr addrspace(5) %node, i32 4
  %x = load i32, ptr addrspace(5) %last, align 4
  store i32 %x, ptr addrspace(1) %out, align 4
  ret void
}

; ---- expected ----
in 'list': unsupported: a local variable that every round of a loop makes anew (alloca), whose address outlives the round
