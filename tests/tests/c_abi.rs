//! The C ABI from C++: builds each program of tests/api with g++ against our headers and library, and runs it.
//!
//! A program passes if it exits with 0 and its last line counts checks without a failure. They run on the default device
//! (lavapipe in CI). `kernels.hip` is built by our hipcc, and must fail under HIPVK_NULL_KERNELS.

use std::path::{Path, PathBuf};
use std::process::Command;

use hipvk_tests::programs::{api, api_kernels, api_library};

/// Compiles one program; returns where it is.
fn build(name: &str) -> PathBuf {
    api(name).compiled().unwrap_or_else(|e| panic!("{e}"))
}

/// Runs one program with extra environment; returns its success and what it said.
fn run(program: &Path, environment: &[(&str, &str)]) -> (bool, String) {
    run_with(program, &[], environment)
}

fn run_with(program: &Path, arguments: &[&std::ffi::OsStr], environment: &[(&str, &str)]) -> (bool, String) {
    let output = Command::new(program)
        .args(arguments)
        .env("LD_LIBRARY_PATH", api_library())
        .env("HIPVK_CACHE_DIR", api_library().join("cache"))
        .envs(environment.iter().copied())
        .output()
        .expect("the program was just built");
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.success(), text)
}

fn passes(name: &str) {
    let (success, text) = run(&build(name), &[]);
    assert!(success && text.contains("checks, 0 failed"), "{name} failed:\n{text}");
}

#[test]
fn memory_is_allocated_copied_filled_and_questioned_as_hip_says() {
    passes("memory");
}

#[test]
fn rows_and_slices_are_copied_and_filled_within_their_memory() {
    passes("rectangles");
}

#[test]
fn execution_contexts_have_the_whole_device_and_stand_for_their_streams() {
    passes("execution_context");
}

#[test]
fn a_program_switches_the_log_on_and_off() {
    passes("logging");
}

#[test]
fn pools_reuse_memory_in_the_order_of_streams() {
    passes("pool");
}

#[test]
fn what_other_apis_do_not_export_is_refused_as_hip_says() {
    passes("external");
}

#[test]
fn streams_wait_for_values_and_write_them() {
    passes("stream_value");
}

#[test]
fn batches_copy_prefetch_and_discard() {
    passes("batch");
}

#[test]
fn streams_events_and_host_functions_keep_hips_order() {
    passes("stream_event");
}

#[test]
fn devices_contexts_and_errors_are_reported_as_hip_says() {
    passes("device_error");
}

#[test]
fn bad_modules_and_launches_are_errors_and_nothing_worse() {
    passes("module_launch");
}

#[test]
fn kernels_launch_through_both_apis_and_prove_something() {
    let [program, code] = api_kernels().map(|it| it.compiled().unwrap_or_else(|e| panic!("{e}")));
    let arguments = [code.as_os_str()];
    let (success, text) = run_with(&program, &arguments, &[]);
    assert!(success && text.contains("checks, 0 failed"), "{text}");
    let (success, text) = run_with(&program, &arguments, &[("HIPVK_NULL_KERNELS", "1")]);
    assert!(!success, "passes although no kernel ran:\n{text}");
}

#[test]
fn without_a_device_every_call_says_so_and_the_process_lives() {
    let program = build("no_device");
    // And what the user is told: nothing where a list hides the devices.
    let none = [
        ("VK_DRIVER_FILES", "/nonexistent.json", "hipvk: no usable Vulkan device; the loader found no Vulkan driver; "),
        ("HIPVK_DEVICE", "no such", "hipvk: HIPVK_DEVICE=no such is in no usable device's name; there is '"),
        ("HIP_VISIBLE_DEVICES", "-1", ""),
        ("CUDA_VISIBLE_DEVICES", "-1", ""),
        ("ROCR_VISIBLE_DEVICES", "", ""),
    ];
    for (variable, value, told) in none {
        let (success, text) = run(&program, &[(variable, value)]);
        assert!(success && text.contains("checks, 0 failed"), "{variable}={value}:\n{text}");
        let lines = text.lines().filter(|line| line.starts_with("hipvk"));
        assert_eq!(lines.count(), usize::from(!told.is_empty()), "{variable}={value}:\n{text}");
        assert!(text.contains(told), "{variable}={value}:\n{text}");
    }
}

#[test]
fn structures_have_the_layout_the_headers_declare() {
    let (success, text) = run(&build("layout"), &[]);
    assert!(success, "{text}");
    let mut compared = 0;
    for line in text.lines() {
        let Some((name, number)) = line.split_once(' ') else { continue };
        let declared: usize = number.trim().parse().unwrap_or_else(|_| panic!("no number in '{line}'"));
        assert_eq!(rust_layout(name), declared, "{name}");
        compared += 1;
    }
    assert!(compared > 20, "only {compared} lines:\n{text}");
}

