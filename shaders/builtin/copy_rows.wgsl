// A 2-D copy of whole words: vkCmdCopyBuffer would need one region per row. Called by builtin::Builtins::copy_rows.

@group(0) @binding(0) var<storage, read_write> to: array<u32>;
@group(0) @binding(1) var<storage, read> source: array<u32>;

struct Params { // words
    width: u32,
    rows: u32,
    to_start: u32,
    to_pitch: u32,
    from_start: u32,
    from_pitch: u32,
}
var<immediate> params: Params;

@compute @workgroup_size(64)
fn copy_rows(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
             @builtin(local_invocation_index) lane: u32) {
    for (var row = group.y; row < params.rows; row += groups.y) {
        for (var x = group.x * 64u + lane; x < params.width; x += groups.x * 64u) {
            to[params.to_start + row * params.to_pitch + x] = source[params.from_start + row * params.from_pitch + x];
        }
    }
}
