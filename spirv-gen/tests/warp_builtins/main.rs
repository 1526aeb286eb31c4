//! AMD's warp builtins against models written from the instruction set's descriptions: every lane, warps of 32 and 64, with all lanes active, with
//! some, and with a last warp that is not full.
//!
//! A case is a kernel that executes the builtin in a branch that only the active lanes take; the interpreter runs it after the portable half. Its result
//! is compared with the model's, lane by lane.

#![allow(clippy::precedence)] // bit patterns, written as the instruction set does

mod cases;
mod kernel;
mod model;

use kernel::{Case, lanes};
use model::{Lane, Warp};
use spirv_gen::interp::{Launch, Machine};
use spirv_gen::{Options, compile_bundle};

/// Runs `case` in a block of `lanes` and compares.
fn check(case: &Case, width: u32, lanes: &[Lane]) -> Result<(), String> {
    let text = case.kernel();
    let bundle = compile_bundle(&text, &Options { warp_size: width }).map_err(|e| format!("{e}\n{text}"))?;
    let module = bundle.kernel("k").expect("the kernel").module().map_err(|e| e.to_string())?;
    let mut machine = Machine::new(&module).map_err(|e| e.to_string())?;
    let count = lanes.len() as u64;
    let words = |of: fn(&Lane) -> u32| lanes.iter().flat_map(|l| of(l).to_le_bytes()).collect::<Vec<u8>>();
    let out = machine.device.allocate(count * 8);
    machine.device.bytes(out, count * 8).map_err(|e| e.to_string())?.fill(0xee);
    let mut args = out.to_le_bytes().to_vec();
    for data in [words(|l| l.a), words(|l| l.b), words(|l| l.active.into())] {
        let at = machine.device.allocate(count * 4);
        machine.device.bytes(at, count * 4).map_err(|e| e.to_string())?.copy_from_slice(&data);
        args.extend(at.to_le_bytes());
    }
    let launch = Launch { args, warp_size: width, ..Launch::new([1; 3], [lanes.len() as u32, 1, 1]) };
    machine.launch(module.function_named("k").expect("the kernel"), &launch).map_err(|e| format!("{e}\n{text}"))?;
    let bytes = machine.device.bytes(out, count * 8).map_err(|e| e.to_string())?.to_vec();
    for (first, warp) in lanes.chunks(width as usize).enumerate().map(|(i, w)| (i * width as usize, w)) {
        let warp = Warp::new(warp, width as usize);
        for lane in (0..width as usize).filter(|&l| warp.is_active(l)) {
            let at = (first + lane) * 8;
            let got = u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
            let want = (case.expected)(&warp, lane);
            if got != want {
                return Err(format!("lane {lane} of {width}, block of {count}: {got:#x}, not {want:#x}\n{text}"));
            }
        }
    }
    Ok(())
}

#[test]
fn every_builtin_gives_each_lane_what_the_instruction_set_says() {
    let mut failures = Vec::new();
    for case in cases::all() {
        for width in [32, 64] {
            for (seed, threads, every) in
                [(1, 64, true), (2, 64, false), (3, 128, false), (4, 45, true), (5, 45, false)]
            {
                if let Err(failure) = check(&case, width, &lanes(threads, seed, every)) {
                    failures.push(format!("{}: {failure}", case.name));
                    break;
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} failures, the first: {}", failures.len(), failures[0]);
}
