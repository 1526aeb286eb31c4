; test passes=memory/frobnicate
define void @f() {
  ret void
}

; ---- expected ----
unsupported: there is no pass 'memory/frobnicate'; there are device/claim, calls/inline, device/implicit_args, device/builtins, calls/externals, memory/memcpy, scalar/intrinsics, scalar/aggregates, pointers/infer_address_space, abi/block_shape, abi/kernel_args, pointers/physical
