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

// Four loads before the first store: one at a time keeps a GPU's memory half busy.
@compute @workgroup_size(256)
fn copy_quads(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
              @builtin(local_invocation_index) lane: u32) {
    let whole = params.count / 1024u * 1024u;
    for (var i = group.x * 1024u + lane; i < whole; i += groups.x * 1024u) {
        let read = params.from_start + i;
        let a = source[read];
        let b = source[read + 256u];
        let c = source[read + 512u];
        let d = source[read + 768u];
        let write = params.to_start + i;
        to[write] = a;
        to[write + 256u] = b;
        to[write + 512u] = c;
        to[write + 768u] = d;
    }
    for (var i = whole + group.x * 256u + lane; i < params.count; i += groups.x * 256u) {
        to[params.to_start + i] = source[params.from_start + i];
    }
}
