// A copy of whole 16-byte quads on the compute units: on an H200 a compute queue's vkCmdCopyBuffer moves 0.3 TB/s
// between two places of device memory. Called by builtin::Builtins::copy.

@group(0) @binding(0) var<storage, read_write> to: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read> source: array<vec4<u32>>;

struct Params { // quads
    count: u32,
    to_start: u32,
    from_start: u32,
}
var<immediate> params: Params;

// A quad a thread: loops, and several loads before the first store, are slower on an H200 (1.93 TB/s with four; 2.08; CUDA's own copy 2.09).
@compute @workgroup_size(256)
fn copy_quads(@builtin(global_invocation_id) thread: vec3<u32>) {
    if thread.x < params.count {
        to[params.to_start + thread.x] = source[params.from_start + thread.x];
    }
}
