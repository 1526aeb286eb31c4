//! Random HIP programs whose lanes leave variables uninitialised that only other lanes read: warp-aggregated atomics, leaders, shuffles of
//! values that few lanes set, votes and reductions over them, in branches and loops. hipcc compiles them; a simulation of the lanes on the
//! host, the interpreter (where such values are poison, which must not reach a result, whatever bits it is given) and the device agree.
//!
//! `HIPVK_RANDOM_KERNELS=N` tries N seeds (12 by default), from `HIPVK_RANDOM_START` on; `HIPVK_RANDOM_SHOW=1` shows the source of those that fail;
//! `HIPVK_RANDOM_BUNDLES=FOLDER` keeps what hipcc makes, or takes what is kept there, for machines without clang.
//! Needs hipcc beside this test and a Vulkan device.

mod generate;
mod program;
#[path = "../../../spirv-gen/tests/random_kernels/random.rs"]
mod random;
mod simulate;

use std::path::PathBuf;
use std::process::Command;

use hipvk_tests::device::TestDevice;
use hipvk_tests::places::target;
use program::{PRELUDE, Program};
use simulate::{Outcome, simulate};
use spirv_gen::bundle::BundleKernel;
use spirv_gen::interp::{Launch, Machine};
use spirv_gen::ir::fold::Datum;
use spirv_gen::ir::module::Module;
use spirv_gen::{Bundle, LaunchShape};

/// Programs of one source file: reading the headers is most of what compiling one costs.
const TOGETHER: u64 = 12;

#[test]
fn values_that_lanes_never_got_change_no_result() {
    let device = TestDevice::open();
    let start = setting("HIPVK_RANDOM_START", 0);
    let end = start + setting("HIPVK_RANDOM_KERNELS", 12);
    let mut failures = Vec::new();
    for first in (start..end).step_by(TOGETHER as usize) {
        let seeds: Vec<u64> = (first..end.min(first + TOGETHER)).collect();
        let programs: Vec<Program> = seeds.iter().map(|&seed| generate::program(seed)).collect();
        match compile(&seeds, &programs) {
            Ok(bundle) => {
                for (&seed, program) in seeds.iter().zip(&programs) {
                    let code = bundle.kernel(&name(seed)).expect("each program is a kernel");
                    if let Err(failure) = check(&device, code, program, seed) {
                        failures.push(format!("seed {seed}: {failure}{}", shown(program, seed)));
                    }
                }
            }
            Err(failure) => failures.push(format!("seeds from {first}: {failure}")),
        }
    }
    assert!(failures.is_empty(), "{} of {} failed:\n{}", failures.len(), end - start, failures.join("\n"));
}

#[test]
fn most_programs_have_lanes_with_a_value_and_lanes_without() {
    let mixed = |seed: &u64| {
        let outcome = simulate(&generate::program(*seed), *seed);
        outcome.kept > 20 && outcome.withheld > 20
    };
    let mixed = (0..60).filter(mixed).count();
    assert!(mixed >= 40, "{mixed} of 60: the others prove little");
}

/// The environment's number `name`.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

fn name(seed: u64) -> String {
    format!("k{seed}")
}

fn shown(program: &Program, seed: u64) -> String {
    if std::env::var_os("HIPVK_RANDOM_SHOW").is_none() {
        return String::new();
    }
    format!("\n{PRELUDE}{}", program.source(&name(seed)))
}

/// What hipcc makes of the programs, a kernel each, or what was kept of an earlier time.
fn compile(seeds: &[u64], programs: &[Program]) -> Result<Bundle, String> {
    let kept = std::env::var_os("HIPVK_RANDOM_BUNDLES")
        .map(|folder| PathBuf::from(folder).join(format!("{}-{}.hipfb", seeds[0], seeds.len())));
    let bytes = match kept.as_ref().and_then(|path| std::fs::read(path).ok()) {
        Some(bytes) => bytes,
        None => {
            let bytes = run_hipcc(seeds, programs)?;
            kept.map_or(Ok(()), |path| std::fs::write(path, &bytes)).map_err(|e| e.to_string())?;
            bytes
        }
    };
    Bundle::from_bytes(&bytes).map_err(|e| e.to_string())
}