/// Size of a structure, or offset of one of its fields, as the runtime has it.
fn rust_layout(name: &str) -> usize {
    use hipvk::capi::types as t;
    use std::mem::{offset_of, size_of};
    match name {
        "hipDeviceProp_t" => size_of::<t::hipDeviceProp_tR0600>(),
        "hipDeviceProp_t.totalGlobalMem" => offset_of!(t::hipDeviceProp_tR0600, totalGlobalMem),
        "hipDeviceProp_t.warpSize" => offset_of!(t::hipDeviceProp_tR0600, warpSize),
        "hipDeviceProp_t.maxGridSize" => offset_of!(t::hipDeviceProp_tR0600, maxGridSize),
        "hipDeviceProp_t.multiProcessorCount" => offset_of!(t::hipDeviceProp_tR0600, multiProcessorCount),
        "hipDeviceProp_t.concurrentKernels" => offset_of!(t::hipDeviceProp_tR0600, concurrentKernels),
        "hipDeviceProp_t.pciBusID" => offset_of!(t::hipDeviceProp_tR0600, pciBusID),
        "hipDeviceProp_t.managedMemory" => offset_of!(t::hipDeviceProp_tR0600, managedMemory),
        "hipDeviceProp_t.cooperativeLaunch" => offset_of!(t::hipDeviceProp_tR0600, cooperativeLaunch),
        "hipDeviceProp_t.gcnArchName" => offset_of!(t::hipDeviceProp_tR0600, gcnArchName),
        "hipDeviceProp_t.arch" => offset_of!(t::hipDeviceProp_tR0600, arch),
        "hipDeviceProp_t.asicRevision" => offset_of!(t::hipDeviceProp_tR0600, asicRevision),
        "hipPointerAttribute_t" => size_of::<t::hipPointerAttribute_t>(),
        "hipPointerAttribute_t.allocationFlags" => offset_of!(t::hipPointerAttribute_t, allocationFlags),
        "hipMemcpy3DParms" => size_of::<t::hipMemcpy3DParms>(),
        "hipMemcpy3DParms.dstPtr" => offset_of!(t::hipMemcpy3DParms, dstPtr),
        "hipMemcpy3DParms.kind" => offset_of!(t::hipMemcpy3DParms, kind),
        "HIP_MEMCPY3D" => size_of::<t::HIP_MEMCPY3D>(),
        "HIP_MEMCPY3D.dstDevice" => offset_of!(t::HIP_MEMCPY3D, dstDevice),
        "hip_Memcpy2D" => size_of::<t::hip_Memcpy2D>(),
        "hip_Memcpy2D.dstPitch" => offset_of!(t::hip_Memcpy2D, dstPitch),
        "hipPitchedPtr" => size_of::<t::hipPitchedPtr>(),
        "hipStreamBatchMemOpParams" => size_of::<t::hipStreamBatchMemOpParams>(),
        "hipMemcpyAttributes" => size_of::<t::hipMemcpyAttributes>(),
        "hipMemcpy3DOperand" => size_of::<t::hipMemcpy3DOperand>(),
        "hipMemcpy3DBatchOp" => size_of::<t::hipMemcpy3DBatchOp>(),
        "hipMemcpy3DPeerParms" => size_of::<t::hipMemcpy3DPeerParms>(),
        "hipMemPoolProps" => size_of::<t::hipMemPoolProps>(),
        "hipDevResource" => size_of::<t::execution_context::hipDevResource>(),
        "hipDevResource.sm" => offset_of!(t::execution_context::hipDevResource, sm),
        "hipDevResource.nextResource" => offset_of!(t::execution_context::hipDevResource, nextResource),
        "hipDevSmResourceGroupParams" => size_of::<t::execution_context::hipDevSmResourceGroupParams>(),
        "hipMemPoolPtrExportData" => size_of::<t::hipMemPoolPtrExportData>(),
        "hipMemPoolProps.maxSize" => offset_of!(t::hipMemPoolProps, maxSize),
        "hipMemAccessDesc" => size_of::<t::hipMemAccessDesc>(),
        "hipFuncAttributes" => size_of::<t::hipFuncAttributes>(),
        "hipFuncAttributes.sharedSizeBytes" => offset_of!(t::hipFuncAttributes, sharedSizeBytes),
        "hipLaunchConfig_t" => size_of::<t::hipLaunchConfig_t>(),
        "hipLaunchConfig_t.numAttrs" => offset_of!(t::hipLaunchConfig_t, numAttrs),
        "hipLaunchAttribute" => size_of::<t::hipLaunchAttribute>(),
        "dim3" => size_of::<t::dim3>(),
        "hipChannelFormatDesc" => size_of::<t::hipChannelFormatDesc>(),
        "HIP_ARRAY_DESCRIPTOR" => size_of::<t::HIP_ARRAY_DESCRIPTOR>(),
        "HIP_ARRAY3D_DESCRIPTOR" => size_of::<t::HIP_ARRAY3D_DESCRIPTOR>(),
        "HIP_ARRAY3D_DESCRIPTOR.Flags" => offset_of!(t::HIP_ARRAY3D_DESCRIPTOR, Flags),
        "hipResourceDesc" => size_of::<t::hipResourceDesc>(),
        "hipResourceDesc.res" => offset_of!(t::hipResourceDesc, res),
        "HIP_RESOURCE_DESC" => size_of::<t::HIP_RESOURCE_DESC>(),
        "HIP_RESOURCE_DESC.flags" => offset_of!(t::HIP_RESOURCE_DESC, flags),
        "hipResourceViewDesc" => size_of::<t::hipResourceViewDesc>(),
        "hipResourceViewDesc.lastLayer" => offset_of!(t::hipResourceViewDesc, lastLayer),
        "HIP_RESOURCE_VIEW_DESC" => size_of::<t::HIP_RESOURCE_VIEW_DESC>(),
        "hipTextureDesc" => size_of::<t::hipTextureDesc>(),
        "hipTextureDesc.maxMipmapLevelClamp" => offset_of!(t::hipTextureDesc, maxMipmapLevelClamp),
        "HIP_TEXTURE_DESC" => size_of::<t::HIP_TEXTURE_DESC>(),
        "HIP_TEXTURE_DESC.borderColor" => offset_of!(t::HIP_TEXTURE_DESC, borderColor),
        "textureReference" => size_of::<t::textureReference>(),
        "textureReference.textureObject" => offset_of!(t::textureReference, textureObject),
        _ => panic!("tests/api/layout.cpp prints {name}, which this test does not know"),
    }
}
