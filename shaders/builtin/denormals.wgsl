// Whether threads keep denormal floats: each workgroup multiplies one of each width by one. It first waits for all others, so that no thread
// runs two of them; for so long, and then says that they have not met. Called by vk::denormal_probe.

struct Product {
    single: f32,
    double: f64,
}
struct Probe {
    single: f32, // a denormal
    single_one: f32,
    double: f64, // a denormal
    double_one: f64,
    arrived: atomic<u32>,
    met: atomic<u32>, // workgroups that have seen all others
    products: array<Product>,
}
@group(0) @binding(0) var<storage, read_write> probe: Probe;

struct Params {
    groups: u32,
    patience: u32,
}
var<immediate> params: Params;

@compute @workgroup_size(1)
fn denormals(@builtin(workgroup_id) group: vec3<u32>) {
    atomicAdd(&probe.arrived, 1u);
    var left = params.patience;
    while left > 0u {
        if atomicLoad(&probe.arrived) == params.groups {
            atomicAdd(&probe.met, 1u);
            break;
        }
        left -= 1u;
    }
    probe.products[group.x].single = probe.single * probe.single_one;
    probe.products[group.x].double = probe.double * probe.double_one;
}
