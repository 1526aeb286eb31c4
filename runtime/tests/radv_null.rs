//! RADV on null hardware: a device that compiles for a named AMD GPU and executes nothing.
//!
//! Run with `RADV_FORCE_FAMILY=navi31 VK_DRIVER_FILES=…/radeon_icd.json`; on any other device there is nothing to see.

mod common;

use common::{Passing, add_kernel, device};
use hipvk::vk::{DriverKind, PipelineDesc};

#[test]
fn radv_shows_its_code_and_figures() {
    let device = device();
    if device.info().driver.kind != DriverKind::Radv {
        return;
    }
    let pipeline = device
        .create_pipeline(&PipelineDesc {
            name: "add",
            spirv: &add_kernel(64, Passing::Push),
            entry: "main",
            subgroup_size: Some(device.info().target.subgroup_size),
            full_subgroups: true,
            bindings: &[],
            statistics: true,
        })
        .unwrap();
    let report = pipeline.statistics().unwrap().remove(0);
    let value = |name: &str| report.statistics.iter().find(|s| s.name == name).map(|s| s.value);
    assert!(value("VGPRs").is_some_and(|v| v > 0.0), "{:?}", report.statistics);
    assert!(value("Instructions").is_some_and(|v| v > 5.0), "{:?}", report.statistics);
    assert!(report.representations.iter().any(|(_, text)| text.contains("s_endpgm")), "{:?}", report.representations);
}