fn run_hipcc(seeds: &[u64], programs: &[Program]) -> Result<Vec<u8>, String> {
    let folder = target().join("undefined_lanes");
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let file = |kind: &str| -> PathBuf { folder.join(format!("{}-{}.{kind}", std::process::id(), seeds[0])) };
    let kernels: String = seeds.iter().zip(programs).map(|(&seed, program)| program.source(&name(seed))).collect();
    std::fs::write(file("hip"), format!("{PRELUDE}{kernels}")).map_err(|e| e.to_string())?;
    let output = Command::new(target().join("hipcc"))
        .args(["-std=c++17", "-w", "--genco"])
        .arg(file("hip"))
        .arg("-o")
        .arg(file("hipfb"))
        .output()
        .map_err(|e| format!("hipcc: {e}"))?;
    if !output.status.success() {
        return Err(format!("hipcc: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let bytes = std::fs::read(file("hipfb")).map_err(|e| e.to_string())?;
    for kind in ["hip", "hipfb"] {
        std::fs::remove_file(file(kind)).map_err(|e| e.to_string())?;
    }
    Ok(bytes)
}

fn check(device: &TestDevice, code: &BundleKernel, program: &Program, seed: u64) -> Result<(), String> {
    let expected = simulate(program, seed);
    let module = code.module().map_err(|e| e.to_string())?;
    for undefined in [0, u128::MAX, 0x5bd1_e995_1234_9e37_79b9_5bd1_e995_77a5] {
        let results = interpret(&module, &name(seed), program, &expected, undefined)?;
        compare(&expected, &results).map_err(|e| format!("the interpreter, undefined values as {undefined:x}: {e}"))?;
    }
    let shape = LaunchShape { block: [program.threads as u32, 1, 1], dynamic_shared: 0 };
    let results = device.run_code(code, [1; 3], shape, &buffers(&expected))?;
    compare(&expected, &results).map_err(|e| format!("the device: {e}"))
}

/// The kernel's buffers before it.
fn buffers(outcome: &Outcome) -> [Vec<u8>; 5] {
    let bytes = |words: &[u32]| words.iter().flat_map(|w| w.to_le_bytes()).collect();
    let zeros = |words: &[u32]| vec![0; words.len() * 4];
    [
        zeros(&outcome.out),
        bytes(&outcome.input),
        bytes(&outcome.guards),
        zeros(&outcome.tickets),
        zeros(&outcome.counters),
    ]
}

/// The buffers behind the kernel, in the interpreter; nothing without a value may be written to them.
fn interpret(
    module: &Module,
    name: &str,
    program: &Program,
    outcome: &Outcome,
    undefined: u128,
) -> Result<Vec<Vec<u8>>, String> {
    let kernel = module.function_named(name).ok_or("the kernel's module lacks the kernel")?;
    let mut machine = Machine::new(module).map_err(|e| e.to_string())?;
    machine.undefined = undefined;
    machine.trace = Some(Vec::new());
    let mut places = Vec::new();
    for bytes in buffers(outcome) {
        let (address, size) = (machine.device.allocate(bytes.len() as u64), bytes.len() as u64);
        machine.device.bytes(address, size).map_err(|e| e.to_string())?.copy_from_slice(&bytes);
        places.push((address, size));
    }
    let args = places.iter().flat_map(|(address, _)| address.to_le_bytes()).collect();
    let launch = Launch { args, ..Launch::new([1; 3], [program.threads as u32, 1, 1]) };
    machine.launch(kernel, &launch).map_err(|e| format!("the interpreter: {e}"))?;
    let events = machine.trace.take().unwrap_or_default();
    let kept = |address: u64| places.iter().any(|(from, size)| (*from..from + size).contains(&address));
    if let Some(event) = events.iter().find(|e| kept(e.place.address) && e.value == Datum::Lane(None)) {
        return Err(format!("the interpreter: thread {} writes a value it never got", event.thread));
    }
    let read = |(address, size): (u64, u64)| {
        machine.device.bytes(address, size).map(|b| b.to_vec()).map_err(|e| e.to_string())
    };
    places.into_iter().map(read).collect()
}

fn compare(expected: &Outcome, results: &[Vec<u8>]) -> Result<(), String> {
    let written = [("result", 0, &expected.out), ("ticket", 3, &expected.tickets), ("counter", 4, &expected.counters)];
    for (what, buffer, expected) in written {
        let got = results[buffer].chunks(4).map(|w| u32::from_le_bytes(w.try_into().expect("four bytes")));
        let wrong: Vec<_> = got.zip(expected).enumerate().filter(|(_, (got, want))| got != *want).collect();
        if let Some((i, (got, want))) = wrong.first() {
            return Err(format!(
                "{} of {} {what}s are wrong; {what} {i} is {got:#x}, not {want:#x}",
                wrong.len(),
                expected.len()
            ));
        }
    }
    Ok(())
}
