//! A HIP kernel launched from Rust: `hipcc --genco` compiles it, the module API's Rust side loads and runs it.
//!
//! A program that ships its kernels would run hipcc at build time and embed the file with `include_bytes!`.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use hipvk::{Device, Module, Shape};

const KERNEL: &str = r#"
#include <hip/hip_runtime.h>
struct Line { float slope, offset; };
extern "C" __global__ void residuals(const float *x, const float *y, float *out, Line line, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = y[i] - (line.slope * x[i] + line.offset);
}
"#;

const COUNT: usize = 1 << 18;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let device = Device::first()?;
    let module = Module::from_bundle(&device, &compile(KERNEL)?)?;
    let residuals = module.kernel("residuals")?;
    let stream = device.stream()?;
    let x: Vec<f32> = (0..COUNT).map(|i| i as f32 / 1024.0).collect();
    let y: Vec<f32> = x.iter().map(|x| 2.0 * x + 1.0 + (x * 8.0).sin()).collect();
    let (on_x, on_y, out) = (device.upload(&x)?, device.upload(&y)?, device.zeroed::<f32>(COUNT)?);
    // A structure passed by value is its bytes: here two floats.
    let line = [2.0f32, 1.0];
    let begin = stream.record()?;
    // SAFETY: the kernel touches `COUNT` floats behind each pointer.
    unsafe {
        residuals.launch(&stream, Shape::linear(COUNT as u32 / 4, 256), (&on_x, &on_y, &out, line, COUNT as i32))
    }?;
    let end = stream.record()?;
    let result = out.read(&stream)?;
    let close = |((x, y), r): ((&f32, &f32), &f32)| (y - (line[0] * x + line[1]) - r).abs() <= 1e-4;
    let ok = result.len() == COUNT && x.iter().zip(&y).zip(&result).all(close);
    Ok(hipvk_examples::report("rust_hip_kernel", "residuals", ok, end.since(&begin)?, (COUNT * 12) as f64))
}

/// Compiles HIP source with the hipcc beside this program, or the one on the path.
fn compile(source: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    compile_in(tempfile::tempdir()?.path(), source)
}

fn compile_in(folder: &Path, source: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let (input, output) = (folder.join("kernel.hip"), folder.join("kernel.hsaco"));
    std::fs::write(&input, source)?;
    let beside = std::env::current_exe()?.with_file_name("hipcc");
    let hipcc = if beside.exists() { beside } else { PathBuf::from("hipcc") };
    let done = Command::new(hipcc).args(["-O3", "--genco"]).arg(&input).arg("-o").arg(&output).output()?;
    if !done.status.success() {
        return Err(String::from_utf8_lossy(&done.stderr).into());
    }
    Ok(std::fs::read(output)?)
}
