//! The Rust API on a device: values in, kernels, values out, and what it refuses.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use hipvk::hip::error::HipError;
use hipvk::{Device, Module, Shape, SpirvInterface};

const SCALE: &str = "
    struct Parameters { factor: f32, count: u32 }
    var<immediate> parameters: Parameters;
    @group(0) @binding(0) var<storage, read> source: array<f32>;
    @group(0) @binding(1) var<storage, read_write> target_: array<f32>;
    @compute @workgroup_size(64) fn scale(@builtin(global_invocation_id) id: vec3<u32>) {
        if id.x < parameters.count { target_[id.x] = parameters.factor * source[id.x]; }
    }";

const INCREMENT: &str = "#version 450
    layout(local_size_x = 32) in;
    layout(set = 0, binding = 0) buffer B { uint data[]; };
    void main() { data[gl_GlobalInvocationID.x] += 1u; }";

fn device() -> Device {
    Device::first().unwrap_or_else(|error| panic!("a device test needs a device: {error}"))
}

#[test]
fn values_survive_the_way_to_the_device_and_back() {
    let device = device();
    let stream = device.stream().expect("a stream");
    let values: Vec<[f32; 3]> = (0..1000).map(|i| [i as f32, 0.5, -1.0]).collect();
    let buffer = device.upload(&values).expect("memory");
    let mut copy = device.zeroed::<[f32; 3]>(1000).expect("memory");
    assert_eq!(copy.read(&stream).expect("a copy"), vec![[0.0; 3]; 1000]);
    copy.copy_from(&stream, &buffer).expect("equal lengths");
    assert_eq!(copy.read(&stream).expect("a copy"), values);
    let empty = device.upload::<u8>(&[]).expect("nothing to allocate");
    assert!(empty.is_empty() && empty.read(&stream).expect("nothing to copy").is_empty());
}

#[test]
fn a_wgsl_kernel_runs_with_buffers_and_numbers() {
    let device = device();
    let stream = device.stream().expect("a stream");
    let module = Module::from_wgsl(&device, SCALE, None).expect("valid WGSL");
    assert_eq!(module.kernels(), ["scale"]);
    let scale = module.kernel("scale").expect("its entry point");
    let source = device.upload(&(0..100).map(|i| i as f32).collect::<Vec<_>>()).expect("memory");
    let target = device.zeroed::<f32>(100).expect("memory");
    // SAFETY: the shader stays below `count` values in both buffers.
    unsafe { scale.launch(&stream, Shape::linear(100, 64), (&source, &target, 2.5f32, 100u32)) }.expect("a launch");
    let wanted: Vec<f32> = (0..100).map(|i| i as f32 * 2.5).collect();
    assert_eq!(target.read(&stream).expect("a copy"), wanted);
    // SAFETY: refused before anything runs.
    let refused = unsafe { scale.launch(&stream, Shape::linear(100, 64), (&source, 2.5f32, 100u32)) };
    assert_eq!(refused.expect_err("a buffer is missing").code, HipError::InvalidValue);
}

#[test]
fn glsl_and_spirv_kernels_run_alike() {
    let device = device();
    let stream = device.stream().expect("a stream");
    let buffer = device.upload(&[5u32; 64]).expect("memory");
    let spirv = hipvk::shader::glsl(INCREMENT).expect("valid GLSL").spirv;
    let interface = SpirvInterface { entry: "main", bindings: &[0], push_bytes: 0 };
    let modules = [
        Module::from_glsl(&device, INCREMENT).expect("valid GLSL"),
        Module::from_spirv(&device, &spirv, &interface).expect("valid SPIR-V"),
    ];
    for module in modules {
        let increment = module.kernel("main").expect("its entry point");
        // SAFETY: two groups of 32 invocations each add to one of the 64 values.
        unsafe { increment.launch(&stream, Shape::linear(64, 32), (&buffer,)) }.expect("a launch");
    }
    assert_eq!(buffer.read(&stream).expect("a copy"), [7u32; 64]);
}

#[test]
fn a_wrong_shader_or_bundle_is_an_error_that_says_why() {
    let device = device();
    let error = Module::from_wgsl(&device, "fn nothing( {", None).expect_err("no WGSL");
    assert_eq!(error.code, HipError::InvalidSource);
    assert!(!error.detail.is_empty());
    let error = Module::from_bundle(&device, b"no bundle").expect_err("no bundle");
    assert_eq!(error.code, HipError::InvalidImage);
    assert_eq!(Device::new(1000).expect_err("no such device").code, HipError::InvalidDevice);
}

#[test]
fn streams_order_their_work_and_events_order_streams() {
    let device = device();
    let (first, second) = (device.stream().expect("a stream"), device.stream().expect("a stream"));
    let counter = Arc::new(AtomicU32::new(0));
    let (release, wait) = std::sync::mpsc::channel::<()>();
    let start = first.record().expect("an event");
    first.call(move || wait.recv().expect("the test sends")).expect("a host function");
    let in_first = Arc::clone(&counter);
    first.call(move || in_first.store(1, Ordering::Release)).expect("a host function");
    let event = first.record().expect("an event");
    second.wait_for(&event).expect("a wait");
    let in_second = Arc::clone(&counter);
    second.call(move || _ = in_second.compare_exchange(1, 2, Ordering::AcqRel, Ordering::Acquire)).expect("a call");
    assert!(!event.is_done().expect("a query") && !second.is_done().expect("a query"));
    release.send(()).expect("the host function waits");
    second.synchronize().expect("both streams run");
    assert_eq!(counter.load(Ordering::Acquire), 2);
    assert!(event.since(&start).is_ok());
}
