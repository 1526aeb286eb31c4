//! Random kernels mean the same before and after the whole pipeline.
//!
//! Each is run by the interpreter as written, after the portable half, and after the device half for two targets; every byte of
//! its output must agree, and spirv-val must accept what emit makes of it. `HIPVK_RANDOM_KERNELS=N` tries N seeds (40 by default), from
//! `HIPVK_RANDOM_START` on; a failure names the seed and shows the kernel, and is the same every time.

mod generate;
mod random;
mod seeds;
#[path = "../filetests/validator.rs"]
mod validator;

use spirv_gen::bundle::metadata::KernelMetadata;
use spirv_gen::emit::emit_kernel;
use spirv_gen::interp::{Fault, Launch, Machine};
use spirv_gen::ir::module::Module;
use spirv_gen::ir::parse::parse_module;
use spirv_gen::ir::print::print_module;
use spirv_gen::ir::verify::verify_module;
use spirv_gen::passes::memory::phis;
use spirv_gen::passes::{DeviceContext, LaunchShape, run_device};
use spirv_gen::{Options, Target, compile_bundle};

const THREADS: u32 = 4;
const SHAPE: LaunchShape = LaunchShape { block: [THREADS, 1, 1], dynamic_shared: 0 };

#[test]
fn random_kernels_keep_their_meaning_through_the_pipeline() {
    seeds::try_seeds(40, one);
}

/// Checks the kernel of one seed.
fn one(seed: u64) -> Result<(), String> {
    let text = generate::kernel(seed);
    let module = parse_module(&text).map_err(|e| format!("the generator wrote what is not IR: {e}\n{text}"))?;
    verify_module(&module).map_err(|e| format!("the generator wrote invalid IR: {e}\n{text}"))?;
    let expected = run(&module).map_err(|e| format!("the generated kernel fails: {e}\n{text}"))?;
    let bundle = compile_bundle(&text, &Options { warp_size: 32 }).map_err(|e| format!("portable half: {e}"))?;
    let kernel = bundle.kernel("test").ok_or("the bundle lacks the kernel")?;
    let portable = kernel.module().map_err(|e| e.to_string())?;
    compare(&expected, &run(&portable), "the portable half", &text, &portable)?;
    for target in [Target::baseline(), Target::lavapipe()] {
        let lowered = lower(&portable, &kernel.metadata, &target)?;
        compare(&expected, &run(&lowered), &format!("the device half for {}", target.name), &text, &lowered)?;
        if target.cpu {
            let in_memory = with_phis_in_memory(lowered, &kernel.metadata, &target)?;
            compare(&expected, &run(&in_memory), "phis in memory", &text, &in_memory)?;
        }
    }
    Ok(())
}

/// What large kernels are on a CPU.
fn with_phis_in_memory(mut module: Module, metadata: &KernelMetadata, target: &Target) -> Result<Module, String> {
    let cx = DeviceContext { target, shape: SHAPE, metadata };
    phis::run_from(&mut module, &cx, 1).map_err(|e| format!("phis in memory: {e}"))?;
    verify_module(&module).map_err(|e| format!("phis in memory: {e}"))?;
    check_emitted(&module, &cx).map_err(|e| format!("with phis in memory: {e}"))?;
    Ok(module)
}

fn lower(portable: &Module, metadata: &KernelMetadata, target: &Target) -> Result<Module, String> {
    let cx = DeviceContext { target, shape: SHAPE, metadata };
    let mut module = portable.clone();
    run_device(&mut module, &cx).map_err(|e| format!("device half for {}: {e}", target.name))?;
    check_emitted(&module, &cx)?;
    Ok(module)
}

/// That spirv-val accepts what emit makes of it.
fn check_emitted(module: &Module, cx: &DeviceContext<'_>) -> Result<(), String> {
    let name = &cx.target.name;
    let compiled = emit_kernel(module, cx).map_err(|e| format!("emit for {name}: {e}"))?;
    validator::validate(&compiled.spirv).map_err(|e| format!("spirv-val for {name}: {e}"))
}

/// Runs kernel `test` on bytes that its threads do not share.
fn run(module: &Module) -> Result<Vec<u8>, Fault> {
    let size = u64::from(generate::REGION * THREADS);
    let input: Vec<u8> = (0..size).map(|i| (i * i * 7 + i * 31 + 5) as u8).collect();
    let mut machine = Machine::new(module)?;
    let (output_at, input_at) = (machine.device.allocate(size), machine.device.allocate(size));
    machine.device.bytes(input_at, size)?.copy_from_slice(&input);
    machine.device.bytes(output_at, size)?.fill(0);
    let kernel = module.function_named("test").ok_or_else(|| Fault::Malformed("no kernel 'test'".into()))?;
    let args = [output_at.to_le_bytes(), input_at.to_le_bytes()].concat();
    machine.launch(kernel, &Launch { args, ..Launch::new([1, 1, 1], [THREADS, 1, 1]) })?;
    Ok(machine.device.bytes(output_at, size)?.to_vec())
}

fn compare(
    expected: &[u8],
    actual: &Result<Vec<u8>, Fault>,
    stage: &str,
    text: &str,
    module: &Module,
) -> Result<(), String> {
    let what = match actual {
        Ok(actual) if actual == expected => return Ok(()),
        Ok(actual) => {
            let at = expected.iter().zip(actual).position(|(a, b)| a != b).unwrap_or(0);
            format!(
                "changed byte {at}: {:02x?} became {:02x?}",
                &expected[at / 8 * 8..][..8],
                &actual[at / 8 * 8..][..8]
            )
        }
        Err(fault) => format!("made it fail: {fault}"),
    };
    let shown = if std::env::var_os("HIPVK_RANDOM_SHOW").is_some() {
        format!("\n; ---- written ----\n{text}\n; ---- became ----\n{}", print_module(module))
    } else {
        " (HIPVK_RANDOM_SHOW=1 shows the kernel)".into()
    };
    Err(format!("{stage} {what}{shown}"))
}
