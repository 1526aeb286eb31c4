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

@compute @workgroup_size(256)
fn copy_quads(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
              @builtin(local_invocation_index) lane: u32) {
    for (var i = group.x * 256u + lane; i < params.count; i += groups.x * 256u) {
        to[params.to_start + i] = source[params.from_start + i];
    }
}
