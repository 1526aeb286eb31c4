//! Warps on the device: random programs of parting lanes against the interpreter's lockstep warps, and some of AMD's builtins against models of the
//! instruction set. `HIPVK_RANDOM_KERNELS=N` runs N random programs (12 by default), from `HIPVK_RANDOM_START` on.

#![allow(clippy::precedence)] // bit patterns, written as the instruction set does

#[path = "../../spirv-gen/tests/warp_builtins/cases.rs"]
mod cases;
#[path = "../../spirv-gen/tests/warp_programs/generate.rs"]
mod generate;
#[path = "../../spirv-gen/tests/warp_builtins/kernel.rs"]
mod kernel;
#[path = "../../spirv-gen/tests/warp_builtins/model.rs"]
mod model;
#[path = "../../spirv-gen/tests/random_kernels/random.rs"]
mod random;

use std::sync::Arc;

use hipvk_tests::device::{Kernel, TestDevice, TestDevices, interpret};
use kernel::Case;
use libtest_mimic::{Arguments, Failed, Trial};
use model::Warp;

const WARP: usize = 32;
/// Three warps, the last not full.
const THREADS: u32 = 75;

fn main() {
    let mut args = Arguments::from_args();
    let devices = TestDevices::with(TestDevice::open());
    args.test_threads = Some(devices.count);
    let setting = |name: &str, default| std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default);
    let start: u64 = setting("HIPVK_RANDOM_START", 0);
    let programs = (start..start + setting("HIPVK_RANDOM_KERNELS", 12)).map(|seed| {
        let devices = Arc::clone(&devices);
        Trial::test(format!("program {seed}"), move || {
            devices.on_one(|device| program(device, seed)).map_err(Failed::from)
        })
    });
    // A sample: spirv-gen's own tests run them all in the interpreter, which sees the same code.
    let builtins = cases::all().into_iter().step_by(5).map(|case| {
        let devices = Arc::clone(&devices);
        Trial::test(case.name.clone(), move || devices.on_one(|device| builtin(device, &case)).map_err(Failed::from))
    });
    libtest_mimic::run(&args, programs.chain(builtins).collect()).exit();
}

fn block(text: String) -> Kernel {
    Kernel { text, grid: [1; 3], block: [THREADS, 1, 1], dynamic_shared: 0 }
}

/// Each thread's result is the interpreter's.
fn program(device: &TestDevice, seed: u64) -> Result<(), String> {
    let (blocks, threads) = (generate::blocks(seed), generate::threads(seed));
    let text = generate::kernel(seed, !device.target().cpu).replace("@test(", "@k(");
    let kernel = Kernel { grid: [blocks, 1, 1], block: [threads, 1, 1], ..block(text) };
    let threads = blocks * threads;
    let input = (0..threads).flat_map(|t| (t.wrapping_mul(0x9e37_79b9) ^ t << 7).to_le_bytes()).collect();
    let buffers = [vec![0; threads as usize * 4], input];
    let expected = interpret(&kernel, &buffers)?;
    let actual = device.run(&kernel, &buffers)?;
    let differ = expected[0].chunks(4).zip(actual[0].chunks(4)).filter(|(a, b)| a != b).count();
    if differ == 0 { Ok(()) } else { Err(format!("{differ} of {threads} threads have other results\n{}", kernel.text)) }
}

/// Each active lane gets what the model says.
fn builtin(device: &TestDevice, case: &Case) -> Result<(), String> {
    let lanes = kernel::lanes(THREADS, 7, false);
    let words = |of: fn(&model::Lane) -> u32| lanes.iter().flat_map(|l| of(l).to_le_bytes()).collect::<Vec<u8>>();
    let buffers = [vec![0xee; lanes.len() * 8], words(|l| l.a), words(|l| l.b), words(|l| l.active.into())];
    let results = device.run(&block(case.kernel()), &buffers)?;
    for (first, warp) in lanes.chunks(WARP).enumerate().map(|(i, w)| (i * WARP, w)) {
        let warp = Warp::new(warp, WARP);
        for lane in (0..WARP).filter(|&l| warp.is_active(l)) {
            let at = (first + lane) * 8;
            let got = u64::from_le_bytes(results[0][at..at + 8].try_into().expect("eight bytes"));
            let want = (case.expected)(&warp, lane);
            if got != want {
                return Err(format!("thread {}: {got:#x}, not {want:#x}\n{}", first + lane, case.body));
            }
        }
    }
    Ok(())
}
