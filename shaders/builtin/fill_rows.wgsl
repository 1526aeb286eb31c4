// Fills rows of whole words. Called by builtin::Builtins::fill_rows.

@group(0) @binding(0) var<storage, read_write> to: array<u32>;

struct Params { // words
    width: u32,
    rows: u32,
    start: u32,
    pitch: u32,
    value: u32,
}
var<immediate> params: Params;

@compute @workgroup_size(64)
fn fill_rows(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>,
             @builtin(local_invocation_index) lane: u32) {
    for (var row = group.y; row < params.rows; row += groups.y) {
        for (var x = group.x * 64u + lane; x < params.width; x += groups.x * 64u) {
            to[params.start + row * params.pitch + x] = params.value;
        }
    }
}
